/* where_time.c - see where_time.h */
#include "trace/where_time.h"

#include "base/arena.h"
#include "trace/jobmap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const where_part_names[WHERE_PARTS] = {
	[WHERE_RUNNING] = "running",     [WHERE_OVERHEAD] = "overhead",
	[WHERE_LATER] = "later",         [WHERE_QUEUED] = "queued",
	[WHERE_THROTTLED] = "throttled", [WHERE_POLL] = "poll",
	[WHERE_DELAY] = "delay",
};

enum node_state {
	NODE_BEFORE, /* it waits for others                                */
	NODE_READY,
	NODE_SEEN,  /* at a polling point of its executor                 */
	NODE_TAKEN, /* a thread has it in hand                            */
	NODE_RUNS,
	NODE_STOPPED, /* preempted                                          */
	NODE_ENDED,
};

struct state {
	uint32_t thread; /* TAKEN and on                                   */
	uint16_t exec;   /* RUNS                                           */
	uint8_t what;    /* enum node_state                                */
};

struct alive {
	struct where_job job;
	dag_time deadline;
	bool lives;
};

struct exec {
	dag_time over_until;
	dag_time deadline; /* of what runs there; -1: nothing              */
};

struct thread {
	uint32_t executor;
	bool awake, throttled;
	dag_time deadline; /* of what it has in hand; -1: nothing          */
};

struct where_time {
	struct trace_sink sink;
	const struct trace_header *h;
	dag_time now;
	struct jobmap map;
	struct alive *alive; /* by slot                                    */
	struct state *nodes; /* by slot and node                           */
	size_t cap_alive, cap_nodes, stride;
	struct exec *execs;
	struct thread *threads;
	bool *polled;  /* by executor: it has polling points               */
	bool *follows; /* by node: it has predecessors                     */
	struct where_sum *tasks, all;
	struct where_job *jobs;
	size_t n_jobs, cap_jobs;
	bool keeps;
};

static struct state *states_of(const struct where_time *w, uint32_t slot)
{
	return &w->nodes[slot * w->stride];
}

/* --- what a node waits for --- */

static bool may_use(const struct where_time *w, const struct trace_node *node,
		    uint32_t exec)
{
	const struct trace_exec *x = &w->h->execs[exec];

	if (x->resource != node->resource)
		return false;
	if (node->device != NONE && x->device != node->device)
		return false;
	for (uint32_t i = 0; i < node->n_cores; i++)
		if (node->cores[i] == exec)
			return true;
	return node->n_cores == 0;
}

static enum where_part in_queue(const struct where_time *w,
				const struct alive *a,
				const struct trace_node *node)
{
	for (uint32_t i = 0; i < w->h->n_execs; i++)
		if (w->execs[i].deadline > a->deadline && may_use(w, node, i))
			return WHERE_LATER;
	return WHERE_QUEUED;
}

/* Its executor has not taken it yet. */
static enum where_part not_taken(const struct where_time *w,
				 const struct alive *a, uint32_t node,
				 bool seen)
{
	const struct trace_platform *p = w->h->platform;
	uint32_t executor = p->callbacks[node].executor;
	const struct trace_executor *x = &p->executors[executor];
	uint32_t awake = 0, throttled = 0;
	dag_time latest = -1;

	for (uint32_t i = 0; i < x->n_threads; i++) {
		const struct thread *t = &w->threads[x->first_thread + i];

		awake += t->awake;
		throttled += t->awake && t->throttled;
		if (t->deadline > latest)
			latest = t->deadline;
	}
	if (!awake)
		return WHERE_DELAY;
	if (throttled == awake)
		return WHERE_THROTTLED;
	if (latest < 0)
		return in_queue(w, a, &w->h->nodes[node]);
	if (w->polled[executor] && !seen)
		return WHERE_POLL;
	return latest > a->deadline ? WHERE_LATER : WHERE_QUEUED;
}

static enum where_part waits_for(const struct where_time *w,
				 const struct alive *a, uint32_t node,
				 const struct state *s)
{
	if (!w->h->platform)
		return in_queue(w, a, &w->h->nodes[node]);
	if (s->what == NODE_READY || s->what == NODE_SEEN)
		return not_taken(w, a, node, s->what == NODE_SEEN);
	if (w->threads[s->thread].throttled)
		return WHERE_THROTTLED;
	return in_queue(w, a, &w->h->nodes[node]);
}

/* --- time goes by --- */

