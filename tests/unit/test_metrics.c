/* Metrics of hand-made traces, with every number worked out by hand. */
#include "tests/support/tracekit.h"
#include "trace/metrics.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static struct tracekit k;
static struct arena arena;
static struct metrics_run run;

static void setup(void)
{
	arena = (struct arena){0};
}

static void teardown(void)
{
	kit_free(&k);
	arena_free(&arena);
}

static void measure(size_t piece)
{
	struct metrics *m = metrics_new(&k.header);

	kit_feed(&k, metrics_sink(m), piece);
	metrics_report(m, &arena, &run);
	metrics_free(m);
}

static void check_counts(const struct metrics_row *r, const uint64_t want[6])
{
	ck_assert_uint_eq(r->released, want[0]);
	ck_assert_uint_eq(r->completed, want[1]);
	ck_assert_uint_eq(r->late, want[2]);
	ck_assert_uint_eq(r->dropped, want[3]);
	ck_assert_uint_eq(r->pending, want[4]);
	ck_assert_uint_eq(r->censored, want[5]);
	ck_assert_uint_eq(r->released,
			  r->completed + r->dropped + r->pending + r->censored);
}

static void check_quantile(struct quantile q, int64_t hundredths)
{
	ck_assert(q.known);
	ck_assert(q.hundredths == hundredths);
}

/* Rate monotonic on one core: T1 (C = T = 10) leaves nothing to T2 (C = 1,
 * T = D = 20).  A simulator that counts finished jobs only sees no miss. */
START_TEST(test_starved_task_misses)
{
	uint32_t core, t1, t2;

	kit_init(&k, 100);
	core = kit_core(&k, PREEMPT_FULL);
	t1 = kit_dag(&k, "T1", 1, 10, 10);
	t2 = kit_dag(&k, "T2", 1, 20, 20);
	for (uint64_t i = 0; i < 10; i++) {
		dag_time now = 10 * (dag_time)i;

		if (i)
			kit_finish(&k, now, core, t1, i - 1, 0, true);
		kit_release(&k, now, t1, i);
		if (i % 2 == 0)
			kit_release(&k, now, t2, i / 2);
		kit_start(&k, now, core, t1, i, 0, 10);
	}
	kit_finish(&k, 100, core, t1, 9, 0, true);
	for (uint64_t i = 0; i < 5; i++)
		kit_open(&k, t2, i);
	measure(0);
	check_counts(&run.tasks[t1], (uint64_t[]){10, 10, 0, 0, 0, 0});
	check_counts(&run.tasks[t2], (uint64_t[]){5, 0, 0, 0, 5, 0});
	check_counts(&run.overall, (uint64_t[]){15, 10, 0, 0, 5, 0});
	ck_assert_uint_eq(metrics_missed(&run.tasks[t2]), 5);
	ck_assert_uint_eq(metrics_decided(&run.tasks[t2]), 5);
	ck_assert(!run.tasks[t2].p50.known);
	check_quantile(run.tasks[t1].p99, 1000);
	ck_assert(run.busy == 100);
	ck_assert_int_eq(run.window, 100);
	ck_assert_int_eq(run.tasks[t1].max_lateness, 0);
}
END_TEST

/* C = 12, T = D = 10 on [0, 60): five jobs finish late at 12, 24, .. 60, the
 * sixth has its deadline at the horizon and is not done. */
