/* dag_cover.c - chain covers of a graph; see dag.h */
#include "analysis/dag.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int longer(const void *pa, const void *pb)
{
	dag_time a = *(const dag_time *)pa, b = *(const dag_time *)pb;

	return (a < b) - (a > b);
}

/* --- greedy --- */

/* The longest path by residual weights; its nodes get weight 0.  Ties go to
 * the first in topological order. */
static dag_time take_longest(const struct dag *d, dag_time *left,
			     dag_time *best, uint32_t *from)
{
	uint32_t end = NONE;
	dag_time length = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t v = d->topo[i];

		best[v] = 0;
		from[v] = NONE;
		for (uint32_t k = d->pred_at[v]; k < d->pred_at[v + 1]; k++)
			if (best[d->pred[k]] > best[v]) {
				best[v] = best[d->pred[k]];
				from[v] = d->pred[k];
			}
		best[v] += left[v];
		if (best[v] > length) {
			length = best[v];
			end = v;
		}
	}
	for (; end != NONE; end = from[end])
		left[end] = 0;
	return length;
}

const struct dag_chains *dag_greedy(struct dag *d)
{
	struct arena scratch = {0};
	dag_time *length, *left, *best, sum = 0;
	uint32_t *from;

	if (d->greedy)
		return d->greedy;
	d->greedy = ARENA_NEW(d->arena, struct dag_chains, 1);
	length = ARENA_NEW(d->arena, dag_time, d->n);
	left = ARENA_NEW(&scratch, dag_time, d->n);
	best = ARENA_NEW(&scratch, dag_time, d->n);
	from = ARENA_NEW(&scratch, uint32_t, d->n);
	for (uint32_t v = 0; v < d->n; v++)
		left[v] = d->c[v];
	while (sum < d->work) {
		dag_time x = take_longest(d, left, best, from);

		assert(x > 0 && d->greedy->n < d->n);
		length[d->greedy->n++] = x;
		sum += x;
	}
	d->greedy->length = length;
	arena_free(&scratch);
	return d->greedy;
}

/* --- the fewest --- */

const uint64_t *dag_reach(const struct dag *d, struct arena *a)
{
	uint32_t words = dag_words(d);
	uint64_t *reach = ARENA_NEW(a, uint64_t, (size_t)d->n * words);

	for (uint32_t i = d->n; i-- > 0;) {
		uint32_t v = d->topo[i];
		uint64_t *row = &reach[(size_t)v * words];

		for (uint32_t k = d->succ_at[v]; k < d->succ_at[v + 1]; k++) {
			uint32_t u = d->succ[k];
			const uint64_t *more = &reach[(size_t)u * words];

			row[u / 64] |= UINT64_C(1) << (u % 64);
			for (uint32_t j = 0; j < words; j++)
				row[j] |= more[j];
		}
	}
	return reach;
}

/* A maximum matching of "v comes right before u in a chain", by augmenting
 * paths found breadth first (no recursion). */
struct matching {
	const struct dag *d;
	const uint64_t *reach;
	uint32_t words;
	uint32_t *next, *prev; /* in the chain; NONE                        */
	uint32_t *via;	       /* by u: the v that reached it               */
	uint32_t *queue;
	uint64_t *seen; /* by u                                             */
};

/* Turns the alternating path that ends at u. */
static void turn(struct matching *m, uint32_t u)
{
	while (u != NONE) {
		uint32_t v = m->via[u], freed = m->next[v];

		m->next[v] = u;
		m->prev[u] = v;
		u = freed;
	}
}

static bool augment(struct matching *m, uint32_t root)
{
	uint32_t head = 0, n = 1;

	memset(m->seen, 0, m->words * sizeof(*m->seen));
	m->queue[0] = root;
	while (head < n) {
		uint32_t v = m->queue[head++];
		const uint64_t *row = &m->reach[(size_t)v * m->words];

		for (uint32_t j = 0; j < m->words; j++) {
			uint64_t open = row[j] & ~m->seen[j];

			m->seen[j] |= open;
			for (; open; open &= open - 1) {
				uint32_t u = 64 * j + (uint32_t)
						     __builtin_ctzll(open);

				m->via[u] = v;
				if (m->prev[u] == NONE) {
					turn(m, u);
					return true;
				}
				m->queue[n++] = m->prev[u];
			}
		}
	}
	return false;
}

/* Along edges first, which leaves little to augment. */
static void start_matching(struct matching *m)
{
	const struct dag *d = m->d;

	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t v = d->topo[i];

		for (uint32_t k = d->succ_at[v];
		     k < d->succ_at[v + 1] && m->next[v] == NONE; k++)
			if (m->prev[d->succ[k]] == NONE) {
				m->next[v] = d->succ[k];
				m->prev[d->succ[k]] = v;
			}
	}
}

static void collect(const struct matching *m, struct dag_chains *c,
		    dag_time *length)
{
	for (uint32_t v = 0; v < m->d->n; v++) {
		dag_time sum = 0;

		if (m->prev[v] != NONE)
			continue;
		for (uint32_t u = v; u != NONE; u = m->next[u])
			sum += m->d->c[u];
		length[c->n++] = sum;
	}
	if (c->n)
		qsort(length, c->n, sizeof(*length), longer);
	c->length = length;
}

const struct dag_chains *dag_fewest(struct dag *d)
{
	struct arena scratch = {0};
	struct matching m = {.d = d, .words = dag_words(d)};

	if (d->fewest)
		return d->fewest;
	m.reach = dag_reach(d, &scratch);
	m.next = ARENA_NEW(&scratch, uint32_t, d->n);
	m.prev = ARENA_NEW(&scratch, uint32_t, d->n);
	m.via = ARENA_NEW(&scratch, uint32_t, d->n);
	m.queue = ARENA_NEW(&scratch, uint32_t, d->n + 1);
	m.seen = ARENA_NEW(&scratch, uint64_t, m.words);
	for (uint32_t v = 0; v < d->n; v++)
		m.next[v] = m.prev[v] = NONE;
	start_matching(&m);
	for (uint32_t v = 0; v < d->n; v++)
		if (m.next[v] == NONE)
			augment(&m, v);
	d->fewest = ARENA_NEW(d->arena, struct dag_chains, 1);
	collect(&m, d->fewest, ARENA_NEW(d->arena, dag_time, d->n));
	d->width = d->fewest->n;
	arena_free(&scratch);
	return d->fewest;
}

uint32_t dag_width(struct dag *d)
{
	return dag_fewest(d)->n;
}
