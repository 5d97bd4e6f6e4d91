/* test_native.c - runtimes that the simulator itself stands for */
#include "model/draw.h"
#include "platform/native.h"
#include "tests/support/make_workload.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
}

static struct workload *on_cores(uint32_t cores)
{
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = cores;
	w->platform.preemption = PREEMPT_FULL;
	return w;
}

/* Every cost another power of two, so that a sum tells what was paid. */
static const struct cost_row costs[] = {
	{OVERHEAD_RELEASE, 1000, 1000},
	{OVERHEAD_DECISION, 2000, 2000},
	{OVERHEAD_LOCK, 4000, 4000},
	{OVERHEAD_IPI, 8000, 8000},
	{OVERHEAD_WAKE, 16000, 16000},
	{OVERHEAD_YIELD, 32000, 32000},
	{OVERHEAD_SWITCH, 64000, 64000},
	{OVERHEAD_MIGRATION, 128000, 128000},
	{OVERHEAD_MESSAGE, 256000, 256000},
	{OVERHEAD_RELEASE, 0, 0},
};

static struct result *run_on(const struct workload *w, const char *name,
			     const struct yasmin *y, struct native_run *out)
{
	const struct native *n = native_find(name);
	struct sim_config c = {.horizon = MS(1000), .late = LATE_RUN};

	ck_assert(n != NULL);
	ck_assert_msg(native_setup(n, w, y, &arena, out, &error), "%s",
		      error.msg);
	c.rules = out->rules;
	c.tie = out->tie;
	return run_with(out->workload, out->policy, c);
}

static dag_time end_of(const struct result *r, uint32_t task, uint64_t instance,
		       uint32_t node)
{
	return rec_of(r, TRACE_FINISH, task, instance, node)->t;
}

static struct workload *chain(uint32_t cores)
{
	struct workload *w = on_cores(cores);
	uint32_t a, b;

	make_task(w, "dag", MS(1000), MS(100))->phase = US(500);
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(1));
	make_edge(w, a, b, 0);
	w->platform.overheads = cost_table_make(costs, &arena);
	make_done(w);
	return w;
}

/* Released at 0.5 ms, seen at the tick at 1 ms: the scheduler thread wakes up
 * (16), releases (1 + 2 + 4), posts (8) to a worker that wakes up (16), locks
 * the queue (4) and turns to the node (32): it starts 83 us after the tick.
 * The token takes 256; the tick at 3 ms sees it: 83 us again. */
START_TEST(mended_event_by_event)
{
	struct workload *w = chain(1);
	struct yasmin y = {.tick = MS(1), .scheduler_releases = true};
	struct native_run out;
	struct result *r = run_on(w, "yasmin", &y, &out);

	ck_assert_uint_eq(out.workload->platform.n_cores, 2);
	ck_assert_int_eq(end_of(r, 0, 0, 0), MS(2) + US(83));
	ck_assert_int_eq(rec_of(r, TRACE_READY, 0, 0, 1)->t, MS(3) + US(23));
	ck_assert_int_eq(end_of(r, 0, 0, 1), MS(4) + US(83));
	ck_assert_uint_eq(rec_of(r, TRACE_START, 0, 0, 0)->exec, 1);
	workload_free(w);
}
END_TEST

/* The worker releases the successor itself: after the token (256) it decides
 * (2) and puts the node into the queue (4); then it takes it (4 + 32). */
START_TEST(a_worker_may_release_successors)
{
	struct workload *w = chain(1);
	struct yasmin y = {.tick = MS(1)};
	struct native_run out;
	struct result *r = run_on(w, "yasmin", &y, &out);

	ck_assert_int_eq(end_of(r, 0, 0, 1), MS(2) + US(83) + US(298) + MS(1));
	workload_free(w);
}
END_TEST

/* A signal: the urgent job is seen at 2 ms (16 + 7), the worker gets the
 * signal (8), takes the node (4) and switches (64); when it ends the other
 * goes on (4 + 64). */
START_TEST(a_signal_preempts)
{
	struct workload *w = on_cores(1);
	struct yasmin y = {.tick = MS(1), .scheduler_releases = true};
	struct native_run out;
	struct result *r;

	make_task(w, "long", MS(1000), MS(500));
	make_node(w, "long", MS(10));
	make_task(w, "short", MS(1000), MS(20))->phase = US(1500);
	make_node(w, "short", MS(1));
	w->platform.overheads = cost_table_make(costs, &arena);
	make_done(w);
	r = run_on(w, "yasmin", &y, &out);
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 0, 0, 0)->t, MS(2) + US(23));
	ck_assert_int_eq(end_of(r, 1, 0, 0), MS(3) + US(23 + 76));
	ck_assert_int_eq(end_of(r, 0, 0, 0), MS(11) + US(83 + 76 + 68));
	workload_free(w);
}
END_TEST