START_TEST(test_overload_counts_the_pending)
{
	uint32_t exec, t;
	uint64_t started = 0;

	kit_init(&k, 60);
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 10, 10);
	for (dag_time now = 0; now <= 60; now++) {
		if (now && now % 12 == 0)
			kit_finish(&k, now, exec, t, started - 1, 0, true);
		if (now % 10 == 0 && now < 60)
			kit_release(&k, now, t, (uint64_t)now / 10);
		if (now % 12 == 0 && now < 60)
			kit_start(&k, now, exec, t, started++, 0, 12);
	}
	kit_open(&k, t, 5);
	measure(1);
	check_counts(&run.overall, (uint64_t[]){6, 5, 5, 0, 1, 0});
	ck_assert_uint_eq(metrics_missed(&run.overall), 6);
	/* Responses 12, 14, 16, 18, 20. */
	check_quantile(run.overall.p50, 1600);
	check_quantile(run.overall.p95, 1800 + 80 * 2);
	check_quantile(run.tasks[t].p99, 1800 + 96 * 2);
	ck_assert_int_eq(run.overall.max_response, 20);
	ck_assert_int_eq(run.overall.max_lateness, 10);
	ck_assert(run.busy == 60);
	ck_assert_uint_eq(run.dispatches, 5);
}
END_TEST

/* Two batches; the second starts before the horizon and ends after it. */
static void batches(dag_time warmup)
{
	uint32_t exec, a, b;

	kit_init(&k, 100);
	k.header.warmup = warmup;
	exec = kit_accelerator(&k);
	a = kit_stream(&k, "a", kit_model(&k, "m", 4), 50, 50);
	b = kit_stream(&k, "b", 0, 50, 30);
	for (uint64_t i = 0; i < 2; i++) {
		dag_time now = 50 * (dag_time)i, c = i ? 60 : 20;

		kit_release(&k, now, a, i);
		kit_release(&k, now, b, i);
		kit_start(&k, now, exec, b, i, 0, c)->count = 2;
		kit_start(&k, now, exec, a, i, 0, c)->count = 2;
		k.recs[k.n - 1].index = 1;
		k.recs[k.n - 1].b = 0;
		kit_finish(&k, now + c, exec, b, i, 0, true)->count = 2;
		kit_finish(&k, now + c, exec, a, i, 0, true)->count = 2;
		for (size_t j = k.n - 3; j < k.n; j++)
			if (k.recs[j].kind == TRACE_FINISH &&
			    k.recs[j].task == a)
				k.recs[j].index = 1;
	}
}

START_TEST(test_batches_and_the_horizon)
{
	batches(0);
	measure(3);
	check_counts(&run.tasks[0], (uint64_t[]){2, 2, 1, 0, 0, 0});
	check_counts(&run.tasks[1], (uint64_t[]){2, 2, 1, 0, 0, 0});
	ck_assert_uint_eq(run.dispatches, 2);
	ck_assert_uint_eq(run.started, 4);
	ck_assert_uint_eq(run.overall.batch_sum, 8);
	ck_assert_uint_eq(run.overall.executions, 4);
	ck_assert(run.busy == 70);
	ck_assert_int_eq(run.exec_busy[0], 70);
	ck_assert_int_eq(run.tasks[1].max_lateness, 30);
	ck_assert_int_eq(run.tasks[0].max_response, 60);
}
END_TEST

START_TEST(test_warmup_leaves_out)
{
	batches(10);
	measure(0);
	check_counts(&run.overall, (uint64_t[]){2, 2, 2, 0, 0, 0});
	ck_assert_uint_eq(run.dispatches, 1);
	ck_assert(run.busy == 10 + 50);
	ck_assert_int_eq(run.window, 90);
	check_quantile(run.overall.p50, 6000);
	ck_assert_str_eq(run.overall.name, "ALL");
}
END_TEST

START_TEST(test_warmup_beyond_the_horizon)
{
	batches(200);
	measure(0);
	check_counts(&run.overall, (uint64_t[]){0, 0, 0, 0, 0, 0});
	ck_assert_int_eq(run.window, 0);
	ck_assert(run.busy == 0);
	ck_assert(!run.overall.p95.known);
}
END_TEST

START_TEST(test_drops_and_censoring)
{
	uint32_t a;

	kit_init(&k, 100);
	kit_accelerator(&k);
	a = kit_stream(&k, "a", kit_model(&k, "m", 1), 40, 40);
	for (uint64_t i = 0; i < 3; i++)
		kit_release(&k, 40 * (dag_time)i, a, i);
	kit_drop(&k, 80, a, 0);
	kit_drop(&k, 95, a, 1);
	kit_open(&k, a, 2);
	measure(0);
	check_counts(&run.overall, (uint64_t[]){3, 0, 0, 2, 0, 1});
	ck_assert_uint_eq(metrics_missed(&run.overall), 2);
	ck_assert_uint_eq(metrics_decided(&run.overall), 2);
}
END_TEST

