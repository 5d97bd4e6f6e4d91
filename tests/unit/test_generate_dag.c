/* test_generate_dag.c - graphs of each method, and the DAG sets around them */
#include "model/generate.h"
#include "model/generate_parts.h"
#include "model/paths.h"
#include "tests/support/goodness.h"
#include "tests/support/same_workload.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_MAX = 256 };

static struct arena arena;
static struct dag_error error;
static struct generate_spec spec;
static struct generator *made_by;

static void set(const char *key, const char *value)
{
	ck_assert_msg(generate_spec_set(&spec, &arena, key, value, &error),
		      "%s", error.msg);
}

static void setup(void)
{
	generate_spec_init(&spec, GENERATE_STREAMS);
	set("kind", "dag");
}

static void teardown(void)
{
	generator_free(made_by);
	made_by = NULL;
	arena_free(&arena);
}

static struct generator *open_generator(void)
{
	generator_free(made_by);
	made_by = generator_new(&spec, &error);
	ck_assert_msg(made_by != NULL, "%s", error.msg);
	return made_by;
}

static const struct workload *make(uint64_t i)
{
	const struct workload *w = generator_make(made_by, i, &error);

	ck_assert_msg(w != NULL, "set %d: %s", (int)i, error.msg);
	return w;
}

/* What a graph looks like, counted afresh from nodes and edges. */
struct shape_of {
	uint32_t n, m, sources, sinks, longest, max_in, max_out;
	uint32_t max_in_inner; /* of nodes that are no sinks              */
	uint32_t sink_in;      /* of the last sink                        */
	dag_time work, path;   /* path with communication                 */
	bool connected;
};

static struct shape_of look(const struct workload *w, uint32_t task)
{
	const struct task *t = &w->tasks[task];
	struct shape_of s = {.n = t->n_nodes};
	uint32_t depth[N_MAX], part[N_MAX], parts = t->n_nodes;
	dag_time until[N_MAX];
	bool changed = true;

	ck_assert_uint_le(s.n, N_MAX);
	for (uint32_t i = 0; i < s.n; i++) {
		const struct node *n = &w->nodes[t->first_node + i];

		depth[i] = 1;
		part[i] = i;
		until[i] = w->models[n->model].latency[0];
		s.work += until[i];
		s.m += n->n_succ;
		s.sources += !n->n_pred;
		s.sinks += !n->n_succ;
		s.max_in = n->n_pred > s.max_in ? n->n_pred : s.max_in;
		s.max_out = n->n_succ > s.max_out ? n->n_succ : s.max_out;
		if (!n->n_succ)
			s.sink_in = n->n_pred;
		else if (n->n_pred > s.max_in_inner)
			s.max_in_inner = n->n_pred;
	}
	/* Relaxed until nothing changes: no order of nodes is assumed. */
	while (changed) {
		changed = false;
		for (uint32_t e = 0; e < w->n_edges; e++) {
			const struct edge *x = &w->edges[e];
			uint32_t a = x->from - t->first_node;
			uint32_t b = x->to - t->first_node;
			dag_time at;

			if (x->from < t->first_node || a >= s.n)
				continue;
			at = until[a] + x->delay +
			     w->models[w->nodes[x->to].model].latency[0];
			if (depth[b] < depth[a] + 1)
				depth[b] = depth[a] + 1, changed = true;
			if (until[b] < at)
				until[b] = at, changed = true;
			for (uint32_t i = 0, p = part[a], q = part[b];
			     p != q && i < s.n; i++)
				if (part[i] == q)
					part[i] = p, parts -= i == q;
		}
	}
	for (uint32_t i = 0; i < s.n; i++) {
		s.longest = depth[i] > s.longest ? depth[i] : s.longest;
		s.path = until[i] > s.path ? until[i] : s.path;
	}
	parts = 0;
	for (uint32_t i = 0; i < s.n; i++)
		parts += part[i] != part[0];
	s.connected = parts == 0;
	return s;
}

/* --- each method --- */

static const char *const methods[][12] = {
	{"graph", "layered"},
	{"graph", "layered", "nodes", "8..40", "layers", "3..6", "sources",
	 "1..3", "sinks", "1..2", "edge_probability", "0"},
	{"graph", "gnp"},
	{"graph", "gnp", "nodes", "2..12", "edge_probability", "0..1"},
	{"graph", "fan_in_fan_out"},
	{"graph", "fan_in_fan_out", "nodes", "20", "sources", "1..2", "sinks",
	 "2"},
	{"graph", "fork_join", "depth", "3"},
	{"graph", "chain"},
	{"graph", "chain", "chains", "3", "link_sources", "2", "link_sub",
	 "true"},
	{"graph", "chain", "chains", "2..4", "merge_sinks", "2", "merge_middle",
	 "true"},
};
enum { N_METHODS = sizeof(methods) / sizeof(*methods) };

