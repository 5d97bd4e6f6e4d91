/* latency_tail.c - see latency_tail.h */
#include "model/latency_tail.h"
#include "base/portable.h"

#include <assert.h>
#include <math.h>

/* (w^-xi - 1) / xi, which is -ln w at xi = 0. */
static double stretch(double xi, double w)
{
	const double ln2 = 0.693147180559945309417;
	double octaves = -portable_log2(w), power = xi * octaves;

	assert(w > 0 && w <= 1);
	assert(octaves >= 0);
	if (power > 900)
		power = 900;
	if (power < -900)
		power = -900;
	/* Near 0 the difference of nearly equal numbers would lose digits:
	 * the first terms of the series in xi ln w instead. */
	if (fabs(power) < 1e-4) {
		double t = power * ln2;

		return octaves * ln2 * (1 + t / 2 + t * t / 6);
	}
	return (portable_exp2(power) - 1) / xi;
}

double gpd_excess(struct gpd g, double w)
{
	double y = g.sigma * stretch(g.xi, w);

	assert(g.sigma > 0);
	assert(y >= 0);
	return y;
}

struct gpd gpd_of_mean_and_most(double mean, double most, double n)
{
	double low = TAIL_XI_MIN, high = TAIL_XI_MAX, xi;

	assert(mean > 0 && most >= 0);
	assert(n > 1);
	/* What is reached once in n grows with xi while the mean stays. */
	for (int i = 0; i < 80; i++) {
		xi = (low + high) / 2;
		if ((1 - xi) * mean * stretch(xi, 1 / n) < most)
			low = xi;
		else
			high = xi;
	}
	xi = (low + high) / 2;
	return (struct gpd){xi, (1 - xi) * mean};
}

/* The mean of min(y, most). */
static double mean_below(struct gpd g, double most)
{
	double octaves = portable_log2(1 + g.xi * most / g.sigma);
	double above = portable_exp2(-octaves / g.xi * (1 - g.xi));

	assert(g.xi > 0 && g.xi < 1);
	assert(g.sigma > 0 && most > 0);
	return g.sigma / (1 - g.xi) * (1 - above);
}

/* Of the greatest index, with a mean that is less than it would be if the
 * greatest held. */
static struct gpd heaviest_within(double mean, double most, double sigma)
{
	double low = 0, high = sigma;
	struct gpd g = {TAIL_XI_MAX, sigma};

	assert(mean > 0 && sigma > 0);
	for (int i = 0; i < 80 && low < high; i++) {
		g.sigma = (low + high) / 2;
		if (mean_below(g, most) < mean)
			low = g.sigma;
		else
			high = g.sigma;
	}
	g.sigma = high;
	return g;
}

struct gpd gpd_within(double mean, double most, double n)
{
	double low = TAIL_XI_MIN, high = TAIL_XI_MAX, xi;
	double octaves = portable_log2(n);

	assert(mean > 0 && mean < most);
	assert(n > 1);
	/* The mean of what ends at `most`, which is reached once in n, falls
	 * as xi grows. */
	for (int i = 0; i < 80; i++) {
		double rest, here;

		xi = (low + high) / 2;
		rest = portable_exp2((xi - 1) * octaves);
		here = most / stretch(xi, 1 / n) * (1 - rest) / (1 - xi);
		if (here > mean)
			low = xi;
		else
			high = xi;
	}
	xi = (low + high) / 2;
	if (xi > TAIL_XI_MAX - 1e-6)
		return heaviest_within(mean, most,
				       most / stretch(TAIL_XI_MAX, 1 / n));
	return (struct gpd){xi, most / stretch(xi, 1 / n)};
}

struct gpd gpd_of_moments(double b0, double b1)
{
	double gap = b0 - 2 * b1, xi;

	assert(b0 > 0 && b1 >= 0);
	xi = gap > 0 ? 2 - b0 / gap : -0.5;
	if (xi > 0.9)
		xi = 0.9;
	if (!(xi > -0.5))
		xi = -0.5;
	assert(xi >= -0.5 && xi <= 0.9);
	return (struct gpd){xi, (1 - xi) * b0};
}
