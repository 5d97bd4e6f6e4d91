/* partition.h - dividing tasks among cores, or among clusters of cores
 *
 * place() of the partitioned and clustered policies.  The cores form clusters
 * of `cluster_size` consecutive ones (the last may be smaller), each a device.
 * What is divided is whole tasks, all nodes of a task on one cluster, or
 * (`parts: node`) every node by itself.  Items are taken by decreasing
 * utilization (of equals the first in the file) and put by first, best or
 * worst fit: on the first cluster that has room, on the fullest, on the
 * emptiest.  Room is `capacity` percent of the cores of the cluster.  A node
 * that is bound to cores goes only where all cores of the cluster are among
 * them.
 *
 * Utilizations are summed in units of 2^-60, rounded down, so that three
 * tasks of one third fill a core.  Cost: O(items x clusters).
 *
 * Source: Dhall, Liu, Operations Research 1978 (first and next fit); Lopez,
 * Diaz, Garcia, Real-Time Systems 28, 2004 (bounds for the others).
 */
#ifndef DAGSIM_POLICIES_PARTITION_H
#define DAGSIM_POLICIES_PARTITION_H

#include "policies/policy.h"

extern const char *const fit_names[], *const parts_names[];
enum fit { FIT_FIRST, FIT_BEST, FIT_WORST, FITS };
enum parts { PARTS_TASKS, PARTS_NODES, PARTS };

#define PARAM_FIT                                                              \
	{                                                                      \
		"fit",                                                         \
			"where a task goes: the first cluster with room, the " \
			"fullest (best) or the emptiest (worst)",              \
			FIT_FIRST, 0, FITS - 1, false, fit_names               \
	}
#define PARAM_PARTS                                                            \
	{                                                                      \
		"parts",                                                       \
			"what is divided: whole tasks, or each node by "       \
			"itself",                                              \
			PARTS_TASKS, 0, PARTS - 1, false, parts_names          \
	}
#define PARAM_CLUSTER_SIZE(standard)                                           \
	{                                                                      \
		"cluster_size", "cores that share a queue", standard, 1,       \
			CORES_MAX, false, NULL                                 \
	}
#define PARAM_CAPACITY                                                         \
	{                                                                      \
		"capacity", "percent of a core that may be filled", 100, 1,    \
			100000, false, NULL                                    \
	}

bool partition_place(const struct policy *p, const struct workload *w,
		     uint32_t first, struct arena *a, struct placement *out,
		     struct dag_error *e);

#endif
