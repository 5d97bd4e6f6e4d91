/* demand.c - see demand.h */
#include "analysis/demand.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define REACH_MAX (INT64_C(1) << 61)

struct event {
	dag_time t;
	uint32_t item;
};

/* The walk.  An item is either in the heap (counted exactly until its next
 * point) or in the ring (continued by its line since lines[i].at). */
struct walk {
	const struct demand_item *items; /* by first, then period        */
	int64_t *slope;    /* W / T over den, rounded up; > den: too steep  */
	dag_time *at;      /* point up to which the item is counted exactly */
	uint32_t *blocker; /* item with the largest block among i..n-1   */
	struct event *heap;
	uint32_t *ring; /* items on lines, oldest first                  */
	uint32_t n, n_heap, ring_first, n_ring, n_first;
	int64_t den, lines; /* sum of slopes of the ring                 */
	int64_t slopes;     /* of all items, at most den                     */
	int128 offset;      /* sum of slope * at of the ring             */
	dag_time counted;   /* exact part of the demand                  */
	dag_time riders;
	struct demand_trail *trail; /* or NULL                           */
	struct demand_result *out;
};

/* --- the heap of next points --- */

static bool before(struct event a, struct event b)
{
	return a.t < b.t || (a.t == b.t && a.item < b.item);
}

