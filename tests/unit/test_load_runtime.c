/* test_load_runtime.c - the `runtime` section: what it says, what it may not */
#include "model/load.h"
#include "model/runtime.h"
#include "model/save.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TASKS                                                                  \
	"platform: {cores: 2}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: t, period: 10ms, nodes: {a: 1ms, b: 1ms, c: 1ms},\n"       \
	"     edges: [[a, b], [a, c], [b, c]]}\n"                              \
	"  - {name: u, period: 20ms, nodes: {x: 1ms}}\n"                       \
	"  - {name: v, period: 20ms, nodes: {a: 1ms, y: 1ms}, edges: [[a, "    \
	"y]]}\n"

static struct workload *load(const char *text)
{
	struct dag_error e = {0};
	struct workload *w =
		workload_load_memory("w", text, strlen(text), NULL, &e);

	ck_assert_msg(w != NULL, "%u:%u: %s", e.line, e.col, e.msg);
	return w;
}

#define FULL                                                                   \
	TASKS                                                                  \
	"runtime:\n"                                                           \
	"  executors:\n"                                                       \
	"    - {name: main, kind: multi, distribution: jazzy, threads: 3,\n"   \
	"       priority: 4, cores: [1, 0], timers: burst, poll: 5us,\n"       \
	"       take: 2us, callbacks: [u, t/b, t/a], platforms: [picas],\n"    \
	"       groups: [{reentrant: true, callbacks: [u, b]}]}\n"             \
	"    - {name: more, kind: events, timer_thread: true,\n"               \
	"       instant: messages, callbacks: [v], policy: deadline,\n"        \
	"       runtime: 1ms, period: 4ms, reclaim: true, yield: true}\n"      \
	"    - {name: last, policy: SCHED_RR, callbacks: [t/c]}\n"             \
	"  rr_quantum: 9ms\n"                                                  \
	"  other_slice: 2ms\n"                                                 \
	"  callbacks:\n"                                                       \
	"    t/a: {publish: {c: 0.25}, order: 3}\n"                            \
	"    c: {join: approximate, queue: 2, queue_size: 7, type: service,\n" \
	"        max_interval: 3ms, age_penalty: 0.2, latest: [b],\n"          \
	"        inter_message_lower_bound: {a: 4ms}, inputs: [u, v/a]}\n"     \
	"    u: {timer: queue, priority: -1}\n"

