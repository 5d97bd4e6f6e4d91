/* load_streams.c - the `streams` of a file: what is released, and when */
#include "model/load_timing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct stream_record {
	const char *name, *model, *group;
	struct timing timing;
};

/* A stream while the others are still unknown. */
struct stream {
	struct stream_record rec;
	const struct tree *at[FIELDS_MAX];
	const struct tree *map;
};

enum { AT_NAME, AT_MODEL, AT_TIMING, AT_GROUP = AT_TIMING + TIMING_ROWS };

static const struct field stream_fields[] = {
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct stream_record, name),
		     .flags = FIELD_REQUIRED,
		     .help = "its name, unique among streams and tasks"},
	[AT_MODEL] = {.key = "model",
		      .type = FIELD_NAME,
		      .offset = offsetof(struct stream_record, model),
		      .flags = FIELD_REQUIRED,
		      .help = "the model that its jobs run"},
	TIMING_FIELDS(struct stream_record, timing),
	[AT_GROUP] = {.key = "group",
		      .type = FIELD_NAME,
		      .offset = offsetof(struct stream_record, group),
		      .flags = FIELD_NULLABLE,
		      .help = "streams of one tick: same model and times"},
};
static const struct section stream_section =
	SECTION_OF("a stream", stream_fields);
static const struct shape stream_shape = {
	.kind = SHAPE_SECTION, .section = &stream_section, .text = TIMING_RULE};
const struct shape streams_shape = {.kind = SHAPE_LIST, .item = &stream_shape};

/* The value of timing row i, or NULL. */
static const struct tree *timing_at(const struct stream *s, enum timing_at i)
{
	assert(s->map && (unsigned)i < TIMING_ROWS);
	return s->at[AT_TIMING + i];
}

static struct timed timed_by(const struct stream *s)
{
	assert(s->map && s->rec.name);
	return (struct timed){.what = "stream",
			      .name = s->rec.name,
			      .map = s->map,
			      .at = s->at + AT_TIMING};
}

static bool check_stream(struct loader *l, const struct stream *s)
{
	const struct stream_record *rec = &s->rec;

	assert(rec->timing.period > 0 && rec->timing.deadline > 0);
	assert(rec->timing.jitter <= rec->timing.period);
	if (rec->group && rec->timing.jitter)
		return reader_error(&l->r, timing_at(s, AT_JITTER),
				    "stream '%s': members of a group share one "
				    "tick and have no jitter",
				    rec->name);
	if (rec->group && rec->timing.arrival != PERIODIC)
		return reader_error(&l->r, timing_at(s, AT_ARRIVAL),
				    "stream '%s': members of a group share one "
				    "tick and are periodic",
				    rec->name);
	return true;
}

static bool load_stream(struct loader *l, const struct tree *t,
			struct stream *s, uint32_t *model)
{
	struct timed who;

	assert(model);
	assert(!s->map);
	s->map = t;
	if (!fields_read(&l->r, t, &stream_section, &s->rec, s->at))
		return false;
	who = timed_by(s);
	return timing_settle(l, &who, &s->rec.timing) &&
	       load_model_named(l, s->at[AT_MODEL], s->rec.model, model) &&
	       check_stream(l, s);
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
	const struct timing *a = &first->rec.timing, *b = &s->rec.timing;
	const struct tree *at = NULL;
	const char *what = NULL;

	assert(first != s);
	assert(!strcmp(first->rec.group, s->rec.group));
	if (strcmp(first->rec.model, s->rec.model) != 0) {
		at = s->at[AT_MODEL];
		what = "model";
	} else if (a->period != b->period) {
		at = timing_at(s, s->at[AT_TIMING + AT_RATE] ? AT_RATE
							     : AT_PERIOD);
		what = "period";
	} else if (a->deadline != b->deadline) {
		at = timing_at(s, AT_DEADLINE);
		what = "deadline";
	} else if (a->phase != b->phase) {
		at = timing_at(s, AT_PHASE);
		what = "phase";
	}
	if (!what)
		return true;
	return reader_error(&l->r, at ? at : s->map,
			    "stream '%s' differs from '%s' (line %u) in its "
			    "%s; members of group '%s' share model, period, "
			    "deadline and phase",
			    s->rec.name, first->rec.name, first->map->line,
			    what, s->rec.group);
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

	assert(!w->n_tasks);
	if (!want_kind(&l->r, t, TREE_LIST, "'streams'"))
		return false;
	if (t->n > TASKS_MAX)
		return reader_error(&l->r, t, "more than %d streams",
				    TASKS_MAX);
	list = ARENA_NEW(&l->scratch, struct stream, t->n);
	names.items = ARENA_NEW(&l->scratch, struct named, t->n);
	load_room(l, (struct load_counts){.tasks = t->n, .nodes = t->n});
	w->n_tasks = w->n_nodes = names.n = t->n;
	for (uint32_t i = 0; i < t->n; i++) {
		struct timed who;
		const char *name;
		uint32_t model;

		if (!load_stream(l, t->items[i], &list[i], &model))
			return false;
		name = list[i].rec.name;
		who = timed_by(&list[i]);
		w->tasks[i] = timing_task(&who, &list[i].rec.timing);
		w->tasks[i].first_node = i;
		w->tasks[i].n_nodes = 1;
		w->nodes[i] =
			(struct node){.name = name, .task = i, .model = model};
		names.items[i] = (struct named){name, i};
	}
	index_sort(&names);
	return !duplicate_stream(l, list, &names) && set_groups(l, list);
}
