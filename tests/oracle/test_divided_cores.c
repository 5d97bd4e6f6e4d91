/* Federated and semi-federated scheduling, and reservations: verdicts and
 * allocations as an independent program computed them. */
#include "analysis/test.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static struct arena arena;
static struct analysis_set *set;

static void ask(const char *name, const struct workload *w, struct verdict *v)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	const struct analysis_options options = {.want_bounds = true};
	const struct analysis_test *t = analysis_find(name, NULL);
	struct analysis_input in = {.options = &options, .arena = &arena};

	ck_assert_ptr_nonnull(t);
	in.set = set = set_build(w, &nominal, TIME_DENSE, &arena);
	analysis_run(t, &in, v);
	ck_assert_msg(v->kind != VERDICT_NOT_APPLICABLE, "%s", v->reason);
}

static void expect_verdict(const char *name, const struct workload *w,
			   const cJSON *want)
{
	const cJSON *x =
		cJSON_GetObjectItem(cJSON_GetObjectItem(want, "verdict"), name);
	struct verdict v;

	ask(name, w, &v);
	ck_assert_msg((v.kind == VERDICT_SCHEDULABLE) == cJSON_IsTrue(x),
		      "set %lld: %s says %s: %s",
		      (long long)json_get(want, "id"), name,
		      verdict_name(v.kind), v.reason);
}

/* The file names cores of heavy tasks, where there are enough for all. */
static void expect_allocation(const struct workload *w, const cJSON *want)
{
	const cJSON *alloc = cJSON_GetObjectItem(want, "fed_multipath_alloc");
	struct verdict v;

	ask("fed_multipath", w, &v);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		char key[16];
		const cJSON *n;

		snprintf(key, sizeof(key), "%u", i);
		n = cJSON_GetObjectItem(alloc, key);
		if (n)
			ck_assert_int_eq(v.shares[i].n_cores, n->valueint);
		else if (alloc->child || v.kind == VERDICT_SCHEDULABLE)
			ck_assert_uint_eq(v.shares[i].n_cores, 0);
	}
}

START_TEST(verdicts_are_equal)
{
	static const char *const tests[] = {"fed_graham", "fed_multipath",
					    "fed_multipath_opt", "semifed_x1",
					    "reservation_rmin"};
	cJSON *root = dagset_oracle(), *s;
	unsigned sets = 0;

	cJSON_ArrayForEach(s, cJSON_GetObjectItem(root, "sets"))
	{
		struct workload *w = dagset_from_json(s);

		for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++)
			expect_verdict(tests[i], w, s);
		expect_allocation(w, s);
		workload_free(w);
		arena_reset(&arena);
		sets++;
	}
	cJSON_Delete(root);
	ck_assert_uint_eq(sets, 100);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("divided_cores");
	TCase *t = tcase_create("divided_cores");
	SRunner *runner;
	int failed;

	tcase_add_test(t, verdicts_are_equal);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
