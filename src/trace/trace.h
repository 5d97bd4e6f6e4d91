/* trace.h - what happened: the one record type, and who consumes it
 *
 * Simulation and analysis emit records; metrics, audit, digest, files, plots
 * and exports are sinks that read nothing else.  The same records arrive
 * from a run in progress and from a file (trace_file.h).
 *
 * Records come in time order; at one instant: finish, release, drop, then
 * start/preempt/resume/wait, then open; ready behind the finish that causes
 * it; of several devices, one drops and decides after the other.  A batch of n
 * jobs is n START records in a row with index 0..n-1 (0 is the head) and later
 * n FINISH records in the same order.  A MISS stands at the same instant as the
 * record that causes it.
 *
 * Fields by kind (others are 0; task, node, instance name the job; node is 0
 * in RELEASE, DROP, MISS and OPEN, which are about the whole job):
 *   RELEASE  a = absolute deadline, b = release - nominal (jitter); with
 *            TRACE_GIVEN_ID (releases replayed from a file) b = the id there
 *   READY    node's predecessors have finished (only nodes that have any);
 *            in a header with late_ready: the node joins its queue
 *   START    exec; a = drawn duration of the batch, b = factor * 2^32 of the
 *            head (0 for other members); count = batch size, index
 *   PREEMPT  exec; a = work left
 *   RESUME   exec; a = work left, b = the executor it was preempted on
 *   FINISH   exec; a = release, b = absolute deadline of the job; count,
 *            index; TRACE_JOB_DONE if this was the job's last node, and
 *            then TRACE_LATE if the deadline has passed
 *   DROP     a = release, b = absolute deadline; the whole job
 *   MISS     a = release, b = absolute deadline; flags say which column:
 *            TRACE_LATE (at its finish), TRACE_DROPPED, TRACE_PENDING (at
 *            the horizon); once per job
 *   OPEN     at the horizon, a job that will not finish: a = release, b =
 *            absolute deadline; a MISS follows if b <= horizon
 *   WAIT     a = asked to be woken at (DAG_TIME_MAX: at the next event)
 *   OVERHEAD exec; a = duration, in which the executor does nothing else;
 *            index = enum overhead_kind.  It begins at t, or behind the
 *            overhead already under way there; the work of a batch running
 *            or started meanwhile goes on after it
 * and where threads and executors run nodes (header.platform):
 *   THREAD   instance = number of the thread; index = enum trace_thread_event
 *   POLL     exec; instance = number of the thread that looked what is ready;
 *            a = how many entries its window has now: so many SEEN follow
 *   SEEN     node, the oldest instance that waits; a = input of a join + 1
 *   TAKE     exec; node; a = number of the thread.  A START follows when the
 *            thread has its turn, unless it is an input that completes nothing
 *            (TRACE_FED); then b = input of a join + 1
 *   LOST     node, instance that will never run; index = enum trace_loss;
 *            a = 1: it was ready; 0: an input of a join
 */
#ifndef DAGSIM_TRACE_TRACE_H
#define DAGSIM_TRACE_TRACE_H

#include "base/time.h"
#include "model/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trace_kind {
	TRACE_RELEASE = 1,
	TRACE_READY,
	TRACE_START,
	TRACE_PREEMPT,
	TRACE_RESUME,
	TRACE_FINISH,
	TRACE_DROP,
	TRACE_MISS,
	TRACE_WAIT,
	TRACE_OVERHEAD,
	TRACE_OPEN,
	/* Of platform runs alone; see trace/platform.h. */
	TRACE_THREAD,
	TRACE_POLL,
	TRACE_SEEN,
	TRACE_TAKE,
	TRACE_LOST,
	TRACE_KINDS
};

/* index of THREAD: what happens to the thread whose number `instance` is. */
enum trace_thread_event {
	TRACE_WAKES,     /* it has something to do; a = the deadline by which
			  * a policy would rank it: of its server, else of
			  * the job that wakes it                             */
	TRACE_BLOCKS,    /* it has nothing to do any more                    */
	TRACE_THROTTLED, /* its budget is used up; a = until                 */
	TRACE_REPLENISHED, /* a = deadline, b = budget */
	TRACE_SPINS,       /* it keeps core exec and waits for a node        */
	TRACE_SPUN,        /* it no longer does                              */
	TRACE_THREAD_EVENTS
};

