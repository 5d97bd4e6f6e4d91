/* randplat.h - random workloads for platforms
 *
 * Small DAGs at loads of 0.5 to 2.5 on 1 to 4 cores, times in `unit`, whose
 * messages are under way for a while or go out before their node ends, with
 * joins, timers and queues of all kinds, and sometimes an executor of several
 * threads that some of the nodes share.  The caller frees them.
 */
#ifndef DAGSIM_TESTS_RANDPLAT_H
#define DAGSIM_TESTS_RANDPLAT_H

#include "base/rng.h"
#include "model/workload.h"

struct workload *randplat_draw(struct rng *r, dag_time unit);

#endif
