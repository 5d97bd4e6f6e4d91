/* export_csv.c - a table of what happened, for spreadsheets and data frames
 *
 * One row a job of a slice (`slice`), one an overhead, and one an instant
 * (`release`, `ready`, `drop`, `miss`, `open`, `lost`; and of threads `thread`,
 * `poll`, `seen`, with the name of the thread).  A batch is as many rows as
 * it has jobs, which `index` tells apart: summing to_ns - from_ns over the
 * rows with index 0 gives busy times.  Fields are quoted as RFC 4180 says;
 * what does not apply is empty.
 */
#include "trace/dump.h"
#include "trace/export_state.h"

struct csv {
	struct export x;
	const char **task, **node, **exec, **thread; /* as fields             */
	const char *policy;
	bool headed;
};

static struct csv *csv(struct export *x)
{
	return (struct csv *)x;
}

/* A field, quoted if need be; NULs cannot occur. */
static const char *quoted(struct export *x, const char *s)
{
	size_t n = 2;
	char *out, *p;

	if (!s[strcspn(s, ",\"\r\n")] && s[0] != ' ')
		return s;
	for (const char *q = s; *q; q++)
		n += *q == '"' ? 2 : 1;
	p = out = ARENA_NEW(&x->arena, char, n + 1);
	*p++ = '"';
	for (; *s; s++) {
		if (*s == '"')
			*p++ = '"';
		*p++ = *s;
	}
	*p++ = '"';
	return out;
}

static void name_threads(struct csv *c)
{
	const struct trace_platform *p = c->x.h->platform;

	c->thread = ARENA_NEW(&c->x.arena, const char *, p->n_threads + 1);
	for (uint32_t i = 0; i < p->n_threads; i++)
		c->thread[i] = quoted(&c->x, p->threads[i].name);
}

static bool start(struct export *x, struct dag_error *e)
{
	struct csv *c = csv(x);
	const struct trace_header *h = x->h;

	(void)e;
	c->policy = quoted(x, h->policy);
	c->task = ARENA_NEW(&x->arena, const char *, h->n_tasks);
	c->node = ARENA_NEW(&x->arena, const char *, h->n_nodes);
	c->exec = ARENA_NEW(&x->arena, const char *, h->n_execs);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		c->task[i] = quoted(x, h->tasks[i].name);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		c->node[i] = quoted(x, h->nodes[i].name);
	for (uint32_t i = 0; i < h->n_execs; i++)
		c->exec[i] = quoted(x, h->execs[i].name);
	if (h->platform)
		name_threads(c);
	if (!c->headed)
		out_str(&x->out, "policy,event,from_ns,to_ns,executor,task,"
				 "node,job,batch,index,how,release_ns,"
				 "deadline_ns,thread\n");
	c->headed = true;
	return true;
}

static void head(struct csv *c, const char *event, dag_time from, dag_time to,
		 const char *exec)
{
	struct outbuf *o = &c->x.out;

	out_str(o, c->policy);
	out_char(o, ',');
	out_str(o, event);
	out_char(o, ',');
	out_int(o, from);
	out_char(o, ',');
	out_int(o, to);
	out_char(o, ',');
	out_str(o, exec);
	out_char(o, ',');
}

/* The last fields; -1: not known. */
static void tail(struct csv *c, dag_time release, dag_time deadline,
		 const char *thread)
{
	struct outbuf *o = &c->x.out;

	out_char(o, ',');
	if (release >= 0)
		out_int(o, release);
	out_char(o, ',');
	if (deadline >= 0)
		out_int(o, deadline);
	out_char(o, ',');
	out_str(o, thread);
	out_char(o, '\n');
}

