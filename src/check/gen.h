/* gen.h - a workload out of any bytes
 *
 * One generator makes the cases of `dagsim check-policy`, those of the fuzzer
 * and those that the shrinker tries: a case is a function of a string of
 * bytes, and every string is a case.  So a case needs no description but its
 * bytes, and making it smaller is making the string smaller:
 *
 *   - a string is a header and records of GEN_RECORD bytes each; a record is
 *     a task, a node of the task before it, or a model.  Without a record
 *     there is no task, so leaving records out leaves tasks out;
 *   - a byte of 0 means the plainest choice: no jitter, no group, one core,
 *     implicit deadline, the feature switched off.
 *
 * What varies, each switched on or off by the header: phases, jitter,
 * sporadic gaps, deadlines below and above the period, groups, batches (with
 * tables that need not grow with the batch), execution times below and above
 * the nominal ones, criticality, priorities, graphs, edges that take time,
 * overheads,
 * cores that nodes are bound to; and the platform (cores, an accelerator,
 * both), preemption, late policy, ties, safety factor, rules of runtimes.
 *
 * Times are small multiples of a millisecond, so that coincidences, which is
 * where schedulers go wrong, are common.  About `jobs` jobs fit in the
 * horizon.
 *
 * The workload passes workload_check and can be written by workload_save;
 * what of a case is not in the workload are `tie` and `rules`.
 *
 * Ownership: a case lives until the next gen_make.  Cost: 3 us.
 */
#ifndef DAGSIM_CHECK_GEN_H
#define DAGSIM_CHECK_GEN_H

#include "model/workload.h"
#include "sim/sim.h"

enum {
	GEN_RECORD = 12,
	GEN_RECORDS = 16,
	GEN_BYTES = GEN_RECORD * (1 + GEN_RECORDS), /* beyond: not read  */
	GEN_TASKS = 8,
	GEN_NODES = 16,
};

enum gen_platform {
	GEN_ACCELERATOR = 1u << 0,
	GEN_CORES = 1u << 1,
	GEN_BOTH = 1u << 2,
	GEN_ANY = 7,
};

struct gen_options {
	unsigned platforms; /* GEN_ bits; at least one                   */
	bool binds; /* nodes may be bound to sets of cores that overlap   */
	bool wakes; /* the rule idle_blind is possible                    */
};

struct check_case {
	const struct workload *workload;
	enum tie_rule tie;
	struct sim_rules rules;
};

struct gen;

struct gen *gen_new(const struct gen_options *o);
void gen_free(struct gen *g);

/* The case of these bytes; false where they hold no task. */
bool gen_make(struct gen *g, const uint8_t *bytes, size_t n,
	      struct check_case *out);

/* Another horizon for the case that was made last. */
void gen_set_duration(struct gen *g, dag_time duration);

/* The bytes of random case number `number`; returns how many, at most
 * GEN_BYTES. */
size_t gen_bytes(uint64_t seed, uint64_t number, uint8_t *bytes);

#endif
