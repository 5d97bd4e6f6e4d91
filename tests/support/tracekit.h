/* tracekit.h - hand-made traces for tests
 *
 * A kit holds a header that a test fills task by task, and a list of records
 * that it appends with one call each.  Times are plain numbers.  Everything
 * lives in the kit's arena.
 */
#ifndef DAGSIM_TESTS_TRACEKIT_H
#define DAGSIM_TESTS_TRACEKIT_H

#include "trace/trace.h"

enum { KIT_MAX = 32 };

struct tracekit {
	struct arena arena;
	struct trace_header header;
	struct trace_task tasks[KIT_MAX];
	struct trace_node nodes[KIT_MAX];
	struct trace_model models[KIT_MAX];
	struct trace_edge edges[KIT_MAX];
	struct trace_exec execs[KIT_MAX];
	const char *groups[KIT_MAX];
	struct trace_rec *recs;
	size_t n, cap;
};

/* Empty, horizon H, late: run, no executors yet. */
void kit_init(struct tracekit *k, dag_time horizon);
void kit_free(struct tracekit *k);

uint32_t kit_model(struct tracekit *k, const char *name, uint32_t max_batch);
uint32_t kit_accelerator(struct tracekit *k);
uint32_t kit_core(struct tracekit *k, enum preemption preemption);
/* A periodic task of one node on a model; resource as of the node. */
uint32_t kit_stream(struct tracekit *k, const char *name, uint32_t model,
		    dag_time period, dag_time deadline);
/* A task of n core nodes, each with a model of its own; add edges. */
uint32_t kit_dag(struct tracekit *k, const char *name, uint32_t n,
		 dag_time period, dag_time deadline);
void kit_edge(struct tracekit *k, uint32_t task, uint32_t from, uint32_t to,
	      dag_time delay);

/* Appends; the record may be edited until the next call. */
struct trace_rec *kit_add(struct tracekit *k, struct trace_rec rec);
struct trace_rec *kit_release(struct tracekit *k, dag_time t, uint32_t task,
			      uint64_t instance);
struct trace_rec *kit_ready(struct tracekit *k, dag_time t, uint32_t task,
			    uint64_t instance, uint32_t node);
/* A batch of one. */
struct trace_rec *kit_start(struct tracekit *k, dag_time t, uint32_t exec,
			    uint32_t task, uint64_t instance, uint32_t node,
			    dag_time duration);
/* release, deadline: of the job, from its RELEASE record.  `done` adds
 * TRACE_JOB_DONE, and a MISS record where the deadline has passed. */
struct trace_rec *kit_finish(struct tracekit *k, dag_time t, uint32_t exec,
			     uint32_t task, uint64_t instance, uint32_t node,
			     bool done);
void kit_preempt(struct tracekit *k, dag_time t, uint32_t exec, uint32_t task,
		 uint64_t instance, uint32_t node, dag_time left);
/* what: enum overhead_kind. */
void kit_overhead(struct tracekit *k, dag_time t, uint32_t exec, uint32_t what,
		  dag_time span);
void kit_resume(struct tracekit *k, dag_time t, uint32_t exec, uint32_t from,
		uint32_t task, uint64_t instance, uint32_t node, dag_time left);
/* With the MISS record that belongs to it. */
void kit_drop(struct tracekit *k, dag_time t, uint32_t task, uint64_t instance);
void kit_open(struct tracekit *k, uint32_t task, uint64_t instance);

/* Feeds all records, in pieces of `piece` (0: all at once). */
void kit_feed(const struct tracekit *k, struct trace_sink *s, size_t piece);

#endif
