/* policy.h - the one question a scheduler answers: what runs next?
 *
 * A policy is a pure decision: choose(ready, now, device) -> Dispatch | Wait.
 * It never reads a clock, allocates, draws random numbers, or sees a job's
 * true execution time (the simulator keeps that to itself).  Therefore the
 * same object serves three callers:
 *
 *   sim/       asks it at every scheduling point of a run,
 *   analysis/  reads its traits to pick the tests that are sound for it, and
 *              runs it to show a witness,
 *   tests/     asks it on random queues and checks its promises.
 *
 * Protocol.  A device is a set of executors with one ready queue and one
 * policy.  At one instant the caller asks again and again until the policy
 * answers Wait.  One Dispatch starts one batch (1..max_batch ready jobs of
 * one model, head first) on one executor; if that executor is busy, the
 * answer is a preemption and is legal only where exec_state.preemptible says
 * so.  An instant ends within 2 * n_exec + 2 answers, or where jobs are bound
 * to executors or ids decide ties, some more.  The simulator checks every
 * answer, in release builds too, and stops the run at a violation.
 *
 * Order.  The ready queue is ordered by key(job), then (flag
 * POLICY_CRITICAL_FIRST) high criticality first, then release, then tie: a
 * total order that never depends on memory layout.  A policy compares a ready
 * job with a running one by ready_overtakes, which is this very order.  Keys
 * are static while a job waits; with POLICY_KEY_CHANGES they change as it runs.
 *
 * State is caller-owned bytes of a declared size, copyable: an explorer can
 * branch on it, and an undo is a memcpy.
 *
 * Where jobs run is the policy's too: `place` may divide the cores among
 * several devices (partitioned, clustered, federated); each then has a queue
 * of its own and a copy of the policy with state of its own.
 *
 * Adding a policy = one file + one row in table.c + one scenario file.  Outside
 * of this tree it is a shared object: plugin.h.  Either way `dagsim
 * check-policy` tries to break it.
 */
#ifndef DAGSIM_POLICIES_POLICY_H
#define DAGSIM_POLICIES_POLICY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"
#include "model/placement.h"
#include "model/workload.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t job_id; /* index into the run's job table */
#define JOB_NONE UINT32_MAX

/* One ready node of a job.  Everything a policy may know about it. */
struct job {
	dag_time release;   /* actual release of its job                      */
	dag_time deadline;  /* absolute                                       */
	dag_time work_left; /* predicted, at batch size 1                     */
	uint64_t tie;       /* final tie-break, unique                        */
	uint64_t instance;
	uint32_t task, node; /* node counts within its task                   */
	uint32_t model;      /* shares batches with its equals                */
	uint32_t group;      /* released by one tick (rule RA), or NONE       */
	int32_t prio;        /* static, smaller is more urgent                */
	uint16_t last_exec;  /* of the device, where it ran last; EXEC_NONE   */
	uint8_t criticality; /* enum criticality                              */
	uint8_t pressing;    /* goes before all that are not: a started job
			      * under preemption `none` keeps its claim       */
};
#define EXEC_NONE UINT16_MAX

/* Where a job stands in an order: by key, then by minor.  Ready jobs of one
 * rank are told apart by their ties. */
struct rank {
	int64_t key;
	uint64_t minor;
};

static inline bool rank_equal(struct rank a, struct rank b)
{
	return a.key == b.key && a.minor == b.minor;
}

static inline bool rank_before(struct rank a, struct rank b)
{
	const uint64_t sign = UINT64_C(1) << 63;
	uint128 x = (uint128)((uint64_t)a.key ^ sign) << 64 | a.minor;
	uint128 y = (uint128)((uint64_t)b.key ^ sign) << 64 | b.minor;

	return x < y;
}

/* Latency of a batch as predicted: C_m(b) times the safety factor. */
struct batch_model {
	const dag_time *latency; /* latency[b - 1], b = 1..max_batch          */
	uint32_t max_batch;      /* 1 when not batchable                      */
	const uint32_t *preferred; /* ascending sizes; NULL: none were given  */
	uint32_t n_preferred;      /* 0 with a list: none of it is usable     */
};

