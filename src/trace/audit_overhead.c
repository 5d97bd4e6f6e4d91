/* audit_overhead.c - what cores lose: is it as the header says, is the lock
 * held by one at a time, does every dispatch pay?  See audit.h */
#include "base/arena.h"
#include "trace/audit_state.h"

#include <inttypes.h>
#include <string.h>

/* Bounds of a kind; {0, 0}: it costs nothing. */
static struct trace_overhead bounds(const struct audit *a,
				    enum overhead_kind kind)
{
	if (!a->h->overheads)
		return (struct trace_overhead){0, 0};
	return a->h->overheads[kind];
}

dag_time audit_least_overhead(const struct audit *a, enum overhead_kind kind)
{
	return bounds(a, kind).least;
}

dag_time audit_least_to_wake(const struct audit *a)
{
	return audit_least_overhead(a, OVERHEAD_DECISION) +
	       audit_least_overhead(a, OVERHEAD_LOCK);
}

/* --- the lock --- */

/* The first hold that ends after t. */
static size_t hold_after(const struct audit *a, dag_time t)
{
	size_t low = a->first_hold, high = a->n_holds;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (a->holds[mid].to > t)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

/* Holds that ended before this instant matter no more. */
static void shed_holds(struct audit *a)
{
	a->first_hold = hold_after(a, a->now - 1);
	if (a->first_hold < 64 || a->first_hold * 2 < a->n_holds)
		return;
	memmove(a->holds, a->holds + a->first_hold,
		(a->n_holds - a->first_hold) * sizeof(*a->holds));
	a->n_holds -= a->first_hold;
	a->first_hold = 0;
}

static void hold(struct audit *a, const struct trace_rec *r, dag_time from,
		 dag_time to)
{
	size_t i;

	shed_holds(a);
	i = hold_after(a, from);
	if (i < a->n_holds && a->holds[i].from < to)
		audit_fail(a, AUDIT_OVERHEAD,
			   "%s holds the lock while another core does",
			   a->h->execs[r->exec].name);
	array_reserve((void **)&a->holds, &a->cap_holds, a->n_holds + 1,
		      sizeof(*a->holds));
	memmove(a->holds + i + 1, a->holds + i,
		(a->n_holds - i) * sizeof(*a->holds));
	a->holds[i] = (struct audit_hold){from, to};
	a->n_holds++;
}

/* Who waits goes on when some hold ends. */
static void wait(struct audit *a, const struct trace_rec *r, dag_time until)
{
	size_t i = hold_after(a, until - 1);

	if (i == a->n_holds || a->holds[i].to != until)
		audit_fail(a, AUDIT_OVERHEAD,
			   "%s waits for the lock until %" PRId64
			   ", when no one lets it go",
			   a->h->execs[r->exec].name, until);
}

/* --- the records --- */

static void check_span(struct audit *a, const struct trace_rec *r)
{
	struct trace_overhead b;
	const char *name = a->h->execs[r->exec].name;

	if (a->h->execs[r->exec].resource != ON_CORE)
		audit_fail(a, AUDIT_OVERHEAD,
			   "overhead on %s, which is no core", name);
	if (r->t >= a->h->horizon)
		audit_fail(a, AUDIT_HORIZON, "overhead on %s after it", name);
	if (r->index == OVERHEAD_EXECUTOR && a->platform)
		return; /* what it takes is not told */
	if (r->index >= OVERHEAD_KINDS) {
		audit_fail(a, AUDIT_OVERHEAD, "overhead of no known kind on %s",
			   name);
		return;
	}
	if (r->index == OVERHEAD_LOCK_WAIT)
		b = (struct trace_overhead){1, DAG_TIME_MAX};
	else
		b = bounds(a, (enum overhead_kind)r->index);
	if (r->a < 1 || r->a < b.least || r->a > b.most)
		audit_fail(a, AUDIT_OVERHEAD,
			   "%s of %" PRId64 " ns on %s, where it takes %" PRId64
			   " to %" PRId64,
			   overhead_names[r->index], r->a, name, b.least,
			   b.most);
}

/* When the executor ended the last that it did before this instant, or at
 * it. */
static dag_time free_since(const struct audit_exec *e)
{
	return e->over_until > e->end_t ? e->over_until : e->end_t;
}

/* The kinds told on the executor at this instant, since it became free. */
static void note_kind(struct audit *a, struct audit_exec *e, unsigned kind)
{
	if (e->told_t != a->now)
		audit_forget_told(a, e);
	if (kind < OVERHEAD_KINDS)
		e->told |= 1u << kind;
}

void audit_forget_told(const struct audit *a, struct audit_exec *e)
{
	e->told = 0;
	e->told_t = a->now;
	e->free_since = free_since(e);
}

void audit_on_overhead(struct audit *a, const struct trace_rec *r)
{
	struct audit_exec *e = &a->execs[r->exec];
	dag_time begin = r->t > e->over_until ? r->t : e->over_until;
	dag_time end = audit_later(begin, r->a);

	check_span(a, r);
	note_kind(a, e, r->index);
	if (r->index == OVERHEAD_LOCK)
		hold(a, r, begin, end);
	if (r->index == OVERHEAD_LOCK_WAIT)
		wait(a, r, end);
	if (e->busy)
		e->done = audit_executed(e, r->t);
	e->over_until = end;
	e->run_from = end;
}

/* --- by when nodes are ready --- */

bool audit_send(struct audit *a, uint32_t slot, uint32_t node, dag_time delay,
		bool last)
{
	if (!a->h->overheads)
		return false;
	array_reserve((void **)&a->sent, &a->cap_sent, a->n_sent + 1,
		      sizeof(*a->sent));
	a->sent[a->n_sent++] = (struct audit_sent){
		{slot, a->jobs[slot].generation, node}, delay, last};
	return true;
}

/* All overhead that what happened at this instant brings has been told. */
void audit_settle_sent(struct audit *a)
{
	dag_time done = a->now;

	for (uint32_t i = 0; a->n_sent && i < a->h->n_execs; i++)
		if (a->execs[i].over_until > done)
			done = a->execs[i].over_until;
	for (size_t i = 0; i < a->n_sent; i++) {
		const struct audit_sent *x = &a->sent[i];
		struct audit_job *j = audit_member_job(a, x->to);
		dag_time by = audit_later(done, x->delay);
		struct audit_node *n;

		if (!j)
			continue;
		n = audit_node_of(j, x->to.node);
		if (by > n->ready_by)
			n->ready_by = by;
		if (x->last)
			audit_heap_push(&a->arrivals, n->ready_by, x->to);
	}
	a->n_sent = 0;
}

/* --- dispatches --- */

static void demand(struct audit *a, const struct trace_rec *r,
		   enum overhead_kind kind, bool due)
{
	struct trace_overhead b = bounds(a, kind);
	bool told = a->execs[r->exec].told >> kind & 1;

	if (due && !told && b.least > 0)
		audit_fail(a, AUDIT_OVERHEAD, "%s goes on %s without its %s",
			   NAMED(a, r), a->h->execs[r->exec].name,
			   overhead_names[kind]);
	if (!due && told)
		audit_fail(a, AUDIT_OVERHEAD, "%s pays on %s for a %s",
			   NAMED(a, r), a->h->execs[r->exec].name,
			   overhead_names[kind]);
}

void audit_check_dispatch(struct audit *a, const struct trace_rec *r)
{
	struct audit_exec *e = &a->execs[r->exec];
	bool resumes = r->kind == TRACE_RESUME;
	bool drives_off = e->preempt_t == r->t && e->end_t == r->t;
	bool slept;

	if (!a->h->overheads || a->h->execs[r->exec].resource != ON_CORE)
		return;
	note_kind(a, e, OVERHEAD_KINDS);
	slept = !drives_off && e->free_since < r->t;
	demand(a, r, OVERHEAD_LOCK, true);
	demand(a, r, OVERHEAD_WAKE, slept);
	demand(a, r, OVERHEAD_YIELD, !resumes && !drives_off);
	demand(a, r, OVERHEAD_SWITCH, resumes || drives_off);
	demand(a, r, OVERHEAD_MIGRATION, resumes && r->b != r->exec);
	if (!slept && !drives_off)
		demand(a, r, OVERHEAD_IPI, false);
}
