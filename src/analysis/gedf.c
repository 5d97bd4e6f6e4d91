/* gedf.c - global EDF on m cores, by response times; see rta.h */
#include "analysis/rta.h"
#include "analysis/tests.h"

static void run_melani(const struct analysis_input *in, struct verdict *v)
{
	rta_run(in, &(struct rta){.carry = RTA_MELANI, .edf = true}, v);
}

static void run_chains(const struct analysis_input *in, struct verdict *v)
{
	rta_run(in,
		&(struct rta){.carry = RTA_CHAINS,
			      .edf = true,
			      .edf_by_chains = true},
		v);
}

static const char *const assumes[] = {
	"m equal cores, preemptible anywhere at no cost; no core idles while a"
	" node is ready",
	"nodes of the jobs of the earliest absolute deadlines run, equal ones"
	" in any order, those of one job too",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D <= T after it",
	NULL};

static const char *const beats_melani[] = {"edf_chain_rta", NULL};

/* Not monotone: with a longer deadline the jobs of a task go behind others,
 * respond later, and carry more into the windows of those. */
const struct analysis_test edf_melani15_test = {
	.name = "edf_melani15",
	.summary = "global EDF, responses with the workload of Melani et al.",
	.source = "Melani, Bertogna, Bonifaci, Marchetti-Spaccamela, Buttazzo,"
		  " ECRTS 2015",
	.assumptions = assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.gives_bounds = true,
	.dominated_by = beats_melani,
	.stands_for = "gedf",
	.run = run_melani,
};

const struct analysis_test edf_chain_rta_test = {
	.name = "edf_chain_rta",
	.summary = "global EDF, responses with the workload on chains",
	.source = "Melani et al., ECRTS 2015, with the workload of a chain"
		  " cover (analysis/carry.h)",
	.assumptions = assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.gives_bounds = true,
	.stands_for = "gedf",
	.unit = 3,
	.run = run_chains,
};