/* As published, deadlines do not count, and the tick is twice as long. */
START_TEST(published_event_by_event)
{
	struct workload *w = on_cores(1);
	struct yasmin y = yasmin_published;
	struct native_run out;
	struct result *r;

	y.tick = MS(2);
	make_task(w, "long", MS(1000), MS(500));
	make_node(w, "long", MS(10));
	make_task(w, "short", MS(1000), MS(20))->phase = US(1500);
	make_node(w, "short", MS(1));
	make_task(w, "late", MS(1000), MS(300))->phase = MS(21);
	make_node(w, "late", MS(2));
	make_done(w);
	w->platform.overheads = NULL;
	r = run_on(w, "yasmin-published", &y, &out);
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 0);
	ck_assert_int_eq(rec_of(r, TRACE_READY, 1, 0, 0)->t / MS(1), 4);
	/* Its post was lost; that of the next release, seen at 24, is not. */
	ck_assert_int_eq(rec_of(r, TRACE_START, 1, 0, 0)->t / MS(1), 24);
	ck_assert(out.workload->platform.overheads != NULL);
	workload_free(w);
}
END_TEST

START_TEST(bindings_and_speeds_move_up)
{
	static const uint32_t second[] = {1};
	static const struct ratio speeds[] = {{1, 1}, {1, 2}};
	struct workload *w = on_cores(2);
	struct native_run out;
	uint32_t a;

	make_task(w, "t", MS(100), MS(100));
	a = make_node(w, "t", MS(4));
	w->nodes[a].cores = second;
	w->nodes[a].n_cores = 1;
	w->platform.speeds = speeds;
	make_done(w);
	ck_assert(native_setup(native_find("gedf"), w, NULL, &arena, &out,
			       &error));
	ck_assert_uint_eq(out.workload->nodes[a].cores[0], 2);
	ck_assert_int_eq(out.workload->platform.speeds[2].den, 2);
	ck_assert_uint_eq(w->nodes[a].cores[0], 1);
	ck_assert_uint_eq(w->platform.n_cores, 2);
	workload_free(w);
}
END_TEST

START_TEST(the_tick_is_never_above_a_period)
{
	struct workload *w = on_cores(2);
	struct native_run out;

	make_task(w, "t", MS(3), MS(3));
	make_node(w, "t", MS(1));
	make_done(w);
	ck_assert(native_setup(native_find("yasmin"), w, NULL, &arena, &out,
			       &error));
	ck_assert_int_eq(out.rules.tick, MS(3));
	w->tasks[0].period = MS(30);
	ck_assert(native_setup(native_find("yasmin-published"), w, NULL, &arena,
			       &out, &error));
	ck_assert_int_eq(out.rules.tick, 2 * YASMIN_TICK);
	workload_free(w);
}
END_TEST

/* Where workers release successors, the tick is that of the periods. */
START_TEST(the_tick_of_jobs_divides_all_periods)
{
	struct yasmin y = {0};
	struct workload *w = on_cores(2);
	struct native_run out;

	make_task(w, "a", MS(30), MS(3));
	make_node(w, "a", MS(1));
	make_task(w, "b", MS(75), MS(3));
	make_node(w, "b", MS(1));
	make_done(w);
	ck_assert(native_setup(native_find("yasmin"), w, &y, &arena, &out,
			       &error));
	ck_assert_int_eq(out.rules.tick, MS(15));
	ck_assert(!out.rules.tick_successors);
	y.tick = MS(4);
	ck_assert(native_setup(native_find("yasmin"), w, &y, &arena, &out,
			       &error));
	ck_assert_int_eq(out.rules.tick, MS(4));
	workload_free(w);
}
END_TEST

/* A workload that says that nothing costs anything has it so. */
START_TEST(no_costs_stand_too)
{
	struct workload *w = on_cores(1);
	struct native_run out;

	make_task(w, "t", MS(3), MS(3));
	make_node(w, "t", MS(1));
	make_done(w);
	ck_assert(native_setup(native_find("gedf"), w, NULL, &arena, &out,
			       &error));
	ck_assert(out.workload->platform.overheads != NULL);
	w->platform.costless = true;
	ck_assert(native_setup(native_find("gedf"), w, NULL, &arena, &out,
			       &error));
	ck_assert(out.workload->platform.overheads == NULL);
	workload_free(w);
}
END_TEST

START_TEST(accelerators_are_refused)
{
	struct workload *w = make_workload();
	struct native_run out;

	make_streams(w, 1, MS(10), MS(1));
	make_done(w);
	ck_assert(!native_setup(native_find("awkernel"), w, NULL, &arena, &out,
				&error));
	ck_assert(strstr(error.msg, "awkernel runs nodes on cores only"));
	ck_assert(native_find("yasmine") == NULL);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("native");
	TCase *t = tcase_create("native");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, mended_event_by_event);
	tcase_add_test(t, a_worker_may_release_successors);
	tcase_add_test(t, a_signal_preempts);
	tcase_add_test(t, published_event_by_event);
	tcase_add_test(t, bindings_and_speeds_move_up);
	tcase_add_test(t, the_tick_is_never_above_a_period);
	tcase_add_test(t, the_tick_of_jobs_divides_all_periods);
	tcase_add_test(t, no_costs_stand_too);
	tcase_add_test(t, accelerators_are_refused);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
