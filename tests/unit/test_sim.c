/* The event loop on small cases with known answers. */
#include "policies/ready_queue.h"
#include "sim/sim.h"
#include "tests/support/make_workload.h"
#include "trace/metrics.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RECS = 4096 };

/* Everything that a run leaves behind. */
struct result {
	struct arena arena;
	struct metrics_run run;
	struct trace_rec recs[MAX_RECS];
	size_t n;
	struct sim_stats stats;
	struct dag_error error;
	bool ok;
};

struct keeper {
	struct trace_sink sink;
	struct result *to;
};

static void keep(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct result *to = ((struct keeper *)s)->to;

	for (size_t i = 0; i < n && to->n < MAX_RECS; i++)
		to->recs[to->n++] = r[i];
}

static struct result res;

static struct result *run_ops(const struct workload *w,
			      const struct policy_ops *ops, struct sim_config c)
{
	struct keeper k = {{keep, false}, &res};
	struct trace_header h = {0};
	struct trace_sink *sinks[2];
	struct metrics *m;
	struct policy p;

	arena_free(&res.arena);
	res.n = 0;
	ck_assert(policy_init(&p, ops, w, &res.arena, &res.error));
	trace_header_init(&h, w, &res.arena);
	h.horizon = c.horizon;
	m = metrics_new(&h);
	sinks[0] = metrics_sink(m);
	sinks[1] = &k.sink;
	c.workload = w;
	c.policy = &p;
	res.ok = sim_run(&c, &res.arena, sinks, 2, &res.stats, &res.error);
	metrics_report(m, &res.arena, &res.run);
	metrics_free(m);
	return &res;
}

static struct result *run(const struct workload *w, const char *policy,
			  dag_time horizon, enum late_policy late)
{
	run_ops(w, policy_find(policy, NULL),
		(struct sim_config){.horizon = horizon, .late = late});
	ck_assert_msg(res.ok, "%s", res.error.msg);
	return &res;
}

static const struct trace_rec *find(enum trace_kind kind, uint32_t task,
				    uint64_t instance, uint32_t node)
{
	for (size_t i = 0; i < res.n; i++)
		if (res.recs[i].kind == kind && res.recs[i].task == task &&
		    res.recs[i].instance == instance &&
		    res.recs[i].node == node)
			return &res.recs[i];
	ck_abort_msg("no such record");
	return NULL;
}

static void expect_row(const struct metrics_row *r, uint64_t released,
		       uint64_t completed, uint64_t late, uint64_t dropped,
		       uint64_t pending, uint64_t censored)
{
	ck_assert_uint_eq(r->released, released);
	ck_assert_uint_eq(r->completed, completed);
	ck_assert_uint_eq(r->late, late);
	ck_assert_uint_eq(r->dropped, dropped);
	ck_assert_uint_eq(r->pending, pending);
	ck_assert_uint_eq(r->censored, censored);
}

/* --- misses, pending and censored jobs --- */

START_TEST(a_starved_stream_misses_every_job)
{
	struct workload *w = make_workload();

	make_stream(w, "hog", make_model(w, "hog", 1, MS(10), 0), MS(10));
	make_stream(w, "low", make_model(w, "low", 1, MS(1), 0), MS(20));
	make_done(w);
	run(w, "fixed_priority", MS(100), LATE_RUN);
	expect_row(&res.run.tasks[0], 10, 10, 0, 0, 0, 0);
	expect_row(&res.run.tasks[1], 5, 0, 0, 0, 5, 0);
	workload_free(w);
}
END_TEST

START_TEST(an_overloaded_stream_counts_the_job_that_waits)
{
	struct workload *w = make_workload();

	make_stream(w, "s", make_model(w, "m", 1, MS(12), 0), MS(10));
	make_done(w);
	run(w, "edf", MS(60), LATE_RUN);
	expect_row(&res.run.tasks[0], 6, 5, 5, 0, 1, 0);
	ck_assert_int_eq(res.run.tasks[0].max_response, MS(20));
	for (uint64_t k = 0; k < 5; k++)
		ck_assert_int_eq(find(TRACE_FINISH, 0, k, 0)->t,
				 MS(12) * (int64_t)(k + 1));
	workload_free(w);
}
END_TEST

