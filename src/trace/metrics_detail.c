/* metrics_detail.c - see metrics_detail.h */
#include "trace/metrics_detail.h"
#include "base/arena.h"
#include "trace/jobmap.h"

#include <assert.h>
#include <stdlib.h>

struct node_count {
	uint64_t executions;
	dag_time longest;
	int128 sum;
	bool is_sink;
};

struct task_count {
	uint32_t first_node;
	bool counts_nodes; /* there are several                               */
	struct metrics_moves moves;
	dag_time source_end; /* of job source_of: its last source             */
	uint64_t source_of;
	bool source_known;
};

/* A job that is remembered. */
struct life {
	dag_time release, nominal, begin, sink_start;
	uint32_t waiting; /* nodes in the queue                               */
	bool started;
};

/* How many waited, over the time up to `last`, which is clipped to the
 * window. */
struct queue {
	int64_t waiting, most; /* not negative */
	int128 area;
	dag_time last;
};

struct detail {
	const struct trace_header *h;
	dag_time warmup, horizon;
	struct node_count *nodes;
	bool *has_pred; /* by node */
	struct task_count *tasks;
	struct queue queue;
	uint32_t *roots; /* by task */
	dag_time first_release, last_finish;
	uint64_t switches;
	uint32_t n_cores;
	bool remembers, late_ready;
	struct jobmap map;
	struct life *lives; /* by slot                                        */
	size_t cap;
	dag_time response;
};

const char *const metrics_response_names[] = {
	"release", "nominal", "previous", "start", "start-to-sink", NULL};

static bool has_cores(const struct trace_header *h)
{
	return h->execs[0].resource == ON_CORE; /* they stand first */
}

static inline dag_time clip(const struct detail *d, dag_time t)
{
	t = t > d->warmup ? t : d->warmup;
	return t < d->horizon ? t : d->horizon;
}

struct detail *detail_new(const struct trace_header *h)
{
	struct detail *d;

	if (!has_cores(h) && h->response == RESPONSE_RELEASE)
		return NULL;
	d = alloc_checked(calloc(1, sizeof(*d)));
	d->h = h;
	d->warmup = h->warmup;
	d->horizon = h->horizon;
	d->first_release = DAG_TIME_MAX;
	d->last_finish = -1;
	d->late_ready = h->late_ready;
	d->queue.last = clip(d, 0);
	while (d->n_cores < h->n_execs &&
	       h->execs[d->n_cores].resource == ON_CORE)
		d->n_cores++;
	d->remembers = h->response != RESPONSE_RELEASE ||
		       (h->late_ready && h->late == LATE_DROP);
	d->nodes = alloc_checked(calloc(h->n_nodes, sizeof(*d->nodes)));
	d->has_pred = alloc_checked(calloc(h->n_nodes, sizeof(bool)));
	d->tasks = alloc_checked(calloc(h->n_tasks, sizeof(*d->tasks)));
	d->roots = alloc_checked(calloc(h->n_tasks, sizeof(*d->roots)));
	for (uint32_t i = 0; i < h->n_nodes; i++)
		d->nodes[i].is_sink = true;
	for (uint32_t i = 0; i < h->n_edges; i++) {
		d->nodes[h->edges[i].from].is_sink = false;
		d->has_pred[h->edges[i].to] = true;
	}
	for (uint32_t t = 0; t < h->n_tasks; t++) {
		d->tasks[t].counts_nodes = h->tasks[t].n_nodes > 1;
		d->tasks[t].first_node = h->tasks[t].first_node;
		for (uint32_t i = 0; i < h->tasks[t].n_nodes; i++)
			d->roots[t] += !d->has_pred[h->tasks[t].first_node + i];
	}
	return d;
}

void detail_free(struct detail *d)
{
	if (!d)
		return;
	jobmap_free(&d->map);
	free(d->lives);
	free(d->nodes);
	free(d->has_pred);
	free(d->tasks);
	free(d->roots);
	free(d);
}

