/* plan.c - what a run needs, set up before the first event */
#include "sim/charge.h"
#include "sim/rules.h"
#include "sim/state.h"

#include "model/latency.h"
#include "model/paths.h"
#include "policies/common.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Predicted latencies: C(b) times the safety factor. */
static bool plan_models(struct sim *s, struct arena *a, struct dag_error *e)
{
	const struct workload *w = s->w;
	struct ratio f = s->c->safety_factor;

	if (f.den == 0)
		f = (struct ratio){1, 1};
	s->predicted = ARENA_NEW(a, struct batch_model, w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct model *m = &w->models[i];
		dag_time *latency = ARENA_NEW(a, dag_time, m->max_batch);

		for (uint32_t b = 0; b < m->max_batch; b++) {
			latency[b] = ratio_scale(m->latency[b], f);
			if (latency[b] < 0 || latency[b] > DAG_TIME_MAX / 4)
				return error_set(e, w->file, 0, 0,
						 "model '%s' times the safety "
						 "factor overflows",
						 m->name);
		}
		s->predicted[i] = (struct batch_model){
			latency, m->max_batch, m->preferred, m->n_preferred};
	}
	return true;
}

/* By node, what the policy of its device orders the nodes of a job by, or
 * NULL. */
static const uint32_t *ranks_given(const struct sim *s, uint32_t node)
{
	return s->devices[s->placement.device_of[node]].policy.node_rank;
}

/* The number that tells a node from others of equal key. */
static uint32_t tie_rank(const struct sim *s, uint32_t node)
{
	const uint32_t *given = ranks_given(s, node);

	if (s->tail_rank)
		return s->tail_rank[node];
	return given ? given[node] : node;
}

struct tailed {
	dag_time tail;
	uint32_t first, place, node; /* first node of the task or the node   */
};

static int by_tail(const void *pa, const void *pb)
{
	const struct tailed *a = pa, *b = pb;

	if (a->tail != b->tail)
		return a->tail < b->tail ? -1 : 1;
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* The longest path of the task that node i is of. */
static dag_time longest_path(const struct workload *w, const dag_time *tail,
			     uint32_t i)
{
	const struct task *t = &w->tasks[w->nodes[i].task];
	dag_time most = 0;

	for (uint32_t k = t->first_node; k < t->first_node + t->n_nodes; k++)
		most = tail[k] > most ? tail[k] : most;
	return most;
}

/* Nodes in the order of what is left of their jobs from there on.  Where the
 * policy says which node of a job goes first, that stays so, and only jobs are
 * ordered, by their longest paths. */
static void plan_tails(struct sim *s, struct arena *a)
{
	uint32_t n = s->w->n_nodes;
	struct tailed *list = ARENA_NEW(a, struct tailed, n);
	dag_time *tail = ARENA_NEW(a, dag_time, n);
	uint32_t *rank = ARENA_NEW(a, uint32_t, n);

	paths_tails(s->w, tail);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *given = ranks_given(s, i);

		list[i] =
			given ? (struct tailed){longest_path(s->w, tail, i),
						s->w->tasks[s->w->nodes[i].task]
							.first_node,
						given[i], i}
			      : (struct tailed){tail[i], i, 0, i};
	}
	qsort(list, n, sizeof(*list), by_tail);
	for (uint32_t i = 0; i < n; i++)
		rank[list[i].node] = i;
	s->tail_rank = rank;
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
		.tie = (uint64_t)tie_rank(s, node) << RELEASE_INSTANCE_BITS,
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
		.model = m,
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
}

