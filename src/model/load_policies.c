/* load_policies.c - the `sim` and `policies` sections of a file */
#include "model/load_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const late_names[] = {"drop", "run", NULL};

struct sim_record {
	dag_time duration;
	int late;
	struct ratio safety_factor;
	int64_t seed;
};

static const struct field sim_fields[] = {
	{.key = "duration",
	 .type = FIELD_TIME,
	 .offset = offsetof(struct sim_record, duration),
	 .flags = FIELD_POSITIVE,
	 .standard = "30s",
	 .help = "horizon of a run"},
	{.key = "late_policy",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct sim_record, late),
	 .choices = late_names,
	 .standard = "drop",
	 .help = "what becomes of a job not started by its deadline"},
	{.key = "safety_factor",
	 .type = FIELD_RATIO,
	 .offset = offsetof(struct sim_record, safety_factor),
	 .flags = FIELD_POSITIVE,
	 .standard = "1",
	 .help = "multiplies the times that policies predict"},
	{.key = "seed",
	 .type = FIELD_INT,
	 .offset = offsetof(struct sim_record, seed),
	 .max = INT64_MAX,
	 .standard = "0",
	 .help = "of arrivals and noise"},
};
static const struct section sim_section =
	SECTION_OF("the sim section", sim_fields);
const struct shape sim_shape = {.kind = SHAPE_SECTION, .section = &sim_section};

bool load_sim(struct loader *l, const struct tree *t)
{
	struct sim_record rec = {.duration = 30 * NS_PER_S,
				 .late = LATE_DROP,
				 .safety_factor = {1, 1}};
	const struct tree *at[FIELDS_MAX];

	assert(l->w);
	if (t && !fields_read(&l->r, t, &sim_section, &rec, at))
		return false;
	l->w->sim = (struct sim_defaults){.duration = rec.duration,
					  .late = (enum late_policy)rec.late,
					  .safety_factor = rec.safety_factor,
					  .seed = (uint64_t)rec.seed};
	return true;
}

/* The one setting that belongs to models rather than to the policy. */
static const char preferred_policy[] = "dynamic_batch";
static const char preferred_key[] = "preferred_batch_sizes";
enum { SETTINGS_MAX = 256 }; /* of one policy */

const struct shape policies_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": [\"object\", \"null\"], \"additionalProperties\": "
		"{\"type\": [\"object\", \"null\"], \"properties\": "
		"{\"preferred_batch_sizes\": {\"type\": \"object\", "
		"\"additionalProperties\": {\"type\": \"array\", \"items\": "
		"{\"type\": \"integer\"}}}}, \"additionalProperties\": "
		"{\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"$ref\": "
		"\"#/$defs/time\"}, {\"type\": [\"boolean\", \"string\"]}, "
		"{\"type\": \"object\"}]}}}",
};

static int by_size(const void *pa, const void *pb)
{
	const uint32_t *a = pa, *b = pb;

	return (*a > *b) - (*a < *b);
}

/* Sizes that a batch of the model can have, ascending, without repeats. */
static bool load_sizes(struct loader *l, const struct tree *t, struct model *m)
{
	uint32_t *sizes, n = 0, kept = 0;

	assert(m->max_batch >= 1);
	if (!want_kind(&l->r, t, TREE_LIST, preferred_key))
		return false;
	sizes = ARENA_NEW(&l->w->arena, uint32_t, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		int64_t size;

		if (!read_int(&l->r, t->items[i], preferred_key, INT32_MIN,
			      INT32_MAX, &size))
			return false;
		if (size >= 1 && size <= m->max_batch)
			sizes[n++] = (uint32_t)size;
		else
			reader_warn(&l->r, t->items[i],
				    "preferred batch size %d of model '%s' is "
				    "left out: its batches are 1 to %u",
				    (int)size, m->name, m->max_batch);
	}
	if (n)
		qsort(sizes, n, sizeof(*sizes), by_size);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || sizes[kept - 1] != sizes[i])
			sizes[kept++] = sizes[i];
	m->preferred = sizes;
	m->n_preferred = kept;
	return true;
}

static bool load_preferred(struct loader *l, const struct tree *t)
{
	struct workload *w = l->w;

	assert(l->models.n == w->n_models);
	if (!want_kind(&l->r, t, TREE_MAP, preferred_key))
		return false;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *name = t->items[2 * i];
		uint32_t m = index_find(&l->models, name->text);
		const char **names;

		if (m != NONE) {
			if (!load_sizes(l, t->items[2 * i + 1], &w->models[m]))
				return false;
			continue;
		}
		names = ARENA_NEW(&l->scratch, const char *, w->n_models);
		for (uint32_t k = 0; k < w->n_models; k++)
			names[k] = w->models[k].name;
		return reader_unknown(&l->r, name, "model", names, w->n_models);
	}
	return true;
}

