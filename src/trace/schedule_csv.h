/* schedule_csv.h - who ran when, as CSV
 *
 * A sink that writes one row for each uninterrupted piece of execution, in
 * the order in which they start:
 *   accelerators only  policy,start_ns,finish_ns,model,job_ids
 *   with cores         policy,start_ns,finish_ns,core,task,job,node
 * job_ids are in the order of the batch, with blanks between: the ids of the
 * releases file where releases were replayed, else running numbers in the
 * order of arrival.  core is the number of the executor (accelerators are
 * numbered behind the cores), job the id of a replayed job, else its number
 * within its task.  Fields that hold a comma or a quote are quoted.
 *
 * A row waits until those that started before it have ended.  Memory: live
 * jobs, and the rows that begin during the longest piece.
 */
#ifndef DAGSIM_TRACE_SCHEDULE_CSV_H
#define DAGSIM_TRACE_SCHEDULE_CSV_H

#include "trace/trace.h"

#include <stdio.h>

struct schedule_csv;

struct schedule_csv *schedule_csv_new(FILE *out);
/* Starts a run; the first one decides on the form and writes the heading.
 * False where this run needs the other form. */
bool schedule_csv_begin(struct schedule_csv *s, const struct trace_header *h);
struct trace_sink *schedule_csv_sink(struct schedule_csv *s);
/* Ends the run: every row is out. */
void schedule_csv_end(struct schedule_csv *s);
void schedule_csv_free(struct schedule_csv *s);

#endif
