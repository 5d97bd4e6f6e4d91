/* analyze_chains.c - chains of the workload and of `dagsim analyze --chain`:
 * how long data takes */
#include "cli/analyze.h"

#include <stdio.h>

/* The first verdict that proves the deadlines and has responses. */
static const struct finding *with_responses(const struct analyze *a)
{
	for (size_t i = 0; i < a->n_found; i++) {
		const struct finding *f = &a->found[i];

		if (f->verdict.kind == VERDICT_SCHEDULABLE &&
		    f->verdict.n_bounds == a->set->n_tasks)
			return f;
	}
	return NULL;
}

/* A chain of the workload, in the order of the set. */
static struct chain of_set(const struct chain *c, const struct analysis_set *s,
			   struct arena *a)
{
	uint32_t *task = ARENA_NEW(a, uint32_t, c->n);
	struct chain x = *c;

	for (uint32_t k = 0; k < c->n; k++) {
		uint32_t i = 0;

		while (i < s->n_tasks && s->tasks[i].index != c->task[k])
			i++;
		REQUIRE(i < s->n_tasks);
		task[k] = i;
	}
	x.task = task;
	return x;
}

/* Those of the workload, then those of options. */
static bool list_chains(struct analyze *a, const struct analysis_set *s,
			struct chain *out)
{
	const struct workload *w = a->opened.workload;
	const struct opt_list *list = &a->args->chains;
	struct arena *arena = &a->cli->arena;
	const char **names = ARENA_NEW(arena, const char *, s->n_tasks);

	for (uint32_t i = 0; i < s->n_tasks; i++)
		names[i] = s->tasks[i].name;
	for (uint32_t i = 0; i < w->n_chains; i++)
		*out++ = of_set(&w->chains[i], s, arena);
	for (size_t i = 0; i < list->n; i++)
		if (!chain_parse(out++, list->items[i], names, s->n_tasks,
				 arena, &a->cli->error))
			return false;
	return true;
}

bool analyze_chains(struct analyze *a)
{
	const struct finding *f = with_responses(a);
	const struct analysis_set *s = f ? f->input.set : a->set;
	size_t n = a->opened.workload->n_chains + a->args->chains.n;
	struct arena *arena = &a->cli->arena;
	struct chain *chains = ARENA_NEW(arena, struct chain, n);

	if (!n)
		return true;
	if (!list_chains(a, s, chains))
		return false;
	a->n_chains = n;
	a->chains = ARENA_NEW(arena, struct chain_bounds, n);
	for (size_t i = 0; i < n; i++)
		chain_bounds(&a->chains[i], &chains[i], s,
			     f ? &f->verdict : NULL, f ? f->input.policy : NULL,
			     arena);
	return true;
}
