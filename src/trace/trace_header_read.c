/* trace_header_read.c - see trace_header.h */
#include "model/fields.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"
#include "trace/trace_header.h"
#include "trace/trace_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A table for each kind of object.  Texts may be put together of several. */

#define NUMBER(record, name, member, lo, hi)                                   \
	{                                                                      \
		.key = (name), .type = FIELD_INT,                              \
		.offset = offsetof(struct record, member), .min = (lo),        \
		.max = (hi)                                                    \
	}
#define NEEDED(record, name, member, lo, hi)                                   \
	{                                                                      \
		.key = (name), .type = FIELD_INT,                              \
		.offset = offsetof(struct record, member),                     \
		.flags = FIELD_REQUIRED, .min = (lo), .max = (hi)              \
	}
#define OTHER(record, name, kind, member)                                      \
	{                                                                      \
		.key = (name), .type = (kind),                                 \
		.offset = offsetof(struct record, member),                     \
		.flags = FIELD_REQUIRED, .max = 4 * FIELD_NAME_MAX             \
	}
#define MAYBE(record, name, kind, member, list)                                \
	{                                                                      \
		.key = (name), .type = (kind),                                 \
		.offset = offsetof(struct record, member), .choices = (list)   \
	}
#define CHOICE(record, name, member, list)                                     \
	{                                                                      \
		.key = (name), .type = FIELD_CHOICE,                           \
		.offset = offsetof(struct record, member),                     \
		.flags = FIELD_REQUIRED, .choices = (list)                     \
	}
#define COUNT(table) (sizeof(table) / sizeof(*(table)))

struct row {
	const char *name;
	int64_t period, deadline, phase, jitter, sporadic, criticality, group;
	int64_t nodes, model, max_batch, from, to, delay, device;
	int64_t delay_min, speed_num, speed_den;
	int on, preemption, order, batching;
	const struct tree *flags, *cores, *regions;
};

static const struct field task_fields[] = {
	OTHER(row, "name", FIELD_TEXT, name),
	NEEDED(row, "period_ns", period, 1, INT64_MAX),
	NEEDED(row, "deadline_ns", deadline, 1, INT64_MAX),
	NUMBER(row, "phase_ns", phase, 0, INT64_MAX),
	NUMBER(row, "jitter_ns", jitter, 0, INT64_MAX),
	NUMBER(row, "sporadic", sporadic, 0, 1),
	NUMBER(row, "criticality", criticality, 0, UINT32_MAX),
	NUMBER(row, "group", group, 0, UINT32_MAX),
	NUMBER(row, "nodes", nodes, 1, NODES_MAX),
};
static const struct field node_fields[] = {
	OTHER(row, "name", FIELD_TEXT, name),
	NEEDED(row, "model", model, 0, UINT32_MAX),
	CHOICE(row, "on", on, resources),
	NUMBER(row, "device", device, 0, UINT32_MAX),
	MAYBE(row, "cores", FIELD_TREE, cores, NULL),
	MAYBE(row, "non_preemptive_ns", FIELD_TREE, regions, NULL),
};
static const struct field model_fields[] = {
	OTHER(row, "name", FIELD_TEXT, name),
	NUMBER(row, "max_batch", max_batch, 1, BATCH_MAX),
};
static const struct field edge_fields[] = {
	NEEDED(row, "from", from, 0, UINT32_MAX),
	NEEDED(row, "to", to, 0, UINT32_MAX),
	NUMBER(row, "delay_ns", delay, 0, INT64_MAX),
	NUMBER(row, "delay_min_ns", delay_min, 0, INT64_MAX),
};
static const struct field exec_fields[] = {
	OTHER(row, "name", FIELD_TEXT, name),
	CHOICE(row, "on", on, resources),
	CHOICE(row, "preemption", preemption, preemptions),
	NUMBER(row, "device", device, 0, UINT32_MAX),
	NUMBER(row, "speed_num", speed_num, 1, INT64_MAX),
	NUMBER(row, "speed_den", speed_den, 1, INT64_MAX),
};
static const struct field device_fields[] = {
	OTHER(row, "policy", FIELD_TEXT, name),
	CHOICE(row, "order", order, orders),
	CHOICE(row, "batching", batching, batchings),
	OTHER(row, "flags", FIELD_TREE, flags),
};

