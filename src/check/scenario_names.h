/* scenario_names.h - do the names on a line of a scenario mean anything?
 *
 * A job that no task has, or an executor that is not there, would only read
 * as something that did not happen; more likely it is a slip of the pen.
 */
#ifndef DAGSIM_CHECK_SCENARIO_NAMES_H
#define DAGSIM_CHECK_SCENARIO_NAMES_H

#include "base/error.h"
#include "trace/trace.h"

/* `what` is a verb and jobs, with single blanks between; `where` an executor
 * or NULL.  False and *e with a suggestion. */
bool scenario_names_exist(const struct trace_header *h, const char *what,
			  const char *where, struct dag_error *e);

#endif
