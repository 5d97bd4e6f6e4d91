/* loop.h - what the parts of the loop of run.c call of each other
 *
 * Included by them alone: all are one text to the compiler, for a callback
 * takes some thirty calls from part to part.
 */
#ifndef DAGSIM_PLATFORM_LOOP_H
#define DAGSIM_PLATFORM_LOOP_H

#include "platform/state.h"

/* messages.h */
/* Before a job of the task is released: queues make room for it. */
static void messages_expect(struct engine *e, uint32_t task);
static void messages_release(struct engine *e, const struct release *r);
/* The message of an edge goes out now. */
static void messages_send(struct engine *e, uint32_t act, uint32_t edge);
/* All that the node waits for in that activation is there: takes over a hold
 * on it. */
static void messages_ready(struct engine *e, uint32_t node, uint32_t act);
static void messages_input(struct engine *e, uint32_t edge, uint32_t act);
enum taken {
	TAKEN_NOTHING, /* there is none: it was overwritten                   */
	TAKEN_INPUT,   /* of a join, which it does not complete               */
	TAKEN_CALLBACK
};
/* The next set of a join that has fired, in the hands of the thread. */
static bool messages_take_fired(struct engine *e, uint32_t node,
				uint32_t thread, uint32_t *act);
static inline bool messages_take_set(struct engine *e, uint32_t node,
				     uint32_t thread, uint32_t *act)
{
	return e->joins[node] && messages_take_fired(e, node, thread, act);
}
/* Takes the oldest instance of an entity, and with TAKEN_CALLBACK a hold on
 * the activation that it runs in. */
static enum taken messages_take(struct engine *e, struct inbox *q,
				uint32_t thread, uint32_t *act);

/* engine.h */
/* The thread, which is to get a core, gets something in hand.  False: it finds
 * nothing, and is blocked. */
static bool engine_select(struct engine *e, uint32_t thread);
/* The same, and where there is nothing nothing happens. */
static bool engine_take(struct engine *e, uint32_t thread);
/* The policy sees what the thread has in hand.  False: that would change its
 * place in the queue, in which it stands, and `*out` is what to show it. */
static bool engine_show(struct engine *e, uint32_t thread, struct job *out);
static void engine_woken(struct engine *e, uint32_t thread);
/* Wakes a blocked thread because of that entity. */
static void engine_wake(struct engine *e, uint32_t thread, struct executor *x,
			uint32_t rank);
/* A polling point: tells what it has seen. */
static void engine_tell_poll(struct engine *e, const struct executor *x,
			     uint32_t thread);
/* Those that have been woken join the queues of their cores. */
static void engine_join_queues(struct engine *e);
static void engine_server_due(struct engine *e, uint32_t thread);
/* Something happens to the callback on the core: it ends, publishes, or uses
 * up its budget. */
static void engine_core_event(struct engine *e, uint32_t core);
/* Work and budget up to now are counted. */
static void engine_account(struct engine *e, uint32_t core);
static void engine_tell_thread(struct engine *e, uint32_t thread,
			       enum trace_thread_event what, int64_t a,
			       int64_t b);
/* Where servers share: before and after something is told to v. */
static void engine_settle_shared(struct engine *e, const struct server *v);
static void engine_replan_shared(struct engine *e, const struct server *v);
/* A thread has something to do; or nothing any more. */
static void engine_make_ready(struct engine *e, uint32_t thread);
static void engine_block(struct engine *e, uint32_t thread);

/* executor_workers.h */
/* Is it one of workers, and is a job of its tasks not done? */
static bool workers_last(const struct engine *e, const struct executor *x);
/* The running thread begins to wait on its core, or stops doing so. */
static void workers_tell_spin(struct engine *e, uint32_t thread, bool begins);
/* After the decisions of an instant: threads that wait on a core get what there
 * is to run, and those whose jobs are done sleep.  True: cores are free now. */
static bool workers_settle(struct engine *e);
/* Something has come, stopped, or begun to wait on its core. */
static void workers_stir(struct engine *e, const struct executor *x);
/* A job of the task has ended. */
static void workers_stir_all(struct engine *e, uint32_t task);

/* cores.h */
/* The thread starts what it has taken, or goes on with it, which ran on core
 * `last` before. */
static void cores_tell_begin(struct engine *e, uint32_t core, uint32_t thread,
			     uint32_t last);
/* A thread joins or leaves the queue of its cores. */
static void cores_push(struct engine *e, uint32_t thread);
static void cores_remove(struct engine *e, uint32_t thread);
/* Its deadline, which the policy may look at, is another now. */
static void cores_new_deadline(struct engine *e, uint32_t thread,
			       dag_time deadline);
/* The core has nothing to run any more. */
static void cores_release(struct engine *e, uint32_t core);
/* Another event comes first. */
static void cores_plan_event(struct engine *e, uint32_t core);
/* Its callback stops before its end; the core is free. */
static void cores_stop(struct engine *e, uint32_t core);
/* Policies that asked to be woken now. */
static void cores_wake(struct engine *e);
static bool cores_decide(struct engine *e);

#endif
