/* latency_tail.h - the generalized Pareto law: how far a tail goes
 *
 * Above a threshold u many laws look alike: P(X > u + y | X > u) =
 * (1 + xi y / sigma)^(-1 / xi).  xi is the tail index: below 0 there is an
 * end at u - sigma / xi, at 0 the tail is exponential, at 1/2 the variance is
 * infinite, at 1 the mean.
 *
 * All arithmetic is plain IEEE doubles and base/portable, so fits are the
 * same bits everywhere.
 *
 * Sources: J. Pickands, Statistical inference using extreme order statistics,
 * Annals of Statistics 3, 1975; J. Hosking and J. Wallis, Parameter and
 * quantile estimation for the generalized Pareto distribution, Technometrics
 * 29, 1987 (probability-weighted moments).
 */
#ifndef DAGSIM_MODEL_LATENCY_TAIL_H
#define DAGSIM_MODEL_LATENCY_TAIL_H

#include <stdbool.h>

#define TAIL_XI_MIN (-3.0)
#define TAIL_XI_MAX 0.95

struct gpd {
	double xi, sigma; /* sigma > 0, in the unit of y                     */
};

/* The excess y that is exceeded with probability w, 0 < w <= 1. */
double gpd_excess(struct gpd g, double w);

/* The law of that mean excess > 0 that reaches `most` once in n values
 * (P(y > most) = 1 / n), n > 1.  xi is held within the bounds above; then
 * the mean holds and the greatest does not. */
struct gpd gpd_of_mean_and_most(double mean, double most, double n);

/* The same, but `mean` is that of the values themselves, all up to `most`: of a
 * law that ends there, with what would lie above at the end.  Where xi is
 * at its upper bound the mean holds and the greatest is reached more seldom; at
 * the lower the greatest holds and the mean, above 3/4 of it, does not. */
struct gpd gpd_within(double mean, double most, double n);

/* By probability-weighted moments: b0 is the mean of the excesses, b1 that of
 * y times the share of the others that are greater.  xi is held within -0.5
 * and 0.9, outside which the estimate is poor; the mean holds then. */
struct gpd gpd_of_moments(double b0, double b1);

#endif
