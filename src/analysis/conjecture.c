/* conjecture.c - see conjecture.h */
#include "analysis/conjecture.h"

#include "analysis/carry.h"

#include <assert.h>
#include <stdlib.h>

const char conjecture_name[] = "multipath_with_interference";

struct guess {
	const struct analysis_input *in;
	struct carry *carry;
	int64_t m;
	uint64_t used, most;
};

const char *conjecture_refusal(const struct analysis_input *in)
{
	const struct analysis_set *s = in->set;

	if (s->limit)
		return s->limit;
	if (s->executor != EXECUTOR_CORES && s->executor != EXECUTOR_CORE)
		return s->other ? s->other : "it is for cores alone";
	if (s->preemption != PREEMPT_FULL)
		return "it is for fully preemptible cores";
	if (!in->policy || in->policy->order != ORDER_FIXED ||
	    in->policy->flags & POLICY_SPREAD ||
	    ~in->policy->flags & (POLICY_PREEMPTS | POLICY_WORK_CONSERVING))
		return "it is for global fixed priorities";
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		if (s->tasks[i].deadline > s->tasks[i].period)
			return "it is for D <= T";
		for (uint32_t j = 0; j < i; j++)
			if (s->tasks[i].priority == s->tasks[j].priority)
				return "it is for priorities that all differ";
	}
	return cores_refuse_jitter(in);
}

/* ceil(m R) for the least j-term, the others doing `sum` / m work. */
static int64_t alone_and_with(const struct guess *g, uint32_t k, int128 sum)
{
	struct dag *d = g->in->set->tasks[k].dag;
	const struct dag_chains *chains = dag_greedy(d);
	int128 best = 0;
	dag_time covered = d->length;

	for (int64_t j = 0; j < g->m; j++) {
		int128 work = g->m * (int128)(d->work - covered) + sum;
		int128 r = g->m * (int128)d->length +
			   (work + g->m - j - 1) / (g->m - j);

		best = !j || r < best ? r : best;
		if ((uint64_t)j + 1 < chains->n)
			covered += chains->length[j + 1];
	}
	return best > INT64_C(1) << 61 ? INT64_C(1) << 61 : (int64_t)best;
}

static void settle(struct guess *g, uint32_t k, const uint32_t *before,
		   uint32_t n, struct cores_response *r)
{
	const struct analysis_task *t = &g->in->set->tasks[k];
	int64_t now = alone_and_with(g, k, 0), next;

	r[k] = (struct cores_response){CORES_BEYOND, now, g->m};
	while (now <= g->m * t->deadline) {
		int128 sum = 0;

		g->used += n + 1;
		for (uint32_t i = 0; i < n; i++)
			sum += carry_chains(&g->carry[before[i]], now,
					    r[before[i]].num);
		next = alone_and_with(g, k, sum);
		r[k].num = now;
		if (next <= now || g->used > g->most) {
			r[k].status = next <= now ? CORES_KNOWN : CORES_GAVE_UP;
			return;
		}
		now = r[k].num = next;
	}
}

void conjecture_solve(const struct analysis_input *in, struct cores_response *r)
{
	const struct analysis_set *s = in->set;
	struct guess g = {in, ARENA_NEW(in->arena, struct carry, s->n_tasks),
			  s->cores, 0, common_work(in)};
	uint32_t *order = ARENA_NEW(in->arena, uint32_t, s->n_tasks);

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		uint32_t at = i;

		carry_init(&g.carry[i], &s->tasks[i], s->cores);
		carry_use_chains(&g.carry[i]);
		r[i] = (struct cores_response){.status = CORES_UNKNOWN,
					       .den = 1};
		for (; at &&
		       s->tasks[order[at - 1]].priority > s->tasks[i].priority;
		     at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		settle(&g, order[i], order, i, r);
		if (r[order[i]].status != CORES_KNOWN)
			break;
	}
}
