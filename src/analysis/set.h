/* set.h - a workload as the analyses see it: flat, charged, checked
 *
 * Purpose.  A test wants numbers: for each task the least distance of its
 * nominal times (period), the relative deadline counted from the nominal
 * time, the largest release jitter, and what one job may cost.  A set is
 * those numbers, taken once from a workload, with every execution time
 * *charged*: C(b) times the safety factor and, where a noise quantile is
 * asked for, times that quantile of the model's noise; rounded up, and held
 * inside the model's [bcet, wcet] as draws are.  What is not charged is told
 * in `notes`, one sentence each, so that no verdict claims more than it
 * covers.
 *
 * Jitter is folded in by `due` = deadline - jitter: deadlines count from the
 * nominal time, so a job released as late as it may has `due` left.  Phases
 * are kept only to see whether a group shares one: verdicts hold for every
 * phase.
 *
 * A task of one node on an accelerator is a stream and may be batched with
 * the streams of its model.  On cores a task's nodes run one after another
 * when there is one core, so its cost is their sum, and `chunk` is the
 * longest part that cannot be preempted once started.  On cores every task
 * also has its graph (dag.h); with several cores the cost is that of all its
 * nodes.
 *
 * Predictions: `predicted` is what the policy will be told, C(b) times the
 * prediction factor; guards of batching rules work with it.
 *
 * Invariants: 0 < period, deadline, cost; 0 <= jitter; every time and the
 * sum of all costs is at most ANALYSIS_TIME_MAX, else `limit` says what is
 * too large and no test runs; with m cores this holds of m times each, so
 * that tests may count in units of 1/m.  Tasks keep the order of the workload.
 *
 * Units: ns.  Ownership: everything lives in the arena given; names are
 * borrowed from the workload.  Cost: O(tasks + nodes + sum of max_batch).
 */
#ifndef DAGSIM_ANALYSIS_SET_H
#define DAGSIM_ANALYSIS_SET_H

#include "analysis/dag.h"
#include "base/load.h"
#include "base/arena.h"
#include "base/time.h"
#include "model/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANALYSIS_TIME_MAX (INT64_C(1) << 60)

enum analysis_time {
	TIME_DENSE,    /* arrivals at any real instant: a blocker starts an
			* arbitrarily short time before the others        */
	TIME_DISCRETE, /* arrivals and completions at whole ticks of 1 ns:
			* it starts one tick before, and blocks C - 1     */
};

/* How execution times are charged. */
struct analysis_charge {
	struct ratio safety_factor;     /* {0, 0}: 1                     */
	double noise_quantile;          /* 0: nominal times; up to 1     */
	struct ratio prediction_factor; /* what policies predict with;
					 * {0, 0}: the workload's own    */
};

struct analysis_model {
	const char *name;
	const dag_time *cost;      /* charged C(b) = cost[b - 1]         */
	const dag_time *predicted; /* what policies are told             */
	uint32_t max_batch;
	uint32_t n_tasks; /* streams that use it                         */
};

struct analysis_task {
	const char *name;
	dag_time period, deadline, jitter, phase;
	dag_time due;    /* deadline - jitter; may be <= 0                */
	dag_time cost;   /* one job alone                                 */
	dag_time chunk;  /* its longest part that runs unpreempted        */
	uint32_t model;  /* index, or NONE for a task on cores            */
	uint32_t group;  /* or NONE                                       */
	uint32_t index;  /* in the workload                               */
	uint32_t core;   /* where a partitioned policy places it, or NONE  */
	struct dag *dag; /* its graph on cores; NULL on an accelerator   */
	int32_t priority;
	enum criticality criticality;
	bool sporadic;
};

enum analysis_executor {
	EXECUTOR_ACCELERATOR, /* one, non-preemptive, may batch          */
	EXECUTOR_CORE,        /* exactly one core                        */
	EXECUTOR_CORES,       /* several, alike                          */
	EXECUTOR_TYPED,       /* cores, and an accelerator beside them   */
	EXECUTOR_OTHER,       /* none that is analysed: see `other`      */
};

struct analysis_set {
	struct analysis_task *tasks;
	struct analysis_model *models;
	const char *const *groups;
	uint32_t n_tasks, n_models, n_groups;
	enum analysis_executor executor;
	uint32_t cores;             /* m; 0 without cores                */
	enum preemption preemption; /* of the cores                      */
	/* How the policy divides cores, if one is known (analysis_place):
	 * enum dag_bound of a federated one; why it finds no place for the
	 * tasks and runs none, or NULL; whether it tried to place each as a
	 * whole, on one core; why that is not so where it placed them, or
	 * NULL. */
	int division;
	const char *unplaced;
	bool whole;
	const char *apart;
	const char *other;   /* why the executor is EXECUTOR_OTHER, or NULL */
	const char *limit;   /* what is too large to analyse, or NULL      */
	struct load nominal; /* sum of nominal C(1) / T                  */
	const char **notes;  /* what verdicts do not cover               */
	uint32_t n_notes;
	enum analysis_time time;
};

/* The set of a workload; lives in `a`. */
struct analysis_set *set_build(const struct workload *w,
			       const struct analysis_charge *charge,
			       enum analysis_time time, struct arena *a);

/* A copy whose tasks and models may be changed; tables are shared until
 * set_scale_model replaces one. */
struct analysis_set *set_copy(const struct analysis_set *s, struct arena *a);

/* Every charged and predicted time of model m (NONE: of everything) becomes
 * ceil(x * num / den), at least 1 ns, in a set of one's own.  False where a
 * result would exceed ANALYSIS_TIME_MAX (the set is then spoilt). */
bool set_scale_model(struct analysis_set *s, uint32_t m, int64_t num,
		     int64_t den, struct arena *a);

/* Every time twice: the same set with a clock of half nanoseconds.  NULL where
 * a result would exceed ANALYSIS_TIME_MAX. */
struct analysis_set *set_doubled(const struct analysis_set *s, struct arena *a);

/* The tasks for which keep[i] holds, as a set of their own. */
struct analysis_set *set_subset(const struct analysis_set *s, const bool *keep,
				struct arena *a);

/* The execution time of task i, which is on cores, becomes `cost`: of its
 * nodes in proportion, each rounded up.  `s` is a set of one's own. */
void set_task_cost(struct analysis_set *s, uint32_t i, dag_time cost,
		   struct arena *a);

/* Fills what follows from the other fields: due, n_tasks of models, cost of
 * tasks from their models, `limit`.  After any change by hand. */
void set_refresh(struct analysis_set *s);

/* What a blocking term loses to the clock: 0 (dense) or 1 tick. */
static inline dag_time set_tick(const struct analysis_set *s)
{
	return s->time == TIME_DISCRETE;
}

#endif
