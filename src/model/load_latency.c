/* load_latency.c - see load_latency.h */
#include "model/load_latency.h"

#include <assert.h>
#include <string.h>

struct record {
	const char *name, *histogram, *column;
	int format, unit, cpus, tail, wakeups;
	dag_time min, q1, median, q3, max, mean, grid, sigma;
	int64_t samples;
	struct times quantiles;
	double xi, burst_share;
	dag_time burst_length;
	const struct tree *cap, *base;
};

/* In the order of latency_fields. */
enum {
	AT_NAME,
	AT_HISTOGRAM,
	AT_FORMAT,
	AT_UNIT,
	AT_COLUMN,
	AT_CPUS,
	AT_MIN,
	AT_Q1,
	AT_MEDIAN,
	AT_Q3,
	AT_MAX,
	AT_MEAN,
	AT_SAMPLES,
	AT_GRID,
	AT_QUANTILES,
	AT_XI,
	AT_SIGMA,
	AT_TAIL,
	AT_CAP,
	AT_BASE,
	AT_WAKEUPS,
	AT_BURST_SHARE,
	AT_BURST_LENGTH,
};

static const char *const unit_names[] = {"us", "ns", "ms", "s", NULL};
static const int64_t unit_ns[] = {NS_PER_US, 1, NS_PER_MS, NS_PER_S};
static const char *const cpus_names[] = {"merged", "each", NULL};
static const char *const wakeups_names[] = {"all", "releases", NULL};

static const struct shape cap_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"anyOf\": [{\"enum\": [\"max\", \"none\"]}, {\"$ref\": "
		"\"#/$defs/number\"}, {\"type\": \"string\"}]}"};
static const struct shape base_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"anyOf\": [{\"enum\": [\"min\"]}, {\"$ref\": "
		"\"#/$defs/number\"}, {\"type\": \"string\"}]}"};
static const struct shape quantiles_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"object\", \"minProperties\": 2}"};

#define FIELD_OF(key_, type_, member, ...)                                     \
	{                                                                      \
		.key = (key_), .type = (type_),                                \
		.offset = offsetof(struct record, member), __VA_ARGS__         \
	}

static const struct field latency_fields[] = {
	FIELD_OF("name", FIELD_NAME, name,
		 .help = "one of the named kernels, such as "
			 "linux612-rt-load"),
	FIELD_OF("histogram", FIELD_NAME, histogram,
		 .help = "a file of cyclictest, rtla or oslat, of bins or of "
			 "samples"),
	FIELD_OF("format", FIELD_CHOICE, format, .choices = hist_format_names,
		 .standard = "auto", .help = "of that file"),
	FIELD_OF("unit", FIELD_CHOICE, unit, .choices = unit_names,
		 .standard = "us",
		 .help = "of the numbers in that file, where it does not say"),
	FIELD_OF("column", FIELD_NAME, column, .standard = "all",
		 .help = "of that file: a thread or CPU, or Thr, IRQ, Usr"),
	FIELD_OF("cpus", FIELD_CHOICE, cpus, .choices = cpus_names,
		 .standard = "merged",
		 .help = "its columns make one law, or a law for each core in "
			 "turn"),
	FIELD_OF("min", FIELD_TIME, min, .help = "the least that was measured"),
	FIELD_OF("q1", FIELD_TIME, q1, .help = "the first quartile"),
	FIELD_OF("median", FIELD_TIME, median, .help = "the median"),
	FIELD_OF("q3", FIELD_TIME, q3, .help = "the third quartile"),
	FIELD_OF("max", FIELD_TIME, max,
		 .help = "the greatest that was measured"),
	FIELD_OF("mean", FIELD_TIME, mean, .help = "the mean"),
	FIELD_OF("samples", FIELD_INT, samples, .min = 1, .max = HIST_COUNT_MAX,
		 .help = "how many values were measured"),
	FIELD_OF("grid", FIELD_TIME, grid, .standard = "1ns",
		 .help = "resolution of the measurement"),
	FIELD_OF("quantiles", FIELD_TIMES, quantiles, .shape = &quantiles_shape,
		 .help = "instead: knots {probability: time}, from 0 up to 1, "
			 "or to where the tail begins"),
	FIELD_OF("xi", FIELD_REAL, xi, .flags = FIELD_SIGNED, .standard = "0",
		 .help = "tail index of the generalized Pareto tail behind "
			 "the last knot"),
	FIELD_OF("sigma", FIELD_TIME, sigma, .flags = FIELD_POSITIVE,
		 .help = "scale of that tail"),
	FIELD_OF("tail", FIELD_CHOICE, tail, .choices = law_choice_names,
		 .standard = "gpd, or data of a histogram",
		 .help = "what is behind the third quartile of a summary, or "
			 "the 99 % point of a histogram"),
	FIELD_OF("cap", FIELD_TREE, cap, .shape = &cap_shape, .standard = "max",
		 .help = "where it ends: at what was measured (max), nowhere "
			 "(none), or at a time"),
	FIELD_OF("base", FIELD_TREE, base, .shape = &base_shape,
		 .standard = "min of a summary, else 0",
		 .help = "what of the values is no latency: the least (min), "
			 "or a time"),
	FIELD_OF("wakeups", FIELD_CHOICE, wakeups, .choices = wakeups_names,
		 .standard = "all",
		 .help = "which are delayed: all, or those at releases"),
	FIELD_OF("burst_share", FIELD_REAL, burst_share,
		 .flags = FIELD_POSITIVE,
		 .help = "part of all time in which latencies are the "
			 "greatest, up to 0.5"),
	FIELD_OF("burst_length", FIELD_TIME, burst_length,
		 .flags = FIELD_POSITIVE,
		 .help = "mean length of such a "
			 "burst"),
};
const struct section latency_section = SECTION_OF("a latency", latency_fields);