/* From w->now to `to` nothing happens, but overheads may end. */
static void spend(const struct where_time *w, uint32_t slot, dag_time to)
{
	struct alive *a = &w->alive[slot];
	const struct trace_task *task = &w->h->tasks[a->job.task];
	const struct state *s = states_of(w, slot);
	enum where_part part = WHERE_DELAY;
	dag_time runs_from = to;

	for (uint32_t i = 0; i < task->n_nodes; i++) {
		enum where_part of = WHERE_DELAY;

		if (s[i].what == NODE_BEFORE || s[i].what == NODE_ENDED)
			continue;
		if (s[i].what == NODE_RUNS) {
			dag_time from = w->execs[s[i].exec].over_until;

			if (from < runs_from)
				runs_from = from > w->now ? from : w->now;
			of = WHERE_OVERHEAD;
		} else if (part > WHERE_LATER) {
			of = waits_for(w, a, task->first_node + i, &s[i]);
		}
		part = of < part ? of : part;
	}
	a->job.parts[part] += runs_from - w->now;
	a->job.parts[WHERE_RUNNING] += to - runs_from;
}

static void pass(struct where_time *w, dag_time to)
{
	if (to <= w->now)
		return;
	for (uint32_t i = 0; i < w->map.n_slots; i++)
		if (w->alive[i].lives)
			spend(w, i, to);
	w->now = to;
}

/* --- records --- */

static void on_release(struct where_time *w, const struct trace_rec *r)
{
	const struct trace_task *task = &w->h->tasks[r->task];
	uint32_t slot = jobmap_add(&w->map, r->task, r->instance);
	void *p = w->alive;

	array_reserve(&p, &w->cap_alive, (size_t)slot + 1, sizeof(*w->alive));
	w->alive = p;
	p = w->nodes;
	array_reserve(&p, &w->cap_nodes, (slot + (size_t)1) * w->stride,
		      sizeof(*w->nodes));
	w->nodes = p;
	w->alive[slot] = (struct alive){.job = {.instance = r->instance,
						.release = r->t,
						.task = r->task},
					.deadline = r->a,
					.lives = true};
	memset(states_of(w, slot), 0, w->stride * sizeof(*w->nodes));
	if (w->h->late_ready)
		return;
	for (uint32_t i = 0; i < task->n_nodes; i++)
		if (!w->follows[task->first_node + i])
			states_of(w, slot)[i].what = NODE_READY;
}

static void end_job(struct where_time *w, const struct trace_rec *r,
		    uint32_t slot)
{
	w->alive[slot].lives = false;
	jobmap_remove(&w->map, r->task, r->instance);
}

static void add(struct where_sum *s, const struct where_job *j)
{
	s->n++;
	s->response += j->response;
	for (int i = 0; i < WHERE_PARTS; i++)
		s->parts[i] += j->parts[i];
}

static void keep(struct where_time *w, const struct where_job *job)
{
	void *p = w->jobs;

	array_reserve(&p, &w->cap_jobs, w->n_jobs + 1, sizeof(*w->jobs));
	w->jobs = p;
	w->jobs[w->n_jobs++] = *job;
}

static void finish_job(struct where_time *w, const struct trace_rec *r,
		       uint32_t slot)
{
	struct where_job *job = &w->alive[slot].job;

	assert(job->task < w->h->n_tasks);
	job->response = r->t - job->release;
	if (job->release >= w->h->warmup) {
		add(&w->tasks[job->task], job);
		add(&w->all, job);
		if (w->keeps)
			keep(w, job);
	}
	end_job(w, r, slot);
}

static void on_run(struct where_time *w, const struct trace_rec *r,
		   struct state *s, const struct alive *a)
{
	struct exec *x = &w->execs[r->exec];

	s->what = NODE_RUNS;
	s->exec = r->exec;
	if (x->deadline < a->deadline)
		x->deadline = a->deadline; /* of a batch the latest */
}

static void on_finish(struct where_time *w, const struct trace_rec *r,
		      struct state *s, uint32_t slot)
{
	w->execs[r->exec].deadline = -1;
	if (w->h->platform)
		w->threads[s->thread].deadline = -1;
	s->what = NODE_ENDED;
	if (r->flags & TRACE_JOB_DONE)
		finish_job(w, r, slot);
}

static void on_take(struct where_time *w, const struct trace_rec *r,
		    struct state *s, const struct alive *a)
{
	if (r->flags & TRACE_FED)
		return;
	s->what = NODE_TAKEN;
	s->thread = (uint32_t)r->a;
	w->threads[s->thread].deadline = a->deadline;
}

