/* audit_platform.c - threads and executors, judged from the trace alone; the
 * frame, and what threads do */
#include "base/error.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- setting up --- */

/* One rank a callback, but for those that join: then the ranks of others are
 * not known to be below any bound but this. */
static uint32_t ranks_of(const struct trace_header *h, uint32_t executor)
{
	const struct trace_platform *p = h->platform;
	uint32_t n = 1;

	for (uint32_t i = 0; i < h->n_nodes; i++)
		if (p->callbacks[i].executor == executor &&
		    p->callbacks[i].rank >= n)
			n = p->callbacks[i].rank + 1;
	return n;
}

static void open_executor(struct audit_platform *p,
			  const struct trace_header *h, uint32_t executor)
{
	struct audit_executor *x = &p->executors[executor];
	uint32_t n = ranks_of(h, executor);

	x->node_at = ARENA_NEW(&p->arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		x->node_at[i] = NONE;
	bits_init(&x->ready, n, &p->arena);
	bits_init(&x->window, n, &p->arena);
}

struct audit_platform *audit_platform_new(const struct trace_header *h)
{
	const struct trace_platform *t = h->platform;
	struct audit_platform *p = alloc_checked(calloc(1, sizeof(*p)));

	p->callbacks = ARENA_NEW(&p->arena, struct audit_callback, h->n_nodes);
	p->lossy = ARENA_NEW(&p->arena, bool, h->n_nodes);
	p->executors =
		ARENA_NEW(&p->arena, struct audit_executor, t->n_executors);
	p->threads = ARENA_NEW(&p->arena, struct audit_thread, t->n_threads);
	p->busy = ARENA_NEW(&p->arena, uint32_t, t->n_groups);
	p->polling = p->called = NONE;
	for (uint32_t i = 0; i < t->n_threads; i++)
		p->threads[i].blocked = true;
	for (uint32_t i = 0; i < t->n_executors; i++)
		open_executor(p, h, i);
	for (uint32_t i = 0; i < h->n_nodes; i++) {
		const struct trace_callback *c = &t->callbacks[i];
		struct audit_executor *x = &p->executors[c->executor];

		x->loose |= audit_joins_jobs(c) || x->node_at[c->rank] != NONE;
		x->node_at[c->rank] = i;
		x->n_timers += c->type == CALLBACK_TIMER;
	}
	return p;
}

void audit_platform_free(struct audit_platform *p, const struct trace_header *h)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < h->n_nodes; i++)
		free(p->callbacks[i].items);
	for (uint32_t i = 0; i < h->platform->n_executors; i++) {
		free(p->executors[i].events[0].items);
		free(p->executors[i].events[1].items);
	}
	arena_free(&p->arena);
	free(p);
}

static void on_release(struct audit *a, const struct trace_rec *r)
{
	const struct trace_task *t = &a->h->tasks[r->task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t node = t->first_node + i;

		if (!a->n_pred[node] && !a->loose[node])
			audit_arrive(a, node, r->instance);
	}
}

/* --- taking --- */

static void enter_group(struct audit *a, const struct trace_rec *r,
			const struct trace_callback *c)
{
	const struct trace_callback_group *g =
		&a->h->platform->groups[c->group];

	if (a->platform->busy[c->group]++ && !g->reentrant)
		audit_fail(a, AUDIT_GROUP,
			   "%s is taken while a callback of its group '%.60s' "
			   "runs",
			   NAMED(a, r), g->name);
}

static struct audit_thread *holder(const struct audit *a,
				   const struct trace_rec *r);

/* From one thread of an executor of workers to another. */
static void on_move(struct audit *a, const struct trace_rec *r)
{
	const struct trace_platform *p = a->h->platform;
	uint32_t executor = p->threads[r->a].executor;
	struct audit_thread *t = &a->platform->threads[r->a];
	struct audit_thread *from = holder(a, r);

	if (p->executors[executor].kind != EXECUTOR_WORKERS || !from ||
	    executor != audit_callback_of(a, audit_vertex_of(a, r))->executor)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s moves to a thread that cannot take it over",
			   NAMED(a, r));
	if (t->hand != HAND_EMPTY || t->blocked || t->throttled)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s moves to a thread that has another in hand, or "
			   "does not run",
			   NAMED(a, r));
	if (!from)
		return;
	t->hand = from->hand;
	t->task = r->task;
	t->node = r->node;
	t->instance = r->instance;
	from->hand = HAND_EMPTY;
}

