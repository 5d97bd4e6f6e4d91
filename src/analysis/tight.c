/* tight.c - see tight.h */
#include "analysis/tight.h"

#include <assert.h>
#include <stdlib.h>

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* --- setting up --- */

static int by_model(const void *x, const void *y)
{
	const struct tight_class *a = x, *b = y;

	if (a->model != b->model)
		return a->model < b->model ? -1 : 1;
	if (a->due != b->due)
		return a->due < b->due ? -1 : 1;
	if (a->period != b->period)
		return a->period < b->period ? -1 : 1;
	if (a->gap != b->gap)
		return a->gap < b->gap ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

static void merge_classes(struct tight *t, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct tight_class *c = &t->classes[i];
		struct tight_class *l =
			t->n_classes ? &t->classes[t->n_classes - 1] : NULL;

		if (l && l->model == c->model && l->due == c->due &&
		    l->period == c->period && l->gap == c->gap)
			l->count++;
		else
			t->classes[t->n_classes++] = *c;
	}
}

static void take_classes(struct tight *t, const struct analysis_set *s,
			 struct arena *a)
{
	t->classes = ARENA_NEW(a, struct tight_class, s->n_tasks);
	t->first_due = ANALYSIS_TIME_MAX;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *k = &s->tasks[i];

		assert(k->due > 0 && k->deadline <= k->period);
		t->classes[i] = (struct tight_class){
			.period = k->period,
			.due = k->due,
			.gap = k->period - k->deadline,
			.per_tick = 1.0 / (double)k->period,
			.count = 1,
			.model = k->model,
			.task = i,
		};
		t->first_due = smaller(t->first_due, k->due);
		t->last_due = -smaller(-t->last_due, -k->due);
	}
	qsort(t->classes, s->n_tasks, sizeof(*t->classes), by_model);
	merge_classes(t, s->n_tasks);
	t->jobs = ARENA_NEW(a, uint64_t, t->n_classes);
	t->last = ARENA_NEW(a, dag_time, t->n_classes);
	t->period = ARENA_NEW(a, dag_time, t->n_classes);
	t->gap = ARENA_NEW(a, dag_time, t->n_classes);
	t->count = ARENA_NEW(a, uint32_t, t->n_classes);
	t->moved = ARENA_NEW(a, uint32_t, (size_t)t->n_classes + 1);
	for (uint32_t i = 0; i < t->n_classes; i++) {
		t->period[i] = t->classes[i].period;
		t->gap[i] = t->classes[i].gap;
		t->count[i] = t->classes[i].count;
		t->last[i] = t->classes[i].due - t->period[i];
	}
}

static void take_model(struct tight *t, struct tight_model *m,
		       const struct analysis_model *am, struct arena *a)
{
	m->table = am->cost;
	m->predicted = am->predicted[0];
	m->streams = m->now.queued = am->n_tasks;
	m->cap = am->max_batch < am->n_tasks ? am->max_batch : am->n_tasks;
	m->guarded = t->flags & TIGHT_GUARD && m->cap > 1;
	for (uint32_t b = 0; b < m->cap; b++)
		m->guarded &= am->predicted[b] >= am->cost[b];
	partition_init(&m->cost, m->table, m->cap, m->streams,
		       (t->flags & (TIGHT_PARTITION | TIGHT_LATER)) ==
			       TIGHT_PARTITION,
		       a);
}

void tight_refine(struct tight *t, struct arena *a)
{
	for (uint32_t i = 0; i < t->n_models; i++) {
		struct tight_model *m = &t->models[i];

		partition_init(&m->cost, m->table, m->cap, m->streams,
			       t->flags & TIGHT_PARTITION, a);
	}
}

/* Classes refer to the models that have streams, in their order. */
static void take_models(struct tight *t, const struct analysis_set *s,
			struct arena *a)
{
	uint32_t i = 0;

