/* suite_run.c - the files of a suite, one run, and its row; see suite.h */
#include "cli/suite.h"
#include "cli/suite_kernel.h"

#include "cli/platform_args.h"
#include "trace/metrics.h"
#include "trace/report.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- files --- */

/* Here, or beside the program where it was built or installed. */
const char *suite_find(struct arena *a, const char *path)
{
	static const char *const places[] = {"..", "../share/dagsim"};
	char exe[4096];
	ssize_t n;

	if (access(path, R_OK) == 0)
		return path;
	n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	exe[n > 0 ? n : 0] = '\0';
	if (strrchr(exe, '/'))
		*strrchr(exe, '/') = '\0';
	for (size_t i = 0; n > 0 && i < 2; i++) {
		const char *there =
			arena_printf(a, "%s/%s/%s", exe, places[i], path);

		if (access(there, R_OK) == 0)
			return there;
	}
	return path; /* the error names it */
}

/* --- responses --- */

/* A sink that keeps response times. */
struct responses {
	struct trace_sink sink;
	struct suite_cell *cell;
	enum suite_response from;
	struct started *tasks;
};

/* When the jobs of a task started, by instance; -1: not yet. */
struct started {
	dag_time *at;
	size_t n, cap;
};

static void note_start(struct started *s, const struct trace_rec *r)
{
	array_reserve((void **)&s->at, &s->cap, r->instance + 1,
		      sizeof(*s->at));
	while (s->n <= r->instance)
		s->at[s->n++] = -1;
	if (s->at[r->instance] < 0)
		s->at[r->instance] = r->t;
}

static dag_time begin_of(const struct responses *x, const struct trace_rec *r)
{
	const struct started *s = &x->tasks[r->task];

	if (x->from == SUITE_FROM_RELEASE)
		return r->a;
	assert(r->instance < s->n && s->at[r->instance] >= 0);
	return s->at[r->instance];
}

static void take(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct responses *x = (struct responses *)sink;
	struct suite_cell *c = x->cell;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *r = &recs[i];

		if (r->kind == TRACE_START && x->from == SUITE_FROM_START)
			note_start(&x->tasks[r->task], r);
		if (r->kind != TRACE_FINISH || !(r->flags & TRACE_JOB_DONE))
			continue;
		array_reserve((void **)&c->response, &c->cap, c->n + 1,
			      sizeof(*c->response));
		c->response[c->n] = r->t - begin_of(x, r);
		if (c->response[c->n] > c->longest)
			c->longest = c->response[c->n];
		c->n++;
	}
}

/* --- the row --- */

static void text(struct json *j, const char *key, const char *v)
{
	json_key(j, key);
	json_string(j, v);
}

static void count(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void put_tasks(struct json *j, const struct metrics_run *m,
		      struct arena *a)
{
	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *t = &m->tasks[i];

		count(j, arena_printf(a, "streams.%s.released", t->name),
		      t->released);
		count(j, arena_printf(a, "streams.%s.missed", t->name),
		      metrics_missed(t));
		json_key(j, arena_printf(a, "streams.%s.max_response_ns",
					 t->name));
		if (t->completed)
			json_int(j, t->max_response);
		else
			json_null(j);
	}
}

static void put_row(const struct suite_job *x, const struct trace_header *h,
		    const struct metrics_run *m, struct json_text *rows,
		    struct arena *scratch)
{
	const struct ratio u = x->load->utilization;
	struct json j;

	json_to_text(&j, rows, 0);
	json_object(&j);
	text(&j, "schema", "dagsim.suite/1");
	text(&j, "version", DAGSIM_VERSION);
	text(&j, "suite", x->results->name);
	text(&j, "workload", h->workload);
	text(&j, "workload_digest", h->digest);
	text(&j, "command", x->results->command);
	json_key(&j, "nominal_util");
	json_double(&j, (double)u.num / (double)u.den);
	if (x->variant->platform)
		text(&j, "platform", x->variant->platform);
	text(&j, "policy", x->variant->policy ? x->variant->policy : h->policy);
	text(&j, "preemption",
	     preemption_names[x->workload->platform.preemption]);
	count(&j, "seed", h->seed);
	count(&j, "duration_ns", (uint64_t)h->horizon);
	count(&j, "released", m->overall.released);
	count(&j, "completed", m->overall.completed);
	count(&j, "missed", metrics_missed(&m->overall));
	count(&j, "preemptions", m->preemptions);
	count(&j, "migrations", m->migrations);
	json_key(&j, "utilization"), json_double(&j, report_utilization(m));
	put_tasks(&j, m, scratch);
	json_end(&j);
	json_finish(&j);
}

