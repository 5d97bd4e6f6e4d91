/* attack_plan.c - see attack_plan.h */
#include "check/attack_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct attack_plan plan_new(const struct workload *w, struct arena *a)
{
	return (struct attack_plan){
		.tasks = ARENA_NEW(a, struct task_plan, w->n_tasks),
		.quick = ARENA_NEW(a, bool, w->n_nodes),
	};
}

void plan_copy(struct attack_plan *to, const struct attack_plan *from,
	       const struct workload *w)
{
	memcpy(to->tasks, from->tasks, w->n_tasks * sizeof(*to->tasks));
	memcpy(to->quick, from->quick, w->n_nodes * sizeof(*to->quick));
	to->times = from->times;
	to->key = from->key;
}

static uint64_t mix(uint64_t key, uint64_t a, uint64_t b, uint64_t c)
{
	return rng_mix(key ^ rng_mix(a ^ rng_mix(b ^ rng_mix(c + 1))));
}

/* --- releases --- */

static dag_time jitter_of(const struct attack_plan *p, const struct task *t,
			  uint32_t task, uint64_t k)
{
	switch (p->tasks[task].jitter) {
	case JITTER_FIRST:
		return k ? 0 : t->jitter;
	case JITTER_ALL:
		return t->jitter;
	case JITTER_MIXED:
		return mix(p->key, task, k, 1) & 1 ? t->jitter : 0;
	default:
		return 0;
	}
}

/* Longer gaps are those that let a job fall where the work of others ends. */
static dag_time gap_of(const struct attack_plan *p, const struct task *t,
		       uint32_t task, uint64_t k)
{
	uint64_t key = p->tasks[task].gap_key, x = mix(key, task, k, 2);

	if (t->arrival != SPORADIC || !key || x & 3)
		return 0;
	return (dag_time)rng_below(mix(key, task, k, 3),
				   (uint64_t)t->period + 1);
}

static int by_time(const void *pa, const void *pb)
{
	const struct release *a = pa, *b = pb;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->tie != b->tie)
		return a->tie < b->tie ? -1 : 1;
	if (a->task != b->task)
		return a->task < b->task ? -1 : 1;
	return (a->instance > b->instance) - (a->instance < b->instance);
}

/* The job that is released as late as the first one may be has the nominal
 * time start - jitter; a job never comes before its nominal time. */
static size_t task_releases(const struct attack_plan *p,
			    const struct workload *w, uint32_t task,
			    dag_time length, struct release *out, size_t cap)
{
	const struct task *t = &w->tasks[task];
	dag_time nominal = p->tasks[task].start - jitter_of(p, t, task, 0);
	dag_time last = 0;
	size_t n = 0;

	for (uint64_t k = 0; n < cap; k++) {
		dag_time at = nominal + jitter_of(p, t, task, k);

		if (at < last)
			at = last;
		if (at > length)
			break;
		out[n++] = (struct release){.time = at,
					    .nominal = nominal,
					    .deadline = nominal + t->deadline,
					    .instance = k,
					    .tie = p->tasks[task].rank,
					    .task = task};
		last = at;
		nominal += t->period + gap_of(p, t, task, k);
	}
	return n;
}

void plan_releases(const struct attack_plan *p, const struct workload *w,
		   dag_time length, struct arena *a, struct release_list *out)
{
	size_t cap = 0, n = 0;

	for (uint32_t i = 0; i < w->n_tasks; i++)
		cap += (size_t)((length + w->tasks[i].jitter) /
				w->tasks[i].period) +
		       2;
	out->items = ARENA_NEW(a, struct release, cap);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		n += task_releases(p, w, i, length, out->items + n, cap - n);
	qsort(out->items, n, sizeof(*out->items), by_time);
	for (size_t i = 0; i < n; i++)
		out->items[i].tie = i;
	out->n = n;
}

/* --- execution times --- */

dag_time plan_least_time(const struct model *m, dag_time nominal)
{
	dag_time least = m->bcet ? m->bcet : 1;

	return least < nominal ? least : nominal;
}

static dag_time time_of(const struct sim_times *times, const struct job *head,
			uint32_t n, dag_time nominal)
{
	const struct plan_times *t = (const struct plan_times *)times;
	const struct task *task = &t->w->tasks[head->task];
	uint32_t node = task->first_node + head->node;
	dag_time least = plan_least_time(&t->w->models[head->model], nominal);
	uint64_t x;

	(void)n;
	assert(least >= 1 && least <= nominal);
	if (t->plan->times == TIMES_WORST)
		return nominal;
	if (t->plan->times == TIMES_NODE)
		return t->plan->quick[node] ? least : nominal;
	x = mix(t->plan->key, node, head->instance, 4);
	if ((x & 7) < 5)
		return nominal;
	return (x & 7) < 7 ? least
			   : nominal - (dag_time)rng_below(
					       rng_mix(x),
					       (uint64_t)(nominal - least) + 1);
}

void plan_times_init(struct plan_times *t, const struct attack_plan *p,
		     const struct workload *w)
{
	*t = (struct plan_times){{time_of}, w, p};
}

bool plan_is_quick(const struct attack_plan *p, const struct workload *w)
{
	if (p->times == TIMES_WORST)
		return false;
	for (uint32_t i = 0; p->times == TIMES_NODE && i < w->n_nodes; i++)
		if (p->quick[i])
			return true;
	return p->times == TIMES_MIXED;
}
