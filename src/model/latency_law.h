/* latency_law.h - how latencies are distributed, as pieces of a line
 *
 * A law is a quantile function made of straight pieces: piece i runs from
 * edges[i] to edges[i + 1] and has weights[i] of `total`.  Tails, which are
 * curved, are cut into pieces that get finer towards the end, down to one in
 * 2^40 of the tail.  Times are doubles in ns here, made by IEEE arithmetic
 * and base/portable alone; weights are integers; so a law is the same bits
 * on every machine, and so is the table that is made of it (latency.h).
 *
 * Three things become a law:
 *   - a summary (least, quartiles, greatest, mean, number of values): below
 *     the first quartile a truncated exponential that rises towards it and
 *     meets the density of the next quarter; straight lines between the
 *     quartiles; above the third a generalized Pareto tail with the mean
 *     that the whole needs and the greatest value as its 1/n return level.
 *     What lies above the third quartile is inferred from two numbers;
 *   - a histogram (histogram.h): uniform inside a bin.  What overflowed lies
 *     between the last bin and the greatest value: by a Pareto tail where the
 *     mean of the overflow is known well enough, else log-uniform;
 *   - knots of a quantile function with a tail, as `dagsim noise fit` writes
 *     them.
 *
 * Cost: a law of a summary has some 900 pieces; of a histogram as many as
 * bins, and 660 for a tail.
 */
#ifndef DAGSIM_MODEL_LATENCY_LAW_H
#define DAGSIM_MODEL_LATENCY_LAW_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"
#include "model/latency_tail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Times of a law end here: 1000 s. */
#define LAW_MOST 1e12

/* What stands above the threshold of the tail, and how it was found. */
enum law_tail {
	LAW_TAIL_NONE,        /* nothing: the last bin is the end             */
	LAW_TAIL_MEAN_MAX,    /* Pareto, from the mean and the greatest       */
	LAW_TAIL_MOMENTS,     /* Pareto, from probability-weighted moments    */
	LAW_TAIL_GIVEN,       /* Pareto, as it was written                    */
	LAW_TAIL_LOG_UNIFORM, /* from the last bin to the greatest            */
	LAW_TAIL_CLAMPED,     /* overflow of unknown extent: at the last bin  */
	LAW_TAIL_HEAVIEST,    /* power of the quantile, mean and greatest     */
};
/* A sentence for each. */
extern const char *const law_tail_texts[];

struct law {
	double *edges;     /* ns, strictly ascending; n + 1                   */
	uint64_t *weights; /* may be 0 between others                         */
	size_t n, cap;
	uint64_t total; /* of the weights, 1..2^60 - 1                        */
	enum law_tail tail;
	struct gpd gpd;    /* of a Pareto tail, in ns                         */
	double threshold;  /* where it begins, ns                             */
	double tail_share; /* probability above it                            */
	double observed;   /* the greatest value that was measured            */
	uint64_t samples;  /* that it stands for; 0: unknown                  */
};

/* What is known of measurements, in ns. */
struct latency_summary {
	double min, q1, median, q3, max, mean;
	uint64_t samples;
	double grid; /* resolution of the measurement; 0: none is known       */
};

enum law_choice { LAW_DATA, LAW_GPD, LAW_HEAVY };
extern const char *const law_choice_names[]; /* data, gpd, heavy           */

/* Where a law ends. */
enum law_cap { LAW_CAP_MAX, LAW_CAP_NONE, LAW_CAP_VALUE };

/* The law of a summary whose tail is a Pareto's (or LAW_HEAVY: the heaviest
 * that has this mean and greatest value, a pessimistic bound).  False and a
 * message where the numbers contradict each other. */
bool law_of_summary(struct law *law, struct arena *a,
		    const struct latency_summary *s, enum law_choice tail,
		    struct dag_error *e);

/* A law of knots: values[i] is the quantile at probs[i], which ascend from 0;
 * above the last knot, the threshold, the tail g (sigma 0: none, and the last
 * prob is 1).  `most` is the greatest that was measured; 0: unknown. */
bool law_of_knots(struct law *law, struct arena *a, const double *probs,
		  const double *values, size_t n, struct gpd g, double most,
		  struct dag_error *e);

/* Subtracts `base`; what would be below 0 is 0. */
void law_rebase(struct law *law, double base);

/* Ends it at `most`: what lies above is there. */
void law_cap(struct law *law, double most);

/* Of the law as it is now. */
double law_quantile(const struct law *law, double p);
double law_mean(const struct law *law);
/* P(X > x). */
double law_exceedance(const struct law *law, double x);
double law_least(const struct law *law);
double law_most(const struct law *law);

/* --- making laws: for latency_*.c --- */

/* Begins at `from`, with room for so many pieces. */
void law_begin(struct law *law, struct arena *a, double from, size_t room);
/* A piece up to `to`; where that is not above the last edge, a jump: a piece
 * of 10^-3 ns. */
void law_to(struct law *law, double to, uint64_t weight);

enum { LAW_TAIL_PIECES = 40 * 16 + 1 };

/* The tail above the last edge: excess(w) is exceeded by the share w of
 * `weight`; excess(1) = 0. */
typedef double law_excess(const void *of, double w);
void law_tail(struct law *law, law_excess *excess, const void *of,
	      uint64_t weight);
/* The same for a Pareto tail, which is noted. */
void law_pareto(struct law *law, struct gpd g, uint64_t weight,
		enum law_tail how);

#endif
