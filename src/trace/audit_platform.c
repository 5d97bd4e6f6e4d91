/* audit_platform.c - threads and executors, judged from the trace alone; the
 * frame, and what threads do */
#include "trace/audit_platform.h"

#include <inttypes.h>

static void on_release(struct audit *a, const struct trace_rec *r)
{
	const struct trace_task *t = &a->h->tasks[r->task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t node = t->first_node + i;

		if (!a->n_pred[node] && !a->loose[node])
			audit_arrive(a, a->platform->first_entity[node],
				     r->instance);
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

static const struct trace_executor *executor_of(const struct audit *a,
						uint32_t thread)
{
	const struct trace_platform *p = a->h->platform;

	return &p->executors[p->threads[thread].executor];
}

/* Threads without a server have the deadline of what they run. */
static void rank_by(const struct audit *a, const struct trace_rec *r,
		    struct audit_thread *t)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);

	if (slot != JOBMAP_NONE && !a->h->platform->threads[r->a].runtime)
		t->deadline = a->jobs[slot].deadline;
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
	rank_by(a, r, t);
	from->hand = HAND_EMPTY;
}

/* Before each selection, whatever was seen earlier; what a join fires is not
 * selected. */
static bool looks_first(const struct audit *a, const struct trace_rec *r)
{
	bool fires = !(r->flags & TRACE_FED) &&
		     a->platform->joins[audit_vertex_of(a, r)];

	return executor_of(a, (uint32_t)r->a)->kind == EXECUTOR_PRIORITY &&
	       !fires;
}

static bool is_loose(const struct audit *a, uint32_t thread)
{
	const struct trace_thread *t = &a->h->platform->threads[thread];

	return audit_is_loose(a, &a->platform->executors[t->executor]);
}

/* Who looked takes at once, where it looked. */
static void check_asked(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;

	if (is_loose(a, (uint32_t)r->a))
		;
	else if (p->asks != NONE && (p->asks != r->a || p->asks_on != r->exec))
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken elsewhere than by who looked",
			   NAMED(a, r));
	else if (p->asks == NONE && looks_first(a, r))
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken, and nobody has looked what is ready",
			   NAMED(a, r));
	p->asks = NONE;
}

/* Is it for that thread, and has it nothing else to do? */
static void check_taker(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r), thread = (uint32_t)r->a;
	const struct trace_callback *c = audit_callback_of(a, node);
	const struct audit_thread *t = &a->platform->threads[thread];
	const struct trace_executor *x = executor_of(a, thread);

	if (a->h->platform->threads[thread].executor != c->executor)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken by a thread of another executor",
			   NAMED(a, r));
	else if (x->timer_thread &&
		 (thread > x->first_thread) != (c->type == CALLBACK_TIMER))
		audit_fail(a, AUDIT_EXECUTOR, "%s is taken by the thread of %s",
			   NAMED(a, r),
			   c->type == CALLBACK_TIMER ? "messages" : "timers");
	if (t->hand != HAND_EMPTY || t->blocked || t->throttled)
		audit_fail(a, AUDIT_EXECUTOR, "%s is taken by a thread that %s",
			   NAMED(a, r),
			   t->blocked              ? "is blocked"
			   : t->hand != HAND_EMPTY ? "has another in hand"
						   : "is throttled");
	if (!audit_may_use(a, thread, r->exec))
		audit_fail(a, AUDIT_EXCLUSIVE,
			   "%s is taken on %.60s, which its thread may not use",
			   NAMED(a, r), a->h->execs[r->exec].name);
}

/* What a join fires goes to who fed it, or has just ended its callback. */
static void check_fired(struct audit *a, const struct trace_rec *r)
{
	const struct trace_rec *p = &a->last;

	if (p->kind != TRACE_READY || p->task != r->task ||
	    p->node != r->node || p->instance != r->instance || p->t != r->t)
		audit_fail(a, AUDIT_EXECUTOR, "%s is taken before it fires",
			   NAMED(a, r));
}

static void take_input(struct audit *a, const struct trace_rec *r)
{
	uint32_t entity = audit_entity_of(a, r, r->b), group;

	if (entity == NONE || !r->b) {
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s is taken from an input that it has not",
			   NAMED(a, r));
		return;
	}
	audit_check_taken(a, r, entity);
	audit_withdraw(a, r, entity, AUDIT_EXECUTOR, "is taken");
	audit_on_fed(a, r);
	group = audit_callback_of(a, audit_vertex_of(a, r))->group;
	enter_group(a, r, audit_callback_of(a, audit_vertex_of(a, r)));
	a->platform->fed_group = group;
}

static void take_callback(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	uint32_t entity = a->platform->first_entity[node];
	struct audit_thread *t = &a->platform->threads[r->a];

	if (r->b)
		audit_fail(a, AUDIT_EXECUTOR, "%s is taken from an input",
			   NAMED(a, r));
	if (a->platform->joins[node]) {
		check_fired(a, r);
	} else {
		audit_check_taken(a, r, entity);
		audit_withdraw(a, r, entity, AUDIT_EXECUTOR, "is taken");
		a->platform->called = node;
		a->platform->called_at = r->t;
	}
	enter_group(a, r, audit_callback_of(a, node));
	t->hand = HAND_TAKEN;
	t->task = r->task;
	t->node = r->node;
	t->instance = r->instance;
	t->costs = audit_later(t->costs, executor_of(a, (uint32_t)r->a)->take);
	rank_by(a, r, t);
}

