/* test_platform.c - threads and executors: worked traces, event by event, and
 * that without executors a platform run is a run of the simulator */
#include "model/load.h"
#include "tests/support/dagsets.h"
#include "tests/support/platkit.h"
#include "tests/support/runkit.h"

#include "tests/support/scratch.h"
#include "trace/trace_file.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct workload *load(const char *text)
{
	struct dag_error e = {0};
	struct workload *w =
		workload_load_memory("w.yaml", text, strlen(text), NULL, &e);

	ck_assert_msg(w != NULL, "%u:%u: %s", e.line, e.col, e.msg);
	return w;
}

/* --- the worked example ---
 *
 * Callbacks in this order: T_lo (a timer of 10 ms, 1 ms), T_hi (4 ms, 1 ms),
 * S_lo (6 ms, hears T_lo), S_hi (1 ms, hears T_hi); all in one executor. */

#define WORKED                                                                 \
	"platform: {cores: 1}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: lo, period: 10ms, nodes: {T_lo: 1ms, S_lo: 6ms},\n"        \
	"     edges: [[T_lo, S_lo]]}\n"                                        \
	"  - {name: hi, period: 4ms, nodes: {T_hi: 1ms, S_hi: 1ms},\n"         \
	"     edges: [[T_hi, S_hi]]}\n"

static struct workload *worked(void)
{
	return load(WORKED);
}

static const struct platkit_options all_in_one = {.mapping = {.per = PER_ALL}};

START_TEST(wait_set_trace)
{
	struct workload *w = worked();
	struct platform_result *r =
		on_platform(w, "ros2-ste", &all_in_one, MS(20));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "poll{T_lo,T_hi} 0:T_lo(0) 1:T_hi(0) "
			 "poll{S_lo,S_hi} 2:S_lo(1) 8:S_hi(2) "
			 "poll{T_hi} lost T_hi(8) 9:T_hi(4) "
			 "poll{T_lo,S_hi} 10:T_lo(10) 11:S_hi(10) "
			 "poll{T_hi,S_lo} 12:T_hi(12) 13:S_lo(11) "
			 "poll{T_hi,S_hi} 19:T_hi(16)");
	ck_assert_uint_eq(r->stats.lost, 1);
	workload_free(w);
}
END_TEST

START_TEST(live_timers_trace)
{
	struct workload *w = worked();
	struct platform_result *r =
		on_platform(w, "ros2-ste-dashing", &all_in_one, MS(13));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "0:T_lo(0) 1:T_hi(0) poll{S_lo,S_hi} 2:S_lo(1) "
			 "8:T_hi(4) 9:T_hi(8) 10:T_lo(10) 11:S_hi(2) "
			 "12:T_hi(12)");
	workload_free(w);
}
END_TEST

/* T_hi stands before T_lo here. */
START_TEST(events_trace)
{
	struct workload *w =
		load(WORKED "runtime: {executors: [{name: x, callbacks: "
			    "[T_hi, T_lo, S_lo, S_hi]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-events", NULL, MS(16));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "0:T_hi(0) 1:T_lo(0) 2:S_hi(1) 3:S_lo(2) 9:T_hi(4) "
			 "10:T_hi(8) 11:T_lo(10) 12:S_hi(10) 13:S_hi(11) "
			 "14:T_hi(12) 15:S_lo(12)");
	ck_assert_uint_eq(r->stats.lost, 0);
	workload_free(w);
}
END_TEST

/* The same where messages stand before ticks of their instant: at 10 the
 * message of T_hi goes before the tick of T_lo. */
START_TEST(events_messages_first)
{
	struct workload *w =
		load(WORKED "runtime: {executors: [{name: x, instant: "
			    "messages, callbacks: [T_hi, T_lo, S_lo, "
			    "S_hi]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-events", NULL, MS(13));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:T_hi(0) 1:T_lo(0) 2:S_hi(1) 3:S_lo(2) 9:T_hi(4) "
			 "10:T_hi(8) 11:S_hi(10) 12:T_lo(10)");
	workload_free(w);
}
END_TEST