struct exec_state {
	job_id running; /* head of its batch, or JOB_NONE                     */
	uint32_t n_running;
	dag_time since;      /* when it was started or resumed                */
	dag_time busy_until; /* predicted                                     */
	bool preemptible;    /* at this very instant                          */
	bool closed;         /* runs nothing, but deals with overheads        */
};

struct device_state {
	const struct workload *workload;
	const struct job *jobs;
	const struct batch_model *models;
	const struct exec_state *exec;
	uint32_t first_exec, n_exec; /* executor 0 is core first_exec         */
	bool bound;      /* some job may not use every executor (device_allows);
			  * then the queue has VIEW_ORDER                          */
	bool blind;      /* a woken job is compared with running ones first,
			  * though executors may be idle                           */
	bool slices_end; /* time slices may end at this instant               */
	uint32_t n_woken;    /* blind: jobs that became ready, or were driven */
	const job_id *woken; /* off, at this instant, in that order           */
	uint32_t idle;       /* lowest idle executor, or NONE               */
	uint32_t least_urgent; /* where all are busy: the preemptible one whose
				* running job is last in order; else NONE     */
};

/* What the ready queue shows.  A policy declares the view it needs, since a
 * richer view costs more to keep; asking beyond it is a protocol violation.
 * See ready_queue.h for the functions. */
enum ready_view {
	VIEW_HEAD,     /* ready_head, ready_count                             */
	VIEW_ORDER,    /* + ready_next: all jobs in order                     */
	VIEW_BY_MODEL, /* + buckets: the jobs of each model in order          */
	VIEW_BY_TASK,  /* + buckets: the jobs of each task, by name rank      */
};
struct ready_queue;

enum decision_kind { WAIT, DISPATCH };

struct decision {
	enum decision_kind kind;
	dag_time wait_until; /* WAIT: ask again no later than this            */
	uint32_t exec;       /* DISPATCH: where                               */
	uint32_t n_jobs;     /* DISPATCH: 1..max_batch                        */
	job_id jobs[BATCH_MAX]; /* DISPATCH: head first                       */
};

/* What the policy promises.  Analysis trusts these; tests verify them. */
enum policy_order {
	ORDER_EDF,   /* the earliest deadline first                           */
	ORDER_FIFO,  /* the earliest release first                            */
	ORDER_FIXED, /* by node_key where `prepare` sets it, else by prio     */
	ORDER_OTHER  /* no test is asked that needs an order                  */
};
enum batch_rule {
	BATCH_NONE,
	BATCH_SAME_DEADLINE,  /* RA: one release of one group                 */
	BATCH_CROSS_DEADLINE, /* RB: guarded riders                           */
	BATCH_TIMEOUT,        /* waits to fill a batch                        */
};
enum policy_flag {
	POLICY_WORK_CONSERVING = 1u << 0, /* never waits with a ready job and
					   * an idle executor of its device   */
	POLICY_PREEMPTS = 1u << 1,
	POLICY_KEY_CHANGES = 1u << 2,    /* a job's key changes as it runs    */
	POLICY_CRITICAL_FIRST = 1u << 3, /* equal keys: high criticality first*/
	POLICY_ON_CORES = 1u << 4,       /* drives m cores                    */
	POLICY_ON_ACCELERATOR = 1u << 5, /* drives one batching accelerator   */
	POLICY_FIFO_TIES = 1u << 6,  /* equal keys: in the order in which they
				      * became ready                           */
	POLICY_SEES_WAKES = 1u << 9, /* can be blind to idle executors and act
				      * on wakes (dev.blind, dev.woken)       */
	POLICY_BINDS = 1u << 8, /* heeds the cores of each node (dev.bound)   */
	/* Where jobs run; none of these: on any core. */
	POLICY_PARTITIONED = 1u << 10, /* each on one core                    */
	POLICY_CLUSTERED = 1u << 11,   /* within a cluster of cores           */
	POLICY_FEDERATED = 1u << 12,   /* heavy tasks on cores of their own   */
	POLICY_TAIL_FIRST = 1u << 13,  /* of the nodes of a job that are ready,
					* those with the longest way behind
					* them run first                       */
	POLICY_ROTATES = 1u << 7, /* a job that an equal drives off an executor
				   * goes behind its equals                   */
};

struct policy_traits {
	enum policy_order order;
	enum batch_rule batch;
	enum ready_view view;
	uint32_t flags;
};

