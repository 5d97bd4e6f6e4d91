/* histogram.c - lines, words, and which format it is; see histogram.h */
#include "model/histogram_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const hist_format_names[] = {"auto", "cyclictest", "rtla", "oslat",
					 "bins", "samples",    NULL};

/* --- lines and words --- */

bool hist_line(struct hist_text *t)
{
	const char *nl;

	assert(t->next <= t->end);
	if (t->next == t->end)
		return false;
	t->line = t->next;
	nl = memchr(t->line, '\n', (size_t)(t->end - t->line));
	t->len = (size_t)((nl ? nl : t->end) - t->line);
	t->next = nl ? nl + 1 : t->end;
	if (t->len && t->line[t->len - 1] == '\r')
		t->len--;
	t->number++;
	t->at = t->line;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == ',';
}

bool hist_word(struct hist_text *t, struct hist_word *w)
{
	const char *end = t->line + t->len;

	assert(t->at >= t->line && t->at <= end);
	while (t->at < end && is_blank(*t->at))
		t->at++;
	w->text = t->at;
	while (t->at < end && !is_blank(*t->at))
		t->at++;
	w->len = (size_t)(t->at - w->text);
	return w->len > 0;
}

bool hist_is(struct hist_word w, const char *text)
{
	assert(text);
	return strlen(text) == w.len && !memcmp(w.text, text, w.len);
}

bool hist_ends(struct hist_word w, const char *text)
{
	size_t n = strlen(text);

	assert(n > 0);
	return w.len >= n && !memcmp(w.text + w.len - n, text, n);
}

bool hist_begins(struct hist_text *t, const char *text)
{
	const char *p = t->line, *end = t->line + t->len;
	size_t n = strlen(text);

	assert(n > 0);
	while (p < end && is_blank(*p))
		p++;
	if ((size_t)(end - p) < n || memcmp(p, text, n) != 0)
		return false;
	t->at = p + n;
	return true;
}

bool hist_error(struct hist_text *t, struct hist_word w, const char *fmt, ...)
{
	char text[512];
	va_list args;
	unsigned col = 1;

	assert(t->file && t->e);
	if (w.text)
		col = (unsigned)(w.text - t->line) + 1;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return error_set(t->e, t->file, t->number, col, "%s", text);
}

/* A word short enough to be a number, with a NUL behind it. */
static const char *copied(struct hist_word w, char buf[64])
{
	size_t n = w.len < 63 ? w.len : 63;

	memcpy(buf, w.text, n);
	buf[n] = '\0';
	return buf;
}

bool hist_count(struct hist_text *t, struct hist_word w, const char *what,
		uint64_t *out)
{
	char buf[64];
	uint64_t v = 0;

	assert(what && out);
	if (!w.len)
		return hist_error(t, w, "%s is missing", what);
	if (*w.text == '-' && w.len > 1)
		return hist_error(t, w, "%s is '%s', which is below 0", what,
				  copied(w, buf));
	for (size_t i = 0; i < w.len; i++) {
		if (w.text[i] < '0' || w.text[i] > '9')
			return hist_error(t, w,
					  "%s is '%s', which is not a whole "
					  "number",
					  what, copied(w, buf));
		v = v * 10 + (uint64_t)(w.text[i] - '0');
		if (v > (uint64_t)HIST_COUNT_MAX)
			return hist_error(t, w, "%s is '%s', above 2^53", what,
					  copied(w, buf));
	}
	*out = v;
	return true;
}

/* Of "1.25e+03": the last digit stands for 10^exponent. */
struct decimal {
	int exponent;
};

/* Up to three digits behind an `e`; gsl_histogram_fprintf writes "1e+06". */
static bool take_exponent(struct hist_word w, size_t i, int *out)
{
	bool minus = i < w.len && w.text[i] == '-';
	size_t from;
	int v = 0;

	if (i < w.len && (minus || w.text[i] == '+'))
		i++;
	for (from = i; i < w.len && w.text[i] >= '0' && w.text[i] <= '9'; i++)
		v = v < 1000 ? 10 * v + (w.text[i] - '0') : v;
	*out = minus ? -v : v;
	return i == w.len && i > from && i - from <= 3;
}

static bool take_decimal(struct hist_word w, struct decimal *d)
{
	size_t digits = 0, dot = w.len, i;
	int more = 0;

	for (i = 0; i < w.len; i++) {
		if (w.text[i] >= '0' && w.text[i] <= '9')
			digits++;
		else if (w.text[i] == '.' && dot == w.len)
			dot = i;
		else
			break;
	}
	if (i < w.len && (w.text[i] | 32) == 'e' &&
	    !take_exponent(w, i + 1, &more))
		return false;
	if (!digits || (i < w.len && (w.text[i] | 32) != 'e'))
		return false;
	d->exponent = more - (dot < i ? (int)(i - dot - 1) : 0);
	return true;
}