/* On two cores: ticks are not held up by S_lo, and none is lost. */
START_TEST(events_timer_thread)
{
	struct workload *w =
		load(WORKED "runtime: {executors: [{name: x, callbacks: "
			    "[T_hi, T_lo, S_lo, S_hi]}]}\n");
	struct platform_result *r;

	w->platform.n_cores = 2;
	r = on_platform(w, "ros2-events-timers", NULL, MS(13));
	ck_assert_str_eq(starts(r, MS(1)),
			 "0:T_hi(0) 1:T_lo(0) 1:S_hi(1) 2:S_lo(2) 4:T_hi(4) "
			 "8:S_hi(5) 8:T_hi(8) 9:S_hi(9) 10:T_lo(10) "
			 "11:S_lo(11) 12:T_hi(12)");
	ck_assert_uint_eq(r->stats.lost, 0);
	workload_free(w);
}
END_TEST

/* A tick that is skipped leaves no event behind in which a later tick would
 * overtake what came before it. */
START_TEST(events_skipped_tick)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: a, period: 99ms, nodes: {a: 9ms}}\n"
		"  - {name: b, period: 4ms, phase: 4ms, nodes: {b: 1ms}}\n"
		"  - {name: c, period: 99ms, phase: 5ms, nodes: {c: 4ms}}\n"
		"  - {name: d, period: 99ms, phase: 10ms, nodes: {d: 1ms}}\n"
		"runtime: {executors: [{name: x, callbacks: [a, b, c, d]}]}\n");
	struct platform_result *r =
		on_platform(w, "ros2-events-timers", NULL, MS(16));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 9:b(4) 10:c(5) 14:d(10) 15:b(12)");
	workload_free(w);
}
END_TEST

#define BY_GROUPS(threads, reentrant)                                          \
	"platform: {cores: 3}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: a, period: 50ms, nodes: {a: 3ms}}\n"                       \
	"  - {name: b, period: 50ms, nodes: {b: 2ms}}\n"                       \
	"  - {name: c, period: 50ms, nodes: {c: 1ms}}\n"                       \
	"  - {name: d, period: 50ms, nodes: {d: 1ms}}\n"                       \
	"runtime: {executors: [{name: x, callbacks: [a, b, c, d],\n"           \
	"  threads: " threads ", groups: [\n"                                  \
	"    {callbacks: [a, b], reentrant: " reentrant "},\n"                 \
	"    {callbacks: [c, d]}]}]}\n"

