/* noise.c - tables of quantiles, from parameters; see noise.h
 *
 * Every value goes through doubles once, here, and is rounded to an integer
 * before anything depends on it.
 */
#include "model/noise_build.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#define SHAPE_MIN 0.1
#define SHAPE_MAX 1e4
#define LOG_GRAIN (-27.7) /* 2^-40 */

/* --- Rounding --- */

noise_factor noise_exact_factor(double x)
{
	assert(x >= 0);
	if (x >= NOISE_FACTOR_MAX)
		return NOISE_MAX;
	return (noise_factor)floor(ldexp(x, 32) + 0.5);
}

/* x * 2^32 to 24 significant bits: coarse enough that libm's last bits do
 * not show. */
static noise_factor coarse_factor(double x)
{
	int e;

	assert(x >= 0);
	if (x >= NOISE_FACTOR_MAX)
		return NOISE_MAX;
	frexp(x, &e); /* x < 2^e */
	if (e < -8)
		return noise_exact_factor(x);
	return (noise_factor)floor(ldexp(x, 24 - e) + 0.5) << (e + 8);
}

/* --- Parameters --- */

static bool not_finite(const char *name, double v, struct dag_error *e)
{
	if (isfinite(v))
		return false;
	error_set(e, NULL, 0, 0, "%s is not a finite number", name);
	return true;
}

bool noise_in_range(const char *name, double v, double lo, double hi,
		    struct dag_error *e)
{
	assert(lo <= hi);
	if (not_finite(name, v, e))
		return false;
	if (v >= lo && v <= hi)
		return true;
	if (isinf(hi))
		return error_set(e, NULL, 0, 0,
				 "%s %g is out of range; valid: %g and above",
				 name, v, lo);
	return error_set(e, NULL, 0, 0,
			 "%s %g is out of range; valid: %g to %g", name, v, lo,
			 hi);
}

bool noise_is_positive(const char *name, double v, struct dag_error *e)
{
	if (not_finite(name, v, e))
		return false;
	if (v > 0)
		return true;
	return error_set(e, NULL, 0, 0, "%s %g is not positive", name, v);
}

static bool check_parameters(const struct noise *n, struct dag_error *e)
{
	switch (n->kind) {
	case NOISE_LOGNORMAL:
		return noise_in_range("mu", n->a, -100, 100, e) &&
		       noise_in_range("sigma", n->b, 0, 10, e);
	case NOISE_GAMMA:
	case NOISE_WEIBULL:
	case NOISE_PARETO:
		return noise_in_range("shape", n->a, SHAPE_MIN, SHAPE_MAX, e) &&
		       noise_is_positive("scale", n->b, e);
	case NOISE_NORMAL:
		if (not_finite("mean", n->a, e) ||
		    !noise_in_range("standard deviation", n->b, 0, INFINITY, e))
			return false;
		if (n->b == 0)
			return noise_is_positive("mean", n->a, e);
		if (n->a >= -30 * n->b)
			return true;
		return error_set(
			e, NULL, 0, 0,
			"mean %g lies more than 30 standard deviations "
			"(%g) below 0: nothing positive is left",
			n->a, n->b);
	case NOISE_UNIFORM:
		if (!noise_in_range("lower bound", n->a, 0, NOISE_FACTOR_MAX,
				    e) ||
		    !noise_is_positive("upper bound", n->b, e))
			return false;
		if (n->a <= n->b)
			return true;
		return error_set(e, NULL, 0, 0,
				 "lower bound %g is above upper bound %g", n->a,
				 n->b);
	case NOISE_NONE:
		return true;
	case NOISE_PMF:
	case NOISE_EMPIRICAL:
		break;
	}
	/* Laws that come as lists have their own noise_init. */
	REQUIRE(n->kind != NOISE_PMF && n->kind != NOISE_EMPIRICAL);
	return false;
}

/* --- Quantiles on the grid --- */

/* The gamma law with scale 1 is solved along the grid: p changes by a few
 * percent from entry to entry, so Newton's method in log p over log x starts
 * close and mostly needs two evaluations (GSL's own inverse fails to converge
 * for shapes below 0.3 and above some thousands). */
struct gamma_walk {
	double shape, log_gamma;
	/* log x of the last solution and how it moved, on a coarse grid, so
	 * that its last bits do not travel along. */
	double y, dy;
};

static double gamma_solve(struct gamma_walk *g, double p, bool upper)
{
	double y = g->y + g->dy, coarse, off = 1;

	assert(p > 0 && p <= 0.5);
	/* Convergence is quadratic: 10^-6 before a step, 10^-12 after it. */
	for (int i = 0; i < 50 && fabs(off) > 1e-6; i++) {
		double x = exp(y);
		double t = upper ? gsl_cdf_gamma_Q(x, g->shape, 1)
				 : gsl_cdf_gamma_P(x, g->shape, 1);
		double slope = exp(g->shape * y - x - g->log_gamma) / t;

		off = log(t / p);
		y += upper ? off / slope : -off / slope;
	}
	assert(fabs(off) <= 1e-6);
	coarse = ldexp(floor(ldexp(y, 30)), -30);
	g->dy = coarse - g->y;
	g->y = coarse;
	return exp(y);
}

static struct gamma_walk gamma_start(double shape)
{
	struct gamma_walk g = {.shape = shape};

