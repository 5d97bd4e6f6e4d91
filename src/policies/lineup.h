/* lineup.h - the policies that together drive a platform
 *
 * A workload may have cores, an accelerator, or both; each kind of executor
 * has its own policy.  A line-up is written
 *
 *     PART            or, for cores and an accelerator,   PART+PART
 *
 * with PART a policy and, after a colon, settings that go before those of the
 * workload's `policies` section:
 *
 *     gedf      pedf:fit=worst,parts=node      gedf+edf_batch:lookahead=4
 *
 * A policy in a shared object is named by its path, ./mine.so:gain=2ms.
 * The part for the cores stands first.  Where a platform has both kinds and
 * only one part is given, the other is gedf or edf_batch.
 */
#ifndef DAGSIM_POLICIES_LINEUP_H
#define DAGSIM_POLICIES_LINEUP_H

#include "policies/policy.h"

struct lineup {
	const char *name; /* of both parts, with their settings as given      */
	struct policy *policy;      /* of the cores, or of the only kind      */
	struct policy *accelerator; /* beside cores; else NULL                */
};

/* Sets up the policies of a line-up.  All memory comes from `a`. */
bool lineup_init(struct lineup *l, const char *spec, const struct workload *w,
		 struct arena *a, struct dag_error *e);

/* The line-ups that 'all' stands for: each policy for the platform's cores,
 * or accelerator, once.  NULL-terminated, in `a`. */
const char **lineup_all(const struct workload *w, struct arena *a);

/* Loads the plugins (plugin.h) that a line-up names by path, so that settings
 * for them in a workload are known before it is read. */
bool lineup_load(const char *spec, struct dag_error *e);

#endif
