/* export_ftrace.c - trace.dat, version 6, for trace-cmd and KernelShark
 *
 * The layout is that of trace-cmd.dat.v6(5).  An executor is a CPU; a node
 * (or a task, by choice) is a process; sched_switch tells who runs, its
 * prev_state R that it was preempted, S that it is done, D that the window
 * ends, T that overhead takes the CPU, during which it idles; sched_waking that
 * a node joined its queue.  A system of our own, `dagsim`, has the events of
 * jobs, so that a reader needs no tables: who, which job, its release and
 * deadline.  A batch runs as its head; its riders are told by batch_member.
 *
 * A switch away is held back until the clock moves on, for if another job
 * begins at that instant the two are one switch, as in a kernel.
 *
 * The records of a CPU stand together in the file, but come interleaved: full
 * pages go to a temporary file, chained by CPU, and are copied at the end.
 */
#include "trace/export_ftrace_formats.h"
#include "trace/export_state.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

/* A slot of the temporary file is a page and the number of the next slot of
 * its CPU. */
enum { PAGE = 4096, PAGE_HEAD = 16, SLOT = PAGE + 8 };
enum { COMM = 16, PRIO = 120, NAME_MAX_BYTES = 60 };
enum { EV_SWITCH = 316, EV_WAKING = 318 };
enum { EV_RELEASE = 2001, EV_FINISH, EV_MISS, EV_DROP, EV_BATCH, EV_OVERHEAD };
enum { STATE_RUNS = 0, STATE_SLEEPS = 1, STATE_CUT = 2, STATE_STOPS = 4 };

struct cpu {
	uint8_t *page; /* a slot; NULL until something is written             */
	size_t n;      /* bytes of it                                         */
	dag_time last; /* of the last event in it                             */
	uint64_t first, tail, pages; /* slots in the temporary file           */
	/* A switch away that is held back. */
	bool held, listed;
	uint32_t pid; /* that runs, or is held                                */
	unsigned state;
};

struct ftrace {
	struct export x;
	struct cpu *cpus;
	uint32_t *held, n_held; /* CPUs                                       */
	dag_time now;           /* of what is held                            */
	uint32_t *home;         /* node: a CPU that serves it                 */
	char (*comm)[COMM];     /* by process                                 */
	FILE *spool;
	uint64_t slots;
};

static struct ftrace *ftrace(struct export *x)
{
	return (struct ftrace *)x;
}