/* They are DAGs, connected, within bounds, and come back from a file. */
START_TEST(graphs_of_every_method)
{
	for (int i = 0; i < 12 && methods[_i][i]; i += 2)
		set(methods[_i][i], methods[_i][i + 1]);
	set("edge_delay", "0..2ms");
	set("utilization_max", "2");
	open_generator();
	for (uint64_t i = 1; i <= 60; i++) {
		const struct workload *w = make(i);
		const char *why = i <= 10 ? workload_round_trip(w) : NULL;
		struct ratio u = workload_utilization(w);

		ck_assert_msg(!why, "set %d: %s", (int)i, why);
		ck_assert(fabs((double)u.num / (double)u.den - 2) < 1e-6);
		for (uint32_t k = 0; k < w->n_tasks; k++) {
			struct shape_of s = look(w, k);

			ck_assert(s.connected);
			ck_assert(s.sources >= 1 && s.sinks >= 1);
			ck_assert(s.m + 1 >= s.n);
		}
	}
}
END_TEST

START_TEST(layers_are_depths)
{
	set("graph", "layered");
	set("nodes", "12..30");
	set("layers", "4..7");
	set("sources", "2");
	set("sinks", "3");
	set("edge_probability", "0.1");
	open_generator();
	for (uint64_t i = 1; i <= 200; i++) {
		const struct workload *w = make(i);

		for (uint32_t k = 0; k < w->n_tasks; k++) {
			struct shape_of s = look(w, k);

			ck_assert_uint_ge(s.n, 12);
			ck_assert_uint_le(s.n, 30);
			ck_assert_uint_ge(s.longest, 4);
			ck_assert_uint_le(s.longest, 7);
			ck_assert_uint_eq(s.sources, 2);
			ck_assert_uint_eq(s.sinks, 3);
		}
	}
}
END_TEST

START_TEST(fans_keep_degrees)
{
	set("graph", "fan_in_fan_out");
	set("nodes", "25");
	set("sources", "2");
	set("sinks", "3");
	set("in_degree", "3");
	set("out_degree", "4");
	open_generator();
	for (uint64_t i = 1; i <= 200; i++) {
		const struct workload *w = make(i);

		for (uint32_t k = 0; k < w->n_tasks; k++) {
			struct shape_of s = look(w, k);

			ck_assert_uint_eq(s.n, 25);
			ck_assert_uint_eq(s.sources, 2);
			ck_assert_uint_eq(s.sinks, 3);
			/* One more each where parts had to be joined. */
			ck_assert_uint_le(s.max_in_inner, 4);
			ck_assert_uint_le(s.max_out, 5);
		}
	}
}
END_TEST

START_TEST(forks_are_joined)
{
	uint32_t deep = 0;

	set("graph", "fork_join");
	set("depth", "3");
	set("branches", "2..4");
	set("fork_probability", "0.5");
	open_generator();
	for (uint64_t i = 1; i <= 200; i++) {
		const struct workload *w = make(i);

		for (uint32_t k = 0; k < w->n_tasks; k++) {
			struct shape_of s = look(w, k);

			ck_assert_uint_eq(s.sources, 1);
			ck_assert_uint_eq(s.sinks, 1);
			/* fork, node, join at each of 1..3 depths */
			ck_assert(s.longest == 3 || s.longest == 5 ||
				  s.longest == 7);
			ck_assert(s.max_out >= 2 && s.max_out <= 4);
			deep += s.longest == 7;
		}
	}
	ck_assert_uint_gt(deep, 50);
}
END_TEST

/* Arcs of G(n, p) between the inner nodes: p of all pairs; with RD-Gen's
 * comparison (ceil(100 p) - 1) / 100 of them. */
