/* Rules of real runtimes, event by event. */
#include "tests/support/make_workload.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct workload *on_cores(uint32_t cores)
{
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = cores;
	w->platform.preemption = PREEMPT_FULL;
	return w;
}

static struct task *single(struct workload *w, const char *name, dag_time phase,
			   dag_time deadline, dag_time wcet)
{
	struct task *t = make_task(w, name, MS(1000), deadline);

	t->phase = phase;
	t->has_priority = true;
	make_node(w, name, wcet);
	return t;
}

static struct result *under(const struct workload *w, const char *lineup,
			    struct sim_rules rules, enum tie_rule tie)
{
	return run_with(w, lineup,
			(struct sim_config){.horizon = MS(1000),
					    .late = LATE_RUN,
					    .tie = tie,
					    .rules = rules});
}

static struct result *awkernel(const struct workload *w, const char *lineup)
{
	return under(w, lineup, sim_rules_awkernel, TIE_ID);
}

static void expect_story(const struct result *r, const char *want)
{
	ck_assert_msg(!strcmp(story(r, MS(1)), want), "got\n%swant\n%s",
		      story(r, MS(1)), want);
}

/* --- preemption that does not see idle cores --- */

/* b and a run on two of three workers; c comes between them in order. */
static struct workload *three_workers(void)
{
	struct workload *w = on_cores(4);

	single(w, "a", MS(1), MS(99), MS(10)); /* d = 100 */
	single(w, "b", MS(0), MS(50), MS(10)); /* d = 50 */
	single(w, "c", MS(2), MS(78), MS(10)); /* d = 80 */
	make_done(w);
	return w;
}

START_TEST(textbook_edf_takes_the_idle_core)
{
	struct workload *w = three_workers();
	struct sim_rules only = {.release_core = true};

	expect_story(under(w, "gedf", only, TIE_RELEASE),
		     "0 release 1#0.0 @0\n"
		     "0 start 1#0.0 @1\n"
		     "1 release 0#0.0 @0\n"
		     "1 start 0#0.0 @2\n"
		     "2 release 2#0.0 @0\n"
		     "2 start 2#0.0 @3\n"
		     "10 finish 1#0.0 @1\n"
		     "11 finish 0#0.0 @2\n"
		     "12 finish 2#0.0 @3\n");
	workload_free(w);
}
END_TEST

/* c drives off a, the last in order; a, ready anew, loses against both and is
 * taken from the queue by the idle worker: a preemption and a migration. */
START_TEST(a_blind_scheduler_drives_off_the_last_in_order)
{
	struct workload *w = three_workers();

	expect_story(awkernel(w, "gedf"), "0 release 1#0.0 @0\n"
					  "0 ready 1#0.0 @0\n"
					  "0 start 1#0.0 @1\n"
					  "1 release 0#0.0 @0\n"
					  "1 ready 0#0.0 @0\n"
					  "1 start 0#0.0 @2\n"
					  "2 release 2#0.0 @0\n"
					  "2 ready 2#0.0 @0\n"
					  "2 preempt 0#0.0 @2\n"
					  "2 start 2#0.0 @2\n"
					  "2 resume 0#0.0 @3\n"
					  "10 finish 1#0.0 @1\n"
					  "11 finish 0#0.0 @3\n"
					  "12 finish 2#0.0 @2\n");
	workload_free(w);
}
END_TEST

/* Two at one instant would drive off the same job: only the first in order
 * does; the other one joins the queue. */
START_TEST(of_two_for_one_victim_the_better_gets_it)
{
	struct workload *w = on_cores(4);
	struct sim_rules blind = {.release_core = true, .idle_blind = true};
	struct result *r;

	single(w, "a", MS(0), MS(100), MS(10));
	single(w, "x", MS(1), MS(89), MS(10)); /* d = 90 */
	single(w, "y", MS(1), MS(79), MS(10)); /* d = 80 */
	make_done(w);
	r = under(w, "gedf", blind, TIE_RELEASE);
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 1);
	ck_assert_uint_eq(rec_of(r, TRACE_START, 2, 0, 0)->exec, 1);
	ck_assert_int_eq(rec_of(r, TRACE_START, 1, 0, 0)->t, MS(1));
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->t, MS(1));
	workload_free(w);
}
END_TEST

