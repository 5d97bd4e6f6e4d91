/* mapping_check.c - what a platform run does not model is refused, not
 * left out */
#include "model/overhead.h"
#include "platform/mapping_parts.h"

#include <assert.h>

static bool check_node(const struct workload *w, const struct node *n,
		       struct dag_error *e)
{
	const struct task *t = &w->tasks[n->task];

	assert(n->model < w->n_models);
	if (w->models[n->model].resource != ON_CORE)
		return error_set(e, w->file, t->line, 0,
				 "node '%s' of task '%s' runs on an "
				 "accelerator; a platform runs callbacks on "
				 "cores: give it a 'wcet' instead of a "
				 "'model', or leave out --platform",
				 n->name, t->name);
	if (n->regions)
		return error_set(e, w->file, t->line, 0,
				 "node '%s' of task '%s' has non-preemptive "
				 "regions, which platforms of threads do "
				 "not model",
				 n->name, t->name);
	return true;
}

static bool check_overheads(const struct workload *w, struct dag_error *e)
{
	const struct overheads *o = w->platform.overheads;

	for (int i = 0; o && i < OVERHEAD_GIVEN; i++)
		if (!overhead_is_free(&o->of[i]))
			return error_set(e, w->file, 0, 0,
					 "platforms of threads do not charge "
					 "the overhead '%s'; say what "
					 "executors cost (poll, take), or "
					 "--overhead none",
					 overhead_names[i]);
	return true;
}

static bool check_platforms(const struct workload *w,
			    const struct runtime_executor *x,
			    struct dag_error *e)
{
	struct dag_error inner;

	for (uint32_t i = 0; i < x->n_platforms; i++)
		if (!preset_find(x->platforms[i], &inner))
			return error_set(e, w->file, x->line, x->col,
					 "executor '%s': %s", x->name,
					 inner.msg);
	return true;
}

bool mapping_check(const struct workload *w, struct dag_error *e)
{
	assert(w->n_tasks);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		if (!check_node(w, &w->nodes[i], e))
			return false;
	if (w->platform.preemption == PREEMPT_NONE)
		return error_set(e, w->file, 0, 0,
				 "threads know no jobs that keep their claim: "
				 "preemption none is not for platforms of "
				 "threads (full, limited)");
	if (w->platform.speeds)
		return error_set(e, w->file, 0, 0,
				 "platforms of threads do not model cores of "
				 "different speeds");
	assert(w->platform.n_cores);
	for (uint32_t i = 0; w->runtime && i < w->runtime->n_executors; i++)
		if (!check_platforms(w, &w->runtime->executors[i], e))
			return false;
	return check_overheads(w, e);
}
