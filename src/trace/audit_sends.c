/* audit_sends.c - messages under way: when they go out, in the middle of an
 * execution or with its end, and when they are there; see audit_platform.h */
#include "base/arena.h"
#include "trace/audit_platform.h"

#include <assert.h>
#include <inttypes.h>

/* --- a heap of messages, by time of arrival and then as they were sent --- */

static bool comes_before(const struct audit_way *x, const struct audit_way *y)
{
	return x->t != y->t ? x->t < y->t : x->number < y->number;
}

static void push(struct audit_platform *p, struct audit_way x)
{
	size_t i = p->n_ways++;

	array_reserve((void **)&p->ways, &p->cap_ways, p->n_ways, sizeof(x));
	for (; i && comes_before(&x, &p->ways[(i - 1) / 2]); i = (i - 1) / 2)
		p->ways[i] = p->ways[(i - 1) / 2];
	p->ways[i] = x;
}

static struct audit_way pop(struct audit_platform *p)
{
	struct audit_way first, last;
	size_t i = 0, c;

	assert(p->n_ways);
	first = p->ways[0];
	last = p->ways[--p->n_ways];
	while ((c = 2 * i + 1) < p->n_ways) {
		if (c + 1 < p->n_ways &&
		    comes_before(&p->ways[c + 1], &p->ways[c]))
			c++;
		if (!comes_before(&p->ways[c], &last))
			break;
		p->ways[i] = p->ways[c];
		i = c;
	}
	p->ways[i] = last;
	return first;
}

/* --- going out --- */

static bool ends_with(const struct ratio *after)
{
	return after->num == after->den;
}

/* To an input of a join, whose messages nothing tells but their being taken. */
static void send_input(struct audit *a, uint32_t slot, uint32_t edge,
		       dag_time t)
{
	struct audit_platform *p = a->platform;

	push(p, (struct audit_way){
			.t = audit_later(t, a->h->edges[edge].delay_min),
			.number = p->n_sent++,
			.instance = a->jobs[slot].instance,
			.entity = p->entity_of_edge[edge]});
}

/* The last of what a node waits for: when must it be ready, then? */
static void await(struct audit *a, uint32_t slot, uint32_t node, dag_time t,
		  bool told)
{
	struct audit_job *j = &a->jobs[slot];
	struct audit_node *n = audit_node_of(j, node);
	dag_time at = audit_later(t, audit_least_to_wake(a));

	if (at > n->ready_at)
		n->ready_at = at;
	if (!a->h->latency.releases_only) {
		n->ready_at = audit_later(n->ready_at, a->h->latency.least);
		n->ready_by = audit_later(n->ready_by, a->h->latency.most);
	}
	if (!told)
		audit_heap_push(
			&a->arrivals, n->ready_by,
			(struct audit_member){slot, j->generation, node});
}

/* The message of an edge goes out at t. */
static void send(struct audit *a, uint32_t slot, uint32_t edge, dag_time t)
{
	struct audit_job *j = &a->jobs[slot];
	uint32_t first = a->h->tasks[j->task].first_node;
	const struct trace_edge *e = &a->h->edges[edge];
	dag_time sent =
		audit_later(t, audit_least_overhead(a, OVERHEAD_MESSAGE));
	dag_time at = audit_later(sent, e->delay_min);
	dag_time by = audit_later(sent, e->delay);
	struct audit_node *n;
	bool told;

	if (e->to < first || e->to - first >= a->h->tasks[j->task].n_nodes)
		return; /* an edge between tasks means nothing */
	if (a->platform && a->platform->entity_of_edge[edge] != NONE) {
		send_input(a, slot, edge, t);
		return;
	}
	n = audit_node_of(j, e->to - first);
	if (at > n->ready_at)
		n->ready_at = at;
	if (by > n->ready_by)
		n->ready_by = by;
	told = audit_send(a, slot, e->to - first, e->delay, n->preds == 1);
	if (n->preds && !--n->preds)
		await(a, slot, e->to - first, t, told);
}

