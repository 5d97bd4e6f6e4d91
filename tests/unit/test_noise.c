/* test_noise.c - noise: drawn laws against formulas, thresholds, errors */
#include "model/noise.h"
#include "tests/support/goodness.h"

#include <check.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ck_assert talks to the parent each time: too slow a million times. */
#define NEED(expr)                                                             \
	do {                                                                   \
		if (!(expr))                                                   \
			ck_abort_msg("%s", #expr);                             \
	} while (0)

static struct arena arena;

static double plain(noise_factor f)
{
	return ldexp((double)f, -32);
}

static noise_factor factor(double x)
{
	return (noise_factor)floor(ldexp(x, 32) + 0.5);
}

static struct noise made(enum noise_kind kind, double a, double b)
{
	struct noise n;
	struct dag_error e;

	ck_assert_msg(noise_init(&n, &arena, kind, a, b, &e), "%s", e.msg);
	return n;
}

static noise_factor draw(const struct noise *n, const char *task, uint64_t seed,
			 uint64_t instance)
{
	uint64_t key = rng_name_key(task);

	return noise_draw(n, rng_base(seed, RNG_FACTOR, key, 0),
			  rng_base(seed, RNG_TAIL, key, 0), instance);
}

/* --- The continuous laws, by formula --- */

static double phi(double z)
{
	return 0.5 * erfc(-z / sqrt(2));
}

static double cdf_lognormal(double a, double b, double x)
{
	return phi((log(x) - a) / b);
}

static double cdf_gamma(double a, double b, double x)
{
	return gsl_sf_gamma_inc_P(a, x / b);
}

static double cdf_weibull(double a, double b, double x)
{
	return -expm1(-pow(x / b, a));
}

static double cdf_pareto(double a, double b, double x)
{
	return x < b ? 0 : 1 - pow(b / x, a);
}

static double cdf_normal(double a, double b, double x)
{
	return (phi((x - a) / b) - phi(-a / b)) / phi(a / b);
}

static double cdf_uniform(double a, double b, double x)
{
	return x < a ? 0 : x > b ? 1 : (x - a) / (b - a);
}

struct law {
	enum noise_kind kind;
	double a, b, mean, sd; /* sd 0: not finite, or too heavy to test */
	double (*cdf)(double a, double b, double x);
};

static const struct law laws[] = {
	{NOISE_LOGNORMAL, 0, 0.05, 1.00125078, 0.0501, cdf_lognormal},
	{NOISE_LOGNORMAL, 0, 0.3, 1.04602786, 0.321, cdf_lognormal},
	{NOISE_LOGNORMAL, -0.5, 1, 1, 1.311, cdf_lognormal},
	{NOISE_GAMMA, 0.5, 2, 1, 1.415, cdf_gamma},
	{NOISE_GAMMA, 1, 1, 1, 1, cdf_gamma},
	{NOISE_GAMMA, 4, 0.25, 1, 0.5, cdf_gamma},
	{NOISE_GAMMA, 400, 0.0025, 1, 0.05, cdf_gamma},
	{NOISE_WEIBULL, 0.7, 1, 1.26582351, 1.851, cdf_weibull},
	{NOISE_WEIBULL, 1, 2, 2, 2, cdf_weibull},
	{NOISE_WEIBULL, 5, 1, 0.91816874, 0.211, cdf_weibull},
	{NOISE_PARETO, 1, 1, INFINITY, 0, cdf_pareto},
	{NOISE_PARETO, 3, 0.5, 0.75, 0.433, cdf_pareto},
	{NOISE_PARETO, 20, 1, 1.05263158, 0.0556, cdf_pareto},
	{NOISE_NORMAL, 1, 0.1, 1, 0.1, cdf_normal},
	{NOISE_NORMAL, 1, 5, 4.37536590, 3.2, cdf_normal},
	{NOISE_NORMAL, -1, 1, 0.52513528, 0.446, cdf_normal},
	{NOISE_UNIFORM, 0.5, 1.5, 1, 0.289, cdf_uniform},
	{NOISE_UNIFORM, 0, 2, 1, 0.578, cdf_uniform},
};
enum { LAWS = sizeof(laws) / sizeof(*laws) };

static double law_cdf(const void *law, double x)
{
	const struct law *l = law;

	return x > 0 ? l->cdf(l->a, l->b, x) : 0;
}

START_TEST(test_sample_follows_law)
{
	enum { N = 200000 };
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);
	double *x = calloc(N, sizeof(*x)), sum = 0, p;

	for (int i = 0; i < N; i++) {
		x[i] = plain(draw(&n, "camera", 17, (uint64_t)i));
		NEED(x[i] >= 0);
		sum += x[i];
	}
	p = goodness_ks(x, N, law_cdf, l);
	ck_assert_msg(p > 1e-4, "Kolmogorov-Smirnov p = %g", p);
	if (l->sd > 0) /* 5 standard errors */
		ck_assert_double_eq_tol(sum / N, l->mean, 5 * l->sd / sqrt(N));
	if (isinf(l->mean))
		ck_assert_double_infinite(noise_mean(&n));
	else
		ck_assert_double_eq_tol(noise_mean(&n) / l->mean, 1, 1e-6);
	free(x);
}
END_TEST

