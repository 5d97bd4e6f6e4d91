/* placement.c - see placement.h */
#include "model/placement.h"

#include <assert.h>
#include <string.h>

void placement_init(struct placement *p, const struct workload *w,
		    struct arena *a)
{
	uint32_t cores = w->platform.n_cores;
	uint32_t accelerators = w->platform.n_accelerators;

	if (!cores && !accelerators)
		accelerators = 1;
	assert(accelerators <= 1);
	*p = (struct placement){
		.devices = ARENA_NEW(a, struct device_place, cores + 1),
		.n_execs = cores + accelerators,
		.device_of = ARENA_NEW(a, uint32_t, w->n_nodes),
	};
	for (uint32_t i = 0; i < w->n_nodes; i++)
		p->device_of[i] = NONE;
}

uint32_t placement_add_cores(struct placement *p, const struct workload *w,
			     uint32_t first, uint32_t n)
{
	assert(n > 0 && first + n <= w->platform.n_cores);
	assert(p->n_devices < w->platform.n_cores);
	p->devices[p->n_devices] = (struct device_place){
		first, n, ON_CORE, w->platform.preemption};
	return p->n_devices++;
}

void placement_add_accelerator(struct placement *p, const struct workload *w)
{
	if (p->n_execs == w->platform.n_cores)
		return;
	assert(p->n_devices <= w->platform.n_cores);
	p->devices[p->n_devices] = (struct device_place){
		w->platform.n_cores, 1, ON_ACCELERATOR, PREEMPT_LIMITED};
	for (uint32_t i = 0; i < w->n_nodes; i++)
		if (w->models[w->nodes[i].model].resource == ON_ACCELERATOR)
			p->device_of[i] = p->n_devices;
	p->n_devices++;
}

/* How many of the cores first .. first + n - 1 the node may use. */
static uint32_t usable(const struct node *node, uint32_t first, uint32_t n)
{
	uint32_t found = 0;

	if (!node->cores)
		return n;
	for (uint32_t i = 0; i < node->n_cores; i++)
		found += node->cores[i] >= first && node->cores[i] < first + n;
	assert(found <= n);
	return found;
}

bool placement_allows(const struct node *node, uint32_t first, uint32_t n)
{
	return usable(node, first, n) == n;
}

bool placement_meets(const struct node *node, uint32_t first, uint32_t n)
{
	return usable(node, first, n) > 0;
}

bool placement_is_shared(const struct placement *p, const struct workload *w,
			 uint32_t device)
{
	const struct device_place *d = &p->devices[device];

	assert(device < p->n_devices);
	for (uint32_t i = 0; d->resource == ON_CORE && i < w->n_nodes; i++)
		if (p->device_of[i] == device &&
		    !placement_allows(&w->nodes[i], d->first_exec, d->n_exec))
			return true;
	return false;
}

/* The cores of a node as a run; false where they are none. */
static bool node_run(const struct node *x, const struct workload *w,
		     uint32_t reserved, struct device_place *out)
{
	uint32_t n = x->n_cores;

	out->first_exec = reserved;
	out->n_exec = w->platform.n_cores - reserved;
	if (!x->cores)
		return out->n_exec > 0;
	assert(n > 0);
	out->first_exec = x->cores[0];
	out->n_exec = n;
	return x->cores[n - 1] - x->cores[0] == n - 1 &&
	       x->cores[0] >= reserved;
}

static bool not_global(const struct workload *w, const struct node *x,
		       const char *why, struct dag_error *e)
{
	return error_set(e, w->file, w->tasks[x->task].line, 0,
			 "node '%.64s' of task '%.64s' is bound to cores %s; a "
			 "partitioned policy can place it",
			 x->name, w->tasks[x->task].name, why);
}

/* The device with just these cores; NONE where there is none, and *overlap
 * where one shares some of them. */
static uint32_t find_run(const struct placement *p,
			 const struct device_place *run, bool *overlap)
{
	for (uint32_t i = 0; i < p->n_devices; i++) {
		const struct device_place *d = &p->devices[i];

		if (d->first_exec == run->first_exec &&
		    d->n_exec == run->n_exec)
			return i;
		*overlap |= d->first_exec < run->first_exec + run->n_exec &&
			    run->first_exec < d->first_exec + d->n_exec;
	}
	return NONE;
}

/* A device for each set of cores that nodes name. */
static bool divide_by_bounds(struct placement *p, const struct workload *w,
			     uint32_t first, struct dag_error *e)
{
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *x = &w->nodes[i];
		struct device_place run;
		bool overlap = false;

		if (w->models[x->model].resource != ON_CORE)
			continue;
		if (!node_run(x, w, first, &run))
			return not_global(w, x, "that are not a run of its own",
					  e);
		p->device_of[i] = find_run(p, &run, &overlap);
		if (overlap)
			return not_global(
				w, x, "of which another node shares a part", e);
		if (p->device_of[i] == NONE)
			p->device_of[i] = placement_add_cores(
				p, w, run.first_exec, run.n_exec);
	}
	return true;
}

bool placement_global(struct placement *p, const struct workload *w,
		      uint32_t first, bool share, struct arena *a,
		      struct dag_error *e)
{
	uint32_t cores = w->platform.n_cores;
	struct dag_error why;

	placement_init(p, w, a);
	if (!divide_by_bounds(p, w, first, &why)) {
		if (!share || first >= cores) {
			if (e)
				*e = why;
			return false;
		}
		p->n_devices = 0;
		placement_add_cores(p, w, first, cores - first);
		for (uint32_t i = 0; i < w->n_nodes; i++)
			p->device_of[i] = 0;
	}
	placement_add_accelerator(p, w);
	return true;
}

static bool is_bound_elsewhere(const struct node *x,
			       const struct device_place *d, bool share)
{
	if (share)
		return !placement_meets(x, d->first_exec, d->n_exec);
	return !placement_allows(x, d->first_exec, d->n_exec);
}

bool placement_check(const struct placement *p, const struct workload *w,
		     bool share, const char *who, struct dag_error *e)
{
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *x = &w->nodes[i];
		enum resource r = w->models[x->model].resource;
		uint32_t device = p->device_of[i];
		const struct device_place *d;
		const char *what = NULL;

		if (device >= p->n_devices)
			what = "is placed nowhere";
		d = what ? NULL : &p->devices[device];
		if (d && d->resource != r)
			what = "is placed on the wrong kind of executor";
		if (d && r == ON_CORE && is_bound_elsewhere(x, d, share))
			what = "is placed on cores that it may not use";
		if (what)
			return error_set(
				e, w->file, w->tasks[x->task].line, 0,
				"under %s node '%.64s' of task '%.64s' %s", who,
				x->name, w->tasks[x->task].name, what);
	}
	return true;
}
