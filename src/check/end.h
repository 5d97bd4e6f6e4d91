/* end.h - how a process of a policy ended, as a finding */
#ifndef DAGSIM_CHECK_END_H
#define DAGSIM_CHECK_END_H

#include "check/finding.h"
#include "check/isolate.h"

/* Nothing where it ended well.  `loaded`: the policy had been loaded;
 * `limit`: how long it was allowed to be silent. */
void isolated_finding(const struct isolated *end, bool loaded, dag_time limit,
		      struct check_finding *f);

#endif
