/* load_timeless.c - nodes that take no time: out of the graph, into its edges
 *
 * Theory allows C = 0, and generators add such nodes as common sources and
 * sinks.  What such a node means is order alone: it ends the moment it is
 * ready, and needs no core for that.  So the same jobs, at the same times, run
 * without it once each successor waits for each predecessor itself, and
 * everything behind the loader, simulator and tests alike, only sees nodes
 * that take time.
 *
 * That cannot say all: at the border of the graph a message from or to such a
 * node has no node behind or before it that runs, and one that varies or has
 * bytes would come several times.  These are errors.
 *
 * In topological order each node gathers what it really waits for: from a
 * predecessor of no time all that this one has gathered.  Cost: O(nodes +
 * edges before and after).
 */
#include "model/load_dag.h"

#include <assert.h>
#include <string.h>

enum { EDGES_MAX = 1 << 22 };

/* Nodes count from the first of the DAG. */
struct timeless {
	struct loader *l;
	const struct dag *d;
	uint32_t n, n_edges;
	struct edge *edges; /* as they were                                 */
	bool *gone;
	uint32_t *topo;
	uint32_t *first_in, *next_in; /* edges into a node                  */
	/* Gathered: edges to the node k are those from first[k] to last[k]. */
	struct edge *out;
	uint32_t n_out, cap_out, *first, *last;
	uint32_t *seen_for, *seen_at; /* by node: its edge to seen_for - 1  */
};

static const char *name_of(const struct timeless *v, uint32_t k)
{
	assert(k < v->n);
	return v->l->w->nodes[v->d->first_node + k].name;
}

/* Where edge i is written, as far as that is still known. */
static const struct tree *place_of(const struct timeless *v, uint32_t i)
{
	bool divided = v->l->w->n_tasks > v->d->task + 1;

	assert(i < v->n_edges);
	return divided ? v->d->at : v->d->edge_at[i];
}

static bool is_timeless(const struct workload *w, const struct node *n)
{
	const struct model *m = &w->models[n->model];

	return m->resource == ON_CORE && m->latency[0] == 0;
}

static bool refuse(const struct timeless *v, uint32_t i, const char *why)
{
	const struct edge *x = &v->edges[i];
	uint32_t k = v->gone[x->from] ? x->from : x->to;

	return reader_error(&v->l->r, place_of(v, i),
			    "node '%s' takes no time, so the edge from '%s' to "
			    "'%s' %s; 1ns would do for a wcet",
			    name_of(v, k), name_of(v, x->from),
			    name_of(v, x->to), why);
}

static bool check_edge(const struct timeless *v, uint32_t i)
{
	const struct edge *x = &v->edges[i];

	if (!v->gone[x->from] && !v->gone[x->to])
		return true;
	if (x->drawn)
		return refuse(v, i, "cannot have a delay that varies");
	if (x->bytes)
		return refuse(v, i, "cannot carry bytes, which cost a core");
	return true;
}

/* Kahn's order, and the edges into each node. */
static void sort_topologically(struct timeless *v)
{
	struct arena *a = &v->l->scratch;
	uint32_t *left = ARENA_NEW(a, uint32_t, v->n), n = 0;
	uint32_t *first = ARENA_NEW(a, uint32_t, v->n);
	uint32_t *next = ARENA_NEW(a, uint32_t, v->n_edges);

	memset(first, 0xff, v->n * sizeof(*first));
	memset(v->first_in, 0xff, v->n * sizeof(*first));
	for (uint32_t i = v->n_edges; i-- > 0;) {
		const struct edge *x = &v->edges[i];

		left[x->to]++;
		next[i] = first[x->from];
		first[x->from] = i;
		v->next_in[i] = v->first_in[x->to];
		v->first_in[x->to] = i;
	}
	for (uint32_t k = 0; k < v->n; k++)
		if (!left[k])
			v->topo[n++] = k;
	for (uint32_t at = 0; at < n; at++)
		for (uint32_t i = first[v->topo[at]]; i != NONE; i = next[i])
			if (!--left[v->edges[i].to])
				v->topo[n++] = v->edges[i].to;
	assert(n == v->n);
}

