/* accept_sum.h - the rows of an acceptance sweep, summed up and read back
 *
 * The work leaves a line for some tens of sets at a point (accept.h); what
 * users get is a line a point and column, the sum over all its sets.  Tables
 * and figures are made from those lines alone, whether they were just made,
 * merged from shards or read from a file.
 *
 * Ownership: everything lives in the arena given.
 */
#ifndef DAGSIM_CLI_ACCEPT_SUM_H
#define DAGSIM_CLI_ACCEPT_SUM_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct accept_cell {
	uint64_t sets, accepted, refused, not_proven, not_applicable;
	uint64_t time_ns, time_max_ns; /* sum and most over the sets        */
};

struct accept_table {
	const char *stem, *file_name, *command, *version, *digest, *seed;
	const char *sweep; /* hash                                           */
	const char *vary;  /* NULL: nothing is                               */
	bool per_core, timed;
	uint32_t n_values, n_points, n_columns;
	const char **values;  /* n_values; a single one may be ""            */
	const char **targets; /* n_points, as decimals                       */
	double *utilization;  /* the same                                    */
	const char **names;   /* n_columns: a test, or "simulated POLICY"    */
	struct accept_cell *cells; /* (value * n_points + point) * n_columns
				    * + column                              */
};

/* From all lines of the work, in the order of its rows. */
bool accept_sum(struct accept_table *t, char *const *lines, size_t n,
		struct arena *a, struct dag_error *e);

/* The lines of the table, each with its newline, and back. */
char **accept_lines(const struct accept_table *t, struct arena *a, size_t *n);
bool accept_read(struct accept_table *t, char *const *lines, size_t n,
		 struct arena *a, struct dag_error *e);

const struct accept_cell *accept_at(const struct accept_table *t,
				    uint32_t value, uint32_t point,
				    uint32_t column);
/* The part of the sets that is accepted; of all loads of a value, weighted by
 * the load.  NAN where the test is not for any of the sets. */
double accept_part(const struct accept_cell *c);
double accept_weighted(const struct accept_table *t, uint32_t value,
		       uint32_t column);
/* Is it a test?  Else a simulation, which guarantees nothing. */
bool accept_is_test(const struct accept_table *t, uint32_t column);

#endif
