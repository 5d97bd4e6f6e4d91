/* accept.h - which part of random task sets does each test accept?
 *
 * At every utilization of a grid, sets 1 to N of a generator
 * (model/generate.h) are made and put to every test that is sound for one of
 * the policies.  Sets are numbered and keyed: set i is the same whatever the
 * thread, and at another utilization it keeps its periods and structure.
 * With a duration each set is also run under each policy, with nominal times
 * and the phases that it was made with: the part without a miss bounds from
 * above what a test for that policy could accept, up to those phases and that
 * horizon; it is a reference, no guarantee.
 *
 * A test gives up at a set after a few thousand steps, and the set counts as
 * not accepted.  Counts are sums, so the bytes do not depend on threads.
 * Intervals: Wilson, 95 %.  Weighted: the sum of U times the part accepted,
 * over the sum of U (Bastoni, Brandenburg and Anderson, OSPERT 2010).
 */
#ifndef DAGSIM_CLI_ACCEPT_H
#define DAGSIM_CLI_ACCEPT_H

#include "cli/command.h"
#include "model/generate.h"

struct accept_request {
	const char *spec;      /* file of a generator's spec                 */
	const char **policies; /* names; n 0: all that fit                   */
	size_t n_policies;
	struct ratio util_min, util_max, util_step;
	uint64_t n_sets;
	bool has_only; /* put set `only` alone to the tests, and print      */
	uint64_t only;
	dag_time horizon; /* 0: do not simulate                              */
	uint32_t threads;
	const char *out_dir, *figure_dir;
};

/* Does all of it, files and words included. */
bool accept_run(struct cli *cli, const struct accept_request *q);

#endif
