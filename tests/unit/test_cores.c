/* DAGs on cores, partitions, mixed platforms: small cases with known
 * answers. */
#include "model/paths.h"
#include "policies/lineup.h"
#include "tests/support/make_workload.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct workload *on_cores(uint32_t cores, enum preemption mode)
{
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = cores;
	w->platform.preemption = mode;
	return w;
}

static dag_time start_of(const struct result *r, uint32_t task, uint32_t node)
{
	return rec_of(r, TRACE_START, task, 0, node)->t;
}

static dag_time finish_of(const struct result *r, uint32_t task, uint32_t node)
{
	return rec_of(r, TRACE_FINISH, task, 0, node)->t;
}

/* One task of one node. */
static struct task *single(struct workload *w, const char *name,
			   dag_time period, dag_time wcet)
{
	struct task *t = make_task(w, name, period, period);

	make_node(w, name, wcet);
	return t;
}

/* --- messages between nodes --- */

START_TEST(a_node_waits_for_what_is_sent_to_it)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	uint32_t a, b, c, d;
	struct result *r;

	make_task(w, "dag", MS(50), MS(50));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(2));
	c = make_node(w, "c", MS(5));
	d = make_node(w, "d", MS(1));
	make_edge(w, a, b, MS(3));
	make_edge(w, a, c, 0);
	make_edge(w, b, d, MS(10)); /* arrives at 6 + 10 */
	make_edge(w, c, d, MS(1));  /* arrives at 6 + 1 */
	make_done(w);
	r = run(w, "gedf", MS(100));
	ck_assert_int_eq(rec_of(r, TRACE_READY, 0, 0, 2)->t, MS(1));
	ck_assert_int_eq(rec_of(r, TRACE_READY, 0, 0, 1)->t, MS(4));
	ck_assert_int_eq(start_of(r, 0, 1), MS(4));
	ck_assert_int_eq(start_of(r, 0, 3), MS(16));
	ck_assert_int_eq(r->metrics.overall.max_response, MS(17));
	ck_assert_uint_eq(r->metrics.overall.completed, 2);
	workload_free(w);
}
END_TEST

START_TEST(what_is_under_way_at_the_horizon_is_open)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	uint32_t a, b;
	struct result *r;

	make_task(w, "dag", MS(50), MS(8));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(1));
	make_edge(w, a, b, MS(20));
	make_done(w);
	r = run(w, "gedf", MS(10));
	ck_assert_uint_eq(r->metrics.overall.pending, 1);
	ck_assert_uint_eq(count_of(r, TRACE_OPEN), 1);
	workload_free(w);
}
END_TEST

START_TEST(an_endless_delay_ends_with_the_run)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	uint32_t a, b;
	struct result *r;

	make_task(w, "dag", MS(50), MS(50));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(1));
	make_edge(w, a, b, DAG_TIME_MAX - 5);
	make_done(w);
	r = run(w, "gedf", MS(10));
	ck_assert_uint_eq(r->metrics.overall.censored, 1);
	workload_free(w);
}
END_TEST

/* --- cores and an accelerator --- */

static struct workload *camera_pair(void)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	uint32_t detector = make_model(w, "detector", 4, MS(5), MS(1));

	for (int i = 0; i < 2; i++) {
		char name[8];
		uint32_t in, net, out;

		snprintf(name, sizeof(name), "cam%d", i);
		make_task(w, name, MS(40), MS(40));
		in = make_node(w, "in", MS(2));
		net = make_node_on(w, "net", detector);
		out = make_node(w, "out", MS(3));
		make_edge(w, in, net, 0);
		make_edge(w, net, out, 0);
	}
	w->platform.n_accelerators = 1;
	make_done(w);
	return w;
}

START_TEST(nodes_on_cores_feed_a_batch_and_go_on)
{
	struct workload *w = camera_pair();
	struct result *r = run(w, "gedf+edf_batch", MS(400));
	const struct trace_rec *b = rec_of(r, TRACE_START, 1, 0, 1);

	/* Both cameras at 2 ms; one batch of two takes 6. */
	ck_assert_int_eq(start_of(r, 0, 1), MS(2));
	ck_assert_int_eq(b->t, MS(2));
	ck_assert_uint_eq(b->count, 2);
	ck_assert_uint_eq(b->exec, 2);
	ck_assert_int_eq(start_of(r, 0, 2), MS(8));
	ck_assert_int_eq(r->metrics.overall.max_response, MS(11));
	ck_assert_str_eq(r->header.policy, "gedf+edf_batch");
	ck_assert_uint_eq(r->header.n_devices, 2);
	workload_free(w);
}
END_TEST

