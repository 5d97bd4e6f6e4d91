/* trace.h - the parts of `dagsim trace`: one function for each thing asked
 *
 * Each gets the command line and returns an exit code as a command does.
 * Files are read as a stream; what is kept is said there.
 */
#ifndef DAGSIM_CLI_TRACE_H
#define DAGSIM_CLI_TRACE_H

#include "cli/print.h"
#include "trace/trace_file.h"

struct trace_args {
	struct print_args print;
	struct opt_list policies, chains;
	bool where;
	const char *window;
	struct opt_choice to, pid; /* export */
	struct opt_time from, to_time;
	const char *output;
};

enum exit_code trace_metrics(struct cli *cli);
enum exit_code trace_dump(struct cli *cli);
enum exit_code trace_audit(struct cli *cli);
enum exit_code trace_diff(struct cli *cli);
enum exit_code trace_gantt(struct cli *cli);
enum exit_code trace_schedule(struct cli *cli);
enum exit_code trace_export(struct cli *cli);

/* Goes on to the next section that --policy asks for; *h is NULL at first.
 * A file without any is an error. */
enum trace_read trace_next_wanted(struct cli *cli, struct trace_reader *r,
				  const struct trace_header **h);

#endif
