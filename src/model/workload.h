/* workload.h - what a workload is: models, tasks, nodes, a platform
 *
 * One shape serves both worlds.  A *task* releases jobs; a job is one
 * activation of all the task's *nodes*; a node becomes ready when its
 * predecessors of the same job have finished.  A *stream* (inference on an
 * accelerator) is a task of one node.  Every node runs a *model*: for an
 * accelerator the model has a latency profile C(b) over batch sizes, shared
 * by all streams that use it; for a core each node has a model of its own
 * with one entry, its WCET.  So policies, simulator and analysis know
 * nothing but models.
 *
 * Invariants (checked by workload_check, relied on everywhere):
 *   - every index is in range; tasks, nodes and models are in file order and
 *     that order is the last-but-one tie-break;
 *   - 0 < period, 0 < deadline <= SPAN_MAX, 0 <= phase,
 *     0 <= jitter <= period;
 *   - 0 < latency[b - 1] <= LATENCY_MAX for 1 <= b <= max_batch <= BATCH_MAX;
 *   - the nodes of a task are contiguous and acyclic;
 *   - the cores of a node exist.
 *
 * Ownership: everything lives in the workload's arena; free with
 * workload_free.  A loaded workload is never changed: scaling makes a new
 * one (workload_scale).
 */
#ifndef DAGSIM_MODEL_WORKLOAD_H
#define DAGSIM_MODEL_WORKLOAD_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"
#include "model/chain.h"
#include "model/noise.h"
#include "model/regions.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	BATCH_MAX = 1024,    /* largest max_batch                        */
	TASKS_MAX = 1 << 20, /* tie-breaks pack (node, instance) in 64   */
	NODES_MAX = (1 << 24) - 1, /*  bits: 24 for the node of the workload  */
	POLICY_PARAMS = 8,
	CORES_MAX = 4095, /* beside an accelerator                            */
};
/* Spans that may be added to each other without leaving 63 bits: horizons and
 * deadlines up to SPAN_MAX, C(b) up to LATENCY_MAX. */
#define SPAN_MAX    (DAG_TIME_MAX / 2)
#define LATENCY_MAX (DAG_TIME_MAX / 4)
#define NONE        UINT32_MAX /* "no group", "no model", ... */

/* What a model computes on. */
enum resource { ON_ACCELERATOR, ON_CORE };

/* Where the latency of a model came from; kept for messages and schema. */
enum profile_kind { PROFILE_LINEAR, PROFILE_TABLE, PROFILE_JSON, PROFILE_NODE };

struct model {
	const char *name;
	enum resource resource;
	enum profile_kind profile;
	uint32_t max_batch;      /* effective: 1 where not batchable          */
	const dag_time *latency; /* C(b) = latency[b - 1], b = 1..max_batch   */
	dag_time bcet;           /* least time of a batch; 0: no lower bound  */
	dag_time wcet;           /* most time of a batch; 0: no upper bound   */
	struct noise noise;      /* of the execution time, as a factor        */
	const uint32_t *preferred; /* dynamic_batch sizes, ascending, or NULL */
	uint32_t n_preferred;
};

struct node {
	const char *name;
	uint32_t task, model;
	int32_t priority; /* among the nodes of its task; smaller first       */
	const uint32_t *cores; /* it may run on, ascending; NULL: on all      */
	uint32_t n_cores;      /* length of cores                             */
	const struct regions *regions; /* not to be preempted, or NULL        */
	uint32_t n_pred;
	uint32_t first_succ, n_succ; /* into workload.edges                  */
};

struct runtime;   /* runtime.h */
struct draw;      /* draw.h */
struct overheads; /* overhead.h */
struct latency;   /* latency.h */

struct edge {
	uint32_t from, to; /* node indices of the workload; sorted by from */
	dag_time delay; /* communication delay, the largest                 */
	const struct draw *drawn; /* of it, where it varies; else NULL */
	uint32_t bytes; /* of the message; see overhead.h            */
};

/* The least delay of an edge. */
dag_time edge_least_delay(const struct edge *x);

enum arrival { PERIODIC, SPORADIC };
enum criticality { LOW_CRITICALITY, HIGH_CRITICALITY };

