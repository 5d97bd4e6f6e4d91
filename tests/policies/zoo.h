/* zoo.h - policies that are wrong, each in a way of its own
 *
 * Each is somebody's likely mistake; the check must find every one of them
 * and show it on a small workload.
 */
#ifndef DAGSIM_TESTS_ZOO_H
#define DAGSIM_TESTS_ZOO_H

#include "policies/common.h"

#include <stdlib.h>
#include <unistd.h>

#define CHOOSE(name)                                                           \
	static void name(struct policy *p, const struct ready_queue *ready,    \
			 dag_time now, const struct device_state *dev,         \
			 struct decision *out)

/* --- on the accelerator --- */

/* Takes the table for the queue: looks at all ids up to the number of ready
 * jobs. */
CHOOSE(reads_past)
{
	job_id best = ready_head(ready);

	(void)p, (void)now;
	decide_wait(out);
	if (best == JOB_NONE || dev->idle == NONE)
		return;
	for (job_id j = 0; j <= ready_count(ready); j++)
		if (dev->jobs[j].deadline < dev->jobs[best].deadline)
			best = j;
	decide_one(out, dev->idle, best);
}

CHOOSE(twice)
{
	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == DISPATCH &&
	    dev->models[dev->jobs[out->jobs[0]].model].max_batch > 1) {
		out->jobs[1] = out->jobs[0];
		out->n_jobs = 2;
	}
}

/* One job more than the model takes. */
CHOOSE(too_large)
{
	uint32_t most;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	most = dev->models[dev->jobs[out->jobs[0]].model].max_batch;
	for (job_id j = ready_bucket_next(ready, out->jobs[0]);
	     j != JOB_NONE && out->n_jobs <= most;
	     j = ready_bucket_next(ready, j))
		out->jobs[out->n_jobs++] = j;
}

CHOOSE(mixes)
{
	job_id next;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	next = ready_next(ready, out->jobs[0]);
	if (next != JOB_NONE &&
	    dev->models[dev->jobs[out->jobs[0]].model].max_batch > 1)
		out->jobs[out->n_jobs++] = next;
}

/* The last of those with the earliest deadline. */
CHOOSE(reversed_tie)
{
	job_id j, next;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	for (j = out->jobs[0];
	     (next = ready_next(ready, j)) != JOB_NONE &&
	     dev->jobs[next].deadline == dev->jobs[j].deadline;
	     j = next)
		continue;
	out->jobs[0] = j;
}

/* Waits a millisecond for more to come. */
CHOOSE(idles)
{
	job_id head = ready_head(ready);

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == DISPATCH &&
	    now < dev->jobs[head].release + NS_PER_MS) {
		decide_wait(out);
		out->wait_until = dev->jobs[head].release + NS_PER_MS;
	}
}

/* Counts its answers outside of its state. */
CHOOSE(hidden_state)
{
	static unsigned count;
	job_id next;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT || ++count % 7)
		return;
	next = ready_next(ready, out->jobs[0]);
	if (next != JOB_NONE)
		out->jobs[0] = next;
}

/* Even ids first. */
CHOOSE(by_id)
{
	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	for (job_id j = out->jobs[0]; j != JOB_NONE; j = ready_next(ready, j))
		if (j % 2 == 0) {
			out->jobs[0] = j;
			return;
		}
}

/* Is the job on time in a batch of n that starts now? */
static bool hits(const struct device_state *dev, job_id j, dag_time now,
		 uint32_t n)
{
	const struct job *x = &dev->jobs[j];

	return now + dev->models[x->model].latency[n - 1] <= x->deadline;
}

/* Rule RB, the guard asked about the batch before the rider joins it. */
CHOOSE(off_by_one)
{
	const struct batch_model *m;
	job_id head;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	head = out->jobs[0];
	m = &dev->models[dev->jobs[head].model];
	for (job_id j = ready_bucket_next(ready, head);
	     j != JOB_NONE && out->n_jobs < m->max_batch &&
	     hits(dev, head, now, out->n_jobs);
	     j = ready_bucket_next(ready, j))
		out->jobs[out->n_jobs++] = j;
}

/* Rule RB, with the guard of the members alone. */
CHOOSE(no_lookahead)
{
	const struct batch_model *m;
	job_id head;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	head = out->jobs[0];
	m = &dev->models[dev->jobs[head].model];
	for (job_id j = ready_bucket_next(ready, head);
	     j != JOB_NONE && out->n_jobs < m->max_batch &&
	     hits(dev, head, now, out->n_jobs + 1) &&
	     hits(dev, j, now, out->n_jobs + 1);
	     j = ready_bucket_next(ready, j))
		out->jobs[out->n_jobs++] = j;
}

/* Rule RA, for all jobs of one deadline. */
CHOOSE(no_group)
{
	const struct job *h;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	h = &dev->jobs[out->jobs[0]];
	for (job_id j = ready_bucket_next(ready, out->jobs[0]);
	     j != JOB_NONE && dev->jobs[j].deadline == h->deadline &&
	     out->n_jobs < dev->models[h->model].max_batch;
	     j = ready_bucket_next(ready, j))
		out->jobs[out->n_jobs++] = j;
}

