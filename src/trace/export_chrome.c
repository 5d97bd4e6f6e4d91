/* export_chrome.c - trace-event JSON, for ui.perfetto.dev and speedscope
 *
 * The format: "Trace Event Format" (Google, 2016).  A run is a process, an
 * executor a thread with one complete event ("X") a slice, written when the
 * slice ends, so they nest strictly; overhead, which interrupts slices, has a
 * thread of its own beside it.  Releases, drops, losses and misses are instants
 * on the threads of their tasks (of one thread for all, where there are many),
 * queues are counters.  Threads of a platform, which run on executors, have
 * threads, or one for all, with instants only: what they see, and when they
 * wake.  The arrow of an edge starts 1 ns before the end of the slice
 * where its source finished, since an event at the end is outside, and ends at
 * the start of the target's slice.
 *
 * Times are microseconds with three decimals: exact to the nanosecond.
 */
#include "trace/dump.h"
#include "trace/export_state.h"

enum {
	TRACKS_TASKS = 64,
	TID_JOBS = 1,
	TID_EXEC = 1000,
	TID_OVER = 100000,
	TID_THREAD = 200000
};

struct chrome {
	struct export x;
	const char **task, **node; /* quoted names                            */
	const char **queue, **exec;
	bool *over; /* executors whose overhead has been named                */
	const char **thread; /* quoted names                                  */
	bool any; /* an event stands before                                 */
};

static struct chrome *chrome(struct export *x)
{
	return (struct chrome *)x;
}