/* Siblings of one DAG have one deadline: the higher id drives off the lower. */
static struct workload *siblings(uint32_t cores, bool y_first)
{
	struct workload *w = on_cores(cores);
	uint32_t src, x, y;

	make_task(w, "dag", MS(1000), MS(100));
	src = make_node(w, "src", MS(1));
	if (y_first) {
		y = make_node(w, "y", MS(5));
		x = make_node(w, "x", MS(5));
	} else {
		x = make_node(w, "x", MS(5));
		y = make_node(w, "y", MS(5));
	}
	make_edge(w, src, x, 0);
	make_edge(w, src, y, MS(2)); /* comes while x runs */
	make_done(w);
	return w;
}

START_TEST(among_equals_the_higher_id_drives_off_the_lower)
{
	struct workload *w = siblings(2, false);
	struct sim_rules rules = {.release_core = true, .idle_blind = true};

	expect_story(under(w, "gedf", rules, TIE_ID), "0 release 0#0.0 @0\n"
						      "0 start 0#0.0 @1\n"
						      "1 finish 0#0.0 @1\n"
						      "1 ready 0#0.1 @0\n"
						      "1 start 0#0.1 @1\n"
						      "3 ready 0#0.2 @0\n"
						      "3 preempt 0#0.1 @1\n"
						      "3 start 0#0.2 @1\n"
						      "8 finish 0#0.2 @1\n"
						      "8 resume 0#0.1 @1\n"
						      "11 finish 0#0.1 @1\n");
	workload_free(w);
	w = siblings(2, true); /* y now has the lower id */
	ck_assert_uint_eq(
		count_of(under(w, "gedf", rules, TIE_ID), TRACE_PREEMPT), 0);
	ck_assert_uint_eq(
		count_of(under(w, "gedf", rules, TIE_RELEASE), TRACE_PREEMPT),
		1); /* node 1 before node 2 */
	workload_free(w);
}
END_TEST

/* "First in, first out" by the same rule. */
START_TEST(a_fifo_job_of_equal_priority_and_higher_id_preempts)
{
	struct workload *w = on_cores(2);
	struct result *r;

	single(w, "low", MS(0), MS(500), MS(10));
	single(w, "high", MS(3), MS(500), MS(10));
	make_done(w);
	r = awkernel(w, "prioritized_fifo");
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 0, 0, 0)->t, MS(3));
	ck_assert_int_eq(rec_of(r, TRACE_FINISH, 1, 0, 0)->t, MS(13));
	r = under(w, "prioritized_fifo", (struct sim_rules){0}, TIE_RELEASE);
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 0);
	workload_free(w);
}
END_TEST

/* --- one deadline a DAG --- */

/* Job 1 of the chain is released at 10 while job 0 is under way: the second
 * node of job 0 then goes by the deadline of job 1 (10 + 30 = 40) and comes
 * behind `other` (d = 35), before which its own deadline of 30 would put it. */
