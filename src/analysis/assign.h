/* assign.h - an order of fixed priorities that works, if there is one
 *
 * Audsley's assignment: the lowest level goes to any task that meets its
 * deadline behind all others, the next to any of the rest, and so on.  The
 * tests of response.h fit it, since the response of a task depends on the
 * set of those that go before it (and, without preemption, on the set of
 * those that do not), never on their order.  So if no task fits a level, no
 * order of priorities passes the test at all.
 *
 * Source: Audsley, YCS 164, 1991, and Information Processing Letters 79,
 * 2001; for non-preemptive tasks: George, Rivierre, Spuri, 1996.
 *
 * Cost: up to n^2 / 2 response times; about n where deadlines already give
 * the order, since candidates are tried in that order.
 */
#ifndef DAGSIM_ANALYSIS_ASSIGN_H
#define DAGSIM_ANALYSIS_ASSIGN_H

#include "analysis/response.h"

/* Fills priority[0..n_tasks), 0 most urgent, all different.  False where no
 * task is found for priority level *level (the lower ones are filled then),
 * or where max_work terms were not enough to find one. */
bool assign_priorities(const struct analysis_set *s, bool preemptive,
		       uint64_t max_work, struct arena *a, int32_t *priority,
		       uint32_t *level);

#endif