/* The octaves towards both tails get their share, 2^-2 to 2^-11
 * of the draws, and so do the rests beyond. */
START_TEST(test_sample_tails)
{
	enum { N = 300000, DEPTH = 11 };
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);
	uint64_t seen[2 * DEPTH] = {0};
	double p[2 * DEPTH];

	for (int i = 0; i < N; i++) {
		double u = law_cdf(l, plain(draw(&n, "s", 5, (uint64_t)i)));
		int upper = u >= 0.5, octave = 0;

		u = upper ? 1 - u : u;
		while (octave < DEPTH - 1 && u < ldexp(1, -octave - 2))
			octave++;
		seen[2 * octave + upper]++;
	}
	for (int i = 0; i < 2 * DEPTH; i++)
		p[i] = ldexp(1, -(i / 2 < DEPTH - 1 ? i / 2 + 2 : DEPTH));
	ck_assert_double_gt(goodness_chi2(seen, p, 2 * DEPTH), 1e-4);
}
END_TEST

/* Beyond what a sample reaches: F(quantile(u)) = u in every cell of every
 * octave, relative to the nearer tail as far as the formula is exact. */
START_TEST(test_table_inverts_cdf)
{
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);

	for (int octave = 24; octave < 63; octave++) {
		for (int m = 0; m < 97; m++) {
			uint64_t v =
				(UINT64_C(1) << octave) +
				((UINT64_C(1) << octave) / 97 * (uint64_t)m);
			double u = ldexp((double)v, -64);
			double lo = plain(noise_quantile(n.table, v));
			double hi = plain(noise_quantile(n.table, ~v));
			double grain = ldexp(1, -24);

			/* Between the values a grain of the entry aside. */
			NEED(law_cdf(l, lo * (1 + grain) + 1e-9) >
			     u * (1 - 3e-4));
			NEED(law_cdf(l, lo * (1 - grain) - 1e-9) <
			     u * (1 + 3e-4));
			NEED(1 - law_cdf(l, hi * (1 - grain) - 1e-9) >
			     u * (1 - 3e-4) - 1e-13);
			if (hi < plain(NOISE_MAX)) /* not clipped */
				NEED(1 - law_cdf(l, hi * (1 + grain) + 1e-9) <
				     u * (1 + 3e-4) + 1e-13);
		}
	}
}
END_TEST

START_TEST(test_cdf_is_the_formula)
{
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);

	ck_assert_double_eq(noise_cdf(&n, 0), 0);
	ck_assert_double_eq(noise_cdf(&n, -1), 0);
	for (double x = 0.01; x < 10; x *= 1.1)
		NEED(fabs(noise_cdf(&n, x) - law_cdf(l, x)) < 1e-9);
	/* With a tail it is the mixture. */
	ck_assert(noise_set_tail(&n, 0.25, 4, NULL));
	for (double x = 0.01; x < 10; x *= 1.1)
		NEED(fabs(noise_cdf(&n, x) - 0.75 * law_cdf(l, x) -
			  0.25 * law_cdf(l, x / 4)) < 1e-9);
	if (l->sd > 0)
		ck_assert_double_eq_tol(noise_mean(&n) / l->mean, 1.75, 1e-6);
}
END_TEST

