/* make_workload.c - see make_workload.h */
#include "tests/support/make_workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct workload *make_workload(void)
{
	struct arena a = {0};
	struct workload *w = ARENA_NEW(&a, struct workload, 1);

	w->file = "made.yaml";
	w->name = "made";
	w->device = "test";
	w->platform.n_accelerators = 1;
	w->platform.preemption = PREEMPT_NONE;
	w->sim.duration = NS_PER_S;
	w->sim.safety_factor = (struct ratio){1, 1};
	w->arena = a;
	return w;
}

/* Room for one more: arrays double in the arena, at powers of two. */
static void *grown(struct workload *w, void *items, uint32_t n, size_t size)
{
	void *p;

	if (n & (n - 1))
		return items;
	p = arena_array(&w->arena, n ? 2 * (size_t)n : 1, size);
	if (n)
		memcpy(p, items, n * size);
	return p;
}

static uint32_t add_model(struct workload *w, const char *name,
			  enum resource resource, uint32_t max_batch,
			  const dag_time *latency)
{
	struct model *m;

	w->models = grown(w, w->models, w->n_models, sizeof(*w->models));
	m = &w->models[w->n_models];
	*m = (struct model){
		.name = arena_strdup(&w->arena, name),
		.resource = resource,
		.profile = resource == ON_CORE ? PROFILE_NODE : PROFILE_TABLE,
		.max_batch = max_batch,
		.latency = latency,
	};
	noise_init(&m->noise, &w->arena, NOISE_NONE, 0, 0, NULL);
	return w->n_models++;
}

uint32_t make_model(struct workload *w, const char *name, uint32_t max_batch,
		    dag_time first, dag_time more)
{
	dag_time *latency = ARENA_NEW(&w->arena, dag_time, max_batch);

	for (uint32_t i = 0; i < max_batch; i++)
		latency[i] = first + i * more;
	return add_model(w, name, ON_ACCELERATOR, max_batch, latency);
}

uint32_t make_model_table(struct workload *w, const char *name,
			  uint32_t max_batch, const dag_time *latency)
{
	dag_time *copy = ARENA_NEW(&w->arena, dag_time, max_batch);

	memcpy(copy, latency, max_batch * sizeof(*copy));
	return add_model(w, name, ON_ACCELERATOR, max_batch, copy);
}

struct task *make_task(struct workload *w, const char *name, dag_time period,
		       dag_time deadline)
{
	struct task *t;

	w->tasks = grown(w, w->tasks, w->n_tasks, sizeof(*w->tasks));
	t = &w->tasks[w->n_tasks++];
	*t = (struct task){
		.name = arena_strdup(&w->arena, name),
		.key = rng_name_key(name),
		.first_node = w->n_nodes,
		.period = period,
		.deadline = deadline,
		.group = NONE,
		.line = w->n_tasks,
	};
	return t;
}

uint32_t make_node_on(struct workload *w, const char *name, uint32_t model)
{
	REQUIRE(w->n_tasks > 0 && model < w->n_models);
	w->nodes = grown(w, w->nodes, w->n_nodes, sizeof(*w->nodes));
	w->nodes[w->n_nodes] = (struct node){
		.name = arena_strdup(&w->arena, name),
		.task = w->n_tasks - 1,
		.model = model,
	};
	w->tasks[w->n_tasks - 1].n_nodes++;
	return w->n_nodes++;
}

uint32_t make_node(struct workload *w, const char *name, dag_time wcet)
{
	dag_time *latency = ARENA_NEW(&w->arena, dag_time, 1);

	*latency = wcet;
	return make_node_on(w, name, add_model(w, name, ON_CORE, 1, latency));
}

struct task *make_stream(struct workload *w, const char *name, uint32_t model,
			 dag_time period)
{
	struct task *t = make_task(w, name, period, period);

	make_node_on(w, name, model);
	return t;
}

void make_streams(struct workload *w, uint32_t n, dag_time period,
		  dag_time wcet)
{
	char name[16];

	for (uint32_t i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "s%u", i);
		make_stream(w, name, make_model(w, name, 1, wcet, 0), period);
	}
}

void make_edge(struct workload *w, uint32_t from, uint32_t to, dag_time delay)
{
	w->edges = grown(w, w->edges, w->n_edges, sizeof(*w->edges));
	w->edges[w->n_edges++] =
		(struct edge){.from = from, .to = to, .delay = delay};
}

uint32_t make_group(struct workload *w, const char *name)
{
	w->groups = grown(w, w->groups, w->n_groups, sizeof(*w->groups));
	w->groups[w->n_groups] = arena_strdup(&w->arena, name);
	return w->n_groups++;
}

void make_done(struct workload *w)
{
	struct dag_error e;
	char text[1200];

	if (workload_check(w, &e))
		return;
	error_format(&e, text, sizeof(text));
	fprintf(stderr, "made a bad workload: %s\n", text);
	abort();
}
