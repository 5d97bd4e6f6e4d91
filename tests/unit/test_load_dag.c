/* test_load_dag.c - DAG tasks in dagsim's own YAML: good files and bad ones
 *
 * Each row of the bad ones is a file, the line and column that must be
 * blamed, and a part of the message.
 */
#include "model/load.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct load_options options;
static struct workload *w;

static void setup(void)
{
	options = (struct load_options){0};
	w = NULL;
}

static void teardown(void)
{
	workload_free(w);
}

static void load(const char *text)
{
	struct dag_error e = {0};

	workload_free(w);
	w = workload_load_memory("t.yaml", text, strlen(text), &options, &e);
	ck_assert_msg(w != NULL, "%s:%u:%u: %s", e.file, e.line, e.col, e.msg);
}

static const struct node *node_named(const char *name)
{
	for (uint32_t i = 0; i < w->n_nodes; i++)
		if (!strcmp(w->nodes[i].name, name))
			return &w->nodes[i];
	ck_abort_msg("no node %s", name);
	return NULL;
}

static void expect_edge(const char *from, const char *to, dag_time delay)
{
	for (uint32_t i = 0; i < w->n_edges; i++) {
		const struct edge *x = &w->edges[i];

		if (strcmp(w->nodes[x->from].name, from) ||
		    strcmp(w->nodes[x->to].name, to))
			continue;
		ck_assert_int_eq(x->delay, delay);
		return;
	}
	ck_abort_msg("no edge from %s to %s", from, to);
}

#define MS(x) ((dag_time)(x)*NS_PER_MS)

/* A node of no time is gone; who waited for it waits for whom it waited. */
START_TEST(nodes_of_no_time_are_taken_out)
{
	load("platform: {cores: 2}\n"
	     "tasks:\n"
	     "  - name: a\n"
	     "    period: 50ms\n"
	     "    strict: true\n"
	     "    deadline: 50ms\n"
	     "    nodes: {s: 0, x: 1ms, m: {wcet: 0ms, bcet: 0}, n: 0s, y: 2ms,"
	     " z: 3ms, e: {wcet_us: 0}}\n"
	     "    edges: [[s, x], [s, y], {from: x, to: m, delay: 2ms},"
	     " {from: m, to: n, delay: 1ms}, [y, n],"
	     " {from: n, to: z, delay: 4ms}, {from: x, to: z, delay: 6ms},"
	     " [z, e]]\n"
	     "  - {name: b, period: 9ms, nodes: {c: 1ms}}\n");
	ck_assert_uint_eq(w->n_nodes, 4);
	ck_assert_uint_eq(w->n_models, 4);
	ck_assert_uint_eq(w->n_edges, 2);
	expect_edge("x", "z", MS(7)); /* 2 + 1 + 4, above 6 */
	expect_edge("y", "z", MS(4));
	ck_assert_uint_eq(w->tasks[0].n_nodes, 3);
	ck_assert_uint_eq(w->tasks[1].first_node, 3);
	ck_assert_int_eq(w->models[node_named("z")->model].latency[0], MS(3));
	ck_assert_int_eq(w->models[node_named("c")->model].latency[0], MS(1));
	ck_assert_str_eq(w->models[node_named("c")->model].name, "b/c");
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_msg(strstr(w->warnings[0], "nodes ('s', ...) take no time"),
		      "%s", w->warnings[0]);
}
END_TEST

/* Bytes and delays that vary stay with what still carries them. */
START_TEST(edges_beside_nodes_of_no_time_keep_what_they_have)
{
	load("platform: {cores: 2}\n"
	     "tasks:\n"
	     "  - name: a\n"
	     "    period: 50ms\n"
	     "    nodes: {x: 1ms, m: 0, z: 3ms}\n"
	     "    edges: [[x, m], [m, z],"
	     " {from: x, to: z, delay: 1ms..2ms, bytes: 7}]\n");
	ck_assert_uint_eq(w->n_edges, 1);
	ck_assert_ptr_nonnull(w->edges[0].drawn);
	ck_assert_uint_eq(w->edges[0].bytes, 7);
	ck_assert_int_eq(w->edges[0].delay, MS(2));
}
END_TEST

