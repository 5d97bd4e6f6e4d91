/* main.c - finds the command, has its arguments read, tells its error */
#include "cli/command.h"
#include "cli/guard.h"
#include "cli/output.h"
#include "cli/version.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static bool check_operands(struct cli *cli)
{
	const struct command *c = cli->command;

	if (cli->operands.n < c->min_operands)
		return error_set(&cli->error, NULL, 0, 0,
				 "%s is missing: dagsim %s %s; see --help",
				 c->min_operands == 1 ? "an operand"
						      : "something",
				 c->name, c->operands);
	if (cli->operands.n > c->max_operands)
		return error_set(&cli->error, NULL, 0, 0,
				 "'%.200s' is one operand too many: dagsim "
				 "%s %s; see --help",
				 cli->operands.items[c->max_operands], c->name,
				 c->operands);
	return true;
}

static enum exit_code run_command(struct cli *cli, int argc, char *const *argv)
{
	const struct command *c = cli->command;
	void *args = arena_alloc(&cli->arena, c->args_size + 1);

	if (!options_parse(c->groups, argc, argv, args, &cli->operands,
			   &cli->arena, &cli->error))
		return cli_fail(cli);
	if (cli->operands.help) {
		help_command(stdout, c);
		return EXIT_YES;
	}
	if (!check_operands(cli))
		return cli_fail(cli);
	cli->args = args;
	return c->run(cli);
}

static enum exit_code run_help(struct cli *cli, int argc, char *const *argv)
{
	if (argc == 0 || argv[0][0] == '-') {
		help_overview(stdout);
		return EXIT_YES;
	}
	if (argc > 1) {
		error_set(&cli->error, NULL, 0, 0,
			  "help takes one topic, not '%.200s' too", argv[1]);
		return cli_fail(cli);
	}
	return help_topic(stdout, argv[0], &cli->error) ? EXIT_YES
							: cli_fail(cli);
}

static enum exit_code run_version(struct cli *cli, int argc, char *const *argv)
{
	if (argc > 1 || (argc == 1 && strcmp(argv[0], "--json") != 0)) {
		error_set(&cli->error, NULL, 0, 0,
			  "--version takes nothing but --json, not '%.200s'",
			  argv[argc - 1]);
		return cli_fail(cli);
	}
	version_print(stdout, argc == 1);
	return EXIT_YES;
}

static enum exit_code dispatch(struct cli *cli, int argc, char *const *argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;

	if (!word) {
		help_overview(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(word, "--version") || !strcmp(word, "-V"))
		return run_version(cli, argc - 2, argv + 2);
	if (!strcmp(word, "--help") || !strcmp(word, "-h") ||
	    !strcmp(word, "help"))
		return run_help(cli, argc - 2, argv + 2);
	if (word[0] == '-') {
		error_set(&cli->error, NULL, 0, 0,
			  "unknown option '%.200s'; a command comes first, see "
			  "dagsim --help",
			  word);
		return cli_fail(cli);
	}
	cli->command = command_find(word, &cli->error);
	if (!cli->command)
		return cli_fail(cli);
	return run_command(cli, argc - 2, argv + 2);
}

/* Runs follow each other, and each takes what the one before gave back: do not
 * hand it to the system in between, which may take longer than the run. */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
	mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

int main(int argc, char **argv)
{
	struct cli cli = {0};
	enum exit_code code;

	keep_memory();
	output_init();
	cli.reproduce = cli_quote(&cli.arena, argc, argv);
	code = dispatch(&cli, argc, argv);
	/* A failed write matters more than what was to be written. */
	if (!cli.error.msg[0] && !output_stdout(&cli.error))
		code = cli.error.code;
	if (cli.error.msg[0])
		cli_report(&cli);
	arena_free(&cli.arena);
	guard_done();
	return (int)code;
}
