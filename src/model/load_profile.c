/* load_profile.c - the `profile` of a model: a line, a table, a JSON file */
#include "model/load_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const profile_quantile_names[] = {"given", "p50",  "p90", "p99",
					      "max",   "mean", NULL};
static const char *const json_kinds[] = {"table", "linear", NULL};
enum { KIND_TABLE, KIND_LINEAR, KIND_UNSAID };

struct profile_record {
	const struct tree *type;
	int128 a, c;
	struct times points;
	const char *path;
	int kind, quantile;
};

#define TYPE_FIELD                                                             \
	{                                                                      \
		.key = "type", .type = FIELD_TREE,                             \
		.offset = offsetof(struct profile_record, type),               \
		.standard = "linear", .help = "which kind of profile this is"  \
	}

static const struct shape points_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"object\", \"minProperties\": 1, "
		"\"required\": [\"1\"], \"additionalProperties\": false, "
		"\"patternProperties\": {\"^[1-9][0-9]*$\": "
		"{\"anyOf\": [{\"$ref\": \"#/$defs/positive\"}, "
		"{\"$ref\": \"#/$defs/time\"}]}}}",
};

static const struct field linear_fields[] = {
	TYPE_FIELD,
	{.key = "a",
	 .type = FIELD_FINE,
	 .offset = offsetof(struct profile_record, a),
	 .flags = FIELD_REQUIRED,
	 .help = "time of a batch that does not depend on its size"},
	{.key = "c",
	 .type = FIELD_FINE,
	 .offset = offsetof(struct profile_record, c),
	 .standard = "0",
	 .help = "time that each job of a batch adds: C(b) = a + c * b"},
};

static const struct field table_fields[] = {
	TYPE_FIELD,
	{.key = "points",
	 .type = FIELD_TIMES,
	 .offset = offsetof(struct profile_record, points),
	 .flags = FIELD_REQUIRED,
	 .shape = &points_shape,
	 .help = "measured times, {batch size: time}, 1 among them"},
};

static const struct field json_fields[] = {
	TYPE_FIELD,
	{.key = "path",
	 .type = FIELD_NAME,
	 .offset = offsetof(struct profile_record, path),
	 .flags = FIELD_REQUIRED,
	 .help = "the JSON file, from the folder of this file"},
	{.key = "kind",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct profile_record, kind),
	 .choices = json_kinds,
	 .standard = "table",
	 .help = "its measured points, or its fitted line"},
	{.key = "quantile",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct profile_record, quantile),
	 .choices = profile_quantile_names,
	 .standard = "given",
	 .help = "which of its statistics the points are"},
};

static const struct section profile_sections[] = {
	SECTION_OF("a linear profile", linear_fields),
	SECTION_OF("a table profile", table_fields),
	SECTION_OF("a json profile", json_fields),
};
static const char *const profile_types[] = {"linear", "table", "json", NULL};
static const struct variants profile_variants = {
	"type",           "a profile",   "profile type",
	profile_sections, profile_types, 0};
const struct shape profile_shape = {.kind = SHAPE_VARIANTS,
				    .variants = &profile_variants};

static int by_batch(const void *pa, const void *pb)
{
	const struct profile_point *a = pa, *b = pb;

	return (a->batch > b->batch) - (a->batch < b->batch);
}

