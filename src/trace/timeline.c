/* timeline.c - see timeline.h */
#include "trace/timeline_state.h"
#include "base/arena.h"
#include "base/error.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- queues --- */

static void touch(struct timeline *t, uint32_t queue)
{
	if (t->queues[queue].dirty)
		return;
	t->queues[queue].dirty = true;
	t->dirty[t->n_dirty++] = queue;
}

/* Tells what the changes of the instant that is over amount to. */
static void tell_queues(struct timeline *t, bool all)
{
	for (uint32_t i = 0; i < t->n_dirty; i++) {
		struct timeline_queue *q = &t->queues[t->dirty[i]];

		q->dirty = false;
		if (!timeline_visible(t) || (!all && q->told == q->length))
			continue;
		q->told = q->length;
		if (t->hooks->queue)
			t->hooks->queue(t->ctx, t->now, t->dirty[i], q->length);
	}
	t->n_dirty = 0;
}

/* --- jobs --- */

static struct timeline_job *find_job(const struct timeline *t, uint32_t task,
				     uint64_t instance)
{
	uint32_t slot = jobmap_find(&t->map, task, instance);

	return slot == JOBMAP_NONE ? NULL : &t->jobs[slot];
}

static void add_job(struct timeline *t, const struct trace_rec *r)
{
	uint32_t n = t->h->tasks[r->task].n_nodes;
	uint32_t slot = jobmap_find(&t->map, r->task, r->instance);
	struct timeline_job *j;
	size_t before = t->cap_jobs;

	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&t->map, r->task, r->instance);
	array_reserve((void **)&t->jobs, &t->cap_jobs, t->map.n_slots,
		      sizeof(*t->jobs));
	if (t->cap_jobs > before)
		memset(t->jobs + before, 0,
		       (t->cap_jobs - before) * sizeof(*t->jobs));
	j = &t->jobs[slot];
	if (j->cap < n) {
		free(j->nodes);
		j->nodes = alloc_checked(malloc(n * sizeof(*j->nodes)));
		j->cap = n;
	}
	j->release = r->t;
	j->deadline = r->a;
	j->task = r->task;
	j->instance = r->instance;
	j->flow = t->n_jobs++ * t->h->n_edges;
	for (uint32_t i = 0; i < n; i++)
		j->nodes[i] = NODE_IDLE;
}

static void set_node(struct timeline *t, struct timeline_job *j, uint32_t node,
		     dag_time state)
{
	uint32_t k = t->h->tasks[j->task].first_node + node;
	uint32_t queue = t->queue_of[k];
	dag_time before = j->nodes[node];

	j->nodes[node] = state;
	if (queue == NONE || (before == NODE_WAITS) == (state == NODE_WAITS))
		return;
	touch(t, queue);
	if (state == NODE_WAITS)
		t->queues[queue].length++;
	else
		t->queues[queue].length--;
}

static void on_release(struct timeline *t, const struct trace_rec *r)
{
	const struct trace_task *task = &t->h->tasks[r->task];
	struct timeline_job *j;

	add_job(t, r);
	j = find_job(t, r->task, r->instance);
	for (uint32_t i = 0; !t->h->late_ready && i < task->n_nodes; i++) {
		uint32_t k = task->first_node + i;

		if (t->in_first[k] == t->in_first[k + 1])
			set_node(t, j, i, NODE_WAITS);
	}
}

/* Its waiting nodes leave their queues, if it is no more to run. */
static void remove_job(struct timeline *t, uint32_t task, uint64_t instance)
{
	struct timeline_job *j = find_job(t, task, instance);

	if (!j)
		return;
	for (uint32_t i = 0; i < t->h->tasks[task].n_nodes; i++)
		set_node(t, j, i, NODE_IDLE);
	jobmap_remove(&t->map, task, instance);
}

static void mark_node(struct timeline *t, const struct trace_rec *r,
		      dag_time state)
{
	struct timeline_job *j = find_job(t, r->task, r->instance);

	if (j)
		set_node(t, j, r->node, state);
}

bool timeline_edge(const struct timeline *t, const struct timeline_member *m,
		   uint32_t edge)
{
	const struct timeline_job *j = find_job(t, m->task, m->instance);
	uint32_t node =
		t->h->edges[edge].from - t->h->tasks[m->task].first_node;

	return j && node < t->h->tasks[m->task].n_nodes &&
	       j->nodes[node] >= t->from;
}

/* --- slices --- */

void timeline_begin(struct timeline *t, struct timeline_slice *s)
{
	assert(s->running && !s->begun);
	s->begun = true;
	if (timeline_visible(t) && t->hooks->begin)
		t->hooks->begin(t->ctx, s);
}

