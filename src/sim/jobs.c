/* jobs.c - slots, activations, and who has passed its deadline
 *
 * The only allocations of a run are here: tables double when more is
 * unfinished than ever before.
 */
#include "sim/state.h"

#include <assert.h>

enum { FIRST_SLOTS = 256, FIRST_ACTS = 64 };

static void grow(void *table, uint32_t old, uint32_t want, size_t size)
{
	size_t cap = old;

	array_reserve((void **)table, &cap, want, size);
}

void sim_grow_slots(struct sim *s)
{
	uint32_t old = s->n_slots, want = old ? old * 2 : FIRST_SLOTS;

	REQUIRE(want > old);
	grow(&s->jobs, old, want, sizeof(*s->jobs));
	grow(&s->runs, old, want, sizeof(*s->runs));
	grow(&s->free_slots, old, want, sizeof(*s->free_slots));
	for (uint32_t i = want; i-- > old;) {
		s->free_slots[s->n_free++] = i;
		s->runs[i] = (struct run){.activation = NONE};
	}
	s->n_slots = want;
	for (uint32_t i = 0; i < s->n_devices; i++) {
		s->devices[i].view.jobs = s->jobs;
		ready_set_jobs(s->devices[i].ready, s->jobs);
	}
}

void sim_grow_acts(struct sim *s)
{
	uint32_t old = s->n_acts, want = old ? old * 2 : FIRST_ACTS;

	REQUIRE(want > old && want <= UINT32_MAX / s->stride);
	grow(&s->acts, old, want, sizeof(*s->acts));
	grow(&s->free_acts, old, want, sizeof(*s->free_acts));
	grow(&s->pending, old * s->stride, want * s->stride,
	     sizeof(*s->pending));
	for (uint32_t i = want; i-- > old;) {
		s->free_acts[s->n_free_acts++] = i;
		s->acts[i].live = false;
	}
	s->n_acts = want;
}

uint32_t sim_activation_new(struct sim *s, const struct release *r)
{
	const struct task *t = &s->w->tasks[r->task];
	uint32_t act;

	if (s->n_free_acts == 0)
		sim_grow_acts(s);
	act = s->free_acts[--s->n_free_acts];
	assert(!s->acts[act].live && t->n_nodes <= s->stride);
	s->acts[act] = (struct activation){.release = r->time,
					   .deadline = r->deadline,
					   .instance = r->instance,
					   .task = r->task,
					   .left = t->n_nodes,
					   .live = true};
	for (uint32_t i = 0; i < t->n_nodes; i++)
		*sim_pending(s, act, i) = (struct pending){
			.preds = s->w->nodes[t->first_node + i].n_pred,
			.slot = JOB_NONE};
	return act;
}

void sim_activation_free(struct sim *s, uint32_t act)
{
	assert(s->acts[act].live);
	s->acts[act].live = false;
	s->free_acts[s->n_free_acts++] = act;
}

/* --- deadlines --- */

void sim_expect_deadline(struct sim *s, struct device *d, job_id j)
{
	timed_push(&d->expiries,
		   (struct timed){sim_deadline(s, j), s->jobs[j].tie, j});
}

static bool has_started(const struct sim *s, job_id j)
{
	uint32_t act = s->runs[j].activation;

	return s->runs[j].left > 0 || (act != NONE && s->acts[act].started);
}

job_id sim_expired(struct sim *s, struct device *d)
{
	if (d->by_deadline) {
		job_id head = ready_head(d->ready);

		if (head == JOB_NONE || s->jobs[head].deadline > s->now)
			return JOB_NONE;
		return head;
	}
	while (timed_next(&d->expiries) <= s->now) {
		struct timed x = timed_pop(&d->expiries);

		if (s->jobs[x.job].tie == x.tie &&
		    ready_contains(d->ready, x.job) && !has_started(s, x.job))
			return x.job;
	}
	return JOB_NONE;
}
