/* progress.h - how far a run is, on a terminal
 *
 * A sink that, from half a second on, keeps one line on stderr up to date:
 *
 *     edf_batch  41 %  3.2 s
 *
 * Nothing is printed where stderr is no terminal.  Cost: a look at the clock
 * every few thousand records.
 */
#ifndef DAGSIM_CLI_PROGRESS_H
#define DAGSIM_CLI_PROGRESS_H

#include "trace/trace.h"

#include <time.h>

struct progress {
	struct trace_sink sink;
	const char *what;
	dag_time horizon;
	struct timespec start;
	uint64_t seen, next_look;
	double shown; /* seconds since start; 0: nothing yet               */
};

/* Is there anybody to tell? */
bool progress_wanted(bool quiet);
struct trace_sink *progress_begin(struct progress *p, const char *what,
				  dag_time horizon);
/* Removes the line, if there is one. */
void progress_end(struct progress *p);

#endif
