/* timeline_state.h - what the two files of the timeline share (internal) */
#ifndef DAGSIM_TRACE_TIMELINE_STATE_H
#define DAGSIM_TRACE_TIMELINE_STATE_H

#include "trace/timeline.h"

/* What is known of a node of a live job, instead of when it finished. */
enum { NODE_IDLE = -1, NODE_WAITS = -2, NODE_RUNS = -3 };

struct timeline_job {
	dag_time release, deadline;
	uint64_t instance, flow;
	uint32_t task, cap;
	dag_time *nodes; /* when finished, or NODE_...                        */
};

void timeline_consume(struct trace_sink *sink, const struct trace_rec *recs,
		      size_t n);

#endif
