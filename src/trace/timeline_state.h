/* timeline_state.h - what the files of the timeline share (internal) */
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

/* A piece of overhead, and all that is known to come on an executor. */
struct timeline_piece {
	dag_time from, to;
	uint32_t what;
};
struct timeline_ahead {
	struct timeline_piece *pieces; /* [first, n), one behind the other    */
	size_t first, n, cap;
	bool under_way; /* the first has been begun                          */
	dag_time until; /* end of the last piece ever                        */
	dag_time due;   /* when something happens; DAG_TIME_MAX: not known   */
	uint32_t place; /* in the heap                                       */
};

/* timeline_ahead.c: what happens between records, in order of time. */

void timeline_ahead_init(struct timeline *t);
void timeline_ahead_free(struct timeline *t);
/* The executor that is next, and when. */
static inline dag_time timeline_due(const struct timeline *t)
{
	return t->h->n_execs ? t->ahead[t->next[0]].due : DAG_TIME_MAX;
}
/* What is to come on the executor has changed. */
void timeline_reckon(struct timeline *t, uint32_t exec);
/* Time of the executor that is next has come: tells what happens. */
void timeline_step(struct timeline *t);
/* Overhead is charged; returns when the executor is done with it. */
dag_time timeline_charge(struct timeline *t, const struct trace_rec *r);
/* What is under way goes on in a window that opens; ends where it closes. */
void timeline_ahead_open(struct timeline *t);
void timeline_ahead_close(struct timeline *t, dag_time at);

/* timeline_threads.c: what platforms tell beside slices. */

/* A record of the kinds THREAD, POLL, SEEN. */
void timeline_thread(struct timeline *t, const struct trace_rec *r);
/* Nothing more was seen at the poll that was told last. */
void timeline_poll_ends(struct timeline *t);

static inline bool timeline_visible(const struct timeline *t)
{
	return t->opened && !t->closed;
}

void timeline_begin(struct timeline *t, struct timeline_slice *s);
void timeline_consume(struct trace_sink *sink, const struct trace_rec *recs,
		      size_t n);

#endif
