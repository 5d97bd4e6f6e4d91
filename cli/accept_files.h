/* accept_files.h - what an acceptance sweep leaves: rows, tables, figure */
#ifndef DAGSIM_CLI_ACCEPT_FILES_H
#define DAGSIM_CLI_ACCEPT_FILES_H

#include "cli/command.h"

struct accept_table {
	const char *stem, *command;
	uint64_t first, n_sets;
	uint32_t n_points, n_columns;
	const char **targets; /* n_points, as decimals                     */
	double *utilization;  /* the same                                  */
	const char **names;   /* n_columns: a test, or "simulated POLICY"  */
	bool *is_test;        /* n_columns                                 */
	uint64_t *accepted;   /* point * n_columns + column, of n_sets     */
};

/* STEM_accept.jsonl, .md and .csv in `dir`; unless NULL, STEM_accept.dat,
 * .gp, .png and .svg in `figures`.  Tells the names on stdout. */
bool accept_write(struct cli *cli, const struct accept_table *t,
		  const char *dir, const char *figures);

#endif