START_TEST(a_node_takes_the_deadline_of_the_last_release)
{
	struct workload *w = on_cores(2);
	struct sim_rules shared = {.release_core = true,
				   .shared_deadline = true};
	uint32_t a, b;
	struct task *t;
	struct result *r;

	make_task(w, "chain", MS(10), MS(30));
	a = make_node(w, "a", MS(2));
	b = make_node(w, "b", MS(3));
	make_edge(w, a, b, MS(10)); /* b is ready at 12 */
	t = make_task(w, "other", MS(1000), MS(24));
	t->phase = MS(11);
	make_node(w, "other", MS(5));
	make_done(w);
	r = run_with(w, "gedf",
		     (struct sim_config){.horizon = MS(20),
					 .late = LATE_RUN,
					 .rules = {.release_core = true}});
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 1)->t, MS(12));
	r = run_with(w, "gedf",
		     (struct sim_config){.horizon = MS(20),
					 .late = LATE_RUN,
					 .rules = shared});
	/* other: driven off by nobody, 11 to 16 */
	ck_assert_int_eq(rec_of(r, TRACE_START, 1, 0, 0)->t, MS(11));
	ck_assert_int_eq(rec_of(r, TRACE_FINISH, 1, 0, 0)->t, MS(16));
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 1)->t, MS(16));
	/* The miss is still counted by the job's own deadline. */
	ck_assert_int_eq(rec_of(r, TRACE_FINISH, 0, 0, 1)->b, MS(30));
	workload_free(w);
}
END_TEST

/* A job of one node that is driven off gets a new deadline, later than the
 * one it had: now it comes behind a third. */
START_TEST(a_job_that_was_driven_off_has_its_deadline_put_off)
{
	struct workload *w = on_cores(2);
	struct sim_rules shared = {.release_core = true,
				   .shared_deadline = true};
	struct result *r;

	single(w, "victim", MS(0), MS(50), MS(10)); /* d = 50, then 52 */
	single(w, "urgent", MS(2), MS(10), MS(3));
	single(w, "third", MS(3), MS(48), MS(4)); /* d = 51 */
	make_done(w);
	r = under(w, "gedf", (struct sim_rules){.release_core = true},
		  TIE_RELEASE);
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->t, MS(5));
	r = under(w, "gedf", shared, TIE_RELEASE);
	ck_assert_int_eq(rec_of(r, TRACE_START, 2, 0, 0)->t, MS(5));
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->t, MS(9));
	workload_free(w);
}
END_TEST

/* A source tells its first successor by the deadline of its release, and the
 * others by one that counts from then: 0 + 20 and 5 + 20, with a job of
 * d = 22 between them. */
START_TEST(a_source_puts_the_deadline_off_when_it_yields)
{
	struct workload *w = on_cores(2);
	struct sim_rules shared = {.release_core = true,
				   .shared_deadline = true};
	uint32_t src, x, y;
	struct task *t;
	struct result *r;

	make_task(w, "dag", MS(1000), MS(20));
	src = make_node(w, "src", MS(5));
	x = make_node(w, "x", MS(2));
	y = make_node(w, "y", MS(2));
	make_edge(w, src, x, 0);
	make_edge(w, src, y, 0);
	t = make_task(w, "other", MS(1000), MS(21));
	t->phase = MS(1);
	make_node(w, "other", MS(3));
	make_done(w);
	r = under(w, "gedf", shared, TIE_RELEASE);
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 1)->t, MS(5));
	ck_assert_int_eq(rec_of(r, TRACE_START, 1, 0, 0)->t, MS(7));
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 2)->t, MS(10));
	workload_free(w);
}
END_TEST

/* --- nodes in series --- */

START_TEST(a_node_never_overlaps_itself)
{
	struct workload *w = on_cores(3);
	struct sim_rules serial = {.serial_nodes = true};
	struct sim_config c = {.horizon = MS(20), .late = LATE_RUN};
	struct result *r;

	make_task(w, "slow", MS(5), MS(40));
	make_node(w, "n", MS(8));
	make_done(w);
	r = run_with(w, "gedf", c);
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 1, 0)->t, MS(5));
	c.rules = serial;
	r = run_with(w, "gedf", c);
	for (uint64_t k = 0; k < 3; k++) /* ticks pile up, none is lost */
		ck_assert_int_eq(rec_of(r, TRACE_START, 0, k, 0)->t,
				 MS(8) * (int64_t)k);
	ck_assert_uint_eq(r->metrics.overall.released, 4);
	workload_free(w);
}
END_TEST

