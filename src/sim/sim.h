/* sim.h - virtual time: one workload, one policy, one run
 *
 * An event loop over integer time.  At one instant: completions, then budget
 * events, then releases, then drops, then decisions (a release at the
 * instant of a completion is visible to that decision).  The horizon is half
 * open, [0, H): nothing is released or decided at or after H, and a batch
 * started before H may finish after it.
 *
 * Executors form devices: the accelerator is one; cores form one or several,
 * each with a ready queue and a policy of its own (global: one device of m
 * cores; partitioned: m devices of one).  Preemption is a property of the
 * executors:
 *   full     a running node may be preempted anywhere;
 *   limited  a started node runs to its end;
 *   none     the same, and a started job keeps its claim: its ready nodes go
 *            before any node of a job that has not started.
 *
 * At H the books are closed: what runs then runs out (non-preemptively) and
 * counts as completed; a job of which any node is neither finished nor
 * running is open, and missed if its deadline is at or before H.
 *
 * A run cannot fail once it has been set up, except that a policy may break
 * the protocol of policy.h; then it stops with an error that names the
 * decision.  Nothing is allocated in the loop, except that the job table and
 * the ready queue double when more jobs are unfinished than ever before.
 *
 * Cost: O(log tasks + log ready jobs + log executors) an event.  Memory:
 * tasks + unfinished jobs, flat in the horizon.
 */
#ifndef DAGSIM_SIM_SIM_H
#define DAGSIM_SIM_SIM_H

#include "model/placement.h"
#include "model/release.h"
#include "policies/policy.h"
#include "trace/trace.h"

/* Which of two jobs of equal key (and criticality) goes first. */
enum tie_rule {
	TIE_RELEASE,        /* earlier release, then task, node, instance     */
	TIE_FIFO,           /* the one that became ready first                */
	TIE_TASK,           /* task, node, instance                           */
	TIE_FAVOUR_RUNNING, /* as TIE_RELEASE, but no running job gives way   */
	TIE_ADVERSARIAL,    /* shortest path to the end of its job first: what
			     * takes long is left for last                    */
	TIE_ID,             /* in the queue as TIE_FIFO; against a running
			     * job the higher task id wins: ids count tasks,
			     * then nodes, those without predecessors last    */
	TIE_RULES
};
/* "release", "fifo", "task", "favour-running", "adversarial", "id", NULL */
extern const char *const tie_rule_names[];

/* Ways of real runtimes; rules.h tells them.  {0}: none. */
struct sim_rules {
	bool release_core, idle_blind, shared_deadline, serial_nodes,
		polled_quantum, tick_successors, lost_posts;
	dag_time tick; /* 0: none; at most SPAN_MAX                       */
};
/* With TIE_ID these are Awkernel's. */
extern const struct sim_rules sim_rules_awkernel;

/* Somebody who says how long each batch takes: the true time, at least 1 ns,
 * of a batch of n jobs with that head, for which the model says `nominal`.
 * It must not depend on anything but the head's task, node and instance. */
struct sim_times {
	dag_time (*of)(const struct sim_times *t, const struct job *head,
		       uint32_t n, dag_time nominal);
};

/* Those of a list of releases, where that has times. */
struct sim_listed_times {
	struct sim_times times; /* first */
	const struct release_times *list;
};
void sim_list_times(struct sim_listed_times *t,
		    const struct release_times *list);

struct sim_config {
	const struct workload *workload;
	struct policy *policy;      /* of all devices, or where `accelerator` is
				     * given, of the cores; set up by policy_init;
				     * every device gets a copy with fresh state   */
	struct policy *accelerator; /* of the accelerator, or NULL            */
	const struct placement *placement; /* or NULL: the policy's own       */
	dag_time horizon; /* 1 .. SPAN_MAX                                  */
	dag_time releases_until; /* nothing is released from then on; 0: the
				  * horizon                                   */
	uint64_t seed;
	enum late_policy late;
	bool noise; /* false: nominal times, or `times`       */
	const struct sim_times *times; /* without noise; or NULL              */
	enum tie_rule tie; /* policies with POLICY_FIFO_TIES: FIFO   */
	struct sim_rules rules;
	struct ratio safety_factor; /* scales what policies predict; {0, 0}: 1*/
	const struct release_list *replay; /* or NULL: generate               */
	bool trace_waits; /* emit WAIT records too                  */
};

struct sim_stats {
	uint64_t records, decisions;
	dag_time end; /* last instant processed */
};

/* Settles where jobs run, if c->placement is NULL, in `a`.  False and *e
 * (e->code EXIT_NO) where the policy finds no place for some task, or where a
 * given placement is not one of this workload. */
bool sim_place(struct sim_config *c, struct arena *a, struct dag_error *e);

/* The policy of the executors of a kind. */
const struct policy *sim_policy_of(const struct sim_config *c, enum resource r);

/* What the run says of itself in the header of its trace, which
 * trace_header_init has begun: policy, devices, seed, horizon, late.  Requires
 * a placement (sim_place).  The caller may put a longer name in h->policy. */
void sim_describe(struct trace_header *h, const struct sim_config *c,
		  struct arena *a);

/* Runs to the horizon.  Every sink gets every record.  Scratch memory comes
 * from `a` (may be reset afterwards).  False and *e on a protocol violation;
 * a sink that failed ends the run early with true. */
bool sim_run(const struct sim_config *c, struct arena *a,
	     struct trace_sink *const *sinks, size_t n_sinks,
	     struct sim_stats *stats, struct dag_error *e);

#endif
