/* launch.c - see launch.h */
#include "platform/classes.h"
#include "platform/launch.h"
#include "platform/wakes.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const thread_map_names[] = {"preset", "approach3", "rmin",
					"rsplit", "requal",    NULL};

/* --- names --- */

const char **launch_names(struct arena *a)
{
	const char **names;
	size_t n = 0, k = 0;

	while (native_table[n])
		n++;
	while (preset_table[k])
		k++;
	names = ARENA_NEW(a, const char *, n + k + 1);
	for (n = 0; native_table[n]; n++)
		names[n] = native_table[n]->name;
	for (k = 0; preset_table[k]; k++)
		names[n++] = preset_table[k]->name;
	return names;
}

static const struct preset *find_preset(const char *name)
{
	for (size_t i = 0; preset_table[i]; i++)
		if (!strcmp(preset_table[i]->name, name))
			return preset_table[i];
	return NULL;
}

const char *launch_summary(const char *name)
{
	const struct native *n = native_find(name);
	const struct preset *p = find_preset(name);

	if (n)
		return n->summary;
	return p ? p->summary : NULL;
}

const struct preset *launch_find(const char *name, struct arena *a,
				 struct dag_error *e)
{
	const struct preset *p = find_preset(name);
	const char **names = launch_names(a);
	char hint[512] = "";
	size_t n = 0;

	if (p)
		return p;
	while (names[n])
		n++;
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown platform '%.64s'%s", name, hint);
	return NULL;
}

/* --- platforms that the simulator stands for --- */

/* Times that come with the releases: then there is no noise. */
static bool has_times(const struct launch_options *o)
{
	return o->replay && o->replay->times;
}

static const struct sim_times *times_of(const struct launch_options *o,
					struct arena *a)
{
	struct sim_listed_times *t;

	if (!has_times(o))
		return NULL;
	t = ARENA_NEW(a, struct sim_listed_times, 1);
	sim_list_times(t, o->replay->times);
	return &t->times;
}

static void add_note(struct launch *l, const char *text, struct arena *a)
{
	uint32_t n = l->notes.n;
	const char **items = ARENA_NEW(a, const char *, n + 1);

	for (uint32_t i = 0; i < n; i++)
		items[i] = l->notes.items[i];
	items[n] = text;
	l->notes = (struct deadline_notes){items, n + 1};
}

static void note_runtime(struct launch *l, struct arena *a)
{
	add_note(l,
		 arena_printf(a,
			      "platform %s has no executors: the runtime "
			      "section is left aside",
			      l->platform),
		 a);
}

/* --executor-per is about callbacks that the file puts into no executor. */
static void note_executors(struct launch *l, struct arena *a)
{
	add_note(l,
		 "--executor-per changes nothing: the runtime section has an "
		 "executor for every callback",
		 a);
}

static bool prepare_native(struct launch *l, const struct workload *w,
			   const struct launch_options *o, struct arena *a,
			   struct dag_error *e)
{
	struct native_run run;
	struct lineup lineup;
	struct yasmin y;

	if (o->map != MAP_PRESET)
		return error_set(e, NULL, 0, 0,
				 "platform %s has no threads that could be "
				 "under SCHED_DEADLINE",
				 l->platform);
	if (l->native->yasmin) {
		y = *l->native->yasmin;
		y.tick = o->tick;
		y.scheduler_releases = !o->workers_release;
	} else if (o->tick || o->workers_release) {
		return error_set(e, NULL, 0, 0,
				 "platform %s has no scheduler thread with a "
				 "tick",
				 l->platform);
	}
	if (!native_setup(l->native, w, l->native->yasmin ? &y : NULL, a, &run,
			  e))
		return false;
	if (o->policy)
		run.policy = o->policy;
	if (!lineup_init(&lineup, run.policy, run.workload, a, e))
		return false;
	if (w->runtime)
		note_runtime(l, a);
	l->workload = run.workload;
	l->policy = lineup.name;
	l->sim = (struct sim_config){.workload = run.workload,
				     .policy = lineup.policy,
				     .accelerator = lineup.accelerator,
				     .horizon = o->horizon,
				     .seed = o->seed,
				     .late = o->late,
				     .noise = o->noise && !has_times(o),
				     .times = times_of(o, a),
				     .tie = run.tie,
				     .rules = run.rules,
				     .safety_factor = o->safety_factor,
				     .replay = o->replay};
	return sim_place(&l->sim, a, e);
}

