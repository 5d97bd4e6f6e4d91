/* npsim.c - see npsim.h */
#include "tests/support/npsim.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

struct run {
	const struct npsim *c;
	struct npsim_job *jobs, *queue[NPSIM_JOBS];
	size_t n, next, waiting;
	dag_time now, worst, *response;
};

static const struct analysis_task *stream(const struct run *r,
					  const struct npsim_job *j)
{
	return &r->c->set->tasks[j->stream];
}

static const struct analysis_model *model(const struct run *r,
					  const struct npsim_job *j)
{
	return &r->c->set->models[stream(r, j)->model];
}

/* Does x go before y? */
static bool before(const struct run *r, const struct npsim_job *x,
		   const struct npsim_job *y)
{
	switch (r->c->rule) {
	case NPSIM_FP:
	case NPSIM_PREEMPTIVE_FP:
		if (stream(r, x)->priority != stream(r, y)->priority)
			return stream(r, x)->priority < stream(r, y)->priority;
		break;
	case NPSIM_FIFO:
		break;
	default:
		if (x->deadline != y->deadline)
			return x->deadline < y->deadline;
	}
	if (x->release != y->release)
		return x->release < y->release;
	return x->tie < y->tie;
}

static void enqueue(struct run *r, struct npsim_job *j)
{
	size_t i = r->waiting++;

	REQUIRE(i < NPSIM_JOBS);
	for (; i && before(r, j, r->queue[i - 1]); i--)
		r->queue[i] = r->queue[i - 1];
	r->queue[i] = j;
}

static void dequeue(struct run *r, size_t i)
{
	r->waiting--;
	memmove(&r->queue[i], &r->queue[i + 1],
		(r->waiting - i) * sizeof(*r->queue));
}

static void finish(struct run *r, const struct npsim_job *j, dag_time t)
{
	dag_time late = t - j->deadline;

	if (late > r->worst)
		r->worst = late;
	if (r->response &&
	    late + stream(r, j)->deadline > r->response[j->stream])
		r->response[j->stream] = late + stream(r, j)->deadline;
}

/* What is released by now is seen, but a late sight only after `now`. */
static void look(struct run *r)
{
	for (size_t i = r->next; i < r->n && r->jobs[i].release <= r->now;
	     i++) {
		struct npsim_job *j = &r->jobs[i];

		if (j->seen || (j->late_sight && j->release == r->now))
			continue;
		enqueue(r, j);
		j->seen = true;
	}
	while (r->next < r->n && r->jobs[r->next].seen)
		r->next++;
}

static void drop_late(struct run *r)
{
	for (size_t i = r->waiting; r->c->drop && i-- > 0;)
		if (r->queue[i]->deadline <= r->now) {
			if (r->worst < 1)
				r->worst = 1;
			dequeue(r, i);
		}
}

/* --- the rules: members of the batch by queue index, head is queue[0] --- */

static uint32_t batch_same_release(const struct run *r, size_t *pick)
{
	const struct npsim_job *h = r->queue[0];
	uint32_t n = 1;

	pick[0] = 0;
	if (stream(r, h)->group == NONE)
		return 1;
	for (size_t i = 1; i < r->waiting && n < model(r, h)->max_batch; i++) {
		const struct npsim_job *j = r->queue[i];

		if (stream(r, j)->group == stream(r, h)->group &&
		    model(r, j) == model(r, h) && j->release == h->release &&
		    j->deadline == h->deadline)
			pick[n++] = i;
	}
	return n;
}

/* Would the lookahead jobs that hit when started at `alone` miss at `g`? */
static bool harms_others(const struct run *r, dag_time alone, dag_time g)
{
	const struct analysis_model *m = model(r, r->queue[0]);
	dag_time behind = 0;
	unsigned seen = 0;

	for (size_t i = 1; i < r->waiting && seen < r->c->lookahead; i++) {
		const struct npsim_job *j = r->queue[i];

		if (model(r, j) == m)
			continue;
		seen++;
		behind += model(r, j)->predicted[0];
		if (alone + behind <= j->deadline && g + behind > j->deadline)
			return true;
	}
	return false;
}

static uint32_t batch_guarded(const struct run *r, size_t *pick)
{
	const struct analysis_model *m = model(r, r->queue[0]);
	dag_time alone = r->now + m->predicted[0], f = alone;
	uint32_t n = 1;

	pick[0] = 0;
	for (size_t i = 1; i < r->waiting && n < m->max_batch; i++) {
		const struct npsim_job *j = r->queue[i];
		dag_time g = r->now + m->predicted[n];
		bool harms = false;

		if (model(r, j) != m || g > j->deadline)
			continue;
		for (uint32_t k = 0; k < n; k++)
			harms |= f <= r->queue[pick[k]]->deadline &&
				 r->queue[pick[k]]->deadline < g;
		if (harms || harms_others(r, alone, g))
			break;
		pick[n++] = i;
		f = g;
	}
	return n;
}

static uint32_t batch_any(const struct run *r, size_t *pick)
{
	const struct analysis_model *m = model(r, r->queue[0]);
	uint32_t n = 1;

	pick[0] = 0;
	for (size_t i = 1; i < r->waiting && n < m->max_batch; i++)
		if (model(r, r->queue[i]) == m && rng_next_below(r->c->rng, 4))
			pick[n++] = i;
	return n;
}

