/* check.c - the protocol of policy.h, enforced at every decision
 *
 * A policy may be somebody's first attempt: whatever it answers, the run
 * must stop with a sentence that names the decision, not crash.
 */
#include "sim/state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 4))) static bool
breach(struct sim *s, struct dag_error *e, const char *fmt, ...)
{
	char what[256], at[40];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	time_format(at, sizeof(at), s->now);
	return error_set(e, NULL, 0, 0,
			 "policy '%s' broke the protocol in decision %llu at t = %s: %s",
			 s->policy->ops->name,
			 (unsigned long long)s->stats.decisions, at, what);
}

static const char *task_name(const struct sim *s, job_id j)
{
	return s->w->tasks[s->jobs[j].task].name;
}

static bool check_member(struct sim *s, uint32_t i, struct dag_error *e)
{
	const struct decision *d = &s->decision;
	job_id j = d->jobs[i];

	if (j >= s->n_slots || !ready_contains(s->ready, j))
		return breach(s, e, "member %u of the batch (job id %u) is not ready",
			      i, j);
	if (s->jobs[j].model != s->jobs[d->jobs[0]].model)
		return breach(s, e, "the batch mixes models '%s' and '%s'",
			      s->w->models[s->jobs[d->jobs[0]].model].name,
			      s->w->models[s->jobs[j].model].name);
	if (s->stamps[j] == s->stats.decisions)
		return breach(s, e, "a job of '%s' is in the batch twice",
			      task_name(s, j));
	s->stamps[j] = s->stats.decisions;
	return true;
}

bool sim_check_decision(struct sim *s, struct dag_error *e)
{
	const struct decision *d = &s->decision;
	uint32_t cap;

	if (d->kind != DISPATCH)
		return breach(s, e, "the answer is neither Wait nor Dispatch");
	if (d->exec >= s->device.n_exec)
		return breach(s, e, "executor %u does not exist", d->exec);
	if (s->execs[d->exec].n)
		return breach(s, e, "executor %u is busy and not preemptible",
			      d->exec);
	if (d->n_jobs == 0 || d->n_jobs > BATCH_MAX)
		return breach(s, e, "a batch of %u jobs", d->n_jobs);
	if (!check_member(s, 0, e))
		return false;
	cap = s->predicted[s->jobs[d->jobs[0]].model].max_batch;
	if (d->n_jobs > cap)
		return breach(s, e, "a batch of %u jobs; model '%s' takes at most %u",
			      d->n_jobs,
			      s->w->models[s->jobs[d->jobs[0]].model].name, cap);
	for (uint32_t i = 1; i < d->n_jobs; i++)
		if (!check_member(s, i, e))
			return false;
	return true;
}
