/* noise_dump.c - a line of hash for every one of N noise tables, for
 * noise_portable.sh to compare between compilers and CPUs.
 *   noise_dump [N]      tables of each law, default 40 */
#include "base/rng.h"
#include "model/latency.h"
#include "model/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t hash_table(const struct noise_table *t)
{
	uint64_t h = 0;

	for (int i = 0; t->grid && i < 2 * NOISE_SIDE; i++)
		h = rng_mix(h ^ t->grid[i]);
	for (uint32_t i = 0; t->steps && i < t->n; i++) {
		const struct noise_step *s = &t->steps[i];

		h = rng_mix(h ^ s->last);
		h = rng_mix(h ^ s->value);
		h = rng_mix(h ^ s->slope);
	}
	return h;
}

/* Uniform in [lo, hi], with few digits, as people write parameters. */
static double pick(struct rng *r, double lo, double hi)
{
	double u = (double)rng_next_below(r, 100000) / 1e5;

	return lo + u * (hi - lo);
}

/* A law with parameters from two ranges (drawn in order: arguments of a call
 * are evaluated in any). */
static void dump(struct rng *r, enum noise_kind kind, double a_lo, double a_hi,
		 double b_lo, double b_hi)
{
	double pa = pick(r, a_lo, a_hi);
	double pb = pick(r, b_lo, b_hi);
	struct arena a = {0};
	struct noise n;
	struct dag_error e;
	noise_factor q;

	if (!noise_init(&n, &a, kind, pa, pb, &e)) {
		printf("%d %a %a %s\n", (int)kind, pa, pb, e.msg);
	} else if (n.table) {
		q = noise_upper_quantile(&n, 0.9999);
		printf("%d %a %a %016llx %llu\n", (int)kind, pa, pb,
		       (unsigned long long)hash_table(n.table),
		       (unsigned long long)q);
	}
	arena_free(&a);
}

/* The laws of kernels, uncapped: what is drawn of the table of each. */
static void dump_kernels(void)
{
	for (const struct latency_row *row = latency_rows; row->name; row++) {
		struct latency_options o = {.cap = LAW_CAP_NONE, .base = -1};
		struct arena a = {0};
		struct dag_error e;
		struct latency l;
		struct law law;
		uint64_t hash = 0;

		if (!latency_law_of_row(&law, &a, &row->summary, &o, &e) ||
		    !latency_init(&l, &a, &law, 1, &e))
			exit(1);
		for (uint64_t i = 0; i < 20000; i++)
			hash = rng_mix(hash ^ (uint64_t)latency_draw(
						      &l, 0, rng_mix(i), 0, 0));
		printf("%s %016llx\n", row->name, (unsigned long long)hash);
		arena_free(&a);
	}
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 40;
	struct rng r = {1};

	for (long i = 0; i < count; i++) {
		dump(&r, NOISE_LOGNORMAL, -1, 1, 0, 1);
		dump(&r, NOISE_WEIBULL, 0.5, 10, 0.5, 2);
		dump(&r, NOISE_PARETO, 1, 10, 0.5, 2);
		dump(&r, NOISE_NORMAL, -1, 2, 0.01, 2);
		dump(&r, NOISE_UNIFORM, 0, 1, 1, 2);
		dump(&r, NOISE_GAMMA, 0.1, 200, 0.01, 2);
		dump(&r, NOISE_GAMMA, 0.1, 5, 1, 1);
	}
	dump_kernels();
	return 0;
}
