/* load_noise.c - the `noise` of a model: a law of factors (noise.h)
 *
 * Laws that are lists (pmf, empirical) may be given as factors, or as times
 * of which the nominal C(1) of the model makes factors.
 */
#include "model/load_parts.h"

#include <assert.h>
#include <string.h>

struct noise_record {
	const struct tree *kind;
	double a, b;
	double tail_prob, tail_scale;
	struct times values;
	const struct tree *weights;
	const char *path;
	int unit;
};

/* The law's own rows come first; at[1], at[2] are its parameters. */
#define KIND_FIELD                                                             \
	{                                                                      \
		.key = "kind", .type = FIELD_TREE,                             \
		.offset = offsetof(struct noise_record, kind),                 \
		.standard = "lognormal", .help = "which law this is"           \
	}
#define REAL_FIELD(name, member, flag, def, text)                              \
	{                                                                      \
		.key = (name), .type = FIELD_REAL,                             \
		.offset = offsetof(struct noise_record, member),               \
		.flags = (flag), .standard = (def), .help = (text)             \
	}
#define TAIL_FIELDS                                                            \
	REAL_FIELD("tail_prob", tail_prob, FIELD_UNIT, "0",                    \
		   "probability of a stall"),                                  \
		REAL_FIELD("tail_scale", tail_scale, FIELD_POSITIVE, "2",      \
			   "by which a stall multiplies the factor")

static const struct shape numbers_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"items\": "
		"{\"$ref\": \"#/$defs/number\"}}",
};
static const struct shape counts_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"items\": "
		"{\"type\": \"integer\", \"minimum\": 0}}",
};

static const char *const edge_units[] = {"factor", "s", "ms", "us", "ns", NULL};
static const int64_t edge_unit_ns[] = {0, NS_PER_S, NS_PER_MS, NS_PER_US, 1};

static const struct field lognormal_fields[] = {
	KIND_FIELD,
	REAL_FIELD("mu", a, FIELD_SIGNED, "0", "mean of the logarithm"),
	REAL_FIELD("sigma", b, 0, "0.05",
		   "standard deviation of the logarithm"),
	TAIL_FIELDS,
};
static const struct field shape_scale_fields[] = {
	KIND_FIELD,
	REAL_FIELD("shape", a, FIELD_REQUIRED | FIELD_POSITIVE, NULL, "shape"),
	REAL_FIELD("scale", b, FIELD_REQUIRED | FIELD_POSITIVE, NULL, "scale"),
	TAIL_FIELDS,
};
static const struct field normal_fields[] = {
	KIND_FIELD,
	REAL_FIELD("mean", a, FIELD_SIGNED, "1", "mean before truncation at 0"),
	REAL_FIELD("sd", b, FIELD_REQUIRED, NULL,
		   "standard deviation before truncation at 0"),
	TAIL_FIELDS,
};
static const struct field uniform_fields[] = {
	KIND_FIELD,
	REAL_FIELD("low", a, FIELD_REQUIRED, NULL, "least factor"),
	REAL_FIELD("high", b, FIELD_REQUIRED | FIELD_POSITIVE, NULL,
		   "largest factor"),
	TAIL_FIELDS,
};
static const struct field pmf_fields[] = {
	KIND_FIELD,
	{.key = "values",
	 .type = FIELD_TIMES,
	 .offset = offsetof(struct noise_record, values),
	 .flags = FIELD_REQUIRED,
	 .shape = &numbers_shape,
	 .help = "factors; with a unit in the key: times of a job"},
	{.key = "probs",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct noise_record, weights),
	 .flags = FIELD_REQUIRED,
	 .shape = &numbers_shape,
	 .help = "their probabilities, which add up to 1"},
	TAIL_FIELDS,
};
static const struct field empirical_fields[] = {
	KIND_FIELD,
	{.key = "edges",
	 .type = FIELD_TIMES,
	 .offset = offsetof(struct noise_record, values),
	 .shape = &numbers_shape,
	 .help = "of the bins, one more than counts: factors; with a unit "
		 "in the key: times of a job"},
	{.key = "counts",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct noise_record, weights),
	 .shape = &counts_shape,
	 .help = "how many fell into each bin"},
	{.key = "path",
	 .type = FIELD_NAME,
	 .offset = offsetof(struct noise_record, path),
	 .help = "instead: a file with lines `low high count`, or a "
		 "histogram of cyclictest, rtla or oslat"},
	{.key = "unit",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct noise_record, unit),
	 .choices = edge_units,
	 .standard = "factor",
	 .help = "of low and high in that file"},
	TAIL_FIELDS,
};
static const struct field none_fields[] = {KIND_FIELD, TAIL_FIELDS};
enum { AT_VALUES = 1, AT_WEIGHTS, AT_PATH, AT_UNIT };