START_TEST(a_task_is_read_in_full)
{
	const struct task *t;
	const struct node *n;
	const struct model *m;

	load("platform: {cores: 4, preemption: limited}\n"
	     "tasks:\n"
	     "  - name: brake\n"
	     "    period: 50ms\n"
	     "    deadline: 80ms\n"
	     "    offset: 3ms\n"
	     "    jitter_us: 20\n"
	     "    arrival: sporadic\n"
	     "    sporadic_mean_extra: 5ms\n"
	     "    criticality: high\n"
	     "    priority: 7\n"
	     "    nodes:\n"
	     "      cam: 1ms\n"
	     "      pre: {wcet: 4ms, bcet_ms: 2, priority: -3,\n"
	     "            noise: {kind: uniform, low: 0.5, high: 1},\n"
	     "            affinity: [3, 1]}\n"
	     "      act: {wcet_us: 1500}\n"
	     "    edges:\n"
	     "      - [cam, pre]\n"
	     "      - {from: pre, to: act, delay: 100us}\n"
	     "      - {from: cam, to: act, delay_ns: 7}\n");
	ck_assert_uint_eq(w->n_warnings, 0);
	ck_assert_uint_eq(w->platform.n_cores, 4);
	ck_assert_uint_eq(w->platform.n_accelerators, 0);
	ck_assert_int_eq(w->platform.preemption, PREEMPT_LIMITED);
	ck_assert_uint_eq(w->n_tasks, 1);
	t = &w->tasks[0];
	ck_assert_str_eq(t->name, "brake");
	ck_assert_int_eq(t->period, MS(50));
	ck_assert_int_eq(t->deadline, MS(80));
	ck_assert_int_eq(t->phase, MS(3));
	ck_assert_int_eq(t->jitter, 20000);
	ck_assert_int_eq(t->arrival, SPORADIC);
	ck_assert_int_eq(t->extra_mean, MS(5));
	ck_assert_int_eq(t->criticality, HIGH_CRITICALITY);
	ck_assert(t->has_priority && t->priority == 7);
	ck_assert(t->group == NONE && t->line == 3);
	ck_assert(t->first_node == 0 && t->n_nodes == 3);
	n = node_named("pre");
	ck_assert_uint_eq(n->n_pred, 1);
	ck_assert_uint_eq(n->n_succ, 1);
	ck_assert_int_eq(n->priority, -3);
	ck_assert_uint_eq(n->n_cores, 2);
	ck_assert(n->cores[0] == 1 && n->cores[1] == 3);
	m = &w->models[n->model];
	ck_assert_str_eq(m->name, "brake/pre");
	ck_assert(m->resource == ON_CORE && m->profile == PROFILE_NODE);
	ck_assert_uint_eq(m->max_batch, 1);
	ck_assert_int_eq(m->latency[0], MS(4));
	ck_assert_int_eq(m->bcet, MS(2));
	ck_assert_int_eq(m->wcet, MS(4));
	ck_assert_int_eq(m->noise.kind, NOISE_UNIFORM);
	ck_assert_ptr_null(node_named("cam")->cores);
	ck_assert_int_eq(w->models[node_named("act")->model].latency[0],
			 1500000);
	expect_edge("cam", "pre", 0);
	expect_edge("pre", "act", 100000);
	expect_edge("cam", "act", 7);
}
END_TEST

#define ONE(rest)                                                              \
	"tasks:\n  - {name: t, period: 9ms, nodes: {a: 1ms}" rest "}\n"

