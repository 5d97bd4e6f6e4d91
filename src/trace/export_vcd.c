/* export_vcd.c - value change dump (IEEE 1364), for GTKWave
 *
 * Scopes: one an executor with `job` (what runs, as text), `busy`, `batch` and
 * `overhead` (its kind); `queues` with the ready nodes that wait; `run` with
 * counters of jobs released, finished, missed, dropped, and preemptions;
 * `tasks` with a scope a task: its jobs `alive`, how many nodes `run`, jobs
 * `missed`.
 *
 * A variable is written where its value at the end of an instant differs from
 * the one before: what begins and ends within one instant shows in the
 * counters alone.  Names become identifiers (other characters turn into _,
 * and a number is put behind); text values escape what is not printable, and
 * blanks, as \ooo.
 */
#include "trace/export_state.h"

#include <stdlib.h>

enum { TEXT = 128 };

/* In the order of their numbers. */
enum {
	RUN_RELEASED,
	RUN_FINISHED,
	RUN_MISSED,
	RUN_DROPPED,
	RUN_PREEMPTIONS,
	RUN_VARS
};
enum { EXEC_JOB, EXEC_BUSY, EXEC_BATCH, EXEC_OVERHEAD, EXEC_VARS };
enum { TASK_ALIVE, TASK_RUN, TASK_MISSED, TASK_VARS };

struct variable {
	uint64_t value, told;
	bool dirty;
};

struct vcd {
	struct export x;
	struct variable *vars;
	uint32_t *dirty, n_dirty;
	uint32_t execs, queues, tasks; /* number of the first of these        */
	char (*text)[TEXT];            /* of each executor's job              */
	uint64_t slices; /* begun: stands for the text of the one that runs   */
	dag_time now;
	bool stamped; /* the time `now` is in the file                        */
};

static struct vcd *vcd(struct export *x)
{
	return (struct vcd *)x;
}

/* --- the declarations --- */

/* The identifier of variable i: digits of base 94, least first. */
static void code(struct outbuf *o, uint32_t i)
{
	do {
		out_char(o, (char)('!' + i % 94));
		i /= 94;
	} while (i);
}

static void declare(struct vcd *v, const char *type, unsigned bits, uint32_t i,
		    const char *name)
{
	struct outbuf *o = &v->x.out;

	out_str(o, "$var ");
	out_str(o, type);
	out_char(o, ' ');
	out_uint(o, bits);
	out_char(o, ' ');
	code(o, i);
	out_char(o, ' ');
	out_str(o, name);
	out_str(o, " $end\n");
}

