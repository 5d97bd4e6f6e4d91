/* dag.c - see dag.h */
#include "analysis/dag.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SUM_MAX (INT64_C(1) << 62)

/* est, tail, work, length and longest from the costs. */
static void measure(struct dag *d, struct arena *a)
{
	dag_time *est = ARENA_NEW(a, dag_time, d->g.n);
	dag_time *tail = ARENA_NEW(a, dag_time, d->g.n);

	d->est = est;
	d->tail = tail;
	d->work = d->length = d->longest = 0;
	d->clipped = false;
	for (uint32_t v = 0; v < d->g.n; v++) {
		assert(d->g.cost[v] >= 0);
		d->clipped |= d->g.cost[v] > SUM_MAX - d->work;
		if (d->clipped)
			return;
		d->work += d->g.cost[v];
		if (d->g.cost[v] > d->longest)
			d->longest = d->g.cost[v];
	}
	graph_heads(&d->g, est);
	graph_tails(&d->g, tail);
	for (uint32_t v = 0; v < d->g.n; v++)
		if (tail[v] > d->length)
			d->length = tail[v];
}

struct ranked {
	uint32_t node, place; /* in topological order                        */
	dag_time tail;
};

static int by_tail(const void *pa, const void *pb)
{
	const struct ranked *a = pa, *b = pb;

	if (a->tail != b->tail)
		return a->tail > b->tail ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static void rank_nodes(struct dag *d, const dag_time *nominal, struct arena *a)
{
	struct arena scratch = {0};
	struct ranked *list = ARENA_NEW(&scratch, struct ranked, d->g.n);
	dag_time *tail = ARENA_NEW(&scratch, dag_time, d->g.n);
	uint32_t *rank = ARENA_NEW(a, uint32_t, d->g.n);
	struct graph g = d->g;

	g.cost = nominal;
	graph_tails(&g, tail);
	for (uint32_t i = 0; i < d->g.n; i++) {
		uint32_t v = d->g.topo[i];

		list[i] = (struct ranked){v, i, tail[v]};
	}
	if (d->g.n)
		qsort(list, d->g.n, sizeof(*list), by_tail);
	for (uint32_t i = 0; i < d->g.n; i++)
		rank[list[i].node] = i;
	arena_free(&scratch);
	d->rank = rank;
}

struct dag *dag_build(const struct workload *w, uint32_t task,
		      const dag_time *cost, const dag_time *nominal,
		      struct arena *a)
{
	const struct task *t = &w->tasks[task];
	struct dag *d = ARENA_NEW(a, struct dag, 1);
	dag_time *own = ARENA_NEW(a, dag_time, t->n_nodes);
	uint8_t *resource = ARENA_NEW(a, uint8_t, t->n_nodes);

	assert(task < w->n_tasks);
	for (uint32_t v = 0; v < t->n_nodes; v++) {
		const struct node *x = &w->nodes[t->first_node + v];

		own[v] = cost[v];
		resource[v] = (uint8_t)w->models[x->model].resource;
	}
	*d = (struct dag){.g.cost = own, .resource = resource, .arena = a};
	if (t->n_nodes)
		graph_of_task(&d->g, w, task, own, a);
	rank_nodes(d, nominal, a);
	measure(d, a);
	return d;
}

struct dag *dag_scale(const struct dag *d, int64_t num, int64_t den,
		      struct arena *a)
{
	struct dag *s = ARENA_NEW(a, struct dag, 1);
	dag_time *cost = ARENA_NEW(a, dag_time, d->g.n);

	assert(num >= 0 && den > 0);
	for (uint32_t v = 0; v < d->g.n; v++) {
		int128 x = ((int128)d->g.cost[v] * num + den - 1) / den;

		cost[v] = x > SUM_MAX ? SUM_MAX : (dag_time)x;
	}
	*s = *d;
	s->g.cost = cost;
	s->arena = a;
	s->greedy = s->fewest = NULL;
	s->profile = NULL;
	s->rest = NULL;
	measure(s, a);
	return s;
}

/* --- covers --- */

static void sum_up(struct dag_chains *c, struct arena *a)
{
	dag_time *rest = ARENA_NEW(a, dag_time, c->n + 1);

	for (uint32_t j = c->n; j-- > 0;) {
		assert(j + 1 == c->n || c->length[j] >= c->length[j + 1]);
		rest[j] = rest[j + 1] + c->length[j];
	}
	c->rest = rest;
}

const struct dag_chains *dag_greedy(struct dag *d)
{
	dag_time *length;

	assert(!d->clipped);
	if (d->greedy)
		return d->greedy;
	d->greedy = ARENA_NEW(d->arena, struct dag_chains, 1);
	length = ARENA_NEW(d->arena, dag_time, d->g.n);
	if (d->g.n)
		d->greedy->n = graph_chains_greedy(&d->g, d->g.n, length);
	d->greedy->length = length;
	sum_up(d->greedy, d->arena);
	return d->greedy;
}

static int longer(const void *pa, const void *pb)
{
	dag_time a = *(const dag_time *)pa, b = *(const dag_time *)pb;

	return (a < b) - (a > b);
}

const struct dag_chains *dag_fewest(struct dag *d)
{
	struct arena scratch = {0};
	uint32_t *chain = ARENA_NEW(&scratch, uint32_t, d->g.n);
	dag_time *length;

	assert(!d->clipped);
	if (!d->fewest) {
		d->fewest = ARENA_NEW(d->arena, struct dag_chains, 1);
		if (d->g.n)
			d->fewest->n = graph_cover(&d->g, chain);
		length = ARENA_NEW(d->arena, dag_time, d->fewest->n);
		for (uint32_t v = 0; v < d->g.n; v++)
			length[chain[v]] += d->g.cost[v];
		if (d->g.n)
			qsort(length, d->fewest->n, sizeof(*length), longer);
		d->fewest->length = length;
		sum_up(d->fewest, d->arena);
	}
	arena_free(&scratch);
	return d->fewest;
}

int64_t dag_chains_most(const struct dag_chains *c, int64_t times, int64_t x)
{
	uint32_t low = 0, high = c->n; /* the first that is not longer than x */

	assert(c->rest && times > 0);
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (times * c->length[mid] > x)
			low = mid + 1;
		else
			high = mid;
	}
	return low * x + times * c->rest[low];
}

const uint64_t *dag_reach(const struct dag *d, struct arena *a)
{
	uint32_t words = dag_words(d);
	uint64_t *reach = ARENA_NEW(a, uint64_t, (size_t)d->g.n * words);

	for (uint32_t i = d->g.n; i-- > 0;) {
		uint32_t v = d->g.topo[i];
		uint64_t *row = &reach[(size_t)v * words];

		for (uint32_t k = d->g.succ_at[v]; k < d->g.succ_at[v + 1];
		     k++) {
			uint32_t u = d->g.succ[k];
			const uint64_t *more = &reach[(size_t)u * words];

			row[u / 64] |= UINT64_C(1) << (u % 64);
			for (uint32_t j = 0; j < words; j++)
				row[j] |= more[j];
		}
	}
	return reach;
}