/* Isolated, a reentrant group has as many threads as are said, others one. */
START_TEST(isolated_reentrant)
{
	struct {
		const char *text, *starts;
	} cases[] = {
		{BY_GROUPS("1", "true"), "0:a(0) 0:c(0) 1:d(0) 3:b(0)"},
		{BY_GROUPS("2", "true"), "0:a(0) 0:b(0) 0:c(0) 1:d(0)"},
		{BY_GROUPS("2", "false"), "0:a(0) 0:c(0) 1:d(0) 3:b(0)"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct workload *w = load(cases[i].text);
		struct platform_result *r =
			on_platform(w, "ros2-isolated", NULL, MS(20));

		ck_assert_str_eq(starts(r, MS(1)), cases[i].starts);
		workload_free(w);
	}
}
END_TEST

/* A queue for each group: groups take turns, and exclude or admit. */
START_TEST(events_by_groups)
{
	struct {
		const char *text, *starts;
	} cases[] = {
		{BY_GROUPS("1", "false"), "0:a(0) 3:c(0) 4:b(0) 6:d(0)"},
		{BY_GROUPS("2", "false"), "0:a(0) 0:c(0) 1:d(0) 3:b(0)"},
		{BY_GROUPS("2", "true"), "0:a(0) 0:c(0) 1:b(0) 3:d(0)"},
		{BY_GROUPS("3", "true"), "0:a(0) 0:c(0) 0:b(0) 1:d(0)"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct workload *w = load(cases[i].text);
		struct platform_result *r =
			on_platform(w, "ros2-events-cbg", NULL, MS(20));

		ck_assert_str_eq(starts(r, MS(1)), cases[i].starts);
		workload_free(w);
	}
}
END_TEST

/* The static executor: subscriptions first. */
START_TEST(static_trace)
{
	struct workload *w = worked();
	struct platform_result *r =
		on_platform(w, "ros2-static", &all_in_one, MS(13));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "poll{T_lo,T_hi} 0:T_lo(0) 1:T_hi(0) "
			 "poll{S_lo,S_hi} 2:S_lo(1) 8:S_hi(2) "
			 "poll{T_hi} lost T_hi(8) 9:T_hi(4) "
			 "poll{S_hi,T_lo} 10:S_hi(10) 11:T_lo(10) "
			 "poll{S_lo,T_hi} 12:S_lo(12)");
	workload_free(w);
}
END_TEST

/* --- rules of timers --- */

#define SLOW_TIMER(rule)                                                       \
	"platform: {cores: 1}\n"                                               \
	"tasks: [{name: t, period: 2ms, nodes: {a: 5ms}}]\n"                   \
	"runtime: {callbacks: {t: {timer: " rule "}}}\n"

START_TEST(timer_skip)
{
	struct workload *w = load(SLOW_TIMER("skip"));
	struct platform_result *r = on_platform(w, "ros2-ste", NULL, MS(16));

	/* At 5 the ticks of 2 and 4 wait: 2 runs, 4 goes.  At 10 those of 6,
	 * 8 and 10: 6 runs, 8 goes, 10 is due now and stays. */
	ck_assert_str_eq(executor_story(r, MS(1)),
			 "poll{a} 0:a(0) poll{a} lost a(4) 5:a(2) "
			 "poll{a} lost a(8) 10:a(6) "
			 "poll{a} lost a(12) lost a(14) 15:a(10)");
	workload_free(w);
}
END_TEST

START_TEST(timer_burst)
{
	struct workload *w = load(SLOW_TIMER("burst"));
	struct platform_result *r = on_platform(w, "ros2-ste", NULL, MS(16));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 5:a(2) 10:a(4) 15:a(6)");
	ck_assert_uint_eq(r->stats.lost, 0);
	workload_free(w);
}
END_TEST

/* --- queues, messages --- */

/* The reader is slower than the sender: what waits longest is overwritten. */
START_TEST(queues_overwrite)
{
	struct workload *w =
		load("platform: {cores: 2}\n"
		     "tasks: [{name: t, period: 2ms, nodes: {a: 1ms, b: 7ms},\n"
		     "         edges: [[a, b]]}]\n"
		     "runtime: {callbacks: {t/b: {queue: 2}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(16));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "poll{a} 0:a(0) poll{b} 1:b(1) poll{a} 2:a(2) "
			 "poll{a} 4:a(4) poll{a} 6:a(6) lost b(3) poll{b} "
			 "8:b(5) poll{a} 8:a(8) poll{a} 10:a(10) lost b(7) "
			 "poll{a} 12:a(12) lost b(9) poll{a} 14:a(14) lost "
			 "b(11) poll{b} 15:b(13)");
	ck_assert_uint_eq(r->stats.lost, 4);
	ck_assert_uint_eq(r->metrics.overall.dropped, 4);
	workload_free(w);
}
END_TEST

/* Half of a's 4 ms, then 1 ms on the way; to c when a ends. */
START_TEST(publishes_in_the_middle)
{
	struct workload *w = load(
		"platform: {cores: 2}\n"
		"tasks: [{name: t, period: 20ms, nodes: {a: 4ms, b: 1ms, c: "
		"1ms},\n"
		"  edges: [{from: a, to: b, delay: 1ms}, [a, c]]}]\n"
		"runtime: {callbacks: {a: {publish: {b: 0.5}}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 3:b(3) 4:c(4)");
	ck_assert_uint_eq(r->metrics.overall.completed, 1);
	workload_free(w);
}
END_TEST

/* A message of a preempted callback goes out when so much of it is done. */
START_TEST(preempted_before_it_publishes)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: t, period: 20ms, priority: 1,\n"
		"     nodes: {a: 4ms, b: 1ms}, edges: [[a, b]]}\n"
		"  - {name: u, period: 20ms, priority: 0, phase: 1ms, nodes: "
		"{x: 3ms}}\n"
		"runtime: {callbacks: {a: {publish: 0.5}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 1:x(1) 7:b(5)");
	ck_assert_uint_eq(platform_count(r, TRACE_PREEMPT), 1);
	workload_free(w);
}
END_TEST

/* --- several threads --- */

/* Two threads, two cores.  a and b exclude each other: b waits for a's end,
 * which wakes the thread that waits for work; c runs beside them. */