static void on_take(struct audit *a, const struct trace_rec *r)
{
	if (r->flags & TRACE_MOVED) {
		on_move(a, r);
		return;
	}
	check_asked(a, r);
	check_taker(a, r);
	if (r->flags & TRACE_FED)
		take_input(a, r);
	else
		take_callback(a, r);
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

/* Only what is about to start pays. */
static void check_paid(struct audit *a, const struct trace_rec *r)
{
	const struct trace_rec *p = &a->last;

	if (p->kind == TRACE_OVERHEAD && p->index == OVERHEAD_EXECUTOR &&
	    (r->kind != TRACE_START || r->exec != p->exec))
		audit_fail(a, AUDIT_OVERHEAD,
			   "%.60s pays for an executor, and starts nothing",
			   a->h->execs[p->exec].name);
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
	if (a->last.kind == TRACE_TAKE && a->last.exec != r->exec &&
	    a->last.task == r->task && a->last.node == r->node &&
	    a->last.instance == r->instance)
		audit_fail(a, AUDIT_EXECUTOR,
			   "%s starts elsewhere than it is taken", NAMED(a, r));
	t->hand = HAND_RUNS;
	audit_thread_runs(a, r, (uint32_t)(t - a->platform->threads));
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
	audit_thread_stops(a, r, (uint32_t)(t - a->platform->threads));
}

static void on_preempt(struct audit *a, const struct trace_rec *r)
{
	struct audit_thread *t = holder(a, r);

	if (t)
		audit_thread_stops(a, r, (uint32_t)(t - a->platform->threads));
}

static void on_thread(struct audit *a, const struct trace_rec *r)
{
	uint32_t thread = (uint32_t)r->instance;
	struct audit_thread *t = &a->platform->threads[thread];
	const char *name = a->h->platform->threads[thread].name;

	if ((r->index < TRACE_SPINS && r->exec) ||
	    (r->index != TRACE_REPLENISHED && r->b) ||
	    (r->index == TRACE_BLOCKS && r->a))
		audit_fail(a, AUDIT_RECORD,
			   "thread %.80s tells a number that means nothing",
			   name);

	switch (r->index) {
	case TRACE_WAKES:
		if (!t->blocked)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s wakes, but is not blocked",
				   name);
		audit_check_wake(a, thread);
		audit_check_reason(a, thread, r->a);
		t->blocked = false;
		t->deadline = r->a;
		/* who blocked at this instant may keep its place */
		audit_place(t, t->blocked_at == r->t ? t->placed : r->t, r->t);
		audit_thread_waits(a, thread, true);
		break;
	case TRACE_BLOCKS:
		if (t->blocked || t->hand != HAND_EMPTY)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s blocks, but %s", name,
				   t->blocked ? "is blocked already"
					      : "has a callback in hand");
		t->blocked = true;
		t->blocked_at = r->t;
		audit_thread_waits(a, thread, false);
		audit_forget_events(a, thread);
		break;
	case TRACE_THROTTLED:
		if (t->blocked || t->throttled || t->core != NONE)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s is throttled, but %s", name,
				   t->blocked     ? "is blocked"
				   : t->throttled ? "is so already"
						  : "runs");
		t->throttled = true;
		audit_thread_waits(a, thread, false);
		break;
	case TRACE_REPLENISHED:
		if (t->throttled && !t->blocked)
			audit_thread_waits(a, thread, true);
		t->throttled = false;
		t->deadline = r->a;
		break;
	case TRACE_SPINS:
		if (t->blocked || t->throttled || t->hand != HAND_EMPTY)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s waits on a core, but has "
				   "something in hand, or no core",
				   name);
		audit_thread_spins(a, r, thread);
		break;
	case TRACE_SPUN:
		audit_thread_stops(a, r, thread);
		break;
	default:
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.80s does what is not known", name);
	}
}

static void on_ready(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);

	if (a->platform->joins[node])
		audit_on_fire(a, r);
	else
		audit_arrive(a, a->platform->first_entity[node], r->instance);
}

/* A group is busy while a join is fed; who then waits for work instead sees
 * nothing of it. */
static void leave_fed(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;

	if (p->fed_group == NONE || r->kind == TRACE_LOST ||
	    r->kind == TRACE_DROP || r->kind == TRACE_MISS ||
	    (r->kind == TRACE_POLL && !r->a))
		return;
	p->busy[p->fed_group]--;
	p->fed_group = NONE;
}

/* Does the record break what one before it has begun? */
static void check_begun(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;

	if (p->polling != NONE && r->kind != TRACE_SEEN) {
		audit_fail(a, AUDIT_WINDOW,
			   "a polling point shows fewer than it says");
		p->polling = NONE;
	}
	if (p->asks != NONE && r->kind != TRACE_SEEN && r->kind != TRACE_TAKE) {
		if (!is_loose(a, p->asks))
			audit_fail(
				a, AUDIT_WINDOW,
				"thread %.80s looks what is ready, and takes "
				"nothing",
				a->h->platform->threads[p->asks].name);
		p->asks = NONE;
	}
	if (p->called != NONE && r->kind != TRACE_LOST &&
	    r->kind != TRACE_DROP && r->kind != TRACE_MISS)
		audit_check_skipped(a);
	audit_check_fed(a, r);
	leave_fed(a, r);
	check_paid(a, r);
}

void audit_platform_end(struct audit *a)
{
	check_begun(a, &(struct trace_rec){.kind = TRACE_KINDS});
}

void audit_platform_take(struct audit *a, const struct trace_rec *r)
{
	check_begun(a, r);
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(a, r);
		break;
	case TRACE_READY:
		on_ready(a, r);
		break;
	case TRACE_LOST:
		audit_on_lost(a, r);
		break;
	case TRACE_DROP:
		audit_on_death(a, r);
		break;
	case TRACE_POLL:
		audit_on_poll(a, r);
		if (r->a)
			a->platform->threads[r->instance].costs +=
				executor_of(a, (uint32_t)r->instance)->poll;
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
	case TRACE_PREEMPT:
		on_preempt(a, r);
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
