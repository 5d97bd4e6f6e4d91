/* portable.c - series in plain doubles; see portable.h */
#include "base/portable.h"
#include "base/error.h"

#include <assert.h>
#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be evaluated as doubles");

#define LN2         0.693147180559945309417
#define TWO_INV_LN2 2.885390081777926814720 /* 2 / ln 2 */

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh(s) with
 * s = (m - 1) / (m + 1), |s| < 0.172: twelve terms leave less than 2^-62. */
double portable_log2(double x)
{
	double m, s, square, sum = 0;
	int e;

	REQUIRE(x >= DBL_MIN && x <= DBL_MAX);
	m = frexp(x, &e);
	if (m < 0.70710678118654752) {
		m *= 2;
		e--;
	}
	s = (m - 1) / (m + 1);
	square = s * s;
	for (int k = 11; k >= 1; k--)
		sum = (sum + 1.0 / (2 * k + 1)) * square;
	assert(sum >= 0 && sum < 0.02);
	return e + TWO_INV_LN2 * (s + s * sum);
}

/* 2^x = 2^n * e^y with |y| <= ln(2) / 2: fourteen terms of the series. */
double portable_exp2(double x)
{
	double n, y, sum = 1;

	REQUIRE(x >= -1000 && x <= 1000);
	n = floor(x + 0.5);
	y = (x - n) * LN2;
	for (int k = 14; k >= 1; k--)
		sum = 1 + sum * y / k;
	assert(sum > 0.7 && sum < 1.5);
	return ldexp(sum, (int)n);
}

double portable_root(double u, uint32_t k)
{
	REQUIRE(u > 0 && u <= 1 && k >= 1);
	if (k == 1)
		return u;
	return portable_exp2(portable_log2(u) / k);
}
