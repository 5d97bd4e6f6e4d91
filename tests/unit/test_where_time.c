/* test_where_time.c - where time goes: small cases by hand, and on any
 * workload and platform the parts add up */
#include "model/runtime.h"
#include "platform/launch.h"
#include "tests/support/dagsets.h"
#include "trace/where_time.h"

#include <check.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
}

enum { JOBS_MAX = 4096 };

/* Tells what jobs must have taken, by itself. */
struct watcher {
	struct trace_sink sink;
	dag_time response[JOBS_MAX];
	size_t n;
};

static void watch(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct watcher *w = (struct watcher *)s;

	for (size_t i = 0; i < n; i++)
		if (r[i].kind == TRACE_FINISH && r[i].flags & TRACE_JOB_DONE) {
			ck_assert_uint_lt(w->n, JOBS_MAX);
			w->response[w->n++] = r[i].t - r[i].a;
		}
}

static struct watcher watcher;
static struct where_sum all;

/* False: the platform does not take the workload. */
static bool go(const char *name, const struct workload *w,
	       const struct launch_options *o, struct where_sum *tasks)
{
	struct trace_sink *sinks[2];
	struct trace_header h;
	struct where_time *where;
	const struct where_job *jobs;
	struct launch l;
	size_t n;

	if (!launch_prepare(&l, name, w, o, &arena, &error))
		return false;
	trace_header_init(&h, l.workload, &arena);
	launch_describe(&l, &h, &arena);
	where = where_time_new(&h);
	where_time_keep(where);
	watcher.sink.consume = watch;
	watcher.n = 0;
	sinks[0] = where_time_sink(where);
	sinks[1] = &watcher.sink;
	ck_assert_msg(launch_run(&l, &arena, sinks, 2, &error), "%s: %s", name,
		      error.msg);
	jobs = where_time_jobs(where, &n);
	ck_assert_uint_eq(n, watcher.n);
	for (size_t i = 0; i < n; i++) {
		dag_time sum = 0;

		for (int k = 0; k < WHERE_PARTS; k++) {
			ck_assert_int_ge(jobs[i].parts[k], 0);
			sum += jobs[i].parts[k];
		}
		ck_assert_int_eq(sum, jobs[i].response);
		ck_assert_int_eq(jobs[i].response, watcher.response[i]);
		ck_assert_int_gt(jobs[i].parts[WHERE_RUNNING], 0);
	}
	where_time_sum(where, tasks, &all);
	ck_assert_uint_eq(all.n, n);
	where_time_free(where);
	return true;
}

/* --- by hand --- */

static struct launch_options options(dag_time horizon)
{
	return (struct launch_options){.mapping = {.per = PER_PRESET},
				       .horizon = horizon,
				       .late = LATE_RUN};
}

/* 10 ms of lo from 0 on, 2 ms of hi from 1 ms on; one core. */
static struct workload *lo_and_hi(dag_time hi_deadline)
{
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_FULL;
	make_task(w, "lo", MS(100), MS(50));
	make_node(w, "l", MS(10));
	make_task(w, "hi", MS(100), hi_deadline)->phase = MS(1);
	make_node(w, "h", MS(2));
	make_done(w);
	return w;
}

#define PART(t, p) ((dag_time)tasks[t].parts[WHERE_##p])

START_TEST(a_preempted_job_is_queued)
{
	struct workload *w = lo_and_hi(MS(20));
	struct launch_options o = options(MS(100));
	struct where_sum tasks[2];

	o.policy = "gedf";
	ck_assert_msg(go("threads", w, &o, tasks), "%s", error.msg);
	ck_assert_int_eq(PART(0, RUNNING), MS(10));
	ck_assert_int_eq(PART(0, QUEUED), MS(2));
	ck_assert_int_eq((dag_time)tasks[0].response, MS(12));
	ck_assert_int_eq(PART(1, RUNNING), MS(2));
	ck_assert_int_eq((dag_time)tasks[1].response, MS(2));
	workload_free(w);
}
END_TEST

/* The same core, but nothing preempts: behind a later deadline, or an earlier
 * one. */
START_TEST(behind_what_deadline)
{
	struct workload *w = lo_and_hi(MS(20));
	struct launch_options o = options(MS(100));
	struct where_sum tasks[2];

	w->platform.preemption = PREEMPT_LIMITED;
	ck_assert_msg(go("threads", w, &o, tasks), "%s", error.msg);
	ck_assert_int_eq(PART(1, LATER), MS(9));
	ck_assert_int_eq(PART(1, QUEUED), 0);
	ck_assert_int_eq(PART(1, RUNNING), MS(2));
	workload_free(w);
	w = lo_and_hi(MS(80));
	w->platform.preemption = PREEMPT_LIMITED;
	ck_assert_msg(go("threads", w, &o, tasks), "%s", error.msg);
	ck_assert_int_eq(PART(1, LATER), 0);
	ck_assert_int_eq(PART(1, QUEUED), MS(9));
	workload_free(w);
}
END_TEST

/* One executor: hi comes while lo executes, and is seen when it has ended. */
START_TEST(an_executor_polls)
{
	struct workload *w = lo_and_hi(MS(20));
	struct launch_options o = options(MS(100));
	struct where_sum tasks[2];

	o.mapping.per = PER_ALL;
	ck_assert_msg(go("ros2-ste", w, &o, tasks), "%s", error.msg);
	ck_assert_int_eq(PART(1, POLL), MS(9));
	ck_assert_int_eq(PART(1, RUNNING), MS(2));
	ck_assert_int_eq((dag_time)tasks[1].response, MS(11));
	workload_free(w);
	/* without a window it is a queue */
	w = lo_and_hi(MS(20));
	ck_assert_msg(go("ros2-events", w, &o, tasks), "%s", error.msg);
	ck_assert_int_eq(PART(1, POLL), 0);
	ck_assert_int_eq(PART(1, LATER), MS(9));
	workload_free(w);
}
END_TEST