START_TEST(the_horizon_is_half_open)
{
	struct workload *w = make_workload();

	make_stream(w, "s", make_model(w, "m", 1, MS(4), 0), MS(10));
	make_done(w);
	run(w, "edf", MS(20), LATE_RUN); /* the release at 20 does not happen */
	expect_row(&res.run.tasks[0], 2, 2, 0, 0, 0, 0);
	run(w, "edf", MS(20) + 1, LATE_RUN); /* started before H: runs out */
	expect_row(&res.run.tasks[0], 3, 3, 0, 0, 0, 0);
	ck_assert_int_eq(res.stats.end, MS(24));
	for (size_t i = 0; i < res.n; i++)
		ck_assert(res.recs[i].t <= MS(20) ||
			  res.recs[i].kind == TRACE_FINISH);
	workload_free(w);
}
END_TEST

START_TEST(what_waits_at_the_horizon_with_time_left_is_censored)
{
	struct workload *w = make_workload();

	make_stream(w, "a", make_model(w, "a", 1, MS(8), 0), MS(100));
	make_stream(w, "b", make_model(w, "b", 1, MS(8), 0), MS(100));
	make_done(w);
	run(w, "fifo", MS(8), LATE_RUN); /* a completes at H, b never starts */
	expect_row(&res.run.tasks[0], 1, 1, 0, 0, 0, 0);
	expect_row(&res.run.tasks[1], 1, 0, 0, 0, 0, 1);
	workload_free(w);
}
END_TEST

START_TEST(late_jobs_are_dropped_at_the_decision_at_their_deadline)
{
	struct workload *w = make_workload();

	make_stream(w, "a", make_model(w, "a", 1, MS(10), 0), MS(100));
	make_stream(w, "b", make_model(w, "b", 1, MS(1), 0), MS(100))
		->deadline = MS(10);
	make_done(w);
	run(w, "fifo", MS(50), LATE_DROP);
	expect_row(&res.run.tasks[1], 1, 0, 0, 1, 0, 0);
	ck_assert_int_eq(find(TRACE_DROP, 1, 0, 0)->t, MS(10));
	run(w, "fifo", MS(50), LATE_RUN);
	expect_row(&res.run.tasks[1], 1, 1, 1, 0, 0, 0);
	workload_free(w);
}
END_TEST

START_TEST(a_finish_at_the_deadline_is_a_hit)
{
	struct workload *w = make_workload();

	make_streams(w, 2, MS(10), MS(5));
	make_done(w);
	run(w, "edf", MS(1000), LATE_DROP);
	ck_assert_uint_eq(metrics_missed(&res.run.overall), 0);
	ck_assert_uint_eq(res.run.overall.completed, 200);
	workload_free(w);
}
END_TEST

/* --- order at one instant --- */

START_TEST(a_release_at_a_completion_is_visible_to_the_decision)
{
	struct workload *w = make_workload();

	make_stream(w, "long", make_model(w, "long", 1, MS(5), 0), MS(100));
	make_stream(w, "wait", make_model(w, "wait", 1, MS(5), 0), MS(100));
	make_stream(w, "soon", make_model(w, "soon", 1, MS(1), 0), MS(100))
		->deadline = MS(10);
	w->tasks[2].phase = MS(5);
	make_done(w);
	run(w, "edf", MS(50), LATE_RUN);
	ck_assert_int_eq(find(TRACE_START, 2, 0, 0)->t, MS(5));
	ck_assert_int_eq(find(TRACE_START, 1, 0, 0)->t, MS(6));
	workload_free(w);
}
END_TEST

