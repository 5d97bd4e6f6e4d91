/* completion.c - `dagsim completion`: what the shells need, from the tables
 *
 * The scripts are generated when the program is installed, so they complete
 * what it understands: choices, words of an option or operand that the table
 * knows, with or without files beside them.  Names of policies, tests and
 * platforms are asked for when they are needed, so plug-ins and later versions
 * are known too.
 */
#include "cli/command.h"

#include <assert.h>
#include <string.h>

/* How the values of an option are found. */
enum source {
	FROM_NOTHING,
	FROM_CHOICES,
	FROM_WORDS,
	FROM_FILES,
	FROM_POLICIES,
	FROM_TESTS,
	FROM_PLATFORMS
};

/* The command that lists the names, or NULL. */
static const char *const listed_by[] = {
	[FROM_POLICIES] = "policies",
	[FROM_TESTS] = "tests",
	[FROM_PLATFORMS] = "platforms",
};

static enum source names_source(const char *arg)
{
	if (strstr(arg, "POLICY"))
		return FROM_POLICIES;
	if (strstr(arg, "TEST"))
		return FROM_TESTS;
	return strstr(arg, "PLATFORM") ? FROM_PLATFORMS : FROM_NOTHING;
}

static enum source value_source(const struct option *o)
{
	if (o->type == OPT_FLAG)
		return FROM_NOTHING;
	if (o->choices)
		return FROM_CHOICES;
	if (o->words)
		return FROM_WORDS;
	assert(o->arg);
	if (strstr(o->arg, "FILE") || strstr(o->arg, "DIR"))
		return FROM_FILES;
	return names_source(o->arg);
}

static void put_words(FILE *out, option_words *words)
{
	const char *word;

	for (size_t i = 0; (word = words(i)) != NULL; i++)
		fprintf(out, "%s%s", i ? " " : "", word);
}

static void put_choices(FILE *out, const struct option *o)
{
	if (o->words) {
		put_words(out, o->words);
		return;
	}
	for (size_t i = 0; o->choices[i]; i++)
		fprintf(out, "%s%s", i ? " " : "", o->choices[i]);
}

typedef void put_option_fn(FILE *out, const struct command *c,
			   const struct option *o);

static void each_option(FILE *out, const struct command *c, put_option_fn *put)
{
	for (const struct option_group *g = c->groups; g->title; g++)
		for (const struct option *o = g->options; o->name; o++)
			put(out, c, o);
}

/* --- bash --- */

static void bash_value(FILE *out, const struct command *c,
		       const struct option *o)
{
	enum source from = value_source(o);

	if (o->type == OPT_FLAG || o->type == OPT_MAYBE || from == FROM_FILES)
		return;
	fprintf(out, "\t%s:--%s", c->name, o->name);
	if (o->letter)
		fprintf(out, " | %s:-%c", c->name, o->letter);
	fputs(") words='", out);
	if (from == FROM_CHOICES || from == FROM_WORDS)
		put_choices(out, o);
	fputs("'", out);
	if (o->or_file)
		fputs(" files=1", out);
	if (listed_by[from])
		fprintf(out, "$(dagsim %s --names 2>/dev/null)",
			listed_by[from]);
	fputs(" ;;\n", out);
}

static void bash_name(FILE *out, const struct command *c,
		      const struct option *o)
{
	(void)c;
	fprintf(out, " --%s", o->name);
}

/* Words of operands: of the first, where nothing stands in front of it, and of
 * others, which files may be too. */
static void bash_operands(FILE *out)
{
	fputs("\tcase $cmd:$COMP_CWORD:$words:$cur in\n\t*:*:*:-*) ;;\n", out);
	for (size_t i = 0; command_table[i]; i++) {
		const struct command *c = command_table[i];
		enum source from = names_source(c->operands);

		if (listed_by[from])
			fprintf(out,
				"\t%s:*::*) words=$(dagsim %s --names "
				"2>/dev/null) ;;\n",
				c->name, listed_by[from]);
		if (c->acts) {
			fprintf(out, "\t%s:2::*) words='", c->name);
			put_words(out, c->acts);
			fputs("' ;;\n", out);
		}
		if (c->words) {
			fprintf(out, "\t%s:*::*) files=1 words='", c->name);
			put_words(out, c->words);
			fputs("' ;;\n", out);
		}
	}
	fputs("\tesac\n", out);
}

