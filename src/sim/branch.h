/* branch.h - a run that can be left at any instant, and taken up there again
 *
 * What a search needs that tries, from one state, one thing and then another:
 * the state of simulator and policy is copied out as bytes, and copied back,
 * instead of running from the beginning each time.  Releases are not known
 * beforehand; they are handed in at the instant at which they happen.
 *
 * Every state has a print.  Two states of equal prints go on equally: jobs
 * that wait or run, in the order of the queues, what is left of them, what is
 * under way, and the bytes of the policy's state.  Times count from now, so
 * that what happens over and over again is one state; `absolute` prints count
 * them from 0, for policies that may look at the clock.  Prints are hashes of
 * 128 bits: that two states share one by chance is left out of account.
 *
 * Late jobs run on, execution times are those of config.times.  Only small
 * runs can branch: BRANCH_SLOTS unfinished nodes, and neither overheads, rules
 * of runtimes nor delays that are drawn (branch_suits).
 *
 * Ownership: branch_close frees it; the config's workload, policies and times
 * outlive it.  An image may be put back as often as one likes, into the branch
 * that it comes from.  Cost: 10 to 30 kB an image, some microseconds a step.
 */
#ifndef DAGSIM_SIM_BRANCH_H
#define DAGSIM_SIM_BRANCH_H

#include "sim/sim.h"

enum { BRANCH_SLOTS = 64, BRANCH_ARRIVALS = 64 };

enum branch_end {
	BRANCH_GOES_ON,
	BRANCH_BROKEN, /* the policy broke the protocol                   */
	BRANCH_FULL,   /* too much is unfinished for an image             */
};

struct branch;

bool branch_suits(const struct sim_config *c);

/* At time 0, before anything has happened.  Requires branch_suits and a
 * placement.  NULL and *e where the run cannot be set up. */
struct branch *branch_open(const struct sim_config *c, struct dag_error *e);
void branch_close(struct branch *b);

/* When something happens of itself, or DAG_TIME_MAX. */
dag_time branch_next(const struct branch *b);
/* The earliest deadline of an unfinished job, or DAG_TIME_MAX. */
dag_time branch_due(const struct branch *b);

/* Everything that happens at t, not after branch_next and not before what has
 * happened: with n releases, all at t, their ties ascending. */
enum branch_end branch_step(struct branch *b, dag_time t,
			    const struct release *list, size_t n);

size_t branch_bytes(const struct branch *b);
void branch_save(struct branch *b, void *to);
void branch_restore(struct branch *b, const void *from);

struct branch_print {
	uint64_t a, b;
};
struct branch_print branch_print(const struct branch *b, bool absolute);

#endif