START_TEST(everything_is_read)
{
	struct workload *w = load(FULL);
	const struct runtime *r = w->runtime;
	const struct runtime_executor *x = r->executors;
	const struct runtime_callback *c = r->callbacks;

	ck_assert_uint_eq(r->n_executors, 3);
	ck_assert_int_eq(r->rr_quantum, 9 * NS_PER_MS);
	ck_assert_int_eq(r->other_slice, 2 * NS_PER_MS);
	ck_assert_str_eq(x[0].name, "main");
	ck_assert_int_eq(x[0].kind, EXECUTOR_MULTI);
	ck_assert_int_eq(x[0].distribution, DISTRIBUTION_JAZZY);
	ck_assert_int_eq(x[0].threads, 3);
	ck_assert_int_eq(x[0].priority, 4);
	ck_assert_uint_eq(x[0].n_cores, 2);
	ck_assert_uint_eq(x[0].cores[0], 0);
	ck_assert_uint_eq(x[0].n_platforms, 1);
	ck_assert_str_eq(x[0].platforms[0], "picas");
	ck_assert_int_eq(x[0].timer, TIMER_BURST);
	ck_assert_int_eq(x[0].poll, 5000);
	ck_assert_int_eq(x[0].take, 2000);
	ck_assert_uint_eq(x[0].n_nodes, 3);
	ck_assert_uint_eq(x[0].nodes[0], 3);
	ck_assert_uint_eq(x[0].nodes[1], 1);
	ck_assert_uint_eq(x[0].n_groups, 1);
	ck_assert(x[0].groups[0].reentrant);
	ck_assert_uint_eq(x[0].groups[0].n_nodes, 2);
	ck_assert_uint_eq(x[1].n_nodes, 2);
	ck_assert_int_eq(x[1].timer_thread, 1);
	ck_assert_int_eq(x[1].instant, INSTANT_MESSAGES);
	ck_assert_int_eq(x[0].policy, THREAD_POLICIES);
	ck_assert_int_eq(x[1].policy, THREAD_DEADLINE);
	ck_assert_int_eq(x[1].reservation.runtime, NS_PER_MS);
	ck_assert_int_eq(x[1].reservation.deadline, 4 * NS_PER_MS);
	ck_assert_int_eq(x[1].reservation.period, 4 * NS_PER_MS);
	ck_assert(x[1].reservation.reclaims && x[1].reservation.yields);
	ck_assert_int_eq(x[2].policy, THREAD_RR);
	ck_assert_int_eq(c[0].order, 3);
	ck_assert_int_eq(c[2].join, JOIN_APPROXIMATE);
	ck_assert_int_eq(c[2].type, CALLBACK_SERVICE);
	ck_assert_int_eq(c[2].queue, 2);
	ck_assert_int_eq(c[2].queue_size, 7);
	ck_assert_int_eq(c[2].max_interval, 3 * NS_PER_MS);
	ck_assert_int_eq(c[3].timer, TIMER_QUEUE);
	ck_assert_int_eq(c[3].priority, -1);
	ck_assert_int_eq(c[1].order, RUNTIME_UNSAID);
	/* edges: a-b, a-c, b-c */
	ck_assert_int_eq(r->publish[0].den, 0);
	ck_assert_int_eq(r->publish[1].num * 4, r->publish[1].den);
	ck_assert(!r->registers[1] && r->registers[2]);
	ck_assert_int_eq(r->lower_bounds[1], 4 * NS_PER_MS);
	ck_assert_int_eq(r->lower_bounds[2], 0);
	ck_assert_uint_eq(r->n_crossings, 2);
	ck_assert_uint_eq(r->crossings[0].from, 3);
	ck_assert_uint_eq(r->crossings[1].from, 4);
	ck_assert_uint_eq(r->crossings[1].to, 2);
	workload_free(w);
}
END_TEST

/* What is written reads back to what writes the same. */
START_TEST(everything_is_saved)
{
	char *text[2] = {NULL, NULL};
	struct workload *w = load(FULL);

	for (int i = 0; i < 2; i++) {
		struct dag_error e = {0};
		size_t n;
		FILE *f = open_memstream(&text[i], &n);

		ck_assert(workload_save(f, w, &e));
		fclose(f);
		workload_free(w);
		w = load(text[i]);
	}
	ck_assert_str_eq(text[0], text[1]);
	ck_assert_ptr_nonnull(strstr(text[0], "groups: [{name: "));
	ck_assert_ptr_nonnull(strstr(text[0], "latest: [b]"));
	ck_assert_ptr_nonnull(
		strstr(text[0], "inter_message_lower_bound: {a: 4ms}"));
	ck_assert_ptr_nonnull(strstr(text[0], "platforms: [picas]"));
	ck_assert_ptr_nonnull(strstr(text[0], "inputs: [u/x, v/a]"));
	workload_free(w);
	free(text[0]);
	free(text[1]);
}
END_TEST

