/* histogram_rtla.c - rtla timerlat hist and rtla osnoise hist; histogram.h
 *
 * A row names the begin of its bin only, and empty rows are left out.  How wide
 * bins are is found at the end: they divide all rows, and are wide enough for
 * the least, the greatest and the average of each column.
 */
#include "model/histogram_parts.h"

#include <assert.h>
#include <math.h>

static bool read_header(struct hist_table *b)
{
	struct hist_text *t = b->t;
	const char *at = t->at;
	struct hist_word w;
	size_t n = 0;

	while (hist_word(t, &w))
		n++;
	if (b->h->columns)
		return hist_error(t, (struct hist_word){0},
				  "a second line 'Index'");
	if (!hist_columns(b, n))
		return false;
	t->at = at;
	for (size_t i = 0; i < n; i++) {
		hist_word(t, &w);
		if (w.len > 32)
			return hist_error(t, w,
					  "the name of a column is "
					  "longer than 32");
		b->h->columns[i].name = arena_strndup(b->a, w.text, w.len);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(b->h->columns[k].name,
				    b->h->columns[i].name))
				return hist_error(t, w, "a second column '%s'",
						  b->h->columns[i].name);
	}
	return true;
}

/* `-` stands for no value. */
static bool read_statistic(struct hist_table *b, size_t i, struct hist_word w,
			   int which)
{
	struct hist_column *c = &b->h->columns[i];
	double v, grain;
	bool is_there = !hist_is(w, "-");

	assert(which >= 0 && which < 3);
	if (!is_there)
		return true;
	if (!hist_decimal(b->t, w, "a statistic", &v, &grain))
		return false;
	if (which == 0) {
		c->min = v;
		c->has_min = true;
	} else if (which == 1) {
		c->avg = v;
		c->avg_grain = grain;
		c->avg_is_cut = grain >= 1; /* but "4.25" is rounded */
		c->has_avg = true;
	} else {
		c->max = v;
		c->has_max = true;
	}
	return true;
}

/* The rest of a line with a value for each column: kind 0 to 2 min, avg, max;
 * 3 over, 4 count. */
static bool read_values(struct hist_table *b, int kind)
{
	struct hist_text *t = b->t;
	struct hist_word w;
	size_t n = 0;

	assert(kind >= 0 && kind <= 4);
	for (; hist_word(t, &w); n++) {
		struct hist_column *c = &b->h->columns[n];
		uint64_t count = 0;

		if (n == b->h->n_columns)
			return hist_error(t, w,
					  "there are more than the %zu "
					  "columns of 'Index'",
					  n);
		if (kind < 3) {
			if (!read_statistic(b, n, w, kind))
				return false;
			continue;
		}
		if (!hist_is(w, "-") && !hist_count(t, w, "a count", &count))
			return false;
		if (kind == 3) {
			c->over = count;
			if (!hist_add(b, w, count))
				return false;
		} else if (count != c->binned && count != c->binned + c->over) {
			return hist_error(t, w,
					  "%s counted %.0f values, but the "
					  "rows hold %.0f: rows are missing",
					  c->name, (double)count,
					  (double)(c->binned + c->over));
		}
	}
	if (n < b->h->n_columns)
		return hist_error(t, (struct hist_word){0},
				  "there are %zu values for %zu columns", n,
				  b->h->n_columns);
	return true;
}

static bool read_row(struct hist_table *b)
{
	struct hist_text *t = b->t;
	struct hist_word bin;
	uint64_t low, *counts;

	t->at = t->line;
	hist_word(t, &bin);
	if (!b->h->columns)
		return hist_error(t, bin,
				  "a row before the line 'Index' that "
				  "names the columns");
	if (!hist_count(t, bin, "the bin", &low))
		return false;
	counts = hist_row(b, bin, (double)low, (double)low + 1);
	return counts && hist_row_counts(b, counts);
}

static const char *const lines[] = {"min:", "avg:", "max:", "over:", "count:"};
enum { LINE_MAX = 2, LINE_OVER = 3, LINE_COUNT = 4, LINES };

static size_t which_line(struct hist_text *t)
{
	size_t i = 0;

	while (i < LINES && !hist_begins(t, lines[i]))
		i++;
	return i;
}

/* --- the block of all CPUs --- */

/* How many values the columns of a kind hold; false where there are none of
 * that kind. */
static bool count_kind(const struct hist *h, const char *kind, size_t len,
		       uint64_t *n)
{
	bool any = false;

	*n = 0;
	for (size_t i = 0; i < h->n_columns; i++) {
		const char *name = h->columns[i].name;

		if (strncmp(name, kind, len) != 0 || name[len] != '-')
			continue;
		any = true;
		*n += h->columns[i].binned + h->columns[i].over;
	}
	return any;
}

