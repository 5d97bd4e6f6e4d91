/* mapping_threads.c - threads as the operating system sees them: tasks of one
 * node; see mapping.h */
#include "base/rng.h"
#include "platform/mapping_parts.h"

#include <assert.h>

/* --- priorities --- */

/* Those that say none come behind all that do. */
static int32_t last_priority(const struct mapper *x)
{
	int64_t last = -1;

	for (uint32_t i = 0; i < x->m->n_executors; i++) {
		const struct runtime_executor *said = x->drafts[i].said;

		if (said && said->priority != RUNTIME_UNSAID &&
		    said->priority > last)
			last = said->priority;
	}
	return last < INT32_MAX ? (int32_t)(last + 1) : INT32_MAX;
}

/* Of the tasks whose nodes it runs, or of these nodes, the most urgent. */
static int32_t priority_of(const struct mapper *x, const struct draft *d,
			   int32_t last, bool of_nodes)
{
	int32_t first = INT32_MAX;

	if (d->said && d->said->priority != RUNTIME_UNSAID)
		return (int32_t)d->said->priority;
	if (x->preset->order == THREADS_EQUAL)
		return last;
	for (uint32_t i = 0; i < d->n_nodes; i++) {
		const struct node *n = &x->w->nodes[d->nodes[i]];

		int32_t p =
			of_nodes ? n->priority : x->w->tasks[n->task].priority;

		if (p < first)
			first = p;
	}
	return first;
}

/* --- cores --- */

static bool allows(const struct node *n, uint32_t core)
{
	if (!n->cores)
		return true;
	for (uint32_t i = 0; i < n->n_cores; i++)
		if (n->cores[i] == core)
			return true;
	return false;
}

static bool no_core(const struct mapper *x, const struct draft *d)
{
	const struct runtime_executor *said = d->said;
	uint32_t task = x->w->nodes[d->nodes[0]].task;

	return error_set(x->e, x->w->file,
			 said ? said->line : x->w->tasks[task].line,
			 said ? said->col : 0,
			 "no core is in the affinity of all nodes of executor "
			 "'%s'; %s",
			 d->name,
			 said ? "give it 'cores', or only nodes that share one"
			      : "write executors for the nodes of each core "
				"under 'runtime', or make one for each node "
				"(--executor-per node)");
}

/* Cores that all its callbacks may run on; NULL: all there are. */
static bool cores_of(const struct mapper *x, const struct draft *d,
		     struct node *out)
{
	uint32_t m = x->w->platform.n_cores, n = 0;
	uint32_t *cores;

	if (d->said && d->said->cores) {
		out->cores = d->said->cores;
		out->n_cores = d->said->n_cores;
		return true;
	}
	cores = ARENA_NEW(x->a, uint32_t, m);
	for (uint32_t core = 0; core < m; core++) {
		bool all = true;

		for (uint32_t i = 0; i < d->n_nodes && all; i++)
			all = allows(&x->w->nodes[d->nodes[i]], core);
		if (all)
			cores[n++] = core;
	}
	if (!n)
		return no_core(x, d);
	out->cores = n < m ? cores : NULL;
	out->n_cores = n < m ? n : 0;
	return true;
}

/* --- times --- */

/* Utilization times the least period, rounded up, shared by the threads. */
static dag_time wcet_of(const struct mapper *x, const struct draft *d,
			dag_time period, uint32_t n_threads)
{
	int128 sum = 0;

	assert(period > 0 && n_threads);
	for (uint32_t i = 0; i < d->n_nodes; i++) {
		const struct node *n = &x->w->nodes[d->nodes[i]];
		int128 c = x->w->models[n->model].latency[0];
		dag_time t = x->w->tasks[n->task].period;

		sum += (c * period + t - 1) / t;
	}
	sum = (sum + n_threads - 1) / n_threads;
	return sum > LATENCY_MAX ? LATENCY_MAX : (dag_time)sum;
}

