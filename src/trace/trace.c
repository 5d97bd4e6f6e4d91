/* trace.c - see trace.h */
#include "trace/trace.h"
#include "model/latency.h"
#include "model/overhead.h"

#include <assert.h>

static const struct trace_task *copy_tasks(const struct workload *w,
					   struct arena *a)
{
	struct trace_task *out = ARENA_NEW(a, struct trace_task, w->n_tasks);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		out[i] = (struct trace_task){
			.name = t->name,
			.period = t->period,
			.deadline = t->deadline,
			.phase = t->phase,
			.jitter = t->jitter,
			.sporadic = t->arrival == SPORADIC,
			.criticality = t->criticality,
			.group = t->group,
			.first_node = t->first_node,
			.n_nodes = t->n_nodes,
		};
	}
	return out;
}

static const struct trace_node *copy_nodes(const struct workload *w,
					   struct arena *a)
{
	struct trace_node *out = ARENA_NEW(a, struct trace_node, w->n_nodes);

	for (uint32_t i = 0; i < w->n_nodes; i++) {
		uint32_t model = w->nodes[i].model;

		assert(model < w->n_models);
		out[i].name = w->nodes[i].name;
		out[i].model = model;
		out[i].resource = w->models[model].resource;
		out[i].device = NONE;
		out[i].cores = w->nodes[i].cores;
		out[i].n_cores = w->nodes[i].n_cores;
		out[i].regions = w->nodes[i].regions;
	}
	return out;
}

static const struct trace_model *copy_models(const struct workload *w,
					     struct arena *a)
{
	struct trace_model *out = ARENA_NEW(a, struct trace_model, w->n_models);

	for (uint32_t i = 0; i < w->n_models; i++) {
		out[i].name = w->models[i].name;
		out[i].max_batch = w->models[i].max_batch;
	}
	return out;
}

static const struct trace_edge *copy_edges(const struct workload *w,
					   struct arena *a)
{
	struct trace_edge *out = ARENA_NEW(a, struct trace_edge, w->n_edges);

	for (uint32_t i = 0; i < w->n_edges; i++) {
		out[i].from = w->edges[i].from;
		out[i].to = w->edges[i].to;
		out[i].delay = w->edges[i].delay;
		out[i].delay_min = edge_least_delay(&w->edges[i]);
	}
	return out;
}

/* The bytes of messages count with them. */
static const struct trace_overhead *bound_overheads(const struct workload *w,
						    struct arena *a)
{
	const struct overheads *o = w->platform.overheads;
	uint32_t least = w->n_edges ? UINT32_MAX : 0, most = 0;
	struct trace_overhead *out;

	if (!o)
		return NULL;
	out = ARENA_NEW(a, struct trace_overhead, OVERHEAD_GIVEN);
	for (int i = 0; i < OVERHEAD_GIVEN; i++)
		out[i] = (struct trace_overhead){o->of[i].least, o->of[i].most};
	for (uint32_t i = 0; i < w->n_edges; i++) {
		uint32_t bytes = w->edges[i].bytes;

		least = bytes < least ? bytes : least;
		most = bytes > most ? bytes : most;
	}
	out[OVERHEAD_MESSAGE].least += overhead_bytes(o, least);
	out[OVERHEAD_MESSAGE].most += overhead_bytes(o, most);
	return out;
}

static void list_execs(struct trace_header *h, const struct platform *p,
		       struct arena *a)
{
	uint32_t accelerators = p->n_accelerators;
	struct trace_exec *out;

	if (!p->n_cores && !accelerators)
		accelerators = 1;
	h->n_execs = p->n_cores + accelerators;
	out = ARENA_NEW(a, struct trace_exec, h->n_execs);
	for (uint32_t i = 0; i < h->n_execs; i++) {
		bool core = i < p->n_cores;

		out[i].resource = core ? ON_CORE : ON_ACCELERATOR;
		out[i].preemption = core ? p->preemption : PREEMPT_NONE;
		out[i].device = NONE;
		if (core && p->speeds)
			out[i].speed = p->speeds[i];
		if (core)
			out[i].name = arena_printf(a, "core%u", i);
		else if (accelerators == 1)
			out[i].name = "accelerator";
		else
			out[i].name = arena_printf(a, "accelerator%u",
						   i - p->n_cores);
	}
	h->execs = out;
}

void trace_header_init(struct trace_header *h, const struct workload *w,
		       struct arena *a)
{
	*h = (struct trace_header){
		.program_version = DAGSIM_VERSION,
		.source = "simulate",
		.workload = w->name,
		.digest = w->digest,
		.command = "",
		.policy = "",
		.tasks = copy_tasks(w, a),
		.nodes = copy_nodes(w, a),
		.models = copy_models(w, a),
		.edges = copy_edges(w, a),
		.groups = w->groups,
		.chains = w->chains,
		.n_tasks = w->n_tasks,
		.n_nodes = w->n_nodes,
		.n_models = w->n_models,
		.n_edges = w->n_edges,
		.n_groups = w->n_groups,
		.n_chains = w->n_chains,
	};
	list_execs(h, &w->platform, a);
	h->overheads = bound_overheads(w, a);
	if (w->platform.latency) {
		const struct latency *l = w->platform.latency;

		h->latency = (struct trace_latency){l->least, l->most,
						    l->releases_only, false};
	}
}
