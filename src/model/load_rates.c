/* load_rates.c - see load_rates.h */
#include "model/load_rates.h"

#include <assert.h>
#include <string.h>

/* Nodes are counted from the first of the DAG. */
struct division {
	struct loader *l;
	const struct dag *d;
	const struct timed_node *timed;
	struct edge *edges; /* as they were                               */
	uint32_t n, n_edges;
	uint32_t *rate;       /* by node: the node whose timer drives it    */
	uint32_t *part;       /* by node: the first node of its part        */
	uint32_t *place;      /* by node: where it goes                     */
	uint32_t kept, parts; /* edges within parts                         */
};

static const char *name_of(const struct division *v, uint32_t k)
{
	assert(k < v->n);
	return v->l->w->nodes[v->d->first_node + k].name;
}

static bool slower(const struct timed_node *x, const struct timed_node *y)
{
	assert(x->period && y->period);
	return x->period != y->period ? x->period > y->period
				      : x->offset > y->offset;
}

static bool within_part(const struct division *v, const struct edge *x)
{
	const struct timed_node *a = &v->timed[v->rate[x->from]];
	const struct timed_node *b = &v->timed[v->rate[x->to]];

	return !slower(a, b) && !slower(b, a);
}

static void copy_edges(struct division *v)
{
	assert(v->d->first_edge + v->n_edges == v->l->w->n_edges);
	for (uint32_t i = 0; i < v->n_edges; i++) {
		v->edges[i] = v->l->w->edges[v->d->first_edge + i];
		v->edges[i].from -= v->d->first_node;
		v->edges[i].to -= v->d->first_node;
	}
}

/* Hands its rate on to a node that has none of its own, or a faster one from
 * elsewhere. */
static void hand_on(struct division *v, uint32_t from, uint32_t to)
{
	uint32_t has = v->rate[to];

	assert(v->rate[from] != NONE);
	if (v->timed[to].period)
		return;
	if (has == NONE || slower(&v->timed[v->rate[from]], &v->timed[has]))
		v->rate[to] = v->rate[from];
}

/* In topological order, so that a rate is settled before it is handed on. */
static bool set_rates(struct division *v)
{
	struct arena *a = &v->l->scratch;
	uint32_t *preds = ARENA_NEW(a, uint32_t, v->n);
	uint32_t *first = ARENA_NEW(a, uint32_t, v->n);
	uint32_t *next = ARENA_NEW(a, uint32_t, v->n_edges);
	uint32_t *topo = ARENA_NEW(a, uint32_t, v->n), n = 0;

	memset(first, 0xff, v->n * sizeof(*first));
	for (uint32_t i = 0; i < v->n_edges; i++) {
		preds[v->edges[i].to]++;
		next[i] = first[v->edges[i].from];
		first[v->edges[i].from] = i;
	}
	for (uint32_t k = 0; k < v->n; k++) {
		v->rate[k] = v->timed[k].period ? k : NONE;
		if (!preds[k])
			topo[n++] = k;
	}
	for (uint32_t at = 0; at < n; at++) {
		uint32_t k = topo[at];

		if (v->rate[k] == NONE)
			return reader_error(&v->l->r, v->timed[k].map,
					    "node '%s' has neither a period "
					    "nor predecessors, so nothing "
					    "releases it",
					    name_of(v, k));
		for (uint32_t i = first[k]; i != NONE; i = next[i]) {
			hand_on(v, k, v->edges[i].to);
			if (!--preds[v->edges[i].to])
				topo[n++] = v->edges[i].to;
		}
	}
	assert(n == v->n);
	return true;
}

static uint32_t part_of(struct division *v, uint32_t k)
{
	while (v->part[k] != k)
		k = v->part[k] = v->part[v->part[k]];
	return k;
}

/* Nodes of one rate that edges connect; a part is named by its least. */
static void set_parts(struct division *v)
{
	for (uint32_t k = 0; k < v->n; k++)
		v->part[k] = k;
	for (uint32_t i = 0; i < v->n_edges; i++) {
		uint32_t x, y;

		if (!within_part(v, &v->edges[i]))
			continue;
		v->kept++;
		x = part_of(v, v->edges[i].from);
		y = part_of(v, v->edges[i].to);
		v->part[x > y ? x : y] = x > y ? y : x;
	}
	for (uint32_t k = 0; k < v->n; k++) {
		v->part[k] = part_of(v, k);
		v->parts += v->part[k] == k;
	}
}

/* --- the tasks --- */

static bool part_deadline(const struct division *v, uint32_t part,
			  struct task *t)
{
	const struct timed_node *least = NULL;