static double arc_rate(const char *p, const char *compat)
{
	enum { N = 42 };
	double arcs = 0, pairs = 0;

	set("graph", "gnp");
	set("nodes", "42");
	set("dags", "1");
	set("edge_probability", p);
	set("compat", compat);
	open_generator();
	for (uint64_t i = 1; i <= 100; i++) {
		const struct workload *w = make(i);
		uint32_t inner = N - 2;

		ck_assert_uint_eq(w->n_nodes, N);
		for (uint32_t e = 0; e < w->n_edges; e++)
			arcs += w->edges[e].from < inner &&
				w->edges[e].to < inner;
		pairs += inner * (inner - 1) / 2.0;
	}
	return arcs / pairs;
}

START_TEST(edge_probabilities)
{
	static const struct {
		const char *p, *compat;
		double want;
	} rows[] = {
		{"0.1", "none", 0.1},    {"0.1", "rd_gen", 0.09},
		{"1", "none", 1},        {"1", "rd_gen", 0.99},
		{"0.5", "rd_gen", 0.49}, {"0.255", "rd_gen", 0.25},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		double rate = arc_rate(rows[i].p, rows[i].compat);
		double se = sqrt(rows[i].want * (1 - rows[i].want) / 78000);

		ck_assert_msg(fabs(rate - rows[i].want) <= 4 * se,
			      "p %s %s: %g", rows[i].p, rows[i].compat, rate);
	}
}
END_TEST

/* k chains stay sources; every other head hangs on one tail of theirs, tails
 * that have no more successors than others. */
START_TEST(chains_are_linked)
{
	set("graph", "chain");
	set("chains", "5");
	set("main_length", "4");
	set("sub_sequences", "2");
	set("link_sources", "2");
	set("link_sub", "true");
	set("merge_sinks", "1");
	open_generator();
	for (uint64_t i = 1; i <= 100; i++) {
		const struct workload *w = make(i);

		for (uint32_t k = 0; k < w->n_tasks; k++) {
			struct shape_of s = look(w, k);

			ck_assert_uint_eq(s.sources, 2);
			ck_assert_uint_eq(s.sinks, 1);
			/* In a chain nodes - 1 arcs, but a sub-sequence adds
			 * as many nodes as arcs; 3 links; 15 tails, of which
			 * the 3 linked ones and the kept one lead nowhere
			 * else. */
			ck_assert_uint_eq(s.m, s.n - 5 + 3 + 15 - 3 - 1);
			ck_assert_uint_ge(s.longest, 8);
		}
	}
}
END_TEST

/* --- the evaluation of Awkernel --- */

static uint64_t lengths[9], subs[3], ratios[5];

static void check_awkernel(const struct workload *w, uint32_t k)
{
	const struct task *t = &w->tasks[k];
	struct shape_of s = look(w, k);
	dag_time cp = s.path / NS_PER_MS;
	int matches = 0;

	ck_assert(t->period == 50 * NS_PER_MS || t->period == 100 * NS_PER_MS);
	ck_assert_uint_eq(s.sources, 1);
	ck_assert_uint_eq(s.sinks, 1);
	ck_assert(s.longest >= 3 && s.longest <= 8);
	ck_assert(s.m + 1 - s.n == 1 || s.m + 1 - s.n == 2);
	ck_assert(s.sink_in == s.m + 2 - s.n);
	ck_assert(s.n >= 3 && s.n <= 19);
	ck_assert_uint_le(s.max_out, 3);
	for (uint32_t i = 0; i < s.n; i++)
		ck_assert(w->models[w->nodes[t->first_node + i].model]
					  .latency[0] %
				  NS_PER_MS ==
			  0);
	lengths[s.longest]++;
	subs[s.m + 1 - s.n]++;
	for (int r = 11; r <= 15; r++)
		if (t->deadline == cp * r / 10 * NS_PER_MS) {
			ratios[r - 11]++;
			matches++;
		}
	ck_assert_int_ge(matches, 1);
}

/* U times T exactly, for the utilizations of the evaluation. */
START_TEST(awkernel_table5)
{
	static const char *const us[] = {"0.4", "0.5", "1", "1.1", "1.25",
					 "1.3", "2",   "3", "4"};
	const double sixth[6] = {1. / 6, 1. / 6, 1. / 6,
				 1. / 6, 1. / 6, 1. / 6};
	const double half[2] = {.5, .5};

	generate_spec_init(&spec, GENERATE_STREAMS);
	ck_assert(
		generate_spec_preset(&spec, &arena, "awkernel-table5", &error));
	set("dags", "1");
	for (size_t i = 0; i < sizeof(us) / sizeof(*us); i++) {
		set("utilization", us[i]);
		open_generator();
		for (uint64_t k = 1; k <= 200; k++) {
			const struct workload *w = make(k + 1000 * i);
			double want = atof(us[i]) * (double)w->tasks[0].period;
			struct shape_of s = look(w, 0);

			check_awkernel(w, 0);
			if (generator_effort(made_by).raised)
				continue;
			if (fabs(want / 1e6 - floor(want / 1e6 + 0.5)) < 1e-6)
				ck_assert(s.work == (dag_time)(want + 0.5));
		}
	}
	ck_assert(goodness_chi2(lengths + 3, sixth, 6) > 1e-4);
	ck_assert(goodness_chi2(subs + 1, half, 2) > 1e-4);
}
END_TEST

