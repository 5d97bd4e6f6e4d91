/* response_fp.c - fixed priorities; see response.h */
#include "analysis/response.h"

#include <assert.h>

#define FAR (2 * ANALYSIS_TIME_MAX)

struct level {
	const struct analysis_set *s;
	const struct analysis_task *task;
	const uint32_t *hep;
	uint32_t n;
	struct response_limit *limit;
	struct load load; /* of hep and the task                           */
	dag_time jobs;    /* at load 1: q below this suffices              */
};

static bool spend(struct response_limit *l, uint64_t work)
{
	l->used += work;
	return l->used <= l->most;
}

static dag_time ceil_div(dag_time x, dag_time y)
{
	return x / y + (x % y != 0);
}

/* Work of hep that is released in [0, w), or in [0, w]. */
static dag_time released_before(const struct level *v, dag_time w)
{
	dag_time sum = 0;

	for (uint32_t k = 0; k < v->n; k++) {
		const struct analysis_task *j = &v->s->tasks[v->hep[k]];

		sum += ceil_div(w + j->jitter, j->period) * j->cost;
	}
	return sum;
}

static dag_time released_by(const struct level *v, dag_time w)
{
	dag_time sum = 0;

	for (uint32_t k = 0; k < v->n; k++) {
		const struct analysis_task *j = &v->s->tasks[v->hep[k]];

		sum += ((w + j->jitter) / j->period + 1) * j->cost;
	}
	return sum;
}

/* The least w >= from with w = own + released(w); -1 at a limit. */
static dag_time fixed_point(const struct level *v, dag_time own, dag_time from,
			    dag_time (*released)(const struct level *v,
						 dag_time w))
{
	dag_time w = from, next;

	for (;;) {
		if (w > FAR || !spend(v->limit, (uint64_t)v->n + 1))
			return -1;
		next = own + released(v, w);
		if (next <= w)
			return w;
		w = next;
	}
}

static bool set_up(struct level *v, struct response *out)
{
	enum load_side side;

	*out = (struct response){.blocker = NONE};
	load_init(&v->load);
	load_add(&v->load, v->task->cost, v->task->period, 1);
	for (uint32_t k = 0; k < v->n; k++) {
		const struct analysis_task *j = &v->s->tasks[v->hep[k]];

		load_add(&v->load, j->cost, j->period, 1);
	}
	side = load_side(&v->load);
	v->jobs =
		side == LOAD_ONE ? v->load.den / v->task->period : DAG_TIME_MAX;
	out->status = side == LOAD_ABOVE ? RESPONSE_DIVERGES : RESPONSE_KNOWN;
	return out->status == RESPONSE_KNOWN;
}

static void take(struct response *out, dag_time r, dag_time reached, dag_time q)
{
	if (reached > out->reached)
		out->reached = reached;
	if (r <= out->worst)
		return;
	out->worst = r;
	out->job = q;
}

void response_fp(const struct analysis_set *s, uint32_t i, const uint32_t *hep,
		 uint32_t n, struct response_limit *limit, struct response *out)
{
	struct level v = {s, &s->tasks[i], hep, n, limit, {0}, 0};
	const struct analysis_task *t = v.task;
	dag_time w = 0;

	if (!set_up(&v, out))
		return;
	for (dag_time q = 0; q < v.jobs; q++) {
		/* one more job of its own ends at least C later */
		w = fixed_point(&v, (q + 1) * t->cost, w + t->cost,
				released_before);
		if (w < 0) {
			out->status = RESPONSE_GAVE_UP;
			return;
		}
		take(out, w - (q * t->period - t->jitter),
		     w - (q * t->period - t->jitter), q);
		if (w <= (q + 1) * t->period - t->jitter)
			return;
	}
}

/* --- without preemption --- */

/* The longest chunk of the tasks that are neither i nor in hep. */
static void find_blocker(const struct level *v, uint32_t i,
			 struct response *out)
{
	const struct analysis_set *s = v->s;
	uint32_t k = 0;

	/* hep is ascending by position, see response_np_fp */
	for (uint32_t j = 0; j < s->n_tasks; j++) {
		dag_time chunk = s->tasks[j].chunk - set_tick(s);

		if (k < v->n && v->hep[k] == j) {
			k++;
			continue;
		}
		if (j == i || chunk <= out->blocking)
			continue;
		out->blocking = chunk;
		out->blocker = j;
	}
	assert(k == v->n);
}

