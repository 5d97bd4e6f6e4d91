/* export_perfetto.c - Perfetto's own protobuf, for traces of millions of events
 *
 * A file is a Trace: packets one behind the other, each a TracePacket with a
 * time in ns and a track descriptor or a track event.  The field numbers are
 * those of protos/perfetto/trace in Perfetto's repository; the part that is
 * used stands in share/perfetto-subset.proto, by which protoc can decode
 * what is written here.
 *
 * A run is a process track; executors, their overhead, tasks and threads of a
 * platform (as in export_chrome.c) and queues are its children.  A slice is a
 * begin and an end; an edge is a flow from the first slice of its source to
 * that of its target.
 */
#include "trace/dump.h"
#include "trace/export_state.h"

enum { TRACKS_TASKS = 64, MESSAGE_MAX = 1 << 15 };

/* Field numbers. */
enum {
	TRACE_PACKET = 1,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_FLAGS = 13,
	PACKET_DESCRIPTOR = 60,
	TRACK_UUID = 1,
	TRACK_NAME = 2,
	TRACK_PROCESS = 3,
	TRACK_THREAD = 4,
	TRACK_PARENT = 5,
	TRACK_COUNTER = 8,
	PROCESS_PID = 1,
	PROCESS_NAME = 6,
	THREAD_PID = 1,
	THREAD_TID = 2,
	THREAD_NAME = 5,
	EVENT_ANNOTATION = 4,
	EVENT_TYPE = 9,
	EVENT_TRACK = 11,
	EVENT_CATEGORY = 22,
	EVENT_NAME = 23,
	EVENT_COUNTER = 30,
	EVENT_FLOW = 47,
	EVENT_FLOW_END = 48,
	NOTE_UINT = 3,
	NOTE_INT = 4,
	NOTE_STRING = 6,
	NOTE_NAME = 10,
};
enum { SLICE_BEGIN = 1, SLICE_END, INSTANT, COUNTER };

/* A message under construction; what does not fit is left out as a whole. */
struct message {
	size_t n, cap;
	uint8_t bytes[2 * MESSAGE_MAX];
};

struct perfetto {
	struct export x;
	const char **node; /* names                                           */
	bool *over, flagged;
	uint64_t base; /* uuid of the run's process                           */
	struct message packet, event, note;
};

static struct perfetto *perfetto(struct export *x)
{
	return (struct perfetto *)x;
}

/* --- protobuf --- */

static size_t varint(uint8_t *p, uint64_t v)
{
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		p[n++] = (uint8_t)(v | 0x80);
	p[n++] = (uint8_t)v;
	return n;
}

static void put_uint(struct message *m, uint32_t field, uint64_t v)
{
	if (m->n + 16 > m->cap)
		return;
	m->n += varint(m->bytes + m->n, (uint64_t)field << 3);
	m->n += varint(m->bytes + m->n, v);
}

static void put_fixed64(struct message *m, uint32_t field, uint64_t v)
{
	if (m->n + 16 > m->cap)
		return;
	m->n += varint(m->bytes + m->n, (uint64_t)field << 3 | 1);
	for (int i = 0; i < 8; i++, v >>= 8)
		m->bytes[m->n++] = (uint8_t)v;
}

static void put_bytes(struct message *m, uint32_t field, const void *bytes,
		      size_t n)
{
	if (m->n + n + 16 > m->cap)
		return;
	m->n += varint(m->bytes + m->n, (uint64_t)field << 3 | 2);
	m->n += varint(m->bytes + m->n, n);
	memcpy(m->bytes + m->n, bytes, n);
	m->n += n;
}

/* Names beyond any use are cut: a packet stays small. */
static void put_text(struct message *m, uint32_t field, const char *s)
{
	put_bytes(m, field, s, export_cut(s, 1000));
}

static void put_message(struct message *m, uint32_t field,
			const struct message *inner)
{
	put_bytes(m, field, inner->bytes, inner->n);
}

