/* federated.c - heavy DAGs on cores of their own, light ones partitioned
 *
 * A task whose work W fits into its deadline D is light: all its nodes go on
 * one core, in sequence.  Any other is heavy: it gets
 *     n = ceil((W - L) / (D - L))
 * cores for itself, L being its longest path, as a work-conserving schedule
 * on n cores then ends within L + (W - L) / n <= D.  With L = D that needs a
 * core for each node that may be ready, and L > D fits nowhere.  Light tasks
 * go, by deadline, on the first of the cores left whose approximate demand
 * leaves room: for every task k put there
 *     W_k + sum over D_j <= D_k of (W_j + U_j (D_k - D_j)) <= D_k,
 * and the utilizations sum up to at most 1.
 *
 * D is the smaller of deadline and period: only then the jobs of a task do
 * not meet.  Nodes on accelerators count in L, not in W; how long they wait
 * there is not known here, so with them nothing is promised.
 *
 * Source: Li, Chen, Agrawal, Lu, Gill, Saifullah, ECRTS 2014; Baruah, DATE
 * 2015 (constrained deadlines); Baruah, Fisher, RTSS 2005 (the light tasks).
 */
#include "policies/common.h"

#include "model/paths.h"

#include <assert.h>
#include <stdlib.h>

struct sized {
	uint32_t task;
	dag_time work, length, deadline;
	uint32_t cores; /* heavy: how many; light: 0 */
};

static bool infeasible(const struct workload *w, const struct sized *x,
		       struct dag_error *e)
{
	char length[32], deadline[32];
	const struct task *t = &w->tasks[x->task];

	time_format(length, sizeof(length), x->length);
	time_format(deadline, sizeof(deadline), x->deadline);
	error_set(e, w->file, t->line, 0,
		  "federated cannot place task '%.64s': its longest path takes %s, and its deadline is %s",
		  t->name, length, deadline);
	if (e)
		e->code = EXIT_NO;
	return false;
}

static bool size_task(const struct workload *w, uint32_t task,
		      const dag_time *tail, struct sized *x,
		      struct dag_error *e)
{
	const struct task *t = &w->tasks[task];
	struct path_sums s = paths_sums(w, task, tail);
	dag_time slack, rest;

	*x = (struct sized){ task, s.work, s.length,
			     t->deadline < t->period ? t->deadline : t->period,
			     0 };
	if (x->work <= x->deadline)
		return true;
	slack = x->deadline - x->length;
	rest = x->work > x->length ? x->work - x->length : 0;
	if (slack < 0)
		return infeasible(w, x, e);
	if (slack == 0)
		x->cores = paths_chains(w, task);
	else if (rest / slack >= CORES_MAX)
		x->cores = CORES_MAX + 1; /* more than there can be */
	else
		x->cores = (uint32_t)(rest / slack + (rest % slack != 0));
	if (x->cores == 0)
		x->cores = 1;
	return true;
}

static void place_task(const struct workload *w, struct placement *out,
		       uint32_t task, uint32_t device)
{
	const struct task *t = &w->tasks[task];

	for (uint32_t i = t->first_node; i < t->first_node + t->n_nodes; i++)
		if (w->models[w->nodes[i].model].resource == ON_CORE)
			out->device_of[i] = device;
}

static bool too_few(const struct workload *w, const struct sized *x,
		    const char *what, struct dag_error *e)
{
	error_set(e, w->file, w->tasks[x->task].line, 0,
		  "federated cannot place %s task '%.64s' on the %u cores",
		  what, w->tasks[x->task].name, w->platform.n_cores);
	if (e)
		e->code = EXIT_NO;
	return false;
}

static bool place_heavy(const struct workload *w, const struct sized *list,
			struct placement *out, uint32_t *used,
			struct dag_error *e)
{
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct sized *x = &list[i];

