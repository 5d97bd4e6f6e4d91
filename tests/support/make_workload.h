/* make_workload.h - small workloads for tests, built by calls
 *
 *     struct workload *w = make_workload();
 *     uint32_t vla = make_model(w, "vla", 4, MS(5), MS(1)); C(b) = 5 + b - 1
 *     make_stream(w, "arm", vla, MS(20))->phase = MS(3);
 *     make_task(w, "brake", MS(50), MS(30));    a DAG on cores, its nodes:
 *     uint32_t a = make_node(w, "a", MS(2)), b = make_node(w, "b", MS(4));
 *     make_edge(w, a, b, 0);
 *     make_done(w);                             checks, derives; aborts if bad
 *     ...
 *     workload_free(w);
 *
 * Tasks are periodic with an implicit deadline, no phase, no jitter, low
 * criticality; the pointer that a maker returns is for changing that and
 * holds until the next call.  Models come without noise.  The platform is one
 * accelerator and no cores until a test says otherwise.
 */
#ifndef DAGSIM_TESTS_MAKE_WORKLOAD_H
#define DAGSIM_TESTS_MAKE_WORKLOAD_H

#include "model/workload.h"

#define MS(x) ((dag_time)(x)*NS_PER_MS)
#define US(x) ((dag_time)(x)*NS_PER_US)

struct workload *make_workload(void);

/* C(b) = first + (b - 1) * more for b = 1..max_batch, on the accelerator. */
uint32_t make_model(struct workload *w, const char *name, uint32_t max_batch,
		    dag_time first, dag_time more);
/* C(b) = latency[b - 1]; copied. */
uint32_t make_model_table(struct workload *w, const char *name,
			  uint32_t max_batch, const dag_time *latency);

/* A task of one node on that model. */
struct task *make_stream(struct workload *w, const char *name, uint32_t model,
			 dag_time period);
/* `n` streams "s0", "s1", ... on a model each of its own, C(1) = wcet. */
void make_streams(struct workload *w, uint32_t n, dag_time period,
		  dag_time wcet);
/* A task without nodes yet; make_node adds to the last task made. */
struct task *make_task(struct workload *w, const char *name, dag_time period,
		       dag_time deadline);
/* A node on a core with a model of its own; returns its index in w->nodes. */
uint32_t make_node(struct workload *w, const char *name, dag_time wcet);
/* A node on a given model (an accelerator's, say). */
uint32_t make_node_on(struct workload *w, const char *name, uint32_t model);
void make_edge(struct workload *w, uint32_t from, uint32_t to, dag_time delay);
/* A group for task->group. */
uint32_t make_group(struct workload *w, const char *name);

/* workload_check; a workload that fails it ends the test program. */
void make_done(struct workload *w);

#endif
