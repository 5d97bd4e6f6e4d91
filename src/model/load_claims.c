/* load_claims.c - runtime: on each platform a callback is in one executor */
#include "model/load_runtime.h"

#include <assert.h>
#include <string.h>

static bool names_platform(const struct runtime_executor *x, const char *name)
{
	for (uint32_t i = 0; i < x->n_platforms; i++)
		if (!strcmp(x->platforms[i], name))
			return true;
	return false;
}

bool runtime_load_platforms(struct runtime_loader *x, const struct tree *t,
			    struct runtime_executor *out)
{
	struct loader *l = x->l;
	const char **names;

	if (!want_kind(&l->r, t, TREE_LIST, "'platforms'"))
		return false;
	if (!t->n)
		return reader_error(&l->r, t,
				    "executor '%s' is on no platform at all",
				    out->name);
	names = ARENA_NEW(&l->w->arena, const char *, t->n);
	out->platforms = names;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *at = t->items[i];

		if (!want_kind(&l->r, at, TREE_SCALAR, "a platform"))
			return false;
		if (names_platform(out, at->text))
			return reader_error(&l->r, at,
					    "executor '%s' names platform '%s' "
					    "twice",
					    out->name, at->text);
		names[i] = arena_strdup(&l->w->arena, at->text);
		out->n_platforms = i + 1;
	}
	return true;
}

/* Are both there on some platform, as far as these two say? */
static bool meet(const struct runtime_executor *a,
		 const struct runtime_executor *b)
{
	if (!a->n_platforms || !b->n_platforms)
		return !a->n_platforms && !b->n_platforms;
	for (uint32_t i = 0; i < a->n_platforms; i++)
		if (names_platform(b, a->platforms[i]))
			return true;
	return false;
}

static bool in_two(struct runtime_loader *x, const struct tree *t,
		   uint32_t node, const struct runtime_executor *other)
{
	return reader_error(&x->l->r, t,
			    "callback '%s' is in executor '%s' already",
			    x->l->w->nodes[node].name, other->name);
}

/* Of those that name platforms: against each of the executors before. */
static bool check_earlier(struct runtime_loader *x, const struct tree *t,
			  uint32_t executor, const struct runtime_executor *out)
{
	for (uint32_t i = 0; i < executor; i++) {
		const struct runtime_executor *o = &x->out->executors[i];

		for (uint32_t k = 0; meet(o, out) && k < o->n_nodes; k++)
			if (x->executor[o->nodes[k]] == executor)
				return in_two(x, t, o->nodes[k], o);
	}
	return true;
}

bool runtime_claim_nodes(struct runtime_loader *x, const struct tree *t,
			 uint32_t executor, const struct runtime_executor *out)
{
	for (uint32_t i = 0; i < out->n_nodes; i++) {
		uint32_t node = out->nodes[i], *of = &x->everywhere[node];

		if (x->executor[node] == executor)
			return reader_error(&x->l->r, t,
					    "executor '%s' names callback '%s' "
					    "twice",
					    out->name,
					    x->l->w->nodes[node].name);
		x->executor[node] = executor;
		if (out->n_platforms)
			continue;
		if (*of != NONE)
			return in_two(x, t, node, &x->out->executors[*of]);
		*of = executor;
	}
	return !out->n_platforms || check_earlier(x, t, executor, out);
}