START_TEST(absent_keys_have_defaults)
{
	const struct task *t;

	load(ONE(""));
	t = &w->tasks[0];
	ck_assert_int_eq(t->deadline, MS(9));
	ck_assert(!t->phase && !t->jitter && !t->extra_mean);
	ck_assert(t->arrival == PERIODIC && !t->has_priority);
	ck_assert(w->platform.n_cores == 1 && !w->platform.n_accelerators);
	ck_assert_int_eq(w->platform.preemption, PREEMPT_FULL);
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_ptr_nonnull(strstr(w->warnings[0], "number of cores"));
	ck_assert_int_eq(w->sim.duration, 30 * NS_PER_S);
	load("platform: {}\n"
	     "tasks: [{name: t, rate_hz: 50, nodes: {a: 1ms}}]");
	ck_assert_int_eq(w->tasks[0].period, MS(20));
	load("platform: ~\n" ONE(", phase: 2ms, edges: ~"));
	ck_assert_int_eq(w->tasks[0].phase, MS(2));
}
END_TEST

START_TEST(options_go_before_the_file)
{
	options.n_cores = 6;
	options.has_preemption = true;
	options.preemption = PREEMPT_NONE;
	load("platform: {cores: 2, preemption: limited}\n" ONE(""));
	ck_assert_uint_eq(w->platform.n_cores, 6);
	ck_assert_int_eq(w->platform.preemption, PREEMPT_NONE);
	load(ONE(""));
	ck_assert_uint_eq(w->platform.n_cores, 6);
	ck_assert_uint_eq(w->n_warnings, 0);
	options = (struct load_options){.unit_ns = NS_PER_US};
	load("platform: {cores: 1}\n"
	     "tasks: [{name: t, period: 9, nodes: {a: 5, b: {wcet: 2}},\n"
	     "         edges: [{from: a, to: b, delay: 3}]}]\n");
	ck_assert_int_eq(w->tasks[0].period, 9000);
	ck_assert_int_eq(w->models[0].latency[0], 5000);
	ck_assert_int_eq(w->models[1].latency[0], 2000);
	expect_edge("a", "b", 3000);
}
END_TEST

#define MIXED                                                                  \
	"models: {det: {profile: {a: 4ms, c: 1ms}, batchable: true,\n"         \
	"               max_batch: 4}}\n"                                      \
	"streams: [{name: s, model: det, period: 20ms}]\n"                     \
	"tasks:\n"                                                             \
	"  - {name: t, period: 50ms, nodes: {a: 1ms, b: {model: det, "         \
	"priority: 2}, c: 2ms},\n"                                             \
	"     edges: [[a, b], [b, c]]}\n"                                      \
	"  - {name: u, period: 40ms, nodes: {a: 3ms}}\n"

START_TEST(streams_and_tasks_mix)
{
	const struct node *b;

	load("platform: {cores: 2}\n" MIXED);
	ck_assert_uint_eq(w->n_tasks, 3);
	ck_assert_uint_eq(w->n_nodes, 5);
	ck_assert_uint_eq(w->n_models, 4);
	ck_assert_uint_eq(w->n_warnings, 0);
	ck_assert(w->platform.n_cores == 2 && w->platform.n_accelerators == 1);
	ck_assert_str_eq(w->tasks[0].name, "s");
	ck_assert_str_eq(w->tasks[1].name, "t");
	ck_assert_str_eq(w->tasks[2].name, "u");
	b = &w->nodes[2];
	ck_assert_str_eq(b->name, "b");
	ck_assert(b->task == 1 && b->model == 0 && b->priority == 2);
	ck_assert_str_eq(w->models[b->model].name, "det");
	ck_assert_str_eq(w->models[w->nodes[4].model].name, "u/a");
	expect_edge("a", "b", 0);
	expect_edge("b", "c", 0);
	/* 5/20 + (1 + 5 + 2)/50 + 3/40, of which 3/50 + 3/40 on cores. */
	ck_assert_int_eq(
		ratio_cmp(workload_utilization(w), (struct ratio){485, 1000}),
		0);
	ck_assert_int_eq(ratio_cmp(workload_utilization_on(w, ON_CORE),
				   (struct ratio){135, 1000}),
			 0);
	ck_assert_int_eq(ratio_cmp(workload_utilization_on(w, ON_ACCELERATOR),
				   (struct ratio){350, 1000}),
			 0);
}
END_TEST

