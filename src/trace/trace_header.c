/* trace_header.c - see trace_header.h */
#include "trace/trace_header.h"
#include "model/tree.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"
#include "trace/trace_names.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = TREE_TEXT - 8 };

static void text(struct json *j, const char *key, const char *s)
{
	size_t n = s ? strlen(s) : 0;

	json_key(j, key);
	if (n <= TEXT_MAX)
		json_string(j, s ? s : "");
	else /* what the reader would refuse */
		json_stringn(j, s, TEXT_MAX);
}

static void number(struct json *j, const char *key, int64_t v)
{
	json_key(j, key);
	json_int(j, v);
}

static void unless(struct json *j, const char *key, int64_t v, int64_t usual)
{
	if (v != usual)
		number(j, key, v);
}

void trace_flags_write(struct json *j, uint32_t flags)
{
	char buf[16];

	json_key(j, "flags");
	json_array(j);
	for (unsigned i = 0; i < 32; i++) {
		if (!(flags >> i & 1))
			continue;
		snprintf(buf, sizeof(buf), "bit%u", i);
		json_string(j, i < TRAITS ? traits[i] : buf);
	}
	json_end(j);
}

void trace_cores_write(struct json *j, const uint32_t *cores, uint32_t n)
{
	if (!cores)
		return;
	json_key(j, "cores");
	json_array(j);
	for (uint32_t i = 0; i < n; i++)
		json_int(j, cores[i]);
	json_end(j);
}

static void write_task(struct json *j, const struct trace_task *t)
{
	json_object(j);
	text(j, "name", t->name);
	number(j, "period_ns", t->period);
	number(j, "deadline_ns", t->deadline);
	unless(j, "phase_ns", t->phase, 0);
	unless(j, "jitter_ns", t->jitter, 0);
	unless(j, "sporadic", t->sporadic, 0);
	unless(j, "criticality", t->criticality, 0);
	unless(j, "group", t->group, NONE);
	unless(j, "nodes", t->n_nodes, 1);
	json_end(j);
}

/* The time that they are written for, then where each begins and ends. */
static void write_regions(struct json *j, const struct regions *r)
{
	json_key(j, "non_preemptive_ns");
	json_array(j);
	json_int(j, r->base);
	for (uint32_t i = 0; i < r->n; i++) {
		json_int(j, r->item[i].from);
		json_int(j, r->item[i].to);
	}
	json_end(j);
}

static void write_node(struct json *j, const struct trace_node *n)
{
	json_object(j);
	text(j, "name", n->name);
	number(j, "model", n->model);
	text(j, "on", resources[n->resource]);
	unless(j, "device", n->device, NONE);
	trace_cores_write(j, n->cores, n->n_cores);
	if (n->regions)
		write_regions(j, n->regions);
	json_end(j);
}

static void write_exec(struct json *j, const struct trace_exec *e)
{
	json_object(j);
	text(j, "name", e->name);
	text(j, "on", resources[e->resource]);
	text(j, "preemption", preemptions[e->preemption]);
	unless(j, "device", e->device, NONE);
	if (e->speed.den) {
		number(j, "speed_num", e->speed.num);
		number(j, "speed_den", e->speed.den);
	}
	json_end(j);
}

static void write_device(struct json *j, const struct trace_device *d)
{
	json_object(j);
	text(j, "policy", d->policy);
	text(j, "order", orders[d->order]);
	text(j, "batching", batchings[d->batching]);
	trace_flags_write(j, d->flags);
	json_end(j);
}

static void write_workload(struct json *j, const struct trace_header *h)
{
	json_key(j, "tasks");
	json_array(j);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		write_task(j, &h->tasks[i]);
	json_end(j);
	json_key(j, "nodes");
	json_array(j);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		write_node(j, &h->nodes[i]);
	json_end(j);
	json_key(j, "models");
	json_array(j);
	for (uint32_t i = 0; i < h->n_models; i++) {
		json_object(j);
		text(j, "name", h->models[i].name);
		unless(j, "max_batch", h->models[i].max_batch, 1);
		json_end(j);
	}
	json_end(j);
	json_key(j, "edges");
	json_array(j);
	for (uint32_t i = 0; i < h->n_edges; i++) {
		json_object(j);
		number(j, "from", h->edges[i].from);
		number(j, "to", h->edges[i].to);
		unless(j, "delay_ns", h->edges[i].delay, 0);
		unless(j, "delay_min_ns", h->edges[i].delay_min,
		       h->edges[i].delay);
		json_end(j);
	}
	json_end(j);
}

bool trace_is_magic(const char *bytes, size_t n)
{
	char got[sizeof(TRACE_MAGIC)];

	if (n > strlen(TRACE_MAGIC))
		n = strlen(TRACE_MAGIC);
	memcpy(got, bytes, n);
	if (n > TRACE_VERSION_AT &&
	    got[TRACE_VERSION_AT] == '0' + TRACE_PLATFORM)
		got[TRACE_VERSION_AT] = '0' + TRACE_VERSION;
	return !memcmp(got, TRACE_MAGIC, n);
}

void trace_header_write(struct json *j, const struct trace_header *h)
{
	json_object(j);
	text(j, "format", "dagsim-trace");
	number(j, "version", h->platform ? TRACE_PLATFORM : TRACE_VERSION);
	text(j, "program", h->program_version);
	text(j, "source", h->source);
	text(j, "workload", h->workload);
	text(j, "digest", h->digest);
	text(j, "command", h->command);
	text(j, "policy", h->policy);
	text(j, "order", orders[h->policy_order]);
	text(j, "batching", batchings[h->batch_rule]);
	trace_flags_write(j, h->policy_flags);
	json_key(j, "seed");
	json_uint(j, h->seed);
	number(j, "horizon_ns", h->horizon);
	number(j, "warmup_ns", h->warmup);
	unless(j, "releases_until_ns", h->releases_until, 0);
	text(j, "late", lates[h->late]);
	unless(j, "late_ready", h->late_ready, 0);
	if (h->response)
		text(j, "response", metrics_response_names[h->response]);
	write_workload(j, h);
	json_key(j, "execs");
	json_array(j);
	for (uint32_t i = 0; i < h->n_execs; i++)
		write_exec(j, &h->execs[i]);
	json_end(j);
	if (h->overheads)
		trace_overheads_write(j, h->overheads);
	if (h->latency.most || h->latency.bounded)
		trace_latency_write(j, &h->latency);
	if (h->platform)
		trace_platform_write(j, h);
	if (h->n_devices) {
		json_key(j, "devices");
		json_array(j);
		for (uint32_t i = 0; i < h->n_devices; i++)
			write_device(j, &h->devices[i]);
		json_end(j);
	}
	if (h->n_chains)
		trace_chains_write(j, h);
	json_key(j, "groups");
	json_array(j);
	for (uint32_t i = 0; i < h->n_groups; i++)
		json_string(j, h->groups[i]);
	json_end(j);
	json_end(j);
}
