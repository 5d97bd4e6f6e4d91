/* bench_platform.c - what an executor costs a run, a callback
 *
 *   build/tests/bench/bench_platform [SECONDS [PLATFORM]]
 *
 * The same workload (chains, DAGs; SECONDS of virtual time, 20 unless given)
 * is run by the simulator, where cores take nodes, and on platforms, where
 * executors on threads do; both count metrics of every record.  All run in
 * turn in one process, so the ratio of the times of a callback holds on a busy
 * machine.  What is asked: at most twice the plain run.
 */
#include "base/rng.h"
#include "model/load.h"
#include "platform/platform.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, TEXT = 1 << 16 };

static const char *const presets[] = {
	"threads",  "ros2-ste",    "ros2-ste-dashing", "ros2-static",
	"ros2-mte", "ros2-events", "ros2-isolated",    "picas",
};
enum { PRESETS = sizeof(presets) / sizeof(*presets) };

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Chains of `length` nodes, or, with `wide`, a fork of as many into one. */
static struct workload *make(unsigned tasks, unsigned length, int wide)
{
	static char text[TEXT];
	struct dag_error e = {0};
	size_t n = (size_t)sprintf(text, "platform: {cores: 4}\ntasks:\n");
	struct workload *w;

	for (unsigned i = 0; i < tasks; i++) {
		unsigned period = 5 + 3 * i % 17;

		n += (size_t)sprintf(text + n,
				     "  - {name: t%u, period: %ums, nodes: {",
				     i, period);
		for (unsigned k = 0; k < length; k++)
			n += (size_t)sprintf(text + n, "%sn%u: %uus",
					     k ? ", " : "", k,
					     period * 2000 / length / tasks);
		n += (size_t)sprintf(text + n, "}, edges: [");
		for (unsigned k = 1; k < length; k++)
			n += (size_t)sprintf(
				text + n, "%s[n%u, n%u]", k > 1 ? ", " : "",
				wide && k < length - 1 ? 0 : k - 1, k);
		for (unsigned k = 1; wide && k + 2 < length; k++)
			n += (size_t)sprintf(text + n, ", [n%u, n%u]", k,
					     length - 1);
		n += (size_t)sprintf(text + n, "]}\n");
	}
	w = workload_load_memory("bench", text, n, NULL, &e);
	if (w)
		return w;
	fprintf(stderr, "%u:%u: %s\n", e.line, e.col, e.msg);
	exit(2);
}

/* ns a callback. */
static double per_callback(double seconds, const struct metrics *m,
			   struct arena *a)
{
	struct metrics_run r;
	uint64_t n;

	metrics_report(m, a, &r);
	n = r.overall.executions;
	return n ? seconds * 1e9 / (double)n : 0;
}

static double plain(const struct workload *w, dag_time horizon)
{
	struct arena a = {0};
	struct trace_header h = {0};
	struct trace_sink *sink;
	struct dag_error e;
	struct lineup l;
	struct sim_config c = {
		.workload = w, .horizon = horizon, .late = LATE_RUN};
	struct metrics *m;
	double t;

	if (!lineup_init(&l, "gfp", w, &a, &e))
		exit(2);
	c.policy = l.policy;
	if (!sim_place(&c, &a, &e))
		exit(2);
	trace_header_init(&h, w, &a);
	sim_describe(&h, &c, &a);
	m = metrics_new(&h);
	sink = metrics_sink(m);
	t = cpu_seconds();
	if (!sim_run(&c, &a, &sink, 1, NULL, &e))
		exit(2);
	t = per_callback(cpu_seconds() - t, m, &a);
	metrics_free(m);
	arena_free(&a);
	return t;
}

static double on(const struct workload *w, const char *preset, dag_time horizon)
{
	struct arena a = {0};
	struct trace_header h = {0};
	struct trace_sink *sink;
	struct dag_error e = {0};
	struct lineup l;
	struct platform_config c = {.horizon = horizon};
	const struct preset *p = preset_find(preset, &e);
	struct mapping *map = p ? mapping_make(w, p, NULL, &a, &e) : NULL;
	struct metrics *m;
	double t;

	if (!map || !lineup_init(&l, p->policy, map->threads, &a, &e)) {
		fprintf(stderr, "%s: %s\n", preset, e.msg);
		exit(2);
	}
	c.mapping = map;
	c.policy = l.policy;
	if (!platform_place(&c, &a, &e))
		exit(2);
	trace_header_init(&h, w, &a);
	platform_describe(&h, &c, &a);
	m = metrics_new(&h);
	sink = metrics_sink(m);
	t = cpu_seconds();
	if (!platform_run(&c, &a, &sink, 1, NULL, &e))
		exit(2);
	t = per_callback(cpu_seconds() - t, m, &a);
	metrics_free(m);
	arena_free(&a);
	return t;
}

static void measure(const char *name, const struct workload *w,
		    dag_time horizon, const char *only)
{
	double best[PRESETS + 1];

	for (int i = 0; i <= PRESETS; i++)
		best[i] = 1e9;
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i <= PRESETS; i++) {
			if (i && only && strcmp(only, presets[i - 1]) != 0)
				continue;
			double t = i ? on(w, presets[i - 1], horizon)
				     : plain(w, horizon);

			if (t < best[i])
				best[i] = t;
		}
	printf("%s: %u callbacks, plain %.0f ns each\n", name, w->n_nodes,
	       best[0]);
	for (int i = 1; i <= PRESETS; i++)
		if (best[i] < 1e9)
			printf("  %-18s %5.0f ns  %.2f\n", presets[i - 1],
			       best[i], best[i] / best[0]);
}

int main(int argc, char **argv)
{
	dag_time horizon = (argc > 1 ? atoi(argv[1]) : 20) * NS_PER_S;
	const char *only = argc > 2 ? argv[2] : NULL;
	struct workload *chains = make(8, 5, 0), *wide = make(8, 8, 1),
			*many = make(100, 4, 0);

	measure("8 chains of 5", chains, horizon, only);
	measure("8 forks of 8", wide, horizon, only);
	measure("100 chains of 4", many, horizon / 4, only);
	workload_free(chains);
	workload_free(wide);
	workload_free(many);
	return 0;
}
