/* audit_joins.c - joins of message_filters: what they are fed, when they fire
 * and what they lose; see audit_platform.h
 *
 * Of an exact join all is known: it fires when it has a message of one job on
 * each input, then what it has of older jobs is lost; and it keeps so many
 * incomplete sets.  A fusion holds the newest message of each input, and fires
 * with the oldest job of them once it has all.  Which messages an approximate
 * join puts together is not judged, but that it has one on each input, and uses
 * each once. */
#include "base/arena.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t inputs_of(const struct trace_header *h, uint32_t node)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < h->n_edges; i++)
		n += h->edges[i].to == node;
	return n;
}

void audit_joins_new(struct audit_platform *p, const struct trace_header *h)
{
	p->joins = ARENA_NEW(&p->arena, struct audit_join *, h->n_nodes);
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		if (!audit_joins_jobs(&h->platform->callbacks[i]))
			continue;
		p->joins[i] = ARENA_NEW(&p->arena, struct audit_join, 1);
		p->joins[i]->fed = ARENA_NEW(&p->arena, uint64_t,
					     inputs_of(h, i) + (size_t)1);
		p->joins[i]->held = ARENA_NEW(&p->arena, uint64_t,
					      inputs_of(h, i) + (size_t)1);
	}
}

void audit_joins_free(struct audit_platform *p, const struct trace_header *h)
{
	for (uint32_t i = 0; i < h->n_nodes; i++)
		if (p->joins[i])
			free(p->joins[i]->partial);
}

static bool is_exact(const struct audit *a, uint32_t node)
{
	return audit_callback_of(a, node)->join == JOIN_EXACT;
}

static bool is_fusion(const struct audit *a, uint32_t node)
{
	return audit_callback_of(a, node)->join == JOIN_FUSION;
}

/* Does the auditor know when it fires? */
static bool is_known(const struct audit *a, uint32_t node)
{
	return (is_exact(a, node) || is_fusion(a, node)) &&
	       !audit_callback_of(a, node)->crossings;
}

static const char *name_of(const struct audit *a, uint32_t node)
{
	return a->h->nodes[node].name;
}

/* --- feeding --- */

static struct audit_partial *partial_of(struct audit_join *j, uint64_t instance)
{
	size_t i = j->n;

	while (i && j->partial[i - 1].instance > instance)
		i--;
	if (i && j->partial[i - 1].instance == instance)
		return &j->partial[i - 1];
	array_reserve((void **)&j->partial, &j->cap, j->n + 1,
		      sizeof(*j->partial));
	memmove(j->partial + i + 1, j->partial + i,
		(j->n++ - i) * sizeof(*j->partial));
	j->partial[i] = (struct audit_partial){instance, 0};
	return &j->partial[i];
}

static void remove_partial(struct audit_join *j, size_t i)
{
	j->n--;
	memmove(j->partial + i, j->partial + i + 1,
		(j->n - i) * sizeof(*j->partial));
}

static void feed_exact(struct audit *a, struct audit_join *j, uint32_t node,
		       uint64_t instance)
{
	struct audit_partial *x = partial_of(j, instance);

	if (++x->n < inputs_of(a->h, node))
		return;
	j->fires = true;
	j->full = instance;
}

static void feed_fusion(struct audit *a, struct audit_join *j, uint32_t node,
			uint32_t input, uint64_t instance)
{
	uint64_t oldest = UINT64_MAX;

	j->lost = j->held[input];
	j->held[input] = instance + 1;
	for (uint32_t i = 0; i < inputs_of(a->h, node); i++)
		if (j->held[i] - 1 < oldest)
			oldest = j->held[i] - 1;
	for (uint32_t i = 0; i < inputs_of(a->h, node); i++)
		if (!j->held[i])
			return;
	j->fires = true;
	j->full = oldest;
}

void audit_on_fed(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r), input = (uint32_t)(r->b - 1);
	struct audit_join *j = a->platform->joins[node];

	j->fed[input]++;
	a->platform->feeds = node;
	if (audit_callback_of(a, node)->crossings)
		return;
	if (is_exact(a, node))
		feed_exact(a, j, node, r->instance);
	else if (is_fusion(a, node))
		feed_fusion(a, j, node, input, r->instance);
}

