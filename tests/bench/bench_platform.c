/* bench_platform.c - what a platform costs a run, a callback
 *
 *   build/tests/bench/bench_platform [CALLBACKS [WORKLOAD [PLATFORM]]]
 *
 * The same workloads, so long that about CALLBACKS (100 000 unless given) end,
 * are run by the simulator, where cores take nodes, and on platforms; all
 * count metrics of every record.  A last column has the ratio where the trace
 * is written, too.  All run in turn in one process, and the fastest of five
 * rounds counts, so the ratios of the times of a callback hold on a busy
 * machine.  What is asked: at most twice the plain run.
 *
 * WORKLOAD, PLATFORM: only those that have that in their names.
 */
#include "base/rng.h"
#include "model/load.h"
#include "platform/launch.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5 };

/* A platform, and how it is set up. */
struct setting {
	const char *title, *platform; /* NULL: the plain run              */
	const char *policy;           /* NULL: the platform's             */
	enum executor_per per;
	enum thread_map map;
};

static const struct setting settings[] = {
	{"plain", NULL, "gfp", PER_PRESET, MAP_PRESET},
	{"threads", "threads", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-ste", "ros2-ste", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-ste, all in one", "ros2-ste", NULL, PER_ALL, MAP_PRESET},
	{"ros2-ste-dashing", "ros2-ste-dashing", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-static", "ros2-static", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-mte", "ros2-mte", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-mte, all in one", "ros2-mte", NULL, PER_ALL, MAP_PRESET},
	{"ros2-mte-jazzy, all in one", "ros2-mte-jazzy", NULL, PER_ALL,
	 MAP_PRESET},
	{"ros2-events", "ros2-events", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-events, all in one", "ros2-events", NULL, PER_ALL, MAP_PRESET},
	{"ros2-events-timers", "ros2-events-timers", NULL, PER_PRESET,
	 MAP_PRESET},
	{"ros2-isolated", "ros2-isolated", NULL, PER_PRESET, MAP_PRESET},
	{"ros2-isolated+deadline", "ros2-isolated+deadline", NULL, PER_PRESET,
	 MAP_PRESET},
	{"threads, approach3", "threads", NULL, PER_PRESET, MAP_APPROACH3},
	{"threads, rmin", "threads", NULL, PER_PRESET, MAP_RMIN},
	{"picas", "picas", NULL, PER_PRESET, MAP_PRESET},
	{"picas, all in one", "picas", NULL, PER_ALL, MAP_PRESET},
	{"awkernel", "awkernel", NULL, PER_PRESET, MAP_PRESET},
	{"yasmin", "yasmin", NULL, PER_PRESET, MAP_PRESET},
};
enum { SETTINGS = sizeof(settings) / sizeof(*settings) };

/* Tasks of so many nodes: chains, or, with `wide`, forks of one into many
 * into one. */
struct shape {
	const char *title;
	unsigned tasks, length;
	bool wide;
	unsigned cores;
};

static const struct shape shapes[] = {
	{"10 single", 10, 1, false, 1},
	{"100 single", 100, 1, false, 4},
	{"1000 single", 1000, 1, false, 16},
	{"2 chains of 5", 2, 5, false, 1},
	{"8 chains of 5", 8, 5, false, 4},
	{"8 forks of 8", 8, 8, true, 4},
	{"100 chains of 4", 100, 4, false, 4},
	{"50 forks of 20", 50, 20, true, 16},
	{"1000 chains of 10", 1000, 10, false, 16},
};
enum { SHAPES = sizeof(shapes) / sizeof(*shapes) };

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned period_ms(unsigned i)
{
	return 5 + 3 * i % 17;
}

static void write_task(FILE *f, const struct shape *s, unsigned busy,
		       unsigned i)
{
	unsigned wcet_ns = (unsigned)(600000.0 * period_ms(i) * busy /
				      s->length / s->tasks);

	fprintf(f, "  - {name: t%u, period: %ums, nodes: {", i, period_ms(i));
	for (unsigned k = 0; k < s->length; k++)
		fprintf(f, "%sn%u: %uns", k ? ", " : "", k, wcet_ns);
	fprintf(f, "}, edges: [");
	for (unsigned k = 1; k < s->length; k++)
		fprintf(f, "%s[n%u, n%u]", k > 1 ? ", " : "",
			s->wide && k < s->length - 1 ? 0 : k - 1, k);
	for (unsigned k = 1; s->wide && k + 2 < s->length; k++)
		fprintf(f, ", [n%u, n%u]", k, s->length - 1);
	fprintf(f, "]}\n");
}

/* Tasks that use 60 % of so many cores. */
static struct workload *make(const struct shape *s, unsigned busy)
{
	struct dag_error e = {0};
	struct workload *w;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fprintf(f, "platform: {cores: %u}\ntasks:\n", s->cores);
	for (unsigned i = 0; i < s->tasks; i++)
		write_task(f, s, busy, i);
	fclose(f);
	w = workload_load_memory("bench", text, size, NULL, &e);
	free(text);
	if (w)
		return w;
	fprintf(stderr, "%u:%u: %s\n", e.line, e.col, e.msg);
	exit(2);
}

/* A core each, in turn; what SCHED_DEADLINE admits. */
static const struct reserved *reserve(const struct workload *w, struct arena *a)
{
	struct reserved *r = ARENA_NEW(a, struct reserved, w->n_tasks);
	uint32_t *cores = ARENA_NEW(a, uint32_t, w->n_tasks);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];
		dag_time runtime = 0;

		for (uint32_t k = 0; k < t->n_nodes; k++)
			runtime += w->models[w->nodes[t->first_node + k].model]
					   .latency[0];
		if (runtime < CBS_RUNTIME_MIN)
			runtime = CBS_RUNTIME_MIN;
		cores[i] = i % w->platform.n_cores;
		r[i] = (struct reserved){runtime, t->period, t->period,
					 &cores[i], 1};
	}
	return r;
}