	assert(shape >= SHAPE_MIN && shape <= SHAPE_MAX);
	g.log_gamma = gsl_sf_lngamma(shape);
	if (shape >= 1) /* Wilson and Hilferty's median */
		g.y = log(shape) + 3 * log(1 - 1 / (9 * shape));
	else /* P(x) is about x^shape / gamma(shape + 1) */
		g.y = (g.log_gamma + log(shape / 2)) / shape;
	gamma_solve(&g, 0.5, false);
	g.dy = 0;
	return g;
}

static double normal_quantile(double mean, double sd, double p, bool upper)
{
	double below = gsl_cdf_ugaussian_P(-mean / sd);
	double above = gsl_cdf_ugaussian_Q(-mean / sd), z;

	assert(above > 0);
	if (upper)
		z = gsl_cdf_ugaussian_Qinv(p * above);
	else if (below < 0.5)
		z = gsl_cdf_ugaussian_Pinv(below + p * above);
	else
		z = gsl_cdf_ugaussian_Qinv((1 - p) * above);
	return fmax(mean + sd * z, 0);
}

/* The p-quantile, or of the upper half the (1 - p)-quantile; p <= 1/2. */
static double quantile(const struct noise *n, struct gamma_walk *g, double p,
		       bool upper)
{
	double a = n->a, b = n->b;

	switch (n->kind) {
	case NOISE_LOGNORMAL:
		return upper ? gsl_cdf_lognormal_Qinv(p, a, b)
			     : gsl_cdf_lognormal_Pinv(p, a, b);
	case NOISE_GAMMA:
		/* Below 2^-40, a fraction of the table's grain, it is 0. */
		if (!upper && g->y + log(b) < LOG_GRAIN)
			return 0;
		return b * gamma_solve(g, p, upper);
	case NOISE_WEIBULL: /* GSL's order is scale, shape */
		return upper ? gsl_cdf_weibull_Qinv(p, b, a)
			     : gsl_cdf_weibull_Pinv(p, b, a);
	case NOISE_PARETO:
		return upper ? gsl_cdf_pareto_Qinv(p, a, b)
			     : gsl_cdf_pareto_Pinv(p, a, b);
	default:
		REQUIRE(n->kind == NOISE_NORMAL);
		return normal_quantile(a, b, p, upper);
	}
}

/* Probability of the tail below entry i. */
static double entry_probability(int i)
{
	int octave = i / NOISE_CELLS - 1;

	assert(i >= 0 && i < NOISE_SIDE);
	if (i == 0) /* not 0: cut the endless tail */
		return ldexp(1, -48);
	if (octave < 0)
		return ldexp(i, NOISE_LINEAR - NOISE_CELL_BITS - 64);
	return ldexp(NOISE_CELLS + i % NOISE_CELLS,
		     octave + NOISE_LINEAR - NOISE_CELL_BITS - 64);
}

/* From the median to either tail, since the gamma law walks that way. */
static bool fill_grid(struct noise *n, struct noise_table *t, struct arena *a,
		      struct dag_error *e)
{
	noise_factor *grid = ARENA_NEW(a, noise_factor, 2 * NOISE_SIDE);
	struct gamma_walk start = {0}, walk;
	noise_factor median;

	if (n->kind == NOISE_GAMMA)
		start = gamma_start(n->a);
	for (int upper = 0; upper <= 1; upper++) {
		noise_factor *side = grid + upper * NOISE_SIDE;

		walk = start;
		for (int i = NOISE_SIDE - 1; i >= 0; i--) {
			double p = entry_probability(i);

			side[i] = coarse_factor(quantile(n, &walk, p, upper));
		}
	}
	median = grid[NOISE_SIDE - 1];
	/* The two sides computed it apart. */
	grid[2 * NOISE_SIDE - 1] = median;
	if (median == 0 || median == NOISE_MAX)
		return error_set(e, NULL, 0, 0,
				 "the median of the factor is out of range; "
				 "valid: 2^-32 to 2^30");
	t->grid = grid;
	return true;
}

/* --- Setting up --- */

bool noise_init(struct noise *n, struct arena *a, enum noise_kind kind,
		double pa, double pb, struct dag_error *e)
{
	struct noise_table *t;

	*n = (struct noise){.kind = kind, .a = pa, .b = pb, .tail_scale = 1};
	if (!check_parameters(n, e))
		return false;
	switch (kind) {
	case NOISE_NONE:
		return true;
	case NOISE_UNIFORM:
		return noise_init_uniform(n, a, e);
	case NOISE_LOGNORMAL:
		if (n->b == 0)
			return noise_init_constant(n, a, exp(n->a), e);
		break;
	case NOISE_NORMAL:
		if (n->b == 0)
			return noise_init_constant(n, a, n->a, e);
		break;
	default:
		break;
	}
	t = ARENA_NEW(a, struct noise_table, 1);
	n->table = t;
	return fill_grid(n, t, a, e);
}

bool noise_set_tail(struct noise *n, double prob, double scale,
		    struct dag_error *e)
{
	if (!noise_in_range("tail_prob", prob, 0, 1, e) ||
	    !noise_is_positive("tail_scale", scale, e) ||
	    !noise_in_range("tail_scale", scale, ldexp(1, -20), 1e6, e))
		return false;
	n->tail_prob = prob;
	n->tail_scale = scale;
	n->tail_factor = noise_exact_factor(scale);
	n->tail_below = prob < 1 ? (uint64_t)ldexp(prob, 64) : UINT64_MAX;
	if (n->tail_factor == NOISE_ONE)
		n->tail_below = 0;
	return true;
}