/* In the order of enum noise_kind from NOISE_LOGNORMAL on; none is last. */
static const struct section noise_sections[] = {
	SECTION_OF("a lognormal noise", lognormal_fields),
	SECTION_OF("a gamma noise", shape_scale_fields),
	SECTION_OF("a weibull noise", shape_scale_fields),
	SECTION_OF("a pareto noise", shape_scale_fields),
	SECTION_OF("a normal noise", normal_fields),
	SECTION_OF("a uniform noise", uniform_fields),
	SECTION_OF("a pmf noise", pmf_fields),
	SECTION_OF("an empirical noise", empirical_fields),
	SECTION_OF("a noise of kind none", none_fields),
};
static const char *const noise_kinds[] = {
	"lognormal", "gamma", "weibull",   "pareto", "normal",
	"uniform",   "pmf",   "empirical", "none",   NULL};
static const struct variants noise_variants = {
	"kind", "a noise", "noise kind", noise_sections, noise_kinds, 0};
const struct shape noise_shape = {
	.kind = SHAPE_VARIANTS,
	.variants = &noise_variants,
	.text = "{\"enum\": [false, \"off\", \"none\"]}"};

static enum noise_kind kind_of(unsigned which)
{
	enum noise_kind kind = (enum noise_kind)(NOISE_LOGNORMAL + which);

	return kind <= NOISE_EMPIRICAL ? kind : NOISE_NONE;
}

/* Adds the place to an error of noise.h. */
static bool at_place(struct loader *l, const struct tree *t,
		     const struct dag_error *why)
{
	assert(why->msg[0]);
	assert(!why->line);
	return reader_error(&l->r, t, "%s", why->msg);
}

/* A list of factors, or of times in ns. */
static bool load_reals(struct loader *l, const struct tree *t, const char *key,
		       int64_t unit_ns, unsigned flags, double **out)
{
	assert(key && out);
	assert(unit_ns >= 0);
	if (!want_kind(&l->r, t, TREE_LIST, key))
		return false;
	*out = ARENA_NEW(&l->scratch, double, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		int128 fine;

		if (!unit_ns) {
			if (!read_real(&l->r, t->items[i], key, flags,
				       &(*out)[i]))
				return false;
			continue;
		}
		if (!read_fine(&l->r, t->items[i], key, unit_ns, false, flags,
			       &fine))
			return false;
		(*out)[i] = (double)fine / (double)FINE_PER_NS;
	}
	return true;
}

static bool load_counts(struct loader *l, const struct tree *t, uint64_t **out)
{
	assert(out);
	if (!want_kind(&l->r, t, TREE_LIST, "counts"))
		return false;
	*out = ARENA_NEW(&l->scratch, uint64_t, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		int64_t count;

		if (!read_int(&l->r, t->items[i], "counts", 0, INT64_C(1) << 53,
			      &count))
			return false;
		(*out)[i] = (uint64_t)count;
	}
	return true;
}

static int64_t list_unit(const struct times *t)
{
	return t->suffix ? 0 : t->unit_ns;
}

static bool load_pmf(struct loader *l, const struct tree *t,
		     const struct noise_record *rec, struct model *m)
{
	int64_t unit_ns = list_unit(&rec->values);
	const struct tree *v = rec->values.tree, *p = rec->weights;
	struct dag_error why;
	double *values, *probs;

	assert(v && p);
	assert(m->latency[0] > 0);
	if (!load_reals(l, v, "values", unit_ns, FIELD_POSITIVE, &values) ||
	    !load_reals(l, p, "probs", 0, FIELD_UNIT, &probs))
		return false;
	if (v->n != p->n)
		return reader_error(&l->r, p,
				    "there are %u values but %u probs", v->n,
				    p->n);
	for (uint32_t i = 0; unit_ns && i < v->n; i++)
		values[i] /= (double)m->latency[0];
	return noise_init_pmf(&m->noise, &l->w->arena, values, probs, v->n,
			      &why) ||
	       at_place(l, t, &why);
}

static bool init_histogram(struct loader *l, const struct tree *t,
			   const double *edges, const uint64_t *counts,
			   size_t n, int64_t unit_ns, struct model *m)
{
	struct dag_error why;
	double unit = unit_ns ? (double)m->latency[0] : 1.0;

	assert(edges && counts);
	assert(m->latency[0] > 0);
	return noise_init_histogram(&m->noise, &l->w->arena, edges, counts, n,
				    unit, &why) ||
	       at_place(l, t, &why);
}