START_TEST(what_nobody_uses_is_left_out)
{
	load("platform: {cores: 2, accelerators: 1}\n" ONE(""));
	ck_assert_uint_eq(w->platform.n_accelerators, 0);
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_ptr_nonnull(strstr(w->warnings[0], "on an accelerator"));
	load("platform: {cores: 2}\n"
	     "models: {m: {profile: {a: 1ms}}}\n"
	     "streams: [{name: s, model: m, period: 9ms}]\n");
	ck_assert_uint_eq(w->platform.n_cores, 0);
	ck_assert_uint_eq(w->platform.n_accelerators, 1);
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_ptr_nonnull(strstr(w->warnings[0], "on a core"));
}
END_TEST

START_TEST(noise_of_a_node_may_be_times)
{
	const struct model *m;

	load("platform: {cores: 1}\ntasks:\n"
	     "  - name: t\n    period: 50ms\n    nodes:\n"
	     "      a: {wcet: 10ms, noise: {kind: pmf, values_ms: [5, 10],\n"
	     "                              probs: [0.5, 0.5]}}\n"
	     "      b: {wcet: 10ms, noise: off}\n"
	     "      c: {wcet: 10ms, noise: {sigma: 0.3}}\n"
	     "      d: {wcet: 11ms, noise: {sigma: 0.3}}\n"
	     "    edges: [[a, b], [b, c], [c, d]]\n");
	m = &w->models[0];
	ck_assert_int_eq(m->noise.kind, NOISE_PMF);
	ck_assert_double_eq_tol(noise_mean(&m->noise), 0.75, 1e-6);
	ck_assert_int_eq(w->models[1].noise.kind, NOISE_NONE);
	ck_assert_int_eq(w->models[2].noise.kind, NOISE_LOGNORMAL);
}
END_TEST

START_TEST(anchors_spare_repetition)
{
	load("platform: {cores: 2}\ntasks:\n"
	     "  - &t {name: a, period: 9ms, nodes: {x: 1ms, y: 2ms},\n"
	     "        edges: [[x, y]]}\n"
	     "  - {<<: *t, name: b}\n");
	ck_assert_uint_eq(w->n_tasks, 2);
	ck_assert_uint_eq(w->n_edges, 2);
	ck_assert_str_eq(w->models[3].name, "b/y");
}
END_TEST

/* Growing arrays, names looked up among many. */
START_TEST(large_tasks_load)
{
	enum { N = 20000 };
	size_t cap = (size_t)N * 64 + 200;
	char *text = malloc(cap), *p = text;

	ck_assert_ptr_nonnull(text);
	p += sprintf(p, "platform: {cores: 1}\ntasks:\n"
			"  - {name: z, period: 1ms, nodes: {a: 1us}}\n"
			"  - name: t\n    period: 50ms\n    nodes:\n");
	for (int i = 0; i < N; i++)
		p += sprintf(p, "      n%d: 1us\n", i);
	p += sprintf(p, "    edges:\n");
	for (int i = N; --i > 0;)
		p += sprintf(p, "      - [n%d, n%d]\n", i - 1, i);
	ck_assert_uint_lt((size_t)(p - text), cap);
	load(text);
	free(text);
	ck_assert_uint_eq(w->n_nodes, N + 1);
	ck_assert_uint_eq(w->n_edges, N - 1);
	for (uint32_t i = 1; i < N; i++)
		ck_assert(w->edges[i - 1].from == i &&
			  w->edges[i - 1].to == i + 1);
}
END_TEST

struct bad {
	const char *text;
	unsigned line, col;
	const char *part;
};

