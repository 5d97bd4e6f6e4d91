/* audit_threads.c - which thread has which core, whether it keeps it, and
 * whether who has something to do is awake; see audit_platform.h
 *
 * What counts is how things stand when an instant is over, before time goes
 * on: until then a policy may take back what it decided. */
#include "trace/audit_platform.h"

#include <inttypes.h>

/* --- who goes before whom --- */

static const struct trace_thread *said(const struct audit *a, uint32_t thread)
{
	return &a->h->platform->threads[thread];
}

bool audit_threads_ordered(const struct trace_platform *p)
{
	return p->order == TRACE_ORDER_EDF || p->order == TRACE_ORDER_FIXED ||
	       p->order == TRACE_ORDER_LINUX;
}

static int64_t key_of(const struct audit *a, uint32_t thread)
{
	uint32_t order = a->h->platform->order;

	if (order == TRACE_ORDER_EDF ||
	    (order == TRACE_ORDER_LINUX && said(a, thread)->runtime))
		return a->platform->threads[thread].deadline;
	return said(a, thread)->urgency;
}

/* By key; threads with a server go before all others.  < 0: x does. */
static int compare_keys(const struct audit *a, uint32_t x, uint32_t y)
{
	bool pressing = said(a, x)->runtime > 0;
	int64_t kx = key_of(a, x), ky = key_of(a, y);

	if (pressing != (said(a, y)->runtime > 0))
		return pressing ? -1 : 1;
	return kx < ky ? -1 : kx > ky;
}

/* Does x, which waits, drive off y?  Of equal keys the one that has its place
 * for longer does, where the trace tells. */
static bool goes_before(const struct audit *a, uint32_t x, uint32_t y)
{
	int c = compare_keys(a, x, y);
	uint32_t flags = a->h->platform->flags;
	const struct audit_thread *t = a->platform->threads;

	if (c || !(flags & TRACE_FIFO_TIES) || flags & TRACE_ROTATES)
		return c < 0;
	return t[x].placed_by < t[y].placed;
}

bool audit_may_use(const struct audit *a, uint32_t thread, uint32_t core)
{
	const struct trace_thread *t = said(a, thread);
	uint32_t i = 0;

	while (i < t->n_cores && t->cores[i] != core)
		i++;
	return !t->cores || i < t->n_cores;
}

static bool is_preemptive(const struct audit *a, uint32_t core)
{
	return a->h->platform->flags & TRACE_PREEMPTS &&
	       a->h->execs[core].preemption == PREEMPT_FULL;
}

/* --- what threads do --- */

/* For a queue of cores: it is in there from now on, or leaves it. */
void audit_thread_waits(struct audit *a, uint32_t thread, bool waits)
{
	struct audit_platform *p = a->platform;
	struct audit_thread *t = &p->threads[thread];

	if (t->waits == waits)
		return;
	t->waits = waits;
	if (waits) {
		t->place = p->n_waiting;
		p->waiting[p->n_waiting++] = thread;
		return;
	}
	p->waiting[t->place] = p->waiting[--p->n_waiting];
	p->threads[p->waiting[t->place]].place = t->place;
}

/* Time slices of policies that rotate. */
static void check_slice(struct audit *a, const struct trace_rec *r,
			uint32_t thread, uint32_t victim)
{
	const struct audit_core *c = &a->platform->cores[r->exec];
	dag_time had = r->t - c->since;

	if (compare_keys(a, thread, victim) || had >= a->h->platform->quantum)
		return;
	audit_fail(a, AUDIT_CHOICE,
		   "thread %.60s loses its core to an equal after %" PRId64
		   " ns of %" PRId64,
		   said(a, victim)->name, had, a->h->platform->quantum);
}

/* A thread that was driven off the core at this instant, to make room. */
static void check_victim(struct audit *a, const struct trace_rec *r,
			 uint32_t thread)
{
	struct audit_platform *p = a->platform;
	struct audit_core *c = &p->cores[r->exec];
	uint32_t victim = c->victim;

	c->victim = NONE;
	if (victim == NONE || c->victim_t != r->t ||
	    p->threads[victim].throttled ||
	    !audit_threads_ordered(a->h->platform))
		return;
	if (a->h->platform->quantum)
		check_slice(a, r, thread, victim);
	if (compare_keys(a, thread, victim) > 0)
		audit_fail(a, AUDIT_CHOICE,
			   "thread %.60s drives off %.60s, which goes before "
			   "it",
			   said(a, thread)->name, said(a, victim)->name);
	if (!compare_keys(a, thread, victim) &&
	    a->h->platform->flags & TRACE_ROTATES)
		audit_place(&p->threads[victim], r->t, r->t);
}

