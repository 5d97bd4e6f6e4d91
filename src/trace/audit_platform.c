/* audit_platform.c - threads and executors, judged from the trace alone
 *
 * Books of their own: of each callback the instances that wait, oldest first;
 * of each executor what is ready and what its last polling point showed; of
 * each thread what it has in hand.  Callbacks that join messages of several
 * jobs wait for what records do not tell, so executors that have one are held
 * to less (loose).
 */
#include "base/bits.h"
#include "base/error.h"
#include "model/runtime.h"
#include "trace/audit_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct waiting {
	uint64_t instance;
	dag_time t;
};

/* Instances of a callback: a ring of cap, a power of 2. */
struct audit_callback {
	struct waiting *items;
	uint32_t first, n, cap;
};

/* In the queue of an events executor. */
struct audit_event {
	uint32_t node;
	dag_time t;
};
struct audit_events {
	struct audit_event *items;
	size_t first, n, cap;
};

struct audit_executor {
	struct bits ready, window; /* by rank                                 */
	uint32_t *node_at;         /* by rank                                 */
	uint32_t n_timers;
	int64_t expected; /* SEEN records that must follow                    */
	bool loose;
	struct audit_events events[2];
};

enum hand { HAND_EMPTY, HAND_TAKEN, HAND_RUNS };
struct audit_thread {
	enum hand hand;
	uint32_t task, node;
	uint64_t instance;
	bool blocked, throttled;
};

struct audit_platform {
	struct arena arena;
	struct audit_callback *callbacks; /* by node                          */
	struct audit_executor *executors;
	struct audit_thread *threads;
	uint32_t *busy;   /* by group: callbacks taken and not ended          */
	uint32_t polling; /* the executor whose SEEN are to come, or NONE     */
	uint32_t called;  /* the node just taken, or NONE                     */
	dag_time called_at;
};

/* --- setting up --- */

static bool joins_jobs(const struct trace_callback *c)
{
	return c->join == JOIN_EXACT || c->join == JOIN_APPROXIMATE;
}

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

		x->loose |= joins_jobs(c) || x->node_at[c->rank] != NONE;
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

/* --- what waits --- */

static uint32_t vertex(const struct audit *a, const struct trace_rec *r)
{
	return a->h->tasks[r->task].first_node + r->node;
}

static const struct trace_callback *callback(const struct audit *a,
					     uint32_t node)
{
	return &a->h->platform->callbacks[node];
}

static struct waiting *oldest(const struct audit_callback *c)
{
	return c->n ? &c->items[c->first & (c->cap - 1)] : NULL;
}

static void put(struct audit_callback *c, struct waiting w)
{
	if (c->n == c->cap) {
		uint32_t cap = c->cap ? 2 * c->cap : 4;
		struct waiting *items =
			alloc_checked(calloc(cap, sizeof(*items)));

		for (uint32_t i = 0; i < c->n; i++)
			items[i] = c->items[(c->first + i) & (c->cap - 1)];
		free(c->items);
		*c = (struct audit_callback){items, 0, c->n, cap};
	}
	c->items[(c->first + c->n++) & (c->cap - 1)] = w;
}

/* Of what comes at one instant: does the node's event, which comes now, stand
 * before the other? */
static bool event_before(const struct audit *a, uint32_t node,
			 const struct audit_event *other)
{
	const struct trace_callback *x = callback(a, node);
	const struct trace_callback *y = callback(a, other->node);
	bool tick = x->type == CALLBACK_TIMER;

	if (other->t != a->now)
		return false;
	if (tick != (y->type == CALLBACK_TIMER))
		return tick ==
		       (a->h->platform->executors[x->executor].instant ==
			INSTANT_TICKS);
	return tick && x->rank < y->rank;
}

static void put_event(struct audit *a, struct audit_executor *x, uint32_t node)
{
	const struct trace_callback *c = callback(a, node);
	bool apart = c->type == CALLBACK_TIMER &&
		     a->h->platform->executors[c->executor].timer_thread;
	struct audit_events *q = &x->events[apart];
	size_t i;

	if (q->first > q->n / 2) { /* what is done with gives way */
		q->n -= q->first;
		memmove(q->items, q->items + q->first,
			q->n * sizeof(*q->items));
		q->first = 0;
	}
	array_reserve((void **)&q->items, &q->cap, q->n + 1,
		      sizeof(*q->items));
	for (i = q->n++; i > q->first && event_before(a, node, &q->items[i - 1]);
	     i--)
		q->items[i] = q->items[i - 1];
	q->items[i] = (struct audit_event){node, a->now};
}

