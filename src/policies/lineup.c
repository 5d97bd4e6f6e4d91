/* lineup.c - see lineup.h */
#include "policies/lineup.h"
#include "policies/plugin.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char cores_default[] = "gedf";
static const char accelerator_default[] = "edf_batch";

enum { CORES, ACCELERATOR, KINDS };
static const uint32_t kind_flag[KINDS] = {POLICY_ON_CORES,
					  POLICY_ON_ACCELERATOR};

struct part {
	const struct policy_ops *ops; /* NULL: not given */
	const char *settings;         /* "" where there are none */
};

static bool has_kind(const struct workload *w, int kind)
{
	if (kind == CORES)
		return w->platform.n_cores > 0;
	return w->platform.n_accelerators > 0 || !w->platform.n_cores;
}

/* "NAME:settings" */
static bool parse_part(char *text, struct part *out, struct dag_error *e)
{
	char *colon = policy_name_end(text);

	if (*colon != ':')
		colon = NULL;
	out->settings = "";
	if (colon) {
		*colon = '\0';
		out->settings = colon + 1;
	}
	out->ops = policy_find(text, e);
	return out->ops != NULL;
}

static bool does_not_drive(const struct workload *w, const struct part *p,
			   const char *what, struct dag_error *e)
{
	return error_set(e, NULL, 0, 0,
			 "policy '%s' does not drive %s; %.200s has %u cores "
			 "and %u accelerators (see dagsim policies)",
			 p->ops->name, what, w->file, w->platform.n_cores,
			 w->platform.n_cores ? w->platform.n_accelerators : 1);
}

/* Puts a part that is alone where it belongs. */
static bool place_single(const struct workload *w, struct part *got,
			 struct part *parts, struct dag_error *e)
{
	for (int kind = 0; kind < KINDS; kind++) {
		if (!has_kind(w, kind) ||
		    !(got->ops->traits.flags & kind_flag[kind]))
			continue;
		parts[kind] = *got;
		return true;
	}
	return does_not_drive(w, got, "the platform", e);
}

static bool place_pair(const struct workload *w, struct part *got,
		       struct part *parts, struct dag_error *e)
{
	static const char *const what[] = {
		"cores, the first of a pair",
		"an accelerator, the second of a pair"};

	if (!has_kind(w, CORES) || !has_kind(w, ACCELERATOR))
		return error_set(e, NULL, 0, 0,
				 "a pair of policies (%s+%s) is for cores and "
				 "an accelerator; %.200s has only one of them",
				 got[0].ops->name, got[1].ops->name, w->file);
	for (int kind = 0; kind < KINDS; kind++) {
		if (!(got[kind].ops->traits.flags & kind_flag[kind]))
			return does_not_drive(w, &got[kind], what[kind], e);
		parts[kind] = got[kind];
	}
	return true;
}

/* Cuts the text at its plus; what follows it, or NULL. */
static char *second_part(char *text)
{
	char *plus = strchr(policy_name_end(text), '+');

	if (plus)
		*plus++ = '\0';
	return plus;
}

/* Splits, finds and completes the parts of a line-up. */
static bool parse(const char *spec, const struct workload *w,
		  struct part *parts, struct arena *a, struct dag_error *e)
{
	static const char *const standard[] = {cores_default,
					       accelerator_default};
	struct part got[KINDS];
	char *text = arena_strdup(a, spec), *plus = second_part(text);

	if (!parse_part(text, &got[0], e) ||
	    (plus && !parse_part(plus, &got[1], e)))
		return false;
	if (!(plus ? place_pair(w, got, parts, e)
		   : place_single(w, got, parts, e)))
		return false;
	for (int kind = 0; kind < KINDS; kind++)
		if (has_kind(w, kind) && !parts[kind].ops)
			parts[kind] = (struct part){
				policy_find(standard[kind], NULL), ""};
	return true;
}

static const char *part_name(const struct part *p, struct arena *a)
{
	return arena_printf(a, "%s%s%s", p->ops->name, *p->settings ? ":" : "",
			    p->settings);
}

static bool init_part(struct policy **p, const struct part *part,
		      const struct workload *w, struct arena *a,
		      struct dag_error *e)
{
	*p = ARENA_NEW(a, struct policy, 1);
	return policy_init_with(*p, part->ops, part->settings, w, a, e);
}

bool lineup_init(struct lineup *l, const char *spec, const struct workload *w,
		 struct arena *a, struct dag_error *e)
{
	struct part parts[KINDS] = {{0}};
	int first = has_kind(w, CORES) ? CORES : ACCELERATOR;

	*l = (struct lineup){0};
	if (!parse(spec, w, parts, a, e))
		return false;
	l->name = part_name(&parts[first], a);
	if (!init_part(&l->policy, &parts[first], w, a, e))
		return false;
	if (first == ACCELERATOR || !parts[ACCELERATOR].ops)
		return true;
	l->name = arena_printf(a, "%s+%s", l->name,
			       part_name(&parts[ACCELERATOR], a));
	return init_part(&l->accelerator, &parts[ACCELERATOR], w, a, e);
}

const char **lineup_all(const struct workload *w, struct arena *a)
{
	int kind = has_kind(w, CORES) ? CORES : ACCELERATOR;
	size_t n = 0, table = 0;
	const char **all;

	while (policy_table[table])
		table++;
	all = ARENA_NEW(a, const char *, table + 1);
	for (size_t i = 0; i < table; i++) {
		const struct policy_ops *ops = policy_table[i];

		if (ops->traits.flags & kind_flag[kind])
			all[n++] = ops->name;
	}
	assert(n > 0);
	return all;
}

bool lineup_load(const char *spec, struct dag_error *e)
{
	struct arena a = {0};
	char *text = arena_strdup(&a, spec), *plus = second_part(text);
	struct part unused;
	bool ok = true;

	*policy_name_end(text) = '\0';
	if (policy_is_path(text))
		ok = parse_part(text, &unused, e);
	if (ok && plus) {
		*policy_name_end(plus) = '\0';
		if (policy_is_path(plus))
			ok = parse_part(plus, &unused, e);
	}
	arena_free(&a);
	return ok;
}
