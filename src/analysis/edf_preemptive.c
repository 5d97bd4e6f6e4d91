/* edf_preemptive.c - preemptive EDF on one core
 *
 * The demand test without blocking: exact for sporadic tasks (Baruah,
 * Rosier, Howell 1990) for any D, jitter folded in as D' = D - J.  The table
 * calls it by the name of the method that users know (QPA); the walk of
 * demand.h decides the same question and tells the first violation.
 */
#include "analysis/common.h"
#include "analysis/tests.h"

static void run_edf(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct demand_item *items =
		ARENA_NEW(in->arena, struct demand_item, s->n_tasks);

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		items[i] = (struct demand_item){.period = t->period,
						.first = t->due,
						.cost = t->cost,
						.owner = i};
	}
	common_demand(in, items, s->n_tasks, 0, true, v);
	common_edf_bounds(in, true, v);
}

static const char *const edf_assumes[] = {
	"one core, preemptible anywhere at no cost",
	"earliest absolute deadline first among the released jobs, any tie"
	" rule, never idle while a job waits",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it, D of any length",
	"the nodes of a job run one after another, edges take no time", NULL};

const struct analysis_test edf_qpa_test = {
	.name = "edf_qpa",
	.summary = "preemptive EDF on one core, demand bound; response times",
	.source = "Baruah, Rosier, Howell, 1990; Zhang, Burns, IEEE TC 2009;"
		  " responses: Spuri, INRIA RR-2772, 1996",
	.assumptions = edf_assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_CORE_FULL,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.run = run_edf,
};
