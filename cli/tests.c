/* tests.c - `dagsim tests`: what the one table of analyses says */
#include "cli/command.h"
#include "cli/traits.h"

#include "analysis/test.h"
#include "base/json.h"

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
	{NULL},
};

static const struct {
	unsigned bit;
	const char *name, *means;
} executors[] = {
	{FOR_ACCELERATOR, "accelerator", "one non-preemptive accelerator"},
	{FOR_CORE_FULL, "core_full", "one core, preemptible anywhere"},
	{FOR_CORE_LIMITED, "core_limited",
	 "one core, preemptible between nodes"},
	{FOR_CORE_NONE, "core_none", "one core, not preemptible"},
};
enum { N_EXECUTORS = sizeof(executors) / sizeof(*executors) };

static const char *strength(const struct analysis_test *t)
{
	return t->exact ? "exact" : "sufficient";
}

static void describe(FILE *out, const struct analysis_test *t)
{
	const char *label = "executors:";

	fprintf(out, "%s - %s\n\n", t->name, t->summary);
	fprintf(out, "source:      %s\nstrength:    %s\n", t->source,
		strength(t));
	fprintf(out, "order:       %s\nbatch rule:  %s\n",
		policy_order_name(t->order), batch_rule_name(t->batch));
	fprintf(out, "deadlines:   %s\n",
		t->any_deadline ? "any" : "at most the period");
	for (size_t i = 0; i < N_EXECUTORS; i++) {
		if (!(t->executors & executors[i].bit))
			continue;
		fprintf(out, "%-12s %s\n", label, executors[i].means);
		label = "";
	}
	label = "assumes:";
	for (const char *const *a = t->assumptions; a && *a; a++) {
		fprintf(out, "%-12s %s\n", label, *a);
		label = "";
	}
}

static void list(FILE *out)
{
	fprintf(out, "%-28s %-10s %-6s %s\n", "test", "strength", "order",
		"summary");
	for (size_t i = 0; analysis_table[i]; i++) {
		const struct analysis_test *t = analysis_table[i];

		fprintf(out, "%-28s %-10s %-6s %s\n", t->name, strength(t),
			policy_order_name(t->order), t->summary);
	}
}

static void json_test(struct json *j, const struct analysis_test *t)
{
	json_object(j);
	json_key(j, "name"), json_string(j, t->name);
	json_key(j, "summary"), json_string(j, t->summary);
	json_key(j, "source"), json_string(j, t->source);
	json_key(j, "exact"), json_bool(j, t->exact);
	json_key(j, "any_deadline"), json_bool(j, t->any_deadline);
	json_key(j, "order"), json_string(j, policy_order_name(t->order));
	json_key(j, "batch_rule"), json_string(j, batch_rule_name(t->batch));
	json_key(j, "executors"), json_array(j);
	for (size_t i = 0; i < N_EXECUTORS; i++)
		if (t->executors & executors[i].bit)
			json_string(j, executors[i].name);
	json_end(j);
	json_key(j, "assumptions"), json_array(j);
	for (const char *const *a = t->assumptions; a && *a; a++)
		json_string(j, *a);
	json_end(j);
	json_end(j);
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
			json_test(&j, analysis_table[i]);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

static enum exit_code run_tests(struct cli *cli)
{
	const struct tests_args *args = cli->args;
	const struct analysis_test *only = NULL;

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
		describe(stdout, only);
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