	for (uint32_t k = part; k < v->n; k++)
		if (v->part[k] == part && v->timed[k].deadline &&
		    (!least || v->timed[k].deadline < least->deadline))
			least = &v->timed[k];
	if (least)
		t->deadline = least->deadline;
	else if (v->l->opt->dag_deadline)
		t->deadline = v->l->opt->dag_deadline;
	else
		t->deadline = t->period;
	assert(t->deadline > 0);
	if (t->deadline <= SPAN_MAX)
		return true;
	return reader_error(&v->l->r,
			    least ? least->deadline_at : v->timed[part].map,
			    "the deadline of node '%s' is above 2^62 ns "
			    "(146 years)",
			    name_of(v, part));
}

/* The task of a part, its nodes in their order: `next` is the first free
 * place. */
static bool make_task(struct division *v, uint32_t part, struct task *t,
		      uint32_t *next)
{
	const struct timed_node *clock = &v->timed[v->rate[part]];
	const char *dag = dag_name(v->l, v->d), *node = name_of(v, part);

	if (strlen(dag) + 1 + strlen(node) > FIELD_NAME_MAX)
		return reader_error(&v->l->r, v->timed[part].map,
				    "the name of the task '%.32s.../%.32s...' "
				    "is longer than %d bytes",
				    dag, node, FIELD_NAME_MAX);
	*t = v->l->w->tasks[v->d->task];
	t->name = arena_printf(&v->l->w->arena, "%s/%s", dag, node);
	t->period = clock->period;
	t->phase = clock->offset;
	t->first_node = v->d->first_node + *next;
	t->n_nodes = 0;
	for (uint32_t k = part; k < v->n; k++)
		if (v->part[k] == part) {
			v->place[k] = (*next)++;
			t->n_nodes++;
		}
	assert(t->n_nodes > 0);
	return part_deadline(v, part, t);
}

/* Nodes and edges go where their tasks have them. */
static void move(struct division *v)
{
	struct workload *w = v->l->w;
	struct node *nodes = &w->nodes[v->d->first_node];
	struct node *old = ARENA_NEW(&v->l->scratch, struct node, v->n);
	uint32_t n = v->d->first_edge;

	memcpy(old, nodes, v->n * sizeof(*old));
	for (uint32_t k = 0; k < v->n; k++)
		nodes[v->place[k]] = old[k];
	for (uint32_t t = v->d->task; t < w->n_tasks; t++)
		for (uint32_t k = 0; k < w->tasks[t].n_nodes; k++)
			w->nodes[w->tasks[t].first_node + k].task = t;
	for (uint32_t i = 0; i < v->n_edges; i++) {
		struct edge x = v->edges[i];

		if (!within_part(v, &x))
			continue;
		x.from = v->d->first_node + v->place[x.from];
		x.to = v->d->first_node + v->place[x.to];
		w->edges[n++] = x;
	}
	w->n_edges = n;
}

static bool divide(struct division *v)
{
	struct workload *w = v->l->w;
	struct task *tasks = ARENA_NEW(&v->l->scratch, struct task, v->parts);
	uint32_t n = 0, next = 0;

	assert(v->d->task + 1 == w->n_tasks && v->parts > 1);
	if (v->parts - 1 > TASKS_MAX - w->n_tasks)
		return reader_error(&v->l->r, v->d->at,
				    "too many tasks (at most %d)", TASKS_MAX);
	for (uint32_t k = 0; k < v->n; k++)
		if (v->part[k] == k && !make_task(v, k, &tasks[n++], &next))
			return false;
	assert(n == v->parts && next == v->n);
	reader_warn(&v->l->r, v->d->at,
		    "DAG '%s' has timers of several rates: it becomes %u "
		    "tasks; of its edges, %u go from one to another and carry "
		    "data, but nothing waits for them",
		    dag_name(v->l, v->d), v->parts, v->n_edges - v->kept);
	load_room(v->l, (struct load_counts){.tasks = v->parts - 1});
	memcpy(&w->tasks[v->d->task], tasks, n * sizeof(*tasks));
	w->n_tasks += v->parts - 1;
	move(v);
	return true;
}

bool rates_divide(struct loader *l, const struct dag *d,
		  const struct timed_node *timed)
{
	struct arena *a = &l->scratch;
	struct division v = {.l = l, .d = d, .timed = timed};

	v.n = d->nodes.n;
	v.n_edges = l->w->n_edges - d->first_edge;
	v.edges = ARENA_NEW(a, struct edge, v.n_edges);
	v.rate = ARENA_NEW(a, uint32_t, v.n);
	v.part = ARENA_NEW(a, uint32_t, v.n);
	v.place = ARENA_NEW(a, uint32_t, v.n);
	copy_edges(&v);
	if (!set_rates(&v))
		return false;
	set_parts(&v);
	return divide(&v);
}
