/* histogram_check.c - do the statistics that a file tells fit its rows? See
 * histogram.h */
#include "model/histogram_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static bool contradicts(struct hist_table *b, int which, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static bool contradicts(struct hist_table *b, int which, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return error_set(b->t->e, b->t->file, b->told_at[which], 1, "%s", text);
}

/* The bins of column k that hold anything: from where to where. */
static bool find_ends(const struct hist *h, size_t k, size_t *first,
		      size_t *last)
{
	*first = h->n;
	*last = 0;
	for (size_t i = 0; i < h->n; i++) {
		if (!h->counts[i * h->n_columns + k])
			continue;
		*first = *first < h->n ? *first : i;
		*last = i;
	}
	return *first < h->n;
}

/* Statistics are whole units of the file, bins too, so nothing is a matter of
 * rounding. */
static bool check_column(struct hist_table *b, size_t k)
{
	const struct hist *h = b->h;
	const struct hist_column *c = &h->columns[k];
	size_t first, last;

	if (!c->binned && !c->over)
		return true;
	if (c->has_min && c->has_max && c->min > c->max)
		return contradicts(b, HIST_LEAST,
				   "the least value of %s is %.15g, above the "
				   "greatest, %.15g",
				   c->name, c->min, c->max);
	if (c->has_avg && ((c->has_max && c->avg > c->max + 1) ||
			   (c->has_min && c->avg + 1 < c->min)))
		return contradicts(b, HIST_MEAN,
				   "the average of %s is %.15g, which does not "
				   "lie between its least and greatest value",
				   c->name, c->avg);
	if (!find_ends(h, k, &first, &last))
		return true;
	if (c->has_min && c->min >= h->high[first])
		return contradicts(b, HIST_LEAST,
				   "the least value of %s is %.15g, but its "
				   "rows begin with %.15g",
				   c->name, c->min, h->low[first]);
	if (c->has_max && c->max < h->low[last])
		return contradicts(b, HIST_MOST,
				   "the greatest value of %s is %.15g, but "
				   "its rows go on to %.15g",
				   c->name, c->max, h->low[last]);
	return true;
}

bool hist_check(struct hist_table *b)
{
	const struct hist *h = b->h;
	uint64_t any = 0;

	assert(h->unit > 0);
	for (size_t i = 0; i < h->n_columns; i++)
		any |= h->columns[i].binned | h->columns[i].over;
	if (!any)
		return error_set(b->t->e, h->file, b->t->number, 1,
				 "here it ends and holds no values: every "
				 "count is 0");
	for (size_t i = 0; h->format != HIST_SAMPLES && i < h->n_columns; i++)
		if (!check_column(b, i))
			return false;
	return true;
}
