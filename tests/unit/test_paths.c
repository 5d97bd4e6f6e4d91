/* Longest paths: against walking every path, on random graphs and by hand. */
#include "base/rng.h"
#include "model/paths.h"
#include "tests/support/make_workload.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 9, ROUNDS = 300 };

static struct workload *w;

static void build(const dag_time *cost, uint32_t n)
{
	char name[8];

	w = make_workload();
	w->platform.n_cores = 1;
	make_task(w, "g", 1000, 1000);
	for (uint32_t i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "n%u", i);
		make_node(w, name, cost[i]);
	}
}

/* Every path from v on, one after the other: a depth-first walk. */
static dag_time walk(uint32_t v)
{
	const struct node *n = &w->nodes[v];
	dag_time best = 0;

	for (uint32_t i = 0; i < n->n_succ; i++) {
		const struct edge *x = &w->edges[n->first_succ + i];
		dag_time t = x->delay + walk(x->to);

		best = t > best ? t : best;
	}
	return best + w->models[n->model].latency[0];
}

/* a -> b -> d, a -> c -> d, a -> d with 1, 2, 9, 1: by way of c. */
START_TEST(test_by_hand)
{
	static const dag_time cost[] = {1, 2, 9, 1}, want[] = {11, 3, 10, 1};
	dag_time tail[4];

	build(cost, 4);
	make_edge(w, 0, 1, 0);
	make_edge(w, 0, 2, 0);
	make_edge(w, 1, 3, 0);
	make_edge(w, 2, 3, 0);
	make_edge(w, 0, 3, 0);
	make_done(w);
	paths_tails(w, tail);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(tail[i], want[i]);
	ck_assert_int_eq(paths_sums(w, 0, tail).length, 11);
	ck_assert_int_eq(paths_sums(w, 0, tail).work, 13);
	workload_free(w);
}
END_TEST

/* Any order of the nodes in the file: edges follow a random permutation. */
START_TEST(test_against_every_path)
{
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct rng r = {rng_base(1, RNG_ADVERSARY, 0, i)};
		uint32_t place[NODES],
			n = 2 + (uint32_t)rng_next_below(&r, NODES - 1);
		dag_time cost[NODES], tail[NODES], longest = 0;

		for (uint32_t k = 0; k < n; k++) {
			uint32_t j = (uint32_t)rng_next_below(&r, k + 1);

			place[k] = place[j];
			place[j] = k;
			cost[k] = 1 + (dag_time)rng_next_below(&r, 9);
		}
		build(cost, n);
		for (uint32_t a = 0; a < n; a++)
			for (uint32_t b = a + 1; b < n; b++)
				if (b == a + 1 || rng_next_below(&r, 3) == 0)
					make_edge(w, place[a], place[b],
						  (dag_time)rng_next_below(&r,
									   4));
		make_done(w);
		paths_tails(w, tail);
		for (uint32_t v = 0; v < n; v++) {
			ck_assert_int_eq(tail[v], walk(v));
			longest = tail[v] > longest ? tail[v] : longest;
		}
		ck_assert_int_eq(paths_sums(w, 0, tail).length, longest);
		workload_free(w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("paths");
	TCase *tc = tcase_create("paths");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_test(tc, test_by_hand);
	tcase_add_test(tc, test_against_every_path);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
