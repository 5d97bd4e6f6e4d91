/* edge.h - an admitted workload made as hard as its test lets it be
 *
 * A test that is too kind shows it where it nearly refuses.  So the deadlines
 * of some tasks are brought forward, and some batches made longer, each as
 * far as the test still admits the workload; which, and in which order, a
 * seed says.
 */
#ifndef DAGSIM_CHECK_EDGE_H
#define DAGSIM_CHECK_EDGE_H

#include "model/workload.h"

enum { EDGE_STEPS = 6 };

/* A copy of w, in `a`, that admits() admits, as w is; names and the like are
 * shared with w.  Times move in steps of `unit`. */
const struct workload *
edge_of(const struct workload *w, dag_time unit, uint64_t seed,
	bool (*admits)(void *ctx, const struct workload *w), void *ctx,
	struct arena *a);

#endif
