/* mapping.c - which executors there are, and what is in them; see mapping.h */
#include "platform/mapping_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct runtime_callback *mapper_said(const struct mapper *x,
					   uint32_t node)
{
	if (!x->runtime || !x->runtime->callbacks)
		return &x->unsaid;
	return &x->runtime->callbacks[node];
}

const char *mapper_name(const struct mapper *x, uint32_t node)
{
	const struct task *t = &x->w->tasks[x->w->nodes[node].task];

	assert(node < x->w->n_nodes);
	if (t->n_nodes == 1)
		return t->name;
	return arena_printf(x->a, "%s/%s", t->name, x->w->nodes[node].name);
}

/* --- drafts --- */

static struct draft *add_draft(struct mapper *x, const char *name,
			       const struct runtime_executor *said,
			       const uint32_t *nodes, uint32_t n)
{
	struct draft *d = &x->drafts[x->m->n_executors];

	assert(n && x->m->n_executors < x->cap_drafts);
	*d = (struct draft){name, said, nodes, n};
	for (uint32_t i = 0; i < n; i++)
		x->m->callbacks[nodes[i]].executor = x->m->n_executors;
	x->m->n_executors++;
	return d;
}

static enum executor_kind kind_of(const struct mapper *x,
				  const struct runtime_executor *said)
{
	return said && said->kind != EXECUTOR_KINDS ? said->kind
						    : x->preset->kind;
}

/* One for each node. */
static void draft_each(struct mapper *x, const struct runtime_executor *said,
		       const uint32_t *nodes, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		add_draft(x, mapper_name(x, nodes[i]), said, &nodes[i], 1);
}

static bool in_group(const struct runtime_group *g, uint32_t node)
{
	for (uint32_t i = 0; i < g->n_nodes; i++)
		if (g->nodes[i] == node)
			return true;
	return false;
}

/* The group of a callback, or NULL. */
static const struct runtime_group *
group_said(const struct runtime_executor *said, uint32_t node)
{
	for (uint32_t i = 0; said && i < said->n_groups; i++)
		if (in_group(&said->groups[i], node))
			return &said->groups[i];
	return NULL;
}

/* One for each group of an executor, and each callback that is in none. */
static void draft_groups(struct mapper *x, const struct runtime_executor *said)
{
	for (uint32_t i = 0; i < said->n_groups; i++)
		if (said->groups[i].n_nodes)
			add_draft(x,
				  arena_printf(x->a, "%s/%s", said->name,
					       said->groups[i].name),
				  said, said->groups[i].nodes,
				  said->groups[i].n_nodes);
	for (uint32_t i = 0; i < said->n_nodes; i++)
		if (!group_said(said, said->nodes[i]))
			draft_each(x, said, &said->nodes[i], 1);
}

/* A callback-isolated executor runs a reentrant group on several threads, where
 * the file says how many. */
static bool is_parallel(const struct mapper *x, const struct draft *d)
{
	const struct runtime_executor *said = d->said;
	const struct runtime_group *g;

	if (!x->preset->isolates || !said || said->kind != EXECUTOR_KINDS ||
	    said->threads < 2)
		return false;
	g = group_said(said, d->nodes[0]);
	return g && g->reentrant;
}

static bool is_on(const struct runtime_executor *said, const char *platform)
{
	for (uint32_t i = 0; i < said->n_platforms; i++)
		if (!strcmp(said->platforms[i], platform))
			return true;
	return false;
}

/* Does an executor name this platform? */
static bool has_own(const struct runtime *r, const char *platform)
{
	for (uint32_t i = 0; r && i < r->n_executors; i++)
		if (is_on(&r->executors[i], platform))
			return true;
	return false;
}

static bool is_here(const struct runtime_executor *said, const char *platform,
		    bool own)
{
	if (!said->n_nodes)
		return false; /* nothing runs there */
	return said->n_platforms ? is_on(said, platform) : !own;
}

uint32_t mapping_next_said(const struct workload *w, const char *platform,
			   uint32_t from)
{
	const struct runtime *r = w->runtime;
	bool own = has_own(r, platform);

	for (; r && from < r->n_executors; from++)
		if (is_here(&r->executors[from], platform, own))
			return from;
	return NONE;
}

static void draft_said(struct mapper *x)
{
	bool own = has_own(x->runtime, x->preset->name);

	for (uint32_t i = 0; x->runtime && i < x->runtime->n_executors; i++) {
		const struct runtime_executor *said = &x->runtime->executors[i];

		if (!is_here(said, x->preset->name, own))
			continue;
		if (kind_of(x, said) == EXECUTOR_THREADS)
			draft_each(x, said, said->nodes, said->n_nodes);
		else if (x->preset->isolates)
			draft_groups(x, said);
		else
			add_draft(x, said->name, said, said->nodes,
				  said->n_nodes);
	}
}

/* Nodes first..end-1 that are in no executor yet, as one or each by itself. */
static void draft_range(struct mapper *x, const char *name, uint32_t first,
			uint32_t end, bool each)
{
	uint32_t *nodes = ARENA_NEW(x->a, uint32_t, end - first), n = 0;

	for (uint32_t i = first; i < end; i++)
		if (x->m->callbacks[i].executor == NONE)
			nodes[n++] = i;
	if (each)
		draft_each(x, NULL, nodes, n);
	else if (n)
		add_draft(x, name, NULL, nodes, n);
}

static void draft_rest(struct mapper *x)
{
	enum executor_per per = x->options->per;
	const struct workload *w = x->w;

	if (per == PER_PRESET)
		per = x->preset->per;
	if (x->preset->kind == EXECUTOR_THREADS)
		per = PER_NODE;
	if (per == PER_ALL) {
		draft_range(x, "all", 0, w->n_nodes, false);
		return;
	}
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		draft_range(x, t->name, t->first_node,
			    t->first_node + t->n_nodes, per == PER_NODE);
	}
}

