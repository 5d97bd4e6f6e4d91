/* reclaim.h - GRUB: bandwidth that sleepers leave, for those that may have it
 *
 * With SCHED_FLAG_RECLAIM the budget of a running thread drains not by one a
 * ns but at
 *
 *     rate = max(u, Umax - Uinact - Uextra) / Umax
 *
 * of the run queue it is on, so that it runs on at the expense of bandwidth
 * that nobody has or that is not in use.  Umax is the part of a core that may
 * be reserved (0.95); Uinact the bandwidth of the threads of that run queue
 * that are inactive; Uextra what no thread has reserved, shared evenly among
 * the cores: Umax - (sum of all u) / m.  A thread that goes to sleep before
 * its 0-lag time (cbs_zero_lag) keeps its bandwidth active until then.  A
 * thread belongs to the run queue of the core on which it last was; its
 * bandwidth moves when it is dispatched elsewhere.
 *
 * Everything is a whole number of parts of `one`, a common denominator of all
 * u / m and of Umax, so rates are exact: `max` parts are Umax, a budget counts
 * in 1 / max ns, and a rate is a number of parts.  Where the denominator would
 * be above CBS_UNIT_MAX it is cut to about 2^39 and shares are rounded up
 * (a thread then drains faster by less than 2^-38); the kernel has 20 bits.
 *
 * Source: Linux, Documentation/scheduler/sched-deadline.rst and grub_reclaim
 * in kernel/sched/deadline.c; L. Abeni, J. Lelli, C. Scordino, L. Palopoli,
 * Greedy CPU Reclaiming for SCHED_DEADLINE, RTLWS 2014.
 */
#ifndef DAGSIM_PLATFORM_RECLAIM_H
#define DAGSIM_PLATFORM_RECLAIM_H

#include "platform/cbs.h"

struct reclaim_queue {
	uint64_t here, active; /* parts: of the threads here; of those active */
};

struct reclaim {
	uint64_t one, max, extra; /* parts                                */
	uint32_t m, n;
	struct reclaim_queue *queues; /* m                                */
	uint64_t *share;              /* n: u of each thread              */
	uint32_t *queue_of;           /* n                                */
	const uint32_t *home;         /* n: queue_of at first             */
	bool *active;                 /* n                                */
	bool exact; /* no share was rounded                               */
};

/* Bandwidths of n threads on m cores of which `limit` may be reserved, which
 * they keep within (cbs_admits).  All are inactive; thread i is on queue
 * home[i], which must outlive r.  Memory from `a`. */
void reclaim_init(struct reclaim *r, const struct cbs_params *const *p,
		  const uint32_t *home, uint32_t n, uint32_t m,
		  struct ratio limit, struct arena *a);

/* What the budgets of these threads count in: 1 / unit ns. */
static inline uint64_t reclaim_unit(const struct reclaim *r)
{
	return r->max;
}

/* The rate of a thread, in parts a ns: of one that reclaims, or of others. */
uint64_t reclaim_rate(const struct reclaim *r, uint32_t thread, bool reclaims);

/* It woke up, or is still within its 0-lag time; or that has passed. */
void reclaim_activate(struct reclaim *r, uint32_t thread);
void reclaim_deactivate(struct reclaim *r, uint32_t thread);

/* As at first: inactive, on its first queue. */
void reclaim_reset(struct reclaim *r, uint32_t thread);

/* It is dispatched on that core. */
void reclaim_move(struct reclaim *r, uint32_t thread, uint32_t core);

#endif