static bool is_bool_word(const struct tree *t)
{
	assert(t->kind == TREE_SCALAR);
	return !t->quoted &&
	       (!strcmp(t->text, "true") || !strcmp(t->text, "false"));
}

/* A number with a unit, even if it is out of range. */
static bool has_time_unit(const struct tree *t)
{
	dag_time unused;
	enum time_status s = time_parse(t->text, t->n, 0, true, &unused);

	assert(t->kind == TREE_SCALAR);
	return s == TIME_OK || s == TIME_OVERFLOW;
}

/* `delay: 2ms` and `delay_ms: 2` set the same parameter. */
static bool set_twice(struct loader *l, const struct tree *key,
		      const struct policy_setting *first,
		      const struct policy_setting *s)
{
	assert(first <= s);
	assert(s->key);
	for (; first < s; first++)
		if (!strcmp(first->key, s->key)) {
			reader_error(&l->r, key,
				     "'%s' is set twice; the first is in line "
				     "%u",
				     s->key, first->line);
			return true;
		}
	return false;
}

/* Neither a number nor the beginning of one: a choice by its name. */
static bool is_word(const struct tree *t)
{
	char c = t->kind == TREE_SCALAR ? t->text[0] : '\0';

	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* An integer, true or false, a word, or a time: by the key's suffix or the
 * value's. */
static bool load_value(struct loader *l, const struct tree *key,
		       const struct tree *t, struct policy_setting *s)
{
	size_t stem;
	int64_t unit_ns = key_unit(key->text, &stem);
	bool flag;

	assert(key->kind == TREE_SCALAR);
	assert(stem > 0 || !key->n);
	s->key = arena_strndup(&l->w->arena, key->text, stem);
	s->is_time = unit_ns != 0;
	if (unit_ns)
		return read_time(&l->r, t, key->text, unit_ns, false, 0,
				 &s->value);
	if (t->kind == TREE_SCALAR && is_bool_word(t)) {
		if (!read_bool(&l->r, t, key->text, &flag))
			return false;
		s->value = flag;
		s->is_truth = true;
		return true;
	}
	if (t->kind == TREE_SCALAR && has_time_unit(t)) {
		s->is_time = true;
		return read_time(&l->r, t, key->text, 0, true, 0, &s->value);
	}
	if (is_word(t))
		return read_name(&l->r, t, key->text, &s->text);
	return read_int(&l->r, t, key->text, INT64_MIN, INT64_MAX, &s->value);
}

static bool load_policy(struct loader *l, const struct tree *name,
			const struct tree *t, const char *policy)
{
	struct workload *w = l->w;
	const struct policy_setting *first;

	assert(name->kind == TREE_SCALAR);
	assert(policy);
	w->settings[w->n_settings++] = (struct policy_setting){
		.policy = policy, .line = name->line, .col = name->col};
	first = &w->settings[w->n_settings];
	if (tree_is_null(t))
		return true;
	if (!want_kind(&l->r, t, TREE_MAP, "the settings of a policy"))
		return false;
	if (t->n > SETTINGS_MAX)
		return reader_error(&l->r, t, "more than %d settings",
				    SETTINGS_MAX);
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *key = t->items[2 * i];
		struct policy_setting *s = &w->settings[w->n_settings];

		if (!strcmp(key->text, preferred_key)) {
			if (strcmp(name->text, preferred_policy) != 0)
				return reader_error(
					&l->r, key, "'%s' belongs to policy %s",
					preferred_key, preferred_policy);
			if (!load_preferred(l, t->items[2 * i + 1]))
				return false;
			continue;
		}
		if (!load_value(l, key, t->items[2 * i + 1], s) ||
		    set_twice(l, key, first, s))
			return false;
		s->policy = policy;
		s->line = key->line;
		s->col = key->col;
		w->n_settings++;
	}
	return true;
}

bool load_policies(struct loader *l, const struct tree *t)
{
	uint32_t n;

	assert(!l->w->settings);
	if (!want_kind(&l->r, t, TREE_MAP, "'policies'"))
		return false;
	n = t->n;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->items[2 * i + 1]->kind == TREE_MAP)
			n += t->items[2 * i + 1]->n;
	l->w->settings = ARENA_NEW(&l->w->arena, struct policy_setting, n);
	for (uint32_t i = 0; i < t->n; i++) {
		const char *policy;

		if (!read_name(&l->r, t->items[2 * i], "policy name",
			       &policy) ||
		    !load_policy(l, t->items[2 * i], t->items[2 * i + 1],
				 policy))
			return false;
	}
	assert(l->w->n_settings <= n);
	return true;
}
