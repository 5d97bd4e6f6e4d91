/* state.h - the inside of a run; private to src/sim
 *
 * A ready or running node of a job lives in a slot; slots are reused last in,
 * first out, so the table stays as small, and as warm, as the number of
 * unfinished nodes.  A job of several nodes has an activation beside it,
 * which counts what is left; a job of one node needs none.
 *
 * The loop exists four times, made from one text: its functions take `k`, a
 * constant where they are called, and the compiler leaves out what a simpler
 * case has no use for.
 */
#ifndef DAGSIM_SIM_STATE_H
#define DAGSIM_SIM_STATE_H

#include "policies/ready_queue.h"
#include "sim/sim.h"
#include "base/timed.h"
#include "model/speeds.h"

#include <assert.h>

enum { REC_BUFFER = 128, EXECS_MAX = 4096, WORD_BITS = 64 };

enum loop {
	LOOP_SOLO, /* one executor that never preempts; jobs of one node      */
	LOOP_LONE, /* one executor that does; jobs of one node                */
	LOOP_FLAT, /* one device; jobs of one node                            */
	LOOP_FULL,
};
#define IS_LONE(k) ((k) == LOOP_SOLO || (k) == LOOP_LONE)
#define HOT        static inline __attribute__((always_inline))

/* What a slot holds beside its struct job. */
struct run {
	dag_time left;       /* work left, true; 0: not yet drawn             */
	uint64_t stamp;      /* the last decision that named the slot         */
	uint32_t vertex;     /* node of the workload                          */
	uint32_t activation; /* or NONE                                       */
	dag_time total;      /* of `left` at its start, where regions matter  */
	job_id next;         /* IN_SERIES                                     */
	uint8_t where;       /* while it waits: enum where                    */
	bool dead;           /* dropped; freed when it surfaces               */
	uint16_t waker;      /* the core that made it ready, where costs      */
};
enum where { IN_QUEUE, IN_ARRIVALS, IN_SIGHT, IN_SERIES };

/* Nodes that wait for the same node of an earlier job, first in, first out. */
struct series {
	job_id first, last; /* first JOB_NONE: none                           */
	bool busy;
};

/* A job of a task with several nodes. */
struct activation {
	dag_time release, deadline;
	uint64_t instance;
	uint32_t task;
	uint32_t left;    /* nodes not finished                               */
	uint32_t running; /* nodes on an executor                             */
	bool started, live;
};

/* A node of an activation. */
struct pending {
	dag_time ready_at; /* as far as predecessors have finished            */
	uint32_t preds;    /* predecessors to come                            */
	job_id slot;       /* or JOB_NONE                                     */
};

/* What does not change in a run, by node: two cache lines, so that a run of
 * ten thousand tasks touches no more than it must. */
struct node_plan {
	struct job template;
	const dag_time *latency; /* true C(b)                                 */
	dag_time cost;           /* C(1)                                      */
	const struct model *model;
	uint64_t factor_base, tail_base; /* keyed streams                     */
	dag_time bcet, wcet; /* bounds of a draw                          */
	struct device *device;
};

struct exec {
	job_id *batch; /* n jobs, head first                                  */
	uint32_t n;    /* 0: idle                                             */
	dag_time since, finish; /* since: when its work began or goes on;
				 * idle, where costs: when it became so       */
	dag_time work;       /* to do at `since`, where speeds differ         */
	dag_time over_until; /* overhead until; see charge.h               */
	struct device *device;
};

/* A node of a tournament among executors, and what else decides between two
 * running jobs of equal keys. */
struct winner {
	int64_t key;
	uint32_t exec;
};
struct standing {
	uint64_t minor, tie;
};
#define RANK_FIXED INT64_MIN /* key of a job that is not to be preempted */

