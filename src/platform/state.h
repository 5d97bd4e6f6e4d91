/* state.h - the inside of a platform run; private to src/platform
 *
 * Three layers, each with a file of its own, that know only the one below:
 *   messages.h   jobs, queues of callbacks, joins: what there is to execute
 *   engine.h     threads: what they have in hand; executors above them
 *   cores.h      which thread has which core, by a policy of the table
 * and run.c, the loop, which includes them all, so that the compiler sees one
 * text; loop.h has what they call of each other.  An *activation* is a job in
 * progress; every message, tick and execution of the job that is still under
 * way holds it.
 */
#ifndef DAGSIM_PLATFORM_STATE_H
#define DAGSIM_PLATFORM_STATE_H

#include "base/timed.h"
#include "platform/executor.h"
#include "platform/platform.h"
#include "platform/server.h"
#include "policies/ready_queue.h"

#include <assert.h>

enum { REC_BUFFER = 128, WORD_BITS = 64 };

/* --- jobs and messages --- */

struct activation {
	dag_time release, deadline;
	uint64_t instance;
	uint32_t task;
	uint32_t left;    /* nodes that have not ended                        */
	uint32_t running; /* of those, on a core                              */
	uint32_t held;    /* messages, ticks and executions under way         */
	bool live;
};

/* A node of an activation that waits for messages. */
struct pending {
	dag_time ready_at; /* as far as messages have gone out                */
	dag_time stamp;    /* of what it runs on: when the job's first callback
			    * on the way to it started, the earliest          */
	uint32_t triggers; /* to come                                         */
};

/* Instances of an entity that wait, oldest first: a ring; beside it, on one
 * line of cache, all that is to know when one comes or goes. */
struct token {
	uint32_t act;
	dag_time t; /* of arrival; for a tick that of the tick                */
};
struct inbox {
	struct token *items;
	uint32_t first, n, cap; /* cap: 0 or a power of 2                     */
	uint32_t rank, node, local;
	uint32_t input; /* of a join, + 1; else 0                  */
	uint32_t keeps; /* so many; 0: all                         */
	struct executor *executor;
	bool external, skips; /* skips: ticks that lie in the past       */
	bool crosses; /* its messages are of another task's jobs, of which
		       * nothing is told here                          */
};

struct join; /* joins.h */

/* What does not change in a run, by node. */
struct node_plan {
	dag_time cost;
	const struct model *model;
	uint64_t factor_base, tail_base;
	dag_time bcet, wcet;
	uint32_t local, entity; /* entity: the first                          */
	uint32_t first_step, end_step;
};

/* The same by edge. */
struct edge_plan {
	dag_time delay;
	uint32_t to, from_local, to_local;
	uint32_t entity; /* an input of a join that is one; else NONE         */
	bool is_drawn;
	bool is_register;
	bool crosses; /* from one task to another                         */
};

/* What falls due, beside releases, cores and servers.  timed.tie orders what is
 * due at one instant; timed.job is what the kind says. */
enum due_kind {
	DUE_MESSAGE, /* node: all its messages of that activation are there   */
	DUE_INPUT,   /* edge: a message of that activation                    */
	DUE_WAKE,    /* thread                                                */
	DUE_UNLOCK,  /* executor: its mutex, after a polling point            */
};
struct due {
	dag_time t;
	uint64_t tie;
	uint32_t what, act;
	uint8_t kind;
};

/* --- threads --- */

enum thread_state {
	THREAD_BLOCKED,
	THREAD_WAKING, /* has been woken, and is not ready yet                */
	THREAD_READY,
	THREAD_RUNNING,
	THREAD_THROTTLED,
};
enum thread_hand {
	HAND_EMPTY, /* will ask its executor                                  */
	HAND_TAKEN, /* a callback that has not started                        */
	HAND_BEGUN,
};

struct thread {
	struct executor *executor;
	struct os *os;
	struct server *server;
	enum thread_state state;
	enum thread_hand hand;
	uint32_t rank, node, act; /* of what it has in hand                   */
	uint32_t local;           /* node within its task                     */
	bool shown;               /* the policy sees it already               */
	dag_time left, total;     /* of its work                              */
	uint32_t step;            /* the publish step that comes next         */
	dag_time point;           /* work done by then; total: with its end   */
	noise_factor factor;
	dag_time costs;           /* of the executor, to pay at its start     */
	dag_time timer;           /* of the server, as it is in `timers`      */
	uint64_t wakes, woken_by; /* how often; the tie of what woke it       */
	dag_time blocked;         /* when it last did                         */
	dag_time turn_used;       /* where turns are kept (classes.h)         */
	bool spins; /* keeps its core and waits: executor_workers.h           */
	uint32_t next_waiter;
	uint32_t core; /* RUNNING: where                           */
};

