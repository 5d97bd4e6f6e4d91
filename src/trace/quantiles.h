/* quantiles.h - percentiles of a stream of times in a fixed piece of memory
 *
 * The owner lends `cap` slots of 64 bits.  The first `cap` samples are kept
 * as they are, and percentiles of them are exact.  When one more arrives the
 * same slots become the counters of a log-linear histogram: every octave
 * [2^e, 2^(e+1)) is cut into 2^k equal buckets, so a sample is known to
 * within a relative error of 2^-(k+1).  The histogram is a window over the
 * buckets, as fine as fits (k = 8 at most); a sample outside moves the
 * window, or, where the range has become too wide, halves the resolution by
 * merging buckets.  With 64 slots every int64 fits at k = 0, so this ends; a
 * window of 16 octaves (1 us to 65 ms) fits with an error of 1.6 % in 512
 * slots and of 0.2 % in 4096.  A finer one would cost more cache than it is
 * worth.  quantiles_error tells what it came to.
 *
 * Percentiles are of type 7 (Hyndman and Fan, Sample quantiles in statistical
 * packages, 1996): linear interpolation between the order statistics around
 * rank q * (n - 1).  The rank is a rational with denominator 100, so the
 * result is an exact multiple of a hundredth of a nanosecond.
 *
 * Cost: adding is a store (exact) or an increment (histogram); reading costs
 * O(min(n, cap)), a few passes for any number of percentiles at once, uses
 * the scratch and changes no sample.  Samples must be >= 0.
 */
#ifndef DAGSIM_TRACE_QUANTILES_H
#define DAGSIM_TRACE_QUANTILES_H

#include "base/int128.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

enum { QUANTILES_MIN_CAP = 64, QUANTILES_MAX_K = 8 };

struct quantiles {
	uint64_t *slot; /* samples, then counters of buckets base, base + 1...*/
	uint64_t *scratch; /* cap words, used while turning into a histogram  */
	uint64_t n; /* samples seen; kept only once a histogram           */
	uint32_t cap, room; /* slots; samples that still fit exactly          */
	uint32_t base; /* histogram: bucket number of slot[0]                */
	uint8_t k;     /* histogram: sub-buckets per octave = 2^k            */
	bool binned;   /* a histogram by now                                 */
};

/* A time in hundredths of a nanosecond; `known` is false without samples. */
struct quantile {
	int128 hundredths;
	bool known;
};

/* slots: `cap` words of the owner, whatever they hold.  scratch: room for as
 * many; any number of quantiles of one thread may share it.  A cap below
 * QUANTILES_MIN_CAP is too small for a histogram: the owner must move on by
 * quantiles_grow before more than `cap` samples come. */
void quantiles_init(struct quantiles *q, uint64_t *slots, uint64_t *scratch,
		    uint32_t cap);

/* Moves samples that are still exact to more slots. */
void quantiles_grow(struct quantiles *q, uint64_t *slots, uint32_t cap);

/* Bucket numbers at resolution k are consecutive: 0, 1, ... for the exact
 * values below 2^k, then 2^k for each octave. */
static inline uint32_t quantiles_bucket(uint64_t v, unsigned k)
{
	unsigned shift;

	if (!(v >> k))
		return (uint32_t)v;
	shift = 63u - (unsigned)__builtin_clzll(v) - k;
	return (shift << k) + (uint32_t)(v >> shift);
}

void quantiles_add_slow(struct quantiles *q, uint64_t sample);
static inline void quantiles_add(struct quantiles *q, dag_time sample)
{
	uint32_t at;

	if (q->room) {
		q->slot[q->cap - q->room--] = (uint64_t)sample;
		return;
	}
	at = quantiles_bucket((uint64_t)sample, q->k) - q->base;
	if (q->binned && at < q->cap) {
		q->slot[at]++;
		q->n++;
	} else {
		quantiles_add_slow(q, (uint64_t)sample);
	}
}

/* Adds all that src has seen to dst, src's buckets by their middle.  Buckets
 * nest, so dst keeps its error if src is as fine; else the two add up. */
void quantiles_merge(struct quantiles *dst, const struct quantiles *src);

uint64_t quantiles_count(const struct quantiles *q);

/* k percentiles at once, each 0..100; quickest where they ascend. */
enum { QUANTILES_AT_ONCE = 8 };
void quantiles_of(const struct quantiles *q, const unsigned *percent,
		  uint32_t k, struct quantile *out);

/* The same over the samples of n quantiles that are all exact; each lies
 * `stride` bytes behind the one before. */
void quantiles_of_union(const struct quantiles *first, size_t n, size_t stride,
			const unsigned *percent, uint32_t k,
			struct quantile *out);

/* The percent-th percentile. */
struct quantile quantiles_at(const struct quantiles *q, unsigned percent);

struct quantile quantiles_at_union(const struct quantiles *first, size_t n,
				   size_t stride, unsigned percent);

/* Bound on the relative error of what quantiles_at returns; 0: exact. */
double quantiles_error(const struct quantiles *q);

#endif