/* "{"ph":P,"pid":N,"tid":N" of the next event. */
static void event(struct chrome *c, const char *ph, uint32_t tid)
{
	struct outbuf *o = &c->x.out;

	out_str(o, c->any ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
	c->any = true;
	out_str(o, ph);
	out_str(o, "\",\"pid\":");
	out_uint(o, c->x.run + 1);
	out_str(o, ",\"tid\":");
	out_uint(o, tid);
}

static void timed(struct chrome *c, const char *ph, uint32_t tid, dag_time t)
{
	event(c, ph, tid);
	out_str(&c->x.out, ",\"ts\":");
	out_us(&c->x.out, t);
}

static void field(struct chrome *c, const char *key, int64_t v)
{
	out_str(&c->x.out, key);
	out_int(&c->x.out, v);
}

/* --- the run --- */

static void name(struct chrome *c, const char *what, uint32_t tid,
		 const char *quoted)
{
	event(c, "M", tid);
	out_str(&c->x.out, ",\"name\":\"");
	out_str(&c->x.out, what);
	out_str(&c->x.out, "\",\"args\":{\"name\":");
	out_str(&c->x.out, quoted);
	out_str(&c->x.out, "}}");
}

static void sort_index(struct chrome *c, uint32_t tid)
{
	event(c, "M", tid);
	out_str(&c->x.out, ",\"name\":\"thread_sort_index\",\"args\":"
			   "{\"sort_index\":");
	out_uint(&c->x.out, tid >= TID_EXEC ? tid - TID_EXEC : tid + TID_OVER);
	out_str(&c->x.out, "}}");
}

static uint32_t task_track(const struct chrome *c, uint32_t task)
{
	return c->x.h->n_tasks <= TRACKS_TASKS ? TID_JOBS + task : TID_JOBS;
}

static uint32_t thread_track(const struct chrome *c, uint64_t thread)
{
	return c->x.h->platform->n_threads <= TRACKS_TASKS
		       ? TID_THREAD + (uint32_t)thread
		       : TID_THREAD;
}

static void name_threads(struct chrome *c)
{
	struct export *x = &c->x;
	const struct trace_platform *p = x->h->platform;

	c->thread = ARENA_NEW(&x->arena, const char *, p->n_threads + 1);
	for (uint32_t i = 0; i < p->n_threads; i++)
		c->thread[i] = export_json_text(x, p->threads[i].name);
	if (p->n_threads > TRACKS_TASKS)
		name(c, "thread_name", TID_THREAD, "\"threads\"");
	for (uint32_t i = 0; p->n_threads <= TRACKS_TASKS && i < p->n_threads;
	     i++)
		name(c, "thread_name", TID_THREAD + i,
		     export_json_text(x, arena_printf(&x->arena, "thread %s",
						      p->threads[i].name)));
}

static void name_tracks(struct chrome *c)
{
	struct export *x = &c->x;
	const struct trace_header *h = x->h;

	name(c, "process_name", 0,
	     export_json_text(x, arena_printf(&x->arena, "%s: %s", h->workload,
					      h->policy)));
	for (uint32_t i = 0; i < h->n_execs; i++) {
		name(c, "thread_name", TID_EXEC + i, c->exec[i]);
		sort_index(c, TID_EXEC + i);
	}
	if (h->platform)
		name_threads(c);
	if (h->n_tasks > TRACKS_TASKS) {
		name(c, "thread_name", TID_JOBS, "\"jobs\"");
		sort_index(c, TID_JOBS);
		return;
	}
	for (uint32_t i = 0; i < h->n_tasks; i++) {
		name(c, "thread_name", TID_JOBS + i,
		     export_json_text(x, arena_printf(&x->arena, "jobs of %s",
						      h->tasks[i].name)));
		sort_index(c, TID_JOBS + i);
	}
}

/* What the file is, from the first run: viewers show it beside the trace. */
static void begin_file(struct chrome *c)
{
	struct export *x = &c->x;
	struct outbuf *o = &x->out;

	out_str(o, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":"
		   "\"dagsim " DAGSIM_VERSION "\",\"workload\":");
	out_str(o, export_json_text(x, x->h->workload));
	out_str(o, ",\"workload_sha256\":");
	out_str(o, export_json_text(x, x->h->digest));
	out_str(o, ",\"seed\":\"");
	out_uint(o, x->h->seed);
	out_str(o, "\",\"horizon_ns\":\"");
	out_int(o, x->h->horizon);
	out_str(o, "\",\"warmup_ns\":\"");
	out_int(o, x->h->warmup);
	out_str(o, "\",\"command\":");
	out_str(o, export_json_text(x, x->h->command));
	out_str(o, "},\"traceEvents\":[");
}

static bool start(struct export *x, struct dag_error *e)
{
	struct chrome *c = chrome(x);
	const struct trace_header *h = x->h;
	char queue[256];

	(void)e;
	c->task = ARENA_NEW(&x->arena, const char *, h->n_tasks);
	c->node = ARENA_NEW(&x->arena, const char *, h->n_nodes);
	c->queue = ARENA_NEW(&x->arena, const char *, x->timeline.n_queues);
	c->over = ARENA_NEW(&x->arena, bool, h->n_execs);
	c->exec = ARENA_NEW(&x->arena, const char *, h->n_execs);
	for (uint32_t i = 0; i < h->n_execs; i++)
		c->exec[i] = export_json_text(x, h->execs[i].name);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		c->task[i] = export_json_text(x, h->tasks[i].name);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		c->node[i] = export_json_text(x, export_node_name(x, i));
	for (uint32_t i = 0; i < x->timeline.n_queues; i++) {
		timeline_queue_name(&x->timeline, i, queue, sizeof(queue));
		c->queue[i] = export_json_text(x, queue);
	}
	if (x->run == 0)
		begin_file(c);
	name_tracks(c);
	return true;
}

static void finish(struct export *x)
{
	out_str(&x->out, x->run ? "\n]}\n" : "{\"traceEvents\":[]}\n");
}

/* --- slices --- */

/* A batch is named after its head and how many ride along. */
static void slice_name(struct chrome *c, const struct timeline_slice *s)
{
	const char *head = c->node[export_node(&c->x, &s->members[0])];

	out_str(&c->x.out, ",\"name\":");
	if (s->n == 1) {
		out_str(&c->x.out, head);
		return;
	}
	out_bytes(&c->x.out, head, strlen(head) - 1);
	out_char(&c->x.out, '+');
	out_uint(&c->x.out, s->n - 1);
	out_char(&c->x.out, '"');
}

static void member_list(struct chrome *c, const struct timeline_slice *s)
{
	struct outbuf *o = &c->x.out;

	out_str(o, ",\"jobs\":[");
	for (uint32_t i = 0; i < s->n; i++) {
		const struct timeline_member *m = &s->members[i];
		const char *task = c->task[m->task];

		if (i)
			out_char(o, ',');
		out_bytes(o, task, strlen(task) - 1);
		out_char(o, '#');
		out_uint(o, m->instance);
		out_char(o, '"');
	}
	out_char(o, ']');
}

static void slice_args(struct chrome *c, const struct timeline_slice *s)
{
	const struct timeline_member *head = &s->members[0];
	struct outbuf *o = &c->x.out;

	out_str(o, ",\"args\":{\"job\":");
	out_uint(o, head->instance);
	if (head->deadline >= 0)
		field(c, ",\"deadline_ns\":", head->deadline);
	field(c, ",\"batch\":", s->n);
	out_str(o, ",\"ended\":\"");
	out_str(o, export_end_name(s->end));
	out_char(o, '"');
	if (s->end == SLICE_PREEMPTED)
		out_str(o, ",\"preempted\":true");
	if (s->continued)
		out_str(o, ",\"continued\":true");
	else if (s->resumed && s->resumed_from != s->exec) {
		out_str(o, ",\"migrated_from\":");
		out_str(o, c->exec[s->resumed_from]);
	}
	if (s->n > 1)
		member_list(c, s);
	out_str(o, "}}");
}

static void arrow(struct chrome *c, const char *ph, uint32_t exec, dag_time t,
		  uint64_t id)
{
	timed(c, ph, TID_EXEC + exec, t);
	out_str(&c->x.out, ",\"cat\":\"edge\",\"name\":\"edge\",\"id\":");
	out_uint(&c->x.out, id);
	out_str(&c->x.out, ph[0] == 'f' ? ",\"bp\":\"e\"}" : "}");
}

/* The arrows that begin or end in a slice, for each of its members. */
static void arrows(struct chrome *c, const struct timeline_slice *s)
{
	const struct timeline *t = &c->x.timeline;
	dag_time last = s->to > s->from ? s->to - 1 : s->to;

	for (uint32_t i = 0; i < s->n; i++) {
		const struct timeline_member *m = &s->members[i];
		uint32_t k = export_node(&c->x, m);

		for (uint32_t e = t->in_first[k];
		     export_first_slice(s) && !s->clipped &&
		     e < t->in_first[k + 1];
		     e++)
			if (timeline_edge(t, m, t->in_edges[e]))
				arrow(c, "f", s->exec, s->from,
				      m->flow + t->in_edges[e]);
		for (uint32_t e = t->out_first[k];
		     s->end == SLICE_FINISHED && e < t->out_first[k + 1]; e++)
			arrow(c, "s", s->exec, last, m->flow + t->out_edges[e]);
	}
}

static void end(void *ctx, const struct timeline_slice *s)
{
	struct chrome *c = ctx;

	timed(c, "X", TID_EXEC + s->exec, s->from);
	out_str(&c->x.out, ",\"dur\":");
	out_us(&c->x.out, s->to - s->from);
	out_str(&c->x.out, ",\"cat\":\"slice\"");
	slice_name(c, s);
	slice_args(c, s);
	arrows(c, s);
}

static void overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
		     uint32_t what)
{
	struct chrome *c = ctx;
	uint32_t tid = TID_OVER + exec;

	if (!c->over[exec]) {
		c->over[exec] = true;
		name(c, "thread_name", tid,
		     export_json_text(&c->x,
				      arena_printf(&c->x.arena, "%s overhead",
						   c->x.h->execs[exec].name)));
	}
	timed(c, "X", tid, from);
	out_str(&c->x.out, ",\"dur\":");
	out_us(&c->x.out, to - from);
	out_str(&c->x.out, ",\"cat\":\"overhead\",\"name\":\"");
	out_str(&c->x.out, export_overhead_name(what));
	out_str(&c->x.out, "\"}");
}