/* The rest of a line of the block: it repeats what columns say. */
static bool read_all_line(struct hist_table *b, size_t which,
			  const struct hist_word *kinds, size_t n)
{
	struct hist_text *t = b->t;
	struct hist_word w;
	uint64_t count, sum;
	double unused;
	size_t k = 0;

	for (; hist_word(t, &w); k++) {
		if (k == n)
			return hist_error(t, w,
					  "there are more than the %zu columns "
					  "of 'ALL:'",
					  n);
		if (hist_is(w, "-"))
			continue;
		if (which != LINE_COUNT) {
			if (!hist_decimal(t, w, "a statistic", &unused, NULL))
				return false;
			continue;
		}
		if (!hist_count(t, w, "a count", &count))
			return false;
		if (count_kind(b->h, kinds[k].text, kinds[k].len, &sum) &&
		    sum != count)
			return hist_error(t, w,
					  "all %.*s are %.0f values, but the "
					  "columns hold %.0f",
					  (int)kinds[k].len, kinds[k].text,
					  (double)count, (double)sum);
	}
	return k == n ||
	       hist_error(t, (struct hist_word){0},
			  "there are %zu values for %zu columns", k, n);
}

/* Behind it a tool may say anything ("rtla timerlat hit stop tracing"). */
static bool read_all(struct hist_table *b)
{
	enum { KINDS = 8 };
	struct hist_text *t = b->t;
	struct hist_word kinds[KINDS], w;
	size_t n = 0;

	for (; hist_word(t, &w); n++) {
		if (n == KINDS || w.len > 32)
			return hist_error(t, w,
					  "'ALL:' has columns beyond "
					  "IRQ, Thr and Usr");
		kinds[n] = w;
	}
	while (hist_line(t)) {
		size_t which = which_line(t);

		if (which < LINES && !read_all_line(b, which, kinds, n))
			return false;
	}
	return true;
}

/* --- lines --- */

/* A line with a value for each column. */
static bool read_summary(struct hist_table *b, size_t which, unsigned *seen)
{
	if (!b->h->columns || *seen >> which & 1)
		return hist_error(
			b->t, (struct hist_word){0}, "'%s' %s", lines[which],
			b->h->columns ? "a second time" : "before 'Index'");
	*seen |= 1u << which;
	if (which <= LINE_MAX)
		b->told_at[which] = b->t->number;
	return read_values(b, (int)which);
}

/* Behind the rows, which `over:` ends, a tool says what it likes. */
static bool read_body(struct hist_table *b)
{
	struct hist_text *t = b->t;
	unsigned seen = 0;

	while (hist_line(t)) {
		size_t which = which_line(t);

		if (which < LINES) {
			if (!read_summary(b, which, &seen))
				return false;
		} else if (hist_begins(t, "ALL:")) {
			return read_all(b);
		} else if (hist_begins(t, "Index")) {
			if (!read_header(b))
				return false;
		} else if (t->len && !hist_begins(t, "#") &&
			   !hist_begins(t, "rtla")) {
			if (seen && !hist_is_row(t))
				continue;
			if (seen)
				return hist_error(t, (struct hist_word){0},
						  "a row behind the line "
						  "'over:'");
			if (!read_row(b))
				return false;
		}
	}
	if (b->h->columns && !seen)
		return hist_error(t, (struct hist_word){0},
				  "the file ends in its rows: the line 'over:' "
				  "is missing");
	return true;
}

/* --- how wide bins are --- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* The least width that has room for what is told of column k. */
static double width_of_column(const struct hist *h, size_t k)
{
	const struct hist_column *c = &h->columns[k];
	double sum = 0, width = 1;
	size_t first = h->n, last = 0;

	for (size_t i = 0; i < h->n; i++) {
		uint64_t count = h->counts[i * h->n_columns + k];

		if (!count)
			continue;
		first = first < h->n ? first : i;
		last = i;
		sum += (double)count * h->low[i];
	}
	if (first == h->n)
		return width;
	assert(c->binned > 0);
	if (c->has_min && c->min - h->low[first] >= width)
		width = c->min - h->low[first] + 1;
	if (c->over)
		return width;
	if (c->has_max && c->max - h->low[last] >= width)
		width = c->max - h->low[last] + 1;
	if (c->has_avg && c->avg - sum / (double)c->binned >= width)
		width = floor(c->avg - sum / (double)c->binned) + 1;
	return width;
}

