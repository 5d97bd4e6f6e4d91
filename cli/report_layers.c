/* report_layers.c - see report_layers.h */
#include "cli/report_layers.h"

#include "model/workload.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 2000, SWEEPS = 12, MOVES = 8 };

struct arranging {
	struct layers *l;
	/* Between neighbouring columns: segments by their ends. */
	uint32_t *left, *right, n_segments;
	uint32_t *first_in, *in, *first_out, *out; /* by point               */
	uint32_t **column, *length;                /* points in their order  */
	uint32_t *at;                              /* place in its column    */
	int64_t *sum, *count;                      /* of neighbours          */
	int32_t *want, *low;                       /* scratch of a column    */
};

/* --- points and segments --- */

static uint32_t span_of(const struct layers *l, uint32_t edge)
{
	assert(l->depth[l->to[edge]] > l->depth[l->from[edge]]);
	return l->depth[l->to[edge]] - l->depth[l->from[edge]];
}

static void make_points(struct layers *l, struct arena *a)
{
	uint64_t n = l->n_nodes;
	bool bend;

	for (uint32_t i = 0; i < l->n_edges; i++)
		n += span_of(l, i) - 1;
	bend = n <= POINTS_MAX;
	l->n_points = bend ? (uint32_t)n : l->n_nodes;
	l->layer = ARENA_NEW(a, uint32_t, l->n_points);
	l->y = ARENA_NEW(a, int32_t, l->n_points);
	l->passed = ARENA_NEW(a, uint32_t, l->n_edges + (size_t)1);
	for (uint32_t i = 0; i < l->n_nodes; i++) {
		l->layer[i] = l->depth[i];
		if (l->depth[i] >= l->n_layers)
			l->n_layers = l->depth[i] + 1;
	}
	n = l->n_nodes;
	for (uint32_t i = 0; i < l->n_edges; i++) {
		uint32_t depth = l->depth[l->from[i]];

		l->passed[i] = bend && span_of(l, i) > 1 ? (uint32_t)n : NONE;
		for (uint32_t k = 1; bend && k < span_of(l, i); k++)
			l->layer[n++] = depth + k;
	}
}

static void add_segment(struct arranging *g, uint32_t left, uint32_t right)
{
	g->left[g->n_segments] = left;
	g->right[g->n_segments++] = right;
}

static void make_segments(struct arranging *g, struct arena *a)
{
	const struct layers *l = g->l;
	size_t most = l->n_edges + (size_t)l->n_points;

	g->left = ARENA_NEW(a, uint32_t, most);
	g->right = ARENA_NEW(a, uint32_t, most);
	for (uint32_t i = 0; i < l->n_edges; i++) {
		uint32_t last = l->from[i];

		for (uint32_t k = 0;
		     l->passed[i] != NONE && k < span_of(l, i) - 1; k++) {
			add_segment(g, last, l->passed[i] + k);
			last = l->passed[i] + k;
		}
		add_segment(g, last, l->to[i]);
	}
	assert(g->n_segments <= most);
}

/* The other ends of the segments at each point. */
static void list_ends(const struct arranging *g, const uint32_t *here,
		      const uint32_t *there, uint32_t **first, uint32_t **list,
		      struct arena *a)
{
	uint32_t n = g->l->n_points;
	uint32_t *f = ARENA_NEW(a, uint32_t, n + (size_t)2);
	uint32_t *out = ARENA_NEW(a, uint32_t, g->n_segments + (size_t)1);

	for (uint32_t i = 0; i < g->n_segments; i++)
		f[here[i] + 2]++;
	for (uint32_t i = 2; i < n + 2; i++)
		f[i] += f[i - 1];
	for (uint32_t i = 0; i < g->n_segments; i++)
		out[f[here[i] + 1]++] = there[i];
	*first = f;
	*list = out;
}

static void make_columns(struct arranging *g, struct arena *a)
{
	const struct layers *l = g->l;
	uint32_t *points = ARENA_NEW(a, uint32_t, l->n_points);

	g->column = ARENA_NEW(a, uint32_t *, l->n_layers);
	g->length = ARENA_NEW(a, uint32_t, l->n_layers);
	for (uint32_t i = 0; i < l->n_points; i++)
		g->length[l->layer[i]]++;
	for (uint32_t k = 0; k < l->n_layers; k++) {
		g->column[k] = points;
		points += g->length[k];
		g->length[k] = 0;
	}
	for (uint32_t i = 0; i < l->n_points; i++) {
		uint32_t k = l->layer[i];

		g->at[i] = g->length[k];
		g->column[k][g->length[k]++] = i;
	}
}

/* --- the order in columns --- */

static bool goes_before(const struct arranging *g, uint32_t a, uint32_t b)
{
	int64_t x = g->sum[a] * g->count[b], y = g->sum[b] * g->count[a];

	return x != y ? x < y : g->at[a] < g->at[b];
}

/* By the mean place of neighbours on one side; who has none keeps its place. */
static void sort_column(struct arranging *g, uint32_t column,
			const uint32_t *first, const uint32_t *list)
{
	uint32_t *c = g->column[column], n = g->length[column];

	for (uint32_t i = 0; i < n; i++) {
		uint32_t p = c[i];

		g->sum[p] = g->at[p];
		g->count[p] = 1;
		if (first[p] == first[p + 1])
			continue;
		g->sum[p] = 0;
		g->count[p] = first[p + 1] - first[p];
		for (uint32_t k = first[p]; k < first[p + 1]; k++)
			g->sum[p] += g->at[list[k]];
	}
	for (uint32_t i = 1; i < n; i++) { /* by insertion: near sorted */
		uint32_t p = c[i], k = i;

		for (; k > 0 && goes_before(g, p, c[k - 1]); k--)
			c[k] = c[k - 1];
		c[k] = p;
	}
	for (uint32_t i = 0; i < n; i++)
		g->at[c[i]] = i;
}