START_TEST(one_policy_of_two_is_completed)
{
	static const char *const want[][2] = {
		{"gedf", "gedf+edf_batch"},
		{"edf", "gedf+edf"},
		{"pfp:priority=dm", "pfp:priority=dm+edf_batch"},
		{"gfp+edf_batch:lookahead=3", "gfp+edf_batch:lookahead=3"},
	};
	struct workload *w = camera_pair();

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		ck_assert_str_eq(run(w, want[i][0], MS(40))->header.policy,
				 want[i][1]);
	workload_free(w);
}
END_TEST

START_TEST(an_accelerator_alone_runs_node_after_node)
{
	struct workload *w = camera_pair();
	struct result *r = run(w, "gedf+edf", MS(40));

	ck_assert_int_eq(finish_of(r, 0, 1), MS(7));
	ck_assert_int_eq(finish_of(r, 1, 1), MS(12));
	workload_free(w);
}
END_TEST

START_TEST(bad_lineups_are_refused)
{
	static const char *const bad[][2] = {
		{"gedff", "did you mean 'gedf'"},
		{"edf_batch+gedf", "the first of a pair"},
		{"gedf+gfp", "the second of a pair"},
		{"gedf:nodeorder=index", "did you mean 'node_order'"},
		{"gedf:node_order=longst_tail", "did you mean 'longest_tail'"},
		{"gedf:node_order=3", "is '3'"},
		{"gedf:node_order", "is not KEY=VALUE"},
		{"gedf:=1", "is not KEY=VALUE"},
		{"prioritized_rr:quantum=4", "a time"},
		{"prioritized_rr:quantum=soon", "not a number"},
		{"pedf:capacity=0", "valid: 1 to"},
		{"pedf:capacity=99999999999999999999", "not a number"},
		{"", "unknown policy"},
		{"gedf+", "unknown policy"},
	};
	struct workload *w = camera_pair();
	struct arena a = {0};
	struct lineup l;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct dag_error e = {0};

		ck_assert_msg(!lineup_init(&l, bad[i][0], w, &a, &e), "%s",
			      bad[i][0]);
		ck_assert_msg(strstr(e.msg, bad[i][1]) != NULL, "%s: %s",
			      bad[i][0], e.msg);
	}
	arena_free(&a);
	workload_free(w);
}
END_TEST

/* --- orders of nodes --- */

/* a and b are ready at once; only a has a long way to go. */
static struct workload *lopsided(enum preemption mode)
{
	struct workload *w = on_cores(1, mode);
	uint32_t a, b, c;

	make_task(w, "dag", MS(50), MS(50));
	b = make_node(w, "b", MS(2));
	a = make_node(w, "a", MS(1));
	c = make_node(w, "c", MS(4));
	make_edge(w, a, c, 0);
	w->nodes[a].priority = 2;
	w->nodes[b].priority = 1;
	w->nodes[c].priority = 0;
	make_done(w);
	return w;
}

START_TEST(the_order_of_nodes_is_a_parameter)
{
	static const struct {
		const char *lineup;
		dag_time b, a, c; /* starts, in ms */
	} want[] = {
		{"gedf", 0, 2, 3},
		{"gedf:node_order=priority", 0, 2, 3},
		{"gedf:node_order=longest_tail", 5, 0, 1},
		{"gedf:node_order=shortest_tail", 0, 2, 3},
		{"gedf:node_order=least_slack", 1, 0, 3},
		{"gfp:node_order=longest_tail", 5, 0, 1},
		{"gfp:priority=node", 0, 2, 3},
		{"llf", 5, 0, 1},
	};
	struct workload *w = lopsided(PREEMPT_LIMITED);

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct result *r = run(w, want[i].lineup, MS(50));

		ck_assert_msg(start_of(r, 0, 0) == MS(want[i].b) &&
				      start_of(r, 0, 1) == MS(want[i].a) &&
				      start_of(r, 0, 2) == MS(want[i].c),
			      "%s:\n%s", want[i].lineup, story(r, MS(1)));
	}
	workload_free(w);
}
END_TEST

/* The upstream node of a tight sink beside a job with an earlier deadline:
 * by jobs it comes second, by node deadlines first. */
START_TEST(a_node_may_inherit_the_deadline_of_the_path_behind_it)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	uint32_t up, down;

	single(w, "other", MS(20), MS(5));
	make_task(w, "chain", MS(50), MS(21));
	up = make_node(w, "up", MS(2));
	down = make_node(w, "down", MS(15));
	make_edge(w, up, down, 0);
	make_done(w);
	ck_assert_int_eq(start_of(run(w, "gedf", MS(20)), 1, 0), MS(5));
	ck_assert_int_eq(
		start_of(run(w, "gedf:node_order=least_slack", MS(20)), 1, 0),
		0);
	workload_free(w);
}
END_TEST

