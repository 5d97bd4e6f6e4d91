/* placement.h - which executors form a device, and which nodes run there
 *
 * Executors are numbered cores first, accelerators behind them.  A device
 * owns a run of consecutive executors of one kind.  Global scheduling is one
 * device with all cores; partitioned scheduling a device per core; clustered
 * and federated scheduling lie between.
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
	uint32_t n_devices, n_execs;
	uint32_t *device_of; /* by node of the workload */
};

/* One device with all cores for nodes on cores, one for the accelerator;
 * whichever kinds the workload has.  Cost O(nodes); memory from `a`. */
void placement_global(struct placement *p, const struct workload *w,
		      struct arena *a);

#endif
