/* Chains, widths, bounds on m cores: worked examples, and random graphs
 * against definitions that try everything. */
#include "model/core_counts.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define E(a, b)                                                                \
	{                                                                      \
		.from = (a), .to = (b)                                         \
	}

static struct arena arena;

static void fresh(void)
{
	arena_reset(&arena);
}

static void of_fixture(struct graph *g, int which, uint32_t task)
{
	struct workload *w = dagset_fixture(which);

	graph_of_task(g, w, task, NULL, &arena);
	workload_free(w);
}

static void expect_bound(const struct graph *g, enum dag_bound kind,
			 uint32_t cores, int64_t num, int64_t den)
{
	struct chain_sums s;
	struct ratio r;

	chain_sums(&s, g, kind, cores, &arena);
	r = chain_bound(&s, cores);
	ck_assert_msg(r.num == num && r.den == den,
		      "%s on %u cores: %lld/%lld, not %lld/%lld",
		      dag_bound_names[kind], cores, (long long)r.num,
		      (long long)r.den, (long long)num, (long long)den);
}

/* --- worked examples --- */

START_TEST(a_diamond_on_two_cores_takes_its_length)
{
	struct graph g;
	dag_time len[4];

	of_fixture(&g, FX1, 0);
	ck_assert_int_eq(graph_volume(&g), 10);
	ck_assert_int_eq(graph_length(&g), 7);
	ck_assert_uint_eq(graph_width(&g), 2);
	ck_assert_uint_eq(graph_chains_greedy(&g, 4, len), 2);
	ck_assert_int_eq(len[0], 7);
	ck_assert_int_eq(len[1], 3);
	expect_bound(&g, BOUND_GRAHAM, 2, 17, 2);
	expect_bound(&g, BOUND_MULTIPATH, 2, 7, 1);
	expect_bound(&g, BOUND_MULTIPATH_OPT, 2, 7, 1);
	expect_bound(&g, BOUND_MULTIPATH_OPT, 1, 10, 1);
}
END_TEST

START_TEST(a_fork_of_six_needs_a_core_less_than_graham_says)
{
	struct graph g;

	of_fixture(&g, FX3, 0);
	expect_bound(&g, BOUND_GRAHAM, 8, 81, 8);
	expect_bound(&g, BOUND_MULTIPATH, 5, 12, 1);
	expect_bound(&g, BOUND_MULTIPATH, 6, 7, 1);
	ck_assert_uint_eq(dag_cores(&g, BOUND_GRAHAM, 10, &arena), 9);
	ck_assert_uint_eq(dag_cores(&g, BOUND_MULTIPATH, 10, &arena), 6);
	ck_assert_uint_eq(dag_cores(&g, BOUND_MULTIPATH_OPT, 10, &arena), 6);
	of_fixture(&g, FX3, 1);
	ck_assert_uint_eq(dag_cores(&g, BOUND_GRAHAM, 12, &arena), 6);
	ck_assert_uint_eq(dag_cores(&g, BOUND_MULTIPATH, 12, &arena), 3);
	of_fixture(&g, FX2, 0);
	expect_bound(&g, BOUND_GRAHAM, 4, 13, 1);
}
END_TEST

/* L = 30, W = 39 on three cores: Graham's 33 is an upper limit. */
START_TEST(multi_path_is_never_above_graham)
{
	const struct edge edges[] = {E(0, 1)};
	const dag_time cost[] = {10, 20, 4, 5};
	struct graph g;

	ck_assert(graph_build(&g, 4, cost, edges, 1, 0, &arena));
	expect_bound(&g, BOUND_GRAHAM, 3, 33, 1);
	expect_bound(&g, BOUND_MULTIPATH, 3, 30, 1);
}
END_TEST

/* 1 -> 3 is the longest path and leaves 1; 0 -> 3 and 1 -> 2 hold all. */
START_TEST(the_heaviest_chains_can_beat_the_greedy_ones)
{
	const struct edge edges[] = {E(0, 3), E(1, 2), E(1, 3)};
	const dag_time cost[] = {1, 2, 1, 2};
	struct graph g;
	dag_time greedy[4], sum[4];

	ck_assert(graph_build(&g, 4, cost, edges, 3, 0, &arena));
	ck_assert_uint_eq(graph_chains_greedy(&g, 4, greedy), 3);
	ck_assert_int_eq(greedy[0], 4);
	ck_assert_int_eq(greedy[1], 1);
	ck_assert_uint_eq(graph_chains_heaviest(&g, 4, sum), 2);
	ck_assert_int_eq(sum[0], 4);
	ck_assert_int_eq(sum[1], 6);
	expect_bound(&g, BOUND_MULTIPATH, 2, 5, 1);
	expect_bound(&g, BOUND_MULTIPATH_OPT, 2, 4, 1);
	ck_assert_uint_eq(dag_cores(&g, BOUND_MULTIPATH, 4, &arena), 2);
}
END_TEST

