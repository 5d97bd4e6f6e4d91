/* decimal.c - see decimal.h */
#include "base/decimal.h"
#include "base/error.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

static uint128 power_of_ten(unsigned n)
{
	uint128 p = 1;

	while (n--)
		p *= 10;
	return p;
}

static uint128 divide_half_even(uint128 num, uint128 den)
{
	uint128 q = num / den, r = num % den;

	if (r > den - r || (r == den - r && (q & 1)))
		q++;
	return q;
}

/* sign, whole part, point and `digits` decimals of v / 10^digits. */
static size_t put(char *buf, bool negative, uint128 v, unsigned digits)
{
	char tmp[DECIMAL_SIZE];
	size_t n = sizeof(tmp), len;
	unsigned done = 0;

	negative = negative && v;
	while (v || done <= digits) {
		if (done++ == digits && digits)
			tmp[--n] = '.';
		tmp[--n] = (char)('0' + (int)(v % 10));
		v /= 10;
	}
	if (negative)
		tmp[--n] = '-';
	len = sizeof(tmp) - n;
	assert(len < DECIMAL_SIZE);
	memcpy(buf, tmp + n, len);
	buf[len] = '\0';
	return len;
}

size_t decimal_format(char *buf, int128 value, unsigned scale, int digits)
{
	bool negative = value < 0;
	uint128 v = negative ? -(uint128)value : (uint128)value;
	unsigned want = digits < 0 ? scale : (unsigned)digits;

	REQUIRE(scale <= DECIMAL_MAX_SCALE && want <= DECIMAL_MAX_SCALE);
	if (want < scale)
		v = divide_half_even(v, power_of_ten(scale - want));
	else
		for (; scale < want; scale++)
			v *= 10;
	while (digits < 0 && want && v % 10 == 0) {
		v /= 10;
		want--;
	}
	return put(buf, negative, v, want);
}

size_t decimal_format_ratio(char *buf, int128 num, int128 den, int digits)
{
	uint128 v = num < 0 ? -(uint128)num : (uint128)num;

	REQUIRE(den > 0 && digits >= 0 && digits <= DECIMAL_MAX_SCALE);
	v = divide_half_even(v * power_of_ten((unsigned)digits), (uint128)den);
	return put(buf, num < 0, v, (unsigned)digits);
}
