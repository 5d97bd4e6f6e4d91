/* Fixed priorities: known sets, ties of terms, and Audsley's assignment
 * against trying every order. */
#include "analysis/assign.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct streams S;

static void add(dag_time c, dag_time t, dag_time d, dag_time j)
{
	streams_add(&S, streams_model1(&S, c), t, d, j);
}

static struct verdict run(const char *test)
{
	struct verdict v;

	streams_run(&S, test, &v);
	return v;
}

/* The first job of the busy period is not the worst one (the error of 1994).
 */
START_TEST(test_second_job_is_worse)
{
	struct verdict v;

	add(4, 10, 10, 0);
	add(4, 14, 13, 0);
	add(4, 14, 13, 0);
	S.time = TIME_DISCRETE;
	v = run("np_fp_rta");
	ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_int_eq(v.bounds[0].num, 7);
	ck_assert_int_eq(v.bounds[1].num, 11);
	ck_assert_int_eq(v.bounds[2].num, 14);
	ck_assert_uint_eq(v.failing, 2);
	ck_assert_int_eq(v.violation.slack, -1);
	ck_assert_str_eq(v.reason, "'s2': worst response 14ns > deadline 13ns");
	S.time = TIME_DENSE;
	v = run("np_fp_rta");
	ck_assert_int_eq(v.bounds[0].num, 8);
	ck_assert_int_eq(v.bounds[1].num, 12);
	ck_assert_str_eq(run("np_fp_rta").source,
			 "Davis, Burns, Bril, Lukkien, Real-Time Systems 35,"
			 " 2007");
}
END_TEST

/* A level that is full: no busy period ends, responses are known still. */
START_TEST(test_full_level)
{
	struct verdict v;

	add(2, 4, 8, 0);
	add(4, 8, 16, 0);
	add(1, 100, 100, 0);
	v = run("np_fp_rta");
	ck_assert(v.bounds[0].known && v.bounds[1].known);
	/* blocked 1 (dense), then one of s0 before it; the next likewise */
	ck_assert_int_eq(v.bounds[1].num, 1 + 2 + 4);
	ck_assert(!v.bounds[2].known);
	ck_assert_uint_eq(v.failing, 2);
	ck_assert_ptr_nonnull(strstr(v.reason, "whole executor"));
	streams_on_core(&S, PREEMPT_FULL);
	S.tasks[1].jitter = 3;
	v = run("fp_rta");
	ck_assert(v.bounds[1].known);
	ck_assert_int_eq(v.bounds[1].num, 3 + 4 + 2 * 2);
}
END_TEST

START_TEST(test_margin_names_task)
{
	struct verdict v;

	add(1, 10, 10, 0);
	add(2, 20, 9, 0);
	add(3, 30, 30, 0);
	v = run("np_fp_rta");
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ck_assert(v.has_margin && v.margin_exact);
	/* s1 waits for s2 (3) and s0 (1), then runs 2 */
	ck_assert_uint_eq(v.tightest, 1);
	ck_assert_int_eq(v.margin.t, 9);
	ck_assert_int_eq(v.margin.slack, 3);
	ck_assert_int_eq(v.margin.blocking, 3);
	ck_assert_uint_eq(v.margin.blocker, 2);
	ck_assert_int_eq(v.margin.demand, 3);
}
END_TEST

/* --- Audsley --- */

static bool order_passes(const char *test)
{
	return randset_admitted(&S, test);
}

/* Does some order of the first n priorities pass? */
static bool any_order(const char *test, uint32_t n)
{
	if (n == 1)
		return order_passes(test);
	for (uint32_t k = 0; k < n; k++) {
		int32_t p = S.tasks[k].priority;
		bool ok;

		S.tasks[k].priority = S.tasks[n - 1].priority;
		S.tasks[n - 1].priority = p;
		ok = any_order(test, n - 1);
		S.tasks[n - 1].priority = S.tasks[k].priority;
		S.tasks[k].priority = p;
		if (ok)
			return true;
	}
	return false;
}

static void check_assignment(bool preemptive, unsigned *found, unsigned *helped)
{
	const char *test = preemptive ? "fp_rta" : "np_fp_rta";
	struct analysis_set *s = streams_set(&S);
	int32_t priority[STREAMS_MAX];
	uint32_t level;
	bool ok = assign_priorities(s, preemptive, 10000000, &S.arena, priority,
				    &level);

	ck_assert_int_eq(ok, any_order(test, S.w.n_tasks));
	if (!ok)
		return;
	*helped += !order_passes(test);
	for (uint32_t i = 0; i < S.w.n_tasks; i++)
		S.tasks[i].priority = priority[i];
	ck_assert(order_passes(test));
	++*found;
}

START_TEST(test_assignment)
{
	static const struct randset sets = {.streams = 5,
					    .models = 5,
					    .max_batch = 1,
					    .period = 24,
					    .jitter = true,
					    .long_deadlines = true,
					    .gentle = 4};
	struct rng r = {9};
	unsigned found = 0, helped = 0;

	for (unsigned k = 0; k < 600; k++) {
		bool preemptive = k % 2;

		randset_draw(&S, &sets, &r);
		S.time = k % 4 < 2 ? TIME_DISCRETE : TIME_DENSE;
		if (preemptive)
			streams_on_core(&S, PREEMPT_FULL);
		check_assignment(preemptive, &found, &helped);
	}
	ck_assert_uint_gt(found, 100);
	ck_assert_uint_gt(helped, 20);
}
END_TEST

START_TEST(test_assignment_level)
{
	struct analysis_set *s;
	int32_t priority[STREAMS_MAX];
	uint32_t level;

	add(5, 10, 4, 0);
	add(1, 10, 10, 0);
	add(2, 12, 12, 0);
	s = streams_set(&S);
	ck_assert(!assign_priorities(s, false, 1000000, &S.arena, priority,
				     &level));
	ck_assert_uint_eq(level, 0);
}
END_TEST

static void begin(void)
{
	streams_init(&S);
}

static void end(void)
{
	streams_free(&S);
}

int main(void)
{
	Suite *s = suite_create("fixed_priority");
	TCase *tc = tcase_create("fixed_priority");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_second_job_is_worse);
	tcase_add_test(tc, test_full_level);
	tcase_add_test(tc, test_margin_names_task);
	tcase_add_test(tc, test_assignment);
	tcase_add_test(tc, test_assignment_level);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