/* The packet, framed as a field of the trace. */
static void write_packet(struct perfetto *p)
{
	uint8_t head[16];
	size_t n;

	put_uint(&p->packet, PACKET_SEQUENCE, 1);
	if (!p->flagged)
		put_uint(&p->packet, PACKET_FLAGS, 1);
	p->flagged = true;
	n = varint(head, TRACE_PACKET << 3 | 2);
	n += varint(head + n, p->packet.n);
	out_bytes(&p->x.out, head, n);
	out_bytes(&p->x.out, p->packet.bytes, p->packet.n);
}

/* --- tracks --- */

enum track_kind { PROCESS, EXEC, OVER, TASK, QUEUE, THREAD };

static uint64_t uuid(const struct perfetto *p, enum track_kind kind, uint32_t i)
{
	return p->base + ((uint64_t)kind << 32) + i;
}

static void describe(struct perfetto *p, enum track_kind kind, uint32_t i,
		     const char *name)
{
	struct message *d = &p->event, *inner = &p->note;
	uint32_t pid = p->x.run + 1;

	d->n = inner->n = p->packet.n = 0;
	put_uint(d, TRACK_UUID, uuid(p, kind, i));
	if (kind == PROCESS) {
		put_uint(inner, PROCESS_PID, pid);
		put_text(inner, PROCESS_NAME, name);
		put_message(d, TRACK_PROCESS, inner);
	} else if (kind == EXEC) {
		put_uint(inner, THREAD_PID, pid);
		put_uint(inner, THREAD_TID, (uint64_t)i + 1 + pid * 100000u);
		put_text(inner, THREAD_NAME, name);
		put_message(d, TRACK_THREAD, inner);
	} else {
		put_text(d, TRACK_NAME, name);
		put_uint(d, TRACK_PARENT, uuid(p, PROCESS, 0));
		if (kind == QUEUE)
			put_message(d, TRACK_COUNTER, inner);
	}
	put_message(&p->packet, PACKET_DESCRIPTOR, d);
	write_packet(p);
}

static uint32_t task_track(const struct perfetto *p, uint32_t task)
{
	return p->x.h->n_tasks <= TRACKS_TASKS ? task : 0;
}

static uint32_t thread_track(const struct perfetto *p, uint64_t thread)
{
	return p->x.h->platform->n_threads <= TRACKS_TASKS ? (uint32_t)thread
							   : 0;
}

static void describe_threads(struct perfetto *p)
{
	const struct trace_platform *m = p->x.h->platform;

	if (m->n_threads > TRACKS_TASKS)
		describe(p, THREAD, 0, "threads");
	for (uint32_t i = 0; m->n_threads <= TRACKS_TASKS && i < m->n_threads;
	     i++)
		describe(p, THREAD, i,
			 arena_printf(&p->x.arena, "thread %s",
				      m->threads[i].name));
}

static bool start(struct export *x, struct dag_error *e)
{
	struct perfetto *p = perfetto(x);
	const struct trace_header *h = x->h;
	char queue[256];

	(void)e;
	p->base = (uint64_t)(x->run + 1) << 40;
	p->packet.cap = 2 * MESSAGE_MAX; /* holds any event */
	p->event.cap = p->note.cap = MESSAGE_MAX;
	p->node = ARENA_NEW(&x->arena, const char *, h->n_nodes);
	p->over = ARENA_NEW(&x->arena, bool, h->n_execs);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		p->node[i] = export_node_name(x, i);
	describe(p, PROCESS, 0,
		 arena_printf(&x->arena, "%s: %s", h->workload, h->policy));
	for (uint32_t i = 0; i < h->n_execs; i++)
		describe(p, EXEC, i, h->execs[i].name);
	if (h->platform)
		describe_threads(p);
	if (h->n_tasks > TRACKS_TASKS)
		describe(p, TASK, 0, "jobs");
	for (uint32_t i = 0; h->n_tasks <= TRACKS_TASKS && i < h->n_tasks; i++)
		describe(p, TASK, i,
			 arena_printf(&x->arena, "jobs of %s",
				      h->tasks[i].name));
	for (uint32_t i = 0; i < x->timeline.n_queues; i++) {
		if (!x->timeline.queues[i].served)
			continue;
		timeline_queue_name(&x->timeline, i, queue, sizeof(queue));
		describe(p, QUEUE, i, queue);
	}
	return true;
}

/* --- events --- */