/* --- losing --- */

static void lose_exact(struct audit *a, const struct trace_rec *r,
		       struct audit_join *j, uint32_t keeps)
{
	if (!j->n || j->partial[0].instance != r->instance ||
	    (j->fires ? r->instance >= j->full : j->n <= keeps)) {
		audit_fail(a, AUDIT_LOSS,
			   "%s is lost by a join that has room for it, or "
			   "something older",
			   NAMED(a, r));
		return;
	}
	j->losing = --j->partial[0].n > 0;
	if (!j->losing)
		remove_partial(j, 0);
}

static void lose_fusion(struct audit *a, const struct trace_rec *r,
			struct audit_join *j)
{
	if (j->lost != r->instance + 1)
		audit_fail(a, AUDIT_LOSS,
			   "%s is lost by a fusion, where no newer message "
			   "has driven it out",
			   NAMED(a, r));
	j->lost = 0;
}

void audit_on_unmatched(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	struct audit_join *j = a->platform->joins[node];
	uint32_t keeps = audit_callback_of(a, node)->join_queue;

	if (!j || r->a || r->b) {
		audit_fail(a, AUDIT_LOSS, "%s is lost by a join, but is none",
			   NAMED(a, r));
		return;
	}
	if (audit_callback_of(a, node)->crossings)
		return;
	if (a->platform->feeds != node) {
		audit_fail(a, AUDIT_LOSS,
			   "%s is lost by a join that is fed nothing",
			   NAMED(a, r));
		return;
	}
	if (is_exact(a, node))
		lose_exact(a, r, j, keeps);
	else if (is_fusion(a, node))
		lose_fusion(a, r, j);
}

/* --- firing --- */

static void fire_unknown(struct audit *a, const struct trace_rec *r,
			 struct audit_join *j)
{
	for (uint32_t i = 0; i < inputs_of(a->h, audit_vertex_of(a, r)); i++)
		if (j->fed[i] <= j->fired)
			audit_fail(a, AUDIT_EXECUTOR,
				   "%s has no message on input %u", NAMED(a, r),
				   i + 1);
	j->fired++;
}

void audit_on_fire(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	struct audit_join *j = a->platform->joins[node];
	bool exact = is_exact(a, node);

	if (!is_known(a, node)) {
		fire_unknown(a, r, j);
		return;
	}
	if (!j->fires || j->full != r->instance || j->lost ||
	    (exact && j->partial[0].instance != r->instance))
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s fires, but has not taken all its messages, or "
			   "keeps older ones",
			   NAMED(a, r));
	else if (exact)
		remove_partial(j, 0);
	for (uint32_t i = 0; !exact && i < inputs_of(a->h, node); i++)
		j->held[i] = 0;
	j->fires = false;
	a->platform->feeds = NONE;
}

void audit_check_fed(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;
	uint32_t node = p->feeds;
	struct audit_join *j;
	bool fires;

	if (node == NONE || r->kind == TRACE_LOST || r->kind == TRACE_DROP ||
	    r->kind == TRACE_MISS)
		return;
	j = p->joins[node];
	fires = r->kind == TRACE_READY && audit_vertex_of(a, r) == node;
	if (is_known(a, node) && j->fires && !fires)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%.80s has all its messages of job %" PRIu64
			   ", and does not fire",
			   name_of(a, node), j->full);
	if (is_exact(a, node) && !j->fires &&
	    (j->n > audit_callback_of(a, node)->join_queue || j->losing))
		audit_fail(a, AUDIT_LOSS,
			   "%.80s keeps more incomplete sets than it may, or "
			   "part of one",
			   name_of(a, node));
	if (j->lost && !fires)
		audit_fail(a, AUDIT_LOSS,
			   "%.80s drives out a message, and does not lose it",
			   name_of(a, node));
	if (fires)
		return; /* what it lost, and that it may, is judged there */
	j->fires = false;
	j->lost = 0;
	p->feeds = NONE;
}
