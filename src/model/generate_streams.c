/* generate_streams.c - streams that share models and ticks; generate.h
 *
 * Streams are numbered through; a model takes the next few of them, a group
 * the next few of a model.  A model's share of the utilization is spread
 * over its streams by their rates: C(1) = share / sum of 1 / T.
 */
#include "model/generate_parts.h"

#include <assert.h>

/* How many streams each model has; returns the number of models. */
static uint32_t draw_models(const struct generator *g, uint32_t *sizes)
{
	uint32_t left = (uint32_t)g->spec.streams, n = 0;

	while (left) {
		uint64_t bits = generate_bits(g, ROLE_MODEL, n);
		int64_t size = draw_value(&g->spec.streams_per_model, bits);

		assert(size >= 1);
		sizes[n] = size < left ? (uint32_t)size : left;
		left -= sizes[n++];
	}
	return n;
}

/* Streams first..first + n - 1 of model m, tick by tick. */
static void draw_ticks(struct generator *g, uint32_t m, uint32_t first,
		       uint32_t n)
{
	struct workload *w = &g->w;
	uint32_t i = first, end = first + n;

	while (i < end) {
		int64_t size = draw_value(&g->spec.group_size,
					  generate_bits(g, ROLE_GROUP, i));
		struct task tick = generate_timing(g, i, 0);

		if (size > end - i)
			size = end - i;
		if (size > 1) {
			tick.group = w->n_groups;
			tick.jitter = 0;
			tick.arrival = PERIODIC;
			w->groups[w->n_groups] =
				generate_name(g, "g", w->n_groups + 1, 1);
			w->n_groups++;
		}
		for (; size > 0; size--, i++) {
			w->tasks[i] = tick;
			w->nodes[i] = (struct node){.task = i, .model = m};
		}
	}
}

/* share / sum of 1 / T, with the sum in units of 2^-77: off by 2^-30 of it
 * at most, for periods up to a day. */
static dag_time time_of_one(const struct generator *g, int64_t share,
			    uint32_t first, uint32_t n)
{
	const struct task *tasks = g->w.tasks;
	dag_time unit = g->spec.unit;
	uint128 rates = 0, units;

	if (n == 1)
		return generate_work(g, share, tasks[first].period) * unit;
	for (uint32_t i = first; i < first + n; i++)
		rates += ((uint128)1 << 77) / (uint64_t)tasks[i].period;
	assert(rates > 0);
	units = ((uint128)(uint64_t)share << 77) / UTIL_ONE;
	units = (units / (uint64_t)unit + rates / 2) / rates;
	assert(units <= INT64_MAX);
	return (dag_time)units * unit;
}

static void draw_profile(struct generator *g, uint32_t m, dag_time one)
{
	struct model *model = &g->w.models[m];
	int64_t part = draw_value(&g->spec.overhead,
				  generate_bits(g, ROLE_OVERHEAD, m));
	uint32_t batch = (uint32_t)draw_value(&g->spec.max_batch,
					      generate_bits(g, ROLE_BATCH, m));
	dag_time *latency = ARENA_NEW(&g->set, dag_time, batch);
	dag_time unit = g->spec.unit, a;

	a = (dag_time)((int128)one * part / DRAW_ONE / unit) * unit;
	assert(a >= 0 && a <= one);
	for (uint32_t b = 0; b < batch; b++)
		latency[b] = one + (one - a) * b;
	*model = (struct model){.name = generate_name(g, "m", m + 1, 1),
				.resource = ON_ACCELERATOR,
				.profile = PROFILE_LINEAR,
				.max_batch = batch,
				.latency = latency};
}

/* Names, deadlines and criticality, which need C(1). */
static void finish_streams(struct generator *g, uint32_t n)
{
	struct workload *w = &g->w;
	struct ratio high = g->spec.high_criticality;
	unsigned digits = generate_digits(n);

	for (uint32_t i = 0; i < n; i++) {
		struct task *t = &w->tasks[i];
		uint64_t draw = rng_below(generate_bits(g, ROLE_CRITICAL, i),
					  (uint64_t)high.den);

		t->name = w->nodes[i].name =
			generate_name(g, "s", i + 1, digits);
		t->first_node = i;
		t->n_nodes = 1;
		if (draw < (uint64_t)high.num)
			t->criticality = HIGH_CRITICALITY;
		if (t->group != NONE && i && w->tasks[i - 1].group == t->group)
			t->deadline = w->tasks[i - 1].deadline;
		else
			generate_deadline(
				g, t, i,
				w->models[w->nodes[i].model].latency[0]);
	}
}

bool generate_streams(struct generator *g, struct dag_error *e)
{
	struct workload *w = &g->w;
	uint32_t n = (uint32_t)g->spec.streams, first = 0, n_models;
	uint32_t *sizes = ARENA_NEW(&g->set, uint32_t, n);
	const int64_t *shares;

	n_models = draw_models(g, sizes);
	shares = generate_shares(g, n_models, e);
	if (!shares)
		return false;
	w->tasks = ARENA_NEW(&g->set, struct task, n);
	w->nodes = ARENA_NEW(&g->set, struct node, n);
	w->models = ARENA_NEW(&g->set, struct model, n_models);
	w->groups = ARENA_NEW(&g->set, const char *, n);
	for (uint32_t m = 0; m < n_models; m++) {
		dag_time one;

		draw_ticks(g, m, first, sizes[m]);
		one = time_of_one(g, shares[m], first, sizes[m]);
		g->effort.raised += one < g->spec.unit;
		draw_profile(g, m, one < g->spec.unit ? g->spec.unit : one);
		first += sizes[m];
	}
	assert(first == n);
	w->n_tasks = w->n_nodes = n;
	w->n_models = n_models;
	finish_streams(g, n);
	return true;
}