static double power_of_ten(int n)
{
	double v = 1;

	assert(n >= 0);
	while (n-- > 0)
		v *= 10;
	return v;
}

bool hist_decimal(struct hist_text *t, struct hist_word w, const char *what,
		  double *out, double *grain)
{
	struct decimal d;
	char buf[64], *end;

	assert(what && out);
	if (w.len > 1 && *w.text == '-' &&
	    take_decimal((struct hist_word){w.text + 1, w.len - 1}, &d))
		return hist_error(t, w, "%s is '%s', which is below 0", what,
				  copied(w, buf));
	if (!take_decimal(w, &d) || w.len > 40)
		return hist_error(t, w, "%s is '%s', which is not a number",
				  what, w.len ? copied(w, buf) : "missing");
	/* Words are not NUL-terminated in the text; no locale is set. */
	*out = strtod(copied(w, buf), &end);
	assert(end == buf + w.len);
	if (*out > LAW_MOST)
		return hist_error(t, w, "%s is '%s', which is out of range",
				  what, buf);
	if (grain)
		*grain = d.exponent < 0 ? 1 / power_of_ten(-d.exponent)
					: power_of_ten(d.exponent);
	return true;
}

/* --- tables --- */

bool hist_columns(struct hist_table *b, size_t n)
{
	assert(!b->h->columns);
	if (n < 1)
		return hist_error(b->t, (struct hist_word){0},
				  "there is no column of counts");
	if (n > HIST_COLUMNS)
		return hist_error(b->t, (struct hist_word){0},
				  "there are %zu columns (valid: up to %d)", n,
				  HIST_COLUMNS);
	b->h->n_columns = n;
	b->h->columns = ARENA_NEW(b->a, struct hist_column, n);
	for (size_t i = 0; i < n; i++)
		b->h->columns[i].name = arena_printf(b->a, "%zu", i);
	return true;
}

/* Doubles the room for rows. */
static void grow(struct hist_table *b)
{
	struct hist *h = b->h;
	size_t cap = b->cap ? 2 * b->cap : 64;
	double *low = ARENA_NEW(b->a, double, cap);
	double *high = ARENA_NEW(b->a, double, cap);
	uint64_t *counts = ARENA_NEW(b->a, uint64_t, cap * h->n_columns);

	assert(h->n_columns > 0 && h->n <= b->cap);
	if (h->n) {
		memcpy(low, h->low, h->n * sizeof(*low));
		memcpy(high, h->high, h->n * sizeof(*high));
		memcpy(counts, h->counts,
		       h->n * h->n_columns * sizeof(*counts));
	}
	h->low = low;
	h->high = high;
	h->counts = counts;
	b->cap = cap;
}

uint64_t *hist_row(struct hist_table *b, struct hist_word at, double low,
		   double high)
{
	struct hist *h = b->h;

	assert(h->n_columns > 0 && low < high);
	if (low < b->end) {
		hist_error(b->t, at,
			   "this bin begins at %.15g, not behind the one "
			   "before it, which ends at %.15g",
			   low, b->end);
		return NULL;
	}
	if (high * h->unit > LAW_MOST) {
		hist_error(b->t, at, "this bin ends above 1000 s");
		return NULL;
	}
	if ((h->n + 1) * h->n_columns > HIST_CELLS) {
		hist_error(b->t, at, "there are more than %d counts",
			   HIST_CELLS);
		return NULL;
	}
	if (h->n == b->cap)
		grow(b);
	h->low[h->n] = low;
	h->high[h->n] = high;
	b->end = high;
	return h->counts + h->n++ * h->n_columns;
}

void hist_forget_empty(struct hist_table *b)
{
	struct hist *h = b->h;
	const uint64_t *last = h->counts + (h->n - 1) * h->n_columns;
	uint64_t any = 0;

	assert(h->n > 0);
	for (size_t i = 0; i < h->n_columns; i++)
		any |= last[i];
	h->n -= !any;
}

bool hist_add(struct hist_table *b, struct hist_word at, uint64_t count)
{
	assert(b->total <= (uint64_t)HIST_COUNT_MAX);
	if (count > (uint64_t)HIST_COUNT_MAX - b->total)
		return hist_error(b->t, at,
				  "the counts add up to more than 2^53");
	b->total += count;
	return true;
}

bool hist_row_counts(struct hist_table *b, uint64_t *counts)
{
	struct hist *h = b->h;
	struct hist_word w;
	size_t n = 0;

	assert(counts && h->columns);
	while (hist_word(b->t, &w)) {
		if (n == h->n_columns)
			return hist_error(b->t, w,
					  "there are more than the %zu counts "
					  "of the rows before",
					  n);
		if (!hist_count(b->t, w, "a count", &counts[n]) ||
		    !hist_add(b, w, counts[n]))
			return false;
		h->columns[n].binned += counts[n];
		n++;
	}
	if (n < h->n_columns)
		return hist_error(b->t, (struct hist_word){0},
				  "there are %zu counts, where other rows "
				  "have %zu",
				  n, h->n_columns);
	return true;
}

