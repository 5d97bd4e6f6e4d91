/* edge.c - see edge.h */
#include "check/edge.h"

#include "base/rng.h"

#include <assert.h>
#include <string.h>

struct edge_walk {
	struct workload *w;
	dag_time unit;
	struct rng rng;
	bool (*admits)(void *ctx, const struct workload *w);
	void *ctx;
	struct arena *arena;
};

static uint32_t draw(struct edge_walk *k, uint32_t n)
{
	return (uint32_t)rng_next_below(&k->rng, n);
}

/* Task i, and the others of its group, which share their deadline. */
static void set_deadline(struct edge_walk *k, uint32_t i, dag_time deadline)
{
	uint32_t group = k->w->tasks[i].group;

	for (uint32_t t = 0; t < k->w->n_tasks; t++)
		if (t == i || (group != NONE && k->w->tasks[t].group == group))
			k->w->tasks[t].deadline = deadline;
}

/* The least deadline at which it is admitted, between the jitter and now. */
static void bring_forward(struct edge_walk *k)
{
	uint32_t i = draw(k, k->w->n_tasks);
	const struct task *t = &k->w->tasks[i];
	dag_time good = t->deadline / k->unit;
	dag_time bad = t->jitter / k->unit;

	if (t->deadline % k->unit)
		return;
	while (good - bad > 1) {
		dag_time mid = bad + (good - bad) / 2;

		set_deadline(k, i, mid * k->unit);
		if (k->admits(k->ctx, k->w))
			good = mid;
		else
			bad = mid;
	}
	set_deadline(k, i, good * k->unit);
}

/* Batches of more than `from` jobs take `more` longer. */
static const dag_time *longer(struct edge_walk *k, const struct model *m,
			      uint32_t from, dag_time more)
{
	dag_time *c = ARENA_NEW(k->arena, dag_time, m->max_batch);

	for (uint32_t b = 0; b < m->max_batch; b++)
		c[b] = m->latency[b] + (b >= from ? more : 0);
	return c;
}

static void make_longer(struct edge_walk *k)
{
	struct model *m = &k->w->models[draw(k, k->w->n_models)];
	const dag_time *old = m->latency;
	uint32_t from = draw(k, m->max_batch);
	dag_time good = 0, bad = 16;

	while (bad - good > 1) {
		dag_time mid = good + (bad - good) / 2;

		m->latency = longer(k,
				    &(struct model){.max_batch = m->max_batch,
						    .latency = old},
				    from, mid * k->unit);
		if (k->admits(k->ctx, k->w))
			good = mid;
		else
			bad = mid;
	}
	m->latency = longer(
		k, &(struct model){.max_batch = m->max_batch, .latency = old},
		from, good * k->unit);
}

const struct workload *
edge_of(const struct workload *w, dag_time unit, uint64_t seed,
	bool (*admits)(void *ctx, const struct workload *w), void *ctx,
	struct arena *a)
{
	struct edge_walk k = {.w = ARENA_NEW(a, struct workload, 1),
			      .unit = unit,
			      .rng = {rng_base(seed, RNG_ADVERSARY, 0, 2)},
			      .admits = admits,
			      .ctx = ctx,
			      .arena = a};

	assert(unit > 0 && w->n_tasks > 0);
	*k.w = *w;
	k.w->tasks = ARENA_NEW(a, struct task, w->n_tasks);
	k.w->models = ARENA_NEW(a, struct model, w->n_models);
	memcpy(k.w->tasks, w->tasks, w->n_tasks * sizeof(*w->tasks));
	memcpy(k.w->models, w->models, w->n_models * sizeof(*w->models));
	for (int i = 0; i < EDGE_STEPS; i++) {
		if (draw(&k, 3))
			bring_forward(&k);
		else
			make_longer(&k);
	}
	return k.w;
}