START_TEST(exclusive_groups)
{
	struct workload *w = load(
		"platform: {cores: 2}\n"
		"tasks:\n"
		"  - {name: a, period: 20ms, nodes: {a: 3ms}}\n"
		"  - {name: b, period: 20ms, phase: 1ms, nodes: {b: 2ms}}\n"
		"  - {name: c, period: 20ms, phase: 2ms, nodes: {c: 2ms}}\n"
		"runtime: {executors: [{name: x, threads: 2, callbacks: [a, b, "
		"c],\n  groups: [{callbacks: [a, b]}]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-mte", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 2:c(2) 3:b(1)");
	workload_free(w);
}
END_TEST

/* The same where they admit each other. */
START_TEST(reentrant_groups)
{
	struct workload *w = load(
		"platform: {cores: 3}\n"
		"tasks:\n"
		"  - {name: a, period: 20ms, nodes: {a: 3ms}}\n"
		"  - {name: b, period: 20ms, phase: 1ms, nodes: {b: 2ms}}\n"
		"  - {name: c, period: 20ms, phase: 2ms, nodes: {c: 2ms}}\n"
		"runtime: {executors: [{name: x, threads: 2, callbacks: [a, b, "
		"c],\n  groups: [{reentrant: true, callbacks: [a, b]}]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-mte", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 1:b(1) 3:c(2)");
	workload_free(w);
}
END_TEST

/* Threads of no priority are equals: who woke first goes first, whatever the
 * job that woke it, and none drives another off. */
START_TEST(equal_threads)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: a, period: 20ms, nodes: {a: 1ms, a1: 1ms},\n"
		"     edges: [{from: a, to: a1, delay: 3ms}]}\n"
		"  - {name: b, period: 20ms, phase: 3ms, nodes: {b: 2ms}}\n"
		"  - {name: c, period: 20ms, phase: 2ms, nodes: {c: 4ms}}\n");
	struct platkit_options o = {.mapping.per = PER_NODE};
	struct platform_result *r = on_platform(w, "ros2-ste", &o, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 2:c(2) 6:b(3) 8:a1(4)");
	workload_free(w);
}
END_TEST

/* A thread whose callback ends as the next one comes has never blocked. */
START_TEST(thread_keeps_its_place)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: a, period: 20ms, nodes: {a: 1ms, a1: 1ms},\n"
		"     edges: [[a, a1]]}\n"
		"  - {name: b, period: 20ms, phase: 1ms, nodes: {b: 1ms}}\n"
		"runtime: {executors: [{name: x, callbacks: [a/a, b]},\n"
		"  {name: y, callbacks: [a/a1]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-ste", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 1:b(1) 2:a1(1)");
	workload_free(w);
}
END_TEST

/* Messages of a reentrant callback are taken by several threads, one each. */
START_TEST(reentrant_instances)
{
	struct workload *w = load(
		"platform: {cores: 4}\n"
		"tasks: [{name: t, period: 1ms, nodes: {a: 1ms, b: 3ms},\n"
		"  edges: [{from: a, to: b, delay: 1ms}]}]\n"
		"runtime: {executors: [\n"
		"  {name: s, kind: single, callbacks: [a]},\n"
		"  {name: x, threads: 3, callbacks: [b], groups: [{reentrant: "
		"true, callbacks: [b]}]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-mte", NULL, MS(7));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 1:a(1) 2:a(2) 2:b(2) 3:a(3) 3:b(3) 4:a(4) "
			 "4:b(4) 5:a(5) 5:b(5) 6:a(6) 6:b(6)");
	workload_free(w);
}
END_TEST

/* Two timers in one group, always ready: the second never runs, as the first
 * stands before it whenever somebody looks (rclcpp issues 2360, 2645). */
START_TEST(starvation_in_a_group)
{
	struct workload *w = load(
		"platform: {cores: 2}\n"
		"tasks:\n"
		"  - {name: a, period: 2ms, nodes: {a: 3ms}}\n"
		"  - {name: b, period: 2ms, nodes: {b: 3ms}}\n"
		"runtime: {executors: [{name: x, threads: 2, callbacks: [a, "
		"b],\n  groups: [{callbacks: [a, b]}]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-mte", NULL, MS(60));

	ck_assert_ptr_null(strstr(starts(r, MS(1)), "b("));
	workload_free(w);
}
END_TEST

/* --- threads over cores --- */

