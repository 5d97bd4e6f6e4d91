/* values.c - single values of a tree as numbers, times, names; fields.h */
#include "model/fields.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

bool want_kind(struct reader *r, const struct tree *t, enum tree_kind kind,
	       const char *key)
{
	static const char *const kinds[] = {"a single value", "a list",
					    "a map"};
	char text[64];

	assert(key && kind <= TREE_MAP);
	if (t->kind == kind)
		return true;
	return reader_error(r, t, "%s must be %s, not %s", key, kinds[kind],
			    tree_describe(t, text, sizeof(text)));
}

/* A scalar that is to become something else than text. */
static bool want_value(struct reader *r, const struct tree *t, const char *key,
		       const char *what)
{
	char text[64];

	assert(key && what);
	if (t->kind != TREE_SCALAR)
		return reader_error(r, t, "'%s' must be %s, not %s", key, what,
				    tree_describe(t, text, sizeof(text)));
	if (tree_is_null(t))
		return reader_error(r, t, "'%s' has no value; it must be %s",
				    key, what);
	return true;
}

/* "'key' is 'text', WHY" */
static bool bad_value(struct reader *r, const struct tree *t, const char *key,
		      const char *why)
{
	char text[80];

	assert(t->kind == TREE_SCALAR);
	assert(key && why);
	return reader_error(r, t, "'%s' is %s, %s", key,
			    tree_describe(t, text, sizeof(text)), why);
}

/* 010 is eight in YAML 1.1 and ten in 1.2. */
static bool plain_number(struct reader *r, const struct tree *t,
			 const char *key, const char *what)
{
	const char *s;

	assert(key && what);
	if (!want_value(r, t, key, what))
		return false;
	s = t->text;
	if (*s == '+' || *s == '-')
		s++;
	if (s[0] == '0' && isdigit((unsigned char)s[1]))
		return bad_value(r, t, key,
				 "which has a leading zero: octal in YAML 1.1, "
				 "decimal in YAML 1.2");
	return true;
}

