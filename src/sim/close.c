/* close.c - the horizon: what is open is told, what runs runs out */
#include "sim/state.h"

#include <assert.h>
#include <stdlib.h>

static int by_release(const void *a, const void *b)
{
	const struct job *x = a, *y = b;

	if (x->release != y->release)
		return x->release < y->release ? -1 : 1;
	return (x->tie > y->tie) - (x->tie < y->tie);
}

/* Jobs of one node that wait, in no order. */
static uint32_t waiting_ones(const struct sim *s, struct job *open)
{
	uint32_t n = 0;

	for (job_id j = 0; j < s->n_slots; j++)
		for (uint32_t d = 0; d < s->n_devices; d++)
			if (ready_contains(s->devices[d].ready, j) &&
			    s->runs[j].activation == NONE)
				open[n++] = s->jobs[j];
	return n;
}

/* Jobs of several nodes of which some node is neither done nor running. */
static uint32_t waiting_dags(const struct sim *s, struct job *open)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_acts; i++) {
		const struct activation *x = &s->acts[i];

		if (!x->live || x->left == x->running)
			continue;
		open[n++] = (struct job){
			.release = x->release,
			.deadline = x->deadline,
			.instance = x->instance,
			.task = x->task,
			.tie = release_tie(s->w->tasks[x->task].first_node,
					   x->instance),
		};
	}
	return n;
}

static void tell_open(struct sim *s, struct arena *a)
{
	struct job *open = ARENA_NEW(a, struct job, s->n_slots + s->n_acts + 1);
	uint32_t n = waiting_ones(s, open);

	n += waiting_dags(s, open + n);
	qsort(open, n, sizeof(*open), by_release);
	for (uint32_t i = 0; i < n; i++) {
		struct fate f = {open[i].task, open[i].instance,
				 open[i].release, open[i].deadline};

		sim_emit_job(s, TRACE_OPEN, f.task, f.instance, 0,
			     (struct emit){.a = f.release, .b = f.deadline});
		if (f.deadline <= s->now)
			sim_emit_miss(s, &f, TRACE_PENDING);
	}
}

void sim_close(struct sim *s, struct arena *a)
{
	assert(s->now < s->c->horizon);
	s->now = s->c->horizon;
	sim_complete(s);
	tell_open(s, a);
	s->closed = true;
	while (s->next_finish != DAG_TIME_MAX) {
		s->now = s->next_finish;
		sim_complete(s);
	}
	s->stats.end = s->now;
}
