/* workload_args.h - the options that say which workload is meant
 *
 * Every command that works on a workload takes the same options to scale it,
 * to choose what its profiles charge, and to say what a file leaves open: the
 * unit of its times, the cores, how they preempt.  A command embeds struct
 * workload_args and lists workload_options as a group.
 */
#ifndef DAGSIM_CLI_WORKLOAD_ARGS_H
#define DAGSIM_CLI_WORKLOAD_ARGS_H

#include "cli/command.h"
#include "model/workload.h"

struct workload_args {
	struct ratio scale, utilization;
	struct opt_choice quantile, unit, preemption;
	struct opt_count cores;
	struct opt_time dag_period, dag_deadline;
	struct opt_list overheads;
	const char *kernel;
	bool strict;
};

/* The named kernels and `none`: for completions. */
option_words kernel_word;

extern const struct option workload_options[];
/* Without those that scale: for commands that do so themselves. */
#define WORKLOAD_READING_OPTIONS (workload_options + 2)

/* The words of a command line that say again what of these options was given
 * (but for scaling); at most WORKLOAD_WORDS of them. */
enum { WORKLOAD_WORDS = 15 };
int workload_words(const struct workload_args *args, struct arena *a,
		   char **argv);

/* A workload, scaled as asked; the scaled one shares what the file's one
 * owns. */
struct opened {
	const struct workload *workload;
	struct workload *loaded, *scaled; /* scaled: NULL where as loaded   */
};

/* Loads `path` ("-": stdin), tells its warnings on stderr unless quiet, and
 * scales it as the options say.  False and cli->error. */
bool workload_open(struct cli *cli, const char *path,
		   const struct workload_args *args, bool quiet,
		   struct opened *out);
/* Unless quiet, that its executors are left aside, if it has any: for commands
 * that give nodes to cores themselves. */
void workload_tell_runtime(const struct workload *w, bool quiet);
/* Settings of policies are read with the workload, but only a policy knows
 * what they mean: checks those of all policies, also of those not run; and the
 * names of platforms that executors are for. */
bool workload_check_settings(struct cli *cli, const struct workload *w);
/* Loads the policies in shared objects among those of the command line, so
 * that a workload may hold settings of theirs.  Before workload_open. */
bool workload_load_policies(struct cli *cli, const char *const *names,
			    size_t n);
void workload_close(struct opened *o);

#endif