START_TEST(awkernel_sets_share_a_total)
{
	generate_spec_init(&spec, GENERATE_STREAMS);
	ck_assert(
		generate_spec_preset(&spec, &arena, "awkernel-table5", &error));
	set("utilization", "2.5");
	open_generator();
	for (uint64_t i = 1; i <= 200; i++) {
		const struct workload *w = make(i);
		struct ratio u = workload_utilization(w);
		double raised = (double)generator_effort(made_by).raised;

		ck_assert_uint_eq(w->n_tasks, 3);
		ck_assert_uint_eq(w->platform.n_cores, 3);
		for (uint32_t k = 0; k < 3; k++)
			check_awkernel(w, k);
		/* Each total is off by half a millisecond of 50 at most. */
		ck_assert(fabs((double)u.num / (double)u.den - 2.5) <=
			  3 * 0.01 + raised / 50 + 1e-9);
	}
}
END_TEST

/* RD-Gen computes int(2.3 * 100) = 229 in doubles. */
START_TEST(rd_gen_truncates_in_doubles)
{
	static const char *const compat[] = {"none", "rd_gen"};

	generate_spec_init(&spec, GENERATE_STREAMS);
	ck_assert(
		generate_spec_preset(&spec, &arena, "awkernel-table5", &error));
	set("dags", "1");
	set("period", "100ms");
	set("utilization", "2.3");
	for (int i = 0; i < 2; i++) {
		set("compat", compat[i]);
		open_generator();
		ck_assert(look(make(1), 0).work == (230 - i) * NS_PER_MS);
	}
}
END_TEST

/* --- times --- */

/* All C(4, 2) = 6 divisions of 5 into 3 parts, as often each. */
START_TEST(uniform_split_is_uniform)
{
	const double sixth[6] = {1. / 6, 1. / 6, 1. / 6,
				 1. / 6, 1. / 6, 1. / 6};
	uint64_t seen[6] = {0};
	struct rng r = {3};

	open_generator();
	for (int i = 0; i < 30000; i++) {
		int64_t p[3];

		generate_split(made_by, &r, 5, 3, p);
		ck_assert(p[0] >= 1 && p[1] >= 1 && p[2] >= 1);
		ck_assert(p[0] + p[1] + p[2] == 5);
		/* 113 122 131 212 221 311 */
		seen[(p[0] - 1) * 3 - (p[0] == 3) + p[1] - 1]++;
	}
	ck_assert(goodness_chi2(seen, sixth, 6) > 1e-4);
}
END_TEST

START_TEST(splits_are_exact)
{
	static const char *const rules[] = {"uniform", "grouping"};
	struct rng r = {4};

	for (int rule = 0; rule < 2; rule++) {
		set("split", rules[rule]);
		open_generator();
		for (int i = 0; i < 3000; i++) {
			int64_t p[40], sum = 0, total;
			uint32_t n = 1 + (uint32_t)rng_next_below(&r, 40);

			total = n + (int64_t)rng_next_below(
					    &r, i % 2 ? 10 : 1000000000);
			generate_split(made_by, &r, total, n, p);
			for (uint32_t k = 0; k < n; k++) {
				ck_assert(p[k] >= 1);
				sum += p[k];
			}
			ck_assert(sum == total);
		}
	}
}
END_TEST

/* 4 into 3 parts by grouping: 4 -> {1, 3} or {2, 2}, as likely; each large
 * part is then cut to 1 and the rest: always {1, 1, 2} in random order. */
START_TEST(grouping_favours_no_place)
{
	const double third[3] = {1. / 3, 1. / 3, 1. / 3};
	uint64_t seen[3] = {0};
	struct rng r = {5};

	set("split", "grouping");
	open_generator();
	for (int i = 0; i < 30000; i++) {
		int64_t p[3];

		generate_split(made_by, &r, 4, 3, p);
		ck_assert(p[0] * p[1] * p[2] == 2);
		seen[p[0] == 2 ? 0 : p[1] == 2 ? 1 : 2]++;
	}
	ck_assert(goodness_chi2(seen, third, 3) > 1e-4);
}
END_TEST

