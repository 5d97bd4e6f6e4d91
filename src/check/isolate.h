/* isolate.h - a function in a process of its own, with a watch beside it
 *
 * What a policy from elsewhere does, nobody knows: it may divide by zero,
 * call exit(), or never come back.  So it runs in a child process, and the
 * parent, which never loads it, watches.  The child tells how far it has come
 * by counting `beats`; where that stands still for longer than the limit, it
 * is killed.  The limit counts the time that the child ran or slept, not the
 * time that it waited for a processor, so a busy machine makes no hangs.
 *
 * The child may take a gigabyte of memory; processes that it starts end with
 * it.
 *
 * What the child wants to leave behind it writes into `shared`, memory that
 * both see.  What it prints goes nowhere, so that nothing gets between the
 * lines of a report; the last line of its stderr is kept, as it may tell why
 * it ended.
 *
 * Cost: half a millisecond.
 */
#ifndef DAGSIM_CHECK_ISOLATE_H
#define DAGSIM_CHECK_ISOLATE_H

#include "base/error.h"
#include "base/time.h"

#include <stdint.h>

enum isolated_end {
	ISOLATED_DONE,   /* the function returned                         */
	ISOLATED_SIGNAL, /* `value` is its number                         */
	ISOLATED_EXIT,   /* the process ended instead, with code `value`  */
	ISOLATED_HANG,   /* killed: no beat within the limit              */
	ISOLATED_STOP,   /* killed: the time for all of it was over       */
};

struct isolated {
	enum isolated_end end;
	int value;
	char said[160]; /* the last line on its stderr                    */
};

/* Memory that children share with their parent; zeroed.  NULL and *e where
 * the system has none. */
void *isolate_shared(size_t bytes, struct dag_error *e);
void isolate_unshare(void *shared, size_t bytes);

/* Runs fn(ctx) in a child.  *beats lies in shared memory.  `limit`: between
 * two beats; `total`: of the whole, 0: none.  False and *e where no process
 * can be had. */
bool isolate_run(void (*fn)(void *ctx), void *ctx,
		 const volatile uint64_t *beats, dag_time limit, dag_time total,
		 struct isolated *out, struct dag_error *e);

#endif
