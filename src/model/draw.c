/* draw.c - see draw.h */
#include "model/draw.h"
#include "base/decimal.h"
#include "base/portable.h"
#include "base/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct draw draw_range(enum draw_unit unit, int64_t low, int64_t high)
{
	assert(low <= high);
	return (struct draw){.kind = DRAW_RANGE,
			     .unit = unit,
			     .low = low,
			     .high = high,
			     .step = 1};
}

struct draw draw_fixed(enum draw_unit unit, int64_t v)
{
	return draw_range(unit, v, v);
}

struct draw draw_logarithmic(enum draw_unit unit, int64_t low, int64_t high,
			     int64_t step)
{
	struct draw d = draw_range(unit, low, high);

	assert(low > 0 && step > 0 && low % step == 0);
	d.kind = DRAW_LOG;
	d.step = step;
	d.log_low = portable_log2((double)low);
	d.log_span = portable_log2((double)high + (double)step) - d.log_low;
	return d;
}

/* --- Drawing --- */

static int64_t draw_log(const struct draw *d, uint64_t bits)
{
	double x =
		portable_exp2(d->log_low + portable_unit(bits) * d->log_span);
	int64_t v = (int64_t)floor(x / (double)d->step) * d->step;

	assert(d->low > 0 && d->low % d->step == 0);
	return v < d->low ? d->low : v > d->high ? d->high : v;
}

static int64_t draw_list(const struct draw *d, uint64_t bits)
{
	uint64_t at = rng_below(bits, d->weights[d->n - 1]);
	uint32_t i = 0;

	while (d->weights[i] <= at)
		i++;
	assert(i < d->n);
	return d->values[i];
}

int64_t draw_value(const struct draw *d, uint64_t bits)
{
	uint64_t count;

	if (d->low == d->high)
		return d->low;
	if (d->kind == DRAW_LOG)
		return draw_log(d, bits);
	if (d->kind == DRAW_LIST)
		return draw_list(d, bits);
	assert(d->step >= 1 && d->high > d->low);
	count = (uint64_t)(d->high - d->low) / (uint64_t)d->step + 1;
	return d->low + (int64_t)rng_below(bits, count) * d->step;
}

/* --- Reading --- */

/* What is being read: a part of a scalar, at the scalar's place. */
struct source {
	struct reader *r;
	const struct tree *at;
	const char *key;
	int64_t min, max;
	enum draw_unit unit;
};

/* A single value of text[0..len), which blanks may surround. */
static bool read_value(const struct source *s, const char *text, size_t len,
		       int64_t *out)
{
	struct tree t = *s->at;
	struct ratio v;

	while (len && *text == ' ')
		text++, len--;
	while (len && text[len - 1] == ' ')
		len--;
	t.kind = TREE_SCALAR;
	t.quoted = true; /* nothing stands for null here */
	t.text = arena_strndup(s->r->arena, text, len);
	t.n = (uint32_t)len;
	if (s->unit == DRAW_COUNT)
		return read_int(s->r, &t, s->key, s->min, s->max, out);
	if (s->unit == DRAW_TIME) {
		if (!read_time(s->r, &t, s->key, s->r->unit_ns, true, 0, out))
			return false;
	} else {
		if (!read_ratio(s->r, &t, s->key, 0, &v))
			return false;
		if ((int128)v.num * DRAW_ONE % v.den)
			return reader_error(s->r, s->at,
					    "'%s' is '%s', which has more "
					    "than 9 decimals",
					    s->key, t.text);
		*out = (int64_t)((int128)v.num * DRAW_ONE / v.den);
		if ((int128)v.num * DRAW_ONE / v.den > s->max)
			*out = s->max + 1;
	}
	if (*out >= s->min && *out <= s->max)
		return true;
	return reader_error(
		s->r, s->at, "'%s' is '%s', which is %s", s->key, t.text,
		*out < s->min && s->min <= 1 ? "not positive" : "out of range");
}

/* The rest of a range behind its upper end: "log", "step S", both. */
static bool read_law(const struct source *s, const char *text, struct draw *d)
{
	char word[8];
	int used;

	while (sscanf(text, " %7s%n", word, &used) == 1) {
		text += used;
		if (!strcmp(word, "log") && d->kind == DRAW_RANGE) {
			d->kind = DRAW_LOG;
		} else if (!strcmp(word, "step") && d->step == 1) {
			size_t len;

			text += strspn(text, " ");
			len = strcspn(text, " ");
			if (!read_value(s, text, len, &d->step))
				return false;
			text += len;
		} else {
			return reader_error(s->r, s->at,
					    "'%s': unknown word '%s' in a "
					    "range; valid: LOW..HIGH [log] "
					    "[step STEP]",
					    s->key, word);
		}
	}
	return true;
}

/* The words end where the upper end of the range does. */
static bool read_range(const struct source *s, const char *text,
		       const char *dots, struct draw *d)
{
	const char *high = dots + 2;
	size_t len;
	struct source step = *s;

	high += strspn(high, " ");
	len = strcspn(high, " ");
	if (!read_value(s, text, (size_t)(dots - text), &d->low) ||
	    !read_value(s, high, len, &d->high))
		return false;
	if (d->low > d->high)
		return reader_error(s->r, s->at,
				    "'%s' is '%s': the range is upside down",
				    s->key, s->at->text);
	step.min = 1;
	step.max = d->high;
	if (!read_law(&step, high + len, d))
		return false;
	if (d->kind != DRAW_LOG)
		return true;
	if (d->low < 1 || d->low % d->step)
		return reader_error(s->r, s->at,
				    "'%s' is '%s': a log-uniform range begins "
				    "above 0, at a multiple of its step",
				    s->key, s->at->text);
	*d = draw_logarithmic(d->unit, d->low, d->high, d->step);
	return true;
}