/* Letters, digits, _ and what is beyond ASCII stay. */
static bool plain(unsigned char c)
{
	return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') ||
	       (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A name as an identifier, told apart by its number if it had to change. */
static const char *identifier(struct export *x, const char *name, uint32_t i)
{
	char *s = arena_strdup(&x->arena, name);
	bool changed = !*s;

	for (char *p = s; *p; p++) {
		if (plain((unsigned char)*p))
			continue;
		*p = '_';
		changed = true;
	}
	return changed ? arena_printf(&x->arena, "%s_%u", s, i) : s;
}

static void scope(struct vcd *v, const char *name)
{
	out_str(&v->x.out, "$scope module ");
	out_str(&v->x.out, name);
	out_str(&v->x.out, " $end\n");
}

static void upscope(struct vcd *v)
{
	out_str(&v->x.out, "$upscope $end\n");
}

static void declare_execs(struct vcd *v)
{
	for (uint32_t i = 0; i < v->x.h->n_execs; i++) {
		uint32_t var = v->execs + i * EXEC_VARS;

		scope(v, identifier(&v->x, v->x.h->execs[i].name, i));
		declare(v, "string", 1, var + EXEC_JOB, "job");
		declare(v, "wire", 1, var + EXEC_BUSY, "busy");
		declare(v, "integer", 32, var + EXEC_BATCH, "batch");
		declare(v, "string", 1, var + EXEC_OVERHEAD, "overhead");
		upscope(v);
	}
}

static void declare_queues(struct vcd *v)
{
	char name[256];

	scope(v, "queues");
	for (uint32_t i = 0; i < v->x.timeline.n_queues; i++) {
		if (!v->x.timeline.queues[i].served)
			continue;
		timeline_queue_name(&v->x.timeline, i, name, sizeof(name));
		declare(v, "integer", 32, v->queues + i,
			identifier(&v->x, name, i));
	}
	upscope(v);
}

static void declare_tasks(struct vcd *v)
{
	static const char *const names[] = {"alive", "run", "missed"};

	scope(v, "tasks");
	for (uint32_t i = 0; i < v->x.h->n_tasks; i++) {
		scope(v, identifier(&v->x, v->x.h->tasks[i].name, i));
		for (uint32_t k = 0; k < TASK_VARS; k++)
			declare(v, "integer", 32, v->tasks + i * TASK_VARS + k,
				names[k]);
		upscope(v);
	}
	upscope(v);
}

static void declare_run(struct vcd *v)
{
	static const char *const names[] = {"released", "finished", "missed",
					    "dropped", "preemptions"};

	scope(v, "run");
	for (uint32_t i = 0; i < RUN_VARS; i++)
		declare(v, "integer", 32, i, names[i]);
	upscope(v);
}

/* Free text in a comment must not end it. */
static void comment(struct vcd *v, const char *what, const char *s)
{
	out_str(&v->x.out, "$comment ");
	out_str(&v->x.out, what);
	for (; *s; s++)
		out_char(&v->x.out,
			 *s == '$' || (unsigned char)*s < ' ' ? '_' : *s);
	out_str(&v->x.out, " $end\n");
}

static bool start(struct export *x, struct dag_error *e)
{
	struct vcd *v = vcd(x);
	const struct trace_header *h = x->h;
	uint32_t n;

	(void)e;
	v->execs = RUN_VARS;
	v->queues = v->execs + h->n_execs * EXEC_VARS;
	v->tasks = v->queues + x->timeline.n_queues;
	n = v->tasks + h->n_tasks * TASK_VARS;
	v->vars = ARENA_NEW(&x->arena, struct variable, n);
	v->dirty = ARENA_NEW(&x->arena, uint32_t, n);
	v->text = arena_array(&x->arena, h->n_execs, sizeof(*v->text));
	out_str(&x->out, "$version dagsim " DAGSIM_VERSION " $end\n");
	comment(v, "workload: ", h->workload);
	comment(v, "policy: ", h->policy);
	comment(v, "command: ", h->command);
	out_str(&x->out, "$timescale 1 ns $end\n");
	scope(v, "dagsim");
	declare_run(v);
	declare_execs(v);
	declare_queues(v);
	declare_tasks(v);
	upscope(v);
	out_str(&x->out, "$enddefinitions $end\n");
	return true;
}

/* --- values --- */

static bool is_text(const struct vcd *v, uint32_t i)
{
	return i >= v->execs && i < v->queues &&
	       (i - v->execs) % EXEC_VARS == EXEC_JOB;
}

static bool is_overhead(const struct vcd *v, uint32_t i)
{
	return i >= v->execs && i < v->queues &&
	       (i - v->execs) % EXEC_VARS == EXEC_OVERHEAD;
}

static bool is_wire(const struct vcd *v, uint32_t i)
{
	return i >= v->execs && i < v->queues &&
	       (i - v->execs) % EXEC_VARS == EXEC_BUSY;
}

static void binary(struct outbuf *o, uint64_t n)
{
	int bit = n ? 63 - __builtin_clzll(n) : 0;

	out_char(o, 'b');
	for (; bit >= 0; bit--)
		out_char(o, n >> bit & 1 ? '1' : '0');
	out_char(o, ' ');
}

static void write_value(struct vcd *v, uint32_t i)
{
	struct outbuf *o = &v->x.out;

	if (is_text(v, i)) {
		out_char(o, 's');
		out_str(o, v->text[(i - v->execs) / EXEC_VARS]);
		out_char(o, ' ');
	} else if (is_overhead(v, i)) {
		uint64_t kind = v->vars[i].value;

		out_char(o, 's');
		out_str(o,
			kind ? export_overhead_name((uint32_t)kind - 1) : "-");
		out_char(o, ' ');
	} else if (is_wire(v, i)) {
		out_char(o, v->vars[i].value ? '1' : '0');
	} else {
		binary(o, v->vars[i].value);
	}
	code(o, i);
	out_char(o, '\n');
}

static void stamp(struct vcd *v)
{
	if (v->stamped)
		return;
	out_char(&v->x.out, '#');
	out_int(&v->x.out, v->now);
	out_char(&v->x.out, '\n');
	v->stamped = true;
}

/* The instant is over: writes what has another value now. */
static void settle(struct vcd *v, dag_time next)
{
	for (uint32_t i = 0; i < v->n_dirty; i++) {
		struct variable *var = &v->vars[v->dirty[i]];

		var->dirty = false;
		if (var->value == var->told)
			continue;
		var->told = var->value;
		stamp(v);
		write_value(v, v->dirty[i]);
	}
	v->n_dirty = 0;
	v->stamped = v->stamped && v->now == next;
	v->now = next;
}

static void set(struct vcd *v, dag_time t, uint32_t i, uint64_t value)
{
	struct variable *var = &v->vars[i];

	if (t != v->now)
		settle(v, t);
	var->value = value;
	if (var->dirty)
		return;
	var->dirty = true;
	v->dirty[v->n_dirty++] = i;
}

static void add(struct vcd *v, dag_time t, uint32_t i, int64_t n)
{
	set(v, t, i, v->vars[i].value + (uint64_t)n);
}

/* All values at the first instant. */
static void open(void *ctx, dag_time t)
{
	struct vcd *v = ctx;
	uint32_t n = v->tasks + v->x.h->n_tasks * TASK_VARS;

	v->now = t;
	for (uint32_t i = 0; i < v->x.h->n_execs; i++)
		memcpy(v->text[i], "-", 2);
	stamp(v);
	out_str(&v->x.out, "$dumpvars\n");
	for (uint32_t i = 0; i < n; i++)
		if (i < v->queues || i >= v->tasks ||
		    v->x.timeline.queues[i - v->queues].served)
			write_value(v, i);
	out_str(&v->x.out, "$end\n");
}

static void stop(struct export *x)
{
	struct vcd *v = vcd(x);

	settle(v, v->now);
	if (x->timeline.now > v->now) { /* where the window ends */
		v->now = x->timeline.now;
		v->stamped = false;
	}
	stamp(v);
}

/* --- slices --- */

static size_t escape(char *to, size_t room, const char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];
		bool as_is = c > ' ' && c != '\\' && c != 0x7f;

		if (n + 4 >= room)
			break;
		if (as_is)
			to[n++] = (char)c;
		else
			n += (size_t)sprintf(to + n, "\\%03o", c);
	}
	return n;
}