struct top {
	const char *program, *source, *workload, *digest, *policy;
	int64_t version, horizon, warmup, until, late_ready;
	int order, batching, late, response;
	const struct tree *format, *command, *flags, *seed;
	const struct tree *tasks, *nodes, *models, *edges, *execs, *groups;
	const struct tree *devices, *overheads, *latency, *platform, *chains;
};
static const struct field top_fields[] = {
	OTHER(top, "format", FIELD_TREE, format),
	NEEDED(top, "version", version, TRACE_VERSION, TRACE_PLATFORM),
	OTHER(top, "program", FIELD_TEXT, program),
	OTHER(top, "source", FIELD_TEXT, source),
	OTHER(top, "workload", FIELD_TEXT, workload),
	OTHER(top, "digest", FIELD_TEXT, digest),
	OTHER(top, "command", FIELD_TREE, command),
	OTHER(top, "policy", FIELD_TEXT, policy),
	CHOICE(top, "order", order, orders),
	CHOICE(top, "batching", batching, batchings),
	OTHER(top, "flags", FIELD_TREE, flags),
	OTHER(top, "seed", FIELD_TREE, seed),
	NEEDED(top, "horizon_ns", horizon, 1, INT64_MAX),
	NEEDED(top, "warmup_ns", warmup, 0, INT64_MAX),
	NUMBER(top, "releases_until_ns", until, 1, INT64_MAX),
	CHOICE(top, "late", late, lates),
	NUMBER(top, "late_ready", late_ready, 0, 1),
	MAYBE(top, "response", FIELD_CHOICE, response, metrics_response_names),
	OTHER(top, "tasks", FIELD_TREE, tasks),
	OTHER(top, "nodes", FIELD_TREE, nodes),
	OTHER(top, "models", FIELD_TREE, models),
	OTHER(top, "edges", FIELD_TREE, edges),
	OTHER(top, "execs", FIELD_TREE, execs),
	OTHER(top, "groups", FIELD_TREE, groups),
	MAYBE(top, "devices", FIELD_TREE, devices, NULL),
	MAYBE(top, "overheads", FIELD_TREE, overheads, NULL),
	MAYBE(top, "latency", FIELD_TREE, latency, NULL),
	MAYBE(top, "platform", FIELD_TREE, platform, NULL),
	MAYBE(top, "chains", FIELD_TREE, chains, NULL),
};

#define SECTION(what, table)                                                   \
	{                                                                      \
		(what), (table), COUNT(table)                                  \
	}
static const struct section task_section = SECTION("a task", task_fields),
			    node_section = SECTION("a node", node_fields),
			    model_section = SECTION("a model", model_fields),
			    edge_section = SECTION("an edge", edge_fields),
			    exec_section = SECTION("an executor", exec_fields),
			    device_section = SECTION("a device", device_fields),
			    top_section = SECTION("a header", top_fields);

/* Is it a list of least..most entries? */
static bool read_list(struct reader *r, const struct tree *t, const char *key,
		      uint32_t least, uint32_t most, uint32_t *n)
{
	if (!want_kind(r, t, TREE_LIST, key))
		return false;
	*n = t->n;
	return (t->n >= least && t->n <= most) ||
	       reader_error(r, t, "'%s' has %u entries (valid: %u to %u)", key,
			    t->n, least, most);
}

static bool read_row(struct reader *r, const struct tree *t,
		     const struct section *s, struct row *row)
{
	const struct tree *at[FIELDS_MAX];

	*row = (struct row){.group = NONE,
			    .device = NONE,
			    .nodes = 1,
			    .max_batch = 1,
			    .delay_min = -1};
	return fields_read(r, t, s, row, at);
}

bool trace_flags_read(struct reader *r, const struct tree *t, uint32_t *flags)
{
	uint32_t n;

	if (!read_list(r, t, "flags", 0, 32, &n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const char *name, *end;
		unsigned bit = 0;

		if (!read_name(r, t->items[i], "flags", &name))
			return false;
		while (bit < TRAITS && strcmp(name, traits[bit]) != 0)
			bit++;
		if (bit == TRAITS && !strncmp(name, "bit", 3))
			bit = (unsigned)strtoul(name + 3, (char **)&end, 10);
		if (bit == TRAITS || bit > 31)
			return reader_unknown(r, t->items[i], "flag", traits,
					      TRAITS);
		*flags |= 1u << bit;
	}
	return true;
}

static bool read_seed(struct reader *r, const struct tree *t, uint64_t *seed)
{
	char *end;

	if (!want_kind(r, t, TREE_SCALAR, "seed"))
		return false;
	errno = 0;
	*seed = strtoull(t->text, &end, 10);
	return (t->n && strspn(t->text, "0123456789") == t->n && !errno) ||
	       reader_error(r, t, "'seed' must be an integer below 2^64");
}

static bool read_tasks(struct reader *r, const struct tree *t,
		       struct trace_header *h)
{
	struct trace_task *out;
	uint32_t first = 0;

	if (!read_list(r, t, "tasks", 1, TASKS_MAX, &h->n_tasks))
		return false;
	h->tasks = out = ARENA_NEW(r->arena, struct trace_task, h->n_tasks);
	for (uint32_t i = 0; i < h->n_tasks; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &task_section, &row))
			return false;
		if (row.nodes > (int64_t)h->n_nodes - first)
			return reader_error(r, t->items[i],
					    "more nodes than 'nodes' lists");
		if (row.group != NONE && row.group >= h->n_groups)
			return reader_error(r, t->items[i],
					    "a group that is not listed");
		out[i] = (struct trace_task){
			.name = row.name,
			.period = row.period,
			.deadline = row.deadline,
			.phase = row.phase,
			.jitter = row.jitter,
			.sporadic = row.sporadic,
			.criticality = (uint32_t)row.criticality,
			.group = (uint32_t)row.group,
			.first_node = first,
			.n_nodes = (uint32_t)row.nodes,
		};
		first += out[i].n_nodes;
	}
	return first == h->n_nodes ||
	       reader_error(r, t, "fewer nodes than 'nodes' lists");
}

