/* row_pool.h - threads that make the rows of sweeps
 *
 * Threads prepare what rows need, then take the rows that are missing and put
 * each into its set and its journal.  A part may take as long as all else, so
 * none waits for it while rows that need other parts are left: those are taken
 * part by part, as parts are done, and in order.  The calling thread waits,
 * keeps a line on stderr up to date where that is a terminal, has the journals
 * synced, and watches for SIGINT and SIGTERM: then the runs at hand are given
 * up, the journals stay valid, and the caller is told.
 */
#ifndef DAGSIM_CLI_ROW_POOL_H
#define DAGSIM_CLI_ROW_POOL_H

#include "cli/journal.h"
#include "cli/row_set.h"

struct pool_set {
	struct row_set *set;
	struct journal *journal;
};

struct pool_request {
	const struct pool_set *sets;
	size_t n_sets;
	uint32_t threads;
	uint32_t shard, n_shards; /* rows r with r % n_shards == shard       */
	bool progress;
};

enum pool_status {
	POOL_DONE,
	POOL_FAILED,      /* *e tells                                        */
	POOL_INTERRUPTED, /* by SIGINT                                       */
	POOL_TERMINATED,  /* by SIGTERM                                      */
};

/* *made: rows that were made; *left: rows of the shard still missing. */
enum pool_status pool_run(const struct pool_request *q, size_t *made,
			  size_t *left, struct dag_error *e);

#endif