/* Each node is a queue of its own: job 1's source may run beside job 0's
 * sink, but not before job 0's source has ended. */
START_TEST(nodes_of_a_pipeline_overlap_but_not_with_themselves)
{
	struct workload *w = on_cores(4);
	struct sim_config c = {.horizon = MS(30),
			       .late = LATE_RUN,
			       .rules = {.serial_nodes = true}};
	uint32_t a, b;
	struct result *r;

	make_task(w, "pipe", MS(5), MS(60));
	a = make_node(w, "a", MS(5));
	b = make_node(w, "b", MS(7));
	make_edge(w, a, b, 0);
	make_done(w);
	r = run_with(w, "gedf", c);
	for (uint64_t k = 0; k < 3; k++) {
		ck_assert_int_eq(rec_of(r, TRACE_START, 0, k, 0)->t,
				 MS(5) * (int64_t)k);
		ck_assert_int_eq(rec_of(r, TRACE_START, 0, k, 1)->t,
				 MS(5 + 7 * (int64_t)k));
	}
	workload_free(w);
}
END_TEST

/* A job dropped before it started lets the next one pass. */
START_TEST(a_dropped_job_holds_nobody_up)
{
	struct workload *w = on_cores(1);
	struct sim_config c = {.horizon = MS(100),
			       .late = LATE_DROP,
			       .rules = {.serial_nodes = true}};
	struct result *r;

	make_task(w, "two", MS(10), MS(8)); /* two sources */
	make_node(w, "a", MS(1));
	make_node(w, "b", MS(1));
	make_task(w, "hog", MS(1000), MS(5));
	make_node(w, "hog", MS(25));
	w->platform.preemption = PREEMPT_LIMITED;
	make_done(w);
	r = run_with(w, "gedf", c);
	ck_assert_uint_eq(r->metrics.tasks[0].dropped, 2);
	ck_assert_uint_eq(r->metrics.tasks[0].completed, 8);
	workload_free(w);
}
END_TEST

/* Jobs that a drop sets free, on several devices and their own, are decided
 * at that instant, each device once. */
START_TEST(drops_set_others_free_at_once)
{
	struct workload *w = on_cores(3);
	struct sim_config c = {.horizon = MS(200),
			       .late = LATE_DROP,
			       .rules = {.serial_nodes = true}};
	struct result *r;

	for (int i = 0; i < 6; i++) {
		make_task(w, (char[]){(char)('a' + i), 0}, MS(4), MS(4));
		make_node(w, "x", MS(3));
		make_node(w, "y", MS(1));
	}
	w->platform.preemption = PREEMPT_LIMITED;
	make_done(w);
	r = run_with(w, "pedf:parts=node,capacity=1000", c);
	ck_assert_uint_gt(r->metrics.overall.dropped, 0);
	workload_free(w);
}
END_TEST

/* --- time slices --- */

/* x and y share a core in slices of 4 ms; ticks of `tick` are when core 0
 * looks. */
static struct result *sliced(dag_time tick, dag_time more)
{
	static struct workload *w;
	struct sim_rules rules = {.release_core = true, .polled_quantum = true};

	workload_free(w);
	w = on_cores(2);
	single(w, "x", 0, MS(500), MS(10));
	single(w, "y", 0, MS(500), MS(10));
	for (int i = 0; i < 2; i++) {
		struct task *t = single(w, i ? "tock" : "tick", i ? more : tick,
					MS(500), US(1));

		t->priority = 9; /* waits behind all */
	}
	make_done(w);
	return under(w, "prioritized_rr", rules, TIE_RELEASE);
}