/* --- which format it is --- */

static bool all_digits(struct hist_word w)
{
	for (size_t i = 0; i < w.len; i++)
		if (w.text[i] < '0' || w.text[i] > '9')
			return false;
	return w.len > 0;
}

bool hist_is_raw(const struct hist_text *t)
{
	size_t colons = 0;

	for (size_t i = 0; i < t->len; i++) {
		char c = t->line[i];

		colons += c == ':';
		if (c != ':' && !is_blank(c) && (c < '0' || c > '9'))
			return false;
	}
	return colons == 2;
}

bool hist_is_row(const struct hist_text *t)
{
	struct hist_text words = *t;
	struct hist_word w;
	size_t n = 0;

	words.at = words.line;
	for (; hist_word(&words, &w); n++)
		if (!all_digits(w))
			return false;
	return n > 1;
}

/* By rows alone: six digits of a bin, three numbers, one number. */
static enum hist_format of_row(struct hist_text *t)
{
	struct hist_word first, w;
	size_t n = 1;

	if (hist_is_raw(t))
		return HIST_SAMPLES;
	if (!hist_word(t, &first))
		return HIST_AUTO;
	while (hist_word(t, &w))
		n++;
	if (n > 1 && first.len == 6 && all_digits(first))
		return HIST_CYCLICTEST;
	if (n == 1 || n == 3)
		return n == 1 ? HIST_SAMPLES : HIST_BINS;
	return n == 2 && all_digits(first) ? HIST_CYCLICTEST : HIST_AUTO;
}

static enum hist_format of_line(struct hist_text *t)
{
	if (hist_begins(t, "# RTLA") || hist_begins(t, "Index"))
		return HIST_RTLA;
	if (hist_begins(t, "Core:"))
		return HIST_OSLAT;
	if (hist_begins(t, "# Histogram") || hist_begins(t, "# Total:") ||
	    hist_begins(t, "# Min Latencies") || hist_begins(t, "T:"))
		return HIST_CYCLICTEST;
	return HIST_AUTO;
}

/* The format that a line names, and where none does what the first row looks
 * like. */
static enum hist_format detect(const char *data, size_t len, bool *told)
{
	struct hist_text t = {.next = data, .end = data + len};
	enum hist_format rows = HIST_AUTO, f;

	*told = true;
	while (hist_line(&t)) {
		f = of_line(&t);
		if (f != HIST_AUTO)
			return f;
		t.at = t.line;
		if (rows == HIST_AUTO && t.len && !hist_begins(&t, "#") &&
		    !hist_begins(&t, "/"))
			rows = of_row(&t);
	}
	*told = false;
	return rows;
}

bool hist_is_told(const char *data, size_t len)
{
	bool told;

	assert(data || !len);
	detect(data, len, &told);
	return told;
}

static bool is_text(struct hist_text *t, const char *data, size_t len)
{
	const char *nul = len ? memchr(data, '\0', len) : NULL;
	const char *line = data;
	unsigned number = 1;

	if (!nul)
		return true;
	for (const char *p = data; p < nul; p++)
		if (*p == '\n') {
			line = p + 1;
			number++;
		}
	return error_set(t->e, t->file, number, (unsigned)(nul - line) + 1,
			 "this is no text: a byte is 0");
}

bool hist_read(struct hist *h, struct arena *a, const char *file,
	       const char *data, size_t len, const struct hist_options *o,
	       struct dag_error *e)
{
	static hist_reader *const readers[] = {
		[HIST_CYCLICTEST] = hist_read_cyclictest,
		[HIST_RTLA] = hist_read_rtla,
		[HIST_OSLAT] = hist_read_oslat,
		[HIST_BINS] = hist_read_bins,
		[HIST_SAMPLES] = hist_read_samples};
	struct hist_text t = {.file = file, .e = e};
	struct hist_table b = {.h = h, .a = a, .t = &t};

	REQUIRE(file && (data || !len));
	*h = (struct hist){.file = file, .format = o->format, .grain = 1};
	h->unit = o->unit_ns ? (double)o->unit_ns : 1000;
	if (len > HIST_TEXT)
		return error_set(e, file, 0, 0, "is larger than 64 MiB");
	if (len >= 3 && !memcmp(data, "\xEF\xBB\xBF", 3)) { /* an editor's */
		data += 3;
		len -= 3;
	}
	if (!is_text(&t, data, len))
		return false;
	t.next = data;
	t.end = data + len;
	if (h->format == HIST_AUTO)
		h->format = detect(data, len, &(bool){false});
	if (h->format == HIST_AUTO)
		return error_set(e, file, 1, 1,
				 "looks like no histogram that is known; "
				 "valid: output of cyclictest -h, rtla "
				 "timerlat or osnoise hist, oslat; lines 'low "
				 "high count'; a value a line");
	h->what = hist_format_names[h->format];
	return readers[h->format](&b, o) && hist_check(&b);
}
