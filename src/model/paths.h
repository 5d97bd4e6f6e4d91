/* paths.h - how long the way through a DAG is
 *
 * Times are nominal: C(1) of each node and the delay of each edge.  One pass
 * in reverse topological order, without recursion; sums saturate at
 * DAG_TIME_MAX.  Cost: O(nodes + edges).
 */
#ifndef DAGSIM_MODEL_PATHS_H
#define DAGSIM_MODEL_PATHS_H

#include "model/workload.h"

/* The nodes of the workload in topological order: in rounds, those of one
 * round as they were set free (Kahn).  Lives in `a`. */
const uint32_t *paths_order(const struct workload *w, struct arena *a);

/* tail[v] = longest time from the start of node v to the end of its job,
 * v itself included; by node of the workload, n_nodes entries. */
void paths_tails(const struct workload *w, dag_time *tail);

struct path_sums {
	dag_time work;   /* sum of C(1) of the nodes on cores                 */
	dag_time length; /* of the longest path                               */
};

/* Of one task, from the tails of all nodes. */
struct path_sums paths_sums(const struct workload *w, uint32_t task,
			    const dag_time *tail);

/* A number of chains that cover the task's nodes, each along edges: at least
 * as many as can ever be ready at once.  Greedy, so not always the fewest. */
uint32_t paths_chains(const struct workload *w, uint32_t task);

/* Is the graph of the task several that no edge connects? */
bool paths_in_parts(const struct workload *w, const struct task *t);

#endif
