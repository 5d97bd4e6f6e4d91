/* generate_spec.c - reading and printing specs; see generate.h
 *
 * Every key is a row made from generate_keys.h; its value is read by the
 * reader of fields.h, through a section of that one row.
 */
#include "model/generate_parts.h"
#include "base/decimal.h"
#include "base/file.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const generate_kind_names[] = {"streams", "tasks", "dag", NULL};
static const char *const deadline_rule_names[] = {"period", "path", "between",
						  NULL};
static const char *const arrival_names[] = {"periodic", "sporadic", NULL};
static const char *const split_rule_names[] = {"uniform", "grouping", NULL};
static const char *const compat_names[] = {"none", "rd_gen", NULL};
static const char *const graph_method_names[] = {
	"fan_in_fan_out", "gnp", "chain", "fork_join", "layered", NULL};

/* What is read from a FIELD_TREE row. */
enum row_kind { ROW_PLAIN, ROW_DRAW, ROW_SHARES, ROW_WORDS };

struct row {
	struct field f;
	unsigned kinds, graphs;
	enum row_kind kind;
	enum draw_unit unit;
};

#define WHOLE(lo, hi) .f.type = FIELD_INT, .f.min = (lo), .f.max = (hi)
#define RATIO(flag)   .f.type = FIELD_RATIO, .f.flags = (flag)
#define WORD(names)   .f.type = FIELD_CHOICE, .f.choices = (names)
#define TIME          .f.type = FIELD_TIME, .f.flags = FIELD_POSITIVE
#define BOOL          .f.type = FIELD_BOOL
#define SHARES        .f.type = FIELD_TREE, .kind = ROW_SHARES
#define WORDS(names)                                                           \
	.f.type = FIELD_TREE, .f.choices = (names), .kind = ROW_WORDS
#define A_DRAW(of, lo, hi)                                                     \
	.f.type = FIELD_TREE, .f.min = (lo), .f.max = (hi), .kind = ROW_DRAW,  \
	.unit = (of)
#define TIMES(lo, hi)    A_DRAW(DRAW_TIME, lo, hi)
#define COUNTS(lo, hi)   A_DRAW(DRAW_COUNT, lo, hi)
#define DECIMALS(lo, hi) A_DRAW(DRAW_DECIMAL, lo, hi)

static const struct row rows[] = {
#define X(name, option, argument, value, of_kinds, of_graphs, by_default,      \
	  what_it_is)                                                          \
	[KEY_##name] = {.f.key = #name,                                        \
			.f.offset = offsetof(struct generate_spec, name),      \
			.f.standard = (by_default),                            \
			.f.help = (what_it_is),                                \
			.kinds = (of_kinds),                                   \
			.graphs = (of_graphs),                                 \
			value},
	GENERATE_KEYS(X)
#undef X
};
_Static_assert(GENERATE_N_KEYS <= 64, "struct generate_spec.given has 64 bits");

/* --- Defaults --- */

void generate_spec_init(struct generate_spec *s, enum generate_kind kind)
{
	const int64_t ms = NS_PER_MS, one = DRAW_ONE;

	*s = (struct generate_spec){
		.kind = (int)kind,
		.tries = 1000000,
		.deadline_factor = draw_fixed(DRAW_DECIMAL, one),
		.phase = draw_fixed(DRAW_DECIMAL, 0),
		.jitter = draw_fixed(DRAW_DECIMAL, 0),
		.unit = 1,
		.streams = 10,
		.streams_per_model = draw_fixed(DRAW_COUNT, 1),
		.max_batch = draw_range(DRAW_COUNT, 1, 8),
		.overhead = draw_range(DRAW_DECIMAL, one / 2, one / 10 * 9),
		.group_size = draw_fixed(DRAW_COUNT, 1),
		.high_criticality = {0, 1},
		.bcet = {1, 1},
		.tasks = 10,
		.dags = draw_fixed(DRAW_COUNT, 3),
		.node_wcet = draw_fixed(DRAW_TIME, 0),
		.edge_delay = draw_fixed(DRAW_TIME, 0),
		.ccr = draw_fixed(DRAW_DECIMAL, 0),
		.graph = draw_fixed(DRAW_COUNT, GRAPH_LAYERED),
		.nodes = draw_range(DRAW_COUNT, 10, 30),
		.sources = draw_fixed(DRAW_COUNT, 1),
		.sinks = draw_fixed(DRAW_COUNT, 1),
		.in_degree = 3,
		.out_degree = 3,
		.edge_probability = draw_fixed(DRAW_DECIMAL, one / 5),
		.layers = draw_fixed(DRAW_COUNT, 5),
		.chains = draw_fixed(DRAW_COUNT, 1),
		.main_length = draw_range(DRAW_COUNT, 3, 8),
		.sub_sequences = draw_range(DRAW_COUNT, 1, 2),
		.merge_sinks = 1,
		.link_main = true,
		.merge_sink = true,
		.depth = 2,
		.branches = draw_range(DRAW_COUNT, 2, 5),
		.fork_probability = {4, 10},
	};
	s->period = draw_logarithmic(DRAW_TIME, 10 * ms, 1000 * ms, ms);
	assert(s->given == 0);
}

