/* partition.h - the most that n due jobs and up to R riders can cost
 *
 * A batch of a model holds k >= 1 due jobs and r >= 0 riders, k + r <= B,
 * and costs C(k + r).  F(n, R) is the largest total over all ways to form
 * batches of n due jobs and at most R riders.  With sizes b_1..b_j given, the
 * jobs can be dealt iff j <= n <= S and S - n <= R for S = sum of the sizes,
 * so F(n, R) = max over j <= n <= S <= n + R of G(j, S), with G(j, S) the
 * largest cost of j batches of total size S: a table of two indices.
 *
 * It replaces n w + delta min(R, n(B - 1)), with w = max(C(1), delta) and
 * delta the largest increment, which it never exceeds.  Beyond n = rows the
 * table goes on with slope w: F(n + 1, R) <= F(n, R) + w holds for n >= R,
 * so rows must be at least the largest R asked for.
 *
 * Where the table would say nothing new (increments all equal and at most
 * C(1)) or would be too large, none is made and the formula is used.
 *
 * Units: ns.  Cost: building O(rows (rows + R) B), at most PARTITION_WORK
 * steps; asking O(1).  Source: docs/rb-admission.md, "Partition bound".
 */
#ifndef DAGSIM_ANALYSIS_PARTITION_H
#define DAGSIM_ANALYSIS_PARTITION_H

#include "base/arena.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

enum { PARTITION_WORK = 4000000 };

struct partition {
	const dag_time *table;  /* row n, column R; NULL: use the formula  */
	uint32_t rows, columns; /* largest n and R of the table           */
	uint32_t cap;           /* B                                      */
	dag_time w, delta;
};

/* cost[b - 1] = C(b) for b <= cap; riders: the largest R that will be asked.
 * With exact false the formula is used in any case. */
void partition_init(struct partition *p, const dag_time *cost, uint32_t cap,
		    uint32_t riders, bool exact, struct arena *a);

/* F(n, R), or its bound; n >= 0, 0 <= R <= riders. */
static inline int128 partition_cost(const struct partition *p, uint64_t n,
				    uint64_t riders)
{
	uint64_t most = n * (p->cap - 1), over = 0;

	if (!p->table)
		return (int128)n * p->w +
		       (int128)(riders < most ? riders : most) * p->delta;
	if (n > p->rows) {
		over = n - p->rows;
		n = p->rows;
	}
	return (int128)over * p->w +
	       p->table[n * ((uint64_t)p->columns + 1) + riders];
}

#endif
