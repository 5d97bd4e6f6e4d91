/* print.h - the report of runs on stdout, in the form that was asked for */
#ifndef DAGSIM_CLI_PRINT_H
#define DAGSIM_CLI_PRINT_H

#include "cli/command.h"
#include "trace/report.h"

/* Options of every command that reports runs. */
struct print_args {
	bool json, csv, prometheus, nodes;
	struct opt_choice response; /* enum metrics_response */
};
extern const struct option print_options[];

/* At most one form?  False and cli->error. */
bool print_check(struct cli *cli, const struct print_args *args);
/* The table, or the form asked for.  n >= 1. */
void print_runs(const struct print_args *args, const struct report_run *runs,
		size_t n);

#endif
