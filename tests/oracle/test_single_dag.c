/* Single DAGs: what an independent program computed of 400 of them. */
#include "analysis/test.h"
#include "model/core_counts.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;

static void expect_bound(const cJSON *want, const char *key,
			 const struct graph *g, enum dag_bound kind,
			 uint32_t cores)
{
	const cJSON *pair = cJSON_GetObjectItem(want, key);
	struct chain_sums s;
	struct ratio r;

	chain_sums(&s, g, kind, cores, &arena);
	r = chain_bound(&s, cores);
	ck_assert_int_eq(r.num, json_at(pair, 0));
	ck_assert_int_eq(r.den, json_at(pair, 1));
}

/* The same by the test of that name, of the task alone. */
static void expect_test(const cJSON *want, const char *key,
			const struct workload *w, uint32_t task)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	const struct analysis_options options = {.want_bounds = true};
	struct analysis_set *all = set_build(w, &nominal, TIME_DENSE, &arena);
	bool *keep = ARENA_NEW(&arena, bool, w->n_tasks);
	struct analysis_input in = {.options = &options, .arena = &arena};
	const cJSON *pair = cJSON_GetObjectItem(want, key);
	struct verdict v;

	keep[task] = true;
	in.set = set_subset(all, keep, &arena);
	analysis_run(analysis_find(key, NULL), &in, &v);
	ck_assert_int_eq(v.kind == VERDICT_SCHEDULABLE,
			 json_at(pair, 0) <=
				 w->tasks[task].deadline * json_at(pair, 1));
	ck_assert_int_eq(v.bounds[0].num, json_at(pair, 0));
	ck_assert_int_eq(v.bounds[0].den, json_at(pair, 1));
	in.set = all;
	if (all->n_tasks == 1)
		return;
	analysis_run(analysis_find(key, NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
}

static void expect_tests(const cJSON *set, const struct workload *w,
			 uint32_t task)
{
	const cJSON *want = cJSON_GetArrayItem(
		cJSON_GetObjectItem(set, "single_dag"), (int)task);

	expect_test(want, "graham", w, task);
	expect_test(want, "multipath_greedy", w, task);
	expect_test(want, "multipath_opt", w, task);
}

static void expect_dag(const cJSON *want, const struct graph *g, uint32_t cores)
{
	const cJSON *chains = cJSON_GetObjectItem(want, "greedy_chains");
	dag_time len[64];
	uint32_t n = graph_chains_greedy(g, 64, len);

	ck_assert_int_eq(graph_length(g), json_get(want, "L"));
	ck_assert_int_eq(graph_volume(g), json_get(want, "W"));
	ck_assert_int_eq(graph_width(g), json_get(want, "width"));
	ck_assert_int_eq(n, cJSON_GetArraySize(chains));
	for (uint32_t i = 0; i < n; i++)
		ck_assert_int_eq(len[i], json_at(chains, (int)i));
	expect_bound(want, "graham", g, BOUND_GRAHAM, cores);
	expect_bound(want, "multipath_greedy", g, BOUND_MULTIPATH, cores);
	expect_bound(want, "multipath_opt", g, BOUND_MULTIPATH_OPT, cores);
}

START_TEST(lengths_chains_and_bounds_are_equal)
{
	cJSON *root = dagset_oracle(), *set;
	unsigned dags = 0;

	cJSON_ArrayForEach(set, cJSON_GetObjectItem(root, "sets"))
	{
		struct workload *w = dagset_from_json(set);

		for (uint32_t i = 0; i < w->n_tasks; i++, dags++) {
			struct graph g;

			graph_of_task(&g, w, i, NULL, &arena);
			expect_dag(
				cJSON_GetArrayItem(
					cJSON_GetObjectItem(set, "single_dag"),
					(int)i),
				&g, w->platform.n_cores);
			expect_tests(set, w, i);
		}
		workload_free(w);
		arena_reset(&arena);
	}
	cJSON_Delete(root);
	ck_assert_uint_eq(dags, 400);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("single_dag");
	TCase *t = tcase_create("single_dag");
	SRunner *runner;
	int failed;

	tcase_add_test(t, lengths_chains_and_bounds_are_equal);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
