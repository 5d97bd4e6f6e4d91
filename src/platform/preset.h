/* preset.h - platforms by name: what a workload does not say of its runtime
 *
 * A preset fills in everything that the `runtime` section (model/runtime.h)
 * leaves unsaid: which executors there are, of what kind, what a timer does
 * with missed ticks, how long queues are.
 *
 * Callbacks that no executor of the file names get executors of the preset's
 * kind, one for each
 *   task   its callbacks together: a DAG is one application, and most
 *          applications are one process with one executor.  The default of
 *          the ROS 2 presets.
 *   node   each by itself: callback-isolated executors, and plain threads
 *   all    all together: one process for everything, the worst case
 * and `per` of mapping_options chooses otherwise.
 *
 * Adding a platform that is made of the executors there are = one row.
 */
#ifndef DAGSIM_PLATFORM_PRESET_H
#define DAGSIM_PLATFORM_PRESET_H

#include "base/error.h"
#include "model/runtime.h"

enum executor_per { PER_TASK, PER_NODE, PER_ALL, PER_PRESET };
/* "task", "node", "all", NULL */
extern const char *const executor_per_names[];

/* Who of the threads that are ready runs, if threads have no priorities of
 * their own. */
enum thread_order {
	THREADS_EQUAL,  /* priority 0, all of them                            */
	THREADS_BY_TASK /* that of the task, the most urgent of an executor's */
};

struct preset {
	const char *name, *summary, *source;
	enum executor_kind kind;
	enum distribution distribution;
	enum executor_per per;
	enum timer_rule timer;
	enum thread_order order;
	uint32_t threads; /* of an executor; 0: as many as cores, at least 2  */
	uint32_t queue;   /* messages kept; 0: all                            */
	bool timer_thread;
	bool isolates; /* each callback group an executor of its own, also where
			* the file puts several into one                      */
	bool reserves; /* threads are under SCHED_DEADLINE, by approach 3 of
			* deadline.h                                      */
	const char *policy; /* over threads, as after -p                      */
};

/* NULL-terminated. */
extern const struct preset *const preset_table[];

/* The preset of that name, or NULL and *e with a suggestion. */
const struct preset *preset_find(const char *name, struct dag_error *e);

#endif
