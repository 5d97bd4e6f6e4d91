/* Known sets with known answers: counterexamples, borders, refusals. */
#include "analysis/demand.h"
#include "analysis/tight.h"
#include "tests/support/npsim.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct streams S;
static struct npsim_job jobs[NPSIM_JOBS];

#define MS(x) ((dag_time)((x)*1000) * NS_PER_US)

static struct verdict run(const char *test)
{
	struct verdict v;

	streams_run(&S, test, &v);
	return v;
}

static void job(size_t i, dag_time release, uint32_t stream)
{
	jobs[i] = (struct npsim_job){
		.release = release,
		.deadline = release + S.tasks[stream].deadline,
		.stream = stream,
		.tie = i,
	};
}

static dag_time simulate(enum npsim_rule rule, unsigned lookahead, size_t n)
{
	struct npsim sim = {
		.set = streams_set(&S), .rule = rule, .lookahead = lookahead};

	return npsim_run(&sim, jobs, n, NULL);
}

/* --- tables that decrease --- */

/* Two jobs on C = {5, 3}: the first runs alone, the second comes late. */
START_TEST(test_decreasing_pair)
{
	const dag_time c[] = {MS(5), MS(3)};
	uint32_t m = streams_model(&S, 2, c);

	streams_add(&S, m, MS(20), MS(6), 0);
	streams_add(&S, m, MS(20), MS(6), 0);
	ck_assert_int_eq(run("np_edf_cross_deadline").kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(run("np_edf_cross_deadline_tight").kind,
			 VERDICT_NOT_PROVEN);
	job(0, 0, 0);
	job(1, MS(1), 1);
	ck_assert_int_eq(simulate(NPSIM_RB, 1, 2), MS(3));
}
END_TEST

START_TEST(test_decreasing_alone)
{
	const dag_time c[] = {MS(5), MS(3)};
	uint32_t m = streams_model(&S, 2, c);

	streams_add(&S, m, MS(100), MS(4), 0);
	streams_add(&S, m, MS(100), MS(100), 0);
	ck_assert_int_eq(run("np_edf_cross_deadline").kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(run("np_edf_cross_deadline_tight").kind,
			 VERDICT_NOT_PROVEN);
	job(0, 0, 0);
	ck_assert_int_eq(simulate(NPSIM_RB, 0, 1), MS(1));
}
END_TEST

/* Rule RA with three members on a pair table: the last runs alone, for
 * longer than the pair; the peer's blocking C(min(3, 2)) = 3 overlooks it. */
START_TEST(test_decreasing_group)
{
	const dag_time c[] = {MS(5), MS(3)};
	uint32_t m = streams_model(&S, 2, c);
	struct verdict v;

	for (int i = 0; i < 3; i++)
		streams_add(&S, m, MS(100), MS(100), 0)->group = 0;
	S.groups[0] = "g";
	S.w.n_groups = 1;
	streams_add(&S, streams_model1(&S, MS(4)), MS(50), MS(8.5), 0);
	v = run("np_edf_same_deadline");
	ck_assert_int_ne(v.kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(v.violation.t, MS(8.5));
	ck_assert_int_eq(v.violation.demand, MS(4));
	ck_assert_int_eq(v.violation.blocking, MS(5));
	for (uint32_t i = 0; i < 3; i++)
		job(i, 0, i);
	/* X comes during the pair and goes next: in time */
	job(3, MS(2.9), 3);
	ck_assert_int_le(simulate(NPSIM_RA, 0, 4), 0);
	/* X comes just after the third member has started */
	for (uint32_t i = 0; i < 3; i++)
		job(i, 0, i);
	job(3, MS(3.1), 3);
	ck_assert_int_eq(simulate(NPSIM_RA, 0, 4), MS(0.4));
}
END_TEST

START_TEST(test_decreasing_blocker)
{
	const dag_time c[] = {MS(5), MS(3)};
	uint32_t m = streams_model(&S, 2, c);

	streams_add(&S, m, MS(100), MS(100), 0);
	streams_add(&S, m, MS(90), MS(90), 0);
	streams_add(&S, streams_model1(&S, MS(4)), MS(50), MS(8.5), 0);
	ck_assert_int_eq(run("np_edf_cross_deadline").kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(run("np_edf_cross_deadline_tight").kind,
			 VERDICT_NOT_PROVEN);
	job(0, 0, 0);
	job(1, 1, 2);
	ck_assert_int_gt(simulate(NPSIM_RB, 1, 2), 0);
}
END_TEST

/* --- riders --- */

/* The peer's own counterexample: blocking alone says 5 + 5 <= 10. */
static void rider_set(dag_time c)
{
	const dag_time table[] = {MS(1), MS(1) + c};
	uint32_t m = streams_model(&S, 2, table), x;

	streams_add(&S, streams_model1(&S, MS(5)), MS(100), MS(100), 0);
	streams_add(&S, m, MS(10), MS(10), 0);
	streams_add(&S, m, MS(20), MS(20), 0);
	x = streams_model1(&S, MS(2));
	streams_add(&S, x, MS(10), MS(10), 0);
	streams_add(&S, x, MS(10), MS(10), 0);
}

/* The published test with its rider term left out. */
static bool admits_without_riders(void)
{
	struct analysis_set *s = streams_set(&S);
	struct demand_item items[STREAMS_MAX];
	struct demand_result r;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		const struct analysis_model *m = &s->models[t->model];

		items[i] = (struct demand_item){t->period, t->due, t->cost,
						m->cost[m->max_batch - 1], i};
	}
	demand_solve(items, s->n_tasks, 0, DEMAND_VERDICT, 1000, &S.arena, &r);
	return r.status == DEMAND_PASSES;
}

START_TEST(test_rider)
{
	const dag_time c = MS(0.5), e = 1;
	struct verdict v;

	rider_set(c);
	ck_assert(admits_without_riders());
	v = run("np_edf_cross_deadline");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(v.violation.t, MS(10));
	ck_assert_int_eq(v.violation.demand, MS(5));
	ck_assert_int_eq(v.violation.blocking, MS(5));
	ck_assert_int_eq(v.violation.riders, 2 * c);
	ck_assert_int_eq(v.violation.blocker, 0);
	v = run("np_edf_cross_deadline_tight");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(v.violation.riders, c);
	job(0, 0, 0);
	job(1, e, 1);
	job(2, e, 2);
	job(3, 2 * e, 3);
	job(4, 2 * e, 4);
	/* X2 finishes at 10 ms + c, its deadline is 10 ms + 2e */
	for (unsigned lookahead = 0; lookahead < 2; lookahead++)
		ck_assert_int_eq(simulate(NPSIM_RB, lookahead, 5), c - 2 * e);
}
END_TEST

/* --- what the peer refuses without need --- */

START_TEST(test_superlinear)
{
	const dag_time c[] = {MS(4), MS(12)};
	uint32_t m = streams_model(&S, 2, c);
	struct verdict v;

	streams_add(&S, m, MS(11), MS(11), 0);
	streams_add(&S, m, MS(11), MS(11), 0);
	ck_assert_int_eq(run("np_edf").kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(run("np_edf_same_deadline").kind, VERDICT_SCHEDULABLE);
	v = run("np_edf_cross_deadline");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_ptr_nonnull(strstr(v.reason, "more than C(1)"));
	v = run("np_edf_cross_deadline_tight");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_int_eq(v.charged.num, 12);
	ck_assert_int_eq(v.charged.den, 11);
}
END_TEST

/* A step up that only a batch of three would pay, with two streams. */
START_TEST(test_impossible_batch)
{
	const dag_time c[] = {MS(4.18), MS(8.30), MS(28.8)};
	uint32_t m = streams_model(&S, 3, c);

	streams_add(&S, m, MS(100), MS(100), 0);
	streams_add(&S, m, MS(100), MS(100), 0);
	ck_assert_int_eq(run("np_edf_cross_deadline").kind,
			 VERDICT_SCHEDULABLE);
}
END_TEST

/* --- utilization 1 --- */

START_TEST(test_full_load)
{
	struct verdict v;

	streams_add(&S, streams_model1(&S, 7), 7, 7, 0);
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(v.charged.num, 1);
	ck_assert_int_eq(v.charged.den, 1);
	ck_assert_int_eq(v.margin.slack, 0);
	ck_assert_int_eq(v.margin.t, 7);
	ck_assert(v.margin_exact);
}
END_TEST

/* 1 + 2 in 3 ms, and three unequal periods that just fill the time. */
START_TEST(test_full_load_mixed)
{
	struct verdict v;

	streams_add(&S, streams_model1(&S, MS(1)), MS(3), MS(3), 0);
	streams_add(&S, streams_model1(&S, MS(2)), MS(3), MS(3), 0);
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	streams_clear(&S);
	streams_add(&S, streams_model1(&S, 1), 2, 2, 0);
	streams_add(&S, streams_model1(&S, 1), 3, 3, 0);
	streams_add(&S, streams_model1(&S, 1), 6, 6, 0);
	S.time = TIME_DISCRETE;
	ck_assert_int_eq(run("np_edf").kind, VERDICT_SCHEDULABLE);
	/* in dense time the others may come just after a start */
	S.time = TIME_DENSE;
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	S.tasks[2].deadline = 5;
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	S.tasks[2].deadline = 2;
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_int_eq(v.violation.t, 2);
}
END_TEST

/* Nothing is decided by what does not fit a double. */
START_TEST(test_barely_over)
{
	struct verdict v;
	const dag_time t = INT64_C(1) << 40;

	streams_add(&S, streams_model1(&S, t - 1), t, t, 0);
	streams_add(&S, streams_model1(&S, 1), t, t, 0);
	ck_assert_int_eq(run("np_edf").kind, VERDICT_SCHEDULABLE);
	streams_add(&S, streams_model1(&S, 1), t, t, 0);
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_int_eq(v.violation.t, t);
	ck_assert_int_eq(v.violation.slack, -1);
}
END_TEST

/* The limit is named, no guess is made. */
START_TEST(test_limit_is_named)
{
	struct analysis_options few = {.max_work = 5};
	struct analysis_input in = {.options = &few, .arena = &S.arena};
	struct verdict v;

	for (int i = 0; i < 10; i++)
		streams_add(&S, streams_model1(&S, 79999990 + 6 * i),
			    999999937 + 70 * i, 950000000 + i, 0);
	in.set = streams_set(&S);
	analysis_run(analysis_find("np_edf", NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_ptr_nonnull(strstr(v.reason, "limit of 5 "));
}
END_TEST

/* --- deadlines, jitter --- */

/* --- near load 1 --- */

static struct verdict run_with(const char *test,
			       const struct analysis_options *o)
{
	struct analysis_input in = {
		.set = streams_set(&S), .options = o, .arena = &S.arena};
	struct verdict v;

	analysis_run(analysis_find(test, NULL), &in, &v);
	return v;
}

/* A margin that takes too much work does not cost the verdict. */
START_TEST(test_margin_given_up)
{
	struct analysis_options o = {0};
	struct verdict plain, full;

	for (dag_time i = 0; i < 40; i++) {
		dag_time period = 1000003 + 7919 * i * i;

		streams_add(&S, streams_model1(&S, period / 40 - 25), period,
			    period - 2500 * i, 0);
	}
	plain = run_with("np_edf", &o);
	ck_assert_int_eq(plain.kind, VERDICT_SCHEDULABLE);
	o.want_margin = true;
	full = run_with("np_edf", &o);
	ck_assert(full.margin_exact && full.work > 2 * plain.work);
	o.max_work = plain.work + 1;
	full = run_with("np_edf", &o);
	ck_assert_int_eq(full.kind, VERDICT_SCHEDULABLE);
	ck_assert(!full.margin_exact);
}
END_TEST

/* Busy periods without end in sight: a line above the work decides. */
START_TEST(test_by_line)
{
	static const char *const tests[] = {"np_fp_rta", "np_fifo", "fp_rta"};
	const dag_time c = 24048041;

	streams_add(&S, streams_model1(&S, c), 158000000, 123000000, 0);
	streams_add(&S, streams_model1(&S, c), 167000000, 101000000, 0);
	streams_add(&S, streams_model1(&S, c), 34169004, 115000000, 8000000);
	for (int i = 0; i < 3; i++) {
		struct verdict v;

		if (i == 2)
			streams_on_core(&S, PREEMPT_FULL);
		v = run(tests[i]);
		ck_assert_msg(v.kind == VERDICT_SCHEDULABLE, "%s", v.reason);
		ck_assert(v.bounds[2].known && !v.bounds[2].exact);
		ck_assert(!v.margin_exact);
		S.tasks[2].period--; /* above 1 */
		ck_assert_int_eq(run(tests[i]).kind, VERDICT_NOT_SCHEDULABLE);
		S.tasks[2].period++;
	}
}
END_TEST

static dag_time due_by(dag_time t)
{
	dag_time sum = 0;

	for (uint32_t i = 0; i < S.w.n_tasks; i++)
		if (t >= S.tasks[i].deadline)
			sum += ((t - S.tasks[i].deadline) / S.tasks[i].period +
				1) *
			       S.models[S.nodes[i].model].latency[0];
	return sum;
}

/* Preemptive EDF at load 1: exact, also where a violation comes late. */
START_TEST(test_full_core)
{
	static const dag_time periods[] = {2, 3, 4, 6, 12};
	struct rng r = {17};
	unsigned yes = 0, late = 0;

	for (unsigned n = 0; n < 2000; n++) {
		dag_time left = 12, longest = 0, bad = 0;

		streams_clear(&S);
		while (left) {
			dag_time t = periods[rng_next_below(&r, 5)];
			dag_time c =
				1 + (dag_time)rng_next_below(&r, (uint64_t)t);
			dag_time d;

			if (c * 12 / t > left)
				c = left, t = 12;
			d = t - (dag_time)rng_next_below(
					&r, (uint64_t)(t - c) / 2 + 1);
			streams_add(&S, streams_model1(&S, c), t, d, 0);
			longest = d > longest ? d : longest;
			left -= c * 12 / t;
		}
		streams_on_core(&S, PREEMPT_FULL);
		for (dag_time t = 1; !bad && t <= 24; t++)
			bad = due_by(t) > t ? t : 0;
		ck_assert_int_eq(run("edf_qpa").kind,
				 bad ? VERDICT_NOT_SCHEDULABLE
				     : VERDICT_SCHEDULABLE);
		yes += !bad;
		late += bad > longest;
	}
	ck_assert_uint_gt(yes, 50);
	ck_assert_uint_gt(late, 5);
}
END_TEST

/* With a discrete clock the others come a tick before at the latest, if the
 * tie rule favours the task. */
START_TEST(test_fifo_whole_ticks)
{
	streams_add(&S, streams_model1(&S, 2), 10, 3, 0);
	streams_add(&S, streams_model1(&S, 2), 10, 10, 0);
	S.time = TIME_DENSE;
	ck_assert_int_eq(run("np_fifo").kind, VERDICT_NOT_SCHEDULABLE);
	S.time = TIME_DISCRETE;
	ck_assert_int_eq(run("np_fifo").kind, VERDICT_NOT_PROVEN);
	S.tasks[0].deadline = 2;
	ck_assert_int_eq(run("np_fifo").kind, VERDICT_NOT_SCHEDULABLE);
	S.tasks[0].deadline = 10;
	S.tasks[1].deadline = 3; /* the last of equals */
	ck_assert_int_eq(run("np_fifo").kind, VERDICT_NOT_SCHEDULABLE);
}
END_TEST

START_TEST(test_long_deadline)
{
	streams_add(&S, streams_model1(&S, 3), 4, 9, 0);
	streams_add(&S, streams_model1(&S, 5), 20, 20, 0);
	ck_assert_int_eq(run("np_edf").kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(run("np_edf_cross_deadline").kind,
			 VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(
		strstr(run("np_edf_cross_deadline_tight").reason, "D <= T"));
	S.tasks[0].deadline = 4;
	ck_assert_int_eq(run("np_edf").kind, VERDICT_NOT_SCHEDULABLE);
}
END_TEST

START_TEST(test_jitter_eats_deadline)
{
	struct verdict v;

	streams_add(&S, streams_model1(&S, 1), 100, 50, 50);
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_int_eq(v.failing, 0);
	ck_assert_str_eq(v.reason,
			 "'s0': jitter 50ns uses up the whole deadline 50ns");
	S.tasks[0].jitter = 49;
	ck_assert_int_eq(run("np_edf").kind, VERDICT_SCHEDULABLE);
	S.tasks[0].jitter = 0;
	streams_add(&S, streams_model1(&S, 60), 1000, 1000, 0);
	ck_assert_int_eq(run("np_edf").kind, VERDICT_NOT_SCHEDULABLE);
}
END_TEST

/* --- who may use what --- */

static const char *refusal(const char *test, const char *policy)
{
	static const struct analysis_options plain;
	const struct policy_ops *p = policy_find(policy, NULL);
	struct analysis_input in = {.set = streams_set(&S),
				    .policy = &p->traits,
				    .policy_name = policy,
				    .options = &plain,
				    .arena = &S.arena};
	struct verdict v;

	analysis_run(analysis_find(test, NULL), &in, &v);
	if (v.kind != VERDICT_NOT_APPLICABLE)
		return NULL;
	ck_assert(*v.reason);
	ck_assert_int_eq(verdict_exit(v.kind), EXIT_UNDECIDED);
	return v.reason;
}

static const char *preferred(const char *policy, unsigned i)
{
	const struct policy_ops *p = policy_find(policy, NULL);
	const struct analysis_test *t =
		analysis_for(&p->traits, streams_set(&S), i);

	return t ? t->name : "";
}

START_TEST(test_policies)
{
	static const char *const without[] = {"round_robin", "dynamic_batch"};

	streams_add(&S, streams_model1(&S, 1), 10, 10, 0);
	ck_assert_ptr_null(refusal("np_edf", "edf"));
	ck_assert_ptr_nonnull(refusal("np_edf", "fifo"));
	ck_assert_ptr_nonnull(refusal("np_edf", "edf_batch"));
	ck_assert_ptr_nonnull(refusal("np_edf_cross_deadline", "edf"));
	ck_assert_ptr_null(refusal("np_edf_cross_deadline", "edf_batch"));
	ck_assert_ptr_null(refusal("np_edf_cross_deadline_tight", "edf_batch"));
	ck_assert_ptr_null(
		refusal("np_edf_same_deadline", "edf_batch_same_deadline"));
	ck_assert_ptr_nonnull(refusal("np_edf_same_deadline", "edf_batch"));
	ck_assert_str_eq(preferred("edf", 0), "np_edf");
	ck_assert_str_eq(preferred("edf_batch", 0),
			 "np_edf_cross_deadline_tight");
	ck_assert_str_eq(preferred("edf_batch", 1), "np_edf_cross_deadline");
	ck_assert_str_eq(preferred("edf_batch", 2), "");
	ck_assert_str_eq(preferred("edf_batch_same_deadline", 0),
			 "np_edf_same_deadline");
	for (unsigned i = 0; i < 2; i++) {
		const struct policy_ops *p = policy_find(without[i], NULL);

		ck_assert_str_eq(preferred(without[i], 0), "");
		ck_assert(*analysis_why_none(&p->traits, streams_set(&S)));
		for (size_t k = 0; analysis_table[k]; k++)
			ck_assert_ptr_nonnull(
				refusal(analysis_table[k]->name, without[i]));
	}
}
END_TEST

START_TEST(test_unfit_group)
{
	const dag_time c[] = {3, 4};
	uint32_t m = streams_model(&S, 2, c);
	struct verdict v;

	S.groups[0] = "pair";
	S.w.n_groups = 1;
	streams_add(&S, m, 20, 20, 0)->group = 0;
	streams_add(&S, m, 20, 20, 0)->group = 0;
	ck_assert_int_eq(run("np_edf_same_deadline").charged.num, 1);
	ck_assert_int_eq(run("np_edf_same_deadline").charged.den, 5);
	S.tasks[1].phase = 1;
	v = run("np_edf_same_deadline");
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(strstr(v.reason, "group 'pair'"));
	S.tasks[1].phase = 0;
	for (unsigned i = 0; i < 2; i++) {
		S.tasks[i].jitter = 1;
		ck_assert_int_eq(run("np_edf_same_deadline").kind,
				 VERDICT_NOT_APPLICABLE);
		S.tasks[i].jitter = 0;
	}
	ck_assert_int_ne(run("np_edf_same_deadline").kind,
			 VERDICT_NOT_APPLICABLE);
}
END_TEST

START_TEST(test_nothing_to_test)
{
	struct verdict v = run("np_edf");

	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ck_assert_ptr_nonnull(strstr(v.reason, "no tasks"));
}
END_TEST

START_TEST(test_too_large)
{
	struct verdict v;

	streams_add(&S, streams_model1(&S, INT64_C(1) << 51), INT64_C(1) << 61,
		    INT64_C(1) << 61, 0);
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_ptr_nonnull(strstr(v.reason, "2^60"));
	S.tasks[0].period = S.tasks[0].deadline = INT64_C(1) << 60;
	v = run("np_edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_ptr_nonnull(strstr(v.reason, "2^50"));
}
END_TEST

/* --- charging --- */

START_TEST(test_charging)
{
	struct analysis_set *s;

	streams_add(&S, streams_model1(&S, 1001), 10000, 10000, 0);
	S.charge.safety_factor = (struct ratio){11, 10};
	s = streams_set(&S);
	ck_assert_int_eq(s->tasks[0].cost, 1102); /* 1101.1, up */
	ck_assert_int_eq(s->models[0].predicted[0], 1001);
	S.w.sim.safety_factor = (struct ratio){3, 2};
	ck_assert_int_eq(streams_set(&S)->models[0].predicted[0], 1502);
	S.charge.prediction_factor = (struct ratio){1, 1};
	ck_assert_int_eq(streams_set(&S)->models[0].predicted[0], 1001);
	S.models[0].wcet = 1050;
	ck_assert_int_eq(streams_set(&S)->tasks[0].cost, 1050);
	S.models[0].bcet = 1040;
	S.charge.safety_factor = (struct ratio){1, 2};
	ck_assert_int_eq(streams_set(&S)->tasks[0].cost, 1040);
}
END_TEST

START_TEST(test_charging_noise)
{
	struct analysis_set *s;

	streams_add(&S, streams_model1(&S, 1000000), 10000000, 10000000, 0);
	ck_assert(noise_init(&S.models[0].noise, &S.arena, NOISE_LOGNORMAL, 0.0,
			     0.1, NULL));
	ck_assert_ptr_nonnull(
		strstr(streams_set(&S)->notes[0], "no noise quantile"));
	S.charge.noise_quantile = 0.99;
	s = streams_set(&S);
	/* exp(0.1 * 2.32635) = 1.26189 */
	ck_assert_int_ge(s->tasks[0].cost, 1261890);
	ck_assert_int_le(s->tasks[0].cost, 1262500);
	ck_assert_ptr_nonnull(strstr(s->notes[0], "0.99"));
	S.charge.noise_quantile = 1;
	s = streams_set(&S);
	ck_assert_int_gt(s->tasks[0].cost, 1300000);
	ck_assert_ptr_null(strstr(s->notes[0], "quantile"));
}
END_TEST

/* --- the high-criticality part --- */

/* Two jobs of one task that meet take turns under round robin, so that the
 * first one ends later than a response test counts. */
START_TEST(test_turns_past_the_period)
{
	static const struct analysis_options plain;
	const struct policy_ops *rr = policy_find("prioritized_rr", NULL);
	struct analysis_input in = {.policy = &rr->traits,
				    .policy_name = rr->name,
				    .options = &plain,
				    .arena = &S.arena};
	struct verdict v;

	streams_add(&S, streams_model1(&S, MS(12)), MS(12), MS(13), MS(1));
	streams_on_core(&S, PREEMPT_FULL);
	in.set = streams_set(&S);
	analysis_run(analysis_find("fp_rta", NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(strstr(v.reason, "take turns"));
	S.tasks[0].deadline = MS(12);
	S.tasks[0].jitter = 0;
	in.set = streams_set(&S);
	analysis_run(analysis_find("fp_rta", NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
}
END_TEST

START_TEST(test_high_subset)
{
	streams_add(&S, streams_model1(&S, MS(60)), MS(500), MS(500), 0);
	streams_add(&S, streams_model1(&S, MS(2)), MS(10), MS(9), 0)
		->criticality = HIGH_CRITICALITY;
	ck_assert_int_eq(run("np_edf").kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_int_eq(run("np_edf").high, HIGH_ADMITTED);
	S.tasks[0].criticality = HIGH_CRITICALITY;
	ck_assert_int_eq(run("np_edf").high, HIGH_NOT_ASKED);
	streams_add(&S, streams_model1(&S, 1), MS(10), MS(9), 0);
	ck_assert_int_eq(run("np_edf").high, HIGH_REFUSED);
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
	Suite *s = suite_create("verdicts");
	TCase *tc = tcase_create("verdicts");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_turns_past_the_period);
	tcase_add_test(tc, test_decreasing_pair);
	tcase_add_test(tc, test_decreasing_alone);
	tcase_add_test(tc, test_decreasing_group);
	tcase_add_test(tc, test_decreasing_blocker);
	tcase_add_test(tc, test_rider);
	tcase_add_test(tc, test_superlinear);
	tcase_add_test(tc, test_impossible_batch);
	tcase_add_test(tc, test_full_load);
	tcase_add_test(tc, test_full_load_mixed);
	tcase_add_test(tc, test_barely_over);
	tcase_add_test(tc, test_limit_is_named);
	tcase_add_test(tc, test_margin_given_up);
	tcase_add_test(tc, test_by_line);
	tcase_add_test(tc, test_full_core);
	tcase_add_test(tc, test_fifo_whole_ticks);
	tcase_add_test(tc, test_long_deadline);
	tcase_add_test(tc, test_jitter_eats_deadline);
	tcase_add_test(tc, test_policies);
	tcase_add_test(tc, test_unfit_group);
	tcase_add_test(tc, test_nothing_to_test);
	tcase_add_test(tc, test_too_large);
	tcase_add_test(tc, test_charging);
	tcase_add_test(tc, test_charging_noise);
	tcase_add_test(tc, test_high_subset);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