/* --- cores --- */

struct core {
	uint32_t thread; /* NONE: idle                                        */
	struct os *os;
	dag_time from;   /* its server has been told what it ran until then   */
	dag_time since;  /* when its work began or goes on                    */
	dag_time finish; /* of the callback                                   */
	dag_time event;  /* the first of finish, publish step, end of budget  */
	dag_time over_until; /* overhead until                                */
	uint32_t last;       /* the thread that ran last, until `ended`       */
	dag_time ended;
};

struct winner {
	int64_t key;
	uint32_t core;
};
struct standing {
	uint64_t minor, tie;
};

/* Cores that share a ready queue and a policy. */
struct os {
	struct policy policy;
	struct ready_queue *ready;
	struct device_state view;
	uint32_t first, n;
	uint64_t *idle; /* bitmap, n_words                                    */
	uint32_t n_words, n_idle;
	bool preempts, fifo_ties, dirty, keyed; /* keyed: a thread's place
						 * depends on what it runs    */
	bool keeps_turns; /* from one time on a core to the next      */
	bool takes_head; /* its policy's answers are policy_head_target's     */
	dag_time wake;
	struct winner *urgency; /* tournament; see cores.h                    */
	struct standing *standing;
	uint32_t leaves;
};

struct engine {
	const struct platform_config *c;
	const struct workload *w;
	const struct mapping *m;
	struct placement placement;
	struct release_cursor *releases;
	dag_time now;
	bool nominal; /* callbacks take what the workload says                */

	struct activation *acts;
	struct pending *pending; /* by activation, node                       */
	uint32_t *free_acts;
	uint32_t n_acts, n_free_acts, stride;
	struct node_plan *plans;
	struct edge_plan *edges;
	struct inbox *inboxes;  /* by entity                                  */
	struct join **joins;    /* by node, or NULL                           */
	struct pending *fresh;  /* by node: of a job that has just come       */
	uint32_t *sources;      /* entities that releases start, by task:     */
	uint32_t *first_source; /* n_tasks + 1                                */

	struct executor *executors;
	uint32_t *open; /* by task: jobs that are not done                    */
	bool has_workers;
	/* Executors of that kind of which something has changed since they
	 * were looked at. */
	struct bits restless;
	bool *group_busy; /* by group: a callback of it runs                  */
	/* By group, of events_cbg: what has come, and does the group stand
	 * among those that a thread may take? */
	struct event_queue *group_events;
	bool *group_queued;
	struct thread *threads;
	struct job *jobs; /* by thread: what policies see                     */
	uint64_t wake_count;
	/* Threads woken at this instant where the order of waking counts: by
	 * what woke them, so that they do not owe it to cores or edges. */
	uint32_t *woken, n_woken;
	bool deciding; /* what comes at this instant has come               */

	struct core *cores;
	struct exec_state *exec_states;
	struct winner *events; /* tournament of core.event                    */
	uint32_t event_leaves;
	struct os *os;
	uint32_t n_os;
	struct os **dirty; /* a ring; each stands once at most                */
	uint32_t first_dirty, n_dirty;
	struct batch_model *predicted; /* by thread                           */
	struct decision decision;
	dag_time wake; /* least of the os'                                    */
	uint32_t asking; /* the core whose thread asks its executor           */

	/* When servers are due, by thread: a tournament; NULL: there are none.
	 */
	struct winner *timers;
	uint32_t timer_leaves;
	struct due *due; /* a heap                                            */
	size_t n_due, cap_due;

	struct trace_sink *const *sinks;
	size_t n_sinks;
	struct trace_rec buffer[REC_BUFFER];
	uint32_t n_buffered;
	bool sink_failed, closed;
	struct platform_stats stats;
	struct dag_error *error;
};

/* A new key for number `who` of a tournament that the least key wins; of
 * equals the lower number does (Knuth, The Art of Computer Programming 3,
 * section 5.4.1).  `large`: worth a look whether all above stays as it is. */
