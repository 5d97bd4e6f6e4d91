/* audit_budget.c - does every thread with a budget keep to it?  See audit.h
 *
 * The header tells runtime Q, deadline D and period P of each thread that has
 * a server.  Wake-ups, blocking and what the thread runs when are on record;
 * from these alone the auditor keeps a server of its own, by the rules that
 * the manual tells (dagsim-simulate(1)), and compares.
 *
 * A thread that reclaims drains its budget at a rate
 *
 *     max(u, Umax - Uinact - Uextra) / Umax >= max(u, U / m - Uasleep)
 *
 * as Uextra = Umax - U / m, Umax <= 1, and who is inactive on its run queue
 * sleeps; U is the sum of all u, m at most, Uasleep of those that sleep.  With
 * that rate it must not use up more than Q between two refills; nor may it run
 * while throttled.  Bandwidths count in 2^-40, rounded in favour of the run.
 */
#include "base/arena.h"
#include "trace/audit_state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#define BUDGET_MAX (3600 * NS_PER_S)
#define SHARE_BITS 40

struct budget {
	dag_time Q, D, P;
	dag_time d, q;   /* scheduling deadline, budget left              */
	dag_time refill; /* while throttled; else DAG_TIME_MAX            */
	dag_time since;  /* runs since then; -1: does not run             */
	bool reclaims, yields, woken, throttled, awake;
	int64_t share; /* u, rounded down                                     */
	int128 spent;  /* reclaiming: at least, since the last refill         */
	bool refilled; /* in passing, which is still to be told               */
	/* What it has in hand. */
	uint64_t instance;
	uint32_t task, node;
	bool has;
};

struct audit_budgets {
	struct budget *threads;
	uint32_t n, cores;
	bool reclaims;         /* some thread does                    */
	int64_t total, asleep; /* U, rounded down; Uasleep, rounded up        */
};

/* Without a server, or with one that no system takes: Q 0. */
static struct budget budget_of(struct audit *a, const struct trace_thread *t)
{
	struct budget b = {.Q = t->runtime,
			   .D = t->deadline,
			   .P = t->period,
			   .reclaims = t->reclaims,
			   .yields = t->yields,
			   .refill = DAG_TIME_MAX,
			   .since = -1};

	if (b.Q == 0)
		return b;
	if (b.Q > 0 && b.Q <= b.D && b.D <= b.P && b.P <= BUDGET_MAX) {
		b.share = (int64_t)(((int128)b.Q << SHARE_BITS) / b.P);
		return b;
	}
	audit_fail(a, AUDIT_BUDGET,
		   "the server of thread %.60s is none: runtime, deadline and "
		   "period out of order",
		   t->name);
	b.Q = 0;
	return b;
}

void audit_budgets_new(struct audit *a)
{
	const struct trace_platform *p = a->h->platform;
	bool any = false;

	for (uint32_t i = 0; p && i < p->n_threads; i++)
		any |= p->threads[i].runtime != 0;
	if (!any)
		return;
	a->budgets = alloc_checked(calloc(1, sizeof(*a->budgets)));
	a->budgets->threads = alloc_checked(
		calloc(p->n_threads, sizeof(*a->budgets->threads)));
	a->budgets->n = p->n_threads;
	a->budgets->cores = a->h->n_execs;
	for (uint32_t i = 0; i < p->n_threads; i++) {
		struct budget *b = &a->budgets->threads[i];

		*b = budget_of(a, &p->threads[i]);
		a->budgets->reclaims |= b->Q && b->reclaims;
		a->budgets->total += b->share;
		a->budgets->asleep += b->share + 1;
	}
}

void audit_budgets_free(struct audit *a)
{
	if (a->budgets)
		free(a->budgets->threads);
	free(a->budgets);
}

/* --- the server that the records imply --- */

