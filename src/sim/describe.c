/* describe.c - the header of a run's trace; see sim.h */
#include "sim/rules.h"

#include <assert.h>

const char *const tie_rule_names[] = {
	"release", "fifo", "task", "favour-running", "adversarial", "id", NULL};

const struct sim_rules sim_rules_awkernel = {
	.release_core = true,
	.idle_blind = true,
	.shared_deadline = true,
	.serial_nodes = true,
	.polled_quantum = true,
};

bool sim_place(struct sim_config *c, struct arena *a, struct dag_error *e)
{
	struct placement *p;

	if (!rules_check(c, e))
		return false;
	if (c->placement)
		return placement_check(c->placement, c->workload,
				       c->policy->ops->traits.flags &
					       POLICY_BINDS,
				       c->policy->ops->name, e);
	p = ARENA_NEW(a, struct placement, 1);
	c->placement = p;
	return policy_place(c->policy, c->workload, c->rules.release_core, a, p,
			    e);
}

const struct policy *sim_policy_of(const struct sim_config *c, enum resource r)
{
	assert(c->policy);
	return r == ON_ACCELERATOR && c->accelerator ? c->accelerator
						     : c->policy;
}

/* The declared order, unless the rules of the run override it: policies may
 * see other deadlines than the jobs', and a job that has just become ready
 * drives off a running one before one that has waited longer does. */
static uint32_t order_kept(const struct sim_config *c, const struct policy *p,
			   uint32_t order)
{
	bool blind = c->rules.idle_blind && !p->ops->place &&
		     (p->ops->traits.flags & POLICY_PREEMPTS);

	if (blind || (c->rules.shared_deadline && order == TRACE_ORDER_EDF))
		return TRACE_ORDER_OTHER;
	return order;
}

/* Work conserving, unless nobody is told of work. */
static uint32_t flags_kept(const struct sim_config *c, uint32_t flags)
{
	if (c->rules.lost_posts)
		flags &= ~(uint32_t)TRACE_WORK_CONSERVING;
	return flags & TRACE_TRAITS;
}

/* Where some jobs may not use some executors the policy does what it can, but
 * what it promises for all jobs and executors does not hold. */
static struct trace_device describe_device(const struct sim_config *c,
					   uint32_t device)
{
	const struct device_place *d = &c->placement->devices[device];
	const struct policy *p = sim_policy_of(c, d->resource);
	struct trace_device x = {p->ops->name, p->order, p->ops->traits.batch,
				 p->ops->traits.flags};

	x.order = order_kept(c, p, x.order);
	x.flags = flags_kept(c, x.flags);
	if (placement_is_shared(c->placement, c->workload, device)) {
		x.order = TRACE_ORDER_OTHER;
		x.flags &= ~(uint32_t)TRACE_WORK_CONSERVING;
	}
	return x;
}

static void describe_devices(struct trace_header *h, const struct sim_config *c,
			     struct arena *a)
{
	const struct placement *p = c->placement;
	struct trace_device *devices =
		ARENA_NEW(a, struct trace_device, p->n_devices);
	struct trace_exec *execs = ARENA_NEW(a, struct trace_exec, h->n_execs);
	struct trace_node *nodes = ARENA_NEW(a, struct trace_node, h->n_nodes);

	assert(h->n_execs == p->n_execs);
	for (uint32_t i = 0; i < h->n_execs; i++)
		execs[i] = h->execs[i];
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		nodes[i] = h->nodes[i];
		nodes[i].device = p->device_of[i];
	}
	for (uint32_t i = 0; i < p->n_devices; i++) {
		const struct device_place *d = &p->devices[i];

		devices[i] = describe_device(c, i);
		for (uint32_t k = 0; k < d->n_exec; k++)
			execs[d->first_exec + k].device = i;
	}
	h->devices = devices;
	h->n_devices = p->n_devices;
	h->execs = execs;
	h->nodes = nodes;
}

void sim_describe(struct trace_header *h, const struct sim_config *c,
		  struct arena *a)
{
	const struct placement *p = c->placement;
	const struct policy *second = sim_policy_of(c, ON_ACCELERATOR);

	REQUIRE(p != NULL);
	h->policy = c->policy->ops->name;
	h->policy_order = c->policy->order;
	h->batch_rule = second->ops->traits.batch;
	h->policy_flags = flags_kept(c, c->policy->ops->traits.flags |
						second->ops->traits.flags);
	h->seed = c->seed;
	h->horizon = c->horizon;
	if (c->releases_until < c->horizon)
		h->releases_until = c->releases_until;
	h->late = c->late;
	h->late_ready = c->rules.serial_nodes || c->rules.tick ||
			c->workload->platform.overheads ||
			c->workload->platform.latency;
	/* Of overheads alone, or of latency alone, records tell the most. */
	h->latency.bounded =
		h->late_ready && !c->rules.serial_nodes && !c->rules.tick &&
		!(h->latency.most && c->workload->platform.overheads);
	h->policy_order = order_kept(c, c->policy, h->policy_order);
	if (p->n_devices > 1 || p->devices[0].n_exec != p->n_execs ||
	    placement_is_shared(p, c->workload, 0))
		describe_devices(h, c, a);
}

/* --- execution times that were given --- */

static dag_time listed_time(const struct sim_times *times,
			    const struct job *head, uint32_t n,
			    dag_time nominal)
{
	const struct release_times *l =
		((const struct sim_listed_times *)times)->list;
	const dag_time *of;

	(void)n;
	if (head->instance >= l->n[head->task])
		return nominal;
	of = l->of[head->task][head->instance];
	return of && of[head->node] ? of[head->node] : nominal;
}

void sim_list_times(struct sim_listed_times *t,
		    const struct release_times *list)
{
	REQUIRE(list);
	*t = (struct sim_listed_times){{listed_time}, list};
}
