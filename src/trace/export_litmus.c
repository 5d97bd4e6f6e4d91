/* export_litmus.c - records of LITMUS^RT's sched_trace (.st)
 *
 * The layout is that of sched_trace.h in LITMUS^RT and its feather-trace
 * tools: 24 bytes a record, little-endian:
 *   type (1), CPU (1), process (2), job (4), then 16 bytes by type
 *
 * A CPU is an executor, a process a task (or a node, by choice).  A batch is
 * the head's: it alone switches to the CPU and away, its riders complete with
 * it, so that time is counted once.  A node that ends before its job does is
 * told as BLOCK, and the next one as RESUME, so that a SWITCH_AWAY without
 * one of COMPLETION and BLOCK before it is a preemption.  The end of a window
 * blocks too, and so does overhead that takes the CPU: RESUME stands where the
 * job goes on behind it.  Periods beyond 2^32 ns are told as that.
 */
#include "trace/export_state.h"

#include <stdlib.h>

enum { RECORD = 24, NAME_BYTES = 16, CPUS_MAX = 255, PIDS_MAX = 65535 };

enum {
	ST_NAME = 1,
	ST_PARAM = 2,
	ST_RELEASE = 3,
	ST_SWITCH_TO = 5,
	ST_SWITCH_AWAY = 6,
	ST_COMPLETION = 7,
	ST_BLOCK = 8,
	ST_RESUME = 9,
	ST_SYS_RELEASE = 11,
};

struct litmus {
	struct export x;
	struct jobmap map; /* by process and instance: that ran before        */
	uint64_t *ran;     /* ns, by slot                                     */
	size_t cap;
};

static struct litmus *litmus(struct export *x)
{
	return (struct litmus *)x;
}