static void refill(struct budget *b, dag_time t)
{
	b->d = audit_later(b->d, b->P);
	b->q += b->Q;
	if (b->d < t) {
		b->d = audit_later(t, b->D);
		b->q = b->Q;
	}
	b->throttled = false;
	b->refill = DAG_TIME_MAX;
}

/* Nothing is left at t. */
static void throttle(struct budget *b, dag_time t)
{
	b->q = 0;
	b->throttled = true;
	b->refill = audit_later(b->d - b->D, b->P);
	if (b->refill <= t)
		refill(b, t);
}

static void wake(struct budget *b, dag_time t)
{
	bool constrained = b->D < b->P;

	if (b->throttled && b->refill <= t) /* due as well, and first */
		refill(b, t);
	if (!b->woken) {
		b->woken = true;
	} else if (b->throttled ||
		   (t <= b->d &&
		    (int128)b->q * b->D <= (int128)(b->d - t) * b->Q)) {
		return;
	} else if (constrained && b->d < t &&
		   t < audit_later(b->d - b->D, b->P)) {
		throttle(b, t);
		return;
	} else if (constrained && t <= b->d) {
		b->q = (dag_time)((int128)(b->d - t) * b->Q / b->D);
		if (!b->q)
			throttle(b, t);
		return;
	}
	b->d = audit_later(t, b->D);
	b->q = b->Q;
}

/* --- running --- */

static void beyond(struct audit *a, uint32_t thread, dag_time by)
{
	audit_fail(a, AUDIT_BUDGET,
		   "thread %.60s runs %" PRId64 " ns beyond its budget",
		   a->h->platform->threads[thread].name, by);
}

/* --- reclaiming --- */

/* What a running thread has used up at least, since it was asked last. */
static void drain(const struct audit_budgets *x, struct budget *b, dag_time t)
{
	const int64_t one = INT64_C(1) << SHARE_BITS;
	int64_t each = x->total / x->cores;
	int64_t rate = (each < one ? each : one) - x->asleep;

	if (rate < b->share)
		rate = b->share;
	b->spent += (int128)(t - b->since) * rate;
	b->since = t;
}

/* Another is asleep or awake from now on. */
static void drain_all(struct audit_budgets *x, dag_time t)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (x->threads[i].reclaims && x->threads[i].since >= 0)
			drain(x, &x->threads[i], t);
}

static void set_awake(struct audit_budgets *x, struct budget *b, bool awake,
		      dag_time t)
{
	if (!x->reclaims || b->awake == awake)
		return;
	drain_all(x, t);
	b->awake = awake;
	x->asleep += awake ? -(b->share + 1) : b->share + 1;
}

/* It stops, or is refilled.  An ns that has begun counts as a whole one. */
static void check_spent(struct audit *a, uint32_t thread)
{
	const struct budget *b = &a->budgets->threads[thread];
	int128 most = (int128)(b->Q + 1) << SHARE_BITS;

	if (b->spent > most)
		beyond(a, thread,
		       (dag_time)((b->spent - most) >> SHARE_BITS) + 1);
}

/* It has run since b->since without a pause. */
static void stop(struct audit *a, uint32_t thread, dag_time t)
{
	struct budget *b = &a->budgets->threads[thread];
	dag_time at = b->since;

	if (b->reclaims) {
		drain(a->budgets, b, t);
		b->since = -1;
		check_spent(a, thread);
		return;
	}
	b->since = -1;
	while (!b->throttled && t - at >= b->q) {
		at += b->q;
		throttle(b, at);
		b->refilled |= !b->throttled;
	}
	if (!b->throttled)
		b->q -= t - at;
	else if (t > at)
		beyond(a, thread, t - at);
}

static void begin(struct audit *a, uint32_t thread, dag_time t)
{
	struct budget *b = &a->budgets->threads[thread];

	if (b->throttled)
		audit_fail(a, AUDIT_BUDGET,
			   "thread %.60s runs while it is throttled",
			   a->h->platform->threads[thread].name);
	b->since = t;
}