static void out_room(struct timeless *v)
{
	struct edge *old = v->out;

	if (v->n_out < v->cap_out)
		return;
	v->cap_out = v->cap_out ? 2 * v->cap_out : 64;
	v->out = ARENA_NEW(&v->l->scratch, struct edge, v->cap_out);
	if (v->n_out)
		memcpy(v->out, old, v->n_out * sizeof(*old));
}

/* The node x.to waits for x.from, too; `i` is the edge that says so. */
static bool put(struct timeless *v, uint32_t i, struct edge x)
{
	struct edge *have;

	assert(!v->gone[x.from] && x.delay >= 0);
	if (v->seen_for[x.from] != x.to + 1) {
		if (v->n_out == EDGES_MAX)
			return refuse(v, i, "stands for more than 2^22 others");
		out_room(v);
		v->seen_for[x.from] = x.to + 1;
		v->seen_at[x.from] = v->n_out;
		v->out[v->n_out++] = x;
		return true;
	}
	have = &v->out[v->seen_at[x.from]];
	if ((have->drawn && x.delay > edge_least_delay(have)) ||
	    (x.drawn && have->delay > edge_least_delay(&x)))
		return reader_error(&v->l->r, place_of(v, i),
				    "two ways from '%s' to '%s', one through "
				    "nodes that take no time, have delays of "
				    "which one varies",
				    name_of(v, x.from), name_of(v, x.to));
	if (x.drawn || (!have->drawn && x.delay > have->delay)) {
		uint32_t bytes = have->bytes;

		*have = x;
		have->bytes += bytes;
	} else {
		have->bytes += x.bytes;
	}
	return true;
}

static bool gather_through(struct timeless *v, uint32_t i)
{
	struct edge x = v->edges[i];
	uint32_t from = x.from;

	if (v->first[from] == v->last[from] && x.delay)
		return refuse(v, i,
			      "cannot have a delay: no node runs before it");
	for (uint32_t k = v->first[from]; k < v->last[from]; k++) {
		struct edge via = v->out[k];

		if (via.delay > DAG_TIME_MAX - x.delay)
			return refuse(v, i, "has a delay beyond 2^63 ns");
		via.to = x.to;
		via.delay += x.delay;
		if (!put(v, i, via))
			return false;
	}
	return true;
}

static bool gather(struct timeless *v, uint32_t k)
{
	v->first[k] = v->n_out;
	for (uint32_t i = v->first_in[k]; i != NONE; i = v->next_in[i])
		if (v->gone[v->edges[i].from] ? !gather_through(v, i)
					      : !put(v, i, v->edges[i]))
			return false;
	v->last[k] = v->n_out;
	return true;
}

/* A message to a node of no time behind which nothing runs must take none. */
static bool check_ends(struct timeless *v)
{
	bool *leads_on = ARENA_NEW(&v->l->scratch, bool, v->n);

	for (uint32_t at = v->n; at-- > 0;) {
		uint32_t k = v->topo[at];

		leads_on[k] |= !v->gone[k];
		for (uint32_t i = v->first_in[k]; i != NONE;
		     i = v->next_in[i]) {
			if (!leads_on[k] && v->edges[i].delay)
				return refuse(v, i,
					      "cannot have a delay: no node "
					      "runs behind it");
			leads_on[v->edges[i].from] |= leads_on[k];
		}
	}
	return true;
}

static void remember(struct timeless *v, const char *task, const char *node)
{
	struct timeless_node *x =
		ARENA_NEW(&v->l->scratch, struct timeless_node, 1);

	*x = (struct timeless_node){task, node, v->l->timeless};
	v->l->timeless = x;
}

/* Takes the nodes out of one task, and says so. */
static bool shrink_task(struct timeless *v, struct task *t, uint32_t *n,
			uint32_t *place)
{
	struct workload *w = v->l->w;
	uint32_t first = *n, from = t->first_node, out = 0;
	const char *example = NULL;

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t k = from + i - v->d->first_node;

		place[k] = *n;
		if (!v->gone[k]) {
			w->nodes[(*n)++] = w->nodes[from + i];
			continue;
		}
		remember(v, t->name, w->nodes[from + i].name);
		if (!out++)
			example = w->nodes[from + i].name;
	}
	if (out == t->n_nodes)
		return reader_error(&v->l->r, v->d->at,
				    "no node of task '%s' takes any time, so "
				    "nothing of it would run",
				    t->name);
	t->first_node = first;
	t->n_nodes -= out;
	if (out)
		reader_warn(&v->l->r, v->d->at,
			    "task '%s': %s%s%s%s no time and %s on no core: "
			    "what comes behind waits for what comes before",
			    t->name, out > 1 ? "nodes ('" : "node '", example,
			    out > 1 ? "', ...)" : "'",
			    out > 1 ? " take" : " takes",
			    out > 1 ? "run" : "runs");
	return true;
}

