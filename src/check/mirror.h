/* mirror.h - the same queue and device with other job ids
 *
 * A policy may tell jobs apart by their fields and by where they stand in the
 * order of the queue, never by their ids, which are places in a table that
 * depend on what ran before.  A mirror is a second table in which the ready
 * and running jobs of a decision stand in other places, in reverse, with
 * rubbish in between, and a queue that holds them in the same order.
 *
 * Memory is kept from one decision to the next.  Cost: O(n log n).
 */
#ifndef DAGSIM_CHECK_MIRROR_H
#define DAGSIM_CHECK_MIRROR_H

#include "policies/policy.h"
#include "policies/ready_queue.h"

struct mirror;

/* A mirror of a device and its queue; `p` is the watched policy as the
 * simulator has set it up, and outlives the mirror, as the queue does. */
struct mirror *mirror_new(const struct policy *p,
			  const struct ready_queue *like,
			  const struct device_state *dev);
void mirror_free(struct mirror *m);

/* Mirrors a decision: `list` are the n jobs of `ready`.  False where that
 * cannot be done: a running job stands where it stood when it was taken, and
 * its key, asked now, would put it elsewhere. */
bool mirror_show(struct mirror *m, const struct device_state *dev,
		 const struct ready_queue *ready, const job_id *list,
		 uint32_t n);
const struct ready_queue *mirror_queue(const struct mirror *m);
const struct device_state *mirror_device(const struct mirror *m);
/* The job that `j` of the mirror stands for; JOB_NONE: rubbish. */
job_id mirror_original(const struct mirror *m, job_id j);

#endif
