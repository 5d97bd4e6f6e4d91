/* node_paths.c - see node_paths.h */
#include "analysis/node_paths.h"

#include <assert.h>
#include <string.h>

struct walk {
	const struct dag *d;
	int64_t m, best;
	uint32_t words;
	const uint64_t *delays; /* I(u): a row of bits for each node        */
};

/* The path so far, a node a step. */
struct step {
	uint32_t node, next; /* next: the successor to try next             */
	dag_time length, volume;
	uint64_t *seen; /* the union of I(u)                                */
};

/* I(u) for all u. */
static const uint64_t *find_delays(const struct dag *d, const uint32_t *rank,
				   struct arena *a)
{
	uint32_t words = dag_words(d), n = d->g.n;
	const uint64_t *reach = dag_reach(d, a);
	uint64_t *rows = ARENA_NEW(a, uint64_t, (size_t)n * words);

	for (uint32_t u = 0; u < n; u++)
		for (uint32_t v = 0; v < n; v++) {
			bool behind =
				reach[(size_t)u * words + v / 64] >> (v % 64) &
				1;
			bool before =
				reach[(size_t)v * words + u / 64] >> (u % 64) &
				1;

			if (u != v && !behind && !before && rank[v] < rank[u])
				rows[(size_t)u * words + v / 64] |= UINT64_C(1)
								    << (v % 64);
		}
	return rows;
}

/* Extends the path in *from (NULL: an empty one) by node u. */
static void extend(const struct walk *w, const struct step *from, uint32_t u,
		   struct step *to)
{
	const uint64_t *more = &w->delays[(size_t)u * w->words];

	to->node = u;
	to->next = w->d->g.succ_at[u];
	to->length = (from ? from->length : 0) + w->d->g.cost[u];
	to->volume = from ? from->volume : 0;
	for (uint32_t j = 0; j < w->words; j++) {
		uint64_t had = from ? from->seen[j] : 0;
		uint64_t fresh = more[j] & ~had;

		to->seen[j] = had | fresh;
		for (; fresh; fresh &= fresh - 1)
			to->volume +=
				w->d->g.cost[64 * j +
					     (uint32_t)__builtin_ctzll(fresh)];
	}
}

/* Can a path that starts like this beat the best? */
static bool is_hopeful(const struct walk *w, dag_time length)
{
	return (w->m - 1) * length + w->d->work > w->best;
}

static bool is_last(const struct walk *w, uint32_t u)
{
	return w->d->g.succ_at[u] == w->d->g.succ_at[u + 1];
}

/* All paths from node `root`; false when out of steps. */
static bool walk_from(struct walk *w, struct step *path, uint32_t root,
		      uint64_t *left)
{
	const struct graph *g = &w->d->g;
	uint32_t depth = 0;

	if (!is_hopeful(w, w->d->tail[root]))
		return true;
	extend(w, NULL, root, &path[0]);
	for (;;) {
		struct step *at = &path[depth];
		uint32_t u;

		if (is_last(w, at->node) &&
		    w->m * at->length + at->volume > w->best)
			w->best = w->m * at->length + at->volume;
		if (at->next == g->succ_at[at->node + 1]) {
			if (depth-- == 0)
				return true;
			continue;
		}
		u = g->succ[at->next++];
		if (!is_hopeful(w, at->length + w->d->tail[u]))
			continue;
		if ((*left)-- == 0)
			return false;
		extend(w, at, u, &path[++depth]);
	}
}

int64_t node_paths_bound(const struct dag *d, const uint32_t *rank, uint32_t m,
			 uint64_t *steps, struct arena *a)
{
	struct walk w = {.d = d, .m = m, .words = dag_words(d)};
	struct step *path = ARENA_NEW(a, struct step, d->g.n);
	uint64_t *bits = ARENA_NEW(a, uint64_t, (size_t)d->g.n * w.words);
	uint64_t left = NODE_PATHS_STEPS;
	bool done = true;

	assert(m > 0 && !d->clipped);
	w.delays = find_delays(d, rank, a);
	for (uint32_t i = 0; i < d->g.n; i++)
		path[i].seen = &bits[(size_t)i * w.words];
	for (uint32_t v = 0; done && v < d->g.n; v++)
		if (d->g.pred_at[v] == d->g.pred_at[v + 1])
			done = walk_from(&w, path, v, &left);
	*steps += NODE_PATHS_STEPS - left;
	return done ? w.best : (int64_t)m * d->length + d->work - d->length;
}
