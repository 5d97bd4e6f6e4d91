/* release.h - releases in time order, the same for every policy
 *
 * A cursor yields the jobs of a workload ordered by (release, task,
 * instance).  It holds one pending release per task in a 4-ary heap, so
 * memory is flat in the horizon and a step costs O(log tasks): this is the
 * k-way merge of the sequences that could be generated beforehand, and it
 * yields the same array.
 *
 * The law of task i, instance k: nominal_0 = phase, nominal_{k+1} =
 * nominal_k + T (+ an exponential extra for sporadic tasks); release =
 * nominal + jitter draw, uniform on the integers of [0, J]; absolute
 * deadline = nominal + D, so jitter uses up the deadline.  A release at or
 * after the horizon does not happen.  With J <= T the releases of a task are
 * ordered.
 *
 * Alternatively the cursor replays a file (--releases): id,stream,
 * release_ns,deadline_ns in arrival order; the id is the final tie-break.
 */
#ifndef DAGSIM_MODEL_RELEASE_H
#define DAGSIM_MODEL_RELEASE_H

#include "model/workload.h"

struct release {
	dag_time time;	   /* when it becomes known                           */
	dag_time nominal;  /* without jitter; equals time in a file           */
	dag_time deadline; /* absolute                                        */
	uint64_t instance; /* 0, 1, ... within its task                       */
	uint64_t tie;	   /* final tie-break, unique                         */
	uint32_t task;
};

/* A list of releases read from a file; task instances are numbered in file
 * order.  Owned by the caller's arena. */
struct release_list {
	struct release *items; /* by time, then tie */
	size_t n;
};

struct release_cursor;

/* Cursor over generated releases in [0, horizon).  Allocated in `a`. */
struct release_cursor *release_open(struct arena *a, const struct workload *w,
				    uint64_t seed, dag_time horizon);
/* Cursor over a list. */
struct release_cursor *release_replay(struct arena *a,
				      const struct release_list *list,
				      dag_time horizon);

/* Time of the next release, DAG_TIME_MAX if none.  O(1). */
dag_time release_peek(const struct release_cursor *c);
/* Takes it.  Requires that there is one. */
void release_next(struct release_cursor *c, struct release *out);

/* How many jobs task i can release in [0, horizon): an upper bound. */
uint64_t release_bound(const struct workload *w, uint32_t task,
		       dag_time horizon);

/* The tie-break of a generated job; node is an index of workload.nodes. */
static inline uint64_t release_tie(uint32_t node, uint64_t instance)
{
	return (uint64_t)node << 40 | (instance & ((UINT64_C(1) << 40) - 1));
}

/* Reads a releases file.  Errors carry file:line:col. */
bool release_read(const char *path, const struct workload *w, struct arena *a,
		  struct release_list *out, struct dag_error *e);

#endif
