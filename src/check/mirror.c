/* mirror.c - see mirror.h */
#include "check/mirror.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 3 }; /* a real job in every third place */

struct mirror {
	struct ready_queue *queue;
	struct job *jobs;
	job_id *original; /* by id of the mirror                          */
	uint32_t cap;     /* ids                                          */
	struct exec_state *execs;
	job_id *woken;
	size_t cap_woken;
	struct device_state dev;
};

struct mirror *mirror_new(const struct policy *p,
			  const struct ready_queue *like,
			  const struct device_state *dev)
{
	struct mirror *m = alloc_checked(calloc(1, sizeof(*m)));

	m->execs = alloc_checked(calloc(dev->n_exec, sizeof(*m->execs)));
	m->queue = ready_new_like(like, p, m->jobs);
	return m;
}

void mirror_free(struct mirror *m)
{
	if (!m)
		return;
	ready_free(m->queue);
	free(m->jobs);
	free(m->original);
	free(m->execs);
	free(m->woken);
	free(m);
}

/* What a policy finds where no job is. */
static const struct job rubbish = {
	.release = 1,
	.deadline = 1,
	.work_left = 1,
	.tie = UINT64_MAX,
	.group = NONE,
	.prio = INT32_MIN,
	.last_exec = EXEC_NONE,
};

static void make_room(struct mirror *m, uint32_t want)
{
	size_t cap = m->cap, cap_ids = m->cap;

	if (want <= m->cap)
		return;
	array_reserve((void **)&m->jobs, &cap, want, sizeof(*m->jobs));
	array_reserve((void **)&m->original, &cap_ids, want,
		      sizeof(*m->original));
	assert(cap == cap_ids);
	m->cap = (uint32_t)cap;
}

/* Gives job j of the device the next place from the end. */
static job_id place(struct mirror *m, const struct device_state *dev, job_id j,
		    uint32_t *next)
{
	job_id at = *next;

	assert(at < m->cap && m->original[at] == JOB_NONE);
	m->jobs[at] = dev->jobs[j];
	m->original[at] = j;
	*next -= STRIDE;
	return at;
}

/* Running jobs once stood in the queue: so they get a rank. */
static bool show_execs(struct mirror *m, const struct device_state *dev,
		       const struct ready_queue *ready, uint32_t *next)
{
	bool same = true;

	for (uint32_t e = 0; e < dev->n_exec; e++) {
		job_id runs = dev->exec[e].running, at;

		m->execs[e] = dev->exec[e];
		if (runs == JOB_NONE)
			continue;
		at = m->execs[e].running = place(m, dev, runs, next);
		ready_push(m->queue, at);
		ready_remove(m->queue, at);
		same = same && rank_equal(ready_rank(m->queue, at),
					  ready_rank(ready, runs));
	}
	return same;
}

/* Woken jobs that have left the queue are rubbish by now. */
static void show_woken(struct mirror *m, const struct device_state *dev,
		       uint32_t used)
{
	array_reserve((void **)&m->woken, &m->cap_woken, dev->n_woken + 1,
		      sizeof(*m->woken));
	for (uint32_t i = 0; i < dev->n_woken; i++) {
		m->woken[i] = 0;
		for (uint32_t k = 0; k < used; k++)
			if (m->original[k] == dev->woken[i])
				m->woken[i] = k;
	}
}

bool mirror_show(struct mirror *m, const struct device_state *dev,
		 const struct ready_queue *ready, const job_id *list,
		 uint32_t n)
{
	uint32_t used = STRIDE * (n + dev->n_exec) + STRIDE, next = used - 1;
	bool same;

	make_room(m, used);
	for (uint32_t i = 0; i < used; i++) {
		m->jobs[i] = rubbish;
		m->original[i] = JOB_NONE;
	}
	ready_set_jobs(m->queue, m->jobs);
	ready_clear(m->queue);
	same = show_execs(m, dev, ready, &next);
	for (uint32_t i = 0; i < n; i++)
		ready_push(m->queue, place(m, dev, list[i], &next));
	show_woken(m, dev, used);
	m->dev = *dev;
	m->dev.jobs = m->jobs;
	m->dev.exec = m->execs;
	m->dev.woken = m->woken;
	return same;
}

const struct ready_queue *mirror_queue(const struct mirror *m)
{
	return m->queue;
}

const struct device_state *mirror_device(const struct mirror *m)
{
	return &m->dev;
}

job_id mirror_original(const struct mirror *m, job_id j)
{
	return j < m->cap ? m->original[j] : JOB_NONE;
}