static void bash_script(FILE *out)
{
	fputs("# bash completion for dagsim; made by: dagsim completion bash\n"
	      "_dagsim()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	      "\tlocal cmd=${COMP_WORDS[1]} words= files=\n\n"
	      "\tCOMPREPLY=()\n"
	      "\tif ((COMP_CWORD == 1)); then\n"
	      "\t\twords='help --help --version",
	      out);
	for (size_t i = 0; command_table[i]; i++)
		fprintf(out, " %s", command_table[i]->name);
	fputs("'\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	      "\t\treturn\n\tfi\n"
	      "\tcase $cmd:$prev in\n",
	      out);
	for (size_t i = 0; command_table[i]; i++)
		each_option(out, command_table[i], bash_value);
	fputs("\tesac\n\tcase $words:$cur in\n\t:-*)\n\t\tcase $cmd in\n", out);
	for (size_t i = 0; command_table[i]; i++) {
		fprintf(out, "\t\t%s) words='--help", command_table[i]->name);
		each_option(out, command_table[i], bash_name);
		fputs("' ;;\n", out);
	}
	fputs("\t\tesac\n\t\t;;\n\tesac\n", out);
	bash_operands(out);
	fputs("\tif [[ $words ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	      "\tfi\n"
	      "\tif [[ $files || ! $words ]]; then\n"
	      "\t\tcompopt -o filenames 2>/dev/null\n"
	      "\t\tCOMPREPLY+=($(compgen -f -- \"$cur\"))\n"
	      "\tfi\n}\n"
	      "complete -F _dagsim dagsim\n",
	      out);
}

/* --- zsh --- */

/* Inside single quotes and an _arguments spec: no quotes, no brackets. */
static void put_plain(FILE *out, const char *s)
{
	for (; *s; s++)
		if (!strchr("'[]:\\\"`$", *s))
			fputc(*s, out);
}

/* The choices of an option or words, and files if they go too. */
static void zsh_words(FILE *out, const char *what, const struct option *o,
		      option_words *words, bool or_file)
{
	if (or_file)
		fprintf(out, ":%s:{_alternative \"words\\:%s\\:(", what, what);
	else
		fprintf(out, ":%s:(", what);
	if (words)
		put_words(out, words);
	else
		put_choices(out, o);
	fputs(or_file ? ")\" \"files\\:file\\:_files\"}" : ")", out);
}

static void zsh_option(FILE *out, const struct command *c,
		       const struct option *o)
{
	(void)c;
	fprintf(out, " \\\n\t\t\t'%s--%s%s[", o->type == OPT_LIST ? "*" : "",
		o->name,
		o->type == OPT_FLAG    ? ""
		: o->type == OPT_MAYBE ? "=-"
				       : "=");
	put_plain(out, o->help);
	fputc(']', out);
	switch (value_source(o)) {
	case FROM_NOTHING:
		if (o->type != OPT_FLAG)
			fprintf(out, ":%s:", o->arg);
		break;
	case FROM_CHOICES:
	case FROM_WORDS:
		zsh_words(out, "value", o, o->words, o->or_file);
		break;
	case FROM_FILES:
		fputs(":file:_files", out);
		break;
	case FROM_POLICIES:
	case FROM_TESTS:
	case FROM_PLATFORMS:
		fprintf(out, ":name:($(dagsim %s --names 2>/dev/null))",
			listed_by[value_source(o)]);
		break;
	}
	fputc('\'', out);
}

static void zsh_operands(FILE *out, const struct command *c)
{
	const char *by = listed_by[names_source(c->operands)];

	if (c->acts) {
		fputs(" \\\n\t\t\t'1", out);
		zsh_words(out, "act", NULL, c->acts, false);
		fputc('\'', out);
	}
	fputs(" \\\n\t\t\t'*", out);
	if (c->words)
		zsh_words(out, "operand", NULL, c->words, true);
	else if (by)
		fprintf(out, ":operand:($(dagsim %s --names 2>/dev/null))", by);
	else
		fputs(":operand:_files", out);
	fputs("'\n\t\t;;\n", out);
}

static void zsh_script(FILE *out)
{
	fputs("#compdef dagsim\n"
	      "# zsh completion for dagsim; made by: dagsim completion zsh\n"
	      "_dagsim() {\n"
	      "\tif ((CURRENT == 2)); then\n"
	      "\t\tlocal -a commands=(\n",
	      out);
	for (size_t i = 0; command_table[i]; i++) {
		fprintf(out, "\t\t\t'%s:", command_table[i]->name);
		put_plain(out, command_table[i]->summary);
		fputs("'\n", out);
	}
	fputs("\t\t\t'help:help of a command, exit codes'\n"
	      "\t\t)\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	      "\tlocal cmd=$words[2]\n"
	      "\tshift words\n\t((CURRENT--))\n"
	      "\tcase $cmd in\n",
	      out);
	for (size_t i = 0; command_table[i]; i++) {
		fprintf(out, "\t%s)\n\t\t_arguments '--help[help]'",
			command_table[i]->name);
		each_option(out, command_table[i], zsh_option);
		zsh_operands(out, command_table[i]);
	}
	fputs("\tesac\n}\n_dagsim \"$@\"\n", out);
}