/* One executor each; the urgent one preempts. */
START_TEST(isolated_preempts)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: lo, period: 20ms, nodes: {lo: 6ms}}\n"
		"  - {name: hi, period: 5ms, phase: 1ms, nodes: {hi: 1ms}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(10));

	ck_assert_str_eq(starts(r, MS(1)), "0:lo(0) 1:hi(1) 6:hi(6)");
	ck_assert_uint_eq(platform_count(r, TRACE_PREEMPT), 2);
	ck_assert_uint_eq(r->metrics.overall.completed, 3);
	workload_free(w);
}
END_TEST

/* PiCAS: the end of the urgent chain goes before its own next timer, and all
 * of that chain before the other, at every selection. */
START_TEST(picas_order)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: lo, period: 20ms, nodes: {t: 2ms, s: 2ms}, edges: "
		"[[t, s]]}\n"
		"  - {name: hi, period: 8ms, phase: 1ms, nodes: {u: 1ms, v: "
		"1ms},\n     edges: [[u, v]]}\n");
	struct platform_result *r =
		on_platform(w, "picas", &all_in_one, MS(12));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:t(0) 2:u(1) 3:v(3) 4:s(2) 9:u(9) 10:v(10)");
	workload_free(w);
}
END_TEST

/* What an executor costs is time on its core, before the callback. */
START_TEST(executors_cost)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks: [{name: t, period: 10ms, nodes: {a: 2ms, b: 2ms}, "
		"edges: [[a, b]]}]\n"
		"runtime: {executors: [{name: x, poll: 300us, take: 200us, "
		"callbacks: [t]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-ste", NULL, MS(10));

	ck_assert_uint_eq(platform_count(r, TRACE_OVERHEAD), 2);
	ck_assert_int_eq(r->metrics.overall.max_response, MS(5));
	workload_free(w);
}
END_TEST

/* While a thread looks what is ready, which takes it 1 ms, it holds the mutex:
 * the other takes its callback, out of the same window, after that. */
START_TEST(mutex_held_while_looking)
{
	struct workload *w = load(
		"platform: {cores: 2}\n"
		"tasks:\n"
		"  - {name: a, period: 20ms, nodes: {a: 2ms}}\n"
		"  - {name: b, period: 20ms, nodes: {b: 2ms}}\n"
		"  - {name: c, period: 20ms, nodes: {c: 2ms}}\n"
		"runtime: {executors: [{name: x, poll: 1ms, callbacks: [a, b, "
		"c]}]}\n");
	struct platform_result *r = on_platform(w, "ros2-mte", NULL, MS(10));
	dag_time ends[3] = {0};

	for (size_t i = 0; i < r->n; i++)
		if (r->recs[i].kind == TRACE_FINISH)
			ends[r->recs[i].task] = r->recs[i].t;
	/* a looks, 0 to 1, and runs to 3; b runs from 1 to 3, c from 3 */
	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 1:b(0) 3:c(0)");
	ck_assert_int_eq(ends[0], MS(3));
	ck_assert_int_eq(ends[1], MS(3));
	ck_assert_int_eq(ends[2], MS(5));
	workload_free(w);
}
END_TEST

/* --- joins --- */

#define JOINED(rule)                                                           \
	"platform: {cores: 3}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: t, period: 10ms, nodes: {a: 2ms, b: 5ms, c: 1ms},\n"       \
	"     edges: [[a, c], [b, c]]}\n"                                      \
	"runtime: {callbacks: {c: {" rule "}}}\n"

/* In the place of the message that completes the set, of each job. */
START_TEST(exact_join)
{
	struct workload *w = load(JOINED("join: exact"));
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 0:b(0) 5:c(5) 10:a(10) 10:b(10) 15:c(15)");
	ck_assert_uint_eq(r->metrics.overall.completed, 2);
	workload_free(w);
}
END_TEST

/* b takes 25 ms and skips ticks, so most jobs lose a message; a full set takes
 * the older partial ones with it. */
