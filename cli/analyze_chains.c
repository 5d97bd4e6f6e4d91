/* analyze_chains.c - `dagsim analyze --chain`: how long data takes */
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

bool analyze_chains(struct analyze *a)
{
	const struct opt_list *list = &a->args->chains;
	const struct finding *f = with_responses(a);
	const struct analysis_set *s = f ? f->input.set : a->set;
	struct arena *arena = &a->cli->arena;
	const char **names = ARENA_NEW(arena, const char *, s->n_tasks);
	struct chain *chains = ARENA_NEW(arena, struct chain, list->n);

	if (!list->n)
		return true;
	for (uint32_t i = 0; i < s->n_tasks; i++)
		names[i] = s->tasks[i].name;
	a->chains = ARENA_NEW(arena, struct chain_bounds, list->n);
	for (size_t i = 0; i < list->n; i++) {
		if (!chain_parse(&chains[i], list->items[i], names, s->n_tasks,
				 arena, &a->cli->error))
			return false;
		chain_bounds(&a->chains[i], &chains[i], s,
			     f ? &f->verdict : NULL, f ? f->input.policy : NULL,
			     arena);
	}
	return true;
}
