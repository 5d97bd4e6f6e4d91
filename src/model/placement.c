/* placement.c - see placement.h */
#include "model/placement.h"

#include <assert.h>

static uint32_t add_device(struct placement *p, enum resource r, uint32_t n,
			   enum preemption preemption)
{
	p->devices[p->n_devices] = (struct device_place){ p->n_execs, n, r,
							  preemption };
	p->n_execs += n;
	return p->n_devices++;
}

void placement_global(struct placement *p, const struct workload *w,
		      struct arena *a)
{
	uint32_t on[2] = { NONE, NONE };

	*p = (struct placement){ .devices = ARENA_NEW(a, struct device_place, 2),
				 .device_of = ARENA_NEW(a, uint32_t,
							w->n_nodes) };
	if (w->platform.n_cores)
		on[ON_CORE] = add_device(p, ON_CORE, w->platform.n_cores,
					 w->platform.preemption);
	if (w->platform.n_accelerators)
		on[ON_ACCELERATOR] = add_device(p, ON_ACCELERATOR,
						w->platform.n_accelerators,
						PREEMPT_LIMITED);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		enum resource r = w->models[w->nodes[i].model].resource;

		assert(on[r] != NONE);
		p->device_of[i] = on[r];
	}
}