/* "VALUE" or "VALUE*WEIGHT" */
static bool read_choice_of(const struct source *s, const char *text, size_t len,
			   int64_t *value, uint32_t *weight)
{
	const char *star = memchr(text, '*', len);
	struct source w = *s;
	int64_t v = 1;

	w.unit = DRAW_COUNT;
	w.min = 1;
	w.max = 1000000;
	if (star &&
	    !read_value(&w, star + 1, len - (size_t)(star + 1 - text), &v))
		return false;
	*weight = (uint32_t)v;
	return read_value(s, text, star ? (size_t)(star - text) : len, value);
}

/* Adds the choices of a comma-separated text. */
static bool read_choices(const struct source *s, const char *text,
			 int64_t *values, uint32_t *weights, struct draw *d)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		uint32_t weight;

		if (d->n == DRAW_CHOICES)
			return reader_error(s->r, s->at,
					    "'%s' lists more than %d values",
					    s->key, DRAW_CHOICES);
		if (!read_choice_of(s, text, len, &values[d->n], &weight))
			return false;
		weights[d->n] = weight + (d->n ? weights[d->n - 1] : 0);
		d->n++;
		if (!text[len])
			return true;
		text += len + 1;
	}
}

static bool read_list(const struct source *s, const struct tree *t,
		      struct draw *d)
{
	int64_t *values = ARENA_NEW(s->r->arena, int64_t, DRAW_CHOICES);
	uint32_t *weights = ARENA_NEW(s->r->arena, uint32_t, DRAW_CHOICES);
	struct source item = *s;

	d->kind = DRAW_LIST;
	d->values = values;
	d->weights = weights;
	if (t->kind == TREE_SCALAR) {
		if (!read_choices(s, t->text, values, weights, d))
			return false;
	} else if (!t->n) {
		return reader_error(s->r, t, "'%s' is an empty list", s->key);
	}
	for (uint32_t i = 0; t->kind == TREE_LIST && i < t->n; i++) {
		item.at = t->items[i];
		if (!want_kind(s->r, item.at, TREE_SCALAR, s->key) ||
		    !read_choices(&item, item.at->text, values, weights, d))
			return false;
	}
	d->low = d->high = values[0];
	for (uint32_t i = 1; i < d->n; i++) {
		d->low = values[i] < d->low ? values[i] : d->low;
		d->high = values[i] > d->high ? values[i] : d->high;
	}
	return true;
}

bool draw_read(struct reader *r, const struct tree *t, const char *key,
	       int64_t min, int64_t max, struct draw *d)
{
	struct source s = {r, t, key, min, max, d->unit};
	const char *dots;

	*d = (struct draw){.kind = DRAW_RANGE, .unit = s.unit, .step = 1};
	if (t->kind == TREE_MAP || (t->kind == TREE_SCALAR && tree_is_null(t)))
		return reader_error(r, t,
				    "'%s' must be a value, a range (10..20) "
				    "or a list",
				    key);
	dots = t->kind == TREE_SCALAR ? strstr(t->text, "..") : NULL;
	if (dots)
		return read_range(&s, t->text, dots, d);
	if (t->kind == TREE_LIST || strpbrk(t->text, ",*"))
		return read_list(&s, t, d);
	if (!read_value(&s, t->text, t->n, &d->low))
		return false;
	d->high = d->low;
	return true;
}

/* --- Writing --- */

static size_t format_value(const struct draw *d, int64_t v, char *buf,
			   size_t cap)
{
	char text[DECIMAL_SIZE];

	if (d->unit == DRAW_TIME)
		return time_format(buf, cap, v);
	if (d->unit == DRAW_COUNT)
		return (size_t)snprintf(buf, cap, "%" PRId64, v);
	decimal_format(text, v, 9, -1);
	return (size_t)snprintf(buf, cap, "%s", text);
}

static void format_list(const struct draw *d, char *buf, size_t cap)
{
	size_t len = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t weight = d->weights[i] - (i ? d->weights[i - 1] : 0);

		assert(len + 48 < cap);
		if (i)
			len += (size_t)snprintf(buf + len, cap - len, ", ");
		len += format_value(d, d->values[i], buf + len, cap - len);
		if (weight != 1)
			len += (size_t)snprintf(buf + len, cap - len,
						"*%" PRIu32, weight);
	}
}

void draw_format(const struct draw *d, char *buf, size_t cap)
{
	size_t len;

	assert(cap >= DRAW_TEXT);
	if (d->kind == DRAW_LIST) {
		format_list(d, buf, cap);
		return;
	}
	len = format_value(d, d->low, buf, cap);
	if (d->low == d->high)
		return;
	len += (size_t)snprintf(buf + len, cap - len, "..");
	len += format_value(d, d->high, buf + len, cap - len);
	if (d->kind == DRAW_LOG)
		len += (size_t)snprintf(buf + len, cap - len, " log");
	if (d->step != 1) {
		len += (size_t)snprintf(buf + len, cap - len, " step ");
		format_value(d, d->step, buf + len, cap - len);
	}
}