START_TEST(a_slice_ends_when_core_0_looks)
{
	/* Nothing happens until 6 ms. */
	ck_assert_int_eq(
		rec_of(sliced(MS(6), MS(300)), TRACE_PREEMPT, 0, 0, 0)->t,
		MS(6));
	/* At 2 ms it is not over, and the next tick is far. */
	ck_assert_int_eq(
		rec_of(sliced(MS(2), MS(7)), TRACE_PREEMPT, 0, 0, 0)->t, MS(7));
	/* At 3.9 ms the next tick is near: core 0 polls every 10 us. */
	ck_assert_int_eq(
		rec_of(sliced(US(3895), US(4500)), TRACE_PREEMPT, 0, 0, 0)->t,
		US(4005));
	/* No tick at all before the first has ended. */
	ck_assert_uint_eq(count_of(sliced(MS(200), MS(300)), TRACE_PREEMPT), 0);
	sliced(MS(1), MS(1)); /* frees the one before */
}
END_TEST

/* By ids turns only go upward: x, of the lower id, gives way, y never does. */
START_TEST(by_ids_turns_go_upward_only)
{
	struct workload *w = on_cores(1);
	struct sim_config c = {
		.horizon = MS(1000), .late = LATE_RUN, .tie = TIE_ID};
	struct result *r;

	single(w, "x", 0, MS(500), MS(10));
	single(w, "y", 0, MS(500), MS(10));
	make_done(w);
	r = run_with(w, "prioritized_rr", c);
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 1);
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 0, 0, 0)->t, MS(4));
	ck_assert_int_eq(rec_of(r, TRACE_FINISH, 1, 0, 0)->t, MS(14));
	workload_free(w);
}
END_TEST

/* --- a scheduler that looks at ticks --- */

/* Released at 1, and two nodes that follow the first. */
static struct workload *fork_at_1(void)
{
	struct workload *w = on_cores(3);
	uint32_t a, b, c;

	make_task(w, "dag", MS(1000), MS(100))->phase = MS(1);
	a = make_node(w, "a", MS(3));
	b = make_node(w, "b", MS(2));
	c = make_node(w, "c", MS(8));
	make_edge(w, a, b, 0);
	make_edge(w, a, c, MS(4));
	make_done(w);
	return w;
}

START_TEST(releases_are_seen_at_ticks)
{
	struct workload *w = fork_at_1();
	struct sim_rules rules = {.release_core = true, .tick = MS(5)};

	expect_story(under(w, "gedf", rules, TIE_RELEASE),
		     "1 release 0#0.0 @0\n"
		     "5 ready 0#0.0 @0\n"
		     "5 start 0#0.0 @1\n"
		     "8 finish 0#0.0 @1\n"
		     "8 ready 0#0.1 @0\n"
		     "8 start 0#0.1 @1\n"
		     "10 finish 0#0.1 @1\n"
		     "12 ready 0#0.2 @0\n"
		     "12 start 0#0.2 @1\n"
		     "20 finish 0#0.2 @1\n");
	workload_free(w);
}
END_TEST

/* b is seen at 10, c, whose message comes at 12, at 15. */
START_TEST(successors_are_seen_at_ticks)
{
	struct workload *w = fork_at_1();
	struct sim_rules rules = {
		.release_core = true, .tick = MS(5), .tick_successors = true};

	expect_story(under(w, "gedf", rules, TIE_RELEASE),
		     "1 release 0#0.0 @0\n"
		     "5 ready 0#0.0 @0\n"
		     "5 start 0#0.0 @1\n"
		     "8 finish 0#0.0 @1\n"
		     "10 ready 0#0.1 @0\n"
		     "10 start 0#0.1 @1\n"
		     "12 finish 0#0.1 @1\n"
		     "15 ready 0#0.2 @0\n"
		     "15 start 0#0.2 @1\n"
		     "23 finish 0#0.2 @1\n");
	workload_free(w);
}
END_TEST

/* A node that ends at a tick is seen at that tick. */
START_TEST(the_end_at_a_tick_is_seen_at_once)
{
	struct workload *w = fork_at_1();
	struct sim_rules rules = {
		.release_core = true, .tick = MS(4), .tick_successors = true};
	struct result *r;

	w->tasks[0].phase = MS(5);
	r = under(w, "gedf", rules, TIE_RELEASE);
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 0)->t, MS(8));
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 1)->t, MS(12));
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 2)->t, MS(16));
	workload_free(w);
}
END_TEST

