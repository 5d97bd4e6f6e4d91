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
	uint32_t roots, first_node;
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

struct detail {
	const struct trace_header *h;
	dag_time warmup, horizon;
	struct node_count *nodes;
	bool *has_pred; /* by node */
	struct task_count *tasks;
	/* The queue: entering at t takes t from the area, leaving adds it. */
	uint64_t waiting, most;
	int128 area;
	dag_time last;
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
	while (d->n_cores < h->n_execs &&
	       h->execs[d->n_cores].resource == ON_CORE)
		d->n_cores++;
	d->remembers = h->response != RESPONSE_RELEASE ||
		       (h->late_ready && h->late == LATE_DROP);
	d->nodes = alloc_checked(calloc(h->n_nodes, sizeof(*d->nodes)));
	d->has_pred = alloc_checked(calloc(h->n_nodes, sizeof(bool)));
	d->tasks = alloc_checked(calloc(h->n_tasks, sizeof(*d->tasks)));
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
			d->tasks[t].roots +=
				!d->has_pred[h->tasks[t].first_node + i];
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
	free(d);
}

/* --- the queue --- */

static inline dag_time clip(const struct detail *d, dag_time t)
{
	t = t > d->warmup ? t : d->warmup;
	return t < d->horizon ? t : d->horizon;
}

static inline void enter(struct detail *d, const struct trace_rec *r,
			 uint32_t n)
{
	d->waiting += n;
	if (n == 1)
		d->area -= clip(d, r->t);
	else
		d->area -= (int128)n * clip(d, r->t);
}

static inline void leave(struct detail *d, const struct trace_rec *r,
			 uint32_t n)
{
	d->waiting -= n < d->waiting ? n : d->waiting;
	if (n == 1)
		d->area += clip(d, r->t);
	else
		d->area += (int128)n * clip(d, r->t);
}

/* What waited all the time since the last instant. */
static inline void pass_time(struct detail *d, dag_time t)
{
	if (t == d->last)
		return;
	if (t > d->warmup && d->last < d->horizon && d->waiting > d->most)
		d->most = d->waiting;
	d->last = t;
}

/* --- jobs that are remembered --- */

static struct life *find_life(const struct detail *d, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&d->map, r->task, r->instance);

	return slot == JOBMAP_NONE ? NULL : &d->lives[slot];
}

static inline struct life *life_of(const struct detail *d,
				   const struct trace_rec *r)
{
	return d->remembers ? find_life(d, r) : NULL;
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

static inline void on_release(struct detail *d, const struct trace_rec *r)
{
	if (d->remembers)
		remember(d, r);
	if (!d->late_ready)
		enter(d, r, d->tasks[r->task].roots);
	if (r->t >= d->warmup && r->t < d->first_release)
		d->first_release = r->t;
}

static inline void on_ready(struct detail *d, const struct trace_rec *r)
{
	struct life *x = life_of(d, r);

	enter(d, r, 1);
	if (x)
		x->waiting++;
}

static inline void on_start(struct detail *d, const struct trace_rec *r)
{
	struct life *x = life_of(d, r);

	leave(d, r, 1);
	d->switches += !r->index && r->t >= d->warmup && r->exec < d->n_cores;
	if (!x)
		return;
	x->waiting -= x->waiting > 0;
	note_start(d, x, r);
}

static void on_drop(struct detail *d, const struct trace_rec *r)
{
	const struct life *x = life_of(d, r);

	if (!d->late_ready)
		leave(d, r, d->tasks[r->task].roots);
	else if (x)
		leave(d, r, x->waiting);
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

static inline void on_finish(struct detail *d, const struct trace_rec *r)
{
	struct task_count *t = &d->tasks[r->task];
	bool done = r->flags & TRACE_JOB_DONE;

	if (r->a >= d->warmup) {
		d->last_finish = r->t;
		if (t->counts_nodes)
			count_node(d, r);
	}
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

static void on_move(struct detail *d, const struct trace_rec *r)
{
	struct metrics_moves *x = &d->tasks[r->task].moves;
	bool counted = r->t >= d->warmup;

	if (r->kind == TRACE_PREEMPT) {
		enter(d, r, 1);
		x->preemptions += counted;
		return;
	}
	leave(d, r, 1);
	d->switches += counted;
	if (r->b == r->exec)
		x->resumptions += counted;
	else
		x->migrations += counted;
}

void detail_take(struct detail *d, const struct trace_rec *recs, size_t n)
{
	for (const struct trace_rec *r = recs, *end = recs + n; r < end; r++) {
		pass_time(d, r->t);
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
		case TRACE_PREEMPT:
		case TRACE_RESUME:
			on_move(d, r);
			break;
		default:
			break;
		}
	}
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
	if (!d)
		return;
	assert(out->n_tasks == d->h->n_tasks);
	out->has_cores = has_cores(d->h);
	out->switches = d->switches;
	out->max_queue = d->most;
	if (d->last < d->horizon && d->waiting > d->most)
		out->max_queue = d->waiting;
	out->queue_area = d->area + (int128)d->waiting * d->horizon;
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
