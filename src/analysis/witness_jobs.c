/* witness_jobs.c - see witness_jobs.h */
#include "analysis/witness_jobs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void witness_jobs_add(struct witness_jobs *j, uint32_t task, dag_time release,
		      dag_time nominal, uint64_t rank)
{
	const struct analysis_task *t = &j->s->tasks[task];

	assert(release >= 0);
	assert(release >= nominal && release - nominal <= t->jitter);
	if (j->n == WITNESS_JOBS) {
		j->full = true;
		return;
	}
	array_reserve((void **)&j->items, &j->cap, j->n + 1, sizeof(*j->items));
	j->items[j->n++] = (struct release){
		.time = release,
		.nominal = release, /* as if read from a file */
		.deadline = nominal + t->deadline,
		.tie = rank,
		.task = t->index,
	};
}

void witness_jobs_pile(struct witness_jobs *j, uint32_t task, dag_time at,
		       dag_time due, uint64_t rank)
{
	const struct analysis_task *t = &j->s->tasks[task];
	dag_time nominal = at - t->jitter;

	for (; nominal + t->deadline <= due && !j->full; nominal += t->period)
		witness_jobs_add(j, task, nominal > at ? nominal : at, nominal,
				 rank);
}

static int by_time(const void *x, const void *y)
{
	const struct release *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->tie != b->tie)
		return a->tie < b->tie ? -1 : 1;
	if (a->task != b->task)
		return a->task < b->task ? -1 : 1;
	return (a->deadline > b->deadline) - (a->deadline < b->deadline);
}

bool witness_jobs_finish(struct witness_jobs *j, struct arena *a,
			 struct witness *out)
{
	uint32_t tasks = 0;
	uint64_t *instance;
	bool ok = j->n && !j->full;

	if (ok) {
		qsort(j->items, j->n, sizeof(*j->items), by_time);
		for (size_t i = 0; i < j->n; i++)
			if (j->items[i].task >= tasks)
				tasks = j->items[i].task + 1;
		instance = ARENA_NEW(a, uint64_t, tasks);
		for (size_t i = 0; i < j->n; i++) {
			j->items[i].tie = i;
			j->items[i].instance = instance[j->items[i].task]++;
		}
		out->releases.n = j->n;
		out->releases.items = ARENA_NEW(a, struct release, j->n);
		memcpy(out->releases.items, j->items, j->n * sizeof(*j->items));
	}
	free(j->items);
	*j = (struct witness_jobs){0};
	return ok;
}
