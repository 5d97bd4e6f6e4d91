/* help.c - --help and `dagsim help`: examples first, then the table */
#include "cli/command.h"

#include <assert.h>
#include <string.h>

enum { HELP_WIDTH = 79, HELP_COLUMN = 28 };

void help_wrapped(FILE *out, const char *text, int col, int indent)
{
	while (*text) {
		int word = (int)strcspn(text, " ");

		if (col > indent && col + 1 + word > HELP_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			col = indent;
		} else if (col > indent) {
			fputc(' ', out);
			col++;
		}
		fprintf(out, "%.*s", word, text);
		col += word;
		text += word;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

/* "  -p, --policy POLICY" and its help. */
static void put_option(FILE *out, const struct option *o)
{
	char arg[96];
	int col;

	option_argument(o, arg, sizeof(arg));
	if (o->letter)
		col = fprintf(out, "  -%c, --%s", o->letter, o->name);
	else
		col = fprintf(out, "      --%s", o->name);
	if (o->type == OPT_MAYBE)
		col += fprintf(out, "[=%s]", arg);
	else if (*arg)
		col += fprintf(out, " %s", arg);
	if (col + 2 > HELP_COLUMN) {
		fputc('\n', out);
		col = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - col, "");
	if (o->def) {
		char help[1024];

		snprintf(help, sizeof(help), "%s (default: %s)", o->help,
			 o->def);
		help_wrapped(out, help, HELP_COLUMN, HELP_COLUMN);
	} else {
		help_wrapped(out, o->help, HELP_COLUMN, HELP_COLUMN);
	}
}

void help_command(FILE *out, const struct command *c)
{
	assert(c);
	fprintf(out, "dagsim %s - %s\n\n", c->name, c->summary);
	fputs("Examples:\n", out);
	for (const struct example *x = c->examples; x->command; x++)
		fprintf(out, "  %s\n      %s\n", x->command, x->does);
	fprintf(out, "\nUsage: dagsim %s%s%s%s\n", c->name,
		c->groups->title ? " [OPTION]..." : "", *c->operands ? " " : "",
		c->operands);
	if (c->about) {
		fputc('\n', out);
		help_wrapped(out, c->about, 0, 0);
	}
	for (const struct option_group *g = c->groups; g->title; g++) {
		fprintf(out, "\n%s:\n", g->title);
		for (const struct option *o = g->options; o->name; o++)
			put_option(out, o);
	}
	fprintf(out,
		"\nManual: dagsim-%s(1).  Exit codes: dagsim help "
		"exit-codes.\n",
		c->name);
}

void help_overview(FILE *out)
{
	fputs("dagsim - simulate and analyze real-time schedules of streams "
	      "and DAG tasks\n\n"
	      "Examples:\n"
	      "  dagsim init > robot.yaml\n"
	      "      write a small commented workload to start from\n"
	      "  dagsim simulate robot.yaml -p edf -p fifo --duration 30\n"
	      "      run it under two policies and compare the misses\n"
	      "  dagsim simulate robot.yaml -p fifo --gantt\n"
	      "      draw the first deadline miss in the terminal\n"
	      "  dagsim analyze robot.yaml --explain\n"
	      "      are all deadlines met, whatever happens, and why (not)?\n"
	      "\nUsage: dagsim COMMAND [OPTION]... [OPERAND]...\n"
	      "\nCommands:\n",
	      out);
	for (size_t i = 0; command_table[i]; i++)
		fprintf(out, "  %-14s %s\n", command_table[i]->name,
			command_table[i]->summary);
	fputs("  help           this page; help COMMAND; help exit-codes\n"
	      "\nOptions:\n"
	      "  -h, --help     after a command: the help of that command\n"
	      "  -V, --version  version; with --json compiler, flags and "
	      "libraries too\n"
	      "\nManual: dagsim(1), dagsim-workload(5), dagsim-trace(5).\n",
	      out);
}

static void help_exit_codes(FILE *out)
{
	static const struct {
		enum exit_code code;
		const char *name, *means;
	} rows[] = {
		{EXIT_YES, "yes", "done; admitted; no difference; audit clean"},
		{EXIT_NO, "no",
		 "not schedulable; misses with --fail-on-miss; a difference; "
		 "audit not clean"},
		{EXIT_USAGE, "usage",
		 "bad input or usage: one line on stderr says where and what"},
		{EXIT_UNDECIDED, "undecided",
		 "not proven within the limits, or no test applies"},
		{EXIT_SYSTEM, "system",
		 "the system failed: a full disk, a closed pipe, no memory"},
		{EXIT_INTERRUPTED, "interrupted", "SIGINT (Ctrl-C)"},
	};

	fputs("Exit codes of every command:\n", out);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		fprintf(out, "  %3d  %-12s %s\n", (int)rows[i].code,
			rows[i].name, rows[i].means);
}

bool help_topic(FILE *out, const char *topic, struct dag_error *e)
{
	const struct command *c;

	if (!strcmp(topic, "help")) {
		help_overview(out);
		return true;
	}
	if (!strcmp(topic, "exit-codes")) {
		help_exit_codes(out);
		return true;
	}
	c = command_find(topic, e);
	if (c)
		help_command(out, c);
	return c != NULL;
}
