/* cbs.h - the constant bandwidth server of one thread, as Linux keeps it
 *
 * SCHED_DEADLINE gives a thread a budget Q (runtime) in every period P, to be
 * had within D of its start.  What the kernel keeps of it is little: a
 * scheduling deadline d, by which ready threads are ordered, and the budget
 * left, q.  This is that state and its moves, and nothing else: no queue, no
 * core, no clock; who schedules tells what happens when.
 *
 *   wake-up at t (cbs_wake), the first rule that fits:
 *     1  throttled, and the next period has not begun: stays so until then
 *     2  D < P and d < t < d - D + P: the work of the period is done and the
 *        thread is early: q := 0, throttled until d - D + P
 *     3  d < t, or q / (d - t) > Q / D, too much for the time left:
 *        D < P and t <= d:  q := floor((d - t) Q / D), d is kept (the
 *                           revised rule of constrained deadlines)
 *        else               d := t + D, q := Q
 *     4  d and q are kept
 *   while it runs q shrinks (cbs_consume); with q <= 0 the thread is throttled
 *   (cbs_settle) until the next period begins at d - D + P, which is d where
 *   D = P; then (cbs_replenish) d += P and q += Q, until q > 0; a d that still
 *   lies before now becomes now + D, with q = Q.  Yielding (cbs_yield) gives
 *   up the q that is left until then.
 *
 * All is exact.  Budgets count in units of 1 / unit ns; unit is 1 unless the
 * budget drains at a rate (reclaim.h), and then a rate is a whole number of
 * units for each ns.  The kernel compares densities without the last 10 bits
 * of each time and computes the revised rule with 20 bits of Q / D; here
 * neither is rounded.  An instant at which a rate exhausts a budget is the
 * first whole ns, so q may end below 0 by less than one ns' worth, and is
 * made good at the replenishment.
 *
 * Bounds: parameters up to CBS_SPAN_MAX, unit up to CBS_UNIT_MAX, so that no
 * product leaves 127 bits.  Instants up to SPAN_MAX.
 *
 * Source: Linux, Documentation/scheduler/sched-deadline.rst and
 * kernel/sched/deadline.c (read at a version of 2020); L. Abeni, G. Buttazzo,
 * Integrating Multimedia Applications in Hard Real-Time Systems, RTSS 1998;
 * L. Abeni, G. Lipari, J. Lelli, Constant Bandwidth Server Revisited, 2015
XX
 */
#ifndef DAGSIM_PLATFORM_CBS_H
#define DAGSIM_PLATFORM_CBS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

#define CBS_SPAN_MAX    (3600 * NS_PER_S)
#define CBS_UNIT_MAX    (UINT64_C(1) << 40)
#define CBS_RUNTIME_MIN INT64_C(1024) /* ns; the kernel refuses less      */

struct cbs_params {
	dag_time runtime, deadline, period; /* Q <= D <= P                */
	bool reclaim; /* SCHED_FLAG_RECLAIM: drains at the rate of reclaim.h */
};

/* What a wake-up did. */
enum cbs_wake {
	CBS_FIRST,     /* never woken before: d = t + D, q = Q              */
	CBS_THROTTLED, /* rule 1                                          */
	CBS_EARLY,     /* rule 2                                          */
	CBS_REVISED,   /* rule 3, constrained; with q = 0 throttled, too  */
	CBS_NEW,       /* rule 3                                          */
	CBS_KEPT,      /* rule 4                                          */
	CBS_WAKES
};
/* "first", "throttled", "early", "revised", "new", "kept", NULL. */
extern const char *const cbs_wake_names[];

struct cbs {
	struct cbs_params params;
	uint64_t unit;
	dag_time d;    /* scheduling deadline; means nothing before the first
			* wake-up                                         */
	int128 q;      /* budget left, in 1 / unit ns                     */
	dag_time next; /* replenished at, while throttled; else
			* DAG_TIME_MAX                                    */
	bool woken;    /* at least once                                   */
	bool awake;    /* has something to run                            */
	bool throttled;
};

/* What Linux accepts: Q at least CBS_RUNTIME_MIN, Q <= D <= P; and bounds.
 * False and *e (message only; `who` names the thread in it). */
bool cbs_check(const struct cbs_params *p, const char *who,
	       struct dag_error *e);

/* Does the sum of Q / P stay within limit x m?  Exact wherever the sum is a
 * fraction of 62 bits; else a sum nearer to the limit than n 2^-61 is held to
 * be above it.  Scratch-free; O(n). */
bool cbs_admits(const struct cbs_params *const *p, size_t n, uint32_t m,
		struct ratio limit);

/* A server that nobody has woken.  Requires 0 < Q <= D <= P <= CBS_SPAN_MAX
 * and 1 <= unit <= CBS_UNIT_MAX. */
void cbs_init(struct cbs *c, const struct cbs_params *p, uint64_t unit);

/* The thread, asleep before, has something to run at t. */
enum cbs_wake cbs_wake(struct cbs *c, dag_time t);

/* It has nothing to run any more.  cbs_settle first if it ran. */
void cbs_sleep(struct cbs *c);

/* It has run for dt at so many units a ns (without reclaiming: c->unit). */
void cbs_consume(struct cbs *c, dag_time dt, uint64_t rate);

/* For how long it can still run at that rate: rounded up to whole ns; 0 where
 * nothing is left. */
dag_time cbs_left(const struct cbs *c, uint64_t rate);

/* After running, at t: throttles the server if q <= 0, and replenishes it at
 * once where the next period has begun already.  True if it is throttled. */
bool cbs_settle(struct cbs *c, dag_time t);

/* sched_yield at t: as if the budget were used up.  True if throttled. */
bool cbs_yield(struct cbs *c, dag_time t);

/* The timer at t = c->next. */
void cbs_replenish(struct cbs *c, dag_time t);

/* May it run? */
static inline bool cbs_runnable(const struct cbs *c)
{
	return c->awake && !c->throttled;
}

/* Where the next period begins: d - D + P. */
static inline dag_time cbs_next_period(const struct cbs *c)
{
	return c->d - c->params.deadline + c->params.period;
}

/* The 0-lag time: d - q P / Q, from when on the bandwidth of a server that
 * sleeps is nobody's; rounded up, and at least d where nothing is left. */
dag_time cbs_zero_lag(const struct cbs *c);

#endif