struct device {
	struct policy policy;
	struct ready_queue *ready;
	struct device_state view;
	uint32_t first_exec;
	enum preemption preemption;
	uint64_t *idle; /* bitmap of idle executors, n_words                  */
	uint32_t n_words, n_idle;
	uint32_t posts;   /* of this instant, see rules.h                     */
	bool preempts;    /* a ready job may take a busy executor             */
	bool by_deadline; /* the head of the queue expires first              */
	bool fifo_ties;   /* ties are numbers in order of becoming ready      */
	bool dirty;       /* to be decided at this instant                    */
	bool takes_head;  /* its policy's answers are policy_head_target's    */
	dag_time wake;
	struct winner *urgency_tree; /* see execs.h                           */
	struct standing *standing;   /* by executor                           */
	uint32_t leaves;
	/* Jobs by deadline where any may be dropped; entries of jobs that
	 * ended otherwise are skipped when they surface. */
	struct timed_heap expiries;
	job_id *woken; /* see device_state                                    */
	uint32_t n_woken;
	size_t cap_woken;
};

struct costs; /* charge.h */

struct sim {
	const struct sim_config *c;
	const struct workload *w;
	struct placement placement;
	struct release_cursor *releases;
	dag_time now;

	struct job *jobs; /* by slot */
	struct run *runs;
	job_id *free_slots;
	uint32_t n_slots, n_free;

	struct activation *acts;
	uint32_t *free_acts;
	struct pending *pending; /* by activation, node                       */
	uint32_t n_acts, n_free_acts, stride;
	struct timed_heap arrivals; /* nodes on their way to a queue          */

	struct node_plan *plans;       /* by node                             */
	const uint32_t *tail_rank;     /* by node, or NULL; TIE_ADVERSARIAL   */
	struct batch_model *predicted; /* by model                            */

	struct exec *execs;
	struct exec_state *exec_states;
	struct winner *finish_tree; /* see execs.h; DAG_TIME_MAX: idle        */
	uint32_t finish_leaves;

	struct device *devices;
	uint32_t n_devices;
	enum loop loop;
	bool has_regions; /* some node is not preemptible in parts            */
	bool has_rules;   /* one of those of rules.h, but for release_core    */
	bool late_ready;  /* nodes may become ready later than their
			   * predecessors allow; READY tells when             */
	bool all_activations; /* also jobs of one node have one               */
	const struct ratio *speeds; /* of cores, or NULL                      */
	struct costs *costs; /* overheads; NULL: none                   */
	const struct latency *latency; /* of wake-ups; NULL: none             */
	uint64_t *latency_bases;       /* by node                             */
	uint64_t burst_base;
	struct series *series;     /* by node; NULL: no serial_nodes          */
	dag_time *shared_deadline; /* by task                                 */
	dag_time last_look;        /* of core 0 at time slices                */
	struct device **dirty; /* to decide at this instant: a ring, in which
				* each device stands once at most             */
	uint32_t first_dirty, n_dirty;
	uint64_t ready_count; /* numbers for fifo_ties                        */
	job_id *fresh; /* became ready at this instant, in order; they join
			* their queues, those with fifo_ties, before decisions*/
	uint32_t n_fresh;
	size_t cap_fresh;
	uint64_t waits, records_seen; /* told so far; at the last wake-up     */
	uint32_t vain;        /* wake-ups in a row that led to nothing        */
	bool own_ties;        /* not those of releases                        */
	bool posted;          /* some device has posts                        */
	dag_time wake;        /* least of the devices'                        */
	dag_time next_finish; /* least of the executors'                      */
	struct decision decision;

	struct trace_sink *const *sinks;
	size_t n_sinks;
	struct trace_rec buffer[REC_BUFFER];
	uint32_t n_buffered;
	bool sink_failed;
	bool closed; /* past the horizon: nothing becomes ready any more */

	struct sim_stats stats;
	struct dag_error *error;
};

/* plan.c: allocates and fills everything that does not change in a run. */
bool sim_plan(struct sim *s, const struct sim_config *c, struct arena *a,
	      struct dag_error *e);
void sim_unplan(struct sim *s);

/* jobs.c: slots, activations, deadlines. */
void sim_grow_slots(struct sim *s);

