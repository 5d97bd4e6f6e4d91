/* situation.c - a decision in words; see probe.h */
#include "check/probe.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LISTED = 12 }; /* ready jobs that are told */

const char *situation_job(const struct scene *s, char buf[JOB_NAME], job_id j)
{
	const struct workload *w = s->dev->workload;
	const struct job *x = &s->dev->jobs[j];
	const struct task *t = &w->tasks[x->task];
	int n = snprintf(buf, JOB_NAME, "%.40s#%" PRIu64, t->name, x->instance);

	if (t->n_nodes > 1 && n < JOB_NAME)
		snprintf(buf + n, JOB_NAME - (size_t)n, ".%.20s",
			 w->nodes[t->first_node + x->node].name);
	return buf;
}

static const char *time_text(char buf[32], dag_time t)
{
	if (t == DAG_TIME_MAX)
		return "the next event";
	time_format(buf, 32, t);
	return buf;
}

static void tell_exec(const struct scene *s, char *buf, size_t cap, uint32_t e)
{
	const struct workload *w = s->dev->workload;

	if (s->dev->first_exec + e >= w->platform.n_cores)
		snprintf(buf, cap, "accelerator");
	else
		snprintf(buf, cap, "core%" PRIu32, s->dev->first_exec + e);
}

static void tell_job(const struct scene *s, job_id j)
{
	struct check_finding *f = s->probe->finding;
	const struct workload *w = s->dev->workload;
	const struct job *x = &s->dev->jobs[j];
	char name[JOB_NAME], a[32], b[32], c[32];

	finding_add(f, "    %-12s release %s, deadline %s, work %s",
		    situation_job(s, name, j), time_text(a, x->release),
		    time_text(b, x->deadline), time_text(c, x->work_left));
	if (w->models[x->model].resource == ON_ACCELERATOR)
		finding_add(f, ", model %.20s", w->models[x->model].name);
	if (x->group != NONE)
		finding_add(f, ", group %.20s", w->groups[x->group]);
	finding_add(f, ", key %" PRId64 "\n",
		    s->policy->ops->key(s->policy, x));
}

static void tell_queue(const struct scene *s)
{
	struct check_finding *f = s->probe->finding;

	finding_add(f, "  ready, in the order of the queue:\n");
	for (uint32_t i = 0; i < s->n && i < LISTED; i++)
		tell_job(s, s->list[i]);
	if (s->n > LISTED)
		finding_add(f, "    and %" PRIu32 " more\n", s->n - LISTED);
}

static void tell_execs(const struct scene *s)
{
	struct check_finding *f = s->probe->finding;

	for (uint32_t e = 0; e < s->dev->n_exec; e++) {
		const struct exec_state *x = &s->dev->exec[e];
		char exec[32], name[JOB_NAME], t[32];

		tell_exec(s, exec, sizeof(exec), e);
		if (x->running == JOB_NONE)
			finding_add(f, "  %s: idle\n", exec);
		else
			finding_add(f, "  %s: runs %s until %s%s\n", exec,
				    situation_job(s, name, x->running),
				    time_text(t, x->busy_until),
				    x->preemptible ? ", preemptible" : "");
	}
}

static bool is_listed(const struct scene *s, job_id j)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->list[i] == j)
			return true;
	return false;
}

/* The answer as it is, sense or nonsense. */
static void tell_answer(const struct scene *s)
{
	struct check_finding *f = s->probe->finding;
	const struct decision *x = s->out;
	char exec[32], name[JOB_NAME], t[32];

	if (x->kind == WAIT) {
		finding_add(f, "  answer: wait until %s\n",
			    time_text(t, x->wait_until));
		return;
	}
	if (x->kind != DISPATCH) {
		finding_add(f, "  answer: none\n");
		return;
	}
	finding_add(f, "  answer: dispatch");
	for (uint32_t i = 0; i < x->n_jobs && i < LISTED; i++) {
		if (is_listed(s, x->jobs[i]))
			finding_add(f, " %s",
				    situation_job(s, name, x->jobs[i]));
		else
			finding_add(f, " (job id %" PRIu32 ")", x->jobs[i]);
	}
	if (x->exec < s->dev->n_exec)
		tell_exec(s, exec, sizeof(exec), x->exec);
	else
		snprintf(exec, sizeof(exec), "executor %" PRIu32, x->exec);
	finding_add(f, " on %s\n", exec);
}

bool situation_finding(const struct scene *s, enum check_property p,
		       const char *fmt, ...)
{
	struct check_finding *f = s->probe->finding;
	char text[sizeof(f->text)];
	va_list ap;

	if (f->property)
		return false;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	finding_set(f, p, "%s", text);
	f->t = s->now;
	f->decision = s->probe->decisions;
	tell_queue(s);
	tell_execs(s);
	tell_answer(s);
	return false;
}

void situation_tell(const struct scene *s, struct check_finding *f)
{
	struct check_finding *own = s->probe->finding;

	s->probe->finding = f;
	f->t = s->now;
	f->decision = s->probe->decisions;
	f->situation[0] = '\0';
	tell_queue(s);
	tell_execs(s);
	finding_add(f, "  answer: none\n");
	s->probe->finding = own;
}
