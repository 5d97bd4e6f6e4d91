/* randplat.c - see randplat.h */
#include "tests/support/randplat.h"

#include "tests/support/dagsets.h"

#include "model/runtime.h"

static uint32_t below(struct rng *r, uint32_t n)
{
	return (uint32_t)rng_next_below(r, n);
}

/* An executor with the first nodes, whose callbacks may admit each other. */
static void some_executor(struct runtime *x, struct workload *w, struct rng *r)
{
	struct runtime_executor *e =
		ARENA_NEW(&w->arena, struct runtime_executor, 1);
	struct runtime_group *g = ARENA_NEW(&w->arena, struct runtime_group, 1);
	uint32_t n = 1 + below(r, w->n_nodes);
	uint32_t *nodes = ARENA_NEW(&w->arena, uint32_t, n);

	for (uint32_t i = 0; i < n; i++)
		nodes[i] = i;
	*e = runtime_executor_unsaid();
	e->name = "some";
	e->nodes = nodes;
	e->n_nodes = n;
	e->threads = 1 + below(r, 3);
	e->poll = below(r, 2);
	e->take = below(r, 2);
	*g = (struct runtime_group){"g", below(r, 2), nodes, 1 + n / 2};
	e->groups = g;
	e->n_groups = g->n_nodes <= n;
	x->executors = e;
	x->n_executors = 1;
}

/* All times but those of executors, which are none or 1 ns. */
static void stretch(struct workload *w, dag_time unit)
{
	dag_time *cost = ARENA_NEW(&w->arena, dag_time, w->n_models);

	for (uint32_t i = 0; i < w->n_models; i++) {
		cost[i] = w->models[i].latency[0] * unit;
		w->models[i].latency = &cost[i];
	}
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		w->tasks[i].period *= unit;
		w->tasks[i].deadline *= unit;
		w->tasks[i].phase *= unit;
		w->tasks[i].jitter *= unit;
	}
	for (uint32_t i = 0; i < w->n_edges; i++)
		w->edges[i].delay *= unit;
}

struct workload *randplat_draw(struct rng *r, dag_time unit)
{
	struct workload *w =
		dagset_draw(&(struct dagset_spec){.cores = 1 + below(r, 4),
						  .tasks = 3,
						  .nodes = 5,
						  .cost = 9,
						  .load = 0.5 + below(r, 3),
						  .constrained = true},
			    r);
	struct runtime *x = ARENA_NEW(&w->arena, struct runtime, 1);
	struct ratio *publish =
		ARENA_NEW(&w->arena, struct ratio, w->n_edges + 1);
	struct runtime_callback *c =
		ARENA_NEW(&w->arena, struct runtime_callback, w->n_nodes);

	for (uint32_t i = 0; i < w->n_edges; i++) {
		w->edges[i].delay = below(r, 3) ? 0 : below(r, 6);
		publish[i] = (struct ratio){below(r, 5), 4};
		if (publish[i].num > 3 || below(r, 2))
			publish[i] = (struct ratio){1, 1};
	}
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		c[i] = runtime_callback_unsaid();
		if (!below(r, 4))
			c[i].join = (enum join_rule)below(r, JOIN_RULES);
		if (!below(r, 3))
			c[i].timer = (enum timer_rule)below(r, TIMER_RULES);
		if (!below(r, 3))
			c[i].queue = below(r, 3);
		c[i].queue_size = 1 + below(r, 3);
	}
	if (below(r, 3))
		x->publish = publish;
	if (below(r, 2))
		x->callbacks = c;
	if (below(r, 2))
		some_executor(x, w, r);
	w->runtime = x;
	stretch(w, unit);
	return w;
}
