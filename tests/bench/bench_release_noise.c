/* bench_release_noise.c - nanoseconds a release, a noise draw, a table
 *   build/tests/bench/bench_release_noise [million draws a row, default 5]
 *
 * The best of three rounds each.  Releases of n periodic tasks, periods 5 to
 * 200 ms; "heap" is the same merge by replacing the top of a 4-ary heap,
 * written as plainly as in a bare event loop.  Draws feed a dependent sum, so
 * nothing is optimized away; GSL's generator is its default for a lognormal.
 */
#include "model/release.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t sink; /* printed at the end */

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static struct workload make_tasks(struct arena *a, uint32_t n, bool random)
{
	struct workload w = {.n_tasks = n};
	struct rng r = {1};

	w.tasks = ARENA_NEW(a, struct task, n);
	for (uint32_t i = 0; i < n; i++) {
		struct task *t = &w.tasks[i];

		t->key = rng_next(&r);
		t->first_node = i;
		t->period =
			5 * NS_PER_MS + (dag_time)rng_next_below(&r, 195000000);
		t->deadline = t->period;
		if (random) {
			t->jitter = t->period / 10;
			t->arrival = SPORADIC;
			t->extra_mean = t->period / 10;
		}
	}
	return w;
}

static double time_cursor(const struct workload *w, uint64_t count)
{
	struct arena a = {0};
	struct release_cursor *c = release_open(&a, w, 1, DAG_TIME_MAX);
	struct release r;
	double start = now_ns(), t;

	for (uint64_t i = 0; i < count; i++) {
		release_next(c, &r);
		sink = sink * 31 + (uint64_t)(r.time ^ r.deadline) + r.tie;
	}
	t = (now_ns() - start) / (double)count;
	arena_free(&a);
	return t;
}

struct entry {
	dag_time time;
	uint32_t task;
};

static bool before(const struct entry *x, const struct entry *y)
{
	return x->time < y->time || (x->time == y->time && x->task < y->task);
}

static double time_heap(const struct workload *w, uint64_t count)
{
	uint32_t n = w->n_tasks;
	struct entry *h = calloc(n, sizeof(*h));
	double start, t;

	for (uint32_t i = 0; i < n; i++)
		h[i].task = i;
	start = now_ns();
	for (uint64_t k = 0; k < count; k++) {
		struct entry x = h[0];
		uint32_t i = 0, c;

		sink = sink * 31 +
		       (uint64_t)(x.time + w->tasks[x.task].deadline);
		x.time += w->tasks[x.task].period;
		for (; (c = 4 * i + 1) < n; i = c) {
			uint32_t end = c + 4 < n ? c + 4 : n;

			for (uint32_t j = c + 1; j < end; j++)
				if (before(&h[j], &h[c]))
					c = j;
			if (!before(&h[c], &x))
				break;
			h[i] = h[c];
		}
		h[i] = x;
	}
	t = (now_ns() - start) / (double)count;
	free(h);
	return t;
}

static double time_draws(const struct noise *n, uint64_t count)
{
	double start = now_ns();

	for (uint64_t i = 0; i < count; i++)
		sink += (uint64_t)noise_apply(5000000,
					      noise_draw(n, 17, 18, i));
	return (now_ns() - start) / (double)count;
}

static double time_gsl(uint64_t count)
{
	gsl_rng *g = gsl_rng_alloc(gsl_rng_mt19937);
	double start = now_ns(), t;

	for (uint64_t i = 0; i < count; i++)
		sink += (uint64_t)(5e6 * gsl_ran_lognormal(g, 0, 0.1));
	t = (now_ns() - start) / (double)count;
	gsl_rng_free(g);
	return t;
}

#define BEST(var, expr)                                                        \
	do {                                                                   \
		(var) = 1e300;                                                 \
		for (int round = 0; round < 3; round++) {                      \
			double t_ = (expr);                                    \
                                                                               \
			(var) = t_ < (var) ? t_ : (var);                       \
		}                                                              \
	} while (0)

static void bench_releases(uint64_t count)
{
	static const uint32_t sizes[] = {10, 100, 1000, 10000};

	printf("%-10s %10s %10s %22s\n", "tasks", "heap", "periodic",
	       "jitter and sporadic");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct arena a = {0};
		struct workload w = make_tasks(&a, sizes[i], false);
		struct workload v = make_tasks(&a, sizes[i], true);
		double heap, plain, random;

		BEST(heap, time_heap(&w, count));
		BEST(plain, time_cursor(&w, count));
		BEST(random, time_cursor(&v, count));
		printf("%-10u %7.1f ns %7.1f ns %19.1f ns\n", sizes[i], heap,
		       plain, random);
		arena_free(&a);
	}
}

static void bench_law(const char *name, enum noise_kind kind, double pa,
		      double pb, double tail, uint64_t count)
{
	struct arena a = {0};
	struct noise n;
	double draw, build = now_ns();

	if (!noise_init(&n, &a, kind, pa, pb, NULL) ||
	    !noise_set_tail(&n, tail, 2, NULL))
		abort();
	build = now_ns() - build;
	BEST(draw, time_draws(&n, count));
	printf("%-24s %7.1f ns %9.0f us a table\n", name, draw, build / 1e3);
	arena_free(&a);
}

int main(int argc, char **argv)
{
	uint64_t count = 5;
	double gsl;

	if (argc > 1)
		count = strtoull(argv[1], NULL, 10);
	count *= 1000000;
	bench_releases(count);
	BEST(gsl, time_gsl(count));
	printf("\n%-24s %7.1f ns\n", "gsl_ran_lognormal", gsl);
	bench_law("lognormal", NOISE_LOGNORMAL, 0, 0.1, 0, count);
	bench_law("lognormal, heavy tail", NOISE_LOGNORMAL, 0, 0.1, 0.01,
		  count);
	bench_law("gamma", NOISE_GAMMA, 4, 0.25, 0, count);
	bench_law("weibull", NOISE_WEIBULL, 5, 1, 0, count);
	bench_law("pareto", NOISE_PARETO, 3, 0.5, 0, count);
	bench_law("normal, truncated", NOISE_NORMAL, 1, 0.3, 0, count);
	bench_law("uniform", NOISE_UNIFORM, 0.5, 1.5, 0, count);
	printf("(checksum %llx)\n", (unsigned long long)sink);
	return 0;
}