START_TEST(test_preemptions_and_migrations)
{
	uint32_t c0, c1, a, b;

	kit_init(&k, 100);
	c0 = kit_core(&k, PREEMPT_FULL);
	c1 = kit_core(&k, PREEMPT_FULL);
	a = kit_dag(&k, "a", 1, 100, 100);
	b = kit_dag(&k, "b", 1, 100, 100);
	kit_release(&k, 0, a, 0);
	kit_release(&k, 0, b, 0);
	kit_start(&k, 0, c0, a, 0, 0, 30);
	kit_preempt(&k, 10, c0, a, 0, 0, 20);
	kit_start(&k, 10, c0, b, 0, 0, 20);
	kit_resume(&k, 15, c1, c0, a, 0, 0, 20);
	kit_preempt(&k, 20, c1, a, 0, 0, 15);
	kit_resume(&k, 25, c1, c1, a, 0, 0, 15);
	kit_add(&k, (struct trace_rec){.kind = TRACE_OVERHEAD,
				       .t = 25,
				       .exec = (uint16_t)c1,
				       .a = 2});
	kit_finish(&k, 30, c0, b, 0, 0, true);
	kit_finish(&k, 42, c1, a, 0, 0, true);
	measure(2);
	ck_assert_uint_eq(run.preemptions, 2);
	ck_assert_uint_eq(run.migrations, 1);
	ck_assert_uint_eq(run.resumptions, 1);
	ck_assert(run.overhead == 2);
	ck_assert_int_eq(run.exec_busy[c0], 30);
	ck_assert_int_eq(run.exec_busy[c1], 5 + 15); /* without overhead */
	ck_assert_int_eq(run.exec_overhead[c0], 0);
	ck_assert_int_eq(run.exec_overhead[c1], 2);
	ck_assert(run.has_cores);
	ck_assert_uint_eq(run.tasks[a].moves.preemptions, 2);
	ck_assert_uint_eq(run.tasks[a].moves.migrations, 1);
	ck_assert_uint_eq(run.tasks[a].moves.resumptions, 1);
	ck_assert_uint_eq(run.tasks[b].moves.preemptions, 0);
	ck_assert_uint_eq(run.switches, 4);
	ck_assert_int_eq(run.makespan, 42);
	/* b waits for 10, then a for 5 and again for 5. */
	ck_assert(run.queue_area == 20);
	ck_assert_uint_eq(run.max_queue, 1);
	ck_assert_ptr_null(run.tasks[a].nodes);
	ck_assert_uint_eq(run.overall.executions, 2);
	ck_assert_uint_eq(run.overall.batch_sum, 2);
}
END_TEST

/* Two jobs of n0 -> n1: released at 5, 5 late, and at 100. */
static void two_jobs(uint32_t response)
{
	uint32_t core, d;

	kit_init(&k, 300);
	k.header.response = response;
	core = kit_core(&k, PREEMPT_FULL);
	d = kit_dag(&k, "d", 2, 100, 100);
	kit_edge(&k, d, 0, 1, 0);
	k.tasks[d].jitter = 10;
	kit_release(&k, 5, d, 0)->b = 5;
	k.recs[0].a = 100;
	kit_start(&k, 8, core, d, 0, 0, 10);
	kit_finish(&k, 18, core, d, 0, 0, false);
	kit_ready(&k, 18, d, 0, 1);
	kit_start(&k, 20, core, d, 0, 1, 10);
	kit_finish(&k, 30, core, d, 0, 1, true);
	kit_release(&k, 100, d, 1);
	kit_start(&k, 110, core, d, 1, 0, 10);
	kit_finish(&k, 120, core, d, 1, 0, false);
	kit_ready(&k, 120, d, 1, 1);
	kit_start(&k, 120, core, d, 1, 1, 20);
	kit_finish(&k, 140, core, d, 1, 1, true);
}