/* What was to begin behind overhead, and will not, is told as empty; but not
 * where merely the window ends. */
static void tell_slice(struct timeline *t, struct timeline_slice *s,
		       dag_time at, enum timeline_end end)
{
	if (!s->begun && end == SLICE_CUT)
		return;
	if (!s->begun) {
		s->from = at < s->from ? at : s->from;
		timeline_begin(t, s);
	}
	s->to = at > s->from ? at : s->from;
	s->end = end;
	if (timeline_visible(t) && t->hooks->end)
		t->hooks->end(t->ctx, s);
}

static void end_slice(struct timeline *t, struct timeline_slice *s, dag_time at,
		      enum timeline_end end)
{
	if (!s->running)
		return;
	tell_slice(t, s, at, end);
	s->running = false;
	timeline_reckon(t, s->exec);
	if (end != SLICE_FINISHED)
		return;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->members[i].flags & TRACE_JOB_DONE)
			remove_job(t, s->members[i].task,
				   s->members[i].instance);
}

static void open_slice(struct timeline *t, const struct trace_rec *r)
{
	struct timeline_slice *s = &t->slices[r->exec];
	dag_time until = t->ahead[r->exec].until;

	end_slice(t, s, r->t, s->ended ? SLICE_FINISHED : SLICE_CUT);
	s->from = r->t > until ? r->t : until;
	s->n = s->ended = 0;
	s->work = r->a;
	s->running = true;
	s->begun = s->clipped = s->continued = false;
	s->resumed = r->kind == TRACE_RESUME;
	s->resumed_from = s->resumed && r->b >= 0 && r->b < t->h->n_execs
				  ? (uint32_t)r->b
				  : r->exec;
	timeline_reckon(t, r->exec);
}

static void on_start(struct timeline *t, const struct trace_rec *r)
{
	struct timeline_slice *s = &t->slices[r->exec];
	const struct timeline_job *j = find_job(t, r->task, r->instance);
	size_t cap = s->cap;

	if (r->kind == TRACE_RESUME || !r->index || !s->running || s->begun)
		open_slice(t, r);
	array_reserve((void **)&s->members, &cap, s->n + (size_t)1,
		      sizeof(*s->members));
	s->cap = (uint32_t)cap;
	s->members[s->n++] = (struct timeline_member){
		.instance = r->instance,
		.flow = j ? j->flow : 0,
		.release = j ? j->release : -1,
		.deadline = j ? j->deadline : -1,
		.task = r->task,
		.node = r->node,
	};
	mark_node(t, r, NODE_RUNS);
}

static void on_preempt(struct timeline *t, const struct trace_rec *r)
{
	end_slice(t, &t->slices[r->exec], r->t, SLICE_PREEMPTED);
	mark_node(t, r, NODE_WAITS);
}

static void on_finish(struct timeline *t, const struct trace_rec *r)
{
	struct timeline_slice *s = &t->slices[r->exec];

	mark_node(t, r, r->t);
	if (!s->running || r->index >= s->n) {
		if (r->flags & TRACE_JOB_DONE)
			remove_job(t, r->task, r->instance);
		return;
	}
	s->members[r->index].flags = r->flags;
	s->members[r->index].release = r->a;
	s->members[r->index].deadline = r->b;
	if (++s->ended >= s->n)
		end_slice(t, s, r->t, SLICE_FINISHED);
}

static void on_overhead(struct timeline *t, const struct trace_rec *r)
{
	struct timeline_slice *s = &t->slices[r->exec];
	dag_time until = timeline_charge(t, r);

	if (s->running && until > r->t) {
		if (s->begun) {
			tell_slice(t, s, r->t, SLICE_INTERRUPTED);
			s->begun = s->clipped = false;
			s->continued = true;
		}
		s->from = until;
	}
	timeline_reckon(t, r->exec);
}

/* --- the window --- */

static int by_job(const void *a, const void *b)
{
	const struct timeline_job *x = *(struct timeline_job *const *)a;
	const struct timeline_job *y = *(struct timeline_job *const *)b;

	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return (x->instance > y->instance) - (x->instance < y->instance);
}