		if (!x->cores)
			continue;
		if (x->cores > w->platform.n_cores - *used)
			return too_few(w, x, "heavy", e);
		place_task(w, out, x->task,
			   placement_add_cores(out, w, *used, x->cores));
		*used += x->cores;
	}
	return true;
}

/* Tasks on one core, by deadline. */
struct core {
	const struct sized **items;
	uint32_t n;
	int128 load; /* in units of 2^-60 */
};

static int128 load_of(const struct workload *w, const struct sized *x)
{
	return ((int128)x->work << 60) / w->tasks[x->task].period;
}

/* x comes behind all that are there in order of deadlines. */
static bool has_room(const struct workload *w, const struct core *c,
		     const struct sized *x)
{
	int128 demand = x->work;

	if (c->load + load_of(w, x) > (int128)1 << 60)
		return false;
	for (uint32_t i = 0; i < c->n; i++) {
		const struct sized *y = c->items[i];
		dag_time period = w->tasks[y->task].period;
		int128 part = (int128)y->work * (x->deadline - y->deadline);

		assert(y->deadline <= x->deadline);
		demand += y->work + (part + period - 1) / period;
	}
	return demand <= x->deadline;
}

static int by_deadline(const void *pa, const void *pb)
{
	const struct sized *a = pa, *b = pb;

	if (a->deadline != b->deadline)
		return a->deadline < b->deadline ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

static bool place_light(const struct workload *w, struct sized *list,
			struct placement *out, uint32_t used,
			struct arena *scratch, struct dag_error *e)
{
	uint32_t n = w->platform.n_cores - used;
	struct core *cores = ARENA_NEW(scratch, struct core, n + 1);
	uint32_t *device = ARENA_NEW(scratch, uint32_t, n + 1);

	qsort(list, w->n_tasks, sizeof(*list), by_deadline);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct sized *x = &list[i];
		uint32_t k = 0;

		if (x->cores || !x->work)
			continue;
		while (k < n && !has_room(w, &cores[k], x))
			k++;
		if (k == n)
			return too_few(w, x, "light", e);
		if (!cores[k].n) {
			device[k] = placement_add_cores(out, w, used + k, 1);
			cores[k].items = ARENA_NEW(
				scratch, const struct sized *, w->n_tasks);
		}
		cores[k].items[cores[k].n++] = x;
		cores[k].load += load_of(w, x);
		place_task(w, out, x->task, device[k]);
	}
	return true;
}

static bool place(const struct policy *p, const struct workload *w,
		  uint32_t used, struct arena *a, struct placement *out, struct dag_error *e)
{
	struct arena scratch = { 0 };
	struct sized *list = ARENA_NEW(&scratch, struct sized, w->n_tasks);
	dag_time *tail = ARENA_NEW(&scratch, dag_time, w->n_nodes);
	bool ok = true;

	(void)p;
	placement_init(out, w, a);
	paths_tails(w, tail);
	for (uint32_t i = 0; ok && i < w->n_tasks; i++)
		ok = size_task(w, i, tail, &list[i], e);
	ok = ok && place_heavy(w, list, out, &used, e) &&
	     place_light(w, list, out, used, &scratch, e);
	if (ok)
		placement_add_accelerator(out, w);
	arena_free(&scratch);
	return ok;
}

static const struct policy_param params[] = {
	PARAM_NODE_ORDER(NODES_BY_INDEX),
	{ 0 }
};

const struct policy_ops federated_ops = {
	.name = "federated",
	.summary = "heavy DAGs on cores of their own, light ones divided among the rest",
	.source = "Li et al., ECRTS 2014; Baruah, DATE 2015",
	.traits = { ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		    POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			    POLICY_CRITICAL_FIRST | POLICY_ON_CORES |
			    POLICY_FEDERATED },
	.params = params,
	.prepare = policy_prepare_nodes,
	.place = place,
	.key = policy_key_node_deadline,
	.choose = policy_choose_global,
};
