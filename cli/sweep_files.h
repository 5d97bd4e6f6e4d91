/* sweep_files.h - the files that a complete sweep leaves */
#ifndef DAGSIM_CLI_SWEEP_FILES_H
#define DAGSIM_CLI_SWEEP_FILES_H

#include "cli/command.h"
#include "cli/gnuplot.h"
#include "cli/rows.h"

/* Makes the folder with those above it, and sees whether a file can be made
 * in it. */
bool files_folder(const char *path, struct arena *a, struct dag_error *e);

/* "DIR/NAME_points.jsonl", or of a shard "DIR/NAME_points.2-of-8.jsonl";
 * n_shards: 0 if it is none. */
const char *files_points(struct arena *a, const char *dir, const char *name,
			 uint32_t shard, uint32_t n_shards);

/* Writes NAME_table.md and NAME_table.csv into `dir` and, where figures are
 * wanted, their data and scripts, and adds them; tells the names on stdout. */
bool files_write(struct cli *cli, const struct rows *r, const char *dir,
		 struct figures *figures);

/* Reads the lines, sums up, writes as above. */
bool files_from_lines(struct cli *cli, char *const *lines, size_t n,
		      const char *dir, struct figures *figures);

#endif
