/* check.c - `dagsim check`: reads workloads, and says what is in them */
#include "cli/workload_args.h"

#include "base/decimal.h"
#include "base/json.h"
#include "model/load.h"
#include "model/latency.h"
#include "model/runtime.h"

#include <stdlib.h>

struct check_args {
	struct workload_args workload;
	bool json, quiet;
};

#define AT(field) offsetof(struct check_args, field)

static const struct option options[] = {
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.check/1"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet),
	 .help = "print nothing but mistakes"},
	{0},
};

/* Those that nodes share; a node on a core has one of its own. */
static uint32_t shared_models(const struct workload *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->n_models; i++)
		n += w->models[i].resource == ON_ACCELERATOR;
	return n;
}

static double as_double(struct ratio r)
{
	return (double)r.num / (double)r.den;
}

/* Nodes of which a callback's own way is said. */
static uint32_t told_callbacks(const struct workload *w)
{
	const struct runtime_callback unsaid = runtime_callback_unsaid();
	const struct runtime_callback *c = w->runtime->callbacks;
	uint32_t n = 0;

	for (uint32_t i = 0; c && i < w->n_nodes; i++)
		n += c[i].line != unsaid.line;
	return n;
}

static void put_runtime(const struct workload *w)
{
	const struct runtime *r = w->runtime;

	if (!r)
		return;
	printf("  runtime, for --platform: %u executors", r->n_executors);
	for (uint32_t i = 0; i < r->n_executors; i++)
		printf("%s%s (%u nodes)", i ? ", " : ": ", r->executors[i].name,
		       r->executors[i].n_nodes);
	if (told_callbacks(w))
		printf("; callbacks told: %u", told_callbacks(w));
	putchar('\n');
}

static void json_runtime(struct json *j, const struct workload *w)
{
	const struct runtime *r = w->runtime;

	if (!r)
		return;
	json_key(j, "executors"), json_array(j);
	for (uint32_t i = 0; i < r->n_executors; i++) {
		json_object(j);
		json_key(j, "name"), json_string(j, r->executors[i].name);
		json_key(j, "nodes"), json_uint(j, r->executors[i].n_nodes);
		json_end(j);
	}
	json_end(j);
	json_key(j, "callbacks"), json_uint(j, told_callbacks(w));
}

static void put_text(const struct workload *w)
{
	struct ratio u = workload_utilization(w);
	struct ratio c = workload_utilization_on(w, ON_CORE);
	char util[DECIMAL_SIZE], cores[DECIMAL_SIZE];

	decimal_format_ratio(util, u.num, u.den, 4);
	decimal_format_ratio(cores, c.num, c.den, 4);
	printf("%s: %s\n"
	       "  models %u, tasks %u, nodes %u, edges %u, groups %u\n"
	       "  platform: %u cores, %u accelerators; device: %s\n"
	       "  nominal utilization without batches: %s\n",
	       w->file, w->name, shared_models(w), w->n_tasks, w->n_nodes,
	       w->n_edges, w->n_groups, w->platform.n_cores,
	       w->platform.n_accelerators, w->device, util);
	if (w->platform.n_cores)
		printf("  of which on cores: %s; preemption: %s\n", cores,
		       preemption_names[w->platform.preemption]);
	if (w->platform.latency) {
		const struct latency *l = w->platform.latency;

		printf("  kernel: %s, %.3f to %.3f us\n", l->spec,
		       (double)l->least / 1e3, (double)l->most / 1e3);
	}
	put_runtime(w);
	printf("  digest: %s\n", w->digest);
	for (uint32_t i = 0; i < w->n_warnings; i++)
		cli_warn(w->warnings[i]);
}

static void put_json(struct json *j, const struct workload *w)
{
	json_object(j);
	json_key(j, "file"), json_string(j, w->file);
	json_key(j, "workload"), json_string(j, w->name);
	json_key(j, "device"), json_string(j, w->device);
	json_key(j, "digest"), json_string(j, w->digest);
	json_key(j, "models"), json_uint(j, shared_models(w));
	json_key(j, "tasks"), json_uint(j, w->n_tasks);
	json_key(j, "nodes"), json_uint(j, w->n_nodes);
	json_key(j, "edges"), json_uint(j, w->n_edges);
	json_key(j, "groups"), json_uint(j, w->n_groups);
	json_key(j, "cores"), json_uint(j, w->platform.n_cores);
	json_key(j, "accelerators"), json_uint(j, w->platform.n_accelerators);
	json_key(j, "preemption"),
		json_string(j, preemption_names[w->platform.preemption]);
	if (w->platform.latency) {
		const struct latency *l = w->platform.latency;

		json_key(j, "kernel"), json_string(j, l->spec);
		json_key(j, "kernel_min_ns"), json_int(j, l->least);
		json_key(j, "kernel_max_ns"), json_int(j, l->most);
	}
	json_runtime(j, w);
	json_key(j, "utilization"),
		json_double(j, as_double(workload_utilization(w)));
	json_key(j, "core_utilization"),
		json_double(j, as_double(workload_utilization_on(w, ON_CORE)));
	json_key(j, "warnings"), json_array(j);
	for (uint32_t i = 0; i < w->n_warnings; i++)
		json_string(j, w->warnings[i]);
	json_end(j);
	json_end(j);
}

static bool check_one(struct cli *cli, const char *path, struct json *j)
{
	const struct check_args *args = cli->args;
	struct opened opened;

	if (!workload_open(cli, path, &args->workload, true, &opened))
		return false;
	if (args->json)
		put_json(j, opened.workload);
	else if (!args->quiet)
		put_text(opened.workload);
	workload_close(&opened);
	return true;
}

/* Every file is read, and each mistake told.  JSON is gathered, so that a
 * mistake in the last file prints no half. */
static enum exit_code run_check(struct cli *cli)
{
	const struct check_args *args = cli->args;
	enum exit_code code = EXIT_YES;
	struct json_text text = {0};
	struct json j;

	json_to_text(&j, &text, 0);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.check/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "files"), json_array(&j);
	for (size_t i = 0; i < cli->operands.n; i++) {
		if (check_one(cli, cli->operands.items[i], &j))
			continue;
		code = cli_fail(cli);
		cli_report(cli);
		cli->error = (struct dag_error){0};
	}
	json_end(&j);
	json_end(&j);
	json_finish(&j);
	if (code == EXIT_YES && args->json)
		fputs(text.s, stdout);
	free(text.s);
	return code;
}

static const struct example examples[] = {
	{"dagsim check robot.yaml", "what is in it, or what is wrong with it"},
	{"dagsim check --quiet workloads/*.yaml", "for scripts: exit 0 or 2"},
	{"dagsim check --strict --cores 4 brake.yaml",
	 "as an RTOS would that knows one source and one sink"},
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Output", options, 0},
	{NULL, NULL, 0},
};

const struct command command_check = {
	.name = "check",
	.summary = "read workloads and say what is wrong with them",
	.operands = "WORKLOAD...",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct check_args),
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run_check,
};
