/* noise.h - execution times that vary: a factor on the nominal time
 *
 * A noise is a distribution of a factor f; a batch of b jobs takes
 * round(C(b) * f) ns, bounded by [bcet, wcet] where the model has bounds, at
 * least 1 ns.  The factor is a function of 64 keyed random bits (rng.h), so
 * it belongs to the job that heads the batch, not to the moment.
 *
 * How it stays the same on every machine and costs few ns: the quantile
 * function of the distribution is tabulated once from GSL's inverse CDFs
 * into integers (units of 2^-32, rounded to 24 significant bits, so the last
 * bits in which libm differs between CPUs do not reach the table), on a grid
 * that halves towards both tails; a draw is a look-up and an integer
 * interpolation.  Discrete and empirical laws are exact cumulative tables.
 *
 * GSL: https://www.gnu.org/software/gsl/doc/html/randist.html
 */
#ifndef DAGSIM_MODEL_NOISE_H
#define DAGSIM_MODEL_NOISE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/rng.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

enum noise_kind {
	NOISE_NONE,
	NOISE_LOGNORMAL, /* exp(N(mu, sigma)): a = mu, b = sigma              */
	NOISE_GAMMA,	 /* a = shape, b = scale                              */
	NOISE_WEIBULL,	 /* a = shape, b = scale                              */
	NOISE_PARETO,	 /* a = shape (tail index), b = scale (minimum)       */
	NOISE_NORMAL,	 /* truncated to (0, inf) or [lo, hi]: a mean, b sd   */
	NOISE_UNIFORM,	 /* a = low, b = high                                 */
	NOISE_PMF,	 /* discrete: values with probabilities               */
	NOISE_EMPIRICAL, /* histogram: uniform inside each bin                */
};

typedef uint64_t noise_factor; /* f * 2^32 */
#define NOISE_ONE ((noise_factor)1 << 32)

struct noise_table; /* quantile table, private to noise.c */

struct noise {
	enum noise_kind kind;
	double a, b;		    /* parameters, for messages and statistics*/
	double tail_prob, tail_scale; /* heavy tail: f *= scale with prob     */
	uint64_t tail_below; /* drawn bits below this are in the tail         */
	noise_factor tail_factor;
	const struct noise_table *table; /* NULL for NOISE_NONE               */
};

/* f as a function of keyed bits.  Pure; a few ns. */
noise_factor noise_quantile(const struct noise_table *t, uint64_t bits);

/* The factor of instance `instance` in the stream with these bases (from
 * rng_base with RNG_FACTOR and RNG_TAIL). */
static inline noise_factor noise_draw(const struct noise *n, uint64_t base,
				      uint64_t tail_base, uint64_t instance)
{
	noise_factor f = NOISE_ONE;

	if (n->table)
		f = noise_quantile(n->table, rng_draw(base, instance));
	if (n->tail_below && rng_draw(tail_base, instance) < n->tail_below)
		f = (noise_factor)(((uint128)f * n->tail_factor) >> 32);
	return f;
}

/* round(c * f) ns, half up; at least 1; saturates at INT64_MAX / 4. */
static inline dag_time noise_apply(dag_time c, noise_factor f)
{
	uint128 v;

	if (f == NOISE_ONE)
		return c;
	v = ((uint128)(uint64_t)c * f + (NOISE_ONE >> 1)) >> 32;
	if (v > INT64_MAX / 4)
		return INT64_MAX / 4;
	return v ? (dag_time)v : 1;
}

/* Setting up.  Each returns false and *e (message only; the caller knows the
 * place and adds it) where a parameter makes no sense.  Tables live in `a`. */
bool noise_init(struct noise *n, struct arena *a, enum noise_kind kind,
		double pa, double pb, struct dag_error *e);
bool noise_init_pmf(struct noise *n, struct arena *a, const double *values,
		    const double *probs, size_t count, struct dag_error *e);
/* Bins [edges[i], edges[i + 1]) with counts[i], i < count, divided by unit
 * (so that the factor is a time over the nominal time). */
bool noise_init_histogram(struct noise *n, struct arena *a,
			  const double *edges, const uint64_t *counts,
			  size_t count, double unit, struct dag_error *e);
bool noise_set_tail(struct noise *n, double prob, double scale,
		    struct dag_error *e);

/* Statistics, for reports and charging: the q-quantile (0 < q < 1) of the
 * factor with its tail, rounded up to 2^-32, and the mean. */
noise_factor noise_upper_quantile(const struct noise *n, double q);
double noise_mean(const struct noise *n);
/* The largest factor that can be drawn at all. */
noise_factor noise_max(const struct noise *n);
/* Exact CDF by GSL, for tests and plots; factor as a double. */
double noise_cdf(const struct noise *n, double x);

#endif