static const struct {
	const char *text, *says;
	unsigned line, col;
} bad[] = {
	{"runtime: {executor: []}", "did you mean 'executors'", 7, 11},
	{"runtime: {executors: [{callbacks: [t]}]}", "'name'", 7, 23},
	{"runtime: {executors: [{name: x}]}", "'callbacks'", 7, 23},
	{"runtime: {executors: [{name: x, callbacks: []}]}", "names nothing", 7,
	 44},
	{"runtime: {executors: [{name: x, callbacks: [w]}]}",
	 "unknown callback 'w'", 7, 45},
	{"runtime: {executors: [{name: x, callbacks: [a]}]}",
	 "node of several tasks", 7, 45},
	{"runtime: {executors: [{name: x, callbacks: [t/a, t]}]}", "twice", 7,
	 44},
	{"runtime: {executors: [{name: x, callbacks: [t]}, {name: y, "
	 "callbacks: [b]}]}",
	 "in executor 'x' already", 7, 71},
	{"runtime: {executors: [{name: x, callbacks: [t]}, {name: x, "
	 "callbacks: [u]}]}",
	 "two executors 'x'", 7, 57},
	{"runtime: {callbacks: {c: {inputs: [u]}}}",
	 "no join: approximate or fusion", 7, 35},
	{"runtime: {callbacks: {u: {join: fusion, inputs: [t/a]}}}",
	 "no message of its own task", 7, 49},
	{"runtime: {callbacks: {c: {join: fusion, inputs: [t/a]}}}",
	 "an edge brings", 7, 50},
	{"runtime: {callbacks: {c: {join: fusion, inputs: [v]}}}",
	 "an input is one callback", 7, 50},
	{"runtime: {callbacks: {c: {join: fusion, inputs: [u, u/x]}}}",
	 "'x' is an input of 'c' twice", 7, 53},
	{"runtime: {callbacks: {c: {inter_message_lower_bound: {d: 1ms}}}}",
	 "no edge leads from 'd' to 'c'", 7, 55},
	{"runtime: {callbacks: {c: {inter_message_lower_bound: {a: 1}}}}",
	 "with its unit, such as 20ms", 7, 58},
	{"runtime: {executors: [{name: x, kind: singel, callbacks: [t]}]}",
	 "single", 7, 39},
	{"runtime: {executors: [{name: x, kind: single, threads: 2, "
	 "callbacks: [t]}]}",
	 "for executors of kind multi", 7, 56},
	{"runtime: {executors: [{name: x, cores: [2], callbacks: [t]}]}", "2",
	 7, 41},
	{"runtime: {executors: [{name: x, cores: [1, 1], callbacks: [t]}]}",
	 "core 1 twice", 7, 40},
	{"runtime: {executors: [{name: x, callbacks: [t], groups: [{callbacks: "
	 "[u]}]}]}",
	 "none of the executor", 7, 70},
	{"runtime: {executors: [{name: x, callbacks: [t], groups: [{callbacks: "
	 "[b]}, {callbacks: [b]}]}]}",
	 "in two groups", 7, 88},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: fifos}]}",
	 "fifo", 7, 57},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: deadline}]}",
	 "needs 'runtime'", 7, 23},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: deadline, period: 4ms}]}",
	 "needs 'runtime'", 7, 23},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: deadline, runtime: 5ms, period: 4ms}]}",
	 "runtime <= deadline <= period, not 5ms, 4ms, 4ms", 7, 23},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: deadline, runtime: 1ms, deadline: 4ms, period: 3ms}]}",
	 "<= period, not 1ms, 4ms, 3ms", 7, 23},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: rr, runtime: 1ms}]}",
	 "policy: deadline", 7, 70},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "yield: true}]}",
	 "policy: deadline", 7, 56},
	{"runtime: {executors: [{name: x, callbacks: [t], "
	 "policy: other, priority: 1}]}",
	 "knows no priorities", 7, 74},
	{"runtime: {rr_quantum: 0ms}", "rr_quantum", 7, 23},
	{"runtime: {callbacks: {t/q: {}}}", "unknown callback 't/q'", 7, 23},
	{"runtime: {callbacks: {t: {queue: -1}}}", "queue", 7, 34},
	{"runtime: {callbacks: {t: {}, b: {}}}", "described in line 7", 7, 30},
	{"runtime: {callbacks: {b: {publish: 1.5}}}", "0 to 1", 7, 36},
	{"runtime: {callbacks: {b: {publish: {a: 0.5}}}}",
	 "no edge leads from 'b' to 'a'", 7, 37},
	{"runtime: {callbacks: {b: {latest: [c]}}}",
	 "no edge leads from 'c' to 'b'", 7, 36},
	{"runtime: {callbacks: {b: {join: exakt}}}", "exact", 7, 33},
	{"runtime: {callbacks: {b: {timer: skip}}}", "it is no timer", 7, 34},
	{"runtime: {callbacks: {u: {type: service, timer: skip}}}",
	 "it is no timer", 7, 49},
	{"runtime: {callbacks: {u: {queue: 3}}}", "hears no messages", 7, 34},
	{"runtime: {callbacks: {b: {latest: [t/a], queue: 3}}}",
	 "no edge leads", 7, 36},
	{"runtime: {callbacks: {b: {latest: [a], queue: 3}}}",
	 "'queue' says nothing of callback 'b': it is a timer", 7, 47},
	{"runtime: {callbacks: {y: {publish: 0.5}}}", "nothing reads", 7, 36},
	{"runtime: {callbacks: {c: {queue_size: 3}}}", "no join", 7, 39},
	{"runtime: {callbacks: {c: {join: exact, inter_message_lower_bound: "
	 "1ms}}}",
	 "no join: approximate", 7, 67},
	{"runtime: {callbacks: {c: {join: exact, max_interval: 1ms}}}",
	 "no join: approximate", 7, 54},
	{"runtime: {callbacks: {c: {join: exact, age_penalty: 1}}}",
	 "no join: approximate", 7, 53},
};
enum { BAD = sizeof(bad) / sizeof(*bad) };

