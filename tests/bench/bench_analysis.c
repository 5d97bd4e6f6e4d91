/* bench_analysis.c - what a verdict costs
 *
 *   build/tests/bench/bench_analysis [SETS]
 *
 * - Large sets: streams on models of several streams each, every period its
 *   own, D in [0.7 T, T], scaled to a utilization; each test's verdict, CPU
 *   time and points.  The peer (edgesched 0.1.0, a plain scan in Python)
 *   takes 0.61 s for 100 streams at U = 0.9999 and refuses 10 000.
 * - The cost of one visited point as sets grow: it may grow like log n.
 * - SETS random sets of 10 streams through every test in one process.
 */
#include "analysis/test.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- sets --- */

struct shape {
	uint32_t streams, per_model; /* streams of a model                */
	uint32_t max_batch;
	double utilization;
	int64_t shortest, longest; /* periods, ns                         */
	int64_t granule;           /* periods and deadlines are multiples */
	double least_deadline;     /* D in [this, 1] T                    */
};

static double unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

static void make_tasks(struct workload *w, const struct shape *sh,
		       struct rng *r)
{
	uint32_t n = sh->streams;

	w->tasks = ARENA_NEW(&w->arena, struct task, n);
	w->nodes = ARENA_NEW(&w->arena, struct node, n);
	for (uint32_t i = 0; i < n; i++) {
		struct task *t = &w->tasks[i];
		uint64_t span = (uint64_t)(sh->longest - sh->shortest);
		double d =
			sh->least_deadline + (1 - sh->least_deadline) * unit(r);

		t->name = "s";
		t->first_node = i;
		t->n_nodes = 1;
		t->group = NONE;
		t->priority = (int32_t)i;
		t->period = sh->shortest + (int64_t)rng_next_below(r, span);
		t->period -= t->period % sh->granule;
		t->deadline = (int64_t)((double)t->period * d);
		t->deadline -= t->deadline % sh->granule;
		w->nodes[i] =
			(struct node){.task = i, .model = i / sh->per_model};
	}
	w->n_tasks = w->n_nodes = n;
}

/* Affine tables; C(1) such that the utilization is met. */
static void make_models(struct workload *w, const struct shape *sh,
			struct rng *r)
{
	uint32_t n = (sh->streams + sh->per_model - 1) / sh->per_model;
	double *weight = ARENA_NEW(&w->arena, double, n), sum = 0;

	w->models = ARENA_NEW(&w->arena, struct model, n);
	w->n_models = n;
	for (uint32_t i = 0; i < n; i++)
		weight[i] = 0.2 + unit(r);
	for (uint32_t i = 0; i < sh->streams; i++)
		sum += weight[w->nodes[i].model] / (double)w->tasks[i].period;
	for (uint32_t i = 0; i < n; i++) {
		dag_time *c = ARENA_NEW(&w->arena, dag_time, sh->max_batch);
		double one = weight[i] * sh->utilization / sum;

		for (uint32_t b = 0; b < sh->max_batch; b++)
			c[b] = 1 + (dag_time)(one * (1 + 0.25 * b));
		w->models[i] = (struct model){
			.name = "m", .max_batch = sh->max_batch, .latency = c};
	}
}

static struct analysis_set *make_set(const struct shape *sh, struct rng *r,
				     struct arena *a)
{
	static const struct analysis_charge nominal;
	struct workload *w = ARENA_NEW(a, struct workload, 1);
	struct analysis_set *s;

	w->sim.safety_factor = (struct ratio){1, 1};
	w->platform.n_accelerators = 1;
	make_tasks(w, sh, r);
	make_models(w, sh, r);
	s = set_build(w, &nominal, TIME_DENSE, a);
	arena_free(&w->arena);
	return s;
}

/* --- measurements --- */

static void verdict_line(const struct analysis_set *s, const char *test,
			 struct arena *a, bool margin)
{
	struct analysis_options o = {.want_margin = margin};
	struct analysis_input in = {.set = s, .options = &o, .arena = a};
	struct verdict v;
	double t0 = cpu_seconds(), t;

	analysis_run(analysis_find(test, NULL), &in, &v);
	t = cpu_seconds() - t0;
	printf("  %-28s %-15s %9.3f ms %10llu visits%s\n", test,
	       verdict_name(v.kind), 1e3 * t, (unsigned long long)v.work,
	       !margin          ? ""
	       : v.margin_exact ? "  with exact margin"
				: "  margin not exact");
}

static const char *const edf_tests[] = {"np_edf", "np_edf_same_deadline",
					"np_edf_cross_deadline",
					"np_edf_cross_deadline_tight"};
enum { EDF_TESTS = sizeof(edf_tests) / sizeof(*edf_tests) };

static void large_set(uint32_t n, double u, double least_deadline)
{
	struct shape sh = {n, 4, 4, u, 20000000, 1000000000, 1, least_deadline};
	struct rng r = {7};
	struct arena a = {0};
	struct analysis_set *s = make_set(&sh, &r, &a);

	printf("%u streams, U = %g, D >= %g T\n", n, u, least_deadline);
	for (int k = 0; k < EDF_TESTS; k++) {
		verdict_line(s, edf_tests[k], &a, false);
		verdict_line(s, edf_tests[k], &a, true);
	}
	arena_free(&a);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	static const double us[] = {0.9, 0.999, 0.9999};

	for (int i = 0; i < 3; i++)
		for (uint32_t n = 100; n <= 10000; n *= 10) {
			large_set(n, us[i], 1);
			large_set(n, us[i], 0.7);
		}
	return 0;
}