START_TEST(periods_follow_node_times)
{
	set("node_wcet", "1ms..5ms");
	set("unit", "100us");
	set("utilization", "1.5");
	open_generator();
	for (uint64_t i = 1; i <= 100; i++) {
		const struct workload *w = make(i);
		struct ratio u = workload_utilization(w);

		/* A period of 10 ms at least is rounded by 50 us. */
		ck_assert(fabs((double)u.num / (double)u.den - 1.5) < 0.01);
		for (uint32_t k = 0; k < w->n_models; k++) {
			ck_assert(w->models[k].wcet >= NS_PER_MS);
			ck_assert(w->models[k].wcet <= 5 * NS_PER_MS);
			ck_assert(w->models[k].wcet % (100 * NS_PER_US) == 0);
		}
	}
}
END_TEST

START_TEST(communication_follows_ccr)
{
	set("ccr", "0.5");
	set("unit", "1us");
	open_generator();
	for (uint64_t i = 1; i <= 50; i++) {
		const struct workload *w = make(i);
		dag_time delay = 0, work = 0;

		for (uint32_t k = 0; k < w->n_edges; k++) {
			ck_assert(w->edges[k].delay >= NS_PER_US);
			delay += w->edges[k].delay;
		}
		for (uint32_t k = 0; k < w->n_tasks; k++)
			work += look(w, k).work;
		ck_assert(fabs((double)delay / (double)work - 0.5) < 1e-3);
	}
}
END_TEST

/* The path that deadlines are measured by has the delays in it. */
START_TEST(deadlines_of_the_path)
{
	set("deadline", "path");
	set("deadline_factor", "1");
	set("edge_delay", "0..5ms");
	open_generator();
	for (uint64_t i = 1; i <= 50; i++) {
		const struct workload *w = make(i);

		for (uint32_t k = 0; k < w->n_tasks; k++)
			ck_assert(w->tasks[k].deadline == look(w, k).path);
	}
}
END_TEST

/* Paths of 4 three times as often as forks of 3 branches, which have 5 nodes;
 * 2 to 5 of them. */
START_TEST(sets_mix_methods_and_sizes)
{
	unsigned paths = 0, forks = 0, sizes[6] = {0};

	set("graph", "chain*3, fork_join");
	set("dags", "2..5");
	set("main_length", "4");
	set("sub_sequences", "0");
	set("depth", "1");
	set("branches", "3");
	open_generator();
	for (uint64_t i = 1; i <= 400; i++) {
		const struct workload *w = make(i);

		ck_assert(w->n_tasks >= 2 && w->n_tasks <= 5);
		sizes[w->n_tasks]++;
		for (uint32_t k = 0; k < w->n_tasks; k++) {
			uint32_t n = w->tasks[k].n_nodes;

			ck_assert(n == 4 || n == 5);
			paths += n == 4;
			forks += n == 5;
		}
	}
	/* 1400 of a half, four deviations wide */
	ck_assert_msg(paths + forks > 1310 && paths + forks < 1490, "%u",
		      paths + forks);
	ck_assert_msg(paths * 10 > (paths + forks) * 7, "%u", paths);
	ck_assert_msg(paths * 10 < (paths + forks) * 8, "%u", paths);
	for (int n = 2; n <= 5; n++)
		ck_assert_msg(sizes[n] > 65 && sizes[n] < 135, "%d: %u", n,
			      sizes[n]);
}
END_TEST

/* One word in a list draws nothing: the same sets as without it. */
START_TEST(a_list_of_one_is_that_one)
{
	set("graph", "gnp");
	open_generator();
	make(3);
	for (int round = 0; round < 2; round++) {
		const struct workload *w = make(3);
		uint32_t edges = w->n_edges, nodes = w->n_nodes;

		set("graph", round ? "gnp, gnp" : "gnp*7");
		open_generator();
		w = make(3);
		ck_assert_uint_eq(w->n_edges, edges);
		ck_assert_uint_eq(w->n_nodes, nodes);
	}
}
END_TEST

