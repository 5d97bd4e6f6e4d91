/* Going through all states finds a miss just where an exact test says that
 * there is one, and finds again what is known to miss. */
#include "check/explore.h"
#include "policies/lineup.h"
#include "tests/support/make_workload.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static struct arena A;
static struct streams S;
static struct rng R;

static struct sim_config set_up(const struct workload *w, const char *spec)
{
	struct sim_config c;
	struct dag_error e = {0};
	struct lineup l;

	ck_assert_msg(lineup_init(&l, spec, w, &A, &e), "%s", e.msg);
	c = (struct sim_config){.workload = w,
				.policy = l.policy,
				.accelerator = l.accelerator,
				.late = LATE_RUN,
				.safety_factor = w->sim.safety_factor};
	ck_assert_msg(sim_place(&c, &A, &e), "%s", e.msg);
	return c;
}

static struct explore_result explore(const struct sim_config *c, dag_time grid,
				     uint64_t states, dag_time until,
				     enum attack_phases phases)
{
	struct explore_request q = {.config = c,
				    .grid = grid,
				    .states = states,
				    .until = until,
				    .phases = phases};
	struct explore_result r;
	struct dag_error e = {0};

	ck_assert(explore_suits(c));
	explore_run(&q, &A, &r, &e);
	ck_assert_msg(!r.broken, "%s", e.msg);
	return r;
}

struct miss_sink {
	struct trace_sink sink;
	unsigned misses;
};

static void see(struct trace_sink *sink, const struct trace_rec *recs, size_t n)
{
	struct miss_sink *s = (struct miss_sink *)sink;

	for (size_t i = 0; i < n; i++)
		s->misses += recs[i].kind == TRACE_MISS;
}

/* What was found is a run of the simulator that misses. */
static void check_replay(const struct sim_config *config,
			 const struct explore_result *r)
{
	struct sim_config c = *config;
	struct miss_sink misses = {.sink = {.consume = see}};
	struct trace_sink *sinks[] = {&misses.sink};
	struct dag_error e = {0};

	c.replay = &r->releases;
	c.times = r->times;
	c.horizon = r->horizon;
	ck_assert_msg(sim_run(&c, &A, sinks, 1, NULL, &e), "%s", e.msg);
	ck_assert_uint_gt(misses.misses, 0);
}

/* --- against exact tests --- */

static const struct exact {
	const char *test, *policy;
	struct randset sets;
	bool on_core;
} exact[] = {
	{"np_edf",
	 "edf",
	 {.streams = 3,
	  .models = 3,
	  .max_batch = 1,
	  .period = 8,
	  .long_deadlines = true,
	  .gentle = 2},
	 false},
	{"np_edf",
	 "edf",
	 {.streams = 2,
	  .models = 2,
	  .max_batch = 1,
	  .period = 7,
	  .jitter = true,
	  .gentle = 2},
	 false},
	{"edf_qpa",
	 "gedf",
	 {.streams = 3, .models = 3, .max_batch = 1, .period = 7, .gentle = 2},
	 true},
};
enum { EXACT = sizeof(exact) / sizeof(*exact) };

START_TEST(test_exact)
{
	const struct exact *x = &exact[_i];
	unsigned found = 0, refused = 0, admitted = 0, cut = 0;

	streams_init(&S);
	S.time = TIME_DISCRETE;
	for (uint64_t k = 0; k < case_count(60); k++) {
		struct explore_result r;
		struct sim_config c;
		struct verdict v;

		randset_draw(&S, &x->sets, &R);
		if (x->on_core)
			streams_on_core(&S, PREEMPT_FULL);
		for (uint32_t i = 0; i < S.w.n_tasks; i++) {
			S.tasks[i].key = rng_name_key(S.tasks[i].name);
			S.tasks[i].arrival = k & 1 ? SPORADIC : PERIODIC;
		}
		streams_run(&S, x->test, &v);
		arena_reset(&A);
		c = set_up(&S.w, x->policy);
		r = explore(&c, 1, 30000, 0, PHASES_FREE);
		if (r.found)
			check_replay(&c, &r);
		cut += !r.found && !r.complete;
		if (v.kind == VERDICT_SCHEDULABLE) {
			admitted++;
			ck_assert_msg(!r.found, "%s", randset_text(&S));
		} else if (v.kind == VERDICT_NOT_SCHEDULABLE) {
			refused++;
			found += r.found;
			ck_assert_msg(r.found || !r.complete, "%s",
				      randset_text(&S));
		}
	}
	printf("%s: %u of %u refused found, %u admitted, %u cut\n", x->test,
	       found, refused, admitted, cut);
	ck_assert_uint_gt(admitted, case_count(60) / 15);
	ck_assert_uint_gt(found, case_count(60) / 10);
	ck_assert_uint_le(cut, case_count(60) / 5);
	streams_free(&S);
}
END_TEST