/* --- instants and counters --- */

static void instant(void *ctx, const struct trace_rec *r)
{
	struct chrome *c = ctx;
	const char *what = r->kind == TRACE_RELEASE ? "release"
			   : r->kind == TRACE_DROP  ? "drop"
			   : r->kind == TRACE_MISS  ? "miss"
						    : NULL;

	if (!what)
		return;
	timed(c, "i", task_track(c, r->task), r->t);
	out_str(&c->x.out, ",\"s\":\"t\",\"cat\":\"job\",\"name\":\"");
	out_str(&c->x.out, what);
	out_str(&c->x.out, "\",\"args\":{\"task\":");
	out_str(&c->x.out, c->task[r->task]);
	out_str(&c->x.out, ",\"job\":");
	out_uint(&c->x.out, r->instance);
	field(c, ",\"deadline_ns\":", r->kind == TRACE_RELEASE ? r->a : r->b);
	if (r->kind != TRACE_RELEASE)
		field(c, ",\"release_ns\":", r->a);
	if (r->kind == TRACE_MISS)
		out_str(&c->x.out, r->flags & TRACE_LATE ? ",\"how\":\"late\""
				   : r->flags & TRACE_DROPPED
					   ? ",\"how\":\"dropped\""
					   : ",\"how\":\"pending\"");
	out_str(&c->x.out, "}}");
}