static void on_take(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_thread *t = &a->platform->threads[r->a];

	if (r->flags & TRACE_MOVED) {
		on_move(a, r);
		return;
	}
	if (a->h->platform->threads[r->a].executor != c->executor)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken by a thread of another executor",
			   NAMED(a, r));
	if (t->hand != HAND_EMPTY || t->blocked)
		audit_fail(a, AUDIT_EXECUTOR, "%s is taken by a thread that %s",
			   NAMED(a, r),
			   t->blocked ? "is blocked" : "has another in hand");
	if (r->flags & TRACE_FED)
		return;
	if (!audit_joins_jobs(c)) {
		audit_check_taken(a, r, node);
		audit_withdraw(a, r, AUDIT_EXECUTOR, "is taken");
		a->platform->called = node;
		a->platform->called_at = r->t;
	}
	enter_group(a, r, c);
	*t = (struct audit_thread){.hand = HAND_TAKEN,
				   .task = r->task,
				   .node = r->node,
				   .instance = r->instance};
}

/* --- running --- */

/* The thread that has the node of the record in hand, or NULL. */
static struct audit_thread *holder(const struct audit *a,
				   const struct trace_rec *r)
{
	uint32_t executor =
		audit_callback_of(a, audit_vertex_of(a, r))->executor;
	const struct trace_executor *x = &a->h->platform->executors[executor];

	for (uint32_t i = 0; i < x->n_threads; i++) {
		struct audit_thread *t =
			&a->platform->threads[x->first_thread + i];

		if (t->hand != HAND_EMPTY && t->task == r->task &&
		    t->node == r->node && t->instance == r->instance)
			return t;
	}
	return NULL;
}

static void on_run(struct audit *a, const struct trace_rec *r)
{
	struct audit_thread *t = holder(a, r);
	bool starts = r->kind == TRACE_START;

	if (!t) {
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s runs, but no thread has taken it", NAMED(a, r));
		return;
	}
	if ((t->hand == HAND_TAKEN) != starts)
		audit_fail(a, AUDIT_EXECUTOR, "%s %s", NAMED(a, r),
			   starts ? "starts again"
				  : "goes on before it starts");
	if (t->blocked || t->throttled)
		audit_fail(a, AUDIT_EXECUTOR, "%s runs on a thread that is %s",
			   NAMED(a, r), t->blocked ? "blocked" : "throttled");
	t->hand = HAND_RUNS;
}

static void on_finish(struct audit *a, const struct trace_rec *r)
{
	struct audit_thread *t = holder(a, r);
	uint32_t *busy =
		&a->platform->busy[audit_callback_of(a, audit_vertex_of(a, r))
					   ->group];

	if (!t)
		return; /* told at its start */
	t->hand = HAND_EMPTY;
	*busy -= *busy > 0;
}

static void on_thread(struct audit *a, const struct trace_rec *r)
{
	struct audit_thread *t = &a->platform->threads[r->instance];
	const char *name = a->h->platform->threads[r->instance].name;

	switch (r->index) {
	case TRACE_WAKES:
		if (!t->blocked)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s wakes, but is not blocked",
				   name);
		audit_check_wake(a, (uint32_t)r->instance);
		t->blocked = false;
		break;
	case TRACE_BLOCKS:
		if (t->blocked || t->hand != HAND_EMPTY)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s blocks, but %s", name,
				   t->blocked ? "is blocked already"
					      : "has a callback in hand");
		t->blocked = true;
		audit_forget_events(a, (uint32_t)r->instance);
		break;
	case TRACE_THROTTLED:
		t->throttled = true;
		break;
	case TRACE_REPLENISHED:
		t->throttled = false;
		break;
	case TRACE_SPINS:
		if (t->blocked || t->throttled || t->hand != HAND_EMPTY)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s waits on a core, but has "
				   "something in hand, or no core",
				   name);
		break;
	case TRACE_SPUN:
		break;
	default:
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.80s does what is not known", name);
	}
}

void audit_platform_take(struct audit *a, const struct trace_rec *r)
{
	if (a->platform->polling != NONE && r->kind != TRACE_SEEN) {
		audit_fail(a, AUDIT_WINDOW,
			   "a polling point shows fewer than it says");
		a->platform->polling = NONE;
	}
	if (a->platform->called != NONE && r->kind != TRACE_LOST &&
	    r->kind != TRACE_DROP && r->kind != TRACE_MISS)
		audit_check_skipped(a);
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(a, r);
		break;
	case TRACE_READY:
		audit_arrive(a, audit_vertex_of(a, r), r->instance);
		break;
	case TRACE_LOST:
		audit_on_lost(a, r);
		break;
	case TRACE_DROP:
		audit_on_death(a, r);
		break;
	case TRACE_POLL:
		audit_on_poll(a, r);
		break;
	case TRACE_SEEN:
		audit_on_seen(a, r);
		break;
	case TRACE_TAKE:
		on_take(a, r);
		break;
	case TRACE_START:
	case TRACE_RESUME:
		on_run(a, r);
		break;
	case TRACE_FINISH:
		on_finish(a, r);
		break;
	case TRACE_THREAD:
		on_thread(a, r);
		break;
	default:
		break;
	}
}
