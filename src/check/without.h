/* without.h - a workload in which a node takes no time at all
 *
 * Executing for no time is the extreme of executing for less than the worst
 * time: the branch was not taken, the message was empty.  The simulator runs
 * nothing in no time, so the node is left out, and what waited for it waits
 * for what it waited for.
 */
#ifndef DAGSIM_CHECK_WITHOUT_H
#define DAGSIM_CHECK_WITHOUT_H

#include "model/workload.h"

/* May the node take no time?  It is one of several of its task, on a core, and
 * its model has no lower bound. */
bool without_allows(const struct workload *w, uint32_t node);

/* w without the node, in `a`; names and tables are shared with w.  Delays on
 * the edges around the node add up. */
const struct workload *without_node(const struct workload *w, uint32_t node,
				    struct arena *a);

#endif