/* Non-decreasing also across the bounds of cells, octaves and halves. */
START_TEST(test_quantile_is_monotone)
{
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);
	noise_factor before = noise_quantile(n.table, 0);

	ck_assert_uint_eq(before, noise_min(&n));
	for (int octave = 17; octave < 64; octave++)
		for (uint64_t cell = 32; cell < 64; cell++)
			for (int d = -1; d <= 1; d++) {
				uint64_t v =
					(octave < 63 ? cell << (octave - 5)
						     : ~((95 - cell)
							 << (octave - 6))) +
					(uint64_t)d;
				noise_factor f = noise_quantile(n.table, v);

				NEED(f >= before);
				before = f;
			}
	ck_assert_uint_ge(noise_max(&n), before);
	ck_assert_uint_eq(noise_quantile(n.table, UINT64_MAX), noise_max(&n));
}
END_TEST

/* All of what is accepted works: GSL's error handler would abort. */
START_TEST(test_parameters_at_their_bounds)
{
	static const double shapes[] = {0.1, 0.15, 0.3,  0.5,  0.9, 1,
					1.1, 2,    5,    9.99, 30,  100,
					300, 1000, 3000, 1e4};
	struct noise n;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		struct arena a = {0};
		double s = shapes[i];

		ck_assert(noise_init(&n, &a, NOISE_GAMMA, s, 1 / s, NULL));
		ck_assert_uint_gt(noise_max(&n), noise_min(&n));
		ck_assert_double_eq_tol(noise_mean(&n), 1, 1e-9);
		ck_assert(noise_init(&n, &a, NOISE_WEIBULL, s, 1, NULL));
		ck_assert(noise_init(&n, &a, NOISE_PARETO, s, 1, NULL));
		ck_assert_uint_ge(noise_min(&n), NOISE_ONE);
		ck_assert_uint_le(noise_max(&n), NOISE_MAX);
		arena_free(&a);
	}
	for (double mean = -30; mean < 40; mean += 0.5) {
		struct arena a = {0};

		ck_assert(noise_init(&n, &a, NOISE_NORMAL, mean, 1, NULL));
		ck_assert_double_ge(noise_mean(&n), fmax(mean, 0));
		ck_assert(noise_init(&n, &a, NOISE_LOGNORMAL, mean / 10,
				     fabs(mean) / 4, NULL));
		arena_free(&a);
	}
}
END_TEST

/* A negative draw never is a time of 0: the law is the normal one given that
 * it is positive, whatever the share that is cut. */
START_TEST(test_normal_is_redrawn_not_clipped)
{
	struct noise n = made(NOISE_NORMAL, 1, 5);
	int below_tenth = 0;

	for (uint64_t i = 0; i < 100000; i++) {
		noise_factor f = draw(&n, "wide", 3, i);

		NEED(f > 0);
		NEED(noise_apply(1, f) >= 1);
		NEED(f == draw(&n, "wide", 3, i));
		below_tenth += f < NOISE_ONE / 10;
	}
	/* Clipping would put 42 % there. */
	ck_assert_int_lt(below_tenth, 2000);
}
END_TEST

/* The mean of drawn times is the mean that the parameters name. */
START_TEST(test_mean_of_times)
{
	struct noise n = made(NOISE_GAMMA, 2, 0.5);
	const dag_time acet = 5 * NS_PER_MS;
	double sum = 0;

	for (uint64_t i = 0; i < 100000; i++)
		sum += (double)noise_apply(acet, draw(&n, "acet", 1, i));
	ck_assert_double_eq_tol(sum / 1e5 / (double)acet, 1, 0.01);
}
END_TEST

/* --- Lists --- */

START_TEST(test_pmf)
{
	static const double values[] = {2, 0.5, 1, 3, 1};
	static const double probs[] = {0.2, 0.25, 0.3, 0, 0.25};
	static const double share[] = {0.25, 0.55, 0.2};
	uint64_t seen[3] = {0};
	struct noise n;

	ck_assert(noise_init_pmf(&n, &arena, values, probs, 5, NULL));
	for (uint64_t i = 0; i < 1000000; i++) {
		noise_factor f = draw(&n, "pmf", 9, i);

		NEED(f == NOISE_ONE / 2 || f == NOISE_ONE ||
		     f == 2 * NOISE_ONE);
		seen[f == NOISE_ONE / 2 ? 0 : f == NOISE_ONE ? 1 : 2]++;
	}
	ck_assert_double_gt(goodness_chi2(seen, share, 3), 1e-4);
	ck_assert_double_eq_tol(noise_mean(&n), 1.075, 1e-9);
	ck_assert_double_eq_tol(noise_cdf(&n, 0.999), 0.25, 1e-12);
	ck_assert_double_eq_tol(noise_cdf(&n, 1), 0.8, 1e-12);
	ck_assert_uint_eq(noise_max(&n), 2 * NOISE_ONE); /* 3 cannot be */
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.24), NOISE_ONE / 2);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.26), NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.79), NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.81), 2 * NOISE_ONE);
}
END_TEST

