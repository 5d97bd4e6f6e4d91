/* response_edf.c - EDF; see response.h */
#include "analysis/response.h"

#include <assert.h>
#include <stdlib.h>

#define FAR (2 * ANALYSIS_TIME_MAX)

struct edf {
	const struct analysis_set *s;
	bool preemptive;
	struct response_limit *limit;
	dag_time *due;      /* n_j(d) at the present d, by task              */
	uint32_t *by_first; /* tasks by D', for B(d)                       */
	uint32_t *longest;  /* the longest chunk among by_first[k..]       */
	dag_time busy;      /* nominal times past this need no look         */
	dag_time blocking;  /* B(d)                                         */
	uint32_t blocker;
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

/* The longest busy period, with the longest blocking; -1 at a limit. */
static dag_time find_busy(const struct edf *e, dag_time blocking)
{
	const struct analysis_set *s = e->s;
	dag_time l = 1, next;

	for (;;) {
		if (l > FAR || !spend(e->limit, s->n_tasks))
			return -1;
		next = blocking;
		for (uint32_t j = 0; j < s->n_tasks; j++) {
			const struct analysis_task *t = &s->tasks[j];

			next += ceil_div(l + t->jitter, t->period) * t->cost;
		}
		if (next <= l)
			return l;
		l = next;
	}
}

static int by_due(const void *x, const void *y, const struct analysis_set *s)
{
	const struct analysis_task *a = &s->tasks[*(const uint32_t *)x];
	const struct analysis_task *b = &s->tasks[*(const uint32_t *)y];

	if (a->due != b->due)
		return a->due < b->due ? -1 : 1;
	return (a > b) - (a < b);
}

/* Heap sort: the order needs the set, and sets can be large. */
static void sort_by_due(const struct edf *e)
{
	uint32_t n = e->s->n_tasks, *v = e->by_first;

	for (uint32_t end = n, from = n / 2; end > 1;) {
		uint32_t i, c, x;

		if (from) {
			i = --from;
		} else {
			i = 0;
			end--;
			x = v[0], v[0] = v[end], v[end] = x;
		}
		for (; (c = 2 * i + 1) < end; i = c) {
			if (c + 1 < end && by_due(&v[c], &v[c + 1], e->s) < 0)
				c++;
			if (by_due(&v[i], &v[c], e->s) >= 0)
				break;
			x = v[i], v[i] = v[c], v[c] = x;
		}
	}
}

static void set_up(struct edf *e, const struct load *load, dag_time longest,
		   struct arena *a)
{
	const struct analysis_set *s = e->s;
	uint32_t n = s->n_tasks, best = 0;
	dag_time blocking = 0;

	e->due = ARENA_NEW(a, dag_time, n);
	e->by_first = ARENA_NEW(a, uint32_t, n);
	e->longest = ARENA_NEW(a, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		e->by_first[i] = i;
		if (!e->preemptive && s->tasks[i].chunk > blocking)
			blocking = s->tasks[i].chunk;
	}
	sort_by_due(e);
	for (uint32_t k = n; k-- > 0;) {
		if (k == n - 1 ||
		    s->tasks[e->by_first[k]].chunk > s->tasks[best].chunk)
			best = e->by_first[k];
		e->longest[k] = best;
	}
	/* at load 1 it lasts at least the lcm, after which all repeats */
	if (load_side(load) != LOAD_ONE)
		e->busy = find_busy(e, blocking);
	else
		e->busy = load->den > FAR - longest ? -1 : load->den + longest;
}

/* n_j(d) for all j, and B(d). */
static void look_at(struct edf *e, dag_time d)
{
	const struct analysis_set *s = e->s;
	uint32_t lo = 0, hi = s->n_tasks;

	for (uint32_t j = 0; j < s->n_tasks; j++) {
		const struct analysis_task *t = &s->tasks[j];

		e->due[j] = d < t->due ? 0 : (d - t->due) / t->period + 1;
	}
	e->blocking = 0;
	e->blocker = NONE;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->tasks[e->by_first[mid]].due > d)
			hi = mid;
		else
			lo = mid + 1;
	}
	if (e->preemptive || lo == s->n_tasks)
		return;
	e->blocker = e->longest[lo];
	e->blocking = s->tasks[e->blocker].chunk - set_tick(s);
}