bool load_points(struct reader *r, struct arena *a, const struct times *t,
		 const char *key, struct profile *p)
{
	struct profile_point *points;

	assert(!p->points);
	assert(key && key[0]);
	if (!want_kind(r, t->tree, TREE_MAP, key))
		return false;
	if (!t->tree->n)
		return reader_error(r, t->tree, "%s holds no point", key);
	points = ARENA_NEW(a, struct profile_point, t->tree->n);
	for (uint32_t i = 0; i < t->tree->n; i++) {
		const struct tree *batch = t->tree->items[2 * i];
		int64_t b;

		if (!read_int(r, batch, "batch size", 1, INT32_MAX, &b) ||
		    !read_fine(r, t->tree->items[2 * i + 1],
			       arena_printf(a, "C(%s)", batch->text),
			       t->unit_ns, t->suffix, FIELD_POSITIVE,
			       &points[i].time))
			return false;
		points[i].batch = (uint32_t)b;
	}
	qsort(points, t->tree->n, sizeof(*points), by_batch);
	for (uint32_t i = 1; i < t->tree->n; i++)
		if (points[i].batch == points[i - 1].batch)
			return reader_error(r, t->tree,
					    "%s gives batch size %u twice", key,
					    points[i].batch);
	if (points[0].batch != 1)
		return reader_error(r, t->tree,
				    "%s has no point for batch size 1; every "
				    "test and policy needs C(1)",
				    key);
	p->points = points;
	p->n_points = t->tree->n;
	return true;
}

static bool load_line(struct loader *l, const struct tree *t,
		      const struct profile_record *rec, struct profile *p)
{
	assert(rec->a >= 0 && rec->c >= 0);
	assert(!p->points);
	if (!rec->a && !rec->c)
		return reader_error(&l->r, t,
				    "a linear profile must not be 0: a + c is "
				    "C(1)");
	p->a = rec->a;
	p->c = rec->c;
	return true;
}

/* The program's option wins over the file's `quantile`. */
static bool load_json(struct loader *l, const struct tree *const *at,
		      const struct profile_record *rec, struct profile *p)
{
	enum profile_quantile q = (enum profile_quantile)rec->quantile;

	assert(rec->path);
	assert(rec->quantile >= 0 && profile_quantile_names[rec->quantile]);
	if (l->opt->profile_quantile != QUANTILE_GIVEN)
		q = l->opt->profile_quantile;
	return load_profile_json(l, at[1], rec->path, rec->kind, q, p);
}

bool load_profile(struct loader *l, const struct tree *t, struct profile *p,
		  enum profile_kind *kind)
{
	struct profile_record rec = {.kind = KIND_UNSAID};
	const struct tree *at[FIELDS_MAX];
	unsigned which;

	assert(p && kind);
	*p = (struct profile){0};
	if (!variant_read(&l->r, t, &profile_variants, &which, &rec, at))
		return false;
	*kind = (enum profile_kind)which;
	switch (*kind) {
	case PROFILE_LINEAR:
		return load_line(l, t, &rec, p);
	case PROFILE_TABLE:
		return load_points(&l->r, &l->scratch, &rec.points, "'points'",
				   p);
	default:
		assert(*kind == PROFILE_JSON);
		return load_json(l, at, &rec, p);
	}
}

/* The file. */
struct json_record {
	const struct tree *ignored, *points, *fit, *stats;
	int unit, kind;
};

static const char *const json_units[] = {"s", "ms", "us", "ns", NULL};
static const int64_t json_unit_ns[] = {NS_PER_S, NS_PER_MS, NS_PER_US, 1};

#define JSON_TREE(name, member)                                                \
	{                                                                      \
		.key = (name), .type = FIELD_TREE,                             \
		.offset = offsetof(struct json_record, member)                 \
	}
static const struct field json_file_fields[] = {
	JSON_TREE("points", points),
	JSON_TREE("fit", fit),
	JSON_TREE("stats", stats),
	JSON_TREE("model", ignored),
	JSON_TREE("quantile", ignored),
	JSON_TREE("meta", ignored),
	{.key = "unit",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct json_record, unit),
	 .choices = json_units},
	{.key = "kind",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct json_record, kind),
	 .choices = json_kinds},
};
static const struct section json_file =
	SECTION_OF("a profile file", json_file_fields);

/* `stats` {batch: {p50: time, ...}} as {batch: time} of one statistic. */
static bool pick_statistic(struct loader *l, const struct tree *root,
			   const struct tree *stats, enum profile_quantile q,
			   struct tree *points)
{
	const char *name = profile_quantile_names[q];
	const struct tree **items;

