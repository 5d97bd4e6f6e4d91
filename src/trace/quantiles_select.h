/* quantiles_select.h - exact order statistics of samples in pieces
 *
 * The samples of n quantiles (quantiles.h) that are all exact, each `stride`
 * bytes behind the one before, are one multiset; what is wanted are the values
 * of some ranks in it.  One pass finds the range, one counts log-linear
 * buckets, one gathers the samples of the few buckets that matter into the
 * scratch of the first; samples stay as they are.
 *
 * Cost: three passes for any number of ranks, and little more; no memory.
 * Not for use outside src/trace/quantiles*.c.
 */
#ifndef DAGSIM_TRACE_QUANTILES_SELECT_H
#define DAGSIM_TRACE_QUANTILES_SELECT_H

#include "trace/quantiles.h"

#include <stddef.h>

enum { QUANTILES_RANKS_MAX = 2 * QUANTILES_AT_ONCE };

/* value[i] becomes the sample of rank[i] (0: the least), i < k; ranks are
 * below the number of samples, and are spoilt.  Quickest where they ascend. */
void quantiles_select(const struct quantiles *first, size_t n, size_t stride,
		      uint64_t *rank, uint64_t *value, uint32_t k);

#endif
