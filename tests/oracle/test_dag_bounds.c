/* Tests of DAG sets on several cores against verdicts and exact bounds that
 * another program computed, and worked examples from the literature's model. */
#include "analysis/node_paths.h"
#include "tests/support/askdag.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_known(const struct verdict *v)
{
	for (uint32_t i = 0; i < v->n_bounds; i++)
		if (v->bounds[i].known)
			return true;
	return false;
}

static void compare_bounds(int64_t id, const char *test, const cJSON *want,
			   const struct verdict *v)
{
	const cJSON *b;
	uint32_t i = 0;

	if (!want)
		return;
	cJSON_ArrayForEach(b, want)
	{
		if (cJSON_IsNull(b)) {
			ck_assert_msg(!v->n_bounds || !v->bounds[i].known,
				      "set %lld: %s bounds task %u",
				      (long long)id, test, i);
		} else {
			ck_assert_uint_lt(i, v->n_bounds);
			ck_assert_msg(v->bounds[i].known &&
					      v->bounds[i].num ==
						      json_at(b, 0) &&
					      v->bounds[i].den == json_at(b, 1),
				      "set %lld: %s says %lld/%lld of task %u,"
				      " not %lld/%lld",
				      (long long)id, test,
				      (long long)v->bounds[i].num,
				      (long long)v->bounds[i].den, i,
				      (long long)json_at(b, 0),
				      (long long)json_at(b, 1));
		}
		i++;
	}
}

static void compare_verdict(const cJSON *set, const cJSON *want)
{
	const char *test = want->string;
	const cJSON *bounds =
		cJSON_GetObjectItem(cJSON_GetObjectItem(set, "bounds"), test);
	struct workload *w = dagset_from_json(set);
	int64_t id = json_get(set, "id");
	struct verdict v;

	ask_dag(w, test, NULL, &v);
	if (cJSON_IsNull(want))
		ck_assert_msg(v.kind == VERDICT_NOT_APPLICABLE,
			      "set %lld: %s applies", (long long)id, test);
	else
		ck_assert_msg(v.kind == (cJSON_IsTrue(want)
						 ? VERDICT_SCHEDULABLE
						 : VERDICT_NOT_PROVEN),
			      "set %lld: %s is %s: %s", (long long)id, test,
			      verdict_name(v.kind), v.reason);
	compare_bounds(id, test, bounds, &v);
	ask_dag_reset();
	workload_free(w);
}

/* All that the file knows of global scheduling. */
static bool is_global(const char *test)
{
	return (!strncmp(test, "edf_", 4) || !strncmp(test, "fp_", 3) ||
		!strncmp(test, "lpfp_", 5) || !strncmp(test, "lpedf_", 6)) &&
	       !strstr(test, "UNSOUND");
}

START_TEST(oracle_sets)
{
	cJSON *root = dagset_oracle();
	const cJSON *set, *want;
	unsigned n = 0;

	cJSON_ArrayForEach(set, cJSON_GetObjectItem(root, "sets"))
	{
		const cJSON *all = cJSON_GetObjectItem(set, "verdict");

		cJSON_ArrayForEach(want, all) if (is_global(want->string))
		{
			compare_verdict(set, want);
			n++;
		}
	}
	ck_assert_uint_eq(n, 100 * 14);
	cJSON_Delete(root);
}
END_TEST

/* One job alone, its nodes by the longest way to the end. */
START_TEST(largest_paths)
{
	cJSON *root = dagset_oracle();
	const cJSON *set;
	struct arena a = {0};

	cJSON_ArrayForEach(set, cJSON_GetObjectItem(root, "sets"))
	{
		struct workload *w = dagset_from_json(set);
		const cJSON *alone = cJSON_GetObjectItem(set, "single_dag");
		const struct analysis_set *s;
		struct verdict v;

		ask_dag(w, "fp_melani15", NULL, &v);
		s = ask_dag_set();
		for (uint32_t i = 0; i < s->n_tasks; i++) {
			const struct dag *d = s->tasks[i].dag;
			const cJSON *want = cJSON_GetObjectItem(
				cJSON_GetArrayItem(alone, (int)i), "he19_cpf");
			uint64_t steps = 0;
			int64_t bound = node_paths_bound(d, d->rank, s->cores,
							 &steps, &a);

			ck_assert_int_eq(bound * json_at(want, 1),
					 json_at(want, 0) * s->cores);
		}
		arena_reset(&a);
		ask_dag_reset();
		workload_free(w);
	}
	arena_free(&a);
	cJSON_Delete(root);
}
END_TEST

/* --- worked examples --- */

struct example {
	int set;
	const char *test;
	bool proved;
	int64_t bound[3][2]; /* {0, 0} where none is told */
};

static const struct example examples[] = {
	{FX1, "fp_melani15", true, {{17, 2}, {14, 1}}},
	{FX1, "fp_he19_cpf", true, {{8, 1}, {13, 1}}},
	{FX1, "edf_melani15", true, {{19, 2}, {14, 1}}},
	{FX1, "edf_baruah14", true, {{0}}},
	{FX2, "fp_melani15", true, {{13, 1}, {29, 1}, {29, 1}}},
	{FX2, "fp_chain_rta", true, {{13, 1}, {29, 1}, {87, 4}}},
	{FX2, "fp_fonseca17", true, {{13, 1}, {29, 1}, {87, 4}}},
	{FX2, "edf_melani15", true, {{19, 1}, {61, 2}, {69, 2}}},
	{FX2, "edf_chain_rta", true, {{35, 2}, {30, 1}, {24, 1}}},
	{FX2, "edf_baruah14", true, {{0}}},
	{FX1, "lpfp_boundary_rta", false, {{0}}},
};