static void on_job(struct where_time *w, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&w->map, r->task, r->instance);
	struct state *s;

	if (slot == JOBMAP_NONE)
		return;
	s = &states_of(w, slot)[r->node];
	switch (r->kind) {
	case TRACE_READY:
		if (s->what == NODE_BEFORE)
			s->what = NODE_READY;
		break;
	case TRACE_SEEN:
		if (s->what == NODE_READY)
			s->what = NODE_SEEN;
		break;
	case TRACE_TAKE:
		on_take(w, r, s, &w->alive[slot]);
		break;
	case TRACE_START:
	case TRACE_RESUME:
		on_run(w, r, s, &w->alive[slot]);
		break;
	case TRACE_PREEMPT:
		s->what = NODE_STOPPED;
		w->execs[r->exec].deadline = -1;
		break;
	case TRACE_FINISH:
		on_finish(w, r, s, slot);
		break;
	default: /* DROP, OPEN */
		end_job(w, r, slot);
	}
}

static void on_thread(struct where_time *w, const struct trace_rec *r)
{
	struct thread *t = &w->threads[r->instance];

	if (r->index == TRACE_WAKES || r->index == TRACE_BLOCKS)
		t->awake = r->index == TRACE_WAKES;
	else if (r->index == TRACE_THROTTLED)
		t->throttled = true;
	else if (r->b > 0)
		t->throttled = false;
}

static void on_overhead(struct where_time *w, const struct trace_rec *r)
{
	struct exec *x = &w->execs[r->exec];
	dag_time begin = r->t > x->over_until ? r->t : x->over_until;

	x->over_until =
		r->a > DAG_TIME_MAX - begin ? DAG_TIME_MAX : begin + r->a;
}

static void take(struct where_time *w, const struct trace_rec *r)
{
	pass(w, r->t);
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(w, r);
		break;
	case TRACE_THREAD:
		on_thread(w, r);
		break;
	case TRACE_POLL:
		w->polled[w->threads[r->instance].executor] = true;
		break;
	case TRACE_OVERHEAD:
		on_overhead(w, r);
		break;
	case TRACE_MISS:
	case TRACE_WAIT:
	case TRACE_LOST:
		break; /* nothing that has to do with where time goes */
	default:
		on_job(w, r);
	}
}

static void consume(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		take((struct where_time *)s, &r[i]);
}

/* --- the sink --- */

static void plan_threads(struct where_time *w, const struct trace_platform *p)
{
	w->threads =
		alloc_checked(calloc(p->n_threads + 1, sizeof(*w->threads)));
	w->polled =
		alloc_checked(calloc(p->n_executors + 1, sizeof(*w->polled)));
	for (uint32_t i = 0; i < p->n_threads; i++) {
		w->threads[i].executor = p->threads[i].executor;
		w->threads[i].deadline = -1;
	}
}

struct where_time *where_time_new(const struct trace_header *h)
{
	struct where_time *w = alloc_checked(calloc(1, sizeof(*w)));

	w->sink.consume = consume;
	w->h = h;
	w->execs = alloc_checked(calloc(h->n_execs + 1, sizeof(*w->execs)));
	for (uint32_t i = 0; i < h->n_execs; i++)
		w->execs[i].deadline = -1;
	w->tasks = alloc_checked(calloc(h->n_tasks + 1, sizeof(*w->tasks)));
	w->follows = alloc_checked(calloc(h->n_nodes + 1, sizeof(bool)));
	for (uint32_t i = 0; i < h->n_edges; i++)
		w->follows[h->edges[i].to] = true;
	for (uint32_t i = 0; i < h->n_tasks; i++)
		if (h->tasks[i].n_nodes > w->stride)
			w->stride = h->tasks[i].n_nodes;
	if (h->platform)
		plan_threads(w, h->platform);
	return w;
}

void where_time_keep(struct where_time *w)
{
	assert(!w->all.n);
	w->keeps = true;
}

struct trace_sink *where_time_sink(struct where_time *w)
{
	return &w->sink;
}

void where_time_free(struct where_time *w)
{
	jobmap_free(&w->map);
	free(w->alive);
	free(w->nodes);
	free(w->execs);
	free(w->threads);
	free(w->polled);
	free(w->follows);
	free(w->tasks);
	free(w->jobs);
	free(w);
}

const struct where_job *where_time_jobs(const struct where_time *w, size_t *n)
{
	*n = w->n_jobs;
	return w->jobs;
}

void where_time_sum(const struct where_time *w, struct where_sum *tasks,
		    struct where_sum *all)
{
	*all = w->all;
	for (uint32_t i = 0; i < w->h->n_tasks; i++)
		tasks[i] = w->tasks[i];
}
