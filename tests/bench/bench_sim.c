/* bench_sim.c - what a simulated job costs, as ratios in one run
 *
 *   build/tests/bench/bench_sim [JOBS]
 *
 * The yardstick is the bare loop: releases and ready jobs in two 4-ary heaps
 * and one draw from a table a job, with no policy, metrics, trace or checks
 * around it.  dagsim runs the same task sets under edf with noise and
 * metrics.  Also printed: how the cost of a job grows with the queue in
 * run-late overload, and the memory of short and long runs.
 */
#include "base/rng.h"
#include "sim/sim.h"
#include "trace/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- the bare loop --- */

struct item {
	int64_t key, release;
	uint32_t task;
};

static void push(struct item *h, size_t *n, struct item x)
{
	size_t i = (*n)++;

	while (i && h[(i - 1) / 4].key > x.key) {
		h[i] = h[(i - 1) / 4];
		i = (i - 1) / 4;
	}
	h[i] = x;
}

static void sink_down(struct item *h, size_t n, struct item x)
{
	size_t i = 0;

	for (;;) {
		size_t c = 4 * i + 1, best = c, end = c + 4 < n ? c + 4 : n;

		if (c >= n)
			break;
		for (c++; c < end; c++)
			if (h[c].key < h[best].key)
				best = c;
		if (h[best].key >= x.key)
			break;
		h[i] = h[best];
		i = best;
	}
	h[i] = x;
}

struct bare {
	struct item *releases, *ready;
	size_t n_ready;
	uint64_t missed, hash;
};

static void bare_release(struct bare *b, const dag_time *period, size_t n,
			 int64_t now)
{
	while (b->releases[0].key <= now) {
		struct item x = b->releases[0], next = x;

		next.key += period[x.task];
		sink_down(b->releases, n, next);
		push(b->ready, &b->n_ready,
		     (struct item){next.key, x.key, x.task});
	}
}

/* ns per job of the bare loop over `jobs` jobs. */
static double bare_loop(const dag_time *period, const dag_time *cost, size_t n,
			const struct noise *noise, uint64_t jobs)
{
	struct bare b = {calloc(n + 1, sizeof(struct item)),
			 calloc(64 * n + 64, sizeof(struct item)), 0, 0, 0};
	struct rng rng = {42};
	int64_t now = 0;
	double start;

	for (size_t i = 0; i < n; i++)
		b.releases[i] = (struct item){0, 0, (uint32_t)i};
	start = cpu_seconds();
	for (uint64_t done = 0; done < jobs;) {
		struct item j;

		bare_release(&b, period, n, now);
		if (!b.n_ready) {
			now = b.releases[0].key;
			continue;
		}
		j = b.ready[0];
		if (--b.n_ready)
			sink_down(b.ready, b.n_ready, b.ready[b.n_ready]);
		now += noise_apply(
			cost[j.task],
			noise_quantile(noise->table, rng_next(&rng)));
		b.missed += now > j.key;
		b.hash = b.hash * UINT64_C(0x100000001b3) ^ (uint64_t)now;
		done++;
	}
	start = cpu_seconds() - start;
	if (b.hash == 1)
		puts("");
	free(b.releases);
	free(b.ready);
	return start * 1e9 / (double)jobs;
}

/* --- task sets: U = 0.9, periods 5 to 205 ms, implicit deadlines --- */

static struct workload *make_set(uint32_t n, const dag_time *period,
				 const dag_time *cost)
{
	struct workload *w = calloc(1, sizeof(*w));
	struct arena *a = &w->arena;
	struct dag_error e;

	w->file = w->name = w->device = "bench";
	w->n_models = w->n_tasks = w->n_nodes = n;
	w->models = ARENA_NEW(a, struct model, n);
	w->tasks = ARENA_NEW(a, struct task, n);
	w->nodes = ARENA_NEW(a, struct node, n);
	w->platform.n_accelerators = 1;
	w->sim = (struct sim_defaults){NS_PER_S, LATE_DROP, {1, 1}, 0};
	for (uint32_t i = 0; i < n; i++) {
		dag_time *latency = ARENA_NEW(a, dag_time, 1);
		char *name = arena_printf(a, "s%05u", i);

		*latency = cost[i];
		w->models[i] = (struct model){
			.name = name, .max_batch = 1, .latency = latency};
		if (!noise_init(&w->models[i].noise, a, NOISE_LOGNORMAL, 0, 0.1,
				&e))
			exit(1);
		if (i) /* one table is enough */
			w->models[i].noise = w->models[0].noise;
		w->tasks[i] = (struct task){.name = name,
					    .key = rng_name_key(name),
					    .first_node = i,
					    .n_nodes = 1,
					    .period = period[i],
					    .deadline = period[i],
					    .group = NONE};
		w->nodes[i] =
			(struct node){.name = name, .task = i, .model = i};
	}
	if (!workload_check(w, &e)) {
		fprintf(stderr, "%s\n", e.msg);
		exit(1);
	}
	return w;
}

