/* mapping.h - which callback runs in which executor, on which thread
 *
 * A mapping is what a workload and a preset amount to: nothing in it is
 * unsaid.  Nodes are callbacks, by the index of the node.  What an executor
 * selects among are *entities*: a timer, or an input of a callback.  Most
 * callbacks are one entity; one that joins its inputs as message_filters do
 * is an entity for each input.  The entities of an executor stand in a row,
 * in the order in which it prefers them, so that "the first that is ready" is
 * the lowest number.
 *
 *   kind             order of entities
 *   threads          one callback each
 *   single, multi    timers, subscriptions, services, clients, waitables;
 *                    within a type `order`, then as the executor lists them
 *   static           subscriptions, timers, services, clients (jazzy: clients,
 *                    services), waitables; the same within a type
 *   events,
 *   events_cbg       as single; used for ticks of one instant only
 *   priority         priority, then as single
 *   workers          as single
 *
 * To the operating system a thread is a task of one node: `threads` of the
 * mapping is a workload of its own, which policies of the table prepare for,
 * are placed by and look at.  Thread i is its task i, node i and model i:
 *   period, deadline   the least of its callbacks'
 *   wcet               such that wcet / period is the utilization of its
 *                      callbacks; with several threads, a share of it
 *   priority, cores    as given; else priority as the preset says, any core
 *
 * Invariants: every node has exactly one executor; an executor has at least
 * one thread and one callback; a group lies in one executor; type TIMER iff
 * the callback is triggered by releases of its task alone.
 *
 * Refused, with a message that names it: nodes on an accelerator,
 * non-preemptive regions, cores of different speeds, preemption `none`,
 * overheads of kinds that no platform charges.
 *
 * Ownership: everything lives in the arena given; the workload must outlive
 * it.  Cost: O(nodes log nodes + edges).
 */
#ifndef DAGSIM_PLATFORM_MAPPING_H
#define DAGSIM_PLATFORM_MAPPING_H

#include "model/runtime.h"
#include "model/workload.h"
#include "platform/preset.h"

struct server;

/* Messages that go out when that part of the execution is done. */
struct publish_step {
	struct ratio after; /* 0..1; 1: with its end                          */
	uint32_t first, n;  /* into mapping.out                               */
};

struct callback {
	uint32_t task, local; /* node within its task                         */
	uint32_t executor, group;
	enum callback_type type;
	enum timer_rule timer;
	enum join_rule join;
	int32_t order, priority;
	uint32_t first_entity, n_entities; /* into mapping.entities           */
	uint32_t queue;      /* messages kept; 0: all                         */
	uint32_t queue_size; /* of a join                                     */
	dag_time max_interval;
	struct ratio age_penalty;
	uint32_t n_triggers; /* edges whose messages it waits for             */
	uint32_t first_step, n_steps; /* into mapping.steps                   */
	bool external; /* started by releases: a timer, or messages from
			* elsewhere                                           */
};

struct entity {
	uint32_t node;  /* of the callback                                    */
	uint32_t edge;  /* the input, of an exact or approximate join; NONE   */
	uint32_t input; /* its number among those of the callback             */
	uint32_t rank;  /* within its executor                                */
};

/* Callbacks of which one runs at a time, unless reentrant. */
struct callback_group {
	const char *name;
	uint32_t executor;
	bool reentrant;
};

struct executor_plan {
	const char *name;
	enum executor_kind kind;
	enum distribution distribution;
	enum instant_rule instant;
	bool timer_thread; /* its second thread runs timers, the first the rest
			    */
	uint32_t first_thread, n_threads;
	uint32_t first_entity, n_entities, n_timers;
	dag_time poll, take; /* time that one costs                           */
};

struct thread_plan {
	const char *name;
	uint32_t executor;
	struct server *server; /* or NULL; put there by who makes servers     */
	enum thread_policy policy; /* as the file says; classes.h makes it
				    * what it is                              */
	bool has_priority;         /* the file says one                       */
	const struct runtime_reservation *reservation; /* of the file; NULL   */
};

struct mapping {
	const struct workload *workload;
	const struct preset *preset;
	struct callback *callbacks; /* by node                                */
	struct entity *entities;
	struct callback_group *groups;
	struct executor_plan *executors;
	bool all_said; /* the file names an executor for every callback       */
	struct thread_plan *plans; /* by thread                              */
	struct workload *threads;  /* as the policy sees them                */
	struct publish_step *steps;
	uint32_t *out;   /* edges of the workload, and crossings behind them, by
			  * step                                                */
	bool *registers; /* by edge: only its last message is ever read       */
	uint32_t n_entities, n_groups, n_executors, n_threads, n_steps;
};

struct mapping_options {
	enum executor_per per; /* PER_PRESET: as the preset says              */
	bool has_queue;
	uint32_t queue; /* for callbacks that say none                 */
};

/* The first executor of the workload, from number `from` on, that is on the
 * platform; or NONE. */
uint32_t mapping_next_said(const struct workload *w, const char *platform,
			   uint32_t from);

/* o may be NULL.  NULL and *e where the workload cannot run so. */
struct mapping *mapping_make(const struct workload *w, const struct preset *p,
			     const struct mapping_options *o, struct arena *a,
			     struct dag_error *e);

#endif
