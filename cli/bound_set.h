/* bound_set.h - a workload as the tests see it under one line-up
 *
 * What a policy promises, in which order it takes tasks, and on which core it
 * places each depends on its settings and on the workload.  A set that is put
 * to a test for a policy has to know; a sweep asks it anew for every load.
 *
 * Ownership: everything lives in the arena given.
 * Cost: setting up the line-up; a placement where cores are divided.
 */
#ifndef DAGSIM_CLI_BOUND_SET_H
#define DAGSIM_CLI_BOUND_SET_H

#include "analysis/test.h"
#include "policies/lineup.h"

struct bound_set {
	const struct analysis_set *set;
	const char *name; /* of the line-up                                  */
	struct policy_traits traits;      /* of the cores, or the only kind  */
	struct policy_traits accelerator; /* beside cores                    */
	bool has_accelerator;
};

/* `set` is that of w; it is copied where the line-up changes it.  False where
 * w is none for that line-up. */
bool bound_set_init(struct bound_set *b, const struct analysis_set *set,
		    const char *spec, const struct workload *w, struct arena *a,
		    struct dag_error *e);

/* Does a set depend on the line-up by more than its traits? */
bool bound_set_matters(const struct policy_traits *t,
		       const struct analysis_set *set);

/* What is asked of a test; `b` must outlive it. */
struct analysis_input bound_set_input(const struct bound_set *b,
				      const struct analysis_options *options,
				      struct arena *a);

#endif