static dag_time paths_longest(const struct workload *w, uint32_t task)
{
	struct arena a = {0};
	dag_time *tail = ARENA_NEW(&a, dag_time, w->n_nodes), most = 0;

	paths_tails(w, tail);
	for (uint32_t i = 0; i < w->tasks[task].n_nodes; i++) {
		dag_time t = tail[w->tasks[task].first_node + i];

		most = t > most ? t : most;
	}
	arena_free(&a);
	return most;
}

/* At 5.5 of 8 cores most sets have a DAG of more work than its path allows. */
START_TEST(sets_may_be_made_to_fit)
{
	uint64_t misfits = 0;

	set("graph", "fork_join, layered");
	set("cores", "8");
	set("utilization", "5.5");
	set("dags", "3");
	for (int fit = 0; fit <= 1; fit++) {
		unsigned too_long = 0;

		set("fit", fit ? "true" : "false");
		open_generator();
		for (uint64_t i = 1; i <= 60; i++) {
			const struct workload *w = make(i);

			for (uint32_t k = 0; k < w->n_tasks; k++)
				too_long += paths_longest(w, k) >
					    w->tasks[k].deadline;
			misfits += generator_effort(made_by).misfits;
		}
		ck_assert_msg(fit ? !too_long : too_long > 10, "%u", too_long);
	}
	ck_assert_uint_gt(misfits, 10);
	set("graph", "chain");
	set("sub_sequences", "0");
	open_generator();
	ck_assert(!generator_make(made_by, 1, &error));
	ck_assert_msg(strstr(error.msg, "longest paths are within"), "%s",
		      error.msg);
}
END_TEST

static void refused(const char *key, const char *value, const char *message)
{
	bool ok = generate_spec_set(&spec, &arena, key, value, &error);

	if (ok) {
		generator_free(made_by);
		made_by = generator_new(&spec, &error);
		ck_assert_msg(!made_by, "%s: %s passes", key, value);
	}
	ck_assert_msg(strstr(error.msg, message), "%s", error.msg);
}

START_TEST(wrong_mixes_are_named)
{
	refused("graph", "fork_join,layerd", "did you mean 'layered'");
	refused("graph", "gnp,", "graph");
	refused("graph", "gnp*0", "out of range");
	refused("dags", "0..3", "out of range");
	set("graph", "gnp, fork_join");
	refused("layers", "3", "is for the graph layered, not for gnp, fork");
	set("nodes", "5");    /* for one of them */
	set("branches", "3"); /* and the other */
	set("utilization_max", "1, 2");
	refused("dags", "2..3", "needs a fixed number of 'dags'");
	set("dags", "2");
	open_generator();
}
END_TEST

/* Another utilization: the same graphs. */
START_TEST(graphs_stay_over_a_sweep)
{
	struct generate_spec other;
	struct generator *b;

	other = spec;
	other.utilization = (struct ratio){3, 1};
	open_generator();
	b = generator_new(&other, &error);
	for (uint64_t i = 1; i <= 30; i++) {
		const struct workload *x = make(i);
		const struct workload *y = generator_make(b, i, &error);

		ck_assert(y && x->n_edges == y->n_edges);
		for (uint32_t k = 0; k < x->n_edges; k++)
			ck_assert(x->edges[k].from == y->edges[k].from &&
				  x->edges[k].to == y->edges[k].to);
	}
	generator_free(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("generate_dag");
	TCase *t = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, graphs_of_every_method, 0, N_METHODS);
	tcase_add_test(t, layers_are_depths);
	tcase_add_test(t, fans_keep_degrees);
	tcase_add_test(t, forks_are_joined);
	tcase_add_test(t, edge_probabilities);
	tcase_add_test(t, chains_are_linked);
	tcase_add_test(t, awkernel_table5);
	tcase_add_test(t, awkernel_sets_share_a_total);
	tcase_add_test(t, rd_gen_truncates_in_doubles);
	tcase_add_test(t, uniform_split_is_uniform);
	tcase_add_test(t, splits_are_exact);
	tcase_add_test(t, grouping_favours_no_place);
	tcase_add_test(t, periods_follow_node_times);
	tcase_add_test(t, communication_follows_ccr);
	tcase_add_test(t, deadlines_of_the_path);
	tcase_add_test(t, sets_mix_methods_and_sizes);
	tcase_add_test(t, a_list_of_one_is_that_one);
	tcase_add_test(t, sets_may_be_made_to_fit);
	tcase_add_test(t, wrong_mixes_are_named);
	tcase_add_test(t, graphs_stay_over_a_sweep);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
