/* Every refusal that claims proof is shown: its arrivals, replayed by the
 * simulator under the policy itself, miss; and they keep the streams' laws. */
#include "analysis/witness.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 1500 };

static struct streams S;
static struct rng R;

/* --- replays --- */

struct counter {
	struct trace_sink sink;
	uint64_t misses;
	dag_time first_due;
};

static void count(struct trace_sink *sink, const struct trace_rec *recs,
		  size_t n)
{
	struct counter *c = (struct counter *)(void *)sink;

	for (size_t i = 0; i < n; i++) {
		if (recs[i].kind != TRACE_MISS)
			continue;
		if (!c->misses++ || recs[i].b < c->first_due)
			c->first_due = recs[i].b;
	}
}

struct replayer {
	const struct workload *w;
	const char *policy;
	enum late_policy late;
	struct arena arena;
	struct counter counter;
};

static bool replay(void *ctx, const struct witness *w)
{
	struct replayer *r = ctx;
	struct trace_sink *sinks[] = {&r->counter.sink};
	struct sim_config c = {
		.workload = r->w,
		.horizon = w->horizon,
		.late = r->late,
		.safety_factor = r->w->sim.safety_factor,
		.replay = &w->releases,
	};
	struct sim_stats stats;
	struct lineup l;

	arena_reset(&r->arena);
	r->counter = (struct counter){.sink = {.consume = count}};
	REQUIRE(lineup_init(&l, r->policy, r->w, &r->arena, NULL));
	c.policy = l.policy;
	REQUIRE(sim_run(&c, &r->arena, sinks, 1, &stats, NULL));
	return r->counter.misses > 0;
}

/* --- is it lawful? --- */

static void check_law(const struct witness *w)
{
	dag_time last[STREAMS_MAX];
	uint64_t next[STREAMS_MAX] = {0};

	for (size_t i = 0; i < w->releases.n; i++) {
		const struct release *r = &w->releases.items[i];
		const struct task *t = &S.tasks[r->task];
		dag_time unit = w->halves ? 2 : 1;
		dag_time nominal = r->deadline - unit * t->deadline;

		if (r->instance != next[r->task]++ || r->tie != i ||
		    (i && r->time < r[-1].time))
			ck_abort_msg("out of order: %s", randset_text(&S));
		if (r->time < nominal || r->time > nominal + unit * t->jitter ||
		    (r->instance && nominal - last[r->task] < unit * t->period))
			ck_abort_msg("unlawful: %s", randset_text(&S));
		last[r->task] = nominal;
	}
}

/* --- exact refusals --- */

struct subject {
	const char *test, *policy;
	enum analysis_time time;
	bool on_core, groups;
	enum preemption preemption; /* of the core                         */
	unsigned batch, cases;
	bool deadlines_past_period;
};

static const struct subject subjects[] = {
	{"np_edf", "edf", TIME_DISCRETE, .batch = 1,
	 .deadlines_past_period = true},
	{"np_edf", "edf", TIME_DENSE, .batch = 1},
	{"np_edf_same_deadline", "edf_batch_same_deadline", TIME_DISCRETE,
	 .batch = 3, .groups = true},
	{"np_edf_cross_deadline", "edf_batch", TIME_DISCRETE, .batch = 1},
	{"np_edf_cross_deadline_tight", "edf_batch", TIME_DENSE, .batch = 1},
	{"np_fp_rta", "fixed_priority", TIME_DISCRETE, .batch = 1,
	 .deadlines_past_period = true},
	{"np_fp_rta", "fixed_priority", TIME_DENSE, .batch = 1},
	{"np_fifo", "fifo", TIME_DISCRETE, .batch = 1},
	{"np_fifo", "fifo", TIME_DENSE, .batch = 1,
	 .deadlines_past_period = true},
	{"np_edf_same_deadline", "edf_batch_same_deadline", TIME_DENSE,
	 .batch = 3, .groups = true},
	{"edf_qpa", "gedf", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_FULL, .deadlines_past_period = true},
	{"fp_rta", "gfp", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_FULL, .deadlines_past_period = true},
	{"np_fp_rta", "gfp", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_NONE},
	{"np_edf", "gedf", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_NONE, .deadlines_past_period = true},
};

static void draw(const struct subject *u)
{
	struct randset sets = {.streams = 5,
			       .models = 5,
			       .max_batch = u->batch,
			       .period = 30,
			       .jitter = true,
			       .groups = u->groups,
			       .long_deadlines = u->deadlines_past_period,
			       .gentle = 3 + (unsigned)rng_next_below(&R, 3)};

	randset_draw(&S, &sets, &R);
	/* jitter that leaves nothing */
	if (!u->groups && rng_next_below(&R, 16) == 0)
		S.tasks[0].jitter = S.tasks[0].deadline <= S.tasks[0].period
					    ? S.tasks[0].deadline
					    : S.tasks[0].period;
	for (uint32_t i = 0; i < S.w.n_tasks; i++)
		S.tasks[i].key = rng_name_key(S.tasks[i].name);
	if (u->on_core)
		streams_on_core(&S, u->preemption);
}

