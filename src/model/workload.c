/* workload.c - invariants, what is derived from them, utilization
 *
 * See workload.h.  Scaling has a file of its own (scale.c).
 */
#include "model/workload.h"
#include "model/draw.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const preemption_names[] = {"full", "limited", "none", NULL};

/* qsort has no context argument, so what is compared is copied in. */
struct rank_entry {
	dag_time period, deadline;
	const char *name;
	uint32_t index;
};

static int by_name(const void *pa, const void *pb)
{
	const struct rank_entry *a = pa, *b = pb;
	int d = strcmp(a->name, b->name);

	assert(a->name && b->name);
	return d ? d : (a->index > b->index) - (a->index < b->index);
}

static int by_period(const void *pa, const void *pb)
{
	const struct rank_entry *a = pa, *b = pb;

	assert(a->period > 0 && b->period > 0);
	if (a->period != b->period)
		return a->period < b->period ? -1 : 1;
	if (a->deadline != b->deadline)
		return a->deadline < b->deadline ? -1 : 1;
	return by_name(a, b);
}

static struct rank_entry *ranked(struct arena *scratch,
				 const struct workload *w,
				 int (*order)(const void *, const void *))
{
	struct rank_entry *list =
		ARENA_NEW(scratch, struct rank_entry, w->n_tasks);

	assert(w->n_tasks <= TASKS_MAX);
	assert(order);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		list[i] =
			(struct rank_entry){t->period, t->deadline, t->name, i};
	}
	if (w->n_tasks)
		qsort(list, w->n_tasks, sizeof(*list), order);
	return list;
}

void workload_rank_priorities(struct workload *w)
{
	struct arena scratch = {0};
	struct rank_entry *list;

	REQUIRE(w->n_tasks <= TASKS_MAX);
	list = ranked(&scratch, w, by_period);
	for (uint32_t rank = 0; rank < w->n_tasks; rank++) {
		struct task *t = &w->tasks[list[rank].index];

		assert(list[rank].index < w->n_tasks);
		if (!t->has_priority)
			t->priority = (int32_t)rank;
	}
	arena_free(&scratch);
}

static bool check_model(const struct workload *w, const struct model *m,
			struct dag_error *e)
{
	assert(w->file);
	if (!m->name || !m->name[0])
		return error_set(e, w->file, 0, 0, "a model has no name");
	if (m->max_batch < 1 || m->max_batch > BATCH_MAX)
		return error_set(e, w->file, 0, 0,
				 "model '%s': max_batch %u is not in 1..%d",
				 m->name, m->max_batch, BATCH_MAX);
	assert(m->latency);
	for (uint32_t b = 0; b < m->max_batch; b++)
		if (m->latency[b] <= 0 || m->latency[b] > LATENCY_MAX)
			return error_set(e, w->file, 0, 0,
					 "model '%s': C(%u) is %s", m->name,
					 b + 1,
					 m->latency[b] <= 0
						 ? "below 1 ns"
						 : "above 2^61 ns (73 years)");
	if (m->bcet < 0 || m->wcet < 0 || (m->wcet && m->wcet < m->bcet))
		return error_set(e, w->file, 0, 0,
				 "model '%s': bcet is above wcet", m->name);
	return true;
}

static bool check_task(const struct workload *w, const struct task *t,
		       struct dag_error *e)
{
	const char *what = NULL;

	assert(w->n_tasks <= TASKS_MAX);
	assert(t >= w->tasks);
	if (!t->name || !t->name[0])
		return error_set(e, w->file, t->line, 0, "a task has no name");
	if (t->period <= 0)
		what = "the period must be positive";
	else if (t->deadline <= 0 || t->deadline > SPAN_MAX)
		what = "the deadline must be in 1 ns .. 2^62 ns (146 years)";
	else if (t->phase < 0)
		what = "the phase must not be negative";
	else if (t->jitter < 0 || t->jitter > t->period)
		what = "the jitter must be in 0..period";
	else if (t->extra_mean < 0)
		what = "the extra gap must not be negative";
	else if (t->group != NONE && t->group >= w->n_groups)
		what = "there is no such group";
	else if (!t->n_nodes || t->first_node > w->n_nodes ||
		 t->n_nodes > w->n_nodes - t->first_node)
		what = "the nodes are out of range";
	if (what)
		return error_set(e, w->file, t->line, 0, "task '%s': %s",
				 t->name, what);
	return true;
}

static bool check_cores(const struct workload *w, const struct node *n,
			struct dag_error *e)
{
	const struct task *t = &w->tasks[n->task];

