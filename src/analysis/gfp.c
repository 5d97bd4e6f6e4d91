/* gfp.c - global fixed priorities on m cores, by response times; see rta.h */
#include "analysis/node_paths.h"
#include "analysis/rta.h"
#include "analysis/tests.h"

static void run_melani(const struct analysis_input *in, struct verdict *v)
{
	rta_run(in, &(struct rta){.carry = RTA_MELANI}, v);
}

static void run_chains(const struct analysis_input *in, struct verdict *v)
{
	rta_run(in, &(struct rta){.carry = RTA_CHAINS}, v);
}

static void run_profile(const struct analysis_input *in, struct verdict *v)
{
	rta_run(in, &(struct rta){.carry = RTA_PROFILE}, v);
}

static void run_node_ranks(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	int64_t *self = ARENA_NEW(in->arena, int64_t, s->n_tasks);
	uint64_t steps = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		self[i] =
			node_paths_bound(s->tasks[i].dag, s->tasks[i].dag->rank,
					 s->cores, &steps, in->arena);
	rta_run(in, &(struct rta){.carry = RTA_CHAINS, .self = self}, v);
	v->work += steps;
}

#define COMMON_ASSUMPTIONS                                                     \
	"m equal cores, preemptible anywhere at no cost; no core idles while"  \
	" a node is ready",                                                    \
		"nodes of jobs of the smallest priority number run; tasks of"  \
		" equal priority may go before each other",                    \
		"jobs of a task have nominal times at least T apart; release"  \
		" within J after it; absolute deadline D <= T after it"

static const char *const assumes[] = {
	COMMON_ASSUMPTIONS, "the nodes of a job run in any order", NULL};

static const char *const ranks_assumes[] = {
	COMMON_ASSUMPTIONS,
	"of the ready nodes of a job those with the longest way to its end"
	" run (node_order=longest_tail)",
	NULL};

/* Of these only the first is surely monotone: with a shorter node the greedy
 * chains of the others may fall out differently, though no loss of a proof by
 * it is known. */
static const char *const beats_melani[] = {"fp_chain_rta", "fp_fonseca17",
					   "fp_he19_cpf", NULL};
static const char *const beats_chains[] = {"fp_he19_cpf", NULL};

const struct analysis_test fp_melani15_test = {
	.name = "fp_melani15",
	.summary = "global fixed priorities, responses with the workload of"
		   " Melani et al.",
	.source = "Melani, Bertogna, Bonifaci, Marchetti-Spaccamela, Buttazzo,"
		  " ECRTS 2015",
	.assumptions = assumes,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.gives_bounds = true,
	.dominated_by = beats_melani,
	.stands_for = "gfp:priority=dm",
	.run = run_melani,
};

const struct analysis_test fp_chain_rta_test = {
	.name = "fp_chain_rta",
	.summary = "global fixed priorities, responses with the workload on"
		   " chains",
	.source = "Melani et al., ECRTS 2015, with the workload of a chain"
		  " cover (analysis/carry.h)",
	.assumptions = assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.gives_bounds = true,
	.dominated_by = beats_chains,
	.stands_for = "gfp:priority=dm",
	.unit = 3,
	.run = run_chains,
};

const struct analysis_test fp_fonseca17_test = {
	.name = "fp_fonseca17",
	.summary = "global fixed priorities, responses with workload profiles",
	.source = "Fonseca, Nelissen, Nelis, RTNS 2017, with the carry-out of a"
		  " chain cover (analysis/carry.h)",
	.assumptions = assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.gives_bounds = true,
	.stands_for = "gfp:priority=dm",
	.unit = 20,
	.run = run_profile,
};

const struct analysis_test fp_he19_cpf_test = {
	.name = "fp_he19_cpf",
	.summary = "global fixed priorities with nodes by longest way, exact"
		   " over paths",
	.source = "He, Jiang, Guan, Tang, IEEE TPDS 30(10), 2019; the largest"
		  " over all paths",
	.assumptions = ranks_assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.needs = POLICY_TAIL_FIRST,
	.gives_bounds = true,
	.stands_for = "gfp:priority=dm,node_order=longest_tail",
	.unit = 20,
	.run = run_node_ranks,
};
