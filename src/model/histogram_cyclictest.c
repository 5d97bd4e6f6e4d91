/* histogram_cyclictest.c - what cyclictest -h or -H leaves; see histogram.h
 *
 * Rows come before the lines that tell how many threads there are, so a column
 * of sums is found at the end: it is one more than the threads, and where
 * nothing tells their number it is the last of several if it always is the sum
 * of the others.  The least and the average are told of threads alone; with -H
 * the other lines have a value for the sums too.
 *
 * A row for each us is there, and most hold nothing: those are not kept.
 */
#include "model/histogram_parts.h"

#include <assert.h>

/* What the lines behind the rows say, a value a thread. */
enum footer { TOTAL, LEAST, MEAN, MOST, OVERFLOWS, FOOTERS };
static const char *const footers[FOOTERS] = {
	"# Total:", "# Min Latencies:", "# Avg Latencies:", "# Max Latencies:",
	"# Histogram Overflows:"};

struct told {
	double *values[FOOTERS];
	size_t n[FOOTERS];
	unsigned line[FOOTERS]; /* 0: not told                            */
	size_t digits;          /* of the first count                     */
};

static bool read_footer(struct hist_table *b, struct told *told, int which)
{
	struct hist_text *t = b->t;
	struct hist_word w = {0};
	double *values;
	size_t n = 0;

	assert(which >= 0 && which < FOOTERS);
	if (told->line[which])
		return hist_error(t, w, "'%s' is there a second time",
				  footers[which]);
	values = ARENA_NEW(b->a, double, HIST_COLUMNS + 1);
	while (hist_word(t, &w)) {
		uint64_t count;

		if (n > HIST_COLUMNS)
			return hist_error(t, w, "more than %d threads",
					  HIST_COLUMNS);
		/* A thread that never woke has the least value of no value:
		 * the greatest number that there is. */
		if (which == LEAST && w.len > 16) {
			values[n++] = -1;
			continue;
		}
		if (which == TOTAL || which == OVERFLOWS) {
			if (!hist_count(t, w, footers[which] + 2, &count))
				return false;
			values[n++] = (double)count;
		} else if (!hist_decimal(t, w, footers[which] + 2, &values[n++],
					 NULL)) {
			return false;
		}
	}
	told->values[which] = values;
	told->n[which] = n;
	told->line[which] = t->number;
	return true;
}

/* Counts have zeros in front, so a shorter one where the text ends was cut. */
static bool is_cut(const struct hist_text *t, size_t digits)
{
	size_t n = 0;

	if (t->next < t->end || t->line + t->len < t->end)
		return false;
	while (n < t->len && t->line[t->len - 1 - n] >= '0' &&
	       t->line[t->len - 1 - n] <= '9')
		n++;
	return n < digits;
}

/* The counts of a row; the first row says how many columns there are. */
static bool read_row(struct hist_table *b, struct told *told)
{
	struct hist_text *t = b->t;
	struct hist_word bin, w;
	uint64_t low, *counts;

	t->at = t->line;
	hist_word(t, &bin);
	if (!hist_count(t, bin, "the bin", &low))
		return false;
	if (!b->h->columns) {
		const char *at = t->at;
		size_t n = 0;

		for (; hist_word(t, &w); n++)
			if (!n)
				told->digits = w.len < 6 ? w.len : 6;
		t->at = at;
		if (!hist_columns(b, n))
			return false;
	}
	counts = hist_row(b, bin, (double)low, (double)low + 1);
	if (!counts || !hist_row_counts(b, counts))
		return false;
	if (is_cut(t, told->digits))
		return hist_error(t, bin, "the file ends within this row");
	hist_forget_empty(b);
	return true;
}

/* Passed over: status lines, also those that move the cursor, settings, cycle
 * numbers of outliers, and whatever is said before the first row; rows begin
 * with a digit. */
static bool is_talk(const struct hist_table *b, struct hist_text *t)
{
	const char *p = t->line, *end = t->line + t->len;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end || *p == '#' || *p == '/' || *p == '\033' ||
	    hist_begins(t, "T:") || hist_begins(t, "policy:"))
		return true;
	return !b->h->columns && (*p < '0' || *p > '9');
}

static bool read_lines(struct hist_table *b, struct told *told)
{
	struct hist_text *t = b->t;

	while (hist_line(t)) {
		int which = 0;

		while (which < FOOTERS && !hist_begins(t, footers[which]))
			which++;
		if (which < FOOTERS) {
			if (!read_footer(b, told, which))
				return false;
			continue;
		}
		t->at = t->line;
		if (!is_talk(b, t) && !read_row(b, told))
			return false;
	}
	return true;
}

