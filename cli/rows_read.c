/* rows_read.c - the rows of a miss-rate sweep, read back; see rows.h */
#include "cli/rows.h"

#include "base/json.h"
#include "model/tree.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A member that is looked for in every row.  Rows have the same keys in the
 * same order, but for what only some policies have. */
struct member {
	const char *key;
	uint32_t at; /* where it was in the row before                       */
};

struct reader {
	struct rows *r;
	struct arena *a, *trees;
	char *const *lines;
	struct dag_error *e;
	double target; /* of the row before                                  */
	struct member values[ROWS_VALUES];
	struct member *streams; /* ROWS_STREAM_VALUES each                   */
	struct member *verdicts;
};

static const struct tree *look_up(const struct tree *o, struct member *m)
{
	if (m->at < o->n && !strcmp(o->items[2 * m->at]->text, m->key))
		return o->items[2 * m->at + 1];
	for (m->at = 0; m->at < o->n; m->at++)
		if (!strcmp(o->items[2 * m->at]->text, m->key))
			return o->items[2 * m->at + 1];
	return NULL;
}

static bool damaged(const struct reader *rd, size_t row, const char *what)
{
	return error_set(rd->e, NULL, 0, 0,
			 "row %zu of the sweep is damaged: %s", row, what);
}

static const char *kept(struct arena *a, const char *s)
{
	return arena_strdup(a, s ? s : "");
}

static void read_sweep(struct reader *rd, const struct tree *o)
{
	struct rows *r = rd->r;

	r->workload = kept(rd->a, row_text(o, "workload"));
	r->file_name = rows_file_name(rd->a, r->workload);
	r->digest = kept(rd->a, row_text(o, "workload_digest"));
	r->command = kept(rd->a, row_text(o, "command"));
	r->baseline = kept(rd->a, row_text(o, "baseline"));
	r->version = kept(rd->a, row_text(o, "version"));
	r->first_seed = kept(rd->a, row_digits(o, "seed"));
	r->streams = row_names(rd->a, o, "streams.", ".miss_rate", NULL,
			       &r->n_streams);
}

static const struct tree *row_at(const struct reader *rd, size_t row)
{
	const struct tree *o = row_parse(rd->trees, rd->lines[row]);

	if (!o)
		damaged(rd, row, "it is no JSON object");
	else if (isfinite(row_number(o, "target_util")) &&
		 row_text(o, "policy"))
		return o;
	else
		damaged(rd, row, "no target_util or policy");
	return NULL;
}

static void add_policy(struct reader *rd, const struct tree *o)
{
	const char *policy = row_text(o, "policy");
	struct rows *r = rd->r;

	if (r->n_policies && !strcmp(r->policies[r->n_policies - 1], policy))
		return;
	if (!strcmp(policy, r->baseline))
		r->base = r->n_policies;
	r->policies[r->n_policies++] = arena_strdup(rd->a, policy);
	r->tests = row_names(rd->a, o, "verdict.", "", r->tests, &r->n_tests);
}

/* Rows run by point, then policy, then seed: those of the first point tell the
 * axes. */
static bool read_axes(struct reader *rd, size_t n)
{
	struct rows *r = rd->r;
	double target = NAN;
	size_t here = 0;

	for (; here < n; here++) {
		const struct tree *o;
		double u;

		arena_reset(rd->trees);
		o = row_at(rd, here);
		u = o ? row_number(o, "target_util") : 0;

		if (!o)
			return false;
		if (here == 0) {
			read_sweep(rd, o);
			r->policies = ARENA_NEW(rd->a, const char *, n);
			target = u;
		}
		if (u < target || u > target)
			break;
		add_policy(rd, o);
	}
	assert(here > 0 && r->n_policies > 0);
	if (n % here || here % r->n_policies)
		return damaged(rd, n - 1, "the axes do not fit the rows");
	r->n_points = (uint32_t)(n / here);
	r->n_seeds = (uint32_t)(here / r->n_policies);
	r->targets = ARENA_NEW(rd->a, const char *, r->n_points);
	return true;
}

/* As many decimals for each as the longest needs. */
static void align_targets(struct reader *rd)
{
	struct rows *r = rd->r;
	size_t decimals = 0;

	for (uint32_t i = 0; i < r->n_points; i++) {
		const char *point = strchr(r->targets[i], '.');

		if (point && strlen(point + 1) > decimals)
			decimals = strlen(point + 1);
	}
	for (uint32_t i = 0; i < r->n_points; i++) {
		char *text =
			arena_printf(rd->a, "%s%s000000000", r->targets[i],
				     strchr(r->targets[i], '.') ? "" : ".");

		strchr(text, '.')[decimals ? decimals + 1 : 0] = '\0';
		r->targets[i] = text;
	}
}