	t->models = ARENA_NEW(a, struct tight_model, s->n_models);
	while (i < t->n_classes) {
		uint32_t model = t->classes[i].model;
		struct tight_model *m = &t->models[t->n_models];

		m->first = i;
		for (; i < t->n_classes && t->classes[i].model == model; i++)
			t->classes[i].model = t->n_models;
		m->end = i;
		t->n_models++;
		take_model(t, m, &s->models[model], a);
	}
}

/* The steepest price of a due job of m: C(k)/k over sizes k, or w/1. */
static void steepest(const struct tight *t, const struct tight_model *m,
		     dag_time *cost, uint32_t *size)
{
	*cost = m->cost.w;
	*size = 1;
	if (!(t->flags & TIGHT_PARTITION))
		return;
	*cost = m->table[0];
	for (uint32_t k = 2; k <= m->cap; k++) {
		if ((int128)m->table[k - 1] * *size <= (int128)*cost * k)
			continue;
		*cost = m->table[k - 1];
		*size = k;
	}
}

static dag_time longest(const struct tight_model *m)
{
	dag_time most = 0;

	for (uint32_t b = 0; b < m->cap; b++)
		if (m->table[b] > most)
			most = m->table[b];
	return most;
}

dag_time tight_beyond(const struct tight *t, int128 x)
{
	const struct load *l = &t->load;
	int128 num = (int128)1 << LOAD_BITS, den;

	if (load_side(l) != LOAD_BELOW)
		return -1;
	den = num - (int128)l->high;
	if (l->exact) {
		num = l->den;
		den = l->den - (int128)l->num;
	}
	if (x <= 0)
		return 0;
	if (x > 2 * (int128)ANALYSIS_TIME_MAX)
		return -1;
	x = (x * num + den - 1) / den;
	return x > ANALYSIS_TIME_MAX ? -1 : (dag_time)x;
}

/* What a stream adds to LHS past `load * t`, rounded up.  Its due jobs are the
 * most right at a point, (t - D' + T)/T; with riders that must be effective
 * it rides from T - D later only, when J is what is left of T - D'. */
static int128 stream_intercept(const struct tight *t,
			       const struct tight_model *m,
			       const struct tight_class *k, dag_time cost,
			       uint32_t size)
{
	dag_time jitter = k->period - k->gap - k->due;
	int128 per = (int128)k->period * size;
	int128 due = ((int128)(k->period - k->due) * cost + per - 1) / per;
	int128 rides = ((int128)jitter * cost + per - 1) / per + m->cost.delta;

	if (!(t->flags & TIGHT_EFFECTIVE))
		return due + m->cost.delta;
	return due > rides ? due : rides;
}

/* L.  LHS(p) <= sum of g n + blocking + riders; see stream_intercept. */
static void find_limit(struct tight *t)
{
	dag_time block = 0;

	load_init(&t->load);
	for (uint32_t i = 0; i < t->n_models; i++) {
		struct tight_model *m = &t->models[i];
		dag_time cost;
		uint32_t size;

		steepest(t, m, &cost, &size);
		m->loose = (int128)m->cost.w * size > cost;
		if (longest(m) > block)
			block = longest(m);
		for (uint32_t c = m->first; c < m->end; c++) {
			const struct tight_class *k = &t->classes[c];

			load_add(&t->load, cost * k->count, k->period, size);
			t->intercept += stream_intercept(t, m, k, cost, size) *
					k->count;
		}
	}
	t->limit = tight_beyond(t, t->intercept + block);
	if (t->limit >= 0 && t->limit < t->last_due)
		t->limit = t->last_due;
}

struct tight *tight_new(const struct analysis_set *s, unsigned flags,
			struct arena *a)
{
	struct tight *t = ARENA_NEW(a, struct tight, 1);

	t->flags = flags;
	t->tick = set_tick(s);
	take_classes(t, s, a);
	take_models(t, s, a);
	find_limit(t);
	return t;
}

/* --- one point --- */