/* What is left moves up: nodes, their models, edges. */
static bool rebuild(struct timeless *v)
{
	struct workload *w = v->l->w;
	uint32_t *place = ARENA_NEW(&v->l->scratch, uint32_t, v->n);
	uint32_t n = v->d->first_node, models;

	for (uint32_t t = v->d->task; t < w->n_tasks; t++)
		if (!shrink_task(v, &w->tasks[t], &n, place))
			return false;
	w->n_nodes = n;
	load_room(v->l, (struct load_counts){.edges = v->n_out});
	w->n_edges = v->d->first_edge;
	for (uint32_t i = 0; i < v->n_out; i++) {
		struct edge x = v->out[i];

		if (v->gone[x.to])
			continue;
		x.from = place[x.from];
		x.to = place[x.to];
		w->edges[w->n_edges++] = x;
	}
	/* The models of core nodes were added with them, in their order. */
	models = v->d->first_model;
	for (uint32_t m = v->d->first_model; m < w->n_models; m++)
		if (w->models[m].latency[0])
			w->models[models++] = w->models[m];
	w->n_models = models;
	return true;
}

/* Which model a core node has once those of no time are gone. */
static void renumber_models(struct timeless *v)
{
	struct workload *w = v->l->w;
	uint32_t first = v->d->first_model;
	uint32_t *gone = ARENA_NEW(&v->l->scratch, uint32_t,
				   (size_t)(w->n_models - first) + 1);

	for (uint32_t m = first; m < w->n_models; m++)
		gone[m - first + 1] =
			gone[m - first] + !w->models[m].latency[0];
	for (uint32_t k = 0; k < v->n; k++) {
		struct node *x = &w->nodes[v->d->first_node + k];

		if (x->model >= first)
			x->model -= gone[x->model - first];
	}
}

static bool take_out(struct timeless *v)
{
	for (uint32_t i = 0; i < v->n_edges; i++) {
		v->edges[i] = v->l->w->edges[v->d->first_edge + i];
		v->edges[i].from -= v->d->first_node;
		v->edges[i].to -= v->d->first_node;
	}
	for (uint32_t i = 0; i < v->n_edges; i++)
		if (!check_edge(v, i))
			return false;
	sort_topologically(v);
	for (uint32_t at = 0; at < v->n; at++)
		if (!gather(v, v->topo[at]))
			return false;
	if (!check_ends(v))
		return false;
	renumber_models(v);
	return rebuild(v);
}

bool dag_drop_timeless(struct loader *l, const struct dag *d)
{
	const struct workload *w = l->w;
	struct arena *a = &l->scratch;
	struct timeless v = {.l = l, .d = d};
	uint32_t found = 0;

	v.n = w->n_nodes - d->first_node;
	v.n_edges = w->n_edges - d->first_edge;
	v.gone = ARENA_NEW(a, bool, v.n);
	for (uint32_t k = 0; k < v.n; k++) {
		v.gone[k] = is_timeless(w, &w->nodes[d->first_node + k]);
		found += v.gone[k];
	}
	if (!found)
		return true;
	v.edges = ARENA_NEW(a, struct edge, v.n_edges);
	v.topo = ARENA_NEW(a, uint32_t, v.n);
	v.first_in = ARENA_NEW(a, uint32_t, v.n);
	v.next_in = ARENA_NEW(a, uint32_t, v.n_edges);
	v.first = ARENA_NEW(a, uint32_t, v.n);
	v.last = ARENA_NEW(a, uint32_t, v.n);
	v.seen_for = ARENA_NEW(a, uint32_t, v.n);
	v.seen_at = ARENA_NEW(a, uint32_t, v.n);
	return take_out(&v);
}
