/* probe.h - a policy that is watched at every decision
 *
 * A probe stands between the simulator and a policy: it has the policy's ops
 * but for choose, key and others, which ask the policy and look at what it
 * does.  At every decision
 *
 *   - the answer is one that the protocol allows, found out here anew, before
 *     the simulator does, so that the finding can tell the queue;
 *   - asked once more with the state as it was, the policy answers the same
 *     and leaves the same state; its parameters and the bytes around its
 *     state are as they were;
 *   - asked about the same queue with other job ids, in a table that holds
 *     rubbish in all other places (mirror.h), it answers the same;
 *   - what its traits promise is kept (promises.c).
 *
 * The first thing found ends the run: the probe then answers nonsense, at
 * which the simulator stops.
 *
 * Ownership: everything lives in the arena given to probe_wrap, but for the
 * mirrors: probe_free.  Cost: 1 to 3 us a decision with ten ready jobs.
 */
#ifndef DAGSIM_CHECK_PROBE_H
#define DAGSIM_CHECK_PROBE_H

#include "check/finding.h"
#include "check/mirror.h"
#include "check/run.h"
#include "sim/sim.h"

struct fairness; /* of a device */

struct probe {
	struct policy_ops ops; /* first: p->ops is the probe              */
	const struct policy_ops *inner;
	const struct sim_config *config;
	const struct check_watch *watch; /* or NULL                       */
	struct check_finding *finding;
	struct arena *arena;
	uint8_t *saved, *after; /* states                                 */
	struct decision second;
	uint64_t decisions;
	/* Keys of jobs with less work left: how many were looked at, and how
	 * many were other ones. */
	uint64_t keys_seen, keys_changed;
	struct mirror **mirrors; /* by first executor of the device       */
	struct fairness **fairness;
	uint32_t n_execs;
};

/* One decision, as the checks see it. */
struct scene {
	struct probe *probe;
	const struct policy *policy; /* the inner one                     */
	const struct ready_queue *ready;
	dag_time now;
	const struct device_state *dev;
	const struct decision *out;
	const job_id *list; /* the ready jobs, in the queue's order       */
	uint32_t n;
};

enum { PROBE_LIST = 512 }; /* longer queues are not looked through        */

/* Puts a probe in front of the policy, which must be set up.  Copies of *p
 * that the simulator makes are watched. */
void probe_wrap(struct probe *pr, struct policy *p, const struct sim_config *c,
		struct check_finding *f, struct arena *a);
/* After the run: what only shows at its end. */
void probe_finish(struct probe *pr);
void probe_free(struct probe *pr);

/* promises.c: each false with a finding. */
bool promises_protocol(const struct scene *s);
bool promises_traits(const struct scene *s);
bool promises_fairness(const struct scene *s);

/* situation.c */
enum { JOB_NAME = 80 };
const char *situation_job(const struct scene *s, char buf[JOB_NAME], job_id j);
/* A finding at this decision, with queue, executors and answer. */
__attribute__((format(printf, 3, 4))) bool
situation_finding(const struct scene *s, enum check_property p, const char *fmt,
		  ...);
/* Describes queue and executors before the policy is asked. */
void situation_tell(const struct scene *s, struct check_finding *f);

#endif