START_TEST(a_longest_path_is_the_longest)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	uint32_t a, b, c, d;
	dag_time tail[4];
	struct path_sums s;

	make_task(w, "dag", MS(50), MS(50));
	a = make_node(w, "a", MS(1));
	b = make_node(w, "b", MS(2));
	c = make_node(w, "c", MS(9));
	d = make_node(w, "d", MS(1));
	make_edge(w, a, b, 0);
	make_edge(w, a, c, 0);
	make_edge(w, a, d, 0);
	make_edge(w, b, d, 0);
	make_edge(w, c, d, 0);
	make_done(w);
	paths_tails(w, tail);
	s = paths_sums(w, 0, tail);
	ck_assert_int_eq(s.length, MS(11));
	ck_assert_int_eq(s.work, MS(13));
	ck_assert_int_eq(tail[c], MS(10));
	ck_assert_uint_eq(paths_chains(w, 0), 2);
	ck_assert_int_eq(run(w, "gedf", MS(50))->metrics.overall.max_response,
			 MS(11));
	workload_free(w);
}
END_TEST

/* --- static priorities --- */

START_TEST(priorities_come_from_where_one_says)
{
	static const char *const first[] = {"given", "rm", "dm"};
	struct workload *w = on_cores(1, PREEMPT_LIMITED);

	/* Given: c first.  By period: b.  By deadline: a. */
	single(w, "a", MS(30), MS(1))->deadline = MS(5);
	single(w, "b", MS(10), MS(1));
	w->tasks[0].has_priority = w->tasks[1].has_priority = true;
	w->tasks[0].priority = 2;
	w->tasks[1].priority = 3;
	single(w, "c", MS(20), MS(1));
	w->tasks[2].has_priority = true;
	w->tasks[2].priority = 1;
	make_done(w);
	for (uint32_t i = 0; i < 3; i++) {
		char spec[32];
		uint32_t task = i == 0 ? 2 : i == 1 ? 1 : 0;

		snprintf(spec, sizeof(spec), "gfp:priority=%s", first[i]);
		ck_assert_int_eq(start_of(run(w, spec, MS(30)), task, 0), 0);
	}
	workload_free(w);
}
END_TEST

START_TEST(equal_priorities_go_first_come_first_served)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"x", "y", "z"};
		struct task *t = single(w, names[i], MS(100), MS(4));

		t->has_priority = true;
		t->priority = 1;
		t->phase = MS(2 - i); /* z first, then y, then x */
	}
	single(w, "urgent", MS(100), MS(1));
	w->tasks[3].has_priority = true;
	w->tasks[3].phase = MS(3);
	make_done(w);
	r = run(w, "prioritized_fifo", MS(100));
	/* z runs 0..3, is driven off, goes on before y and x */
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 2, 0, 0)->t, MS(3));
	ck_assert_int_eq(finish_of(r, 2, 0), MS(5));
	ck_assert_int_eq(finish_of(r, 1, 0), MS(9));
	ck_assert_int_eq(finish_of(r, 0, 0), MS(13));
	workload_free(w);
}
END_TEST

START_TEST(equal_priorities_take_turns)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 2; i++) {
		struct task *t = single(w, i ? "y" : "x", MS(100), MS(5));

		t->has_priority = true;
	}
	make_done(w);
	r = run(w, "prioritized_rr:quantum=2ms", MS(100));
	/* x 0-2, y 2-4, x 4-6, y 6-8, x 8-9, y 9-10 */
	ck_assert_int_eq(finish_of(r, 0, 0), MS(9));
	ck_assert_int_eq(finish_of(r, 1, 0), MS(10));
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 4);
	workload_free(w);
}
END_TEST

START_TEST(a_lone_job_keeps_its_core_whatever_the_quantum)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	struct result *r;

	single(w, "x", MS(100), MS(9))->has_priority = true;
	single(w, "y", MS(100), MS(9))->has_priority = true;
	make_done(w);
	r = run(w, "prioritized_rr:quantum=2ms", MS(100));
	ck_assert_uint_eq(count_of(r, TRACE_PREEMPT), 0);
	workload_free(w);
}
END_TEST

/* Three equals on two cores: the one longest on its core gives way. */
START_TEST(turns_on_two_cores)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"x", "y", "z"};
		struct task *t = single(w, names[i], MS(100), MS(4));

		t->has_priority = true;
		t->phase = MS(i);
	}
	make_done(w);
	r = run(w, "prioritized_rr:quantum=3ms", MS(100));
	/* x 0-3 on core 0, then z; y 1-4 on core 1, then x again */
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 0, 0, 0)->t, MS(3));
	ck_assert_int_eq(start_of(r, 2, 0), MS(3));
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 1, 0, 0)->t, MS(4));
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->t, MS(4));
	ck_assert_uint_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->exec, 1);
	workload_free(w);
}
END_TEST

/* --- least laxity --- */

START_TEST(the_least_laxity_runs)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct result *r;

	single(w, "loose", MS(100), MS(5))->deadline = MS(10); /* laxity 5 */
	single(w, "tight", MS(100), MS(9))->deadline = MS(12); /* laxity 3 */
	make_done(w);
	r = run(w, "llf", MS(100));
	ck_assert_int_eq(start_of(r, 1, 0), 0); /* EDF would run loose */
	/* loose falls below 3 - 1 at just after 3 ms, then they alternate */
	ck_assert_int_eq(start_of(r, 0, 0), MS(3) + 1);
	workload_free(w);
}
END_TEST

