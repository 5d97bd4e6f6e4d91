/* load_rates.h - graphs whose nodes are driven by timers of several rates
 *
 * Such a graph is no DAG task, as a job of it would have several periods.  It
 * is several tasks that exchange data: each node has a rate, (period,
 * offset), its own if it has one, else the slowest among its predecessors',
 * since it waits for all of them; the nodes of one rate that edges between
 * them connect are a task.  Edges between tasks carry data, but nothing waits
 * for them: the reader takes what was written last.
 *
 * Cost: O(nodes + edges) steps, times log of the nodes.
 */
#ifndef DAGSIM_MODEL_LOAD_RATES_H
#define DAGSIM_MODEL_LOAD_RATES_H

#include "model/load_dag.h"

/* What a node says of time, and where. */
struct timed_node {
	dag_time period, deadline, offset; /* 0: none                       */
	const struct tree *map, *period_at, *deadline_at, *offset_at;
};

/* Divides the DAG, which was closed, and was the last to be added; nodes are
 * as in `timed`, two of them have different rates.  A task is named
 * DAG/NODE after the first of its nodes; its deadline is the least of those
 * of its nodes, else --dag-deadline, else its period.  Warns. */
bool rates_divide(struct loader *l, const struct dag *d,
		  const struct timed_node *timed);

#endif
