/* check_policy.h - `dagsim check-policy`: what is asked, and telling it
 *
 * check_policy.c       options, order of work
 * check_policy_tell.c  the report, and the workload that shows what is broken
 */
#ifndef DAGSIM_CLI_CHECK_POLICY_H
#define DAGSIM_CLI_CHECK_POLICY_H

#include "check/check.h"
#include "cli/command.h"

struct check_policy_args {
	struct opt_count cases, only;
	struct opt_seed seed;
	struct opt_time seconds, limit;
	struct opt_choice tie;
	struct opt_list scenarios;
	const char *workload, *out;
	bool idle_blind, shared_deadline, serial_nodes, polled_quantum;
	bool json, quiet;
};

/* Writes the report, and the small workload to a file of its own. */
bool check_policy_tell(struct cli *cli, const struct check_request *q,
		       const struct check_report *r);

#endif
