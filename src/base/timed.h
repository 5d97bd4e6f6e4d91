/* timed.h - things that fall due: a heap by time, then tie
 *
 * A 4-ary heap of plain entries that grows by doubling; what an entry stands
 * for may be gone by the time it surfaces, so its owner looks at the tie to
 * see whether it still means the same job.  Starts as {0}; free with
 * timed_free.  Cost: O(log n) a push or a pop, O(1) a look.
 */
#ifndef DAGSIM_BASE_TIMED_H
#define DAGSIM_BASE_TIMED_H

#include "base/arena.h"
#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

struct timed {
	dag_time t;
	uint64_t tie;
	uint32_t job;
};

struct timed_heap {
	struct timed *items;
	size_t n, cap;
};

void timed_push(struct timed_heap *h, struct timed x);
struct timed timed_pop(struct timed_heap *h); /* requires n > 0 */
void timed_free(struct timed_heap *h);

static inline dag_time timed_next(const struct timed_heap *h)
{
	return h->n ? h->items[0].t : DAG_TIME_MAX;
}

#endif
