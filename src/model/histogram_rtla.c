/* histogram_rtla.c - rtla timerlat hist and rtla osnoise hist; histogram.h
 *
 * A row names the begin of its bin only; how wide bins are is the greatest
 * common divisor of the rows.
 */
#include "model/histogram_parts.h"

#include <assert.h>

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

/* Lines of the summary of all CPUs repeat what columns say. */
static bool read_body(struct hist_table *b)
{
	static const char *const lines[] = {
		"min:", "avg:", "max:", "over:", "count:"};
	struct hist_text *t = b->t;
	unsigned seen = 0;

	while (hist_line(t)) {
		size_t i = 0;

		/* Comments, and what a tool says of its own ("rtla timerlat
		 * hit stop tracing"). */
		if (!t->len || hist_begins(t, "#") || hist_begins(t, "rtla"))
			continue;
		if (hist_begins(t, "ALL:"))
			return true;
		if (hist_begins(t, "Index")) {
			if (!read_header(b))
				return false;
			continue;
		}
		while (i < 5 && !hist_begins(t, lines[i]))
			i++;
		if (i == 5) {
			if (!read_row(b))
				return false;
			continue;
		}
		if (!b->h->columns || seen >> i & 1)
			return hist_error(t, (struct hist_word){0}, "'%s' %s",
					  lines[i],
					  b->h->columns ? "a second time"
							: "before 'Index'");
		seen |= 1u << i;
		if (!read_values(b, (int)i))
			return false;
	}
	return true;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void widen(struct hist *h)
{
	uint64_t width = 0;

	for (size_t i = 0; i < h->n; i++)
		width = common_divisor(width, (uint64_t)h->low[i]);
	if (!width)
		width = 1;
	assert(width >= 1);
	for (size_t i = 0; i < h->n; i++)
		h->high[i] = h->low[i] + (double)width;
}

/* Empty rows are left out at the end too, so overflow begins behind the 256
 * bins that the tool has unless told otherwise, or behind the last row. */
static void find_end(struct hist *h)
{
	double width = h->n ? h->high[0] - h->low[0] : 1;
	double end = 256 * width, most = 0;

	assert(width >= 1);
	h->low_of_over = h->n ? h->high[h->n - 1] : 0;
	for (size_t i = 0; i < h->n_columns; i++)
		if (h->columns[i].over && h->columns[i].has_max)
			most = most > h->columns[i].max ? most
							: h->columns[i].max;
	if (h->low_of_over < end && most >= end)
		h->low_of_over = end;
}

/* The lines of comment in front: which tool, the unit. */
static void read_talk(struct hist_table *b, struct hist_text t)
{
	struct hist *h = b->h;
	struct hist_word w;

	h->what = "rtla";
	while (hist_line(&t) && !hist_begins(&t, "Index")) {
		if (hist_begins(&t, "# RTLA") && hist_word(&t, &w) &&
		    w.len < 32)
			h->what = arena_printf(b->a, "rtla %.*s", (int)w.len,
					       w.text);
		if (hist_begins(&t, "# Time unit is nanoseconds"))
			h->unit = 1;
		if (hist_begins(&t, "# Time unit is microseconds"))
			h->unit = 1000;
	}
	assert(h->what);
	if (strstr(h->what, "noise"))
		h->note =
			"these are spans of noise that a busy thread saw, not "
			"latencies of wake-ups";
}

bool hist_read_rtla(struct hist_table *b, const struct hist_options *o)
{
	struct hist *h = b->h;

	assert(h->format == HIST_RTLA);
	(void)o;
	read_talk(b, *b->t);
	if (!read_body(b))
		return false;
	if (!h->columns)
		return error_set(b->t->e, b->t->file, b->t->number, 1,
				 "there is no line 'Index' with the columns");
	widen(h);
	find_end(h);
	return true;
}