/* --- threads with reservations of a test --- */

static uint32_t *nodes_of(const struct task *t, struct arena *a)
{
	uint32_t *nodes = ARENA_NEW(a, uint32_t, t->n_nodes);

	for (uint32_t i = 0; i < t->n_nodes; i++)
		nodes[i] = t->first_node + i;
	return nodes;
}

/* An executor of so many workers, on which any nodes of the task may run side
 * by side; no tick of it is ever lost. */
static struct runtime_executor executor_of(const struct task *t, uint32_t n,
					   struct arena *a)
{
	struct runtime_executor x = runtime_executor_unsaid();
	struct runtime_group *g = ARENA_NEW(a, struct runtime_group, 1);

	assert(n > 0);
	x.name = t->name;
	x.kind = EXECUTOR_WORKERS;
	x.threads = n;
	x.timer = TIMER_QUEUE;
	x.nodes = nodes_of(t, a);
	x.n_nodes = t->n_nodes;
	*g = (struct runtime_group){t->name, true, x.nodes, x.n_nodes};
	x.groups = g;
	x.n_groups = 1;
	return x;
}

static struct workload *with_executors(const struct workload *w,
				       const struct reserved *r,
				       struct arena *a)
{
	struct runtime_executor *x =
		ARENA_NEW(a, struct runtime_executor, w->n_tasks);
	struct runtime *runtime = ARENA_NEW(a, struct runtime, 1);
	struct workload *own = ARENA_NEW(a, struct workload, 1);

	*own = *w;
	own->arena = (struct arena){0};
	if (w->runtime)
		*runtime = *w->runtime;
	for (uint32_t i = 0; i < w->n_tasks; i++)
		x[i] = executor_of(&w->tasks[i], r[i].n, a);
	runtime->executors = x;
	runtime->n_executors = w->n_tasks;
	own->runtime = runtime;
	return own;
}

/* Executors are in the order of the tasks, and so are their threads, which are
 * bound to the cores that the test chose. */
static const struct cbs_params *params_reserved(const struct launch *l,
						struct mapping *m,
						const struct launch_options *o,
						struct arena *a)
{
	struct cbs_params *params =
		ARENA_NEW(a, struct cbs_params, m->n_threads);
	struct node *nodes = m->threads->nodes;
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->workload->n_tasks; i++)
		for (uint32_t k = 0; k < o->reserved[i].n; k++, n++) {
			const struct reserved *r = &o->reserved[i];

			assert(n < m->n_threads);
			params[n] = (struct cbs_params){r->runtime, r->deadline,
							r->period,
							o->deadline.reclaim};
			nodes[n].cores = &r->cores[k];
			nodes[n].n_cores = 1;
		}
	assert(n == m->n_threads);
	return params;
}

/* --- threads --- */

static const char *policy_for(const struct preset *p, enum thread_map map,
			      const struct launch_options *o)
{
	if (o->policy)
		return o->policy;
	if (map >= MAP_RMIN)
		return "pedf";
	return map == MAP_APPROACH3 ? "gedf" : p->policy;
}

/* What the executors of the workload say is not to be passed over. */
static bool check_said(const struct workload *w, const struct preset *p,
		       enum thread_map map, const struct launch_options *o,
		       struct dag_error *e)
{
	uint32_t first = mapping_next_said(w, p->name, 0);
	const char *name = thread_map_names[map];

