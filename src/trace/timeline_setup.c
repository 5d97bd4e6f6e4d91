/* timeline_setup.c - memory, edges and queues of a timeline; see timeline.h */
#include "trace/timeline_state.h"
#include "base/arena.h"
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>

/* Lists, by the node at one end, the edges that touch it there. */
static void index_edges(const struct trace_header *h, bool by_target,
			uint32_t **first, uint32_t **edges)
{
	uint32_t *f = alloc_checked(calloc(h->n_nodes + (size_t)2, sizeof(*f)));
	uint32_t *e =
		alloc_checked(malloc((h->n_edges + (size_t)1) * sizeof(*e)));

	for (uint32_t i = 0; i < h->n_edges; i++)
		f[(by_target ? h->edges[i].to : h->edges[i].from) + 2]++;
	for (uint32_t k = 2; k < h->n_nodes + 2; k++)
		f[k] += f[k - 1];
	for (uint32_t i = 0; i < h->n_edges; i++)
		e[f[(by_target ? h->edges[i].to : h->edges[i].from) + 1]++] = i;
	*first = f;
	*edges = e;
}

static uint32_t queue_of_exec(const struct trace_header *h, uint32_t exec)
{
	return h->n_devices ? h->execs[exec].device : h->execs[exec].resource;
}

static void assign_queues(struct timeline *t)
{
	const struct trace_header *h = t->h;

	t->n_queues = h->n_devices ? h->n_devices : 2;
	t->queue_of = alloc_checked(malloc(h->n_nodes * sizeof(*t->queue_of)));
	t->queues = alloc_checked(calloc(t->n_queues, sizeof(*t->queues)));
	t->dirty = alloc_checked(malloc(t->n_queues * sizeof(*t->dirty)));
	for (uint32_t i = 0; i < h->n_execs; i++) {
		uint32_t q = queue_of_exec(h, i);

		if (q < t->n_queues)
			t->queues[q].served = true;
	}
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		uint32_t q = h->n_devices ? h->nodes[i].device
					  : h->nodes[i].resource;

		t->queue_of[i] =
			q < t->n_queues && t->queues[q].served ? q : NONE;
	}
}

void timeline_init(struct timeline *t, const struct trace_header *h,
		   const struct timeline_hooks *hooks, void *ctx, dag_time from,
		   dag_time to)
{
	REQUIRE(0 <= from && from < to);
	*t = (struct timeline){
		.sink = {.consume = timeline_consume},
		.h = h,
		.hooks = hooks,
		.ctx = ctx,
		.from = from,
		.to = to,
	};
	t->slices = alloc_checked(calloc(h->n_execs, sizeof(*t->slices)));
	for (uint32_t i = 0; i < h->n_execs; i++)
		t->slices[i].exec = i;
	timeline_ahead_init(t);
	index_edges(h, true, &t->in_first, &t->in_edges);
	index_edges(h, false, &t->out_first, &t->out_edges);
	assign_queues(t);
}

void timeline_free(struct timeline *t)
{
	if (!t->h)
		return;
	for (uint32_t i = 0; i < t->h->n_execs; i++)
		free(t->slices[i].members);
	timeline_ahead_free(t);
	for (size_t i = 0; i < t->cap_jobs; i++)
		free(t->jobs[i].nodes);
	free(t->slices);
	free(t->jobs);
	free(t->in_first);
	free(t->in_edges);
	free(t->out_first);
	free(t->out_edges);
	free(t->queue_of);
	free(t->queues);
	free(t->dirty);
	free(t->seen);
	jobmap_free(&t->map);
	*t = (struct timeline){0};
}

void timeline_queue_name(const struct timeline *t, uint32_t queue, char *buf,
			 size_t cap)
{
	const struct trace_header *h = t->h;
	const char *first = NULL, *last = NULL;
	uint32_t served = 0;

	for (uint32_t i = 0; i < t->n_queues; i++)
		served += t->queues[i].served;
	for (uint32_t i = 0; i < h->n_execs; i++) {
		if (queue_of_exec(h, i) != queue)
			continue;
		first = first ? first : h->execs[i].name;
		last = h->execs[i].name;
	}
	if (!first || served == 1)
		snprintf(buf, cap, "ready");
	else if (first == last)
		snprintf(buf, cap, "ready %s", first);
	else
		snprintf(buf, cap, "ready %s..%s", first, last);
}
