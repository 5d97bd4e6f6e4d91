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
 * - One more stream for an admitted set, and the whole set anew.
 */
#include "analysis/online.h"
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
	printf("  %-28s %-15s %9.3f ms %10llu points%s\n", test,
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

/* What the peer needs 0.61 s for. */
static void against_peer(void)
{
	struct shape sh = {100, 1, 1, 0.9999, 5000000, 200000000, 1000, 0.7};
	struct rng r = {11};
	struct arena a = {0};
	struct analysis_set *s = make_set(&sh, &r, &a);
	struct analysis_options o = {0};
	struct analysis_input in = {.set = s, .options = &o, .arena = &a};
	struct verdict v;
	double t0 = cpu_seconds(), t;
	enum { TIMES = 20 };

	for (int k = 0; k < TIMES; k++)
		analysis_run(analysis_find("np_edf", NULL), &in, &v);
	t = (cpu_seconds() - t0) / TIMES;
	printf("100 streams, U = 0.9999: %s in %.3f ms, %.0f times as fast as"
	       " 0.61 s\n",
	       verdict_name(v.kind), 1e3 * t, 0.61 / t);
	arena_free(&a);
}

/* Time per visited point; the work grows, the price of a point hardly. */
static void growth(void)
{
	printf("cost of a visited point, np_edf with margin, U = 0.9999\n");
	for (uint32_t n = 100; n <= 100000; n *= 10) {
		struct shape sh = {n,        4,          4, 0.9999,
				   20000000, 1000000000, 1, 0.9};
		struct rng r = {13};
		struct arena a = {0};
		struct analysis_set *s = make_set(&sh, &r, &a);
		struct analysis_options o = {.want_margin = true};
		struct analysis_input in = {
			.set = s, .options = &o, .arena = &a};
		struct verdict v;
		double t0 = cpu_seconds(), t;

		analysis_run(analysis_find("np_edf", NULL), &in, &v);
		t = cpu_seconds() - t0;
		printf("  %6u streams %9llu points %7.1f ns a point\n", n,
		       (unsigned long long)v.work, 1e9 * t / (double)v.work);
		arena_free(&a);
	}
}

static const char *const all_tests[] = {"np_edf",
					"np_edf_same_deadline",
					"np_edf_cross_deadline",
					"np_edf_cross_deadline_tight",
					"np_fp_rta",
					"np_fifo"};
enum { ALL_TESTS = sizeof(all_tests) / sizeof(*all_tests) };

static void random_sets(unsigned long n)
{
	unsigned long admitted[ALL_TESTS] = {0};
	double spent[ALL_TESTS] = {0}, all = 0;
	const struct analysis_options o = {0};
	struct rng r = {17};
	struct arena a = {0};

	for (unsigned long k = 0; k < n; k++) {
		struct shape sh = {
			10,       2,         4,      0.2 + 0.8 * unit(&r),
			10000000, 200000000, 100000, 0.6};
		struct analysis_set *s;

		arena_reset(&a);
		s = make_set(&sh, &r, &a);
		for (int i = 0; i < ALL_TESTS; i++) {
			struct analysis_input in = {
				.set = s, .options = &o, .arena = &a};
			struct verdict v;
			double t0 = cpu_seconds();

			analysis_run(analysis_find(all_tests[i], NULL), &in,
				     &v);
			spent[i] += cpu_seconds() - t0;
			admitted[i] += v.kind == VERDICT_SCHEDULABLE;
		}
	}
	printf("%lu random sets of 10 streams\n", n);
	for (int i = 0; i < ALL_TESTS; i++) {
		printf("  %-28s admits %5.1f %%  %8.0f sets a second\n",
		       all_tests[i], 100.0 * (double)admitted[i] / (double)n,
		       (double)n / spent[i]);
		all += spent[i];
	}
	printf("  all of them                  %23.0f sets a second\n",
	       (double)n / all);
	arena_free(&a);
}

/* Streams join one by one; the last hundred are timed. */
static void online_joins(const char *test, uint32_t n, double u)
{
	struct shape sh = {n, 4, 4, u, 20000000, 1000000000, 1, 0.7};
	struct rng r = {19};
	struct arena a = {0};
	struct analysis_set *s = make_set(&sh, &r, &a);
	const struct analysis_options o = {0};
	const struct analysis_test *t = analysis_find(test, NULL);
	struct online *on = online_new(s, t, &o);
	struct analysis_input in = {.set = s, .options = &o, .arena = &a};
	uint32_t late = s->n_tasks - 100;
	double t0 = 0, ask, whole;
	struct verdict v;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct online_answer x;

		if (i == late)
			t0 = cpu_seconds();
		online_ask(on, &s->tasks[i], &x);
	}
	ask = (cpu_seconds() - t0) / 100;
	t0 = cpu_seconds();
	analysis_run(t, &in, &v);
	whole = cpu_seconds() - t0;
	printf("  %-28s %5u streams, U = %-5g %8.3f ms, whole set %8.3f ms\n",
	       test, n, u, 1e3 * ask, 1e3 * whole);
	online_free(on);
	arena_free(&a);
}

int main(int argc, char **argv)
{
	unsigned long sets = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
	static const double us[] = {0.999, 0.9999};

	against_peer();
	for (int i = 0; i < 2; i++)
		for (uint32_t n = 100; n <= 10000; n *= 100) {
			large_set(n, us[i], 0.7);
		}
	growth();
	random_sets(sets);
	printf("one more stream for an admitted set\n");
	online_joins("np_edf", 10000, 0.9);
	online_joins("np_edf", 10000, 0.99);
	online_joins("np_edf_same_deadline", 10000, 0.9);
	online_joins("np_fifo", 10000, 0.02);
	online_joins("np_fp_rta", 1000, 0.02);
	online_joins("np_edf_cross_deadline", 1000, 0.3);
	online_joins("np_edf_cross_deadline_tight", 1000, 0.8);
	return 0;
}
