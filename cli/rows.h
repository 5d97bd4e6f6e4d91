/* rows.h - rows of a sweep, read back
 *
 * Tables, figures and merging work from rows alone, whether they were just
 * made or come from files.  A set of rows is complete when every row of its
 * sweep is there once; only a complete set is summed up.
 *
 * Ownership: everything lives in the arena given.  Cost: linear in the text.
 */
#ifndef DAGSIM_CLI_ROWS_H
#define DAGSIM_CLI_ROWS_H

#include "base/arena.h"
#include "base/error.h"
#include "cli/row_set.h"

#include <stdint.h>

/* Whose row a line is, and of which kind. */
struct row_name {
	enum row_kind kind;
	char sweep[17], workload[256];
	size_t row, rows;
};

/* False and *e where the line is no row. */
bool row_name(const char *line, size_t len, const char *file, unsigned number,
	      struct row_name *out, struct dag_error *e);

/* What is summed up of a run. */
enum rows_value {
	ROWS_MISS,
	ROWS_HIGH_MISS,
	ROWS_P5_NS, /* percentiles, ascending                            */
	ROWS_P25_NS,
	ROWS_P50_NS,
	ROWS_P75_NS,
	ROWS_P95_NS,
	ROWS_P99_NS,
	ROWS_UTILIZATION,
	ROWS_MEAN_BATCH,
	ROWS_HIGH_BATCH,
	ROWS_VALUES,
};

/* And of each stream of a run. */
enum rows_stream_value {
	ROWS_STREAM_MISS,
	ROWS_STREAM_P99_NS,
	ROWS_STREAM_BATCH,
	ROWS_STREAM_VALUES,
};

/* What a test said at all points, for `policy` and others of one mind; of a
 * test that says the same for all that it was asked for there is one. */
struct rows_answer {
	uint32_t test, policy, n_policies;
	const char *name; /* the test's; "TEST for POLICY" if several differ */
};

/* A complete sweep.  Row (point, policy, seed) stands at
 * (point * n_policies + policy) * n_seeds + seed. */
struct rows {
	const char *workload, *digest, *command, *baseline, *version;
	const char *first_seed;
	const char *file_name;         /* the workload's, fit for a file     */
	const char **targets;          /* n_points, as decimals              */
	const char **policies;         /* n_policies                         */
	const char **tests, **streams; /* in order of appearance             */
	uint32_t n_points, n_policies, n_seeds, n_tests, n_streams;
	uint32_t base;                /* the policy others are compared with  */
	double (*value)[ROWS_VALUES]; /* a row; NAN: not known               */
	/* Of a stream: row * n_streams + stream. */
	double (*stream)[ROWS_STREAM_VALUES];
	struct rows_answer *answers;
	uint32_t n_answers;
	double *scratch;       /* n_seeds                             */
	const char **verdicts; /* (point * n_policies + policy) * n_tests +
				* test; NULL: not for this policy            */
};

/* From the lines of a sweep in the order of its rows. */
bool rows_read(struct rows *out, char *const *lines, size_t n, struct arena *a,
	       struct dag_error *e);

/* Members of a row; NULL, NAN and 0 where they are not of the type. */
struct tree;
const struct tree *row_parse(struct arena *a, const char *line);
const char *row_text(const struct tree *row, const char *key);
double row_number(const struct tree *row, const char *key);
double row_value(const struct tree *v); /* of a member, or NULL               */
uint64_t row_count(const struct tree *row, const char *key);
/* A number, true or false as it is written, or NULL. */
const char *row_digits(const struct tree *row, const char *key);
/* Adds to the list of *n names those of keys that are prefix + NAME + suffix,
 * each once; returns the longer list. */
const char **row_names(struct arena *a, const struct tree *row,
		       const char *prefix, const char *suffix,
		       const char **list, uint32_t *n);

/* The lines of a file, ended by NUL each, in `a`. */
bool rows_lines(const char *file, struct arena *a, char ***lines, size_t *n,
		struct dag_error *e);

/* Are they the rows of one whole sweep, in order?  False and *e. */
bool rows_complete(const char *file, char *const *lines, size_t n,
		   enum row_kind *kind, struct dag_error *e);

/* The workload's name as a part of a file's name. */
const char *rows_file_name(struct arena *a, const char *workload);

/* A mean over seeds with its 95 % interval (Student's t over the seeds). */
struct estimate {
	double mean, half; /* NAN: not known                                 */
	uint32_t n;
};
struct estimate estimate_of(const double *x, uint32_t n);

/* Of one value of one policy at one point, and of a stream; of the difference
 * of a value to the baseline, paired by seed. */
struct estimate rows_mean(const struct rows *r, uint32_t point, uint32_t policy,
			  enum rows_value value);
struct estimate rows_stream(const struct rows *r, uint32_t point,
			    uint32_t policy, uint32_t stream,
			    enum rows_stream_value value);
struct estimate rows_stream_difference(const struct rows *r, uint32_t point,
				       uint32_t policy, uint32_t stream,
				       enum rows_stream_value value);
struct estimate rows_difference(const struct rows *r, uint32_t point,
				uint32_t policy, enum rows_value value);

/* Is any stream of high criticality? */
bool rows_have_high(const struct rows *r);

/* Finds the answers from the verdicts; rows_read has done so. */
void rows_group_answers(struct rows *r, struct arena *a);

/* What an answer is at the point: a verdict, or NULL. */
const char *rows_verdict(const struct rows *r, uint32_t point, uint32_t answer);

#endif