/* What depends on the kind is settled where it is used and printed. */
struct ratio generate_utilization(const struct generate_spec *s)
{
	if (s->utilization.num)
		return s->utilization;
	if (s->kind == GENERATE_STREAMS)
		return (struct ratio){7, 10};
	return (struct ratio){5 * generate_cores(s), 10};
}

int64_t generate_cores(const struct generate_spec *s)
{
	if (s->cores)
		return s->cores;
	return s->kind == GENERATE_DAG ? 4 : 1;
}

/* --- Reading --- */

/* Bits of the words that can be drawn. */
static unsigned words_drawn(const struct draw *d)
{
	unsigned mask = d->n ? 0 : 1u << d->low;

	for (uint32_t i = 0; i < d->n; i++)
		mask |= 1u << d->values[i];
	return mask;
}

bool generate_may_be(const struct generate_spec *s, enum graph_method m)
{
	return words_drawn(&s->graph) >> m & 1;
}

static bool concerns(const struct row *row, const struct generate_spec *s)
{
	if (!(row->kinds >> s->kind & 1))
		return false;
	return !row->graphs || row->graphs & words_drawn(&s->graph);
}

static const char *list_names(const char *const *names, unsigned mask,
			      char *buf, size_t cap)
{
	size_t len = 0;

	buf[0] = '\0';
	for (unsigned i = 0; names[i]; i++)
		if (mask >> i & 1 && len < cap)
			len += (size_t)snprintf(buf + len, cap - len, "%s%s",
						len ? ", " : "", names[i]);
	return buf;
}

/* "streams", "tasks and dag"; "graph chain". */
static bool wrong_place(struct reader *r, const struct tree *at,
			const struct row *row, const struct generate_spec *s)
{
	bool of_kind = row->kinds >> s->kind & 1;
	const char *const *names =
		of_kind ? graph_method_names : generate_kind_names;
	unsigned mask = of_kind ? row->graphs : row->kinds;
	unsigned here = of_kind ? words_drawn(&s->graph) : 1u << s->kind;
	char list[128], is[128];

	return reader_error(r, at, "'%s' is for the %s %s, not for %s",
			    row->f.key, of_kind ? "graph" : "kind",
			    list_names(names, mask, list, sizeof(list)),
			    list_names(names, here, is, sizeof(is)));
}

static const struct row *find_row(struct reader *r, const struct tree *at,
				  const char *key,
				  const struct generate_spec *s)
{
	const char *valid[GENERATE_N_KEYS + 1];
	char hint[480];
	size_t n = 0;

	for (int i = 0; i < GENERATE_N_KEYS; i++) {
		if (!strcmp(rows[i].f.key, key))
			return &rows[i];
		if (concerns(&rows[i], s))
			valid[n++] = rows[i].f.key;
	}
	valid[n++] = "kind";
	snprintf(hint, sizeof(hint), "unknown key '%.64s' of a spec", key);
	suggest(hint, sizeof(hint), key, valid, n);
	reader_error(r, at, "%s", hint);
	return NULL;
}

static bool read_row(struct reader *r, const struct row *row,
		     const struct tree *key, const struct tree *value,
		     struct generate_spec *s)
{
	const struct tree *pair[2] = {key, value}, *at[1];
	const struct tree map = {.kind = TREE_MAP, .n = 1, .items = pair};
	const struct section section = {"a spec", &row->f, 1};
	char *member = (char *)s + row->f.offset;