struct policy_param { /* one knob, self-describing; `name` NULL ends a list */
	const char *name, *help;
	int64_t def, min, max;
	bool is_time; /* value in ns; settable as NAME_ms, NAME_us, 2ms, ...  */
	/* NULL-terminated, or NULL: the value is the index of one of these
	 * names, and is written as the name. */
	const char *const *choices;
};

struct policy;
struct policy_ops {
	const char *name;    /* "edf_batch"                                   */
	const char *summary; /* one line for `dagsim policies`                */
	const char *source;  /* paper or system it is taken from              */
	struct policy_traits traits;
	const struct policy_param *params; /* may be NULL                     */
	uint32_t state_size;
	/* Once a job is the oldest one waiting of its task, at most so many
	 * jobs of each other task start before it on its device; 0: nothing
	 * is promised, the task may starve. */
	uint32_t max_passes;

	/* What follows up to `key` may be NULL. */

	/* Looks at the workload once, before the first run: fills node_rank
	 * and the like.  NULL: nothing to look at. */
	bool (*prepare)(struct policy *p, const struct workload *w,
			struct arena *a, struct dag_error *e);
	/* Divides the cores into devices and says which nodes run where;
	 * false, *e and e->code EXIT_NO where that cannot be done.  Cores
	 * below `first` are not to be used.  NULL: one device with the other
	 * cores (placement_global). */
	bool (*place)(const struct policy *p, const struct workload *w,
		      uint32_t first, struct arena *a, struct placement *out,
		      struct dag_error *e);
	/* Where a running job stands among those that run, if that is not
	 * where it stood in the queue: needed where keys change as jobs run.
	 * It must not change while the job keeps its executor. */
	void (*rank_running)(const struct policy *p, const struct job *j,
			     const struct exec_state *x, struct rank *out);
	void (*reset)(struct policy *p); /* NULL: state is zeroed             */
	int64_t (*key)(const struct policy *p, const struct job *j);
	void (*choose)(struct policy *p, const struct ready_queue *ready,
		       dag_time now, const struct device_state *dev,
		       struct decision *out);
};

struct policy {
	const struct policy_ops *ops;
	int64_t param[POLICY_PARAMS];
	void *state; /* ops->state_size bytes                                 */
	/* What `prepare` has computed; shared by copies. */
	enum policy_order order;    /* ops->traits.order, unless parameters say
				     * otherwise                               */
	const uint32_t *first_node; /* by task                                */
	const int64_t *node_key;    /* by node of the workload, for key(), or
				     * NULL                                   */
	const uint32_t *node_rank;  /* by node: a number that orders nodes of
				     * equal keys instead of their index, or
				     * NULL; a permutation of the indices in
				     * which tasks stay together              */
};

/* The one table a newcomer edits (table.c); NULL-terminated. */
extern const struct policy_ops *const policy_table[];

/* The policy of that name, or NULL and *e with a suggestion. */
const struct policy_ops *policy_find(const char *name, struct dag_error *e);

/* Sets up *p: defaults, then the workload's `policies:` settings for it,
 * each checked against the table.  State lives in `a`, zeroed, reset. */
bool policy_init(struct policy *p, const struct policy_ops *ops,
		 const struct workload *w, struct arena *a,
		 struct dag_error *e);

/* The same with settings that go before those of the workload:
 * "quantum=2ms,priority=dm", or "". */
bool policy_init_with(struct policy *p, const struct policy_ops *ops,
		      const char *settings, const struct workload *w,
		      struct arena *a, struct dag_error *e);

/* The placement that the policy asks for, on cores from `first` on, checked:
 * one device with all of them where it asks for nothing. */
bool policy_place(const struct policy *p, const struct workload *w,
		  uint32_t first, struct arena *a, struct placement *out,
		  struct dag_error *e);

/* What the policy promises as it is set up: parameters may change the order,
 * and the order of nodes. */
struct policy_traits policy_promises(const struct policy *p);

/* Index of a parameter by name, or -1. */
int policy_param_index(const struct policy_ops *ops, const char *name);

/* Are the ops complete and consistent?  Checked at start and in tests. */
bool policy_ops_check(const struct policy_ops *ops, struct dag_error *e);

#endif
