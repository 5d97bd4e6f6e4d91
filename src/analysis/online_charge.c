/* online_charge.c - how tests by demand charge a stream; see online_state.h */
#include "analysis/online_state.h"

#include <assert.h>

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

/* --- rule RA: a group is one item --- */

bool online_grouped(const struct online *o, const struct analysis_task *t)
{
	return o->test->batch == BATCH_SAME_DEADLINE && t->group != NONE &&
	       o->set.models[t->model].max_batch > 1;
}

void online_group_push(struct online *o, uint32_t i)
{
	const struct analysis_task *t = &o->set.tasks[i];

	if (!online_grouped(o, t))
		return;
	assert(t->group < o->set.n_groups);
	if (o->groups[t->group].size++ == 0)
		o->groups[t->group].first = i;
}

void online_group_pop(struct online *o, uint32_t i)
{
	if (online_grouped(o, &o->set.tasks[i]))
		o->groups[o->set.tasks[i].group].size--;
}

void online_group_all(struct online *o)
{
	for (uint32_t g = 0; g < o->set.n_groups; g++)
		o->groups[g].size = 0;
	for (uint32_t i = 0; i < o->set.n_tasks; i++)
		online_group_push(o, i);
}

static dag_time tick_cost(const struct analysis_model *m, uint32_t n)
{
	dag_time rest = n % m->max_batch ? m->cost[n % m->max_batch - 1] : 0;

	return (dag_time)(n / m->max_batch) * m->cost[m->max_batch - 1] + rest;
}

/* n streams of one tick. */
static struct demand_item tick_item(const struct online *o,
				    const struct analysis_task *t, uint32_t n,
				    uint32_t owner)
{
	const struct analysis_model *m = &o->set.models[t->model];
	dag_time block = 0;

	for (uint32_t b = 0; b < n && b < m->max_batch; b++)
		if (m->cost[b] > block)
			block = m->cost[b];
	return (struct demand_item){t->period, t->due, tick_cost(m, n),
				    block - set_tick(&o->set), owner};
}

/* --- FIFO: the jumps of the backlog, put off by what jobs have --- */

/* Jobs that all come at the start, jitter used up. */
static dag_time at_start(const struct analysis_task *t)
{
	return t->jitter / t->period + 1;
}

static struct demand_item fifo_item(const struct online *o,
				    const struct analysis_task *t, uint32_t i)
{
	return (struct demand_item){
		.period = t->period,
		.first = at_start(t) * t->period - t->jitter + o->shift,
		.cost = t->cost,
		.owner = i,
	};
}

/* --- items --- */

struct demand_item online_item(const struct online *o, uint32_t i)
{
	const struct analysis_task *t = &o->set.tasks[i];
	uint32_t n = t->model == NONE ? 1 : o->set.models[t->model].n_tasks;
	struct online_charge c;

	if (o->test->order == ORDER_FIFO)
		return fifo_item(o, t, i);
	if (online_grouped(o, t)) {
		const struct online_group *g = &o->groups[t->group];

		return tick_item(o, t, i == g->first ? g->size : 0, g->first);
	}
	c = online_charge(o, t, n);
	return (struct demand_item){t->period, t->due, c.cost, c.block, i};
}

struct demand_item online_joining(const struct online *o)
{
	uint32_t last = o->set.n_tasks - 1;
	const struct analysis_task *t = &o->set.tasks[last];
	struct demand_item now, before;
	uint32_t n;

	if (!online_grouped(o, t) || o->groups[t->group].size < 2)
		return online_item(o, last);
	n = o->groups[t->group].size;
	now = tick_item(o, t, n, o->groups[t->group].first);
	before = tick_item(o, t, n - 1, now.owner);
	/* a fuller batch may be faster; then the old steps still hold */
	now.cost = now.cost > before.cost ? now.cost - before.cost : 0;
	return now;
}

int128 online_riders(const struct online *o)
{
	int128 sum = 0;

	for (uint32_t i = 0; o->test->order == ORDER_FIFO && i < o->set.n_tasks;
	     i++)
		sum += (int128)at_start(&o->set.tasks[i]) *
		       o->set.tasks[i].cost;
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