static inline void winner_replay(struct winner *tree, uint32_t leaves,
				 uint32_t who, int64_t key, bool large)
{
	uint32_t i = leaves + who;

	assert(who < leaves && key >= 0);
	tree[i].key = key;
	for (; i > 1; i >>= 1) {
		struct winner other = tree[i ^ 1];
		bool better = (uint64_t)other.key < (uint64_t)key + (i & 1);

		who = better ? other.core : who;
		key = better ? other.key : key;
		if (large && tree[i >> 1].key == key &&
		    tree[i >> 1].core == who)
			return;
		tree[i >> 1] = (struct winner){key, who};
	}
}

/* cores_plan.c */
/* A tournament of equal keys, so that number 0 has won. */
struct winner *winner_new(uint32_t n, int64_t key, uint32_t *leaves,
			  struct arena *a);
void cores_plan(struct engine *e, struct arena *a);
void cores_unplan(struct engine *e);

/* plan.c */
bool engine_plan(struct engine *e, const struct platform_config *c,
		 struct arena *a, struct dag_error *err);
void engine_unplan(struct engine *e);

/* due.c: what falls due.  At one instant by kind, then tie. */
void due_push(struct engine *e, struct due x);
struct due due_pop(struct engine *e);
static inline dag_time due_next(const struct engine *e)
{
	return e->n_due ? e->due[0].t : DAG_TIME_MAX;
}
/* Of servers; of those that are due at one instant the first thread's. */
void timers_set(struct engine *e, uint32_t thread, dag_time t);
static inline dag_time timers_next(const struct engine *e)
{
	return e->timers ? e->timers[1].key : DAG_TIME_MAX;
}

/* --- jobs and messages, for all parts --- */

/* The job has died: nothing of it is under way, and not all of it has run. */
void messages_tell_death(struct engine *e, uint32_t act);
/* Something of the job is no longer under way; it may have been the last. */
static inline void messages_drop_hold(struct engine *e, uint32_t act)
{
	struct activation *x = &e->acts[act];

	assert(x->live && x->held > 0);
	if (--x->held)
		return;
	if (x->left && !e->closed) {
		e->open[x->task]--;
		messages_tell_death(e, act);
	}
	x->live = false;
	e->free_acts[e->n_free_acts++] = act;
}
static inline struct pending *pending_of(const struct engine *e, uint32_t act,
					 uint32_t local)
{
	assert(act < e->n_acts && local < e->stride);
	return &e->pending[(size_t)act * e->stride + local];
}
static inline struct inbox *inbox_of(const struct executor *x, uint32_t rank)
{
	assert(rank < x->n_entities);
	return &x->inboxes[rank];
}
static inline const struct token *inbox_first(const struct inbox *q)
{
	assert(q->n);
	return &q->items[q->first & (q->cap - 1)];
}
/* The stamp of the message on that edge. */
static inline dag_time messages_stamp(const struct engine *e, uint32_t act,
				      uint32_t edge)
{
	return pending_of(e, act, e->edges[edge].from_local)->stamp;
}

/* From the horizon on nothing starts and nothing stops before its end. */
static inline bool engine_is_over(const struct engine *e)
{
	return e->closed || e->now >= e->c->horizon;
}
static inline dag_time cores_next_event(const struct engine *e)
{
	return e->events[1].key;
}

/* --- records --- */

struct emit {
	int64_t a, b;
	uint32_t exec, index;
	uint8_t flags;
};

void engine_flush(struct engine *e);

static inline void emit(struct engine *e, enum trace_kind kind, uint32_t task,
			uint64_t instance, uint32_t node, struct emit x)
{
	struct trace_rec *r;

	if (e->n_buffered == REC_BUFFER)
		engine_flush(e);
	r = &e->buffer[e->n_buffered++];
	*r = (struct trace_rec){
		.t = e->now,
		.instance = instance,
		.a = x.a,
		.b = x.b,
		.task = task,
		.node = node,
		.exec = (uint16_t)x.exec,
		.kind = (uint8_t)kind,
		.flags = x.flags,
		.count = kind == TRACE_START || kind == TRACE_FINISH,
		.index = (uint16_t)x.index,
	};
}

static inline void emit_act(struct engine *e, enum trace_kind kind,
			    uint32_t act, uint32_t local, struct emit x)
{
	emit(e, kind, e->acts[act].task, e->acts[act].instance, local, x);
}

#endif