/* --- the run --- */

static dag_time duration(const struct suite_job *x)
{
	if (x->args->duration.given)
		return x->args->duration.ns;
	return x->duration ? x->duration : x->workload->sim.duration;
}

static bool prepare_policy(const struct suite_job *x, struct launch *l,
			   struct arena *a, struct dag_error *e)
{
	const struct workload *w = x->workload;
	struct lineup lineup;

	if (!lineup_init(&lineup, x->variant->policy, w, a, e))
		return false;
	*l = (struct launch){
		.workload = w,
		.policy = lineup.name,
		.sim = {.workload = w,
			.policy = lineup.policy,
			.accelerator = lineup.accelerator,
			.horizon = duration(x),
			.seed = x->seed,
			.late = x->args->late.given
					? (enum late_policy)x->args->late.index
					: w->sim.late,
			.noise = true,
			.safety_factor = w->sim.safety_factor}};
	return sim_place(&l->sim, a, e);
}

/* On a platform jobs run though they are late. */
static bool prepare_platform(const struct suite_job *x, struct launch *l,
			     struct arena *a, struct dag_error *e)
{
	struct launch_options o = {.mapping = {.per = PER_PRESET},
				   .horizon = duration(x),
				   .seed = x->seed,
				   .late = LATE_RUN,
				   .noise = true,
				   .deadline = {.margin = x->variant->margin},
				   .take = x->variant->take,
				   .safety_factor =
					   x->workload->sim.safety_factor};
	struct workload *w = ARENA_NEW(a, struct workload, 1);

	*w = *x->workload;
	w->arena = (struct arena){0};
	if (!w->platform.speeds)
		w->platform.n_cores += x->variant->more_cores;
	if (!launch_prepare(l, x->variant->platform, w, &o, a, e))
		return false;
	platform_tell_notes(l, x->args->quiet);
	return true;
}

static void add(struct suite_cell *cell, const struct metrics_run *m)
{
	cell->released += m->overall.released;
	cell->decided += metrics_decided(&m->overall);
	cell->missed += metrics_missed(&m->overall);
	cell->preemptions += m->preemptions;
	cell->migrations += m->migrations;
}

static bool run(const struct suite_job *x, const struct launch *l,
		struct responses *responses, struct json_text *rows,
		struct arena *scratch)
{
	struct trace_sink *sinks[2] = {&responses->sink};
	struct dag_error *e = &x->cli->error;
	struct trace_header h;
	struct metrics_run m;
	struct metrics *metrics;
	bool ok;

	trace_header_init(&h, l->workload, scratch);
	launch_describe(l, &h, scratch);
	metrics = metrics_new(&h);
	sinks[1] = metrics_sink(metrics);
	ok = launch_run(l, scratch, sinks, 2, e);
	if (ok) {
		metrics_report(metrics, scratch, &m);
		add(responses->cell, &m);
		put_row(x, &h, &m, rows, scratch);
	}
	metrics_free(metrics);
	return ok;
}

bool suite_job_run(const struct suite_job *x, struct suite_cell *cell,
		   struct json_text *rows, struct arena *scratch)
{
	struct dag_error *e = &x->cli->error;
	struct responses r = {.sink = {.consume = take},
			      .cell = cell,
			      .from = x->results->response};
	uint32_t n = x->workload->n_tasks;
	struct launch l;
	bool ok;

	arena_reset(scratch);
	cell->longest = 0;
	r.tasks = ARENA_NEW(scratch, struct started, n);
	ok = x->variant->platform ? prepare_platform(x, &l, scratch, e)
				  : prepare_policy(x, &l, scratch, e);
	ok = ok && run(x, &l, &r, rows, scratch);
	for (uint32_t i = 0; i < n; i++)
		free(r.tasks[i].at);
	return ok;
}
