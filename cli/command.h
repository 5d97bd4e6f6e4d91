/* command.h - what a subcommand is, and the one list of them
 *
 * A subcommand is a row: its name, what it is for, examples, the options it
 * understands and a function.  main.c finds the row, has the arguments read
 * into zeroed memory of args_size bytes and calls run().  The same row makes
 * `dagsim help NAME` and the completions.
 *
 * run() returns an exit code of base/error.h.  For EXIT_USAGE and
 * EXIT_SYSTEM it has filled cli->error, which main prints as one line on
 * stderr.  Data goes to stdout, talk to stderr; main flushes stdout and
 * turns a failed write into EXIT_SYSTEM.  Files are written through
 * output.h and appear only when the command succeeds.
 *
 * Adding a command = one file + one row in table.c + one man page.
 */
#ifndef DAGSIM_CLI_COMMAND_H
#define DAGSIM_CLI_COMMAND_H

#include "base/arena.h"
#include "base/error.h"
#include "cli/options.h"

#include <stdio.h>

struct cli {
	const struct command *command;
	const void *args; /* of the command's own type                     */
	struct operands operands;
	const char *reproduce; /* the command line, quoted for a shell     */
	struct arena arena;    /* lives as long as the command             */
	struct dag_error error;
};

struct example {
	const char *command, *does;
};

struct command {
	const char *name, *summary;
	const char *operands; /* "WORKLOAD", for the usage line            */
	const char *about;    /* a paragraph for --help; may be NULL       */
	const struct example *examples; /* ends with a NULL command        */
	const struct option_group *groups;
	size_t args_size;
	size_t min_operands, max_operands;
	option_words *acts;  /* that the first operand may be; or NULL     */
	option_words *words; /* that others may be, beside files; or NULL  */
	enum exit_code (*run)(struct cli *cli);
};

/* The one list (table.c); NULL-terminated, in the order of help. */
extern const struct command *const command_table[];

/* The commands, one a file. */
extern const struct command command_simulate;
extern const struct command command_compare;
extern const struct command command_analyze;
extern const struct command command_check;
extern const struct command command_init;
extern const struct command command_generate;
extern const struct command command_schema;
extern const struct command command_trace;
extern const struct command command_policies;
extern const struct command command_platforms;
extern const struct command command_tests;
extern const struct command command_check_policy;
extern const struct command command_new_policy;
extern const struct command command_falsify;
extern const struct command command_noise;
extern const struct command command_bench;
extern const struct command command_merge;
extern const struct command command_plot;
extern const struct command command_report;
extern const struct command command_completion;

/* The command of that name, or NULL and *e with a suggestion. */
const struct command *command_find(const char *name, struct dag_error *e);

/* The command line as a shell would need it to do the same again. */
const char *cli_quote(struct arena *a, int argc, char *const *argv);

/* Prints the error as one line on stderr. */
void cli_report(const struct cli *cli);
/* Prints "warning: ..." on stderr. */
void cli_warn(const char *text);

/* help.c */
void help_overview(FILE *out);
void help_command(FILE *out, const struct command *c);
/* Words of `text` from column `col` on, in lines that begin at `indent`. */
void help_wrapped(FILE *out, const char *text, int col, int indent);
bool help_topic(FILE *out, const char *topic, struct dag_error *e);

/* Returns the code of the error that was set, for `return cli_fail(cli)`. */
static inline enum exit_code cli_fail(const struct cli *cli)
{
	return cli->error.code ? cli->error.code : EXIT_SYSTEM;
}

#endif