START_TEST(a_circle_is_no_graph)
{
	const struct edge edges[] = {E(7, 8), E(8, 9), E(9, 8)};
	const dag_time cost[] = {1, 1, 1};
	struct graph g;

	ck_assert(!graph_build(&g, 3, cost, edges, 3, 7, &arena));
	ck_assert(graph_build(&g, 3, cost, edges, 2, 7, &arena));
	ck_assert_int_eq(graph_length(&g), 3);
}
END_TEST

START_TEST(one_node_needs_one_core_and_no_time_left)
{
	const dag_time cost[] = {5}, none[] = {0, 0};
	struct graph g;

	ck_assert(graph_build(&g, 1, cost, NULL, 0, 0, &arena));
	expect_bound(&g, BOUND_MULTIPATH_OPT, 7, 5, 1);
	ck_assert_uint_eq(dag_cores(&g, BOUND_GRAHAM, 5, &arena), 1);
	ck_assert_uint_eq(dag_cores(&g, BOUND_GRAHAM, 4, &arena), NONE);
	ck_assert(graph_build(&g, 2, none, NULL, 0, 0, &arena));
	expect_bound(&g, BOUND_MULTIPATH_OPT, 3, 0, 1);
	ck_assert_uint_eq(graph_width(&g), 2);
}
END_TEST

/* A deadline equal to the length needs a core for each chain. */
START_TEST(no_slack_needs_as_many_cores_as_the_graph_is_wide)
{
	struct graph g;

	of_fixture(&g, FX3, 0);
	for (int k = 0; k < BOUNDS; k++)
		ck_assert_uint_eq(dag_cores(&g, (enum dag_bound)k, 7, &arena),
				  6);
}
END_TEST

/* Terms beyond 63 bits round up to whole ticks. */
START_TEST(bounds_of_huge_graphs_round_up)
{
	static dag_time cost[3];
	struct chain_sums s;
	struct ratio r;
	struct graph g;

	cost[0] = INT64_C(1) << 61;
	cost[1] = cost[0] - 1;
	cost[2] = 5;
	ck_assert(graph_build(&g, 3, cost, NULL, 0, 0, &arena));
	chain_sums(&s, &g, BOUND_GRAHAM, 1, &arena);
	r = chain_bound(&s, 7); /* 2^61 + (2^61 + 4) / 7, the rest 6 / 7 */
	ck_assert_int_eq(r.den, 1);
	ck_assert_int_eq(r.num, cost[0] + (cost[0] + 4) / 7 + 1);
}
END_TEST

/* --- against the definitions --- */

enum { SMALL = 7 };

struct tiny {
	unsigned n;
	dag_time cost[SMALL];
	bool before[SMALL][SMALL]; /* transitively */
	struct edge edges[SMALL * SMALL];
	unsigned n_edges;
};

static void draw_tiny(struct tiny *t, struct rng *r)
{
	unsigned from[SMALL * SMALL], to[SMALL * SMALL];

	*t = (struct tiny){.n = 1 + (unsigned)rng_next_below(r, SMALL)};
	t->n_edges = dagset_shape((enum dag_shape)rng_next_below(r, SHAPES),
				  t->n, r, from, to);
	for (unsigned i = 0; i < t->n; i++)
		t->cost[i] = (dag_time)rng_next_below(r, 8);
	for (unsigned i = 0; i < t->n_edges; i++) {
		t->edges[i] = (struct edge)E(from[i], to[i]);
		t->before[from[i]][to[i]] = true;
	}
	for (unsigned k = 0; k < t->n; k++)
		for (unsigned i = 0; i < t->n; i++)
			for (unsigned j = 0; j < t->n; j++)
				t->before[i][j] |=
					t->before[i][k] && t->before[k][j];
}

static bool is_chain(const struct tiny *t, unsigned set)
{
	for (unsigned i = 0; i < t->n; i++)
		for (unsigned j = i + 1; j < t->n; j++)
			if ((set >> i & 1) && (set >> j & 1) &&
			    !t->before[i][j])
				return false;
	return true;
}

static dag_time weight(const struct tiny *t, unsigned set)
{
	dag_time sum = 0;

	for (unsigned i = 0; i < t->n; i++)
		sum += (set >> i & 1) ? t->cost[i] : 0;
	return sum;
}

/* best[k][rest]: the most that k chains cover within `rest`. */
static dag_time most_covered(const struct tiny *t, unsigned k, unsigned rest,
			     dag_time best[SMALL + 1][1 << SMALL])
{
	for (unsigned s = 0; s <= rest; s++)
		best[0][s] = 0;
	for (unsigned j = 1; j <= k; j++)
		for (unsigned s = 0; s <= rest; s++) {
			best[j][s] = 0;
			for (unsigned c = s;; c = (c - 1) & s) {
				dag_time x =
					is_chain(t, c)
						? weight(t, c) +
							  best[j - 1][s & ~c]
						: 0;

				if (x > best[j][s])
					best[j][s] = x;
				if (!c)
					break;
			}
		}
	return best[k][rest];
}

static unsigned widest(const struct tiny *t)
{
	unsigned most = 0;

	for (unsigned s = 1; s < 1u << t->n; s++) {
		bool apart = true;
		unsigned n = 0;

		for (unsigned i = 0; i < t->n; i++)
			for (unsigned j = 0; j < t->n; j++)
				apart &= !((s >> i & 1) && (s >> j & 1) &&
					   t->before[i][j]);
		for (unsigned i = 0; i < t->n; i++)
			n += s >> i & 1;
		most = apart && n > most ? n : most;
	}
	return most;
}