/* The thread that has this in hand, or NONE. */
static uint32_t holder(const struct audit *a, const struct trace_rec *r)
{
	const struct trace_platform *p = a->h->platform;
	uint32_t node = a->h->tasks[r->task].first_node + r->node;
	const struct trace_executor *x =
		&p->executors[p->callbacks[node].executor];

	for (uint32_t i = 0; i < x->n_threads; i++) {
		const struct budget *b =
			&a->budgets->threads[x->first_thread + i];

		if (b->has && b->task == r->task && b->node == r->node &&
		    b->instance == r->instance)
			return x->first_thread + i;
	}
	return NONE;
}

static void on_slice(struct audit *a, const struct trace_rec *r)
{
	uint32_t thread = holder(a, r);
	struct budget *b;

	if (thread == NONE) {
		audit_fail(a, AUDIT_BUDGET, "%s runs on no thread",
			   NAMED(a, r));
		return;
	}
	b = &a->budgets->threads[thread];
	if (!b->Q)
		return;
	if (r->kind == TRACE_START || r->kind == TRACE_RESUME) {
		begin(a, thread, r->t);
	} else if (b->since >= 0) {
		stop(a, thread, r->t);
	}
	if (r->kind != TRACE_FINISH)
		return;
	b->has = false;
	if (b->yields && !b->reclaims && !b->throttled)
		throttle(b, r->t);
}

/* --- what threads tell --- */

static void differs(struct audit *a, uint32_t thread, const char *what,
		    dag_time told, dag_time due)
{
	audit_fail(a, AUDIT_BUDGET,
		   "thread %.60s tells %s of %" PRId64
		   ", where the rules of its server give %" PRId64,
		   a->h->platform->threads[thread].name, what, told, due);
}

/* Of a thread that reclaims it is not known how fast it used up its budget,
 * but when the next comes, and how much at most. */
static void refill_reclaiming(struct audit *a, uint32_t thread,
			      const struct trace_rec *r)
{
	struct budget *b = &a->budgets->threads[thread];
	dag_time more = r->a - b->d;

	/* asleep it may have used up its budget, which nothing tells */
	if (b->since < 0 && r->t != audit_later(b->d - b->D, b->P))
		differs(a, thread, "a refill", r->t,
			audit_later(b->d - b->D, b->P));
	if ((more < b->P || more % b->P) && r->a != audit_later(r->t, b->D))
		differs(a, thread, "a deadline", r->a, audit_later(b->d, b->P));
	if (r->b < 1 || r->b > b->P)
		differs(a, thread, "a budget", r->b, b->P);
	b->d = r->a;
	b->spent = 0;
	b->throttled = false;
	b->refill = DAG_TIME_MAX;
}

static void on_replenished(struct audit *a, uint32_t thread,
			   const struct trace_rec *r)
{
	struct budget *b = &a->budgets->threads[thread];
	bool runs = b->since >= 0;

	if (runs) { /* it is refilled in passing */
		stop(a, thread, r->t);
		b->since = r->t;
	}
	if (b->reclaims) {
		refill_reclaiming(a, thread, r);
		return;
	}
	if (runs && !b->refilled)
		differs(a, thread, "a refill", r->t, b->refill);
	b->refilled = false;
	if (!runs && (!b->throttled || b->refill != r->t)) {
		differs(a, thread, "a refill", r->t, b->refill);
		return;
	}
	if (!runs)
		refill(b, r->t);
	if (b->d != r->a)
		differs(a, thread, "a deadline", r->a, b->d);
	if (b->q != r->b)
		differs(a, thread, "a budget", r->b, b->q);
}

static void on_throttled(struct audit *a, uint32_t thread,
			 const struct trace_rec *r)
{
	struct budget *b = &a->budgets->threads[thread];

	if (b->reclaims) {
		b->throttled = true;
		b->refill = audit_later(b->d - b->D, b->P);
		if (b->refill != r->a)
			differs(a, thread, "throttling until", r->a, b->refill);
	} else if (!b->throttled || b->refill != r->a)
		differs(a, thread, "throttling until", r->a,
			b->throttled ? b->refill : r->t);
}

