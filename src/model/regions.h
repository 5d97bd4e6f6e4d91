/* regions.h - parts of a node in which it cannot be preempted
 *
 * A region is written for the nominal time of its node and stretches with the
 * time that a job takes: a region over the second half of 10 ms is that over
 * the second half of 8 ms too.  Bounds are rounded down to whole nanoseconds.
 * A region holds from the very instant at which `from` is reached, and ends at
 * that at which `to` is.
 */
#ifndef DAGSIM_MODEL_REGIONS_H
#define DAGSIM_MODEL_REGIONS_H

#include "base/int128.h"
#include "base/time.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct region {
	dag_time from, to; /* 0 <= from < to <= base                          */
};
struct regions {
	dag_time base; /* the nominal time that they are written for          */
	uint32_t n;
	struct region item[]; /* ascending, apart                             */
};

static inline dag_time regions_bound(const struct regions *r, dag_time t,
				     dag_time total)
{
	assert(0 <= t && t <= r->base && r->base > 0);
	return (dag_time)((int128)t * total / r->base);
}

/* Is a job of `total`, of which `done` is done, in a region?  *until = the
 * work done at which that changes; `total` where it does not. */
static inline bool regions_hold(const struct regions *r, dag_time total,
				dag_time done, dag_time *until)
{
	for (uint32_t i = 0; i < r->n; i++) {
		dag_time from = regions_bound(r, r->item[i].from, total);
		dag_time to = regions_bound(r, r->item[i].to, total);

		if (done >= to || from == to)
			continue;
		*until = done >= from ? to : from;
		return done >= from;
	}
	*until = total;
	return false;
}

#endif
