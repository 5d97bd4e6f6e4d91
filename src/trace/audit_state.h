/* audit_state.h - the auditor's books (internal) */
#ifndef DAGSIM_TRACE_AUDIT_STATE_H
#define DAGSIM_TRACE_AUDIT_STATE_H

#include "trace/audit.h"
#include "trace/jobmap.h"
#include "model/overhead.h"

enum node_state { NODE_BLOCKED, NODE_READY, NODE_RUNNING, NODE_DONE };

/* A node of a live job. */
struct audit_node {
	enum node_state state;
	uint32_t preds;    /* not finished                                   */
	dag_time ready_at; /* not before; once preds is 0                    */
	dag_time ready_by; /* not after, unless they may be late             */
	dag_time left;     /* work, once it has started and is preempted     */
	dag_time told_until; /* work after which messages went out last       */
	dag_time total;     /* work, as drawn                                 */
	uint16_t last_exec; /* where it was preempted                         */
	bool preempted;
};

struct audit_job {
	dag_time release, deadline;
	uint64_t instance;
	uint32_t task;
	uint32_t generation; /* of the slot: how many jobs had it before      */
	uint32_t left, running; /* nodes not done; nodes on executors         */
	bool started, open;
	struct audit_node one;    /* of a task of one node ...                */
	struct audit_node *nodes; /* ... else n_nodes of them                 */
};

struct audit_member {
	uint32_t slot, generation, node;
};

/* What a node was sent at this instant: it is ready once all cores have done
 * the overhead that they have then, and the delay has passed. */
struct audit_sent {
	struct audit_member to;
	dag_time delay;
	bool last; /* there is nothing else that it waits for                 */
};

struct audit_exec {
	bool busy;
	uint32_t count, started, finished; /* of its batch                    */
	struct audit_member *members;
	size_t cap;
	dag_time left;     /* work at the start of the slice                */
	dag_time done;     /* of it, before run_from                        */
	dag_time run_from; /* executing since                               */
	dag_time began;    /* the slice did                                   */
	dag_time told_until; /* as of the node                                */
	struct ratio speed;
	dag_time over_until; /* overhead until                                */
	dag_time finish_t;   /* of the first member that finished             */
	dag_time end_t;      /* of the last slice; before there is one: -1    */
	dag_time preempt_t;  /* of the last preemption                        */
	dag_time free_since; /* before the kinds told at told_t               */
	dag_time told_t;
	unsigned told; /* kinds of overhead, bit by bit */
};

/* A binary heap of nodes; entries go stale and are skipped when they come
 * to the top. */
struct audit_entry {
	dag_time key;
	struct audit_member who;
};
struct audit_heap {
	struct audit_entry *items;
	size_t n, cap;
};

enum { RESOURCES = 2, CLASSES = 2 }; /* not started, started */

/* Executors that share a queue: those of a device, or where the header tells
 * no devices, of a resource. */
struct audit_pool {
	uint32_t order, batching, flags; /* what the policy declared          */
	uint32_t ready; /* nodes that could run now                          */
	uint32_t execs, idle;
	bool by_claim; /* started jobs go first                             */
	bool ordered;  /* the order is checked                              */
	struct audit_heap waiting[CLASSES], expiry;
};

struct audit_task {
	uint64_t next;
	dag_time nominal;
	bool generated; /* releases follow the law of the task                */
};

/* A MISS that must come before time goes on. */
struct audit_expected {
	uint64_t instance;
	uint32_t task;
	dag_time release, deadline;
	uint8_t column;
};

/* The lock is held in [from, to). */
struct audit_hold {
	dag_time from, to;
};

struct audit {
	struct trace_sink sink;
	const struct trace_header *h;
	uint32_t *first_succ; /* n_nodes + 1: edges of each node, in succ     */
	uint32_t *succ;       /* edges by the node they come from             */
	uint32_t *n_pred;
	struct audit_platform *platform; /* audit_platform.c, or NULL         */
	bool *loose; /* by node: only its READY says when it is ready         */
	struct audit_task *tasks;
	struct audit_exec *execs;
	struct audit_pool *pools;
	uint32_t n_pools;
	struct audit_budgets *budgets; /* of threads; NULL: none have any     */
	struct jobmap map;
	struct audit_job *jobs;
	size_t cap_jobs;
	struct audit_heap arrivals; /* nodes that must become ready           */
	struct audit_sent *sent;    /* of this instant, where overheads       */
	size_t n_sent, cap_sent;
	struct audit_hold *holds; /* ascending, from first_hold on          */
	size_t first_hold, n_holds, cap_holds;
	struct audit_expected *misses;
	size_t n_misses, cap_misses;
	dag_time now;
	int phase;
	struct trace_rec last;
	uint64_t records, count;
	bool given; /* releases were read from a file                        */
	struct audit_violation *kept;
	size_t n_kept, max_kept;
};

/* audit.c */
__attribute__((format(printf, 3, 4))) void
audit_fail(struct audit *a, enum audit_rule rule, const char *fmt, ...);
/* "name#instance", and ".node" where the task has several. */
enum { AUDIT_NAME = 96 };
const char *audit_name(const struct audit *a, char buf[AUDIT_NAME],
		       uint32_t task, uint64_t instance, uint32_t node);
#define NAMED(a, r)                                                            \
	audit_name((a), (char[AUDIT_NAME]){0}, (r)->task, (r)->instance,       \
		   (r)->node)
void audit_expect_miss(struct audit *a, const struct audit_job *j,
		       uint8_t column);

static inline struct audit_node *audit_node_of(struct audit_job *j, uint32_t i)
{
	return j->nodes ? &j->nodes[i] : &j->one;
}

