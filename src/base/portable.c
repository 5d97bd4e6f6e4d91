/* portable.c - series in plain doubles; see portable.h */
#include "base/portable.h"
#include "base/error.h"

#include <assert.h>
#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be evaluated as doubles");

#define LN2         0.693147180559945309417
#define TWO_INV_LN2 2.885390081777926814720 /* 2 / ln 2 */

/* Coefficients are divided by the compiler, which rounds as the CPU does. */
static const double odd[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,
			     1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
			     1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};
static const double factorial[] = {1.0,
				   1.0,
				   1.0 / 2,
				   1.0 / 6,
				   1.0 / 24,
				   1.0 / 120,
				   1.0 / 720,
				   1.0 / 5040,
				   1.0 / 40320,
				   1.0 / 362880,
				   1.0 / 3628800,
				   1.0 / 39916800,
				   1.0 / 479001600,
				   1.0 / 6227020800,
				   1.0 / 87178291200};

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
		sum = (sum + odd[k]) * square;
	assert(sum >= 0 && sum < 0.02);
	return e + TWO_INV_LN2 * (s + s * sum);
}

/* 2^x = 2^n * e^y with |y| <= ln(2) / 2: fourteen terms of the series. */
double portable_exp2(double x)
{
	double n, y, sum = 0;

	REQUIRE(x >= -1000 && x <= 1000);
	n = floor(x + 0.5);
	y = (x - n) * LN2;
	for (int k = 14; k >= 0; k--)
		sum = sum * y + factorial[k];
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
