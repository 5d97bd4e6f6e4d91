/* load_dag.h - building one DAG task, whatever file it comes from
 *
 * A reader opens a DAG, adds its nodes, then its edges by the names of their
 * ends, and closes it:
 *
 *     dag_open(l, &d, &task, where, n_nodes, n_edges);
 *     dag_node(l, &d, name, where);  then dag_runs_core or a model
 *     dag_nodes_end(l, &d);
 *     dag_edge(l, &d, where, from, to, delay);
 *     dag_close(l, &d);
 *     dag_drop_timeless(l, &d);
 *
 * Nodes and edges are written to the workload at once; what only messages
 * need (where each stood) lives in the loader's scratch arena.  Refused, with
 * place and names: a node named twice, an edge to no node, from a node to
 * itself, or given twice, a cycle, a graph in parts, and in strict mode
 * several sources or sinks.
 *
 * Cost: O((nodes + edges) log) for each DAG.
 */
#ifndef DAGSIM_MODEL_LOAD_DAG_H
#define DAGSIM_MODEL_LOAD_DAG_H

#include "model/load_parts.h"

struct dag {
	const struct tree *at; /* the task, to blame                        */
	uint32_t task, first_node, first_edge,
		first_model;           /* in the workload */
	uint32_t max_nodes, max_edges; /* what dag_open made room for       */
	const struct tree **node_at, **edge_at;
	struct name_index nodes;
	bool strict, in_parts; /* in_parts: edges need not connect all nodes  */
};

/* Appends the task. */
bool dag_open(struct loader *l, struct dag *d, const struct task *task,
	      const struct tree *at, uint32_t n_nodes, uint32_t n_edges);

/* Appends a node, which has no model yet. */
struct node *dag_node(struct loader *l, struct dag *d, const char *name,
		      const struct tree *at);

/* The last node runs on a core, with a model of its own: `wcet` is both its
 * nominal time and its bound, 0 <= bcet <= wcet.  Noise is loaded into
 * the model by the caller. */
bool dag_runs_core(struct loader *l, struct dag *d, dag_time wcet,
		   dag_time bcet);

bool dag_nodes_end(struct loader *l, struct dag *d);
bool dag_edge(struct loader *l, struct dag *d, const struct tree *at,
	      const struct tree *from, const struct tree *to, dag_time delay);
bool dag_close(struct loader *l, struct dag *d);

/* load_timeless.c: takes nodes on cores whose wcet is 0 out of the tasks from
 * d->task on, the last ones; a warning for each task.  The last step. */
bool dag_drop_timeless(struct loader *l, const struct dag *d);

/* load_regions.c: where the node is not preempted. */
bool load_regions(struct loader *l, const struct tree *t, dag_time wcet,
		  struct node *n);

/* load_cores.c: the cores that the node may run on. */
bool load_affinity(struct loader *l, const struct tree *t, struct node *n);

/* The task of a DAG, for messages. */
const char *dag_name(const struct loader *l, const struct dag *d);

/* load_graph.c: is it one acyclic graph, strict where it must be? */
bool dag_check_graph(struct loader *l, const struct dag *d);

#endif