static bool read_devices(struct reader *r, const struct tree *t,
			 struct trace_header *h)
{
	struct trace_device *out;

	if (!t)
		return true;
	if (!read_list(r, t, "devices", 0, UINT16_MAX, &h->n_devices))
		return false;
	h->devices = out =
		ARENA_NEW(r->arena, struct trace_device, h->n_devices);
	for (uint32_t i = 0; i < h->n_devices; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &device_section, &row))
			return false;
		out[i] = (struct trace_device){.policy = row.name,
					       .order = (uint32_t)row.order,
					       .batching =
						       (uint32_t)row.batching};
		if (!trace_flags_read(r, row.flags, &out[i].flags))
			return false;
	}
	return true;
}

/* A node or an executor names a device that there is. */
static bool check_device(struct reader *r, const struct tree *t,
			 const struct row *row, const struct trace_header *h)
{
	return row->device == NONE || row->device < h->n_devices ||
	       reader_error(r, t, "a device that is not listed");
}

bool trace_cores_read(struct reader *r, const struct tree *t,
		      const uint32_t **out, uint32_t *n)
{
	uint32_t *cores;

	if (!t)
		return true;
	if (!read_list(r, t, "cores", 1, CORES_MAX, n))
		return false;
	*out = cores = ARENA_NEW(r->arena, uint32_t, *n);
	for (uint32_t i = 0; i < *n; i++) {
		int64_t core;

		if (!read_int(r, t->items[i], "cores", 0, CORES_MAX, &core))
			return false;
		cores[i] = (uint32_t)core;
	}
	return true;
}

/* base, from, to, from, to, ...: ascending, apart, within the base. */
static bool read_regions(struct reader *r, const struct tree *t,
			 struct trace_node *node)
{
	struct regions *out;
	int64_t base, before = 0, at;
	uint32_t n;

	if (!t)
		return true;
	if (!read_list(r, t, "non_preemptive_ns", 3, UINT32_MAX / 2, &n) ||
	    !read_int(r, t->items[0], "non_preemptive_ns", 1, INT64_MAX, &base))
		return false;
	if (n % 2 == 0)
		return reader_error(r, t, "a region without an end");
	out = arena_alloc(r->arena,
			  sizeof(*out) + n / 2 * sizeof(out->item[0]));
	*out = (struct regions){.base = base, .n = n / 2};
	for (uint32_t i = 1; i < n; i++) {
		bool end = i % 2 == 0;

		if (!read_int(r, t->items[i], "non_preemptive_ns", before + end,
			      base, &at))
			return false;
		if (end)
			out->item[i / 2 - 1].to = at;
		else
			out->item[i / 2].from = at;
		before = at;
	}
	node->regions = out;
	return true;
}

static bool read_nodes(struct reader *r, const struct tree *t,
		       struct trace_header *h)
{
	struct trace_node *out;

	if (!read_list(r, t, "nodes", 1, NODES_MAX, &h->n_nodes))
		return false;
	h->nodes = out = ARENA_NEW(r->arena, struct trace_node, h->n_nodes);
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &node_section, &row))
			return false;
		if (row.model >= h->n_models)
			return reader_error(r, t->items[i],
					    "a model that is not listed");
		if (!check_device(r, t->items[i], &row, h))
			return false;
		out[i] = (struct trace_node){.name = row.name,
					     .model = (uint32_t)row.model,
					     .resource = (uint32_t)row.on,
					     .device = (uint32_t)row.device};
		if (!trace_cores_read(r, row.cores, &out[i].cores,
				      &out[i].n_cores) ||
		    !read_regions(r, row.regions, &out[i]))
			return false;
	}
	return true;
}