/* --- what is known --- */

/* C(2) < C(1): a batch of one is what blocks longest. */
START_TEST(test_shrinking_batch)
{
	static const dag_time table[] = {MS(5), MS(3)}, lone[] = {MS(4)};
	struct workload *w = make_workload();
	uint32_t m = make_model_table(w, "m", 2, table);
	uint32_t x = make_model_table(w, "x", 1, lone);
	struct explore_result r;
	struct sim_config c;

	make_stream(w, "A", m, MS(20));
	make_stream(w, "B", m, MS(18));
	make_stream(w, "X", x, MS(12))->deadline = US(8500);
	make_done(w);
	c = set_up(w, "edf_batch");
	r = explore(&c, US(500), 100000, 0, PHASES_FREE);
	ck_assert(r.found && r.ticks);
	check_replay(&c, &r);
	workload_free(w);
}
END_TEST

/* Where the first job takes less than it might, one of low urgency starts
 * before the one that is in a hurry has come. */
START_TEST(test_shorter_is_later)
{
	struct workload *w = make_workload();
	struct explore_request q = {.grid = MS(1),
				    .states = 10000,
				    .phases = PHASES_GIVEN,
				    .worst_times = true};
	struct explore_result r;
	struct dag_error e = {0};
	struct sim_config c;
	static const int64_t cost[] = {3, 6, 4}, phase[] = {0, 2, 3},
			     deadline[] = {50, 60, 6};

	for (int i = 0; i < 3; i++) {
		dag_time table[] = {MS(cost[i])};
		char name[8];
		uint32_t m;
		struct task *t;

		snprintf(name, sizeof(name), "m%d", i);
		m = make_model_table(w, name, 1, table);
		name[0] = 's';
		t = make_stream(w, name, m, MS(100));
		t->phase = MS(phase[i]);
		t->deadline = MS(deadline[i]);
	}
	make_done(w);
	c = set_up(w, "edf");
	q.config = &c;
	explore_run(&q, &A, &r, &e);
	ck_assert(!r.found && r.complete);
	q.worst_times = false;
	explore_run(&q, &A, &r, &e);
	ck_assert(r.found && r.times);
	check_replay(&c, &r);
	workload_free(w);
}
END_TEST

/* Phases that are given are kept; a policy that may look at the clock is
 * looked at for so long, and its states of different times differ. */
START_TEST(test_phases_and_clock)
{
	struct workload *w = make_workload();
	struct explore_result r, clocked;
	struct sim_config c;

	make_streams(w, 2, MS(10), MS(4));
	w->tasks[0].deadline = w->tasks[1].deadline = MS(5);
	w->tasks[1].phase = MS(5);
	make_done(w);
	c = set_up(w, "edf");
	r = explore(&c, MS(1), 10000, 0, PHASES_GIVEN);
	ck_assert(!r.found && r.complete);
	clocked = explore(&c, MS(1), 10000, MS(200), PHASES_GIVEN);
	ck_assert(!clocked.found && clocked.complete);
	ck_assert_uint_gt(clocked.states, r.states);
	r = explore(&c, MS(1), 10000, 0, PHASES_FREE);
	ck_assert(r.found);
	check_replay(&c, &r);
	r = explore(&c, MS(1), 3, 0, PHASES_GIVEN);
	ck_assert(!r.found && !r.complete);
	workload_free(w);
}
END_TEST

static void begin(void)
{
	R = (struct rng){20261130};
}

static void end(void)
{
	arena_free(&A);
}

int main(void)
{
	Suite *s = suite_create("explore");
	TCase *tc = tcase_create("explore");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_loop_test(tc, test_exact, 0, EXACT);
	tcase_add_test(tc, test_shrinking_batch);
	tcase_add_test(tc, test_shorter_is_later);
	tcase_add_test(tc, test_phases_and_clock);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
