/* wakes.h - the kernel of a workload, as the latency of threads
 *
 * Where nodes run on threads of their platform, it is a thread that wakes up,
 * not a node: while it is awake, what arrives for it waits for no kernel.  So
 * a platform run draws one latency for each wake-up of a thread, as a function
 * of (seed, thread, number of the wake-up); the same law, bursts included, as
 * in a run of the simulator (model/latency.h).
 *
 * A law for each core: a thread that may run on one core alone has that
 * core's, others that of core 0.  With `wakeups: releases` only threads that
 * a node without predecessors wakes are late.
 */
#ifndef DAGSIM_PLATFORM_WAKES_H
#define DAGSIM_PLATFORM_WAKES_H

#include "platform/platform.h"

/* The latency of the workload's kernel for these threads, in `a`; NULL: the
 * workload has none.  It must outlive the run. */
const struct platform_latency *wakes_of(const struct workload *w,
					const struct mapping *m, uint64_t seed,
					struct arena *a);

#endif
