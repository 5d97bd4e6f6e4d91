/* gantt.h - a stretch of a run, drawn as text
 *
 * Rows of executors show what ran: the letter of the task where a batch
 * begins (or the window does), the number of its jobs behind it where there
 * are several, `=` while it goes on, `+` where several begin in one column,
 * `~` overhead.  Rows of tasks show how their jobs fared: ^ released, - waits,
 * # runs, % runs past its deadline, ! a deadline missed there, x dropped.
 * Rows of threads of a platform show o where one looks what is ready, and t
 * while its budget is used up.
 * One column is a round number of ns, the same for all rows; where several
 * things fall into one column the gravest is shown.  Plain ASCII.
 *
 *     edf on cell, seed 0: planner#3 finishes 1.25ms late, at 212.5ms
 *     one column is 500us
 *                   200ms     205ms     210ms     215ms
 *                   |         |         |         |
 *       accelerator A========B======C2==..A=======
 *     A camera      ########..^---------..########
 *     B planner     ^--------##!%%%%............
 *
 * What is drawn is either a window that is given, or the surroundings of the
 * first missed deadline (of a job released after the warm-up).  The latter
 * is not known beforehand: the sink keeps the last GANTT_RING records, so
 * memory is flat in the horizon; what lies further back is not drawn.
 *
 * Tasks without a job in the window have no row; beyond GANTT_ROWS tasks or
 * executors the rest is counted only.
 */
#ifndef DAGSIM_TRACE_GANTT_H
#define DAGSIM_TRACE_GANTT_H

#include "trace/trace.h"

#include <stdio.h>

enum { GANTT_RING = 4096, GANTT_ROWS = 48 };
enum { GANTT_MIN_WIDTH = 40, GANTT_MAX_WIDTH = 1000 };

struct gantt_options {
	bool window;       /* else the first miss                             */
	dag_time from, to; /* the window, from < to                           */
	unsigned width; /* of the page, in characters; clipped to the limits*/
};

struct gantt;

struct gantt *gantt_new(const struct trace_header *h,
			const struct gantt_options *opt);
struct trace_sink *gantt_sink(struct gantt *g);
/* Is there something to draw: records in the window, a missed deadline? */
bool gantt_found(const struct gantt *g);
/* Draws it, or says that there is nothing to be drawn. */
void gantt_print(FILE *out, struct gantt *g);
void gantt_free(struct gantt *g);

#endif
