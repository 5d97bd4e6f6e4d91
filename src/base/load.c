/* load.c - see load.h */
#include "base/load.h"

#include <assert.h>

enum { RATIO_BITS = 40 };
#define LCM_MAX ((int64_t)1 << LOAD_BITS)
#define NUM_MAX ((int128)1 << 122)

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

void load_init(struct load *l)
{
	*l = (struct load){.exact = true, .den = 1};
}

/* The exact form, or giving it up. */
static void add_exactly(struct load *l, int64_t num, int64_t den)
{
	int64_t rest = den / gcd(l->den, den);

	if (rest > LCM_MAX / l->den) {
		l->exact = false;
		return;
	}
	l->num = l->num * rest + (int128)num * (l->den * rest / den);
	l->den *= rest;
	/* the next factor is below 2^60 / den: keep room for it */
	l->exact = l->num < NUM_MAX / (LCM_MAX / l->den);
}

void load_add(struct load *l, int64_t num, int64_t den, int64_t times)
{
	uint128 whole = (uint128)den * (uint128)times;
	uint128 scaled = (uint128)num << LOAD_BITS;

	assert(num >= 0 && num <= LCM_MAX);
	assert(den >= 1 && times >= 1);
	l->low += scaled / whole;
	l->high += (scaled + whole - 1) / whole;
	if (!l->exact)
		return;
	if (whole <= (uint128)LCM_MAX)
		add_exactly(l, num, (int64_t)whole);
	else
		l->exact = false;
}

enum load_side load_side(const struct load *l)
{
	const uint128 one = (uint128)1 << LOAD_BITS;

	if (l->exact)
		return l->num < l->den   ? LOAD_BELOW
		       : l->num > l->den ? LOAD_ABOVE
					 : LOAD_ONE;
	if (l->high < one)
		return LOAD_BELOW;
	return l->low > one ? LOAD_ABOVE : LOAD_UNKNOWN;
}

bool load_within(const struct load *l, int64_t most)
{
	assert(most >= 0 && most <= INT64_C(1) << RATIO_BITS);
	if (l->exact)
		return l->num <= (int128)most * l->den;
	return l->high <= (uint128)most << LOAD_BITS;
}

static int128 gcd128(int128 a, int128 b)
{
	while (b) {
		int128 r = a % b;

		a = b;
		b = r;
	}
	return a;
}

struct ratio load_ratio(const struct load *l, bool *exact)
{
	const int128 most = (int128)1 << 62;
	uint128 up = l->high >> (LOAD_BITS - RATIO_BITS);

	*exact = false;
	if (l->exact) {
		int128 g = gcd128(l->num, l->den);

		if (l->num / g < most) {
			*exact = true;
			return (struct ratio){(int64_t)(l->num / g),
					      (int64_t)(l->den / g)};
		}
	}
	up += (up << (LOAD_BITS - RATIO_BITS)) != l->high;
	if (up > (uint128)most)
		up = (uint128)most;
	return (struct ratio){(int64_t)up, INT64_C(1) << RATIO_BITS};
}
