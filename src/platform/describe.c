/* describe.c - where threads run, and the header of the trace */
#include "platform/classes.h"
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
			.join_queue = c->n_entities > 1 ? c->queue_size : 0,
		};
	}
	for (uint32_t i = 0; w->runtime && i < w->runtime->n_crossings; i++)
		out[w->runtime->crossings[i].to].crossings++;
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
			x->instant,      x->poll,      x->take};
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

static bool allows(const struct node *n, uint32_t core)
{
	uint32_t i = 0;

	while (i < n->n_cores && n->cores[i] != core)
		i++;
	return !n->cores || i < n->n_cores;
}

/* The cores of its device that it is bound to; where these are all that there
 * are nothing is said. */
static void describe_place(struct trace_thread *out,
			   const struct platform_config *c, uint32_t thread,
			   struct arena *a)
{
	const struct placement *p = c->placement;
	const struct device_place *d = &p->devices[p->device_of[thread]];
	const struct workload *w = c->mapping->threads;
	const struct node *n = &w->nodes[w->tasks[thread].first_node];
	uint32_t *cores = ARENA_NEW(a, uint32_t, d->n_exec);

	assert(d->resource == ON_CORE && d->n_exec > 0);
	for (uint32_t i = 0; i < d->n_exec; i++)
		if (allows(n, d->first_exec + i))
			cores[out->n_cores++] = d->first_exec + i;
	assert(out->n_cores > 0);
	if (out->n_cores < p->n_execs)
		out->cores = cores;
	else
		out->n_cores = 0;
}

static int64_t urgency_of(const struct policy *p, uint32_t thread)
{
	if (p->ops == &classes_ops)
		return classes_urgency(p, thread);
	return p->node_key ? p->node_key[thread] : 0;
}

static void describe_threads(struct trace_platform *p,
			     const struct platform_config *c, struct arena *a)
{
	const struct mapping *m = c->mapping;
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
		describe_place(&out[i], c, i, a);
		out[i].urgency = urgency_of(c->policy, i);
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

/* What threads of equal keys have in order, the trace tells, where nothing
 * but their waking up counts. */
static void describe_order(struct trace_platform *p,
			   const struct platform_config *c)
{
	const struct workload *t = c->mapping->threads;
	struct policy_traits traits = policy_promises(c->policy);
	int quantum = policy_param_index(c->policy->ops, "quantum");
	bool alike = true;

	for (uint32_t i = 1; i < t->n_tasks; i++)
		alike &= t->tasks[i].criticality == t->tasks[0].criticality;
	p->order = c->policy->ops == &classes_ops ? TRACE_ORDER_LINUX
						  : (uint32_t)traits.order;
	p->flags = traits.flags & TRACE_TRAITS;
	if (c->ties == THREAD_TIES_FIFO)
		p->flags |= TRACE_FIFO_TIES;
	if (!alike && p->flags & TRACE_CRITICAL_FIRST)
		p->flags &= ~(uint32_t)TRACE_FIFO_TIES;
	if (p->order != TRACE_ORDER_LINUX && quantum >= 0)
		p->quantum = c->policy->param[quantum];
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
	describe_threads(p, c, a);
	describe_order(p, c);
	/* Threads wake up late, which no READY tells. */
	h->latency = (struct trace_latency){0};
	p->wakes = c->latency ? c->latency->bounds
			      : (struct trace_latency){.bounded = true};
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
