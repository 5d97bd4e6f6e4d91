/* runtime.h - what a file says of threads, executors and callbacks
 *
 * The `runtime` section of a workload: who executes its nodes where that is
 * not the scheduler alone.  A node is then a *callback*; an *executor* takes
 * callbacks and runs them, each to its end, on one or several *threads*; the
 * operating system schedules threads.  What the section leaves out, a platform
 * (platform/preset.h) fills in: so every number here has a value that means
 * "not said", and a workload without the section has runtime NULL.
 *
 * Everything is optional.  A callback that no executor names gets one from
 * the platform.  Where callbacks are named, "task/node" is that node, "task"
 * all nodes of the task in the order of the file.
 *
 * Terms are those of ROS 2 (rclcpp, github.com/ros2/rclcpp); of message
 * filters those of github.com/ros2/message_filters.
 */
#ifndef DAGSIM_MODEL_RUNTIME_H
#define DAGSIM_MODEL_RUNTIME_H

#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

/* What makes a callback ready; also the order in which a wait set offers. */
enum callback_type {
	CALLBACK_TIMER,
	CALLBACK_SUBSCRIPTION,
	CALLBACK_SERVICE,
	CALLBACK_CLIENT,
	CALLBACK_WAITABLE,
	CALLBACK_TYPES /* not said */
};

/* What becomes of the ticks of a timer whose callback has not run yet. */
enum timer_rule {
	TIMER_SKIP,  /* as rcl: a call takes the oldest, and drops the others
		      * that lie before it; one that is due now stays         */
	TIMER_BURST, /* all are kept, and run one behind the other            */
	TIMER_QUEUE, /* each is an event of its own, queued at its time       */
	TIMER_RULES  /* not said */
};

/* When a callback with several inputs runs. */
enum join_rule {
	JOIN_AND,         /* all messages of one job are there                */
	JOIN_EXACT,       /* message_filters ExactTime: the same, by stamps,
			   * and what is older than a full set is dropped     */
	JOIN_APPROXIMATE, /* message_filters ApproximateTime                  */
	JOIN_LATEST,      /* never: it is a timer that reads the last message
			   * of each input                                    */
	JOIN_FUSION,      /* the Fusion of the reference system: each input has
			   * a cache of one message, the newest; once all are
			   * full it runs, and they are empty                 */
	JOIN_RULES        /* not said */
};

enum executor_kind {
	EXECUTOR_THREADS,  /* none: each callback on a thread of its own      */
	EXECUTOR_SINGLE,   /* rclcpp SingleThreadedExecutor                   */
	EXECUTOR_STATIC,   /* StaticSingleThreadedExecutor                    */
	EXECUTOR_MULTI,    /* MultiThreadedExecutor                           */
	EXECUTOR_EVENTS,   /* EventsExecutor                                  */
	EXECUTOR_PRIORITY, /* PiCAS: by priority, over all types              */
	EXECUTOR_CBG,      /* EventsCBGExecutor: a queue of events a group    */
	EXECUTOR_WORKERS,  /* threads that run a DAG as tests of reservations
			    * have it; made by maps, not by files             */
	EXECUTOR_KINDS     /* not said */
};

/* Names in the order of the enums, NULL-terminated. */
extern const char *const callback_type_names[],
	*const timer_rule_names[],
		*const join_rule_names[],
			*const executor_kind_names[],
				*const instant_names[],
					*const distribution_names[];
/* The same, and behind them the same four as system calls spell them. */
extern const char *const thread_policy_names[];

/* In an events executor: which comes first of a tick and a message that come
 * at one instant. */
enum instant_rule { INSTANT_TICKS, INSTANT_MESSAGES, INSTANT_RULES };

/* Whose ways an executor has, where they differ. */
enum distribution {
	DISTRIBUTION_DASHING, /* single: timers are looked at before every
			       * selection                                    */
	DISTRIBUTION_HUMBLE,  /* foxy to humble                               */
	DISTRIBUTION_JAZZY,   /* multi: what is passed over since its group is
			       * busy, and no timer, leaves the window; static:
			       * clients before services                      */
	DISTRIBUTIONS         /* not said */
};