static void list_members(struct reader *rd)
{
	static const char *const keys[ROWS_VALUES] = {
		[ROWS_MISS] = "miss_rate",
		[ROWS_HIGH_MISS] = "high_miss_rate",
		[ROWS_P5_NS] = "p5_ns",
		[ROWS_P25_NS] = "p25_ns",
		[ROWS_P50_NS] = "p50_ns",
		[ROWS_P75_NS] = "p75_ns",
		[ROWS_P95_NS] = "p95_ns",
		[ROWS_P99_NS] = "p99_ns",
		[ROWS_UTILIZATION] = "utilization",
		[ROWS_MEAN_BATCH] = "mean_batch",
		[ROWS_HIGH_BATCH] = "high_mean_batch",
	};
	static const char *const stream_keys[ROWS_STREAM_VALUES] = {
		[ROWS_STREAM_MISS] = "miss_rate",
		[ROWS_STREAM_P99_NS] = "p99_ns",
		[ROWS_STREAM_BATCH] = "mean_batch",
	};
	const struct rows *r = rd->r;

	for (int v = 0; v < ROWS_VALUES; v++)
		rd->values[v].key = keys[v];
	rd->streams = ARENA_NEW(rd->a, struct member,
				(size_t)r->n_streams * ROWS_STREAM_VALUES);
	rd->verdicts = ARENA_NEW(rd->a, struct member, r->n_tests);
	for (uint32_t i = 0; i < r->n_streams; i++)
		for (int v = 0; v < ROWS_STREAM_VALUES; v++)
			rd->streams[i * ROWS_STREAM_VALUES + (uint32_t)v].key =
				arena_printf(rd->a, "streams.%s.%s",
					     r->streams[i], stream_keys[v]);
	for (uint32_t i = 0; i < r->n_tests; i++)
		rd->verdicts[i].key =
			arena_printf(rd->a, "verdict.%s", r->tests[i]);
}

/* Null is a value, a missing key or a text is none. */
static bool read_numbers(struct reader *rd, const struct tree *o, size_t row)
{
	double *to = rd->r->value[row];

	for (int v = 0; v < ROWS_VALUES; v++) {
		const struct tree *member = look_up(o, &rd->values[v]);

		to[v] = row_value(member);
		if (!member || !(tree_is_null(member) || isfinite(to[v])))
			return damaged(rd, row, "a number is missing");
	}
	return true;
}

static bool read_values(struct reader *rd, const struct tree *o, size_t row)
{
	struct rows *r = rd->r;
	size_t cell = row / r->n_seeds;

	if (!read_numbers(rd, o, row))
		return false;
	if (row_count(o, "seed") !=
	    strtoull(r->first_seed, NULL, 10) + row % r->n_seeds)
		return damaged(rd, row, "another seed belongs here");
	for (uint32_t i = 0; i < r->n_streams; i++)
		for (uint32_t v = 0; v < ROWS_STREAM_VALUES; v++)
			r->stream[row * r->n_streams + i]
				 [v] = row_value(look_up(
				o, &rd->streams[i * ROWS_STREAM_VALUES + v]));
	for (uint32_t i = 0; row % r->n_seeds == 0 && i < r->n_tests; i++) {
		const struct tree *v = look_up(o, &rd->verdicts[i]);

		if (v && v->kind == TREE_SCALAR && v->quoted)
			r->verdicts[cell * r->n_tests + i] =
				arena_strdup(rd->a, v->text);
	}
	return true;
}

static void make_room(struct reader *rd, size_t n)
{
	struct rows *r = rd->r;

	r->value = arena_array(rd->a, n, sizeof(*r->value));
	r->scratch = ARENA_NEW(rd->a, double, r->n_seeds);
	r->stream = arena_array(rd->a, n * r->n_streams, sizeof(*r->stream));
	r->verdicts =
		ARENA_NEW(rd->a, const char *,
			  (size_t)r->n_points * r->n_policies * r->n_tests);
}

/* The target of a row, at the first row of its point above those before. */
static bool read_target(struct reader *rd, const struct tree *o, size_t row)
{
	struct rows *r = rd->r;
	size_t per_point = (size_t)r->n_policies * r->n_seeds;
	double u = row_number(o, "target_util");
	char buf[32];

	if (row % per_point ? u < rd->target || u > rd->target
			    : row && u <= rd->target)
		return damaged(rd, row, "another utilization belongs here");
	rd->target = u;
	if (row % per_point == 0) {
		json_format_double(buf, u);
		r->targets[row / per_point] = arena_strdup(rd->a, buf);
	}
	return true;
}

/* Trees are large beside what is kept of them, so there is one at a time. */
static bool read_all(struct reader *rd, size_t n)
{
	struct rows *r = rd->r;

	if (!read_axes(rd, n))
		return false;
	make_room(rd, n);
	list_members(rd);
	for (size_t i = 0; i < n; i++) {
		size_t policy = i / r->n_seeds % r->n_policies;
		const struct tree *o;

		arena_reset(rd->trees);
		o = row_at(rd, i);
		if (!o || !read_target(rd, o, i))
			return false;
		if (strcmp(row_text(o, "policy"), r->policies[policy]) != 0)
			return damaged(rd, i, "another policy belongs here");
		if (!read_values(rd, o, i))
			return false;
	}
	align_targets(rd);
	rows_group_answers(r, rd->a);
	return true;
}

bool rows_read(struct rows *out, char *const *lines, size_t n, struct arena *a,
	       struct dag_error *e)
{
	struct arena trees = {0};
	struct reader rd = {
		.r = out, .a = a, .trees = &trees, .lines = lines, .e = e};
	bool ok;

	*out = (struct rows){0};
	ok = n > 0 ? read_all(&rd, n) : error_set(e, NULL, 0, 0, "no rows");
	arena_free(&trees);
	return ok;
}