START_TEST(equal_laxities_do_not_thrash)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct result *r;

	single(w, "x", MS(100), MS(20));
	single(w, "y", MS(100), MS(20));
	make_done(w);
	r = run(w, "llf", MS(100));
	ck_assert_uint_le(count_of(r, TRACE_PREEMPT), 20 / 1);
	ck_assert_uint_ge(count_of(r, TRACE_PREEMPT), 5);
	r = run(w, "llf:gain=10ms", MS(100));
	ck_assert_uint_le(count_of(r, TRACE_PREEMPT), 2);
	workload_free(w);
}
END_TEST

/* A textbook case in which global EDF misses and LLF does not. */
START_TEST(llf_runs_the_long_job_beside_the_short_ones)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);

	single(w, "short1", MS(10), MS(2));
	single(w, "short2", MS(10), MS(2));
	single(w, "long", MS(11), MS(10));
	make_done(w);
	ck_assert_uint_gt(run(w, "gedf", MS(110))->metrics.tasks[2].late, 0);
	ck_assert_uint_eq(
		metrics_missed(&run(w, "llf", MS(110))->metrics.overall), 0);
	workload_free(w);
}
END_TEST

/* --- full load --- */

START_TEST(cores_that_are_full_to_the_brim_miss_nothing)
{
	static const char *const lineups[] = {
		"gedf",      "gfp",  "pedf",
		"pfp",       "cedf", "cfp",
		"federated", "llf",  "prioritized_fifo"};
	struct workload *w = on_cores(4, PREEMPT_FULL);

	for (int i = 0; i < 4; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(10), MS(10));
	}
	make_done(w);
	for (size_t i = 0; i < sizeof(lineups) / sizeof(*lineups); i++) {
		struct result *r = run(w, lineups[i], MS(1000));

		ck_assert_uint_eq(r->metrics.overall.completed, 400);
		ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	}
	workload_free(w);
}
END_TEST

START_TEST(thirds_fill_a_core)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);

	for (int i = 0; i < 6; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(3), MS(1));
	}
	make_done(w);
	ck_assert_uint_eq(
		metrics_missed(&run(w, "pedf", MS(300))->metrics.overall), 0);
	workload_free(w);
}
END_TEST

/* --- partitions --- */

static uint32_t core_of(const struct result *r, uint32_t task)
{
	return rec_of(r, TRACE_START, task, 0, 0)->exec;
}

static struct workload *five_tasks(void)
{
	static const int percent[] = {30, 60, 40, 30, 30};
	struct workload *w = on_cores(3, PREEMPT_FULL);

	for (int i = 0; i < 5; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(10), MS(10) * percent[i] / 100);
	}
	make_done(w);
	return w;
}

START_TEST(tasks_go_where_they_fit)
{
	/* Decreasing: t1 60, t2 40, t0 30, t3 30, t4 30. */
	static const struct {
		const char *lineup;
		uint32_t core[5];
	} want[] = {
		{"pedf:fit=first", {1, 0, 0, 1, 1}},
		{"pedf:fit=best", {1, 0, 0, 1, 1}},
		{"pedf:fit=worst", {2, 0, 1, 2, 1}},
		{"pfp:fit=worst", {2, 0, 1, 2, 1}},
		{"pedf:fit=best,capacity=95", {0, 0, 1, 1, 2}},
	};
	struct workload *w = five_tasks();

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct result *r = run(w, want[i].lineup, MS(100));

		for (uint32_t t = 0; t < 5; t++)
			ck_assert_msg(core_of(r, t) == want[i].core[t],
				      "%s: t%u on %u", want[i].lineup, t,
				      core_of(r, t));
		ck_assert_uint_eq(r->metrics.migrations, 0);
	}
	workload_free(w);
}
END_TEST

START_TEST(what_does_not_fit_is_an_answer)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 3; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(10), MS(6));
	}
	make_done(w);
	r = try_run(w, "pedf", (struct sim_config){.horizon = MS(100)});
	ck_assert(!r->ok);
	ck_assert_int_eq(r->error.code, EXIT_NO);
	ck_assert(strstr(r->error.msg, "does not find a place for task 't2'"));
	r = try_run(w, "federated", (struct sim_config){.horizon = MS(100)});
	ck_assert(!r->ok);
	ck_assert_int_eq(r->error.code, EXIT_NO);
	/* Overfull on request. */
	r = run(w, "pedf:capacity=120", MS(100));
	ck_assert_uint_gt(r->metrics.overall.late, 0);
	workload_free(w);
}
END_TEST