	if (!n->cores)
		return true;
	assert(n->n_cores > 0);
	for (uint32_t i = 0; i < n->n_cores; i++)
		if (n->cores[i] >= w->platform.n_cores ||
		    (i && n->cores[i] <= n->cores[i - 1]))
			return error_set(e, w->file, t->line, 0,
					 "task '%s': the affinity of node '%s' "
					 "does not fit the platform",
					 t->name, n->name);
	return true;
}

/* The nodes of tasks must tile 0..n_nodes in file order. */
static bool check_nodes(const struct workload *w, struct dag_error *e)
{
	uint32_t next = 0;

	assert(w->n_nodes <= NODES_MAX);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		if (t->first_node != next)
			return error_set(e, w->file, t->line, 0,
					 "task '%s': its nodes are not "
					 "contiguous",
					 t->name);
		next += t->n_nodes;
		for (uint32_t k = t->first_node; k < next; k++) {
			const struct node *n = &w->nodes[k];

			if (n->task != i || n->model >= w->n_models)
				return error_set(e, w->file, t->line, 0,
						 "task '%s': node %u names no "
						 "model of the workload",
						 t->name, k - t->first_node);
			if (!check_cores(w, n, e))
				return false;
		}
	}
	assert(next <= NODES_MAX);
	if (next != w->n_nodes)
		return error_set(e, w->file, 0, 0, "%u nodes belong to no task",
				 w->n_nodes - next);
	return true;
}

static int by_ends(const void *pa, const void *pb)
{
	const struct edge *a = pa, *b = pb;

	assert(a && b);
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->to > b->to) - (a->to < b->to);
}

dag_time edge_least_delay(const struct edge *x)
{
	assert(x->delay >= 0);
	assert(!x->drawn || x->drawn->high == x->delay);
	return x->drawn ? x->drawn->low : x->delay;
}

static bool check_edge(const struct workload *w, const struct edge *x,
		       struct dag_error *e)
{
	const struct task *t;

	assert(w->n_nodes <= NODES_MAX);
	if (x->from >= w->n_nodes || x->to >= w->n_nodes)
		return error_set(e, w->file, 0, 0, "an edge leads to no node");
	t = &w->tasks[w->nodes[x->from].task];
	if (w->nodes[x->to].task != w->nodes[x->from].task)
		return error_set(e, w->file, t->line, 0,
				 "task '%s': an edge leads to another task",
				 t->name);
	if (x->delay < 0)
		return error_set(e, w->file, t->line, 0,
				 "task '%s': the delay of an edge is negative",
				 t->name);
	return true;
}

/* Sorts the edges and derives n_pred, first_succ and n_succ. */
static bool link_edges(struct workload *w, struct dag_error *e)
{
	for (uint32_t i = 0; i < w->n_edges; i++)
		if (!check_edge(w, &w->edges[i], e))
			return false;
	if (w->n_edges)
		qsort(w->edges, w->n_edges, sizeof(*w->edges), by_ends);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		w->nodes[i].n_pred = w->nodes[i].n_succ =
			w->nodes[i].first_succ = 0;
	for (uint32_t i = 0; i < w->n_edges; i++) {
		struct node *from = &w->nodes[w->edges[i].from];

		assert(!i || by_ends(&w->edges[i - 1], &w->edges[i]) <= 0);
		if (!from->n_succ++)
			from->first_succ = i;
		w->nodes[w->edges[i].to].n_pred++;
	}
	return true;
}

/* Kahn's algorithm over all tasks at once: edges never leave a task. */
static bool check_acyclic(const struct workload *w, struct dag_error *e)
{
	struct arena scratch = {0};
	uint32_t *left = ARENA_NEW(&scratch, uint32_t, w->n_nodes);
	uint32_t *queue = ARENA_NEW(&scratch, uint32_t, w->n_nodes);
	uint32_t head = 0, tail = 0;
	bool ok = true;

	assert(w->n_nodes <= NODES_MAX);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		left[i] = w->nodes[i].n_pred;
		if (!left[i])
			queue[tail++] = i;
	}
	while (head < tail) {
		const struct node *n = &w->nodes[queue[head++]];

		for (uint32_t k = 0; k < n->n_succ; k++) {
			uint32_t to = w->edges[n->first_succ + k].to;

			assert(left[to] > 0);
			if (!--left[to])
				queue[tail++] = to;
		}
	}
	for (uint32_t i = 0; ok && tail < w->n_nodes && i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];

		if (left[i])
			ok = error_set(e, w->file, t->line, 0,
				       "task '%s': its edges form a cycle",
				       t->name);
	}
	arena_free(&scratch);
	return ok;
}