struct task {
	const char *name;
	uint64_t key; /* rng_name_key(name)                       */
	uint32_t first_node, n_nodes;
	dag_time period, deadline; /* relative deadline                       */
	dag_time phase, jitter;
	enum arrival arrival;
	dag_time extra_mean; /* sporadic: mean of the exponential extra gap   */
	enum criticality criticality;
	bool has_priority; /* priority given rather than ranked               */
	int32_t priority;  /* smaller is more urgent                          */
	uint32_t group;    /* released by one tick with its group, or NONE    */
	uint32_t name_rank; /* position in the order of names                 */
	unsigned line;      /* where it was defined; 0 if generated           */
};

enum late_policy { LATE_DROP, LATE_RUN };
enum preemption { PREEMPT_FULL, PREEMPT_LIMITED, PREEMPT_NONE };
/* Names in the order of the enum, NULL-terminated: full, limited, none. */
extern const char *const preemption_names[];

struct platform {
	uint32_t n_cores; /* 0: no cores, one accelerator only          */
	uint32_t n_accelerators; /* 0 or 1                                    */
	enum preemption preemption; /* of the cores                           */
	const struct ratio *speeds; /* of each core, speeds.h; NULL: all 1 */
	const struct overheads *overheads; /* overhead.h; NULL: none          */
	bool costless; /* it says that there are none: so platforms have none
			* of their own either                              */
	const struct latency *latency; /* of wake-ups, latency.h; NULL: none  */
};

/* What the file's `sim` section says; options override it. */
struct sim_defaults {
	dag_time duration;
	enum late_policy late;
	struct ratio safety_factor;
	uint64_t seed;
};

/* One `policies: NAME: {key: value}` entry, checked against the policy's
 * table when the policy is set up.  A NAME stands alone, with key NULL,
 * before its entries, so that a name nobody knows is noticed. */
struct policy_setting {
	const char *policy, *key;
	const char *text; /* a word; NULL: value holds                */
	int64_t value;    /* integer, or ns where is_time               */
	bool is_time;
	bool is_truth; /* written as true or false */
	unsigned line, col;
};

struct workload {
	const char *file; /* as given; "-" for standard input                 */
	const char *name, *device;
	char digest[65]; /* SHA-256 of the bytes of all files read, in hex    */
	struct model *models;
	struct task *tasks;
	struct node *nodes;
	struct edge *edges;
	const char **groups; /* names                                         */
	uint32_t n_models, n_tasks, n_nodes, n_edges, n_groups;
	struct platform platform;
	const struct runtime *runtime; /* or NULL: nothing is said        */
	const struct chain *chains;    /* positions are those of tasks        */
	uint32_t n_chains;
	struct sim_defaults sim;
	struct policy_setting *settings;
	uint32_t n_settings;
	const char **warnings; /* "file:line:col: text", to show once         */
	uint32_t n_warnings;
	struct arena arena;
};

/* Sum over tasks of (sum of C(1) of its nodes) / T: nominal, unbatched, as
 * an exact ratio if it fits, else rounded to 2^-40.  Cost O(nodes). */
struct ratio workload_utilization(const struct workload *w);
/* The part of it that nodes on that resource make up. */
struct ratio workload_utilization_on(const struct workload *w, enum resource r);

/* The same workload with every execution time multiplied by `factor` > 0
 * (each rounded half to even, at least 1 ns).  NULL and *e where one
 * overflows.  Free it before `w`: names, tasks and noise tables are shared,
 * so a point of a sweep costs O(models). */
struct workload *workload_scale(const struct workload *w, struct ratio factor,
				struct dag_error *e);

/* The factor that brings nominal utilization to `target`: exact where its
 * terms fit in 62 bits, else the nearest continued fraction that does. */
bool workload_factor_for(const struct workload *w, struct ratio target,
			 struct ratio *factor, struct dag_error *e);

/* Verifies the invariants above and fills what is derived (name_rank, n_pred,
 * edges order, priorities).  The loaders call it. */
bool workload_check(struct workload *w, struct dag_error *e);

/* Rate-monotonic ranks where no priority was given: 0.. in order of (period,
 * deadline, name) over all tasks; given priorities keep their value. */
void workload_rank_priorities(struct workload *w);

void workload_free(struct workload *w);

#endif
