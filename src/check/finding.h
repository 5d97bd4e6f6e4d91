/* finding.h - what was found wrong, in numbers and in words
 *
 * A plain value, so that a process of its own can leave it in shared memory.
 */
#ifndef DAGSIM_CHECK_FINDING_H
#define DAGSIM_CHECK_FINDING_H

#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

enum check_property {
	CHECK_HOLDS,       /* nothing was found                           */
	CHECK_PROTOCOL,    /* answers are those that policy.h allows      */
	CHECK_PURITY,      /* same state, queue and time: same answer     */
	CHECK_STATE,       /* nothing is written but the state's bytes    */
	CHECK_IDENTITY,    /* jobs are told apart by what they are, not by
			    * where they stand in memory                  */
	CHECK_DETERMINISM, /* a second run gives the same trace           */
	CHECK_ORDER,       /* the head is first in the declared order     */
	CHECK_KEYS,        /* keys change as jobs run, as declared        */
	CHECK_PREEMPTION,  /* the least urgent gives way to a more urgent */
	CHECK_IDLE,        /* work conserving: no waiting beside idleness */
	CHECK_WAIT,        /* what waits says until when                  */
	CHECK_BATCH,       /* batches are those of the declared rule      */
	CHECK_GUARD,       /* batching turns no predicted hit into a miss */
	CHECK_FAIRNESS,    /* no task is passed more often than declared  */
	CHECK_AUDIT,       /* the trace passes the audit                  */
	CHECK_ADMISSION,   /* what a test admits never misses             */
	CHECK_CRASH,       /* the policy ended on a signal, or the process */
	CHECK_HANG,        /* the policy did not answer in time           */
	CHECK_PROPERTIES
};

/* "protocol", "purity", ...; what it demands, as a clause. */
extern const char *const check_property_names[CHECK_PROPERTIES];
extern const char *const check_property_texts[CHECK_PROPERTIES];

struct check_finding {
	enum check_property property;
	dag_time t;           /* of the decision, where there is one       */
	uint64_t decision;    /* counted from 1 in its run; 0: none        */
	char text[400];       /* one sentence: what is broken              */
	char situation[4096]; /* lines: ready queue, executors, answer    */
};

/* Fills *f, unless something was found before.  Returns false. */
__attribute__((format(printf, 3, 4))) bool finding_set(struct check_finding *f,
						       enum check_property p,
						       const char *fmt, ...);

/* Appends to the situation, as far as there is room. */
__attribute__((format(printf, 2, 3))) void finding_add(struct check_finding *f,
						       const char *fmt, ...);

#endif