START_TEST(exact_join_drops)
{
	struct workload *w = load(
		"platform: {cores: 3}\n"
		"tasks:\n"
		"  - {name: t, period: 10ms, nodes: {a: 2ms, b: 25ms, c: "
		"1ms},\n"
		"     edges: [[a, c], [b, c]]}\n"
		"runtime: {callbacks: {c: {join: exact, queue_size: 5}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(90));

	ck_assert_ptr_nonnull(strstr(starts(r, MS(1)), "25:c(25)"));
	ck_assert_ptr_nonnull(strstr(starts(r, MS(1)), "50:c(50)"));
	ck_assert_uint_eq(r->metrics.overall.dropped, 1);
	ck_assert_uint_eq(r->metrics.overall.completed, 3);
	workload_free(w);
}
END_TEST

/* Stamps of one job are the same here, so sets are those of jobs. */
START_TEST(approximate_join)
{
	struct workload *w = load(JOINED("join: approximate"));
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 0:b(0) 5:c(5) 10:a(10) 10:b(10) 15:c(15)");
	workload_free(w);
}
END_TEST

/* On one core b starts when a ends: stamps 0 and 2 in each job.  The set {0,
 * 2} is known to be the best only when a comes again at 10. */
START_TEST(approximate_join_waits)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: t, period: 10ms, nodes: {a: 2ms, b: 2ms, c: 1ms},\n"
		"     edges: [[a, c], [b, c]]}\n"
		"runtime: {callbacks: {c: {join: approximate}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(30));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 2:b(0) 10:a(10) 12:b(10) 14:c(14) 20:a(20) "
			 "22:b(20) 24:c(24)");
	workload_free(w);
}
END_TEST

/* As above, but the next message of `a` is known to be 10 ms away: the set that
 * is there cannot be bettered. */
START_TEST(approximate_join_bounded)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: t, period: 10ms, nodes: {a: 2ms, b: 2ms, c: 1ms},\n"
		"     edges: [[a, c], [b, c]]}\n"
		"runtime: {callbacks: {c: {join: approximate,\n"
		"  inter_message_lower_bound: {a: 10ms}}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(20));

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 2:b(0) 4:c(4) 10:a(10) 12:b(10) 14:c(14)");
	workload_free(w);
}
END_TEST

/* Messages of another task: each lidar scan with the nearest picture of three,
 * once it is proved that no later one is nearer. */
