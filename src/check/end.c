/* end.c - see end.h */
#define _POSIX_C_SOURCE 200809L /* strsignal */
#include "check/end.h"

#include <string.h>

void isolated_finding(const struct isolated *end, bool loaded, dag_time limit,
		      struct check_finding *f)
{
	const char *where = loaded ? "" : " while it was loaded";
	const char *colon = end->said[0] ? ": " : "";
	char span[32];

	time_format(span, sizeof(span), limit);
	switch (end->end) {
	case ISOLATED_SIGNAL:
		finding_set(f, CHECK_CRASH,
			    "the policy ended on signal %d (%s)%s%s%s",
			    end->value, strsignal(end->value), where, colon,
			    end->said);
		break;
	case ISOLATED_EXIT:
		finding_set(f, CHECK_CRASH,
			    "the policy ended the process, with exit code "
			    "%d%s%s%s",
			    end->value, where, colon, end->said);
		break;
	case ISOLATED_HANG:
		finding_set(f, CHECK_HANG,
			    "the policy did not answer within %s%s", span,
			    where);
		break;
	case ISOLATED_DONE:
	case ISOLATED_STOP:
		break;
	}
}
