/* launch.h - a platform by name, made ready to run
 *
 * Two kinds of platforms answer to a name: those that the simulator stands
 * for (native.h) and those of threads and executors (preset.h).  A launch is
 * either of them, set up for a workload and some options, behind one way to
 * describe and to run it:
 *
 *     launch_prepare(&l, "yasmin", w, &options, a, e);
 *     trace_header_init(&h, l.workload, a);
 *     launch_describe(&l, &h, a);
 *     launch_run(&l, a, sinks, n, &stats, e);
 *
 * Threads may be under SCHED_DEADLINE (deadline.h), by a map:
 *   approach3   a reservation for each thread, from its nodes and their DAG
 *   rmin, rsplit, requal
 *               the servers of a test of reservations (options.reserved): each
 *               task an executor of as many threads as it has servers, bound
 *               to the cores that the test chose, which work as the test
 *               assumes (executor_workers.h)
 * A preset may be one by itself (preset.reserves).
 *
 * The workload that runs may be another than the one given (a core more, a
 * runtime section): the header must tell that one, l.workload.
 *
 * Ownership: everything lives in `a`; workload and options must outlive it.
 */
#ifndef DAGSIM_PLATFORM_LAUNCH_H
#define DAGSIM_PLATFORM_LAUNCH_H

#include "platform/deadline.h"
#include "platform/native.h"
#include "platform/platform.h"
#include "policies/lineup.h"

enum thread_map {
	MAP_PRESET,
	MAP_APPROACH3,
	MAP_RMIN, /* this and what follows need `reserved`                */
	MAP_RSPLIT,
	MAP_REQUAL,
	THREAD_MAPS
};
/* "preset", "approach3", "rmin", "rsplit", "requal", NULL */
extern const char *const thread_map_names[];

/* Servers of a task. */
struct reserved {
	dag_time runtime, deadline, period;
	const uint32_t *cores; /* of each of them                         */
	uint32_t n;
};

struct launch_options {
	const char *policy; /* NULL: the platform's                       */
	struct mapping_options mapping;
	enum thread_map map;
	struct deadline_options deadline;
	const struct reserved *reserved; /* by task; from MAP_RMIN on     */
	dag_time tick;                   /* of yasmin; 0: the platform's      */
	bool workers_release;            /* yasmin: successors                */
	dag_time take; /* executors add that to each callback, beside what the
			* workload says of them                           */
	dag_time horizon;
	uint64_t seed;
	bool noise;
	enum late_policy late;      /* native ones; others run late jobs */
	struct ratio safety_factor; /* native ones                       */
	const struct release_list *replay; /* or NULL              */
	/* NULL: that of the workload's kernel, if any (wakes.h). */
	const struct platform_latency *latency;
};

struct launch {
	const char *platform, *policy;
	const struct workload *workload; /* what runs                     */
	const struct native *native;     /* or NULL                       */
	bool on_threads;                 /* else the simulator runs it    */
	struct sim_config sim;
	struct platform_config threads;
	struct deadline_notes notes; /* to be shown once                  */
};

/* The names of all platforms, NULL-terminated, in `a`. */
const char **launch_names(struct arena *a);
/* A line about the platform of that name, or NULL. */
const char *launch_summary(const char *name);

/* The executors of that name; NULL and *e, which lists all platforms. */
const struct preset *launch_find(const char *name, struct arena *a,
				 struct dag_error *e);

bool launch_prepare(struct launch *l, const char *platform,
		    const struct workload *w, const struct launch_options *o,
		    struct arena *a, struct dag_error *e);
/* What launch_prepare has made, or any run of the simulator: workload, policy
 * and sim filled in, the rest 0. */
void launch_describe(const struct launch *l, struct trace_header *h,
		     struct arena *a);
bool launch_run(const struct launch *l, struct arena *a,
		struct trace_sink *const *sinks, size_t n_sinks,
		struct dag_error *e);

#endif
