/* load_models.c - the `models` of a file: what runs, and how long */
#include "model/load_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct model_record {
	int64_t max_batch;
	bool batchable;
	const struct tree *profile, *noise;
	dag_time bcet, wcet;
};
enum { AT_MAX_BATCH, AT_BATCHABLE, AT_PROFILE, AT_NOISE, AT_BCET, AT_WCET };

static const struct field model_fields[] = {
	[AT_MAX_BATCH] = {.key = "max_batch",
			  .type = FIELD_INT,
			  .offset = offsetof(struct model_record, max_batch),
			  .min = 1,
			  .max = BATCH_MAX,
			  .standard = "1",
			  .help = "largest batch, where batchable"},
	[AT_BATCHABLE] = {.key = "batchable",
			  .type = FIELD_BOOL,
			  .offset = offsetof(struct model_record, batchable),
			  .standard = "false",
			  .help = "may jobs share a batch"},
	[AT_PROFILE] = {.key = "profile",
			.type = FIELD_TREE,
			.offset = offsetof(struct model_record, profile),
			.flags = FIELD_REQUIRED,
			.shape = &profile_shape,
			.help = "how long a batch takes"},
	[AT_NOISE] = {.key = "noise",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct model_record, noise),
		      .flags = FIELD_NULLABLE,
		      .shape = &noise_shape,
		      .help = "by what factor it varies"},
	[AT_BCET] = {.key = "bcet",
		     .type = FIELD_TIME,
		     .offset = offsetof(struct model_record, bcet),
		     .flags = FIELD_POSITIVE,
		     .help = "no batch takes less, whatever its noise"},
	[AT_WCET] = {.key = "wcet",
		     .type = FIELD_TIME,
		     .offset = offsetof(struct model_record, wcet),
		     .flags = FIELD_POSITIVE,
		     .help = "no batch takes more, whatever its noise"},
};
static const struct section model_section = SECTION_OF("a model", model_fields);
static const struct shape model_shape = {.kind = SHAPE_SECTION,
					 .section = &model_section};
const struct shape models_shape = {.kind = SHAPE_NAMED, .item = &model_shape};

static int by_named(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;
	int d = strcmp(a->name, b->name);

	return d ? d : (a->index > b->index) - (a->index < b->index);
}

void index_sort(struct name_index *index)
{
	assert(index->items || !index->n);
	if (index->n)
		qsort(index->items, index->n, sizeof(*index->items), by_named);
}

