/* describe.c - where threads run, and the header of the trace */
#include "platform/platform.h"
#include "platform/server.h"

#include <assert.h>

bool platform_place(struct platform_config *c, struct arena *a,
		    struct dag_error *e)
{
	const struct workload *w = c->mapping->threads;
	struct placement *p;

	if (c->placement)
		return placement_check(c->placement, w,
				       c->policy->ops->traits.flags &
					       POLICY_BINDS,
				       c->policy->ops->name, e);
	p = ARENA_NEW(a, struct placement, 1);
	c->placement = p;
	return policy_place(c->policy, w, 0, a, p, e);
}

static void describe_callbacks(struct trace_platform *p,
			       const struct mapping *m, struct arena *a)
{
	const struct workload *w = m->workload;
	struct trace_callback *out =
		ARENA_NEW(a, struct trace_callback, w->n_nodes);

	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct callback *c = &m->callbacks[i];

		out[i] = (struct trace_callback){
			.executor = c->executor,
			.group = c->group,
			.type = c->type,
			.timer = c->type == CALLBACK_TIMER ? c->timer : 0,
			.join = c->join,
			.rank = m->entities[c->first_entity].rank,
			.queue = c->queue,
		};
	}
	p->callbacks = out;
}

/* Edges without registers, and when their messages go out. */
static void describe_edges(struct trace_header *h, struct trace_platform *p,
			   const struct mapping *m, struct arena *a)
{
	uint32_t total = m->workload->n_edges, n = 0;
	struct trace_edge *edges = ARENA_NEW(a, struct trace_edge, total + 1);
	struct ratio *by_edge = ARENA_NEW(a, struct ratio, total + 1);
	struct ratio *after = ARENA_NEW(a, struct ratio, total + 1);

	for (uint32_t i = 0; i < m->n_steps; i++)
		for (uint32_t k = 0; k < m->steps[i].n; k++)
			by_edge[m->out[m->steps[i].first + k]] =
				m->steps[i].after;
	for (uint32_t i = 0; i < total; i++) {
		if (m->registers[i])
			continue;
		edges[n] = h->edges[i];
		after[n++] = by_edge[i];
	}
	h->edges = edges;
	h->n_edges = n;
	p->after = after;
}

static void describe_executors(struct trace_platform *p,
			       const struct mapping *m, struct arena *a)
{
	struct trace_executor *out =
		ARENA_NEW(a, struct trace_executor, m->n_executors);
	struct trace_callback_group *groups =
		ARENA_NEW(a, struct trace_callback_group, m->n_groups);

	for (uint32_t i = 0; i < m->n_executors; i++) {
		const struct executor_plan *x = &m->executors[i];

		out[i] = (struct trace_executor){
			x->name,         x->kind,      x->distribution,
			x->first_thread, x->n_threads, x->timer_thread,
			x->instant};
	}
	for (uint32_t i = 0; i < m->n_groups; i++)
		groups[i] = (struct trace_callback_group){
			m->groups[i].name, m->groups[i].executor,
			m->groups[i].reentrant};
	p->executors = out;
	p->n_executors = m->n_executors;
	p->groups = groups;
	p->n_groups = m->n_groups;
}

static void describe_threads(struct trace_platform *p, const struct mapping *m,
			     struct arena *a)
{
	struct trace_thread *out =
		ARENA_NEW(a, struct trace_thread, m->n_threads);

	for (uint32_t i = 0; i < m->n_threads; i++) {
		const struct server *v = m->plans[i].server;

		out[i] = (struct trace_thread){
			.name = m->plans[i].name,
			.executor = m->plans[i].executor,
			.priority = m->threads->tasks[i].priority,
			.policy = m->plans[i].policy,
		};
		if (!v)
			continue;
		out[i].runtime = v->runtime;
		out[i].deadline = v->relative_deadline;
		out[i].period = v->period;
		out[i].reclaims = v->reclaims;
		out[i].yields = v->yields;
	}
	p->threads = out;
	p->n_threads = m->n_threads;
}

/* What the policy promises is about threads, not about the callbacks whose
 * records the trace has: so no order, and no work conserved. */
void platform_describe(struct trace_header *h, const struct platform_config *c,
		       struct arena *a)
{
	struct trace_platform *p = ARENA_NEW(a, struct trace_platform, 1);
	const struct mapping *m = c->mapping;

	REQUIRE(c->placement != NULL);
	p->name = m->preset->name;
	describe_callbacks(p, m, a);
	describe_edges(h, p, m, a);
	describe_executors(p, m, a);
	describe_threads(p, m, a);
	/* Threads wake up late, which no READY tells. */
	h->latency = (struct trace_latency){0};
	if (c->latency)
		p->wakes = c->latency->bounds;
	h->platform = p;
	h->policy = c->policy->ops->name;
	h->policy_order = TRACE_ORDER_OTHER;
	h->batch_rule = TRACE_BATCH_NONE;
	h->policy_flags = c->policy->ops->traits.flags & TRACE_TRAITS &
			  ~(uint32_t)(TRACE_WORK_CONSERVING | TRACE_FIFO_TIES);
	h->seed = c->seed;
	h->horizon = c->horizon;
	h->late = LATE_RUN;
}
