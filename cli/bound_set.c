/* bound_set.c - a workload as the tests see it; see bound_set.h */
#include "cli/bound_set.h"

#include <assert.h>

bool bound_set_matters(const struct policy_traits *t,
		       const struct analysis_set *set)
{
	return t->order == ORDER_FIXED || t->flags & POLICY_SPREAD ||
	       set->executor == EXECUTOR_TYPED;
}

bool bound_set_init(struct bound_set *b, const struct analysis_set *set,
		    const char *spec, const struct workload *w, struct arena *a,
		    struct dag_error *e)
{
	struct analysis_set *own = set_copy(set, a);
	struct lineup l;

	assert(spec && w);
	if (!lineup_init(&l, spec, w, a, e))
		return false;
	*b = (struct bound_set){.set = own, .name = l.name};
	b->traits = analysis_bind(own, l.policy, w);
	analysis_place(own, l.policy, w, a);
	b->has_accelerator = l.accelerator != NULL;
	if (l.accelerator)
		b->accelerator = policy_promises(l.accelerator);
	return true;
}

struct analysis_input bound_set_input(const struct bound_set *b,
				      const struct analysis_options *options,
				      struct arena *a)
{
	return (struct analysis_input){
		.set = b->set,
		.policy = &b->traits,
		.policy_name = b->name,
		.accelerator = b->has_accelerator ? &b->accelerator : NULL,
		.options = options,
		.arena = a,
	};
}