/* The deadline is kept, or begins anew, or is that of a refill that is due as
 * well. */
static void wake_reclaiming(struct audit *a, uint32_t thread,
			    const struct trace_rec *r)
{
	struct budget *b = &a->budgets->threads[thread];
	bool due = audit_later(b->d - b->D, b->P) <= r->t;

	if (r->a != audit_later(r->t, b->D) && !(b->woken && r->a == b->d) &&
	    !(due && r->a == audit_later(b->d, b->P)))
		differs(a, thread, "a deadline", r->a, b->d);
	if (due)
		b->throttled = false;
	b->woken = true;
	b->d = r->a;
	b->spent = 0; /* may be as good as new */
}

/* Before t it was to be refilled, and says so. */
static void check_told(struct audit *a, uint32_t thread, dag_time t)
{
	struct budget *b = &a->budgets->threads[thread];

	if (!b->throttled || b->refill >= t)
		return;
	audit_fail(a, AUDIT_BUDGET,
		   "thread %.60s is to be refilled at %" PRId64
		   ", which is not told",
		   a->h->platform->threads[thread].name, b->refill);
	refill(b, b->refill);
}

void audit_budgets_end(struct audit *a)
{
	for (uint32_t i = 0; i < a->h->platform->n_threads; i++)
		if (a->budgets->threads[i].Q)
			check_told(a, i, a->h->horizon);
}

static void on_thread(struct audit *a, const struct trace_rec *r)
{
	uint32_t thread = (uint32_t)r->instance;
	struct budget *b;

	if (r->instance >= a->h->platform->n_threads)
		return; /* told by whoever checks threads */
	b = &a->budgets->threads[thread];
	if (!b->Q)
		return;
	/* what ends at this instant may wake it first, what comes does not */
	check_told(a, thread, r->t + (r->index == TRACE_WAKES && a->phase > 0));
	switch (r->index) {
	case TRACE_BLOCKS:
		set_awake(a->budgets, b, false, r->t);
		break;
	case TRACE_WAKES:
		set_awake(a->budgets, b, true, r->t);
		if (b->reclaims) {
			wake_reclaiming(a, thread, r);
			return;
		}
		wake(b, r->t);
		if (b->d != r->a)
			differs(a, thread, "a deadline", r->a, b->d);
		break;
	case TRACE_THROTTLED:
		on_throttled(a, thread, r);
		break;
	case TRACE_REPLENISHED:
		on_replenished(a, thread, r);
		break;
	case TRACE_SPINS: /* that counts as running */
		begin(a, thread, r->t);
		break;
	case TRACE_SPUN:
		if (b->since >= 0)
			stop(a, thread, r->t);
		break;
	default:
		break;
	}
}

static void on_take(struct audit *a, const struct trace_rec *r)
{
	struct budget *b;
	uint32_t from;

	if (r->flags & TRACE_FED || r->a < 0 ||
	    r->a >= a->h->platform->n_threads)
		return;
	from = r->flags & TRACE_MOVED ? holder(a, r) : NONE;
	if (from != NONE)
		a->budgets->threads[from].has = false;
	b = &a->budgets->threads[r->a];
	b->has = true;
	b->task = r->task;
	b->node = r->node;
	b->instance = r->instance;
}

void audit_on_budget(struct audit *a, const struct trace_rec *r)
{
	assert(a->budgets);
	if (r->t > a->h->horizon)
		return; /* what runs at the horizon runs out */
	switch (r->kind) {
	case TRACE_THREAD:
		on_thread(a, r);
		break;
	case TRACE_TAKE:
		on_take(a, r);
		break;
	case TRACE_START:
	case TRACE_RESUME:
	case TRACE_PREEMPT:
	case TRACE_FINISH:
		on_slice(a, r);
		break;
	default:
		break;
	}
}