/* An instance of the node is there. */
static void arrive(struct audit *a, uint32_t node, uint64_t instance)
{
	const struct trace_callback *c = callback(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	struct audit_callback *y = &a->platform->callbacks[node];

	if (joins_jobs(c))
		return;
	put(y, (struct waiting){instance, a->now});
	bits_set(&x->ready, c->rank);
	if (a->h->platform->executors[c->executor].kind == EXECUTOR_EVENTS)
		put_event(a, x, node);
	if (c->type != CALLBACK_TIMER && c->queue && y->n > c->queue)
		audit_fail(a, AUDIT_LOSS,
			   "%u messages wait for %.80s, whose queue has %u",
			   y->n, a->h->nodes[node].name, c->queue);
}

/* It waits no longer.  False, and says so, if it did not, or was not first. */
static bool withdraw(struct audit *a, const struct trace_rec *r,
		     enum audit_rule rule, const char *what)
{
	uint32_t node = vertex(a, r);
	const struct trace_callback *c = callback(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	struct audit_callback *y = &a->platform->callbacks[node];
	const struct waiting *first = oldest(y);

	if (!first || first->instance != r->instance) {
		audit_fail(a, rule, "%s %s, but %s", NAMED(a, r), what,
			   first ? "an older one waits" : "does not wait");
		return false;
	}
	y->first++;
	if (!--y->n)
		bits_clear(&x->ready, c->rank);
	return true;
}

static void on_release(struct audit *a, const struct trace_rec *r)
{
	const struct trace_task *t = &a->h->tasks[r->task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t node = t->first_node + i;

		if (!a->n_pred[node] && !a->loose[node])
			arrive(a, node, r->instance);
	}
}

/* --- losses --- */

static void on_lost(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = vertex(a, r);
	const struct trace_callback *c = callback(a, node);
	const struct audit_callback *y = &a->platform->callbacks[node];
	uint32_t slot;

	if (!r->a || joins_jobs(c))
		return; /* an input of a join */
	if (r->index == TRACE_OVERWRITTEN &&
	    (c->type == CALLBACK_TIMER || !c->queue || y->n < c->queue))
		audit_fail(a, AUDIT_LOSS,
			   "%s is overwritten, though there is room",
			   NAMED(a, r));
	if (r->index == TRACE_SKIPPED &&
	    (c->type != CALLBACK_TIMER || c->timer != TIMER_SKIP ||
	     (y->n && oldest(y)->t >= r->t)))
		audit_fail(a, AUDIT_LOSS,
			   "the tick %s is skipped, which is due now or later",
			   NAMED(a, r));
	withdraw(a, r, AUDIT_LOSS, "is lost");
	slot = jobmap_find(&a->map, r->task, r->instance);
	if (slot != JOBMAP_NONE &&
	    audit_node_of(&a->jobs[slot], r->node)->state == NODE_READY)
		audit_ready_take(a, slot, r->node);
}

/* A call of a timer leaves no tick behind that lies before it. */
static void check_skipped(struct audit *a)
{
	struct audit_platform *p = a->platform;
	const struct trace_callback *c = callback(a, p->called);
	const struct waiting *first = oldest(&p->callbacks[p->called]);

	if (c->type == CALLBACK_TIMER && c->timer == TIMER_SKIP && first &&
	    first->t < p->called_at)
		audit_fail(a, AUDIT_LOSS,
			   "%.80s is called, and a tick before that stays",
			   a->h->nodes[p->called].name);
	p->called = NONE;
}

/* A job dies when nothing of it is under way. */
static void on_drop(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);
	uint32_t n = a->h->tasks[r->task].n_nodes;
	struct audit_job *j;

	if (slot == JOBMAP_NONE)
		return;
	j = &a->jobs[slot];
	for (uint32_t i = 0; i < n; i++)
		if (audit_node_of(j, i)->state == NODE_READY ||
		    audit_node_of(j, i)->state == NODE_RUNNING)
			audit_fail(a, AUDIT_LOSS,
				   "%s is dropped while a node of it is ready "
				   "or runs",
				   NAMED(a, r));
}

/* --- polling points --- */

/* Does a polling point show it? */
static bool is_shown(const struct audit *a, uint32_t executor, uint32_t rank)
{
	const struct trace_executor *t = &a->h->platform->executors[executor];
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_callback *c = callback(a, x->node_at[rank]);
	const struct trace_callback_group *g =
		&a->h->platform->groups[c->group];

	if (t->kind == EXECUTOR_SINGLE && c->type == CALLBACK_TIMER &&
	    t->distribution == DISTRIBUTION_DASHING)
		return false;
	return t->kind != EXECUTOR_MULTI || g->reentrant ||
	       !a->platform->busy[c->group];
}

/* Is there something left in the window that a thread may take? */
static bool window_holds(const struct audit *a, uint32_t executor)
{
	const struct audit_executor *x = &a->platform->executors[executor];

	for (int64_t i = bits_first(&x->window); i != BITS_NONE;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		if (is_shown(a, executor, (uint32_t)i) &&
		    bits_has(&x->ready, (uint32_t)i))
			return true;
	return false;
}

static void on_poll(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;
	const struct trace_platform *t = a->h->platform;
	uint32_t executor = t->threads[r->instance].executor;
	struct audit_executor *x = &p->executors[executor];
	int64_t n = 0, i;

	if (t->executors[executor].kind != EXECUTOR_PRIORITY && !x->loose &&
	    window_holds(a, executor))
		audit_fail(a, AUDIT_WINDOW,
			   "%s looks what is ready before its window is empty",
			   t->executors[executor].name);
	while ((i = bits_first(&x->window)) != BITS_NONE)
		bits_clear(&x->window, (uint32_t)i);
	for (i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		n += is_shown(a, executor, (uint32_t)i);
	if (!x->loose && n != r->a)
		audit_fail(a, AUDIT_WINDOW,
			   "%s sees %" PRId64 " callbacks where %" PRId64
			   " are ready",
			   t->executors[executor].name, r->a, n);
	x->expected = r->a;
	p->polling = r->a ? executor : NONE;
}

static void on_seen(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = vertex(a, r);
	const struct trace_callback *c = callback(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	const struct waiting *first = oldest(&a->platform->callbacks[node]);

	if (c->executor != a->platform->polling || !x->expected) {
		audit_fail(a, AUDIT_WINDOW, "%s is seen by no polling point",
			   NAMED(a, r));
		return;
	}
	if (!--x->expected)
		a->platform->polling = NONE;
	if (joins_jobs(c))
		return;
	if (!first || first->instance != r->instance ||
	    !is_shown(a, c->executor, c->rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen, but is not ready",
			   NAMED(a, r));
	else if (bits_has(&x->window, c->rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen twice", NAMED(a, r));
	bits_set(&x->window, c->rank);
}

/* --- taking --- */

/* The first of a set that a thread may take, or BITS_NONE. */
static int64_t first_of(const struct audit *a, uint32_t executor,
			const struct bits *set)
{
	int64_t i = bits_first(set);

	while (i != BITS_NONE && !is_shown(a, executor, (uint32_t)i))
		i = bits_from(set, (uint32_t)i + 1);
	return i;
}

/* What an executor with a window must take now. */
static int64_t due_of_window(const struct audit *a, uint32_t executor)
{
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_executor *t = &a->h->platform->executors[executor];
	int64_t i = bits_first(&x->ready);

	if (t->kind == EXECUTOR_SINGLE &&
	    t->distribution == DISTRIBUTION_DASHING && i != BITS_NONE &&
	    callback(a, x->node_at[i])->type == CALLBACK_TIMER)
		return i;
	if (t->kind == EXECUTOR_PRIORITY || t->kind == EXECUTOR_THREADS)
		return i;
	return first_of(a, executor, &x->window);
}

/* In jazzy what is passed over, and no timer, leaves the window. */
static void pass_over(const struct audit *a, const struct trace_callback *c,
		      struct audit_executor *x)
{
	const struct trace_executor *t =
		&a->h->platform->executors[c->executor];

	if (t->kind != EXECUTOR_MULTI ||
	    t->distribution != DISTRIBUTION_JAZZY)
		return;
	for (int64_t i = bits_first(&x->window); i != BITS_NONE && i < c->rank;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		if (callback(a, x->node_at[i])->type != CALLBACK_TIMER)
			bits_clear(&x->window, (uint32_t)i);
}

static void check_window(struct audit *a, const struct trace_rec *r,
			 uint32_t node)
{
	const struct trace_callback *c = callback(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	int64_t due = due_of_window(a, c->executor);

	if (due == BITS_NONE)
		audit_fail(a, AUDIT_WINDOW, "%s is taken out of an empty window",
			   NAMED(a, r));
	else if (due != c->rank)
		audit_fail(a, AUDIT_WINDOW, "%s is taken before %.80s",
			   NAMED(a, r), a->h->nodes[x->node_at[due]].name);
	pass_over(a, c, x);
	bits_clear(&x->window, c->rank);
}

/* Events whose instance has been taken or lost are void, when their turn
 * comes; another that comes before that is theirs. */
static bool is_void(const struct audit *a, const struct audit_event *e)
{
	return a->platform->callbacks[e->node].n == 0;
}

/* The first event that is not void is the one. */
static void check_events(struct audit *a, const struct trace_rec *r,
			 struct audit_events *q, uint32_t node)
{
	while (q->first < q->n && is_void(a, &q->items[q->first]))
		q->first++;
	if (q->first == q->n)
		audit_fail(a, AUDIT_WINDOW, "%s is taken without an event",
			   NAMED(a, r));
	else if (q->items[q->first++].node != node)
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken before an event of %.80s, which came "
			   "first",
			   NAMED(a, r),
			   a->h->nodes[q->items[q->first - 1].node].name);
}

static void check_order(struct audit *a, const struct trace_rec *r,
			uint32_t node)
{
	const struct trace_callback *c = callback(a, node);
	const struct trace_executor *t =
		&a->h->platform->executors[c->executor];
	struct audit_executor *x = &a->platform->executors[c->executor];

	if (x->loose || !a->platform->callbacks[node].n)
		return;
	if (t->kind == EXECUTOR_EVENTS)
		check_events(a, r,
			     &x->events[c->type == CALLBACK_TIMER &&
					t->timer_thread],
			     node);
	else
		check_window(a, r, node);
}

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

static void on_take(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = vertex(a, r);
	const struct trace_callback *c = callback(a, node);
	struct audit_thread *t = &a->platform->threads[r->a];

	if (a->h->platform->threads[r->a].executor != c->executor)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken by a thread of another executor",
			   NAMED(a, r));
	if (t->hand != HAND_EMPTY || t->blocked)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken by a thread that %s", NAMED(a, r),
			   t->blocked ? "is blocked" : "has another in hand");
	if (r->flags & TRACE_FED)
		return;
	if (!joins_jobs(c)) {
		check_order(a, r, node);
		withdraw(a, r, AUDIT_EXECUTOR, "is taken");
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
	uint32_t executor = callback(a, vertex(a, r))->executor;
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
			   starts ? "starts again" : "goes on before it starts");
	if (t->blocked || t->throttled)
		audit_fail(a, AUDIT_EXECUTOR, "%s runs on a thread that is %s",
			   NAMED(a, r), t->blocked ? "blocked" : "throttled");
	t->hand = HAND_RUNS;
}

static void on_finish(struct audit *a, const struct trace_rec *r)
{
	struct audit_thread *t = holder(a, r);
	uint32_t *busy = &a->platform->busy[callback(a, vertex(a, r))->group];

	if (!t)
		return; /* told at its start */
	t->hand = HAND_EMPTY;
	*busy -= *busy > 0;
}

/* What blocks has found that all events that are left are void. */
static void forget_events(struct audit *a, uint32_t thread)
{
	const struct trace_platform *p = a->h->platform;
	uint32_t executor = p->threads[thread].executor;
	uint32_t which = thread - p->executors[executor].first_thread;

	if (p->executors[executor].kind == EXECUTOR_EVENTS && which < 2)
		a->platform->executors[executor].events[which].first =
			a->platform->executors[executor].events[which].n;
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
		t->blocked = false;
		break;
	case TRACE_BLOCKS:
		if (t->blocked || t->hand != HAND_EMPTY)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s blocks, but %s", name,
				   t->blocked ? "is blocked already"
					      : "has a callback in hand");
		t->blocked = true;
		forget_events(a, (uint32_t)r->instance);
		break;
	case TRACE_THROTTLED:
		t->throttled = true;
		break;
	case TRACE_REPLENISHED:
		t->throttled = false;
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
		check_skipped(a);
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(a, r);
		break;
	case TRACE_READY:
		arrive(a, vertex(a, r), r->instance);
		break;
	case TRACE_LOST:
		on_lost(a, r);
		break;
	case TRACE_DROP:
		on_drop(a, r);
		break;
	case TRACE_POLL:
		on_poll(a, r);
		break;
	case TRACE_SEEN:
		on_seen(a, r);
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
