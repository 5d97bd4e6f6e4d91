/* metrics_detail.h - what metrics count of runs on cores (internal)
 *
 * Nodes, moves of jobs between cores, how many nodes wait, and response times
 * that begin or end elsewhere than usual.  A run of an accelerator alone has
 * no need of it and does not pay for it.
 *
 * Jobs are remembered only where something asks: a response that is not
 * measured from the release, or a queue that jobs leave by being dropped
 * after some of their nodes only have joined it.
 *
 * Cost: 1 to 3 ns a record; with jobs remembered 20 ns.
 */
#ifndef DAGSIM_TRACE_METRICS_DETAIL_H
#define DAGSIM_TRACE_METRICS_DETAIL_H

#include "trace/metrics.h"

struct detail;

/* NULL where the run needs none. */
struct detail *detail_new(const struct trace_header *h);
void detail_free(struct detail *d);

void detail_take(struct detail *d, const struct trace_rec *recs, size_t n);

/* The response of the job whose last record, a FINISH, was just taken. */
dag_time detail_response(const struct detail *d);

/* Fills the parts of *out that come from here; d may be NULL. */
void detail_report(const struct detail *d, struct arena *a,
		   struct metrics_run *out);

#endif
