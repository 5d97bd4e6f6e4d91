/* unplaced.h - verdicts on sets that the policy itself does not take
 *
 * A policy that divides the cores may find no place for some task.  Then it
 * runs nothing, so nothing is admitted; but that first fit fails proves
 * little: another fit, or another policy, may place the same tasks.  So the
 * verdict is not_proven, with the policy's own words, unless one of these
 * shows that nobody could:
 *
 *   - a path of a task is longer than its deadline (less jitter);
 *   - the charged utilization is above the number of cores;
 *   - where a task goes to one core as a whole: its work is longer than its
 *     deadline, or than its period;
 *   - on a single core: the test for that core says so.
 *
 * Private to src/analysis.  Texts live in the input's arena.
 */
#ifndef DAGSIM_ANALYSIS_UNPLACED_H
#define DAGSIM_ANALYSIS_UNPLACED_H

#include "analysis/test.h"

/* The verdict on a set with `unplaced`; *v is preset, the test applies. */
void unplaced_verdict(const struct analysis_test *t,
		      const struct analysis_input *in, struct verdict *v);

#endif
