/* time.h - instants and spans are int64 nanoseconds, everywhere
 *
 * A dag_time never comes from a double.  Text is converted digit by digit:
 * "33.3333333333ms" is a decimal fraction times a unit, rounded half to even
 * at 1 ns, and anything that does not fit in 63 bits is refused rather than
 * clipped.  The same holds for plain decimals (scale factors, utilizations):
 * they become exact ratios num / den with den a power of ten.
 *
 * Cost: linear in the text.  Ownership: nothing is allocated.
 */
#ifndef DAGSIM_BASE_TIME_H
#define DAGSIM_BASE_TIME_H

#include "base/int128.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t dag_time; /* nanoseconds */
#define DAG_TIME_MAX INT64_MAX

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

/* An exact non-negative ratio; den > 0. */
struct ratio {
	int64_t num, den;
};

enum time_status {
	TIME_OK,
	TIME_NOT_A_NUMBER, /* empty, "abc", "1.2.3", "nan", "0x1F"         */
	TIME_NOT_FINITE,   /* "inf", ".nan" and the like                   */
	TIME_UNKNOWN_UNIT, /* digits followed by something that is no unit */
	TIME_UNIT_MISSING, /* unit_ns was 0 and the text names none        */
	TIME_OVERFLOW,     /* does not fit in int64 nanoseconds            */
};

/* Converts text[0..len) to nanoseconds.  A suffix ns, us, ms, s names the
 * unit; without one the unit is unit_ns (0: a suffix is required).  With a
 * suffix forbidden (keys that already end in _ms) pass allow_suffix false.
 * Accepts sign, decimals and a decimal exponent; negative values convert. */
enum time_status time_parse(const char *text, size_t len, int64_t unit_ns,
			    bool allow_suffix, dag_time *out);

/* The same in units of 10^-15 ns, for sums and slopes of decimals that are
 * to be rounded once, at the end.  |*out| is at most INT64_MAX ns. */
#define FINE_PER_NS ((int128)1000000000000000)
enum time_status time_parse_fine(const char *text, size_t len, int64_t unit_ns,
				 bool allow_suffix, int128 *out);

/* Converts a plain non-negative decimal to an exact ratio, as far as num and
 * den fit in 62 bits: more digits than that round half to even. */
enum time_status ratio_parse(const char *text, size_t len, struct ratio *out);

/* Why a parse failed, as a clause that follows the quoted text. */
const char *time_status_text(enum time_status status);

/* round_half_even(value * r), or -1 where the result does not fit.
 * value >= 0. */
dag_time ratio_scale(dag_time value, struct ratio r);

/* Reduces and compares exactly: -1, 0, 1. */
struct ratio ratio_reduce(struct ratio r);
int ratio_cmp(struct ratio a, struct ratio b);

/* round_half_even(num / den) for 0 <= num, 0 < den; -1 on overflow. */
int64_t div_half_even(int128 num, int128 den);

/* The shortest exact form: "20ms", "1.5s", "7ns".  Returns the length; buf
 * of 32 bytes always suffices. */
size_t time_format(char *buf, size_t cap, dag_time t);

/* Milliseconds with exactly `decimals` (0..6) digits, rounded half to even. */
size_t time_format_ms(char *buf, size_t cap, dag_time t, int decimals);

#endif
