/* figure_response.h - response times of a trace (see figure_trace.h) */
#ifndef DAGSIM_CLI_FIGURE_RESPONSE_H
#define DAGSIM_CLI_FIGURE_RESPONSE_H

#include "cli/figure_trace.h"

/* How many tasks there are, shown or not. */
uint32_t times_tasks(const struct trace_figure *f);
void times_data(FILE *out, const struct trace_figure *f);
void times_script(FILE *out, const struct trace_figure *f, const char *data);
/* A text in a comment of a data file. */
void figure_comment(FILE *out, const char *s);

#endif
