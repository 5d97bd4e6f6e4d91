/* sweep_table.h - what a sweep amounts to, for people and for programs
 *
 * Markdown: a table for all streams, one for those of high criticality, and
 * the paired differences to the baseline; a row a utilization, a column a
 * policy (mean over the seeds, with the half width of its 95 % interval),
 * then a column a test.  CSV: the same and more, a line a utilization, part
 * (all, high, or a stream) and policy.
 */
#ifndef DAGSIM_CLI_SWEEP_TABLE_H
#define DAGSIM_CLI_SWEEP_TABLE_H

#include "cli/rows.h"

#include <stdio.h>

void table_markdown(FILE *out, const struct rows *r);
void table_csv(FILE *out, const struct rows *r);

#endif
