/* gantt_draw.h - the page that a Gantt chart is painted on (internal)
 *
 * A canvas covers [from, from + cols * step).  Records are handed to it in
 * order; those before the window tell it what goes on when the window opens.
 * Where earlier records are missing, a job that is first heard of by its
 * start has waited, one first heard of by its finish has run, since before.
 */
#ifndef DAGSIM_TRACE_GANTT_DRAW_H
#define DAGSIM_TRACE_GANTT_DRAW_H

#include "trace/trace.h"

#include <stdio.h>

struct canvas;

/* cols columns of step ns, from `from` on.  Rows for task `first` and the
 * next that come, GANTT_ROWS in all; NONE: no task is preferred. */
struct canvas *canvas_new(const struct trace_header *h, dag_time from,
			  dag_time step, unsigned cols, uint32_t first);
void canvas_free(struct canvas *c);
void canvas_take(struct canvas *c, const struct trace_rec *r);
/* Nothing more comes: paints what still goes on, up to time t. */
void canvas_end(struct canvas *c, dag_time t);
void canvas_print(FILE *out, const struct canvas *c, unsigned label);

#endif