/* Streams of m that may still ride when s of them block. */
static uint64_t riders(const struct tight *t, const struct tight_model *m,
		       uint32_t s)
{
	bool one_less = t->flags & TIGHT_ONE_LESS && m->now.n > 0;
	uint64_t r = m->streams;

	if (t->flags & TIGHT_EFFECTIVE) {
		r -= m->now.inert;
		one_less &= m->now.inert == 0;
	}
	if (one_less)
		r--;
	return r > s ? r - s : 0;
}

/* Cost of m's due jobs and riders, where the job that misses is its. */
static int128 own_cost(const struct tight_model *m, uint64_t r)
{
	int128 all = partition_cost(&m->cost, m->now.n, r), guarded;

	if (!m->guarded)
		return all;
	guarded = m->predicted + partition_cost(&m->cost, m->now.n - 1, r);
	return guarded < all ? guarded : all;
}

void tight_model_terms(const struct tight *t, const struct tight_model *m,
		       struct tight_terms *out)
{
	uint32_t most = m->now.queued < m->cap ? m->now.queued : m->cap;
	uint64_t r = riders(t, m, 0);

	*out = (struct tight_terms){.own = TIGHT_IMPOSSIBLE,
				    .block = TIGHT_IMPOSSIBLE,
				    .both = TIGHT_IMPOSSIBLE};
	out->base = partition_cost(&m->cost, m->now.n, r);
	if (m->now.n)
		out->own = own_cost(m, r) - out->base;
	for (uint32_t s = 1; s <= most; s++) {
		int128 c = m->table[s - 1] - t->tick - out->base, x;

		r = riders(t, m, s);
		x = c + partition_cost(&m->cost, m->now.n, r);
		if (x > out->block) {
			out->block = x;
			out->block_size = s;
		}
		if (!m->now.n)
			continue;
		x = c + own_cost(m, r);
		if (x > out->both) {
			out->both = x;
			out->both_size = s;
		}
	}
}

/* floor(x / T) for 0 <= x < 2^61.  A division costs more than all the rest
 * of a visit; the product is off by a few units at most, and is mended. */
static dag_time whole_periods(const struct tight_class *c, dag_time x)
{
	dag_time q = (dag_time)((double)x * c->per_tick);

	while (q * c->period > x)
		q--;
	while (x - q * c->period >= c->period)
		q++;
	return q;
}

/* Class i at `to`; its model counts along.  Before the first point the last
 * one is at D' - T <= 0, after no jobs: nothing asks whether there was one. */
static void place_class(struct tight *t, uint32_t i, dag_time to)
{
	const struct tight_class *c = &t->classes[i];
	struct tight_state *now = &t->models[c->model].now;
	uint64_t jobs = (uint64_t)whole_periods(c, to - c->due + c->period);

	now->n += (jobs - t->jobs[i]) * c->count;
	if (!jobs != !t->jobs[i])
		now->queued += jobs ? -c->count : c->count;
	t->jobs[i] = jobs;
	t->last[i] = c->due + ((dag_time)jobs - 1) * c->period;
}

/* Moves the classes whose last point is not the one before `to` any more.
 * Most moves are short and most classes stay; a loop without a branch finds
 * the others, which no branch could foretell. */
static dag_time place_all(struct tight *t, dag_time to)
{
	const dag_time *last = t->last, *period = t->period;
	uint32_t *moved = t->moved, n_classes = t->n_classes, n = 0;
	dag_time p = 0;

	for (uint32_t i = 0; i < n_classes; i++) {
		bool moves = (uint64_t)(to - last[i]) >= (uint64_t)period[i];

		moved[n] = i;
		n += moves;
	}
	for (uint32_t k = 0; k < n; k++)
		place_class(t, moved[k], to);
	for (uint32_t i = 0; i < n_classes; i++)
		p = last[i] > p ? last[i] : p;
	return p > 0 ? p : -1;
}

dag_time tight_move(struct tight *t, dag_time to)
{
	dag_time p = place_all(t, to);

	assert(to >= 0);
	for (uint32_t i = 0; p >= 0 && i < t->n_models; i++) {
		struct tight_model *m = &t->models[i];
		uint32_t inert = 0;

		for (uint32_t k = m->first; k < m->end; k++) {
			uint32_t is_inert = p - t->last[k] <= t->gap[k];

			inert += is_inert * t->count[k];
		}
		m->now.inert = inert;
	}
	return p;
}

