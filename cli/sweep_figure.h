/* sweep_figure.h - a sweep as a picture, drawn by gnuplot
 *
 * A picture is two files that a user may restyle: NAME.dat, a block of lines
 * a policy, and NAME.gp, a script that reads it and makes NAME.png and
 * NAME.svg.  Miss rate against utilization, a line a policy with a band for
 * the 95 % interval, all streams beside those of high criticality; vertical
 * lines mark how far each test admits.  Colours are those of Okabe and Ito,
 * which people with any colour vision can tell apart, and every line has a
 * mark of its own.
 */
#ifndef DAGSIM_CLI_SWEEP_FIGURE_H
#define DAGSIM_CLI_SWEEP_FIGURE_H

#include "cli/rows.h"

#include <stdbool.h>
#include <stdio.h>

/* The .dat file. */
void figure_data(FILE *out, const struct rows *r);

/* The .gp file for `data` (a file, or a block "$data"); draws PNG and SVG
 * named after `stem`, or, with a terminal ("dumb", "png", "svg"), once to
 * gnuplot's standard output. */
void figure_script(FILE *out, const struct rows *r, const char *data,
		   const char *stem, const char *terminal);

/* The last point up to which a test admits every one; -1: not the first. */
int figure_limit(const struct rows *r, uint32_t answer);

/* What all figures share: colour (RRGGBB) and mark of line i; the line that
 * sets a terminal ("png", "svg", "dumb") of about `width` pixels, with room for
 * a key of so many lines. */
uint32_t figure_colours(void); /* after so many they begin again        */
const char *figure_colour(uint32_t i);
int figure_mark(uint32_t i);
void figure_terminal(FILE *out, const char *form, int width, uint32_t lines);

/* A text, or two in one, within single quotes of gnuplot. */
void figure_quoted(FILE *out, const char *s);
void figure_quoted2(FILE *out, const char *s, const char *t);
/* The same as the name of a tic, which gnuplot takes for a format; what would
 * be too long beside a plot is cut. */
void figure_tic(FILE *out, const char *s);

#endif
