/* common.h - what several tests do alike
 *
 * Private to src/analysis.  Texts live in the input's arena.
 */
#ifndef DAGSIM_ANALYSIS_COMMON_H
#define DAGSIM_ANALYSIS_COMMON_H

#include "analysis/demand.h"
#include "analysis/response.h"
#include "analysis/test.h"

/* The limit of work that holds for this input. */
uint64_t common_work(const struct analysis_input *in);

/* Is nothing but the verdict asked for? */
bool common_only_verdict(const struct analysis_input *in);

/* Runs the demand test over the items and fills the verdict: a violation is
 * not_schedulable if `exact`, else not_proven. */
void common_demand(const struct analysis_input *in, struct demand_item *items,
		   size_t n, dag_time riders, bool exact, struct verdict *v);

/* Bounds, margin, failing task and kind from the responses of all tasks;
 * exact[i] says whether the bound of task i is reached (NULL: all are). */
void common_responses(const struct analysis_input *in, const struct response *r,
		      const bool *exact, struct verdict *v);

/* If bounds are wanted: the responses under EDF, as bounds only. */
void common_edf_bounds(const struct analysis_input *in, bool preemptive,
		       struct verdict *v);

/* Only the bounds. */
void common_bounds(const struct analysis_input *in, const struct response *r,
		   const bool *exact, struct verdict *v);

struct verdict_point common_point(const struct demand_point *p);

/* charged and charged_exact. */
void common_charge(struct verdict *v, const struct load *l);

/* "at t = 9.5ms: demand 2.4ms + blocking 60ms (vla) > 9.5ms". */
const char *common_violation(const struct analysis_input *in,
			     const struct verdict_point *p);

/* "charged utilization 1.25 is not below 1". */
const char *common_overload(const struct analysis_input *in,
			    const struct verdict *v, const char *relation);

/* The text of a time, in the arena. */
const char *common_time(struct arena *a, dag_time t);

/* Name of a task of the set for messages. */
const char *common_task(const struct analysis_input *in, uint32_t i);

#endif
