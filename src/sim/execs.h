/* execs.h - three views of the executors, kept while they change
 *
 * Idle executors of a device are bits; the lowest is offered first.  Which
 * executor finishes next, and which of a device runs the job that is last in
 * order, are winners of tournaments: a binary tree over the executors whose
 * nodes name the better of their two sons.  A change replays the path from
 * one leaf to the root: log2(executors) comparisons, and none for a lone
 * executor.
 *
 * The tournament for the least urgent job is only sound while no executor of
 * the device is idle, as one that goes idle keeps its entry until it is busy
 * again; view.least_urgent says NONE meanwhile.
 *
 * Source: Knuth, The Art of Computer Programming 3, section 5.4.1.
 */
#ifndef DAGSIM_SIM_EXECS_H
#define DAGSIM_SIM_EXECS_H

#include "sim/state.h"

/* The finish of executor e is now t.  Of equals the lower number wins: a right
 * son beats its left brother only where it is strictly less. */
static inline void finish_replay(struct sim *s, uint32_t e, dag_time t)
{
	struct winner *tree = s->finish_tree;
	uint32_t i = s->finish_leaves + e;

	tree[i].key = t;
	for (; i > 1; i >>= 1) {
		struct winner other = tree[i ^ 1];
		bool better = (uint64_t)other.key < (uint64_t)t + (i & 1);

		e = better ? other.exec : e;
		t = better ? other.key : t;
		tree[i >> 1] = (struct winner){t, e};
	}
	s->next_finish = t;
}

/* Equal keys: the minor, then the tie. */
static inline bool standing_after(const struct device *d, uint32_t x,
				  uint32_t y)
{
	const struct standing *a = &d->standing[x], *b = &d->standing[y];

	return a->minor != b->minor ? a->minor > b->minor : a->tie > b->tie;
}

/* The standing of the device's executor e has changed, its key is `key`. */
static inline void standing_replay(struct device *d, uint32_t e, int64_t key)
{
	struct winner *tree = d->urgency_tree;
	uint32_t i = d->leaves + e;

	tree[i].key = key;
	for (; i > 1; i >>= 1) {
		struct winner other = tree[i ^ 1];
		bool better = other.key > key;

		if (__builtin_expect(other.key == key, 0))
			better = standing_after(d, other.exec, e);
		e = better ? other.exec : e;
		key = better ? other.key : key;
		tree[i >> 1] = (struct winner){key, e};
	}
}

static inline void offer_idle(struct device *d)
{
	uint32_t w = 0;

	d->view.idle = NONE;
	if (!d->n_idle)
		return;
	while (!d->idle[w])
		w++;
	d->view.idle = w * WORD_BITS + (uint32_t)__builtin_ctzll(d->idle[w]);
}

/* Called once the standing of every busy executor is right. */
static inline void offer_least_urgent(struct device *d)
{
	const struct winner *last = &d->urgency_tree[1];

	d->view.least_urgent =
		!d->n_idle && last->key != RANK_FIXED ? last->exec : NONE;
}

/* Something changed that the device could act upon. */
static inline void touch(struct sim *s, struct device *d)
{
	uint32_t at;

	if (d->dirty || (!d->n_idle && !d->preempts))
		return;
	d->dirty = true;
	at = s->first_dirty + s->n_dirty++;
	s->dirty[at < s->n_devices ? at : at - s->n_devices] = d;
}

#endif