START_TEST(bad_runtime)
{
	char text[2048];
	struct dag_error e = {0};

	snprintf(text, sizeof(text), "%s%s\n", TASKS, bad[_i].text);
	ck_assert_ptr_null(
		workload_load_memory("w", text, strlen(text), NULL, &e));
	ck_assert_msg(strstr(e.msg, bad[_i].says), "%u:%u: %s", e.line, e.col,
		      e.msg);
	ck_assert_msg(e.line == bad[_i].line && e.col == bad[_i].col,
		      "%u:%u: %s", e.line, e.col, e.msg);
	ck_assert_int_eq(e.code, EXIT_USAGE);
}
END_TEST

/* What is said of a task is taken by those of its nodes that it is about, and
 * only they are saved with it. */
START_TEST(said_of_a_task)
{
	struct workload *w =
		load(TASKS "runtime: {callbacks: {t: {timer: burst, queue: 3, "
			   "queue_size: 3, max_interval: 1ms, age_penalty: 1, "
			   "inter_message_lower_bound: 1us, publish: 0.5}, u: "
			   "{type: service, queue: 2}}}\n");
	const struct runtime_callback *c = w->runtime->callbacks;
	struct dag_error e = {0};
	char *text = NULL;
	size_t n;
	FILE *f;

	ck_assert_int_eq(c[0].timer, TIMER_BURST);
	ck_assert_int_eq(c[0].queue, RUNTIME_UNSAID);
	ck_assert_int_eq(c[1].timer, TIMER_RULES);
	ck_assert_int_eq(c[1].queue, 3);
	ck_assert_int_eq(c[3].queue, 2);
	f = open_memstream(&text, &n);
	ck_assert(workload_save(f, w, &e));
	fclose(f);
	workload_free(w);
	workload_free(load(text));
	free(text);
}
END_TEST

/* A node that takes no time is taken out, and nothing can be said of it. */
START_TEST(timeless_is_no_callback)
{
	static const char *const names[] = {"z", "s/z"};
	char text[512];

	for (int i = 0; i < 2; i++) {
		struct dag_error e = {0};

		snprintf(text, sizeof(text),
			 "platform: {cores: 1}\n"
			 "tasks: [{name: s, period: 1ms, nodes: {z: 0ms, a: "
			 "1us}, edges: [[z, a]]}]\n"
			 "runtime: {executors: [{name: x, callbacks: [%s]}]}\n",
			 names[i]);
		ck_assert_ptr_null(workload_load_memory("w", text, strlen(text),
							NULL, &e));
		ck_assert_msg(strstr(e.msg, "takes no time"), "%s", e.msg);
		ck_assert_uint_eq(e.line, 3);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("runtime section");
	TCase *t = tcase_create("runtime");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 60);
	tcase_add_test(t, everything_is_read);
	tcase_add_test(t, everything_is_saved);
	tcase_add_test(t, said_of_a_task);
	tcase_add_test(t, timeless_is_no_callback);
	tcase_add_loop_test(t, bad_runtime, 0, BAD);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