bool read_text(struct reader *r, const struct tree *t, const char *key,
	       size_t most, const char **out)
{
	assert(key && out && most);
	if (!want_value(r, t, key, "text"))
		return false;
	if (t->n > most) {
		char why[48];

		snprintf(why, sizeof(why), "which is longer than %zu bytes",
			 most);
		return bad_value(r, t, key, why);
	}
	for (const char *s = t->text; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			return bad_value(r, t, key,
					 "which holds a control character");
	*out = arena_strndup(r->arena, t->text, t->n);
	return true;
}

bool read_name(struct reader *r, const struct tree *t, const char *key,
	       const char **out)
{
	assert(key && out);
	if (t->kind == TREE_SCALAR && !t->n)
		return reader_error(r, t, "'%s' is empty; it must be a name",
				    key);
	return read_text(r, t, key, FIELD_NAME_MAX, out);
}

bool read_bool(struct reader *r, const struct tree *t, const char *key,
	       bool *out)
{
	static const char *const words[] = {"false", "true", "no", "yes",
					    "off",   "on",   "0",  "1"};

	assert(key && out);
	if (!want_value(r, t, key, "true or false"))
		return false;
	for (size_t i = 0; !t->quoted && i < sizeof(words) / sizeof(*words);
	     i++)
		if (!strcasecmp(t->text, words[i])) {
			*out = i % 2;
			return true;
		}
	return bad_value(r, t, key,
			 t->quoted ? "which is text: write true or false "
				     "without quotes"
				   : "which is neither true nor false");
}

bool read_choice(struct reader *r, const struct tree *t, const char *key,
		 const char *const *choices, unsigned flags, int *out)
{
	int n = 0;

	assert(key && out);
	assert(choices && choices[0]);
	if (!want_value(r, t, key, "one of a few words"))
		return false;
	for (; choices[n]; n++)
		if ((flags & FIELD_ANY_CASE) ? !strcasecmp(t->text, choices[n])
					     : !strcmp(t->text, choices[n])) {
			*out = n;
			return true;
		}
	return reader_unknown(r, t, key, choices, (size_t)n);
}

bool read_int(struct reader *r, const struct tree *t, const char *key,
	      int64_t min, int64_t max, int64_t *out)
{
	const char *s;
	bool neg = false;
	int128 v = 0;
	char why[96];

	assert(key && out);
	assert(min <= max);
	if (!plain_number(r, t, key, "a whole number"))
		return false;
	s = t->text;
	if (*s == '+' || *s == '-')
		neg = *s++ == '-';
	if (!isdigit((unsigned char)*s))
		return bad_value(r, t, key, "which is not a whole number");
	for (; isdigit((unsigned char)*s); s++)
		if (v <= INT64_MAX)
			v = v * 10 + (*s - '0');
	if (*s)
		return bad_value(r, t, key, "which is not a whole number");
	if (neg)
		v = -v;
	if (v < min || v > max) {
		snprintf(why, sizeof(why),
			 min == max ? "which is out of range; valid: %lld"
				    : "which is out of range; valid: %lld to "
				      "%lld",
			 (long long)min, (long long)max);
		return bad_value(r, t, key, why);
	}
	*out = (int64_t)v;
	return true;
}

static bool is_negative(const struct tree *t)
{
	assert(t->kind == TREE_SCALAR);
	return t->text[0] == '-';
}

bool read_ratio(struct reader *r, const struct tree *t, const char *key,
		unsigned flags, struct ratio *out)
{
	enum time_status s;
	char why[96];

	assert(key && out);
	if (!plain_number(r, t, key, "a number"))
		return false;
	s = ratio_parse(t->text, t->n, out);
	if (s == TIME_NOT_A_NUMBER && is_negative(t) &&
	    ratio_parse(t->text + 1, t->n - 1, out) == TIME_OK)
		return bad_value(r, t, key, "which is negative");
	if (s == TIME_OVERFLOW)
		return bad_value(r, t, key, "which is out of range");
	if (s != TIME_OK) {
		snprintf(why, sizeof(why), "which %s", time_status_text(s));
		return bad_value(r, t, key, why);
	}
	if ((flags & FIELD_POSITIVE) && !out->num)
		return bad_value(r, t, key, "and must be above 0");
	return true;
}

bool read_real(struct reader *r, const struct tree *t, const char *key,
	       unsigned flags, double *out)
{
	struct tree positive = *t;
	struct ratio v;
	bool neg = false;

	assert(key && out);
	assert(!(flags & FIELD_SIGNED) || !(flags & FIELD_UNIT));
	if (t->kind == TREE_SCALAR && (flags & FIELD_SIGNED) &&
	    is_negative(t)) {
		positive.text++;
		positive.n--;
		neg = true;
	}
	if (!read_ratio(r, &positive, key, flags, &v))
		return false;
	if ((flags & FIELD_UNIT) && v.num > v.den)
		return bad_value(r, t, key, "which is above 1; valid: 0 to 1");
	*out = (double)v.num / (double)v.den;
	if (neg)
		*out = -*out;
	return true;
}

/* Why text is no time. */
static bool bad_time(struct reader *r, const struct tree *t, const char *key,
		     enum time_status s, bool suffix)
{
	char why[160];

	assert(s != TIME_OK);
	assert(t->kind == TREE_SCALAR);
	if (s == TIME_UNIT_MISSING)
		snprintf(why, sizeof(why),
			 "which needs a unit (ns, us, ms or s): write %.20sms, "
			 "or '%.40s_ms'",
			 t->text, key);
	else
		snprintf(why, sizeof(why), "which %s%s", time_status_text(s),
			 s == TIME_NOT_A_NUMBER && !suffix
				 ? " (the unit stands in the key)"
				 : "");
	return bad_value(r, t, key, why);
}

static bool check_sign(struct reader *r, const struct tree *t, const char *key,
		       unsigned flags, int sign)
{
	assert(sign >= -1 && sign <= 1);
	assert(t->kind == TREE_SCALAR);
	if (sign < 0)
		return bad_value(r, t, key, "which is negative");
	if (sign == 0 && (flags & (FIELD_POSITIVE | FIELD_ZERO_EXACT)) &&
	    strpbrk(t->text, "123456789"))
		return bad_value(r, t, key, "which rounds to 0 ns");
	if (sign == 0 && (flags & FIELD_POSITIVE))
		return bad_value(r, t, key, "and must be above 0");
	return true;
}

bool read_time(struct reader *r, const struct tree *t, const char *key,
	       int64_t unit_ns, bool suffix, unsigned flags, dag_time *out)
{
	enum time_status s;

	assert(key && out);
	assert(unit_ns >= 0);
	if (!plain_number(r, t, key, "a time"))
		return false;
	s = time_parse(t->text, t->n, unit_ns, suffix, out);
	if (s == TIME_UNIT_MISSING && !strpbrk(t->text, "123456789"))
		s = time_parse(t->text, t->n, 1, false, out); /* 0 is 0 */
	if (s != TIME_OK)
		return bad_time(r, t, key, s, suffix);
	return check_sign(r, t, key, flags, (*out > 0) - (*out < 0));
}

bool read_fine(struct reader *r, const struct tree *t, const char *key,
	       int64_t unit_ns, bool suffix, unsigned flags, int128 *out)
{
	enum time_status s;

	assert(key && out);
	assert(unit_ns >= 0);
	if (!plain_number(r, t, key, "a time"))
		return false;
	s = time_parse_fine(t->text, t->n, unit_ns, suffix, out);
	if (s == TIME_UNIT_MISSING && !strpbrk(t->text, "123456789"))
		s = time_parse_fine(t->text, t->n, 1, false, out);
	if (s != TIME_OK)
		return bad_time(r, t, key, s, suffix);
	return check_sign(r, t, key, flags, (*out > 0) - (*out < 0));
}
