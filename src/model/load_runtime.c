/* load_runtime.c - the `runtime` of a file: threads, executors, callbacks */
#include "model/load_runtime.h"

#include <assert.h>

struct runtime_record {
	const struct tree *executors, *callbacks;
	dag_time rr_quantum, other_slice;
};

static const struct field runtime_fields[] = {
	{.key = "executors",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct runtime_record, executors),
	 .flags = FIELD_NULLABLE,
	 .shape = &executors_shape,
	 .standard = "the platform's",
	 .help = "what runs callbacks, each with threads of its own"},
	{.key = "callbacks",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct runtime_record, callbacks),
	 .flags = FIELD_NULLABLE,
	 .shape = &callbacks_shape,
	 .standard = "as the graph says",
	 .help = "how nodes are callbacks, by name"},
	{.key = "rr_quantum",
	 .type = FIELD_TIME,
	 .offset = offsetof(struct runtime_record, rr_quantum),
	 .flags = FIELD_POSITIVE,
	 .standard = "100 ms",
	 .help = "how long a thread under policy rr keeps a core that an "
		 "equal waits for"},
	{.key = "other_slice",
	 .type = FIELD_TIME,
	 .offset = offsetof(struct runtime_record, other_slice),
	 .flags = FIELD_POSITIVE,
	 .standard = "3 ms",
	 .help = "the same under policy other"},
};
static const struct section runtime_section =
	SECTION_OF("the runtime section", runtime_fields);
const struct shape runtime_shape = {.kind = SHAPE_SECTION,
				    .section = &runtime_section};

bool load_runtime(struct loader *l, const struct tree *t)
{
	struct runtime_record rec = {0};
	const struct tree *at[FIELDS_MAX];
	struct runtime_loader x = {.l = l};

	assert(l->w->n_nodes);
	if (!fields_read(&l->r, t, &runtime_section, &rec, at))
		return false;
	x.out = ARENA_NEW(&l->w->arena, struct runtime, 1);
	x.executor = ARENA_NEW(&l->scratch, uint32_t, l->w->n_nodes);
	x.everywhere = ARENA_NEW(&l->scratch, uint32_t, l->w->n_nodes);
	for (uint32_t i = 0; i < l->w->n_nodes; i++)
		x.executor[i] = x.everywhere[i] = NONE;
	runtime_name_nodes(&x);
	x.out->rr_quantum = rec.rr_quantum;
	x.out->other_slice = rec.other_slice;
	l->w->runtime = x.out;
	return (!rec.executors || load_executors(&x, rec.executors)) &&
	       (!rec.callbacks || load_callbacks(&x, rec.callbacks));
}