	if (row->kind == ROW_DRAW) {
		struct draw *d = (struct draw *)(void *)member;

		d->unit = row->unit;
		return draw_read(r, value, row->f.key, row->f.min, row->f.max,
				 d);
	}
	if (row->kind == ROW_WORDS)
		return generate_read_words(r, value, &row->f,
					   (struct draw *)(void *)member);
	if (row->kind == ROW_SHARES) {
		struct shares *out = (struct shares *)(void *)member;

		return generate_read_shares(r, value, row->f.key, out);
	}
	if (!fields_read(r, &map, &section, s, at))
		return false;
	if (row->f.type == FIELD_RATIO && (row->f.flags & FIELD_UNIT)) {
		const struct ratio *v = (const void *)member;

		if (v->num > v->den)
			return reader_error(r, value, "'%s' is above 1",
					    row->f.key);
	}
	return true;
}

static bool read_pair(struct reader *r, const struct tree *key,
		      const struct tree *value, struct generate_spec *s)
{
	const struct row *row = find_row(r, key, key->text, s);

	if (!row)
		return false;
	if (!concerns(row, s))
		return wrong_place(r, key, row, s);
	if (!read_row(r, row, key, value, s))
		return false;
	s->given |= UINT64_C(1) << (row - rows);
	s->at[row - rows].line = key->line;
	s->at[row - rows].col = key->col;
	return true;
}

bool generate_spec_read(struct reader *r, const struct tree *map,
			struct generate_spec *s)
{
	const struct tree *kind, *graph;

	if (!want_kind(r, map, TREE_MAP, "a spec"))
		return false;
	/* These two say which other keys make sense. */
	kind = tree_get(map, "kind");
	if (kind &&
	    !read_choice(r, kind, "kind", generate_kind_names, 0, &s->kind))
		return false;
	graph = tree_get(map, "graph");
	if (graph && s->kind == GENERATE_DAG &&
	    !generate_read_words(r, graph, &rows[KEY_graph].f, &s->graph))
		return false;
	for (uint32_t i = 0; i < map->n; i++)
		if (map->items[2 * i + 1] != kind &&
		    !read_pair(r, map->items[2 * i], map->items[2 * i + 1], s))
			return false;
	return true;
}

bool generate_spec_load(const char *path, struct arena *a,
			struct generate_spec *s, struct dag_error *e)
{
	struct reader r = {.file = path, .arena = a, .e = e};
	const struct tree *root;
	const char *data;
	size_t len;

	REQUIRE(path && e);
	generate_spec_init(s, GENERATE_STREAMS);
	if (!file_read(a, path, TREE_BYTES, &data, &len, e))
		return false;
	root = tree_parse_yaml(a, path, data, len, e);
	if (!root)
		return false;
	s->file = path;
	for (int i = 0; i < GENERATE_N_KEYS; i++) {
		s->at[i].line = root->line;
		s->at[i].col = root->col;
	}
	return generate_spec_read(&r, root, s);
}

bool generate_spec_set(struct generate_spec *s, struct arena *a,
		       const char *key, const char *value, struct dag_error *e)
{
	struct reader r = {.file = key, .arena = a, .e = e};
	const struct tree k = {
		.kind = TREE_SCALAR, .text = key, .n = (uint32_t)strlen(key)};
	const struct tree v = {.kind = TREE_SCALAR,
			       .text = value,
			       .n = (uint32_t)strlen(value)};
	const struct tree *pair[2] = {&k, &v};
	const struct tree map = {.kind = TREE_MAP, .n = 1, .items = pair};

	REQUIRE(e);
	if (generate_spec_read(&r, &map, s))
		return true;
	/* There is no place to tell. */
	e->file[0] = '\0';
	e->line = e->col = 0;
	return false;
}

/* --- Presets --- */

/* The family of the response-time evaluation of Awkernel, as the DAGs in
 * tier4/awkernel, branch dag_perf, show it: longest paths of 3 to 8 nodes,
 * which are one longer than the main sequence, since all tails end level and
 * then lead to the one that stays; 3 to 19 nodes. */
static const char *const awkernel_table5[][2] = {
	{"kind", "dag"},
	{"cores", "3"},
	{"dags", "3"},
	{"unit", "1ms"},
	{"period", "50ms, 100ms"},
	{"deadline", "path"},
	{"deadline_factor", "1.1..1.5 step 0.1"},
	{"split", "grouping"},
	{"graph", "chain"},
	{"chains", "1"},
	{"main_length", "2..7"},
	{"sub_sequences", "1..2"},
	{"merge_sinks", "1"},
	{NULL, NULL},
};