/* One task, of which line 3 is completed; nodes and edges in lines 4, 5. */
#define TASK(rest)                                                             \
	"platform: {cores: 2}\ntasks:\n  - {name: t, " rest ",\n"              \
	"     nodes: {a: 1ms}}\n"
#define NODES(nodes, edges)                                                    \
	"platform: {cores: 2}\ntasks:\n  - name: t\n    period: 9ms\n"         \
	"    nodes: {" nodes "}\n    edges: [" edges "]\n"
#define EDGES(edges) NODES("a: 1ms, b: 1ms, cam: 1ms, d: 1ms", edges)
#define NODE(rest)   NODES("n: {" rest "}", "")
#define TWO(first, second)                                                     \
	"models: {m: {profile: {a_ms: 1}}}\nplatform: {cores: 2}\n" first      \
	"tasks:\n" second

static const struct bad bad[] = {
	/* The graph. */
	{EDGES("[a, b], [b, cam], [cam, d], [d, b]"), 6, 41,
	 "task 't': the edges form a cycle: b -> cam -> d -> b"},
	{EDGES("[d, a], [a, b], [b, cam], [cam, d]"), 6, 39,
	 "cycle: a -> b -> cam -> d -> a"},
	{EDGES("[a, b], [b, a], [cam, d]"), 6, 21, "cycle: a -> b -> a"},
	{EDGES("[cam, d], [d, cam], [cam, a], [a, b]"), 6, 23,
	 "cycle: cam -> d -> cam"},
	{EDGES("[a, b], [cam, d]"), 5, 12,
	 "task 't' falls into 2 parts that no edge connects: {a, b} and "
	 "{cam, d}"},
	{EDGES(""), 5, 12, "4 parts that no edge connects: {a} and {b} and"},
	{EDGES("[a, b], [a, cam], [a, d], [a, b]"), 6, 39,
	 "two edges from 'a' to 'b'; the first is in line 6"},
	{EDGES("[a, a]"), 6, 13, "from node 'a' to itself"},
	{EDGES("[a, cma]"), 6, 17, "unknown node 'cma'; did you mean 'cam'?"},
	{EDGES("[x, b]"), 6, 14, "unknown node 'x'; valid: a, b, cam, d"},
	{EDGES("{from: a, to: e}"), 6, 27, "unknown node 'e'"},
	{EDGES("[a]"), 6, 13, "an edge must be [from, to]"},
	{EDGES("[a, b, cam]"), 6, 13, "an edge must be [from, to]"},
	{EDGES("a -> b"), 6, 13, "an edge must be [from, to]"},
	{EDGES("[[a], b]"), 6, 14, "'end of an edge' must be text"},
	{EDGES("[~, b]"), 6, 14, "'end of an edge' has no value"},
	{EDGES("{from: a}"), 6, 13, "an edge needs 'to'"},
	{EDGES("{from: a, to: b, dealy: 1ms}"), 6, 30, "did you mean 'delay'?"},
	{EDGES("{from: a, to: b, delay: 1}"), 6, 37, "needs a unit"},
	{EDGES("{from: a, to: b, delay: -1ms}"), 6, 37, "negative"},
	{EDGES("{from: a, to: b, delay: 1e12s}"), 6, 37, "out of range"},

	/* Nodes. */
	{NODES("a: 1ms, a: 2ms", ""), 5, 21, "duplicate key 'a'"},
	{NODES("a: 0", ""), 5, 12,
	 "no node of task 't' takes any time, so nothing of it would run"},
	{NODES("a: 0, b: 0", "[a, b]"), 5, 12, "no node of task 't' takes"},
	{NODES("a: 0.2ns", ""), 5, 16, "'wcet' is '0.2ns', which rounds to 0"},
	{NODES("a: 0, b: 1ms", "{from: a, to: b, delay: 1ms}"), 6, 13,
	 "node 'a' takes no time, so the edge from 'a' to 'b' cannot have a "
	 "delay: no node runs before it; 1ns would do"},
	{NODES("a: 1ms, b: 0, c: 0", "{from: a, to: b, delay: 1ms}, [b, c]"), 6,
	 13, "from 'a' to 'b' cannot have a delay: no node runs behind it"},
	{NODES("a: 1ms, b: 0, c: 1ms",
	       "[a, b], {from: b, to: c, delay: 1ms..2ms}"),
	 6, 21, "from 'b' to 'c' cannot have a delay that varies"},
	{NODES("a: 1ms, b: 0, c: 1ms", "[a, b], {from: b, to: c, bytes: 9}"), 6,
	 21,
	 "node 'b' takes no time, so the edge from 'b' to 'c' cannot carry"},
	{NODES("a: 1ms, b: 0, c: 1ms",
	       "{from: a, to: b, delay: 2ms}, [b, c], {from: a, to: c, delay: "
	       "1ms..3ms}"),
	 6, 51, "two ways from 'a' to 'c', one through nodes that take no"},
	{NODE("wcet: 0, noise: {sigma: 1}"), 5, 33, "so it has no 'noise'"},
	{NODE("wcet: 0, non_preemptive: true"), 5, 42,
	 "node 'n' takes no time, so it has no 'non_preemptive'"},
	{NODES("a: -1ms", ""), 5, 16, "negative"},
	{NODES("a: 3", ""), 5, 16, "write 3ms, or 'wcet_ms'"},
	{NODES("a: ", ""), 5, 16, "a node must be a map, not nothing"},
	{NODES("a: [1]", ""), 5, 16, "a node must be a map, not a list"},
	{NODES("a: 1e300s", ""), 5, 16, "out of range"},
	{NODES("a: 3e9s", ""), 5, 13, "of node 'a' is above 2^61 ns"},
	{NODES("a: soon", ""), 5, 16, "not a decimal number"},
	{NODES("", ""), 5, 12, "task 't' has no nodes"},
	{NODES("'': 1ms", ""), 5, 13, "'node name' is empty"},
	{NODE("wcet_ms: 1, wcet_us: 3"), 5, 29, "twice"},
	{NODE("wcet: 1ms, bcet: 2ms"), 5, 34, "node 'n': bcet is above wcet"},
	{NODE("bcet: 2ms"), 5, 13, "node 'n' needs a wcet"},
	{NODE(""), 5, 13, "node 'n' needs a wcet"},
	{NODE("wcte: 2ms"), 5, 17, "of a node, 'wcte'; did you mean 'wcet'?"},
	{NODE("model: m"), 5, 24, "unknown model 'm': the file has no"},
	{NODE("wcet: 1ms, model: m"), 5, 35, "both a wcet"},
	{NODE("wcet: 1ms, affinity: 2"), 5, 38, "must be a list"},
	{NODE("wcet: 1ms, affinity: []"), 5, 38, "on no core at all"},
	{NODE("wcet: 1ms, affinity: [2]"), 5, 39,
	 "out of range; valid: 0 to 1"},
	{NODE("wcet: 1ms, affinity: [-1]"), 5, 39, "out of range"},
	{NODE("wcet: 1ms, affinity: [1, 0, 1]"), 5, 38, "names core 1 twice"},
	{NODE("wcet: 1ms, noise: {kind: gamma}"), 5, 35, "needs 'shape'"},
	{NODE("wcet: 1ms, priority: 3000000000"), 5, 38, "out of range"},
	{"tasks: [{name: t, period: 1s, nodes: {n: {wcet: 1ms, "
	 "affinity: [0]}}}]",
	 1, 64, "needs the number of cores"},
	{TWO("", "  - {name: t, period: 9ms, nodes: {n: {model: k}}}\n"), 4, 47,
	 "unknown model 'k'; valid: m"},
	{TWO("", "  - {name: t, period: 9ms, nodes: {n: {model: m, "
		 "noise: {sigma: 1}}}}\n"),
	 4, 57, "runs the model 'm', so it has no 'noise' of its own"},
	{TWO("", "  - {name: t, period: 9ms, nodes: {n: {model: m, "
		 "affinity: [0]}}}\n"),
	 4, 60, "so it has no 'affinity'"},

	/* Tasks. */
	{TASK("deadline: 9ms"), 3, 5, "task 't' needs a period"},
	{TASK("period: 0"), 3, 23, "must be above 0"},
	{TASK("period: 9ms, rate_hz: 3"), 3, 37, "both a rate_hz and a"},
	{TASK("period: 9ms, jitter: 10ms"), 3, 36, "larger than the period"},
	{TASK("period: 9ms, phase: 1ms, offset: 2ms"), 3, 48,
	 "'offset' and 'phase' (line 3)"},
	{TASK("period: 9ms, deadline: 5e9s"), 3, 38, "above 2^62 ns"},
	{TASK("period: 5e9s"), 3, 23, "above 2^62 ns (146 years), as the"},
	{TASK("period: 9ms, dedline: 3ms"), 3, 28, "'deadline'?"},
	{TASK("period: 9ms, deadline: 0"), 3, 38, "must be above 0"},
	{TASK("period: 9ms, group: g"), 3, 28, "of a task, 'group'"},
	{TASK("period: 9ms, strict: maybe"), 3, 36, "neither true nor false"},
	{TASK("period: 9ms, strict: true"), 3, 5, "needs a deadline: strict"},
	{"tasks: [{period: 1s, nodes: {a: 1ms}}]", 1, 9, "needs 'name'"},
	{"tasks: [{name: t, period: 1s}]", 1, 9, "a task needs 'nodes'"},
	{"tasks: [{name: t, period: 1s, nodes: [a]}]", 1, 38,
	 "'nodes' must be a map"},
	{"tasks: [{name: t, period: 1s, nodes: {a: 1ms}, edges: {}}]", 1, 55,
	 "'edges' must be a list"},
	{"tasks: {t: {}}", 1, 8, "'tasks' must be a list"},
	{"tasks: [3]", 1, 9, "a task must be a map"},
	{TWO("", "  - {name: t, period: 1s, nodes: {a: 1ms}}\n"
		 "  - {name: t, period: 1s, nodes: {a: 1ms}}\n"),
	 5, 12, "two tasks named 't'; the first is in line 4"},
	{TWO("streams: [{name: t, model: m, period: 1s}]\n",
	     "  - {name: t, period: 1s, nodes: {a: 1ms}}\n"),
	 5, 12, "streams or tasks named 't'; the first is in line 3"},
	{"platform: {cores: 1}\ntasks:\n  - name: t\n    period: 9ms\n"
	 "    deadline: 9ms\n    strict: true\n"
	 "    nodes: {a: 1ms, b: 1ms, c: 1ms}\n    edges: [[a, c], [b, c]]\n",
	 7, 12, "task 't' has 2 sources: a, b; strict mode allows one"},
	{"platform: {cores: 1}\ntasks:\n  - name: t\n    period: 9ms\n"
	 "    deadline: 9ms\n    strict: true\n"
	 "    nodes: {a: 1ms, b: 1ms, c: 1ms}\n    edges: [[a, c], [a, b]]\n",
	 7, 12, "task 't' has 2 sinks: b, c; strict mode allows one"},

	/* The platform. */
	{"platform: {cores: 5000}\n" ONE(""), 1, 19, "valid: 0 to 4095"},
	{"platform: {cores: -1}\n" ONE(""), 1, 19, "valid: 0 to 4095"},
	{"platform: {accelerators: 2}\n" ONE(""), 1, 26, "valid: 0 to 1"},
	{"platform: {preemption: some}\n" ONE(""), 1, 24,
	 "unknown preemption 'some'; valid: full, limited, none"},
	{"platform: {coers: 2}\n" ONE(""), 1, 12, "did you mean 'cores'?"},
	{"platform: {cores: 0}\n" ONE(""), 3, 36,
	 "node 'a' runs on a core, but the platform has none"},
	{"platform: {cores: 0, accelerators: 0}\n" ONE(""), 1, 11,
	 "runs nothing"},
	{"platform: {cores: 2, accelerators: 0}\n"
	 "models: {m: {profile: {a_ms: 1}}}\n"
	 "streams: [{name: s, model: m, period: 1s}]\n",
	 3, 28, "model 'm' runs on an accelerator, but the platform has none"},
	{"platform: {}\n", 1, 1, "'models' with 'streams', or 'tasks'"},
};