/* index of LOST: why an instance will never run. */
enum trace_loss {
	TRACE_OVERWRITTEN, /* the queue was full, and it the oldest           */
	TRACE_SKIPPED,     /* a tick that lay before a later call             */
	TRACE_UNMATCHED,   /* an input that a join dropped                    */
	TRACE_LOSSES
};

enum trace_flag {
	TRACE_JOB_DONE = 1u << 0,
	TRACE_LATE = 1u << 1,
	TRACE_DROPPED = 1u << 2,
	TRACE_PENDING = 1u << 3,
	TRACE_GIVEN_ID = 1u << 4,
	TRACE_FED = 1u << 5,
	/* TAKE: from the thread that had it in hand, and has no core now. */
	TRACE_MOVED = 1u << 6,
};

struct trace_rec {
	dag_time t;
	uint64_t instance;
	int64_t a, b;
	uint32_t task, node; /* node counts within the task                   */
	uint16_t exec;
	uint8_t kind, flags;
	uint16_t count, index;
};

/* A consumer.  `consume` gets records in order, in pieces of any size.  It
 * cannot fail; a sink that meets a problem (a full disk) remembers it, sets
 * `failed`, and the run stops early; its own close function tells. */
struct trace_sink {
	void (*consume)(struct trace_sink *s, const struct trace_rec *recs,
			size_t n);
	bool failed;
};

/* What the policy declared of itself; the numbers are those of the enums of
 * policies/policy.h, which this layer does not see. */
enum trace_order {
	TRACE_ORDER_EDF,
	TRACE_ORDER_FIFO,
	TRACE_ORDER_FIXED,
	TRACE_ORDER_OTHER,
	TRACE_ORDERS,
	/* Of threads alone: those with servers by their deadlines, then the
	 * others by urgency, equals in turns (platform/classes.h). */
	TRACE_ORDER_LINUX = TRACE_ORDERS,
};
enum trace_batching {
	TRACE_BATCH_NONE,
	TRACE_BATCH_SAME_DEADLINE,
	TRACE_BATCH_CROSS_DEADLINE,
	TRACE_BATCH_TIMEOUT,
	TRACE_BATCHINGS
};
enum trace_trait {
	TRACE_WORK_CONSERVING = 1u << 0,
	TRACE_PREEMPTS = 1u << 1,
	TRACE_KEY_CHANGES = 1u << 2,
	TRACE_CRITICAL_FIRST = 1u << 3,
	TRACE_ON_CORES = 1u << 4,
	TRACE_ON_ACCELERATOR = 1u << 5,
	TRACE_FIFO_TIES = 1u << 6,
	TRACE_ROTATES = 1u << 7,
	TRACE_BINDS = 1u << 8,
	TRACE_SEES_WAKES = 1u << 9,
	TRACE_TRAITS = (1u << 10) - 1, /* all that are told               */
};

/* Who ran what: stands before the records in every file.  Strings and arrays
 * are borrowed from the workload, or live in the reader's arena. */
struct trace_task {
	const char *name;
	dag_time period, deadline, phase, jitter;
	bool sporadic;
	uint32_t criticality, group; /* NONE: no group                        */
	uint32_t first_node, n_nodes;
};
struct trace_node {
	const char *name;
	uint32_t model;
	uint32_t resource; /* enum resource */
	uint32_t device;   /* where it runs, if devices are told; else NONE   */
	const uint32_t *cores; /* it may run on, ascending; NULL: any         */
	uint32_t n_cores;
	const struct regions *regions; /* not to be preempted, or NULL        */
};
struct trace_model {
	const char *name;
	uint32_t max_batch;
};
struct trace_edge {
	uint32_t from, to; /* indices into nodes */
	dag_time delay_min, delay;
};
/* What one overhead of a kind takes; most 0: nothing. */
struct trace_overhead {
	dag_time least, most;
};
struct trace_exec {
	const char *name;
	uint32_t resource;   /* enum resource   */
	uint32_t preemption; /* enum preemption */
	uint32_t device;     /* as for nodes; NONE: runs nothing              */
	struct ratio speed;  /* see speeds.h; den 0: 1                        */
};
/* Executors that share a queue and a policy.  They are told where a run has
 * several; otherwise the executors of one kind belong together, and the
 * header says what the policy declared. */
