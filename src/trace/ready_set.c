/* ready_set.c - see ready_set.h */
#include "trace/ready_set.h"
#include "base/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void ready_set_init(struct ready_set *s, const struct trace_header *h)
{
	*s = (struct ready_set){.h = h};
	s->source = alloc_checked(malloc(h->n_nodes * sizeof(*s->source)));
	memset(s->source, 1, h->n_nodes * sizeof(*s->source));
	for (uint32_t i = 0; i < h->n_edges; i++)
		s->source[h->edges[i].to] = false;
}

void ready_set_free(struct ready_set *s)
{
	jobmap_free(&s->map);
	jobmap_free(&s->alive);
	free(s->source);
	free(s->nodes);
	free(s->jobs);
	*s = (struct ready_set){0};
}

static uint32_t global(const struct ready_set *s, uint32_t task, uint32_t node)
{
	return s->h->tasks[task].first_node + node;
}

static void add(struct ready_set *s, const struct trace_rec *r, uint32_t node)
{
	uint32_t k = global(s, r->task, node);
	uint32_t slot = jobmap_find(&s->map, k, r->instance);
	uint32_t job = jobmap_find(&s->alive, r->task, r->instance);

	if (job == JOBMAP_NONE)
		return; /* it was never released */
	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&s->map, k, r->instance);
	array_reserve((void **)&s->nodes, &s->cap, s->map.n_slots,
		      sizeof(*s->nodes));
	s->nodes[slot] = s->jobs[job];
	s->nodes[slot].node = node;
}

static void leave(struct ready_set *s, const struct trace_rec *r, uint32_t node)
{
	uint32_t k = global(s, r->task, node);

	if (jobmap_find(&s->map, k, r->instance) != JOBMAP_NONE)
		jobmap_remove(&s->map, k, r->instance);
}

static void on_release(struct ready_set *s, const struct trace_rec *r)
{
	const struct trace_task *t = &s->h->tasks[r->task];
	uint32_t slot = jobmap_find(&s->alive, r->task, r->instance);

	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&s->alive, r->task, r->instance);
	array_reserve((void **)&s->jobs, &s->cap_jobs, s->alive.n_slots,
		      sizeof(*s->jobs));
	s->jobs[slot] = (struct ready_node){.instance = r->instance,
					    .release = r->t,
					    .deadline = r->a,
					    .task = r->task};
	for (uint32_t i = 0; !s->h->late_ready && i < t->n_nodes; i++)
		if (s->source[t->first_node + i])
			add(s, r, i);
}

static void on_end(struct ready_set *s, const struct trace_rec *r)
{
	for (uint32_t i = 0; i < s->h->tasks[r->task].n_nodes; i++)
		leave(s, r, i);
	if (jobmap_find(&s->alive, r->task, r->instance) != JOBMAP_NONE)
		jobmap_remove(&s->alive, r->task, r->instance);
}

void ready_set_take(struct ready_set *s, const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(s, r);
		break;
	case TRACE_READY:
	case TRACE_PREEMPT:
		add(s, r, r->node);
		break;
	case TRACE_START:
	case TRACE_RESUME:
		leave(s, r, r->node);
		break;
	case TRACE_FINISH:
		if (r->flags & TRACE_JOB_DONE)
			on_end(s, r);
		break;
	case TRACE_LOST:
		if (r->a)
			leave(s, r, r->node);
		break;
	case TRACE_DROP:
		on_end(s, r);
		break;
	default:
		break;
	}
}

static int compare(const struct ready_node *x, const struct ready_node *y,
		   bool by_deadline)
{
	dag_time a = by_deadline ? x->deadline : x->release;
	dag_time b = by_deadline ? y->deadline : y->release;

	if (a != b)
		return a < b ? -1 : 1;
	if (x->release != y->release)
		return x->release < y->release ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	if (x->instance != y->instance)
		return x->instance < y->instance ? -1 : 1;
	return (x->node > y->node) - (x->node < y->node);
}

static int by_deadline(const void *a, const void *b)
{
	return compare(a, b, true);
}

static int by_release(const void *a, const void *b)
{
	return compare(a, b, false);
}

size_t ready_set_list(const struct ready_set *s, struct ready_node *out,
		      size_t most)
{
	size_t n = 0;
	struct ready_node *all =
		alloc_checked(malloc((s->map.n + (size_t)1) * sizeof(*all)));

	for (size_t i = 0; i < s->map.cap; i++)
		if (s->map.cells[i].slot != JOBMAP_NONE)
			all[n++] = s->nodes[s->map.cells[i].slot];
	assert(n == s->map.n);
	qsort(all, n, sizeof(*all),
	      s->h->policy_order == TRACE_ORDER_EDF ? by_deadline : by_release);
	memcpy(out, all, (n < most ? n : most) * sizeof(*all));
	free(all);
	return n;
}