START_TEST(a_job_dropped_before_the_tick_is_gone)
{
	struct workload *w = on_cores(2);
	struct sim_config c = {.horizon = MS(1000),
			       .late = LATE_DROP,
			       .rules = {.release_core = true, .tick = MS(20)}};
	struct result *r;

	single(w, "a", MS(1), MS(100), MS(30));
	single(w, "b", MS(1), MS(10), MS(3));
	make_done(w);
	r = run_with(w, "gedf", c);
	/* b is seen at 20, too late: it goes before it starts. */
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 0)->t, MS(20));
	ck_assert_int_eq(rec_of(r, TRACE_DROP, 1, 0, 0)->t, MS(20));
	workload_free(w);
}
END_TEST

/* Both workers are busy when c and d come: nobody is told of them.  When the
 * workers end they go to sleep, until the next node comes: one of them takes
 * c, the first in the queue; d and e are left for the next post, and so on. */
START_TEST(a_post_that_nobody_waits_for_is_lost)
{
	struct workload *w = on_cores(3);
	struct sim_rules rules = {.release_core = true, .lost_posts = true};
	struct result *r;

	single(w, "a", MS(0), MS(200), MS(10));
	single(w, "b", MS(0), MS(200), MS(12));
	single(w, "c", MS(2), MS(200), MS(4));
	single(w, "d", MS(3), MS(200), MS(4));
	single(w, "e", MS(20), MS(200), MS(4));
	single(w, "f", MS(21), MS(200), MS(4));
	make_done(w);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		w->tasks[i].priority = 0;
	r = under(w, "prioritized_fifo", rules, TIE_RELEASE);
	expect_story(r, "0 release 0#0.0 @0\n"
			"0 release 1#0.0 @0\n"
			"0 start 0#0.0 @1\n"
			"0 start 1#0.0 @2\n"
			"2 release 2#0.0 @0\n"
			"3 release 3#0.0 @0\n"
			"10 finish 0#0.0 @1\n"
			"12 finish 1#0.0 @2\n"
			"20 release 4#0.0 @0\n"
			"20 start 2#0.0 @1\n"
			"21 release 5#0.0 @0\n"
			"21 start 3#0.0 @2\n"
			"24 finish 2#0.0 @1\n"
			"25 finish 3#0.0 @2\n"
			"1000 open 4#0.0 @0\n"
			"1000 miss 4#0.0 @0\n"
			"1000 open 5#0.0 @0\n"
			"1000 miss 5#0.0 @0\n");
	workload_free(w);
}
END_TEST

/* A worker that ends a node sleeps by the time its posts are counted, whatever
 * the order of the policy: it hears of the successor that it made ready itself,
 * on a lone worker, too. */
START_TEST(a_worker_hears_its_own_post)
{
	static const char *const policies[] = {"prioritized_fifo", "gedf"};
	struct sim_rules rules = {.release_core = true, .lost_posts = true};

	for (int i = 0; i < 2; i++) {
		struct workload *w = on_cores(2);
		struct result *r;
		uint32_t a, b;

		make_task(w, "chain", MS(500), MS(400));
		a = make_node(w, "a", MS(3));
		b = make_node(w, "b", MS(4));
		make_edge(w, a, b, 0);
		make_done(w);
		r = under(w, policies[i], rules, TIE_RELEASE);
		ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 1)->t, MS(3));
		ck_assert_int_eq(rec_of(r, TRACE_FINISH, 0, 0, 1)->t, MS(7));
		workload_free(w);
	}
}
END_TEST

/* x comes when both workers are busy and is told to nobody.  At 7 the second
 * job of the pipe makes its last node ready, but for the one of the first job,
 * which still runs: that is a post, and the worker that has just ended takes
 * x. */
