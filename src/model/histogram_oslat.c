/* histogram_oslat.c - what oslat prints; see histogram.h
 *
 * A row `012 (us):` counts gaps of a busy loop from 11 us to below 12; the last
 * row holds all that are longer too, so where the maximum lies behind it the
 * whole row counts as overflow.
 *
 * The average counts a gap by the end of its bin, and one behind the last bin
 * by its own begin.  Some versions add the overflow of the first core to every
 * core's, so averages are believed only where those without overflow fit their
 * rows.
 */
#include "model/histogram_parts.h"

#include <assert.h>
#include <math.h>

enum line { MINIMUM, AVERAGE, MAXIMUM, DURATION, LINES };
static const char *const lines[LINES] = {
	"Minimum:", "Average:", "Maximum:", "Duration:"};

static bool read_cores(struct hist_table *b)
{
	struct hist_text *t = b->t;
	const char *at = t->at;
	struct hist_word w;
	size_t n = 0;

	if (b->h->columns)
		return hist_error(t, (struct hist_word){0},
				  "a second line 'Core:'");
	while (hist_word(t, &w))
		n++;
	if (!hist_columns(b, n))
		return false;
	t->at = at;
	for (size_t i = 0; i < n; i++) {
		uint64_t core;

		hist_word(t, &w);
		if (!hist_count(t, w, "a core", &core))
			return false;
		b->h->columns[i].name = arena_strndup(b->a, w.text, w.len);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(b->h->columns[k].name,
				    b->h->columns[i].name))
				return hist_error(t, w, "a second core %s",
						  b->h->columns[i].name);
	}
	return true;
}

/* Cuts the remark in parentheses off the end of the line. */
static bool cut_remark(struct hist_text *t)
{
	for (size_t i = 0; i < t->len; i++)
		if (t->line[i] == '(' && t->line + i >= t->at) {
			t->len = i;
			return true;
		}
	return false;
}

/* "012 (us):" and a count a core. */
static bool read_row(struct hist_table *b, bool *is_last)
{
	struct hist_text *t = b->t;
	struct hist_word bin, unit;
	uint64_t high, *counts;

	assert(is_last);
	t->at = t->line;
	hist_word(t, &bin);
	if (!hist_count(t, bin, "the bin", &high))
		return false;
	if (!high)
		return hist_error(t, bin, "there is no bin that ends at 0");
	if (!hist_word(t, &unit) || !hist_is(unit, "(us):"))
		return hist_error(t, unit, "after the bin '(us):' must follow");
	if (!b->h->columns)
		return hist_error(t, bin, "a row before the line 'Core:'");
	if (*is_last)
		return hist_error(t, bin,
				  "a row behind that with the overflows");
	*is_last = cut_remark(t);
	counts = hist_row(b, bin, (double)high - 1, (double)high);
	return counts && hist_row_counts(b, counts);
}

static bool read_statistic(struct hist_table *b, enum line which)
{
	struct hist_text *t = b->t;
	struct hist_word w;
	size_t n = 0;

	cut_remark(t);
	for (; hist_word(t, &w); n++) {
		struct hist_column *c = &b->h->columns[n];
		double v, grain;

		if (n == b->h->n_columns)
			return hist_error(t, w, "more values than cores");
		if (!hist_decimal(t, w, "a statistic", &v, &grain))
			return false;
		/* The least and the greatest are ends of bins. */
		if (which == MINIMUM) {
			c->min = v > 0 ? v - 1 : 0;
			c->has_min = true;
		} else if (which == MAXIMUM) {
			c->max = v > 0 ? v - 1 : 0;
			c->has_max = true;
		} else if (which == AVERAGE) {
			c->avg = v;
			c->avg_grain = grain;
			c->has_avg = true;
		} else if (which == DURATION) {
			b->h->duration_s += v;
		}
	}
	if (n < b->h->n_columns)
		return hist_error(t, (struct hist_word){0},
				  "there are %zu values for %zu cores", n,
				  b->h->n_columns);
	return true;
}

/* Whatever is said before `Core:`, but for rows, which begin with a digit; and
 * lines between them that are no statistics. */