START_TEST(equal_jobs_go_in_file_order_whatever_else_happens)
{
	for (int extra = 0; extra < 2; extra++) {
		struct workload *w = make_workload();

		make_streams(w, 3, MS(50), MS(1));
		if (extra) /* one more event at the same instant */
			make_stream(w, "x", make_model(w, "x", 1, MS(1), 0),
				    MS(50));
		make_done(w);
		run(w, "edf", MS(20), LATE_RUN);
		for (uint32_t t = 0; t < 3; t++)
			ck_assert_int_eq(find(TRACE_START, t, 0, 0)->t, MS(t));
		workload_free(w);
	}
}
END_TEST

/* --- DAGs on cores --- */

static struct workload *fork_join(uint32_t cores)
{
	struct workload *w = make_workload();
	uint32_t a, b, c, d;

	make_task(w, "dag", MS(20), MS(20));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(2));
	c = make_node(w, "c", MS(3));
	d = make_node(w, "d", MS(1));
	make_edge(w, a, b, 0);
	make_edge(w, a, c, 0);
	make_edge(w, b, d, 0);
	make_edge(w, c, d, 0);
	w->platform.n_accelerators = 0;
	w->platform.n_cores = cores;
	make_done(w);
	return w;
}

START_TEST(a_fork_join_has_its_makespan)
{
	static const dag_time makespan[] = {7, 5, 5};

	for (uint32_t m = 1; m <= 3; m++) {
		struct workload *w = fork_join(m);

		run(w, "gedf", MS(200), LATE_RUN);
		ck_assert_uint_eq(res.run.overall.completed, 10);
		ck_assert_int_eq(res.run.overall.max_response,
				 MS(makespan[m - 1]));
		ck_assert_int_eq(find(TRACE_START, 0, 0, 3)->t,
				 MS(makespan[m - 1]) - MS(1));
		workload_free(w);
	}
}
END_TEST

START_TEST(a_dag_that_cannot_end_is_open_at_the_horizon)
{
	struct workload *w = fork_join(1);

	run(w, "gedf", MS(3), LATE_RUN); /* b done or running, d to come */
	expect_row(&res.run.tasks[0], 1, 0, 0, 0, 0, 1);
	w->tasks[0].deadline = MS(2);
	run(w, "gedf", MS(3), LATE_RUN);
	expect_row(&res.run.tasks[0], 1, 0, 0, 0, 1, 0);
	workload_free(w);
}
END_TEST

/* Long low job, short urgent one at 1 ms; one core. */
static struct workload *preemption_case(enum preemption mode)
{
	struct workload *w = make_workload();
	struct task *t;

	make_task(w, "long", MS(100), MS(50));
	make_node(w, "long", MS(10));
	t = make_task(w, "short", MS(100), MS(5));
	t->phase = MS(1);
	make_node(w, "short", MS(2));
	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = mode;
	make_done(w);
	return w;
}

START_TEST(full_preemption_stops_the_less_urgent_job)
{
	struct workload *w = preemption_case(PREEMPT_FULL);
	const struct trace_rec *r;

	run(w, "gedf", MS(100), LATE_RUN);
	ck_assert_int_eq(find(TRACE_FINISH, 1, 0, 0)->t, MS(3));
	ck_assert_int_eq(find(TRACE_FINISH, 0, 0, 0)->t, MS(12));
	r = find(TRACE_PREEMPT, 0, 0, 0);
	ck_assert_int_eq(r->t, MS(1));
	ck_assert_int_eq(r->a, MS(9));
	r = find(TRACE_RESUME, 0, 0, 0);
	ck_assert_int_eq(r->t, MS(3));
	ck_assert_int_eq(r->a, MS(9));
	ck_assert_uint_eq(res.run.preemptions, 1);
	ck_assert_uint_eq(res.run.migrations, 0);
	ck_assert_uint_eq(res.run.resumptions, 1);
	workload_free(w);
}
END_TEST

START_TEST(limited_preemption_lets_the_node_end)
{
	struct workload *w = preemption_case(PREEMPT_LIMITED);

	run(w, "gedf", MS(100), LATE_RUN);
	ck_assert_int_eq(find(TRACE_FINISH, 0, 0, 0)->t, MS(10));
	ck_assert_int_eq(find(TRACE_FINISH, 1, 0, 0)->t, MS(12));
	ck_assert_uint_eq(res.run.preemptions, 0);
	workload_free(w);
}
END_TEST

