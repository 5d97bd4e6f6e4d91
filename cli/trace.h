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
	struct opt_list policies;
};

enum exit_code trace_metrics(struct cli *cli);
enum exit_code trace_dump(struct cli *cli);

/* Goes on to the next section that --policy asks for. */
enum trace_read trace_next_wanted(struct trace_reader *r,
				  const struct trace_args *args,
				  const struct trace_header **h,
				  struct dag_error *e);

#endif
