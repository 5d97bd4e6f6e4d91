/* timeline.h - records as what a viewer shows: slices, queues, instants
 *
 * Exporters and charts do not want records but stretches: executor e ran
 * these jobs from here to there, and then they were done, or preempted.  This
 * sink keeps what is needed to know that - the batch on each executor and the
 * jobs that are alive - and calls hooks in time order, so its memory follows
 * the jobs alive together, not the length of the trace.
 *
 * A slice begins with the START records of a batch, or a RESUME, and ends
 * with the FINISH records, a PREEMPT, or where the window or the records end.
 * Overhead is no part of it: a slice begins behind overhead that is under way,
 * is interrupted where overhead comes, and `continued` as another slice behind
 * it.  So the slices of an executor are its busy time of metrics.h.  They never
 * overlap, nor overlap overhead; they may touch, and be empty: what is driven
 * off before its overhead is over has an empty slice there.
 *
 * A window [from, to) cuts slices at its borders; `begin` and `end` of a cut
 * slice come at the border.  Instants outside are not told.  Records before
 * the window are read, since they say what goes on when it opens.
 *
 * Queues: how many nodes are ready and wait, by device (or by kind of
 * executor where no devices are told).  Changes within one instant are told
 * once, as what they amount to.
 *
 * Edges: when the first slice of a node ends, timeline_edge says of each of
 * its incoming edges whether the other end was visible too.
 *
 * Whatever the order of records, nothing fails here: jobs that were never
 * released have unknown releases and deadlines, a second start on a busy
 * executor cuts what ran.
 *
 * Hooks come in order of time.  What begins at an instant is told when that
 * instant is over, behind all that ends in it.
 *
 * Cost: about 30 ns a record, besides the hooks.
 */
#ifndef DAGSIM_TRACE_TIMELINE_H
#define DAGSIM_TRACE_TIMELINE_H

#include "trace/jobmap.h"
#include "trace/trace.h"

enum timeline_end {
	SLICE_FINISHED,
	SLICE_PREEMPTED,
	SLICE_CUT, /* goes on behind the window, or nothing more is known     */
	SLICE_INTERRUPTED, /* goes on behind overhead                         */
};

struct timeline_member {
	uint64_t instance, flow; /* flow + edge: names this job's edge        */
	dag_time release, deadline; /* -1: not known                          */
	uint32_t task, node;        /* node counts within the task            */
	uint8_t flags;              /* of its FINISH record, else 0           */
};

struct timeline_slice {
	uint32_t exec, n, cap; /* n members, [0] the head                     */
	struct timeline_member *members;
	dag_time from, to;     /* what is visible of it                       */
	dag_time work;         /* START: drawn duration; RESUME: work left    */
	bool resumed, clipped; /* by RESUME; began before the window          */
	bool continued;        /* behind overhead that interrupted it         */
	uint32_t resumed_from; /* executor                                    */
	enum timeline_end end;
	/* internal */
	bool running, begun; /* not begun: will be, at `from`                 */
	uint32_t ended;
};

/* What may be NULL is not called.  ctx is the timeline's. */
struct timeline_hooks {
	/* The window opens, or the run begins: t = its first instant. */
	void (*open)(void *ctx, dag_time t);
	/* A job that was released before the window, in order of task and
	 * instance, behind `open`. */
	void (*alive)(void *ctx, uint32_t task, uint64_t instance,
		      dag_time release, dag_time deadline);
	void (*begin)(void *ctx, const struct timeline_slice *s);
	void (*end)(void *ctx, const struct timeline_slice *s);
	/* RELEASE, READY, DROP, MISS, OPEN. */
	void (*event)(void *ctx, const struct trace_rec *r);
	void (*queue)(void *ctx, dag_time t, uint32_t queue, uint32_t length);
	/* What threads of a platform do: THREAD.  LOST is told by `lost`. */
	void (*thread)(void *ctx, const struct trace_rec *r);
	/* POLL, and the SEEN records of what was found ready. */
	void (*poll)(void *ctx, const struct trace_rec *r,
		     const struct trace_rec *seen, size_t n);
	void (*lost)(void *ctx, const struct trace_rec *r);
	/* At `from`, where it begins, and at `to`; what: enum overhead_kind. */
	void (*overhead)(void *ctx, uint32_t exec, dag_time from, dag_time to,
			 uint32_t what);
	void (*overhead_end)(void *ctx, uint32_t exec, dag_time to);
};

struct timeline_job;
struct timeline_ahead;
struct timeline_queue {
	uint32_t length, told;
	bool dirty, served; /* served: some executor takes from it            */
};

struct timeline {
	struct trace_sink sink;
	const struct trace_header *h;
	const struct timeline_hooks *hooks;
	void *ctx;
	dag_time from, to; /* the window                                      */
	bool opened, closed;
	dag_time now;
	struct timeline_slice *slices; /* by executor                         */
	struct timeline_ahead *ahead;  /* by executor: what is to come there  */
	uint32_t *next; /* executors, a heap by when that is                  */
	struct jobmap map;
	struct timeline_job *jobs; /* by slot                                 */
	size_t cap_jobs;
	uint64_t n_jobs; /* ever released                                     */
	/* Incoming and outgoing edges of node k: edges[first[k]..first[k+1]) */
	uint32_t *in_first, *in_edges, *out_first, *out_edges;
	uint32_t *queue_of; /* node; NONE: of no queue                        */
	struct timeline_queue *queues;
	uint32_t n_queues, *dirty, n_dirty;
	struct trace_rec poll, *seen; /* while `polling`                      */
	size_t n_seen, cap_seen;
	bool polling;
};

/* from = 0 and to = DAG_TIME_MAX: everything.  h lasts as long as t. */
void timeline_init(struct timeline *t, const struct trace_header *h,
		   const struct timeline_hooks *hooks, void *ctx, dag_time from,
		   dag_time to);
/* No more records come: ends what still runs. */
void timeline_finish(struct timeline *t);
void timeline_free(struct timeline *t);

/* Is the job's edge (an index into h->edges) one to show: did its source
 * finish inside the window?  For use in the end hook of the slice that the
 * edge leads to. */
bool timeline_edge(const struct timeline *t, const struct timeline_member *m,
		   uint32_t edge);

/* "ready", or with several queues "ready core0..core3", into buf. */
void timeline_queue_name(const struct timeline *t, uint32_t queue, char *buf,
			 size_t cap);

#endif