/* A policy may come with parameters. */
static const struct policy_ops *traits_of(const char *policy)
{
	char name[64];

	snprintf(name, sizeof(name), "%s", policy);
	name[strcspn(name, ":")] = '\0';
	return policy_find(name, NULL);
}

static void run(const struct subject *u, struct verdict *v,
		struct analysis_input *in)
{
	static const struct analysis_options margin = {.want_margin = true};

	S.time = u->time;
	*in = (struct analysis_input){
		.set = streams_set(&S),
		.policy = &traits_of(u->policy)->traits,
		.policy_name = u->policy,
		.options = &margin,
		.arena = &S.arena,
	};
	analysis_run(analysis_find(u->test, NULL), in, v);
	ck_assert_msg(v->kind != VERDICT_NOT_APPLICABLE, "%s", v->reason);
}

START_TEST(test_refusals_are_shown)
{
	const struct subject *u = &subjects[_i];
	struct replayer r = {.w = &S.w, .policy = u->policy};
	unsigned shown = 0, halves = 0;

	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct analysis_input in;
		struct witness w;
		struct verdict v;

		draw(u);
		run(u, &v, &in);
		if (v.kind != VERDICT_NOT_SCHEDULABLE)
			continue;
		ck_assert(witness_find(analysis_find(u->test, NULL), &in, NULL,
				       &v, &w));
		check_law(&w);
		halves += w.halves;
		r.w = witness_workload(&S.w, in.set, &S.charge, w.halves,
				       &S.arena);
		r.late = k % 2 ? LATE_RUN : LATE_DROP;
		if (!replay(&r, &w))
			ck_abort_msg("%s refuses, no miss: %s (%s)", u->test,
				     randset_text(&S), v.reason);
		ck_assert_int_le(r.counter.first_due, w.due);
		shown++;
	}
	ck_assert_uint_gt(10 * shown, case_count(CASES));
	ck_assert_uint_lt(halves, shown);
	arena_free(&r.arena);
}
END_TEST

/* --- sufficient tests --- */

static const struct subject searched[] = {
	{"np_edf_cross_deadline_tight", "edf_batch", TIME_DISCRETE, .batch = 3,
	 .cases = 400},
	/* only tables that decrease make it less than exact */
	{"np_edf_same_deadline", "edf_batch_same_deadline", TIME_DISCRETE,
	 .batch = 3, .groups = true, .cases = 6000},
};

/* Groups of rule RA come together, or the policy would not batch them. */
static void check_ticks(const struct subject *u, const struct witness *w)
{
	for (size_t i = 0; i < w->releases.n && u->groups; i++) {
		const struct release *r = &w->releases.items[i];
		const struct task *t = &S.tasks[r->task];
		unsigned here = 0, there = 0;

		for (uint32_t k = 0; k < S.w.n_tasks; k++)
			there += t->group != NONE &&
				 S.tasks[k].group == t->group;
		for (size_t k = 0; k < w->releases.n; k++)
			here += t->group != NONE &&
				w->releases.items[k].time == r->time &&
				S.tasks[w->releases.items[k].task].group ==
					t->group;
		ck_assert_uint_eq(here, there);
	}
}

START_TEST(test_search)
{
	struct subject u = searched[_i];
	struct replayer r = {.w = &S.w, .policy = u.policy, .late = LATE_RUN};
	struct witness_simulator sim = {replay, &r, 1, 60};
	unsigned found = 0, open = 0;

	for (unsigned k = 0; k < u.cases; k++) {
		struct analysis_input in;
		struct witness w;
		struct verdict v;

		draw(&u);
		run(&u, &v, &in);
		if (v.kind != VERDICT_NOT_PROVEN)
			continue;
		if (!witness_find(analysis_find(u.test, NULL), &in, &sim, &v,
				  &w)) {
			ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
			open++;
			continue;
		}
		ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
		ck_assert_ptr_nonnull(strstr(v.reason, "simulated"));
		check_law(&w);
		check_ticks(&u, &w);
		ck_assert(replay(&r, &w));
		ck_assert_int_le(r.counter.first_due, w.due);
		found++;
	}
	ck_assert_uint_gt(found, 3 * open);
	arena_free(&r.arena);
}
END_TEST

/* An admitted set is not searched, and a bounded search ends. */
static bool never(void *ctx, const struct witness *w)
{
	++*(unsigned *)ctx;
	check_law(w);
	return false;
}