/* --- the queue --- */

/* What has waited since the last instant did so until t. */
static inline void pass_time(const struct detail *d, struct queue *q,
			     dag_time t)
{
	dag_time now = clip(d, t), span = now - q->last;

	q->area += (int128)q->waiting * span;
	q->most = span > 0 && q->waiting > q->most ? q->waiting : q->most;
	q->last = now;
}

static inline void leave(struct detail *d, uint32_t n)
{
	int64_t *waiting = &d->queue.waiting;

	*waiting -= n < *waiting ? n : *waiting;
}

/* --- jobs that are remembered --- */

static inline struct life *life_of(const struct detail *d,
				   const struct trace_rec *r)
{
	uint32_t slot = d->remembers
				? jobmap_find(&d->map, r->task, r->instance)
				: JOBMAP_NONE;

	return slot == JOBMAP_NONE ? NULL : &d->lives[slot];
}

static void remember(struct detail *d, const struct trace_rec *r)
{
	bool given = r->flags & TRACE_GIVEN_ID;
	struct life *x = life_of(d, r);
	uint32_t slot;

	if (!x) {
		slot = jobmap_add(&d->map, r->task, r->instance);
		array_reserve((void **)&d->lives, &d->cap, d->map.n_slots,
			      sizeof(*d->lives));
		x = &d->lives[slot];
	}
	*x = (struct life){.release = r->t,
			   .nominal = given ? r->t : r->t - r->b};
}

static void forget(struct detail *d, const struct trace_rec *r)
{
	if (life_of(d, r))
		jobmap_remove(&d->map, r->task, r->instance);
}

/* The first node of a job starts, or one that may be its last. */
static void note_start(struct detail *d, struct life *x,
		       const struct trace_rec *r)
{
	const struct task_count *t = &d->tasks[r->task];

	if (d->nodes[d->tasks[r->task].first_node + r->node].is_sink)
		x->sink_start = r->t;
	if (x->started)
		return;
	x->started = true;
	x->begin = r->t;
	if (d->h->response != RESPONSE_PREVIOUS)
		return;
	x->begin = t->source_known && t->source_of + 1 == r->instance
			   ? t->source_end
			   : x->release;
}

static void measure(struct detail *d, const struct life *x,
		    const struct trace_rec *r)
{
	d->response = r->t - r->a;
	if (!x)
		return;
	switch ((enum metrics_response)d->h->response) {
	case RESPONSE_NOMINAL:
		d->response = r->t - x->nominal;
		break;
	case RESPONSE_PREVIOUS:
	case RESPONSE_START:
		d->response = r->t - x->begin;
		break;
	case RESPONSE_START_TO_SINK:
		d->response = x->sink_start - x->begin;
		break;
	case RESPONSE_RELEASE:
		break;
	}
}

dag_time detail_response(const struct detail *d)
{
	return d->response;
}

/* --- records --- */

static inline void note_release(struct detail *d, dag_time t)
{
	if (t >= d->warmup && t < d->first_release)
		d->first_release = t;
}

/* Does a core turn to a node? */
static inline bool is_switch(const struct detail *d, const struct trace_rec *r)
{
	return !r->index && r->t >= d->warmup && r->exec < d->n_cores;
}

static inline void on_release(struct detail *d, const struct trace_rec *r)
{
	if (d->remembers)
		remember(d, r);
	if (!d->late_ready)
		d->queue.waiting += d->roots[r->task];
	note_release(d, r->t);
}

static inline void on_ready(struct detail *d, const struct trace_rec *r)
{
	struct life *x = life_of(d, r);

	d->queue.waiting += 1;
	if (x)
		x->waiting++;
}

static inline void on_start(struct detail *d, const struct trace_rec *r)
{
	struct life *x = life_of(d, r);

	leave(d, 1);
	d->switches += is_switch(d, r);
	if (!x)
		return;
	x->waiting -= x->waiting > 0;
	note_start(d, x, r);
}

