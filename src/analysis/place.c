/* place.c - what a policy, as it is set up, makes of a set: priorities, and
 * where tasks run; see test.h */
#include "analysis/test.h"

#include "model/placement.h"
#include "policies/partition.h"

struct policy_traits analysis_bind(struct analysis_set *s,
				   const struct policy *p,
				   const struct workload *w)
{
	struct policy_traits traits = policy_promises(p);

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		uint32_t node = w->tasks[s->tasks[i].index].first_node;

		if (traits.order == ORDER_FIXED && p->node_key &&
		    node < w->n_nodes)
			s->tasks[i].priority = (int32_t)p->node_key[node];
	}
	return traits;
}

/* The one core on which all nodes of the task are, or NONE. */
static uint32_t core_of(const struct placement *p, const struct task *t)
{
	uint32_t device = p->device_of[t->first_node];

	for (uint32_t i = 1; i < t->n_nodes; i++)
		if (p->device_of[t->first_node + i] != device)
			return NONE;
	return device < p->n_devices && p->devices[device].n_exec == 1
		       ? p->devices[device].first_exec
		       : NONE;
}

/* Would the policy have put all nodes of a task on one core?  A policy from a
 * plugin says nothing about that. */
static bool places_whole(const struct policy *p)
{
	int parts = policy_param_index(p->ops, "parts");
	int size = policy_param_index(p->ops, "cluster_size");

	return p->ops->place == partition_place && parts >= 0 && size >= 0 &&
	       p->param[parts] == PARTS_TASKS && p->param[size] == 1;
}

/* The list may be that of another set, too. */
static void add_note(struct analysis_set *s, const char *text, struct arena *a)
{
	const char **notes = ARENA_NEW(a, const char *, s->n_notes + 1);

	for (uint32_t i = 0; i < s->n_notes; i++)
		notes[i] = s->notes[i];
	notes[s->n_notes++] = text;
	s->notes = notes;
}

void analysis_place(struct analysis_set *s, const struct policy *p,
		    const struct workload *w, struct arena *a)
{
	int bound = policy_param_index(p->ops, "bound");
	struct placement place;
	struct dag_error e;

	if (p->ops->traits.flags & POLICY_FEDERATED) {
		if (bound >= 0)
			s->division = (int)p->param[bound];
		/* on one core there is nothing to divide, but it may refuse */
		if (s->executor == EXECUTOR_CORE &&
		    !policy_place(p, w, 0, a, &place, &e))
			s->unplaced = arena_strdup(a, e.msg);
	}
	if (!(p->ops->traits.flags & POLICY_PARTITIONED))
		return;
	if (!policy_place(p, w, 0, a, &place, &e)) {
		s->unplaced = arena_strdup(a, e.msg);
		s->whole = places_whole(p);
		return;
	}
	if (s->executor == EXECUTOR_CORES)
		add_note(s,
			 "other placements: what margins allow is with the"
			 " tasks on the cores where they are now",
			 a);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct analysis_task *t = &s->tasks[i];

		t->core = core_of(&place, &w->tasks[t->index]);
		if (t->core == NONE)
			s->apart = arena_printf(
				a,
				"'%s' is not on one core: its nodes are apart,"
				" or it shares a cluster of cores",
				t->name);
	}
}
