/* accept_figure.h - an acceptance sweep as pictures, drawn by gnuplot
 *
 * Acceptance: the part of the sets that each test accepts against the
 * utilization, with Wilson 95 % intervals as bands; where a parameter was
 * varied, the weighted part against its values.  Times: the mean processor
 * time of each test for one set, on a logarithmic scale.  Panels: where a
 * parameter was varied, the part accepted against the utilization, a column of
 * panels for each value and a row for each policy that was simulated.  What is
 * simulated is dashed, and marked as no guarantee.  Data and script as in
 * sweep_figure.h.
 */
#ifndef DAGSIM_CLI_ACCEPT_FIGURE_H
#define DAGSIM_CLI_ACCEPT_FIGURE_H

#include "cli/accept_sum.h"

#include <stdio.h>

/* The .dat of each figure: a block a column, for panels a block a value and
 * column. */
void accept_figure_data(FILE *out, const struct accept_table *t);
void accept_times_data(FILE *out, const struct accept_table *t);
void accept_panels_data(FILE *out, const struct accept_table *t);

/* The .gp; `data` and `form` as for figure_script. */
void accept_figure_script(FILE *out, const struct accept_table *t,
			  const char *data, const char *form);
void accept_times_script(FILE *out, const struct accept_table *t,
			 const char *data, const char *form);
/* Only where something was varied. */
void accept_panels_script(FILE *out, const struct accept_table *t,
			  const char *data, const char *form);

#endif
