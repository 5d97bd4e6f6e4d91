/* How federated scheduling divides cores: worked examples, the limits, and
 * the simulator's placement, which is the same. */
#include "model/core_counts.h"
#include "model/federation.h"
#include "tests/support/dagsets.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;

static void fresh(void)
{
	arena_reset(&arena);
}

static struct fed_task light(dag_time work, dag_time deadline, dag_time period)
{
	return (struct fed_task){{work, deadline, period}, work, 0};
}

static struct fed_task heavy(uint32_t cores)
{
	return (struct fed_task){{100, 50, 50}, 10, cores};
}

START_TEST(heavy_tasks_come_first_in_the_order_of_the_list)
{
	const struct fed_task tasks[] = {light(1, 10, 10), heavy(2),
					 light(10, 10, 10), heavy(3)};
	struct federation f;

	federation_divide(&f, tasks, 4, 1, 7, &arena);
	ck_assert_int_eq(f.outcome, FED_PLACED);
	ck_assert_uint_eq(f.culprit, NONE);
	ck_assert_uint_eq(f.own, 5);
	ck_assert(f.share[1].own && f.share[1].first == 1);
	ck_assert(f.share[3].own && f.share[3].first == 3);
	ck_assert(!f.share[0].own && f.share[0].first == 6);
	ck_assert(f.share[2].first == 7 && f.share[2].n == 1);
}
END_TEST

START_TEST(who_finds_no_place_is_named)
{
	struct fed_task tasks[] = {heavy(2), light(6, 10, 10), heavy(NONE),
				   light(5, 10, 10)};
	struct federation f;

	federation_divide(&f, tasks, 2, 0, 2, &arena);
	ck_assert_int_eq(f.outcome, FED_NO_ROOM);
	ck_assert_uint_eq(f.culprit, 1);
	federation_divide(&f, tasks, 3, 0, 100, &arena);
	ck_assert_int_eq(f.outcome, FED_TOO_MANY);
	ck_assert_uint_eq(f.culprit, 2);
	tasks[2] = tasks[3];
	federation_divide(&f, tasks, 3, 0, 3, &arena);
	ck_assert_int_eq(f.outcome, FED_NO_ROOM);
	ck_assert_uint_eq(f.culprit, 2);
	tasks[2].length = 11;
	federation_divide(&f, tasks, 3, 0, 100, &arena);
	ck_assert_int_eq(f.outcome, FED_TOO_LONG);
	ck_assert_uint_eq(f.culprit, 2);
	federation_divide(&f, tasks, 0, 0, 1, &arena);
	ck_assert_int_eq(f.outcome, FED_PLACED);
}
END_TEST

/* 2 + 2/8 (9 - 4) leaves 5.75 of 9: a share of 5 fits, one of 6 does not. */
START_TEST(room_is_what_approximate_demand_leaves)
{
	const struct edf_item first = {2, 4, 8}, fits = {5, 9, 20},
			      not = {6, 9, 20};
	struct edf_core c;

	edf_core_init(&c);
	ck_assert(edf_core_has_room(&c, &first));
	edf_core_add(&c, &first, &arena);
	ck_assert(edf_core_has_room(&c, &fits));
	ck_assert(!edf_core_has_room(&c, &not ));
}
END_TEST

/* Three thirds fill a core exactly; a 2^40th part more does not fit. */
START_TEST(thirds_add_up_to_one)
{
	const struct edf_item third = {1, 3, 3};
	const struct edf_item bit = {1, INT64_C(1) << 40, INT64_C(1) << 40};
	struct edf_core c;

	edf_core_init(&c);
	for (int i = 0; i < 3; i++) {
		ck_assert(edf_core_has_room(&c, &third));
		edf_core_add(&c, &third, &arena);
	}
	ck_assert(!edf_core_has_room(&c, &bit));
}
END_TEST

