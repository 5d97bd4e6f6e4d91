/* online_charge.c - how tests by demand charge a stream; see online_state.h */
#include "analysis/online_state.h"

bool online_batches(const struct online *o)
{
	return o->test->batch == BATCH_CROSS_DEADLINE;
}

struct online_charge online_charge(const struct online *o,
				   const struct analysis_task *t,
				   uint32_t n_tasks)
{
	struct online_charge c = {t->cost, t->chunk, 0};
	const struct analysis_model *m;
	uint32_t most;

	if (o->test->executors & FOR_CORE_FULL) {
		c.block = 0;
		return c;
	}
	if (online_batches(o)) {
		m = &o->set.models[t->model];
		most = m->max_batch < n_tasks ? m->max_batch : n_tasks;
		for (uint32_t b = 0; b < most; b++) {
			if (m->cost[b] > c.block)
				c.block = m->cost[b];
			if (b && m->cost[b] - m->cost[b - 1] > c.delta)
				c.delta = m->cost[b] - m->cost[b - 1];
		}
		if (c.delta > c.cost)
			c.cost = c.delta; /* w of the tight test            */
	}
	c.block = c.block > set_tick(&o->set) ? c.block - set_tick(&o->set) : 0;
	return c;
}

/* The published test does not cover increments above C(1). */
bool online_too_steep(const struct online *o, const struct analysis_task *t)
{
	const struct analysis_model *m;

	if (o->test != &np_edf_cross_deadline_test)
		return false;
	m = &o->set.models[t->model];
	return online_charge(o, t, m->n_tasks).cost > m->cost[0];
}

struct demand_item online_item(const struct online *o, uint32_t i)
{
	const struct analysis_task *t = &o->set.tasks[i];
	uint32_t n = t->model == NONE ? 1 : o->set.models[t->model].n_tasks;
	struct online_charge c = online_charge(o, t, n);

	return (struct demand_item){t->period, t->due, c.cost, c.block, i};
}

int128 online_riders(const struct online *o)
{
	int128 sum = 0;

	for (uint32_t m = 0; online_batches(o) && m < o->set.n_models; m++) {
		const struct analysis_model *am = &o->set.models[m];
		struct analysis_task t = {.cost = am->cost[0], .model = m};

		if (am->n_tasks)
			sum += (int128)online_charge(o, &t, am->n_tasks).delta *
			       am->n_tasks;
	}
	return sum;
}

struct load online_load(const struct online *o)
{
	struct load l;

	load_init(&l);
	for (uint32_t i = 0; i < o->set.n_tasks; i++) {
		struct demand_item k = online_item(o, i);

		load_add(&l, k.cost, k.period, 1);
	}
	return l;
}
