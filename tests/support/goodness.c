/* goodness.c - see goodness.h */
#include "tests/support/goodness.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

static int cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Kolmogorov's limit law with Stephens' correction for finite n. */
static double ks_p(double d, double n)
{
	double root = sqrt(n), t = (root + 0.12 + 0.11 / root) * d, sum = 0;

	if (t < 0.2)
		return 1;
	for (int k = 1; k <= 100; k++)
		sum += (k % 2 ? 2 : -2) * exp(-2 * t * t * k * k);
	return fmin(fmax(sum, 0), 1);
}

double goodness_ks(double *x, size_t n, double (*cdf)(const void *, double),
		   const void *law)
{
	double worst = 0;

	qsort(x, n, sizeof(*x), cmp_double);
	for (size_t i = 0; i < n; i++) {
		double f = cdf(law, x[i]);
		double above = (double)(i + 1) / (double)n - f;
		double below = f - (double)i / (double)n;

		worst = fmax(worst, fmax(above, below));
	}
	return ks_p(worst, (double)n);
}

double goodness_chi2(const uint64_t *observed, const double *probability,
		     size_t cells)
{
	double total = 0, sum = 0;

	for (size_t i = 0; i < cells; i++)
		total += (double)observed[i];
	for (size_t i = 0; i < cells; i++) {
		double expected = probability[i] * total;
		double d = (double)observed[i] - expected;

		if (expected > 0)
			sum += d * d / expected;
		else if (observed[i])
			return 0;
	}
	return gsl_cdf_chisq_Q(sum, (double)cells - 1);
}
