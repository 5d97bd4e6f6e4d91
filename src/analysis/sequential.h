/* sequential.h - what the tests for tasks on one core at a time share
 *
 * Private to src/analysis; see sequential.c.
 */
#ifndef DAGSIM_ANALYSIS_SEQUENTIAL_H
#define DAGSIM_ANALYSIS_SEQUENTIAL_H

#include "analysis/cores.h"

extern const char *const sequential_assumes[];

/* Refuses tasks with W > L, and jitter. */
const char *sequential_refuse(const struct analysis_input *in);

#endif
