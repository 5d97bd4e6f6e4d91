/* shares.h - what the tests that divide cores among tasks do alike
 *
 * The deadline that counts is from the release to the deadline or the next
 * release, whichever comes first: min(D, T) - J, so that no two jobs of a task
 * meet.  Private to src/analysis; texts and arrays live in the input's arena.
 */
#ifndef DAGSIM_ANALYSIS_SHARES_H
#define DAGSIM_ANALYSIS_SHARES_H

#include "analysis/cores.h"
#include "model/core_counts.h"
#include "model/federation.h"

/* min(D, T) - J; may be <= 0. */
dag_time shares_deadline(const struct analysis_task *t);

/* The task as a sequential or heavy one; cores is left 0. */
struct fed_task shares_task(const struct analysis_task *t);

/* Makes the verdict's list of shares, one for each task, all empty. */
void shares_init(const struct analysis_input *in, struct verdict *v);

/* Gives a task one more part. */
void shares_add(const struct analysis_input *in, struct verdict *v,
		uint32_t task, const struct verdict_part *part);

/* not_proven, naming the task, its deadline and what it lacks. */
void shares_refuse(const struct analysis_input *in, struct verdict *v,
		   uint32_t task, const char *what);

/* Does some task not fit into its deadline with any number of cores?  Then
 * fills the verdict.  strictly: L = D counts, too, where the task is heavy. */
bool shares_too_long(const struct analysis_input *in, bool strictly,
		     struct verdict *v);

/* Tasks on one core as a set of their own: those with keep[i].  Position i
 * there is task list[i] here. */
struct analysis_set *shares_core(const struct analysis_set *s, const bool *keep,
				 uint32_t *list, struct arena *a);

#endif