/* Two parts of 1/3 and 2/3 in the growth of demand are a whole: no tick is
 * lost to rounding each. */
START_TEST(fractions_of_demand_are_added_before_they_are_rounded)
{
	const struct edf_item a = {1, 1, 3}, b = {1, 2, 6}, x = {2, 6, 6};
	struct edf_core c;

	edf_core_init(&c);
	edf_core_add(&c, &a, &arena);
	edf_core_add(&c, &b, &arena);
	/* 1 + 5/3 + 1 + 4/6 = 4 + 1/3: does not leave 2 of 6 */
	ck_assert(!edf_core_has_room(&c, &x));
	edf_core_init(&c);
	edf_core_add(&c, &(struct edf_item){1, 2, 3}, &arena);
	edf_core_add(&c, &(struct edf_item){1, 2, 6}, &arena);
	/* 1 + 4/3 + 1 + 4/6 = 4 */
	ck_assert(edf_core_has_room(&c, &x));
}
END_TEST

START_TEST(the_largest_times_do_not_overflow)
{
	const struct edf_item x = {SPAN_MAX / 2 - 8, SPAN_MAX, SPAN_MAX};
	struct edf_core c;

	edf_core_init(&c);
	edf_core_add(&c, &x, &arena);
	ck_assert(edf_core_has_room(&c, &x));
	edf_core_add(&c, &x, &arena);
	ck_assert(!edf_core_has_room(&c, &x));
}
END_TEST

/* --- the policy --- */

/* Ten cores: 9 and 6 by Graham's formula, 6 and 3 by paths, and one core for
 * the chain of the third. */
START_TEST(more_tasks_fit_by_the_multi_path_bound)
{
	struct workload *w = dagset_fixture(FX3);
	struct result *r = run(w, "federated", 120);

	ck_assert_uint_eq(r->header.n_devices, 3);
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	ck_assert_int_eq(r->metrics.tasks[0].max_response, 7);
	ck_assert_int_eq(r->metrics.tasks[1].max_response, 9);
	ck_assert_int_eq(r->metrics.tasks[2].max_response, 22);
	r = try_run(w, "federated:bound=graham",
		    (struct sim_config){.horizon = 100});
	ck_assert(!r->ok);
	ck_assert_int_eq(r->error.code, EXIT_NO);
	ck_assert(strstr(r->error.msg, "heavy task 't1'"));
	workload_free(w);
}
END_TEST

/* Jitter is time that a job does not have. */
START_TEST(jitter_counts_against_the_deadline)
{
	struct workload *w = dagset_fixture(FX1);
	struct result *r;

	w->platform.n_cores = 3;
	r = run(w, "federated", 60); /* work 10 of 12 and 10 of 25: light */
	ck_assert_uint_eq(rec_of(r, TRACE_START, 1, 0, 0)->exec, 1);
	w->tasks[0].jitter = 3; /* 10 of 9: heavy */
	r = run(w, "federated", 60);
	ck_assert_uint_eq(rec_of(r, TRACE_START, 1, 0, 0)->exec, 2);
	w->tasks[0].jitter = 6; /* the longest path takes 7 */
	r = try_run(w, "federated", (struct sim_config){.horizon = 60});
	ck_assert_int_eq(r->error.code, EXIT_NO);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("federation");
	TCase *t = tcase_create("federation");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, fresh);
	tcase_add_test(t, heavy_tasks_come_first_in_the_order_of_the_list);
	tcase_add_test(t, who_finds_no_place_is_named);
	tcase_add_test(t, room_is_what_approximate_demand_leaves);
	tcase_add_test(t, thirds_add_up_to_one);
	tcase_add_test(t,
		       fractions_of_demand_are_added_before_they_are_rounded);
	tcase_add_test(t, the_largest_times_do_not_overflow);
	tcase_add_test(t, more_tasks_fit_by_the_multi_path_bound);
	tcase_add_test(t, jitter_counts_against_the_deadline);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