static bool read_models(struct reader *r, const struct tree *t,
			struct trace_header *h)
{
	struct trace_model *out;

	if (!read_list(r, t, "models", 1, NODES_MAX, &h->n_models))
		return false;
	h->models = out = ARENA_NEW(r->arena, struct trace_model, h->n_models);
	for (uint32_t i = 0; i < h->n_models; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &model_section, &row))
			return false;
		out[i] =
			(struct trace_model){row.name, (uint32_t)row.max_batch};
	}
	return true;
}

static bool read_edges(struct reader *r, const struct tree *t,
		       struct trace_header *h)
{
	struct trace_edge *out;

	if (!read_list(r, t, "edges", 0, UINT32_MAX, &h->n_edges))
		return false;
	h->edges = out = ARENA_NEW(r->arena, struct trace_edge, h->n_edges);
	for (uint32_t i = 0; i < h->n_edges; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &edge_section, &row))
			return false;
		if (row.from >= h->n_nodes || row.to >= h->n_nodes)
			return reader_error(r, t->items[i],
					    "a node that is not listed");
		if (row.delay_min > row.delay)
			return reader_error(r, t->items[i],
					    "the least delay is above the "
					    "largest");
		out[i] = (struct trace_edge){
			(uint32_t)row.from, (uint32_t)row.to,
			row.delay_min < 0 ? row.delay : row.delay_min,
			row.delay};
	}
	return true;
}

static bool read_execs(struct reader *r, const struct tree *t,
		       struct trace_header *h)
{
	struct trace_exec *out;

	if (!read_list(r, t, "execs", 1, UINT16_MAX, &h->n_execs))
		return false;
	h->execs = out = ARENA_NEW(r->arena, struct trace_exec, h->n_execs);
	for (uint32_t i = 0; i < h->n_execs; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &exec_section, &row))
			return false;
		if (!check_device(r, t->items[i], &row, h))
			return false;
		out[i] = (struct trace_exec){row.name,
					     (uint32_t)row.on,
					     (uint32_t)row.preemption,
					     (uint32_t)row.device,
					     {row.speed_num, row.speed_den}};
		if (!row.speed_num != !row.speed_den)
			return reader_error(r, t->items[i], "half of a speed");
	}
	return true;
}

static bool read_groups(struct reader *r, const struct tree *t,
			struct trace_header *h)
{
	const char **out;

	if (!read_list(r, t, "groups", 0, TASKS_MAX, &h->n_groups))
		return false;
	out = ARENA_NEW(r->arena, const char *, h->n_groups);
	h->groups = out;
	for (uint32_t i = 0; i < h->n_groups; i++)
		if (!read_name(r, t->items[i], "groups", &out[i]))
			return false;
	return true;
}

const struct trace_header *trace_header_read(struct arena *a, const char *file,
					     const char *text, size_t len,
					     struct dag_error *e)
{
	struct trace_header *h = ARENA_NEW(a, struct trace_header, 1);
	struct reader r = {.file = file, .arena = a, .e = e};
	const struct tree *at[FIELDS_MAX], *t;
	struct top top = {0};

	t = tree_parse_json(a, file, text, len, e);
	if (!t || !fields_read(&r, t, &top_section, &top, at))
		return NULL;
	*h = (struct trace_header){
		.program_version = top.program,
		.source = top.source,
		.workload = top.workload,
		.digest = top.digest,
		.policy = top.policy,
		.policy_order = (uint32_t)top.order,
		.batch_rule = (uint32_t)top.batching,
		.horizon = top.horizon,
		.warmup = top.warmup,
		.releases_until = top.until,
		.late = (uint32_t)top.late,
		.late_ready = top.late_ready,
		.response = (uint32_t)top.response,
	};
	if (!want_kind(&r, top.command, TREE_SCALAR, "command"))
		return NULL;
	h->command = arena_strdup(a, top.command->text);
	/* In this order: each looks up in those before it. */
	if (!trace_flags_read(&r, top.flags, &h->policy_flags) ||
	    !read_seed(&r, top.seed, &h->seed) ||
	    !read_devices(&r, top.devices, h) ||
	    !read_models(&r, top.models, h) || !read_nodes(&r, top.nodes, h) ||
	    !read_groups(&r, top.groups, h) || !read_tasks(&r, top.tasks, h) ||
	    !read_edges(&r, top.edges, h) || !read_execs(&r, top.execs, h) ||
	    !trace_overheads_read(&r, top.overheads, &h->overheads) ||
	    !trace_latency_read(&r, top.latency, &h->latency) ||
	    !trace_platform_read(&r, top.platform, h) ||
	    !trace_chains_read(&r, top.chains, h))
		return NULL;
	return h;
}