START_TEST(a_task_may_be_divided_node_by_node)
{
	struct workload *w = on_cores(2, PREEMPT_FULL);
	uint32_t a, b;
	struct result *r;

	make_task(w, "dag", MS(10), MS(15));
	a = make_node(w, "a", MS(7));
	b = make_node(w, "b", MS(8));
	make_edge(w, a, b, 0);
	make_done(w);
	r = try_run(w, "pedf", (struct sim_config){.horizon = MS(100)});
	ck_assert_int_eq(r->error.code, EXIT_NO);
	r = run(w, "pedf:parts=node", MS(100));
	ck_assert_uint_eq(rec_of(r, TRACE_START, 0, 0, 0)->exec, 1);
	ck_assert_uint_eq(rec_of(r, TRACE_START, 0, 0, 1)->exec, 0);
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	workload_free(w);
}
END_TEST

START_TEST(clusters_share_a_queue)
{
	struct workload *w = on_cores(5, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 5; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(10), MS(9));
	}
	make_done(w);
	r = run(w, "cedf", MS(100)); /* clusters of 2, 2 and 1 */
	ck_assert_uint_eq(r->header.n_devices, 3);
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	r = run(w, "cfp:cluster_size=3", MS(100));
	ck_assert_uint_eq(r->header.n_devices, 2);
	workload_free(w);
}
END_TEST

START_TEST(bound_nodes_go_where_they_are_bound)
{
	static const uint32_t second[] = {1}, both[] = {0, 1};
	struct workload *w = on_cores(2, PREEMPT_FULL);
	struct result *r;

	single(w, "free", MS(10), MS(1));
	single(w, "bound", MS(10), MS(6));
	w->nodes[1].cores = second;
	w->nodes[1].n_cores = 1;
	make_done(w);
	r = run(w, "pedf", MS(100));
	ck_assert_uint_eq(core_of(r, 0), 0);
	ck_assert_uint_eq(core_of(r, 1), 1);
	w->nodes[1].cores = both;
	w->nodes[1].n_cores = 2;
	ck_assert_uint_eq(core_of(run(w, "pedf", MS(100)), 1), 0);
	ck_assert_uint_eq(core_of(run(w, "gedf", MS(100)), 0), 0);
	workload_free(w);
}
END_TEST

/* Sets of cores that overlap: one queue, and each node kept off the cores it
 * may not use. */
START_TEST(overlapping_bounds_are_heeded)
{
	static const uint32_t low[] = {0, 1}, high[] = {1, 2};
	struct workload *w = on_cores(3, PREEMPT_FULL);
	struct result *r;

	for (int i = 0; i < 6; i++) {
		char name[8];

		snprintf(name, sizeof(name), "t%d", i);
		single(w, name, MS(10 + i), MS(4));
		if (i == 5)
			continue; /* anywhere */
		w->nodes[i].cores = i % 2 ? high : low;
		w->nodes[i].n_cores = 2;
	}
	make_done(w);
	r = run(w, "gedf", MS(1000)); /* the audit looks at the cores */
	ck_assert_uint_eq(r->header.n_devices, 1);
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	run(w, "gfp", MS(1000));
	run(w, "prioritized_fifo", MS(1000));
	r = try_run(w, "llf", (struct sim_config){.horizon = MS(100)});
	ck_assert(!r->ok);
	ck_assert(strstr(r->error.msg, "of which another node shares a part"));
	workload_free(w);
}
END_TEST

/* A job that may not use the idle core waits, or drives off a later one. */
START_TEST(a_bound_job_waits_beside_an_idle_core)
{
	static const uint32_t only[] = {0}, both[] = {0, 1};
	struct workload *w = on_cores(2, PREEMPT_FULL);
	struct result *r;

	single(w, "a", MS(100), MS(5))->deadline = MS(50);
	single(w, "b", MS(100), MS(5))->deadline = MS(60);
	single(w, "c", MS(100), MS(5))->deadline = MS(40);
	w->tasks[2].phase = MS(1);
	w->nodes[0].cores = w->nodes[1].cores = w->nodes[2].cores = only;
	w->nodes[0].n_cores = w->nodes[1].n_cores = w->nodes[2].n_cores = 1;
	single(w, "free", MS(100), MS(1))->phase = MS(20);
	w->nodes[3].cores = both;
	w->nodes[3].n_cores = 2;
	make_done(w);
	r = run(w, "gedf", MS(100));
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 0, 0, 0)->t, MS(1));
	ck_assert_int_eq(finish_of(r, 2, 0), MS(6));
	ck_assert_int_eq(finish_of(r, 0, 0), MS(10));
	ck_assert_int_eq(finish_of(r, 1, 0), MS(15));
	/* where no node can be driven off it waits for the end of a */
	w->platform.preemption = PREEMPT_LIMITED;
	r = run(w, "gedf", MS(100));
	ck_assert_int_eq(finish_of(r, 0, 0), MS(5));
	ck_assert_int_eq(finish_of(r, 2, 0), MS(10));
	ck_assert_int_eq(finish_of(r, 1, 0), MS(15));
	workload_free(w);
}
END_TEST

