/* partition.c - see partition.h */
#include "policies/partition.h"

#include "policies/common.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const fit_names[] = {"first", "best", "worst", NULL};
const char *const parts_names[] = {"task", "node", NULL};

/* Of a core, in units of 2^-60; saturates far above any capacity. */
typedef int128 load;
#define LOAD_ONE ((load)1 << 60)

struct item { /* nodes first .. first + n - 1 go together */
	uint32_t task, first, n;
	load load;
};

static load node_load(const struct workload *w, uint32_t node)
{
	const struct node *x = &w->nodes[node];

	if (w->models[x->model].resource != ON_CORE)
		return 0;
	return (load)w->models[x->model].latency[0] * LOAD_ONE /
	       w->tasks[x->task].period;
}

static bool has_core_nodes(const struct workload *w, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (w->models[w->nodes[i].model].resource == ON_CORE)
			return true;
	return false;
}

static int heaviest_first(const void *pa, const void *pb)
{
	const struct item *a = pa, *b = pb;

	if (a->load != b->load)
		return a->load > b->load ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

static uint32_t list_items(const struct workload *w, enum parts parts,
			   struct item *items)
{
	uint32_t n = 0;

	for (uint32_t t = 0; t < w->n_tasks; t++) {
		uint32_t first = w->tasks[t].first_node;
		uint32_t nodes = w->tasks[t].n_nodes;
		uint32_t step = parts == PARTS_TASKS ? nodes : 1;

		for (uint32_t i = first; i < first + nodes; i += step) {
			struct item x = {t, i, step, 0};

			if (!has_core_nodes(w, i, step))
				continue;
			for (uint32_t k = i; k < i + step; k++)
				x.load += node_load(w, k);
			items[n++] = x;
		}
	}
	qsort(items, n, sizeof(*items), heaviest_first);
	return n;
}

static bool allowed(const struct workload *w, const struct item *x,
		    const struct device_place *d)
{
	for (uint32_t i = x->first; i < x->first + x->n; i++)
		if (w->models[w->nodes[i].model].resource == ON_CORE &&
		    !placement_allows(&w->nodes[i], d->first_exec, d->n_exec))
			return false;
	return true;
}

/* The cluster for the item, or NONE. */
static uint32_t find_fit(const struct workload *w, const struct placement *p,
			 const load *room, const struct item *x, enum fit fit)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < p->n_devices; i++) {
		if (x->load > room[i] || !allowed(w, x, &p->devices[i]))
			continue;
		if (best == NONE || (fit == FIT_BEST && room[i] < room[best]) ||
		    (fit == FIT_WORST && room[i] > room[best]))
			best = i;
	}
	return best;
}

static bool no_room(const struct policy *p, const struct workload *w,
		    const struct item *x, const load *room, uint32_t n,
		    struct dag_error *e)
{
	const struct task *t = &w->tasks[x->task];
	bool whole = x->n == t->n_nodes;
	load most = 0;

	for (uint32_t i = 0; i < n; i++)
		most = room[i] > most ? room[i] : most;
	error_set(e, w->file, t->line, 0,
		  "%s does not find a place for %s '%.64s' (utilization %.4f): "
		  "the most room left on a cluster is %.4f%s",
		  p->ops->name, whole ? "task" : "node",
		  whole ? t->name : w->nodes[x->first].name,
		  (double)x->load / (double)LOAD_ONE,
		  (double)most / (double)LOAD_ONE,
		  most >= x->load ? ", but its nodes are bound elsewhere" : "");
	if (e)
		e->code = EXIT_NO;
	return false;
}

static load *add_clusters(const struct policy *p, const struct workload *w,
			  uint32_t first, struct placement *out,
			  struct arena *scratch)
{
	uint32_t cores = w->platform.n_cores;
	uint32_t size = (uint32_t)policy_param(p, "cluster_size");
	int64_t percent = policy_param(p, "capacity");
	load *room = ARENA_NEW(scratch, load, cores + 1);

	for (; first < cores; first += size) {
		uint32_t n = size < cores - first ? size : cores - first;

		room[placement_add_cores(out, w, first, n)] =
			LOAD_ONE * n * percent / 100;
	}
	return room;
}

bool partition_place(const struct policy *p, const struct workload *w,
		     uint32_t first, struct arena *a, struct placement *out,
		     struct dag_error *e)
{
	enum fit fit = (enum fit)policy_param(p, "fit");
	enum parts parts = (enum parts)policy_param(p, "parts");
	struct arena scratch = {0};
	struct item *items = ARENA_NEW(&scratch, struct item, w->n_nodes);
	uint32_t n = list_items(w, parts, items);
	bool ok = true;
	load *room;

	placement_init(out, w, a);
	room = add_clusters(p, w, first, out, &scratch);
	for (uint32_t i = 0; ok && i < n; i++) {
		const struct item *x = &items[i];
		uint32_t d = find_fit(w, out, room, x, fit);

		if (d == NONE) {
			ok = no_room(p, w, x, room, out->n_devices, e);
			break;
		}
		room[d] -= x->load;
		for (uint32_t k = x->first; k < x->first + x->n; k++)
			out->device_of[k] = d;
	}
	if (ok)
		placement_add_accelerator(out, w);
	arena_free(&scratch);
	return ok;
}