static bool last_is_sum(const struct hist *h)
{
	assert(h->n_columns > 0);
	if (h->n_columns < 3)
		return false;
	for (size_t i = 0; i < h->n; i++) {
		const uint64_t *row = h->counts + i * h->n_columns;
		uint64_t sum = 0;

		for (size_t k = 0; k + 1 < h->n_columns; k++)
			sum += row[k];
		if (sum != row[h->n_columns - 1])
			return false;
	}
	return true;
}

static bool fail_at(struct hist_table *b, unsigned line, const char *text)
{
	return error_set(b->t->e, b->t->file, line, 1, "%s", text);
}

/* Leaves the column of sums out. */
static bool settle_columns(struct hist_table *b, const struct told *told)
{
	struct hist *h = b->h;
	size_t threads = h->n_columns;
	int which = LEAST;

	assert(threads > 0);
	while (which <= MOST && !told->line[which])
		which++;
	if (which <= MOST)
		threads = told->n[which];
	if (which >= MOST && threads == h->n_columns && last_is_sum(h))
		threads--;
	if (threads != h->n_columns && threads + 1 != h->n_columns)
		return fail_at(b, told->line[which],
			       "the number of threads is not that of the "
			       "columns of the histogram");
	if (threads + 1 == h->n_columns && !last_is_sum(h))
		return fail_at(b, told->line[which],
			       "there is a column more than threads, but it "
			       "is not their sum");
	if (threads == h->n_columns)
		return true;
	for (size_t i = 0; i < h->n; i++)
		memmove(h->counts + i * threads, h->counts + i * h->n_columns,
			threads * sizeof(*h->counts));
	b->total -= h->columns[threads].binned;
	h->n_columns = threads;
	return true;
}

/* What is told of thread k, if anything is: -1 where it is not. */
static double of_thread(const struct told *told, int which, size_t k)
{
	assert(which < FOOTERS);
	return told->line[which] && k < told->n[which] ? told->values[which][k]
						       : -1;
}

static bool settle_thread(struct hist_table *b, const struct told *told,
			  size_t k)
{
	struct hist_column *c = &b->h->columns[k];
	double total = of_thread(told, TOTAL, k);
	double over = of_thread(told, OVERFLOWS, k);

	c->min = of_thread(told, LEAST, k);
	c->avg = of_thread(told, MEAN, k);
	c->max = of_thread(told, MOST, k);
	c->over = over > 0 ? (uint64_t)over : 0;
	c->has_min = c->min >= 0 && c->binned + c->over > 0;
	c->has_avg = c->avg >= 0 && c->binned + c->over > 0;
	c->has_max = c->max >= 0 && c->binned + c->over > 0;
	c->avg_grain = 1;
	c->avg_is_cut = true;
	if (total >= 0 && (uint64_t)total != c->binned &&
	    (uint64_t)total != c->binned + c->over)
		return fail_at(b, told->line[TOTAL],
			       arena_printf(b->a,
					    "thread %zu has %.0f values, but "
					    "the rows hold %.0f: rows are "
					    "missing",
					    k, total, (double)c->binned));
	if (c->has_max && c->over && c->max < b->h->low_of_over)
		return fail_at(b, told->line[OVERFLOWS],
			       arena_printf(b->a,
					    "thread %zu has overflows, but "
					    "its greatest value %.0f lies in "
					    "the rows",
					    k, c->max));
	return hist_add(b, (struct hist_word){0}, c->over);
}

bool hist_read_cyclictest(struct hist_table *b, const struct hist_options *o)
{
	struct hist *h = b->h;
	struct told told = {.n = {0}};

	assert(h->format == HIST_CYCLICTEST);
	(void)o;
	if (!read_lines(b, &told))
		return false;
	if (!h->columns)
		return error_set(b->t->e, b->t->file, b->t->number, 1,
				 "there are no rows of a histogram");
	if (!settle_columns(b, &told))
		return false;
	h->low_of_over = b->end;
	for (int i = 0; i < FOOTERS; i++)
		if (told.line[i] && told.n[i] != h->n_columns &&
		    (h->n_columns < 2 || told.n[i] != h->n_columns + 1))
			return fail_at(b, told.line[i],
				       "the number of values is not that of "
				       "the threads");
	for (size_t k = 0; k < h->n_columns; k++)
		if (!settle_thread(b, &told, k))
			return false;
	b->told_at[HIST_LEAST] = told.line[LEAST];
	b->told_at[HIST_MEAN] = told.line[MEAN];
	b->told_at[HIST_MOST] = told.line[MOST];
	return true;
}
