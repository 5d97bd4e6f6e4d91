/* Tests of DAG sets on several cores against verdicts and exact bounds that
 * another program computed, and worked examples from the literature's model. */
#include "tests/support/askdag.h"
#include "tests/support/dagsets.h"

#include <check.h>
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
	const cJSON *bounds = cJSON_GetObjectItem(
		cJSON_GetObjectItem(set, "bounds"), test);
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
	ck_assert_int_eq(v.kind, x->proved ? VERDICT_SCHEDULABLE
					   : VERDICT_NOT_PROVEN);
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

int main(void)
{
	Suite *s = suite_create("dag_bounds");
	TCase *tc = tcase_create("oracle");
	SRunner *r;
	int failed;

	tcase_add_test(tc, oracle_sets);
	tcase_add_loop_test(tc, worked_example, 0,
			    sizeof(examples) / sizeof(*examples));
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
