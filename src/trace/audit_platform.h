/* audit_platform.h - the auditor's books of threads and executors (internal)
 *
 * Of each callback the instances that wait, oldest first; of each executor
 * what is ready and what its last polling point showed; of each thread what it
 * has in hand.  Callbacks that join messages of several jobs wait for what
 * records do not tell, so executors that have one are held to less (loose).
 */
#ifndef DAGSIM_TRACE_AUDIT_PLATFORM_H
#define DAGSIM_TRACE_AUDIT_PLATFORM_H

#include "base/bits.h"
#include "model/runtime.h"
#include "trace/audit_state.h"

struct audit_waiting {
	uint64_t instance;
	dag_time t;
};

/* Instances of a callback: a ring of cap, a power of 2. */
struct audit_callback {
	struct audit_waiting *items;
	uint32_t first, n, cap;
};

/* In the queue of an events executor. */
struct audit_event {
	uint32_t node;
	dag_time t;
};
struct audit_events {
	struct audit_event *items;
	size_t first, n, cap;
};

struct audit_executor {
	struct bits ready, window; /* by rank                                 */
	uint32_t *node_at;         /* by rank                                 */
	uint32_t n_timers;
	int64_t expected; /* SEEN records that must follow                    */
	bool loose;
	struct audit_events events[2];
};

enum audit_hand { HAND_EMPTY, HAND_TAKEN, HAND_RUNS };
struct audit_thread {
	enum audit_hand hand;
	uint32_t task, node;
	uint64_t instance;
	bool blocked, throttled;
	bool stirred;        /* something has come for it                     */
	dag_time stirred_at; /* when; it wakes so much later:                 */
	dag_time least, most;
};

struct audit_platform {
	struct arena arena;
	struct audit_callback *callbacks; /* by node                          */
	bool *lossy; /* by node: an instance of it was lost           */
	struct audit_executor *executors;
	struct audit_thread *threads;
	uint32_t *busy;   /* by group: callbacks taken and not ended          */
	uint32_t polling; /* the executor whose SEEN are to come, or NONE     */
	uint32_t called;  /* the node just taken, or NONE                     */
	dag_time called_at;
};

static inline bool audit_joins_jobs(const struct trace_callback *c)
{
	return c->join == JOIN_EXACT || c->join == JOIN_APPROXIMATE ||
	       c->join == JOIN_FUSION;
}

static inline uint32_t audit_vertex_of(const struct audit *a,
				       const struct trace_rec *r)
{
	return a->h->tasks[r->task].first_node + r->node;
}

static inline const struct trace_callback *
audit_callback_of(const struct audit *a, uint32_t node)
{
	return &a->h->platform->callbacks[node];
}

/* Of what waits; NULL: nothing does. */
static inline const struct audit_waiting *audit_oldest(const struct audit *a,
						       uint32_t node)
{
	const struct audit_callback *c = &a->platform->callbacks[node];

	return c->n ? &c->items[c->first & (c->cap - 1)] : NULL;
}

/* audit_queues.c: what waits, and what is lost */
void audit_arrive(struct audit *a, uint32_t node, uint64_t instance);
/* It waits no longer.  Says so, if it did not, or was not the oldest. */
void audit_withdraw(struct audit *a, const struct trace_rec *r,
		    enum audit_rule rule, const char *what);
void audit_on_lost(struct audit *a, const struct trace_rec *r);
void audit_check_skipped(struct audit *a);
void audit_on_death(struct audit *a, const struct trace_rec *r);

/* audit_wakes.c: latencies of threads */
void audit_stir(struct audit *a, uint32_t node); /* an instance comes        */
void audit_check_wake(struct audit *a, uint32_t thread);

/* audit_window.c: polling points, and the order of what is taken */
void audit_on_poll(struct audit *a, const struct trace_rec *r);
void audit_on_seen(struct audit *a, const struct trace_rec *r);
void audit_check_taken(struct audit *a, const struct trace_rec *r,
		       uint32_t node);
void audit_put_event(struct audit *a, uint32_t node);
/* The thread blocks: all events that are left are void. */
void audit_forget_events(struct audit *a, uint32_t thread);

#endif