/* --- federated --- */

/* One fork-join of W = 26, L = 6, D = 16: 2 cores. */
START_TEST(heavy_dags_have_cores_of_their_own)
{
	struct workload *w = on_cores(4, PREEMPT_FULL);
	uint32_t a, z;
	struct result *r;

	single(w, "light1", MS(10), MS(5));
	make_task(w, "heavy", MS(20), MS(16));
	a = make_node(w, "a", MS(1));
	z = make_node(w, "z", MS(1));
	for (int i = 0; i < 6; i++) {
		char name[8];
		uint32_t v;

		snprintf(name, sizeof(name), "v%d", i);
		v = make_node(w, name, MS(4));
		make_edge(w, a, v, 0);
		make_edge(w, v, z, 0);
	}
	single(w, "light2", MS(10), MS(6));
	make_done(w);
	r = run(w, "federated", MS(200));
	ck_assert_uint_eq(r->header.n_devices, 3);
	ck_assert_uint_lt(rec_of(r, TRACE_START, 1, 0, 0)->exec, 2);
	ck_assert_uint_eq(core_of(r, 0), 2);
	ck_assert_uint_eq(core_of(r, 2), 3);
	ck_assert_int_eq(r->metrics.tasks[1].max_response, MS(14));
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	workload_free(w);
}
END_TEST

START_TEST(a_path_longer_than_the_deadline_fits_nowhere)
{
	struct workload *w = on_cores(8, PREEMPT_FULL);
	uint32_t a, b;
	struct result *r;

	make_task(w, "dag", MS(20), MS(9));
	a = make_node(w, "a", MS(5));
	b = make_node(w, "b", MS(5));
	make_edge(w, a, b, 0);
	make_done(w);
	r = try_run(w, "federated", (struct sim_config){.horizon = MS(100)});
	ck_assert_int_eq(r->error.code, EXIT_NO);
	ck_assert(strstr(r->error.msg, "longest path takes 10ms"));
	workload_free(w);
}
END_TEST

/* L = D: a core for each node that may be ready. */
START_TEST(a_dag_without_slack_gets_a_core_for_every_chain)
{
	struct workload *w = on_cores(3, PREEMPT_FULL);
	struct result *r;

	make_task(w, "dag", MS(20), MS(5));
	for (int i = 0; i < 3; i++) {
		char name[8];

		snprintf(name, sizeof(name), "v%d", i);
		make_node(w, name, MS(5));
	}
	make_done(w);
	r = run(w, "federated", MS(100));
	ck_assert_uint_eq(metrics_missed(&r->metrics.overall), 0);
	workload_free(w);
}
END_TEST

/* --- non-preemptive regions --- */

static const struct regions *make_regions(struct workload *w, dag_time base,
					  uint32_t n, const dag_time *bounds)
{
	struct regions *r =
		arena_alloc(&w->arena, sizeof(*r) + n * sizeof(r->item[0]));

	*r = (struct regions){.base = base, .n = n};
	for (uint32_t i = 0; i < n; i++)
		r->item[i] = (struct region){bounds[2 * i], bounds[2 * i + 1]};
	return r;
}

/* A job of 10 ms that is not preempted in [2, 4) and [6, 10); an urgent one
 * of 1 ms at `at`. */
static struct workload *regional(dag_time at)
{
	static const dag_time bounds[] = {MS(2), MS(4), MS(6), MS(10)};
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct task *t;

	single(w, "long", MS(100), MS(10));
	w->nodes[0].regions = make_regions(w, MS(10), 2, bounds);
	t = single(w, "urgent", MS(100), MS(1));
	t->phase = at;
	t->deadline = MS(20);
	make_done(w);
	return w;
}

START_TEST(regions_hold_preemption_off)
{
	static const dag_time starts[][2] = {
		{1, 1}, {2, 4}, {3, 4}, {4, 4}, {5, 5}, {6, 10}, {9, 10},
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		struct workload *w = regional(MS(starts[i][0]));
		struct result *r = run(w, "gedf", MS(100));

		ck_assert_int_eq(start_of(r, 1, 0), MS(starts[i][1]));
		ck_assert_int_eq(r->metrics.tasks[0].max_response,
				 MS(starts[i][1] == 10 ? 10 : 11));
		workload_free(w);
	}
}
END_TEST

/* A region that has begun goes on after a preemption before it. */
START_TEST(regions_count_work_not_time)
{
	struct workload *w = regional(MS(1));
	struct task *t = single(w, "second", MS(100), MS(1));
	struct result *r;

	t->phase = MS(4); /* the long job has done 3 by then */
	t->deadline = MS(20);
	make_done(w);
	r = run(w, "gedf", MS(100));
	ck_assert_int_eq(start_of(r, 2, 0), MS(5));
	workload_free(w);
}
END_TEST