START_TEST(approximate_join_of_tasks)
{
	struct workload *w = load(
		"platform: {cores: 4}\n"
		"tasks:\n"
		"  - {name: scan, period: 12ms, nodes: {l: 1ms, f: 1ms},\n"
		"     edges: [[l, f]]}\n"
		"  - {name: cam, period: 5ms, phase: 1ms, nodes: {c: 1ms}}\n"
		"runtime: {callbacks: {f: {join: approximate, inputs: [cam],\n"
		"  age_penalty: 0}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(40));

	/* stamps 0, 12, 24, 36 and 1, 6, 11, 16, 21, 26, 31: sets 0-1, 12-11,
	 * 24-26, 36-36 */
	ck_assert_str_eq(starts(r, MS(1)),
			 "0:l(0) 1:c(1) 6:c(6) 11:c(11) 12:l(12) 13:f(13) "
			 "16:c(16) 17:f(17) 21:c(21) 24:l(24) 26:c(26) "
			 "27:f(27) 31:c(31) 36:c(36) 36:l(36) 37:f(37)");
	ck_assert_uint_eq(platform_count(r, TRACE_DROP), 0);
	workload_free(w);
}
END_TEST

/* The caches of a fusion: a newer message takes the place of an older one, and
 * a set of two jobs is the older one's. */
START_TEST(fusion_join)
{
	struct workload *w = load(
		"platform: {cores: 4}\n"
		"tasks:\n"
		"  - {name: t, period: 10ms, nodes: {a: 1ms, b: 1ms, c: 1ms},\n"
		"     edges: [[a, c], {from: b, to: c, delay: 15ms}]}\n"
		"runtime: {callbacks: {c: {join: fusion}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(40));
	size_t lost = 0;

	ck_assert_str_eq(starts(r, MS(1)),
			 "0:a(0) 0:b(0) 10:a(10) 10:b(10) 16:c(16) 20:a(20) "
			 "20:b(20) 26:c(26) 30:a(30) 30:b(30) 36:c(36)");
	for (size_t i = 0; i < r->n; i++)
		if (r->recs[i].kind == TRACE_LOST) {
			ck_assert_int_eq(r->recs[i].t, MS(11));
			ck_assert_uint_eq(r->recs[i].instance, 0);
			lost++;
		} else if (r->recs[i].kind == TRACE_START &&
			   r->recs[i].node == 2) {
			ck_assert_uint_eq(r->recs[i].instance,
					  (uint64_t)(r->recs[i].t - MS(16)) /
						  (uint64_t)MS(10));
		}
	ck_assert_uint_eq(lost, 1);
	workload_free(w);
}
END_TEST

/* Sets wider than max_interval are none. */
START_TEST(approximate_join_too_wide)
{
	struct workload *w = load(
		"platform: {cores: 1}\n"
		"tasks:\n"
		"  - {name: t, period: 10ms, nodes: {a: 2ms, b: 2ms, c: 1ms},\n"
		"     edges: [[a, c], [b, c]]}\n"
		"runtime: {callbacks: {c: {join: approximate, max_interval: "
		"1ms}}}\n");
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(60));

	ck_assert_ptr_null(strstr(starts(r, MS(1)), "c("));
	ck_assert_uint_gt(r->stats.lost, 5);
	workload_free(w);
}
END_TEST

/* Who reads the last message of an input waits for none of it. */
START_TEST(latest_join)
{
	struct workload *w = load(JOINED("latest: [b]"));
	struct platform_result *r =
		on_platform(w, "ros2-isolated", NULL, MS(10));

	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 0:b(0) 2:c(2)");
	workload_free(w);
	w = load(JOINED("join: latest"));
	r = on_platform(w, "ros2-isolated", NULL, MS(10));
	ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 0:b(0) 0:c(0)");
	ck_assert_uint_eq(r->metrics.overall.completed, 1);
	workload_free(w);
}
END_TEST

/* --- the trace --- */

static bool same(const struct trace_rec *x, const struct trace_rec *y);

/* A file says the same, header and records, and is held to the same rules. */
static void check_file(const struct platform_result *r)
{
	struct trace_writer *w;
	struct trace_reader *in;
	const struct trace_header *h;
	const struct trace_rec *recs;
	struct dag_error e = {0};
	char name[SCRATCH_PATH];
	FILE *f = fdopen(scratch_open(name), "w+");
	size_t n, k = 0;

	ck_assert_ptr_nonnull(f);
	w = trace_writer_new(f, name);
	trace_writer_begin(w, &r->header, true);
	trace_writer_sink(w)->consume(trace_writer_sink(w), r->recs, r->n);
	trace_writer_end(w, NULL);
	ck_assert(trace_writer_close(w, &e));
	fclose(f);
	in = trace_reader_open(name, true, &e);
	ck_assert_ptr_nonnull(in);
	ck_assert_msg(trace_reader_section(in, &h, &e) == TRACE_READ_OK, "%s",
		      e.msg);
	ck_assert_str_eq(h->platform->name, r->header.platform->name);
	ck_assert_uint_eq(h->platform->n_threads,
			  r->header.platform->n_threads);
	ck_assert_uint_eq(h->platform->n_groups, r->header.platform->n_groups);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		ck_assert_mem_eq(&h->platform->callbacks[i],
				 &r->header.platform->callbacks[i],
				 sizeof(struct trace_callback));
	for (uint32_t i = 0; i < h->n_edges; i++)
		ck_assert_int_eq(h->platform->after[i].num,
				 r->header.platform->after[i].num);
	while (trace_reader_next(in, &recs, &n, &e) == TRACE_READ_OK)
		for (size_t i = 0; i < n; i++, k++)
			ck_assert_msg(same(&recs[i], &r->recs[k]), "record %zu",
				      k);
	ck_assert_msg(k == r->n, "%zu of %zu: %s", k, r->n, e.msg);
	trace_reader_close(in);
	unlink(name);
}

START_TEST(traces_of_platforms)
{
	static const char *const presets[] = {
		"ros2-ste", "ros2-mte", "ros2-events", "picas", "threads"};
	struct workload *w = load(WORKED "runtime: {callbacks: {T_lo: "
					 "{publish: 0.25}, S_hi: {queue: "
					 "1}}}\n");

	w->platform.n_cores = 2;
	for (size_t i = 0; i < sizeof(presets) / sizeof(*presets); i++)
		check_file(on_platform(w, presets[i], &all_in_one, MS(200)));
	workload_free(w);
}
END_TEST

/* --- without executors --- */

static bool is_of_platforms(const struct trace_rec *r)
{
	return r->kind >= TRACE_THREAD && r->kind <= TRACE_LOST;
}

static bool same(const struct trace_rec *x, const struct trace_rec *y)
{
	return x->t == y->t && x->instance == y->instance && x->a == y->a &&
	       x->b == y->b && x->task == y->task && x->node == y->node &&
	       x->exec == y->exec && x->kind == y->kind &&
	       x->flags == y->flags && x->count == y->count &&
	       x->index == y->index;
}

/* Record by record; a node never overlaps itself in these sets. */
static void compare(const struct workload *w, const char *policy,
		    dag_time horizon)
{
	struct platkit_options o = {.policy = policy,
				    .mapping = {.per = PER_PRESET},
				    .config.ties = THREAD_TIES_RELEASE};
	struct platform_result *p = on_platform(w, "threads", &o, horizon);
	struct result *s = run_unaudited(
		w, policy,
		(struct sim_config){.horizon = horizon, .late = LATE_RUN});
	size_t k = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (is_of_platforms(&p->recs[i]))
			continue;
		ck_assert_uint_lt(k, s->n);
		ck_assert_msg(same(&p->recs[i], &s->recs[k]),
			      "%s: record %zu at %lld differs from %zu at %lld",
			      policy, i, (long long)p->recs[i].t, k,
			      (long long)s->recs[k].t);
		k++;
	}
	ck_assert_uint_eq(k, s->n);
}