/* --- which kind of source it is --- */

struct reading {
	struct reader *r;
	struct arena *scratch;
	const struct tree *t; /* the whole                                    */
	const struct tree *at[FIELDS_MAX];
	struct record rec;
	const struct latency_files *files;
	bool wakes;
	struct latency_source *out;
};

/* Rows that only one kind of source has: from..to. */
static const struct group {
	int first, last;
	const char *of;
} groups[] = {
	{AT_NAME, AT_NAME, "name"},
	{AT_HISTOGRAM, AT_CPUS, "histogram"},
	{AT_MIN, AT_GRID, "min, q1, median, q3, max, mean and samples"},
	{AT_QUANTILES, AT_SIGMA, "quantiles"},
};
enum { BY_NAME, BY_FILE, BY_SUMMARY, BY_KNOTS, GROUPS };

static bool which_group(struct reading *g, int *which)
{
	*which = BY_NAME;
	if (g->at[AT_NAME])
		*which = BY_NAME;
	else if (g->at[AT_HISTOGRAM])
		*which = BY_FILE;
	else if (g->at[AT_QUANTILES])
		*which = BY_KNOTS;
	else if (g->at[AT_MEDIAN])
		*which = BY_SUMMARY;
	else
		return reader_error(g->r, g->t,
				    "a latency needs a 'name', a 'histogram', "
				    "the numbers of a summary (min, q1, "
				    "median, q3, max, mean, samples), or "
				    "'quantiles'");
	for (int i = 0; i < GROUPS; i++)
		for (int k = groups[i].first; k <= groups[i].last; k++) {
			if (i == *which || !g->at[k] ||
			    (*which == BY_KNOTS &&
			     (k == AT_MAX || k == AT_SAMPLES)))
				continue;
			return reader_error(
				g->r, g->at[k], "'%s' does not go with '%s'",
				latency_fields[k].key, groups[*which].of);
		}
	return true;
}

/* --- options --- */

/* One of the words (its index), or a time. */
static bool word_or_time(struct reading *g, const struct tree *t,
			 const char *key, const char *const *words, int *word,
			 double *ns)
{
	dag_time time;

	if (!want_kind(g->r, t, TREE_SCALAR, key))
		return false;
	for (*word = 0; words[*word]; ++*word)
		if (!strcmp(t->text, words[*word]))
			return true;
	if (!read_time(g->r, t, key, g->r->unit_ns, true, 0, &time))
		return false;
	if (time > LATENCY_MOST)
		return reader_error(g->r, t, "'%s' is above 1000 s", key);
	*ns = (double)time;
	return true;
}

static bool read_options(struct reading *g)
{
	static const char *const caps[] = {"max", "none", NULL};
	static const char *const bases[] = {"min", NULL};
	struct latency_options *o = &g->out->options;
	bool is_row = g->at[AT_NAME] || g->at[AT_MEDIAN];
	int word;

	o->has_tail = g->at[AT_TAIL] != NULL;
	o->tail = o->has_tail ? (enum law_choice)g->rec.tail
		  : is_row    ? LAW_GPD
			      : LAW_DATA;
	o->base = is_row ? -1 : 0;
	if (g->at[AT_CAP]) {
		if (!word_or_time(g, g->rec.cap, "cap", caps, &word, &o->most))
			return false;
		o->cap = (enum law_cap)word;
	}
	if (g->at[AT_BASE]) {
		if (!word_or_time(g, g->rec.base, "base", bases, &word,
				  &o->base))
			return false;
		if (word == 0)
			o->base = -1;
	}
	return true;
}