static inline const struct trace_node *
audit_vertex(const struct audit *a, uint32_t task, uint32_t node)
{
	return &a->h->nodes[a->h->tasks[task].first_node + node];
}

/* The last pool is of executors and nodes that belong to no device. */
static inline struct audit_pool *audit_pool_at(struct audit *a, uint32_t device,
					       uint32_t resource)
{
	uint32_t n = a->h->n_devices;

	if (!n)
		return &a->pools[resource];
	return &a->pools[device < n ? device : n];
}

static inline struct audit_pool *audit_pool_of(struct audit *a, uint32_t task,
					       uint32_t node)
{
	const struct trace_node *x = audit_vertex(a, task, node);

	return audit_pool_at(a, x->device, x->resource);
}

static inline struct audit_pool *audit_pool_of_exec(struct audit *a,
						    uint32_t exec)
{
	const struct trace_exec *x = &a->h->execs[exec];

	return audit_pool_at(a, x->device, x->resource);
}

/* The job that an entry was about, or NULL where it has ended. */
static inline struct audit_job *audit_member_job(const struct audit *a,
						 struct audit_member m)
{
	if (m.slot == JOBMAP_NONE)
		return NULL;
	return a->jobs[m.slot].generation == m.generation ? &a->jobs[m.slot]
							  : NULL;
}

/* Times far beyond any horizon stay there. */
static inline dag_time audit_later(dag_time t, dag_time span)
{
	return t > 0 && span > DAG_TIME_MAX - t ? DAG_TIME_MAX : t + span;
}

/* audit_ready.c: the sets of nodes that could run */
void audit_heap_push(struct audit_heap *h, dag_time key,
		     struct audit_member who);
void audit_heap_pop(struct audit_heap *h);
void audit_ready_add(struct audit *a, uint32_t slot, uint32_t node);
void audit_ready_take(struct audit *a, uint32_t slot, uint32_t node);
void audit_claim(struct audit *a, uint32_t slot); /* the job has started      */
void audit_check_choice(struct audit *a, uint32_t slot, uint32_t node,
			bool was_started);
void audit_check_expired(struct audit *a, struct audit_pool *p);
void audit_check_interval(struct audit *a, dag_time until);

/* Is what the executor runs in a region where it is not preempted? */
bool audit_in_region(const struct audit *a, uint32_t exec);

/* audit_job.c, audit_exec.c: one a kind of record */
void audit_on_release(struct audit *a, const struct trace_rec *r);
void audit_on_ready(struct audit *a, const struct trace_rec *r);
void audit_on_drop(struct audit *a, const struct trace_rec *r);
void audit_on_miss(struct audit *a, const struct trace_rec *r);
void audit_on_open(struct audit *a, const struct trace_rec *r);
void audit_end_job(struct audit *a, uint32_t slot);
void audit_check_arrivals(struct audit *a, dag_time until);
void audit_on_start(struct audit *a, const struct trace_rec *r);
void audit_on_finish(struct audit *a, const struct trace_rec *r);
void audit_on_preempt(struct audit *a, const struct trace_rec *r);
void audit_on_resume(struct audit *a, const struct trace_rec *r);

/* audit_overhead.c */
/* A node gets something now; `last`: all that it waits for.  Where there are no
 * overheads the caller knows at once when it must be ready: false. */
bool audit_send(struct audit *a, uint32_t slot, uint32_t node, dag_time delay,
		bool last);
void audit_settle_sent(struct audit *a);
void audit_on_overhead(struct audit *a, const struct trace_rec *r);
/* What a kind takes at least; 0 where it costs nothing. */
dag_time audit_least_overhead(const struct audit *a, enum overhead_kind kind);
/* From when a node is made ready until it is, at least. */
dag_time audit_least_to_wake(const struct audit *a);
/* The executor has become free: what was told before is not of what comes. */
void audit_forget_told(const struct audit *a, struct audit_exec *e);
/* Has the START or RESUME paid what it must, and nothing else? */
void audit_check_dispatch(struct audit *a, const struct trace_rec *r);
/* Work done in the present slice by time t. */
dag_time audit_executed(const struct audit_exec *e, dag_time t);

/* audit_platform.c: threads and executors.  What a record of any kind means to
 * them, before the other books take it. */
struct audit_platform *audit_platform_new(const struct trace_header *h);
void audit_platform_free(struct audit_platform *p,
			 const struct trace_header *h);
void audit_platform_take(struct audit *a, const struct trace_rec *r);
/* At the end: threads that slept on (audit_wakes.c). */
void audit_check_sleepers(struct audit *a);
void audit_platform_end(struct audit *a); /* no record follows              */
/* An instant is over, and the next is `until`. */
void audit_check_threads(struct audit *a, dag_time until);

/* audit_budget.c */
struct audit_budgets;
void audit_budgets_new(struct audit *a);
void audit_budgets_free(struct audit *a);
void audit_budgets_end(struct audit *a); /* no record follows               */
/* Every record, where there are budgets. */
void audit_on_budget(struct audit *a, const struct trace_rec *r);

void audit_check_batch_complete(struct audit *a, const struct trace_rec *r);

/* audit_sends.c */
/* The node has ended: its messages go out. */
void audit_send_at_end(struct audit *a, uint32_t slot, uint32_t node);
/* On a platform: those that go out in the middle of executions, up to t; those
 * that are there, up to t; of what the executor gives up, which may have gone
 * out; the next time, not after t, at which one is there. */
void audit_settle_points(struct audit *a, dag_time t);
void audit_settle_ways(struct audit *a, dag_time t);
void audit_doubt_points(struct audit *a, uint32_t exec);
dag_time audit_next_quiet(const struct audit *a, dag_time t);

/* audit_record.c */
void audit_check_record(struct audit *a, const struct trace_rec *r);

#endif
