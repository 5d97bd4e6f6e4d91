/* load_streams.c - the `streams` of a file: what is released, and when */
#include "model/load_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct stream_record {
	const char *name, *model, *group;
	dag_time period, deadline, phase, jitter, extra;
	struct ratio rate_hz;
	int64_t priority;
	int criticality, arrival;
};

/* A stream while the others are still unknown. */
struct stream {
	struct stream_record rec;
	const struct tree *at[FIELDS_MAX];
	const struct tree *map;
};

enum {
	AT_NAME,
	AT_MODEL,
	AT_PERIOD,
	AT_RATE,
	AT_DEADLINE,
	AT_PHASE,
	AT_JITTER,
	AT_ARRIVAL,
	AT_EXTRA,
	AT_CRITICALITY,
	AT_GROUP,
	AT_PRIORITY
};

static const char *const arrivals[] = {"periodic", "sporadic", NULL};
/* The index modulo 2 is the criticality. */
static const char *const criticalities[] = {"low", "high", "0", "1", NULL};

static const struct field stream_fields[] = {
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct stream_record, name),
		     .flags = FIELD_REQUIRED,
		     .help = "its name, unique among streams"},
	[AT_MODEL] = {.key = "model",
		      .type = FIELD_NAME,
		      .offset = offsetof(struct stream_record, model),
		      .flags = FIELD_REQUIRED,
		      .help = "the model that its jobs run"},
	[AT_PERIOD] = {.key = "period",
		       .type = FIELD_TIME,
		       .offset = offsetof(struct stream_record, period),
		       .flags = FIELD_POSITIVE,
		       .help = "time between releases; the least time where "
			       "sporadic"},
	[AT_RATE] = {.key = "rate_hz",
		     .type = FIELD_RATIO,
		     .offset = offsetof(struct stream_record, rate_hz),
		     .flags = FIELD_POSITIVE,
		     .help = "1 / period, instead of it"},
	[AT_DEADLINE] = {.key = "deadline",
			 .type = FIELD_TIME,
			 .offset = offsetof(struct stream_record, deadline),
			 .flags = FIELD_POSITIVE,
			 .standard = "the period",
			 .help = "deadline, from the nominal release"},
	[AT_PHASE] = {.key = "phase",
		      .type = FIELD_TIME,
		      .offset = offsetof(struct stream_record, phase),
		      .standard = "0",
		      .help = "nominal time of the first release"},
	[AT_JITTER] = {.key = "jitter",
		       .type = FIELD_TIME,
		       .offset = offsetof(struct stream_record, jitter),
		       .standard = "0",
		       .help = "a release is late by up to this; at most the "
			       "period"},
	[AT_ARRIVAL] = {.key = "arrival",
			.type = FIELD_CHOICE,
			.offset = offsetof(struct stream_record, arrival),
			.choices = arrivals,
			.standard = "periodic",
			.help = "whether the gaps are constant"},
	[AT_EXTRA] = {.key = "sporadic_mean_extra",
		      .type = FIELD_TIME,
		      .offset = offsetof(struct stream_record, extra),
		      .standard = "0",
		      .help = "sporadic: mean of the exponential extra gap"},
	[AT_CRITICALITY] = {.key = "criticality",
			    .type = FIELD_CHOICE,
			    .offset =
				    offsetof(struct stream_record, criticality),
			    .flags = FIELD_ANY_CASE,
			    .choices = criticalities,
			    .standard = "low",
			    .help = "breaks ties, and is reported apart"},
	[AT_GROUP] = {.key = "group",
		      .type = FIELD_NAME,
		      .offset = offsetof(struct stream_record, group),
		      .flags = FIELD_NULLABLE,
		      .help = "streams of one tick: same model and times"},
	[AT_PRIORITY] = {.key = "priority",
			 .type = FIELD_INT,
			 .offset = offsetof(struct stream_record, priority),
			 .flags = FIELD_NULLABLE,
			 .min = INT32_MIN,
			 .max = INT32_MAX,
			 .standard = "rate-monotonic rank",
			 .help = "fixed priority, smaller is more urgent"},
};
static const struct section stream_section =
	SECTION_OF("a stream", stream_fields);