static bool read_wakes(struct reading *g, bool wakes)
{
	struct latency_source *s = g->out;

	for (int k = AT_CPUS; k <= AT_BURST_LENGTH; k++)
		if (!wakes && g->at[k] && (k == AT_CPUS || k >= AT_WAKEUPS))
			return reader_error(g->r, g->at[k],
					    "'%s' belongs to the latency of "
					    "wake-ups (platform: kernel)",
					    latency_fields[k].key);
	s->releases_only = g->rec.wakeups == 1;
	if (!g->at[AT_BURST_SHARE] != !g->at[AT_BURST_LENGTH])
		return reader_error(g->r, g->t,
				    "'burst_share' and 'burst_length' go "
				    "together");
	s->burst_share = g->rec.burst_share;
	s->burst_length = g->rec.burst_length;
	return true;
}

/* --- sources --- */

static bool at_place(struct reading *g, const struct tree *t,
		     const struct dag_error *why)
{
	assert(why->msg[0]);
	return reader_error(g->r, t, "%s", why->msg);
}

static bool read_summary(struct reading *g)
{
	const struct record *rec = &g->rec;
	struct latency_source *s = g->out;
	struct latency_summary x = {
		(double)rec->min,
		(double)rec->q1,
		(double)rec->median,
		(double)rec->q3,
		(double)rec->max,
		(double)rec->mean,
		0,
		(double)rec->grid,
	};
	struct dag_error why;

	x.samples = (uint64_t)rec->samples;
	for (int k = AT_MIN; !s->row && k <= AT_SAMPLES; k++)
		if (!g->at[k])
			return reader_error(g->r, g->t,
					    "a summary needs '%s' too",
					    latency_fields[k].key);
	if (s->row)
		x = s->row->summary;
	return latency_law_of_row(s->laws, g->scratch, &x, &s->options, &why) ||
	       at_place(g, g->t, &why);
}

static bool read_named(struct reading *g)
{
	struct dag_error why;

	g->out->row = latency_find(g->rec.name, &why);
	if (!g->out->row)
		return at_place(g, g->at[AT_NAME], &why);
	g->out->label = g->out->row->name;
	return read_summary(g);
}

static bool file_law(struct reading *g, const uint32_t *columns, size_t n,
		     uint32_t i)
{
	struct latency_source *s = g->out;
	struct hist_law_options o = {.extend = s->options.tail == LAW_GPD};
	struct law *law = &s->laws[i];
	struct dag_error why;

	s->told[i] = hist_tell(s->hist, columns, n);
	if (!law_of_histogram(law, g->scratch, s->hist, columns, n, &o, &why))
		return at_place(g, g->at[AT_HISTOGRAM], &why);
	latency_finish_law(law, &s->options, law_least(law));
	return true;
}

static bool file_laws(struct reading *g)
{
	struct latency_source *s = g->out;
	const uint32_t *columns;
	struct dag_error why;
	size_t n;

	if (!hist_select(s->hist, g->scratch, g->rec.column, &columns, &n,
			 &why))
		return at_place(g,
				g->at[AT_COLUMN] ? g->at[AT_COLUMN]
						 : g->at[AT_HISTOGRAM],
				&why);
	s->told = ARENA_NEW(g->scratch, struct hist_told, n);
	if (!g->rec.cpus)
		return file_law(g, columns, n, 0);
	s->laws = ARENA_NEW(g->scratch, struct law, n);
	s->columns = ARENA_NEW(g->scratch, const char *, n);
	s->n_laws = 0;
	for (size_t i = 0; i < n; i++) {
		const struct hist_column *c = &s->hist->columns[columns[i]];

		if (!c->binned && !c->over)
			continue; /* that CPU was not measured */
		s->columns[s->n_laws] = c->name;
		if (!file_law(g, columns + i, 1, s->n_laws++))
			return false;
	}
	if (!s->n_laws) /* the error */
		return file_law(g, columns, n, 0);
	return true;
}

static bool read_measured(struct reading *g)
{
	struct latency_source *s = g->out;
	struct hist_options o = {.format = (enum hist_format)g->rec.format,
				 .unit_ns = unit_ns[g->rec.unit]};
	const char *data, *full;
	size_t len;

	if (!g->files->read(g->files->ctx, g->at[AT_HISTOGRAM],
			    g->rec.histogram, &full, &data, &len))
		return false;
	if (latency_is_fit(data, len))
		return latency_read_fit(
			g->r, g->scratch,
			&(struct latency_fit){g->t, g->at[AT_HISTOGRAM], full,
					      data, len},
			g->wakes, g->files, s);
	if (s->options.tail == LAW_HEAVY)
		return reader_error(g->r, g->at[AT_TAIL],
				    "the tail 'heavy' is for summaries; valid "
				    "for a histogram: data, gpd");
	s->hist = ARENA_NEW(g->scratch, struct hist, 1);
	s->file = s->label = g->rec.histogram;
	return hist_read(s->hist, g->scratch, full, data, len, &o, g->r->e) &&
	       file_laws(g);
}

