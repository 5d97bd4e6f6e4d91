/* rta.c - see rta.h */
#include "analysis/rta.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct rta_state {
	const struct analysis_input *in;
	const struct rta *how;
	struct carry *carry;
	int64_t m;
	int64_t *base;   /* self term                                       */
	int64_t *limit;  /* m (D - J)                                       */
	int64_t *offset; /* m J                                             */
	int64_t *now;    /* m R counted from the release                    */
	uint64_t used, most;
};

static struct rta_state *begin(const struct analysis_input *in,
			       const struct rta *how)
{
	const struct analysis_set *s = in->set;
	struct rta_state *q = ARENA_NEW(in->arena, struct rta_state, 1);
	uint32_t m = s->cores;

	assert(m > 0);
	*q = (struct rta_state){
		.in = in,
		.how = how,
		.carry = ARENA_NEW(in->arena, struct carry, s->n_tasks),
		.m = m,
		.base = ARENA_NEW(in->arena, int64_t, s->n_tasks),
		.limit = ARENA_NEW(in->arena, int64_t, s->n_tasks),
		.offset = ARENA_NEW(in->arena, int64_t, s->n_tasks),
		.now = ARENA_NEW(in->arena, int64_t, s->n_tasks),
		.most = common_work(in),
	};
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		const struct dag *d = t->dag;

		carry_init(&q->carry[i], t, m);
		if (how->carry == RTA_PROFILE)
			carry_use_profile(&q->carry[i]);
		else if (how->carry == RTA_CHAINS || how->edf_by_chains)
			carry_use_chains(&q->carry[i]);
		q->base[i] = how->self ? how->self[i]
				       : q->m * d->length + d->work - d->length;
		q->limit[i] = q->m * t->due;
		q->offset[i] = q->m * t->jitter;
	}
	return q;
}

/* m times the work of task i that may delay a job of k for m t. */
static int128 delay_by(struct rta_state *q, uint32_t i, uint32_t k, int64_t t)
{
	const struct carry *c = &q->carry[i];
	dag_time due = q->in->set->tasks[k].deadline;
	int64_t r = q->now[i] + q->offset[i];
	int128 work, edf;

	q->used++;
	work = q->how->carry == RTA_MELANI
		       ? q->m * (int128)carry_melani(c, t, r)
	       : q->how->carry == RTA_CHAINS ? carry_chains(c, t, r)
					     : carry_profile(c, t, r);
	if (!q->how->edf)
		return work;
	edf = q->how->edf_by_chains ? carry_edf_chains(c, due, r)
				    : q->m * (int128)carry_edf(c, due, r);
	return edf < work ? edf : work;
}

/* ceil(sum / m), for a sum that may need 128 bits. */
static int64_t in_cores(const struct rta_state *q, int128 sum)
{
	const int128 most = (int128)q->m << 61;

	if (sum >= most)
		return INT64_C(1) << 61;
	if (sum <= INT64_MAX)
		return cores_ceil((int64_t)sum, q->m);
	return (int64_t)((sum + q->m - 1) / q->m);
}

/* What the response of k is at least, if its window is `now`. */
static int64_t next(const struct rta_state *q, uint32_t k, int128 sum)
{
	int64_t delay = in_cores(q, sum), r = q->base[k] + delay, one;

	if (!q->how->serial)
		return r;
	if ((int128)q->how->serial[k] + delay > q->limit[k])
		return r;
	one = q->m * (q->how->serial[k] + delay);
	return one < r ? one : r;
}

static int64_t start(const struct rta_state *q, uint32_t k)
{
	return next(q, k, 0);
}

/* Raises now[k] to the least fixed point above it.  Tasks for which before[i]
 * holds delay it. */
static enum cores_status settle(struct rta_state *q, uint32_t k,
				const bool *before)
{
	uint32_t n = q->in->set->n_tasks;

	while (q->now[k] <= q->limit[k]) {
		int128 sum = 0;
		int64_t r;

		if (q->used > q->most)
			return CORES_GAVE_UP;
		for (uint32_t i = 0; i < n; i++)
			if (before[i] && i != k)
				sum += delay_by(q, i, k, q->now[k]);
		r = next(q, k, sum);
		if (r <= q->now[k])
			return CORES_KNOWN;
		q->now[k] = r;
	}
	return CORES_BEYOND;
}

static void tell(const struct rta_state *q, uint32_t k,
		 enum cores_status status, struct cores_response *r)
{
	r[k].status = status;
	r[k].num = q->now[k] + q->offset[k];
	r[k].den = q->m;
}

/* --- tasks that depend on each other --- */

