/* figure_gantt.h - the Gantt chart of figure_trace.h (internal) */
#ifndef DAGSIM_CLI_FIGURE_GANTT_H
#define DAGSIM_CLI_FIGURE_GANTT_H

#include "cli/figure_trace.h"

void gantt_data(FILE *out, const struct trace_figure *f);
void gantt_script(FILE *out, const struct trace_figure *f, const char *data);
/* Rows; executors and tasks that have none for want of room. */
uint32_t gantt_rows(const struct trace_figure *f);
uint32_t gantt_left_out(const struct trace_figure *f);

#endif
