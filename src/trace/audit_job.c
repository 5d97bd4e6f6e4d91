/* audit_job.c - lives of jobs; see audit.h */
#include "base/arena.h"
#include "trace/audit_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The job of a record; says so where there is none. */
static uint32_t find(struct audit *a, const struct trace_rec *r,
		     const char *what)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);

	if (slot == JOBMAP_NONE)
		audit_fail(a, AUDIT_LIFE,
			   "%s %s, but was not released or has ended",
			   NAMED(a, r), what);
	return slot;
}

/* Do release and deadline of a record agree with the job? */
static void check_life(struct audit *a, const struct trace_rec *r,
		       const struct audit_job *j)
{
	if (r->a != j->release || r->b != j->deadline)
		audit_fail(a, AUDIT_LIFE,
			   "%s was released at %" PRId64 " with deadline "
			   "%" PRId64 ", not as told here",
			   NAMED(a, r), j->release, j->deadline);
}

/* --- release --- */

static void check_law(struct audit *a, const struct trace_rec *r)
{
	const struct trace_task *t = &a->h->tasks[r->task];
	struct audit_task *x = &a->tasks[r->task];
	dag_time nominal = r->t - r->b;
	int128 want = t->phase;

	if (r->b < 0 || r->b > t->jitter)
		audit_fail(a, AUDIT_RELEASE, "%s has jitter %" PRId64 " ns",
			   NAMED(a, r), r->b);
	if (r->a != (int128)nominal + t->deadline)
		audit_fail(a, AUDIT_RELEASE,
			   "the deadline of %s is not nominal release + D",
			   NAMED(a, r));
	if (!t->sporadic)
		want += (int128)r->instance * t->period;
	else if (r->instance)
		want = (int128)x->nominal + t->period;
	if (nominal < want || (nominal > want && !(t->sporadic && r->instance)))
		audit_fail(a, AUDIT_RELEASE,
			   "%s is nominally released at %" PRId64
			   ", against the law of its task",
			   NAMED(a, r), nominal);
	x->nominal = nominal;
	x->generated = true;
}

static uint32_t new_job(struct audit *a, const struct trace_rec *r)
{
	uint32_t before = a->map.n_slots;
	uint32_t slot = jobmap_add(&a->map, r->task, r->instance);
	const struct trace_task *t = &a->h->tasks[r->task];
	struct audit_job *j;
	uint32_t generation;

	array_reserve((void **)&a->jobs, &a->cap_jobs, a->map.n_slots,
		      sizeof(*a->jobs));
	j = &a->jobs[slot];
	generation = slot < before ? j->generation : 0;
	*j = (struct audit_job){
		.release = r->t,
		.deadline = r->a,
		.instance = r->instance,
		.task = r->task,
		.generation = generation,
		.left = t->n_nodes,
	};
	if (t->n_nodes > 1)
		j->nodes = alloc_checked(calloc(t->n_nodes, sizeof(*j->nodes)));
	for (uint32_t i = 0; i < t->n_nodes; i++)
		audit_node_of(j, i)->preds = a->n_pred[t->first_node + i];
	return slot;
}

/* May a node become ready at any time after what it waits for? */
static bool audit_may_be_late(const struct audit *a)
{
	return a->h->late_ready && !a->h->latency.bounded;
}

/* A node without predecessors. */
static void ready_root(struct audit *a, uint32_t slot, uint32_t node)
{
	struct audit_node *n = audit_node_of(&a->jobs[slot], node);
	dag_time least = a->h->latency.least;

	if (!a->h->late_ready) {
		audit_ready_add(a, slot, node);
		return;
	}
	/* It tells. */
	least = audit_later(least, audit_least_overhead(a, OVERHEAD_RELEASE));
	least = audit_later(least, audit_least_to_wake(a));
	n->ready_at = audit_later(a->now, least);
	n->ready_by = audit_later(a->now, a->h->latency.most);
	if (!audit_send(a, slot, node, 0, true))
		audit_heap_push(&a->arrivals, n->ready_by,
				(struct audit_member){
					slot, a->jobs[slot].generation, node});
}

void audit_on_release(struct audit *a, const struct trace_rec *r)
{
	struct audit_task *x = &a->tasks[r->task];
	uint32_t slot;

	if (r->t >= a->h->horizon)
		audit_fail(a, AUDIT_HORIZON, "%s is released after it",
			   NAMED(a, r));
	else if (a->h->releases_until && r->t >= a->h->releases_until)
		audit_fail(a, AUDIT_RELEASE,
			   "%s is released when all releases are over",
			   NAMED(a, r));
	if (r->instance != x->next)
		audit_fail(a, AUDIT_RELEASE,
			   "%s is released where number %" PRIu64 " is next",
			   NAMED(a, r), x->next);
	x->next = r->instance + 1;
	if (!(r->flags & TRACE_GIVEN_ID))
		check_law(a, r);
	a->given |= (r->flags & TRACE_GIVEN_ID) != 0;
	if (jobmap_find(&a->map, r->task, r->instance) != JOBMAP_NONE) {
		audit_fail(a, AUDIT_LIFE, "%s is released twice", NAMED(a, r));
		return;
	}
	slot = new_job(a, r);
	for (uint32_t i = 0; i < a->h->tasks[r->task].n_nodes; i++)
		if (!audit_node_of(&a->jobs[slot], i)->preds &&
		    !a->loose[a->h->tasks[r->task].first_node + i])
			ready_root(a, slot, i);
}

