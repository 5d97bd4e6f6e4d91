/* nodes.c - static orders of nodes and tasks, computed before a run
 *
 * Everything that orders the nodes of a job without looking at the clock
 * becomes a permutation here, and that the last word among equals: so an
 * order of nodes costs nothing while the simulation runs.
 */
#include "policies/common.h"

#include "model/paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const node_order_names[] = {"index",        "priority",
					"longest_tail", "shortest_tail",
					"least_slack",  NULL};
const char *const priority_source_names[] = {"given", "rm", "dm", "node", NULL};

int64_t policy_param(const struct policy *p, const char *name)
{
	int i = policy_param_index(p->ops, name);

	assert(i >= 0);
	return p->param[i];
}

struct ranked_node {
	uint32_t task, node, place;
	int64_t key;
};

static int by_task_then_key(const void *pa, const void *pb)
{
	const struct ranked_node *a = pa, *b = pb;

	if (a->task != b->task)
		return a->task < b->task ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* What is behind a node: its tail without itself. */
static dag_time behind(const struct workload *w, const dag_time *tail,
		       uint32_t node)
{
	dag_time own = w->models[w->nodes[node].model].latency[0];

	assert(tail[node] >= own);
	return tail[node] - own;
}

static int64_t order_key(const struct workload *w, const dag_time *tail,
			 uint32_t node, enum node_order order)
{
	switch (order) {
	case NODES_BY_PRIORITY:
		return w->nodes[node].priority;
	case NODES_LONGEST_TAIL:
		return -tail[node];
	case NODES_SHORTEST_TAIL:
		return tail[node];
	case NODES_LEAST_SLACK:
		return -behind(w, tail, node);
	case NODES_BY_INDEX:
	case NODE_ORDERS:
		break;
	}
	return 0;
}

static const uint32_t *rank_nodes(const struct workload *w,
				  const dag_time *tail, enum node_order order,
				  struct arena *a)
{
	struct arena scratch = {0};
	struct ranked_node *list =
		ARENA_NEW(&scratch, struct ranked_node, w->n_nodes);
	uint32_t *rank = ARENA_NEW(a, uint32_t, w->n_nodes);

	for (uint32_t i = 0; i < w->n_nodes; i++)
		list[i] = (struct ranked_node){w->nodes[i].task, i, i,
					       order_key(w, tail, i, order)};
	if (order == NODES_LONGEST_TAIL) {
		/* equal tails as analysis/dag.h ranks them */
		const uint32_t *topo = paths_order(w, &scratch);

		for (uint32_t i = 0; i < w->n_nodes; i++)
			list[topo[i]].place = i;
	}
	qsort(list, w->n_nodes, sizeof(*list), by_task_then_key);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		rank[list[i].node] = i;
	arena_free(&scratch);
	return rank;
}

/* -(what is behind the node): added to the deadline of its job. */
static const int64_t *slack_keys(const struct workload *w, const dag_time *tail,
				 struct arena *a)
{
	int64_t *key = ARENA_NEW(a, int64_t, w->n_nodes);

	for (uint32_t i = 0; i < w->n_nodes; i++)
		key[i] = -behind(w, tail, i);
	return key;
}

/* Does `order` say nothing of the nodes of any job?  Then it is left to ties.
 */
static bool says_nothing(const struct workload *w, enum node_order order)
{
	if (order == NODES_BY_INDEX || w->n_tasks == w->n_nodes)
		return true;
	for (uint32_t i = 1; i < w->n_nodes; i++)
		if (order != NODES_BY_PRIORITY ||
		    (w->nodes[i].task == w->nodes[i - 1].task &&
		     w->nodes[i].priority != w->nodes[i - 1].priority))
			return false;
	return true;
}

static const uint32_t *first_nodes(const struct workload *w, struct arena *a)
{
	uint32_t *first = ARENA_NEW(a, uint32_t, w->n_tasks);

	for (uint32_t i = 0; i < w->n_tasks; i++)
		first[i] = w->tasks[i].first_node;
	return first;
}

bool policy_prepare_nodes(struct policy *p, const struct workload *w,
			  struct arena *a, struct dag_error *e)
{
	enum node_order order = (enum node_order)policy_param(p, "node_order");
	struct arena scratch = {0};
	dag_time *tail;

	(void)e;
	assert(order < NODE_ORDERS);
	p->first_node = first_nodes(w, a);
	if (says_nothing(w, order))
		return true;
	tail = ARENA_NEW(&scratch, dag_time, w->n_nodes);
	paths_tails(w, tail);
	p->node_rank = rank_nodes(w, tail, order, a);
	if (order == NODES_LEAST_SLACK && p->ops->traits.order != ORDER_FIXED) {
		p->node_key = slack_keys(w, tail, a);
		p->order = ORDER_OTHER; /* not that of the jobs' deadlines */
	}
	arena_free(&scratch);
	return true;
}

struct ranked_task {
	uint32_t task;
	int64_t key;
};

static int by_key(const void *pa, const void *pb)
{
	const struct ranked_task *a = pa, *b = pb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

/* 0, 1, ... in the order of periods or deadlines, by task. */
static void rank_tasks(const struct workload *w, bool by_deadline,
		       int64_t *rank)
{
	struct arena scratch = {0};
	struct ranked_task *list =
		ARENA_NEW(&scratch, struct ranked_task, w->n_tasks);

	for (uint32_t i = 0; i < w->n_tasks; i++)
		list[i] = (struct ranked_task){i, by_deadline
							  ? w->tasks[i].deadline
							  : w->tasks[i].period};
	qsort(list, w->n_tasks, sizeof(*list), by_key);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		rank[list[i].task] = i;
	arena_free(&scratch);
}

bool policy_prepare_priorities(struct policy *p, const struct workload *w,
			       struct arena *a, struct dag_error *e)
{
	enum priority_source source =
		(enum priority_source)policy_param(p, "priority");
	int64_t *key = ARENA_NEW(a, int64_t, w->n_nodes);
	int64_t *rank = ARENA_NEW(a, int64_t, w->n_tasks);

	if (policy_param_index(p->ops, "node_order") < 0)
		p->first_node = first_nodes(w, a);
	else if (!policy_prepare_nodes(p, w, a, e))
		return false;
	for (uint32_t i = 0; i < w->n_tasks; i++)
		rank[i] = w->tasks[i].priority;
	if (source == PRIORITY_RM || source == PRIORITY_DM)
		rank_tasks(w, source == PRIORITY_DM, rank);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		key[i] = source == PRIORITY_NODE ? w->nodes[i].priority
						 : rank[w->nodes[i].task];
	p->node_key = key;
	return true;
}

struct policy_traits policy_promises(const struct policy *p)
{
	struct policy_traits t = p->ops->traits;
	const uint32_t spread = POLICY_PARTITIONED | POLICY_CLUSTERED;
	int order = policy_param_index(p->ops, "node_order");
	int source = policy_param_index(p->ops, "priority");
	int size = policy_param_index(p->ops, "cluster_size");

	t.order = p->order;
	if (order >= 0 && p->param[order] == NODES_LONGEST_TAIL)
		t.flags |= POLICY_TAIL_FIRST;
	if (source >= 0 && p->param[source] == PRIORITY_NODE)
		t.order = ORDER_OTHER; /* not one of tasks */
	if (t.flags & spread && size >= 0)
		t.flags = (t.flags & ~spread) |
			  (p->param[size] == 1 ? POLICY_PARTITIONED
					       : POLICY_CLUSTERED);
	return t;
}