static struct task task_of(const struct mapper *x, const struct draft *d)
{
	struct task t = {.period = DAG_TIME_MAX,
			 .deadline = DAG_TIME_MAX,
			 .n_nodes = 1,
			 .group = NONE,
			 .has_priority = true};

	for (uint32_t i = 0; i < d->n_nodes; i++) {
		const struct node *n = &x->w->nodes[d->nodes[i]];
		const struct task *of = &x->w->tasks[n->task];

		if (of->period < t.period)
			t.period = of->period;
		if (of->deadline < t.deadline)
			t.deadline = of->deadline;
		if (of->criticality > t.criticality)
			t.criticality = of->criticality;
	}
	return t;
}

static const char *thread_name(const struct mapper *x, uint32_t executor,
			       uint32_t i)
{
	const struct executor_plan *p = &x->m->executors[executor];

	if (p->n_threads == 1)
		return p->name;
	if (p->timer_thread)
		return i ? arena_printf(x->a, "%s/timers", p->name) : p->name;
	return arena_printf(x->a, "%s/%u", p->name, i);
}

static struct thread_plan plan_of(const struct draft *d, const char *name,
				  uint32_t executor)
{
	const struct runtime_executor *said = d->said;
	struct thread_plan p = {
		.name = name, .executor = executor, .policy = THREAD_POLICIES};

	if (!said)
		return p;
	p.policy = said->policy;
	p.has_priority = said->priority != RUNTIME_UNSAID;
	if (said->policy == THREAD_DEADLINE)
		p.reservation = &said->reservation;
	assert(!p.reservation || p.reservation->runtime > 0);
	return p;
}

static bool plan_threads(struct mapper *x, uint32_t executor, int32_t last)
{
	const struct draft *d = &x->drafts[executor];
	const struct executor_plan *p = &x->m->executors[executor];
	struct workload *t = x->m->threads;
	struct task task = task_of(x, d);
	dag_time *wcet = ARENA_NEW(x->a, dag_time, 1);
	struct node node = {0};

	*wcet = wcet_of(x, d, task.period, p->n_threads);
	task.priority = priority_of(x, d, last, false);
	node.priority = priority_of(x, d, last, true);
	if (!cores_of(x, d, &node))
		return false;
	for (uint32_t i = 0; i < p->n_threads; i++) {
		uint32_t k = p->first_thread + i;
		const char *name = thread_name(x, executor, i);

		x->m->plans[k] = plan_of(d, name, executor);
		t->tasks[k] = task;
		t->tasks[k].name = name;
		t->tasks[k].key = rng_name_key(name);
		t->tasks[k].first_node = k;
		t->nodes[k] = node;
		t->nodes[k].name = name;
		t->nodes[k].task = t->nodes[k].model = k;
		t->models[k] = (struct model){.name = name,
					      .resource = ON_CORE,
					      .profile = PROFILE_NODE,
					      .max_batch = 1,
					      .latency = wcet};
	}
	return true;
}

bool mapping_threads(struct mapper *x)
{
	uint32_t n = x->m->n_threads;
	int32_t last = last_priority(x);
	struct workload *t = ARENA_NEW(x->a, struct workload, 1);

	assert(n);
	*t = *x->w;
	t->runtime = NULL;
	t->arena = (struct arena){0}; /* not its own */
	t->n_tasks = t->n_nodes = t->n_models = n;
	t->n_edges = t->n_groups = 0;
	t->tasks = ARENA_NEW(x->a, struct task, n);
	t->nodes = ARENA_NEW(x->a, struct node, n);
	t->models = ARENA_NEW(x->a, struct model, n);
	t->edges = ARENA_NEW(x->a, struct edge, 1);
	x->m->threads = t;
	x->m->plans = ARENA_NEW(x->a, struct thread_plan, n);
	for (uint32_t i = 0; i < x->m->n_executors; i++)
		if (!plan_threads(x, i, last))
			return false;
	return workload_check(t, x->e);
}