/* How many pairs of segments cross. */
static uint64_t count_crossings(const struct arranging *g)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < g->n_segments; i++)
		for (uint32_t k = i + 1; k < g->n_segments; k++) {
			const uint32_t *at = g->at;
			uint32_t a = g->left[i], b = g->left[k];
			uint32_t c = g->right[i], d = g->right[k];

			if (g->l->layer[a] == g->l->layer[b] &&
			    ((at[a] < at[b] && at[c] > at[d]) ||
			     (at[a] > at[b] && at[c] < at[d])))
				n++;
		}
	return n;
}

static void restore(struct arranging *g, const uint32_t *best)
{
	memcpy(g->at, best, g->l->n_points * sizeof(*best));
	for (uint32_t i = 0; i < g->l->n_points; i++)
		g->column[g->l->layer[i]][g->at[i]] = i;
}

static void order_columns(struct arranging *g, struct arena *a)
{
	uint32_t n = g->l->n_layers;
	uint32_t *best = ARENA_NEW(a, uint32_t, g->l->n_points);
	uint64_t least = UINT64_MAX;

	for (int sweep = 0; sweep < SWEEPS && least; sweep++) {
		uint64_t crossings = count_crossings(g);

		if (crossings < least) {
			least = crossings;
			memcpy(best, g->at, g->l->n_points * sizeof(*best));
		}
		for (uint32_t k = 1; sweep % 2 == 0 && k < n; k++)
			sort_column(g, k, g->first_in, g->in);
		for (uint32_t k = n - 1; sweep % 2 && k-- > 0;)
			sort_column(g, k, g->first_out, g->out);
	}
	restore(g, best);
}

/* --- heights --- */

static int32_t gap(const struct arranging *g, uint32_t above, uint32_t below)
{
	int32_t a = above < g->l->n_nodes ? LAYERS_LINE : LAYERS_POINT;
	int32_t b = below < g->l->n_nodes ? LAYERS_LINE : LAYERS_POINT;

	return (a + b) / 2;
}

/* Moves a column to the mean heights of its neighbours, as far as there is
 * room: halfway between filling up from above and from below. */
static void move_column(struct arranging *g, uint32_t column,
			const uint32_t *first, const uint32_t *list)
{
	uint32_t *c = g->column[column], n = g->length[column];
	int32_t *y = g->l->y, high;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t p = c[i];
		int64_t sum = 0;

		for (uint32_t k = first[p]; k < first[p + 1]; k++)
			sum += y[list[k]];
		g->want[i] = first[p] == first[p + 1]
				     ? y[p]
				     : (int32_t)(sum / (first[p + 1] -
							(int64_t)first[p]));
	}
	for (uint32_t i = 0; i < n; i++) {
		g->low[i] = g->want[i];
		if (i && g->low[i - 1] + gap(g, c[i - 1], c[i]) > g->low[i])
			g->low[i] = g->low[i - 1] + gap(g, c[i - 1], c[i]);
	}
	high = INT32_MAX;
	for (uint32_t i = n; i-- > 0;) {
		if (g->want[i] < high)
			high = g->want[i];
		y[c[i]] = g->low[i] + (high - g->low[i]) / 2;
		high -= i ? gap(g, c[i - 1], c[i]) : 0;
	}
	for (uint32_t i = 1; i < n; i++) /* what was rounded away */
		if (y[c[i]] < y[c[i - 1]] + gap(g, c[i - 1], c[i]))
			y[c[i]] = y[c[i - 1]] + gap(g, c[i - 1], c[i]);
}

static void set_heights(struct arranging *g)
{
	struct layers *l = g->l;
	int32_t least = INT32_MAX, most = 0;

	for (uint32_t k = 0; k < l->n_layers; k++) {
		int32_t at = 0;

		for (uint32_t i = 0; i < g->length[k]; i++) {
			uint32_t *c = g->column[k];

			at += i ? gap(g, c[i - 1], c[i]) : 0;
			l->y[c[i]] = at;
		}
	}
	for (int move = 0; move < MOVES; move++) {
		for (uint32_t k = 1; k < l->n_layers; k++)
			move_column(g, k, g->first_in, g->in);
		for (uint32_t k = l->n_layers - 1; k-- > 0;)
			move_column(g, k, g->first_out, g->out);
	}
	for (uint32_t i = 0; i < l->n_points; i++)
		least = l->y[i] < least ? l->y[i] : least;
	for (uint32_t i = 0; i < l->n_points; i++) {
		l->y[i] += LAYERS_LINE / 2 - least;
		most = l->y[i] > most ? l->y[i] : most;
	}
	l->height = most + LAYERS_LINE / 2;
}

void layers_arrange(struct layers *l, struct arena *a)
{
	struct arranging g = {.l = l};

	make_points(l, a);
	make_segments(&g, a);
	g.at = ARENA_NEW(a, uint32_t, l->n_points);
	g.sum = ARENA_NEW(a, int64_t, l->n_points);
	g.count = ARENA_NEW(a, int64_t, l->n_points);
	g.want = ARENA_NEW(a, int32_t, l->n_points);
	g.low = ARENA_NEW(a, int32_t, l->n_points);
	list_ends(&g, g.right, g.left, &g.first_in, &g.in, a);
	list_ends(&g, g.left, g.right, &g.first_out, &g.out, a);
	make_columns(&g, a);
	order_columns(&g, a);
	set_heights(&g);
}