static void heap_push(struct walk *w, dag_time t, uint32_t item)
{
	struct event e = {t, item};
	uint32_t i = w->n_heap++;

	assert(i < w->n);
	while (i && before(e, w->heap[(i - 1) / 2])) {
		w->heap[i] = w->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	w->heap[i] = e;
}

static struct event heap_pop(struct walk *w)
{
	struct event top = w->heap[0], e = w->heap[--w->n_heap];
	uint32_t i = 0, c;

	while ((c = 2 * i + 1) < w->n_heap) {
		if (c + 1 < w->n_heap && before(w->heap[c + 1], w->heap[c]))
			c++;
		if (!before(w->heap[c], e))
			break;
		w->heap[i] = w->heap[c];
		i = c;
	}
	w->heap[i] = e;
	return top;
}

/* --- exact parts and lines --- */

/* The item is exact at `at`; from there it goes on by its line, unless lines
 * would then climb faster than time. */
static void continue_item(struct walk *w, uint32_t i)
{
	if (w->slope[i] > w->den - w->lines) {
		heap_push(w, w->at[i] + w->items[i].period, i);
		return;
	}
	w->lines += w->slope[i];
	w->offset += (int128)w->slope[i] * w->at[i];
	w->ring[(w->ring_first + w->n_ring++) % w->n] = i;
}

/* Counts the oldest line exactly up to t. */
static void retract_line(struct walk *w, dag_time t)
{
	uint32_t i = w->ring[w->ring_first];
	dag_time steps = (t - w->at[i]) / w->items[i].period;

	w->ring_first = (w->ring_first + 1) % w->n;
	w->n_ring--;
	w->lines -= w->slope[i];
	w->offset -= (int128)w->slope[i] * w->at[i];
	w->counted += steps * w->items[i].cost;
	w->at[i] += steps * w->items[i].period;
	w->out->points++;
	if (w->at[i] == t)
		continue_item(w, i);
	else
		heap_push(w, w->at[i] + w->items[i].period, i);
}

static bool has_old_line(const struct walk *w, dag_time t)
{
	return w->n_ring && w->at[w->ring[w->ring_first]] < t;
}

/* Takes every point at the next instant; returns that instant. */
static dag_time take_points(struct walk *w)
{
	dag_time t = w->heap[0].t;

	while (w->n_heap && w->heap[0].t == t) {
		struct event e = heap_pop(w);

		w->counted += w->items[e.item].cost;
		w->at[e.item] = t;
		w->out->points++;
		continue_item(w, e.item);
	}
	return t;
}

/* --- one instant --- */

static const struct demand_item *blocker_at(struct walk *w, dag_time t)
{
	while (w->n_first < w->n && w->items[w->n_first].first <= t)
		w->n_first++;
	return w->n_first < w->n ? &w->items[w->blocker[w->n_first]] : NULL;
}

/* A lower bound on den * slack; exact when no old line is left. */
static int128 scaled_slack(const struct walk *w, dag_time t, dag_time blocking)
{
	int128 spare = (int128)t - w->counted - blocking - w->riders;

	return spare * w->den - ((int128)w->lines * t - w->offset);
}

/* Every item is exact at t and the slack there is the smallest so far. */
static void record(struct walk *w, dag_time t, const struct demand_item *b)
{
	struct demand_result *r = w->out;
	struct demand_point p = {
		.t = t,
		.demand = w->counted,
		.blocking = b ? b->block : 0,
		.riders = w->riders,
		.blocker = b ? b->owner : UINT32_MAX,
	};

	p.slack = t - p.demand - p.blocking - p.riders;
	r->margin = p;
	r->has_margin = true;
	if (p.slack < 0 && !r->has_violation) {
		r->violation = p;
		r->has_violation = true;
		r->status = DEMAND_VIOLATED;
	}
}

/* A step with a reserve for those who come later: half of what the load
 * leaves, (1 - load) t / 2, if the exact slack has it.  Rounded down. */
static void leave_step(struct walk *w, dag_time t, dag_time blocking)
{
	struct demand_trail *l = w->trail;
	int128 slack, reserve = (int128)(w->den - w->slopes) * t / 2;

	while ((slack = scaled_slack(w, t, blocking)) < reserve &&
	       has_old_line(w, t))
		retract_line(w, t);
	assert(slack >= 0);
	array_reserve((void **)&l->steps, &l->cap, l->n + 1, sizeof(*l->steps));
	l->steps[l->n++] =
		(struct demand_step){t, (dag_time)(slack / w->den), blocking};
}

static void examine(struct walk *w, dag_time t, enum demand_goal goal)
{
	const struct demand_item *b = blocker_at(w, t);
	dag_time blocking = b ? b->block : 0;
	/* what a point has to promise for nothing to be recorded; at the
	 * first instant there are no old lines and no slack to beat */
	int128 enough = goal == DEMAND_VERDICT
				? 0
				: (int128)w->out->margin.slack * w->den;

	while (scaled_slack(w, t, blocking) < enough && has_old_line(w, t))
		retract_line(w, t);
	if (scaled_slack(w, t, blocking) < enough ||
	    (goal == DEMAND_MARGIN && !w->out->has_margin))
		record(w, t, b);
	else if (w->trail)
		leave_step(w, t, blocking);
}

/* Beyond `last` nothing new can come; DAG_TIME_MAX where no such instant is
 * known other than the end of the heap. */
static dag_time last_instant(const struct walk *w)
{
	if (load_side(&w->out->load) != LOAD_ONE || !w->n)
		return DAG_TIME_MAX;
	return w->items[w->n - 1].first + w->out->load.den;
}

static void run(struct walk *w, enum demand_goal goal, uint64_t max_points)
{
	struct demand_result *r = w->out;
	enum load_side side = load_side(&r->load);
	dag_time last = last_instant(w);

	while (w->n_heap && w->heap[0].t <= last) {
		if (r->points >= max_points || w->heap[0].t > REACH_MAX)
			break;
		r->reached = take_points(w);
		examine(w, r->reached, goal);
		if (r->has_violation &&
		    (goal == DEMAND_VERDICT || side == LOAD_ABOVE))
			break;
	}
	if (r->has_violation || side == LOAD_ABOVE)
		r->status = DEMAND_VIOLATED;
	else if (w->n_heap && w->heap[0].t <= last)
		r->status = DEMAND_GAVE_UP;
	r->margin_exact = goal == DEMAND_MARGIN && side != LOAD_ABOVE &&
			  (!w->n_heap || w->heap[0].t > last);
	if (goal == DEMAND_VERDICT || side == LOAD_ABOVE)
		r->has_margin = false;
}

/* --- setting up --- */

static int by_first(const void *x, const void *y)
{
	const struct demand_item *a = x, *b = y;

	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	if (a->period != b->period)
		return a->period < b->period ? -1 : 1;
	return (a->owner > b->owner) - (a->owner < b->owner);
}

/* Items with equal points are one item. */
static uint32_t merge_equal(struct demand_item *items, size_t n)
{
	uint32_t m = 0;

	for (size_t i = 0; i < n; i++) {
		struct demand_item *last = m ? &items[m - 1] : NULL;

		if (!last || last->first != items[i].first ||
		    last->period != items[i].period) {
			items[m++] = items[i];
			continue;
		}
		last->cost += items[i].cost;
		if (items[i].block > last->block) {
			last->block = items[i].block;
			last->owner = items[i].owner;
		}
	}
	return m;
}

static int64_t slope_of(const struct demand_item *item, int64_t den)
{
	uint128 period = (uint128)item->period;
	uint128 whole = (uint128)item->cost * (uint128)den;
	uint128 u = (whole + period - 1) / period;

	return u > (uint128)den ? den + 1 : (int64_t)u;
}

/* What is due before `from` is counted; the next point is in the heap.  With
 * from = 0 the items come sorted, and a push costs O(1). */
static void place(struct walk *w, uint32_t i, dag_time from)
{
	const struct demand_item *k = &w->items[i];
	dag_time steps = 0;

	if (k->first < from)
		steps = (from - 1 - k->first) / k->period + 1;
	w->counted += steps * k->cost;
	heap_push(w, k->first + steps * k->period, i);
}

static void set_up(struct walk *w, dag_time from, struct arena *a)
{
	uint32_t n = w->n, best = 0;

	w->slope = ARENA_NEW(a, int64_t, n);
	w->at = ARENA_NEW(a, dag_time, n);
	w->blocker = ARENA_NEW(a, uint32_t, n);
	w->heap = ARENA_NEW(a, struct event, n);
	w->ring = ARENA_NEW(a, uint32_t, n);
	w->den =
		w->out->load.exact ? w->out->load.den : INT64_C(1) << LOAD_BITS;
	for (uint32_t i = n; i-- > 0;) {
		if (i == n - 1 || w->items[i].block >= w->items[best].block)
			best = i;
		w->blocker[i] = best;
	}
	for (uint32_t i = 0; i < n; i++) {
		w->slope[i] = slope_of(&w->items[i], w->den);
		w->slopes += w->slope[i] < w->den - w->slopes
				     ? w->slope[i]
				     : w->den - w->slopes;
		place(w, i, from);
	}
}

static void solve(struct walk *w, struct demand_item *items, size_t n,
		  dag_time from, enum demand_goal goal, uint64_t max_points,
		  struct arena *a)
{
	struct demand_result *out = w->out;

	*out = (struct demand_result){.status = DEMAND_PASSES};
	load_init(&out->load);
	qsort(items, n, sizeof(*items), by_first);
	for (size_t i = 0; i < n; i++) {
		assert(items[i].period > 0 && items[i].first > 0);
		load_add(&out->load, items[i].cost, items[i].period, 1);
	}
	w->n = merge_equal(items, n);
	if (!w->n)
		return;
	set_up(w, from, a);
	run(w, goal, max_points);
}

void demand_solve(struct demand_item *items, size_t n, dag_time riders,
		  enum demand_goal goal, uint64_t max_points, struct arena *a,
		  struct demand_result *out)
{
	struct walk w = {.items = items, .riders = riders, .out = out};

	solve(&w, items, n, 0, goal, max_points, a);
}

void demand_resume(struct demand_item *items, size_t n, dag_time riders,
		   dag_time from, uint64_t max_points,
		   struct demand_trail *trail, struct arena *a,
		   struct demand_result *out)
{
	struct walk w = {
		.items = items, .riders = riders, .trail = trail, .out = out};

	solve(&w, items, n, from, DEMAND_VERDICT, max_points, a);
}
