/* reclaim.c - see reclaim.h */
#include "platform/reclaim.h"

#include <assert.h>

static uint64_t divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* The least common multiple; 0 where that is above `most`, or a is 0. */
static uint64_t common(uint64_t a, uint64_t b, uint64_t most)
{
	uint128 x;

	if (a == 0)
		return 0;
	x = (uint128)(a / divisor(a, b)) * b;
	return x <= most ? (uint64_t)x : 0;
}

/* Parts of a whole core: a multiple of what all shares and the limit need,
 * and of m, as Uextra is divided by it. */
static void choose_parts(struct reclaim *r, const struct cbs_params *const *p,
			 struct ratio limit)
{
	const uint64_t least = (uint64_t)limit.den * r->m;
	uint64_t one = (uint64_t)limit.den;

	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t q = (uint64_t)p[i]->runtime;
		uint64_t t = (uint64_t)p[i]->period;

		one = common(one, t / divisor(q, t), CBS_UNIT_MAX / r->m);
	}
	r->exact = one > 0;
	r->one = one ? one * r->m : CBS_UNIT_MAX / 2 / least * least;
	r->max = r->one / (uint64_t)limit.den * (uint64_t)limit.num;
}

void reclaim_init(struct reclaim *r, const struct cbs_params *const *p,
		  const uint32_t *home, uint32_t n, uint32_t m,
		  struct ratio limit, struct arena *a)
{
	uint128 sum = 0;

	REQUIRE(m > 0 && m < 4096);
	REQUIRE(limit.num > 0 && limit.num <= limit.den);
	REQUIRE(limit.den <= 1000000);
	*r = (struct reclaim){.m = m, .n = n, .home = home};
	r->queues = ARENA_NEW(a, struct reclaim_queue, m);
	r->share = ARENA_NEW(a, uint64_t, n + 1u);
	r->queue_of = ARENA_NEW(a, uint32_t, n + 1u);
	r->active = ARENA_NEW(a, bool, n + 1u);
	choose_parts(r, p, limit);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t t = (uint64_t)p[i]->period;

		r->share[i] =
			(uint64_t)(((uint128)r->one * (uint64_t)p[i]->runtime +
				    t - 1) /
				   t);
		REQUIRE(home[i] < m);
		r->queue_of[i] = home[i];
		r->queues[home[i]].here += r->share[i];
		sum += r->share[i];
	}
	sum = (sum + m - 1) / m;
	r->extra = sum < r->max ? r->max - (uint64_t)sum : 0;
	assert(r->max > 0 && r->max <= r->one);
}

uint64_t reclaim_rate(const struct reclaim *r, uint32_t thread, bool reclaims)
{
	const struct reclaim_queue *q = &r->queues[r->queue_of[thread]];
	uint64_t u = r->share[thread], idle = q->here - q->active + r->extra;

	assert(q->here >= q->active);
	if (!reclaims)
		return r->max;
	return idle + u >= r->max ? u : r->max - idle;
}

void reclaim_activate(struct reclaim *r, uint32_t thread)
{
	assert(thread < r->n);
	if (r->active[thread])
		return;
	r->active[thread] = true;
	r->queues[r->queue_of[thread]].active += r->share[thread];
}

void reclaim_deactivate(struct reclaim *r, uint32_t thread)
{
	struct reclaim_queue *q = &r->queues[r->queue_of[thread]];

	assert(thread < r->n && r->active[thread]);
	assert(q->active >= r->share[thread]);
	r->active[thread] = false;
	q->active -= r->share[thread];
}

void reclaim_move(struct reclaim *r, uint32_t thread, uint32_t core)
{
	uint64_t u = r->share[thread];
	uint32_t from = r->queue_of[thread];

	assert(thread < r->n && core < r->m);
	if (from == core)
		return;
	r->queues[from].here -= u;
	r->queues[core].here += u;
	if (r->active[thread]) {
		r->queues[from].active -= u;
		r->queues[core].active += u;
	}
	r->queue_of[thread] = core;
}

void reclaim_reset(struct reclaim *r, uint32_t thread)
{
	if (r->active[thread])
		reclaim_deactivate(r, thread);
	reclaim_move(r, thread, r->home[thread]);
}
