/* window.h - the options of a drawing: which stretch, how wide */
#ifndef DAGSIM_CLI_WINDOW_H
#define DAGSIM_CLI_WINDOW_H

#include "cli/command.h"
#include "trace/gantt.h"

/* "" (the first miss) or "FROM..TO", plain numbers in seconds.  False and
 * cli->error.  The width is that of the terminal, else 80. */
bool gantt_window(struct cli *cli, const char *text, struct gantt_options *out);

#endif