START_TEST(a_token_that_waits_in_series_is_a_post_too)
{
	struct workload *w = on_cores(3);
	struct sim_rules rules = {
		.release_core = true, .serial_nodes = true, .lost_posts = true};
	struct result *r;
	uint32_t a, b;

	make_task(w, "pipe", MS(5), MS(400));
	a = make_node(w, "a", MS(2));
	b = make_node(w, "b", MS(10));
	make_edge(w, a, b, 0);
	single(w, "x", MS(6), MS(900), MS(1));
	make_done(w);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		w->tasks[i].priority = 0;
	r = under(w, "prioritized_fifo", rules, TIE_RELEASE);
	ck_assert_int_eq(rec_of(r, TRACE_FINISH, 0, 1, 0)->t, MS(7));
	ck_assert_int_eq(rec_of(r, TRACE_START, 1, 0, 0)->t, MS(7));
	ck_assert_int_eq(rec_of(r, TRACE_START, 0, 1, 1)->t, MS(12));
	workload_free(w);
}
END_TEST

/* --- what does not go together --- */

START_TEST(rules_that_do_not_fit_are_refused)
{
	struct workload *w = on_cores(1);
	struct sim_config c = {.horizon = MS(100), .late = LATE_RUN};
	struct result *r;

	single(w, "x", 0, MS(500), MS(10));
	make_done(w);
	c.rules.release_core = true;
	r = try_run(w, "gedf", c);
	ck_assert(!r->ok);
	ck_assert(strstr(r->error.msg, "needs another one"));
	w->platform.n_cores = 2;
	c.rules.idle_blind = true;
	r = try_run(w, "llf", c);
	ck_assert(!r->ok);
	ck_assert(strstr(r->error.msg, "does not go with policy llf"));
	ck_assert(try_run(w, "pedf", c)->ok);
	c.rules.tick_successors = true;
	r = try_run(w, "pedf", c);
	ck_assert(!r->ok);
	ck_assert(strstr(r->error.msg, "need one"));
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("rules");
	TCase *tc = tcase_create("event by event");
	SRunner *r;
	int failed;

	tcase_add_test(tc, textbook_edf_takes_the_idle_core);
	tcase_add_test(tc, a_blind_scheduler_drives_off_the_last_in_order);
	tcase_add_test(tc, of_two_for_one_victim_the_better_gets_it);
	tcase_add_test(tc, among_equals_the_higher_id_drives_off_the_lower);
	tcase_add_test(tc, a_fifo_job_of_equal_priority_and_higher_id_preempts);
	tcase_add_test(tc, a_node_takes_the_deadline_of_the_last_release);
	tcase_add_test(tc, a_job_that_was_driven_off_has_its_deadline_put_off);
	tcase_add_test(tc, a_source_puts_the_deadline_off_when_it_yields);
	tcase_add_test(tc, a_node_never_overlaps_itself);
	tcase_add_test(tc, nodes_of_a_pipeline_overlap_but_not_with_themselves);
	tcase_add_test(tc, a_dropped_job_holds_nobody_up);
	tcase_add_test(tc, drops_set_others_free_at_once);
	tcase_add_test(tc, a_slice_ends_when_core_0_looks);
	tcase_add_test(tc, by_ids_turns_go_upward_only);
	tcase_add_test(tc, releases_are_seen_at_ticks);
	tcase_add_test(tc, successors_are_seen_at_ticks);
	tcase_add_test(tc, the_end_at_a_tick_is_seen_at_once);
	tcase_add_test(tc, a_job_dropped_before_the_tick_is_gone);
	tcase_add_test(tc, a_post_that_nobody_waits_for_is_lost);
	tcase_add_test(tc, a_worker_hears_its_own_post);
	tcase_add_test(tc, a_token_that_waits_in_series_is_a_post_too);
	tcase_add_test(tc, rules_that_do_not_fit_are_refused);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