static void put(uint8_t *p, uint64_t v, int bytes)
{
	for (int i = 0; i < bytes; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

static uint32_t clip32(int64_t v)
{
	return v < 0 ? 0 : v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
}

/* The first 8 bytes; returns the 16 behind, zeroed. */
static uint8_t *record(struct litmus *l, unsigned type, uint32_t cpu,
		       uint32_t pid, uint64_t job)
{
	uint8_t *p = out_room(&l->x.out, RECORD);

	if (job > UINT32_MAX)
		export_refuse(&l->x, "litmus counts jobs up to 2^32 only");
	memset(p, 0, RECORD);
	put(p, type, 1);
	put(p + 1, cpu, 1);
	put(p + 2, pid, 2);
	put(p + 4, job, 4);
	l->x.out.n += RECORD;
	return p + 8;
}

static void record2(struct litmus *l, unsigned type, uint32_t cpu, uint32_t pid,
		    uint64_t job, int64_t a, uint64_t b)
{
	uint8_t *p = record(l, type, cpu, pid, job);

	put(p, (uint64_t)a, 8);
	put(p + 8, b, 8);
}

static bool start(struct export *x, struct dag_error *e)
{
	struct litmus *l = litmus(x);
	uint32_t pids = export_pids(x);

	if (x->h->n_execs > CPUS_MAX)
		return error_set(e, NULL, 0, 0,
				 "litmus holds %d CPUs, the run has %u "
				 "executors",
				 CPUS_MAX, x->h->n_execs);
	if (pids > PIDS_MAX)
		return error_set(e, NULL, 0, 0,
				 "litmus holds %d processes, the run has %u; "
				 "%s",
				 PIDS_MAX, pids,
				 x->opt.pid == PID_NODE ? "try --pid task"
							: "cut the workload");
	for (uint32_t pid = 1; pid <= pids; pid++) {
		uint32_t task =
			x->opt.pid == PID_NODE ? x->task_of[pid - 1] : pid - 1;
		const struct trace_task *t = &x->h->tasks[task];
		const char *name = export_pid_name(x, pid);
		uint8_t *p = record(l, ST_NAME, 0, pid, 0);

		memcpy(p, name, export_cut(name, NAME_BYTES - 1));
		p = record(l, ST_PARAM, 0, pid, 0);
		put(p + 4, clip32(t->period), 4);
		put(p + 8, clip32(t->phase), 4);
	}
	record2(l, ST_SYS_RELEASE, 0, 0, 0, 0, 0);
	return true;
}

/* --- jobs --- */

static void release(struct litmus *l, uint32_t task, uint64_t instance,
		    dag_time release, dag_time deadline)
{
	uint32_t n = l->x.opt.pid == PID_NODE ? l->x.h->tasks[task].n_nodes : 1;

	for (uint32_t i = 0; i < n; i++)
		record2(l, ST_RELEASE, 0, export_pid_of(&l->x, task, i),
			instance, release, (uint64_t)deadline);
}

static void alive(void *ctx, uint32_t task, uint64_t instance,
		  dag_time released, dag_time deadline)
{
	release(ctx, task, instance, released, deadline);
}

static void event(void *ctx, const struct trace_rec *r)
{
	struct litmus *l = ctx;
	uint32_t pid = export_pid_of(&l->x, r->task, r->node);

	if (r->kind == TRACE_RELEASE)
		release(l, r->task, r->instance, r->t, r->a);
	else if (r->kind == TRACE_READY && l->x.opt.pid == PID_TASK)
		record2(l, ST_RESUME, 0, pid, r->instance, r->t, 0);
	else if (r->kind == TRACE_OPEN &&
		 jobmap_find(&l->map, pid, r->instance) != JOBMAP_NONE)
		jobmap_remove(&l->map, pid, r->instance);
}

/* --- slices --- */

static uint64_t ran_before(const struct litmus *l, uint32_t pid,
			   uint64_t instance)
{
	uint32_t slot = jobmap_find(&l->map, pid, instance);

	return slot == JOBMAP_NONE ? 0 : l->ran[slot];
}

/* The job has run that long by now; and will it again? */
static void note_ran(struct litmus *l, uint32_t pid, uint64_t instance,
		     uint64_t ran, bool over)
{
	uint32_t slot = jobmap_find(&l->map, pid, instance);

	if (over) {
		if (slot != JOBMAP_NONE)
			jobmap_remove(&l->map, pid, instance);
		return;
	}
	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&l->map, pid, instance);
	array_reserve((void **)&l->ran, &l->cap, l->map.n_slots,
		      sizeof(*l->ran));
	l->ran[slot] = ran;
}

static void begin(void *ctx, const struct timeline_slice *s)
{
	struct litmus *l = ctx;
	const struct timeline_member *m = &s->members[0];
	uint32_t pid = export_pid_of(&l->x, m->task, m->node);
	uint64_t ran = ran_before(l, pid, m->instance);

	for (uint32_t i = 0; s->continued && i < s->n; i++)
		record2(l, ST_RESUME, s->exec,
			export_pid_of(&l->x, s->members[i].task,
				      s->members[i].node),
			s->members[i].instance, s->from, 0);
	record2(l, ST_SWITCH_TO, s->exec, pid, m->instance, s->from,
		clip32((int64_t)ran));
}

static void end_member(struct litmus *l, const struct timeline_slice *s,
		       const struct timeline_member *m, uint64_t *ran)
{
	uint32_t pid = export_pid_of(&l->x, m->task, m->node);
	bool done = s->end == SLICE_FINISHED &&
		    (l->x.opt.pid == PID_NODE || m->flags & TRACE_JOB_DONE);

	*ran = ran_before(l, pid, m->instance) + (uint64_t)(s->to - s->from);
	if (done)
		record2(l, ST_COMPLETION, s->exec, pid, m->instance, s->to,
			*ran << 1);
	else if (s->end != SLICE_PREEMPTED)
		record2(l, ST_BLOCK, s->exec, pid, m->instance, s->to, 0);
	note_ran(l, pid, m->instance, *ran, done);
}

static void end(void *ctx, const struct timeline_slice *s)
{
	struct litmus *l = ctx;
	const struct timeline_member *head = &s->members[0];
	uint64_t ran, ran_head = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		end_member(l, s, &s->members[i], &ran);
		ran_head = i ? ran_head : ran;
	}
	record2(l, ST_SWITCH_AWAY, s->exec,
		export_pid_of(&l->x, head->task, head->node), head->instance,
		s->to, ran_head);
}

static void release_memory(struct export *x)
{
	jobmap_free(&litmus(x)->map);
	free(litmus(x)->ran);
}

const struct export_format export_litmus = {
	.name = "litmus",
	.summary = "LITMUS^RT's sched_trace records (.st)",
	.binary = true,
	.pid = PID_TASK,
	.size = sizeof(struct litmus),
	.start = start,
	.hooks = {.alive = alive, .begin = begin, .end = end, .event = event},
	.release = release_memory,
};