static void check_cover(const struct tiny *t, const struct graph *g)
{
	uint32_t chain[SMALL];
	unsigned n = graph_cover(g, chain);

	ck_assert_uint_eq(n, widest(t));
	for (unsigned c = 0; c < n; c++) {
		unsigned set = 0;

		for (unsigned v = 0; v < t->n; v++) {
			ck_assert_uint_lt(chain[v], n);
			set |= chain[v] == c ? 1u << v : 0;
		}
		ck_assert(is_chain(t, set));
	}
}

static void check_chains(const struct tiny *t, const struct graph *g)
{
	static dag_time best[SMALL + 1][1 << SMALL];
	unsigned all = (1u << t->n) - 1;
	dag_time sum[SMALL] = {0}, len[SMALL] = {0}, greedy = 0;
	unsigned n = graph_chains_heaviest(g, t->n, sum);
	unsigned m = graph_chains_greedy(g, t->n, len);

	most_covered(t, t->n, all, best);
	for (unsigned k = 0; k < t->n; k++) {
		if (k < n)
			ck_assert_int_eq(sum[k], best[k + 1][all]);
		else
			ck_assert_int_eq(best[k + 1][all], weight(t, all));
		greedy += k < m ? len[k] : 0;
		ck_assert_int_le(greedy, best[k + 1][all]);
	}
	ck_assert_int_eq(greedy, weight(t, all));
}

/* Core counts are the least for which the bound is at most the deadline. */
static void check_counts(const struct tiny *t, const struct graph *g)
{
	dag_time length = graph_length(g), work = graph_volume(g);

	for (int k = 0; k < BOUNDS; k++) {
		struct chain_sums s;

		chain_sums(&s, g, (enum dag_bound)k, t->n, &arena);
		for (dag_time d = length + 1; d <= work + 1; d++) {
			uint32_t n = dag_cores(g, (enum dag_bound)k, d, &arena);
			struct ratio at = chain_bound(&s, n), below;

			ck_assert_int_le(at.num, d * at.den);
			if (n == 1)
				continue;
			below = chain_bound(&s, n - 1);
			ck_assert_int_gt(below.num, d * below.den);
		}
	}
}

START_TEST(random_graphs_agree_with_the_definitions)
{
	struct rng r = {1};

	for (int i = 0; i < 400; i++) {
		struct tiny t;
		struct graph g;

		fresh();
		draw_tiny(&t, &r);
		ck_assert(graph_build(&g, t.n, t.cost, t.edges, t.n_edges, 0,
				      &arena));
		check_cover(&t, &g);
		check_chains(&t, &g);
		check_counts(&t, &g);
	}
}
END_TEST

/* Larger ones: the bounds are ordered, and heads and tails fit together. */
START_TEST(bounds_of_larger_graphs_are_ordered)
{
	struct rng r = {2};

	for (int i = 0; i < 200; i++) {
		const struct dagset_spec spec = {8, 1, 60, 1000, 4, false};
		struct workload *w = dagset_draw(&spec, &r);
		struct chain_sums s[BOUNDS];
		dag_time head[64], tail[64];
		struct graph g;

		fresh();
		graph_of_task(&g, w, 0, NULL, &arena);
		graph_heads(&g, head);
		graph_tails(&g, tail);
		for (uint32_t v = 0; v < g.n; v++)
			ck_assert_int_le(head[v] + tail[v], graph_length(&g));
		for (int k = 0; k < BOUNDS; k++)
			chain_sums(&s[k], &g, (enum dag_bound)k, 8, &arena);
		ck_assert_int_eq(s[0].sum[0], s[2].sum[0]);
		for (uint32_t m = 1; m <= 8; m++) {
			struct ratio a = chain_bound(&s[0], m);
			struct ratio b = chain_bound(&s[1], m);
			struct ratio c = chain_bound(&s[2], m);

			ck_assert_int_ge(ratio_cmp(a, b), 0);
			ck_assert_int_ge(ratio_cmp(b, c), 0);
		}
		workload_free(w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("graph");
	TCase *t = tcase_create("graph");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, fresh);
	tcase_add_test(t, a_diamond_on_two_cores_takes_its_length);
	tcase_add_test(t, a_fork_of_six_needs_a_core_less_than_graham_says);
	tcase_add_test(t, multi_path_is_never_above_graham);
	tcase_add_test(t, the_heaviest_chains_can_beat_the_greedy_ones);
	tcase_add_test(t, a_circle_is_no_graph);
	tcase_add_test(t, one_node_needs_one_core_and_no_time_left);
	tcase_add_test(t, no_slack_needs_as_many_cores_as_the_graph_is_wide);
	tcase_add_test(t, bounds_of_huge_graphs_round_up);
	tcase_add_test(t, random_graphs_agree_with_the_definitions);
	tcase_add_test(t, bounds_of_larger_graphs_are_ordered);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