uint32_t index_find(const struct name_index *index, const char *name)
{
	uint32_t lo = 0, hi = index->n;

	assert(name);
	assert(index->items || !index->n);
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (strcmp(index->items[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	assert(lo <= index->n);
	if (lo == index->n || strcmp(index->items[lo].name, name) != 0)
		return NONE;
	return index->items[lo].index;
}

bool load_model_named(struct loader *l, const struct tree *at, const char *name,
		      uint32_t *model)
{
	const char **names;

	assert(at->kind == TREE_SCALAR);
	*model = index_find(&l->models, name);
	if (*model == NONE && !l->models.n)
		return reader_error(&l->r, at,
				    "unknown model '%s': the file has no "
				    "'models'",
				    name);
	if (*model == NONE) {
		names = ARENA_NEW(&l->scratch, const char *, l->models.n);
		for (uint32_t i = 0; i < l->models.n; i++)
			names[i] = l->w->models[i].name;
		return reader_unknown(&l->r, at, "model", names, l->models.n);
	}
	if (l->accelerators_known && !l->w->platform.n_accelerators)
		return reader_error(&l->r, at,
				    "model '%s' runs on an accelerator, but "
				    "the platform has none",
				    name);
	return true;
}

/* Expands the profile to latency[0..max_batch). */
static bool expand(struct loader *l, const struct tree *t,
		   const struct profile *p, struct model *m)
{
	dag_time *latency = ARENA_NEW(&l->w->arena, dag_time, m->max_batch);

	assert(m->max_batch >= 1 && m->max_batch <= BATCH_MAX);
	assert(p->points || p->a + p->c > 0);
	for (uint32_t b = 1; b <= m->max_batch; b++) {
		latency[b - 1] = profile_latency(p, b);
		if (latency[b - 1] < 0 || latency[b - 1] > LATENCY_MAX)
			return reader_error(&l->r, t,
					    "model '%s': C(%u) is out of range "
					    "(2^61 ns is 73 years)",
					    m->name, b);
		if (latency[b - 1] == 0)
			return reader_error(&l->r, t,
					    "model '%s': C(%u) rounds to 0 ns",
					    m->name, b);
	}
	m->latency = latency;
	return true;
}

/* What edgesched takes without a word and then gets wrong or rejects. */
static void warn_shape(struct loader *l, const struct tree *t,
		       const struct model *m)
{
	char more[32], less[32];

	assert(m->latency && m->latency[0] > 0);
	assert(m->name);
	for (uint32_t b = 2; b <= m->max_batch; b++) {
		dag_time rise = m->latency[b - 1] - m->latency[b - 2];

		time_format(more, sizeof(more), m->latency[b - 1]);
		time_format(less, sizeof(less), m->latency[b - 2]);
		if (rise < 0) {
			reader_warn(&l->r, t,
				    "model '%s': the profile is not monotone: "
				    "C(%u) = %s is less than C(%u) = %s",
				    m->name, b, more, b - 1, less);
			return;
		}
		if (rise > m->latency[0]) {
			reader_warn(&l->r, t,
				    "model '%s': the profile is superlinear: "
				    "from C(%u) = %s to C(%u) = %s, one more "
				    "job adds more than C(1)",
				    m->name, b - 1, less, b, more);
			return;
		}
	}
}

static bool load_bounds(struct loader *l, const struct tree *const *at,
			const struct model_record *rec, struct model *m)
{
	assert(m->latency);
	assert(rec->bcet >= 0 && rec->wcet >= 0);
	m->bcet = rec->bcet;
	m->wcet = rec->wcet;
	if (m->wcet && m->bcet > m->wcet)
		return reader_error(&l->r, at[AT_BCET],
				    "model '%s': bcet is above wcet", m->name);
	for (uint32_t b = 1; b <= m->max_batch; b++) {
		dag_time c = m->latency[b - 1];

		if (c >= m->bcet && (!m->wcet || c <= m->wcet))
			continue;
		reader_warn(&l->r, c < m->bcet ? at[AT_BCET] : at[AT_WCET],
			    "model '%s': the nominal C(%u) is outside of bcet "
			    "and wcet",
			    m->name, b);
		break;
	}
	return true;
}

static bool load_model(struct loader *l, const struct tree *name,
		       const struct tree *t, struct model *m)
{
	struct model_record rec = {.max_batch = 1};
	const struct tree *at[FIELDS_MAX];
	struct profile p;

	assert(name->kind == TREE_SCALAR);
	assert(m && !m->name);
	if (!read_name(&l->r, name, "model name", &m->name))
		return false;
	if (t->kind == TREE_MAP && !tree_get(t, "profile"))
		return reader_error(&l->r, name, "model '%s' has no 'profile'",
				    m->name);
	if (!fields_read(&l->r, t, &model_section, &rec, at))
		return false;
	m->resource = ON_ACCELERATOR;
	m->max_batch = rec.batchable ? (uint32_t)rec.max_batch : 1;
	if (rec.max_batch > 1 && !rec.batchable)
		reader_warn(&l->r, at[AT_MAX_BATCH],
			    "model '%s' is not batchable, so its max_batch of "
			    "%d counts as 1 (batchable: true would use it)",
			    m->name, (int)rec.max_batch);
	if (!load_profile(l, rec.profile, &p, &m->profile) ||
	    !expand(l, rec.profile, &p, m) || !load_bounds(l, at, &rec, m))
		return false;
	warn_shape(l, rec.profile, m);
	return !rec.noise || load_noise(l, rec.noise, m);
}

bool load_models(struct loader *l, const struct tree *t)
{
	struct workload *w = l->w;

	assert(!w->models && !w->n_models);
	if (!want_kind(&l->r, t, TREE_MAP, "'models'"))
		return false;
	load_room(l, (struct load_counts){.models = t->n});
	l->models.items = ARENA_NEW(&l->scratch, struct named, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		if (!load_model(l, t->items[2 * i], t->items[2 * i + 1],
				&w->models[i]))
			return false;
		l->models.items[i] = (struct named){w->models[i].name, i};
	}
	w->n_models = l->models.n = t->n;
	index_sort(&l->models);
	return true;
}
