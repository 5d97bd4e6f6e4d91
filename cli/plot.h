/* plot.h - the parts of `dagsim plot`
 *
 * plot.c        sweeps; options; running gnuplot
 * plot_trace.c  runs of a trace
 */
#ifndef DAGSIM_CLI_PLOT_H
#define DAGSIM_CLI_PLOT_H

#include "cli/command.h"

enum { TERM_DUMB, TERM_PNG, TERM_SVG, TERM_GP };

struct plot_args {
	struct opt_choice term, figure, response;
	struct opt_list policies, tasks;
	const char *output, *gantt;
	bool backlog;
};

extern const char *const plot_terminals[];

/* Does the command line ask for a picture of a trace? */
bool plot_wants_trace(const struct plot_args *args);
/* False and cli->error. */
bool plot_trace(struct cli *cli);

#endif
