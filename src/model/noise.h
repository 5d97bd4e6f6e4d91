/* noise.h - execution times that vary: a factor on the nominal time
 *
 * A noise is a distribution of a factor f; a batch of b jobs takes
 * round(C(b) * f) ns, then clipped to [bcet, wcet] where the model has
 * bounds, at least 1 ns.  The factor is a function of 64 keyed random bits
 * (rng.h), so it belongs to the job that heads the batch, not to the moment.
 *
 * How it stays the same on every machine and costs few ns: the quantile
 * function is tabulated once, from GSL's inverse CDFs, into integers, and a
 * draw is a look-up and an integer interpolation.
 *
 *   - Continuous laws with tails lie on a grid of 32 cells an octave that
 *     halves 40 times towards both tails, linear inside a cell: off by less
 *     than 10^-4 of the standard deviation in the body.  The first and last
 *     2^-46 of probability are cut at the quantiles 2^-48 and 1 - 2^-48.
 *     Entries are in units of 2^-32, rounded to 24 significant bits, so that
 *     libm's last bits, which differ between CPUs with and without FMA, do
 *     not reach them (in 35 000 tables, 10 000 of them gamma: not once).
 *   - Uniform, discrete and empirical laws are cumulative thresholds, exact
 *     to 2^-60 in probability and to 2^-32 in value: a discrete law of times
 *     below 4.2 s gives back these very times.
 *   - Factors are below 2^30; larger ones are clipped to that.
 *
 * Cost: a draw about 5 ns, bits included; a table 21 KB and 0.1 ms (gamma: 1
 * to 6 ms).  A struct noise is a plain value: copy it to models that vary
 * alike, and they share the table.  Tables never change, so threads may share
 * them too.
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

/* The laws of f.  `valid` is what noise_init accepts; anything else, and
 * anything not finite, is an error that names the parameter. */
enum noise_kind {
	/* Constant 1. */
	NOISE_NONE,
	/* exp(N(mu, sigma)): a = mu, b = sigma.  Median exp(mu), mean
	 * exp(mu + sigma^2 / 2): with mu = 0 not mean-preserving.
	 * valid: 0 <= sigma <= 10; sigma 0 is the constant exp(mu). */
	NOISE_LOGNORMAL,
	/* a = shape, b = scale.  Mean shape * scale, coefficient of
	 * variation 1 / sqrt(shape).  valid: 0.1 <= shape <= 10^4,
	 * 0 < scale. */
	NOISE_GAMMA,
	/* P(f > x) = exp(-(x / scale)^shape): a = shape, b = scale.
	 * valid: 0.1 <= shape <= 10^4, 0 < scale. */
	NOISE_WEIBULL,
	/* P(f > x) = (scale / x)^shape, x >= scale: a = shape (tail index;
	 * at 1 and below the mean is infinite), b = scale (least value).
	 * valid: 0.1 <= shape <= 10^4, 0 < scale. */
	NOISE_PARETO,
	/* N(a, b) conditioned on being positive (redrawn, not clipped): a =
	 * mean and b = standard deviation before that, so the mean of f is
	 * above a.  valid: 0 <= sd, -30 sd <= mean; sd 0 is the constant
	 * mean, which must be positive. */
	NOISE_NORMAL,
	/* Uniform on [a, b].  valid: 0 <= a <= b, 0 < b. */
	NOISE_UNIFORM,
	/* Discrete: values with probabilities, any order, repeats add up.
	 * valid: positive values; probabilities in [0, 1] with sum 1 within
	 * 10^-9 (then divided by their sum). */
	NOISE_PMF,
	/* Histogram: a bin with the probability of its count, uniform inside
	 * it.  valid: increasing edges >= 0, at least one count above 0,
	 * counts below 2^60 in all. */
	NOISE_EMPIRICAL,
};

typedef uint64_t noise_factor; /* f * 2^32 */
#define NOISE_ONE ((noise_factor)1 << 32)
#define NOISE_MAX ((noise_factor)1 << 62) /* all factors are at most this */

struct noise_table; /* see the private part */

struct noise {
	enum noise_kind kind;
	double a, b; /* parameters, for messages and statistics*/
	double tail_prob, tail_scale; /* heavy tail: f *= scale with prob     */
	uint64_t tail_below; /* drawn bits below this are in the tail         */
	noise_factor tail_factor;
	const struct noise_table *table; /* NULL: f = 1 before the tail       */
};

/* f as a function of keyed bits, non-decreasing in them.  Pure. */
static inline noise_factor noise_quantile(const struct noise_table *t,
					  uint64_t bits);

/* The factor of instance `instance` in the stream with these bases (from
 * rng_base with RNG_FACTOR and RNG_TAIL). */
static inline noise_factor noise_draw(const struct noise *n, uint64_t base,
				      uint64_t tail_base, uint64_t instance);