/* The best choice so far of who misses (own) and who blocks (block). */
struct choice {
	int128 own, block, both; /* the gain of each alone, and of a pair   */
	uint32_t own_at, block_at, pair_own, pair_block;
	uint32_t block_size, pair_size;
};

static void offer_pair(struct choice *c, int128 gain, uint32_t own,
		       uint32_t block, uint32_t size)
{
	if (gain <= c->both)
		return;
	c->both = gain;
	c->pair_own = own;
	c->pair_block = block;
	c->pair_size = size;
}

static void offer_own(struct choice *c, int128 own, uint32_t i)
{
	if (own <= c->own)
		return;
	c->own = own;
	c->own_at = i;
}

static void offer(struct choice *c, const struct tight_terms *x, uint32_t i)
{
	offer_pair(c, x->both, i, i, x->both_size);
	if (x->own > TIGHT_IMPOSSIBLE && c->block > TIGHT_IMPOSSIBLE)
		offer_pair(c, x->own + c->block, i, c->block_at, c->block_size);
	if (x->block > TIGHT_IMPOSSIBLE && c->own > TIGHT_IMPOSSIBLE)
		offer_pair(c, x->block + c->own, c->own_at, i, x->block_size);
	offer_own(c, x->own, i);
	if (x->block > c->block) {
		c->block = x->block;
		c->block_at = i;
		c->block_size = x->block_size;
	}
}

/* All streams of the model have had a due point: it cannot block. */
static int128 offer_due_only(const struct tight *t, struct choice *c,
			     uint32_t i)
{
	const struct tight_model *m = &t->models[i];
	uint64_t r = riders(t, m, 0);
	int128 base = partition_cost(&m->cost, m->now.n, r), own = 0;

	if (m->guarded)
		own = m->predicted - base +
		      partition_cost(&m->cost, m->now.n - 1, r);
	if (own > 0)
		own = 0;

	if (c->block > TIGHT_IMPOSSIBLE)
		offer_pair(c, own + c->block, i, c->block_at, c->block_size);
	offer_own(c, own, i);
	return base;
}

/* Splits the total: what the due jobs cost alone, the batch that blocks, and
 * the rest, which the riders add. */
static void split(const struct tight *t, struct tight_point *p)
{
	p->demand = p->blocking = 0;
	for (uint32_t i = 0; i < t->n_models; i++) {
		const struct tight_model *m = &t->models[i];

		p->demand += i == p->own_model
				     ? own_cost(m, 0)
				     : partition_cost(&m->cost, m->now.n, 0);
	}
	if (p->block_model != NONE)
		p->blocking =
			t->models[p->block_model].table[p->block_size - 1] -
			t->tick;
	p->riders = p->total - p->demand - p->blocking;
}

int128 tight_total(const struct tight *t, struct tight_point *p)
{
	struct choice c = {.own = TIGHT_IMPOSSIBLE,
			   .block = TIGHT_IMPOSSIBLE,
			   .both = TIGHT_IMPOSSIBLE};
	int128 sum = 0;
	bool blocked;

	for (uint32_t i = 0; i < t->n_models; i++) {
		struct tight_terms x;

		if (!t->models[i].now.queued) {
			sum += offer_due_only(t, &c, i);
			continue;
		}
		tight_model_terms(t, &t->models[i], &x);
		sum += x.base;
		offer(&c, &x, i);
	}
	assert(c.own > TIGHT_IMPOSSIBLE); /* at a point something is due */
	blocked = c.both > c.own;
	sum += blocked ? c.both : c.own;
	if (!p)
		return sum;
	p->total = sum;
	p->own_model = blocked ? c.pair_own : c.own_at;
	p->block_model = blocked ? c.pair_block : NONE;
	p->block_size = blocked ? c.pair_size : 0;
	split(t, p);
	return sum;
}
