/* deadline.c - see deadline.h */
#include "platform/deadline.h"

#include "base/decimal.h"
#include "platform/reclaim.h"
#include "platform/server.h"

#include <assert.h>

/* --- a server --- */

struct deadline_server {
	struct server base; /* first */
	struct cbs cbs;
	struct reclaim *reclaim; /* what servers share; NULL: nothing     */
	uint32_t index;          /* there                                 */
	dag_time zero_lag;       /* its bandwidth is free from then on; or
				  * DAG_TIME_MAX                                */
};

static struct deadline_server *self(struct server *v)
{
	return (struct deadline_server *)v;
}

static uint64_t rate(const struct deadline_server *s)
{
	if (!s->reclaim)
		return s->cbs.unit;
	return reclaim_rate(s->reclaim, s->index, s->cbs.params.reclaim);
}

/* What the engine reads. */
static void show(struct deadline_server *s)
{
	s->base.throttled = s->cbs.throttled;
	s->base.deadline = s->cbs.d;
	s->base.timer = s->cbs.next < s->zero_lag ? s->cbs.next : s->zero_lag;
}

static void reset(struct server *v)
{
	struct deadline_server *s = self(v);
	struct cbs_params p = s->cbs.params;

	cbs_init(&s->cbs, &p, s->cbs.unit);
	s->zero_lag = DAG_TIME_MAX;
	if (s->reclaim)
		reclaim_reset(s->reclaim, s->index);
	show(s);
}

static void wake(struct server *v, dag_time now)
{
	struct deadline_server *s = self(v);

	if (s->reclaim)
		reclaim_activate(s->reclaim, s->index);
	s->zero_lag = DAG_TIME_MAX;
	cbs_wake(&s->cbs, now);
	show(s);
}

/* Its bandwidth stays in use until the 0-lag time. */
static void block(struct server *v, dag_time now)
{
	struct deadline_server *s = self(v);

	cbs_sleep(&s->cbs);
	if (s->reclaim && cbs_zero_lag(&s->cbs) <= now)
		reclaim_deactivate(s->reclaim, s->index);
	else if (s->reclaim)
		s->zero_lag = cbs_zero_lag(&s->cbs);
	show(s);
}

static void run(struct server *v, dag_time now, uint32_t core)
{
	struct deadline_server *s = self(v);

	(void)now;
	assert(cbs_runnable(&s->cbs));
	if (s->reclaim)
		reclaim_move(s->reclaim, s->index, core);
}

static void spent(struct server *v, dag_time now, dag_time ran)
{
	struct deadline_server *s = self(v);

	assert(ran >= 0);
	if (s->cbs.throttled)
		return; /* was told before, at this instant */
	cbs_consume(&s->cbs, ran, rate(s));
	cbs_settle(&s->cbs, now);
	show(s);
}

static void yield(struct server *v, dag_time now)
{
	struct deadline_server *s = self(v);

	assert(!s->cbs.throttled);
	cbs_yield(&s->cbs, now);
	show(s);
}

static dag_time left(const struct server *v, dag_time now)
{
	const struct deadline_server *s = (const struct deadline_server *)v;

	(void)now;
	return cbs_left(&s->cbs, rate(s));
}

static void due(struct server *v, dag_time now)
{
	struct deadline_server *s = self(v);

	if (s->cbs.next <= now)
		cbs_replenish(&s->cbs, now);
	if (s->zero_lag <= now) {
		assert(s->reclaim && !s->cbs.awake);
		reclaim_deactivate(s->reclaim, s->index);
		s->zero_lag = DAG_TIME_MAX;
	}
	show(s);
}

static const struct server_ops plain_ops = {
	.name = "deadline",
	.reset = reset,
	.wake = wake,
	.block = block,
	.run = run,
	.spent = spent,
	.yield = yield,
	.left = left,
	.due = due,
};