static dag_time level_busy(const struct level *v, dag_time w)
{
	const struct analysis_task *t = v->task;

	return released_before(v, w) +
	       ceil_div(w + t->jitter, t->period) * t->cost;
}

/* How many jobs of the task have to be looked at; -1 at a limit. */
static dag_time jobs_in_busy_period(const struct level *v, dag_time blocking)
{
	const struct analysis_task *t = v->task;
	dag_time l;

	if (v->jobs < DAG_TIME_MAX)
		return v->jobs;
	l = fixed_point(v, blocking, blocking + t->cost, level_busy);
	return l < 0 ? -1 : ceil_div(l + t->jitter, t->period);
}

/* The w of job q, and the one that is approached where a blocker starts just
 * before: what is released at its end comes too late. */
static dag_time start_of(const struct level *v, const struct response *out,
			 dag_time own, dag_time *w)
{
	*w = fixed_point(v, own, *w > own ? *w : own, released_by);
	if (*w < 0 || out->blocker == NONE || v->s->time != TIME_DENSE)
		return *w;
	return fixed_point(v, own, own, released_before);
}

void response_np_fp(const struct analysis_set *s, uint32_t i,
		    const uint32_t *hep, uint32_t n,
		    struct response_limit *limit, struct response *out)
{
	struct level v = {s, &s->tasks[i], hep, n, limit, {0}, 0};
	const struct analysis_task *t = v.task;
	dag_time jobs, w = 0;

	if (!set_up(&v, out))
		return;
	find_blocker(&v, i, out);
	jobs = jobs_in_busy_period(&v, out->blocking);
	out->status = jobs < 0 ? RESPONSE_GAVE_UP : RESPONSE_KNOWN;
	for (dag_time q = 0; q < jobs; q++) {
		dag_time own = out->blocking + q * t->cost;
		dag_time from = q * t->period - t->jitter;
		dag_time open = start_of(&v, out, own, &w);

		if (w < 0 || open < 0) {
			out->status = RESPONSE_GAVE_UP;
			return;
		}
		take(out, w + t->cost - from, open + t->cost - from, q);
	}
}

/* --- by a line --- */

/* ceil of sum over hep of C (1 + J/T). */
static int128 offset_of(const struct level *v)
{
	int128 sum = 0;

	for (uint32_t k = 0; k < v->n; k++) {
		const struct analysis_task *j = &v->s->tasks[v->hep[k]];
		int128 late = (int128)j->cost * j->jitter;

		sum += j->cost + (late + j->period - 1) / j->period;
	}
	return sum;
}

dag_time response_by_line(const struct analysis_set *s, uint32_t i,
			  const uint32_t *hep, uint32_t n, bool preemptive)
{
	struct level v = {s, &s->tasks[i], hep, n, NULL, {0}, 0};
	const struct analysis_task *t = v.task;
	struct response out;
	struct load before;
	int128 work, one = (int128)1 << LOAD_BITS, rest;

	if (!set_up(&v, &out) || load_side(&v.load) > LOAD_ONE)
		return -1;
	if (!preemptive)
		find_blocker(&v, i, &out);
	load_init(&before);
	for (uint32_t k = 0; k < n; k++)
		load_add(&before, s->tasks[hep[k]].cost,
			 s->tasks[hep[k]].period, 1);
	rest = one - (int128)before.high;
	if (before.exact) {
		one = before.den;
		rest = one - before.num;
	}
	work = out.blocking + offset_of(&v) + (preemptive ? t->cost : 0);
	if (rest <= 0 || work > 2 * (int128)ANALYSIS_TIME_MAX)
		return -1;
	work = work * one / rest + t->jitter + (preemptive ? 0 : t->cost);
	return work > ANALYSIS_TIME_MAX ? -1 : (dag_time)work;
}

void response_take_line(struct response *r, dag_time bound, dag_time deadline)
{
	if (r->status != RESPONSE_GAVE_UP || bound < 0 || bound > deadline)
		return;
	r->status = RESPONSE_KNOWN;
	r->worst = bound;
	r->reached = 0;
}
