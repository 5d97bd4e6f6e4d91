/* askdag.h - ask a test for several cores about a workload
 *
 *     ask_dag(w, "fp_melani15", NULL, &v);            under what it stands for
 *     ask_dag(w, "fp_melani15", "gfp:priority=rm", &v);
 *
 * The platform's preemption becomes that of the test, unless the test covers
 * the platform as it is.  Verdicts live until ask_dag_reset.
 */
#ifndef DAGSIM_TESTS_ASKDAG_H
#define DAGSIM_TESTS_ASKDAG_H

#include "analysis/test.h"

void ask_dag(struct workload *w, const char *test, const char *lineup,
	     struct verdict *v);

/* The set that the last question was about. */
const struct analysis_set *ask_dag_set(void);

/* Ends the life of all verdicts so far. */
void ask_dag_reset(void);

#endif