/* How the system schedules a thread, Linux' way: DEADLINE goes before FIFO and
 * RR, which are of one order of priorities, and they before OTHER. */
enum thread_policy {
	THREAD_OTHER,    /* in turns of a slice: a stand-in for fair shares   */
	THREAD_FIFO,     /* until it blocks or a higher priority wants to run */
	THREAD_RR,       /* the same, but equals take turns of a quantum      */
	THREAD_DEADLINE, /* a constant bandwidth server (platform/cbs.h)      */
	THREAD_POLICIES  /* not said */
};

/* Of a thread under THREAD_DEADLINE; runtime 0: nothing is said. */
struct runtime_reservation {
	dag_time runtime, deadline, period;
	bool reclaims, yields; /* yields: after each callback                 */
};

#define RUNTIME_UNSAID INT64_MIN /* of int64_t members */

/* How a node is a callback. */
struct runtime_callback {
	enum callback_type type;
	enum timer_rule timer;
	enum join_rule join;
	int64_t order;      /* among the callbacks of its type                */
	int64_t priority;   /* of EXECUTOR_PRIORITY; smaller is more urgent   */
	int64_t queue;      /* messages kept, the oldest overwritten; 0: all  */
	int64_t queue_size; /* of a join                                      */
	dag_time max_interval; /* of JOIN_APPROXIMATE; negative: unsaid       */
	struct ratio age_penalty; /* den 0: unsaid                            */
	unsigned line, col;
};

struct runtime_group {
	const char *name;
	bool reentrant;
	const uint32_t *nodes;
	uint32_t n_nodes;
};

struct runtime_executor {
	const char *name;
	enum executor_kind kind;
	enum distribution distribution;
	int64_t threads;  /* how many                                         */
	int64_t priority; /* of its threads; smaller is more urgent           */
	enum thread_policy policy;              /* of its threads             */
	struct runtime_reservation reservation; /* of each, THREAD_DEADLINE   */
	const uint32_t *cores; /* they may run on; NULL: unsaid               */
	uint32_t n_cores;
	/* Names of the platforms on which it is; none: on those that no
	 * executor names. */
	const char *const *platforms;
	uint32_t n_platforms;
	enum timer_rule timer;
	enum instant_rule instant;
	int64_t timer_thread;  /* 1: timers on a thread of their own          */
	dag_time poll, take;   /* what one costs; negative: unsaid            */
	const uint32_t *nodes; /* its callbacks, in order                     */
	uint32_t n_nodes;
	const struct runtime_group *groups;
	uint32_t n_groups;
	unsigned line, col;
};

/* Messages of a node that one of another task joins. */
struct runtime_crossing {
	uint32_t from, to; /* nodes */
};

struct runtime {
	const struct runtime_executor *executors;
	uint32_t n_executors;
	const struct runtime_callback *callbacks; /* by node; NULL: none said */
	/* By edge, or NULL.  The part of the execution after which the message
	 * goes out (den 0: unsaid, at the end); is it one that its reader does
	 * not wait for, and reads the last of? */
	const struct ratio *publish;
	const bool *registers;
	const dag_time *lower_bounds; /* between stamps of messages of it, of
				       * JOIN_APPROXIMATE                     */
	const struct runtime_crossing *crossings;
	uint32_t n_crossings;
	/* Of THREAD_RR and THREAD_OTHER; 0: unsaid, as Linux has them. */
	dag_time rr_quantum, other_slice;
};

#define RR_QUANTUM  (100 * NS_PER_MS) /* kernel.sched_rr_timeslice_ms */
#define OTHER_SLICE (3 * NS_PER_MS)   /* the base slice of EEVDF, 8 cores     */

/* Nothing said. */
struct runtime_callback runtime_callback_unsaid(void);
struct runtime_executor runtime_executor_unsaid(void);

#endif
