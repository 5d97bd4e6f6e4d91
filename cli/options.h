/* options.h - one table says what a command understands
 *
 * A row of a table names an option, its letter, the name of its argument,
 * its type and bounds, its default as text and its help.  The same row
 * drives the parser, --help, the shell completions and the check that the
 * man page tells the same story, so none of them can drift apart: a default
 * that help shows is parsed by the code that parses what a user types.
 *
 * A command understands some groups of rows; a group is stored in a struct
 * that several commands may embed, at `base` bytes into the command's own
 * arguments.
 *
 * What is accepted: --name VALUE, --name=VALUE, -nVALUE, -n VALUE, letters
 * of flags run together, options and operands in any order, `--` before
 * operands that begin with a dash, `-` as an operand.  Long names are never
 * abbreviated (an abbreviation breaks on the day an option is added); an
 * unknown one is answered with the nearest.  An option given twice is an
 * error unless it is a list, like a key given twice in a workload.
 *
 * Cost: linear in the arguments times the rows.  Lists and operands live in
 * the arena; strings are borrowed from argv.
 */
#ifndef DAGSIM_CLI_OPTIONS_H
#define DAGSIM_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a value goes.  `given` means on the command line, not by default. */
struct opt_time {
	bool given;
	dag_time ns;
};
struct opt_count {
	bool given;
	int64_t n;
};
struct opt_seed {
	bool given;
	uint64_t value;
};
struct opt_choice {
	bool given;
	int index; /* into option.choices; -1: none */
};
struct opt_list {
	const char **items;
	size_t n;
};

enum option_type {
	OPT_FLAG,   /* bool                                                */
	OPT_TEXT,   /* const char *; NULL: not given                       */
	OPT_MAYBE,  /* const char *; "" where given bare: --name[=VALUE]   */
	OPT_LIST,   /* struct opt_list; may be repeated                    */
	OPT_TIME,   /* struct opt_time, >= 0; a plain number is in seconds */
	OPT_SPAN,   /* struct opt_time, > 0                                */
	OPT_RATIO,  /* struct ratio, > 0; den 0: not given                 */
	OPT_COUNT,  /* struct opt_count, min..max                          */
	OPT_SEED,   /* struct opt_seed                                     */
	OPT_CHOICE, /* struct opt_choice                                   */
};

/* Word i of a list, or NULL behind its end: for completions. */
typedef const char *option_words(size_t i);

struct option {
	const char *name; /* without dashes; NULL ends a table             */
	char letter;      /* 0: none                                       */
	enum option_type type;
	const char *arg; /* NULL for flags and choices                    */
	size_t offset;   /* into the struct of the group                  */
	const char *def; /* parsed as if typed; NULL: none                */
	const char *const *choices; /* OPT_CHOICE: NULL-terminated        */
	int64_t min, max;           /* OPT_COUNT                          */
	const char *help;
	option_words *words; /* that its value may be; NULL: see completion.c */
	bool or_file;        /* beside these words a file                   */
};

struct option_group {
	const char *title; /* NULL ends the list of groups                */
	const struct option *options;
	size_t base;
};

struct operands {
	const char **items;
	size_t n;
	bool help; /* --help or -h stands among the arguments             */
};

/* Reads argv[0..argc) into args (zeroed by the caller, then filled with the
 * defaults).  False and *e on the first mistake.  After `help` is seen the
 * rest is not read. */
bool options_parse(const struct option_group *groups, int argc,
		   char *const *argv, void *args, struct operands *out,
		   struct arena *a, struct dag_error *e);

/* Are the rows of the groups consistent?  (names unique, letters unique,
 * every default parses); tests call it for each command. */
bool options_check(const struct option_group *groups, struct dag_error *e);

/* "WINDOW", "on|off", "" for a flag: what help shows after the name. */
size_t option_argument(const struct option *o, char *buf, size_t cap);

#endif
