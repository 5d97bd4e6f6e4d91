/* tight_search.c - the points of the tight test from the far end: QPA
 *
 * LHS does not decrease over the points.  So when LHS(p) = v, all points in
 * [v, p] pass, and all in (v + x, p] have more slack than x: the search goes
 * on below, in steps that are long where there is much slack.
 */
#include "analysis/tight.h"

#include <assert.h>

enum tight_status tight_qpa(struct tight *t, dag_time from, uint64_t max_work,
			    uint64_t *work, struct tight_point *p)
{
	dag_time at = from;

	assert(at >= 0);
	while (at >= t->first_due) {
		int128 total;

		if (*work >= max_work)
			return TIGHT_GAVE_UP;
		*work += t->n_classes;
		p->t = tight_move(t, at);
		total = tight_total(t, NULL);
		if (total > p->t) {
			tight_total(t, p);
			return TIGHT_VIOLATED;
		}
		/* points from total to p->t pass: none has more */
		at = (dag_time)total - 1;
	}
	return TIGHT_PASSES;
}

/* A small slack to begin with: from a point in each doubling of time. */
static int128 sample(struct tight *t, uint64_t *work, struct tight_point *p)
{
	int128 best = 0;

	p->t = -1;
	for (dag_time at = t->first_due; at <= t->limit; at *= 2) {
		dag_time q = tight_move(t, at);
		int128 slack = q - tight_total(t, NULL);

		*work += t->n_classes;
		if (p->t >= 0 && slack >= best)
			continue;
		best = slack;
		p->t = q;
	}
	assert(p->t >= 0);
	return best;
}

static bool any_loose(const struct tight *t)
{
	for (uint32_t i = 0; i < t->n_models; i++)
		if (t->models[i].loose)
			return true;
	return false;
}

/* From where on no slack can be below `best`: (1 - load) t - intercept.  Of
 * loose models the costs may climb faster than `load` says; then it only
 * speaks of what true costs leave. */
static dag_time no_less_from(const struct tight *t, int128 best)
{
	dag_time at = tight_beyond(t, t->intercept + best);

	return at >= 0 && at < t->last_due ? t->last_due : at;
}

bool tight_margin(struct tight *t, uint64_t max_work, uint64_t *work,
		  struct tight_point *p)
{
	dag_time start = t->limit, far;
	int128 best = sample(t, work, p);

	far = no_less_from(t, best);
	if (far > start && !any_loose(t))
		start = far;
	for (dag_time at = start; at >= t->first_due;) {
		dag_time q = tight_move(t, at);
		int128 total = tight_total(t, NULL);

		if (*work >= max_work) {
			start = -1; /* gave up */
			break;
		}
		*work += t->n_classes;
		if (q - total < best || (q - total == best && q < p->t)) {
			best = q - total;
			p->t = q;
		}
		/* above total + best the slack is more than the best */
		at = total + best < q ? (dag_time)(total + best) : q - 1;
	}
	tight_move(t, p->t);
	tight_total(t, p);
	far = no_less_from(t, best);
	return far >= 0 && far <= start;
}