void audit_send_at_end(struct audit *a, uint32_t slot, uint32_t node)
{
	uint32_t v = a->h->tasks[a->jobs[slot].task].first_node + node;

	for (uint32_t i = a->first_succ[v]; i < a->first_succ[v + 1]; i++)
		if (!a->platform ||
		    ends_with(&a->h->platform->after[a->succ[i]]))
			send(a, slot, a->succ[i], a->now);
}

/* --- in the middle --- */

static dag_time point_of(const struct ratio *after, dag_time total)
{
	return (dag_time)((int128)total * after->num / after->den);
}

/* What the executor runs: its number, and the vertex. */
static struct audit_job *runs(const struct audit *a, const struct audit_exec *e,
			      uint32_t *vertex)
{
	struct audit_job *j;

	if (!e->busy || !e->started)
		return NULL;
	j = audit_member_job(a, e->members[0]);
	if (j)
		*vertex = a->h->tasks[j->task].first_node + e->members[0].node;
	return j;
}

/* What goes out as soon as its sender starts is there before others decide at
 * this instant, or after. */
static void cloud(struct audit *a, uint32_t edge)
{
	uint32_t to = a->h->edges[edge].to;

	a->platform->executors[audit_callback_of(a, to)->executor].hazy_t =
		a->now;
}

/* The messages that go out of what the executor runs, up to t. */
static void settle(struct audit *a, struct audit_exec *e, dag_time t)
{
	dag_time total, last = e->told_until;
	uint32_t v = 0;
	struct audit_job *j = runs(a, e, &v);

	if (!j)
		return;
	total = audit_node_of(j, e->members[0].node)->total;
	for (uint32_t i = a->first_succ[v]; i < a->first_succ[v + 1]; i++) {
		const struct ratio *after = &a->h->platform->after[a->succ[i]];
		dag_time point = point_of(after, total), at;

		at = e->run_from + point - (total - e->left) - e->done;
		if (ends_with(after) || point <= e->told_until || at > t)
			continue;
		if (at == e->began)
			cloud(a, a->succ[i]);
		send(a, e->members[0].slot, a->succ[i], at);
		last = point > last ? point : last;
	}
	e->told_until = last;
}

void audit_settle_points(struct audit *a, dag_time t)
{
	if (!a->platform || !a->platform->early)
		return;
	if (t > a->h->horizon)
		t = a->h->horizon;
	for (uint32_t i = 0; i < a->h->n_execs; i++)
		settle(a, &a->execs[i], t);
}

/* Driven off at the very instant at which it began: the messages that were due
 * then have gone out, or will when it goes on. */
void audit_doubt_points(struct audit *a, uint32_t exec)
{
	struct audit_exec *e = &a->execs[exec];
	struct audit_platform *p = a->platform;
	uint32_t v = 0;
	struct audit_job *j = runs(a, e, &v);

	if (!p || !p->early || !j || e->began != a->now)
		return;
	for (uint32_t i = a->first_succ[v]; i < a->first_succ[v + 1]; i++) {
		uint32_t edge = a->succ[i], to = a->h->edges[edge].to;
		const struct ratio *after = &a->h->platform->after[edge];
		dag_time total = audit_node_of(j, e->members[0].node)->total;

		if (ends_with(after) ||
		    point_of(after, total) != total - e->left)
			continue;
		if (p->entity_of_edge[edge] != NONE)
			p->executors[audit_callback_of(a, to)->executor].loose =
				true;
		else
			audit_node_of(j, to - a->h->tasks[j->task].first_node)
				->ready_by = DAG_TIME_MAX;
	}
}

/* --- being there --- */

void audit_settle_ways(struct audit *a, dag_time t)
{
	struct audit_platform *p = a->platform;

	while (p && p->n_ways && p->ways[0].t <= t) {
		struct audit_way x = pop(p);

		audit_arrive(a, x.entity, x.instance);
	}
}

/* The next time, not after t, at which something happens that no record tells:
 * t, if nothing does. */
dag_time audit_next_quiet(const struct audit *a, dag_time t)
{
	const struct audit_platform *p = a->platform;

	return p && p->n_ways && p->ways[0].t < t ? p->ways[0].t : t;
}
