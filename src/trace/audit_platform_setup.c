/* audit_platform_setup.c - the auditor's books of threads and executors, set up
 * from the header; see audit_platform.h */
#include "trace/audit_platform.h"

#include <stdlib.h>

/* An entity a callback; of joins one an input, of ranks that follow. */
static void list_entities(struct audit_platform *p,
			  const struct trace_header *h)
{
	uint32_t *n = ARENA_NEW(&p->arena, uint32_t, h->n_nodes);
	uint32_t total = 0;

	p->first_entity = ARENA_NEW(&p->arena, uint32_t, h->n_nodes);
	p->entity_of_edge = ARENA_NEW(&p->arena, uint32_t, h->n_edges + 1);
	for (uint32_t i = 0; i < h->n_edges; i++) {
		uint32_t to = h->edges[i].to;

		p->entity_of_edge[i] = NONE;
		if (audit_joins_jobs(&h->platform->callbacks[to]))
			p->entity_of_edge[i] = n[to]++;
		p->early |=
			h->platform->after[i].num != h->platform->after[i].den;
	}
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		p->first_entity[i] = total;
		total += n[i] ? n[i] : 1;
	}
	for (uint32_t i = 0; i < h->n_edges; i++)
		if (p->entity_of_edge[i] != NONE)
			p->entity_of_edge[i] += p->first_entity[h->edges[i].to];
	p->n_entities = total;
	p->entities = ARENA_NEW(&p->arena, struct audit_entity, total);
	for (uint32_t i = 0, k = 0, task = 0; i < h->n_nodes; i++) {
		task += i == h->tasks[task].first_node + h->tasks[task].n_nodes;
		for (uint32_t e = 0; e < (n[i] ? n[i] : 1); e++)
			p->entities[k++] = (struct audit_entity){
				.node = i,
				.task = task,
				.rank = h->platform->callbacks[i].rank + e,
				.is_input = n[i] > 0};
	}
}

/* Ranks of a header may be any, so they are not known to be below any bound
 * but this. */
static uint32_t ranks_of(const struct audit_platform *p,
			 const struct trace_header *h, uint32_t executor)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i < p->n_entities; i++) {
		const struct audit_entity *y = &p->entities[i];

		if (h->platform->callbacks[y->node].executor == executor &&
		    y->rank >= n)
			n = y->rank + 1;
	}
	return n;
}

static void open_executor(struct audit_platform *p,
			  const struct trace_header *h, uint32_t executor)
{
	struct audit_executor *x = &p->executors[executor];
	uint32_t n = ranks_of(p, h, executor);

	x->hazy_t = -1;
	x->entity_at = ARENA_NEW(&p->arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		x->entity_at[i] = NONE;
	bits_init(&x->ready, n, &p->arena);
	bits_init(&x->window, n, &p->arena);
}

/* Nobody tells when a message comes whose delay is drawn, or that is of another
 * task; workers take what they find. */
static void find_loose(struct audit_platform *p, const struct trace_header *h)
{
	for (uint32_t i = 0; i < p->n_entities; i++) {
		const struct audit_entity *y = &p->entities[i];
		const struct trace_callback *c =
			&h->platform->callbacks[y->node];
		struct audit_executor *x = &p->executors[c->executor];

		x->loose |= x->entity_at[y->rank] != NONE;
		x->entity_at[y->rank] = i;
		x->n_timers += c->type == CALLBACK_TIMER;
	}
	for (uint32_t i = 0; i < h->n_nodes; i++)
		if (h->platform->callbacks[i].crossings)
			p->executors[h->platform->callbacks[i].executor].loose =
				true;
	for (uint32_t i = 0; i < h->platform->n_executors; i++)
		p->executors[i].loose |=
			h->platform->executors[i].kind == EXECUTOR_WORKERS;
	for (uint32_t i = 0; i < h->n_edges; i++)
		if (p->entity_of_edge[i] != NONE &&
		    h->edges[i].delay_min != h->edges[i].delay)
			p->executors[h->platform->callbacks[h->edges[i].to]
					     .executor]
				.loose = true;
}

uint32_t audit_entity_of(const struct audit *a, const struct trace_rec *r,
			 int64_t input)
{
	const struct audit_platform *p = a->platform;
	uint32_t node = audit_vertex_of(a, r);
	uint32_t first = p->first_entity[node], end = p->n_entities;

	if (node + 1 < a->h->n_nodes)
		end = p->first_entity[node + 1];
	if (p->entities[first].is_input != (input != 0) || input < 0 ||
	    input > (int64_t)(end - first))
		return NONE;
	return first + (uint32_t)(input ? input - 1 : 0);
}

struct audit_platform *audit_platform_new(const struct trace_header *h)
{
	const struct trace_platform *t = h->platform;
	struct audit_platform *p = alloc_checked(calloc(1, sizeof(*p)));

	list_entities(p, h);
	audit_joins_new(p, h);
	p->executors =
		ARENA_NEW(&p->arena, struct audit_executor, t->n_executors);
	p->threads = ARENA_NEW(&p->arena, struct audit_thread, t->n_threads);
	p->busy = ARENA_NEW(&p->arena, uint32_t, t->n_groups);
	p->polling = p->called = p->asks = p->feeds = p->fed_group = NONE;
	p->cores = ARENA_NEW(&p->arena, struct audit_core, h->n_execs);
	p->waiting = ARENA_NEW(&p->arena, uint32_t, t->n_threads);
	for (uint32_t i = 0; i < t->n_threads; i++)
		p->threads[i] = (struct audit_thread){.blocked = true,
						      .core = NONE,

						      .blocked_at = -1};
	for (uint32_t i = 0; i < h->n_execs; i++)
		p->cores[i] = (struct audit_core){NONE, NONE, NONE, 0, -1, -1};
	for (uint32_t i = 0; i < t->n_executors; i++)
		open_executor(p, h, i);
	find_loose(p, h);
	p->lossy = ARENA_NEW(&p->arena, bool, p->n_entities);
	return p;
}

void audit_platform_free(struct audit_platform *p, const struct trace_header *h)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->n_entities; i++)
		free(p->entities[i].items);
	audit_joins_free(p, h);
	free(p->ways);
	for (uint32_t i = 0; i < h->platform->n_executors; i++) {
		free(p->executors[i].events[0].items);
		free(p->executors[i].events[1].items);
	}
	arena_free(&p->arena);
	free(p);
}