/* --- ready --- */

void audit_on_ready(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = find(a, r, "is ready");
	uint32_t vertex = a->h->tasks[r->task].first_node + r->node;
	struct audit_node *n;

	if (slot == JOBMAP_NONE)
		return;
	n = audit_node_of(&a->jobs[slot], r->node);
	if (n->state != NODE_BLOCKED ||
	    (!a->h->late_ready && !a->n_pred[vertex] && !a->loose[vertex])) {
		audit_fail(a, AUDIT_PRECEDENCE, "%s is ready once more",
			   NAMED(a, r));
		return;
	}
	if (n->preds)
		audit_fail(a, AUDIT_PRECEDENCE,
			   "%s is ready with %u predecessors unfinished",
			   NAMED(a, r), n->preds);
	else if (r->t < n->ready_at)
		audit_fail(a, AUDIT_PRECEDENCE,
			   "%s is ready %" PRId64 " ns too early", NAMED(a, r),
			   n->ready_at - r->t);
	else if (!audit_may_be_late(a) && !a->loose[vertex] &&
		 r->t > n->ready_by)
		audit_fail(a, AUDIT_PRECEDENCE,
			   "%s is ready %" PRId64 " ns too late", NAMED(a, r),
			   r->t - n->ready_by);
	audit_ready_add(a, slot, r->node);
}

void audit_check_arrivals(struct audit *a, dag_time until)
{
	struct audit_heap *h = &a->arrivals;

	if (audit_may_be_late(a))
		h->n = 0;
	while (h->n && h->items->key < until) {
		struct audit_member m = h->items->who;
		struct audit_job *j = audit_member_job(a, m);
		char name[AUDIT_NAME];

		if (j && !j->open && h->items->key < a->h->horizon &&
		    audit_node_of(j, m.node)->ready_by < DAG_TIME_MAX &&
		    !a->loose[a->h->tasks[j->task].first_node + m.node] &&
		    audit_node_of(j, m.node)->state == NODE_BLOCKED)
			audit_fail(a, AUDIT_PRECEDENCE,
				   "%s does not become ready in time",
				   audit_name(a, name, j->task, j->instance,
					      m.node));
		audit_heap_pop(h);
	}
}

/* --- ends --- */

void audit_end_job(struct audit *a, uint32_t slot)
{
	struct audit_job *j = &a->jobs[slot];

	jobmap_remove(&a->map, j->task, j->instance);
	free(j->nodes);
	j->nodes = NULL;
	j->generation++;
}

/* Nothing of the job can start any more. */
static void withdraw(struct audit *a, uint32_t slot)
{
	uint32_t n = a->h->tasks[a->jobs[slot].task].n_nodes;

	for (uint32_t i = 0; i < n; i++)
		if (audit_node_of(&a->jobs[slot], i)->state == NODE_READY)
			audit_ready_take(a, slot, i);
}

void audit_on_drop(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = find(a, r, "is dropped");
	const struct audit_job *j;

	if (slot == JOBMAP_NONE)
		return;
	j = &a->jobs[slot];
	check_life(a, r, j);
	if (a->h->platform)
		; /* it dies of what is lost: audit_platform.c */
	else if (a->h->late != LATE_DROP)
		audit_fail(a, AUDIT_DROP, "%s is dropped under `late: run`",
			   NAMED(a, r));
	if (!a->h->platform && r->t < j->deadline)
		audit_fail(a, AUDIT_DROP, "%s is dropped before its deadline",
			   NAMED(a, r));
	if (!a->h->platform && j->started)
		audit_fail(a, AUDIT_DROP, "%s is dropped after it started",
			   NAMED(a, r));
	audit_expect_miss(a, j, TRACE_DROPPED);
	withdraw(a, slot);
	audit_end_job(a, slot);
}

void audit_on_open(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = find(a, r, "is open");
	struct audit_job *j;

	if (slot == JOBMAP_NONE)
		return;
	j = &a->jobs[slot];
	check_life(a, r, j);
	if (r->t != a->h->horizon)
		audit_fail(a, AUDIT_HORIZON, "%s is open elsewhere",
			   NAMED(a, r));
	if (j->open)
		audit_fail(a, AUDIT_LIFE, "%s is open twice", NAMED(a, r));
	else if (j->left == j->running)
		audit_fail(a, AUDIT_HORIZON,
			   "%s is open though all that is left of it runs",
			   NAMED(a, r));
	if (!j->open && j->deadline <= a->h->horizon)
		audit_expect_miss(a, j, TRACE_PENDING);
	j->open = true;
	withdraw(a, slot);
	if (!j->running)
		audit_end_job(a, slot);
}

void audit_on_miss(struct audit *a, const struct trace_rec *r)
{
	size_t i = 0;

	while (i < a->n_misses && (a->misses[i].task != r->task ||
				   a->misses[i].instance != r->instance))
		i++;
	if (i == a->n_misses) {
		audit_fail(a, AUDIT_MISS,
			   "a miss of %s is told, but it has none",
			   NAMED(a, r));
		return;
	}
	if (r->flags != a->misses[i].column)
		audit_fail(a, AUDIT_MISS, "the miss of %s is of another column",
			   NAMED(a, r));
	if (r->a != a->misses[i].release || r->b != a->misses[i].deadline)
		audit_fail(a, AUDIT_MISS, "the miss of %s has other times",
			   NAMED(a, r));
	a->misses[i] = a->misses[--a->n_misses];
}
