/* fifo.c - non-preemptive first in, first out, by the worst backlog
 *
 * In the order of release a job waits for all that was released before it
 * and not yet run, and for nothing else: there is no blocking by later jobs,
 * and a later job never overtakes.  So a job that is released at s, counted
 * from the start of a busy period (an instant before which nothing was left
 * over), ends when all work released in [0, s] is done:
 *
 *     finish = work released in [0, s], its own included       (no idle time)
 *
 * The most that task j can release in the closed interval [0, s] is
 * floor((s + J_j)/T_j) + 1 jobs: the first as late as it may be, the others
 * as soon as they may.  A job of task i itself counts from its nominal time
 * s - x, x its own jitter; then its k-th predecessor has a nominal time of at
 * most s - x - kT and is released in the interval only if that plus J_i is
 * not negative, so there are at most floor((s - x + J_i)/T_i) + 1.  The
 * response from the nominal time is
 *
 *     x - s + (floor((s - x + J_i)/T_i) + 1) C_i
 *           + sum over j != i of (floor((s + J_j)/T_j) + 1) C_j
 *
 * With y = s - x + J_i in [s, s + J_i] fixed, s appears only in the sum,
 * which does not fall as s grows, so the worst s is the largest, s = y, and
 * x = J_i.  All tasks reach their counts together (they are independent), so
 *
 *     R_i = J_i + max over s >= 0 of F_i(s) - s
 *     F_i(s) = (floor(s/T_i) + 1) C_i + sum_{j != i} (floor((s+J_j)/T_j)+1) C_j
 *
 * is attained in dense time in the limit (the others arrive an instant
 * before) and is the exact worst case.  With a discrete clock it is attained
 * if i is last in the tie order; otherwise the others must come a tick
 * before, and R_i - 1 is attained.
 *
 * How far to look: with u = sum C/T < 1, F_i(s) - s <= sum C + sum U J -
 * (1 - u) s, which bounds the s that can still beat what was seen.  At u = 1
 * F(s + H) = F(s) + H, so s < H suffices.  Above 1 the backlog has no bound.
 *
 * Cost: O(log n) a jump of F, and O(n) where F is above the smallest of the
 * maxima so far, which seldom happens.  Checked against simulation, both
 * ways, in the property tests.
 */
#include "analysis/common.h"
#include "analysis/tests.h"

#include <assert.h>

/* A jump of the sum, by C, at t: job k of the task that can be J late. */
struct jump {
	dag_time t;
	uint32_t task;
	bool own; /* counts for the task itself: without jitter            */
};

struct fifo {
	const struct analysis_set *s;
	struct jump *heap;
	uint32_t n_heap;
	dag_time all;    /* sum over all j of (floor((s + J)/T) + 1) C      */
	dag_time *ahead; /* of it what task i itself does not wait for      */
	dag_time *best;  /* max of F_i(s) - s so far                       */
	dag_time *at;    /* the s that attains it                          */
	dag_time lowest; /* at most the smallest of them                    */
	struct load load;
	int128 level; /* sum C + sum U J, rounded up                        */
};

static bool before(struct jump a, struct jump b)
{
	if (a.t != b.t)
		return a.t < b.t;
	return a.task != b.task ? a.task < b.task : a.own < b.own;
}

static void sift_down(struct fifo *f, uint32_t i)
{
	struct jump e = f->heap[i];
	uint32_t c;

	while ((c = 2 * i + 1) < f->n_heap) {
		if (c + 1 < f->n_heap && before(f->heap[c + 1], f->heap[c]))
			c++;
		if (!before(f->heap[c], e))
			break;
		f->heap[i] = f->heap[c];
		i = c;
	}
	f->heap[i] = e;
}

/* The state at s = 0 and the first jumps after it. */
static void set_up(struct fifo *f, struct arena *a)
{
	const struct analysis_set *s = f->s;

	f->heap = arena_array(a, 2 * (size_t)s->n_tasks, sizeof(*f->heap));
	f->ahead = ARENA_NEW(a, dag_time, s->n_tasks);
	f->best = ARENA_NEW(a, dag_time, s->n_tasks);
	f->at = ARENA_NEW(a, dag_time, s->n_tasks);
	load_init(&f->load);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		dag_time more = t->jitter / t->period;

		load_add(&f->load, t->cost, t->period, 1);
		f->level += t->cost + ((int128)t->cost * t->jitter + t->period -
				       1) / t->period;
		f->all += (more + 1) * t->cost;
		f->ahead[i] = more * t->cost;
		f->heap[f->n_heap++] = (struct jump){
			(more + 1) * t->period - t->jitter, i, false};
		if (t->jitter)
			f->heap[f->n_heap++] =
				(struct jump){t->period, i, true};
	}
	for (uint32_t i = f->n_heap / 2; i-- > 0;)
		sift_down(f, i);
}

static void jump_at(struct fifo *f, dag_time s)
{
	while (f->heap[0].t == s) {
		struct jump *j = &f->heap[0];
		const struct analysis_task *t = &f->s->tasks[j->task];

		if (j->own) {
			f->ahead[j->task] -= t->cost;
		} else {
			f->all += t->cost;
			if (t->jitter)
				f->ahead[j->task] += t->cost;
		}
		j->t += t->period;
		sift_down(f, 0);
	}
}