/* --- fish --- */

static void fish_option(FILE *out, const struct command *c,
			const struct option *o)
{
	enum source from = value_source(o);

	fprintf(out,
		"complete -c dagsim -n '__fish_seen_subcommand_from %s' -l %s",
		c->name, o->name);
	if (o->letter)
		fprintf(out, " -s %c", o->letter);
	if (o->type != OPT_FLAG && o->type != OPT_MAYBE)
		fputs(from == FROM_FILES || o->or_file ? " -r -F" : " -x", out);
	if (from == FROM_CHOICES || from == FROM_WORDS) {
		fputs(" -a '", out);
		put_choices(out, o);
		fputc('\'', out);
	}
	if (listed_by[from])
		fprintf(out, " -a '(dagsim %s --names 2>/dev/null)'",
			listed_by[from]);
	fputs(" -d '", out);
	put_plain(out, o->help);
	fputs("'\n", out);
}

static void fish_words(FILE *out, const struct command *c)
{
	if (c->acts) {
		fprintf(out,
			"complete -c dagsim -n '__fish_seen_subcommand_from "
			"%s; and not __fish_seen_subcommand_from ",
			c->name);
		put_words(out, c->acts);
		fputs("' -f -a '", out);
		put_words(out, c->acts);
		fputs("'\n", out);
	}
	if (c->words) {
		fprintf(out,
			"complete -c dagsim -n '__fish_seen_subcommand_from "
			"%s' -a '",
			c->name);
		put_words(out, c->words);
		fputs("'\n", out);
	}
}

static void fish_script(FILE *out)
{
	fputs("# fish completion for dagsim; made by: dagsim completion fish\n",
	      out);
	for (size_t i = 0; command_table[i]; i++) {
		const struct command *c = command_table[i];

		fprintf(out,
			"complete -c dagsim -n __fish_use_subcommand -f "
			"-a %s -d '",
			c->name);
		put_plain(out, c->summary);
		fputs("'\n", out);
		if (listed_by[names_source(c->operands)])
			fprintf(out,
				"complete -c dagsim -n "
				"'__fish_seen_subcommand_from %s' -f -a "
				"'(dagsim %s --names 2>/dev/null)'\n",
				c->name, listed_by[names_source(c->operands)]);
		each_option(out, c, fish_option);
		fish_words(out, c);
	}
}

/* --- plain: one row an option, for other shells and for the man pages --- */

static void plain_option(FILE *out, const struct command *c,
			 const struct option *o)
{
	char arg[96];

	option_argument(o, arg, sizeof(arg));
	fprintf(out, "%s\t--%s\t%s%c\t%s\t%s\t%s\n", c->name, o->name,
		o->letter ? "-" : "", o->letter ? o->letter : '-', arg,
		o->def ? o->def : "", o->help);
}

static void plain_table(FILE *out)
{
	for (size_t i = 0; command_table[i]; i++)
		each_option(out, command_table[i], plain_option);
}

static const struct {
	const char *shell;
	void (*script)(FILE *out);
} shells[] = {
	{"bash", bash_script},
	{"zsh", zsh_script},
	{"fish", fish_script},
	{"plain", plain_table},
};

static const char *shell_name(size_t i)
{
	return i < sizeof(shells) / sizeof(*shells) ? shells[i].shell : NULL;
}

static enum exit_code run_completion(struct cli *cli)
{
	const char *names[4], *want = cli->operands.items[0];
	char hint[128] = "";

	for (size_t i = 0; i < 4; i++) {
		names[i] = shells[i].shell;
		if (!strcmp(names[i], want)) {
			shells[i].script(stdout);
			return EXIT_YES;
		}
	}
	suggest(hint, sizeof(hint), want, names, 4);
	error_set(&cli->error, NULL, 0, 0, "unknown shell '%.200s'%s", want,
		  hint);
	return cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim completion bash > ~/.local/share/bash-completion/"
	 "completions/dagsim",
	 "complete commands, options and policy names in bash"},
	{"dagsim completion plain | grep simulate",
	 "every option of simulate, one a line, separated by tabs"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{NULL, NULL, 0}};

const struct command command_completion = {
	.name = "completion",
	.summary = "print the completion script of a shell",
	.operands = "bash|zsh|fish|plain",
	.about = "make install puts the scripts where the shells look.",
	.examples = examples,
	.groups = groups,
	.min_operands = 1,
	.max_operands = 1,
	.acts = shell_name,
	.run = run_completion,
};
