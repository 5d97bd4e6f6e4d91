/* load_chains.c - the `chains` of a file: tasks that hand data on */
#include "model/load_parts.h"

#include <assert.h>
#include <string.h>

struct chain_record {
	const char *name;
	const struct tree *tasks;
	dag_time max_reaction, max_data_age;
};
enum { AT_NAME, AT_TASKS, AT_MAX_REACTION, AT_MAX_DATA_AGE };

static const struct shape names_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"items\": "
		"{\"type\": [\"string\", \"number\", \"boolean\"]}}",
};
static const struct field chain_fields[] = {
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct chain_record, name),
		     .flags = FIELD_REQUIRED,
		     .help = "its name, unique among chains"},
	[AT_TASKS] = {.key = "tasks",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct chain_record, tasks),
		      .flags = FIELD_REQUIRED,
		      .shape = &names_shape,
		      .help = "names of tasks or streams, each of which reads "
			      "what the one before wrote"},
	[AT_MAX_REACTION] = {.key = "max_reaction",
			     .type = FIELD_TIME,
			     .offset = offsetof(struct chain_record,
						max_reaction),
			     .flags = FIELD_POSITIVE | FIELD_NULLABLE,
			     .standard = "any",
			     .help = "the longest reaction time that is "
				     "allowed"},
	[AT_MAX_DATA_AGE] = {.key = "max_data_age",
			     .type = FIELD_TIME,
			     .offset = offsetof(struct chain_record,
						max_data_age),
			     .flags = FIELD_POSITIVE | FIELD_NULLABLE,
			     .standard = "any",
			     .help = "the greatest age of data that is "
				     "allowed"},
};
static const struct section chain_section = SECTION_OF("a chain", chain_fields);
static const struct shape chain_shape = {.kind = SHAPE_SECTION,
					 .section = &chain_section};
const struct shape chains_shape = {.kind = SHAPE_LIST, .item = &chain_shape};

/* Names of all tasks, and where to find one. */
struct tasks {
	const char **names;
	struct name_index index;
};

static bool load_link(struct loader *l, const struct tree *t,
		      const struct tasks *among, const char *chain,
		      uint32_t *task)
{
	char hint[512] = "";
	const char *name;

	if (!read_name(&l->r, t, "tasks", &name))
		return false;
	*task = index_find(&among->index, name);
	if (*task != NONE)
		return true;
	suggest(hint, sizeof(hint), name, among->names, among->index.n);
	return reader_error(&l->r, t, "chain '%s': unknown task '%s'%s", chain,
			    name, hint);
}

static bool load_chain(struct loader *l, const struct tree *t,
		       const struct tasks *among, struct chain *out)
{
	struct chain_record rec = {0};
	const struct tree *at[FIELDS_MAX];
	uint32_t *task;

	if (!fields_read(&l->r, t, &chain_section, &rec, at) ||
	    !want_kind(&l->r, rec.tasks, TREE_LIST, "'tasks'"))
		return false;
	if (!rec.tasks->n || rec.tasks->n > CHAIN_MAX)
		return reader_error(&l->r, rec.tasks,
				    "chain '%s' has %u tasks (valid: 1 to %d)",
				    rec.name, rec.tasks->n, CHAIN_MAX);
	task = ARENA_NEW(&l->w->arena, uint32_t, rec.tasks->n);
	for (uint32_t i = 0; i < rec.tasks->n; i++)
		if (!load_link(l, rec.tasks->items[i], among, rec.name,
			       &task[i]))
			return false;
	*out = (struct chain){.text = chain_text(task, rec.tasks->n,
						 among->names, &l->w->arena),
			      .n = rec.tasks->n,
			      .task = task,
			      .name = rec.name,
			      .max_reaction = rec.max_reaction,
			      .max_data_age = rec.max_data_age};
	return true;
}

static bool is_unique(struct loader *l, const struct tree *t,
		      const struct chain *chains, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(chains[i].name, chains[n].name))
			return reader_error(&l->r, t,
					    "there are two chains named '%s'",
					    chains[n].name);
	return true;
}

bool load_chains(struct loader *l, const struct tree *t)
{
	struct workload *w = l->w;
	uint32_t n = w->n_tasks;
	struct tasks among = {ARENA_NEW(&l->scratch, const char *, n),
			      {ARENA_NEW(&l->scratch, struct named, n), n}};
	struct chain *chains;

	assert(n > 0 && !w->n_chains);
	if (!want_kind(&l->r, t, TREE_LIST, "'chains'"))
		return false;
	if (t->n > CHAINS_MAX)
		return reader_error(&l->r, t, "there are over %d chains",
				    CHAINS_MAX);
	for (uint32_t i = 0; i < n; i++) {
		among.names[i] = w->tasks[i].name;
		among.index.items[i] = (struct named){w->tasks[i].name, i};
	}
	index_sort(&among.index);
	chains = ARENA_NEW(&w->arena, struct chain, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_chain(l, t->items[i], &among, &chains[i]) ||
		    !is_unique(l, t->items[i], chains, i))
			return false;
	w->chains = chains;
	w->n_chains = t->n;
	return true;
}