/* Jobs of the others that go before the job of i with deadline d. */
static dag_time others(const struct edf *e, uint32_t i, dag_time x, bool open)
{
	dag_time sum = 0;

	for (uint32_t j = 0; j < e->s->n_tasks; j++) {
		const struct analysis_task *t = &e->s->tasks[j];
		dag_time n;

		if (j == i || !e->due[j])
			continue;
		n = open ? ceil_div(x + t->jitter, t->period)
			 : (x + t->jitter) / t->period + 1;
		sum += (n < e->due[j] ? n : e->due[j]) * t->cost;
	}
	return sum;
}

/* The response of the job of i with deadline d, where the busy period lasts
 * until it runs (less than its cost, even negative, where it does not).
 * open: what is released at its start comes too late. */
static bool respond(const struct edf *e, uint32_t i, dag_time d, bool open,
		    dag_time *response)
{
	const struct analysis_task *t = &e->s->tasks[i];
	dag_time own, x, next;

	own = e->preemptive ? e->due[i] * t->cost
			    : e->blocking + (e->due[i] - 1) * t->cost;
	for (x = own;; x = next) {
		if (!spend(e->limit, e->s->n_tasks))
			return false;
		next = own + others(e, i, x, open);
		if (next <= x)
			break;
	}
	*response = x + (e->preemptive ? 0 : t->cost) - (d - t->deadline);
	return true;
}

static bool try_deadline(struct edf *e, dag_time d, struct response *out)
{
	look_at(e, d);
	for (uint32_t i = 0; i < e->s->n_tasks; i++) {
		const struct analysis_task *t = &e->s->tasks[i];
		bool blocked = e->blocker != NONE && e->s->time == TIME_DENSE;
		dag_time r, open;

		/* its nominal time is before the end of the busy period */
		if (!e->due[i] || d - t->deadline >= e->busy)
			continue;
		if (!respond(e, i, d, e->preemptive, &r))
			return false;
		open = r;
		if (blocked && !respond(e, i, d, true, &open))
			return false;
		if (open > out[i].reached)
			out[i].reached = open;
		if (r <= out[i].worst)
			continue;
		out[i].worst = r;
		out[i].deadline = d;
		out[i].blocking = e->blocking;
		out[i].blocker = e->blocker;
	}
	return true;
}

/* The first instant from d on that is the deadline of a job which some task
 * can have in the busy period, with D far above T or not; or d. */
static dag_time skip_idle(const struct edf *e, dag_time d)
{
	dag_time first = DAG_TIME_MAX;

	for (uint32_t j = 0; j < e->s->n_tasks; j++) {
		const struct analysis_task *t = &e->s->tasks[j];

		if (d - t->deadline >= e->busy)
			continue;
		if (t->due <= d)
			return d;
		if (t->due < first)
			first = t->due;
	}
	return first == DAG_TIME_MAX ? d : first;
}

/* The next point of any task after d: O(tasks), as is all else here. */
static dag_time next_point(const struct edf *e, dag_time d)
{
	dag_time next = DAG_TIME_MAX;

	assert(d >= 0);
	d = skip_idle(e, d + 1) - 1;
	for (uint32_t j = 0; j < e->s->n_tasks; j++) {
		const struct analysis_task *t = &e->s->tasks[j];
		dag_time p = t->due;

		if (d >= t->due)
			p += ((d - t->due) / t->period + 1) * t->period;
		if (p < next)
			next = p;
	}
	return next;
}

static void set_all(const struct analysis_set *s, enum response_status status,
		    struct response *out)
{
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		out[i] = (struct response){.status = status,
					   .worst = t->cost + t->jitter,
					   .reached = t->cost + t->jitter,
					   .blocker = NONE};
	}
}

void response_edf(const struct analysis_set *s, bool preemptive,
		  struct response_limit *limit, struct arena *a,
		  struct response *out)
{
	struct edf e = {.s = s, .preemptive = preemptive, .limit = limit};
	dag_time longest = 0;
	struct load load;

	load_init(&load);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		load_add(&load, s->tasks[i].cost, s->tasks[i].period, 1);
		if (s->tasks[i].deadline > longest)
			longest = s->tasks[i].deadline;
	}
	if (load_side(&load) == LOAD_ABOVE) {
		set_all(s, RESPONSE_DIVERGES, out);
		return;
	}
	set_all(s, RESPONSE_KNOWN, out);
	set_up(&e, &load, longest, a);
	if (e.busy < 0) {
		set_all(s, RESPONSE_GAVE_UP, out);
		return;
	}
	for (dag_time d = next_point(&e, 0); d < e.busy + longest;
	     d = next_point(&e, d))
		if (!spend(limit, s->n_tasks) || !try_deadline(&e, d, out)) {
			set_all(s, RESPONSE_GAVE_UP, out);
			return;
		}
}
