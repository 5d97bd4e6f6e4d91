/* cores_plan.c - cores and their policies, set up before the first event */
#include "platform/classes.h"
#include "platform/state.h"
#include "policies/common.h"

#define RANK_FIXED INT64_MIN

static uint32_t power_of_two(uint32_t n)
{
	uint32_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

struct winner *winner_new(uint32_t n, int64_t key, uint32_t *leaves,
			  struct arena *a)
{
	uint32_t m = power_of_two(n);
	struct winner *tree = ARENA_NEW(a, struct winner, 2 * (size_t)m);

	for (uint32_t i = 2 * m - 1; i > 0; i--) {
		tree[i].key = key;
		tree[i].core = i >= m ? i - m : tree[2 * i].core;
	}
	*leaves = m;
	return tree;
}

static void plan_policy(const struct engine *e, struct os *d, struct arena *a)
{
	struct policy *p = &d->policy;

	*p = *e->c->policy;
	if (p->ops->state_size)
		p->state = arena_alloc(a, p->ops->state_size);
	if (p->ops->reset)
		p->ops->reset(p);
}

static void plan_queue(struct engine *e, struct os *d, bool bound,
		       struct arena *a)
{
	const struct workload *w = e->m->threads;
	const struct policy_traits *traits = &d->policy.ops->traits;
	uint32_t *bucket_of = NULL;

	if (traits->view == VIEW_BY_TASK) {
		bucket_of = ARENA_NEW(a, uint32_t, w->n_tasks);
		for (uint32_t i = 0; i < w->n_tasks; i++)
			bucket_of[i] = w->tasks[i].name_rank;
	}
	d->ready =
		bound ? ready_new_ordered(&d->policy, e->jobs)
		      : ready_new(&d->policy, e->jobs, bucket_of, w->n_tasks);
	d->fifo_ties = e->c->ties == THREAD_TIES_FIFO ||
		       (traits->flags & POLICY_FIFO_TIES);
	if (d->fifo_ties)
		ready_ignore_release(d->ready);
	d->keeps_turns = d->policy.ops == &classes_ops;
	if (d->keeps_turns) /* equals do not drive each other off */
		ready_favour_running(d->ready);
	if (d->preempts && traits->view == VIEW_HEAD && !bound)
		ready_keep_ranks(d->ready);
}

static void plan_os(struct engine *e, uint32_t index, struct arena *a)
{
	const struct device_place *p = &e->placement.devices[index];
	const struct workload *w = e->m->threads;
	bool bound = placement_is_shared(&e->placement, w, index);
	struct os *d = &e->os[index];
	const struct policy_ops *ops;

	plan_policy(e, d, a);
	ops = d->policy.ops;
	d->preempts = p->preemption == PREEMPT_FULL &&
		      (ops->traits.flags & POLICY_PREEMPTS);
	plan_queue(e, d, bound, a);
	d->keyed = ops->key != policy_key_node || !d->fifo_ties;
	d->first = p->first_exec;
	d->n = d->n_idle = p->n_exec;
	d->wake = DAG_TIME_MAX;
	d->n_words = (p->n_exec + WORD_BITS - 1) / WORD_BITS;
	d->idle = ARENA_NEW(a, uint64_t, d->n_words);
	d->urgency = winner_new(p->n_exec, RANK_FIXED, &d->leaves, a);
	d->standing = ARENA_NEW(a, struct standing, d->leaves);
	for (uint32_t i = 0; i < p->n_exec; i++) {
		d->idle[i / WORD_BITS] |= UINT64_C(1) << (i % WORD_BITS);
		e->cores[p->first_exec + i].os = d;
	}
	d->view = (struct device_state){
		.workload = w,
		.jobs = e->jobs,
		.models = e->predicted,
		.exec = e->exec_states + p->first_exec,
		.first_exec = p->first_exec,
		.n_exec = p->n_exec,
		.bound = bound,
		.slices_end = true,
		.idle = 0,
		.least_urgent = NONE,
	};
	d->takes_head = ops->choose == policy_choose_global && !bound;
}

static void plan_jobs(struct engine *e, struct arena *a)
{
	const struct workload *w = e->m->threads;

	e->jobs = ARENA_NEW(a, struct job, w->n_tasks);
	e->predicted = ARENA_NEW(a, struct batch_model, w->n_tasks);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		e->jobs[i] = (struct job){
			.task = i,
			.model = i,
			.group = NONE,
			.prio = w->tasks[i].priority,
			.last_exec = EXEC_NONE,
			.criticality = (uint8_t)w->tasks[i].criticality,
		};
		e->predicted[i] = (struct batch_model){
			.latency = w->models[i].latency, .max_batch = 1};
	}
}

void cores_plan(struct engine *e, struct arena *a)
{
	uint32_t n = e->placement.n_execs;

	REQUIRE(n >= 1 && n < EXEC_NONE);
	plan_jobs(e, a);
	e->cores = ARENA_NEW(a, struct core, n);
	e->exec_states = ARENA_NEW(a, struct exec_state, n);
	e->events = winner_new(n, DAG_TIME_MAX, &e->event_leaves, a);
	for (uint32_t i = 0; i < n; i++) {
		e->cores[i] = (struct core){
			.thread = NONE, .event = DAG_TIME_MAX, .last = NONE};
		e->exec_states[i].running = JOB_NONE;
	}
	e->n_os = e->placement.n_devices;
	e->os = ARENA_NEW(a, struct os, e->n_os);
	e->dirty = ARENA_NEW(a, struct os *, e->n_os);
	e->wake = DAG_TIME_MAX;
	for (uint32_t i = 0; i < e->n_os; i++)
		plan_os(e, i, a);
}

void cores_unplan(struct engine *e)
{
	for (uint32_t i = 0; i < e->n_os; i++)
		ready_free(e->os[i].ready);
}