START_TEST(worked_example)
{
	const struct example *x = &examples[_i];
	struct workload *w = dagset_fixture(x->set);
	struct verdict v;

	ask_dag(w, x->test, NULL, &v);
	ck_assert_int_eq(v.kind,
			 x->proved ? VERDICT_SCHEDULABLE : VERDICT_NOT_PROVEN);
	for (uint32_t i = 0; i < 3 && x->bound[i][1]; i++) {
		ck_assert_uint_lt(i, v.n_bounds);
		ck_assert(v.bounds[i].known);
		ck_assert_int_eq(v.bounds[i].num, x->bound[i][0]);
		ck_assert_int_eq(v.bounds[i].den, x->bound[i][1]);
	}
	ck_assert(is_known(&v) == (x->bound[0][1] != 0));
	ask_dag_reset();
	workload_free(w);
}
END_TEST

/* --- schedules that refuted published bounds --- */

static cJSON *counterexamples(void)
{
	static char text[1 << 14];
	FILE *f = fopen("tests/oracle/data/dag_counterexamples.json", "r");
	cJSON *root;
	size_t n;

	ck_assert_ptr_nonnull(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	root = cJSON_Parse(text);
	ck_assert_ptr_nonnull(root);
	return root;
}

static const cJSON *named(const cJSON *root, const char *name)
{
	const cJSON *x;

	cJSON_ArrayForEach(x, root)
	{
		if (!strcmp(cJSON_GetObjectItem(x, "name")->valuestring, name))
			return x;
	}
	ck_abort_msg("no case %s", name);
	return NULL;
}

/* The tasks in order of priority. */
static struct workload *in_order(const cJSON *x)
{
	struct workload *w = dagset_from_json(x);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		w->tasks[i].has_priority = true;
		w->tasks[i].priority = (int32_t)i;
	}
	return w;
}

static int64_t wanted(const cJSON *x, const char *key, int i)
{
	return json_at(cJSON_GetObjectItem(x, key), i);
}

/* The bound of a test on one task: the right one, at least what was seen. */
static void expect_right(const cJSON *x, const char *test, int task,
			 int64_t observed)
{
	struct workload *w = in_order(x);
	struct verdict v;

	ask_dag(w, test, "gfp:priority=given", &v);
	ck_assert(v.bounds[task].known);
	ck_assert_int_eq(v.bounds[task].num, wanted(x, "right_bound", 0));
	ck_assert_int_eq(v.bounds[task].den, wanted(x, "right_bound", 1));
	ck_assert(v.bounds[task].num >= observed * v.bounds[task].den);
	ck_assert(v.bounds[task].num * wanted(x, "wrong_bound", 1) >
		  wanted(x, "wrong_bound", 0) * v.bounds[task].den);
	workload_free(w);
	ask_dag_reset();
}

/* The largest path by the case's order of nodes. */
static void expect_largest_path(const cJSON *x)
{
	struct workload *w = in_order(x);
	const cJSON *prio = cJSON_GetObjectItem(x, "prio");
	uint32_t rank[16], m = (uint32_t)json_get(x, "m");
	struct verdict v;
	struct arena a = {0};
	uint64_t steps = 0;
	int64_t bound;

	ask_dag(w, "fp_melani15", NULL, &v);
	for (int i = 0; i < cJSON_GetArraySize(prio); i++)
		rank[i] = (uint32_t)json_at(prio, i);
	bound = node_paths_bound(ask_dag_set()->tasks[0].dag, rank, m, &steps,
				 &a);
	ck_assert_int_eq(bound * wanted(x, "right_bound", 1),
			 wanted(x, "right_bound", 0) * m);
	ck_assert_int_ge(bound, json_get(x, "observed") * m);
	ck_assert_uint_gt(steps, 0);
	arena_free(&a);
	workload_free(w);
	ask_dag_reset();
}

START_TEST(refuted_bounds_are_not_ours)
{
	cJSON *root = counterexamples();
	const cJSON *x = named(root, "floor_inter");

	expect_right(x, "fp_melani15", 1, wanted(x, "observed", 1));
	x = named(root, "lp_serrano16");
	expect_right(x, "lpfp_boundary_rta", 0, json_get(x, "observed"));
	expect_largest_path(named(root, "he19_dp_topo"));
	expect_largest_path(named(root, "he19_dp_cpf"));
	cJSON_Delete(root);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("dag_bounds");
	TCase *tc = tcase_create("oracle");
	SRunner *r;
	int failed;

	tcase_add_test(tc, oracle_sets);
	tcase_add_test(tc, largest_paths);
	tcase_add_loop_test(tc, worked_example, 0,
			    sizeof(examples) / sizeof(*examples));
	tcase_add_test(tc, refuted_bounds_are_not_ours);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
