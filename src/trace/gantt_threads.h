/* gantt_threads.h - rows of threads in a Gantt chart, and names of all rows
 * (internal)
 *
 * Of a platform each thread that looks what is ready, or is throttled, in the
 * window has a row, GANTT_THREADS of them at most: o where it looks, t while
 * its budget is used up.  Of both in one column the look is shown, for it is an
 * instant.
 */
#ifndef DAGSIM_TRACE_GANTT_THREADS_H
#define DAGSIM_TRACE_GANTT_THREADS_H

#include "trace/trace.h"

#include <stdio.h>

enum { GANTT_THREADS = 16 };

struct gantt_threads {
	const struct trace_header *h;
	dag_time from, step;
	unsigned cols;
	char *cells[GANTT_THREADS]; /* rows in the order in which they come   */
	uint32_t threads[GANTT_THREADS], n;
	uint64_t hidden; /* marks of threads without a row                    */
	bool polls, throttled;
};

void gantt_threads_init(struct gantt_threads *g, const struct trace_header *h,
			dag_time from, dag_time step, unsigned cols);
void gantt_threads_free(struct gantt_threads *g);
/* POLL or THREAD. */
void gantt_threads_take(struct gantt_threads *g, const struct trace_rec *r);
void gantt_threads_print(FILE *out, const struct gantt_threads *g,
			 unsigned label);
void gantt_threads_legend(FILE *out, const struct gantt_threads *g);

/* Width of the longest name of a row, at most `most`. */
unsigned gantt_label(const struct trace_header *h, unsigned most);
/* A name in exactly `label` columns, and a blank. */
void gantt_put_name(FILE *out, const char *name, unsigned label);

#endif
