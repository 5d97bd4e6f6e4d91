/* audit.h - is this trace possible? judged from the trace alone
 *
 * The auditor sees the header and the records and nothing else.  It keeps
 * its own books of jobs, nodes and executors and checks every record against
 * them; it shares no code with the simulator or the policies, so a fault on
 * one side does not hide on the other.  What it checks:
 *
 *   order       times never go back; at one instant finishes, then releases,
 *               then decisions, then what is open at the horizon
 *   release     instances count up from 0; nominal times follow phase and
 *               period (sporadic: at least a period apart), jitter within
 *               bounds, deadline = nominal + D, nothing at or after the
 *               horizon (releases read from a file: only what they keep)
 *   life        every job is released once and ends exactly once: finished,
 *               dropped or open; nothing happens to a job before or after
 *   precedence  a node is ready exactly when the last of its predecessors,
 *               and the delay on the edge, are done, and starts after that
 *               (a delay that is drawn: within its range; nodes that may be
 *               late: not before)
 *   exclusive   an executor runs one batch at a time, of nodes made for it
 *   execution   executed time = drawn time, less overheads, over all slices
 *   preemption  only where executor and policy allow it; work left is right
 *   batch       of one model, within max_batch, members complete, in a row,
 *               finishing together; as the policy's batch rule says (none:
 *               single jobs; same_deadline: one release of one group)
 *   drop        only under `late: drop`, only jobs that have not started, at
 *               or after the deadline; none such is started or passed over
 *   miss        flags and MISS records are exactly those that times imply
 *   horizon     nothing is released, started, preempted or resumed at or
 *               after the horizon; what is open then could not finish
 *   idle        work conserving policies: no executor idles while a node that
 *               could run there is ready
 *   choice      policies that order by deadline (EDF) or release (FIFO): the
 *               head of a dispatch is never behind a ready one; preemptive
 *               EDF: nor is what goes on running.  Where jobs that have
 *               started keep their claim, each class by itself.  Left out
 *               where a policy waits to fill batches (it orders within each
 *               model), or with several executors does not claim to be work
 *               conserving (it may have divided them up)
 *   overhead    kinds and lengths as the header says, on cores; one core at a
 *               time holds the lock, and who waits for it goes on when it is
 *               let go; every dispatch pays for what it does (switch, wake,
 *               migration, lock), and for nothing else
 *   record      what the kind of a record has no use for is 0
 *   budget      a thread with a server (SCHED_DEADLINE) is throttled when its
 *               budget is used up, until the next period of the server, and
 *               wakes up by its rules; it runs not a ns beyond
 *
 * and of runs on a platform (drop, precedence and order as far as they hold):
 *   executor    a thread takes what waits longest of a callback of its
 *               executor, one at a time, runs it to its end, and does nothing
 *               while it is blocked; it is blocked while there is nothing to
 *               do, and wakes when there is, after the latency of the header;
 *               joins fire when they have what they wait for, and at once
 *   window      polling points show all that is ready, when they may, and
 *               what is taken is the first in the executor's order
 *   group       of a mutually exclusive group one callback at a time
 *   loss        ticks and messages are lost where the timer's rule and the
 *               length of the queue say so, and no others; a job that is
 *               dropped has lost something, and nothing of it is under way
 *   idle, choice  hold for threads: none that is ready waits for a core that
 *               idles, or that runs one which goes after it; a slice ends when
 *               it is over and an equal waits, and no sooner
 *   overhead    what looking and taking cost is paid before what was taken
 *               starts
 *   precedence  holds for messages that go out in the middle of executions too
 *
 * What was drawn (execution times and their factors, overheads and delays
 * within their bounds) is believed.  What else cannot be judged is told:
 * audit_gap.
 *
 * After a violation the auditor believes the record as far as it can, and
 * goes on; the first violation is the one to look at.
 *
 * Cost: O(log ready nodes) a record.  Memory: live jobs and their nodes.
 */
#ifndef DAGSIM_TRACE_AUDIT_H
#define DAGSIM_TRACE_AUDIT_H

#include "trace/trace.h"

#include <stdio.h>

enum audit_rule {
	AUDIT_ORDER,
	AUDIT_RELEASE,
	AUDIT_LIFE,
	AUDIT_PRECEDENCE,
	AUDIT_EXCLUSIVE,
	AUDIT_EXECUTION,
	AUDIT_PREEMPTION,
	AUDIT_BATCH,
	AUDIT_DROP,
	AUDIT_MISS,
	AUDIT_HORIZON,
	AUDIT_IDLE,
	AUDIT_CHOICE,
	AUDIT_OVERHEAD,
	AUDIT_EXECUTOR,
	AUDIT_WINDOW,
	AUDIT_GROUP,
	AUDIT_LOSS,
	AUDIT_BUDGET,
	AUDIT_RECORD,
	AUDIT_RULES
};

struct audit_violation {
	enum audit_rule rule;
	uint64_t record; /* number of the record, 0 first; or of records      */
	dag_time t;
	char text[232];
};

struct audit;

/* Keeps the first `keep` violations and counts the rest. */
struct audit *audit_new(const struct trace_header *h, size_t keep);
struct trace_sink *audit_sink(struct audit *a);
/* After the last record: what should still have come? */
void audit_finish(struct audit *a);
void audit_free(struct audit *a);

uint64_t audit_records(const struct audit *a);
uint64_t audit_count(const struct audit *a); /* violations */
const struct audit_violation *audit_kept(const struct audit *a, size_t *n);
/* "order", "release", ...; what the rule demands, as a clause. */
const char *audit_rule_name(enum audit_rule rule);

/* What is not judged in this trace, since its header or its records do not tell
 * enough: a clause for each number from 0 on, NULL behind the last. */
const char *audit_gap(const struct audit *a, unsigned number);

/* A line a kept violation, one that sums up, and one for each gap. */
void audit_print(FILE *out, const struct audit *a);

#endif
