/* noise.h - the parts of `dagsim noise`: what latencies are like
 *
 * An operand is a named kernel or the file of a histogram, each with settings
 * if any (rt.hist:column=Thr); the options are settings of all operands.  It
 * is read with the tables of model/load_latency.h, so what is described here
 * is what `kernel:` and --kernel mean by the same words.
 */
#ifndef DAGSIM_CLI_NOISE_H
#define DAGSIM_CLI_NOISE_H

#include "cli/command.h"
#include "model/load_latency.h"

#include <stdio.h>

struct noise_args {
	const char *column, *unit, *cap, *base;
	struct opt_choice format, tail;
	bool per_cpu, json;
	struct opt_choice term;
	const char *output;
};

/* One law: that of an operand, or of a column of it. */
struct noise_input {
	const char *name;  /* "rt.hist", "rt.hist Thr-003"                   */
	const char *about; /* what it is                                     */
	const struct latency_source *source;
	const struct law *law;
	struct hist_told told; /* of a histogram                              */
	double overflow_ns;    /* where its last bin ends                     */
	/* The tail: of the law where it is a Pareto's, else of a fit above the
	 * 99 % point; sigma 0: none. */
	struct gpd tail;
	double threshold, share; /* where it begins, ns; probability above    */
	const char *tail_text;
};

/* noise_tell.c */
void noise_list(FILE *out);
void noise_describe(FILE *out, const struct noise_input *in, size_t n);
void noise_json(FILE *out, const struct cli *cli, const struct noise_input *in,
		size_t n);
/* noise_fit.c: a block for a workload, and for --kernel. */
void noise_fit(FILE *out, const struct cli *cli, const struct noise_input *in);

/* noise_figure.c: box plots beside exceedances on logarithmic axes.  `data` is
 * a file or a block "$data"; form NULL: PNG and SVG named after `stem`. */
void noise_figure_data(FILE *out, const struct noise_input *in, size_t n);
void noise_figure_script(FILE *out, const struct noise_input *in, size_t n,
			 const char *data, const char *stem, const char *form);

#endif