static void put(uint8_t *p, uint64_t v, int bytes)
{
	for (int i = 0; i < bytes; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

/* --- the temporary file --- */

static void write_spool(struct ftrace *f, uint64_t offset, const void *bytes,
			size_t n)
{
	if (offset > INT64_MAX ||
	    pwrite(fileno(f->spool), bytes, n, (off_t)offset) != (ssize_t)n)
		f->x.out.failed = true;
}

/* A full page joins the chain of its CPU. */
static void spool_page(struct ftrace *f, struct cpu *c)
{
	uint8_t next[8];
	uint64_t slot = f->slots++;

	put(c->page + 8, c->n - PAGE_HEAD, 8);
	memset(c->page + c->n, 0, SLOT - c->n);
	if (c->pages++) {
		put(next, slot, 8);
		write_spool(f, c->tail * SLOT + PAGE, next, 8);
	} else {
		c->first = slot;
	}
	write_spool(f, slot * SLOT, c->page, SLOT);
	c->tail = slot;
	c->n = 0;
}

static void copy_pages(struct ftrace *f, const struct cpu *c)
{
	uint8_t slot[SLOT];
	uint64_t at = c->first;

	for (uint64_t i = 0; i < c->pages && !f->x.out.failed; i++) {
		if (pread(fileno(f->spool), slot, SLOT, (off_t)(at * SLOT)) !=
		    SLOT) {
			f->x.out.failed = true;
			return;
		}
		out_bytes(&f->x.out, slot, PAGE);
		at = 0;
		for (int k = 7; k >= 0; k--)
			at = at << 8 | slot[PAGE + k];
	}
}

/* --- events --- */

/* Room for an event of `size` bytes (a multiple of 4) at time t on a CPU. */
static uint8_t *event(struct ftrace *f, uint32_t cpu, dag_time t, size_t size)
{
	struct cpu *c = &f->cpus[cpu];
	uint64_t delta;
	uint8_t *p;

	assert(size % 4 == 0 && size <= 28 * 4);
	if (!c->page)
		c->page = alloc_checked(malloc(SLOT));
	if (c->n && c->n + 8 + 4 + size > PAGE)
		spool_page(f, c);
	if (!c->n) {
		put(c->page, (uint64_t)t, 8);
		c->n = PAGE_HEAD;
		c->last = t;
	}
	delta = (uint64_t)(t - c->last);
	if (delta >> 27) { /* a record that only moves the clock */
		put(c->page + c->n, 30 | (delta & 0x7ffffff) << 5, 4);
		put(c->page + c->n + 4, delta >> 27, 4);
		c->n += 8;
		delta = 0;
	}
	p = c->page + c->n;
	put(p, size / 4 | delta << 5, 4);
	memset(p + 4, 0, size);
	put(p + 8, c->pid, 4); /* whoever runs, as for an interrupt */
	c->n += 4 + size;
	c->last = t;
	return p + 4;
}

static const char *comm(const struct ftrace *f, uint32_t pid)
{
	return f->comm[pid];
}

static void write_switch(struct ftrace *f, uint32_t cpu, dag_time t,
			 uint32_t prev, unsigned state, uint32_t next)
{
	uint8_t *p = event(f, cpu, t, 64);

	put(p, EV_SWITCH, 2);
	memcpy(p + 8, comm(f, prev), COMM);
	put(p + 24, prev, 4);
	put(p + 28, PRIO, 4);
	put(p + 32, state, 8);
	memcpy(p + 40, comm(f, next), COMM);
	put(p + 56, next, 4);
	put(p + 60, PRIO, 4);
	f->cpus[cpu].pid = next;
}

static void write_waking(struct ftrace *f, dag_time t, uint32_t task,
			 uint32_t node)
{
	uint32_t pid = export_pid_of(&f->x, task, node);
	uint32_t cpu = f->home[f->x.h->tasks[task].first_node + node];
	uint8_t *p = event(f, cpu, t, 36);

	put(p, EV_WAKING, 2);
	memcpy(p + 8, comm(f, pid), COMM);
	put(p + 24, pid, 4);
	put(p + 28, PRIO, 4);
	put(p + 32, cpu, 4);
}

static void write_job(struct ftrace *f, unsigned id, uint32_t cpu, dag_time t,
		      uint32_t task, uint64_t instance, dag_time release,
		      dag_time deadline, uint32_t how)
{
	const char *name = f->x.h->tasks[task].name;
	size_t n = export_cut(name, NAME_MAX_BYTES);
	uint8_t *p = event(f, cpu, t, 40 + (n + 4) / 4 * 4);

	put(p, id, 2);
	put(p + 8, 40 | (n + 1) << 16, 4);
	put(p + 12, how, 4);
	put(p + 16, instance, 8);
	put(p + 24, (uint64_t)release, 8);
	put(p + 32, (uint64_t)deadline, 8);
	memcpy(p + 40, name, n);
}

/* What was held back switches to idle. */
static void idle(struct ftrace *f, uint32_t cpu)
{
	struct cpu *c = &f->cpus[cpu];

	if (c->held)
		write_switch(f, cpu, f->now, c->pid, c->state, 0);
	c->held = false;
}

/* The clock has moved on. */
static void let_go(struct ftrace *f, dag_time t)
{
	if (t == f->now)
		return;
	for (uint32_t i = 0; i < f->n_held; i++) {
		idle(f, f->held[i]);
		f->cpus[f->held[i]].listed = false;
	}
	f->n_held = 0;
	f->now = t;
}

static void begin(void *ctx, const struct timeline_slice *s)
{
	struct ftrace *f = ctx;
	struct cpu *c = &f->cpus[s->exec];
	const struct timeline_member *m = &s->members[0];
	unsigned state;

	let_go(f, s->from);
	state = c->held ? c->state : STATE_RUNS;
	c->held = false;
	write_switch(f, s->exec, s->from, c->pid, state,
		     export_pid_of(&f->x, m->task, m->node));
	for (uint32_t i = 1; i < s->n; i++) {
		m = &s->members[i];
		write_job(f, EV_BATCH, s->exec, s->from, m->task, m->instance,
			  m->release, m->deadline, i);
	}
}

static void end(void *ctx, const struct timeline_slice *s)
{
	static const unsigned states[] = {
		[SLICE_FINISHED] = STATE_SLEEPS,
		[SLICE_PREEMPTED] = STATE_RUNS,
		[SLICE_CUT] = STATE_CUT,
		[SLICE_INTERRUPTED] = STATE_STOPS,
	};
	struct ftrace *f = ctx;
	struct cpu *c = &f->cpus[s->exec];

	let_go(f, s->to);
	c->held = true;
	c->state = states[s->end];
	if (!c->listed)
		f->held[f->n_held++] = s->exec;
	c->listed = true;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct timeline_member *m = &s->members[i];

		if (m->flags & TRACE_JOB_DONE)
			write_job(f, EV_FINISH, s->exec, s->to, m->task,
				  m->instance, m->release, m->deadline, 0);
	}
}

static void overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
		     uint32_t what)
{
	const char *kind = export_overhead_name(what);
	size_t n = strlen(kind);
	struct ftrace *f = ctx;
	uint8_t *p;

	let_go(f, from);
	idle(f, exec);
	p = event(f, exec, from, 24 + (n + 4) / 4 * 4);
	put(p, EV_OVERHEAD, 2);
	put(p + 8, 24 | (n + 1) << 16, 4);
	put(p + 16, (uint64_t)(to - from), 8);
	memcpy(p + 24, kind, n);
}

