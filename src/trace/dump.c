/* dump.c - see dump.h */
#include "trace/dump.h"
#include "base/decimal.h"
#include "model/overhead.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char *dump_kind(unsigned kind)
{
	static const char *const names[TRACE_KINDS] = {
		[TRACE_RELEASE] = "release", [TRACE_READY] = "ready",
		[TRACE_START] = "start",     [TRACE_PREEMPT] = "preempt",
		[TRACE_RESUME] = "resume",   [TRACE_FINISH] = "finish",
		[TRACE_DROP] = "drop",       [TRACE_MISS] = "miss",
		[TRACE_WAIT] = "wait",       [TRACE_OVERHEAD] = "overhead",
		[TRACE_OPEN] = "open",       [TRACE_THREAD] = "thread",
		[TRACE_POLL] = "poll",       [TRACE_SEEN] = "seen",
		[TRACE_TAKE] = "take",       [TRACE_LOST] = "lost",
	};

	return kind && kind < TRACE_KINDS ? names[kind] : "?";
}

struct line {
	char *buf;
	size_t n;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *l,
						      const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(l->buf + l->n, DUMP_LINE - l->n, fmt, ap);
	va_end(ap);
	if (n > 0)
		l->n += (size_t)n;
	if (l->n >= DUMP_LINE)
		l->n = DUMP_LINE - 1;
}

static void add_job(struct line *l, const struct trace_header *h,
		    const struct trace_rec *r)
{
	const struct trace_task *t = &h->tasks[r->task];
	bool whole = r->kind == TRACE_RELEASE || r->kind == TRACE_DROP ||
		     r->kind == TRACE_MISS || r->kind == TRACE_OPEN;

	add(l, " %.120s#%" PRIu64, t->name, r->instance);
	if (t->n_nodes > 1 && !whole)
		add(l, ".%.80s", h->nodes[t->first_node + r->node].name);
}

static void add_exec(struct line *l, const struct trace_header *h,
		     const struct trace_rec *r)
{
	add(l, " exec=%.80s", h->execs[r->exec].name);
}

static void add_batch(struct line *l, const struct trace_rec *r)
{
	if (r->count > 1)
		add(l, " batch=%u/%u", r->index + 1u, r->count);
}

static void add_start(struct line *l, const struct trace_rec *r)
{
	char factor[DECIMAL_SIZE];

	add_batch(l, r);
	add(l, " duration=%" PRId64, r->a);
	if (!r->b || r->b == (int64_t)NOISE_ONE)
		return;
	decimal_format_ratio(factor, r->b, (int128)NOISE_ONE, 6);
	add(l, " factor=%s", factor);
}

static void add_flags(struct line *l, const struct trace_rec *r)
{
	if (r->flags & TRACE_JOB_DONE)
		add(l, " done");
	if (r->flags & TRACE_LATE)
		add(l, " late");
	if (r->flags & TRACE_DROPPED)
		add(l, " dropped");
	if (r->flags & TRACE_PENDING)
		add(l, " pending");
}

static bool about_job(uint8_t kind)
{
	return kind != TRACE_WAIT && kind != TRACE_OVERHEAD &&
	       kind != TRACE_THREAD && kind != TRACE_POLL;
}

static void add_thread(struct line *l, const struct trace_header *h,
		       uint64_t thread)
{
	if (h->platform && thread < h->platform->n_threads)
		add(l, " thread=%.80s", h->platform->threads[thread].name);
	else
		add(l, " thread=%" PRIu64, thread);
}

const char *dump_thread_event(unsigned event)
{
	static const char *const names[TRACE_THREAD_EVENTS] = {
		[TRACE_WAKES] = "wakes",
		[TRACE_BLOCKS] = "blocks",
		[TRACE_THROTTLED] = "throttled",
		[TRACE_REPLENISHED] = "replenished",
		[TRACE_SPINS] = "spins",
		[TRACE_SPUN] = "spun",
	};

	return event < TRACE_THREAD_EVENTS ? names[event] : "?";
}

const char *dump_loss(unsigned why)
{
	static const char *const names[TRACE_LOSSES] = {
		[TRACE_OVERWRITTEN] = "overwritten",
		[TRACE_SKIPPED] = "skipped",
		[TRACE_UNMATCHED] = "unmatched",
	};

	return why < TRACE_LOSSES ? names[why] : "?";
}

/* What only platforms tell. */
static void add_platform(struct line *l, const struct trace_header *h,
			 const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_THREAD:
		add_thread(l, h, r->instance);
		add(l, " %s", dump_thread_event(r->index));
		if (r->a)
			add(l, " a=%" PRId64, r->a);
		if (r->b)
			add(l, " b=%" PRId64, r->b);
		break;
	case TRACE_POLL:
		add_exec(l, h, r);
		add_thread(l, h, r->instance);
		add(l, " window=%" PRId64, r->a);
		break;
	case TRACE_TAKE:
		add_exec(l, h, r);
		add_thread(l, h, (uint64_t)r->a);
		if (r->flags & TRACE_FED)
			add(l, " input=%" PRId64, r->b - 1);
		break;
	case TRACE_LOST:
		add(l, " %s", dump_loss(r->index));
		break;
	default:
		break;
	}
}