	assert(root && points);
	assert(q > QUANTILE_GIVEN && q <= QUANTILE_MEAN);
	if (!stats)
		return reader_error(&l->r, root,
				    "this profile has no 'stats', so there is "
				    "no '%s' to choose",
				    name);
	if (!want_kind(&l->r, stats, TREE_MAP, "'stats'"))
		return false;
	items = ARENA_NEW(&l->scratch, const struct tree *, 2 * stats->n);
	for (uint32_t i = 0; i < stats->n; i++) {
		const struct tree *of = stats->items[2 * i + 1];

		if (!want_kind(&l->r, of, TREE_MAP, "an entry of 'stats'"))
			return false;
		items[2 * i] = stats->items[2 * i];
		items[2 * i + 1] = tree_get(of, name);
		if (!items[2 * i + 1])
			return reader_error(&l->r, of,
					    "'stats' has no '%s' for batch "
					    "size %s",
					    name, items[2 * i]->text);
	}
	*points = *stats;
	points->items = items;
	return true;
}

static bool load_fit(struct loader *l, const struct tree *fit, int64_t unit_ns,
		     struct profile *p)
{
	static const char *const keys[] = {"a", "c"};
	int128 *const out[] = {&p->a, &p->c};

	assert(unit_ns > 0);
	assert(!p->points);
	if (!want_kind(&l->r, fit, TREE_MAP, "'fit'"))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		const struct tree *v = tree_get(fit, keys[i]);

		if (!v)
			return reader_error(&l->r, fit, "'fit' needs '%s'",
					    keys[i]);
		if (!read_fine(&l->r, v, keys[i], unit_ns, false, 0, out[i]))
			return false;
	}
	if (!p->a && !p->c)
		return reader_error(&l->r, fit, "'fit' must not be 0");
	return true;
}

/* As edgesched chooses: the fit if a line is wanted, else the points, else
 * what there is. */
static bool choose_part(struct loader *l, const struct tree *root,
			const struct json_record *rec, enum profile_quantile q,
			struct profile *p)
{
	int64_t unit_ns = json_unit_ns[rec->unit];
	struct times t = {rec->points, unit_ns, false};
	struct tree picked = {0};

	assert(rec->unit >= 0 && json_units[rec->unit]);
	assert(rec->kind != KIND_UNSAID);
	if (q != QUANTILE_GIVEN) {
		if (rec->kind == KIND_LINEAR)
			return reader_error(&l->r, root,
					    "'%s' chooses among measured "
					    "points, but the profile is used "
					    "as a fitted line (kind: linear)",
					    profile_quantile_names[q]);
		t.tree = &picked;
		return pick_statistic(l, root, rec->stats, q, &picked) &&
		       load_points(&l->r, &l->scratch, &t, "'stats'", p);
	}
	if (rec->fit && (rec->kind == KIND_LINEAR || !rec->points))
		return load_fit(l, rec->fit, unit_ns, p);
	if (!rec->points)
		return reader_error(&l->r, root,
				    "a profile file needs 'points' or 'fit'");
	return load_points(&l->r, &l->scratch, &t, "'points'", p);
}

bool load_profile_json(struct loader *l, const struct tree *path_node,
		       const char *path, int kind, enum profile_quantile q,
		       struct profile *p)
{
	struct json_record rec = {.kind = KIND_TABLE};
	const struct tree *at[FIELDS_MAX], *root;
	const char *data, *outer = l->r.file;
	size_t len;
	bool ok;

	assert(path_node && path);
	assert(kind >= KIND_TABLE && kind <= KIND_UNSAID);
	if (!load_file(l, path_node, path, &l->r.file, &data, &len))
		return false;
	root = tree_parse_json(&l->scratch, l->r.file, data, len, l->r.e);
	ok = root && fields_read(&l->r, root, &json_file, &rec, at);
	if (kind != KIND_UNSAID)
		rec.kind = kind;
	ok = ok && choose_part(l, root, &rec, q, p);
	l->r.file = outer;
	return ok;
}