/* Settles those of `group` until none moves. */
static enum cores_status settle_group(struct rta_state *q,
				      const uint32_t *group, uint32_t n,
				      const bool *before, uint32_t *culprit)
{
	bool moved = true;

	while (moved) {
		moved = false;
		for (uint32_t j = 0; j < n; j++) {
			int64_t was = q->now[group[j]];
			enum cores_status status = settle(q, group[j], before);

			*culprit = group[j];
			if (status != CORES_KNOWN)
				return status;
			moved |= q->now[group[j]] > was;
		}
		if (n == 1)
			break;
	}
	return CORES_KNOWN;
}

struct level {
	uint32_t task;
	int32_t priority;
};

static int by_priority(const void *pa, const void *pb)
{
	const struct level *a = pa, *b = pb;

	if (a->priority != b->priority)
		return a->priority < b->priority ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

/* Tasks in the order in which they are settled; under EDF one level. */
static struct level *levels(const struct rta_state *q)
{
	const struct analysis_set *s = q->in->set;
	struct level *list = ARENA_NEW(q->in->arena, struct level, s->n_tasks);

	for (uint32_t i = 0; i < s->n_tasks; i++)
		list[i] = (struct level){i, q->how->edf ? 0
							: s->tasks[i].priority};
	qsort(list, s->n_tasks, sizeof(*list), by_priority);
	return list;
}

static bool solve_level(struct rta_state *q, const uint32_t *group, uint32_t n,
			const bool *before, struct cores_response *r)
{
	uint32_t culprit = NONE;
	enum cores_status status;

	for (uint32_t j = 0; j < n; j++)
		q->now[group[j]] = start(q, group[j]);
	status = settle_group(q, group, n, before, &culprit);
	for (uint32_t j = 0; j < n; j++)
		tell(q, group[j],
		     status == CORES_KNOWN ? CORES_KNOWN
		     : group[j] == culprit ? status
					   : CORES_UNKNOWN,
		     r);
	return status == CORES_KNOWN;
}

void rta_solve(const struct analysis_input *in, const struct rta *how,
	       struct cores_response *r, uint64_t *work)
{
	uint32_t n = in->set->n_tasks, end;
	struct rta_state *q = begin(in, how);
	struct level *list = levels(q);
	bool *before = ARENA_NEW(in->arena, bool, n);
	uint32_t *group = ARENA_NEW(in->arena, uint32_t, n);
	bool ok = true;

	for (uint32_t i = 0; i < n; i++)
		r[i] = (struct cores_response){.status = CORES_UNKNOWN,
					       .den = 1};
	for (uint32_t at = 0; ok && at < n; at = end) {
		for (end = at;
		     end < n && list[end].priority == list[at].priority;
		     end++) {
			before[list[end].task] = true;
			group[end - at] = list[end].task;
		}
		ok = solve_level(q, group, end - at, before, r);
	}
	*work = q->used;
}

static bool gave_up(const struct cores_response *r, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (r[i].status == CORES_GAVE_UP)
			return true;
	return false;
}

/* The curves of chains and profiles are climbed in ever smaller steps.  Where
 * that takes too many, the fixed point of Melani et al., which has steps as
 * long as jobs, is a bound as well, and no test loses to that one. */
static void solve_or_melani(const struct analysis_input *in,
			    const struct rta *how, struct cores_response *r,
			    uint64_t *work)
{
	uint32_t n = in->set->n_tasks;
	struct cores_response *other;
	struct rta plain = *how;
	uint64_t more = 0;

	rta_solve(in, how, r, work);
	if (how->carry == RTA_MELANI || !gave_up(r, n))
		return;
	plain.carry = RTA_MELANI;
	plain.edf_by_chains = false;
	other = ARENA_NEW(in->arena, struct cores_response, n);
	rta_solve(in, &plain, other, &more);
	*work += more;
	for (uint32_t i = 0; i < n; i++)
		if (other[i].status != CORES_KNOWN)
			return;
	memcpy(r, other, n * sizeof(*r));
}

void rta_run(const struct analysis_input *in, const struct rta *how,
	     struct verdict *v)
{
	struct cores_response *r =
		ARENA_NEW(in->arena, struct cores_response, in->set->n_tasks);

	solve_or_melani(in, how, r, &v->work);
	cores_verdict(in, r, how->edf, v);
}

/* --- for the search of priorities --- */

struct rta_state *rta_by_deadlines(const struct analysis_input *in,
				   const struct rta *how)
{
	struct rta_state *q = begin(in, how);

	for (uint32_t i = 0; i < in->set->n_tasks; i++)
		q->now[i] = q->limit[i];
	return q;
}

bool rta_fits(struct rta_state *q, uint32_t k, const bool *before)
{
	int64_t assumed = q->now[k];
	enum cores_status status;

	q->now[k] = start(q, k);
	status = settle(q, k, before);
	q->now[k] = assumed;
	return status == CORES_KNOWN;
}