static bool load_bins(struct loader *l, const struct tree *t,
		      const struct noise_record *rec, struct model *m)
{
	int64_t unit_ns = list_unit(&rec->values);
	const struct tree *v = rec->values.tree, *c = rec->weights;
	double *edges;
	uint64_t *counts;

	assert(m->latency);
	assert(!rec->path);
	if (!v || !c)
		return reader_error(&l->r, t,
				    "an empirical noise needs 'edges' and "
				    "'counts', or a 'path'");
	if (!load_reals(l, v, "edges", unit_ns, 0, &edges) ||
	    !load_counts(l, c, &counts))
		return false;
	if (v->n != c->n + 1)
		return reader_error(&l->r, c,
				    "%u edges make %u bins, but there are %u "
				    "counts",
				    v->n, v->n ? v->n - 1 : 0, c->n);
	return init_histogram(l, v, edges, counts, c->n, unit_ns, m);
}

static bool load_empirical(struct loader *l, const struct tree *t,
			   const struct tree *const *at,
			   const struct noise_record *rec, struct model *m)
{
	struct histogram h;

	assert(rec->unit >= 0 && edge_units[rec->unit]);
	if (!rec->path) {
		if (at[AT_UNIT])
			return reader_error(&l->r, at[AT_UNIT],
					    "'unit' is that of a 'path'; "
					    "inline, write edges_ms");
		return load_bins(l, t, rec, m);
	}
	if (at[AT_VALUES] || at[AT_WEIGHTS])
		return reader_error(&l->r, at[AT_PATH],
				    "give 'edges' and 'counts', or a 'path', "
				    "not both");
	if (!load_histogram(l, at[AT_PATH], rec->path, edge_unit_ns[rec->unit],
			    &h))
		return false;
	if (h.in_ns && at[AT_UNIT] && !edge_unit_ns[rec->unit])
		return reader_error(&l->r, at[AT_UNIT],
				    "the file holds times, no factors");
	return init_histogram(l, at[AT_PATH], h.edges, h.counts, h.n,
			      h.in_ns ? 1 : 0, m);
}

/* Tables cost time and memory: equal laws share one.  Looks at the nearest
 * models only, to stay linear in their number. */
static bool share_table(const struct loader *l, enum noise_kind kind,
			const struct noise_record *rec, struct model *m)
{
	enum { NEAR = 64 };

	assert(kind >= NOISE_LOGNORMAL || kind == NOISE_NONE);
	if (l->own_noise)
		return false;
	assert(m >= l->w->models);
	for (const struct model *k = m; k > l->w->models && m - k < NEAR;) {
		k--;
		if (k->noise.kind == kind && !(k->noise.a < rec->a) &&
		    !(k->noise.a > rec->a) && !(k->noise.b < rec->b) &&
		    !(k->noise.b > rec->b)) {
			m->noise = k->noise;
			return true;
		}
	}
	return false;
}

static bool load_parametric(struct loader *l, const struct tree *t,
			    enum noise_kind kind,
			    const struct noise_record *rec, struct model *m)
{
	struct dag_error why;

	assert(kind != NOISE_PMF && kind != NOISE_EMPIRICAL);
	return share_table(l, kind, rec, m) ||
	       noise_init(&m->noise, &l->w->arena, kind, rec->a, rec->b,
			  &why) ||
	       at_place(l, t, &why);
}

/* `noise: off` */
static bool load_off(struct loader *l, const struct tree *t, struct model *m)
{
	bool on = true;

	assert(t->kind == TREE_SCALAR);
	assert(!m->noise.table);
	if (strcmp(t->text, "none") != 0) {
		if (!read_bool(&l->r, t, "noise", &on))
			return false;
		if (on)
			return reader_error(&l->r, t,
					    "'noise' must be a map, or off");
	}
	m->noise = (struct noise){.kind = NOISE_NONE};
	return true;
}

bool load_noise(struct loader *l, const struct tree *t, struct model *m)
{
	struct noise_record rec = {.tail_scale = 2};
	const struct tree *at[FIELDS_MAX];
	struct dag_error why;
	enum noise_kind kind;
	unsigned which;
	bool ok;

	assert(m->latency);
	if (t->kind == TREE_SCALAR)
		return load_off(l, t, m);
	if (t->kind == TREE_MAP && !t->n)
		return true; /* as edgesched takes it: none */
	if (!variant_read(&l->r, t, &noise_variants, &which, &rec, at))
		return false;
	kind = kind_of(which);
	if (kind <= NOISE_UNIFORM && !at[1])
		rec.a = kind == NOISE_NORMAL ? 1 : 0;
	if (kind <= NOISE_UNIFORM && !at[2])
		rec.b = kind == NOISE_LOGNORMAL ? 0.05 : 0;
	if (kind == NOISE_PMF)
		ok = load_pmf(l, t, &rec, m);
	else if (kind == NOISE_EMPIRICAL)
		ok = load_empirical(l, t, at, &rec, m);
	else
		ok = load_parametric(l, t, kind, &rec, m);
	if (!ok)
		return false;
	assert(m->noise.kind == kind);
	return noise_set_tail(&m->noise, rec.tail_prob, rec.tail_scale, &why) ||
	       at_place(l, t, &why);
}