static void open_event(struct perfetto *p, dag_time t, unsigned type,
		       uint64_t track)
{
	p->packet.n = p->event.n = 0;
	put_uint(&p->packet, PACKET_TIMESTAMP, (uint64_t)t);
	put_uint(&p->event, EVENT_TYPE, type);
	put_uint(&p->event, EVENT_TRACK, track);
}

static void close_event(struct perfetto *p)
{
	put_message(&p->packet, PACKET_EVENT, &p->event);
	write_packet(p);
}

static void note_int(struct perfetto *p, const char *key, int64_t v)
{
	p->note.n = 0;
	put_text(&p->note, NOTE_NAME, key);
	put_uint(&p->note, NOTE_INT, (uint64_t)v);
	put_message(&p->event, EVENT_ANNOTATION, &p->note);
}

static void note_text(struct perfetto *p, const char *key, const char *s)
{
	p->note.n = 0;
	put_text(&p->note, NOTE_NAME, key);
	put_text(&p->note, NOTE_STRING, s);
	put_message(&p->event, EVENT_ANNOTATION, &p->note);
}

/* "robot.detect#7" */
static void note_instance(struct perfetto *p, const char *key, uint32_t node,
			  uint64_t instance)
{
	const char *name = p->node[node];
	char text[1100];

	snprintf(text, sizeof(text), "%.*s#%llu", (int)export_cut(name, 1000),
		 name, (unsigned long long)instance);
	note_text(p, key, text);
}

static void slice_name(struct perfetto *p, const struct timeline_slice *s)
{
	const char *head = p->node[export_node(&p->x, &s->members[0])];
	size_t n = export_cut(head, 1000);
	char name[1032];

	if (s->n == 1)
		snprintf(name, sizeof(name), "%.*s", (int)n, head);
	else
		snprintf(name, sizeof(name), "%.*s+%u", (int)n, head, s->n - 1);
	put_text(&p->event, EVENT_NAME, name);
}

/* Flows of the jobs' edges; a node that is resumed has told them already. */
static void flows(struct perfetto *p, const struct timeline_slice *s)
{
	const struct timeline *t = &p->x.timeline;

	for (uint32_t i = 0; i < s->n && export_first_slice(s); i++) {
		const struct timeline_member *m = &s->members[i];
		uint32_t k = export_node(&p->x, m);

		for (uint32_t e = t->out_first[k]; e < t->out_first[k + 1]; e++)
			put_fixed64(&p->event, EVENT_FLOW,
				    1 + m->flow + t->out_edges[e]);
		for (uint32_t e = t->in_first[k];
		     !s->clipped && e < t->in_first[k + 1]; e++)
			if (timeline_edge(t, m, t->in_edges[e]))
				put_fixed64(&p->event, EVENT_FLOW_END,
					    1 + m->flow + t->in_edges[e]);
	}
}

static void begin(void *ctx, const struct timeline_slice *s)
{
	struct perfetto *p = ctx;

	open_event(p, s->from, SLICE_BEGIN, uuid(p, EXEC, s->exec));
	put_text(&p->event, EVENT_CATEGORY, "slice");
	slice_name(p, s);
	note_int(p, "job", (int64_t)s->members[0].instance);
	note_int(p, "batch", s->n);
	if (s->members[0].deadline >= 0)
		note_int(p, "deadline_ns", s->members[0].deadline);
	if (s->resumed && !s->continued && s->resumed_from != s->exec)
		note_text(p, "migrated_from",
			  p->x.h->execs[s->resumed_from].name);
	flows(p, s);
	for (uint32_t i = 1; i < s->n; i++)
		note_instance(p, "with", export_node(&p->x, &s->members[i]),
			      s->members[i].instance);
	close_event(p);
}

static void end(void *ctx, const struct timeline_slice *s)
{
	struct perfetto *p = ctx;

	open_event(p, s->to, SLICE_END, uuid(p, EXEC, s->exec));
	note_text(p, "ended", export_end_name(s->end));
	close_event(p);
}