static void wake_sources(struct ftrace *f, const struct trace_rec *r)
{
	const struct trace_task *t = &f->x.h->tasks[r->task];
	const uint32_t *in = f->x.timeline.in_first;

	if (f->x.h->late_ready)
		return;
	for (uint32_t i = 0; i < t->n_nodes; i++)
		if (in[t->first_node + i] == in[t->first_node + i + 1])
			write_waking(f, r->t, r->task, i);
}

static void instant(void *ctx, const struct trace_rec *r)
{
	struct ftrace *f = ctx;
	uint32_t cpu = f->home[f->x.h->tasks[r->task].first_node];
	uint32_t how = r->flags & TRACE_LATE      ? 0
		       : r->flags & TRACE_DROPPED ? 1
						  : 2;

	let_go(f, r->t);
	switch (r->kind) {
	case TRACE_RELEASE:
		write_job(f, EV_RELEASE, cpu, r->t, r->task, r->instance, r->t,
			  r->a, 0);
		wake_sources(f, r);
		break;
	case TRACE_READY:
		write_waking(f, r->t, r->task, r->node);
		break;
	case TRACE_MISS:
		write_job(f, EV_MISS, cpu, r->t, r->task, r->instance, r->a,
			  r->b, how);
		break;
	case TRACE_DROP:
		write_job(f, EV_DROP, cpu, r->t, r->task, r->instance, r->a,
			  r->b, 0);
		break;
	default:
		break;
	}
}

/* --- the file --- */

static void find_homes(struct ftrace *f)
{
	const struct trace_header *h = f->x.h;
	uint32_t n = f->x.timeline.n_queues;
	uint32_t *of = ARENA_NEW(&f->x.arena, uint32_t, n + (size_t)1);

	for (uint32_t i = h->n_execs; i-- > 0;) {
		uint32_t q = h->n_devices ? h->execs[i].device
					  : h->execs[i].resource;

		if (q < n)
			of[q] = i;
	}
	f->home = ARENA_NEW(&f->x.arena, uint32_t, h->n_nodes);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		if (f->x.timeline.queue_of[i] < n)
			f->home[i] = of[f->x.timeline.queue_of[i]];
}