START_TEST(test_search_is_bounded)
{
	unsigned calls = 0;
	struct subject u = {"np_edf_cross_deadline_tight", "edf_batch",
			    TIME_DENSE, .batch = 3};
	struct witness_simulator sim = {never, &calls, 1, 37};

	for (unsigned k = 0; k < 100; k++) {
		struct analysis_input in;
		struct witness w;
		struct verdict v;
		enum verdict_kind kind;

		draw(&u);
		run(&u, &v, &in);
		kind = v.kind;
		calls = 0;
		ck_assert(kind == VERDICT_NOT_SCHEDULABLE ||
			  !witness_find(analysis_find(u.test, NULL), &in, &sim,
					&v, &w));
		ck_assert_int_eq(v.kind, kind);
		ck_assert_uint_eq(calls, kind == VERDICT_NOT_PROVEN ? 37 : 0);
	}
}
END_TEST

/* --- admitted sets, in the simulator and under the policy itself --- */

static const struct subject admitted[] = {
	{"np_edf", "edf", TIME_DISCRETE, .batch = 1,
	 .deadlines_past_period = true},
	{"np_edf_same_deadline", "edf_batch_same_deadline", TIME_DISCRETE,
	 .batch = 3, .groups = true},
	{"np_edf_cross_deadline", "edf_batch:lookahead=0", TIME_DISCRETE,
	 .batch = 3},
	{"np_edf_cross_deadline", "edf_batch:lookahead=1", TIME_DISCRETE,
	 .batch = 3},
	{"np_edf_cross_deadline_tight", "edf_batch:lookahead=0", TIME_DISCRETE,
	 .batch = 3},
	{"np_edf_cross_deadline_tight", "edf_batch:lookahead=1", TIME_DISCRETE,
	 .batch = 3},
	{"np_fp_rta", "fixed_priority", TIME_DISCRETE, .batch = 1,
	 .deadlines_past_period = true},
	{"np_fifo", "fifo", TIME_DISCRETE, .batch = 1,
	 .deadlines_past_period = true},
	{"edf_qpa", "gedf", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_FULL, .deadlines_past_period = true},
	{"fp_rta", "gfp", TIME_DENSE, .batch = 1, .on_core = true,
	 .preemption = PREEMPT_FULL, .deadlines_past_period = true},
};

START_TEST(test_admitted)
{
	const struct subject *u = &admitted[_i];
	struct replayer r = {.w = &S.w, .policy = u->policy, .late = LATE_RUN};
	struct witness_simulator sim = {replay, &r, 1, 8};

	for (uint64_t k = 0; k < case_count(2000);) {
		struct analysis_input in;
		struct witness w;
		struct verdict v;

		draw(u);
		run(u, &v, &in);
		if (v.kind != VERDICT_SCHEDULABLE)
			continue;
		sim.seed = k++;
		if (witness_search(analysis_find(u->test, NULL), &in, &sim, &w))
			ck_abort_msg("%s admits, %s misses: %s", u->test,
				     u->policy, randset_text(&S));
	}
	arena_free(&r.arena);
}
END_TEST

/* --- charged workloads --- */

START_TEST(test_charged_replay)
{
	const struct workload *c;
	struct replayer r = {.policy = "edf", .late = LATE_RUN};
	static const struct analysis_options plain;
	struct analysis_input in = {.options = &plain, .arena = &S.arena};
	struct witness w;
	struct verdict v;

	streams_add(&S, streams_model1(&S, 40), 100, 100, 0);
	streams_add(&S, streams_model1(&S, 30), 100, 80, 0);
	S.time = TIME_DISCRETE;
	in.set = streams_set(&S);
	analysis_run(analysis_find("np_edf", NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	S.charge.safety_factor = (struct ratio){6, 5};
	in.set = streams_set(&S);
	analysis_run(analysis_find("np_edf", NULL), &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert(
		witness_find(analysis_find("np_edf", NULL), &in, NULL, &v, &w));
	c = witness_workload(&S.w, in.set, &S.charge, false, &S.arena);
	ck_assert_int_eq(c->models[0].latency[0], 48);
	ck_assert_int_eq(c->sim.safety_factor.num, 5);
	ck_assert_int_eq(c->sim.safety_factor.den, 6);
	r.w = c;
	ck_assert(replay(&r, &w));
	r.w = &S.w;
	ck_assert(!replay(&r, &w));
	arena_free(&r.arena);
}
END_TEST

static void begin(void)
{
	streams_init(&S);
	R = (struct rng){20260706};
}

static void end(void)
{
	streams_free(&S);
}

int main(void)
{
	Suite *s = suite_create("witness");
	TCase *tc = tcase_create("witness");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_loop_test(tc, test_refusals_are_shown, 0,
			    sizeof(subjects) / sizeof(*subjects));
	tcase_add_loop_test(tc, test_search, 0,
			    sizeof(searched) / sizeof(*searched));
	tcase_add_test(tc, test_search_is_bounded);
	tcase_add_loop_test(tc, test_admitted, 0,
			    sizeof(admitted) / sizeof(*admitted));
	tcase_add_test(tc, test_charged_replay);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
