/* schedule.c - see schedule.h */
#include "cli/schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct schedule {
	struct trace_sink sink;
	FILE *out;
	const struct workload *w;
	const char *policy;
	dag_time *since;      /* by executor: start of what runs there     */
	const uint64_t **ids; /* by task and instance; NULL: not replayed  */
};

static void put_name(FILE *out, const char *s)
{
	if (!strpbrk(s, ",\"\r\n")) {
		fputs(s, out);
		return;
	}
	fputc('"', out);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', out);
		fputc(*s, out);
	}
	fputc('"', out);
}

static void put_job(const struct schedule *s, const struct trace_rec *r)
{
	if (s->ids)
		fprintf(s->out, "%" PRIu64, s->ids[r->task][r->instance]);
	else
		fprintf(s->out, "%s#%" PRIu64, s->w->tasks[r->task].name,
			r->instance);
}

/* The end of a batch comes as one record for each of its jobs. */
static void put_batch(const struct schedule *s, const struct trace_rec *r)
{
	const struct task *t = &s->w->tasks[r->task];
	uint32_t model = s->w->nodes[t->first_node + r->node].model;

	if (r->index == 0) {
		put_name(s->out, s->policy);
		fprintf(s->out, ",%" PRId64 ",%" PRId64 ",", s->since[r->exec],
			r->t);
		put_name(s->out, s->w->models[model].name);
		fputc(',', s->out);
	} else {
		fputc(' ', s->out);
	}
	put_job(s, r);
	if (r->index + 1 == r->count)
		fputc('\n', s->out);
}

static void put_slice(const struct schedule *s, const struct trace_rec *r)
{
	const struct task *t = &s->w->tasks[r->task];

	put_name(s->out, s->policy);
	fprintf(s->out, ",%" PRId64 ",%" PRId64 ",%u,", s->since[r->exec], r->t,
		r->exec);
	put_name(s->out, t->name);
	fputc(',', s->out);
	if (s->ids)
		fprintf(s->out, "%" PRIu64, s->ids[r->task][r->instance]);
	else
		fprintf(s->out, "%" PRIu64, r->instance);
	fputc(',', s->out);
	put_name(s->out, s->w->nodes[t->first_node + r->node].name);
	fputc('\n', s->out);
}

static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n)
{
	struct schedule *s = (struct schedule *)sink;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *r = &recs[i];

		if (r->kind == TRACE_START || r->kind == TRACE_RESUME)
			s->since[r->exec] = r->t;
		else if (r->kind != TRACE_PREEMPT && r->kind != TRACE_FINISH)
			continue;
		else if (s->w->platform.n_cores)
			put_slice(s, r);
		else
			put_batch(s, r);
	}
	sink->failed = ferror(s->out) != 0;
}

/* A list numbers the instances of a task in file order; its tie is the id. */
static const uint64_t **collect_ids(const struct workload *w,
				    const struct release_list *list,
				    struct arena *a)
{
	const uint64_t **by_task = ARENA_NEW(a, const uint64_t *, w->n_tasks);
	uint64_t *counts = ARENA_NEW(a, uint64_t, w->n_tasks);
	uint64_t **fill = ARENA_NEW(a, uint64_t *, w->n_tasks);

	for (size_t i = 0; i < list->n; i++)
		counts[list->items[i].task]++;
	for (uint32_t t = 0; t < w->n_tasks; t++)
		by_task[t] = fill[t] = ARENA_NEW(a, uint64_t, counts[t]);
	for (size_t i = 0; i < list->n; i++) {
		const struct release *r = &list->items[i];

		assert(r->instance < counts[r->task]);
		fill[r->task][r->instance] = r->tie;
	}
	return by_task;
}

struct schedule *schedule_new(FILE *out, const struct workload *w,
			      const struct release_list *replay,
			      struct arena *a)
{
	struct schedule *s = ARENA_NEW(a, struct schedule, 1);
	uint32_t n = w->platform.n_cores + w->platform.n_accelerators + 1;

	*s = (struct schedule){.sink = {.consume = consume},
			       .out = out,
			       .w = w,
			       .since = ARENA_NEW(a, dag_time, n),
			       .ids = replay ? collect_ids(w, replay, a)
					     : NULL};
	fputs(w->platform.n_cores
		      ? "policy,start_ns,finish_ns,core,task,job,node\n"
		      : "policy,start_ns,finish_ns,model,job_ids\n",
	      out);
	return s;
}

struct trace_sink *schedule_begin(struct schedule *s, const char *policy)
{
	s->policy = policy;
	s->sink.failed = false;
	return &s->sink;
}
