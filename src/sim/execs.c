/* execs.c - three views of the executors, each O(log executors) to keep
 *
 * Idle executors of a device are bits (the lowest is offered first); busy
 * ones stand in a heap by finish; those that may be preempted stand in a heap
 * of their device with the one that is last in queue order on top.
 */
#include "sim/state.h"

#include <assert.h>

enum { ARITY = 4 };

/* --- by finish --- */

static bool finishes_before(const struct sim *s, uint32_t x, uint32_t y)
{
	dag_time a = s->execs[x].finish, b = s->execs[y].finish;

	return a != b ? a < b : x < y;
}

static void place_finish(struct sim *s, uint32_t i, uint32_t e)
{
	s->finishing[i] = e;
	s->execs[e].finish_pos = i;
}

static inline void finish_up(struct sim *s, uint32_t i, uint32_t e)
{
	while (i > 0 && finishes_before(s, e, s->finishing[(i - 1) / ARITY])) {
		place_finish(s, i, s->finishing[(i - 1) / ARITY]);
		i = (i - 1) / ARITY;
	}
	place_finish(s, i, e);
}

static void finish_down(struct sim *s, uint32_t i, uint32_t e)
{
	for (;;) {
		uint32_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= s->n_finishing)
			break;
		if (end > s->n_finishing)
			end = s->n_finishing;
		for (c++; c < end; c++)
			if (finishes_before(s, s->finishing[c],
					    s->finishing[best]))
				best = c;
		if (!finishes_before(s, s->finishing[best], e))
			break;
		place_finish(s, i, s->finishing[best]);
		i = best;
	}
	place_finish(s, i, e);
}

static inline void remove_finish(struct sim *s, uint32_t e)
{
	uint32_t i = s->execs[e].finish_pos;
	uint32_t last = s->finishing[--s->n_finishing];

	s->execs[e].finish_pos = NONE;
	if (last != e && i > 0 &&
	    finishes_before(s, last, s->finishing[(i - 1) / ARITY]))
		finish_up(s, i, last);
	else if (last != e)
		finish_down(s, i, last);
	s->next_finish = s->n_finishing ? s->execs[s->finishing[0]].finish
					: DAG_TIME_MAX;
}

/* --- by urgency, least urgent first --- */

static bool less_urgent(const struct sim *s, const struct device *d,
			uint32_t x, uint32_t y)
{
	return ready_before(d->ready, s->execs[y].batch[0],
			    s->execs[x].batch[0]);
}

static void place_running(struct sim *s, struct device *d, uint32_t i,
			  uint32_t e)
{
	d->running[i] = e;
	s->execs[e].urgent_pos = i;
}

static void running_up(struct sim *s, struct device *d, uint32_t i, uint32_t e)
{
	while (i > 0 && less_urgent(s, d, e, d->running[(i - 1) / ARITY])) {
		place_running(s, d, i, d->running[(i - 1) / ARITY]);
		i = (i - 1) / ARITY;
	}
	place_running(s, d, i, e);
}

static void running_down(struct sim *s, struct device *d, uint32_t i,
			 uint32_t e)
{
	for (;;) {
		uint32_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= d->n_running)
			break;
		if (end > d->n_running)
			end = d->n_running;
		for (c++; c < end; c++)
			if (less_urgent(s, d, d->running[c], d->running[best]))
				best = c;
		if (!less_urgent(s, d, d->running[best], e))
			break;
		place_running(s, d, i, d->running[best]);
		i = best;
	}
	place_running(s, d, i, e);
}

static void remove_running(struct sim *s, struct device *d, uint32_t e)
{
	uint32_t i = s->execs[e].urgent_pos;
	uint32_t last = d->running[--d->n_running];

	s->execs[e].urgent_pos = NONE;
	if (last == e)
		return;
	if (i > 0 && less_urgent(s, d, last, d->running[(i - 1) / ARITY]))
		running_up(s, d, i, last);
	else
		running_down(s, d, i, last);
}

static void offer_least_urgent(const struct sim *s, struct device *d)
{
	(void)s;
	d->view.least_urgent =
		d->n_running ? d->running[0] - d->first_exec : NONE;
}

/* --- idle --- */

static inline void offer_idle(struct device *d)
{
	uint32_t w = 0;

	d->view.idle = NONE;
	if (!d->n_idle)
		return;
	while (!d->idle[w])
		w++;
	d->view.idle = w * WORD_BITS + (uint32_t)__builtin_ctzll(d->idle[w]);
}

/* The batch of the executor is set: it runs until `finish`. */
void sim_exec_busy(struct sim *s, uint32_t exec, dag_time finish)
{
	struct exec *x = &s->execs[exec];
	struct device *d = x->device;
	uint32_t local = exec - d->first_exec;

	assert(x->n > 0 && x->finish_pos == NONE);
	x->finish = finish;
	x->since = s->now;
	finish_up(s, s->n_finishing++, exec);
	s->next_finish = s->execs[s->finishing[0]].finish;
	d->idle[local / WORD_BITS] &= ~(UINT64_C(1) << (local % WORD_BITS));
	d->n_idle--;
	offer_idle(d);
	if (d->preempts) {
		running_up(s, d, d->n_running++, exec);
		offer_least_urgent(s, d);
	}
}

/* The batch has finished or was preempted. */
void sim_exec_idle(struct sim *s, uint32_t exec)
{
	struct exec *x = &s->execs[exec];
	struct device *d = x->device;
	uint32_t local = exec - d->first_exec;

	assert(x->n > 0 && x->finish_pos != NONE);
	remove_finish(s, exec);
	if (d->preempts) {
		remove_running(s, d, exec);
		offer_least_urgent(s, d);
	}
	x->n = 0;
	s->exec_states[exec].running = JOB_NONE;
	s->exec_states[exec].preemptible = false;
	d->idle[local / WORD_BITS] |= UINT64_C(1) << (local % WORD_BITS);
	d->n_idle++;
	offer_idle(d);
}