static void overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
		     uint32_t what)
{
	struct perfetto *p = ctx;

	(void)to; /* told by its end */
	if (!p->over[exec])
		describe(p, OVER, exec,
			 arena_printf(&p->x.arena, "%s overhead",
				      p->x.h->execs[exec].name));
	p->over[exec] = true;
	open_event(p, from, SLICE_BEGIN, uuid(p, OVER, exec));
	put_text(&p->event, EVENT_CATEGORY, "overhead");
	put_text(&p->event, EVENT_NAME, export_overhead_name(what));
	close_event(p);
}

static void overhead_end(void *ctx, uint32_t exec, dag_time to)
{
	struct perfetto *p = ctx;

	open_event(p, to, SLICE_END, uuid(p, OVER, exec));
	close_event(p);
}

static void instant(void *ctx, const struct trace_rec *r)
{
	struct perfetto *p = ctx;
	const char *what = r->kind == TRACE_RELEASE ? "release"
			   : r->kind == TRACE_DROP  ? "drop"
			   : r->kind == TRACE_MISS  ? "miss"
						    : NULL;

	if (!what)
		return;
	open_event(p, r->t, INSTANT, uuid(p, TASK, task_track(p, r->task)));
	put_text(&p->event, EVENT_CATEGORY, "job");
	put_text(&p->event, EVENT_NAME, what);
	note_text(p, "task", p->x.h->tasks[r->task].name);
	note_int(p, "job", (int64_t)r->instance);
	note_int(p, "deadline_ns", r->kind == TRACE_RELEASE ? r->a : r->b);
	if (r->kind == TRACE_MISS)
		note_text(p, "how",
			  r->flags & TRACE_LATE      ? "late"
			  : r->flags & TRACE_DROPPED ? "dropped"
						     : "pending");
	close_event(p);
}

static void lost(void *ctx, const struct trace_rec *r)
{
	struct perfetto *p = ctx;

	open_event(p, r->t, INSTANT, uuid(p, TASK, task_track(p, r->task)));
	put_text(&p->event, EVENT_CATEGORY, "job");
	put_text(&p->event, EVENT_NAME, "lost");
	note_instance(p, "what", p->x.h->tasks[r->task].first_node + r->node,
		      r->instance);
	note_text(p, "how", dump_loss(r->index));
	close_event(p);
}

static void open_thread(struct perfetto *p, const struct trace_rec *r,
			const char *what)
{
	open_event(p, r->t, INSTANT,
		   uuid(p, THREAD, thread_track(p, r->instance)));
	put_text(&p->event, EVENT_CATEGORY, "thread");
	put_text(&p->event, EVENT_NAME, what);
	note_text(p, "thread", p->x.h->platform->threads[r->instance].name);
}

static void thread(void *ctx, const struct trace_rec *r)
{
	struct perfetto *p = ctx;

	open_thread(p, r, dump_thread_event(r->index));
	if (r->a)
		note_int(p,
			 r->index == TRACE_THROTTLED ? "until_ns"
						     : "deadline_ns",
			 r->a);
	if (r->index == TRACE_REPLENISHED)
		note_int(p, "budget_ns", r->b);
	close_event(p);
}

static void poll(void *ctx, const struct trace_rec *r,
		 const struct trace_rec *seen, size_t n)
{
	struct perfetto *p = ctx;

	open_thread(p, r, "poll");
	note_text(p, "on", p->x.h->execs[r->exec].name);
	for (size_t i = 0; i < n; i++)
		note_instance(p, "sees",
			      p->x.h->tasks[seen[i].task].first_node +
				      seen[i].node,
			      seen[i].instance);
	close_event(p);
}

static void queue(void *ctx, dag_time t, uint32_t q, uint32_t length)
{
	struct perfetto *p = ctx;

	open_event(p, t, COUNTER, uuid(p, QUEUE, q));
	put_uint(&p->event, EVENT_COUNTER, length);
	close_event(p);
}

const struct export_format export_perfetto = {
	.name = "perfetto",
	.summary = "Perfetto's protobuf, for millions of events",
	.binary = true,
	.several = true,
	.size = sizeof(struct perfetto),
	.start = start,
	.hooks = {.begin = begin,
		  .end = end,
		  .event = instant,
		  .queue = queue,
		  .overhead = overhead,
		  .overhead_end = overhead_end,
		  .thread = thread,
		  .poll = poll,
		  .lost = lost},
};
