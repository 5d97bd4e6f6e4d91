/* load_overheads.c - what a platform's runtime costs (overhead.h), and times
 * that are drawn: a constant, a draw, or a map of a time and its noise
 *
 * `overheads` is a section of the platform; options (load.h) go before it,
 * kind by kind.
 */
#include "model/load_latency.h"
#include "model/load_parts.h"
#include "model/overhead.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* --- a value --- */

struct noisy_record {
	dag_time time, min, max;
	const struct tree *noise;
};
enum { AT_TIME, AT_MIN, AT_MAX, AT_NOISE };

static const struct field noisy_fields[] = {
	[AT_TIME] = {.key = "time",
		     .type = FIELD_TIME,
		     .offset = offsetof(struct noisy_record, time),
		     .flags = FIELD_REQUIRED | FIELD_POSITIVE,
		     .help = "what it takes without noise"},
	[AT_MIN] = {.key = "min",
		    .type = FIELD_TIME,
		    .offset = offsetof(struct noisy_record, min),
		    .standard = "1ns",
		    .help = "it never takes less"},
	[AT_MAX] = {.key = "max",
		    .type = FIELD_TIME,
		    .offset = offsetof(struct noisy_record, max),
		    .flags = FIELD_POSITIVE,
		    .standard = "1 hour",
		    .help = "it never takes more"},
	[AT_NOISE] = {.key = "noise",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct noisy_record, noise),
		      .flags = FIELD_REQUIRED,
		      .shape = &noise_shape,
		      .help = "by what factor it varies"},
};
static const struct section noisy_section =
	SECTION_OF("a time with a noise", noisy_fields);
static const struct shape noisy_shape = {.kind = SHAPE_SECTION,
					 .section = &noisy_section};
#define DRAW_SCHEMA                                                            \
	"{\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"type\": "             \
	"\"string\"}, {\"type\": \"array\", \"minItems\": 1}]}"
const struct shape draw_shape = {.kind = SHAPE_TEXT, .text = DRAW_SCHEMA};
/* A map of a latency says more in load_latency.h. */
#define OVERHEAD_SCHEMA                                                        \
	"{\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"type\": "             \
	"\"string\"}, {\"type\": \"array\", \"minItems\": 1}, {\"type\": "     \
	"\"object\", \"not\": {\"required\": [\"noise\"]}, "                   \
	"\"minProperties\": "                                                  \
	"1}]}"
static const struct shape overhead_shape = {
	.kind = SHAPE_EITHER, .item = &noisy_shape, .text = OVERHEAD_SCHEMA};

static dag_time clamp(dag_time t, const struct noisy_record *rec)
{
	if (t < rec->min)
		return rec->min;
	return t < rec->max ? t : rec->max;
}

/* A noise is read into a model; here one that is no model of the file. */
static bool load_noisy(struct loader *l, const struct tree *t,
		       struct overhead *o)
{
	struct noisy_record rec = {.max = OVERHEAD_MAX};
	const struct tree *at[FIELDS_MAX];
	struct model *m = ARENA_NEW(&l->scratch, struct model, 1);

	assert(t->kind == TREE_MAP);
	if (!fields_read(&l->r, t, &noisy_section, &rec, at))
		return false;
	if (rec.time > OVERHEAD_MAX || rec.max > OVERHEAD_MAX)
		return reader_error(&l->r,
				    rec.time > OVERHEAD_MAX ? at[AT_TIME]
							    : at[AT_MAX],
				    "an overhead is above an hour");
	if (rec.min > rec.max)
		return reader_error(&l->r, at[AT_MIN], "min is above max");
	m->latency = &rec.time;
	l->own_noise = true;
	if (!load_noise(l, rec.noise, m))
		return false;
	l->own_noise = false;
	o->base = draw_fixed(DRAW_TIME, rec.time);
	o->noise = m->noise;
	o->least = clamp(noise_apply(rec.time, noise_min(&m->noise)), &rec);
	o->most = clamp(noise_apply(rec.time, noise_max(&m->noise)), &rec);
	assert(o->least <= o->most && o->most > 0);
	return true;
}

bool load_drawn_time(struct loader *l, const struct times *t, const char *key,
		     dag_time max, struct draw *d)
{
	int64_t unit = l->r.unit_ns;
	bool ok;

	assert(t->tree && max > 0);
	d->unit = DRAW_TIME;
	if (!t->suffix)
		l->r.unit_ns = t->unit_ns;
	ok = draw_read(&l->r, t->tree, key, 0, max, d);
	l->r.unit_ns = unit;
	return ok;
}

static bool load_overhead(struct loader *l, const struct times *t,
			  const char *key, struct overhead *o)
{
	*o = (struct overhead){.base = {.unit = DRAW_TIME}};
	if (t->tree->kind == TREE_MAP)
		return latency_is_map(t->tree)
			       ? load_latency_overhead(l, t->tree, o)
			       : load_noisy(l, t->tree, o);
	if (!load_drawn_time(l, t, key, OVERHEAD_MAX, &o->base))
		return false;
	o->least = o->base.low;
	o->most = o->base.high;
	assert(o->least >= 0 && o->most <= OVERHEAD_MAX);
	return true;
}

