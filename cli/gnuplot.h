/* gnuplot.h - scripts drawn by gnuplot: one to an output, or several at once
 *
 * A figure is STEM.gp in a folder, beside its data; drawn, it is STEM.png and
 * STEM.svg there.  Scripts are gathered while tables are written and drawn at
 * the end: starting gnuplot takes as long as drawing a small figure, so a
 * process draws its share of them, and several processes run at once.  Each
 * script makes its picture from nothing, so neither is seen in the bytes.
 *
 * Where gnuplot is not there or fails, a note on stderr says so for each
 * script and that is all: data and scripts are whole.  A picture that gnuplot
 * could not write to its end, on a full disk, is removed and told of likewise.
 */
#ifndef DAGSIM_CLI_GNUPLOT_H
#define DAGSIM_CLI_GNUPLOT_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct figures {
	const char *folder; /* NULL: none are wanted                        */
	uint32_t at_once;   /* processes; 0: as many as processors          */
	bool untold;        /* no names on stdout                           */
	struct arena *arena;
	const char **stems;
	size_t n, cap;
};

/* STEM.gp and its data are written. */
void figures_add(struct figures *f, const char *stem);

/* Draws what was added and tells the names of the pictures on stdout, in the
 * order in which they were added; then there are none. */
void figures_draw(struct figures *f);

/* Draws what the script says for a terminal of that name, to out; whether out
 * could be written is told when it is committed.  False and *e where gnuplot is
 * not there or fails. */
typedef void gnuplot_script(FILE *to, const void *ctx, const char *form);
bool gnuplot_draw(gnuplot_script *write, const void *ctx, const char *form,
		  FILE *out, struct dag_error *e);

#endif