/* Half the runtime that it needs: 5 ms, then nothing until 50 ms. */
START_TEST(a_budget_is_used_up)
{
	struct workload *w = lo_and_hi(MS(20));
	struct launch_options o = options(MS(200));
	struct where_sum tasks[2];

	o.map = MAP_APPROACH3;
	o.deadline.margin = (struct ratio){1, 2};
	ck_assert_msg(go("threads", w, &o, tasks), "%s", error.msg);
	ck_assert_int_gt(PART(0, THROTTLED), 0);
	ck_assert_int_eq(PART(0, RUNNING), (dag_time)tasks[0].n * MS(10));
	ck_assert_int_gt(PART(0, THROTTLED), (dag_time)tasks[0].n * MS(20));
	workload_free(w);
}
END_TEST

/* A message of 3 ms between two nodes. */
START_TEST(a_message_is_under_way)
{
	struct workload *w = make_workload();
	struct launch_options o = options(MS(100));
	struct where_sum tasks[1];
	uint32_t a, b;

	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_FULL;
	make_task(w, "pair", MS(50), MS(50));
	a = make_node(w, "a", MS(2));
	b = make_node(w, "b", MS(2));
	make_edge(w, a, b, MS(3));
	make_done(w);
	ck_assert_msg(go("threads", w, &o, tasks), "%s", error.msg);
	ck_assert_uint_eq(tasks[0].n, 2);
	ck_assert_int_eq(PART(0, DELAY), MS(6));
	ck_assert_int_eq(PART(0, RUNNING), MS(8));
	workload_free(w);
}
END_TEST

/* Kernels and middleware cost something: time is theirs, too. */
START_TEST(overheads_are_told)
{
	struct workload *w = lo_and_hi(MS(20));
	struct launch_options o = options(MS(100));
	struct where_sum tasks[2];

	ck_assert_msg(go("yasmin", w, &o, tasks), "%s", error.msg);
	ck_assert_int_gt(PART(0, OVERHEAD), 0);
	ck_assert_int_eq(PART(0, RUNNING), MS(10));
	ck_assert_int_gt(PART(1, DELAY), 0); /* until the tick */
	workload_free(w);
}
END_TEST

/* --- random sets on all platforms --- */

static uint32_t below(struct rng *r, uint32_t n)
{
	return (uint32_t)rng_next_below(r, n);
}

/* Messages that take time, go out in the middle, overwrite each other, or meet
 * in joins; timers that skip. */
static void mix(struct workload *w, struct rng *r)
{
	struct runtime *x = ARENA_NEW(&w->arena, struct runtime, 1);
	struct ratio *publish =
		ARENA_NEW(&w->arena, struct ratio, w->n_edges + 1);
	struct runtime_callback *c =
		ARENA_NEW(&w->arena, struct runtime_callback, w->n_nodes);

	for (uint32_t i = 0; i < w->n_edges; i++) {
		w->edges[i].delay = below(r, 2) ? US(70) : 0;
		publish[i] = (struct ratio){1 + below(r, 4), 4};
	}
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		c[i] = runtime_callback_unsaid();
		if (!below(r, 4))
			c[i].join = (enum join_rule)below(r, JOIN_RULES);
		if (!below(r, 3))
			c[i].timer = (enum timer_rule)below(r, TIMER_RULES);
		if (!below(r, 3))
			c[i].queue = below(r, 3);
		c[i].queue_size = 1 + below(r, 3);
	}
	if (below(r, 2))
		x->publish = publish;
	x->callbacks = c;
	w->runtime = x;
}

/* Some periods are so short that there would be too many jobs. */
static dag_time horizon_of(const struct workload *w)
{
	dag_time h = MS(60);

	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (w->tasks[i].period < h / 500)
			h = w->tasks[i].period * 500;
	return h;
}

START_TEST(parts_add_up)
{
	struct dagset_spec spec = {.cores = 1 + (unsigned)_i % 3,
				   .tasks = 4,
				   .nodes = 6,
				   .cost = MS(1),
				   .load = 0.8 * (1 + _i % 3),
				   .constrained = _i % 2};
	struct rng r = {rng_base(11, RNG_ADVERSARY, 0, (uint64_t)_i)};
	const char **names = launch_names(&arena);
	struct where_sum tasks[8];
	unsigned ran = 0;

	for (int n = 0; n < 4; n++) {
		struct workload *w = dagset_draw(&spec, &r);

		if (n % 2)
			mix(w, &r);
		for (size_t i = 0; names[i]; i++) {
			struct launch_options o = options(horizon_of(w));

			o.seed = (uint64_t)n;
			o.noise = true;
			o.deadline.limit = (struct ratio){0, 1};
			o.mapping.per =
				(enum executor_per)below(&r, PER_PRESET + 1);
			ran += go(names[i], w, &o, tasks);
		}
		workload_free(w);
	}
	ck_assert_uint_gt(ran, 20);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("where_time");
	TCase *t = tcase_create("where_time");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, a_preempted_job_is_queued);
	tcase_add_test(t, behind_what_deadline);
	tcase_add_test(t, an_executor_polls);
	tcase_add_test(t, a_budget_is_used_up);
	tcase_add_test(t, a_message_is_under_way);
	tcase_add_test(t, overheads_are_told);
	tcase_add_loop_test(t, parts_add_up, 0, 6);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
