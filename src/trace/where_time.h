/* where_time.h - what became of the time between a job's release and its end
 *
 * A sink that gives every instant of a job's response to one part, from the
 * records and the header alone:
 *   running    a node of it executes
 *   overhead   a node has a core that is busy with the runtime's own work
 *   later      a node waits for its turn while something of a later deadline
 *              has it: a core it may use; or, not taken yet, its executor
 *   queued     a node waits for its turn otherwise
 *   throttled  the threads that could run a node have used up their budget
 *   poll       a node is ready, but its executor works on what it saw at its
 *              last polling point, and this was not there
 *   delay      nothing of it is ready: messages are under way, a join lacks an
 *              input, a tick or the wake-up of a thread is to come, or nodes
 *              in series wait for the job before; messages of a join of
 *              message_filters or fusion are under way until its executor has
 *              taken the last: traces do not tell when they came
 * Where several nodes are in different states, the first in this list counts,
 * so the parts of a job add up to its response, finish - release, exactly.
 * A later deadline is that of the job, whatever the policy orders by.
 *
 * Jobs count that were released at or after the warm-up and finished.
 *
 * Memory: a few words for each node of the jobs alive, flat in the horizon;
 * and one where_job for each job, if they are kept.  Cost: O(nodes of jobs
 * alive) at each instant at which something happens.
 */
#ifndef DAGSIM_TRACE_WHERE_TIME_H
#define DAGSIM_TRACE_WHERE_TIME_H

#include "base/int128.h"
#include "trace/trace.h"

enum where_part {
	WHERE_RUNNING,
	WHERE_OVERHEAD,
	WHERE_LATER,
	WHERE_QUEUED,
	WHERE_THROTTLED,
	WHERE_POLL,
	WHERE_DELAY,
	WHERE_PARTS
};
/* "running", ... */
extern const char *const where_part_names[WHERE_PARTS];

struct where_job {
	uint64_t instance;
	dag_time release, response;
	dag_time parts[WHERE_PARTS];
	uint32_t task;
};

/* Over jobs. */
struct where_sum {
	uint64_t n;
	int128 response, parts[WHERE_PARTS]; /* ns                            */
};

struct where_time; /* the sink                                            */

/* For one run of `h`, which must outlive it.  Never NULL. */
struct where_time *where_time_new(const struct trace_header *h);
/* Keeps each job, not sums alone; before the run. */
void where_time_keep(struct where_time *w);
struct trace_sink *where_time_sink(struct where_time *w);
void where_time_free(struct where_time *w);

/* The jobs kept, in the order in which they finished; the sink's. */
const struct where_job *where_time_jobs(const struct where_time *w, size_t *n);

/* Of each task into tasks[0..h->n_tasks), and of all of them. */
void where_time_sum(const struct where_time *w, struct where_sum *tasks,
		    struct where_sum *all);

#endif
