/* finding.c - see finding.h */
#include "check/finding.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const check_property_names[CHECK_PROPERTIES] = {
	[CHECK_HOLDS] = "holds",
	[CHECK_PROTOCOL] = "protocol",
	[CHECK_PURITY] = "purity",
	[CHECK_STATE] = "state",
	[CHECK_IDENTITY] = "identity",
	[CHECK_DETERMINISM] = "determinism",
	[CHECK_ORDER] = "order",
	[CHECK_KEYS] = "keys",
	[CHECK_PREEMPTION] = "preemption",
	[CHECK_IDLE] = "work_conserving",
	[CHECK_WAIT] = "wait",
	[CHECK_BATCH] = "batch_rule",
	[CHECK_GUARD] = "guard",
	[CHECK_FAIRNESS] = "fairness",
	[CHECK_AUDIT] = "audit",
	[CHECK_ADMISSION] = "admission",
	[CHECK_CRASH] = "crash",
	[CHECK_HANG] = "hang",
};

const char *const check_property_texts[CHECK_PROPERTIES] = {
	[CHECK_HOLDS] = "nothing was found",
	[CHECK_PROTOCOL] = "answers are those that the protocol allows",
	[CHECK_PURITY] = "the same state, queue and time give the same answer",
	[CHECK_STATE] = "a policy writes nothing but the bytes of its state",
	[CHECK_IDENTITY] = "answers depend on what jobs are, not on their ids",
	[CHECK_DETERMINISM] = "a second run of the case gives the same trace",
	[CHECK_ORDER] = "the first job in the declared order goes first",
	[CHECK_KEYS] = "keys change as jobs run where that is declared only",
	[CHECK_PREEMPTION] = ("a job drives off the least urgent one, if that "
			      "comes behind it"),
	[CHECK_IDLE] = "work conserving: no waiting beside an idle executor",
	[CHECK_WAIT] = "a policy that waits is asked again",
	[CHECK_BATCH] = "batches are those of the declared rule",
	[CHECK_GUARD] = "batching turns no predicted hit into a miss",
	[CHECK_FAIRNESS] = "no task is passed more often than declared",
	[CHECK_AUDIT] = "the trace passes the audit",
	[CHECK_ADMISSION] = "what a test admits under this policy never misses",
	[CHECK_CRASH] = "the policy returns",
	[CHECK_HANG] = "the policy answers in time",
};

bool finding_set(struct check_finding *f, enum check_property p,
		 const char *fmt, ...)
{
	va_list ap;

	assert(p > CHECK_HOLDS && p < CHECK_PROPERTIES);
	if (f->property)
		return false;
	f->property = p;
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, ap);
	va_end(ap);
	return false;
}

void finding_add(struct check_finding *f, const char *fmt, ...)
{
	size_t used = strlen(f->situation);
	va_list ap;

	assert(used < sizeof(f->situation));
	va_start(ap, fmt);
	vsnprintf(f->situation + used, sizeof(f->situation) - used, fmt, ap);
	va_end(ap);
}
