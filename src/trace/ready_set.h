/* ready_set.h - which nodes are ready and wait, after some records
 *
 * Follows releases, starts and preemptions; forgets what runs or is gone.
 * Memory: the nodes that wait together at most.  Cost: O(1) a record for
 * tasks of one node, O(nodes) a release and a drop for others.
 */
#ifndef DAGSIM_TRACE_READY_SET_H
#define DAGSIM_TRACE_READY_SET_H

#include "trace/jobmap.h"
#include "trace/trace.h"

struct ready_node {
	uint64_t instance;
	dag_time release, deadline; /* of the job                             */
	uint32_t task, node;        /* node counts within the task            */
};

struct ready_set {
	const struct trace_header *h;
	bool *source;             /* node: has it no predecessors?           */
	struct jobmap map;        /* by node (of all) and instance           */
	struct ready_node *nodes; /* by slot                                 */
	size_t cap;
	struct jobmap alive;     /* jobs                                    */
	struct ready_node *jobs; /* by slot                                 */
	size_t cap_jobs;
};

void ready_set_init(struct ready_set *s, const struct trace_header *h);
void ready_set_free(struct ready_set *s);
void ready_set_take(struct ready_set *s, const struct trace_rec *r);

/* The first `most` of those that wait, in the order that the header's policy
 * declares (deadline, else release; then task, instance, node).  Returns how
 * many wait in all. */
size_t ready_set_list(const struct ready_set *s, struct ready_node *out,
		      size_t most);

#endif
