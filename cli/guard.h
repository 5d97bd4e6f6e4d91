/* guard.h - if a policy from a shared object takes the process down
 *
 * Commands run policies in their own process, and a policy from elsewhere may
 * crash, call exit(), or never answer.  Once one is about to be loaded the
 * guard stands: it says which policy, on what it ended and what was under way,
 * removes half written files, and ends the process with an exit code that is
 * no result.  `dagsim check-policy` finds out the rest.
 *
 * A policy does not answer if it takes more than two seconds of processor time
 * for one call (a decision, say), or sleeps for six; guard_limit sets another
 * time.  Every thread is watched; one that waits for a processor is not blamed.
 * Decisions do not depend on it: nothing is told to the policy.
 *
 * This is a matter of the process, so the text that the handlers print lies in
 * the one place here.  Without plugins nothing is installed.
 */
#ifndef DAGSIM_CLI_GUARD_H
#define DAGSIM_CLI_GUARD_H

#include "base/error.h"
#include "base/time.h"

/* A line-up is about to be loaded: stand guard if it names a shared object. */
void guard_plugin(const char *spec);

/* With which code the process ends; EXIT_USAGE unless told. */
void guard_code(enum exit_code code);

/* What is under way: "case N of seed S", for the message. */
void guard_case(uint64_t number, uint64_t seed);

/* From now on: more than `limit` of processor time, or three times that asleep,
 * in one call or between two guard_case means that the policy does not answer.
 */
void guard_limit(dag_time limit);

/* The command has come to its end by itself. */
void guard_done(void);

#endif
