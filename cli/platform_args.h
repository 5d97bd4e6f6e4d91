/* platform_args.h - the options that say on what platform a workload runs
 *
 * Commands that run workloads on a platform (platform/launch.h) embed struct
 * platform_args and list platform_options as a group.  Where the maps of
 * threads are those of a test of reservations, the test is asked here: the
 * platform does not see the analysis.
 */
#ifndef DAGSIM_CLI_PLATFORM_ARGS_H
#define DAGSIM_CLI_PLATFORM_ARGS_H

#include "cli/command.h"
#include "platform/launch.h"

struct platform_args {
	const char *platform; /* NULL: none                                */
	struct opt_choice map, per, admission, successors;
	struct opt_count queue;
	struct ratio margin;
	struct opt_time take;
	bool reclaim;
};

/* The first of them names the platform; commands that take several leave it
 * out. */
extern const struct option platform_options[];
#define PLATFORM_DETAIL_OPTIONS (platform_options + 1)

/* Refuses what acts on none of the platforms: the options given of those
 * above, and `more`, names without dashes, NULL-terminated. */
bool platform_check_options(struct cli *cli, const struct workload *w,
			    const struct platform_args *args,
			    const char *const *platforms, size_t n,
			    const char *const *more);

/* Does anything but the platform stand on the command line?  Its name, without
 * dashes; NULL: no. */
const char *platform_args_detail(const struct platform_args *args);

/* What of the options goes into a launch: all but policy, horizon and what
 * else is of the run.  `tick` of 0: the platform's.  False and cli->error
 * where a test finds no reservations (EXIT_NO). */
bool platform_launch_options(struct cli *cli, const struct platform_args *args,
			     const struct workload *w, dag_time tick,
			     struct launch_options *o);

/* Tells the notes of a launch on stderr, unless quiet. */
void platform_tell_notes(const struct launch *l, bool quiet);

#endif