void dump_format(char buf[DUMP_LINE], const struct trace_header *h,
		 const struct trace_rec *r)
{
	struct line l = {buf, 0};

	add(&l, "%" PRId64 " %s", r->t, dump_kind(r->kind));
	if (about_job(r->kind))
		add_job(&l, h, r);
	switch (r->kind) {
	case TRACE_RELEASE:
		add(&l, " deadline=%" PRId64, r->a);
		if (r->flags & TRACE_GIVEN_ID)
			add(&l, " id=%" PRIu64, (uint64_t)r->b);
		else if (r->b)
			add(&l, " jitter=%" PRId64, r->b);
		break;
	case TRACE_START:
		add_exec(&l, h, r);
		add_start(&l, r);
		break;
	case TRACE_PREEMPT:
	case TRACE_RESUME:
		add_exec(&l, h, r);
		add(&l, " left=%" PRId64, r->a);
		if (r->kind == TRACE_RESUME && r->b != r->exec)
			add(&l, " from=%" PRId64, r->b);
		break;
	case TRACE_FINISH:
		add_exec(&l, h, r);
		add_batch(&l, r);
		add(&l, " release=%" PRId64 " deadline=%" PRId64, r->a, r->b);
		add_flags(&l, r);
		break;
	case TRACE_DROP:
	case TRACE_MISS:
	case TRACE_OPEN:
		add(&l, " release=%" PRId64 " deadline=%" PRId64, r->a, r->b);
		add_flags(&l, r);
		break;
	case TRACE_WAIT:
		if (r->a != DAG_TIME_MAX)
			add(&l, " until=%" PRId64, r->a);
		break;
	case TRACE_OVERHEAD:
		add_exec(&l, h, r);
		add(&l, " duration=%" PRId64 " what=", r->a);
		if (r->index < OVERHEAD_KINDS)
			add(&l, "%s", overhead_names[r->index]);
		else if (r->index == OVERHEAD_EXECUTOR)
			add(&l, "executor");
		else
			add(&l, "%u", r->index);
		break;
	default:
		add_platform(&l, h, r);
		break;
	}
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n)
{
	struct dump *d = (struct dump *)s;
	char line[DUMP_LINE];

	for (size_t i = 0; i < n; i++) {
		dump_format(line, d->h, &recs[i]);
		fputs(line, d->out);
		putc('\n', d->out);
	}
	s->failed |= ferror(d->out) != 0;
}

void dump_init(struct dump *d, FILE *out, const struct trace_header *h)
{
	*d = (struct dump){.sink = {.consume = consume}, .out = out, .h = h};
}

void dump_header(FILE *out, const struct trace_header *h)
{
	fprintf(out,
		"# dagsim %s, %s\n# workload: %s %s\n# policy: %s\n"
		"# seed: %" PRIu64 "\n# horizon_ns: %" PRId64
		"\n# warmup_ns: %" PRId64 "\n# late: %s\n",
		h->program_version, h->source, h->workload, h->digest,
		h->policy, h->seed, h->horizon, h->warmup,
		h->late == LATE_DROP ? "drop" : "run");
	fprintf(out, "# tasks: %u, nodes: %u, executors: %u\n", h->n_tasks,
		h->n_nodes, h->n_execs);
	if (!h->command[0])
		return;
	fputs("# command: ", out);
	for (const char *p = h->command; *p; p++) /* keep it on its line */
		putc((unsigned char)*p < 0x20 ? ' ' : *p, out);
	putc('\n', out);
}

static const struct {
	uint8_t flag;
	const char *name;
} flags[] = {
	{TRACE_JOB_DONE, "done"},     {TRACE_LATE, "late"},
	{TRACE_DROPPED, "dropped"},   {TRACE_PENDING, "pending"},
	{TRACE_GIVEN_ID, "given_id"}, {TRACE_FED, "fed"},
	{TRACE_MOVED, "moved"},
};
enum { FLAGS = sizeof(flags) / sizeof(*flags) };

/* The record as it is, names for indices. */
void dump_json(struct json *j, const struct trace_header *h,
	       const struct trace_rec *r)
{
	const struct trace_task *task = &h->tasks[r->task];

	json_object(j);
	json_key(j, "t_ns"), json_int(j, r->t);
	json_key(j, "kind"), json_string(j, dump_kind(r->kind));
	json_key(j, "task"), json_string(j, task->name);
	json_key(j, "node"),
		json_string(j, h->nodes[task->first_node + r->node].name);
	json_key(j, "instance"), json_uint(j, r->instance);
	json_key(j, "exec"), json_uint(j, r->exec);
	json_key(j, "a"), json_int(j, r->a);
	json_key(j, "b"), json_int(j, r->b);
	json_key(j, "count"), json_uint(j, r->count);
	json_key(j, "index"), json_uint(j, r->index);
	json_key(j, "flags"), json_array(j);
	for (size_t i = 0; i < FLAGS; i++)
		if (r->flags & flags[i].flag)
			json_string(j, flags[i].name);
	json_end(j);
	json_end(j);
}