/* Names of processes: 15 bytes, no control characters. */
static void name_processes(struct ftrace *f)
{
	uint32_t pids = export_pids(&f->x);

	f->comm = arena_array(&f->x.arena, pids + (size_t)1, sizeof(*f->comm));
	memcpy(f->comm[0], "swapper", 8);
	for (uint32_t pid = 1; pid <= pids; pid++) {
		const char *name = export_pid_name(&f->x, pid);
		size_t n = export_cut(name, COMM - 1);

		for (size_t i = 0; i < n; i++) {
			unsigned char c = (unsigned char)name[i];

			f->comm[pid][i] =
				(char)(c < ' ' || c == 0x7f ? '?' : c);
		}
	}
}

static bool start(struct export *x, struct dag_error *e)
{
	struct ftrace *f = ftrace(x);

	f->spool = tmpfile();
	if (!f->spool)
		return error_system(e, "the temporary file", "cannot create");
	f->cpus = ARENA_NEW(&x->arena, struct cpu, x->h->n_execs);
	f->held = ARENA_NEW(&x->arena, uint32_t, x->h->n_execs);
	find_homes(f);
	name_processes(f);
	return true;
}

static void write_names(struct ftrace *f)
{
	uint32_t pids = export_pids(&f->x);
	uint64_t n = 0;
	char line[48];

	for (int pass = 0; pass < 2; pass++) {
		if (pass)
			ftrace_number(&f->x.out, n, 8);
		for (uint32_t pid = 0; pid <= pids; pid++) {
			int len = snprintf(line, sizeof(line), "%u %s\n", pid,
					   f->comm[pid]);

			n += (uint64_t)len;
			if (pass)
				out_bytes(&f->x.out, line, (size_t)len);
		}
	}
}

static void stop(struct export *x)
{
	struct ftrace *f = ftrace(x);
	struct outbuf *o = &x->out;
	uint64_t at, data;

	let_go(f, -1);
	for (uint32_t i = 0; i < x->h->n_execs; i++)
		if (f->cpus[i].n)
			spool_page(f, &f->cpus[i]);
	ftrace_formats(o, PAGE);
	write_names(f);
	ftrace_number(o, x->h->n_execs, 4);
	ftrace_word(o, "options  ");
	ftrace_number(o, 0, 2);
	ftrace_word(o, "flyrecord");
	at = o->flushed + o->n + 16 * (uint64_t)x->h->n_execs;
	data = (at + PAGE - 1) / PAGE * PAGE;
	for (uint32_t i = 0; i < x->h->n_execs; i++) {
		uint64_t bytes = f->cpus[i].pages * PAGE;

		ftrace_number(o, bytes ? data : 0, 8);
		ftrace_number(o, bytes, 8);
		data += bytes;
	}
	for (; at % PAGE; at++)
		out_char(o, 0);
	for (uint32_t i = 0; i < x->h->n_execs; i++) {
		copy_pages(f, &f->cpus[i]);
		free(f->cpus[i].page);
		f->cpus[i].page = NULL;
	}
}

static void release_memory(struct export *x)
{
	struct ftrace *f = ftrace(x);

	for (uint32_t i = 0; x->h && f->cpus && i < x->h->n_execs; i++)
		free(f->cpus[i].page); /* given up on the way */
	if (f->spool)
		fclose(f->spool);
}

const struct export_format export_ftrace = {
	.name = "ftrace",
	.summary = "trace.dat of version 6, for trace-cmd and KernelShark",
	.binary = true,
	.pid = PID_NODE,
	.size = sizeof(struct ftrace),
	.start = start,
	.hooks = {.begin = begin,
		  .end = end,
		  .event = instant,
		  .overhead = overhead},
	.stop = stop,
	.release = release_memory,
};