/* --- the section --- */

struct overheads_record {
	struct times of[OVERHEAD_GIVEN];
	int128 per_byte;
};

#define OVERHEAD_FIELD(which, name, text)                                      \
	[which] = {.key = (name),                                              \
		   .type = FIELD_TIMES,                                        \
		   .offset = offsetof(struct overheads_record, of[which]),     \
		   .flags = FIELD_NULLABLE,                                    \
		   .shape = &overhead_shape,                                   \
		   .standard = "0",                                            \
		   .help = (text)}

static const struct field overhead_fields[] = {
	OVERHEAD_FIELD(OVERHEAD_RELEASE, "release",
		       "from the tick of a job to the queue"),
	OVERHEAD_FIELD(OVERHEAD_DECISION, "decision",
		       "where a node that becomes ready goes"),
	OVERHEAD_FIELD(OVERHEAD_LOCK, "lock",
		       "of a queue operation under the one lock"),
	OVERHEAD_FIELD(OVERHEAD_IPI, "ipi",
		       "until another core hears of a decision"),
	OVERHEAD_FIELD(OVERHEAD_WAKE, "wake", "until a core that slept is up"),
	OVERHEAD_FIELD(OVERHEAD_YIELD, "switch_yield",
		       "to a node, from one that had ended or from idleness"),
	OVERHEAD_FIELD(OVERHEAD_SWITCH, "switch_full",
		       "to a node that drives another off, or was driven off"),
	OVERHEAD_FIELD(OVERHEAD_MIGRATION, "migration",
		       "of a node that goes on elsewhere"),
	OVERHEAD_FIELD(OVERHEAD_MESSAGE, "message",
		       "of each edge, by the core on which its node ended"),
	[OVERHEAD_GIVEN] = {.key = "per_byte",
			    .type = FIELD_FINE,
			    .offset =
				    offsetof(struct overheads_record, per_byte),
			    .standard = "0",
			    .help = "of a message, for each byte of its edge"},
};
static const struct section overheads_section =
	SECTION_OF("the overheads section", overhead_fields);
const struct shape overheads_shape = {.kind = SHAPE_SECTION,
				      .section = &overheads_section};

static bool read_section(struct loader *l, const struct tree *t,
			 struct overheads *o)
{
	struct overheads_record rec = {.per_byte = o->per_byte};
	const struct tree *at[FIELDS_MAX];

	if (!fields_read(&l->r, t, &overheads_section, &rec, at))
		return false;
	for (int i = 0; i < OVERHEAD_GIVEN; i++)
		if (at[i] &&
		    !load_overhead(l, &rec.of[i], overhead_names[i], &o->of[i]))
			return false;
	o->per_byte = rec.per_byte;
	if (o->per_byte <= (int128)OVERHEAD_MAX * FINE_PER_NS)
		return true;
	return reader_error(&l->r, at[OVERHEAD_GIVEN],
			    "'per_byte' is above an hour");
}

/* --- options --- */

/* A scalar that stands in no file. */
static const struct tree *scalar(struct loader *l, const char *text, size_t len)
{
	struct tree *t = ARENA_NEW(&l->w->arena, struct tree, 1);

	*t = (struct tree){.kind = TREE_SCALAR,
			   .n = (uint32_t)len,
			   .weight = 1,
			   .text = arena_strndup(&l->w->arena, text, len)};
	return t;
}

/* "KIND=TIME", or "none". */
static bool read_option(struct loader *l, const char *text, struct overheads *o)
{
	const char *is = strchr(text, '=');
	const struct tree *whole = scalar(l, text, strlen(text)), *pair[2];
	struct tree map = {.kind = TREE_MAP, .n = 1, .items = pair};

	if (!strcmp(text, "none")) {
		*o = (struct overheads){0};
		return true;
	}
	if (!is || is == text || !is[1])
		return reader_error(&l->r, whole,
				    "'%s' must be KIND=TIME, such as "
				    "ipi=1us..5us, or none",
				    text);
	pair[0] = scalar(l, text, (size_t)(is - text));
	pair[1] = scalar(l, is + 1, strlen(is + 1));
	return read_section(l, &map, o);
}

static bool read_options(struct loader *l, struct overheads *o)
{
	const char *file = l->r.file;
	bool ok = true;

	l->r.file = "--overhead";
	for (size_t i = 0; i < l->opt->n_overheads && ok; i++)
		ok = read_option(l, l->opt->overheads[i], o);
	l->r.file = file;
	return ok;
}

bool load_overheads(struct loader *l, const struct tree *t)
{
	struct overheads *o = ARENA_NEW(&l->w->arena, struct overheads, 1);

	assert(!l->w->platform.overheads);
	assert(l->opt->overheads || !l->opt->n_overheads);
	if ((t && !read_section(l, t, o)) || !read_options(l, o))
		return false;
	if (overheads_any(o))
		l->w->platform.overheads = o;
	else
		l->w->platform.costless = t || l->opt->n_overheads;
	return true;
}
