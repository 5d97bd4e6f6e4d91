/* plan.c - what a run needs, set up before the first event */
#include "sim/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EXECS = 64 };

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
						 "model '%s' with the safety factor is out of range",
						 m->name);
		}
		s->predicted[i] = (struct batch_model){ latency, m->max_batch,
							m->preferred,
							m->n_preferred };
	}
	return true;
}

static void plan_nodes(struct sim *s, struct arena *a)
{
	const struct workload *w = s->w;
	uint64_t seed = s->c->seed;

	s->plans = ARENA_NEW(a, struct node_plan, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];
		uint32_t local = i - t->first_node;

		s->plans[i] = (struct node_plan){
			rng_base(seed, RNG_FACTOR, t->key, local),
			rng_base(seed, RNG_TAIL, t->key, local)
		};
	}
}

static void plan_tasks(struct sim *s, struct arena *a)
{
	const struct workload *w = s->w;

	s->templates = ARENA_NEW(a, struct job, w->n_tasks);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];
		uint32_t model = w->nodes[t->first_node].model;

		assert(t->n_nodes == 1);
		s->templates[i] = (struct job){
			.work_left = s->predicted[model].latency[0],
			.task = i,
			.model = model,
			.group = t->group,
			.prio = t->priority,
			.criticality = t->criticality,
		};
	}
}

static void plan_execs(struct sim *s, struct arena *a)
{
	uint32_t n = s->device.n_exec, largest = 1;

	assert(n >= 1 && n <= MAX_EXECS);
	for (uint32_t i = 0; i < s->w->n_models; i++)
		if (s->w->models[i].max_batch > largest)
			largest = s->w->models[i].max_batch;
	s->execs = ARENA_NEW(a, struct exec, n);
	s->exec_states = ARENA_NEW(a, struct exec_state, n);
	for (uint32_t i = 0; i < n; i++) {
		s->execs[i].batch = ARENA_NEW(a, job_id, largest);
		s->execs[i].finish = DAG_TIME_MAX;
		s->exec_states[i].running = JOB_NONE;
	}
	s->idle_mask = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static void plan_queue(struct sim *s, struct arena *a)
{
	const struct workload *w = s->w;
	bool by_task = s->policy->ops->traits.view == VIEW_BY_TASK;
	uint32_t *bucket_of = NULL;

	if (by_task) {
		bucket_of = ARENA_NEW(a, uint32_t, w->n_tasks);
		for (uint32_t i = 0; i < w->n_tasks; i++)
			bucket_of[i] = w->tasks[i].name_rank;
	}
	s->ready = ready_new(s->policy, s->jobs, bucket_of,
			     by_task ? w->n_tasks : w->n_models);
}

static void reset_policy(struct policy *p)
{
	if (p->state)
		memset(p->state, 0, p->ops->state_size);
	if (p->ops->reset)
		p->ops->reset(p);
}

bool sim_plan(struct sim *s, const struct sim_config *c, struct arena *a,
	      struct dag_error *e)
{
	const struct workload *w = c->workload;

	REQUIRE(w->n_tasks > 0 && c->horizon > 0);
	memset(s, 0, sizeof(*s));
	s->c = c;
	s->w = w;
	s->policy = c->policy;
	s->error = e;
	s->wake = s->next_finish = DAG_TIME_MAX;
	s->device.n_exec = 1;
	if (!plan_models(s, a, e))
		return false;
	plan_nodes(s, a);
	plan_tasks(s, a);
	plan_execs(s, a);
	reset_policy(s->policy);
	plan_queue(s, a);
	s->device.models = s->predicted;
	s->device.exec = s->exec_states;
	s->device.least_urgent = NONE;
	s->expires = c->late == LATE_DROP;
	s->by_deadline = s->policy->ops->traits.order == ORDER_EDF;
	s->releases = c->replay ? release_replay(a, c->replay, c->horizon)
				: release_open(a, w, c->seed, c->horizon);
	return true;
}

void sim_unplan(struct sim *s)
{
	ready_free(s->ready);
	free(s->jobs);
	free(s->free_slots);
	free(s->stamps);
	free(s->expiries);
}