static bool is_talk(const struct hist_table *b, struct hist_text *t)
{
	const char *p = t->line, *end = t->line + t->len;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end || *p == '#' || hist_begins(t, "CPU Freq:") ||
	    hist_begins(t, "Counter Freq:") || hist_begins(t, "Max-Min:") ||
	    hist_begins(t, "..."))
		return true;
	return !b->h->columns && (*p < '0' || *p > '9');
}

static bool read_lines(struct hist_table *b, bool *has_over)
{
	struct hist_text *t = b->t;
	unsigned seen = 0;

	while (hist_line(t)) {
		unsigned i = 0;

		if (hist_begins(t, "Core:")) {
			if (!read_cores(b))
				return false;
			continue;
		}
		while (i < LINES && !hist_begins(t, lines[i]))
			i++;
		if (i == LINES) {
			if (!is_talk(b, t) && !read_row(b, has_over))
				return false;
			continue;
		}
		if (!b->h->columns || seen >> i & 1)
			return hist_error(t, (struct hist_word){0}, "'%s' %s",
					  lines[i],
					  b->h->columns ? "a second time"
							: "before 'Core:'");
		seen |= 1u << i;
		if (i < DURATION)
			b->told_at[i] = t->number;
		if (!read_statistic(b, (enum line)i))
			return false;
	}
	if (b->h->n && !seen && !*has_over)
		return hist_error(t, (struct hist_word){0},
				  "the file ends in its rows: that with the "
				  "overflows is missing");
	return true;
}

/* The last row is overflow where something lies behind it. */
static void settle_over(struct hist *h)
{
	const uint64_t *last = h->counts + (h->n - 1) * h->n_columns;
	bool behind = false;

	assert(h->n > 0);
	for (size_t i = 0; i < h->n_columns; i++)
		behind |= h->columns[i].has_max &&
			  h->columns[i].max >= h->high[h->n - 1];
	if (!behind)
		return;
	h->low_of_over = h->low[--h->n];
	for (size_t i = 0; i < h->n_columns; i++) {
		h->columns[i].over = last[i];
		h->columns[i].binned -= last[i];
	}
}

/* By how much the sum of column k is above that of its rows by their ends. */
static double above_rows(const struct hist *h, size_t k)
{
	const struct hist_column *c = &h->columns[k];
	double n = (double)(c->binned + c->over), sum = c->avg * n;

	for (size_t i = 0; i < h->n; i++)
		sum -= (double)h->counts[i * h->n_columns + k] * h->high[i];
	return sum - (double)c->over * (h->low_of_over + 1);
}

/* Averages by the ends of bins become those of gaps that are cut to whole us,
 * or are forgotten. */
static void settle_averages(struct hist *h)
{
	bool fits = true;

	for (size_t k = 0; k < h->n_columns; k++) {
		struct hist_column *c = &h->columns[k];
		double n = (double)(c->binned + c->over);
		double rest = c->has_avg ? above_rows(h, k) : 0;
		double doubt = (c->avg_grain / 2 + 1e-9) * n;

		fits &= c->over ? rest >= -doubt : fabs(rest) <= doubt;
	}
	for (size_t k = 0; k < h->n_columns; k++) {
		struct hist_column *c = &h->columns[k];
		double n = (double)(c->binned + c->over);

		c->has_avg &= fits && n > 0;
		if (c->has_avg)
			c->avg -= (double)c->binned / n;
	}
}

bool hist_read_oslat(struct hist_table *b, const struct hist_options *o)
{
	struct hist *h = b->h;
	bool has_over = false;

	assert(h->format == HIST_OSLAT);
	(void)o;
	h->unit = 1000;
	h->note = "these are gaps in a busy loop (interference), not latencies "
		  "of wake-ups";
	if (!read_lines(b, &has_over))
		return false;
	if (!h->n)
		return error_set(b->t->e, b->t->file, b->t->number, 1,
				 "there are no rows of a histogram");
	h->low_of_over = h->high[h->n - 1];
	if (has_over)
		settle_over(h);
	settle_averages(h);
	return true;
}