/* A knot {0.25: 3us}. */
static bool read_knot(struct reading *g, const struct tree *key,
		      const struct tree *value, double *p, double *v)
{
	const struct times *t = &g->rec.quantiles;
	dag_time time;

	if (!read_real(g->r, key, "a probability", FIELD_UNIT, p) ||
	    !read_time(g->r, value, "a quantile", t->unit_ns, t->suffix, 0,
		       &time))
		return false;
	*v = (double)time;
	return true;
}

static bool read_knots(struct reading *g)
{
	const struct tree *t = g->rec.quantiles.tree;
	struct gpd tail = {g->rec.xi, (double)g->rec.sigma};
	struct latency_source *s = g->out;
	struct dag_error why;
	double *p, *v;

	if (!want_kind(g->r, t, TREE_MAP, "quantiles"))
		return false;
	p = ARENA_NEW(g->scratch, double, t->n);
	v = ARENA_NEW(g->scratch, double, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!read_knot(g, t->items[2 * i], t->items[2 * i + 1], &p[i],
			       &v[i]))
			return false;
	if (g->at[AT_XI] && !g->at[AT_SIGMA])
		return reader_error(g->r, g->at[AT_XI],
				    "'xi' needs a 'sigma' too");
	if (!(tail.xi >= TAIL_XI_MIN && tail.xi <= TAIL_XI_MAX))
		return reader_error(g->r, g->at[AT_XI],
				    "'xi' is out of range (valid: %g to %g)",
				    TAIL_XI_MIN, TAIL_XI_MAX);
	if (g->at[AT_TAIL])
		return reader_error(g->r, g->at[AT_TAIL],
				    "'tail' does not go with 'quantiles'; "
				    "give 'xi' and 'sigma'");
	if (!law_of_knots(s->laws, g->scratch, p, v, t->n, tail,
			  (double)g->rec.max, &why))
		return at_place(g, t, &why);
	s->laws->samples = (uint64_t)g->rec.samples;
	latency_finish_law(s->laws, &s->options, law_least(s->laws));
	return true;
}

/* --- all of it --- */

/* A scalar alone is the name of a kernel, or of a file: no kernel has a dot or
 * a slash in its name. */
static const struct tree *as_map(struct reader *r, const struct tree *t)
{
	const struct tree **pair;
	struct tree *key, *map;

	if (t->kind != TREE_SCALAR)
		return t;
	assert(t->text);
	pair = ARENA_NEW(r->arena, const struct tree *, 2);
	key = ARENA_NEW(r->arena, struct tree, 1);
	map = ARENA_NEW(r->arena, struct tree, 1);
	*key = *t;
	key->text = strpbrk(t->text, "./") ? "histogram" : "name";
	key->n = (uint32_t)strlen(key->text);
	pair[0] = key;
	pair[1] = t;
	*map = (struct tree){.kind = TREE_MAP,
			     .line = t->line,
			     .col = t->col,
			     .n = 1,
			     .weight = 2,
			     .items = pair};
	return map;
}

bool latency_read(struct reader *r, struct arena *scratch, const struct tree *t,
		  bool wakes, const struct latency_files *files,
		  struct latency_source *out)
{
	static bool (*const readers[GROUPS])(struct reading * g) = {
		read_named, read_measured, read_summary, read_knots};
	struct reading g = {.r = r,
			    .scratch = scratch,
			    .t = as_map(r, t),
			    .rec = {.grid = 1},
			    .files = files,
			    .wakes = wakes,
			    .out = out};
	int which;

	*out = (struct latency_source){
		.n_laws = 1, .laws = ARENA_NEW(scratch, struct law, 1)};
	if (!fields_read(r, g.t, &latency_section, &g.rec, g.at) ||
	    !which_group(&g, &which) || !read_options(&g) ||
	    !read_wakes(&g, wakes))
		return false;
	out->label = which == BY_KNOTS ? "quantiles" : "a summary";
	out->is_plain = which == BY_NAME && g.t->n == 1;
	return readers[which](&g);
}

bool latency_make(struct reader *r, const struct tree *t,
		  const struct latency_source *s, struct latency *out)
{
	struct dag_error why;

	if (!latency_init(out, r->arena, s->laws, s->n_laws, &why))
		return reader_error(r, t, "%s", why.msg);
	out->spec = arena_strdup(r->arena, s->label);
	out->is_named = s->is_plain;
	out->releases_only = s->releases_only;
	if (s->burst_length &&
	    !latency_set_burst(out, s->burst_share, s->burst_length, &why))
		return reader_error(r, t, "%s", why.msg);
	return true;
}