/* Thresholds are exact: 1 - 2^-40 of the bits are below, and no more. */
START_TEST(test_pmf_thresholds)
{
	double rare = ldexp(1, -40);
	double values[] = {1, 7}, probs[] = {1 - rare, rare};
	uint64_t first = UINT64_MAX - (UINT64_C(1) << 24) + 1;
	struct noise n;

	ck_assert(noise_init_pmf(&n, &arena, values, probs, 2, NULL));
	ck_assert_uint_eq(noise_quantile(n.table, first - 1), NOISE_ONE);
	ck_assert_uint_eq(noise_quantile(n.table, first), 7 * NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.999), NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 1 - rare / 2),
			  7 * NOISE_ONE);
}
END_TEST

/* Times over a nominal time come back as the same times. */
START_TEST(test_pmf_of_times_is_exact)
{
	const dag_time nominal = 33333333;
	static const dag_time times[] = {
		1, 2, 999, 33333332, 33333333, 33333334, 98765432, 500000007};
	enum { N = sizeof(times) / sizeof(*times) };
	double values[N], probs[N];
	struct noise n;

	for (int i = 0; i < N; i++) {
		values[i] = (double)times[i] / (double)nominal;
		probs[i] = 1.0 / N;
	}
	ck_assert(noise_init_pmf(&n, &arena, values, probs, N, NULL));
	for (int i = 0; i < N; i++) {
		uint64_t bits = (uint64_t)i * (UINT64_MAX / N) + 1000;
		noise_factor f = noise_quantile(n.table, bits);

		ck_assert_int_eq(noise_apply(nominal, f), times[i]);
	}
}
END_TEST

/* A thousand bins, most of them in one sixteenth of the bits, against a
 * plain search. */
START_TEST(test_many_steps)
{
	enum { N = 1000 };
	double edges[N + 1];
	uint64_t counts[N], total = 0;
	struct rng r = {4};
	struct noise n;

	for (int i = 0; i <= N; i++)
		edges[i] = i;
	for (int i = 0; i < N; i++) {
		counts[i] = i % 7 ? rng_next_below(&r, 5) : 0;
		total += counts[i];
	}
	total += 15 * total - counts[N - 1];
	counts[N - 1] += 15 * total / 16;
	ck_assert(
		noise_init_histogram(&n, &arena, edges, counts, N, 100, NULL));
	for (int k = 0; k < 20000; k++) {
		uint64_t bits = rng_next(&r) >> (k % 2 ? 4 : 0), cum = 0;
		uint64_t want = rng_below(bits, total);
		int bin = 0;

		while (cum + counts[bin] <= want)
			cum += counts[bin++];
		NEED(noise_quantile(n.table, bits) >= factor(bin / 100.0));
		NEED(noise_quantile(n.table, bits) <=
		     factor((bin + 1) / 100.0));
	}
}
END_TEST

static const double hist_edges[] = {1, 2, 4, 5, 10};
static const uint64_t hist_counts[] = {10, 0, 30, 60};

static double cdf_hist(const void *law, double x)
{
	(void)law;
	if (x < 1)
		return 0;
	if (x < 2)
		return 0.1 * (x - 1);
	if (x < 4)
		return 0.1;
	if (x < 5)
		return 0.1 + 0.3 * (x - 4);
	return x < 10 ? 0.4 + 0.6 * (x - 5) / 5 : 1;
}