/* Workers pay when they get a core, whatever they find there. */
static bool is_worker(const struct audit *a, const struct audit_thread *t)
{
	uint32_t thread = (uint32_t)(t - a->platform->threads);
	uint32_t executor = said(a, thread)->executor;

	return a->h->platform->executors[executor].kind == EXECUTOR_WORKERS;
}

/* What the executor has cost the thread is paid before it starts. */
static void check_costs(struct audit *a, const struct trace_rec *r,
			struct audit_thread *t)
{
	const struct trace_rec *p = &a->last;
	dag_time paid = 0;

	if (p->kind == TRACE_OVERHEAD && p->index == OVERHEAD_EXECUTOR &&
	    p->exec == r->exec && p->t == r->t)
		paid = p->a;
	if (paid != t->costs && !is_worker(a, t))
		audit_fail(a, AUDIT_OVERHEAD,
			   "%s pays %" PRId64 " ns for its executor, which "
			   "costs %" PRId64,
			   NAMED(a, r), paid, t->costs);
	t->costs = 0;
}

void audit_thread_runs(struct audit *a, const struct trace_rec *r,
		       uint32_t thread)
{
	struct audit_core *c = &a->platform->cores[r->exec];
	const struct audit_exec *e = &a->execs[r->exec];
	struct audit_thread *t = &a->platform->threads[thread];

	if (!audit_may_use(a, thread, r->exec))
		audit_fail(a, AUDIT_EXCLUSIVE,
			   "thread %.60s runs on %.60s, which it may not use",
			   said(a, thread)->name, a->h->execs[r->exec].name);
	check_victim(a, r, thread);
	check_costs(a, r, t);
	if (c->last != thread || c->ended != r->t)
		c->since = r->t > e->over_until ? r->t : e->over_until;
	c->thread = thread;
	t->core = r->exec;
	audit_thread_waits(a, thread, false);
}

/* It keeps a core and does nothing there. */
void audit_thread_spins(struct audit *a, const struct trace_rec *r,
			uint32_t thread)
{
	struct audit_core *c = &a->platform->cores[r->exec];

	if (!audit_may_use(a, thread, r->exec) || a->execs[r->exec].busy)
		audit_fail(a, AUDIT_EXCLUSIVE,
			   "thread %.60s keeps %.60s, which it may not use or "
			   "which is busy",
			   said(a, thread)->name, a->h->execs[r->exec].name);
	c->thread = thread;
	a->platform->threads[thread].core = r->exec;
	audit_thread_waits(a, thread, false);
}

void audit_thread_stops(struct audit *a, const struct trace_rec *r,
			uint32_t thread)
{
	struct audit_core *c = &a->platform->cores[r->exec];

	c->thread = NONE;
	c->last = thread;
	c->ended = r->t;
	c->victim = NONE;
	if (r->kind == TRACE_PREEMPT) {
		c->victim = thread;
		c->victim_t = r->t;
	}
	a->platform->threads[thread].core = NONE;
	audit_thread_waits(a, thread, true);
}

/* --- at the end of an instant --- */

static bool is_idle(const struct audit *a, uint32_t core)
{
	return !a->execs[core].busy && a->execs[core].over_until <= a->now &&
	       a->platform->cores[core].thread == NONE;
}

/* Of equals the one that runs gives way when its slice is over. */
static void check_turn(struct audit *a, uint32_t waits, uint32_t core,
		       dag_time until)
{
	const struct audit_core *c = &a->platform->cores[core];
	dag_time due = audit_later(c->since, a->h->platform->quantum);

	if (until > a->h->horizon)
		until = a->h->horizon;
	if (!a->h->platform->quantum || due >= until ||
	    compare_keys(a, waits, c->thread))
		return;
	audit_fail(a, AUDIT_CHOICE,
		   "thread %.60s keeps its core for %" PRId64 " ns, though "
		   "%.60s waits and is its equal",
		   said(a, c->thread)->name, until - c->since,
		   said(a, waits)->name);
}

/* Who gets a core takes something and starts it, unless its place in the order
 * depends on what that is. */
static void check_started(struct audit *a, uint32_t thread)
{
	const struct trace_platform *p = a->h->platform;

	if (a->platform->threads[thread].hand == HAND_TAKEN &&
	    p->order == TRACE_ORDER_FIXED && p->flags & TRACE_FIFO_TIES)
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.60s takes a callback and does not start "
			   "it",
			   said(a, thread)->name);
}