/* Under `none` a chain that has started runs to its end; under `limited` the
 * urgent job goes between its nodes. */
START_TEST(no_preemption_keeps_the_claim_of_a_started_job)
{
	static const dag_time finish[][2] = {{6, 8}, {8, 4}};

	for (int limited = 0; limited < 2; limited++) {
		struct workload *w = make_workload();
		uint32_t a, b, c;
		struct task *t;

		make_task(w, "chain", MS(100), MS(50));
		a = make_node(w, "a", MS(2));
		b = make_node(w, "b", MS(2));
		c = make_node(w, "c", MS(2));
		make_edge(w, a, b, 0);
		make_edge(w, b, c, 0);
		t = make_task(w, "short", MS(100), MS(5));
		t->phase = MS(1);
		make_node(w, "short", MS(2));
		w->platform.n_accelerators = 0;
		w->platform.n_cores = 1;
		w->platform.preemption =
			limited ? PREEMPT_LIMITED : PREEMPT_NONE;
		make_done(w);
		run(w, "gedf", MS(100), LATE_RUN);
		ck_assert_int_eq(find(TRACE_FINISH, 0, 0, 2)->t,
				 MS(finish[limited][0]));
		ck_assert_int_eq(find(TRACE_FINISH, 1, 0, 0)->t,
				 MS(finish[limited][1]));
		workload_free(w);
	}
}
END_TEST

START_TEST(jobs_of_one_dag_may_overlap)
{
	struct workload *w = make_workload();
	uint32_t a, b;

	make_task(w, "dag", MS(5), MS(12)); /* D > T */
	a = make_node(w, "a", MS(4));
	b = make_node(w, "b", MS(4));
	make_edge(w, a, b, 0);
	w->platform.n_accelerators = 0;
	w->platform.n_cores = 2;
	make_done(w);
	run(w, "gedf", MS(100), LATE_RUN);
	ck_assert_uint_eq(metrics_missed(&res.run.overall), 0);
	ck_assert_int_eq(find(TRACE_START, 0, 1, 0)->t, MS(5));
	ck_assert_int_eq(find(TRACE_FINISH, 0, 0, 1)->t, MS(8));
	workload_free(w);
}
END_TEST

START_TEST(a_late_dag_is_dropped_whole_unless_it_has_started)
{
	struct workload *w = make_workload();
	uint32_t a, b;

	make_task(w, "hog", MS(100), MS(3));
	make_node(w, "hog", MS(10));
	make_task(w, "dag", MS(100), MS(5)); /* two sources, never starts */
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(1));
	(void)a, (void)b;
	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_LIMITED;
	make_done(w);
	run(w, "gedf", MS(100), LATE_DROP);
	expect_row(&res.run.tasks[1], 1, 0, 0, 1, 0, 0);
	expect_row(&res.run.tasks[0], 1, 1, 1, 0, 0, 0); /* had started */
	workload_free(w);
}
END_TEST

/* --- policies that break the protocol --- */

static int64_t zero_key(const struct policy *p, const struct job *j)
{
	(void)p, (void)j;
	return 0;
}

static void start(struct decision *d, const struct device_state *dev,
		  uint32_t n)
{
	d->kind = DISPATCH;
	d->exec = dev->idle;
	d->n_jobs = n;
}

#define BREACH(name)                                                           \
	static void name(struct policy *p, const struct ready_queue *q,        \
			 dag_time now, const struct device_state *dev,         \
			 struct decision *d)