START_TEST(test_histogram)
{
	enum { N = 200000 };
	struct noise n;
	double *x = calloc(N, sizeof(*x));
	uint64_t seen[4] = {0};
	static const double p[] = {0.1, 0, 0.3, 0.6};

	ck_assert(noise_init_histogram(&n, &arena, hist_edges, hist_counts, 4,
				       2, NULL));
	for (int i = 0; i < N; i++) {
		x[i] = 2 * plain(draw(&n, "hist", 2, (uint64_t)i));
		NEED(x[i] >= 1 && x[i] <= 10);
		seen[x[i] < 2 ? 0 : x[i] < 4 ? 1 : x[i] < 5 ? 2 : 3]++;
	}
	ck_assert_double_gt(goodness_chi2(seen, p, 4), 1e-4);
	ck_assert_double_gt(goodness_ks(x, N, cdf_hist, NULL), 1e-4);
	ck_assert_double_eq_tol(2 * noise_mean(&n), 6, 1e-8);
	for (double y = 0.5; y < 11; y += 0.25)
		NEED(fabs(noise_cdf(&n, y / 2) - cdf_hist(NULL, y)) < 1e-8);
	free(x);
}
END_TEST

/* --- Tails --- */

START_TEST(test_tail_frequency)
{
	struct noise n = made(NOISE_LOGNORMAL, 0, 0);
	static const double p[] = {0.98, 0.02};
	uint64_t seen[2] = {0};

	ck_assert_ptr_null(n.table);
	ck_assert(noise_set_tail(&n, 0.02, 2.5, NULL));
	for (uint64_t i = 0; i < 1000000; i++) {
		noise_factor f = draw(&n, "tail", 1, i);

		NEED(f == NOISE_ONE || f == NOISE_ONE / 2 * 5);
		seen[f != NOISE_ONE]++;
	}
	ck_assert_double_gt(goodness_chi2(seen, p, 2), 1e-4);
	ck_assert_double_eq_tol(noise_mean(&n), 1.03, 1e-12);
	ck_assert_uint_eq(noise_max(&n), NOISE_ONE / 2 * 5);
	ck_assert_uint_eq(noise_min(&n), NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.979), NOISE_ONE);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.981), NOISE_ONE / 2 * 5);
	ck_assert(noise_set_tail(&n, 1, 0.5, NULL)); /* always */
	ck_assert_uint_eq(draw(&n, "tail", 1, 0), NOISE_ONE / 2);
	ck_assert_uint_eq(noise_min(&n), NOISE_ONE / 2);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.5), NOISE_ONE / 2);
	ck_assert(noise_set_tail(&n, 0, 3, NULL)); /* never */
	ck_assert_uint_eq(draw(&n, "tail", 1, 0), NOISE_ONE);
	ck_assert_uint_eq(noise_max(&n), NOISE_ONE);
}
END_TEST

/* Tail and body are drawn apart: with p = 1/2, body factors in the tail have
 * the law of those outside. */
START_TEST(test_tail_is_independent)
{
	struct noise n = made(NOISE_UNIFORM, 1, 2);
	uint64_t seen[4] = {0};
	static const double p[] = {0.25, 0.25, 0.25, 0.25};

	ck_assert(noise_set_tail(&n, 0.5, 16, NULL));
	for (uint64_t i = 0; i < 100000; i++) {
		double f = plain(draw(&n, "both", 8, i));
		int tail = f > 4;

		seen[2 * tail + (f > (tail ? 24 : 1.5))]++;
	}
	ck_assert_double_gt(goodness_chi2(seen, p, 4), 1e-4);
}
END_TEST

/* No more than 1 - q of all draws exceed the q-quantile, and it is the least
 * such factor: counted over evenly spread bits, tail or not. */
START_TEST(test_upper_quantile_is_safe_and_least)
{
	enum { N = 1 << 20 };
	static const double qs[] = {0.01, 0.5, 0.9, 0.99, 0.999};
	const struct law *l = &laws[_i];
	struct noise n = made(l->kind, l->a, l->b);

	ck_assert(noise_set_tail(&n, 0.125, 3, NULL));
	for (size_t k = 0; k < sizeof(qs) / sizeof(*qs); k++) {
		noise_factor x = noise_upper_quantile(&n, qs[k]);
		double above = 0, at_least = 0;

		for (uint64_t i = 0; i < N; i++) {
			noise_factor f =
				noise_quantile(n.table, (i << 44) | 1 << 20);
			noise_factor g = noise_scaled(f, n.tail_factor);

			above += (f > x) * 7 + (g > x);
			at_least += (f >= x) * 7 + (g >= x);
		}
		NEED(above / (8.0 * N) <= 1 - qs[k] + 2.0 / N);
		NEED(at_least / (8.0 * N) >= 1 - qs[k] - 2.0 / N);
	}
}
END_TEST

/* --- Keys, rounding, reproduction --- */

