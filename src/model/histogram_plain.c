/* histogram_plain.c - bins as lines of three numbers, and values as they came;
 * see histogram.h */
#include "model/histogram_parts.h"

#include <assert.h>
#include <math.h>
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

struct sample {
	double value;
	uint32_t thread;
};

struct samples {
	struct sample *all;
	size_t n, cap;
	double grain;
	uint32_t threads;
};

/* The next of the numbers between colons, blanks around them. */
static bool take_part(struct hist_text *t, struct hist_word *w)
{
	const char *end = t->line + t->len, *colon = t->at;

	while (colon < end && *colon != ':')
		colon++;
	while (t->at < colon && (*t->at == ' ' || *t->at == '\t'))
		t->at++;
	w->text = t->at;
	w->len = (size_t)(colon - t->at);
	while (w->len && strchr(" \t", w->text[w->len - 1]))
		w->len--;
	t->at = colon < end ? colon + 1 : end;
	return w->len > 0;
}

/* "0:      17:      12" */
static bool read_raw(struct hist_table *b, struct hist_word *value,
		     uint32_t *thread)
{
	struct hist_text *t = b->t;
	struct hist_word w[3] = {{0}};
	uint64_t number;

	for (int i = 0; i < 3; i++)
		if (!take_part(t, &w[i]))
			return hist_error(t, (struct hist_word){0},
					  "a line must be "
					  "'thread:cycle:value'");
	if (t->at < t->line + t->len)
		return hist_error(t, (struct hist_word){t->at, 1},
				  "there is more than 'thread:cycle:value' in "
				  "this line");
	if (!hist_count(t, w[0], "a thread", &number))
		return false;
	if (number >= HIST_COLUMNS)
		return hist_error(t, w[0], "thread %.0f is above %d",
				  (double)number, HIST_COLUMNS - 1);
	*thread = (uint32_t)number;
	*value = w[2];
	return hist_count(t, w[1], "a cycle", &number);
}

/* "12.5", or one of a thread. */
static bool read_sample(struct hist_table *b, struct samples *s, bool raw)
{
	struct hist_text *t = b->t;
	struct sample x = {0};
	struct hist_word w = {0}, more;
	double grain;

	t->at = t->line;
	if (raw && !read_raw(b, &w, &x.thread))
		return false;
	if (!raw) {
		hist_word(t, &w);
		if (hist_word(t, &more))
			return hist_error(t, more,
					  "there is more than one value in "
					  "this line");
	}
	if (s->n >= HIST_CELLS)
		return hist_error(t, w, "there are more than %d values",
				  HIST_CELLS);
	if (!hist_decimal(t, w, "a value", &x.value, &grain))
		return false;
	s->grain = grain < s->grain ? grain : s->grain;
	s->threads = x.thread >= s->threads ? x.thread + 1 : s->threads;
	array_reserve((void **)&s->all, &s->cap, s->n + 1, sizeof(*s->all));
	s->all[s->n++] = x;
	return true;
}

static int ascending(const void *pa, const void *pb)
{
	const struct sample *a = pa, *b = pb;

	return (a->value > b->value) - (a->value < b->value);
}

static void add_sample(struct hist_column *c, double v)
{
	assert(v >= 0);
	if (!c->binned++)
		c->min = v;
	c->has_min = c->has_avg = c->has_max = true;
	c->max = v; /* they ascend */
	c->avg += v;
}

/* A bin for each value: as wide as values are rounded, around it. */
static bool make_bins(struct hist_table *b, struct samples *s)
{
	struct hist *h = b->h;

	assert(s->n > 0 && s->grain > 0);
	if (!hist_columns(b, s->threads))
		return false;
	qsort(s->all, s->n, sizeof(*s->all), ascending);
	/* More digits than a double has would make bins of no width. */
	s->grain = fmax(s->grain, fmax(s->all[s->n - 1].value, 1) * 0x1p-45);
	for (size_t i = 0; i < s->n;) {
		double v = s->all[i].value, low = v - s->grain / 2;
		uint64_t *counts;

		low = low > 0 ? low : 0;
		if (h->n && low < h->high[h->n - 1])
			low = h->high[h->n - 1];
		counts = hist_row(b, (struct hist_word){0}, low,
				  v + s->grain / 2);
		if (!counts)
			return false;
		for (; i < s->n && s->all[i].value <= v; i++) {
			counts[s->all[i].thread]++;
			add_sample(&h->columns[s->all[i].thread], v);
		}
	}
	for (size_t i = 0; i < h->n_columns; i++)
		if (h->columns[i].binned)
			h->columns[i].avg /= (double)h->columns[i].binned;
	h->low_of_over = h->high[h->n - 1];
	h->grain = 0;
	return true;
}

/* Is there such a line at all? */
static bool has_raw(struct hist_text t)
{
	while (hist_line(&t))
		if (hist_is_raw(&t))
			return true;
	return false;
}

/* In front of lines of threads anything may be said. */
bool hist_read_samples(struct hist_table *b, const struct hist_options *o)
{
	struct hist_text *t = b->t;
	struct samples s = {.grain = 1};
	bool ok = true, raw = has_raw(*t);

	assert(b->h->format == HIST_SAMPLES);
	(void)o;
	while (ok && hist_line(t)) {
		const char *hash = memchr(t->line, '#', t->len);

		if (hash)
			t->len = (size_t)(hash - t->line);
		while (t->len && strchr(" \t", t->line[t->len - 1]))
			t->len--;
		if (t->len && !(raw && !s.n && !hist_is_raw(t)))
			ok = read_sample(b, &s, raw);
	}
	if (ok && !s.n)
		ok = hist_error(t, (struct hist_word){0}, "there is no value");
	ok = ok && make_bins(b, &s);
	free(s.all);
	return ok;
}