START_TEST(refuses)
{
	const struct bad *b = &bad[_i];
	struct dag_error e = {0};

	w = workload_load_memory("t.yaml", b->text, strlen(b->text), &options,
				 &e);
	ck_assert_msg(w == NULL, "accepted: %s", b->text);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_msg(e.line == b->line && e.col == b->col,
		      "%u:%u, not %u:%u: %s\n%s", e.line, e.col, b->line,
		      b->col, e.msg, b->text);
	ck_assert_msg(strstr(e.msg, b->part) != NULL, "'%s', not '%s'\n%s",
		      e.msg, b->part, b->text);
}
END_TEST

/* Names that are long, or many, are cut without losing the end. */
START_TEST(long_lists_of_names_are_cut)
{
	enum { N = 3000 };
	char *text = malloc(N * 64), *p = text;
	struct dag_error e = {0};

	ck_assert_ptr_nonnull(text);
	p += sprintf(p, "tasks:\n  - name: t\n    period: 50ms\n    nodes:\n");
	for (int i = 0; i < N; i++)
		p += sprintf(p, "      n%d: 1us\n", i);
	p += sprintf(p, "    edges:\n");
	for (int i = 0; i < N; i++)
		p += sprintf(p, "      - [n%d, n%d]\n", i, (i + 1) % N);
	w = workload_load_memory("t.yaml", text, (size_t)(p - text), NULL, &e);
	ck_assert_ptr_null(w);
	ck_assert_ptr_nonnull(strstr(e.msg, "cycle: n0 -> n1 -> n2"));
	ck_assert_ptr_nonnull(strstr(e.msg, "... and "));
	ck_assert_ptr_nonnull(strstr(e.msg, " more"));
	free(text);
}
END_TEST

