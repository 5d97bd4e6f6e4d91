/* test_launch.c - platforms by name, each run and audited */
#include "platform/launch.h"
#include "platform/server.h"
#include "tests/support/dagsets.h"
#include "trace/audit.h"
#include "trace/metrics.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;
static struct launch launch;
static struct metrics_run run;

static void teardown(void)
{
	arena_free(&arena);
}

/* Two DAGs on two cores: a fork and join of 9 ms of work every 20 ms, and two
 * nodes of 2 ms every 10 ms. */
static struct workload *two_dags(void)
{
	struct workload *w = make_workload();
	uint32_t a, b, c, d;

	w->platform.n_accelerators = 0;
	w->platform.n_cores = 2;
	w->platform.preemption = PREEMPT_FULL;
	make_task(w, "fork", MS(20), MS(8));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(3));
	c = make_node(w, "c", MS(3));
	d = make_node(w, "d", MS(2));
	make_edge(w, a, b, 0);
	make_edge(w, a, c, 0);
	make_edge(w, b, d, 0);
	make_edge(w, c, d, 0);
	make_task(w, "pair", MS(10), MS(10));
	a = make_node(w, "x", MS(2));
	b = make_node(w, "y", MS(2));
	make_edge(w, a, b, 0);
	make_done(w);
	return w;
}

static struct launch_options options(void)
{
	return (struct launch_options){.mapping = {.per = PER_PRESET},
				       .horizon = MS(400),
				       .late = LATE_RUN};
}

static void go(const char *name, const struct workload *w,
	       const struct launch_options *o)
{
	struct trace_sink *sinks[2];
	struct trace_header h;
	struct metrics *m;
	struct audit *audit;

	ck_assert_msg(launch_prepare(&launch, name, w, o, &arena, &error),
		      "%s: %s", name, error.msg);
	trace_header_init(&h, launch.workload, &arena);
	launch_describe(&launch, &h, &arena);
	m = metrics_new(&h);
	audit = audit_new(&h, 8);
	sinks[0] = metrics_sink(m);
	sinks[1] = audit_sink(audit);
	ck_assert_msg(launch_run(&launch, &arena, sinks, 2, &error), "%s: %s",
		      name, error.msg);
	metrics_report(m, &arena, &run);
	metrics_free(m);
	audit_finish(audit);
	if (audit_count(audit)) {
		audit_print(stderr, audit);
		ck_abort_msg("%s: the audit found violations", name);
	}
	audit_free(audit);
}

START_TEST(every_platform_runs)
{
	const char **names = launch_names(&arena);
	struct workload *w = two_dags();
	struct launch_options o = options();

	for (size_t i = 0; names[i]; i++) {
		ck_assert(launch_summary(names[i]) != NULL);
		go(names[i], w, &o);
		ck_assert_uint_eq(run.overall.released, 60);
	}
	ck_assert(launch_summary("nothing") == NULL);
	workload_free(w);
}
END_TEST

START_TEST(unknown_names_are_answered)
{
	struct workload *w = two_dags();
	struct launch_options o = options();

	ck_assert(!launch_prepare(&launch, "yasmine", w, &o, &arena, &error));
	ck_assert_msg(strstr(error.msg, "did you mean 'yasmin'"), "%s",
		      error.msg);
	o.map = MAP_APPROACH3;
	ck_assert(!launch_prepare(&launch, "awkernel", w, &o, &arena, &error));
	ck_assert(strstr(error.msg, "no threads") != NULL);
	workload_free(w);
}
END_TEST

START_TEST(a_map_gives_reservations_to_any_threads)
{
	struct workload *w = two_dags();
	struct launch_options o = options();

	o.map = MAP_APPROACH3;
	go("threads", w, &o);
	ck_assert_str_eq(launch.policy, "gedf");
	ck_assert_uint_eq(launch.threads.mapping->n_threads, 6);
	ck_assert_int_eq(launch.threads.mapping->plans[1].server->runtime,
			 MS(3));
	o.mapping.per = PER_TASK;
	o.deadline.margin = (struct ratio){9, 8};
	o.deadline.limit = (struct ratio){1, 1};
	ck_assert(!launch_prepare(&launch, "ros2-ste", w, &o, &arena, &error));
	ck_assert(strstr(error.msg, "above the deadline") != NULL);
	workload_free(w);
}
END_TEST

/* The heavy task with D = 8, W = 9, L = 6: two servers of 7.5 ms. */
START_TEST(servers_of_a_test)
{
	static const uint32_t both[] = {0, 1}, second[] = {1};
	const struct reserved reserved[] = {
		{US(7500), MS(8), MS(20), both, 2},
		{MS(4), MS(10), MS(10), second, 1},
	};
	struct workload *w = two_dags();
	struct launch_options o = options();
	const struct mapping *m;

	o.map = MAP_RMIN;
	o.reserved = reserved;
	go("threads", w, &o);
	m = launch.threads.mapping;
	ck_assert_str_eq(launch.policy, "pedf");
	ck_assert_uint_eq(m->n_threads, 3);
	ck_assert_int_eq(m->plans[1].server->runtime, US(7500));
	ck_assert_int_eq(m->plans[2].server->runtime, MS(4));
	ck_assert_uint_eq(m->threads->nodes[2].cores[0], 1);
	ck_assert_uint_eq(run.overall.completed, 60);
	workload_free(w);
}
END_TEST

/* --- random sets: whatever happens, the audit finds nothing --- */

static const struct {
	const char *platform, *policy;
	struct launch_options o;
} ways[] = {
	{"yasmin", NULL, {.map = MAP_PRESET}},
	{"yasmin-published", NULL, {.map = MAP_PRESET}},
	{"awkernel", NULL, {.map = MAP_PRESET}},
	{"ros2-isolated+deadline", NULL, {.map = MAP_PRESET}},
	{"ros2-isolated+deadline",
	 NULL,
	 {.map = MAP_PRESET, .deadline = {.reclaim = true}}},
	{"ros2-isolated+deadline",
	 "pedf",
	 {.map = MAP_PRESET, .deadline = {.margin = {11, 10}}}},
	{"threads", NULL, {.map = MAP_APPROACH3, .take = US(3)}},
	{"ros2-ste",
	 NULL,
	 {.map = MAP_APPROACH3, .deadline = {.reclaim = true}, .take = US(3)}},
};

START_TEST(random_sets_hold)
{
	struct dagset_spec spec = {.cores = 1 + (unsigned)_i % 3,
				   .tasks = 4,
				   .nodes = 6,
				   .cost = MS(1),
				   .load = 0.7 * (1 + _i % 3),
				   .constrained = _i % 2};
	struct rng r = {rng_base(6, RNG_ADVERSARY, 0, (uint64_t)_i)};

	for (int n = 0; n < 4; n++) {
		struct workload *w = dagset_draw(&spec, &r);

		for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
			struct launch_options o = ways[i].o;

			o.mapping.per = PER_PRESET;
			o.policy = ways[i].policy;
			o.horizon = MS(60);
			o.late = LATE_RUN;
			o.seed = (uint64_t)n;
			if (launch_prepare(&launch, ways[i].platform, w, &o,
					   &arena, &error))
				go(ways[i].platform, w, &o);
			arena_reset(&arena);
		}
		workload_free(w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("launch");
	TCase *t = tcase_create("launch");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, every_platform_runs);
	tcase_add_test(t, unknown_names_are_answered);
	tcase_add_test(t, a_map_gives_reservations_to_any_threads);
	tcase_add_test(t, servers_of_a_test);
	tcase_add_loop_test(t, random_sets_hold, 0, 6);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
