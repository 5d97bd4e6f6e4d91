/* native.h - platforms that know DAGs: the simulator, set up as they work
 *
 * Where a runtime schedules nodes itself, with no executor and no thread of
 * its own for each callback in between, a run on it is a run of sim/ with the
 * runtime's rules (sim/rules.h), costs and policy:
 *
 *   awkernel          the kernel of Awkernel (github.com/tier4/awkernel): all
 *                     its rules, costs of microseconds
 *   gedf              what theory says, with the same costs
 *   yasmin            YASMIN with its faults mended; see yasmin.h
 *   yasmin-published  as it was published
 *
 * The cores of the workload are those that run nodes.  Each of these runtimes
 * has one more that only releases: a run has a core 0 beside them, and what
 * the workload binds to core k is bound to core k + 1.  Costs that the
 * workload gives stand, also where it says that nothing costs anything; only
 * where it is silent are they the platform's.
 *
 * Ownership: what is set up lives in the arena given, and shares the rest with
 * the workload, which must outlive it.
 */
#ifndef DAGSIM_PLATFORM_NATIVE_H
#define DAGSIM_PLATFORM_NATIVE_H

#include "platform/yasmin.h"
#include "sim/sim.h"

struct native {
	const char *name, *summary, *source;
	const char *policy; /* where none is asked for                        */
	struct sim_rules rules;
	enum tie_rule tie;
	const struct cost_row *costs;
	const struct yasmin *yasmin; /* or NULL                               */
};

/* NULL-terminated. */
extern const struct native *const native_table[];

/* The platform of that name, or NULL. */
const struct native *native_find(const char *name);

/* A run of the workload on it: what to simulate, rules, tie and policy. */
struct native_run {
	const struct workload *workload;
	struct sim_rules rules;
	enum tie_rule tie;
	const char *policy;
};

/* `y` goes before the platform's own numbers; NULL: those.  False and *e where
 * the workload cannot run there: nodes on an accelerator, too many cores. */
bool native_setup(const struct native *n, const struct workload *w,
		  const struct yasmin *y, struct arena *a,
		  struct native_run *out, struct dag_error *e);

#endif