/* Never the first by name while another waits. */
CHOOSE(starves)
{
	uint32_t turn;

	(void)p, (void)now;
	decide_wait(out);
	if (!ready_count(ready) || dev->idle == NONE)
		return;
	turn = ready_bucket_from(ready, 1);
	if (turn == NONE)
		turn = 0;
	decide_one(out, dev->idle, ready_bucket_head(ready, turn));
}

/* A counter a task, in the room of one. */
CHOOSE(beyond_state)
{
	uint32_t *counts = p->state;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == DISPATCH)
		counts[dev->jobs[out->jobs[0]].task]++;
}

CHOOSE(leaks)
{
	static void *volatile kept;

	policy_choose_head(p, ready, now, dev, out);
	if (ready_count(ready) > 2)
		kept = malloc(64);
	(void)kept;
}

/* Leaves a process behind that does nothing. */
CHOOSE(starts)
{
	policy_choose_head(p, ready, now, dev, out);
	if (ready_count(ready) > 2 && fork() == 0)
		for (;;)
			pause();
}

CHOOSE(own_settings)
{
	policy_choose_head(p, ready, now, dev, out);
	p->param[0]++;
}

/* A bound of two jobs that nobody keeps. */
CHOOSE(crashes)
{
	if (ready_count(ready) > 2)
		abort();
	policy_choose_head(p, ready, now, dev, out);
}

CHOOSE(hangs)
{
	volatile bool forever = ready_count(ready) > 2;

	while (forever)
		continue;
	policy_choose_head(p, ready, now, dev, out);
}

CHOOSE(ends)
{
	if (ready_count(ready) > 1)
		_Exit(0);
	policy_choose_head(p, ready, now, dev, out);
}

/* Waits for a second job, and for nothing else. */
CHOOSE(waits)
{
	policy_choose_head(p, ready, now, dev, out);
	if (ready_count(ready) < 2)
		decide_wait(out);
}

/* Declares a view of the head and looks further. */
CHOOSE(beyond_view)
{
	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == DISPATCH && ready_count(ready) > 1)
		out->jobs[0] = ready_next(ready, out->jobs[0]);
}

/* By the place in the file, and declared to be by priority. */
static int64_t place_key(const struct policy *p, const struct job *j)
{
	(void)p;
	return -(int64_t)j->task;
}

/* --- on cores --- */

/* Drives off the first executor's job, if that comes behind. */
CHOOSE(wrong_victim)
{
	policy_choose_global(p, ready, now, dev, out);
	if (out->kind == DISPATCH && dev->idle == NONE &&
	    ready_overtakes(ready, out->jobs[0], dev->exec[0].running))
		out->exec = 0;
}

/* A job drives off another of the same deadline. */
CHOOSE(drives_off_equals)
{
	job_id head = ready_head(ready);

	policy_choose_global(p, ready, now, dev, out);
	if (out->kind == WAIT && head != JOB_NONE &&
	    dev->least_urgent != NONE &&
	    dev->jobs[head].deadline ==
		    dev->jobs[dev->exec[dev->least_urgent].running].deadline)
		decide_one(out, dev->least_urgent, head);
}

/* Preempts though it declares that it does not. */
CHOOSE(preempts)
{
	job_id head = ready_head(ready);

	policy_choose_head(p, ready, now, dev, out);
	if (head != JOB_NONE && dev->exec[0].running != JOB_NONE &&
	    dev->jobs[head].deadline < dev->jobs[dev->exec[0].running].deadline)
		decide_one(out, 0, head);
}

/* Least laxity, with the laxity at the release for ever. */
static int64_t stale_key(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->deadline - j->release;
}

static void stale_rank(const struct policy *p, const struct job *j,
		       const struct exec_state *x, struct rank *out)
{
	(void)x;
	*out = (struct rank){stale_key(p, j), (uint64_t)j->release};
}

/* Shortest remaining time, without saying that keys change. */
static int64_t moving_key(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->work_left;
}

/* --- right, though unlike the built-in ones --- */

/* Lets half a millisecond pass between two starts. */
CHOOSE(pauses)
{
	dag_time *next = p->state;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT)
		return;
	if (now < *next) {
		decide_wait(out);
		out->wait_until = *next;
		return;
	}
	*next = now + NS_PER_MS / 2;
}

/* Shortest remaining time first, as far as the queue knows it: a job that runs
 * stands where it stood when it was taken. */
static void left_rank(const struct policy *p, const struct job *j,
		      const struct exec_state *x, struct rank *out)
{
	(void)p;
	*out = (struct rank){x->busy_until, (uint64_t)j->release};
}

/* Every third start is that of the second job. */
CHOOSE(in_turn)
{
	uint32_t *count = p->state;
	job_id next;

	policy_choose_head(p, ready, now, dev, out);
	if (out->kind == WAIT || ++*count % 3)
		return;
	next = ready_next(ready, out->jobs[0]);
	if (next != JOB_NONE)
		out->jobs[0] = next;
}

#endif