static const struct shape stream_shape = {
	.kind = SHAPE_SECTION,
	.section = &stream_section,
	.text = "{\"oneOf\": [{\"required\": [\"rate_hz\"]}, {\"anyOf\": ["
		"{\"required\": [\"period\"]}, {\"required\": "
		"[\"period_ms\"]}, "
		"{\"required\": [\"period_us\"]}, {\"required\": "
		"[\"period_ns\"]}, "
		"{\"required\": [\"period_s\"]}]}]}",
};
const struct shape streams_shape = {.kind = SHAPE_LIST, .item = &stream_shape};

/* The node to blame for field i: its value, or the stream. */
static const struct tree *blame(const struct stream *s, int i)
{
	assert(s->map);
	assert(i >= 0 && i < FIELDS_MAX);
	return s->at[i] ? s->at[i] : s->map;
}

static bool set_period(struct loader *l, struct stream *s)
{
	struct stream_record *rec = &s->rec;
	int64_t period;

	assert(rec->name);
	assert(rec->period >= 0);
	if (!s->at[AT_PERIOD] && !s->at[AT_RATE])
		return reader_error(&l->r, s->map,
				    "stream '%s' needs a period (period: 20ms "
				    "or period_ms: 20) or a rate_hz",
				    rec->name);
	if (!s->at[AT_RATE])
		return true;
	if (s->at[AT_PERIOD])
		return reader_error(&l->r, s->at[AT_RATE],
				    "stream '%s' has both a rate_hz and a "
				    "period (line %u); leave one out",
				    rec->name, s->at[AT_PERIOD]->line);
	period = div_half_even((int128)NS_PER_S * rec->rate_hz.den,
			       rec->rate_hz.num);
	if (period <= 0)
		return reader_error(&l->r, s->at[AT_RATE],
				    "rate_hz %s is out of range: its period "
				    "is not in 1 ns .. 292 years",
				    s->at[AT_RATE]->text);
	rec->period = period;
	return true;
}

static bool set_model(struct loader *l, struct stream *s, uint32_t *model)
{
	const char **names;

	assert(s->rec.model);
	assert(l->models.n == l->w->n_models);
	*model = index_find(&l->models, s->rec.model);
	if (*model != NONE)
		return true;
	names = ARENA_NEW(&l->scratch, const char *, l->w->n_models);
	for (uint32_t i = 0; i < l->w->n_models; i++)
		names[i] = l->w->models[i].name;
	return reader_unknown(&l->r, s->at[AT_MODEL], "model", names,
			      l->w->n_models);
}

static bool check_stream(struct loader *l, const struct stream *s)
{
	const struct stream_record *rec = &s->rec;

	assert(rec->period > 0 && rec->deadline > 0);
	assert(rec->jitter >= 0 && rec->phase >= 0);
	if (rec->jitter > rec->period)
		return reader_error(&l->r, s->at[AT_JITTER],
				    "stream '%s': the jitter is larger than "
				    "the period",
				    rec->name);
	if (rec->group && rec->jitter)
		return reader_error(&l->r, s->at[AT_JITTER],
				    "stream '%s': members of a group share one "
				    "tick and have no jitter",
				    rec->name);
	if (rec->group && rec->arrival != PERIODIC)
		return reader_error(&l->r, s->at[AT_ARRIVAL],
				    "stream '%s': members of a group share one "
				    "tick and are periodic",
				    rec->name);
	if (rec->extra && rec->arrival == PERIODIC)
		reader_warn(&l->r, s->at[AT_EXTRA],
			    "stream '%s' is periodic, so its "
			    "sporadic_mean_extra has no effect",
			    rec->name);
	return true;
}

static bool load_stream(struct loader *l, const struct tree *t,
			struct stream *s, uint32_t *model)
{
	assert(model);
	assert(!s->map);
	s->map = t;
	if (!fields_read(&l->r, t, &stream_section, &s->rec, s->at) ||
	    !set_period(l, s) || !set_model(l, s, model))
		return false;
	if (!s->at[AT_DEADLINE])
		s->rec.deadline = s->rec.period;
	return check_stream(l, s);
}

static struct task task_of(const struct stream *s, uint32_t i)
{
	const struct stream_record *rec = &s->rec;

	assert(rec->period > 0 && rec->deadline > 0);
	assert(rec->jitter <= rec->period);
	return (struct task){
		.name = rec->name,
		.first_node = i,
		.n_nodes = 1,
		.period = rec->period,
		.deadline = rec->deadline,
		.phase = rec->phase,
		.jitter = rec->jitter,
		.arrival = (enum arrival)rec->arrival,
		.extra_mean = rec->arrival == SPORADIC ? rec->extra : 0,
		.criticality = (enum criticality)(rec->criticality % 2),
		.has_priority = s->at[AT_PRIORITY] != NULL,
		.priority = (int32_t)rec->priority,
		.group = NONE,
		.line = s->map->line,
	};
}

