/* witness_jobs.h - lists of jobs in the making; private to src/analysis */
#ifndef DAGSIM_ANALYSIS_WITNESS_JOBS_H
#define DAGSIM_ANALYSIS_WITNESS_JOBS_H

#include "analysis/witness.h"

struct witness_jobs {
	const struct analysis_set *s;
	struct release *items;
	size_t n, cap;
	bool full; /* WITNESS_JOBS were not enough                         */
};

void witness_jobs_add(struct witness_jobs *j, uint32_t task, dag_time release,
		      dag_time nominal, uint64_t rank);

/* Jobs of a task from `at` on, piled up: the first released at `at` with all
 * its jitter used up, the others as soon as they may, as long as their
 * deadline is at most `due`. */
void witness_jobs_pile(struct witness_jobs *j, uint32_t task, dag_time at,
		       dag_time due, uint64_t rank);

/* Sorts by time and rank, numbers instances and ties, and moves the list to
 * *out in the arena.  False if it was full or is empty; frees the rest. */
bool witness_jobs_finish(struct witness_jobs *j, struct arena *a,
			 struct witness *out);

#endif
