/* ready_queue.h - the jobs that could run, in the policy's order
 *
 * One queue a device.  The order is total: key, then criticality (where the
 * policy says so), then release (unless ready_ignore_release), then tie.  The
 * policy sees it through the functions below, as far as the view it declared
 * goes:
 *
 *   view        structure                      push, remove   reads
 *   HEAD        4-ary heap with positions      O(log n)       O(1)
 *   ORDER       one skip list                  O(log n)       O(1)
 *   BY_MODEL,   a skip list per bucket and a   O(log n)       O(1), seek
 *   BY_TASK     4-ary heap of bucket heads                    O(log n)
 *
 * Skip-list heights come from the job id, so the structure is deterministic.
 * Memory: caller gives an arena-less queue (it grows by doubling when more
 * jobs wait than ever before; nothing is allocated otherwise).
 *
 * Source: Pugh, Skip lists, CACM 1990.
 */
#ifndef DAGSIM_POLICIES_READY_QUEUE_H
#define DAGSIM_POLICIES_READY_QUEUE_H

#include "policies/policy.h"

/* Private, but for the functions below: the rest is in ready_private.h. */
struct ready_front {
	uint32_t count;
	job_id head; /* JOB_NONE if empty */
	const struct job *jobs;
	const struct rank *ranks; /* by job id; NULL: views that keep none    */
	bool plain;               /* ready_overtakes is ready_before */
};
bool ready_overtakes_slow(const struct ready_queue *q, job_id waits,
			  job_id runs);
bool ready_before_slow(const struct ready_queue *q, job_id x, job_id y);
struct rank ready_rank_slow(const struct ready_queue *q, job_id j);
/* Do release or tie decide between the two? */
bool ready_same_key(const struct ready_queue *q, job_id x, job_id y);

/* --- what a policy may ask --- */

static inline uint32_t ready_count(const struct ready_queue *q)
{
	return ((const struct ready_front *)q)->count;
}

/* The first job in queue order, or JOB_NONE. */
static inline job_id ready_head(const struct ready_queue *q)
{
	return ((const struct ready_front *)q)->head;
}

/* Is x before y in queue order?  Both were pushed before, at least once; a
 * running job stands where it stood when it was taken. */
static inline bool ready_before(const struct ready_queue *q, job_id x, job_id y)
{
	const struct ready_front *f = (const struct ready_front *)q;

	if (!f->ranks)
		return ready_before_slow(q, x, y);
	if (rank_equal(f->ranks[x], f->ranks[y]))
		return f->jobs[x].tie < f->jobs[y].tie;
	return rank_before(f->ranks[x], f->ranks[y]);
}

/* Does a waiting job go before a running one?  As ready_before, unless
 * ready_favour_running or ready_compare_ids was called. */
static inline bool ready_overtakes(const struct ready_queue *q, job_id waits,
				   job_id runs)
{
	const struct ready_front *f = (const struct ready_front *)q;

	return f->plain ? ready_before(q, waits, runs)
			: ready_overtakes_slow(q, waits, runs);
}

/* May a waiting job take the turn of a running one of equal key? */
bool ready_may_rotate(const struct ready_queue *q, job_id waits, job_id runs);

/* The rank that a job got when it was pushed last. */
static inline struct rank ready_rank(const struct ready_queue *q, job_id j)
{
	const struct ready_front *f = (const struct ready_front *)q;

	return f->ranks ? f->ranks[j] : ready_rank_slow(q, j);
}

/* VIEW_ORDER: the job after `after` in queue order, or JOB_NONE. */
job_id ready_next(const struct ready_queue *q, job_id after);

/* VIEW_BY_MODEL, VIEW_BY_TASK.  Bucket = model, or name rank of the task. */
uint32_t ready_bucket_count(const struct ready_queue *q, uint32_t bucket);
job_id ready_bucket_head(const struct ready_queue *q, uint32_t bucket);
job_id ready_bucket_next(const struct ready_queue *q, job_id after);
/* The first job behind `after` in its bucket whose key is >= key. */
job_id ready_bucket_seek(const struct ready_queue *q, job_id after,
			 int64_t key);
/* The lowest non-empty bucket >= from, or NONE. */
uint32_t ready_bucket_from(const struct ready_queue *q, uint32_t from);
/* The first k jobs, in queue order, of all buckets but `except`; returns how
 * many there are.  O(k log k), whatever waits in `except`. */
uint32_t ready_others(const struct ready_queue *q, uint32_t except, uint32_t k,
		      job_id *out);

/* --- what the owner of the queue does --- */

/* jobs: the run's job table; the pointer may be re-set when it moves.
 * bucket_of maps a model (BY_MODEL: NULL means identity) or a task (BY_TASK:
 * its name rank) to its bucket; n_buckets of them. */
struct ready_queue *ready_new(const struct policy *p, const struct job *jobs,
			      const uint32_t *bucket_of, uint32_t n_buckets);
/* The same with VIEW_ORDER, whatever the policy declares. */
struct ready_queue *ready_new_ordered(const struct policy *p,
				      const struct job *jobs);
/* An empty queue, over other jobs, in which they stand as they would in q. */
struct ready_queue *ready_new_like(const struct ready_queue *q,
				   const struct policy *p,
				   const struct job *jobs);
void ready_free(struct ready_queue *q);
void ready_clear(struct ready_queue *q);
void ready_set_jobs(struct ready_queue *q, const struct job *jobs);
void ready_push(struct ready_queue *q, job_id j);
void ready_remove(struct ready_queue *q, job_id j); /* requires contained */
/* Removes `out` and pushes `in`, at the cost of about one of the two. */
void ready_replace(struct ready_queue *q, job_id out, job_id in);
bool ready_contains(const struct ready_queue *q, job_id j);
/* Room for the ids below n, so that they never make the queue allocate. */
void ready_reserve(struct ready_queue *q, uint32_t n);
/* Everything that changes in a queue whose jobs have ids below n, a region of
 * memory at a time: to be copied, and copied back to the same places. */
void ready_regions(struct ready_queue *q, uint32_t n,
		   void (*visit)(void *ctx, void *region, size_t bytes),
		   void *ctx);
/* Remember the rank of each job, as is needed to compare it while it runs, or
 * to compare quickly.  VIEW_HEAD, before the first push. */
void ready_keep_ranks(struct ready_queue *q);
/* Equal keys (and criticality): by tie alone, whenever released.  Requires an
 * empty queue. */
void ready_ignore_release(struct ready_queue *q);
/* Waiting jobs do not overtake running ones of equal key. */
void ready_favour_running(struct ready_queue *q);
/* They do where their id is higher: ids[first[j->task] + j->node]. */
void ready_compare_ids(struct ready_queue *q, const uint32_t *ids,
		       const uint32_t *first);
uint32_t ready_id(const struct ready_queue *q, job_id j);

#endif