static uint32_t power_of_two(uint32_t n)
{
	uint32_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

/* A tree over `leaves` executors with equal keys, so that number 0 has won. */
static struct winner *plan_tree(uint32_t leaves, int64_t key, struct arena *a)
{
	struct winner *tree = ARENA_NEW(a, struct winner, 2 * (size_t)leaves);

	for (uint32_t i = 2 * leaves - 1; i > 0; i--) {
		tree[i].key = key;
		tree[i].exec = i >= leaves ? i - leaves : tree[2 * i].exec;
	}
	return tree;
}

static void plan_execs(struct sim *s, struct arena *a)
{
	uint32_t n = s->placement.n_execs, largest = 1;

	for (uint32_t i = 0; i < s->w->n_models; i++)
		if (s->w->models[i].max_batch > largest)
			largest = s->w->models[i].max_batch;
	s->execs = ARENA_NEW(a, struct exec, n);
	s->exec_states = ARENA_NEW(a, struct exec_state, n);
	s->finish_leaves = power_of_two(n);
	s->finish_tree = plan_tree(s->finish_leaves, DAG_TIME_MAX, a);
	for (uint32_t i = 0; i < n; i++) {
		s->execs[i].batch = ARENA_NEW(a, job_id, largest);
		s->exec_states[i].running = JOB_NONE;
	}
}

/* The policy that drives a device, with state of its own. */
static void plan_policy(struct sim *s, struct device *d, enum resource r,
			struct arena *a)
{
	struct policy *p = &d->policy;

	*p = *sim_policy_of(s->c, r);
	if (p->ops->state_size)
		p->state = arena_alloc(a, p->ops->state_size);
	if (p->ops->reset)
		p->ops->reset(p);
}

/* Ids in the order in which nodes are set up: tasks as they stand, of each
 * first the nodes with predecessors, then the others. */
static void plan_ids(const struct sim *s, struct device *d, struct arena *a)
{
	const struct workload *w = s->w;
	uint32_t *ids = ARENA_NEW(a, uint32_t, w->n_nodes), next = 0;
	uint32_t *first = ARENA_NEW(a, uint32_t, w->n_tasks);

	for (uint32_t t = 0; t < w->n_tasks; t++) {
		uint32_t begin = w->tasks[t].first_node;
		uint32_t end = begin + w->tasks[t].n_nodes;

		first[t] = begin;
		for (uint32_t i = begin; i < end; i++)
			if (w->nodes[i].n_pred)
				ids[i] = next++;
		for (uint32_t i = begin; i < end; i++)
			if (!w->nodes[i].n_pred)
				ids[i] = next++;
	}
	assert(next == w->n_nodes);
	ready_compare_ids(d->ready, ids, first);
}

static void plan_queue(struct sim *s, struct device *d, bool bound,
		       struct arena *a)
{
	const struct workload *w = s->w;
	const struct policy_ops *ops = d->policy.ops;
	bool by_task = ops->traits.view == VIEW_BY_TASK;
	uint32_t *bucket_of = NULL;

	if (by_task) {
		bucket_of = ARENA_NEW(a, uint32_t, w->n_tasks);
		for (uint32_t i = 0; i < w->n_tasks; i++)
			bucket_of[i] = w->tasks[i].name_rank;
	}
	if (bound)
		d->ready = ready_new_ordered(&d->policy, s->jobs);
	else
		d->ready = ready_new(&d->policy, s->jobs, bucket_of,
				     by_task ? w->n_tasks : w->n_models);
	/* an order of the nodes of a job is for the policy to keep: then it
	 * is jobs that go by when they came */
	d->fifo_ties = (s->c->tie == TIE_FIFO && !d->policy.node_rank) ||
		       s->c->tie == TIE_ID ||
		       (ops->traits.flags & POLICY_FIFO_TIES);
	if (d->fifo_ties || s->own_ties)
		ready_ignore_release(d->ready);
	if (s->c->tie == TIE_FAVOUR_RUNNING)
		ready_favour_running(d->ready);
	if (s->c->tie == TIE_ID)
		plan_ids(s, d, a);
}

/* Do we know what its policy answers? */
static bool takes_head(const struct sim *s, const struct device *d)
{
	const struct policy_ops *ops = d->policy.ops;

	if (d->view.bound || d->view.blind || s->c->trace_waits)
		return false;
	return ops->choose == policy_choose_global ||
	       (ops->choose == policy_choose_head && d->view.n_exec == 1 &&
		!d->preempts);
}

static void plan_device(struct sim *s, uint32_t index, struct arena *a)
{
	const struct device_place *p = &s->placement.devices[index];
	struct device *d = &s->devices[index];
	const struct policy_ops *ops;
	bool bound;

	plan_policy(s, d, p->resource, a);
	ops = d->policy.ops;
	bound = placement_is_shared(&s->placement, s->w, index);
	plan_queue(s, d, bound, a);
	d->first_exec = p->first_exec;
	d->preemption = p->preemption;
	d->preempts = p->preemption == PREEMPT_FULL &&
		      (ops->traits.flags & POLICY_PREEMPTS);
	d->by_deadline = d->policy.order == ORDER_EDF && !d->preempts &&
			 s->stride == 1 && !s->all_activations;
	if (d->preempts && ops->traits.view == VIEW_HEAD && !bound)
		ready_keep_ranks(d->ready);
	d->wake = DAG_TIME_MAX;
	d->n_words = (p->n_exec + WORD_BITS - 1) / WORD_BITS;
	d->idle = ARENA_NEW(a, uint64_t, d->n_words);
	d->leaves = power_of_two(p->n_exec);
	d->urgency_tree = plan_tree(d->leaves, RANK_FIXED, a);
	d->standing = ARENA_NEW(a, struct standing, d->leaves);
	d->n_idle = s->c->rules.lost_posts ? 0 : p->n_exec;
	for (uint32_t i = 0; i < p->n_exec; i++) {
		if (s->c->rules.lost_posts)
			s->exec_states[p->first_exec + i].closed = true;
		else
			d->idle[i / WORD_BITS] |= UINT64_C(1)
						  << (i % WORD_BITS);
		s->execs[p->first_exec + i].device = d;
	}
	d->view = (struct device_state){
		.workload = s->w,
		.jobs = s->jobs,
		.models = s->predicted,
		.exec = s->exec_states + p->first_exec,
		.first_exec = p->first_exec,
		.n_exec = p->n_exec,
		.bound = bound,
		.blind = s->c->rules.idle_blind && d->preempts && !ops->place,
		.slices_end = true,
		.idle = s->c->rules.lost_posts ? NONE : 0,
		.least_urgent = NONE,
	};
	d->takes_head = takes_head(s, d);
}

static void plan_rules(struct sim *s, struct arena *a)
{
	const struct sim_rules *r = &s->c->rules;
	const struct workload *w = s->w;

	s->has_rules = rules_any(r);
	s->all_activations = s->has_rules;
	s->late_ready = r->serial_nodes || r->tick;
	if (r->shared_deadline)
		s->shared_deadline = ARENA_NEW(a, dag_time, w->n_tasks);
	if (!r->serial_nodes)
		return;
	s->series = ARENA_NEW(a, struct series, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		s->series[i].first = JOB_NONE;
}

static void plan_latency(struct sim *s, struct arena *a)
{
	const struct workload *w = s->w;

	s->latency = w->platform.latency;
	if (!s->latency)
		return;
	assert(s->latency->n_cpus > 0);
	s->late_ready = s->all_activations = true;
	s->burst_base = latency_burst_base(s->c->seed);
	s->latency_bases = ARENA_NEW(a, uint64_t, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];

		assert(i >= t->first_node);
		s->latency_bases[i] = rng_base(s->c->seed, RNG_LATENCY, t->key,
					       i - t->first_node);
	}
}

static bool has_regions(const struct sim *s)
{
	for (uint32_t i = 0; i < s->w->n_nodes; i++)
		if (s->w->nodes[i].regions && s->plans[i].device->preempts)
			return true;
	return false;
}

static enum loop choose_loop(const struct sim *s)
{
	if (s->stride > 1 || s->n_devices > 1 || s->has_regions ||
	    s->all_activations || s->speeds)
		return LOOP_FULL;
	if (s->placement.n_execs > 1)
		return LOOP_FLAT;
	return s->devices[0].preempts ? LOOP_LONE : LOOP_SOLO;
}

bool sim_plan(struct sim *s, const struct sim_config *c, struct arena *a,
	      struct dag_error *e)
{
	const struct workload *w = c->workload;
	struct sim_config own;
	dag_time until = c->horizon;

	REQUIRE(w->n_tasks > 0 && c->horizon > 0 && c->horizon <= SPAN_MAX);
	memset(s, 0, sizeof(*s));
	s->c = c;
	s->w = w;
	s->error = e;
	s->wake = s->next_finish = DAG_TIME_MAX;
	s->own_ties = c->tie == TIE_TASK || c->tie == TIE_ADVERSARIAL;
	own = *c;
	if (!sim_place(&own, a, e))
		return false;
	s->placement = *own.placement;
	REQUIRE(s->placement.n_execs >= 1 && s->placement.n_execs <= EXECS_MAX);
	if (!plan_models(s, a, e))
		return false;
	s->n_devices = s->placement.n_devices;
	s->devices = ARENA_NEW(a, struct device, s->n_devices);
	s->dirty = ARENA_NEW(a, struct device *, s->n_devices);
	plan_rules(s, a);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (w->tasks[i].n_nodes > s->stride)
			s->stride = w->tasks[i].n_nodes;
	plan_execs(s, a);
	for (uint32_t i = 0; i < s->n_devices; i++)
		plan_device(s, i, a);
	if (c->tie == TIE_ADVERSARIAL)
		plan_tails(s, a);
	plan_nodes(s, a);
	s->has_regions = has_regions(s);
	s->speeds = w->platform.speeds;
	costs_plan(s, a);
	plan_latency(s, a);
	s->loop = choose_loop(s);
	if (c->releases_until && c->releases_until < until)
		until = c->releases_until;
	s->releases = c->replay ? release_replay(a, c->replay, until)
				: release_open(a, w, c->seed, until);
	return true;
}

void sim_unplan(struct sim *s)
{
	for (uint32_t i = 0; i < s->n_devices; i++) {
		ready_free(s->devices[i].ready);
		timed_free(&s->devices[i].expiries);
		free(s->devices[i].woken);
	}
	costs_unplan(s);
	timed_free(&s->arrivals);
	free(s->fresh);
	free(s->jobs);
	free(s->runs);
	free(s->free_slots);
	free(s->acts);
	free(s->free_acts);
	free(s->pending);
}