START_TEST(test_draws_have_addresses)
{
	struct noise n = made(NOISE_LOGNORMAL, 0, 0.2);
	noise_factor forward[100];

	ck_assert(noise_set_tail(&n, 0.1, 2, NULL));
	for (uint64_t i = 0; i < 100; i++)
		forward[i] = draw(&n, "a", 1, i);
	for (uint64_t i = 100; i-- > 0;) {
		draw(&n, "b", 1, i);
		ck_assert_uint_eq(draw(&n, "a", 1, i), forward[i]);
	}
	ck_assert_uint_ne(draw(&n, "a", 1, 0), draw(&n, "b", 1, 0));
	ck_assert_uint_ne(draw(&n, "a", 1, 0), draw(&n, "a", 2, 0));
	ck_assert_uint_ne(draw(&n, "a", 1, 0), draw(&n, "a", 1, 1));
}
END_TEST

START_TEST(test_apply)
{
	ck_assert_int_eq(noise_apply(12345, NOISE_ONE), 12345);
	ck_assert_int_eq(noise_apply(1000, NOISE_ONE / 2), 500);
	ck_assert_int_eq(noise_apply(3, NOISE_ONE / 2), 2); /* half up */
	ck_assert_int_eq(noise_apply(1, NOISE_ONE / 2), 1);
	ck_assert_int_eq(noise_apply(1, 1), 1);
	ck_assert_int_eq(noise_apply(1000, 0), 1);
	ck_assert_int_eq(noise_apply(10, NOISE_MAX), INT64_C(10) << 30);
	ck_assert_int_eq(noise_apply(INT64_MAX, NOISE_MAX), INT64_MAX / 4);
	ck_assert_int_eq(noise_apply(INT64_MAX, 2 * NOISE_ONE), INT64_MAX / 4);
}
END_TEST

START_TEST(test_factors_are_clipped)
{
	struct noise n = made(NOISE_PARETO, 0.1, 1);

	ck_assert_uint_eq(noise_max(&n), NOISE_MAX);
	ck_assert(noise_set_tail(&n, 1, 1e6, NULL));
	ck_assert_uint_eq(noise_max(&n), NOISE_MAX);
	for (uint64_t i = 0; i < 1000; i++)
		NEED(draw(&n, "p", 0, i) <= NOISE_MAX);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.999999), NOISE_MAX);
}
END_TEST

START_TEST(test_constants)
{
	struct noise n = made(NOISE_NONE, 0, 0);

	ck_assert_ptr_null(n.table);
	ck_assert_uint_eq(draw(&n, "x", 0, 0), NOISE_ONE);
	ck_assert_double_eq(noise_mean(&n), 1);
	ck_assert_uint_eq(noise_upper_quantile(&n, 0.5), NOISE_ONE);
	ck_assert_double_eq(noise_cdf(&n, 0.99), 0);
	ck_assert_double_eq(noise_cdf(&n, 1), 1);
	n = made(NOISE_NORMAL, 1, 0);
	ck_assert_ptr_null(n.table);
	n = made(NOISE_NORMAL, 1.5, 0);
	ck_assert_uint_eq(draw(&n, "x", 0, 7), NOISE_ONE / 2 * 3);
	n = made(NOISE_UNIFORM, 2, 2);
	ck_assert_uint_eq(draw(&n, "x", 0, 7), 2 * NOISE_ONE);
	n = made(NOISE_LOGNORMAL, 1, 0);
	ck_assert_double_eq_tol(plain(draw(&n, "x", 0, 7)), exp(1), 1e-9);
}
END_TEST

/* One number for all laws: changes where a draw anywhere changes, on any
 * machine and with any compiler. */
START_TEST(test_reproduction)
{
	uint64_t h = 0;

	for (int i = 0; i < LAWS; i++) {
		struct noise n = made(laws[i].kind, laws[i].a, laws[i].b);

		for (uint64_t k = 0; k < 1000; k++)
			h = rng_mix(h ^ draw(&n, "golden", 42, k));
	}
	ck_assert_uint_eq(h, UINT64_C(9636692395637771174));
}
END_TEST

/* --- What is refused --- */