static const struct {
	const char *name;
	const char *const (*keys)[2];
} presets[] = {{"awkernel-table5", awkernel_table5}};
const char *const generate_preset_names[] = {"awkernel-table5", NULL};

bool generate_spec_preset(struct generate_spec *s, struct arena *a,
			  const char *name, struct dag_error *e)
{
	char msg[256];

	for (size_t i = 0; i < sizeof(presets) / sizeof(*presets); i++) {
		const char *const(*k)[2] = presets[i].keys;

		if (strcmp(presets[i].name, name) != 0)
			continue;
		for (; (*k)[0]; k++)
			if (!generate_spec_set(s, a, (*k)[0], (*k)[1], e))
				return false;
		return true;
	}
	snprintf(msg, sizeof(msg), "unknown preset '%.64s'", name);
	suggest(msg, sizeof(msg), name, generate_preset_names, 1);
	return error_set(e, NULL, 0, 0, "%s", msg);
}

/* --- Printing --- */

static void print_ratio(FILE *out, struct ratio v)
{
	char text[DECIMAL_SIZE];
	unsigned scale = 0;

	/* Ratios are read from decimals: den is a power of ten. */
	for (int64_t den = v.den; den > 1; den /= 10)
		scale++;
	decimal_format(text, v.num, scale, -1);
	fputs(text, out);
}

static void print_shares(FILE *out, const struct shares *s)
{
	char text[DECIMAL_SIZE];

	fputs(s->n > 1 ? "[" : "", out);
	for (uint32_t i = 0; i < s->n; i++) {
		decimal_format(text, s->values[i], 12, -1);
		fprintf(out, "%s%s", i ? ", " : "", text);
	}
	fputs(s->n > 1 ? "]" : "", out);
}

static void print_words(FILE *out, const struct row *row, const struct draw *d)
{
	uint32_t before = 0;

	if (!d->n)
		fputs(row->f.choices[d->low], out);
	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t weight = d->weights[i] - before;

		fprintf(out, "%s%s", i ? ", " : "",
			row->f.choices[d->values[i]]);
		if (weight != 1)
			fprintf(out, "*%" PRIu32, weight);
		before = d->weights[i];
	}
}

static void print_value(FILE *out, const struct row *row, const void *member)
{
	char text[DRAW_TEXT];

	if (row->kind == ROW_DRAW) {
		draw_format(member, text, sizeof(text));
		fputs(text, out);
	} else if (row->kind == ROW_WORDS) {
		print_words(out, row, member);
	} else if (row->kind == ROW_SHARES) {
		print_shares(out, member);
	} else if (row->f.type == FIELD_INT) {
		fprintf(out, "%" PRId64, *(const int64_t *)member);
	} else if (row->f.type == FIELD_RATIO) {
		print_ratio(out, *(const struct ratio *)member);
	} else if (row->f.type == FIELD_CHOICE) {
		fputs(row->f.choices[*(const int *)member], out);
	} else if (row->f.type == FIELD_BOOL) {
		fputs(*(const bool *)member ? "true" : "false", out);
	} else {
		assert(row->f.type == FIELD_TIME);
		time_format(text, sizeof(text), *(const dag_time *)member);
		fputs(text, out);
	}
}

/* Keys that stand for "none" by being absent. */
static bool is_absent(const struct generate_spec *s, int key)
{
	switch (key) {
	case KEY_utilization_min:
		return !s->utilization_min.n;
	case KEY_utilization_max:
		return !s->utilization_max.n;
	case KEY_node_wcet:
		return !s->node_wcet.high;
	case KEY_period:
		return s->kind == GENERATE_DAG && s->node_wcet.high;
	case KEY_ccr:
		return !s->ccr.high;
	case KEY_edge_delay:
		return s->ccr.high != 0;
	default:
		return false;
	}
}

void generate_spec_print(FILE *out, const struct generate_spec *s,
			 const char *prefix)
{
	struct generate_spec full = *s;

	full.utilization = generate_utilization(s);
	full.cores = generate_cores(s);
	fprintf(out, "%skind: %s\n", prefix, generate_kind_names[s->kind]);
	for (int i = 0; i < GENERATE_N_KEYS; i++) {
		const char *member = (const char *)&full + rows[i].f.offset;

		if (!concerns(&rows[i], &full) || is_absent(&full, i))
			continue;
		fprintf(out, "%s%s: ", prefix, rows[i].f.key);
		print_value(out, &rows[i], member);
		fputc('\n', out);
	}
}
