/* chain_times.h - what data took along a chain of tasks, measured
 *
 * The definitions are those of model/chain.h, on records: a job reads when its
 * first node starts, and writes when its last one finishes.  What is written
 * at the instant of a start is read by it.
 *
 *   reaction  from each reading of the first task (something happens just
 *             after it): its next job, then always the first job of the next
 *             task that starts after the one before has written, up to the
 *             last writing
 *   data age  from each job of the last task backwards: always the last job
 *             of the task before that had written when this one started; from
 *             the reading of the first to the writing of the last
 *
 * Only chains that are complete count, and reactions to what happens once every
 * task of the chain has started a job: at the start of a run some data come
 * from nowhere or wait for a task to begin, at its end some go nowhere.
 *
 * Memory: two times for every job of the chain's tasks.  Cost: O(jobs log
 * jobs) when asked, O(1) a record.
 */
#ifndef DAGSIM_TRACE_CHAIN_TIMES_H
#define DAGSIM_TRACE_CHAIN_TIMES_H

#include "model/chain.h"
#include "trace/trace.h"

struct chain_span {
	uint64_t n; /* how many were measured; the others hold if n > 0   */
	dag_time least, most;
	int128 sum;
};

struct chain_times {
	const struct chain *chain;
	struct chain_span reaction, data_age;
};

struct chain_watch; /* the sink                                           */

/* Watches the tasks of n chains in a run of `h`. */
struct chain_watch *chain_watch_new(const struct trace_header *h,
				    const struct chain *chains, size_t n);
struct trace_sink *chain_watch_sink(struct chain_watch *w);
void chain_watch_free(struct chain_watch *w);

/* Of each chain, into out[0..n). */
void chain_watch_report(const struct chain_watch *w, struct chain_times *out);

#endif
