/* plot.c - `dagsim plot`: a picture of a sweep, in the terminal or a file */
#include "cli/plot.h"

#include "cli/accept_figure.h"
#include "cli/gnuplot.h"
#include "cli/output.h"
#include "cli/rows.h"
#include "cli/sweep_figure.h"
#include "cli/sweep_response.h"
#include "cli/view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const pictures[] = {"misses", "responses", "accepted",
				       "times",  "panels",    NULL};
enum { MISSES, RESPONSES, ACCEPTED, TIMES, PANELS };

const char *const plot_terminals[] = {"dumb", "png", "svg", "gp", NULL};
static const char *const responses[] = {"box", "ecdf", "histogram", NULL};

#define AT(field) offsetof(struct plot_args, field)

static const struct option options[] = {
	{"term", 't', OPT_CHOICE, NULL, AT(term), .def = "dumb",
	 .choices = plot_terminals,
	 .help = "as text for a terminal, as a picture, or the script for "
		 "gnuplot with its data, to restyle"},
	{"figure", 0, OPT_CHOICE, NULL, AT(figure), .choices = pictures,
	 .help = "of a sweep its misses (default) or its response times; of an "
		 "acceptance sweep the part accepted (default) or the run "
		 "times of the tests, or panels of what was varied"},
	{"output", 'o', OPT_TEXT, "FILE", AT(output), .def = "-",
	 .help = "where it goes; -: standard output"},
	{0},
};

static const struct option trace_options[] = {
	{"gantt", 'g', OPT_MAYBE, "FROM..TO", AT(gantt),
	 .help = "who ran when, around the first miss or in this window"},
	{"response", 'r', OPT_CHOICE, NULL, AT(response), .choices = responses,
	 .help = "response times of each task, with its deadline"},
	{"backlog", 'b', OPT_FLAG, NULL, AT(backlog),
	 .help = "how many ready nodes wait, over time"},
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies),
	 .help = "the run of this policy, where the trace has several"},
	{"task", 0, OPT_LIST, "TASK", AT(tasks),
	 .help = "show only this task; repeatable"},
	{0},
};

/* What the file holds, and the script that draws it. */
struct drawing {
	enum row_kind kind;
	struct rows rows;
	struct accept_table table;
	int picture;
};

/* `picture`: -1, or what was asked for. */
static bool read_drawing(struct cli *cli, const char *file, int picture,
			 struct drawing *d)
{
	struct arena *a = &cli->arena;
	struct dag_error *e = &cli->error;
	bool sweep;
	char **lines;
	size_t n;

	if (!rows_lines(file, a, &lines, &n, e) ||
	    !rows_complete(file, lines, n, &d->kind, e))
		return false;
	sweep = d->kind == ROW_SWEEP;
	d->picture = picture >= 0 ? picture : sweep ? MISSES : ACCEPTED;
	if (sweep != (d->picture < ACCEPTED))
		return error_set(e, file, 0, 0,
				 "%s are of %s sweeps; this is another",
				 pictures[d->picture],
				 sweep ? "acceptance" : "miss-rate");
	if (sweep)
		return rows_read(&d->rows, lines, n, a, e);
	if (!accept_read(&d->table, lines, n, a, e))
		return false;
	if (d->picture == PANELS && (!d->table.vary || d->table.n_points == 1))
		return error_set(e, file, 0, 0,
				 "no panels here; dagsim bench --vary makes "
				 "one for each value, over utilizations");
	return d->picture != TIMES || d->table.timed ||
	       error_set(e, file, 0, 0,
			 "no times here; dagsim bench --timing measures them");
}

static void script(FILE *out, const void *ctx, const char *form)
{
	const struct drawing *d = ctx;
	const struct rows *r = &d->rows;

	switch (d->picture) {
	case MISSES:
		figure_script(out, r, "$data", r->file_name, form);
		break;
	case RESPONSES:
		response_script(out, r, "$data", r->file_name, form);
		break;
	case ACCEPTED:
		accept_figure_script(out, &d->table, "$data", form);
		break;
	case PANELS:
		accept_panels_script(out, &d->table, "$data", form);
		break;
	default:
		accept_times_script(out, &d->table, "$data", form);
	}
}

static bool plot(struct cli *cli)
{
	const struct plot_args *args = cli->args;
	const char *file = cli->operands.items[0];
	const char *form = plot_terminals[args->term.index];
	struct dag_error *e = &cli->error;
	struct output out;
	struct drawing d = {0};
	bool ok;

	if (!read_drawing(cli, file,
			  args->figure.given ? args->figure.index : -1, &d) ||
	    !output_open(&out, args->output, &cli->arena, e))
		return false;
	ok = true;
	if (args->term.index == TERM_GP)
		script(out.file, &d, NULL);
	else
		ok = gnuplot_draw(script, &d, form, out.file, e);
	if (ok)
		return output_commit(&out, e);
	output_abort(&out);
	return false;
}

static enum exit_code run_plot(struct cli *cli)
{
	const struct plot_args *args = cli->args;
	const char *file = cli->operands.items[0];

	if (plot_wants_trace(args) || is_trace_file(file))
		return plot_trace(cli) ? EXIT_YES : cli_fail(cli);
	if (args->policies.n || args->tasks.n) {
		error_set(&cli->error, NULL, 0, 0,
			  "--policy and --task are for pictures of traces");
		return cli_fail(cli);
	}
	return plot(cli) ? EXIT_YES : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim plot results/robot_points.jsonl", "in the terminal"},
	{"dagsim plot results/robot_points.jsonl -t svg -o robot.svg",
	 "for a page"},
	{"dagsim plot results/robot_points.jsonl -t gp -o robot.gp",
	 "script and data in one, to restyle"},
	{"dagsim plot run.trace --gantt=1s..1.1s -o gantt.svg",
	 "a window of a trace; gantt.gp and gantt.dat lie beside"},
	{"dagsim plot run.trace --response ecdf -o response.png",
	 "how fast jobs respond, against their deadlines"},
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Output", options, 0},
	{"Of a trace", trace_options, 0},
	{NULL, NULL, 0},
};

const struct command command_plot = {
	.name = "plot",
	.summary = "draw a sweep or a run: in the terminal, as PNG or SVG",
	.operands = "POINTS|TRACE",
	.about = "Draws the NAME_points.jsonl or NAME_accept.jsonl that "
		 "dagsim bench or dagsim merge wrote, or one run of a trace, "
		 "with gnuplot.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct plot_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_plot,
};