START_TEST(regions_stretch_with_the_time_drawn)
{
	struct workload *w = regional(MS(5));
	struct sim_config c = {
		.horizon = MS(100), .late = LATE_RUN, .noise = true};
	struct dag_error e;
	struct result *r;

	/* Twice as long: regions [4, 8) and [12, 20). */
	ck_assert(noise_init(&w->models[0].noise, &w->arena, NOISE_UNIFORM, 2,
			     2, &e));
	r = run_with(w, "gedf", c);
	ck_assert_int_eq(start_of(r, 1, 0), MS(8));
	workload_free(w);
}
END_TEST

START_TEST(regions_leave_other_cores_alone)
{
	struct workload *w = regional(MS(3));
	struct result *r;

	single(w, "loose", MS(100), MS(10))->deadline = MS(150);
	w->platform.n_cores = 2;
	make_done(w);
	r = run(w, "gedf", MS(100)); /* loose is less urgent and gives way */
	ck_assert_int_eq(start_of(r, 1, 0), MS(3));
	ck_assert_int_eq(rec_of(r, TRACE_PREEMPT, 2, 0, 0)->t, MS(3));
	workload_free(w);
}
END_TEST

/* --- ties --- */

/* Two jobs of one deadline on one core; b arrives while a runs. */
static struct workload *tied(void)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct task *t;

	t = single(w, "b", MS(100), MS(4));
	t->phase = MS(1);
	t->deadline = MS(49);
	single(w, "a", MS(100), MS(4))->deadline = MS(50);
	make_done(w);
	return w;
}

START_TEST(ties_are_broken_as_asked)
{
	static const struct {
		enum tie_rule tie;
		dag_time b, a; /* finishes */
	} want[] = {
		{TIE_RELEASE, 8, 4}, /* a was released first */
		{TIE_FIFO, 8, 4},
		{TIE_TASK, 5, 8}, /* b stands first */
		{TIE_FAVOUR_RUNNING, 8, 4},
		{TIE_ADVERSARIAL, 5, 8}, /* of equal paths the lower */
	};
	struct workload *w = tied();

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct result *r = run_with(w, "gedf",
					    (struct sim_config){
						    .horizon = MS(100),
						    .late = LATE_RUN,
						    .tie = want[i].tie,
					    });

		ck_assert_int_eq(finish_of(r, 0, 0), MS(want[i].b));
		ck_assert_int_eq(finish_of(r, 1, 0), MS(want[i].a));
	}
	workload_free(w);
}
END_TEST

/* On one core: a 1, behind it long 3 -> end 3, and brief 2; and a job of one
 * node of 5 with the same deadline. */
static struct workload *forked(void)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	uint32_t a, brief, middle, end;

	make_task(w, "fork", MS(100), MS(50));
	a = make_node(w, "a", MS(1));
	brief = make_node(w, "brief", MS(2));
	middle = make_node(w, "long", MS(3));
	end = make_node(w, "end", MS(3));
	make_edge(w, a, brief, 0);
	make_edge(w, a, middle, 0);
	make_edge(w, middle, end, 0);
	single(w, "other", MS(100), MS(5))->deadline = MS(50);
	make_done(w);
	return w;
}

/* Rules of ties tell jobs apart; which node of a job goes first is the
 * policy's to say, and a bound on responses may rest on it. */
START_TEST(ties_leave_the_order_of_nodes_alone)
{
	static const struct {
		const char *lineup;
		enum tie_rule tie;
		dag_time brief, middle, other; /* starts */
	} want[] = {
		{"gedf:node_order=longest_tail", TIE_RELEASE, 7, 1, 9},
		{"gedf:node_order=longest_tail", TIE_FIFO, 7, 1, 9},
		{"gedf:node_order=longest_tail", TIE_TASK, 7, 1, 9},
		/* jobs by their longest paths, 7 and 5 */
		{"gedf:node_order=longest_tail", TIE_ADVERSARIAL, 12, 6, 0},
		/* nodes by what is behind them: 7, 2, 6, 3 and 5 */
		{"gedf", TIE_ADVERSARIAL, 6, 8, 0},
		{"gedf:node_order=priority", TIE_ADVERSARIAL, 6, 8, 0},
		{"gedf", TIE_FIFO, 6, 8, 1},
	};
	struct workload *w = forked();

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct sim_config c = {.horizon = MS(100),
				       .late = LATE_RUN,
				       .tie = want[i].tie};
		struct result *r = run_with(w, want[i].lineup, c);

		ck_assert_msg(start_of(r, 0, 1) == MS(want[i].brief) &&
				      start_of(r, 0, 2) == MS(want[i].middle) &&
				      start_of(r, 1, 0) == MS(want[i].other),
			      "%zu, %s:\n%s", i, want[i].lineup,
			      story(r, MS(1)));
	}
	workload_free(w);
}
END_TEST

