/* assign.h - an order of fixed priorities that works, if there is one
 *
 * Audsley's assignment: the lowest level goes to any task that meets its
 * deadline behind all others, the next to any of the rest, and so on.  A
 * question fits it if the answer for a task depends on the set of those that
 * go before it (and of those that do not), never on their order.  Then, if no
 * task fits a level, no order of priorities passes the question at all.
 *
 * The tests of response.h fit.  On m cores those of rta.h do not, as they use
 * the responses of the tasks before; with their deadlines instead they do
 * (Davis, Burns, RTSS 2009).  What is found so also passes the tests
 * themselves, which are tighter; where nothing is found, an order may still
 * pass them.
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
#include "analysis/test.h"

/* Is task i surely in time if those for which before[j] holds go before it,
 * and all others after it? */
struct assign_question {
	bool (*fits)(void *ctx, uint32_t i, const bool *before);
	void *ctx;
};

/* Any question; fills priority[0..n_tasks), 0 most urgent, all different.
 * False where no task is found for priority level *level (the lower ones are
 * filled then). */
bool assign_levels(const struct analysis_set *s,
		   const struct assign_question *q, struct arena *a,
		   int32_t *priority, uint32_t *level);

/* Global scheduling on m fully preemptible cores, tasks with D <= T. */
bool assign_on_cores(const struct analysis_input *in, int32_t *priority,
		     uint32_t *level);

/* One executor.  False also where max_work terms were not enough. */
bool assign_priorities(const struct analysis_set *s, bool preemptive,
		       uint64_t max_work, struct arena *a, int32_t *priority,
		       uint32_t *level);

#endif