struct outcome {
	double seconds;
	uint64_t jobs, missed;
};

static struct outcome simulate(const struct workload *w, const char *policy,
			       dag_time horizon, enum late_policy late)
{
	struct arena a = {0};
	struct dag_error e;
	struct policy p;
	struct trace_header h = {0};
	struct sim_config c = {.workload = w,
			       .policy = &p,
			       .horizon = horizon,
			       .seed = 1,
			       .late = late,
			       .noise = true};
	struct metrics_run run;
	struct metrics *m;
	struct trace_sink *sink;
	double start = cpu_seconds();

	if (!policy_init(&p, policy_find(policy, &e), w, &a, &e))
		exit(1);
	trace_header_init(&h, w, &a);
	h.policy = policy;
	h.horizon = horizon;
	m = metrics_new(&h);
	sink = metrics_sink(m);
	if (!sim_run(&c, &a, &sink, 1, NULL, &e)) {
		fprintf(stderr, "%s\n", e.msg);
		exit(1);
	}
	metrics_report(m, &a, &run);
	start = cpu_seconds() - start;
	struct outcome out = {start, run.overall.released,
			      metrics_missed(&run.overall)};
	metrics_free(m);
	arena_free(&a);
	return out;
}

/* --- what is printed --- */

static void best_of(double *best, double value)
{
	if (*best == 0 || value < *best)
		*best = value;
}

static void compare_with_bare(uint32_t n, uint64_t jobs)
{
	dag_time *period = calloc(n, sizeof(*period));
	dag_time *cost = calloc(n, sizeof(*cost));
	struct rng rng = {7};
	double rate = 0, bare = 0, full = 0;
	struct workload *w;
	dag_time horizon;

	for (uint32_t i = 0; i < n; i++) {
		period[i] = 5 * NS_PER_MS +
			    (dag_time)rng_next_below(&rng, 200 * NS_PER_MS);
		cost[i] = period[i] / n * 9 / 10;
		rate += 1e9 / (double)period[i];
	}
	w = make_set(n, period, cost);
	horizon = (dag_time)((double)jobs / rate * 1e9);
	for (int round = 0; round < 5; round++) {
		struct outcome o = simulate(w, "edf", horizon, LATE_DROP);

		best_of(&full, o.seconds * 1e9 / (double)o.jobs);
		best_of(&bare,
			bare_loop(period, cost, n, &w->models[0].noise, jobs));
	}
	printf("edf, noise and metrics  %5u streams  %6.1f ns/job  bare loop "
	       "%6.1f ns/job  ratio %.2f\n",
	       n, full, bare, full / bare);
	workload_free(w);
	free(period);
	free(cost);
}

/* Run-late overload: what a job costs as the queue grows. */
static void overload(const char *policy, dag_time horizon)
{
	enum { STREAMS = 10 };
	dag_time period[STREAMS], cost[STREAMS];
	struct workload *w;
	struct outcome o;

	for (int i = 0; i < STREAMS; i++) {
		period[i] = 10 * NS_PER_MS + i * NS_PER_MS;
		cost[i] = period[i] * 3 / STREAMS;
	}
	w = make_set(STREAMS, period, cost);
	o = simulate(w, policy, horizon, LATE_RUN);
	printf("overload U = 3, late jobs run, %-14s %6lld s  %8llu jobs  "
	       "%6.1f ns/job\n",
	       policy, (long long)(horizon / NS_PER_S),
	       (unsigned long long)o.jobs, o.seconds * 1e9 / (double)o.jobs);
	workload_free(w);
}

static long peak_kib(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

static void memory(void)
{
	dag_time period[4] = {5000000, 7000000, 11000000, 13000000};
	dag_time cost[4] = {1100000, 1500000, 2400000, 2900000};
	struct workload *w = make_set(4, period, cost);
	long before;

	simulate(w, "edf_batch", 60 * NS_PER_S, LATE_DROP);
	before = peak_kib();
	simulate(w, "edf_batch", 6000 * NS_PER_S, LATE_DROP);
	printf("peak memory after 60 s of virtual time %ld KiB, after 6000 s "
	       "%ld KiB\n",
	       before, peak_kib());
	workload_free(w);
}

int main(int argc, char **argv)
{
	uint64_t jobs = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000000;

	memory();
	for (uint32_t n = 10; n <= (argc > 2 ? 10 : 10000); n *= 10)
		compare_with_bare(n, jobs);
	for (dag_time s = 60; s <= 960; s *= 4) {
		overload("edf", s * NS_PER_S);
		overload("edf_batch", s * NS_PER_S);
	}
	return 0;
}
