/* plot.c - `dagsim plot`: a sweep as a picture, in the terminal or a file */
#include "cli/output.h"
#include "cli/sweep_figure.h"

#include "base/file.h"
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_MAX ((size_t)1 << 40)

static const char *const terminals[] = {"dumb", "png", "svg", "gp", NULL};
enum { TERM_DUMB, TERM_PNG, TERM_SVG, TERM_GP };

struct plot_args {
	struct opt_choice term;
	const char *output;
};

#define AT(field) offsetof(struct plot_args, field)

static const struct option options[] = {
	{"term", 't', OPT_CHOICE, NULL, AT(term), .def = "dumb",
	 .choices = terminals,
	 .help = "as text for a terminal, as a picture, or the script for "
		 "gnuplot with its data, to restyle"},
	{"output", 'o', OPT_TEXT, "FILE", AT(output), .def = "-",
	 .help = "where it goes; -: standard output"},
	{NULL},
};

/* Lines that a complete points file holds, ended by NUL each. */
static bool read_lines(struct cli *cli, const char *file, char ***lines,
		       size_t *n)
{
	const char *data;
	size_t len, most = 1;
	char *at;

	if (!file_read(&cli->arena, file, FILE_MAX, &data, &len, &cli->error))
		return false;
	for (size_t i = 0; i < len; i++)
		most += data[i] == '\n';
	*lines = ARENA_NEW(&cli->arena, char *, most);
	at = arena_strndup(&cli->arena, data, len);
	for (*n = 0; *at;) {
		size_t line = strcspn(at, "\n");

		(*lines)[(*n)++] = at;
		at += line;
		if (*at)
			*at++ = '\0';
	}
	return true;
}

static bool check_complete(struct cli *cli, const char *file, char **lines,
			   size_t n)
{
	struct row_name first = {0}, name;

	for (size_t i = 0; i < n; i++) {
		if (!row_name(lines[i], strlen(lines[i]), file, (unsigned)i + 1,
			      &name, &cli->error))
			return false;
		if (i == 0)
			first = name;
		if (name.row != i || strcmp(name.sweep, first.sweep) != 0 ||
		    name.rows != n)
			return error_set(&cli->error, file, (unsigned)i + 1, 0,
					 "not the rows of one whole sweep in "
					 "order; dagsim merge makes such a "
					 "file");
	}
	return n || error_set(&cli->error, file, 0, 0, "no rows");
}

/* gnuplot reads the script from a pipe and writes to the output. */
static bool draw(struct cli *cli, const struct rows *r, const char *form,
		 FILE *out)
{
	struct dag_error *e = &cli->error;
	int ends[2], status = 0;
	FILE *script;
	pid_t child;

	if (fflush(out) != 0 || pipe(ends) != 0)
		return error_system(e, "gnuplot", "cannot run");
	child = fork();
	if (child == 0) {
		dup2(ends[0], STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		close(ends[0]), close(ends[1]);
		execlp("gnuplot", "gnuplot", "-", (char *)NULL);
		_exit(errno == ENOENT ? 127 : 126);
	}
	close(ends[0]);
	script = child > 0 ? fdopen(ends[1], "w") : NULL;
	if (script) {
		figure_script(script, r, "$data", r->file_name, form);
		fclose(script);
	} else {
		close(ends[1]);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
		errno = ENOENT;
	else
		errno = EIO;
	return error_system(e, "gnuplot", "cannot draw");
}

static bool plot(struct cli *cli)
{
	const struct plot_args *args = cli->args;
	const char *file = cli->operands.items[0];
	const char *form = terminals[args->term.index];
	struct dag_error *e = &cli->error;
	struct output out;
	struct rows rows;
	char **lines;
	size_t n;
	bool ok;

	if (!read_lines(cli, file, &lines, &n) ||
	    !check_complete(cli, file, lines, n) ||
	    !rows_read(&rows, lines, n, &cli->arena, e) ||
	    !output_open(&out, args->output, &cli->arena, e))
		return false;
	ok = true;
	if (args->term.index == TERM_GP)
		figure_script(out.file, &rows, "$data", rows.file_name, NULL);
	else
		ok = draw(cli, &rows, form, out.file);
	if (ok)
		return output_commit(&out, e);
	output_abort(&out);
	return false;
}

static enum exit_code run_plot(struct cli *cli)
{
	return plot(cli) ? EXIT_YES : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim plot results/robot_points.jsonl", "in the terminal"},
	{"dagsim plot results/robot_points.jsonl -t svg -o robot.svg",
	 "for a page"},
	{"dagsim plot results/robot_points.jsonl -t gp -o robot.gp",
	 "script and data in one, to restyle"},
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Output", options, 0},
	{NULL, NULL, 0},
};

const struct command command_plot = {
	.name = "plot",
	.summary = "draw a sweep: in the terminal, as PNG or SVG",
	.operands = "POINTS",
	.about = "Draws the NAME_points.jsonl that dagsim bench or dagsim "
		 "merge wrote, with gnuplot.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct plot_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_plot,
};
