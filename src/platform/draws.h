/* draws.h - how long callbacks take: a part of run.c
 *
 * What the workload says, varied by its noise where the run has noise, or what
 * a list of releases gives.  Draws have the addresses of the simulator's, so
 * that a job takes as long on each platform.  Cost: O(1).
 */
#ifndef DAGSIM_PLATFORM_DRAWS_H
#define DAGSIM_PLATFORM_DRAWS_H

#include "model/noise.h"
#include "platform/state.h"

/* What a replayed release says that the node takes; 0: nothing. */
static dag_time given(const struct engine *e, uint32_t node, uint64_t instance)
{
	const struct release_times *l =
		e->c->replay ? e->c->replay->times : NULL;
	const struct callback *c = &e->m->callbacks[node];

	if (!l || !l->of[c->task] || instance >= l->n[c->task] ||
	    !l->of[c->task][instance])
		return 0;
	return l->of[c->task][instance][c->local];
}

static dag_time draw(struct engine *e, uint32_t node, uint64_t instance,
		     noise_factor *factor)
{
	const struct node_plan *p = &e->plans[node];
	dag_time c;

	*factor = NOISE_ONE;
	if (e->nominal)
		return p->cost;
	c = given(e, node, instance);
	if (c)
		return c;
	if (!e->c->noise)
		return p->cost;
	*factor = noise_draw(&p->model->noise, p->factor_base, p->tail_base,
			     instance);
	c = noise_apply(p->cost, *factor);
	if (c < p->bcet)
		c = p->bcet;
	return c < p->wcet ? c : p->wcet;
}

#endif
