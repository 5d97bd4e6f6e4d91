/* simulate.h - what `dagsim simulate` was asked for, and doing it
 *
 * One session is one command: a workload, some policies, one run for each,
 * then the reports.  All runs share the seed and so the arrivals and the
 * execution-time factors.  Scratch memory of a run is given back before the
 * next; what is reported lives in the command's arena.
 *
 * Files are put in place only after everything else has succeeded, stdout
 * included, so a failure leaves neither half a file nor a mixture of new and
 * old ones.
 */
#ifndef DAGSIM_CLI_SIMULATE_H
#define DAGSIM_CLI_SIMULATE_H

#include "cli/platform_args.h"
#include "cli/print.h"
#include "cli/workload_args.h"

struct simulate_args {
	struct workload_args workload;
	struct platform_args platform;
	struct opt_list policies;
	struct opt_time duration, releases_until, warmup;
	struct opt_seed seed;
	struct opt_choice noise, late; /* noise: 0 off, 1 on               */
	struct opt_choice tie;         /* enum tie_rule                    */
	struct opt_choice preset;
	bool release_core, idle_blind, shared_deadline, serial_nodes,
		polled_quantum, tick_successors, lost_posts;
	struct opt_time tick;
	struct ratio safety_factor;
	const char *releases, *schedule, *trace, *gantt;
	struct print_args print;
	bool fail_on_miss, quiet;
};

enum exit_code simulate_session(struct cli *cli,
				const struct simulate_args *args);

/* simulate_rules.c: the rules of the runtime, out of the options. */
struct sim_config;
void simulate_set_rules(struct sim_config *c, const struct simulate_args *args);
/* What has no meaning on a platform, or without one, is refused. */
bool simulate_check_platform(struct cli *cli, const struct simulate_args *args,
			     const struct workload *w);
/* Blindness is refused, or dropped with a warning, where a policy divides the
 * cores. */
bool simulate_check_blindness(struct sim_config *c,
			      const struct simulate_args *args,
			      struct dag_error *e);

#endif
