/* run.c - the loop of a platform run, and its end; see platform.h */
#include "platform/cores.h"
#include "platform/engine.h"
#include "platform/executors.h"
#include "platform/messages.h"

#include <stdlib.h>

static void handle_cores(struct engine *e)
{
	while (cores_next_event(e) == e->now)
		engine_core_event(e, e->events[1].core);
}

/* Servers, messages, wake-ups. */
static void handle_due(struct engine *e)
{
	for (;;) {
		struct due x;

		while (timers_next(e) == e->now)
			engine_server_due(e, e->timers[1].core);
		if (due_next(e) != e->now)
			return;
		x = due_pop(e);
		switch ((enum due_kind)x.kind) {
		case DUE_MESSAGE:
			messages_ready(e, x.what, x.act);
			break;
		case DUE_INPUT:
			messages_input(e, x.what, x.act);
			break;
		case DUE_UNLOCK:
			unlock(e, &e->executors[x.what]);
			break;
		case DUE_WAKE:
			engine_woken(e, x.what);
			break;
		}
	}
}

static void handle_releases(struct engine *e)
{
	bool given = e->c->replay != NULL;

	while (release_peek(e->releases) == e->now) {
		struct release r;

		release_next(e->releases, &r);
		messages_expect(e, r.task);
		emit(e, TRACE_RELEASE, r.task, r.instance, 0,
		     (struct emit){.a = r.deadline,
				   .b = given ? (int64_t)r.tie
					      : r.time - r.nominal,
				   .flags = given ? TRACE_GIVEN_ID : 0});
		messages_release(e, &r);
	}
}

static dag_time next_time(const struct engine *e)
{
	dag_time t = release_peek(e->releases);

	if (cores_next_event(e) < t)
		t = cores_next_event(e);
	if (due_next(e) < t)
		t = due_next(e);
	if (timers_next(e) < t)
		t = timers_next(e);
	return e->wake < t ? e->wake : t;
}

static bool run_events(struct engine *e)
{
	while (!e->sink_failed) {
		dag_time t = next_time(e);

		if (t >= e->c->horizon)
			return true;
		assert(t >= e->now);
		e->now = t;
		handle_cores(e);
		handle_due(e);
		handle_releases(e);
		cores_wake(e);
		if (!cores_decide(e))
			return false;
	}
	return true;
}

/* --- the horizon --- */

struct open_job {
	dag_time release;
	uint64_t tie;
	uint32_t act;
};

static int by_release(const void *pa, const void *pb)
{
	const struct open_job *a = pa, *b = pb;

	if (a->release != b->release)
		return a->release < b->release ? -1 : 1;
	return (a->tie > b->tie) - (a->tie < b->tie);
}

/* Jobs of which some node is neither done nor running. */
static void tell_open(struct engine *e, struct arena *a)
{
	struct open_job *open = ARENA_NEW(a, struct open_job, e->n_acts + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->n_acts; i++) {
		const struct activation *x = &e->acts[i];

		if (x->live && x->left && x->left != x->running)
			open[n++] = (struct open_job){
				x->release,
				release_tie(e->w->tasks[x->task].first_node,
					    x->instance),
				i};
	}
	qsort(open, n, sizeof(*open), by_release);
	for (uint32_t i = 0; i < n; i++) {
		const struct activation *x = &e->acts[open[i].act];
		struct emit fate = {.a = x->release, .b = x->deadline};

		emit_act(e, TRACE_OPEN, open[i].act, 0, fate);
		fate.flags = TRACE_PENDING;
		if (x->deadline <= e->now)
			emit_act(e, TRACE_MISS, open[i].act, 0, fate);
	}
}

static void close_run(struct engine *e, struct arena *a)
{
	e->now = e->c->horizon;
	handle_cores(e);
	tell_open(e, a);
	e->closed = true;
	for (uint32_t i = 0; i < e->placement.n_execs; i++)
		if (e->cores[i].thread != NONE)
			cores_plan_event(e, i);
	while (cores_next_event(e) != DAG_TIME_MAX) {
		e->now = cores_next_event(e);
		handle_cores(e);
	}
	e->stats.end = e->now;
}

bool platform_run(const struct platform_config *c, struct arena *a,
		  struct trace_sink *const *sinks, size_t n_sinks,
		  struct platform_stats *stats, struct dag_error *err)
{
	struct engine *e = arena_alloc(a, sizeof(*e));
	bool ok = engine_plan(e, c, a, err);

	if (ok) {
		e->sinks = sinks;
		e->n_sinks = n_sinks;
		ok = run_events(e);
		if (ok && !e->sink_failed) /* else it is no whole run */
			close_run(e, a);
		engine_flush(e);
		if (stats)
			*stats = e->stats;
	}
	engine_unplan(e);
	return ok;
}
