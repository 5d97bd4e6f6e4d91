/* state.h - the inside of a run; private to src/sim
 *
 * One device: executors, one ready queue, one policy.  A job lives in a slot
 * from its release to its end; slots are reused last in, first out, so the
 * table stays as small, and as warm, as the number of unfinished jobs.
 */
#ifndef DAGSIM_SIM_STATE_H
#define DAGSIM_SIM_STATE_H

#include "policies/ready_queue.h"
#include "sim/sim.h"

enum { REC_BUFFER = 128 };

/* What running needs to know of a node, beside its model. */
struct node_plan {
	uint64_t factor_base, tail_base; /* keyed streams */
};

struct exec {
	job_id *batch; /* n jobs, head first                                  */
	uint32_t n;    /* 0: idle                                             */
	dag_time finish;
};

/* Expired jobs are found by deadline; entries of jobs that ended otherwise
 * are skipped when they surface (the tie tells). */
struct expiry {
	dag_time deadline;
	uint64_t tie;
	job_id job;
};

struct sim {
	const struct sim_config *c;
	const struct workload *w;
	struct policy *policy;
	struct release_cursor *releases;
	struct ready_queue *ready;
	dag_time now, wake, next_finish;

	struct job *jobs; /* by slot */
	job_id *free_slots;
	uint64_t *stamps; /* the last decision that named the slot */
	uint32_t n_slots, n_free;

	struct job *templates; /* by task: what all its jobs share */
	struct node_plan *plans; /* by node  */
	struct batch_model *predicted; /* by model */

	struct exec *execs;
	struct exec_state *exec_states;
	struct device_state device;
	struct decision decision;
	uint64_t idle_mask; /* bit e: executor e is idle */

	bool expires;  /* late jobs are dropped                               */
	bool by_deadline; /* and the queue is in deadline order               */
	struct expiry *expiries; /* 4-ary heap                                */
	size_t n_expiries, cap_expiries;

	struct trace_sink *const *sinks;
	size_t n_sinks;
	struct trace_rec buffer[REC_BUFFER];
	uint32_t n_buffered;
	bool sink_failed;

	struct sim_stats stats;
	struct dag_error *error;
};

/* plan.c: allocates and fills everything that does not change in a run. */
bool sim_plan(struct sim *s, const struct sim_config *c, struct arena *a,
	      struct dag_error *e);
void sim_unplan(struct sim *s);

/* jobs.c: slots, and the heap of deadlines. */
job_id sim_job_new(struct sim *s, const struct release *r);
void sim_job_free(struct sim *s, job_id j);
void sim_expect_deadline(struct sim *s, job_id j);
/* A job that waits past its deadline at `now`, or JOB_NONE. */
job_id sim_expired(struct sim *s);

/* check.c: does the decision keep the protocol?  False and *e if not. */
bool sim_check_decision(struct sim *s, struct dag_error *e);

/* Records. */
void sim_flush(struct sim *s);

struct emit { /* the fields that a kind uses */
	int64_t a, b;
	uint32_t exec, count, index;
	uint8_t flags;
};

static inline void sim_emit(struct sim *s, enum trace_kind kind,
			    const struct job *j, struct emit x)
{
	struct trace_rec *r;

	if (s->n_buffered == REC_BUFFER)
		sim_flush(s);
	r = &s->buffer[s->n_buffered++];
	r->t = s->now;
	r->instance = j->instance;
	r->a = x.a;
	r->b = x.b;
	r->task = j->task;
	r->node = j->node;
	r->exec = (uint16_t)x.exec;
	r->kind = (uint8_t)kind;
	r->flags = x.flags;
	r->count = (uint16_t)x.count;
	r->index = (uint16_t)x.index;
}

#endif
