/* trace_chains.c - the chains of the workload in the header of a trace */
#include "trace/trace_header.h"

#include <assert.h>

struct row {
	const char *name;
	const struct tree *tasks;
	int64_t max_reaction, max_data_age;
};

static const struct field fields[] = {
	{.key = "name",
	 .type = FIELD_NAME,
	 .offset = offsetof(struct row, name),
	 .flags = FIELD_REQUIRED},
	{.key = "tasks",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct row, tasks),
	 .flags = FIELD_REQUIRED},
	{.key = "max_reaction_ns",
	 .type = FIELD_INT,
	 .offset = offsetof(struct row, max_reaction),
	 .min = 1,
	 .max = INT64_MAX},
	{.key = "max_data_age_ns",
	 .type = FIELD_INT,
	 .offset = offsetof(struct row, max_data_age),
	 .min = 1,
	 .max = INT64_MAX},
};
static const struct section section = SECTION_OF("a chain", fields);

static void limit(struct json *j, const char *key, dag_time t)
{
	if (!t)
		return;
	json_key(j, key);
	json_int(j, t);
}

void trace_chains_write(struct json *j, const struct trace_header *h)
{
	json_key(j, "chains");
	json_array(j);
	for (uint32_t i = 0; i < h->n_chains; i++) {
		const struct chain *c = &h->chains[i];

		json_object(j);
		json_key(j, "name");
		json_string(j, c->name);
		json_key(j, "tasks");
		json_array(j);
		for (uint32_t k = 0; k < c->n; k++)
			json_int(j, c->task[k]);
		json_end(j);
		limit(j, "max_reaction_ns", c->max_reaction);
		limit(j, "max_data_age_ns", c->max_data_age);
		json_end(j);
	}
	json_end(j);
}

static bool read_chain(struct reader *r, const struct tree *t,
		       const struct trace_header *h, const char *const *names,
		       struct chain *out)
{
	const struct tree *at[FIELDS_MAX];
	struct row row = {0};
	uint32_t *task;

	if (!fields_read(r, t, &section, &row, at) ||
	    !want_kind(r, row.tasks, TREE_LIST, "tasks"))
		return false;
	if (!row.tasks->n || row.tasks->n > CHAIN_MAX)
		return reader_error(r, row.tasks, "a chain of %u tasks",
				    row.tasks->n);
	task = ARENA_NEW(r->arena, uint32_t, row.tasks->n);
	for (uint32_t i = 0; i < row.tasks->n; i++) {
		int64_t v;

		if (!read_int(r, row.tasks->items[i], "tasks", 0,
			      (int64_t)h->n_tasks - 1, &v))
			return false;
		task[i] = (uint32_t)v;
	}
	*out = (struct chain){
		.text = chain_text(task, row.tasks->n, names, r->arena),
		.n = row.tasks->n,
		.task = task,
		.name = row.name,
		.max_reaction = row.max_reaction,
		.max_data_age = row.max_data_age};
	return true;
}

bool trace_chains_read(struct reader *r, const struct tree *t,
		       struct trace_header *h)
{
	const char **names;
	struct chain *chains;

	assert(h->n_tasks > 0);
	if (!t)
		return true;
	if (!want_kind(r, t, TREE_LIST, "chains"))
		return false;
	if (t->n > CHAINS_MAX)
		return reader_error(r, t, "over %d chains", CHAINS_MAX);
	names = ARENA_NEW(r->arena, const char *, h->n_tasks);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		names[i] = h->tasks[i].name;
	chains = ARENA_NEW(r->arena, struct chain, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!read_chain(r, t->items[i], h, names, &chains[i]))
			return false;
	h->chains = chains;
	h->n_chains = t->n;
	return true;
}
