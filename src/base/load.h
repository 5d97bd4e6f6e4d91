/* load.h - a sum of fractions that knows on which side of one it lies
 *
 * Utilization is a sum of ratios cost / period, and tests branch on whether
 * it is below, equal to or above one.  No double can tell that.  A load keeps
 * the sum twice: exactly, over the least common multiple of the denominators,
 * for as long as that fits in 60 bits; and always as a pair of bounds in
 * units of 2^-60, one rounded down and one up.  With friendly periods the
 * exact form decides; with thousands of unrelated periods the bounds do,
 * except within n * 2^-60 of one, where the answer is LOAD_UNKNOWN.
 *
 * Units: none.  Ownership: plain values.  Cost: O(1) an addition (one gcd).
 */
#ifndef DAGSIM_BASE_LOAD_H
#define DAGSIM_BASE_LOAD_H

#include "base/int128.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOAD_BITS = 60 };

enum load_side {
	LOAD_BELOW = -1,
	LOAD_ONE = 0,
	LOAD_ABOVE = 1,
	LOAD_UNKNOWN = 2, /* nearer to one than 64-bit arithmetic can see */
};

struct load {
	bool exact;
	int64_t den;       /* lcm of all denominators, while exact            */
	int128 num;        /* the sum is num / den, while exact               */
	uint128 low, high; /* the sum in units of 2^-LOAD_BITS           */
};

void load_init(struct load *l);

/* Adds num / den; 0 <= num <= 2^60, 1 <= den.  A product den that does not
 * fit is passed as two factors: num / (den * times), times >= 1. */
void load_add(struct load *l, int64_t num, int64_t den, int64_t times);

enum load_side load_side(const struct load *l);

/* Is the sum certainly at most `most` (0 .. 2^40)? */
bool load_within(const struct load *l, int64_t most);

/* The exact ratio, reduced, where both parts fit in 62 bits; otherwise the
 * sum rounded up to 2^-40 (saturating), and *exact false. */
struct ratio load_ratio(const struct load *l, bool *exact);

#endif