	if (first != NONE && map >= MAP_RMIN)
		return error_set(e, w->file, w->runtime->executors[first].line,
				 w->runtime->executors[first].col,
				 "--map %s brings executors of its own; those "
				 "of the workload have no place in it",
				 name);
	return !o->policy || !classes_are_said(w, p->name) ||
	       error_set(e, w->file, 0, 0,
			 "the executors of the workload say how their threads "
			 "are scheduled; the policy '%.64s' cannot replace "
			 "that",
			 o->policy);
}

/* The policy over threads, and their servers in the domains that it makes. */
static bool schedule(struct launch *l, const struct preset *p,
		     struct mapping *m, enum thread_map map,
		     const struct launch_options *o, struct arena *a,
		     struct dag_error *e)
{
	struct platform_config *c = &l->threads;
	const struct cbs_params *params;
	struct lineup lineup;

	params = map >= MAP_RMIN ? params_reserved(l, m, o, a)
				 : deadline_params(m, map == MAP_APPROACH3,
						   &o->deadline, &l->notes, a);
	if (o->mapping.per != PER_PRESET && m->all_said)
		note_executors(l, a);
	if (classes_are_said(l->workload, p->name)) {
		c->policy = classes_policy(m, params, a);
		l->policy = CLASSES_NAME;
	} else {
		if (!lineup_init(&lineup, policy_for(p, map, o), m->threads, a,
				 e))
			return false;
		c->policy = lineup.policy;
		l->policy = lineup.name;
	}
	return platform_place(c, a, e) &&
	       deadline_serve(m, params, c->placement, &o->deadline, a, e);
}

static bool prepare_threads(struct launch *l, const struct preset *p,
			    const struct workload *w,
			    const struct launch_options *o, struct arena *a,
			    struct dag_error *e)
{
	enum thread_map map = o->map;
	struct mapping *m;

	if (o->tick || o->workers_release)
		return error_set(e, NULL, 0, 0,
				 "platform %s has no scheduler thread with a "
				 "tick",
				 l->platform);
	if (map == MAP_PRESET && p->reserves)
		map = MAP_APPROACH3;
	REQUIRE(map < MAP_RMIN || o->reserved);
	l->workload = w;
	if (!check_said(w, p, map, o, e))
		return false;
	if (map >= MAP_RMIN)
		l->workload = with_executors(w, o->reserved, a);
	m = mapping_make(l->workload, p, &o->mapping, a, e);
	for (uint32_t i = 0; m && i < m->n_executors; i++)
		m->executors[i].take += o->take;
	if (!m)
		return false;
	l->on_threads = true;
	l->threads =
		(struct platform_config){.mapping = m,
					 .horizon = o->horizon,
					 .seed = o->seed,
					 .noise = o->noise && !has_times(o),
					 .replay = o->replay,
					 .latency = o->latency};
	if (!o->latency)
		l->threads.latency = wakes_of(l->workload, m, o->seed, a);
	return schedule(l, p, m, map, o, a, e);
}

bool launch_prepare(struct launch *l, const char *platform,
		    const struct workload *w, const struct launch_options *o,
		    struct arena *a, struct dag_error *e)
{
	const struct preset *p;

	*l = (struct launch){.platform = platform,
			     .native = native_find(platform)};
	if (l->native)
		return prepare_native(l, w, o, a, e);
	p = launch_find(platform, a, e);
	return p && prepare_threads(l, p, w, o, a, e);
}

void launch_describe(const struct launch *l, struct trace_header *h,
		     struct arena *a)
{
	if (l->on_threads)
		platform_describe(h, &l->threads, a);
	else
		sim_describe(h, &l->sim, a);
	h->policy = l->policy;
}

bool launch_run(const struct launch *l, struct arena *a,
		struct trace_sink *const *sinks, size_t n_sinks,
		struct dag_error *e)
{
	struct platform_stats threads;
	struct sim_stats sim;

	if (!l->on_threads)
		return sim_run(&l->sim, a, sinks, n_sinks, &sim, e);
	return platform_run(&l->threads, a, sinks, n_sinks, &threads, e);
}