static bool duplicate_stream(struct loader *l, const struct stream *list,
			     const struct name_index *names)
{
	assert(list || !names->n);
	for (uint32_t i = 1; i < names->n; i++) {
		const struct named *a = &names->items[i - 1],
				   *b = &names->items[i];

		if (strcmp(a->name, b->name) != 0)
			continue;
		reader_error(&l->r, list[b->index].at[AT_NAME],
			     "there are two streams named '%s'; the first is "
			     "in line %u",
			     b->name, list[a->index].map->line);
		return true;
	}
	return false;
}

/* A group is released by one tick and batched under one deadline. */
static bool check_member(struct loader *l, const struct stream *first,
			 const struct stream *s)
{
	const struct stream_record *a = &first->rec, *b = &s->rec;
	int field = AT_PHASE;
	const char *what = NULL;

	assert(first != s);
	assert(!strcmp(a->group, b->group));
	if (strcmp(a->model, b->model) != 0) {
		field = AT_MODEL;
		what = "model";
	} else if (a->period != b->period) {
		field = s->at[AT_RATE] ? AT_RATE : AT_PERIOD;
		what = "period";
	} else if (a->deadline != b->deadline) {
		field = AT_DEADLINE;
		what = "deadline";
	} else if (a->phase != b->phase) {
		what = "phase";
	}
	if (!what)
		return true;
	return reader_error(&l->r, blame(s, field),
			    "stream '%s' differs from '%s' (line %u) in its "
			    "%s; members of group '%s' share model, period, "
			    "deadline and phase",
			    b->name, a->name, first->map->line, what, b->group);
}

/* Numbers groups in the order in which the file first names them. */
static bool set_groups(struct loader *l, const struct stream *list)
{
	struct workload *w = l->w;
	struct name_index by_name = {0};
	uint32_t *first = ARENA_NEW(&l->scratch, uint32_t, w->n_tasks);

	assert(!w->n_groups);
	assert(list || !w->n_tasks);
	by_name.items = ARENA_NEW(&l->scratch, struct named, w->n_tasks);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (list[i].rec.group)
			by_name.items[by_name.n++] =
				(struct named){list[i].rec.group, i};
	index_sort(&by_name);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		/* The first of equal names is the first in the file. */
		first[i] = list[i].rec.group
				   ? index_find(&by_name, list[i].rec.group)
				   : NONE;
		if (first[i] != NONE && first[i] != i &&
		    !check_member(l, &list[first[i]], &list[i]))
			return false;
		w->n_groups += first[i] == i;
	}
	w->groups = ARENA_NEW(&w->arena, const char *, w->n_groups);
	w->n_groups = 0;
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		assert(first[i] == NONE || first[i] <= i);
		if (first[i] == i) {
			w->groups[w->n_groups] = list[i].rec.group;
			w->tasks[i].group = w->n_groups++;
		} else if (first[i] != NONE) {
			w->tasks[i].group = w->tasks[first[i]].group;
		}
	}
	return true;
}

bool load_streams(struct loader *l, const struct tree *t)
{
	struct workload *w = l->w;
	struct name_index names = {0};
	struct stream *list;

	assert(!w->tasks && !w->n_tasks);
	if (!want_kind(&l->r, t, TREE_LIST, "'streams'"))
		return false;
	if (t->n > TASKS_MAX)
		return reader_error(&l->r, t, "more than %d streams",
				    TASKS_MAX);
	list = ARENA_NEW(&l->scratch, struct stream, t->n);
	names.items = ARENA_NEW(&l->scratch, struct named, t->n);
	w->tasks = ARENA_NEW(&w->arena, struct task, t->n);
	w->nodes = ARENA_NEW(&w->arena, struct node, t->n);
	w->n_tasks = w->n_nodes = names.n = t->n;
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t model;

		if (!load_stream(l, t->items[i], &list[i], &model))
			return false;
		w->tasks[i] = task_of(&list[i], i);
		w->nodes[i] = (struct node){
			.name = list[i].rec.name, .task = i, .model = model};
		names.items[i] = (struct named){list[i].rec.name, i};
	}
	index_sort(&names);
	return !duplicate_stream(l, list, &names) && set_groups(l, list);
}