static bool prepare(struct launch *l, const struct setting *s,
		    const struct workload *w, dag_time horizon, struct arena *a,
		    struct dag_error *e)
{
	struct launch_options o = {
		.policy = s->policy,
		.mapping = {.per = s->per},
		.map = s->map,
		.horizon = horizon,
		.late = LATE_RUN,
	};
	struct lineup lineup;

	if (s->map >= MAP_RMIN)
		o.reserved = reserve(w, a);
	if (s->platform)
		return launch_prepare(l, s->platform, w, &o, a, e);
	*l = (struct launch){.workload = w};
	if (!lineup_init(&lineup, s->policy, w, a, e))
		return false;
	l->policy = lineup.name;
	l->sim = (struct sim_config){.workload = w,
				     .policy = lineup.policy,
				     .horizon = horizon,
				     .late = LATE_RUN};
	return sim_place(&l->sim, a, e);
}

/* ns a callback; 0 where the platform cannot run the workload. */
static double once(const struct setting *s, const struct workload *w,
		   dag_time horizon, bool traced)
{
	struct arena a = {0};
	struct trace_header h = {0};
	struct trace_sink *sinks[2];
	struct dag_error e = {0};
	struct launch l;
	struct metrics *m;
	struct metrics_run r;
	struct trace_writer *out;
	FILE *file = traced ? tmpfile() : NULL;
	double t;

	if (!prepare(&l, s, w, horizon, &a, &e)) {
		arena_free(&a);
		return 0;
	}
	trace_header_init(&h, l.workload, &a);
	launch_describe(&l, &h, &a);
	m = metrics_new(&h);
	out = trace_writer_new(file, "trace");
	sinks[0] = metrics_sink(m);
	sinks[1] = trace_writer_sink(out);
	trace_writer_begin(out, &h, false);
	t = cpu_seconds();
	if (!launch_run(&l, &a, sinks, 1 + traced, &e)) {
		fprintf(stderr, "%s: %s\n", s->title, e.msg);
		exit(2);
	}
	t = cpu_seconds() - t;
	trace_writer_end(out, NULL);
	trace_writer_close(out, &e);
	if (file)
		fclose(file);
	metrics_report(m, &a, &r);
	t = r.overall.executions ? t * 1e9 / (double)r.overall.executions : 0;
	metrics_free(m);
	arena_free(&a);
	return t;
}

static dag_time horizon_for(const struct shape *s, double callbacks)
{
	double per_s = 0;

	for (unsigned i = 0; i < s->tasks; i++)
		per_s += 1000.0 * s->length / period_ms(i);
	return (dag_time)(callbacks / per_s * 1e9) + 1;
}

static bool wanted(const char *name, const char *part)
{
	return !part || strstr(name, part);
}

/* What fits on one thread, or what fits on the cores. */
static void measure(const struct shape *shape, bool one, double callbacks,
		    const char *only)
{
	struct workload *w = make(shape, one ? 1 : shape->cores);
	dag_time horizon = horizon_for(shape, callbacks);
	double best[SETTINGS][2];

	for (int i = 0; i < SETTINGS; i++)
		best[i][0] = best[i][1] = 1e9;
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < SETTINGS; i++)
			for (int traced = 0; traced < 2; traced++) {
				const struct setting *s = &settings[i];
				double t;

				if (i && (!wanted(s->title, only) ||
					  (s->per == PER_ALL) != one))
					continue;
				t = once(s, w, horizon, traced);
				if (t < best[i][traced])
					best[i][traced] = t;
			}
	printf("%s, %u cores%s: plain %.0f ns a callback, traced %.0f\n",
	       shape->title, shape->cores, one ? ", one executor" : "",
	       best[0][0], best[0][1]);
	for (int i = 1; i < SETTINGS; i++)
		if (best[i][0] > 0 && best[i][0] < 1e9)
			printf("  %-26s %5.0f ns  %.2f   traced %.2f\n",
			       settings[i].title, best[i][0],
			       best[i][0] / best[0][0],
			       best[i][1] / best[0][1]);
	fflush(stdout);
	workload_free(w);
}

int main(int argc, char **argv)
{
	double callbacks = argc > 1 ? atof(argv[1]) : 100000;
	const char *only = argc > 3 ? argv[3] : NULL;

	for (int i = 0; i < SHAPES; i++) {
		if (!wanted(shapes[i].title, argc > 2 ? argv[2] : NULL))
			continue;
		measure(&shapes[i], false, callbacks, only);
		measure(&shapes[i], true, callbacks, only);
	}
	return 0;
}
