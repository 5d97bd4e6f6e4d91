/* goodness.h - does a sample follow a law?  Both return a p-value
 *
 * Seeds in tests are fixed, so a p-value never flutters: a test that demands
 * p > 10^-4 states that this sample is an ordinary one, and a law that is
 * off by more than about 2 / sqrt(n) gets nowhere near that.
 */
#ifndef DAGSIM_TESTS_GOODNESS_H
#define DAGSIM_TESTS_GOODNESS_H

#include <stddef.h>
#include <stdint.h>

/* Kolmogorov-Smirnov against a continuous CDF.  Sorts x. */
double goodness_ks(double *x, size_t n, double (*cdf)(const void *, double),
		   const void *law);

/* Pearson's chi-square; expected counts are probability * total. */
double goodness_chi2(const uint64_t *observed, const double *probability,
		     size_t cells);

#endif
