/* same_workload.h - are two workloads the same in all but where they stood?
 *
 * Compares everything that a run or a test can see; not file, digest, lines
 * and warnings.  Noise is compared by its parameters and by what it draws.
 */
#ifndef DAGSIM_TESTS_SAME_WORKLOAD_H
#define DAGSIM_TESTS_SAME_WORKLOAD_H

#include "model/workload.h"

/* NULL where they are; else what differs, valid until the next call. */
const char *workload_difference(const struct workload *a,
				const struct workload *b);

/* Writes w, loads that, and compares; NULL or what went wrong. */
const char *workload_round_trip(const struct workload *w);

#endif
