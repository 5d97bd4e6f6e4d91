/* load_dag.c - see load_dag.h; the checks of the graph are in load_graph.c */
#include "model/load_dag.h"

#include <assert.h>
#include <string.h>

const char *dag_name(const struct loader *l, const struct dag *d)
{
	assert(d->first_node <= l->w->n_nodes);
	assert(d->task < l->w->n_tasks);
	return l->w->tasks[d->task].name;
}

bool dag_open(struct loader *l, struct dag *d, const struct task *task,
	      const struct tree *at, uint32_t n_nodes, uint32_t n_edges)
{
	struct workload *w = l->w;

	assert(task->name && at);
	assert(w->n_nodes <= NODES_MAX && w->n_tasks <= TASKS_MAX);
	if (!n_nodes)
		return reader_error(&l->r, at, "task '%s' has no nodes",
				    task->name);
	if (w->n_tasks == TASKS_MAX || n_nodes > NODES_MAX - w->n_nodes ||
	    n_edges > INT32_MAX - w->n_edges)
		return reader_error(&l->r, at,
				    "too many tasks, nodes or edges (at most "
				    "%d tasks, %d nodes)",
				    TASKS_MAX, NODES_MAX);
	load_room(l, (struct load_counts){1, n_nodes, n_edges, n_nodes});
	*d = (struct dag){
		.at = at,
		.task = w->n_tasks++,
		.first_node = w->n_nodes,
		.first_edge = w->n_edges,
		.first_model = w->n_models,
		.max_nodes = n_nodes,
		.max_edges = n_edges,
		.node_at = ARENA_NEW(&l->scratch, const struct tree *, n_nodes),
		.edge_at = ARENA_NEW(&l->scratch, const struct tree *, n_edges),
		.nodes = {ARENA_NEW(&l->scratch, struct named, n_nodes), 0},
		.strict = l->opt->strict,
	};
	w->tasks[d->task] = *task;
	w->tasks[d->task].first_node = w->n_nodes;
	return true;
}

struct node *dag_node(struct loader *l, struct dag *d, const char *name,
		      const struct tree *at)
{
	struct workload *w = l->w;
	uint32_t k = d->nodes.n++;

	assert(name && name[0]);
	assert(at->line >= 1 || !at->col);
	assert(k < d->max_nodes && w->n_nodes == d->first_node + k);
	d->node_at[k] = at;
	d->nodes.items[k] = (struct named){name, k};
	w->tasks[d->task].n_nodes++;
	w->nodes[w->n_nodes] =
		(struct node){.name = name, .task = d->task, .model = NONE};
	return &w->nodes[w->n_nodes++];
}

bool dag_runs_core(struct loader *l, struct dag *d, dag_time wcet,
		   dag_time bcet)
{
	struct workload *w = l->w;
	struct node *n = &w->nodes[w->n_nodes - 1];
	struct model *m = &w->models[w->n_models];
	dag_time *latency = ARENA_NEW(&w->arena, dag_time, 1);

	assert(w->n_nodes > 0 && w->n_models < l->room.models);
	assert(n->task == d->task && n->model == NONE);
	assert(0 <= wcet && 0 <= bcet && bcet <= wcet);
	if (l->cores_known && !w->platform.n_cores)
		return reader_error(&l->r, d->node_at[d->nodes.n - 1],
				    "node '%s' runs on a core, but the "
				    "platform has none",
				    n->name);
	if (wcet > LATENCY_MAX)
		return reader_error(&l->r, d->node_at[d->nodes.n - 1],
				    "the time of node '%s' is above 2^61 ns "
				    "(73 years)",
				    n->name);
	*latency = wcet;
	*m = (struct model){
		.name = arena_printf(&w->arena, "%s/%s", dag_name(l, d),
				     n->name),
		.resource = ON_CORE,
		.profile = PROFILE_NODE,
		.max_batch = 1,
		.latency = latency,
		.bcet = bcet,
		.wcet = wcet,
	};
	n->model = w->n_models++;
	return true;
}

bool dag_nodes_end(struct loader *l, struct dag *d)
{
	const struct named *list = d->nodes.items;

	assert(d->nodes.n == d->max_nodes);
	assert(d->first_node + d->nodes.n == l->w->n_nodes);
	index_sort(&d->nodes);
	for (uint32_t i = 1; i < d->nodes.n; i++) {
		if (strcmp(list[i - 1].name, list[i].name) != 0)
			continue;
		return reader_error(&l->r, d->node_at[list[i].index],
				    "task '%s' has two nodes named '%s'; the "
				    "first is in line %u",
				    dag_name(l, d), list[i].name,
				    d->node_at[list[i - 1].index]->line);
	}
	return true;
}

/* The node that an end of an edge names. */
static bool find_end(struct loader *l, const struct dag *d,
		     const struct tree *t, uint32_t *node)
{
	const char **names, *text;

	assert(d->nodes.n > 0);
	assert(node && t);
	if (!read_name(&l->r, t, "end of an edge", &text))
		return false;
	*node = index_find(&d->nodes, text);
	if (*node != NONE)
		return true;
	names = ARENA_NEW(&l->scratch, const char *, d->nodes.n);
	for (uint32_t i = 0; i < d->nodes.n; i++)
		names[i] = l->w->nodes[d->first_node + i].name;
	return reader_unknown(&l->r, t, "node", names, d->nodes.n);
}

bool dag_edge(struct loader *l, struct dag *d, const struct tree *at,
	      const struct tree *from, const struct tree *to, dag_time delay)
{
	struct workload *w = l->w;
	struct edge x = {.delay = delay};

	assert(w->n_edges < l->room.edges);
	assert(w->n_edges - d->first_edge < d->max_edges && delay >= 0);
	if (!find_end(l, d, from, &x.from) || !find_end(l, d, to, &x.to))
		return false;
	if (x.from == x.to)
		return reader_error(&l->r, at,
				    "task '%s': an edge leads from node '%s' "
				    "to itself",
				    dag_name(l, d), to->text);
	x.from += d->first_node;
	x.to += d->first_node;
	d->edge_at[w->n_edges - d->first_edge] = at;
	w->edges[w->n_edges++] = x;
	return true;
}

bool dag_close(struct loader *l, struct dag *d)
{
	assert(d->nodes.n == d->max_nodes);
	assert(l->w->tasks[d->task].n_nodes == d->max_nodes);
	return dag_check_graph(l, d);
}
