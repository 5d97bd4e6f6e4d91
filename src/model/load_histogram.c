/* load_histogram.c - bins of measured execution times, one in a line
 *
 * The form is that of gsl_histogram_fprintf: low, high and count, separated
 * by blanks or commas.  `#` starts a comment; empty lines do not count.
 */
#include "model/load_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 3 };

struct lines {
	const char *p, *end;
	unsigned line;
};

/* Splits the next line that is not empty into words; their number, or -1 at
 * the end of the text.  Words beyond COLUMNS are counted, not kept. */
static int next_line(struct lines *in, struct tree words[COLUMNS])
{
	assert(in->p <= in->end);
	while (in->p < in->end) {
		const char *start = in->p;
		const char *nl = memchr(start, '\n', (size_t)(in->end - start));
		const char *stop = nl ? nl : in->end, *hash, *s;
		int n = 0;

		in->p = nl ? nl + 1 : in->end;
		in->line++;
		hash = memchr(start, '#', (size_t)(stop - start));
		if (hash)
			stop = hash;
		for (s = start; s < stop;) {
			size_t len = 0;

			while (s + len < stop && !strchr(" \t\r,", s[len]))
				len++;
			if (!len) {
				s++;
				continue;
			}
			if (n < COLUMNS)
				words[n] = (struct tree){
					.kind = TREE_SCALAR,
					.line = in->line,
					.col = (unsigned)(s - start) + 1,
					.n = (uint32_t)len,
					.text = s};
			n++;
			s += len;
		}
		if (n)
			return n;
	}
	return -1;
}

/* One bound: a factor, or a time in ns. */
static bool read_edge(struct reader *r, const struct tree *t, int64_t unit_ns,
		      double *out)
{
	int128 fine;

	assert(t->kind == TREE_SCALAR);
	assert(unit_ns >= 0);
	if (!unit_ns)
		return read_real(r, t, "a bound", 0, out);
	if (!read_fine(r, t, "a bound", unit_ns, false, 0, &fine))
		return false;
	*out = (double)fine / (double)FINE_PER_NS;
	return true;
}

/* gsl_histogram_fprintf writes counts as reals: 12, 12.0 or 1e3, all whole. */
static bool read_count(struct reader *r, const struct tree *t, uint64_t *out)
{
	struct ratio v;

	assert(t->kind == TREE_SCALAR);
	if (!read_ratio(r, t, "a count", 0, &v))
		return false;
	v = ratio_reduce(v);
	if (v.den != 1 || v.num > INT64_C(1) << 53)
		return reader_error(r, t,
				    "a count is '%s', which is not a "
				    "whole number up to 2^53",
				    t->text);
	*out = (uint64_t)v.num;
	return true;
}

static bool read_bin(struct loader *l, struct tree words[COLUMNS], int n,
		     int64_t unit_ns, struct histogram *h)
{
	double low;

	assert(n >= 1);
	assert(words[0].line >= 1);
	if (n != COLUMNS)
		return reader_error(&l->r, &words[0],
				    "a line must be 'low high count', not %d "
				    "values",
				    n);
	/* Words are not NUL-terminated in the text. */
	for (int i = 0; i < COLUMNS; i++) {
		if (words[i].n > TREE_TEXT)
			return reader_error(&l->r, &words[0],
					    "this line is too long");
		words[i].text =
			arena_strndup(&l->scratch, words[i].text, words[i].n);
	}
	if (!read_edge(&l->r, &words[0], unit_ns, &low) ||
	    !read_edge(&l->r, &words[1], unit_ns, &h->edges[h->n + 1]) ||
	    !read_count(&l->r, &words[2], &h->counts[h->n]))
		return false;
	if (!h->n)
		h->edges[0] = low;
	else if (low < h->edges[h->n] || low > h->edges[h->n])
		return reader_error(&l->r, &words[0],
				    "this bin starts at %s, not where the one "
				    "before it ends",
				    words[0].text);
	if (h->edges[h->n + 1] <= h->edges[h->n])
		return reader_error(&l->r, &words[1],
				    "this bin ends at %s, not above its start",
				    words[1].text);
	h->n++;
	return true;
}

bool load_histogram(struct loader *l, const struct tree *path_node,
		    const char *path, int64_t unit_ns, struct histogram *h)
{
	const char *outer = l->r.file, *data;
	struct tree words[COLUMNS];
	struct lines in = {0};
	size_t len, lines = 1;
	bool ok = true, is_measured;
	int n;

	assert(path && h);
	assert(unit_ns >= 0);
	if (!load_file(l, path_node, path, &l->r.file, &data, &len))
		return false;
	ok = load_measured(l, path_node, l->r.file, data, len, h, &is_measured);
	if (!ok || is_measured) {
		l->r.file = outer;
		return ok;
	}
	for (size_t i = 0; i < len; i++)
		lines += data[i] == '\n';
	h->edges = ARENA_NEW(&l->scratch, double, lines + 1);
	h->counts = ARENA_NEW(&l->scratch, uint64_t, lines);
	h->n = 0;
	h->in_ns = unit_ns > 0;
	in.p = data;
	in.end = data + len;
	while (ok && (n = next_line(&in, words)) >= 0) {
		assert(h->n < lines);
		ok = read_bin(l, words, n, unit_ns, h);
	}
	l->r.file = outer;
	return ok;
}
