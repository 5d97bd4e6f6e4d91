/* row_set.h - the rows of a sweep, whoever makes them
 *
 * A sweep is a numbered set of rows, each one line of JSON and a function of
 * the sweep and its number alone: nothing depends on which thread made it,
 * when, or after how many interruptions.  What all kinds of sweeps have in
 * common (threads: row_pool.h, a journal: journal.h, shards: merge) knows
 * them as a row_set, which is the first member of what describes the sweep.
 *
 * Ownership: lines come from malloc and belong to the set.
 */
#ifndef DAGSIM_CLI_ROW_SET_H
#define DAGSIM_CLI_ROW_SET_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_HASH_SIZE = 17, ROWS_MAX = 10000000 };

/* By their schema. */
enum row_kind {
	ROW_SWEEP,       /* a run: dagsim.bench/1                            */
	ROW_ACCEPT_PART, /* some sets at a point: dagsim.accept.part/1       */
	ROW_ACCEPT,      /* a point and test, summed up: dagsim.accept/1     */
	ROW_KINDS,
};

struct row_set;

/* How rows are made.  A worker is what one thread needs; it is reused from
 * row to row. */
struct row_maker {
	enum row_kind kind;
	/* What has to be known before rows are made, in n_parts parts, and
	 * which of them a row needs; NULL where there is nothing. */
	void (*prepare)(struct row_set *s, size_t part, void *worker);
	size_t (*part)(const struct row_set *s, size_t row);
	/* The row as a line for free(), or NULL and *e; NULL with e->code 0
	 * where *stop was set meanwhile. */
	char *(*make)(struct row_set *s, size_t row, void *worker,
		      struct dag_error *e);
	void *(*worker_new)(atomic_bool *stop);
	void (*worker_free)(void *worker);
};

struct row_set {
	const struct row_maker *maker;
	char hash[ROW_HASH_SIZE]; /* over all that decides the rows        */
	size_t n_parts;           /* of what is to be prepared             */
	size_t n_rows;
	char **lines; /* n_rows, each with its newline; NULL: not there yet  */
};

/* n_rows is set: room for the lines. */
void row_set_init(struct row_set *s);
void row_set_free(struct row_set *s);

/* The hash of a text that tells all that decides the rows. */
void row_set_hash(struct row_set *s, const char *text);

#endif
