/* sweep.h - one workload at many loads, under many policies and seeds
 *
 * A sweep is the product utilization x policy x seed over one workload.  Row
 * r of it is (point, policy, seed) in that order, seeds running fastest, and
 * is a function of the sweep and r alone: nothing depends on which thread
 * made it or when.  Arrivals and execution-time factors are keyed by (seed,
 * task, job), so every policy and every point sees the same ones: rows of one
 * seed can be compared in pairs.
 *
 * Utilizations are decimals counted in units of 10^-decimals, so that 0.3 +
 * 7 * 0.1 is 1.0; profiles are scaled so that the nominal utilization without
 * batches is the target (model/workload.h).
 *
 * A row is one line of JSON with flat keys and stands on its own: it names
 * the sweep (`sweep`, a hash over everything that decides the numbers), its
 * place in it (`row` of `rows`), the workload and the command.
 *
 * What a test admits at some load it admits at lower ones, if it says that it
 * is monotone: it is asked from the highest load down, and no more once it has
 * admitted, unless the policy divides the cores, anew for each load.  A test
 * may take as long at one hard point as all runs together, so it gives up
 * after SWEEP_WORK steps and its verdict is not_proven; `dagsim analyze` of
 * that point goes on, and looks for arrivals that miss.
 *
 * Ownership: a sweep owns its workloads and lines; texts live in the arena.
 * Cost: O(points * models) to set up, and one run a row.
 */
#ifndef DAGSIM_CLI_SWEEP_H
#define DAGSIM_CLI_SWEEP_H

#include "analysis/test.h"
#include "cli/row_set.h"
#include "model/workload.h"
#include "trace/metrics.h"

#include <stdatomic.h>

enum { SWEEP_WORK = 100000 }; /* steps after which a test gives up         */

/* What is asked of every workload. */
struct sweep_request {
	const char **policies; /* line-ups; NULL or "all": all that fit      */
	size_t n_policies;
	struct ratio util_min, util_max, util_step; /* den: powers of ten   */
	uint64_t first_seed;
	uint32_t n_seeds;
	dag_time horizon;
	bool has_late; /* else the workload's                       */
	enum late_policy late;
	const char *baseline; /* NULL: edf, or the first policy            */
	char *const *reading; /* words that say how the workload was read  */
	int n_reading;
};

/* A line-up of policies (policies/lineup.h), the tests that are sound for it,
 * and what they say at each point: verdicts[test * n_points + point]. */
struct sweep_policy {
	const char *spec, *name;
	struct policy_traits traits; /* of the cores, or of the only kind    */
	const struct analysis_test **tests;
	enum verdict_kind *verdicts;
	uint32_t n_tests;
};

struct sweep_point {
	int64_t target; /* in units of 10^-decimals                          */
	struct ratio factor;
	struct workload *workload;
};

struct sweep {
	struct row_set set; /* first                                         */
	struct workload *loaded;
	const char *file_name; /* the workload's name, fit for a file        */
	struct sweep_policy *policies;
	const struct sweep_policy *baseline;
	struct sweep_point *points;
	uint32_t n_policies, n_points, n_seeds;
	unsigned decimals;
	uint64_t first_seed;
	dag_time horizon;
	enum late_policy late;
	const char *command; /* that makes this sweep and no other           */
	struct arena arena;
};

/* What one thread needs to make rows; reused from row to row. */
struct sweep_worker {
	struct arena run, report;
	struct metrics *metrics;
	struct trace_header header;
	atomic_bool *stop; /* set: give up the run at hand                   */
};

/* Takes over `w` also where it fails. */
bool sweep_init(struct sweep *s, struct workload *w,
		const struct sweep_request *request, struct dag_error *e);
void sweep_free(struct sweep *s);

/* The maker of its rows. */
extern const struct row_maker sweep_maker;

/* Only runs, for `horizon`; only asks the tests of a policy at a point: to
 * learn how long rows take. */
bool sweep_pilot(const struct sweep *s, size_t r, dag_time horizon,
		 struct sweep_worker *worker, struct dag_error *e);
void sweep_pilot_tests(const struct sweep *s, uint32_t policy, uint32_t point,
		       struct sweep_worker *worker);
void sweep_worker_free(struct sweep_worker *worker);

/* Names of enum late_policy, NULL-terminated. */
extern const char *const sweep_late_names[];

#endif
