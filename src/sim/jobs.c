/* jobs.c - slots for unfinished jobs, and the heap of their deadlines */
#include "sim/state.h"

#include <assert.h>

enum { FIRST_SLOTS = 256, ARITY = 4 };

/* The only allocation of a run: more jobs are unfinished than ever before. */
static void grow_slots(struct sim *s)
{
	size_t cap_jobs = s->n_slots, cap_free = cap_jobs, cap_stamps = cap_jobs;
	uint32_t old = s->n_slots, want = old ? old * 2 : FIRST_SLOTS;

	REQUIRE(want > old);
	array_reserve((void **)&s->jobs, &cap_jobs, want, sizeof(*s->jobs));
	array_reserve((void **)&s->free_slots, &cap_free, want,
		      sizeof(*s->free_slots));
	array_reserve((void **)&s->stamps, &cap_stamps, want,
		      sizeof(*s->stamps));
	for (uint32_t i = want; i-- > old;) {
		s->free_slots[s->n_free++] = i;
		s->stamps[i] = 0;
	}
	s->n_slots = want;
	s->device.jobs = s->jobs;
	ready_set_jobs(s->ready, s->jobs);
}

job_id sim_job_new(struct sim *s, const struct release *r)
{
	struct job *j;
	job_id slot;

	assert(r->task < s->w->n_tasks);
	if (s->n_free == 0)
		grow_slots(s);
	slot = s->free_slots[--s->n_free];
	j = &s->jobs[slot];
	*j = s->templates[r->task];
	j->release = r->time;
	j->deadline = r->deadline;
	j->tie = r->tie;
	j->instance = r->instance;
	return slot;
}

void sim_job_free(struct sim *s, job_id j)
{
	assert(j < s->n_slots && s->n_free < s->n_slots);
	s->free_slots[s->n_free++] = j;
}

static bool sooner(const struct expiry *x, const struct expiry *y)
{
	return x->deadline != y->deadline ? x->deadline < y->deadline
					  : x->tie < y->tie;
}

void sim_expect_deadline(struct sim *s, job_id j)
{
	struct expiry x = { s->jobs[j].deadline, s->jobs[j].tie, j };
	size_t i = s->n_expiries++;

	array_reserve((void **)&s->expiries, &s->cap_expiries, s->n_expiries,
		      sizeof(*s->expiries));
	while (i > 0 && sooner(&x, &s->expiries[(i - 1) / ARITY])) {
		s->expiries[i] = s->expiries[(i - 1) / ARITY];
		i = (i - 1) / ARITY;
	}
	s->expiries[i] = x;
}

static struct expiry pop_expiry(struct sim *s)
{
	struct expiry top = s->expiries[0], x = s->expiries[--s->n_expiries];
	size_t i = 0;

	for (;;) {
		size_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= s->n_expiries)
			break;
		if (end > s->n_expiries)
			end = s->n_expiries;
		for (c++; c < end; c++)
			if (sooner(&s->expiries[c], &s->expiries[best]))
				best = c;
		if (!sooner(&s->expiries[best], &x))
			break;
		s->expiries[i] = s->expiries[best];
		i = best;
	}
	s->expiries[i] = x;
	return top;
}

job_id sim_expired(struct sim *s)
{
	if (s->by_deadline) {
		job_id head = ready_head(s->ready);

		if (head == JOB_NONE || s->jobs[head].deadline > s->now)
			return JOB_NONE;
		return head;
	}
	while (s->n_expiries && s->expiries[0].deadline <= s->now) {
		struct expiry x = pop_expiry(s);

		if (s->jobs[x.job].tie == x.tie &&
		    ready_contains(s->ready, x.job))
			return x.job;
	}
	return JOB_NONE;
}