static void on_drop(struct detail *d, const struct trace_rec *r)
{
	const struct life *x = life_of(d, r);

	if (d->h->platform)
		; /* each of its nodes is told to be lost */
	else if (!d->late_ready)
		leave(d, d->roots[r->task]);
	else if (x)
		leave(d, x->waiting);
	forget(d, r);
}

/* A node ends, of a task with several. */
static void count_node(struct detail *d, const struct trace_rec *r)
{
	struct node_count *n =
		&d->nodes[d->tasks[r->task].first_node + r->node];
	dag_time response = r->t - r->a;

	n->executions++;
	n->sum += response;
	if (response > n->longest)
		n->longest = response;
}

static inline void note_finish(struct detail *d, const struct trace_rec *r)
{
	if (r->a < d->warmup)
		return;
	d->last_finish = r->t;
	if (d->tasks[r->task].counts_nodes)
		count_node(d, r);
}

static inline void on_finish(struct detail *d, const struct trace_rec *r)
{
	struct task_count *t = &d->tasks[r->task];
	bool done = r->flags & TRACE_JOB_DONE;

	note_finish(d, r);
	if (!d->remembers)
		return;
	if (!d->has_pred[d->tasks[r->task].first_node + r->node]) {
		t->source_end = r->t;
		t->source_of = r->instance;
		t->source_known = true;
	}
	if (!done)
		return;
	measure(d, life_of(d, r), r);
	forget(d, r);
}

static inline void on_move(struct detail *d, const struct trace_rec *r)
{
	struct metrics_moves *x = &d->tasks[r->task].moves;
	bool counted = r->t >= d->warmup;
	bool back = r->b == r->exec, resumes = r->kind == TRACE_RESUME;

	x->preemptions += counted && !resumes;
	x->resumptions += counted && resumes && back;
	x->migrations += counted && resumes && !back;
	d->switches += counted && resumes;
}

void detail_take(struct detail *d, const struct trace_rec *r)
{
	if (r->kind >= TRACE_WAIT && r->kind != TRACE_LOST)
		return;
	pass_time(d, &d->queue, r->t);
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(d, r);
		break;
	case TRACE_READY:
		on_ready(d, r);
		break;
	case TRACE_START:
		on_start(d, r);
		break;
	case TRACE_FINISH:
		on_finish(d, r);
		break;
	case TRACE_DROP:
		on_drop(d, r);
		break;
	case TRACE_LOST:
		leave(d, (uint32_t)r->a);
		break;
	case TRACE_PREEMPT:
		d->queue.waiting += 1;
		on_move(d, r);
		break;
	case TRACE_RESUME:
		leave(d, 1);
		on_move(d, r);
		break;
	default:
		break;
	}
}

/* --- records sorted by kind --- */

/* The queue alone is looked at in order, without a branch. */
static void pass_queue(struct detail *d, const struct trace_rec *recs, size_t n)
{
	static const int8_t change[TRACE_KINDS] = {
		[TRACE_RELEASE] = 1, [TRACE_READY] = 1,   [TRACE_START] = -1,
		[TRACE_DROP] = -1,   [TRACE_PREEMPT] = 1, [TRACE_RESUME] = -1,
	};
	static const uint32_t all_roots[TRACE_KINDS] = {
		[TRACE_RELEASE] = UINT32_MAX,
		[TRACE_DROP] = UINT32_MAX,
	};
	const uint32_t *roots = d->roots;
	struct queue q = d->queue;

	assert(!d->late_ready);
	for (size_t i = 0; i < n; i++) {
		uint32_t kind = recs[i].kind;
		int64_t by = (roots[recs[i].task] - 1) & all_roots[kind];
		int64_t left = q.waiting + (by + 1) * change[kind];

		pass_time(d, &q, recs[i].t);
		q.waiting = left > 0 ? left : 0;
	}
	d->queue = q;
}

/* The same on a platform, where each node that dies is told, and most records
 * are about what no node waits for. */