/* Keys, ranks of names, and that no name is taken twice. */
static bool rank_names(struct workload *w, struct dag_error *e)
{
	struct arena scratch = {0};
	struct rank_entry *list = ranked(&scratch, w, by_name);
	bool ok = true;

	assert(w->n_tasks <= TASKS_MAX);
	for (uint32_t i = 0; ok && i < w->n_tasks; i++) {
		struct task *t = &w->tasks[list[i].index];

		t->key = rng_name_key(t->name);
		t->name_rank = i;
		if (i && !strcmp(list[i - 1].name, t->name))
			ok = error_set(e, w->file, t->line, 0,
				       "there are two tasks named '%s'; the "
				       "first is in line %u",
				       t->name,
				       w->tasks[list[i - 1].index].line);
	}
	arena_free(&scratch);
	return ok;
}

bool workload_check(struct workload *w, struct dag_error *e)
{
	if (w->n_tasks > TASKS_MAX || w->n_nodes > NODES_MAX)
		return error_set(e, w->file, 0, 0,
				 "too many tasks or nodes (at most %d tasks, "
				 "%d nodes)",
				 TASKS_MAX, NODES_MAX);
	for (uint32_t i = 0; i < w->n_models; i++)
		if (!check_model(w, &w->models[i], e))
			return false;
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (!check_task(w, &w->tasks[i], e))
			return false;
	if (!check_nodes(w, e) || !link_edges(w, e) || !check_acyclic(w, e) ||
	    !rank_names(w, e))
		return false;
	workload_rank_priorities(w);
	return true;
}

static int128 gcd128(int128 a, int128 b)
{
	assert(a >= 0 && b >= 0);
	while (b) {
		int128 t = a % b;

		a = b;
		b = t;
	}
	return a;
}

/* *sum += num / den; false where that needs more than 63 bits.  Reduces only
 * when it must, since 128-bit remainders are slow. */
static bool ratio_add(struct ratio *sum, int64_t num, int64_t den)
{
	int64_t g, x = sum->den, y = den;
	int128 n, d;

	assert(num >= 0 && den > 0);
	while (y) {
		int64_t t = x % y;

		x = y;
		y = t;
	}
	g = x;
	d = (int128)(sum->den / g) * den;
	n = (int128)sum->num * (den / g) + (int128)num * (sum->den / g);
	if (n > INT64_MAX || d > INT64_MAX) {
		int128 h = gcd128(n, d);

		n /= h;
		d /= h;
	}
	if (n > INT64_MAX || d > INT64_MAX)
		return false;
	*sum = (struct ratio){(int64_t)n, (int64_t)d};
	return true;
}

/* Sums leave out nodes that do not run on a resource of the set, of bits. */
enum { ANYWHERE = 1u << ON_ACCELERATOR | 1u << ON_CORE };

static bool counts(const struct workload *w, const struct node *n, unsigned set)
{
	assert(n->task < w->n_tasks);
	assert(n->model < w->n_models);
	return set & 1u << w->models[n->model].resource;
}

/* The sum in units of 2^-60, rounded to 2^-40 at the end; saturates. */
static struct ratio utilization_rounded(const struct workload *w, unsigned set)
{
	const int128 limit = (int128)INT64_MAX << 20;
	int128 sum = 0;

	assert(w->n_nodes <= NODES_MAX);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *n = &w->nodes[i];
		int128 c = (int128)w->models[n->model].latency[0] << 60;

		if (!counts(w, n, set))
			continue;
		sum += c / w->tasks[n->task].period;
		if (sum > limit)
			sum = limit;
	}
	return (struct ratio){(int64_t)(sum >> 20), INT64_C(1) << 40};
}

static struct ratio utilization(const struct workload *w, unsigned set)
{
	struct ratio sum = {0, 1};

	assert(w->nodes || !w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *n = &w->nodes[i];

		if (counts(w, n, set) &&
		    !ratio_add(&sum, w->models[n->model].latency[0],
			       w->tasks[n->task].period))
			return utilization_rounded(w, set);
	}
	assert(sum.num >= 0 && sum.den > 0);
	return ratio_reduce(sum);
}

struct ratio workload_utilization(const struct workload *w)
{
	return utilization(w, ANYWHERE);
}

struct ratio workload_utilization_on(const struct workload *w, enum resource r)
{
	return utilization(w, 1u << r);
}

void workload_free(struct workload *w)
{
	struct arena a;

	if (!w)
		return;
	/* The workload lives in its own arena: free a copy of the handle. */
	a = w->arena;
	arena_free(&a);
}
