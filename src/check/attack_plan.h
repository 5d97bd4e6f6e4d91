/* attack_plan.h - what an attacker decides; private to src/check
 *
 * A plan is a few numbers a task, from which the releases follow: so a small
 * change of a plan is a small change of what happens, and climbing works.
 */
#ifndef DAGSIM_CHECK_ATTACK_PLAN_H
#define DAGSIM_CHECK_ATTACK_PLAN_H

#include "check/attack.h"

enum jitter_use {
	JITTER_NONE,
	JITTER_FIRST, /* the first job late, the others as soon as may be */
	JITTER_ALL,
	JITTER_MIXED, /* none or all, by a key                            */
	JITTER_USES
};
enum time_use {
	TIMES_WORST,
	TIMES_NODE,  /* nodes that are `quick` take their least time      */
	TIMES_MIXED, /* least, most or between, by a key                  */
	TIMES_USES
};

struct task_plan {
	dag_time start; /* the release of the first job                 */
	enum jitter_use jitter;
	uint64_t rank;    /* among releases at one instant                */
	uint64_t gap_key; /* sporadic: 0: no gaps; else which             */
};

struct attack_plan {
	struct task_plan *tasks;
	bool *quick; /* by node */
	enum time_use times;
	uint64_t key;
};

/* The times of a plan; `of` reads the rest. */
struct plan_times {
	struct sim_times times; /* first */
	const struct workload *w;
	const struct attack_plan *plan;
};

void plan_copy(struct attack_plan *to, const struct attack_plan *from,
	       const struct workload *w);
struct attack_plan plan_new(const struct workload *w, struct arena *a);

/* The releases of a plan in [0, length], by time and rank, in `a`. */
void plan_releases(const struct attack_plan *p, const struct workload *w,
		   dag_time length, struct arena *a, struct release_list *out);

/* Makes *t tell the execution times of a plan, which must outlive it. */
void plan_times_init(struct plan_times *t, const struct attack_plan *p,
		     const struct workload *w);

/* The least that a batch takes: bcet, else 1 ns; `nominal` where that is less.
 */
dag_time plan_least_time(const struct model *m, dag_time nominal);

/* Does the plan let some batch take less than C(b)? */
bool plan_is_quick(const struct attack_plan *p, const struct workload *w);

/* attack_span.c: the grid that all times of the workload lie on, with phases
 * or without; and how long jobs are released, where nobody says. */
dag_time attack_grid(const struct workload *w, bool phases);
dag_time attack_length(const struct workload *w);

#endif
