/* placement.h - which executors form a device, and which nodes run there
 *
 * Executors are numbered cores first, accelerators behind them.  A device
 * owns a run of consecutive executors of one kind.  Global scheduling is one
 * device with all cores; partitioned scheduling a device per core; clustered
 * and federated scheduling lie between.  A core may belong to no device; then
 * it runs nothing.
 *
 * A node that is bound to cores (node.cores) best stands on a device all of
 * whose cores are among them.  Where such sets overlap, one device may have to
 * take them all; then its policy must heed each node's cores at every decision.
 */
#ifndef DAGSIM_MODEL_PLACEMENT_H
#define DAGSIM_MODEL_PLACEMENT_H

#include "model/workload.h"

struct device_place {
	uint32_t first_exec, n_exec;
	enum resource resource;
	enum preemption preemption;
};

struct placement {
	struct device_place *devices;
	uint32_t n_devices, n_execs; /* n_execs: of the platform              */
	uint32_t *device_of; /* by node of the workload; NONE: not placed     */
};

/* An empty placement: no device yet, no node placed. */
void placement_init(struct placement *p, const struct workload *w,
		    struct arena *a);

/* Adds a device of `n` cores from `first` on, preemption as the platform
 * says; returns its index. */
uint32_t placement_add_cores(struct placement *p, const struct workload *w,
			     uint32_t first, uint32_t n);

/* Adds the accelerator, if there is one, and places its nodes. */
void placement_add_accelerator(struct placement *p, const struct workload *w);

/* One device with the cores from `first` on, and one for the accelerator;
 * whichever the workload has.  Where nodes are bound to cores, a device for
 * each set of cores that they name, if these sets are disjoint runs.  If not,
 * one device all the same where `share`, else false and *e.  Cost O(nodes x
 * devices); memory from `a`. */
bool placement_global(struct placement *p, const struct workload *w,
		      uint32_t first, bool share, struct arena *a,
		      struct dag_error *e);

/* Is every node placed, on a device of its kind, and as it is bound?  With
 * `share` one core of the device that it may use is enough.  `who` is named in
 * the message. */
bool placement_check(const struct placement *p, const struct workload *w,
		     bool share, const char *who, struct dag_error *e);

/* May the node run on all of the cores first .. first + n - 1?  On some? */
bool placement_allows(const struct node *node, uint32_t first, uint32_t n);
bool placement_meets(const struct node *node, uint32_t first, uint32_t n);
/* Is there a node on the device that may not use all of its cores? */
bool placement_is_shared(const struct placement *p, const struct workload *w,
			 uint32_t device);

#endif
