/* Where nodes of graphs stand in drawings: random graphs keep their distances,
 * and no more edges cross than in the order they came in. */
#include "cli/report_layers.h"

#include "base/rng.h"
#include "model/workload.h"

#include <check.h>
#include <stdlib.h>

enum { NODES_MOST = 60, EDGES_MOST = 240 };

static struct arena arena;
static struct layers l;
static uint32_t from[EDGES_MOST], to[EDGES_MOST], depth[NODES_MOST];

static void teardown(void)
{
	arena_free(&arena);
}

static uint32_t pick(uint64_t *state, uint32_t n)
{
	*state = rng_draw(*state, 1);
	return (uint32_t)(*state % n);
}

/* Each node after the first has one to three before it. */
static void random_graph(uint64_t seed)
{
	uint64_t state = seed + 1;
	uint32_t n = 2 + pick(&state, NODES_MOST - 1), n_edges = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = i ? 1 + pick(&state, 3) : 0;

		depth[i] = 0;
		for (; k; k--) {
			from[n_edges] = pick(&state, i);
			to[n_edges] = i;
			if (depth[i] <= depth[from[n_edges]])
				depth[i] = depth[from[n_edges]] + 1;
			n_edges++;
		}
	}
	l = (struct layers){.n_nodes = n,
			    .n_edges = n_edges,
			    .from = from,
			    .to = to,
			    .depth = depth};
	layers_arrange(&l, &arena);
}

static int32_t half(uint32_t point)
{
	return (point < l.n_nodes ? LAYERS_LINE : LAYERS_POINT) / 2;
}

/* The k-th point of an edge, its ends included. */
static uint32_t point_of(uint32_t edge, uint32_t k)
{
	uint32_t span = depth[to[edge]] - depth[from[edge]];

	return k == 0      ? from[edge]
	       : k == span ? to[edge]
			   : l.passed[edge] + k - 1;
}

static bool cross(int32_t a, int32_t b, int32_t c, int32_t d)
{
	return (a < b && c > d) || (a > b && c < d);
}

/* Pairs of segments that cross, with the heights, or (by_number) with points
 * in the order of their numbers. */
static uint32_t crossings(bool by_number)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l.n_edges; i++)
		for (uint32_t k = 0; k < i; k++)
			for (uint32_t column = 0; column + 1 < l.n_layers;
			     column++) {
				uint32_t p[4], x = column - depth[from[i]];
				uint32_t y = column - depth[from[k]];
				int32_t at[4];

				if (column < depth[from[i]] ||
				    column >= depth[to[i]] ||
				    column < depth[from[k]] ||
				    column >= depth[to[k]])
					continue;
				p[0] = point_of(i, x);
				p[1] = point_of(k, y);
				p[2] = point_of(i, x + 1);
				p[3] = point_of(k, y + 1);
				for (int e = 0; e < 4; e++)
					at[e] = by_number ? (int32_t)p[e]
							  : l.y[p[e]];
				n += cross(at[0], at[1], at[2], at[3]);
			}
	return n;
}

START_TEST(test_random_graphs)
{
	random_graph((uint64_t)_i);
	for (uint32_t a = 0; a < l.n_points; a++) {
		ck_assert_int_ge(l.y[a], half(a));
		ck_assert_int_le(l.y[a] + half(a), l.height);
		for (uint32_t b = 0; b < a; b++)
			if (l.layer[a] == l.layer[b])
				ck_assert_int_ge(abs(l.y[a] - l.y[b]),
						 half(a) + half(b));
	}
	for (uint32_t i = 0; i < l.n_edges; i++) {
		uint32_t span = depth[to[i]] - depth[from[i]];

		ck_assert((l.passed[i] == NONE) == (span == 1));
		for (uint32_t k = 0; k <= span; k++)
			ck_assert_uint_eq(l.layer[point_of(i, k)],
					  depth[from[i]] + k);
	}
	ck_assert_uint_le(crossings(false), crossings(true));
}
END_TEST

/* A chain is a line, and a fork stands on both sides of it. */
START_TEST(test_simple)
{
	static const uint32_t a[] = {0, 1, 1, 2, 3}, b[] = {1, 2, 3, 4, 4},
			      d[] = {0, 1, 2, 2, 3};

	l = (struct layers){
		.n_nodes = 5, .n_edges = 5, .from = a, .to = b, .depth = d};
	layers_arrange(&l, &arena);
	ck_assert_int_eq(l.height, 2 * LAYERS_LINE);
	ck_assert_int_eq(l.y[0], LAYERS_LINE);
	ck_assert_int_eq(l.y[1], LAYERS_LINE);
	ck_assert_int_eq(l.y[2], LAYERS_LINE / 2);
	ck_assert_int_eq(l.y[3], LAYERS_LINE * 3 / 2);
	ck_assert_int_eq(l.y[4], LAYERS_LINE);
}
END_TEST

/* Too many long edges to bend all: they go straight. */
START_TEST(test_too_many)
{
	enum { N = 110 };
	static uint32_t a[N * N], b[N * N], d[N];
	uint32_t n = 0;

	for (uint32_t i = 0; i < N; i++) {
		d[i] = i;
		for (uint32_t k = i + 1; k < N; k++) {
			a[n] = i;
			b[n++] = k;
		}
	}
	l = (struct layers){
		.n_nodes = N, .n_edges = n, .from = a, .to = b, .depth = d};
	layers_arrange(&l, &arena);
	ck_assert_uint_eq(l.n_points, N);
	ck_assert_uint_eq(l.passed[5], NONE);
	ck_assert_int_eq(l.height, LAYERS_LINE);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("layers");
	TCase *t = tcase_create("layers");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, test_random_graphs, 0, 40);
	tcase_add_test(t, test_simple);
	tcase_add_test(t, test_too_many);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}
