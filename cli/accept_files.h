/* accept_files.h - what an acceptance sweep leaves: rows, tables, figures */
#ifndef DAGSIM_CLI_ACCEPT_FILES_H
#define DAGSIM_CLI_ACCEPT_FILES_H

#include "cli/accept_sum.h"
#include "cli/command.h"
#include "cli/gnuplot.h"

/* "DIR/NAME_accept.jsonl", or of a shard "DIR/NAME_accept.2-of-8.jsonl";
 * n_shards: 0 if it is none. */
const char *accept_points(struct arena *a, const char *dir, const char *name,
			  uint32_t shard, uint32_t n_shards);

/* Beside the rows: NAME_accept.md and .csv in `dir`; where
 * figures are wanted, NAME_accept.dat and .gp, and the same of NAME_panels and
 * NAME_times where values were varied and times measured, which are added.
 * Tells the names on stdout. */
bool accept_write(struct cli *cli, const struct accept_table *t,
		  const char *dir, struct figures *figures);

#endif
