/* accept_count.h - the counting behind accept.h, on threads */
#ifndef DAGSIM_CLI_ACCEPT_COUNT_H
#define DAGSIM_CLI_ACCEPT_COUNT_H

#include "analysis/test.h"
#include "base/time.h"
#include "model/generate.h"
#include "policies/policy.h"

#include <stdatomic.h>

enum {
	ACCEPT_COLUMNS = 64,
	ACCEPT_WORK =
		2000, /* steps after which a test gives up: not accepted */
};

/* A column: a test asked for a policy, or (test NULL) a policy simulated. */
struct accept_column {
	const struct analysis_test *test;
	const struct policy_ops *policy;
};

struct accept_plan {
	struct generate_spec spec;
	const struct ratio *utilization; /* n_points                         */
	struct accept_column columns[ACCEPT_COLUMNS];
	uint32_t n_points, n_columns, threads;
	uint64_t first, n_sets; /* numbers first .. first + n_sets - 1       */
	dag_time horizon;
};

/* accepted[point * n_columns + column], zeroed by the caller.  False and *e
 * where a set cannot be made or a policy breaks the protocol. */
bool accept_count(const struct accept_plan *p, atomic_uint_least64_t *accepted,
		  struct dag_error *e);

#endif
