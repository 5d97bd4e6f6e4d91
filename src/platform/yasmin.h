/* yasmin.h - DAGs scheduled in user space by a thread that looks at intervals
 *
 * YASMIN (B. Rouxel, S. Altmeyer, C. Grelck, YASMIN: a Real-time Middleware
 * for COTS Heterogeneous Platforms, Middleware 2021) is a library on POSIX.
 * Worker threads of SCHED_FIFO run nodes, one a core; edges are FIFO channels;
 * a scheduler thread on a core of its own wakes up at every tick.  The model:
 *
 *   release     a job released at r is seen at the first tick at or after r,
 *               by a thread that must wake up first (wake) and spends
 *               `release` on each node, one after the other
 *   successors  a node that has all its tokens is released by the scheduler
 *               thread at its next tick, too, or (scheduler_releases false)
 *               by the worker that sent the last token, at once
 *   queue       one ready queue in user space under a lock: each node put in
 *               or taken out holds it for `lock`; who comes meanwhile waits
 *   dispatch    a worker that ends a node takes the next (switch_yield); one
 *               that sleeps is woken by a post (ipi, wake)
 *   preemption  a signal to the worker (ipi), whose handler takes the other
 *               node from the queue (lock, switch_full); the one driven off
 *               goes back into the queue, and on anywhere (migration)
 *   tokens      a node of a job waits for the same node of the job before, as
 *               each is one task that takes its tokens in order
 *   message     a token put into a channel
 *
 * Global EDF orders by the absolute deadline of the job.
 *
 * As published it has three faults: no task is ever given its priority, so all
 * are equal and go in order of arrival; the thread sleeps for twice the tick;
 * and a post is lost where no worker waits for it, so that a ready node stays
 * in the queue until the next release (sim/rules.h, lost_posts).
 *
 * The tick, where none is asked for: if jobs alone wait for it, the greatest
 * common divisor of the periods, so that jobs without a phase do not; if nodes
 * do, too, each of them would wait for a period or so then, and it is
 * YASMIN_TICK, or the shortest period if that is less.
 *
 * What is measured and what is assumed: no source gives costs.  The tick and
 * the costs of yasmin_costs are fitted to one published comparison (see
 * docs/rtos-comparison.md), in which the mended library has median responses
 * 11 to 81 % above those of a kernel with the same policy up to U = 2.5 of 3
 * cores, and 1.8 times those at U = 3.
 */
#ifndef DAGSIM_PLATFORM_YASMIN_H
#define DAGSIM_PLATFORM_YASMIN_H

#include "platform/cost_table.h"
#include "sim/sim.h"

struct yasmin {
	dag_time tick;           /* 0: see above                          */
	bool scheduler_releases; /* successors, too                       */
	bool published;          /* with its faults                       */
};

#define YASMIN_TICK (5200 * NS_PER_US)

extern const struct yasmin yasmin_mended, yasmin_published;

/* The rules that come of it, for that workload. */
void yasmin_rules(const struct yasmin *y, const struct workload *w,
		  struct sim_rules *rules);

extern const struct cost_row yasmin_costs[];

#endif
