/* time.c - see time.h */
#include "base/time.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A decimal literal: (-1)^neg * mant * 10^exp10, plus a rest below the last
 * kept digit when sticky. */
struct decimal {
	uint128 mant;
	int exp10;
	bool neg, sticky;
};

enum { MANT_DIGITS = 27, EXP_LIMIT = 1000000 };

static bool is_not_finite(const char *s, size_t len)
{
	static const char *const words[] = {"nan", "inf", "infinity"};

	if (len && (*s == '+' || *s == '-')) {
		s++;
		len--;
	}
	if (len && *s == '.') {
		s++;
		len--;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (len == strlen(words[i]) && !strncasecmp(s, words[i], len))
			return true;
	return false;
}

static void take_digit(struct decimal *d, int digit, unsigned *kept, bool frac)
{
	if (*kept < MANT_DIGITS) {
		d->mant = d->mant * 10 + (unsigned)digit;
		*kept += d->mant != 0;
		d->exp10 -= frac;
	} else {
		d->sticky |= digit != 0;
		d->exp10 += !frac;
	}
}

static size_t take_exponent(const char *s, size_t len, struct decimal *d)
{
	size_t i = 1;
	int e = 0;
	bool neg = false;

	if (i < len && (s[i] == '+' || s[i] == '-'))
		neg = s[i++] == '-';
	if (i >= len || !isdigit((unsigned char)s[i]))
		return 0; /* not an exponent after all */
	for (; i < len && isdigit((unsigned char)s[i]); i++)
		if (e < EXP_LIMIT)
			e = e * 10 + (s[i] - '0');
	d->exp10 += neg ? -e : e;
	return i;
}

/* Reads the number at the start of s; returns how many bytes, 0 if none. */
static size_t take_decimal(const char *s, size_t len, struct decimal *d)
{
	size_t i = 0, digits = 0;
	unsigned kept = 0;
	bool frac = false;

	*d = (struct decimal){0};
	if (len && (*s == '+' || *s == '-'))
		d->neg = s[i++] == '-';
	for (; i < len; i++) {
		if (s[i] == '.' && !frac) {
			frac = true;
			continue;
		}
		if (!isdigit((unsigned char)s[i]))
			break;
		take_digit(d, s[i] - '0', &kept, frac);
		digits++;
	}
	if (!digits)
		return 0;
	if (i < len && (s[i] == 'e' || s[i] == 'E'))
		i += take_exponent(s + i, len - i, d);
	return i;
}

int64_t div_half_even(int128 num, int128 den)
{
	int128 q = num / den, r = num % den;

	assert(num >= 0 && den > 0);
	if (r > den - r || (r == den - r && (q & 1)))
		q++;
	return q > INT64_MAX ? -1 : (int64_t)q;
}

/* mant * unit * 10^exp10 rounded half to even; false on overflow. */
static bool decimal_scale(const struct decimal *d, int64_t unit, int64_t *out)
{
	uint128 v = d->mant * (uint64_t)unit;
	uint128 den = 1;
	int e = d->exp10;

	assert(unit >= 1 && unit <= NS_PER_S);
	if (v == 0) {
		*out = 0;
		return true;
	}
	for (; e > 0; e--) {
		if (v > INT64_MAX)
			return false;
		v *= 10;
	}
	if (e < -37) { /* v < 10^36: below half a unit */
		*out = 0;
		return true;
	}
	for (; e < 0; e++)
		den *= 10;
	if (v / den > INT64_MAX)
		return false;
	*out = (int64_t)(v / den);
	v %= den;
	if (v > den - v || (v == den - v && (d->sticky || (*out & 1)))) {
		if (*out == INT64_MAX)
			return false;
		++*out;
	}
	if (d->neg)
		*out = -*out;
	return true;
}

static int64_t unit_of(const char *s, size_t len)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {{"ns", 1},
		     {"us", NS_PER_US},
		     {"ms", NS_PER_MS},
		     {"s", NS_PER_S}};

	while (len && *s == ' ') {
		s++;
		len--;
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (len == strlen(units[i].name) &&
		    !strncmp(s, units[i].name, len))
			return units[i].ns;
	return 0;
}

/* The decimal and its unit. */
static enum time_status take_time(const char *text, size_t len,
				  bool allow_suffix, int64_t *unit_ns,
				  struct decimal *d)
{
	size_t used;

	if (is_not_finite(text, len))
		return TIME_NOT_FINITE;
	used = take_decimal(text, len, d);
	if (!used)
		return TIME_NOT_A_NUMBER;
	if (used < len) {
		if (!allow_suffix)
			return TIME_NOT_A_NUMBER;
		*unit_ns = unit_of(text + used, len - used);
		if (!*unit_ns)
			return TIME_UNKNOWN_UNIT;
	}
	return *unit_ns ? TIME_OK : TIME_UNIT_MISSING;
}

enum time_status time_parse(const char *text, size_t len, int64_t unit_ns,
			    bool allow_suffix, dag_time *out)
{
	struct decimal d;
	enum time_status s = take_time(text, len, allow_suffix, &unit_ns, &d);

	if (s != TIME_OK)
		return s;
	return decimal_scale(&d, unit_ns, out) ? TIME_OK : TIME_OVERFLOW;
}

/* mant * unit * 10^exp10 in units of 10^-15 ns, rounded half to even. */
static bool decimal_fine(const struct decimal *d, int64_t unit, int128 *out)
{
	const uint128 limit = (uint128)INT64_MAX * (uint128)FINE_PER_NS;
	uint128 v = d->mant, den = 1, rest;
	int e = d->exp10 + 15;

	for (; unit > 1; unit /= 10)
		e++;
	*out = 0;
	if (!v || e < -30) /* v < 10^28: nothing is left of it */
		return true;
	for (; e > 0; e--) {
		if (v > limit / 10)
			return false;
		v *= 10;
	}
	for (; e < 0; e++)
		den *= 10;
	rest = v % den;
	v /= den;
	if (rest > den - rest || (rest == den - rest && (d->sticky || (v & 1))))
		v++;
	if (v > limit)
		return false;
	*out = d->neg ? -(int128)v : (int128)v;
	return true;
}

enum time_status time_parse_fine(const char *text, size_t len, int64_t unit_ns,
				 bool allow_suffix, int128 *out)
{
	struct decimal d;
	enum time_status s = take_time(text, len, allow_suffix, &unit_ns, &d);

	if (s != TIME_OK)
		return s;
	return decimal_fine(&d, unit_ns, out) ? TIME_OK : TIME_OVERFLOW;
}

enum time_status ratio_parse(const char *text, size_t len, struct ratio *out)
{
	struct decimal d;

	if (is_not_finite(text, len))
		return TIME_NOT_FINITE;
	if (!len || take_decimal(text, len, &d) != len || (d.neg && d.mant))
		return TIME_NOT_A_NUMBER;
	*out = (struct ratio){0, 1};
	if (!d.mant)
		return TIME_OK;
	while (d.mant % 10 == 0 && d.exp10 < 0) {
		d.mant /= 10;
		d.exp10++;
	}
	while (d.mant > INT64_MAX / 4 || d.exp10 < -18) {
		unsigned last = (unsigned)(d.mant % 10);

		if (d.exp10 >= 0)
			return TIME_OVERFLOW;
		d.mant /= 10;
		d.exp10++;
		if (last > 5 || (last == 5 && (d.sticky || (d.mant & 1))))
			d.mant++;
		d.sticky |= last != 0;
		if (!d.mant)
			return TIME_OK;
	}
	for (; d.exp10 > 0; d.exp10--) {
		if (d.mant > INT64_MAX / 40)
			return TIME_OVERFLOW;
		d.mant *= 10;
	}
	for (; d.exp10 < 0; d.exp10++)
		out->den *= 10;
	out->num = (int64_t)d.mant;
	return TIME_OK;
}

const char *time_status_text(enum time_status status)
{
	switch (status) {
	case TIME_OK:
		return "is a number";
	case TIME_NOT_A_NUMBER:
		return "is not a decimal number";
	case TIME_NOT_FINITE:
		return "is not a finite number";
	case TIME_UNKNOWN_UNIT:
		return "has no known unit (valid: ns, us, ms, s)";
	case TIME_UNIT_MISSING:
		return "needs a unit (ns, us, ms or s)";
	case TIME_OVERFLOW:
		return "is out of range (2^63 ns is 292 years)";
	}
	return "is not valid";
}

dag_time ratio_scale(dag_time value, struct ratio r)
{
	assert(value >= 0 && r.num >= 0 && r.den > 0);
	return div_half_even((int128)value * r.num, r.den);
}

struct ratio ratio_reduce(struct ratio r)
{
	int64_t a = r.num < 0 ? -r.num : r.num, b = r.den;

	assert(r.den > 0);
	while (b) {
		int64_t t = a % b;

		a = b;
		b = t;
	}
	return (struct ratio){r.num / a, r.den / a};
}

int ratio_cmp(struct ratio a, struct ratio b)
{
	int128 l = (int128)a.num * b.den, r = (int128)b.num * a.den;

	return (l > r) - (l < r);
}

size_t time_format(char *buf, size_t cap, dag_time t)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {{"s", NS_PER_S},
		     {"ms", NS_PER_MS},
		     {"us", NS_PER_US},
		     {"ns", 1}};
	uint64_t v = t < 0 ? (uint64_t)0 - (uint64_t)t : (uint64_t)t;
	size_t i = 0;
	int n;

	if (t == 0)
		return (size_t)snprintf(buf, cap, "0");
	while (i < 3 && v < (uint64_t)units[i].ns)
		i++;
	if (v % (uint64_t)units[i].ns == 0) {
		n = snprintf(buf, cap, "%s%llu%s", t < 0 ? "-" : "",
			     (unsigned long long)(v / (uint64_t)units[i].ns),
			     units[i].name);
	} else {
		char frac[24];
		int width = i == 0 ? 9 : i == 1 ? 6 : 3;

		snprintf(frac, sizeof(frac), "%0*llu", width,
			 (unsigned long long)(v % (uint64_t)units[i].ns));
		while (width > 1 && frac[width - 1] == '0')
			frac[--width] = '\0';
		n = snprintf(buf, cap, "%s%llu.%s%s", t < 0 ? "-" : "",
			     (unsigned long long)(v / (uint64_t)units[i].ns),
			     frac, units[i].name);
	}
	assert(n > 0);
	return (size_t)n;
}

size_t time_format_ms(char *buf, size_t cap, dag_time t, int decimals)
{
	static const int64_t step[] = {1000000, 100000, 10000, 1000,
				       100,     10,     1};
	int128 v = t < 0 ? -(int128)t : t;
	int64_t unit, q, whole, scale;
	int n;

	assert(decimals >= 0 && decimals <= 6);
	unit = step[decimals];
	scale = NS_PER_MS / unit;
	q = div_half_even(v, unit);
	whole = q / scale;
	if (decimals == 0)
		n = snprintf(buf, cap, "%s%lld", t < 0 && q ? "-" : "",
			     (long long)whole);
	else
		n = snprintf(buf, cap, "%s%lld.%0*lld", t < 0 && q ? "-" : "",
			     (long long)whole, decimals,
			     (long long)(q % scale));
	assert(n > 0);
	return (size_t)n;
}
