/* policy.c - finding a policy, setting its parameters, checking its ops */
#include "policies/policy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LISTED = 64 };

static size_t table_names(const char **names)
{
	size_t n = 0;

	for (; policy_table[n]; n++) {
		assert(n < MAX_LISTED);
		names[n] = policy_table[n]->name;
	}
	return n;
}

const struct policy_ops *policy_find(const char *name, struct dag_error *e)
{
	const char *names[MAX_LISTED];
	char msg[512];

	for (size_t i = 0; policy_table[i]; i++)
		if (!strcmp(policy_table[i]->name, name))
			return policy_table[i];
	snprintf(msg, sizeof(msg), "unknown policy '%.64s'", name);
	suggest(msg, sizeof(msg), name, names, table_names(names));
	error_set(e, NULL, 0, 0, "%s", msg);
	return NULL;
}

int policy_param_index(const struct policy_ops *ops, const char *name)
{
	for (int i = 0; ops->params && ops->params[i].name; i++)
		if (!strcmp(ops->params[i].name, name))
			return i;
	return -1;
}

static bool unknown_param(const struct policy_ops *ops,
			  const struct workload *w,
			  const struct policy_setting *s, struct dag_error *e)
{
	const char *names[POLICY_PARAMS];
	char msg[512];
	size_t n = 0;

	for (; ops->params && ops->params[n].name; n++)
		names[n] = ops->params[n].name;
	snprintf(msg, sizeof(msg), "policy %s has no parameter '%.64s'%s",
		 ops->name, s->key, n ? "" : "; it has none at all");
	suggest(msg, sizeof(msg), s->key, names, n);
	return error_set(e, w->file, s->line, s->col, "%s", msg);
}

static bool apply_setting(struct policy *p, const struct workload *w,
			  const struct policy_setting *s, struct dag_error *e)
{
	int i = policy_param_index(p->ops, s->key);
	const struct policy_param *k;

	if (i < 0)
		return unknown_param(p->ops, w, s, e);
	k = &p->ops->params[i];
	if (k->is_time != s->is_time)
		return error_set(e, w->file, s->line, s->col,
				 "parameter '%s' of policy %s is %s", s->key,
				 p->ops->name,
				 k->is_time ? "a time: write '2ms', or use the key with _ms"
					    : "a plain integer, not a time");
	if (s->value < k->min || s->value > k->max)
		return error_set(e, w->file, s->line, s->col,
				 "parameter '%s' of policy %s is %lld; valid: %lld to %lld",
				 s->key, p->ops->name, (long long)s->value,
				 (long long)k->min, (long long)k->max);
	p->param[i] = s->value;
	return true;
}

bool policy_init(struct policy *p, const struct policy_ops *ops,
		 const struct workload *w, struct arena *a, struct dag_error *e)
{
	*p = (struct policy){ .ops = ops };
	if (!policy_ops_check(ops, e))
		return false;
	for (int i = 0; ops->params && ops->params[i].name; i++)
		p->param[i] = ops->params[i].def;
	for (uint32_t i = 0; i < w->n_settings; i++)
		if (w->settings[i].key &&
		    !strcmp(w->settings[i].policy, ops->name) &&
		    !apply_setting(p, w, &w->settings[i], e))
			return false;
	if (ops->state_size)
		p->state = arena_alloc(a, ops->state_size);
	if (ops->reset)
		ops->reset(p);
	return true;
}

static bool bad_ops(struct dag_error *e, const struct policy_ops *ops,
		    const char *what)
{
	return error_set(e, NULL, 0, 0, "policy '%s': %s",
			 ops->name ? ops->name : "(no name)", what);
}

bool policy_ops_check(const struct policy_ops *ops, struct dag_error *e)
{
	uint32_t where = POLICY_ON_CORES | POLICY_ON_ACCELERATOR;
	int n = 0;

	if (!ops->name || !ops->name[0] || !ops->summary)
		return bad_ops(e, ops, "has no name or no summary");
	if (!ops->key || !ops->choose)
		return bad_ops(e, ops, "has no key or no choose function");
	if (!(ops->traits.flags & where))
		return bad_ops(e, ops, "drives neither cores nor an accelerator");
	if (ops->traits.batch == BATCH_TIMEOUT &&
	    (ops->traits.flags & POLICY_WORK_CONSERVING))
		return bad_ops(e, ops, "waits to fill batches, so it cannot be work conserving");
	for (; ops->params && ops->params[n].name; n++) {
		const struct policy_param *k = &ops->params[n];

		if (n == POLICY_PARAMS)
			return bad_ops(e, ops, "has too many parameters");
		if (!k->help || k->min > k->max || k->def < k->min ||
		    k->def > k->max)
			return bad_ops(e, ops, "has a parameter without help or a bad default");
	}
	return true;
}
