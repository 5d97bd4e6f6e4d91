/* accept.h - which part of random task sets does each test accept?
 *
 * At every utilization of a grid, and for every value of one varied parameter
 * of the generator (model/generate.h) where there is one, the sets 1 to N are
 * made and put to every test that is sound for one of the policies, streams,
 * tasks and DAGs alike: tests are those of the one table (analysis/test.h).
 * Sets are numbered and keyed: set i is the same whatever the thread, and at
 * another utilization it keeps its periods and structure.  With a duration
 * each set is also run under each policy, with nominal times and the phases
 * that it was made with: the part without a miss bounds from above what a
 * test for that policy could accept, up to those phases and that horizon; it
 * is a reference, no guarantee.
 *
 * A test gives up at a set after ACCEPT_WORK steps, and the set counts as not
 * accepted but `not_proven`.  Counts are sums, so bytes depend neither on
 * threads nor on shards.  Intervals: Wilson, 95 %.  Weighted: the sum of U
 * times the part accepted, over the sum of U (Bastoni, Brandenburg and
 * Anderson, OSPERT 2010).
 *
 * Some tens of sets at one point are a row of the work (row_set.h), which is
 * what shards divide and a journal keeps; what is left at the end is a row a
 * point and column: the sums (accept_sum.h).
 *
 * Ownership: all but the lines lives in the arena of the command.
 */
#ifndef DAGSIM_CLI_ACCEPT_H
#define DAGSIM_CLI_ACCEPT_H

#include "analysis/test.h"
#include "cli/bench.h"
#include "cli/row_set.h"
#include "model/generate.h"

enum {
	ACCEPT_COLUMNS = 64,
	ACCEPT_WORK = 20000, /* steps after which a test gives up          */
	ACCEPT_ROWS = 20000, /* of the work, about, at most                */
	ACCEPT_SETS = 25,    /* of a row, at least where there are as many */
	ACCEPT_POINTS = 100000,
};

/* A column: a test asked for a policy, or for none where its scheduler is no
 * policy here; or (test NULL) a policy simulated. */
struct accept_column {
	const char *name; /* the test's, or "simulated POLICY"               */
	const struct analysis_test *test;
	const char *policy; /* a line-up of policies, or NULL                */
	struct policy_traits traits;
	bool bound; /* sets depend on it: see bound_set.h                    */
};

/* Row r is block r % n_blocks of point r / n_blocks; point p is utilization
 * p % n_points for value p / n_points. */
struct accept {
	struct row_set set; /* first                                         */
	struct generate_spec *specs;     /* n_values                         */
	const char *vary, **values;      /* NULL: nothing is varied          */
	const struct ratio *utilization; /* n_points; den: powers of ten     */
	struct accept_column columns[ACCEPT_COLUMNS];
	uint32_t n_values, n_points, n_columns, n_blocks;
	uint64_t first, n_sets, block; /* sets first .. first + n_sets - 1,
					* `block` of them a row              */
	bool per_core, timing;
	dag_time horizon; /* 0: do not simulate                              */
	const char *stem, *command, *digest;
};

/* accept_plan.c: what is asked, with all mistakes told. */
bool accept_plan(struct cli *cli, const struct bench_args *args,
		 struct accept *out);
/* The utilization of the sets at a point. */
struct ratio accept_utilization(const struct accept *x, size_t point);

/* accept_row.c: the maker of its rows. */
extern const struct row_maker accept_maker;

/* What is counted of a column over some sets: verdicts by kind (of a run:
 * schedulable, without a miss, or not), and time. */
struct accept_counts {
	uint64_t kind[4]; /* by enum verdict_kind                            */
	uint64_t time_ns, time_max_ns;
};
/* Adds what sets from, from + 1, ... to - 1 of a point say to counts[column].
 * False and *e, with e->code 0 where the worker's *stop was set. */
struct accept_worker;
bool accept_count(const struct accept *x, size_t point, uint64_t from,
		  uint64_t to, struct accept_worker *worker,
		  struct accept_counts *counts, struct dag_error *e);

/* Does all of it, files and words included. */
enum exit_code accept_run(struct cli *cli, const struct bench_args *args);

#endif
