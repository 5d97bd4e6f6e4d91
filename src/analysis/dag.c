/* dag.c - see dag.h */
#include "analysis/dag.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SUM_MAX (INT64_C(1) << 62)

static dag_time plus(struct dag *d, dag_time a, dag_time b)
{
	if (a > SUM_MAX - b) {
		d->clipped = true;
		return SUM_MAX;
	}
	return a + b;
}

/* --- structure --- */

/* Successors and predecessors as ranges, from the edges of the workload. */
static void link_nodes(struct dag *d, const struct workload *w,
		       const struct task *t, struct arena *a)
{
	uint32_t *succ_at = ARENA_NEW(a, uint32_t, d->n + 1);
	uint32_t *pred_at = ARENA_NEW(a, uint32_t, d->n + 2);
	uint32_t *succ, *pred;

	for (uint32_t v = 0; v < d->n; v++) {
		const struct node *x = &w->nodes[t->first_node + v];

		succ_at[v + 1] = succ_at[v] + x->n_succ;
		for (uint32_t k = 0; k < x->n_succ; k++)
			pred_at[w->edges[x->first_succ + k].to - t->first_node +
				2]++;
	}
	d->n_edges = succ_at[d->n];
	succ = ARENA_NEW(a, uint32_t, d->n_edges);
	pred = ARENA_NEW(a, uint32_t, d->n_edges);
	for (uint32_t v = 0; v < d->n; v++)
		pred_at[v + 2] += pred_at[v + 1];
	for (uint32_t v = 0; v < d->n; v++) {
		const struct node *x = &w->nodes[t->first_node + v];

		for (uint32_t k = 0; k < x->n_succ; k++) {
			uint32_t to = w->edges[x->first_succ + k].to -
				      t->first_node;

			assert(to < d->n);
			succ[succ_at[v] + k] = to;
			pred[pred_at[to + 1]++] = v;
		}
	}
	d->succ_at = succ_at;
	d->succ = succ;
	d->pred_at = pred_at;
	d->pred = pred;
}

static void sort_topologically(struct dag *d, struct arena *a)
{
	uint32_t *topo = ARENA_NEW(a, uint32_t, d->n);
	uint32_t *left = ARENA_NEW(a, uint32_t, d->n);
	uint32_t n = 0;

	for (uint32_t v = 0; v < d->n; v++) {
		left[v] = d->pred_at[v + 1] - d->pred_at[v];
		if (!left[v])
			topo[n++] = v;
	}
	for (uint32_t head = 0; head < n; head++) {
		uint32_t v = topo[head];

		for (uint32_t k = d->succ_at[v]; k < d->succ_at[v + 1]; k++)
			if (--left[d->succ[k]] == 0)
				topo[n++] = d->succ[k];
	}
	assert(n == d->n);
	d->topo = topo;
}

/* --- paths --- */

static const dag_time *tails(struct dag *d, const dag_time *c, struct arena *a)
{
	dag_time *tail = ARENA_NEW(a, dag_time, d->n);

	for (uint32_t i = d->n; i-- > 0;) {
		uint32_t v = d->topo[i];
		dag_time behind = 0;

		for (uint32_t k = d->succ_at[v]; k < d->succ_at[v + 1]; k++)
			if (tail[d->succ[k]] > behind)
				behind = tail[d->succ[k]];
		tail[v] = plus(d, behind, c[v]);
	}
	return tail;
}

/* est, tail, work, length and longest from c. */
static void measure(struct dag *d, struct arena *a)
{
	dag_time *est = ARENA_NEW(a, dag_time, d->n);

	d->work = d->length = d->longest = 0;
	d->tail = tails(d, d->c, a);
	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t v = d->topo[i];
		dag_time end = plus(d, est[v], d->c[v]);

		for (uint32_t k = d->succ_at[v]; k < d->succ_at[v + 1]; k++)
			if (end > est[d->succ[k]])
				est[d->succ[k]] = end;
		d->work = plus(d, d->work, d->c[v]);
		if (d->tail[v] > d->length)
			d->length = d->tail[v];
		if (d->c[v] > d->longest)
			d->longest = d->c[v];
	}
	d->est = est;
}

struct ranked {
	uint32_t node;
	dag_time tail;
};

static int by_tail(const void *pa, const void *pb)
{
	const struct ranked *a = pa, *b = pb;

	if (a->tail != b->tail)
		return a->tail > b->tail ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

static void rank_nodes(struct dag *d, const dag_time *nominal, struct arena *a)
{
	struct arena scratch = {0};
	struct ranked *list = ARENA_NEW(&scratch, struct ranked, d->n);
	const dag_time *tail = tails(d, nominal, &scratch);
	uint32_t *rank = ARENA_NEW(a, uint32_t, d->n);

	for (uint32_t v = 0; v < d->n; v++)
		list[v] = (struct ranked){v, tail[v]};
	if (d->n)
		qsort(list, d->n, sizeof(*list), by_tail);
	for (uint32_t i = 0; i < d->n; i++)
		rank[list[i].node] = i;
	arena_free(&scratch);
	d->rank = rank;
}

struct dag *dag_build(const struct workload *w, uint32_t task,
		      const dag_time *c, const dag_time *nominal,
		      struct arena *a)
{
	const struct task *t = &w->tasks[task];
	struct dag *d = ARENA_NEW(a, struct dag, 1);
	dag_time *own = ARENA_NEW(a, dag_time, t->n_nodes);
	uint8_t *resource = ARENA_NEW(a, uint8_t, t->n_nodes);

	assert(task < w->n_tasks);
	*d = (struct dag){.n = t->n_nodes,
			  .c = own,
			  .resource = resource,
			  .arena = a};
	for (uint32_t v = 0; v < d->n; v++) {
		const struct node *x = &w->nodes[t->first_node + v];

		own[v] = c[v];
		resource[v] = (uint8_t)w->models[x->model].resource;
	}
	link_nodes(d, w, t, a);
	sort_topologically(d, a);
	rank_nodes(d, nominal, a);
	d->clipped = false; /* nominal sums may be what they like */
	measure(d, a);
	return d;
}

struct dag *dag_scale(const struct dag *d, int64_t num, int64_t den,
		      struct arena *a)
{
	struct dag *s = ARENA_NEW(a, struct dag, 1);
	dag_time *c = ARENA_NEW(a, dag_time, d->n);

	assert(num >= 0 && den > 0);
	*s = *d;
	s->c = c;
	s->arena = a;
	s->greedy = s->fewest = NULL;
	s->clipped = false;
	for (uint32_t v = 0; v < d->n; v++) {
		int128 x = ((int128)d->c[v] * num + den - 1) / den;

		c[v] = x > SUM_MAX ? SUM_MAX : (dag_time)x;
	}
	measure(s, a);
	return s;
}