struct trace_device {
	const char *policy;
	uint32_t order, batching, flags; /* as in the header                  */
};
/* Messages whose readers do not wait for them, and read the last one, are no
 * edges of the header.
 *
 * Where nodes are callbacks of executors on threads (model/runtime.h, whose
 * enums the numbers are).  Who reads a trace can tell by it which callback
 * belongs where, without knowing how the run was set up. */
struct trace_callback { /* by node */
	uint32_t executor, group;
	uint32_t type;  /* enum callback_type */
	uint32_t timer; /* enum timer_rule    */
	uint32_t join;  /* enum join_rule     */
	uint32_t rank;  /* of its first entity in the order of the executor  */
	uint32_t queue; /* messages kept; 0: all                             */
	uint32_t join_queue; /* sets that a join keeps, or messages an input  */
	uint32_t crossings; /* inputs from other tasks, which nothing tells   */
};
struct trace_executor {
	const char *name;
	uint32_t kind;         /* enum executor_kind */
	uint32_t distribution; /* enum distribution  */
	uint32_t first_thread, n_threads;
	bool timer_thread; /* its last thread runs its timers                */
	uint32_t instant;  /* enum instant_rule */
	dag_time poll, take; /* what it costs to look, and to take one        */
};
struct trace_thread {
	const char *name;
	uint32_t executor;
	int32_t priority;
	/* Of its server; runtime 0: it has none. */
	dag_time runtime, deadline, period;
	bool reclaims;
	bool yields;     /* after each callback                           */
	uint32_t policy; /* enum thread_policy; THREAD_POLICIES: untold   */
	int64_t urgency; /* smaller goes first, where order is FIXED    */
	const uint32_t *cores; /* it is scheduled on, ascending; NULL: any    */
	uint32_t n_cores;
};
struct trace_callback_group {
	const char *name;
	uint32_t executor;
	bool reentrant;
};
/* Between what a node waits for and its READY, latency.h. */
struct trace_latency {
	dag_time least, most; /* most 0: there is none                  */
	bool releases_only, bounded; /* bounded: nothing else makes it later  */
};

struct trace_platform {
	const char *name;
	const struct trace_callback *callbacks;
	const struct ratio *after; /* by edge: the part of the execution after
				    * which the message goes out              */
	const struct trace_executor *executors;
	const struct trace_thread *threads;
	const struct trace_callback_group *groups;
	uint32_t n_executors, n_threads, n_groups;
	/* What the policy promises, of threads: an order and traits, as in the
	 * header; of policies that rotate, for how long. */
	uint32_t order, flags;
	dag_time quantum;
	/* Between what comes for a blocked thread and its WAKES; not bounded:
	 * unknown. */
	struct trace_latency wakes;
};

/* Executors are numbered cores first (executor k is core k), accelerators
 * behind them. */
struct trace_header {
	const char *program_version, *source; /* "simulate", "analyze"        */
	const char *workload, *digest, *command;
	const char *policy;
	uint32_t policy_order; /* enum trace_order                            */
	uint32_t batch_rule;   /* enum trace_batching                         */
	uint32_t policy_flags; /* enum trace_trait                            */
	uint64_t seed;
	dag_time horizon, warmup;
	dag_time releases_until; /* none from then on; 0: up to the horizon   */
	uint32_t late;           /* enum late_policy */
	uint32_t response; /* enum metrics_response: how it is measured   */
	bool late_ready;   /* nodes may become ready some time after what they
			    * wait for (nodes in series, overheads): each tells
			    * by READY, also those without predecessors         */
	const struct trace_task *tasks;
	const struct trace_node *nodes;
	const struct trace_model *models;
	const struct trace_edge *edges;
	const struct trace_exec *execs;
	const struct trace_device *devices;
	const struct trace_overhead *overheads; /* OVERHEAD_GIVEN; NULL: none */
	const struct trace_platform *platform;  /* NULL: nodes run on cores   */
	struct trace_latency latency;
	const char *const *groups;
	const struct chain *chains; /* those of the workload              */
	uint32_t n_devices, n_chains;
	uint32_t n_tasks, n_nodes, n_models, n_edges, n_execs, n_groups;
};

/* Fills the parts that come from the workload (not policy, devices, seed,
 * horizon). */
void trace_header_init(struct trace_header *h, const struct workload *w,
		       struct arena *a);

#endif