static inline job_id sim_slot_new(struct sim *s, enum loop k, uint32_t node)
{
	job_id slot;

	assert(node < s->w->n_nodes);
	if (s->n_free == 0)
		sim_grow_slots(s);
	slot = s->free_slots[--s->n_free];
	s->jobs[slot] = s->plans[node].template;
	if (k != LOOP_SOLO) {
		s->runs[slot].left = 0;
		s->runs[slot].vertex = node;
		s->runs[slot].where = IN_QUEUE;
		s->runs[slot].dead = false;
		s->runs[slot].activation = NONE;
	}
	return slot;
}

static inline void sim_slot_free(struct sim *s, job_id j)
{
	assert(j < s->n_slots && s->n_free < s->n_slots);
	s->free_slots[s->n_free++] = j;
}

void sim_grow_acts(struct sim *s);
uint32_t sim_activation_new(struct sim *s, const struct release *r);
void sim_activation_free(struct sim *s, uint32_t act);

/* The deadline by which the job is judged, whatever policies see. */
static inline dag_time sim_deadline(const struct sim *s, job_id j)
{
	uint32_t act = s->runs[j].activation;

	return act == NONE ? s->jobs[j].deadline : s->acts[act].deadline;
}

static inline struct pending *sim_pending(const struct sim *s, uint32_t act,
					  uint32_t node)
{
	assert(act < s->n_acts && node < s->stride);
	return &s->pending[act * s->stride + node];
}

void sim_expect_deadline(struct sim *s, struct device *d, job_id j);
/* A job of the device that has not started by its deadline, or JOB_NONE. */
job_id sim_expired(struct sim *s, struct device *d);
/* Is it worth asking?  Exact where the head of the queue expires first. */
static inline bool sim_may_expire(const struct sim *s, const struct device *d)
{
	job_id head = ready_head(d->ready);

	if (s->c->late != LATE_DROP || head == JOB_NONE)
		return false;
	if (d->by_deadline)
		return s->jobs[head].deadline <= s->now;
	return timed_next(&d->expiries) <= s->now;
}

/* check.c: does the decision keep the protocol?  False and the error if not. */
bool sim_check_decision(struct sim *s, struct device *d);
bool sim_check_answers(struct sim *s, struct device *d, uint32_t answers);
/* A policy has asked to be woken now: does anything ever happen? */
bool sim_check_progress(struct sim *s);

/* sim.c: when something happens next of what a run has been told so far, and
 * an instant of it, in the loop that knows everything. */
dag_time sim_next(const struct sim *s);
bool sim_step(struct sim *s, dag_time t);

/* sim.c: everything that completes now. */
void sim_complete(struct sim *s);

/* close.c: what happens at the horizon and behind it. */
void sim_close(struct sim *s, struct arena *a);

/* Records. */
struct fate { /* of a job */
	uint32_t task;
	uint64_t instance;
	dag_time release, deadline;
};
void sim_emit_miss(struct sim *s, const struct fate *f, uint8_t column);
void sim_flush(struct sim *s);

struct emit { /* the fields that a kind uses */
	int64_t a, b;
	uint32_t exec, count, index;
	uint8_t flags;
};

static inline void sim_emit_job(struct sim *s, enum trace_kind kind,
				uint32_t task, uint64_t instance, uint32_t node,
				struct emit x)
{
	struct trace_rec *r;

	if (s->n_buffered == REC_BUFFER)
		sim_flush(s);
	r = &s->buffer[s->n_buffered++];
	r->t = s->now;
	r->instance = instance;
	r->a = x.a;
	r->b = x.b;
	r->task = task;
	r->node = node;
	r->exec = (uint16_t)x.exec;
	r->kind = (uint8_t)kind;
	r->flags = x.flags;
	r->count = (uint16_t)x.count;
	r->index = (uint16_t)x.index;
}

static inline void sim_emit(struct sim *s, enum trace_kind kind,
			    const struct job *j, struct emit x)
{
	sim_emit_job(s, kind, j->task, j->instance, j->node, x);
}

#endif
