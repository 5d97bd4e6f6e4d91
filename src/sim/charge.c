/* charge.c - see charge.h */
#include "sim/charge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a charge is about: the draws of overheads have addresses. */
struct about {
	const struct task *task;
	uint32_t node; /* in the task */
	uint64_t instance;
	uint64_t n; /* which of several such events                           */
};

void costs_plan(struct sim *s, struct arena *a)
{
	const struct overheads *o = s->w->platform.overheads;

	if (!o)
		return;
	assert(overheads_any(o) && s->w->platform.n_cores > 0);
	s->costs = ARENA_NEW(a, struct costs, 1);
	s->costs->o = o;
	s->costs->n_cores = s->w->platform.n_cores;
	s->costs->streams = ARENA_NEW(a, uint64_t, s->w->n_tasks);
	for (uint32_t i = 0; i < s->w->n_tasks; i++)
		s->costs->streams[i] =
			rng_task(s->c->seed, RNG_OVERHEAD, s->w->tasks[i].key);
	s->late_ready = s->all_activations = true;
	for (uint32_t i = 0; i < s->placement.n_execs; i++)
		s->execs[i].since = s->execs[i].over_until =
			-1; /* they sleep */
}

void costs_unplan(struct sim *s)
{
	if (s->costs)
		free(s->costs->holds);
}

/* --- charging --- */

static dag_time free_at(const struct sim *s, uint32_t core)
{
	dag_time until = s->execs[core].over_until;

	return until > s->now ? until : s->now;
}

static void charge(struct sim *s, uint32_t core, enum overhead_kind kind,
		   dag_time span)
{
	static const struct job nobody;
	dag_time begin = free_at(s, core);

	assert(span >= 0 && core < s->costs->n_cores);
	if (span > SPAN_MAX - begin) /* far beyond any horizon */
		span = SPAN_MAX - begin;
	if (span <= 0)
		return;
	s->execs[core].over_until = begin + span;
	sim_emit(s, TRACE_OVERHEAD, &nobody,
		 (struct emit){.a = span, .exec = core, .index = kind});
}

static dag_time draw(const struct sim *s, enum overhead_kind kind,
		     const struct about *x)
{
	const struct overhead *o = &s->costs->o->of[kind];
	uint64_t base;

	assert(kind < OVERHEAD_GIVEN);
	if (o->least == o->most)
		return o->most;
	base = rng_base_of(s->costs->streams[x->task - s->w->tasks],
			   (uint64_t)x->node * OVERHEAD_KINDS + kind);
	return overhead_draw(o, rng_draw(rng_draw(base, x->instance), x->n));
}

static void charge_drawn(struct sim *s, uint32_t core, enum overhead_kind kind,
			 const struct about *x)
{
	charge(s, core, kind, draw(s, kind, x));
}

/* --- the lock --- */

