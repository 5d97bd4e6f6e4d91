/* histogram_plain.c - bins as lines of three numbers, and values as they came;
 * see histogram.h */
#include "model/histogram_parts.h"

#include <assert.h>
#include <stdlib.h>

/* --- bins --- */

static bool read_bin(struct hist_table *b)
{
	struct hist_text *t = b->t;
	struct hist_word w[3] = {{0}};
	double low, high, count;
	uint64_t *counts;
	int n = 0;

	while (n < 3 && hist_word(t, &w[n]))
		n++;
	if (n < 3 || t->at < t->line + t->len)
		return hist_error(t, w[0],
				  "a line must be 'low high count', not %d "
				  "values",
				  n < 3 ? n : 4);
	if (!hist_decimal(t, w[0], "a bound", &low, NULL) ||
	    !hist_decimal(t, w[1], "a bound", &high, NULL) ||
	    !hist_decimal(t, w[2], "a count", &count, NULL))
		return false;
	if (high <= low)
		return hist_error(t, w[1],
				  "this bin does not end above its "
				  "start");
	counts = hist_row(b, w[0], low, high);
	if (!counts)
		return false;
	counts[0] = (uint64_t)count;
	if ((double)counts[0] < count)
		return hist_error(t, w[2], "a count is no whole number");
	b->h->columns[0].binned += counts[0];
	return hist_add(b, w[2], counts[0]);
}

bool hist_read_bins(struct hist_table *b, const struct hist_options *o)
{
	struct hist_text *t = b->t;

	assert(b->h->format == HIST_BINS);
	(void)o;
	b->h->grain = 0;
	if (!hist_columns(b, 1))
		return false;
	while (hist_line(t)) {
		const char *hash = memchr(t->line, '#', t->len);

		if (hash)
			t->len = (size_t)(hash - t->line);
		while (t->len && strchr(" \t,", t->line[t->len - 1]))
			t->len--;
		if (t->len && !read_bin(b))
			return false;
	}
	if (b->h->n)
		b->h->low_of_over = b->h->high[b->h->n - 1];
	return true;
}

/* --- samples --- */

struct samples {
	double *values;
	size_t n, cap;
	double grain;
};

/* "12.5", or the last of "0: 17: 12". */
static bool read_sample(struct hist_table *b, struct samples *s)
{
	struct hist_text *t = b->t;
	const char *colon = NULL;
	struct hist_word w, more;
	double grain;

	for (size_t i = 0; i < t->len; i++)
		if (t->line[i] == ':')
			colon = t->line + i;
	if (colon)
		t->at = colon + 1;
	hist_word(t, &w);
	if (hist_word(t, &more))
		return hist_error(t, more,
				  "there is more than one value in "
				  "this line");
	if (s->n >= HIST_CELLS)
		return hist_error(t, w, "there are more than %d values",
				  HIST_CELLS);
	array_reserve((void **)&s->values, &s->cap, s->n + 1,
		      sizeof(*s->values));
	if (!hist_decimal(t, w, "a value", &s->values[s->n], &grain))
		return false;
	s->grain = grain < s->grain ? grain : s->grain;
	s->n++;
	return true;
}

static int ascending(const void *pa, const void *pb)
{
	double a = *(const double *)pa, b = *(const double *)pb;

	return (a > b) - (a < b);
}

/* A bin for each value: as wide as values are rounded, around it. */
static bool make_bins(struct hist_table *b, struct samples *s)
{
	struct hist *h = b->h;
	struct hist_column *c = &h->columns[0];
	double sum = 0;

	assert(s->n > 0 && s->grain > 0);
	qsort(s->values, s->n, sizeof(*s->values), ascending);
	for (size_t i = 0, k; i < s->n; i = k) {
		double v = s->values[i], low = v - s->grain / 2;
		uint64_t *counts;

		for (k = i; k < s->n && s->values[k] <= v; k++)
			sum += v;
		low = low > 0 ? low : 0;
		if (h->n && low < h->high[h->n - 1])
			low = h->high[h->n - 1];
		counts = hist_row(b, (struct hist_word){0}, low,
				  v + s->grain / 2);
		if (!counts)
			return false;
		counts[0] = k - i;
	}
	c->binned = s->n;
	c->has_min = c->has_avg = c->has_max = true;
	c->min = s->values[0];
	c->max = s->values[s->n - 1];
	c->avg = sum / (double)s->n;
	h->low_of_over = h->high[h->n - 1];
	h->grain = 0;
	return true;
}

bool hist_read_samples(struct hist_table *b, const struct hist_options *o)
{
	struct hist_text *t = b->t;
	struct samples s = {.grain = 1};
	bool ok = hist_columns(b, 1);

	assert(b->h->format == HIST_SAMPLES);
	(void)o;
	while (ok && hist_line(t)) {
		const char *hash = memchr(t->line, '#', t->len);

		if (hash)
			t->len = (size_t)(hash - t->line);
		while (t->len && strchr(" \t", t->line[t->len - 1]))
			t->len--;
		if (t->len)
			ok = read_sample(b, &s);
	}
	if (ok && !s.n)
		ok = hist_error(t, (struct hist_word){0}, "there is no value");
	ok = ok && make_bins(b, &s);
	free(s.values);
	return ok;
}
