/* single_dag.c - one DAG alone on m cores
 *
 * The bounds of model/core_counts.h as tests.  With one task whose jobs do not
 * overlap (R <= D <= T) a job has all cores for itself, and which policy says
 * what runs next does not matter, nor does preemption, as long as no core is
 * idle while a node is ready.  The heaviest chains are never worse than greedy
 * ones, those never worse than Graham's bound, which uses one chain.
 */
#include "analysis/cores.h"
#include "analysis/tests.h"
#include "model/core_counts.h"

#include <assert.h>

static void run_single(const struct analysis_input *in, enum dag_bound kind,
		       struct verdict *v)
{
	const struct analysis_set *s = in->set;
	const struct analysis_task *t = &s->tasks[0];
	struct cores_response r = {.status = CORES_KNOWN};
	struct chain_sums sums;
	struct ratio bound;

	assert(s->n_tasks == 1);
	chain_sums(&sums, &t->dag->g, kind, s->cores, in->arena);
	bound = chain_bound(&sums, s->cores);
	r.num = bound.num + t->jitter * bound.den;
	r.den = bound.den;
	cores_verdict(in, &r, false, v);
}

static void run_graham(const struct analysis_input *in, struct verdict *v)
{
	run_single(in, BOUND_GRAHAM, v);
}

static void run_greedy(const struct analysis_input *in, struct verdict *v)
{
	run_single(in, BOUND_MULTIPATH, v);
}

static void run_opt(const struct analysis_input *in, struct verdict *v)
{
	run_single(in, BOUND_MULTIPATH_OPT, v);
}

static const char *const assumes[] = {
	"one task, alone on m equal cores, which are never idle while one of"
	" its nodes is ready; any order, any kind of preemption",
	"its jobs have nominal times at least T apart; release within J after"
	" it; absolute deadline D <= T after it",
	"nodes take any time up to the charged one; edges take no time", NULL};

static const char *const by_opt[] = {"multipath_opt", NULL};
static const char *const by_both[] = {"multipath_opt", "multipath_greedy",
				      NULL};

enum { ANY_CORES = FOR_CORES_FULL | FOR_CORES_LIMITED | FOR_CORES_NONE };

const struct analysis_test multipath_opt_test = {
	.name = "multipath_opt",
	.summary = "one DAG on m cores, by its heaviest chains",
	.source = "He et al., IEEE TCAD 44(5), 2025",
	.assumptions = assumes,
	.executors = ANY_CORES,
	.any_order = true,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.single = true,
	.gives_bounds = true,
	.run = run_opt,
};

const struct analysis_test multipath_greedy_test = {
	.name = "multipath_greedy",
	.summary = "one DAG on m cores, by greedy chains",
	.source = "He, Guan, Lv, Jiang, Chang, RTSS 2022",
	.assumptions = assumes,
	.executors = ANY_CORES,
	.any_order = true,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.single = true,
	.gives_bounds = true,
	.dominated_by = by_opt,
	.run = run_greedy,
};

const struct analysis_test graham_test = {
	.name = "graham",
	.summary = "one DAG on m cores, by its longest path",
	.source = "Graham, SIAM J. Appl. Math. 17, 1969",
	.assumptions = assumes,
	.executors = ANY_CORES,
	.any_order = true,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.single = true,
	.gives_bounds = true,
	.dominated_by = by_both,
	.run = run_graham,
};
