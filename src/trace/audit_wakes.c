/* audit_wakes.c - when blocked threads wake up; see audit_platform.h
 *
 * Where the header bounds the latency of wake-ups, a thread that is blocked
 * wakes so much later than the first thing that comes for it, no more and no
 * less.  That is known of executors of one thread, and of the timer thread of
 * an events executor.  Threads that share a mutex are woken by what others do
 * as well, and of callbacks that join messages of several jobs records do not
 * tell when something came: of those nothing is asked.
 */
#include "trace/audit_platform.h"

#include <inttypes.h>

/* The thread that an instance of the node is for, or NULL. */
static struct audit_thread *thread_for(const struct audit *a, uint32_t node)
{
	const struct trace_callback *c = audit_callback_of(a, node);
	const struct trace_executor *x =
		&a->h->platform->executors[c->executor];
	bool tick = c->type == CALLBACK_TIMER && x->timer_thread;

	if (!a->h->platform->wakes.bounded ||
	    a->platform->executors[c->executor].loose ||
	    x->n_threads != 1u + x->timer_thread)
		return NULL;
	return &a->platform->threads[x->first_thread + tick];
}

void audit_stir(struct audit *a, uint32_t node)
{
	const struct trace_latency *l = &a->h->platform->wakes;
	struct audit_thread *t = thread_for(a, node);
	dag_time least = l->least, most = l->most;

	if (!t || !t->blocked || (t->stirred && t->stirred_at < a->now))
		return;
	if (l->releases_only && (a->n_pred[node] || a->loose[node])) {
		least = 0;
		most = a->loose[node] ? most : 0;
	}
	/* Several of one instant: any may have been the first. */
	t->least = t->stirred && t->least < least ? t->least : least;
	t->most = t->stirred && t->most > most ? t->most : most;
	t->stirred = true;
	t->stirred_at = a->now;
}

void audit_check_wake(struct audit *a, uint32_t thread)
{
	struct audit_thread *t = &a->platform->threads[thread];
	dag_time late = a->now - t->stirred_at;

	if (t->stirred && (late < t->least || late > t->most))
		audit_fail(a, AUDIT_EXECUTOR,
			   "thread %.80s wakes %" PRId64 " ns after what came "
			   "for it (valid: %" PRId64 " to %" PRId64 ")",
			   a->h->platform->threads[thread].name, late, t->least,
			   t->most);
	t->stirred = false;
}

void audit_check_sleepers(struct audit *a)
{
	for (uint32_t i = 0; i < a->h->platform->n_threads; i++) {
		const struct audit_thread *t = &a->platform->threads[i];

		if (t->stirred && a->h->horizon - t->stirred_at > t->most)
			audit_fail(a, AUDIT_EXECUTOR,
				   "thread %.80s sleeps on, for more than "
				   "%" PRId64 " ns after what came for it",
				   a->h->platform->threads[i].name, t->most);
	}
}
