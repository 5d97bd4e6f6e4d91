/* chain.h - a cause-effect chain: tasks that hand data on, one to the next
 *
 * A job of a task reads what the task before it in the chain wrote last when
 * it starts, and writes when it is done; nobody waits for anybody.  A chain is
 * written as names of tasks, "camera,fusion,brake".  A task may stand in it
 * more than once.
 *
 * Two questions.  Reaction time: something happens just after the first task
 * has read; how long until the last one has written what follows from it?
 * Data age: when the last task writes, how long ago did the first one read
 * what that rests on?  (Reduced data age: up to the writing, not up to the
 * next one.)
 *
 * The `chains` of a workload have names, and may say what is allowed at most;
 * those of an option have neither.
 */
#ifndef DAGSIM_MODEL_CHAIN_H
#define DAGSIM_MODEL_CHAIN_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"

#include <stdint.h>

enum {
	CHAIN_MAX = 1024,  /* tasks of a chain                            */
	CHAINS_MAX = 1024, /* of a workload                               */
};

struct chain {
	const char *text; /* the names of its tasks                       */
	uint32_t n;
	const uint32_t *task; /* by place in the chain                    */
	const char *name;     /* NULL: none                               */
	dag_time max_reaction, max_data_age; /* 0: any                    */
};

/* Reads "a,b,c" with the names given; false and *e with a suggestion where one
 * is not among them, or there is none.  Memory from `a`. */
bool chain_parse(struct chain *c, const char *text, const char *const *names,
		 uint32_t n_names, struct arena *a, struct dag_error *e);

/* The text of a chain of n of these names. */
const char *chain_text(const uint32_t *task, uint32_t n,
		       const char *const *names, struct arena *a);

/* "name (a,b,c)", or "a,b,c" where there is no name. */
const char *chain_label(const struct chain *c, char *buf, size_t cap);

#endif