START_TEST(strictness_is_an_option_too)
{
	static const char text[] =
		"platform: {cores: 1}\n"
		"tasks: [{name: t, period: 1s, deadline: 1s,\n"
		"         nodes: {a: 1ms, b: 1ms, c: 1ms},\n"
		"         edges: [[a, b], [c, b]]}]\n";
	struct dag_error e = {0};

	load(text);
	options.strict = true;
	ck_assert_ptr_null(workload_load_memory("t.yaml", text, strlen(text),
						&options, &e));
	ck_assert_ptr_nonnull(strstr(e.msg, "2 sources: a, c"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("load_dag");
	TCase *t = tcase_create("good");
	TCase *b = tcase_create("bad");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, nodes_of_no_time_are_taken_out);
	tcase_add_test(t, edges_beside_nodes_of_no_time_keep_what_they_have);
	tcase_add_test(t, a_task_is_read_in_full);
	tcase_add_test(t, absent_keys_have_defaults);
	tcase_add_test(t, options_go_before_the_file);
	tcase_add_test(t, streams_and_tasks_mix);
	tcase_add_test(t, what_nobody_uses_is_left_out);
	tcase_add_test(t, noise_of_a_node_may_be_times);
	tcase_add_test(t, anchors_spare_repetition);
	tcase_add_test(t, large_tasks_load);
	suite_add_tcase(s, t);
	tcase_add_checked_fixture(b, setup, teardown);
	tcase_add_loop_test(b, refuses, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(b, long_lists_of_names_are_cut);
	tcase_add_test(b, strictness_is_an_option_too);
	suite_add_tcase(s, b);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