/* round(c * f) ns, half up, for 0 <= c; at least 1 (but 0 stays 0 where f is
 * 1); saturates at INT64_MAX / 4. */
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
 * place and adds it) where a parameter makes no sense.  Tables live in `a`.
 * All start without a tail. */
bool noise_init(struct noise *n, struct arena *a, enum noise_kind kind,
		double pa, double pb, struct dag_error *e);
bool noise_init_pmf(struct noise *n, struct arena *a, const double *values,
		    const double *probs, size_t count, struct dag_error *e);
/* Bins [edges[i], edges[i + 1]) with counts[i], i < count; edges are divided
 * by unit (the nominal time, where they are times). */
bool noise_init_histogram(struct noise *n, struct arena *a, const double *edges,
			  const uint64_t *counts, size_t count, double unit,
			  struct dag_error *e);
/* With probability prob, drawn apart, the factor is multiplied by scale.
 * valid: 0 <= prob <= 1, 0 < scale <= 10^6. */
bool noise_set_tail(struct noise *n, double prob, double scale,
		    struct dag_error *e);

/* Statistics, for reports and charging; all of them with the tail.
 *
 * The least factor that a draw exceeds with probability at most 1 - q,
 * 0 < q < 1: exact for the law as drawn (interpolated, rounded), found by
 * counting bits, so never below what simulation can show. */
noise_factor noise_upper_quantile(const struct noise *n, double q);
/* The largest and the smallest factor that can be drawn at all. */
noise_factor noise_max(const struct noise *n);
noise_factor noise_min(const struct noise *n);
/* Mean of the law as defined above; INFINITY for Pareto with shape <= 1. */
double noise_mean(const struct noise *n);
/* P(f <= x) of the law as defined above, by GSL: for tests and plots. */
double noise_cdf(const struct noise *n, double x);

/* --- Private part: here only so that a draw inlines --- */

enum {
	NOISE_CELL_BITS = 5,
	NOISE_CELLS = 1 << NOISE_CELL_BITS,
	NOISE_LINEAR = 23, /* below 2^23 of 2^64 the cells halve no more      */
	NOISE_SIDE = (63 - NOISE_LINEAR) * NOISE_CELLS + NOISE_CELLS + 1,
	NOISE_GUIDE = 256,
};

struct noise_table {
	/* Entries at the cell bounds, lower side then upper side, each from
	 * its tail to the median; NULL: thresholds. */
	const noise_factor *grid;
	/* Step i holds for last[i - 1] < bits <= last[i]; last of all is
	 * UINT64_MAX.  Inside it f = value[i] + slope[i] * position, the
	 * position being bits - last[i - 1] - 1 shifted to fill 64 bits. */
	const struct noise_step *steps;
	uint32_t n;
	uint32_t guide[NOISE_GUIDE + 1]; /* first step that may hold for bits
					  * with this top byte                */
};
struct noise_step {
	uint64_t first, last, slope;
	noise_factor value;
	unsigned shift;
};

noise_factor noise_step_quantile(const struct noise_table *t, uint64_t bits);

/* Where a grid value is looked up: cells are found as in a floating-point
 * number, exponent and leading bits of the distance to the nearer tail. */
static inline noise_factor noise_grid_quantile(const noise_factor *grid,
					       uint64_t bits)
{
	uint64_t upper = bits >> 63, v = bits ^ ((uint64_t)0 - upper);
	unsigned top =
		63 - (unsigned)__builtin_clzll(v | UINT64_C(1) << NOISE_LINEAR);
	unsigned shift = top - NOISE_CELL_BITS;
	uint64_t cell =
		(uint64_t)(top - NOISE_LINEAR) * NOISE_CELLS + (v >> shift);
	uint64_t frac = v << (64 - shift) >> 32;
	const noise_factor *g = grid + upper * NOISE_SIDE + cell;

	return g[0] + (noise_factor)(((int128)(int64_t)(g[1] - g[0]) *
				      (int64_t)frac) >>
				     32);
}

static inline noise_factor noise_quantile(const struct noise_table *t,
					  uint64_t bits)
{
	if (t->grid)
		return noise_grid_quantile(t->grid, bits);
	return noise_step_quantile(t, bits);
}

/* f * scale, clipped. */
static inline noise_factor noise_scaled(noise_factor f, noise_factor scale)
{
	uint128 v = ((uint128)f * scale) >> 32;

	return v > NOISE_MAX ? NOISE_MAX : (noise_factor)v;
}

static inline noise_factor noise_draw(const struct noise *n, uint64_t base,
				      uint64_t tail_base, uint64_t instance)
{
	noise_factor f = NOISE_ONE;

	if (n->table)
		f = noise_quantile(n->table, rng_draw(base, instance));
	if (n->tail_below && rng_draw(tail_base, instance) < n->tail_below)
		f = noise_scaled(f, n->tail_factor);
	return f;
}

#endif
