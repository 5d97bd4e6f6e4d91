/* noise_stats.c - mean, quantiles and CDF of a noise; see noise.h */
#include "model/noise.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* How many of the 2^64 bit patterns, halved, give a factor of at most x
 * before the tail; rounded down. */
static uint64_t half_count_upto(const struct noise *n, noise_factor x)
{
	uint64_t lo = 0, hi = UINT64_MAX;

	if (!n->table)
		return x >= NOISE_ONE ? UINT64_C(1) << 63 : 0;
	if (noise_quantile(n->table, UINT64_MAX) <= x)
		return UINT64_C(1) << 63;
	/* The first pattern that exceeds x, in [lo, hi]: quantiles are
	 * non-decreasing. */
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (noise_quantile(n->table, mid) <= x)
			lo = mid + 1;
		else
			hi = mid;
	}
	assert(noise_quantile(n->table, lo) > x);
	return lo / 2;
}

/* P(f <= x) in units of 2^-127, rounded down. */
static uint128 drawn_cdf(const struct noise *n, noise_factor x)
{
	uint128 below = half_count_upto(n, x), tail, limit;

	assert(x <= NOISE_MAX);
	if (!n->tail_below)
		return below << 64;
	/* f * s >> 32 <= x  iff  f <= ((x + 1) << 32) - 1) / s. */
	limit = ((((uint128)x + 1) << 32) - 1) / n->tail_factor;
	if (x == NOISE_MAX || limit > NOISE_MAX)
		limit = NOISE_MAX;
	tail = half_count_upto(n, (noise_factor)limit);
	return (below << 64) - below * n->tail_below + tail * n->tail_below;
}

noise_factor noise_upper_quantile(const struct noise *n, double q)
{
	noise_factor lo = 0, hi = noise_max(n);
	uint128 want;

	REQUIRE(q > 0 && q < 1);
	want = (uint128)(uint64_t)ceil(ldexp(q, 63)) << 64;
	while (lo < hi) {
		noise_factor mid = lo + (hi - lo) / 2;

		if (drawn_cdf(n, mid) >= want)
			hi = mid;
		else
			lo = mid + 1;
	}
	assert(drawn_cdf(n, lo) >= want || lo == noise_max(n));
	return lo;
}

noise_factor noise_max(const struct noise *n)
{
	noise_factor f = NOISE_ONE, tailed;

	if (n->table)
		f = noise_quantile(n->table, UINT64_MAX);
	tailed = n->tail_below ? noise_scaled(f, n->tail_factor) : f;
	assert(f <= NOISE_MAX && tailed <= NOISE_MAX);
	return tailed > f ? tailed : f;
}

noise_factor noise_min(const struct noise *n)
{
	noise_factor f = NOISE_ONE, tailed;

	if (n->table)
		f = noise_quantile(n->table, 0);
	tailed = n->tail_below ? noise_scaled(f, n->tail_factor) : f;
	assert(f <= NOISE_MAX && tailed <= NOISE_MAX);
	return tailed < f ? tailed : f;
}

/* Of thresholds: steps weighted by their bits, a slope by its middle. */
static double steps_mean(const struct noise_table *t)
{
	double sum = 0;

	assert(t->steps && t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		const struct noise_step *s = &t->steps[i];
		double share = ldexp((double)(s->last - s->first) + 1, -64);
		double from = (double)s->value;
		double to = (double)noise_step_quantile(t, s->last);

		sum += share * ldexp((from + to) / 2, -32);
	}
	return sum;
}

static double plain_mean(const struct noise *n)
{
	double a = n->a, b = n->b, z;

	if (!n->table)
		return 1;
	if (n->table->steps) /* constants too */
		return steps_mean(n->table);
	switch (n->kind) {
	case NOISE_LOGNORMAL:
		return exp(a + b * b / 2);
	case NOISE_GAMMA:
		return a * b;
	case NOISE_WEIBULL:
		return b * gsl_sf_gamma(1 + 1 / a);
	case NOISE_PARETO:
		return a > 1 ? a * b / (a - 1) : INFINITY;
	default:
		REQUIRE(n->kind == NOISE_NORMAL);
		z = -a / b;
		return a +
		       b * gsl_ran_ugaussian_pdf(z) / gsl_cdf_ugaussian_Q(z);
	}
}

double noise_mean(const struct noise *n)
{
	double tail = n->tail_below ? n->tail_prob * (n->tail_scale - 1) : 0;

	assert(tail > -1);
	return plain_mean(n) * (1 + tail);
}

static double plain_cdf(const struct noise *n, double x)
{
	double a = n->a, b = n->b, z;

	if (x <= 0)
		return 0;
	if (!n->table || n->table->steps) {
		if (x >= ldexp((double)NOISE_MAX, -32))
			return 1;
		return ldexp(
			(double)half_count_upto(n, (noise_factor)ldexp(x, 32)),
			-63);
	}
	switch (n->kind) {
	case NOISE_LOGNORMAL:
		return gsl_cdf_lognormal_P(x, a, b);
	case NOISE_GAMMA:
		return gsl_cdf_gamma_P(x, a, b);
	case NOISE_WEIBULL:
		return gsl_cdf_weibull_P(x, b, a);
	case NOISE_PARETO:
		return gsl_cdf_pareto_P(x, a, b);
	default:
		REQUIRE(n->kind == NOISE_NORMAL);
		z = gsl_cdf_ugaussian_Q(-a / b);
		return 1 - gsl_cdf_ugaussian_Q((x - a) / b) / z;
	}
}

double noise_cdf(const struct noise *n, double x)
{
	double p = n->tail_below ? n->tail_prob : 0;

	assert(p >= 0 && p <= 1);
	if (p == 0)
		return plain_cdf(n, x);
	return (1 - p) * plain_cdf(n, x) + p * plain_cdf(n, x / n->tail_scale);
}
