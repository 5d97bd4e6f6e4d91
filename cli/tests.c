/* tests.c - `dagsim tests`: what the one table of analyses says */
#include "cli/command.h"

#include "analysis/report.h"

struct tests_args {
	const char *describe;
	bool json, names;
};

#define AT(field) offsetof(struct tests_args, field)

static const struct option options[] = {
	{"describe", 0, OPT_TEXT, "TEST", AT(describe),
	 .help = "everything about one test"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.tests/1"},
	{"names", 0, OPT_FLAG, NULL, AT(names),
	 .help = "print names only, one a line"},
	{0},
};

static void list(FILE *out)
{
	for (size_t i = 0; analysis_table[i]; i++)
		test_print_line(out, analysis_table[i]);
}

static void print_json(FILE *out, const struct analysis_test *only)
{
	struct json j;

	json_to_file(&j, out, 0);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.tests/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "tests"), json_array(&j);
	for (size_t i = 0; analysis_table[i]; i++)
		if (!only || only == analysis_table[i])
			test_json(&j, analysis_table[i]);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

static enum exit_code run_tests(struct cli *cli)
{
	const struct tests_args *args = cli->args;
	const struct analysis_test *only = NULL;

	if (args->json && args->names) {
		error_set(&cli->error, NULL, 0, 0,
			  "--json and --names exclude each other; give one");
		return cli_fail(cli);
	}
	if (args->describe) {
		only = analysis_find(args->describe, &cli->error);
		if (!only)
			return cli_fail(cli);
	}
	if (args->json)
		print_json(stdout, only);
	else if (args->names)
		for (size_t i = 0; analysis_table[i]; i++)
			puts(analysis_table[i]->name);
	else if (only)
		test_print(stdout, only);
	else
		list(stdout);
	return EXIT_YES;
}

static const struct example examples[] = {
	{"dagsim tests", "the list"},
	{"dagsim tests --describe np_edf",
	 "what it assumes, what it is sound for, its source"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{"Options", options, 0},
					     {NULL, NULL, 0}};

const struct command command_tests = {
	.name = "tests",
	.summary = "list the schedulability tests, or describe one",
	.operands = "",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct tests_args),
	.run = run_tests,
};
