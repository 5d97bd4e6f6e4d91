/* new_policy.c - `dagsim new-policy`: a policy to start from
 *
 * The files are new_policy_text.c's; here they are put in place, with the name
 * filled in, in a folder of their own, all of them or none.
 */
#define _DEFAULT_SOURCE /* realpath */
#include "cli/command.h"
#include "cli/new_policy.h"
#include "cli/output.h"
#include "policies/plugin.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct new_policy_args {
	const char *folder, *include;
};

#define AT(field) offsetof(struct new_policy_args, field)

static const struct option options[] = {
	{"dir", 0, OPT_TEXT, "FOLDER", AT(folder),
	 .help = "the folder to make; default: NAME"},
	{"include", 0, OPT_TEXT, "FOLDER", AT(include),
	 .help = "where the headers are; default: those that belong to this "
		 "program, else what pkg-config says"},
	{0},
};

enum { PATH_LONGEST = 4096 };

static bool exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* The folder of this very program, or "". */
static const char *own_folder(struct arena *a, const char **program)
{
	char path[PATH_LONGEST];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	*program = "dagsim";
	if (n <= 0)
		return "";
	path[n] = '\0';
	*program = arena_strdup(a, path);
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return arena_strdup(a, path);
}

/* Beside the program: in a tree that it was built in, or where `make install`
 * puts them.  NULL: neither. */
static const char *own_headers(struct arena *a, const char *folder)
{
	static const char *const places[] = {"../src", "../include/dagsim"};

	for (size_t i = 0; *folder && i < 2; i++) {
		const char *at = arena_printf(a, "%s/%s", folder, places[i]);
		char real[PATH_LONGEST];

		if (exists(arena_printf(a, "%s/policies/plugin.h", at)) &&
		    realpath(at, real))
			return arena_strdup(a, real);
	}
	return NULL;
}

static bool check_name(struct cli *cli, const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_";

	if (strspn(name, allowed) != strlen(name) || !*name ||
	    strspn(name, "0123456789"))
		return error_set(&cli->error, NULL, 0, 0,
				 "'%.64s' is no name for a policy: letters, "
				 "digits and _, a letter first",
				 name);
	for (size_t i = 0; policy_table[i]; i++)
		if (!strcmp(policy_table[i]->name, name))
			return error_set(&cli->error, NULL, 0, 0,
					 "there is a policy '%s' already",
					 name);
	return true;
}

/* --- writing --- */

/* A line with @NAME@ and the like filled in. */
static void put_line(FILE *out, const char *line,
		     const struct new_policy_words *w)
{
	const char *const marks[] = {"@NAME@", "@PROGRAM@", "@CFLAGS@"};
	const char *const words[] = {w->name, w->program, w->cflags};

	while (*line) {
		size_t i = 0;

		for (; i < 3; i++)
			if (!strncmp(line, marks[i], strlen(marks[i])))
				break;
		if (i < 3) {
			fputs(words[i], out);
			line += strlen(marks[i]);
		} else {
			fputc(*line++, out);
		}
	}
	fputc('\n', out);
}

static bool write_one(struct cli *cli, struct output *o, const char *path,
		      const char *const *lines,
		      const struct new_policy_words *w)
{
	if (!output_open(o, path, &cli->arena, &cli->error))
		return false;
	for (size_t i = 0; lines[i]; i++)
		put_line(o->file, lines[i], w);
	return output_flush(o, &cli->error);
}

enum { FILES = 3 };

static bool write_all(struct cli *cli, const char *folder,
		      const struct new_policy_words *w)
{
	struct arena *a = &cli->arena;
	const char *const paths[FILES] = {
		arena_printf(a, "%s/%s.c", folder, w->name),
		arena_printf(a, "%s/Makefile", folder),
		arena_printf(a, "%s/%s.scenario", folder, w->name)};
	const char *const *const texts[FILES] = {
		new_policy_source, new_policy_makefile, new_policy_scenario};
	struct output o[FILES] = {{0}};
	bool ok = true;

	for (int i = 0; ok && i < FILES; i++)
		ok = write_one(cli, &o[i], paths[i], texts[i], w);
	for (int i = 0; ok && i < FILES; i++)
		ok = output_commit(&o[i], &cli->error);
	for (int i = 0; i < FILES; i++)
		output_abort(&o[i]);
	for (int i = 0; ok && i < FILES; i++)
		printf("%s\n", paths[i]);
	return ok;
}

static bool make_folder(struct cli *cli, const char *folder)
{
	if (mkdir(folder, 0777) == 0)
		return true;
	if (errno != EEXIST)
		return error_system(&cli->error, folder,
				    "cannot make the folder");
	return error_set(&cli->error, folder, 0, 0,
			 "there is such a file or folder already; nothing was "
			 "written");
}

/* How the headers are found: a flag for the compiler, or a question that make
 * asks. */
static const char *choose_cflags(struct cli *cli, const char *folder)
{
	const struct new_policy_args *args = cli->args;
	const char *dir = args->include;
	char real[PATH_LONGEST];

	if (dir && realpath(dir, real))
		dir = arena_strdup(&cli->arena, real);
	if (!dir)
		dir = own_headers(&cli->arena, folder);
	return dir ? arena_printf(&cli->arena, "-I%s", dir)
		   : "$(shell pkg-config --cflags dagsim)";
}

static enum exit_code run_new_policy(struct cli *cli)
{
	const struct new_policy_args *args = cli->args;
	struct new_policy_words w = {.name = cli->operands.items[0]};
	const char *folder = args->folder ? args->folder : w.name;
	const char *own = own_folder(&cli->arena, &w.program);

	assert(cli->operands.n == 1);
	if (args->include &&
	    !exists(arena_printf(&cli->arena, "%s/policies/plugin.h",
				 args->include))) {
		error_set(&cli->error, args->include, 0, 0,
			  "there is no policies/plugin.h in it");
		return cli_fail(cli);
	}
	if (!check_name(cli, w.name) || !make_folder(cli, folder))
		return cli_fail(cli);
	w.cflags = choose_cflags(cli, own);
	if (write_all(cli, folder, &w)) {
		printf("\ntry: make -C %s check\n", folder);
		return EXIT_YES;
	}
	rmdir(folder);
	return cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim new-policy mine", "a folder with source, Makefile, scenario"},
	{"make -C mine check", "compile it and try to break it"},
	{"dagsim simulate w.yaml -p mine/mine.so -p edf",
	 "hold it against another policy"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{"Options", options, 0},
					     {NULL, NULL, 0}};

const struct command command_new_policy = {
	.name = "new-policy",
	.summary = "write a policy to start from, that compiles and passes",
	.operands = "NAME",
	.about = "Makes a folder with one C file, every part of it explained, "
		 "a Makefile and a scenario. What it may do: "
		 "dagsim-policy(3).",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct new_policy_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_new_policy,
};
