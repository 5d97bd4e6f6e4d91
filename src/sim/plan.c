/* plan.c - what a run needs, set up before the first event */
#include "sim/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Predicted latencies: C(b) times the safety factor. */
static bool plan_models(struct sim *s, struct arena *a, struct dag_error *e)
{
	const struct workload *w = s->w;
	struct ratio f = s->c->safety_factor;

	if (f.den == 0)
		f = (struct ratio){ 1, 1 };
	s->predicted = ARENA_NEW(a, struct batch_model, w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct model *m = &w->models[i];
		dag_time *latency = ARENA_NEW(a, dag_time, m->max_batch);

		for (uint32_t b = 0; b < m->max_batch; b++) {
			latency[b] = ratio_scale(m->latency[b], f);
			if (latency[b] < 0 || latency[b] > DAG_TIME_MAX / 4)
				return error_set(e, w->file, 0, 0,
						 "model '%s' times the safety factor overflows",
						 m->name);
		}
		s->predicted[i] = (struct batch_model){ latency, m->max_batch,
							m->preferred,
							m->n_preferred };
	}
	return true;
}

static struct job make_template(const struct sim *s, uint32_t node)
{
	const struct node *n = &s->w->nodes[node];
	const struct task *t = &s->w->tasks[n->task];

	return (struct job){
		.work_left = s->predicted[n->model].latency[0],
		.task = n->task,
		.node = node - t->first_node,
		.model = n->model,
		.group = t->group,
		.prio = t->priority,
		.last_exec = EXEC_NONE,
		.criticality = (uint8_t)t->criticality,
	};
}

static struct node_plan plan_node(struct sim *s, uint32_t node)
{
	const struct task *t = &s->w->tasks[s->w->nodes[node].task];
	const struct model *m = &s->w->models[s->w->nodes[node].model];
	uint32_t local = node - t->first_node;
	uint64_t seed = s->c->seed;

	return (struct node_plan){
		.template = make_template(s, node),
		.latency = m->latency,
		.cost = m->latency[0],
		.noise = &m->noise,
		.factor_base = rng_base(seed, RNG_FACTOR, t->key, local),
		.tail_base = rng_base(seed, RNG_TAIL, t->key, local),
		.bcet = m->bcet,
		.wcet = m->wcet ? m->wcet : DAG_TIME_MAX,
		.device = &s->devices[s->placement.device_of[node]],
	};
}

static void plan_nodes(struct sim *s, struct arena *a)
{
	const struct workload *w = s->w;

	s->plans = ARENA_NEW(a, struct node_plan, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		s->plans[i] = plan_node(s, i);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (w->tasks[i].n_nodes > s->stride)
			s->stride = w->tasks[i].n_nodes;
}

static void plan_execs(struct sim *s, struct arena *a)
{
	uint32_t n = s->placement.n_execs, largest = 1;

	for (uint32_t i = 0; i < s->w->n_models; i++)
		if (s->w->models[i].max_batch > largest)
			largest = s->w->models[i].max_batch;
	s->execs = ARENA_NEW(a, struct exec, n);
	s->exec_states = ARENA_NEW(a, struct exec_state, n);
	s->finishing = ARENA_NEW(a, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		s->execs[i].batch = ARENA_NEW(a, job_id, largest);
		s->execs[i].finish_pos = s->execs[i].urgent_pos = NONE;
		s->exec_states[i].running = JOB_NONE;
	}
}

static void plan_policy(struct sim *s, struct device *d, struct arena *a)
{
	struct policy *p = &d->policy;

	*p = *s->c->policy;
	if (p->ops->state_size)
		p->state = arena_alloc(a, p->ops->state_size);
	if (p->ops->reset)
		p->ops->reset(p);
}

static void plan_queue(struct sim *s, struct device *d, struct arena *a)
{
	const struct workload *w = s->w;
	bool by_task = d->policy.ops->traits.view == VIEW_BY_TASK;
	uint32_t *bucket_of = NULL;

	if (by_task) {
		bucket_of = ARENA_NEW(a, uint32_t, w->n_tasks);
		for (uint32_t i = 0; i < w->n_tasks; i++)
			bucket_of[i] = w->tasks[i].name_rank;
	}
	d->ready = ready_new(&d->policy, s->jobs, bucket_of,
			     by_task ? w->n_tasks : w->n_models);
}

static void plan_device(struct sim *s, uint32_t index, struct arena *a)
{
	const struct device_place *p = &s->placement.devices[index];
	struct device *d = &s->devices[index];
	const struct policy_ops *ops = s->c->policy->ops;

	plan_policy(s, d, a);
	plan_queue(s, d, a);
	d->first_exec = p->first_exec;
	d->preemption = p->preemption;
	d->preempts = p->preemption == PREEMPT_FULL &&
		      (ops->traits.flags & POLICY_PREEMPTS);
	d->by_deadline = ops->traits.order == ORDER_EDF && !d->preempts &&
			 s->stride == 1;
	d->wake = DAG_TIME_MAX;
	d->n_words = (p->n_exec + WORD_BITS - 1) / WORD_BITS;
	d->idle = ARENA_NEW(a, uint64_t, d->n_words);
	d->running = ARENA_NEW(a, uint32_t, p->n_exec);
	d->n_idle = p->n_exec;
	for (uint32_t i = 0; i < p->n_exec; i++) {
		d->idle[i / WORD_BITS] |= UINT64_C(1) << (i % WORD_BITS);
		s->execs[p->first_exec + i].device = d;
	}
	d->view = (struct device_state){ s->jobs, s->predicted,
					 s->exec_states + p->first_exec,
					 p->n_exec, 0, NONE };
}

bool sim_plan(struct sim *s, const struct sim_config *c, struct arena *a,
	      struct dag_error *e)
{
	const struct workload *w = c->workload;

	REQUIRE(w->n_tasks > 0 && c->horizon > 0);
	memset(s, 0, sizeof(*s));
	s->c = c;
	s->w = w;
	s->error = e;
	s->wake = s->next_finish = DAG_TIME_MAX;
	if (c->placement)
		s->placement = *c->placement;
	else
		placement_global(&s->placement, w, a);
	REQUIRE(s->placement.n_execs >= 1 && s->placement.n_execs <= EXECS_MAX);
	if (!plan_models(s, a, e))
		return false;
	s->n_devices = s->placement.n_devices;
	s->devices = ARENA_NEW(a, struct device, s->n_devices);
	s->dirty = ARENA_NEW(a, struct device *, s->n_devices);
	plan_nodes(s, a);
	plan_execs(s, a);
	for (uint32_t i = 0; i < s->n_devices; i++)
		plan_device(s, i, a);
	s->solo = s->n_devices == 1 && s->placement.n_execs == 1 &&
		  !s->devices[0].preempts && s->stride == 1;
	s->releases = c->replay ? release_replay(a, c->replay, c->horizon)
				: release_open(a, w, c->seed, c->horizon);
	return true;
}

void sim_unplan(struct sim *s)
{
	for (uint32_t i = 0; i < s->n_devices; i++) {
		ready_free(s->devices[i].ready);
		free(s->devices[i].expiries);
	}
	free(s->jobs);
	free(s->runs);
	free(s->free_slots);
	free(s->acts);
	free(s->free_acts);
	free(s->pending);
	free(s->slot_of);
}
