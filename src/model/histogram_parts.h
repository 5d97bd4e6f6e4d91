/* histogram_parts.h - what the readers of histograms share: lines, words,
 * tables that grow.  Not for use outside src/model/histogram*.c. */
#ifndef DAGSIM_MODEL_HISTOGRAM_PARTS_H
#define DAGSIM_MODEL_HISTOGRAM_PARTS_H

#include "model/histogram.h"

#include <string.h>

/* A text, line by line. */
struct hist_text {
	const char *file;
	const char *next, *end; /* what is unread                             */
	const char *line;       /* the line that is being read                */
	size_t len;             /* of it, without its end                     */
	unsigned number;        /* from 1                                     */
	const char *at;         /* in the line: the next word begins here or
				 * behind                                     */
	struct dag_error *e;
};

struct hist_word {
	const char *text;
	size_t len;
};

/* The next line; false at the end. */
bool hist_line(struct hist_text *t);
/* The next word of the line (blanks and `separator`, if any, lie between);
 * false where there is none. */
bool hist_word(struct hist_text *t, struct hist_word *w);
bool hist_is(struct hist_word w, const char *text);
/* Does the line begin with that, blanks before it aside?  Then the words go
 * on behind it. */
bool hist_begins(struct hist_text *t, const char *text);
bool hist_ends(struct hist_word w, const char *text);

/* False and an error at the word (text NULL: at the line). */
__attribute__((format(printf, 3, 4))) bool
hist_error(struct hist_text *t, struct hist_word w, const char *fmt, ...);

/* Is it "thread:cycle:value"?  Blanks may stand around the colons. */
bool hist_is_raw(const struct hist_text *t);
/* Are all words of the line whole numbers, two at least? */
bool hist_is_row(const struct hist_text *t);

/* A count, a decimal >= 0 that may be rounded (*grain, may be NULL, is 1 for
 * 12, 0.01 for 12.34, 100 for 1.2e3). */
bool hist_count(struct hist_text *t, struct hist_word w, const char *what,
		uint64_t *out);
bool hist_decimal(struct hist_text *t, struct hist_word w, const char *what,
		  double *out, double *grain);

/* A table that is being read. */
struct hist_table {
	struct hist *h;
	struct arena *a;
	struct hist_text *t;
	size_t cap;
	uint64_t total;
	double end; /* of the last row, also of one that was forgotten     */
	unsigned told_at[3]; /* lines of the least, averages, greatest       */
};
enum { HIST_LEAST, HIST_MEAN, HIST_MOST };

/* The columns, once they are known; false and an error where too many. */
bool hist_columns(struct hist_table *b, size_t n);
/* A row: returns its counts to be filled, or NULL and an error where the bin
 * does not lie behind the one before it. */
uint64_t *hist_row(struct hist_table *b, struct hist_word at, double low,
		   double high);
/* Fills a row from the rest of the line: a count for each column. */
bool hist_row_counts(struct hist_table *b, uint64_t *counts);
/* Forgets the last row if it holds nothing. */
void hist_forget_empty(struct hist_table *b);
/* Adds to the total of all counts, which has a bound. */
bool hist_add(struct hist_table *b, struct hist_word at, uint64_t count);

/* Does it hold values, and fits what is told of each column its rows?  False
 * and an error at what contradicts them. */
bool hist_check(struct hist_table *b);

typedef bool hist_reader(struct hist_table *b, const struct hist_options *o);
hist_reader hist_read_cyclictest, hist_read_rtla, hist_read_oslat,
	hist_read_bins, hist_read_samples;

#endif
