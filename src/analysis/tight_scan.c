/* tight_scan.c - walking the points of the tight test forwards
 *
 * Two kinds of events move a class: its next due point, and the instant at
 * which its streams become effective again (gap + 1 after a point).  Only
 * models that an event touched are evaluated anew; a tree over the models
 * keeps the sum of their costs and the best choice of who blocks and whose
 * job misses, so a point costs O(log) whatever the number of models.
 */
#include "analysis/tight.h"

#include <assert.h>

struct branch {
	int128 base, own, block, both;
};

struct event {
	dag_time t;
	uint32_t class;
};

struct scan {
	struct tight *t;
	struct event *heap;
	struct branch *tree; /* leaves at [width, 2 width)                   */
	uint32_t *dirty;     /* models touched at this instant               */
	bool *is_dirty, *inert; /* by model; by class                      */
	uint32_t n_heap, n_dirty, width;
};

/* --- events --- */

static bool before(struct event a, struct event b)
{
	return a.t < b.t || (a.t == b.t && a.class < b.class);
}

static void sift_down(struct scan *s, uint32_t i)
{
	struct event e = s->heap[i];
	uint32_t c;

	while ((c = 2 * i + 1) < s->n_heap) {
		if (c + 1 < s->n_heap && before(s->heap[c + 1], s->heap[c]))
			c++;
		if (!before(s->heap[c], e))
			break;
		s->heap[i] = s->heap[c];
		i = c;
	}
	s->heap[i] = e;
}

static void touch(struct scan *s, uint32_t model)
{
	if (s->is_dirty[model])
		return;
	s->is_dirty[model] = true;
	s->dirty[s->n_dirty++] = model;
}

/* The class has a due point now; its next event is the wake or the point. */
static void pass_point(struct scan *s, uint32_t i, dag_time t)
{
	const struct tight_class *c = &s->t->classes[i];
	struct tight_state *now = &s->t->models[c->model].now;

	if (!s->t->jobs[i])
		now->queued -= c->count;
	s->t->jobs[i]++;
	s->t->last[i] = t;
	now->n += c->count;
	if (!s->inert[i])
		now->inert += c->count;
	s->inert[i] = true;
	s->heap[0].t = t + (c->gap + 1 < c->period ? c->gap + 1 : c->period);
}

static void wake(struct scan *s, uint32_t i)
{
	const struct tight_class *c = &s->t->classes[i];

	s->t->models[c->model].now.inert -= c->count;
	s->inert[i] = false;
	s->heap[0].t = s->t->last[i] + c->period;
}

/* All events at the next instant; was one of them a due point? */
static bool pass_instant(struct scan *s, dag_time t)
{
	bool point = false;

	while (s->heap[0].t == t) {
		uint32_t i = s->heap[0].class;
		const struct tight_class *c = &s->t->classes[i];

		if (!s->t->jobs[i] || t - s->t->last[i] == c->period) {
			pass_point(s, i, t);
			point = true;
		} else {
			wake(s, i);
		}
		touch(s, c->model);
		sift_down(s, 0);
	}
	return point;
}

/* --- the tree --- */

static int128 larger(int128 a, int128 b)
{
	return a > b ? a : b;
}

static void join(struct scan *s, uint32_t i)
{
	const struct branch *l = &s->tree[2 * i], *r = &s->tree[2 * i + 1];
	int128 across = larger(l->own + r->block, l->block + r->own);

	s->tree[i] = (struct branch){
		.base = l->base + r->base,
		.own = larger(l->own, r->own),
		.block = larger(l->block, r->block),
		.both = larger(across, larger(l->both, r->both)),
	};
}

static void set_leaf(struct scan *s, uint32_t model)
{
	struct tight_terms x;

	tight_model_terms(s->t, &s->t->models[model], &x);
	s->tree[s->width + model] =
		(struct branch){x.base, x.own, x.block, x.both};
}

static int128 refresh(struct scan *s)
{
	while (s->n_dirty) {
		uint32_t m = s->dirty[--s->n_dirty];

		s->is_dirty[m] = false;
		set_leaf(s, m);
		for (uint32_t i = (s->width + m) / 2; i; i /= 2)
			join(s, i);
	}
	return s->tree[1].base + larger(s->tree[1].own, s->tree[1].both);
}

/* --- the walk --- */

static void set_up(struct scan *s, struct arena *a)
{
	struct tight *t = s->t;

	for (s->width = 2; s->width < t->n_models; s->width *= 2)
		;
	s->heap = ARENA_NEW(a, struct event, t->n_classes);
	s->tree = ARENA_NEW(a, struct branch, 2 * (size_t)s->width);
	s->dirty = ARENA_NEW(a, uint32_t, t->n_models);
	s->is_dirty = ARENA_NEW(a, bool, t->n_models);
	s->inert = ARENA_NEW(a, bool, t->n_classes);
	for (uint32_t i = 0; i < t->n_models; i++) {
		t->models[i].now =
			(struct tight_state){.queued = t->models[i].streams};
		touch(s, i);
	}
	for (uint32_t i = t->n_models; i < s->width; i++)
		s->tree[s->width + i] =
			(struct branch){0, TIGHT_IMPOSSIBLE, TIGHT_IMPOSSIBLE,
					TIGHT_IMPOSSIBLE};
	for (uint32_t i = 0; i < t->n_models; i++)
		set_leaf(s, i);
	for (uint32_t i = s->width; i-- > 1;)
		join(s, i);
	for (uint32_t i = 0; i < t->n_classes; i++) {
		t->jobs[i] = 0;
		t->last[i] = t->classes[i].due - t->classes[i].period;
		s->heap[i] = (struct event){t->classes[i].due, i};
	}
	s->n_heap = t->n_classes;
	for (uint32_t i = s->n_heap / 2; i-- > 0;)
		sift_down(s, i);
}

bool tight_first(struct tight *t, dag_time until, uint64_t max_points,
		 uint64_t *points, struct arena *a, struct tight_point *p)
{
	struct scan s = {.t = t};

	set_up(&s, a);
	while (s.heap[0].t <= until && max_points) {
		dag_time at = s.heap[0].t;

		if (!pass_instant(&s, at))
			continue;
		++*points;
		max_points--;
		if (refresh(&s) <= at)
			continue;
		p->t = tight_move(t, at);
		assert(p->t == at);
		tight_total(t, p);
		return true;
	}
	return false;
}
