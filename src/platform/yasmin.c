/* yasmin.c - see yasmin.h */
#include "platform/yasmin.h"

#include <assert.h>

const struct yasmin yasmin_mended = {
	.scheduler_releases = true,
};
const struct yasmin yasmin_published = {
	.scheduler_releases = true,
	.published = true,
};

const struct cost_row yasmin_costs[] = {
	{OVERHEAD_RELEASE, 5000, 15000},   {OVERHEAD_DECISION, 1000, 2000},
	{OVERHEAD_LOCK, 1000, 3000},       {OVERHEAD_IPI, 50000, 150000},
	{OVERHEAD_WAKE, 50000, 100000},    {OVERHEAD_YIELD, 30000, 60000},
	{OVERHEAD_SWITCH, 300000, 500000}, {OVERHEAD_MIGRATION, 100000, 200000},
	{OVERHEAD_MESSAGE, 1000, 3000},    {OVERHEAD_RELEASE, 0, 0},
};

static dag_time shortest_period(const struct workload *w)
{
	dag_time t = w->tasks[0].period;

	for (uint32_t i = 1; i < w->n_tasks; i++)
		if (w->tasks[i].period < t)
			t = w->tasks[i].period;
	return t;
}

/* The greatest span of which all periods are multiples. */
static dag_time common_period(const struct workload *w)
{
	dag_time a = w->tasks[0].period;

	for (uint32_t i = 1; i < w->n_tasks; i++)
		for (dag_time b = w->tasks[i].period; b;) {
			dag_time rest = a % b;

			a = b;
			b = rest;
		}
	return a;
}

static dag_time tick_for(const struct yasmin *y, const struct workload *w)
{
	dag_time tick = YASMIN_TICK, shortest = shortest_period(w);

	if (!y->scheduler_releases)
		tick = common_period(w);
	else if (shortest < tick)
		tick = shortest;
	assert(tick > 0);
	return tick;
}

void yasmin_rules(const struct yasmin *y, const struct workload *w,
		  struct sim_rules *rules)
{
	dag_time tick = y->tick ? y->tick : tick_for(y, w);

	REQUIRE(tick > 0 && tick <= SPAN_MAX / 2);
	*rules = (struct sim_rules){
		.release_core = true,
		.serial_nodes = true,
		.tick = y->published ? 2 * tick : tick,
		.tick_successors = y->scheduler_releases,
		.lost_posts = y->published,
	};
}