/* --- executors --- */

static uint32_t threads_of(const struct mapper *x, const struct draft *d,
			   enum executor_kind kind)
{
	uint32_t cores = x->w->platform.n_cores;

	if (kind != EXECUTOR_MULTI && kind != EXECUTOR_CBG &&
	    kind != EXECUTOR_WORKERS)
		return 1;
	if (d->said && d->said->threads != RUNTIME_UNSAID)
		return (uint32_t)d->said->threads;
	if (x->preset->kind == kind && x->preset->threads)
		return x->preset->threads;
	return cores < 2 ? 2 : cores; /* as rclcpp */
}

static bool timer_thread_of(const struct mapper *x,
			    const struct runtime_executor *said,
			    enum executor_kind kind)
{
	if (kind != EXECUTOR_EVENTS)
		return false;
	if (said && said->timer_thread != RUNTIME_UNSAID)
		return said->timer_thread;
	return x->preset->timer_thread;
}

static void plan_executor(struct mapper *x, uint32_t i)
{
	const struct draft *d = &x->drafts[i];
	const struct runtime_executor *said = d->said;
	struct executor_plan *p = &x->m->executors[i];

	p->name = d->name;
	p->kind = is_parallel(x, d) ? EXECUTOR_MULTI : kind_of(x, said);
	p->distribution = said && said->distribution != DISTRIBUTIONS
				  ? said->distribution
				  : x->preset->distribution;
	p->instant = said && said->instant != INSTANT_RULES ? said->instant
							    : INSTANT_TICKS;
	p->timer_thread = timer_thread_of(x, said, p->kind);
	p->first_thread = x->m->n_threads;
	p->n_threads = threads_of(x, d, p->kind) + p->timer_thread;
	p->poll = said && said->poll >= 0 ? said->poll : 0;
	p->take = said && said->take >= 0 ? said->take : 0;
	x->m->n_threads += p->n_threads;
}

/* --- groups --- */

static uint32_t add_group(struct mapper *x, const char *name, uint32_t executor,
			  bool reentrant)
{
	assert(x->m->n_groups <= x->w->n_nodes);
	x->m->groups[x->m->n_groups] =
		(struct callback_group){name, executor, reentrant};
	return x->m->n_groups++;
}

/* A callback that is in no group of the file has one of its own: mutually
 * exclusive, as that of the ROS 2 node that it would be. */
static void group_executor(struct mapper *x, uint32_t executor)
{
	const struct draft *d = &x->drafts[executor];
	struct callback *c = x->m->callbacks;
	/* between its two threads an events executor looks at no groups */
	bool apart = x->m->executors[executor].timer_thread;

	for (uint32_t i = 0; i < d->n_nodes; i++) {
		uint32_t node = d->nodes[i];
		const struct runtime_group *g = group_said(d->said, node);

		if (c[node].group != NONE)
			continue;
		c[node].group =
			add_group(x, g ? g->name : mapper_name(x, node),
				  executor, apart || (g && g->reentrant));
		for (uint32_t k = 0; g && k < d->n_nodes; k++)
			if (in_group(g, d->nodes[k]))
				c[d->nodes[k]].group = c[node].group;
	}
}

static int by_name(const void *pa, const void *pb)
{
	return strcmp(*(const char *const *)pa, *(const char *const *)pb);
}

static bool names_differ(struct mapper *x)
{
	uint32_t n = x->m->n_executors;
	const char **names = ARENA_NEW(x->a, const char *, n);

	for (uint32_t i = 0; i < n; i++)
		names[i] = x->drafts[i].name;
	qsort(names, n, sizeof(*names), by_name);
	for (uint32_t i = 1; i < n; i++)
		if (!strcmp(names[i - 1], names[i]))
			return error_set(x->e, x->w->file, 0, 0,
					 "two executors would have the name "
					 "'%s'; the one of the file needs "
					 "another",
					 names[i]);
	return true;
}

struct mapping *mapping_make(const struct workload *w, const struct preset *p,
			     const struct mapping_options *o, struct arena *a,
			     struct dag_error *e)
{
	static const struct mapping_options standard = {.per = PER_PRESET};
	struct mapping *m = ARENA_NEW(a, struct mapping, 1);
	uint32_t n_said;
	struct mapper x = {.w = w,
			   .runtime = w->runtime,
			   .preset = p,
			   .options = o ? o : &standard,
			   .m = m,
			   .unsaid = runtime_callback_unsaid(),
			   .a = a,
			   .e = e};

	if (!mapping_check(w, e))
		return NULL;
	m->workload = w;
	m->preset = p;
	m->callbacks = ARENA_NEW(a, struct callback, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		m->callbacks[i].executor = m->callbacks[i].group = NONE;
	x.cap_drafts = w->n_nodes;
	x.drafts = ARENA_NEW(a, struct draft, x.cap_drafts);
	draft_said(&x);
	n_said = m->n_executors;
	draft_rest(&x);
	m->all_said = m->n_executors == n_said;
	if (!names_differ(&x))
		return NULL;
	m->executors = ARENA_NEW(a, struct executor_plan, m->n_executors);
	m->groups = ARENA_NEW(a, struct callback_group, w->n_nodes);
	for (uint32_t i = 0; i < m->n_executors; i++) {
		plan_executor(&x, i);
		group_executor(&x, i);
	}
	return mapping_callbacks(&x) && mapping_threads(&x) ? m : NULL;
}