BREACH(not_ready)
{
	(void)p, (void)q, (void)now;
	start(d, dev, 1);
	d->jobs[0] = 200;
}
BREACH(out_of_range)
{
	(void)p, (void)q, (void)now;
	start(d, dev, 1);
	d->jobs[0] = 4000000000;
}
BREACH(twice)
{
	(void)p, (void)now;
	start(d, dev, 2);
	d->jobs[0] = d->jobs[1] = ready_head(q);
}
BREACH(too_large)
{
	(void)p, (void)now;
	start(d, dev, 3);
	for (int i = 0; i < 3; i++)
		d->jobs[i] = ready_head(q);
}
BREACH(empty)
{
	(void)p, (void)q, (void)now;
	start(d, dev, 0);
}
BREACH(no_such_executor)
{
	(void)p, (void)now;
	start(d, dev, 1);
	d->exec = 7;
	d->jobs[0] = ready_head(q);
}
BREACH(nonsense)
{
	(void)p, (void)q, (void)now, (void)dev;
	d->kind = (enum decision_kind)42;
}
BREACH(mixes)
{
	job_id a = ready_head(q), b = ready_next(q, a);

	(void)p, (void)now;
	start(d, dev, 1);
	d->jobs[0] = a;
	while (b != JOB_NONE && dev->jobs[b].model == dev->jobs[a].model)
		b = ready_next(q, b);
	if (b != JOB_NONE) {
		d->n_jobs = 2;
		d->jobs[1] = b;
	}
}

static const struct {
	void (*choose)(struct policy *, const struct ready_queue *, dag_time,
		       const struct device_state *, struct decision *);
	const char *says;
} breaches[] = {
	{not_ready, "is not ready"},
	{out_of_range, "is not ready"},
	{twice, "twice"},
	{too_large, "takes at most 2"},
	{empty, "a batch of 0 jobs"},
	{no_such_executor, "executor 7 does not exist"},
	{nonsense, "neither Wait nor Dispatch"},
	{mixes, "mixes models"},
};

START_TEST(a_breach_stops_the_run_and_names_the_decision)
{
	struct policy_ops ops = {
		.name = "bad",
		.summary = "breaks the protocol",
		.traits = {ORDER_OTHER, BATCH_NONE, VIEW_ORDER,
			   POLICY_ON_ACCELERATOR},
		.key = zero_key,
		.choose = breaches[_i].choose,
	};
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 2, MS(1), MS(1));

	make_stream(w, "a", m, MS(10));
	make_stream(w, "b", m, MS(10));
	make_stream(w, "c", make_model(w, "n", 2, MS(1), MS(1)), MS(10));
	make_done(w);
	run_ops(w, &ops, (struct sim_config){.horizon = MS(100)});
	ck_assert(!res.ok);
	ck_assert_int_eq(res.error.code, EXIT_USAGE);
	ck_assert_msg(strstr(res.error.msg, breaches[_i].says) != NULL,
		      "said: %s", res.error.msg);
	ck_assert(strstr(res.error.msg, "policy 'bad'") != NULL);
	ck_assert(strstr(res.error.msg, "decision 1 at t = 0") != NULL);
	workload_free(w);
}
END_TEST

/* --- the same releases and factors, whatever the policy --- */

START_TEST(policies_see_the_same_arrivals_and_factors)
{
	static struct result first;
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 4, MS(3), MS(1));
	const char *names[] = {"edf", "fifo", "edf_batch", "round_robin",
			       "dynamic_batch"};
	struct dag_error e;

	ck_assert(noise_init(&w->models[m].noise, &w->arena, NOISE_LOGNORMAL, 0,
			     0.3, &e));
	ck_assert(noise_set_tail(&w->models[m].noise, 0.1, 3, &e));
	for (int i = 0; i < 4; i++) {
		char name[8];
		struct task *t;

		snprintf(name, sizeof(name), "s%d", i);
		t = make_stream(w, name, m, MS(11) + MS(i));
		t->jitter = MS(2);
		t->arrival = i == 3 ? SPORADIC : PERIODIC;
		t->extra_mean = i == 3 ? MS(5) : 0;
	}
	make_done(w);
	for (size_t p = 0; p < 5; p++) {
		size_t compared = 0;

		run_ops(w, policy_find(names[p], NULL),
			(struct sim_config){
				.horizon = MS(500), .seed = 5, .noise = true});
		ck_assert(res.ok);
		if (p == 0) {
			first = res;
			first.arena = (struct arena){0};
			continue;
		}
		for (size_t i = 0; i < first.n; i++) {
			const struct trace_rec *a = &first.recs[i], *b;

			if (a->kind != TRACE_RELEASE && a->kind != TRACE_START)
				continue;
			for (b = res.recs; b < res.recs + res.n; b++)
				if (b->kind == a->kind && b->task == a->task &&
				    b->instance == a->instance)
					break;
			if (b == res.recs + res.n) {
				ck_assert(a->kind == TRACE_START);
				continue; /* it did not run it */
			}
			if (a->kind == TRACE_RELEASE) {
				ck_assert_int_eq(a->t, b->t);
				ck_assert_int_eq(a->a, b->a);
			} else if (b->index == 0) {
				ck_assert_int_eq(a->b, b->b);
			}
			compared++;
		}
		ck_assert_uint_gt(compared, 100);
	}
	workload_free(w);
}
END_TEST

