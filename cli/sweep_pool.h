/* sweep_pool.h - threads that make the rows of sweeps
 *
 * Threads take the rows that are missing, in order, and put each into its
 * sweep and its journal.  The calling thread waits, keeps a line on stderr up
 * to date where that is a terminal, has the journals synced, and watches for
 * SIGINT and SIGTERM: then the runs at hand are given up, the journals stay
 * valid, and the caller is told.
 */
#ifndef DAGSIM_CLI_SWEEP_POOL_H
#define DAGSIM_CLI_SWEEP_POOL_H

#include "cli/journal.h"
#include "cli/sweep.h"

struct pool_sweep {
	struct sweep *sweep;
	struct journal *journal;
};

struct pool_request {
	const struct pool_sweep *sweeps;
	size_t n_sweeps;
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
