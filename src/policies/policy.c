/* policy.c - finding a policy, setting its parameters */
#include "policies/plugin.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

	if (policy_is_path(name))
		return policy_load(name, e);
	for (size_t i = 0; policy_table[i]; i++)
		if (!strcmp(policy_table[i]->name, name))
			return policy_table[i];
	if (policy_loaded(name))
		return policy_loaded(name);
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

/* Where a setting stands: in a file, or in the words of a command line. */
struct place {
	const char *file;
	unsigned line, col;
};

static bool unknown_param(const struct policy_ops *ops, const char *key,
			  struct place at, struct dag_error *e)
{
	const char *names[POLICY_PARAMS];
	char msg[512];
	size_t n = 0;

	for (; ops->params && ops->params[n].name; n++)
		names[n] = ops->params[n].name;
	snprintf(msg, sizeof(msg), "policy %s has no parameter '%.64s'%s",
		 ops->name, key, n ? "" : "; it has none at all");
	suggest(msg, sizeof(msg), key, names, n);
	return error_set(e, at.file, at.line, at.col, "%s", msg);
}

static bool bad_choice(const struct policy *p, const struct policy_param *k,
		       const char *text, struct place at, struct dag_error *e)
{
	char msg[512];
	size_t n = 0;

	while (k->choices[n])
		n++;
	snprintf(msg, sizeof(msg), "parameter '%s' of policy %s is '%.64s'",
		 k->name, p->ops->name, text);
	suggest(msg, sizeof(msg), text, k->choices, n);
	return error_set(e, at.file, at.line, at.col, "%s", msg);
}

static bool apply_choice(struct policy *p, int i,
			 const struct policy_setting *s, struct place at,
			 struct dag_error *e)
{
	const struct policy_param *k = &p->ops->params[i];
	char number[32];

	snprintf(number, sizeof(number), "%lld", (long long)s->value);
	for (int64_t c = 0; s->text && k->choices[c]; c++)
		if (!strcmp(k->choices[c], s->text)) {
			p->param[i] = c;
			return true;
		}
	return bad_choice(p, k, s->text ? s->text : number, at, e);
}

/* In the words that the parameter is set in: times with their unit. */
static bool out_of_range(const struct policy_ops *ops,
			 const struct policy_param *k, int64_t value,
			 struct place at, struct dag_error *e)
{
	const int64_t n[3] = {value, k->min, k->max};
	char text[3][48];

	for (int i = 0; i < 3; i++)
		if (k->is_time)
			time_format(text[i], sizeof(text[i]), n[i]);
		else
			snprintf(text[i], sizeof(text[i]), "%lld",
				 (long long)n[i]);
	return error_set(e, at.file, at.line, at.col,
			 "parameter '%s' of policy %s is %s; valid: %s to %s",
			 k->name, ops->name, text[0], text[1], text[2]);
}

/* The one time that needs no unit. */
static bool is_bare_zero(const struct policy_param *k,
			 const struct policy_setting *s)
{
	return k->is_time && !s->is_truth && s->value == 0;
}

static bool apply_setting(struct policy *p, const struct policy_setting *s,
			  struct place at, struct dag_error *e)
{
	int i = policy_param_index(p->ops, s->key);
	const struct policy_param *k;

	if (i < 0)
		return unknown_param(p->ops, s->key, at, e);
	k = &p->ops->params[i];
	if (k->choices)
		return apply_choice(p, i, s, at, e);
	if (s->text)
		return error_set(
			e, at.file, at.line, at.col,
			"parameter '%s' of policy %s is '%.64s', not a number",
			s->key, p->ops->name, s->text);
	if (k->is_time != s->is_time && !is_bare_zero(k, s))
		return error_set(
			e, at.file, at.line, at.col,
			"parameter '%s' of policy %s is %s", s->key,
			p->ops->name,
			k->is_time ? "a time and needs a unit, such as 2ms"
				   : "a plain integer, not a time");
	if (s->value < k->min || s->value > k->max)
		return out_of_range(p->ops, k, s->value, at, e);
	p->param[i] = s->value;
	return true;
}

/* --- settings in words: key=value,key=value --- */

static bool is_integer(const char *text, int64_t *out)
{
	char *end;
	long long v;

	if (!*text || strspn(text, "+-0123456789") != strlen(text))
		return false;
	errno = 0;
	v = strtoll(text, &end, 10);
	*out = v;
	return !errno && !*end;
}

/* What a value looks like: a truth, an integer, a time, or else a word. */
static void read_value(char *text, struct policy_setting *s)
{
	dag_time t;

	if (!strcmp(text, "true") || !strcmp(text, "false")) {
		s->value = text[0] == 't';
		s->is_truth = true;
	} else if (is_integer(text, &s->value)) {
		return;
	} else if (time_parse(text, strlen(text), 0, true, &t) == TIME_OK) {
		s->value = t;
		s->is_time = true;
	} else {
		s->text = text;
	}
}

static bool apply_words(struct policy *p, const char *words, struct arena *a,
			struct dag_error *e)
{
	char *at = arena_strdup(a, words), *end;

	for (; *at; at = end) {
		struct policy_setting s = {0};
		char *equals;

		end = at + strcspn(at, ",");
		if (*end)
			*end++ = '\0';
		equals = strchr(at, '=');
		if (!equals || equals == at || !equals[1])
			return error_set(
				e, NULL, 0, 0,
				"setting '%.64s' of policy %s is not KEY=VALUE",
				at, p->ops->name);
		*equals = '\0';
		s.key = at;
		read_value(equals + 1, &s);
		if (!apply_setting(p, &s, (struct place){0}, e))
			return false;
	}
	return true;
}

/* --- setting up --- */

bool policy_init_with(struct policy *p, const struct policy_ops *ops,
		      const char *settings, const struct workload *w,
		      struct arena *a, struct dag_error *e)
{
	*p = (struct policy){.ops = ops, .order = ops->traits.order};
	if (!policy_ops_check(ops, e))
		return false;
	for (int i = 0; ops->params && ops->params[i].name; i++)
		p->param[i] = ops->params[i].def;
	for (uint32_t i = 0; i < w->n_settings; i++) {
		const struct policy_setting *s = &w->settings[i];

		if (s->key && !strcmp(s->policy, ops->name) &&
		    !apply_setting(p, s,
				   (struct place){w->file, s->line, s->col}, e))
			return false;
	}
	if (!apply_words(p, settings, a, e))
		return false;
	if (ops->prepare && !ops->prepare(p, w, a, e))
		return false;
	if (ops->state_size)
		p->state = arena_alloc(a, ops->state_size);
	if (ops->reset)
		ops->reset(p);
	return true;
}

bool policy_init(struct policy *p, const struct policy_ops *ops,
		 const struct workload *w, struct arena *a, struct dag_error *e)
{
	return policy_init_with(p, ops, "", w, a, e);
}

bool policy_place(const struct policy *p, const struct workload *w,
		  uint32_t first, struct arena *a, struct placement *out,
		  struct dag_error *e)
{
	bool share = p->ops->traits.flags & POLICY_BINDS;

	if (!(p->ops->place ? p->ops->place(p, w, first, a, out, e)
			    : placement_global(out, w, first, share, a, e)))
		return false;
	return placement_check(out, w, share, p->ops->name, e);
}