START_TEST(noise_respects_the_bounds_of_the_model)
{
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 1, MS(3), 0);
	struct dag_error e;

	ck_assert(noise_init(&w->models[m].noise, &w->arena, NOISE_NORMAL, 1, 5,
			     &e));
	w->models[m].bcet = MS(2);
	w->models[m].wcet = MS(5);
	make_stream(w, "s", m, MS(10));
	make_done(w);
	run_ops(w, policy_find("edf", NULL),
		(struct sim_config){.horizon = MS(9000), .noise = true});
	for (size_t i = 0; i < res.n; i++)
		if (res.recs[i].kind == TRACE_START)
			ck_assert(res.recs[i].a >= MS(2) &&
				  res.recs[i].a <= MS(5));
	workload_free(w);
}
END_TEST

START_TEST(dynamic_batch_wakes_up_at_its_delay)
{
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 4, MS(3), MS(1));

	make_stream(w, "s", m, MS(50));
	make_done(w);
	run(w, "dynamic_batch", MS(50), LATE_RUN);
	ck_assert_int_eq(find(TRACE_START, 0, 0, 0)->t, MS(2));
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sim");
	TCase *tc = tcase_create("known answers");
	SRunner *r;
	int failed;

	tcase_add_test(tc, a_starved_stream_misses_every_job);
	tcase_add_test(tc, an_overloaded_stream_counts_the_job_that_waits);
	tcase_add_test(tc, the_horizon_is_half_open);
	tcase_add_test(tc,
		       what_waits_at_the_horizon_with_time_left_is_censored);
	tcase_add_test(tc,
		       late_jobs_are_dropped_at_the_decision_at_their_deadline);
	tcase_add_test(tc, a_finish_at_the_deadline_is_a_hit);
	tcase_add_test(tc,
		       a_release_at_a_completion_is_visible_to_the_decision);
	tcase_add_test(tc, equal_jobs_go_in_file_order_whatever_else_happens);
	tcase_add_test(tc, a_fork_join_has_its_makespan);
	tcase_add_test(tc, a_dag_that_cannot_end_is_open_at_the_horizon);
	tcase_add_test(tc, full_preemption_stops_the_less_urgent_job);
	tcase_add_test(tc, limited_preemption_lets_the_node_end);
	tcase_add_test(tc, no_preemption_keeps_the_claim_of_a_started_job);
	tcase_add_test(tc, jobs_of_one_dag_may_overlap);
	tcase_add_test(tc, a_late_dag_is_dropped_whole_unless_it_has_started);
	tcase_add_loop_test(tc, a_breach_stops_the_run_and_names_the_decision,
			    0, (int)(sizeof(breaches) / sizeof(*breaches)));
	tcase_add_test(tc, policies_see_the_same_arrivals_and_factors);
	tcase_add_test(tc, noise_respects_the_bounds_of_the_model);
	tcase_add_test(tc, dynamic_batch_wakes_up_at_its_delay);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