START_TEST(test_responses)
{
	static const struct {
		dag_time first, second;
	} want[] = {
		[RESPONSE_RELEASE] = {25, 40},
		[RESPONSE_NOMINAL] = {30, 40},
		[RESPONSE_PREVIOUS] = {25, 122},
		[RESPONSE_START] = {22, 30},
		[RESPONSE_START_TO_SINK] = {12, 10},
	};
	dag_time low = want[_i].first, high = want[_i].second;

	if (low > high) {
		low = want[_i].second;
		high = want[_i].first;
	}
	two_jobs((uint32_t)_i);
	measure(3);
	ck_assert_int_eq(run.overall.max_response, high);
	check_quantile(run.overall.p50, 50 * (low + high));
	ck_assert_int_eq(run.overall.max_lateness, -60); /* of any response */
}
END_TEST

START_TEST(test_nodes)
{
	const struct metrics_node *n;

	two_jobs(RESPONSE_RELEASE);
	measure(0);
	n = run.tasks[0].nodes;
	ck_assert_uint_eq(run.tasks[0].n_nodes, 2);
	ck_assert_uint_eq(n[0].executions, 2);
	ck_assert(n[0].sum_response == 13 + 20);
	ck_assert_int_eq(n[0].max_response, 20);
	ck_assert(n[1].sum_response == 25 + 40);
	ck_assert_int_eq(n[1].max_response, 40);
	ck_assert(run.queue_area == 3 + 2 + 10);
	kit_free(&k);
	two_jobs(RESPONSE_RELEASE);
	k.header.warmup = 50; /* leaves out the first */
	measure(0);
	ck_assert_uint_eq(run.tasks[0].nodes[0].executions, 1);
	ck_assert_int_eq(run.makespan, 40);
	ck_assert(run.queue_area == 10);
	ck_assert_uint_eq(run.switches, 2);
}
END_TEST

/* Where nodes tell when they are ready, a drop takes those that are. */
START_TEST(test_queue_of_drops)
{
	uint32_t d;

	kit_init(&k, 100);
	kit_core(&k, PREEMPT_FULL);
	k.header.late = LATE_DROP;
	k.header.late_ready = true;
	d = kit_dag(&k, "d", 3, 100, 40);
	kit_edge(&k, d, 0, 2, 0);
	kit_edge(&k, d, 1, 2, 0);
	kit_release(&k, 0, d, 0);
	kit_ready(&k, 10, d, 0, 0); /* its other source never is */
	kit_drop(&k, 40, d, 0);
	measure(1);
	ck_assert(run.queue_area == 30);
	ck_assert_uint_eq(run.max_queue, 1);
}
END_TEST

START_TEST(test_reset_forgets)
{
	struct metrics *m;

	batches(0);
	m = metrics_new(&k.header);
	kit_feed(&k, metrics_sink(m), 0);
	metrics_reset(m, &k.header);
	kit_feed(&k, metrics_sink(m), 0);
	metrics_report(m, &arena, &run);
	check_counts(&run.overall, (uint64_t[]){4, 4, 2, 0, 0, 0});
	ck_assert(run.busy == 70);
	metrics_free(m);
}
END_TEST

