/* json_double.c - the shortest text of a double; see json.h
 *
 * Shortest means: the fewest of 15, 16 or 17 significant digits that read back
 * as the same double, rounded correctly, in the form of printf's %g.  Tables
 * hold tens of thousands of doubles, and asking printf and strtod up to three
 * times each took a quarter of what writing one costs.  Nearly all of them lie
 * between 1e-4 and 1e14, where %g writes no exponent and 128 bits hold the
 * exact value: v = m / 2^shift, so its digits down to the k-th decimal are
 * m * 10^k / 2^shift, and how far they are from v is exact as well.
 */
#include "base/int128.h"
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_DIGITS = 17, /* always read back as the same                   */
	LEAST_DIGITS = 15,
	FRACTION_BITS = 52,
	EXPONENT_BIAS = 1023,
	LEAST_POWER = -4, /* of ten; no exponent is written from here       */
	MOST_POWER = 13,  /* to here, whatever the rounding                 */
};

/* Powers of ten by integers: 10^20 needs 67 bits. */
static uint128 power_of_ten(unsigned n)
{
	uint128 p = 1;

	assert(n <= 20);
	while (n--)
		p *= 10;
	return p;
}

/* The d of 10^d <= v < 10^(d+1).  The doubles next to 0.1, 0.01, 0.001 and
 * 0.0001 lie above these, so comparing with them decides exactly. */
static int decimal_power(double v)
{
	static const double powers[] = {1e-4, 1e-3, 1e-2, 1e-1, 1e0,  1e1,
					1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
					1e8,  1e9,  1e10, 1e11, 1e12, 1e13};
	int i = (int)(sizeof(powers) / sizeof(*powers)) - 1;

	assert(v >= powers[0]);
	while (v < powers[i])
		i--;
	return i + LEAST_POWER;
}

/* digits / 10^k, trailing zeros of the fraction left out. */
static size_t put_digits(char *buf, uint64_t digits, unsigned k)
{
	char reversed[24];
	unsigned n = 0;
	size_t len = 0;

	while (k && digits % 10 == 0) {
		digits /= 10;
		k--;
	}
	do {
		reversed[n++] = (char)('0' + digits % 10);
		digits /= 10;
	} while (digits || n <= k);
	assert(n <= sizeof(reversed));
	while (n) {
		buf[len++] = reversed[--n];
		if (n == k && k)
			buf[len++] = '.';
	}
	buf[len] = '\0';
	return len;
}

/* Of m / 2^shift, whose neighbours are 1 / 2^shift away. */
static size_t format_exactly(char *buf, uint64_t m, unsigned shift, int power)
{
	for (int digits = LEAST_DIGITS;; digits++) {
		unsigned k = (unsigned)(digits - 1 - power);
		uint128 ten = power_of_ten(k), exact = m * ten;
		uint128 q = exact >> shift, rest = exact - (q << shift);
		uint128 half = (uint128)1 << (shift - 1), off;
		bool up = rest > half || (rest == half && (q & 1));

		off = up ? 2 * half - rest : rest;
		q += up;
		if (digits == MOST_DIGITS || 2 * off < ten ||
		    (2 * off == ten && !(m & 1)))
			return put_digits(buf, (uint64_t)q, k);
	}
}

static size_t format_by_printf(char *buf, double v)
{
	int n = 0;

	for (int digits = LEAST_DIGITS; digits <= MOST_DIGITS; digits++) {
		n = snprintf(buf, 32, "%.*g", digits, v);
		if (strtod(buf, NULL) == v)
			break;
	}
	/* A locale's decimal comma would break the format. */
	for (int i = 0; i < n; i++)
		if (!strchr("0123456789+-.eE", buf[i]))
			buf[i] = '.';
	return (size_t)n;
}

size_t json_format_double(char *buf, double v)
{
	const uint64_t one = (uint64_t)1 << FRACTION_BITS;
	double size = fabs(v);
	uint64_t bits, fraction;
	int exponent;
	size_t sign = v < 0;

	if (!isfinite(v))
		return (size_t)snprintf(buf, 32, "null");
	memcpy(&bits, &v, sizeof(bits));
	fraction = bits & (one - 1);
	if (bits == 0)
		return (size_t)snprintf(buf, 32, "0");
	/* A power of two is nearer to the double below than to that above. */
	if (size < 1e-4 || size >= 1e14 || fraction == 0)
		return format_by_printf(buf, v);
	exponent = (int)(bits >> FRACTION_BITS & 0x7ff) - EXPONENT_BIAS;
	buf[0] = '-';
	return sign + format_exactly(buf + sign, one | fraction,
				     (unsigned)(FRACTION_BITS - exponent),
				     decimal_power(size));
}
