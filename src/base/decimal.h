/* decimal.h - exact decimal fractions as text
 *
 * A decimal is value / 10^scale with value a 128-bit integer: milliseconds
 * are nanoseconds with scale 6, a percentile in hundredths of a nanosecond
 * has scale 8 in milliseconds.  Nothing passes through a double, so what is
 * printed is what was measured, on every machine and in every locale.
 */
#ifndef DAGSIM_BASE_DECIMAL_H
#define DAGSIM_BASE_DECIMAL_H

#include "base/int128.h"

#include <stddef.h>

enum { DECIMAL_MAX_SCALE = 18, DECIMAL_SIZE = 64 };

/* Writes into buf (DECIMAL_SIZE bytes suffice) and returns the length.
 * digits < 0: the shortest exact form ("1.5", "-3", "0.000001"); otherwise
 * that many decimals, at most DECIMAL_MAX_SCALE, rounded half to even. */
size_t decimal_format(char *buf, int128 value, unsigned scale, int digits);

/* num / den with `digits` decimals, rounded half to even; den > 0 and
 * |num| * 10^digits within 127 bits. */
size_t decimal_format_ratio(char *buf, int128 num, int128 den, int digits);

#endif