static void check_waiting(struct audit *a, uint32_t waits, dag_time until)
{
	const struct trace_platform *p = a->h->platform;

	check_started(a, waits);

	for (uint32_t i = 0; i < a->h->n_execs; i++) {
		uint32_t runs = a->platform->cores[i].thread;

		if (!audit_may_use(a, waits, i))
			continue;
		if (is_idle(a, i) && p->flags & TRACE_WORK_CONSERVING)
			audit_fail(a, AUDIT_IDLE,
				   "%.60s idles while thread %.60s is ready",
				   a->h->execs[i].name, said(a, waits)->name);
		if (runs == NONE || !audit_threads_ordered(p) ||
		    !is_preemptive(a, i))
			continue;
		if (goes_before(a, waits, runs))
			audit_fail(a, AUDIT_CHOICE,
				   "thread %.60s runs on while %.60s, which "
				   "goes before it, waits",
				   said(a, runs)->name, said(a, waits)->name);
		else
			check_turn(a, waits, i, until);
	}
}

/* --- who sleeps --- */

static const struct trace_executor *executor(const struct audit *a, uint32_t x)
{
	return &a->h->platform->executors[x];
}

/* Where several threads share an executor: is there one that would look for
 * work?  Or none that could?  While looking takes time the others wait. */
static bool someone_looks(const struct audit *a, uint32_t x)
{
	bool sleeps = false;

	if (executor(a, x)->poll)
		return true;

	for (uint32_t i = 0; i < executor(a, x)->n_threads; i++) {
		const struct audit_thread *t =
			&a->platform->threads[executor(a, x)->first_thread + i];

		if (!t->blocked && t->hand == HAND_EMPTY)
			return true;
		sleeps |= t->blocked;
	}
	return !sleeps;
}

/* Is there something to do for the thread, which is blocked? */
static bool has_work(const struct audit *a, uint32_t thread)
{
	uint32_t x = said(a, thread)->executor;
	uint32_t which = thread - executor(a, x)->first_thread;

	if (executor(a, x)->kind == EXECUTOR_EVENTS)
		return which < 2 && audit_has_event(a, x, which);
	return audit_can_take(a, x);
}

static bool is_multi(const struct audit *a, uint32_t thread)
{
	uint32_t kind = executor(a, said(a, thread)->executor)->kind;

	return kind == EXECUTOR_MULTI || kind == EXECUTOR_CBG;
}

static bool is_loose(const struct audit *a, uint32_t thread)
{
	return audit_is_loose(
		a, &a->platform->executors[said(a, thread)->executor]);
}

/* Where threads wake at once.  How late others do: audit_wakes.c. */
static bool wakes_at_once(const struct audit *a)
{
	return a->h->platform->wakes.bounded && !a->h->platform->wakes.most;
}

static void check_sleep(struct audit *a, uint32_t thread)
{
	const struct audit_thread *t = &a->platform->threads[thread];

	if (!t->blocked || is_loose(a, thread) || !has_work(a, thread) ||
	    (is_multi(a, thread) &&
	     someone_looks(a, said(a, thread)->executor)))
		return;
	audit_fail(a, AUDIT_EXECUTOR,
		   "thread %.60s sleeps, though there is something to do",
		   said(a, thread)->name);
}

/* Does something wait for the executor that has the deadline? */
static bool is_due_by(const struct audit *a, uint32_t executor,
		      dag_time deadline)
{
	const struct audit_executor *x = &a->platform->executors[executor];

	for (int64_t i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1)) {
		uint32_t entity = x->entity_at[i];
		uint32_t slot =
			jobmap_find(&a->map, a->platform->entities[entity].task,
				    audit_oldest(a, entity)->instance);

		if (slot != JOBMAP_NONE && a->jobs[slot].deadline == deadline)
			return true;
	}
	return false;
}

void audit_check_reason(struct audit *a, uint32_t thread, dag_time deadline)
{
	if (is_loose(a, thread) ||
	    (is_multi(a, thread) &&
	     (!wakes_at_once(a) ||
	      executor(a, said(a, thread)->executor)->poll)))
		return;
	if (!has_work(a, thread))
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.60s wakes, but there is nothing to do",
			   said(a, thread)->name);
	else if (!said(a, thread)->runtime && wakes_at_once(a) &&
		 !is_due_by(a, said(a, thread)->executor, deadline))
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.60s wakes with a deadline of %" PRId64
			   ", which nothing has that waits for it",
			   said(a, thread)->name, deadline);
}

void audit_check_threads(struct audit *a, dag_time until)
{
	const struct audit_platform *p = a->platform;

	if (until <= a->now || a->now >= a->h->horizon)
		return;
	audit_check_full(a);
	for (uint32_t i = 0; wakes_at_once(a) && i < a->h->platform->n_threads;
	     i++)
		check_sleep(a, i);
	for (uint32_t i = 0; i < p->n_waiting; i++)
		check_waiting(a, p->waiting[i], until);
}