static void tell_alive(struct timeline *t)
{
	const struct timeline_job **jobs;
	size_t n = 0;

	if (!t->hooks->alive || !t->map.n)
		return;
	jobs = alloc_checked(
		malloc(t->map.n * sizeof(const struct timeline_job *)));
	for (size_t i = 0; i < t->map.cap; i++)
		if (t->map.cells[i].slot != JOBMAP_NONE)
			jobs[n++] = &t->jobs[t->map.cells[i].slot];
	qsort(jobs, n, sizeof(const struct timeline_job *), by_job);
	for (size_t i = 0; i < n; i++)
		t->hooks->alive(t->ctx, jobs[i]->task, jobs[i]->instance,
				jobs[i]->release, jobs[i]->deadline);
	free(jobs);
}

static void open_window(struct timeline *t)
{
	tell_queues(t, false);
	t->opened = true;
	t->now = t->from;
	if (t->hooks->open)
		t->hooks->open(t->ctx, t->from);
	tell_alive(t);
	for (uint32_t i = 0; i < t->n_queues; i++)
		if (t->queues[i].served)
			touch(t, i);
	for (uint32_t i = 0; i < t->h->n_execs; i++) {
		struct timeline_slice *s = &t->slices[i];

		if (!s->running || !s->begun)
			continue;
		s->begun = false; /* again, in the window */
		s->from = t->from;
		s->clipped = true;
	}
	timeline_ahead_open(t);
	tell_queues(t, true);
}

static void cut_slices(struct timeline *t, dag_time at)
{
	tell_queues(t, false);
	t->now = at;
	for (uint32_t i = 0; i < t->h->n_execs; i++)
		end_slice(t, &t->slices[i], at, SLICE_CUT);
}

static void close_window(struct timeline *t)
{
	timeline_poll_ends(t);
	cut_slices(t, t->to);
	timeline_ahead_close(t, t->to);
	t->closed = true;
}

static void move_clock(struct timeline *t, dag_time at)
{
	if (at != t->now && t->opened)
		tell_queues(t, false);
	if (at > t->now)
		t->now = at;
}

/* Tells what happens by itself before `until` and the end of the window, and
 * opens the window if it begins by then. */
static void advance(struct timeline *t, dag_time until)
{
	for (;;) {
		dag_time due = timeline_due(t);

		if (!t->opened && (due < until ? due : until) >= t->from) {
			open_window(t);
			continue; /* what is under way is due now */
		}
		if (due >= until || due >= t->to)
			return;
		move_clock(t, due);
		timeline_step(t);
	}
}

static void tell(struct timeline *t, const struct trace_rec *r)
{
	if (timeline_visible(t) && t->hooks->event)
		t->hooks->event(t->ctx, r);
}

static void take(struct timeline *t, const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(t, r);
		tell(t, r);
		break;
	case TRACE_READY:
		mark_node(t, r, NODE_WAITS);
		tell(t, r);
		break;
	case TRACE_START:
	case TRACE_RESUME:
		on_start(t, r);
		break;
	case TRACE_PREEMPT:
		on_preempt(t, r);
		break;
	case TRACE_FINISH:
		on_finish(t, r);
		break;
	case TRACE_LOST:
		if (r->a) /* it was ready */
			mark_node(t, r, NODE_IDLE);
		if (timeline_visible(t) && t->hooks->lost)
			t->hooks->lost(t->ctx, r);
		break;
	case TRACE_DROP:
		remove_job(t, r->task, r->instance);
		tell(t, r);
		break;
	case TRACE_MISS:
	case TRACE_OPEN:
		tell(t, r);
		break;
	case TRACE_OVERHEAD:
		on_overhead(t, r);
		break;
	case TRACE_THREAD:
	case TRACE_POLL:
	case TRACE_SEEN:
		timeline_thread(t, r);
		break;
	default:
		break;
	}
}

void timeline_consume(struct trace_sink *sink, const struct trace_rec *recs,
		      size_t n)
{
	struct timeline *t = (struct timeline *)sink;

	for (size_t i = 0; i < n && !t->closed; i++) {
		const struct trace_rec *r = &recs[i];

		if (r->kind != TRACE_SEEN || r->t != t->poll.t)
			timeline_poll_ends(t);
		advance(t, r->t);
		if (r->t >= t->to) {
			close_window(t);
			break;
		}
		move_clock(t, r->t);
		take(t, r);
	}
}

/* Slices end with the records; overhead that goes on is told to its end. */
void timeline_finish(struct timeline *t)
{
	if (t->closed)
		return;
	timeline_poll_ends(t);
	if (!t->opened)
		advance(t, t->from);
	cut_slices(t, t->now);
	advance(t, DAG_TIME_MAX);
	if (timeline_due(t) < DAG_TIME_MAX) {
		move_clock(t, t->to);
		timeline_ahead_close(t, t->to);
	}
	t->closed = true;
}