static void update(struct fifo *f, dag_time s)
{
	f->lowest = DAG_TIME_MAX;
	for (uint32_t i = 0; i < f->s->n_tasks; i++) {
		dag_time r = f->all - f->ahead[i] - s;

		if (r > f->best[i]) {
			f->best[i] = r;
			f->at[i] = s;
		}
		if (f->best[i] < f->lowest)
			f->lowest = f->best[i];
	}
}

/* Can a job that is released at s or later still be worse for some task? */
static bool may_be_worse(const struct fifo *f, dag_time s)
{
	const int128 one = (int128)1 << LOAD_BITS;
	int128 high = (int128)f->load.high;

	if (load_side(&f->load) == LOAD_ONE)
		return s < f->load.den;
	/* level - (1 - u) s > lowest, with u rounded up */
	return (f->level - f->lowest) * one > (one - high) * s;
}

static bool walk(struct fifo *f, struct response_limit *limit)
{
	update(f, 0);
	while (may_be_worse(f, f->heap[0].t)) {
		dag_time s = f->heap[0].t;

		if (++limit->used > limit->most || s > 2 * ANALYSIS_TIME_MAX)
			return false;
		jump_at(f, s);
		if (f->all - s <= f->lowest)
			continue;
		update(f, s);
		limit->used += f->s->n_tasks / 16;
	}
	return true;
}

void response_fifo(const struct analysis_set *s, struct response_limit *limit,
		   struct arena *a, struct response *out)
{
	struct fifo f = {.s = s};
	enum response_status status = RESPONSE_DIVERGES;

	set_up(&f, a);
	if (load_side(&f.load) != LOAD_ABOVE)
		status = walk(&f, limit) ? RESPONSE_KNOWN : RESPONSE_GAVE_UP;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		out[i] = (struct response){
			.status = status,
			.worst = f.best[i] + s->tasks[i].jitter,
			.reached = f.best[i] + s->tasks[i].jitter,
			.job = f.at[i],
			.blocker = NONE,
		};
		if (status == RESPONSE_GAVE_UP &&
		    out[i].worst > s->tasks[i].deadline)
			out[i].status = RESPONSE_ABOVE;
	}
}

/* ceil(C J / T): what jitter adds to a line of slope C / T. */
static int128 lead(const struct analysis_task *t)
{
	return ((int128)t->cost * t->jitter + t->period - 1) / t->period;
}

bool response_fifo_by_line(const struct analysis_set *s, dag_time *out)
{
	struct load load;
	int128 level = 0;

	load_init(&load);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		load_add(&load, t->cost, t->period, 1);
		level += t->cost + lead(t);
	}
	if (load_side(&load) > LOAD_ONE || level > ANALYSIS_TIME_MAX)
		return false;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		out[i] = (dag_time)(level - lead(t)) + t->jitter;
	}
	return true;
}

/* out is scratch. */
static bool all_by_line(const struct analysis_set *s, dag_time *out)
{
	if (!response_fifo_by_line(s, out))
		return false;
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (out[i] > s->tasks[i].deadline)
			return false;
	return true;
}

/* Is R reached, or above the deadline even when it is not? */
static bool surely(const struct analysis_set *s, uint32_t i, dag_time r)
{
	return s->time == TIME_DENSE || i + 1 == s->n_tasks ||
	       r - 1 > s->tasks[i].deadline;
}

static void run_fifo(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct response *r = ARENA_NEW(in->arena, struct response, s->n_tasks);
	bool *exact = ARENA_NEW(in->arena, bool, s->n_tasks);
	struct response_limit limit = {0, common_work(in)};
	struct load load;
	dag_time *line = ARENA_NEW(in->arena, dag_time, s->n_tasks);
	bool lined;

	load_init(&load);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		load_add(&load, s->tasks[i].cost, s->tasks[i].period, 1);
	common_charge(v, &load);
	if (common_only_verdict(in) && all_by_line(s, line)) {
		v->kind = VERDICT_SCHEDULABLE;
		return;
	}
	response_fifo(s, &limit, in->arena, r);
	lined = response_fifo_by_line(s, line);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		if (lined)
			response_take_line(&r[i], line[i],
					   s->tasks[i].deadline);
		exact[i] = surely(s, i, r[i].worst);
	}
	v->work = limit.used;
	common_responses(in, r, exact, v);
	/* beyond doubt late is not yet reached to the tick */
	for (uint32_t i = 0; i < s->n_tasks; i++)
		v->bounds[i].exact &=
			s->time == TIME_DENSE || i + 1 == s->n_tasks;
}

static const char *const fifo_assumes[] = {
	"one executor that runs one job at a time to its end",
	"earliest release first, any tie rule among tasks, never idle while a"
	" job waits; J <= T, and jobs of a task in order",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it, D of any length",
	NULL};

const struct analysis_test np_fifo_test = {
	.name = "np_fifo",
	.summary = "first in, first out: worst backlog",
	.source = "derived in src/analysis/fifo.c: the closed-interval request"
		  " bound; compare George, Rivierre, Spuri, 1996",
	.assumptions = fifo_assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_ACCELERATOR,
	.order = ORDER_FIFO,
	.batch = BATCH_NONE,
	.run = run_fifo,
};
