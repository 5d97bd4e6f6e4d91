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
breach(struct sim *s, const struct device *d, const char *fmt, ...)
{
	char what[256], at[40];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	time_format(at, sizeof(at), s->now);
	return error_set(
		s->error, NULL, 0, 0,
		"policy '%s' broke the protocol in decision %llu at t = %s: %s",
		d->policy.ops->name, (unsigned long long)s->stats.decisions, at,
		what);
}

static const char *model_name(const struct sim *s, job_id j)
{
	return s->w->models[s->jobs[j].model].name;
}

static bool check_member(struct sim *s, const struct device *d, uint32_t i)
{
	const struct decision *x = &s->decision;
	job_id j = x->jobs[i];

	if (j >= s->n_slots || !ready_contains(d->ready, j))
		return breach(s, d,
			      "member %u of the batch (job id %u) is not ready",
			      i, j);
	if (s->jobs[j].model != s->jobs[x->jobs[0]].model)
		return breach(s, d, "the batch mixes models '%s' and '%s'",
			      model_name(s, x->jobs[0]), model_name(s, j));
	if (s->runs[j].stamp == s->stats.decisions)
		return breach(s, d, "a job of '%s' is in the batch twice",
			      s->w->tasks[s->jobs[j].task].name);
	s->runs[j].stamp = s->stats.decisions;
	return true;
}

static bool check_exec(struct sim *s, const struct device *d)
{
	uint32_t e = s->decision.exec;

	if (e >= d->view.n_exec)
		return breach(s, d, "executor %u does not exist", e);
	if (d->view.exec[e].closed || (d->view.exec[e].running != JOB_NONE &&
				       !d->view.exec[e].preemptible))
		return breach(s, d, "executor %u is busy and not preemptible",
			      e);
	return true;
}

static bool check_bound(struct sim *s, const struct device *d)
{
	const struct decision *x = &s->decision;
	const struct node *n = &s->w->nodes[s->runs[x->jobs[0]].vertex];

	if (!d->view.bound || placement_allows(n, d->first_exec + x->exec, 1))
		return true;
	return breach(s, d, "node '%s' may not run on core %u", n->name,
		      d->first_exec + x->exec);
}

bool sim_check_decision(struct sim *s, struct device *d)
{
	const struct decision *x = &s->decision;
	uint32_t cap;

	if (x->kind != DISPATCH)
		return breach(s, d, "the answer is neither Wait nor Dispatch");
	if (!check_exec(s, d))
		return false;
	if (x->n_jobs == 0 || x->n_jobs > BATCH_MAX)
		return breach(s, d, "a batch of %u jobs", x->n_jobs);
	if (!check_member(s, d, 0) || !check_bound(s, d))
		return false;
	cap = s->predicted[s->jobs[x->jobs[0]].model].max_batch;
	if (x->n_jobs > cap)
		return breach(s, d,
			      "a batch of %u jobs; model '%s' takes at most %u",
			      x->n_jobs, model_name(s, x->jobs[0]), cap);
	for (uint32_t i = 1; i < x->n_jobs; i++)
		if (!check_member(s, d, i))
			return false;
	return true;
}

bool sim_check_answers(struct sim *s, struct device *d, uint32_t answers)
{
	uint64_t m = d->view.n_exec, limit = 2 * m + 2;

	/* There a job that is driven off may drive off another, and one that
	 * went first may be driven off by one that came later. */
	if (d->view.bound || s->c->tie == TIE_ID)
		limit += m * (m + ready_count(d->ready));
	if (answers <= limit)
		return true;
	return breach(s, d, "%u answers at one instant and still no Wait",
		      answers);
}

/* Nothing runs, nothing has been told since the last wake-up, and so on. */
bool sim_check_progress(struct sim *s)
{
	enum { VAIN_MAX = 1000000 };
	uint64_t told = s->stats.records + s->n_buffered - s->waits;
	uint32_t ready = 0;

	if (told != s->records_seen || s->next_finish != DAG_TIME_MAX) {
		s->records_seen = told;
		s->vain = 0;
	}
	if (++s->vain < VAIN_MAX)
		return true;
	for (uint32_t i = 0; i < s->n_devices; i++)
		ready += ready_count(s->devices[i].ready);
	return breach(s, s->devices,
		      "no progress: asked %d times in a row it only waits, "
		      "while nothing runs and %u node%s ready",
		      VAIN_MAX, ready, ready == 1 ? " is" : "s are");
}
