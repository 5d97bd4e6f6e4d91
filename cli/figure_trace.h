/* figure_trace.h - pictures of a run, drawn by gnuplot
 *
 * A picture is data and a script, as for sweeps (sweep_figure.h): NAME.dat in
 * blocks that comments head, and NAME.gp that draws NAME.png and NAME.svg.
 *
 *   gantt     rows of executors with a box a slice, coloured by task, and
 *             rows of tasks with what became of their jobs: released,
 *             running, missed, dropped
 *   box       a box plot a task, with its deadline
 *   ecdf      the share of jobs that have responded within a time
 *   histogram jobs by response time, a row of bars a task, with its deadline
 *   backlog   how many ready nodes wait, over time
 *
 * More tasks than can be told apart are left out; the figure says how many.
 */
#ifndef DAGSIM_CLI_FIGURE_TRACE_H
#define DAGSIM_CLI_FIGURE_TRACE_H

#include "cli/view.h"

enum figure_kind {
	FIGURE_GANTT,
	FIGURE_BOX,
	FIGURE_ECDF,
	FIGURE_HISTOGRAM,
	FIGURE_BACKLOG,
};

enum {
	FIGURE_ITEMS = 4000, /* slices and marks of a Gantt chart             */
	FIGURE_ROWS = 40,    /* executors, and tasks, of one                  */
	FIGURE_TASKS = 16,   /* tasks of the other figures                    */
	FIGURE_POINTS = 400, /* of a line                                     */
};

struct trace_figure {
	enum figure_kind kind;
	const struct view *view;
	const bool *wanted; /* by task; NULL: all                             */
	const char *command;
};

/* How many tasks (or executors, queues) do not fit into the figure. */
uint32_t trace_figure_left_out(const struct trace_figure *f);

void trace_figure_data(FILE *out, const struct trace_figure *f);
/* As figure_script; `data` is a file or "$data", which is then put first. */
void trace_figure_script(FILE *out, const struct trace_figure *f,
			 const char *data, const char *stem, const char *form);

#endif