/* "camera#3", "robot.detect#3", "camera#3+7". */
static void describe(struct vcd *v, const struct timeline_slice *s)
{
	const struct timeline_member *m = &s->members[0];
	const struct trace_task *t = &v->x.h->tasks[m->task];
	const char *node = v->x.h->nodes[t->first_node + m->node].name;
	char *text = v->text[s->exec];
	size_t n = escape(text, 56, t->name, export_cut(t->name, 50));

	if (t->n_nodes > 1) {
		text[n++] = '.';
		n += escape(text + n, 36, node, export_cut(node, 30));
	}
	n += (size_t)snprintf(text + n, TEXT - n, "#%llu",
			      (unsigned long long)m->instance);
	if (s->n > 1)
		snprintf(text + n, TEXT - n, "+%u", s->n - 1);
}

static void begin(void *ctx, const struct timeline_slice *s)
{
	struct vcd *v = ctx;
	uint32_t var = v->execs + s->exec * EXEC_VARS;

	set(v, s->from, var + EXEC_JOB, ++v->slices);
	describe(v, s);
	set(v, s->from, var + EXEC_BUSY, 1);
	set(v, s->from, var + EXEC_BATCH, s->n);
	for (uint32_t i = 0; i < s->n; i++)
		add(v, s->from,
		    v->tasks + s->members[i].task * TASK_VARS + TASK_RUN, 1);
}

static void end(void *ctx, const struct timeline_slice *s)
{
	struct vcd *v = ctx;
	uint32_t var = v->execs + s->exec * EXEC_VARS;

	set(v, s->to, var + EXEC_JOB, 0);
	memcpy(v->text[s->exec], "-", 2);
	set(v, s->to, var + EXEC_BUSY, 0);
	set(v, s->to, var + EXEC_BATCH, 0);
	if (s->end == SLICE_PREEMPTED)
		add(v, s->to, RUN_PREEMPTIONS, 1);
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t task = v->tasks + s->members[i].task * TASK_VARS;

		add(v, s->to, task + TASK_RUN, -1);
		if (!(s->members[i].flags & TRACE_JOB_DONE))
			continue;
		add(v, s->to, RUN_FINISHED, 1);
		add(v, s->to, task + TASK_ALIVE, -1);
	}
}

static void overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
		     uint32_t what)
{
	struct vcd *v = ctx;

	(void)to; /* told by its end */
	set(v, from, v->execs + exec * EXEC_VARS + EXEC_OVERHEAD, what + 1);
}

static void overhead_end(void *ctx, uint32_t exec, dag_time to)
{
	struct vcd *v = ctx;

	set(v, to, v->execs + exec * EXEC_VARS + EXEC_OVERHEAD, 0);
}

static void alive(void *ctx, uint32_t task, uint64_t instance, dag_time release,
		  dag_time deadline)
{
	struct vcd *v = ctx;

	(void)instance, (void)release, (void)deadline;
	add(v, v->now, v->tasks + task * TASK_VARS + TASK_ALIVE, 1);
}

static void event(void *ctx, const struct trace_rec *r)
{
	struct vcd *v = ctx;
	uint32_t task = v->tasks + r->task * TASK_VARS;

	if (r->kind == TRACE_RELEASE) {
		add(v, r->t, RUN_RELEASED, 1);
		add(v, r->t, task + TASK_ALIVE, 1);
	} else if (r->kind == TRACE_DROP) {
		add(v, r->t, RUN_DROPPED, 1);
		add(v, r->t, task + TASK_ALIVE, -1);
	} else if (r->kind == TRACE_MISS) {
		add(v, r->t, RUN_MISSED, 1);
		add(v, r->t, task + TASK_MISSED, 1);
	}
}

static void queue(void *ctx, dag_time t, uint32_t q, uint32_t length)
{
	struct vcd *v = ctx;

	set(v, t, v->queues + q, length);
}

const struct export_format export_vcd = {
	.name = "vcd",
	.summary = "value change dump, for GTKWave",
	.size = sizeof(struct vcd),
	.start = start,
	.hooks = {.open = open,
		  .alive = alive,
		  .begin = begin,
		  .end = end,
		  .event = event,
		  .queue = queue,
		  .overhead = overhead,
		  .overhead_end = overhead_end},
	.stop = stop,
};