/* Beyond its share of samples a row says so and stays within its bound. */
START_TEST(test_many_samples)
{
	uint32_t exec, t;
	struct metrics *m;
	struct trace_rec *r;

	kit_init(&k, 1000000000);
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 1000, 1000);
	kit_release(&k, 0, t, 0);
	r = kit_finish(&k, 1, exec, t, 0, 0, true);
	m = metrics_new(&k.header);
	for (int i = 1; i <= 100000; i++) {
		r->t = 1000000 + i;
		r->a = 0;
		r->b = 2000000;
		metrics_sink(m)->consume(metrics_sink(m), r, 1);
	}
	metrics_report(m, &arena, &run);
	ck_assert_uint_eq(run.overall.completed, 100000);
	ck_assert_double_gt(run.overall.percentile_error, 0.0);
	ck_assert_double_le(run.overall.percentile_error, 1.0 / 512);
	ck_assert_double_eq_tol((double)run.overall.p50.hundredths / 100,
				1050000.5,
				1050000.5 * run.overall.percentile_error);
	ck_assert_int_eq(run.overall.max_response, 1100000);
	metrics_free(m);
}
END_TEST

/* More jobs than the period allows, as a file of releases may hold; and the
 * sum over rows that are no longer exact all. */
START_TEST(test_more_jobs_than_the_period)
{
	uint32_t exec, t, u;
	struct metrics *m;
	struct trace_rec *r;

	kit_init(&k, 100);
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 50, 50);
	u = kit_stream(&k, "u", 0, 50, 50);
	kit_release(&k, 0, t, 0);
	r = kit_finish(&k, 1, exec, t, 0, 0, true);
	m = metrics_new(&k.header);
	for (int i = 1; i <= 64; i++) {
		r->t = i;
		metrics_sink(m)->consume(metrics_sink(m), r, 1);
	}
	metrics_report(m, &arena, &run);
	ck_assert_double_eq(run.tasks[t].percentile_error, 0.0);
	check_quantile(run.tasks[t].p50, 3250);
	check_quantile(run.overall.p50, 3250);
	r->task = u;
	for (int i = 65; i <= 129; i++) {
		r->t = i;
		metrics_sink(m)->consume(metrics_sink(m), r, 1);
	}
	metrics_report(m, &arena, &run);
	ck_assert_double_gt(run.tasks[u].percentile_error, 0.0);
	ck_assert_double_eq(run.overall.percentile_error,
			    run.tasks[u].percentile_error);
	ck_assert(run.overall.p50.known);
	ck_assert_double_eq_tol((double)run.overall.p50.hundredths, 6500,
				6500 * run.overall.percentile_error + 100);
	metrics_free(m);
}
END_TEST

START_TEST(test_wilson)
{
	double lo, hi;

	metrics_wilson(0, 0, &lo, &hi);
	ck_assert_double_eq(lo, 0.0);
	ck_assert_double_eq(hi, 1.0);
	metrics_wilson(0, 100, &lo, &hi);
	ck_assert_double_eq(lo, 0.0);
	ck_assert_double_eq_tol(hi, 0.036993, 1e-6);
	metrics_wilson(100, 100, &lo, &hi);
	ck_assert_double_eq_tol(lo, 1 - 0.036993, 1e-6);
	ck_assert_double_eq(hi, 1.0);
	/* Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263. */
	metrics_wilson(81, 263, &lo, &hi);
	ck_assert_double_eq_tol(lo, 0.2553, 5e-5);
	ck_assert_double_eq_tol(hi, 0.3662, 5e-5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("metrics");
	TCase *tc = tcase_create("metrics");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_starved_task_misses);
	tcase_add_test(tc, test_overload_counts_the_pending);
	tcase_add_test(tc, test_batches_and_the_horizon);
	tcase_add_test(tc, test_warmup_leaves_out);
	tcase_add_test(tc, test_warmup_beyond_the_horizon);
	tcase_add_test(tc, test_drops_and_censoring);
	tcase_add_test(tc, test_preemptions_and_migrations);
	tcase_add_loop_test(tc, test_responses, 0, RESPONSE_START_TO_SINK + 1);
	tcase_add_test(tc, test_nodes);
	tcase_add_test(tc, test_queue_of_drops);
	tcase_add_test(tc, test_reset_forgets);
	tcase_add_test(tc, test_many_samples);
	tcase_add_test(tc, test_more_jobs_than_the_period);
	suite_add_tcase(s, tc);
	tc = tcase_create("interval");
	tcase_add_test(tc, test_wilson);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