static void lost(void *ctx, const struct trace_rec *r)
{
	struct chrome *c = ctx;
	struct outbuf *o = &c->x.out;

	timed(c, "i", task_track(c, r->task), r->t);
	out_str(o, ",\"s\":\"t\",\"cat\":\"job\",\"name\":\"lost\","
		   "\"args\":{\"task\":");
	out_str(o, c->task[r->task]);
	out_str(o, ",\"node\":");
	out_str(o, c->node[c->x.h->tasks[r->task].first_node + r->node]);
	out_str(o, ",\"job\":");
	out_uint(o, r->instance);
	out_str(o, ",\"how\":\"");
	out_str(o, dump_loss(r->index));
	out_str(o, "\"}}");
}

/* Up to the first of what is told of it. */
static void thread_instant(struct chrome *c, const struct trace_rec *r,
			   const char *what)
{
	struct outbuf *o = &c->x.out;

	timed(c, "i", thread_track(c, r->instance), r->t);
	out_str(o, ",\"s\":\"t\",\"cat\":\"thread\",\"name\":\"");
	out_str(o, what);
	out_str(o, "\",\"args\":{\"thread\":");
	out_str(o, c->thread[r->instance]);
}

static void thread(void *ctx, const struct trace_rec *r)
{
	struct chrome *c = ctx;

	thread_instant(c, r, dump_thread_event(r->index));
	if (r->a)
		field(c,
		      r->index == TRACE_THROTTLED ? ",\"until_ns\":"
						  : ",\"deadline_ns\":",
		      r->a);
	if (r->index == TRACE_REPLENISHED)
		field(c, ",\"budget_ns\":", r->b);
	out_str(&c->x.out, "}}");
}

static void poll(void *ctx, const struct trace_rec *r,
		 const struct trace_rec *seen, size_t n)
{
	struct chrome *c = ctx;
	struct outbuf *o = &c->x.out;

	thread_instant(c, r, "poll");
	out_str(o, ",\"on\":");
	out_str(o, c->exec[r->exec]);
	out_str(o, ",\"window\":[");
	for (size_t i = 0; i < n; i++) {
		uint32_t first = c->x.h->tasks[seen[i].task].first_node;
		const char *node = c->node[first + seen[i].node];

		if (i)
			out_char(o, ',');
		out_bytes(o, node, strlen(node) - 1);
		out_char(o, '#');
		out_uint(o, seen[i].instance);
		out_char(o, '"');
	}
	out_str(o, "]}}");
}

static void queue(void *ctx, dag_time t, uint32_t q, uint32_t length)
{
	struct chrome *c = ctx;

	timed(c, "C", 0, t);
	out_str(&c->x.out, ",\"name\":");
	out_str(&c->x.out, c->queue[q]);
	out_str(&c->x.out, ",\"args\":{\"waiting\":");
	out_uint(&c->x.out, length);
	out_str(&c->x.out, "}}");
}

const struct export_format export_chrome = {
	.name = "chrome",
	.summary = "trace-event JSON, for ui.perfetto.dev and speedscope",
	.several = true,
	.size = sizeof(struct chrome),
	.start = start,
	.hooks = {.end = end,
		  .event = instant,
		  .queue = queue,
		  .overhead = overhead,
		  .thread = thread,
		  .poll = poll,
		  .lost = lost},
	.finish = finish,
};
