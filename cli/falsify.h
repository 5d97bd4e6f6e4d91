/* falsify.h - `dagsim falsify`: looking for arrivals that miss
 *
 * falsify.c       options, the search
 * falsify_tell.c  what was found: words, trace, drawing
 * falsify_file.c  files that replay it
 */
#ifndef DAGSIM_CLI_FALSIFY_H
#define DAGSIM_CLI_FALSIFY_H

#include "check/attack.h"
#include "cli/output.h"
#include "cli/workload_args.h"
#include "policies/lineup.h"
#include "trace/gantt.h"

struct falsify_args {
	struct workload_args workload;
	const char *policy;
	struct opt_count cases;
	struct opt_time seconds, length, limit;
	struct opt_seed seed;
	struct opt_choice phases, times, tie;
	const char *trace, *gantt, *releases, *save;
	bool json, quiet;
};

/* The job that misses first in the witness. */
struct falsify_miss {
	bool found;
	uint32_t task;
	uint64_t instance;
	dag_time t, deadline;
};

/* What a batch took that took less than C(b). */
struct falsify_time {
	uint32_t task, node;
	uint64_t instance;
	dag_time time;
};

struct falsify {
	struct cli *cli;
	const struct falsify_args *args;
	struct opened opened;
	const char *lineup_given;
	struct lineup lineup;
	bool foreign;             /* a policy from elsewhere              */
	struct sim_config config; /* of the search                        */
	struct attack_result result;
	struct attack_explored explored; /* in all searches, nodes whole  */
	unsigned searches;
	uint32_t left_out; /* node that takes no time, or NONE            */
	uint64_t plans;    /* of all searches                             */
	struct falsify_miss miss;
	struct gantt_options window;
	struct gantt *gantt;
	struct output trace_file, releases_file, save_file;
	struct sim_times listener;  /* passes on what result.times says    */
	struct falsify_time *times; /* that some batch took               */
	size_t n_times, cap_times;
	const char *replay; /* the command that replays it, or NULL       */
	char *story; /* the witness, a line a record, up to the miss      */
	size_t story_len;
	struct arena scratch;
};

/* Replays what was found into story, trace and drawing, and prints the
 * report; files are put in place.  False and cli->error. */
bool falsify_tell(struct falsify *f);

/* falsify_file.c: the times of the witness, heard as it is replayed; NULL where
 * all take C(b). */
const struct sim_times *falsify_listen(struct falsify *f);
/* Arrivals and workload as asked for, not yet put in place, and the command
 * that replays them. */
bool falsify_write(struct falsify *f);

#endif