static bool overlaps_itself(const struct result *r)
{
	return r->metrics.overall.max_lateness > 0 ||
	       r->metrics.overall.pending || r->metrics.overall.censored > 8;
}

START_TEST(threads_are_the_simulator)
{
	static const char *const policies[] = {
		"gfp", "gedf", "llf:node_order=index", "prioritized_fifo",
		"prioritized_rr"};
	struct rng rng = {7};
	unsigned compared = 0;

	for (unsigned i = 0; i < 60; i++) {
		struct workload *w = dagset_draw(
			&(struct dagset_spec){.cores = 1 + i % 4,
					      .tasks = 4,
					      .nodes = 7,
					      .cost = 20,
					      .load = 0.5 * (1 + i % 4),
					      .constrained = true},
			&rng);

		for (unsigned k = 0; k < 5; k++) {
			struct result *r = run_unaudited(
				w, policies[k],
				(struct sim_config){.horizon = 2000,
						    .late = LATE_RUN});

			if (overlaps_itself(r))
				continue;
			compare(w, policies[k], 2000);
			compared++;
		}
		workload_free(w);
	}
	ck_assert_uint_gt(compared, 60);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("platform");
	TCase *t = tcase_create("platform");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, wait_set_trace);
	tcase_add_test(t, live_timers_trace);
	tcase_add_test(t, events_trace);
	tcase_add_test(t, events_messages_first);
	tcase_add_test(t, events_timer_thread);
	tcase_add_test(t, events_skipped_tick);
	tcase_add_test(t, events_by_groups);
	tcase_add_test(t, isolated_reentrant);
	tcase_add_test(t, static_trace);
	tcase_add_test(t, timer_skip);
	tcase_add_test(t, timer_burst);
	tcase_add_test(t, queues_overwrite);
	tcase_add_test(t, publishes_in_the_middle);
	tcase_add_test(t, preempted_before_it_publishes);
	tcase_add_test(t, exclusive_groups);
	tcase_add_test(t, reentrant_groups);
	tcase_add_test(t, reentrant_instances);
	tcase_add_test(t, equal_threads);
	tcase_add_test(t, thread_keeps_its_place);
	tcase_add_test(t, starvation_in_a_group);
	tcase_add_test(t, isolated_preempts);
	tcase_add_test(t, picas_order);
	tcase_add_test(t, executors_cost);
	tcase_add_test(t, mutex_held_while_looking);
	tcase_add_test(t, exact_join);
	tcase_add_test(t, exact_join_drops);
	tcase_add_test(t, approximate_join);
	tcase_add_test(t, approximate_join_waits);
	tcase_add_test(t, approximate_join_too_wide);
	tcase_add_test(t, approximate_join_bounded);
	tcase_add_test(t, fusion_join);
	tcase_add_test(t, approximate_join_of_tasks);
	tcase_add_test(t, latest_join);
	tcase_add_test(t, traces_of_platforms);
	tcase_add_test(t, threads_are_the_simulator);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	SRunner *r = srunner_create(suite());
	int failed;

	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
