/* native.c - see native.h */
#include "platform/native.h"

#include <assert.h>
#include <string.h>

/* Of a kernel on a Cortex-A72; its study says "microseconds". */
static const struct cost_row kernel_costs[] = {
	{OVERHEAD_RELEASE, 1000, 3000}, {OVERHEAD_DECISION, 500, 1500},
	{OVERHEAD_LOCK, 300, 800},      {OVERHEAD_IPI, 1000, 2000},
	{OVERHEAD_WAKE, 1000, 3000},    {OVERHEAD_YIELD, 500, 1000},
	{OVERHEAD_SWITCH, 1500, 3000},  {OVERHEAD_MIGRATION, 1000, 5000},
	{OVERHEAD_MESSAGE, 500, 1500},  {OVERHEAD_RELEASE, 0, 0},
};

static const struct native
	gedf =
		{
			.name = "gedf",
			.summary = "the kernel schedules nodes by global EDF, "
				   "as in theory, at costs of microseconds",
			.source = "Li et al., ECRTS 2014",
			.policy = "gedf",
			.rules = {.release_core = true},
			.costs = kernel_costs,
},
	awkernel =
		{
			.name = "awkernel",
			.summary = "the kernel schedules nodes by the rules of "
				   "Awkernel, at costs of microseconds",
			.source = "github.com/tier4/awkernel, branch dag_perf",
			.policy = "gedf",
			.rules = {.release_core = true,
				  .idle_blind = true,
				  .shared_deadline = true,
				  .serial_nodes = true,
				  .polled_quantum = true},
			.tie = TIE_ID,
			.costs = kernel_costs,
},
	yasmin =
		{
			.name = "yasmin",
			.summary = "a scheduler thread in user space that "
				   "looks at intervals; faults mended",
			.source = "YASMIN: Rouxel et al., Middleware 2021",
			.policy = "gedf",
			.costs = yasmin_costs,
			.yasmin = &yasmin_mended,
},
	as_published = {
		.name = "yasmin-published",
		.summary = "the same as published: no priorities, twice the "
			   "tick, lost posts",
		.source = "YASMIN: Rouxel et al., Middleware 2021",
		.policy = "prioritized_fifo",
		.costs = yasmin_costs,
		.yasmin = &yasmin_published,
};

const struct native *const native_table[] = {&gedf, &awkernel, &yasmin,
					     &as_published, NULL};

const struct native *native_find(const char *name)
{
	for (size_t i = 0; native_table[i]; i++)
		if (!strcmp(native_table[i]->name, name))
			return native_table[i];
	return NULL;
}

/* --- the workload there --- */

/* Core k becomes core k + 1. */
static void move_bindings(struct workload *w, struct arena *a)
{
	struct node *nodes = ARENA_NEW(a, struct node, w->n_nodes);

	memcpy(nodes, w->nodes, w->n_nodes * sizeof(*nodes));
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		uint32_t *cores;

		if (!nodes[i].cores)
			continue;
		cores = ARENA_NEW(a, uint32_t, nodes[i].n_cores);
		for (uint32_t k = 0; k < nodes[i].n_cores; k++)
			cores[k] = nodes[i].cores[k] + 1;
		nodes[i].cores = cores;
	}
	w->nodes = nodes;
}

static void move_speeds(struct workload *w, struct arena *a)
{
	uint32_t n = w->platform.n_cores;
	struct ratio *speeds;

	if (!w->platform.speeds)
		return;
	speeds = ARENA_NEW(a, struct ratio, n + 1u);
	speeds[0] = (struct ratio){1, 1};
	memcpy(speeds + 1, w->platform.speeds, n * sizeof(*speeds));
	w->platform.speeds = speeds;
}

static void forget_priorities(struct workload *w, struct arena *a)
{
	struct task *tasks = ARENA_NEW(a, struct task, w->n_tasks);

	memcpy(tasks, w->tasks, w->n_tasks * sizeof(*tasks));
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		tasks[i].has_priority = true;
		tasks[i].priority = 0;
	}
	w->tasks = tasks;
}

static bool check(const struct native *n, const struct workload *w,
		  struct dag_error *e)
{
	if (w->platform.n_accelerators || !w->platform.n_cores)
		return error_set(e, w->file, 0, 0,
				 "platform %s runs nodes on cores only, and "
				 "the workload has an accelerator: give its "
				 "nodes a 'wcet' instead of a 'model', or "
				 "leave out --platform",
				 n->name);
	if (w->platform.n_cores == CORES_MAX)
		return error_set(e, w->file, 0, 0,
				 "platform %s needs one more core than the %d "
				 "of the workload, and %d is the most",
				 n->name, CORES_MAX, CORES_MAX);
	return true;
}

bool native_setup(const struct native *n, const struct workload *w,
		  const struct yasmin *y, struct arena *a,
		  struct native_run *out, struct dag_error *e)
{
	struct workload *own;

	assert(n && w->n_tasks > 0);
	if (!check(n, w, e))
		return false;
	own = ARENA_NEW(a, struct workload, 1);
	*own = *w;
	own->arena = (struct arena){0};
	move_bindings(own, a);
	move_speeds(own, a);
	own->platform.n_cores++;
	if (!own->platform.overheads && !own->platform.costless)
		own->platform.overheads = cost_table_make(n->costs, a);
	*out = (struct native_run){own, n->rules, n->tie, n->policy};
	if (!n->yasmin)
		return true;
	y = y ? y : n->yasmin;
	yasmin_rules(y, w, &out->rules);
	if (y->published)
		forget_priorities(own, a);
	return true;
}
