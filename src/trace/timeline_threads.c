/* timeline_threads.c - threads, and what they see when they look what is ready
 *
 * A POLL and the SEEN records behind it are one thing to show, so they are
 * kept until all are there, or something else comes.
 */
#include "trace/timeline_state.h"
#include "base/arena.h"

#include <assert.h>

void timeline_poll_ends(struct timeline *t)
{
	if (!t->polling)
		return;
	t->polling = false;
	assert(t->poll.kind == TRACE_POLL);
	if (timeline_visible(t) && t->hooks->poll)
		t->hooks->poll(t->ctx, &t->poll, t->seen, t->n_seen);
}

static void poll_begins(struct timeline *t, const struct trace_rec *r)
{
	t->poll = *r;
	t->n_seen = 0;
	t->polling = true;
	if (r->a <= 0)
		timeline_poll_ends(t);
}

static void see(struct timeline *t, const struct trace_rec *r)
{
	if (!t->polling)
		return;
	array_reserve((void **)&t->seen, &t->cap_seen, t->n_seen + 1,
		      sizeof(*t->seen));
	t->seen[t->n_seen++] = *r;
	if ((uint64_t)t->poll.a <= t->n_seen)
		timeline_poll_ends(t);
}

/* Nothing is told of threads that the header does not know. */
static bool is_known(const struct timeline *t, const struct trace_rec *r)
{
	return t->h->platform && r->instance < t->h->platform->n_threads;
}

void timeline_thread(struct timeline *t, const struct trace_rec *r)
{
	if (r->kind == TRACE_SEEN) {
		see(t, r);
		return;
	}
	assert(!t->polling);
	if (!is_known(t, r))
		return;
	if (r->kind == TRACE_POLL)
		poll_begins(t, r);
	else if (timeline_visible(t) && t->hooks->thread)
		t->hooks->thread(t->ctx, r);
}