/* The first hold that ends after t. */
static size_t first_after(const struct costs *c, dag_time t)
{
	size_t low = c->first, high = c->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (c->holds[mid].to > t)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

/* Forgets the holds before `now`, to which nothing goes back. */
static void forget_holds(struct costs *c, dag_time now)
{
	size_t keep;

	c->first = first_after(c, now);
	if (c->first < 64 || c->first * 2 < c->n)
		return;
	keep = c->first / 2; /* room for holds before the first */
	memmove(c->holds + keep, c->holds + c->first,
		(c->n - c->first) * sizeof(*c->holds));
	c->n -= c->first - keep;
	c->first = keep;
}

/* Moves those before it, or those behind it, whichever are fewer: where many
 * wait for the lock, most insertions are before all of them. */
static void insert_hold(struct costs *c, size_t at, struct lock_hold hold)
{
	assert(at >= c->first && at <= c->n);
	assert(at == c->first || c->holds[at - 1].to <= hold.from);
	assert(at == c->n || hold.to <= c->holds[at].from);
	if (c->first && at - c->first < c->n - at) {
		memmove(c->holds + c->first - 1, c->holds + c->first,
			(at - c->first) * sizeof(*c->holds));
		c->first--;
		c->holds[at - 1] = hold;
		return;
	}
	array_reserve((void **)&c->holds, &c->cap, c->n + 1, sizeof(*c->holds));
	memmove(c->holds + at + 1, c->holds + at,
		(c->n - at) * sizeof(*c->holds));
	c->holds[at] = hold;
	c->n++;
}

/* The core waits for the lock, and holds it. */
static void charge_lock(struct sim *s, uint32_t core, const struct about *x)
{
	struct costs *c = s->costs;
	dag_time span = draw(s, OVERHEAD_LOCK, x), begin = free_at(s, core);
	dag_time from = begin;
	size_t i;

	if (!span || begin + span >= SPAN_MAX)
		return;
	forget_holds(c, s->now);
	for (i = first_after(c, from); i < c->n; i++) {
		if (from + span <= c->holds[i].from)
			break;
		from = c->holds[i].to;
	}
	insert_hold(c, i, (struct lock_hold){from, from + span});
	charge(s, core, OVERHEAD_LOCK_WAIT, from - begin);
	charge(s, core, OVERHEAD_LOCK, span);
}

/* --- events --- */

static struct about about_vertex(const struct sim *s, uint32_t vertex,
				 uint64_t instance)
{
	const struct task *t = &s->w->tasks[s->w->nodes[vertex].task];

	assert(vertex >= t->first_node);
	return (struct about){t, vertex - t->first_node, instance, 0};
}

static bool is_over(const struct sim *s)
{
	return s->now >= s->c->horizon;
}

static void make_ready(struct sim *s, uint32_t core, const struct about *x)
{
	charge_drawn(s, core, OVERHEAD_DECISION, x);
	charge_lock(s, core, x);
}

dag_time costs_release(struct sim *s, job_id id)
{
	uint32_t vertex = s->runs[id].vertex;
	const struct device *d = s->plans[vertex].device;
	struct about x = about_vertex(s, vertex, s->jobs[id].instance);
	uint32_t core =
		s->c->rules.release_core ? 0 : costs_core(s, d->first_exec);

	assert(!is_over(s));
	s->runs[id].waker = (uint16_t)core;
	if (s->c->rules.tick && s->c->rules.release_core &&
	    s->execs[core].over_until < s->now) /* it slept until the tick */
		charge_drawn(s, core, OVERHEAD_WAKE, &x);
	charge_drawn(s, core, OVERHEAD_RELEASE, &x);
	make_ready(s, core, &x);
	sim_settle(s, core);
	return free_at(s, core);
}

dag_time costs_send(struct sim *s, uint32_t core, const struct activation *x,
		    const struct edge *e)
{
	struct about from = about_vertex(s, e->from, x->instance);

	if (is_over(s))
		return DAG_TIME_MAX; /* never told */
	from.n = e->to - e->from + (e->to < e->from ? UINT64_C(1) << 32 : 0);
	charge(s, core, OVERHEAD_MESSAGE,
	       draw(s, OVERHEAD_MESSAGE, &from) +
		       overhead_bytes(s->costs->o, e->bytes));
	return free_at(s, core);
}

dag_time costs_wake(struct sim *s, uint32_t core, const struct activation *x,
		    uint32_t vertex)
{
	struct about node = about_vertex(s, vertex, x->instance);

	if (is_over(s))
		return DAG_TIME_MAX; /* never told */
	make_ready(s, core, &node);
	return free_at(s, core);
}

void costs_dispatch(struct sim *s, uint32_t exec, job_id id, job_id victim,
		    bool resumes)
{
	const struct job *j = &s->jobs[id];
	const struct exec *x = &s->execs[exec];
	struct about node = about_vertex(s, s->runs[id].vertex, j->instance);
	bool slept = victim == JOB_NONE && x->since < s->now;

	assert(!is_over(s));
	if (exec >= s->costs->n_cores)
		return;
	node.n = 1 + (resumes ? (uint64_t)s->now : 0);
	if ((slept || victim != JOB_NONE) && s->runs[id].waker != exec)
		charge_drawn(s, exec, OVERHEAD_IPI, &node);
	if (slept)
		charge_drawn(s, exec, OVERHEAD_WAKE, &node);
	charge_lock(s, exec, &node);
	charge_drawn(s, exec,
		     resumes || victim != JOB_NONE ? OVERHEAD_SWITCH
						   : OVERHEAD_YIELD,
		     &node);
	if (resumes && x->device->first_exec + j->last_exec != exec)
		charge_drawn(s, exec, OVERHEAD_MIGRATION, &node);
	if (victim != JOB_NONE)
		s->runs[victim].waker = (uint16_t)exec;
}
