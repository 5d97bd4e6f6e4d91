/* sweep_response.h - the response times of a sweep as box plots
 *
 * A box a policy at up to four of the loads, on one logarithmic scale:
 * quartiles with the median, whiskers from the 5th to the 95th percentile,
 * and the policy's mark at the 99th; each is a mean over seeds of the
 * percentile of a run.  Colours and marks are those of the other figure
 * (sweep_figure.h), and data and script stand beside it in the same way: the
 * data has all loads.
 */
#ifndef DAGSIM_CLI_SWEEP_RESPONSE_H
#define DAGSIM_CLI_SWEEP_RESPONSE_H

#include "cli/rows.h"

#include <stdio.h>

void response_data(FILE *out, const struct rows *r);
/* As figure_script; the pictures are STEM_response.png and .svg. */
void response_script(FILE *out, const struct rows *r, const char *data,
		     const char *stem, const char *form);

#endif
