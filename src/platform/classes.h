/* classes.h - threads of several scheduling classes on one set of cores
 *
 * Where executors of a workload say how the system is to schedule their
 * threads (runtime_executor.policy), some of them may be under SCHED_DEADLINE
 * while others are under SCHED_FIFO, SCHED_RR or SCHED_OTHER, as Linux has
 * it.  This is the policy over such threads:
 *
 *   DEADLINE   before all others, by the deadlines of their servers
 *   FIFO, RR   by priority (smaller is more urgent), equals in the order in
 *              which they woke; one under RR that has had a core for a
 *              quantum gives way to an equal and goes behind all of them
 *   OTHER      behind all of these, in turns of a slice: the fair shares of
 *              equal weights, without what the kernel does for sleepers
 *
 * No thread drives off its equal but at the end of a turn.  What a thread has
 * used of its turn it keeps when it is driven off and when it sleeps; a turn
 * that ends while no equal waits begins anew.  A thread that a more urgent one
 * drives off stays before its equals.  All of this is what kernel/sched/rt.c
 * does, but that turns end at any instant and not at ticks.  Not modelled: the
 * share that kernel.sched_rt_runtime_us keeps for OTHER.
 *
 * A thread is of the class that its executor says.  Of others, one with a
 * server is under DEADLINE, one with a priority under FIFO, and the rest are
 * under OTHER, which is what Linux does with a thread of which nobody says
 * anything.
 *
 * Where threads are bound to cores, each set of cores has a queue of its own
 * (model/placement.h), and where sets overlap the first thread in order that
 * may go somewhere does.
 *
 * Cost: O(1) an answer, O(cores) where equals wait for their turn; bound to
 * sets that overlap: O(threads x cores).
 */
#ifndef DAGSIM_PLATFORM_CLASSES_H
#define DAGSIM_PLATFORM_CLASSES_H

#include "platform/cbs.h"
#include "platform/mapping.h"
#include "policies/policy.h"

#define CLASSES_NAME "linux"

extern const struct policy_ops classes_ops;

/* How long the turns of a thread are; 0: it takes none. */
dag_time classes_turn(const struct policy *p, const struct job *j);

/* Where the thread stands among those without a server: smaller goes first. */
int64_t classes_urgency(const struct policy *p, uint32_t thread);

/* Does an executor of the workload say a policy on that platform? */
bool classes_are_said(const struct workload *w, const char *platform);

/* Settles plans[].policy of all threads, of which those with a runtime are to
 * get servers, and makes the policy over them.  In `a`. */
const struct policy *classes_policy(struct mapping *m,
				    const struct cbs_params *params,
				    struct arena *a);

#endif