static void end(void *ctx, const struct timeline_slice *s)
{
	struct csv *c = ctx;
	struct outbuf *o = &c->x.out;

	for (uint32_t i = 0; i < s->n; i++) {
		const struct timeline_member *m = &s->members[i];

		head(c, "slice", s->from, s->to, c->exec[s->exec]);
		out_str(o, c->task[m->task]);
		out_char(o, ',');
		out_str(o, c->node[export_node(&c->x, m)]);
		out_char(o, ',');
		out_uint(o, m->instance);
		out_char(o, ',');
		out_uint(o, s->n);
		out_char(o, ',');
		out_uint(o, i);
		out_char(o, ',');
		out_str(o, export_end_name(s->end));
		tail(c, m->release, m->deadline, "");
	}
}

static void overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
		     uint32_t what)
{
	struct csv *c = ctx;

	head(c, "overhead", from, to, c->exec[exec]);
	out_str(&c->x.out, ",,,,,");
	out_str(&c->x.out, export_overhead_name(what));
	tail(c, -1, -1, "");
}

static void instant(void *ctx, const struct trace_rec *r)
{
	static const char *const names[TRACE_KINDS] = {
		[TRACE_RELEASE] = "release", [TRACE_READY] = "ready",
		[TRACE_DROP] = "drop",       [TRACE_MISS] = "miss",
		[TRACE_OPEN] = "open",
	};
	struct csv *c = ctx;
	struct outbuf *o = &c->x.out;
	uint32_t first = c->x.h->tasks[r->task].first_node;
	bool release = r->kind == TRACE_RELEASE, ready = r->kind == TRACE_READY;

	head(c, names[r->kind], r->t, r->t, "");
	out_str(o, c->task[r->task]);
	out_char(o, ',');
	if (ready)
		out_str(o, c->node[first + r->node]);
	out_char(o, ',');
	out_uint(o, r->instance);
	out_str(o, ",,,");
	if (r->kind == TRACE_MISS)
		out_str(o, r->flags & TRACE_LATE      ? "late"
			   : r->flags & TRACE_DROPPED ? "dropped"
						      : "pending");
	tail(c,
	     release ? r->t
	     : ready ? -1
		     : r->a,
	     release ? r->a
	     : ready ? -1
		     : r->b,
	     "");
}

static void job_of(struct csv *c, const struct trace_rec *r)
{
	uint32_t first = c->x.h->tasks[r->task].first_node;
	struct outbuf *o = &c->x.out;

	out_str(o, c->task[r->task]);
	out_char(o, ',');
	out_str(o, c->node[first + r->node]);
	out_char(o, ',');
	out_uint(o, r->instance);
	out_str(o, ",,,");
}

static void lost(void *ctx, const struct trace_rec *r)
{
	struct csv *c = ctx;

	head(c, "lost", r->t, r->t, "");
	job_of(c, r);
	out_str(&c->x.out, dump_loss(r->index));
	tail(c, -1, -1, "");
}

static void thread(void *ctx, const struct trace_rec *r)
{
	struct csv *c = ctx;
	bool throttled = r->index == TRACE_THROTTLED;

	head(c, "thread", r->t, throttled ? r->a : r->t, "");
	out_str(&c->x.out, ",,,,,");
	out_str(&c->x.out, dump_thread_event(r->index));
	tail(c, -1, throttled || !r->a ? -1 : r->a, c->thread[r->instance]);
}

static void poll(void *ctx, const struct trace_rec *r,
		 const struct trace_rec *seen, size_t n)
{
	struct csv *c = ctx;
	const char *thread_name = c->thread[r->instance];

	head(c, "poll", r->t, r->t, c->exec[r->exec]);
	out_str(&c->x.out, ",,,");
	out_uint(&c->x.out, n);
	out_str(&c->x.out, ",,");
	tail(c, -1, -1, thread_name);
	for (size_t i = 0; i < n; i++) {
		head(c, "seen", r->t, r->t, c->exec[r->exec]);
		job_of(c, &seen[i]);
		tail(c, -1, -1, thread_name);
	}
}

const struct export_format export_csv = {
	.name = "csv",
	.summary = "a table of slices and instants",
	.several = true,
	.size = sizeof(struct csv),
	.start = start,
	.hooks = {.end = end,
		  .event = instant,
		  .overhead = overhead,
		  .thread = thread,
		  .poll = poll,
		  .lost = lost},
};
