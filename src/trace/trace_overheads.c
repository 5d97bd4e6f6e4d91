/* trace_overheads.c - the bounds of overheads and of the latency of wake-ups in
 * the header of a trace */
#include "model/overhead.h"
#include "trace/trace_header.h"

#include <assert.h>

struct row {
	int kind;
	int64_t least, most;
};

static const struct field fields[] = {
	{.key = "kind",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct row, kind),
	 .flags = FIELD_REQUIRED,
	 .choices = overhead_names},
	{.key = "least_ns",
	 .type = FIELD_INT,
	 .offset = offsetof(struct row, least),
	 .flags = FIELD_REQUIRED,
	 .max = 2 * OVERHEAD_MAX},
	{.key = "most_ns",
	 .type = FIELD_INT,
	 .offset = offsetof(struct row, most),
	 .flags = FIELD_REQUIRED,
	 .min = 1,
	 .max = 2 * OVERHEAD_MAX},
};
static const struct section section = SECTION_OF("an overhead", fields);

void trace_overheads_write(struct json *j, const struct trace_overhead *o)
{
	json_key(j, "overheads");
	json_array(j);
	for (int i = 0; i < OVERHEAD_GIVEN; i++) {
		if (!o[i].most)
			continue;
		json_object(j);
		json_key(j, "kind");
		json_string(j, overhead_names[i]);
		json_key(j, "least_ns");
		json_int(j, o[i].least);
		json_key(j, "most_ns");
		json_int(j, o[i].most);
		json_end(j);
	}
	json_end(j);
}

bool trace_overheads_read(struct reader *r, const struct tree *t,
			  const struct trace_overhead **out)
{
	struct trace_overhead *o;

	if (!t)
		return true;
	if (!want_kind(r, t, TREE_LIST, "overheads"))
		return false;
	*out = o = ARENA_NEW(r->arena, struct trace_overhead, OVERHEAD_GIVEN);
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *at[FIELDS_MAX];
		struct row row = {0};

		if (!fields_read(r, t->items[i], &section, &row, at))
			return false;
		if (row.kind >= OVERHEAD_GIVEN || row.least > row.most ||
		    o[row.kind].most)
			return reader_error(r, t->items[i],
					    "no bounds of an overhead, or "
					    "given twice");
		o[row.kind] = (struct trace_overhead){row.least, row.most};
	}
	return true;
}

/* --- latency --- */

struct bounds {
	int64_t least, most, releases_only, bounded;
};

#define BOUND(name, member, top)                                               \
	{                                                                      \
		.key = (name), .type = FIELD_INT,                              \
		.offset = offsetof(struct bounds, member),                     \
		.flags = FIELD_REQUIRED, .max = (top)                          \
	}
static const struct field latency_fields[] = {
	BOUND("least_ns", least, INT64_MAX / 4),
	BOUND("most_ns", most, INT64_MAX / 4),
	BOUND("releases_only", releases_only, 1),
	BOUND("bounded", bounded, 1),
};
static const struct section latency_section =
	SECTION_OF("a latency", latency_fields);

void trace_latency_write(struct json *j, const struct trace_latency *l)
{
	const int64_t values[] = {l->least, l->most, l->releases_only,
				  l->bounded};

	json_key(j, "latency");
	json_object(j);
	for (int i = 0; i < 4; i++) {
		json_key(j, latency_fields[i].key);
		json_int(j, values[i]);
	}
	json_end(j);
}

bool trace_latency_read(struct reader *r, const struct tree *t,
			struct trace_latency *out)
{
	const struct tree *at[FIELDS_MAX];
	struct bounds b = {0};

	if (!t)
		return true;
	if (!fields_read(r, t, &latency_section, &b, at))
		return false;
	if (b.least > b.most)
		return reader_error(r, t, "a latency that is least above most");
	*out = (struct trace_latency){b.least, b.most, b.releases_only,
				      b.bounded};
	return true;
}
