/* timeline_ahead.c - what happens between records: overhead begins and ends,
 * and slices begin behind it; see timeline.h
 *
 * Of each executor it is known when something happens there next: the first
 * piece of its overhead begins or ends, or else the slice that waits for it
 * begins.  A heap says which executor is first; of several at one instant, the
 * one with the least number, so that the order is total.
 */
#include "trace/timeline_state.h"
#include "base/arena.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>

/* --- the heap --- */

static bool before(const struct timeline *t, uint32_t a, uint32_t b)
{
	if (t->ahead[a].due != t->ahead[b].due)
		return t->ahead[a].due < t->ahead[b].due;
	return a < b;
}

static void put(struct timeline *t, uint32_t place, uint32_t exec)
{
	t->next[place] = exec;
	t->ahead[exec].place = place;
}

static void sift_up(struct timeline *t, uint32_t exec)
{
	uint32_t at = t->ahead[exec].place;

	for (; at && before(t, exec, t->next[(at - 1) / 2]); at = (at - 1) / 2)
		put(t, at, t->next[(at - 1) / 2]);
	put(t, at, exec);
}

static void sift_down(struct timeline *t, uint32_t exec)
{
	uint32_t at = t->ahead[exec].place, n = t->h->n_execs;

	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child >= n)
			break;
		if (child + 1 < n &&
		    before(t, t->next[child + 1], t->next[child]))
			child++;
		if (before(t, exec, t->next[child]))
			break;
		put(t, at, t->next[child]);
		at = child;
	}
	put(t, at, exec);
}

void timeline_reckon(struct timeline *t, uint32_t exec)
{
	struct timeline_ahead *a = &t->ahead[exec];
	const struct timeline_slice *s = &t->slices[exec];
	dag_time due = DAG_TIME_MAX, was = a->due;

	if (a->first < a->n)
		due = a->under_way ? a->pieces[a->first].to
				   : a->pieces[a->first].from;
	else if (s->running && !s->begun)
		due = s->from;
	a->due = due;
	if (due < was)
		sift_up(t, exec);
	else if (due > was)
		sift_down(t, exec);
}

void timeline_ahead_init(struct timeline *t)
{
	size_t n = t->h->n_execs + (size_t)1;

	t->ahead = alloc_checked(calloc(n, sizeof(*t->ahead)));
	t->next = alloc_checked(malloc(n * sizeof(*t->next)));
	for (uint32_t i = 0; i < t->h->n_execs; i++) {
		t->ahead[i].due = DAG_TIME_MAX;
		put(t, i, i);
	}
}

void timeline_ahead_free(struct timeline *t)
{
	for (uint32_t i = 0; i < t->h->n_execs; i++)
		free(t->ahead[i].pieces);
	free(t->ahead);
	free(t->next);
}

/* --- overhead --- */

dag_time timeline_charge(struct timeline *t, const struct trace_rec *r)
{
	struct timeline_ahead *a = &t->ahead[r->exec];
	dag_time from = a->until > r->t ? a->until : r->t, to;

	to = r->a > DAG_TIME_MAX - 1 - from ? DAG_TIME_MAX - 1 : from + r->a;
	if (to <= from)
		return a->until;
	if (a->first == a->n)
		a->first = a->n = 0;
	array_reserve((void **)&a->pieces, &a->cap, a->n + 1,
		      sizeof(*a->pieces));
	a->pieces[a->n++] = (struct timeline_piece){from, to, r->index};
	a->until = to;
	return to;
}

static void begin_piece(struct timeline *t, uint32_t exec)
{
	struct timeline_ahead *a = &t->ahead[exec];
	const struct timeline_piece *p = &a->pieces[a->first];

	a->under_way = true;
	if (timeline_visible(t) && t->hooks->overhead)
		t->hooks->overhead(t->ctx, exec, p->from,
				   p->to < t->to ? p->to : t->to, p->what);
}

static void end_piece(struct timeline *t, uint32_t exec, dag_time at)
{
	struct timeline_ahead *a = &t->ahead[exec];

	assert(a->under_way && a->first < a->n);
	a->under_way = false;
	a->first++;
	if (timeline_visible(t) && t->hooks->overhead_end)
		t->hooks->overhead_end(t->ctx, exec, at);
}

void timeline_step(struct timeline *t)
{
	uint32_t exec = t->next[0];
	struct timeline_ahead *a = &t->ahead[exec];

	if (a->first == a->n)
		timeline_begin(t, &t->slices[exec]);
	else if (a->under_way)
		end_piece(t, exec, a->due);
	else
		begin_piece(t, exec);
	timeline_reckon(t, exec);
}

void timeline_ahead_open(struct timeline *t)
{
	for (uint32_t i = 0; i < t->h->n_execs; i++) {
		struct timeline_ahead *a = &t->ahead[i];

		if (a->under_way) {
			a->under_way = false; /* again, in the window */
			a->pieces[a->first].from = t->from;
		}
		timeline_reckon(t, i);
	}
}

void timeline_ahead_close(struct timeline *t, dag_time at)
{
	for (uint32_t i = 0; i < t->h->n_execs; i++)
		if (t->ahead[i].under_way)
			end_piece(t, i, at);
}
