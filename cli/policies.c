/* policies.c - `dagsim policies`: what the one table of policies says */
#include "cli/guard.h"
#include "cli/command.h"
#include "cli/traits.h"

#include "base/json.h"
#include "policies/policy.h"

#include <string.h>

struct policies_args {
	const char *describe;
	bool json, names;
};

#define AT(field) offsetof(struct policies_args, field)

static const struct option options[] = {
	{"describe", 0, OPT_TEXT, "POLICY", AT(describe),
	 .help = "everything about one policy; a path: of one in a shared "
		 "object"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.policies/1"},
	{"names", 0, OPT_FLAG, NULL, AT(names),
	 .help = "print names only, one a line"},
	{0},
};

static const struct {
	uint32_t flag;
	const char *name, *means;
} flags[] = {
	{POLICY_WORK_CONSERVING, "work_conserving",
	 "never waits while a job is ready and an executor there idle"},
	{POLICY_PREEMPTS, "preempts", "may interrupt a running job"},
	{POLICY_KEY_CHANGES, "key_changes", "a job's key changes as it runs"},
	{POLICY_CRITICAL_FIRST, "critical_first",
	 "equal keys: high criticality first"},
	{POLICY_ON_CORES, "on_cores", "drives cores"},
	{POLICY_ON_ACCELERATOR, "on_accelerator",
	 "drives one batching accelerator"},
	{POLICY_FIFO_TIES, "fifo_ties",
	 "equal keys: in the order of becoming ready"},
	{POLICY_SEES_WAKES, "sees_wakes", "can be blind to idle executors"},
	{POLICY_BINDS, "binds", "heeds which cores each node may use"},
	{POLICY_PARTITIONED, "partitioned", "keeps a task on one core"},
	{POLICY_CLUSTERED, "clustered", "keeps a task in a cluster of cores"},
	{POLICY_FEDERATED, "federated", "gives heavy tasks cores of their own"},
	{POLICY_TAIL_FIRST, "tail_first",
	 "runs the node of a job with the longest way behind it first"},
	{POLICY_ROTATES, "rotates",
	 "a job that an equal drives off goes behind its equals"},
};
enum { N_FLAGS = sizeof(flags) / sizeof(*flags) };

static const char *platform_name(const struct policy_ops *p)
{
	bool cores = p->traits.flags & POLICY_ON_CORES;
	bool accelerator = p->traits.flags & POLICY_ON_ACCELERATOR;

	return cores && accelerator ? "both" : cores ? "cores" : "accelerator";
}

/* A time parameter is told in the unit it is written in. */
static void put_value(FILE *out, const struct policy_param *k, int64_t v)
{
	char text[32];

	if (k->choices)
		snprintf(text, sizeof(text), "%s", k->choices[v]);
	else if (k->is_time)
		time_format(text, sizeof(text), v);
	else
		snprintf(text, sizeof(text), "%lld", (long long)v);
	fputs(text, out);
}

/* ", 1 to 5", or the names there are. */
static void put_valid(FILE *out, const struct policy_param *k)
{
	for (int64_t v = k->min; k->choices && v <= k->max; v++)
		fprintf(out, "%s%s", v == k->min ? "; " : ", ", k->choices[v]);
	if (k->choices)
		return;
	fputs(", ", out);
	put_value(out, k, k->min);
	fputs(" to ", out);
	put_value(out, k, k->max);
}

static void describe(FILE *out, const struct policy_ops *p)
{
	const char *label = "traits:";

	fprintf(out, "%s - %s\n\n", p->name, p->summary);
	if (p->source)
		fprintf(out, "source:      %s\n", p->source);
	fprintf(out, "order:       %s\nbatch rule:  %s\n",
		policy_order_name(p->traits.order),
		batch_rule_name(p->traits.batch));
	for (size_t i = 0; i < N_FLAGS; i++) {
		if (!(p->traits.flags & flags[i].flag))
			continue;
		fprintf(out, "%-12s %s\n", label, flags[i].means);
		label = "";
	}
	if (p->max_passes)
		fprintf(out,
			"fairness:    the oldest job of a task is passed by at "
			"most %u of each other\n",
			p->max_passes);
	for (const struct policy_param *k = p->params; k && k->name; k++) {
		fprintf(out, "parameter:   %s (default ", k->name);
		put_value(out, k, k->def);
		put_valid(out, k);
		fprintf(out, "): %s\n", k->help);
	}
}

static void list(FILE *out)
{
	fprintf(out, "%-24s %-12s %-7s %s\n", "policy", "drives", "order",
		"summary");
	for (size_t i = 0; policy_table[i]; i++)
		fprintf(out, "%-24s %-12s %-7s %s\n", policy_table[i]->name,
			platform_name(policy_table[i]),
			policy_order_name(policy_table[i]->traits.order),
			policy_table[i]->summary);
}

static void json_valid(struct json *j, const struct policy_param *k)
{
	if (!k->choices) {
		json_key(j, "min"), json_int(j, k->min);
		json_key(j, "max"), json_int(j, k->max);
		return;
	}
	json_key(j, "choices"), json_array(j);
	for (int64_t v = k->min; v <= k->max; v++)
		json_string(j, k->choices[v]);
	json_end(j);
}

static void json_params(struct json *j, const struct policy_ops *p)
{
	json_array(j);
	for (const struct policy_param *k = p->params; k && k->name; k++) {
		json_object(j);
		json_key(j, "name"), json_string(j, k->name);
		json_key(j, "help"), json_string(j, k->help);
		json_key(j, "unit"), json_string(j, k->is_time ? "ns" : NULL);
		json_key(j, "default");
		if (k->choices)
			json_string(j, k->choices[k->def]);
		else
			json_int(j, k->def);
		json_valid(j, k);
		json_end(j);
	}
	json_end(j);
}

static void json_policy(struct json *j, const struct policy_ops *p)
{
	json_object(j);
	json_key(j, "name"), json_string(j, p->name);
	json_key(j, "summary"), json_string(j, p->summary);
	json_key(j, "source"), json_string(j, p->source);
	json_key(j, "drives"), json_string(j, platform_name(p));
	json_key(j, "order"),
		json_string(j, policy_order_name(p->traits.order));
	json_key(j, "batch_rule"),
		json_string(j, batch_rule_name(p->traits.batch));
	json_key(j, "traits"), json_array(j);
	for (size_t i = 0; i < N_FLAGS; i++)
		if (p->traits.flags & flags[i].flag)
			json_string(j, flags[i].name);
	json_end(j);
	json_key(j, "max_passes"), json_uint(j, p->max_passes);
	json_key(j, "parameters"), json_params(j, p);
	json_end(j);
}

static void print_json(FILE *out, const struct policy_ops *only)
{
	struct json j;

	json_to_file(&j, out, 0);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.policies/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "policies"), json_array(&j);
	if (only)
		json_policy(&j, only);
	for (size_t i = 0; !only && policy_table[i]; i++)
		json_policy(&j, policy_table[i]);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

static enum exit_code run_policies(struct cli *cli)
{
	const struct policies_args *args = cli->args;
	const struct policy_ops *only = NULL;

	if (args->json && args->names) {
		error_set(&cli->error, NULL, 0, 0,
			  "--json and --names exclude each other; give one");
		return cli_fail(cli);
	}
	if (args->describe) {
		guard_plugin(args->describe);
		only = policy_find(args->describe, &cli->error);
		if (!only)
			return cli_fail(cli);
	}
	if (args->json)
		print_json(stdout, only);
	else if (args->names)
		for (size_t i = 0; policy_table[i]; i++)
			puts(policy_table[i]->name);
	else if (only)
		describe(stdout, only);
	else
		list(stdout);
	return EXIT_YES;
}

static const struct example examples[] = {
	{"dagsim policies", "the list"},
	{"dagsim policies --describe edf_batch",
	 "its traits, parameters and source"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{"Options", options, 0},
					     {NULL, NULL, 0}};

const struct command command_policies = {
	.name = "policies",
	.summary = "list the policies, or describe one",
	.operands = "",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct policies_args),
	.run = run_policies,
};