/* The least divisor of v that is not below `least`, else v. */
static uint64_t divisor_from(uint64_t v, double least)
{
	uint64_t best = v, d;

	assert(v >= 1);
	for (d = 1; d <= v / d; d++) {
		uint64_t other = v / d;

		if (v % d)
			continue;
		if ((double)d >= least)
			return d;
		if ((double)other >= least)
			best = other;
	}
	return best;
}

static bool is_told(const struct hist *h)
{
	bool any = false;

	for (size_t i = 0; i < h->n_columns; i++)
		any |= h->columns[i].has_max;
	return any;
}

/* The common divisor of rows is the width, unless rows are so few that it may
 * well be a multiple: then the least width that fits, as bins of one unit are
 * what the tool makes unless told otherwise.  A row without counts says that
 * none was left out (--with-zeros). */
static void widen(struct hist *h)
{
	enum { FEW = 4 };
	uint64_t width = 0;
	double least = 1;
	bool dense = false;

	for (size_t i = 0; i < h->n; i++) {
		uint64_t any = 0;

		width = common_divisor(width, (uint64_t)h->low[i]);
		for (size_t k = 0; k < h->n_columns; k++)
			any |= h->counts[i * h->n_columns + k];
		dense |= !any;
	}
	for (size_t k = 0; k < h->n_columns; k++)
		least = fmax(least, width_of_column(h, k));
	if (!width) /* the row of 0, if any, is the only one */
		width = (uint64_t)least;
	else if (!dense && h->n <= FEW && is_told(h))
		width = divisor_from(width, least);
	assert(width >= 1);
	for (size_t i = 0; i < h->n; i++)
		h->high[i] = h->low[i] + (double)width;
}

/* What the mean of the overflow of column k is at most. */
static double most_of_over(const struct hist *h, size_t k)
{
	const struct hist_column *c = &h->columns[k];
	double sum = (c->avg + c->avg_grain) * (double)(c->binned + c->over);

	assert(c->over > 0);
	for (size_t i = 0; i < h->n; i++)
		sum -= (double)h->counts[i * h->n_columns + k] * h->low[i];
	return sum / (double)c->over;
}

/* Empty rows are left out at the end too, so overflow begins behind the 256
 * bins that the tool has unless told otherwise, where what is told of the
 * columns that have any agrees, else behind the last row. */
static void find_end(struct hist *h)
{
	double width = h->n ? h->high[0] - h->low[0] : 1;
	double end = 256 * width;
	bool fits = true;

	assert(width >= 1);
	h->low_of_over = h->n ? h->high[h->n - 1] : 0;
	for (size_t i = 0; i < h->n_columns; i++) {
		const struct hist_column *c = &h->columns[i];

		if (!c->over)
			continue;
		fits &= c->has_max && c->max >= end;
		/* Nothing is below the least of a column without rows. */
		if (!c->binned && c->has_min)
			fits &= c->min >= end;
		if (c->has_avg)
			fits &= most_of_over(h, i) >= end;
	}
	if (h->low_of_over < end && fits)
		h->low_of_over = end;
}

static bool read_unit(struct hist_table *b, struct hist_text *t)
{
	struct hist_word w = {0};

	hist_word(t, &w);
	b->h->unit = hist_is(w, "nanoseconds") ? 1 : 1000;
	return hist_is(w, "nanoseconds") || hist_is(w, "microseconds") ||
	       hist_error(t, w,
			  "this unit is not known; valid: microseconds, "
			  "nanoseconds");
}

/* The lines of comment in front: which tool, the unit. */
static bool read_talk(struct hist_table *b, struct hist_text t)
{
	struct hist *h = b->h;
	struct hist_word w;

	h->what = "rtla";
	while (hist_line(&t) && !hist_begins(&t, "Index")) {
		if (hist_begins(&t, "# RTLA") && hist_word(&t, &w) &&
		    w.len < 32)
			h->what = arena_printf(b->a, "rtla %.*s", (int)w.len,
					       w.text);
		if (hist_begins(&t, "# Time unit is") && !read_unit(b, &t))
			return false;
	}
	assert(h->what);
	if (strstr(h->what, "noise"))
		h->note =
			"these are spans of noise that a busy thread saw, not "
			"latencies of wake-ups";
	return true;
}

bool hist_read_rtla(struct hist_table *b, const struct hist_options *o)
{
	struct hist *h = b->h;

	assert(h->format == HIST_RTLA);
	(void)o;
	if (!read_talk(b, *b->t) || !read_body(b))
		return false;
	if (!h->columns)
		return error_set(b->t->e, b->t->file, b->t->number, 1,
				 "there is no line 'Index' with the columns");
	widen(h);
	find_end(h);
	return true;
}