static const struct {
	enum noise_kind kind;
	double a, b;
	const char *says;
} bad[] = {
	{NOISE_LOGNORMAL, 0, -1, "sigma -1 is out of range; valid: 0 to 10"},
	{NOISE_LOGNORMAL, 0, 11, "sigma 11 is out of range"},
	{NOISE_LOGNORMAL, 0, NAN, "sigma is not a finite number"},
	{NOISE_LOGNORMAL, INFINITY, 1, "mu is not a finite number"},
	{NOISE_LOGNORMAL, 90, 1, "median of the factor is out of range"},
	{NOISE_LOGNORMAL, -90, 1, "median of the factor is out of range"},
	{NOISE_LOGNORMAL, 90, 0, "factor 1.22"},
	{NOISE_GAMMA, 0, 1, "shape 0 is out of range"},
	{NOISE_GAMMA, -2, 1, "shape -2 is out of range"},
	{NOISE_GAMMA, 2, 0, "scale 0 is not positive"},
	{NOISE_GAMMA, 2, -INFINITY, "scale is not a finite number"},
	{NOISE_GAMMA, 1e5, 1, "shape 100000 is out of range"},
	{NOISE_WEIBULL, 0.01, 1, "shape 0.01 is out of range"},
	{NOISE_WEIBULL, 1, -1, "scale -1 is not positive"},
	{NOISE_WEIBULL, NAN, 1, "shape is not a finite number"},
	{NOISE_PARETO, 0, 1, "shape 0 is out of range"},
	{NOISE_PARETO, 1, 0, "scale 0 is not positive"},
	{NOISE_NORMAL, NAN, 1, "mean is not a finite number"},
	{NOISE_NORMAL, 1, -1, "standard deviation -1 is out of range"},
	{NOISE_NORMAL, 0, 0, "mean 0 is not positive"},
	{NOISE_NORMAL, -1, 0, "mean -1 is not positive"},
	{NOISE_NORMAL, -31, 1, "nothing positive is left"},
	{NOISE_UNIFORM, -1, 1, "lower bound -1 is out of range"},
	{NOISE_UNIFORM, 2, 1, "lower bound 2 is above upper bound 1"},
	{NOISE_UNIFORM, 0, 0, "upper bound 0 is not positive"},
	{NOISE_UNIFORM, 0, 1e10, "upper bound 1e+10 is out of range"},
	{NOISE_UNIFORM, 0, NAN, "upper bound is not a finite number"},
};

START_TEST(test_bad_parameters)
{
	struct noise n;
	struct dag_error e = {0};

	ck_assert(!noise_init(&n, &arena, bad[_i].kind, bad[_i].a, bad[_i].b,
			      &e));
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_msg(strstr(e.msg, bad[_i].says), "%s", e.msg);
}
END_TEST

static void bad_pmf(double v0, double p0, double v1, double p1,
		    const char *says)
{
	double values[] = {v0, v1}, probs[] = {p0, p1};
	struct noise n;
	struct dag_error e = {0};

	ck_assert(!noise_init_pmf(&n, &arena, values, probs, 2, &e));
	ck_assert_msg(strstr(e.msg, says), "%s", e.msg);
}

START_TEST(test_bad_pmf)
{
	struct noise n;
	struct dag_error e;

	bad_pmf(1, 0.5, 2, 0.4, "the probabilities add up to 0.9, not to 1");
	bad_pmf(1, 0.5, 2, 0.5 + 1e-8, "add up to 1.00000001");
	bad_pmf(1, 0, 2, 0, "add up to 0,");
	bad_pmf(1, -0.5, 2, 1.5, "probability -0.5 is out of range");
	bad_pmf(1, 0.5, 2, NAN, "probability is not a finite number");
	bad_pmf(0, 0.5, 2, 0.5, "value 0 is not positive");
	bad_pmf(-3, 0.5, 2, 0.5, "value -3 is not positive");
	bad_pmf(1, 0.5, INFINITY, 0.5, "value is not a finite number");
	bad_pmf(1, 0.5, 1e12, 0.5, "value 1e+12 is out of range");
	ck_assert(!noise_init_pmf(&n, &arena, NULL, NULL, 0, &e));
	ck_assert_str_eq(e.msg, "the list of values is empty");
	/* Thirds are fine. */
	ck_assert(noise_init_pmf(&n, &arena, (double[]){1, 2, 3},
				 (double[]){1 / 3.0, 1 / 3.0, 1 / 3.0}, 3, &e));
}
END_TEST

