/* cores.h - what the tests for several cores do alike
 *
 * Responses are counted in units of 1/m, so that every bound is an integer
 * until it is shown: a response is `m R`, from the nominal time of the job.
 * set.h keeps m times every period, deadline and the sum of all work within
 * 2^60, so sums of a few such terms fit in 64 bits.
 *
 * Private to src/analysis.  Texts live in the input's arena.
 */
#ifndef DAGSIM_ANALYSIS_CORES_H
#define DAGSIM_ANALYSIS_CORES_H

#include "analysis/common.h"
#include "base/load.h"

enum cores_status {
	CORES_KNOWN,   /* num / den bounds it                              */
	CORES_BEYOND,  /* the bound exceeds the deadline; num / den is where
			* the search for it stopped                        */
	CORES_GAVE_UP, /* a limit of work was reached                      */
	CORES_UNKNOWN, /* nothing was found: a task before it failed       */
};

/* What is known of one task's response. */
struct cores_response {
	enum cores_status status;
	int64_t num, den;
};

/* Fills bounds (reduced fractions, for the tasks where one is known), kind,
 * failing, reason and margin: schedulable if each response is known and at
 * most its deadline.  r has an entry for each task of the set.  A bound of a
 * task counts only as long as no deadline is missed, so none is shown where
 * `together` and one task is not in time. */
void cores_verdict(const struct analysis_input *in,
		   const struct cores_response *r, bool together,
		   struct verdict *v);

/* charged and charged_exact: the sum of W / T. */
void cores_charge(const struct analysis_input *in, struct verdict *v);

/* A reason to refuse where some task has jitter, or NULL. */
const char *cores_refuse_jitter(const struct analysis_input *in);
/* The same where some deadline is not the period. */
const char *cores_refuse_constrained(const struct analysis_input *in);

/* Is L > D for some task?  Then fills failing and a reason, and kind
 * not_proven: no number of cores helps, though in the worst case only. */
bool cores_too_long(const struct analysis_input *in, struct verdict *v);

/* A reason to refuse priorities that are not in the order of deadlines, or of
 * periods; any order among equal ones is one. */
const char *cores_refuse_order(const struct analysis_input *in,
			       bool by_deadline);

/* Is the sum surely at most num / den (below it, if `strict`)?  0 <= num <
 * 2^67, 0 < den < 2^55. */
bool cores_load_within(const struct load *l, int128 num, int128 den,
		       bool strict);

/* ceil(a / b) for a >= 0, b > 0. */
static inline int64_t cores_ceil(int64_t a, int64_t b)
{
	return a / b + (a % b != 0);
}

#endif
