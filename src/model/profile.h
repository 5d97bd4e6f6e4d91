/* profile.h - how long a batch of b jobs takes: C(b)
 *
 * A profile is a line a + c * b or a table of measured points.  Its numbers
 * are decimals kept exactly in units of 10^-15 ns, and each C(b) is rounded
 * once, half to even, to 1 ns; no double is involved.
 *
 * A table gives its points as they are and is defined everywhere else as the
 * batching library edgesched defines it (github.com/daniel-debrun/edgesched,
 * TableProfile.predict): below the first point flat; between two points
 * linear, a falling piece counting as flat; beyond the last point along the
 * last piece; and nowhere between or beyond below the first point's time.
 * A single point (b0, t0) is flat below and proportional above: t0 * b / b0.
 *
 * Cost: O(points) each; profiles are expanded to latency[] when a workload
 * is loaded and never evaluated in a run.
 */
#ifndef DAGSIM_MODEL_PROFILE_H
#define DAGSIM_MODEL_PROFILE_H

#include "base/time.h"

#include <stddef.h>
#include <stdint.h>

struct profile_point {
	uint32_t batch;
	int128 time; /* 10^-15 ns, > 0 */
};

struct profile {
	const struct profile_point *points; /* ascending; NULL: a line        */
	size_t n_points;
	int128 a, c; /* of the line, 10^-15 ns, >= 0                          */
};

/* C(b) in ns for 1 <= b; 0 where it is below half a nanosecond, -1 where it
 * is beyond INT64_MAX. */
dag_time profile_latency(const struct profile *p, uint32_t b);

#endif
