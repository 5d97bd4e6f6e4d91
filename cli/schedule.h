/* schedule.h - who ran when, as CSV
 *
 * A sink that writes one row for each uninterrupted piece of execution, when
 * it ends:
 *   accelerator only  policy,start_ns,finish_ns,model,job_ids
 *   with cores        policy,start_ns,finish_ns,core,task,job,node
 * job_ids are in the order of the batch with blanks between: the ids of the
 * releases file where releases were replayed, else TASK#INSTANCE.  Names that
 * hold a comma or a quote are quoted.  On one executor rows are in time
 * order; several executors are interleaved by the end of their rows.
 *
 * Cost: a few hundred ns a row.  Memory: one place an executor.
 */
#ifndef DAGSIM_CLI_SCHEDULE_H
#define DAGSIM_CLI_SCHEDULE_H

#include "model/release.h"
#include "trace/trace.h"

#include <stdio.h>

struct schedule;

/* Writes the heading.  replay may be NULL.  Everything lives in `a`. */
struct schedule *schedule_new(FILE *out, const struct workload *w,
			      const struct release_list *replay,
			      struct arena *a);
/* The sink for one policy, until the next call. */
struct trace_sink *schedule_begin(struct schedule *s, const char *policy);

#endif