/* b, released first, was driven off by c; now a of equal deadline runs. */
START_TEST(a_running_job_may_be_favoured)
{
	struct workload *w = on_cores(1, PREEMPT_FULL);
	struct sim_config c = {.horizon = MS(100), .late = LATE_RUN};
	struct task *t;
	uint32_t one, two;

	/* two of "late" becomes ready at 3 and has the earlier release */
	make_task(w, "early", MS(100), MS(50));
	one = make_node(w, "one", MS(1));
	two = make_node(w, "two", MS(2));
	make_edge(w, one, two, MS(3)); /* arrives at 4 */
	t = make_task(w, "later", MS(100), MS(49));
	t->phase = MS(1);
	make_node(w, "n", MS(5));
	make_done(w);
	ck_assert_int_eq(start_of(run_with(w, "gedf", c), 0, 1), MS(4));
	c.tie = TIE_FAVOUR_RUNNING;
	ck_assert_int_eq(start_of(run_with(w, "gedf", c), 0, 1), MS(6));
	workload_free(w);
}
END_TEST

/* --- non-preemptive fixed priorities, one core --- */

/* J0 of low priority at 0, J1 released at 0..8, both 2 long. */
START_TEST(a_work_conserving_core_starts_the_urgent_job_in_time)
{
	for (int release = 0; release <= 8; release++) {
		struct workload *w = on_cores(1, PREEMPT_LIMITED);
		struct result *r;

		single(w, "J0", MS(100), MS(2))->has_priority = true;
		w->tasks[0].priority = 2;
		single(w, "J1", MS(100), MS(2))->has_priority = true;
		w->tasks[1].priority = 1;
		w->tasks[1].phase = MS(release);
		make_done(w);
		r = run(w, "gfp", MS(100));
		ck_assert_int_eq(r->metrics.tasks[1].max_response,
				 MS(release == 1 ? 3 : 2));
		workload_free(w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("cores");
	TCase *tc = tcase_create("known answers");
	SRunner *r;
	int failed;

	tcase_add_test(tc, a_node_waits_for_what_is_sent_to_it);
	tcase_add_test(tc, what_is_under_way_at_the_horizon_is_open);
	tcase_add_test(tc, an_endless_delay_ends_with_the_run);
	tcase_add_test(tc, nodes_on_cores_feed_a_batch_and_go_on);
	tcase_add_test(tc, one_policy_of_two_is_completed);
	tcase_add_test(tc, an_accelerator_alone_runs_node_after_node);
	tcase_add_test(tc, bad_lineups_are_refused);
	tcase_add_test(tc, the_order_of_nodes_is_a_parameter);
	tcase_add_test(tc,
		       a_node_may_inherit_the_deadline_of_the_path_behind_it);
	tcase_add_test(tc, a_longest_path_is_the_longest);
	tcase_add_test(tc, priorities_come_from_where_one_says);
	tcase_add_test(tc, equal_priorities_go_first_come_first_served);
	tcase_add_test(tc, equal_priorities_take_turns);
	tcase_add_test(tc, a_lone_job_keeps_its_core_whatever_the_quantum);
	tcase_add_test(tc, turns_on_two_cores);
	tcase_add_test(tc, the_least_laxity_runs);
	tcase_add_test(tc, equal_laxities_do_not_thrash);
	tcase_add_test(tc, llf_runs_the_long_job_beside_the_short_ones);
	tcase_add_test(tc, cores_that_are_full_to_the_brim_miss_nothing);
	tcase_add_test(tc, thirds_fill_a_core);
	tcase_add_test(tc, tasks_go_where_they_fit);
	tcase_add_test(tc, what_does_not_fit_is_an_answer);
	tcase_add_test(tc, a_task_may_be_divided_node_by_node);
	tcase_add_test(tc, clusters_share_a_queue);
	tcase_add_test(tc, bound_nodes_go_where_they_are_bound);
	tcase_add_test(tc, overlapping_bounds_are_heeded);
	tcase_add_test(tc, a_bound_job_waits_beside_an_idle_core);
	tcase_add_test(tc, heavy_dags_have_cores_of_their_own);
	tcase_add_test(tc, a_path_longer_than_the_deadline_fits_nowhere);
	tcase_add_test(tc, a_dag_without_slack_gets_a_core_for_every_chain);
	tcase_add_test(tc, regions_hold_preemption_off);
	tcase_add_test(tc, regions_count_work_not_time);
	tcase_add_test(tc, regions_stretch_with_the_time_drawn);
	tcase_add_test(tc, regions_leave_other_cores_alone);
	tcase_add_test(tc, ties_are_broken_as_asked);
	tcase_add_test(tc, ties_leave_the_order_of_nodes_alone);
	tcase_add_test(tc, a_running_job_may_be_favoured);
	tcase_add_test(tc,
		       a_work_conserving_core_starts_the_urgent_job_in_time);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
