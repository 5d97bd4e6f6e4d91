/* federated.c - heavy DAGs on cores of their own, light ones partitioned
 *
 * federation.h says how the cores are divided; how many a heavy task gets, the
 * parameter `bound` says (core_counts.h): by Graham's bound, or fewer by the
 * multi-path bound with greedy or with the heaviest chains.
 *
 * D is the smaller of deadline and period, less the jitter: only then the jobs
 * of a task do not meet.  With nodes on an accelerator, or delays between
 * nodes, these count in the length and Graham's formula is used; how long jobs
 * wait there is not known here, so with them nothing is promised.
 */
#include "policies/common.h"

#include "model/core_counts.h"
#include "model/federation.h"
#include "model/paths.h"

#include <assert.h>

static bool has_delays(const struct workload *w, const struct task *t)
{
	for (uint32_t i = t->first_node; i < t->first_node + t->n_nodes; i++) {
		const struct node *x = &w->nodes[i];

		if (w->models[x->model].resource != ON_CORE)
			return true;
		for (uint32_t k = 0; k < x->n_succ; k++)
			if (w->edges[x->first_succ + k].delay)
				return true;
	}
	return false;
}

/* Cores by Graham's formula, with a length that is not all work. */
static uint32_t cores_with_delays(const struct workload *w, uint32_t task,
				  const struct fed_task *x)
{
	dag_time slack = x->item.deadline - x->length, rest;

	assert(slack >= 0);
	if (slack == 0)
		return paths_chains(w, task);
	rest = x->item.work > x->length ? x->item.work - x->length : 0;
	if (rest / slack >= CORES_MAX)
		return NONE;
	rest = rest / slack + (rest % slack != 0);
	return rest ? (uint32_t)rest : 1;
}

static void size_task(const struct workload *w, uint32_t task,
		      const dag_time *tail, enum dag_bound bound,
		      struct fed_task *x)
{
	const struct task *t = &w->tasks[task];
	struct path_sums s = paths_sums(w, task, tail);
	dag_time deadline = t->deadline < t->period ? t->deadline : t->period;
	struct arena scratch = {0};
	struct graph g;

	deadline -= t->jitter;
	*x = (struct fed_task){{s.work, deadline, t->period}, s.length, 0};
	if (s.work <= deadline || s.length > deadline)
		return;
	if (has_delays(w, t)) {
		x->cores = cores_with_delays(w, task, x);
		return;
	}
	if (s.work > SPAN_MAX) { /* perhaps saturated; more than any D */
		x->cores = NONE;
		return;
	}
	graph_of_task(&g, w, task, NULL, &scratch);
	x->cores = dag_cores(&g, bound, deadline, &scratch);
	arena_free(&scratch);
}

static bool refuse(const struct workload *w, const struct fed_task *list,
		   const struct federation *f, struct dag_error *e)
{
	static const char *const kind[] = {
		[FED_TOO_MANY] = "heavy", [FED_NO_ROOM] = "light"};
	const struct fed_task *x = &list[f->culprit];
	const struct task *t = &w->tasks[f->culprit];
	char length[32], deadline[32];

	assert(f->outcome != FED_PLACED);
	time_format(length, sizeof(length), x->length);
	time_format(deadline, sizeof(deadline), x->item.deadline);
	if (f->outcome == FED_TOO_LONG)
		error_set(e, w->file, t->line, 0,
			  "federated cannot place task '%.64s': its longest "
			  "path takes %s, and its deadline is %s",
			  t->name, length, deadline);
	else
		error_set(e, w->file, t->line, 0,
			  "federated cannot place %s task '%.64s' on the %u "
			  "cores",
			  kind[f->outcome], t->name, w->platform.n_cores);
	if (e)
		e->code = EXIT_NO;
	return false;
}

static void place_task(const struct workload *w, struct placement *out,
		       uint32_t task, uint32_t device)
{
	const struct task *t = &w->tasks[task];

	for (uint32_t i = t->first_node; i < t->first_node + t->n_nodes; i++)
		if (w->models[w->nodes[i].model].resource == ON_CORE)
			out->device_of[i] = device;
}

/* A device for each heavy task, then one for each core that others share. */
static void add_devices(const struct workload *w, const struct federation *f,
			struct placement *out, struct arena *scratch)
{
	uint32_t *device = ARENA_NEW(scratch, uint32_t, w->platform.n_cores);

	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (f->share[i].own)
			place_task(w, out, i,
				   placement_add_cores(out, w,
						       f->share[i].first,
						       f->share[i].n));
	for (uint32_t k = 0; k < w->platform.n_cores; k++)
		device[k] = NONE;
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct fed_share *s = &f->share[i];

		if (s->own || !s->n)
			continue;
		if (device[s->first] == NONE)
			device[s->first] =
				placement_add_cores(out, w, s->first, 1);
		place_task(w, out, i, device[s->first]);
	}
}

static bool place(const struct policy *p, const struct workload *w,
		  uint32_t used, struct arena *a, struct placement *out,
		  struct dag_error *e)
{
	enum dag_bound bound = (enum dag_bound)policy_param(p, "bound");
	struct arena scratch = {0};
	struct fed_task *list =
		ARENA_NEW(&scratch, struct fed_task, w->n_tasks);
	dag_time *tail = ARENA_NEW(&scratch, dag_time, w->n_nodes);
	struct federation f;
	bool ok;

	placement_init(out, w, a);
	paths_tails(w, tail);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		size_task(w, i, tail, bound, &list[i]);
	federation_divide(&f, list, w->n_tasks, used,
			  w->platform.n_cores - used, &scratch);
	ok = f.outcome == FED_PLACED;
	if (ok) {
		add_devices(w, &f, out, &scratch);
		placement_add_accelerator(out, w);
	} else {
		refuse(w, list, &f, e);
	}
	arena_free(&scratch);
	return ok;
}

static const struct policy_param params[] = {
	{"bound", "what says how many cores a heavy task needs",
	 BOUND_MULTIPATH_OPT, 0, BOUNDS - 1, false, dag_bound_names},
	PARAM_NODE_ORDER(NODES_BY_INDEX),
	{0}};

const struct policy_ops federated_ops = {
	.name = "federated",
	.summary = "heavy DAGs on cores of their own, light ones divided among "
		   "the rest",
	.source = "Li et al., ECRTS 2014; Baruah, DATE 2015; He et al., RTSS "
		  "2022",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			   POLICY_CRITICAL_FIRST | POLICY_ON_CORES |
			   POLICY_FEDERATED},
	.params = params,
	.prepare = policy_prepare_nodes,
	.place = place,
	.key = policy_key_node_deadline,
	.choose = policy_choose_global,
};