static uint32_t choose(const struct run *r, size_t *pick)
{
	switch (r->c->rule) {
	case NPSIM_RA:
		return batch_same_release(r, pick);
	case NPSIM_RB:
		return batch_guarded(r, pick);
	case NPSIM_ANY:
		return batch_any(r, pick);
	default:
		pick[0] = 0;
		return 1;
	}
}

static dag_time drawn(const struct run *r, dag_time c)
{
	if (!r->c->early || rng_next_below(r->c->rng, 2))
		return c;
	return 1 + (dag_time)rng_next_below(r->c->rng, (uint64_t)c);
}

static void start_batch(struct run *r)
{
	static size_t pick[NPSIM_JOBS];
	uint32_t n = choose(r, pick);
	const struct npsim_job *h = r->queue[0];
	dag_time c = stream(r, h)->model == NONE ? stream(r, h)->cost
						 : model(r, h)->cost[n - 1];

	r->now += drawn(r, c);
	for (uint32_t i = n; i-- > 0;) {
		finish(r, r->queue[pick[i]], r->now);
		dequeue(r, pick[i]);
	}
}

static void run_to_end(struct run *r)
{
	for (;;) {
		look(r);
		drop_late(r);
		if (r->waiting) {
			start_batch(r);
			continue;
		}
		if (r->next >= r->n)
			return;
		/* a late sight is seen as soon as nothing else is there */
		if (r->jobs[r->next].release <= r->now)
			r->jobs[r->next].late_sight = false;
		else
			r->now = r->jobs[r->next].release;
	}
}

static void run_preemptive(struct run *r)
{
	for (;;) {
		dag_time until, end;

		look(r);
		if (!r->waiting && r->next >= r->n)
			return;
		until = r->next < r->n ? r->jobs[r->next].release
				       : DAG_TIME_MAX;
		if (!r->waiting) {
			r->now = until;
			continue;
		}
		end = r->now + r->queue[0]->left;
		if (end > until) {
			r->queue[0]->left -= until - r->now;
			r->now = until;
			continue;
		}
		r->now = end;
		finish(r, r->queue[0], end);
		dequeue(r, 0);
	}
}

static int by_release(const void *x, const void *y)
{
	const struct npsim_job *a = x, *b = y;

	if (a->release != b->release)
		return a->release < b->release ? -1 : 1;
	return (a->tie > b->tie) - (a->tie < b->tie);
}

dag_time npsim_run(const struct npsim *c, struct npsim_job *jobs, size_t n,
		   dag_time *response)
{
	static struct run r;
	bool preempts = c->rule == NPSIM_PREEMPTIVE_EDF ||
			c->rule == NPSIM_PREEMPTIVE_FP;

	r = (struct run){.c = c,
			 .jobs = jobs,
			 .n = n,
			 .worst = INT64_MIN,
			 .response = response};
	qsort(jobs, n, sizeof(*jobs), by_release);
	r.now = n ? jobs[0].release : 0;
	for (size_t i = 0; i < n; i++) {
		jobs[i].seen = false;
		jobs[i].left = c->set->tasks[jobs[i].stream].cost;
		if (preempts) {
			jobs[i].left = drawn(&r, jobs[i].left);
			jobs[i].late_sight = false;
		}
	}
	if (preempts)
		run_preemptive(&r);
	else
		run_to_end(&r);
	return r.worst;
}

/* --- arrivals --- */

static dag_time draw(struct rng *r, dag_time lo, dag_time hi)
{
	return lo + (dag_time)rng_next_below(r, (uint64_t)(hi - lo) + 1);
}

size_t npsim_random_jobs(const struct analysis_set *s,
			 const struct npsim_arrivals *a, struct rng *r,
			 struct npsim_job *jobs)
{
	dag_time tick[NPSIM_STREAMS];
	bool known[NPSIM_STREAMS] = {false};
	size_t n = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		dag_time at = draw(r, -t->jitter, a->spread);

		if (t->group != NONE) {
			REQUIRE(t->group < NPSIM_STREAMS);
			if (known[t->group])
				at = tick[t->group];
			tick[t->group] = at;
			known[t->group] = true;
		}
		while (at < a->horizon && n < NPSIM_JOBS) {
			dag_time j = draw(r, 0, t->jitter);

			if (rng_next_below(r, 8) < a->extremes)
				j = rng_next_below(r, 2) ? t->jitter : 0;
			jobs[n++] = (struct npsim_job){
				.release = at + j,
				.deadline = at + t->deadline,
				.stream = i,
				.tie = rng_next(r),
				.late_sight = a->invisible &&
					      t->group == NONE &&
					      rng_next_below(r, 2),
			};
			at += t->period;
			if (t->group == NONE &&
			    rng_next_below(r, 8) < a->sporadic)
				at += draw(r, 0, t->period);
		}
	}
	return n;
}

size_t npsim_critical_jobs(const struct analysis_set *s, const bool *blocks,
			   dag_time at, dag_time horizon,
			   struct npsim_job *jobs)
{
	size_t n = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		dag_time nominal = blocks[i] ? 0 : at - t->jitter;

		for (; nominal < horizon && n < NPSIM_JOBS;
		     nominal += t->period) {
			dag_time floor = blocks[i] ? 0 : at;

			jobs[n++] = (struct npsim_job){
				.release = nominal > floor ? nominal : floor,
				.deadline = nominal + t->deadline,
				.stream = i,
				.tie = i,
			};
			if (blocks[i])
				break;
		}
	}
	return n;
}