static const struct server_ops reclaiming_ops = {
	.name = "deadline with reclaiming",
	.shared = true,
	.reset = reset,
	.wake = wake,
	.block = block,
	.run = run,
	.spent = spent,
	.yield = yield,
	.left = left,
	.due = due,
};

/* --- admission --- */

static const struct ratio standard_limit = {95, 100};

struct served {
	const struct cbs_params **params;
	uint32_t *thread, *home; /* home: the core that it starts on          */
	uint32_t n;
};

static bool is_reclaimed(const struct served *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->params[i]->reclaim)
			return true;
	return false;
}

static bool refuse(const struct served *s, uint32_t m, struct ratio limit,
		   struct dag_error *e)
{
	char sum[DECIMAL_SIZE], most[DECIMAL_SIZE];
	const int128 one = 1000000000;
	int128 total = 0;

	for (uint32_t i = 0; i < s->n; i++)
		total += s->params[i]->runtime * one / s->params[i]->period;
	decimal_format_ratio(sum, total, one, 6);
	decimal_format_ratio(most, (int128)limit.num * m, limit.den, 6);
	error_set(e, NULL, 0, 0,
		  "SCHED_DEADLINE does not admit the threads: runtime / period "
		  "adds up to %s, and %u %s no more than %s "
		  "(--admission off runs them all the same)",
		  sum, m, m == 1 ? "core takes" : "cores take", most);
	if (e)
		e->code = EXIT_NO;
	return false;
}

static bool admit(const struct mapping *m, const struct served *s,
		  struct ratio limit, struct dag_error *e)
{
	uint32_t cores = m->workload->platform.n_cores;

	for (uint32_t i = 0; i < s->n; i++)
		if (!cbs_check(s->params[i], m->plans[s->thread[i]].name, e))
			return false;
	if (limit.num == 0 || cbs_admits(s->params, s->n, cores, limit))
		return true;
	return refuse(s, cores, limit, e);
}

/* One core after the other, of those where the thread is placed. */
static uint32_t home_of(const struct mapping *m, const struct placement *place,
			uint32_t thread, uint32_t number)
{
	const struct device_place *d;

	if (!place)
		return number % m->workload->platform.n_cores;
	assert(place->device_of[thread] < place->n_devices);
	d = &place->devices[place->device_of[thread]];
	return d->first_exec + number % d->n_exec;
}

static struct served list(const struct mapping *m,
			  const struct cbs_params *params,
			  const struct placement *place, struct arena *a)
{
	struct served s = {.params = ARENA_NEW(a, const struct cbs_params *,
					       m->n_threads + 1u),
			   .thread = ARENA_NEW(a, uint32_t, m->n_threads + 1u),
			   .home = ARENA_NEW(a, uint32_t, m->n_threads + 1u)};

	for (uint32_t i = 0; i < m->n_threads; i++) {
		if (!params[i].runtime)
			continue;
		s.params[s.n] = &params[i];
		s.home[s.n] = home_of(m, place, i, s.n);
		s.thread[s.n++] = i;
	}
	return s;
}

static struct server *server_of(const struct cbs_params *p, uint32_t index,
				struct reclaim *reclaim, struct arena *a)
{
	struct deadline_server *v = ARENA_NEW(a, struct deadline_server, 1);

	*v = (struct deadline_server){.reclaim = reclaim, .index = index};
	v->base.ops = reclaim ? &reclaiming_ops : &plain_ops;
	v->base.runtime = p->runtime;
	v->base.relative_deadline = p->deadline;
	v->base.period = p->period;
	v->base.reclaims = p->reclaim;
	cbs_init(&v->cbs, p, reclaim ? reclaim_unit(reclaim) : 1);
	reset(&v->base);
	return &v->base;
}

bool deadline_serve(struct mapping *m, const struct cbs_params *params,
		    const struct placement *place,
		    const struct deadline_options *o, struct arena *a,
		    struct dag_error *e)
{
	struct ratio limit = o && o->limit.den ? o->limit : standard_limit;
	struct served s = list(m, params, place, a);
	struct reclaim *reclaim = NULL;