static void pass_queue_of_threads(struct detail *d,
				  const struct trace_rec *recs, size_t n)
{
	static const int8_t change[TRACE_KINDS] = {
		[TRACE_RELEASE] = 1, [TRACE_READY] = 1,   [TRACE_START] = -1,
		[TRACE_PREEMPT] = 1, [TRACE_RESUME] = -1, [TRACE_LOST] = -1,
	};
	struct queue q = d->queue;
	uint8_t at[SORTED_MAX];
	size_t told = 0;

	assert(!d->late_ready && d->h->platform && n <= SORTED_MAX);
	for (size_t i = 0; i < n; i++) {
		at[told] = (uint8_t)i;
		told += change[recs[i].kind] != 0;
	}
	for (size_t i = 0; i < told; i++) {
		const struct trace_rec *r = &recs[at[i]];
		int64_t by = change[r->kind];

		pass_time(d, &q, r->t);
		by = r->kind == TRACE_RELEASE ? d->roots[r->task] : by;
		by = r->kind == TRACE_LOST ? -r->a : by;
		q.waiting = q.waiting + by > 0 ? q.waiting + by : 0;
	}
	d->queue = q;
}

void detail_take_sorted(struct detail *d, const struct sorted *s, size_t n)
{
	const struct trace_rec *r;

	assert(!d->remembers && n <= SORTED_MAX);
	if (d->h->platform)
		pass_queue_of_threads(d, s->recs, n);
	else
		pass_queue(d, s->recs, n);
	SORTED_EACH(s, SORTED_RELEASE, r)
	note_release(d, r->t);
	SORTED_EACH(s, SORTED_START, r)
	d->switches += is_switch(d, r);
	SORTED_EACH(s, SORTED_FINISH, r)
	note_finish(d, r);
	SORTED_EACH(s, SORTED_PREEMPT, r)
	on_move(d, r);
	SORTED_EACH(s, SORTED_RESUME, r)
	on_move(d, r);
}

/* --- report --- */

static void report_nodes(const struct detail *d, struct arena *a,
			 struct metrics_run *out)
{
	struct metrics_node *nodes =
		ARENA_NEW(a, struct metrics_node, d->h->n_nodes);

	for (uint32_t i = 0; i < d->h->n_nodes; i++)
		nodes[i] = (struct metrics_node){
			.name = d->h->nodes[i].name,
			.executions = d->nodes[i].executions,
			.max_response = d->nodes[i].longest,
			.sum_response = d->nodes[i].sum,
		};
	for (uint32_t t = 0; t < out->n_tasks; t++) {
		out->tasks[t].moves = d->tasks[t].moves;
		if (!d->tasks[t].counts_nodes)
			continue;
		out->tasks[t].nodes = nodes + d->h->tasks[t].first_node;
		out->tasks[t].n_nodes = d->h->tasks[t].n_nodes;
	}
}

void detail_report(const struct detail *d, struct arena *a,
		   struct metrics_run *out)
{
	const struct queue *q;

	if (!d)
		return;
	q = &d->queue;
	assert(out->n_tasks == d->h->n_tasks);
	out->has_cores = has_cores(d->h);
	out->switches = d->switches;
	out->max_queue = (uint64_t)q->most;
	if (q->last < d->horizon && q->waiting > q->most)
		out->max_queue = (uint64_t)q->waiting;
	out->queue_area = q->area + (int128)q->waiting * (d->horizon - q->last);
	out->makespan =
		d->last_finish < 0 ? -1 : d->last_finish - d->first_release;
	report_nodes(d, a, out);
	for (uint32_t t = 0; t < out->n_tasks; t++) {
		struct metrics_moves *sum = &out->overall.moves;
		const struct metrics_moves *x = &out->tasks[t].moves;

		sum->preemptions += x->preemptions;
		sum->migrations += x->migrations;
		sum->resumptions += x->resumptions;
	}
}