static void bad_histogram(double e0, double e1, double e2, uint64_t c0,
			  uint64_t c1, double unit, const char *says)
{
	double edges[] = {e0, e1, e2};
	uint64_t counts[] = {c0, c1};
	struct noise n;
	struct dag_error e = {0};

	ck_assert(
		!noise_init_histogram(&n, &arena, edges, counts, 2, unit, &e));
	ck_assert_msg(strstr(e.msg, says), "%s", e.msg);
}

START_TEST(test_bad_histogram)
{
	struct noise n;
	struct dag_error e;

	bad_histogram(1, 2, 3, 0, 0, 1, "the histogram is empty");
	bad_histogram(1, 1, 3, 1, 1, 1, "edge 1 does not lie above");
	bad_histogram(1, 3, 2, 1, 1, 1,
		      "edge 2 does not lie above the edge "
		      "before it (3)");
	bad_histogram(-1, 1, 3, 1, 1, 1, "edge -1 is out of range");
	bad_histogram(1, NAN, 3, 1, 1, 1, "edge is not a finite number");
	bad_histogram(1, 2, 3, UINT64_MAX, 1, 1, "more than 2^60");
	bad_histogram(1, 2, 3, 1, 1, 0, "nominal time 0 is not positive");
	ck_assert(
		!noise_init_histogram(&n, &arena, hist_edges, NULL, 0, 1, &e));
	ck_assert_str_eq(e.msg, "the histogram has no bins");
}
END_TEST

static void bad_tail(double prob, double scale, const char *says)
{
	struct noise n = made(NOISE_NONE, 0, 0);
	struct dag_error e = {0};

	ck_assert(!noise_set_tail(&n, prob, scale, &e));
	ck_assert_msg(strstr(e.msg, says), "%s", e.msg);
}

START_TEST(test_bad_tail)
{
	bad_tail(7, 2, "tail_prob 7 is out of range; valid: 0 to 1");
	bad_tail(-0.1, 2, "tail_prob -0.1 is out of range");
	bad_tail(NAN, 2, "tail_prob is not a finite number");
	bad_tail(0.1, 0, "tail_scale 0 is not positive");
	bad_tail(0.1, -2, "tail_scale -2 is not positive");
	bad_tail(0.1, INFINITY, "tail_scale is not a finite number");
	bad_tail(0.1, 1e7, "tail_scale 1e+07 is out of range");
}
END_TEST

static void teardown(void)
{
	arena_free(&arena);
}

static TCase *case_laws(void)
{
	TCase *t = tcase_create("laws");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, test_sample_follows_law, 0, LAWS);
	tcase_add_loop_test(t, test_sample_tails, 0, LAWS);
	tcase_add_loop_test(t, test_table_inverts_cdf, 0, LAWS);
	tcase_add_loop_test(t, test_cdf_is_the_formula, 0, LAWS);
	tcase_add_loop_test(t, test_quantile_is_monotone, 0, LAWS);
	tcase_add_loop_test(t, test_upper_quantile_is_safe_and_least, 0, LAWS);
	tcase_add_test(t, test_parameters_at_their_bounds);
	tcase_add_test(t, test_normal_is_redrawn_not_clipped);
	tcase_add_test(t, test_mean_of_times);
	tcase_add_test(t, test_reproduction);
	return t;
}

static TCase *case_lists(void)
{
	TCase *t = tcase_create("lists");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, test_pmf);
	tcase_add_test(t, test_pmf_thresholds);
	tcase_add_test(t, test_pmf_of_times_is_exact);
	tcase_add_test(t, test_many_steps);
	tcase_add_test(t, test_histogram);
	tcase_add_test(t, test_tail_frequency);
	tcase_add_test(t, test_tail_is_independent);
	tcase_add_test(t, test_draws_have_addresses);
	tcase_add_test(t, test_apply);
	tcase_add_test(t, test_factors_are_clipped);
	tcase_add_test(t, test_constants);
	tcase_add_loop_test(t, test_bad_parameters, 0,
			    sizeof(bad) / sizeof(*bad));
	tcase_add_test(t, test_bad_pmf);
	tcase_add_test(t, test_bad_histogram);
	tcase_add_test(t, test_bad_tail);
	return t;
}

int main(void)
{
	Suite *s = suite_create("noise");
	SRunner *sr;
	int failed;

	suite_add_tcase(s, case_laws());
	suite_add_tcase(s, case_lists());
	sr = srunner_create(s);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
