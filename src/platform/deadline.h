/* deadline.h - threads under SCHED_DEADLINE: a server each, and admission
 *
 * Gives threads of a mapping constant bandwidth servers (cbs.h), as
 * sched_setattr would: runtime, deadline, period, and whether the thread
 * reclaims.  Linux takes a set of them only if the sum of runtime / period
 * stays within 0.95 of the cores (`limit`); kernel.sched_rt_runtime_us = -1
 * turns that off.  Threads are then to be scheduled by their servers'
 * deadlines: policy gedf over all cores, pedf where threads are bound, or that
 * of classes.h where some have no server.  (To bind such threads Linux wants
 * cpusets, each of which then admits for itself; here the sum is over all
 * cores either way.)
 *
 * "Approach 3" (the name is that of a comparison of Awkernel with ROS 2): each
 * callback has a thread of its own, by a callback-isolated executor, with
 * runtime = the WCET of its node, and deadline and period those of its DAG.
 * Linux takes no deadline above the period, so that is cut, with a warning.
 * What a thread costs beside its nodes is not in their WCET: `margin` scales
 * runtimes.  With executors that serve whole DAGs (mapping_options.per) the
 * runtime is the work of the DAG, shared among the executor's threads.
 *
 * Ownership: servers live in the arena given; the mapping points to them.
 */
#ifndef DAGSIM_PLATFORM_DEADLINE_H
#define DAGSIM_PLATFORM_DEADLINE_H

#include "model/placement.h"
#include "platform/cbs.h"
#include "platform/mapping.h"

struct deadline_options {
	struct ratio margin; /* runtimes times that; den 0: 1             */
	struct ratio limit;  /* of each core; den 0: 0.95; num 0: no limit */
	bool reclaim;        /* SCHED_FLAG_RECLAIM                        */
};

/* Warnings, to be shown once. */
struct deadline_notes {
	const char **items;
	uint32_t n;
};

/* Puts a server on each thread i of the mapping, or where params[i].runtime is
 * 0 on none.  `place` says on which cores a thread may be; NULL: on any.
 * False and *e: parameters that Linux refuses; or, with e->code EXIT_NO, more
 * than it admits.  o may be NULL. */
bool deadline_serve(struct mapping *m, const struct cbs_params *params,
		    const struct placement *place,
		    const struct deadline_options *o, struct arena *a,
		    struct dag_error *e);

/* The parameters of each thread: those that its executor says, runtime 0 where
 * that says another policy; of the rest, where `approach3` those of approach 3,
 * else 0.  In `a`; o may be NULL. */
const struct cbs_params *deadline_params(const struct mapping *m,
					 bool approach3,
					 const struct deadline_options *o,
					 struct deadline_notes *notes,
					 struct arena *a);

/* Approach 3, all threads on any core. */
bool deadline_approach3(struct mapping *m, const struct deadline_options *o,
			struct deadline_notes *notes, struct arena *a,
			struct dag_error *e);

#endif
