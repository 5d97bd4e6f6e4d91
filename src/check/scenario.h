/* scenario.h - a test that a newcomer can read and write: workload, decisions
 *
 *     # A rider joins only where the head still hits its deadline.
 *     policy edf_batch
 *     workload
 *     models:
 *       m: {profile: {type: table, points: {1: 4ms, 2: 6ms}}, max_batch: 2,
 *           batchable: true}
 *     streams:
 *       - {name: a, model: m, period: 20ms, deadline: 5ms}
 *       - {name: b, model: m, period: 20ms}
 *     sim: {duration: 20ms}
 *     expect
 *     0ms  run a#0
 *     4ms  run b#0
 *
 * Words that may stand before `workload`, each on a line of its own:
 *
 *     policy LINE-UP   the policy, as after -p; a caller may give another
 *     tie RULE         as simulate --tie
 *
 * Behind `workload` comes a workload file (dagsim-workload(5)), up to the line
 * `expect`; behind that what must happen, in order, a line each:
 *
 *     TIME run JOB... [on EXECUTOR]    started or resumed; a batch: head first
 *     TIME stop JOB [on EXECUTOR]      driven off its executor
 *     TIME drop JOB                    too late to start
 *     TIME miss JOB                    its deadline is missed
 *     ...                              from here on anything may happen
 *
 * JOB is TASK#INSTANCE, counted from 0, with .NODE behind it where the task
 * has several; executors are core0, core1, ..., accelerator, and need not be
 * told.  What is not listed must not happen.  `#` after a blank, or at the
 * start of a line, begins a comment.
 *
 * Execution times, seed, horizon and late policy are those of the workload.
 * The trace is audited too.
 */
#ifndef DAGSIM_CHECK_SCENARIO_H
#define DAGSIM_CHECK_SCENARIO_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

/* A plain value, so that it may lie in shared memory. */
struct scenario_result {
	bool passed;
	unsigned line, lines; /* of the first difference; compared        */
	char policy[128];
	char text[4096]; /* what differs, and what happened instead       */
};

/* Runs the scenario in the file, under `policy` (NULL: its own).  False and
 * *e where it cannot be run: bad file, no policy.  Otherwise *out says. */
bool scenario_run(const char *path, const char *policy,
		  struct scenario_result *out, struct dag_error *e);

#endif
