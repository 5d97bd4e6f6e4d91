/* classes.c - see classes.h */
#include "platform/classes.h"

#include "policies/common.h"

/* node_key holds the priority and, in the bits below, the class. */
enum { CLASS_BITS = 2, PARAM_QUANTUM = 0, PARAM_SLICE = 1 };

#define KEY_OTHER ((int64_t)INT32_MAX + 1) /* behind all priorities */

static enum thread_policy class_of(const struct policy *p, const struct job *j)
{
	int64_t packed = p->node_key[p->first_node[j->task] + j->node];

	return (enum thread_policy)(packed & ((1 << CLASS_BITS) - 1));
}

/* Those under DEADLINE are pressing, so the queue has them first. */
static int64_t key(const struct policy *p, const struct job *j)
{
	int64_t packed = p->node_key[p->first_node[j->task] + j->node];

	if (class_of(p, j) == THREAD_DEADLINE)
		return j->deadline;
	return packed >> CLASS_BITS;
}

int64_t classes_urgency(const struct policy *p, uint32_t thread)
{
	assert(p->ops == &classes_ops);
	return p->node_key[thread] >> CLASS_BITS;
}

static bool takes_turns(enum thread_policy class)
{
	return class == THREAD_RR || class == THREAD_OTHER;
}

/* Among equals the one that has had its core longest may have to go. */
static void rank_running(const struct policy *p, const struct job *j,
			 const struct exec_state *x, struct rank *out)
{
	out->key = key(p, j);
	out->minor = 0;
	if (class_of(p, j) == THREAD_DEADLINE)
		out->key +=
			INT64_MIN + 1; /* INT64_MIN: never to be preempted */
	else if (takes_turns(class_of(p, j)))
		out->minor = UINT64_MAX / 2 - (uint64_t)x->since;
}

/* --- turns --- */

dag_time classes_turn(const struct policy *p, const struct job *j)
{
	enum thread_policy class = class_of(p, j);

	assert(p->ops == &classes_ops);
	if (!takes_turns(class))
		return 0;
	return p->param[class == THREAD_RR ? PARAM_QUANTUM : PARAM_SLICE];
}

/* When the turn of what runs there ends next; `now` itself counts. */
static dag_time turn_end(const struct policy *p, const struct device_state *dev,
			 const struct exec_state *x, dag_time now)
{
	dag_time turn = classes_turn(p, &dev->jobs[x->running]);
	dag_time used = now - x->since;

	assert(turn > 0);
	if (used <= 0)
		return x->since + turn;
	return now + (turn - used % turn) % turn;
}

static bool is_equal(const struct policy *p, const struct ready_queue *ready,
		     const struct device_state *dev, job_id waits, uint32_t e)
{
	const struct exec_state *x = &dev->exec[e];

	return x->running != JOB_NONE && x->preemptible &&
	       takes_turns(class_of(p, &dev->jobs[x->running])) &&
	       ready_same_key(ready, waits, x->running) &&
	       device_allows(dev, waits, e);
}

/* The core of an equal whose turn ends now, of several the one that has had
 * its core longest; else *until is when the first turn ends, if that is
 * sooner. */
static uint32_t find_turn(const struct policy *p,
			  const struct ready_queue *ready, dag_time now,
			  const struct device_state *dev, job_id waits,
			  dag_time *until)
{
	uint32_t found = NONE;

	for (uint32_t e = 0; e < dev->n_exec; e++) {
		dag_time end;

		if (!is_equal(p, ready, dev, waits, e))
			continue;
		end = turn_end(p, dev, &dev->exec[e], now);
		if (end == now && (found == NONE ||
				   dev->exec[e].since < dev->exec[found].since))
			found = e;
		if (end > now && end < *until)
			*until = end;
	}
	return found;
}

/* --- the answer --- */

static bool place_job(const struct policy *p, const struct ready_queue *ready,
		      dag_time now, const struct device_state *dev, job_id j,
		      struct decision *out)
{
	uint32_t e = dev->bound ? policy_bound_target(ready, dev, j)
				: policy_head_target(ready, dev);

	if (e == NONE && class_of(p, &dev->jobs[j]) != THREAD_DEADLINE)
		e = find_turn(p, ready, now, dev, j, &out->wait_until);
	if (e == NONE)
		return false;
	decide_one(out, e, j);
	return true;
}

/* Behind the head only where jobs are bound is there one that may go where the
 * head may not. */
static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	job_id j = ready_head(ready);

	decide_wait(out);
	while (j != JOB_NONE && !place_job(p, ready, now, dev, j, out))
		j = dev->bound ? ready_next(ready, j) : JOB_NONE;
}

static const struct policy_param turns[] = {
	[PARAM_QUANTUM] = {"quantum", "turns of threads under SCHED_RR",
			   RR_QUANTUM, 1, DAG_TIME_MAX / 4, true, NULL},
	[PARAM_SLICE] = {"slice", "turns of threads under SCHED_OTHER",
			 OTHER_SLICE, 1, DAG_TIME_MAX / 4, true, NULL},
	{0}};

const struct policy_ops classes_ops = {
	.name = CLASSES_NAME,
	.summary = "threads of several classes, as Linux schedules them",
	.source = "Linux, kernel/sched; sched(7)",
	.traits = {ORDER_OTHER, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_FIFO_TIES | POLICY_ROTATES | POLICY_BINDS},
	.params = turns,
	.rank_running = rank_running,
	.key = key,
	.choose = choose,
};

/* --- setting it up --- */

bool classes_are_said(const struct workload *w, const char *platform)
{
	uint32_t i = mapping_next_said(w, platform, 0);

	for (; i != NONE; i = mapping_next_said(w, platform, i + 1))
		if (w->runtime->executors[i].policy != THREAD_POLICIES)
			return true;
	return false;
}

static enum thread_policy settle(const struct thread_plan *t, bool reserved)
{
	if (t->policy != THREAD_POLICIES)
		return t->policy;
	if (reserved)
		return THREAD_DEADLINE;
	return t->has_priority ? THREAD_FIFO : THREAD_OTHER;
}

static int64_t pack(enum thread_policy class, int32_t priority)
{
	int64_t k = class == THREAD_OTHER ? KEY_OTHER : priority;

	assert(class < THREAD_POLICIES);
	return k * (1 << CLASS_BITS) + (int64_t) class;
}

const struct policy *classes_policy(struct mapping *m,
				    const struct cbs_params *params,
				    struct arena *a)
{
	const struct runtime *r = m->workload->runtime;
	struct policy *p = ARENA_NEW(a, struct policy, 1);
	uint32_t *first = ARENA_NEW(a, uint32_t, m->n_threads);
	int64_t *keys = ARENA_NEW(a, int64_t, m->n_threads);

	for (uint32_t i = 0; i < m->n_threads; i++) {
		struct thread_plan *t = &m->plans[i];

		t->policy = settle(t, params[i].runtime > 0);
		assert((t->policy == THREAD_DEADLINE) ==
		       (params[i].runtime > 0));
		first[i] = m->threads->tasks[i].first_node;
		keys[i] = pack(t->policy, m->threads->tasks[i].priority);
	}
	*p = (struct policy){.ops = &classes_ops,
			     .order = ORDER_OTHER,
			     .first_node = first,
			     .node_key = keys};
	p->param[PARAM_QUANTUM] = r->rr_quantum ? r->rr_quantum : RR_QUANTUM;
	p->param[PARAM_SLICE] = r->other_slice ? r->other_slice : OTHER_SLICE;
	return p;
}