	if (!admit(m, &s, limit, e))
		return false;
	if (is_reclaimed(&s)) {
		reclaim = ARENA_NEW(a, struct reclaim, 1);
		reclaim_init(reclaim, s.params, s.home, s.n,
			     m->workload->platform.n_cores,
			     limit.num ? limit : (struct ratio){1, 1}, a);
	}
	for (uint32_t i = 0; i < s.n; i++) {
		struct thread_plan *t = &m->plans[s.thread[i]];

		t->server = server_of(s.params[i], i, reclaim, a);
		t->server->yields = t->reservation && t->reservation->yields;
	}
	return true;
}

/* --- approach 3 --- */

static void note(struct deadline_notes *n, const struct task *t,
		 struct arena *a)
{
	char d[32], p[32];

	time_format(d, sizeof(d), t->deadline);
	time_format(p, sizeof(p), t->period);
	n->items[n->n++] =
		arena_printf(a,
			     "task '%s': its deadline %s is above its period "
			     "%s, which SCHED_DEADLINE refuses: its threads "
			     "get %s",
			     t->name, d, p, p);
}

/* Rounded up. */
static dag_time scale(dag_time runtime, struct ratio margin)
{
	int128 x = (int128)runtime * margin.num;

	assert(margin.num > 0 && margin.den > 0);
	x = (x + margin.den - 1) / margin.den;
	return x > CBS_SPAN_MAX ? CBS_SPAN_MAX : (dag_time)x;
}

static struct cbs_params said(const struct thread_plan *t,
			      const struct deadline_options *o)
{
	const struct runtime_reservation *r = t->reservation;

	if (!r)
		return (struct cbs_params){0};
	return (struct cbs_params){r->runtime, r->deadline, r->period,
				   r->reclaims || (o && o->reclaim)};
}

static struct cbs_params approach3_of(const struct mapping *m, uint32_t thread,
				      const struct deadline_options *o)
{
	const struct workload *t = m->threads;
	const struct task *x = &t->tasks[thread];
	struct cbs_params p = {
		.runtime = t->models[t->nodes[thread].model].latency[0],
		.deadline = x->deadline < x->period ? x->deadline : x->period,
		.period = x->period,
		.reclaim = o && o->reclaim};

	if (o && o->margin.den)
		p.runtime = scale(p.runtime, o->margin);
	return p;
}

/* Is a thread that runs a node of the task to get its deadline? */
static bool concerns(const struct mapping *m, const struct task *t)
{
	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t executor = m->callbacks[t->first_node + i].executor;
		uint32_t thread = m->executors[executor].first_thread;

		if (m->plans[thread].policy == THREAD_POLICIES)
			return true;
	}
	return false;
}

const struct cbs_params *deadline_params(const struct mapping *m,
					 bool approach3,
					 const struct deadline_options *o,
					 struct deadline_notes *notes,
					 struct arena *a)
{
	const struct workload *w = m->workload;
	struct cbs_params *params =
		ARENA_NEW(a, struct cbs_params, m->n_threads);

	*notes = (struct deadline_notes){
		.items = ARENA_NEW(a, const char *, w->n_tasks)};
	for (uint32_t i = 0; approach3 && i < w->n_tasks; i++)
		if (w->tasks[i].deadline > w->tasks[i].period &&
		    concerns(m, &w->tasks[i]))
			note(notes, &w->tasks[i], a);
	for (uint32_t i = 0; i < m->n_threads; i++)
		if (approach3 && m->plans[i].policy == THREAD_POLICIES)
			params[i] = approach3_of(m, i, o);
		else
			params[i] = said(&m->plans[i], o);
	return params;
}

bool deadline_approach3(struct mapping *m, const struct deadline_options *o,
			struct deadline_notes *notes, struct arena *a,
			struct dag_error *e)
{
	return deadline_serve(m, deadline_params(m, true, o, notes, a), NULL, o,
			      a, e);
}
