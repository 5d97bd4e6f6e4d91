/* rows.c - see rows.h */
#include "cli/rows.h"

#include "base/file.h"
#include "base/json.h"
#include "cli/row_seal.h"
#include "model/tree.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX ((size_t)1 << 40)

static const char *const row_schemas[] = {
	[ROW_SWEEP] = "dagsim.bench/1",
	[ROW_ACCEPT_PART] = "dagsim.accept.part/1",
	[ROW_ACCEPT] = "dagsim.accept/1",
};

/* --- one line --- */

const char *row_text(const struct tree *o, const char *key)
{
	const struct tree *v = tree_get(o, key);

	return v && v->kind == TREE_SCALAR && v->quoted ? v->text : NULL;
}

double row_value(const struct tree *v)
{
	char *end;
	double x;

	if (!v || v->kind != TREE_SCALAR || v->quoted || tree_is_null(v))
		return NAN;
	x = strtod(v->text, &end);
	return *end ? NAN : x;
}

double row_number(const struct tree *o, const char *key)
{
	return row_value(tree_get(o, key));
}

const char *row_digits(const struct tree *o, const char *key)
{
	const struct tree *v = tree_get(o, key);

	return v && v->kind == TREE_SCALAR && !v->quoted && !tree_is_null(v)
		       ? v->text
		       : NULL;
}

uint64_t row_count(const struct tree *o, const char *key)
{
	const struct tree *v = tree_get(o, key);

	if (!v || v->kind != TREE_SCALAR || v->quoted || *v->text == '-')
		return 0;
	return strtoull(v->text, NULL, 10);
}

static const struct tree *parse(struct arena *a, const char *line, size_t len)
{
	struct dag_error ignored;
	const struct tree *o = tree_parse_json(a, "", line, len, &ignored);

	return o && o->kind == TREE_MAP ? o : NULL;
}

const struct tree *row_parse(struct arena *a, const char *line)
{
	return parse(a, line, strcspn(line, "\n"));
}

const char **row_names(struct arena *a, const struct tree *o,
		       const char *prefix, const char *suffix,
		       const char **list, uint32_t *n)
{
	size_t p = strlen(prefix), q = strlen(suffix);
	const char **grown = ARENA_NEW(a, const char *, *n + o->n);

	if (list && *n)
		memcpy(grown, list, *n * sizeof(*list));
	for (uint32_t k = 0; k < o->n; k++) {
		const char *key = o->items[2 * k]->text, *name;
		size_t len = strlen(key);
		bool known = false;

		if (len <= p + q || strncmp(key, prefix, p) != 0 ||
		    strcmp(key + len - q, suffix) != 0)
			continue;
		name = arena_strndup(a, key + p, len - p - q);
		for (uint32_t i = 0; i < *n && !known; i++)
			known = !strcmp(grown[i], name);
		if (!known)
			grown[(*n)++] = name;
	}
	return grown;
}

static bool read_name(const struct tree *o, struct row_name *out)
{
	const char *schema = row_text(o, "schema"),
		   *sweep = row_text(o, "sweep");
	const char *workload = row_text(o, "workload");
	double row = row_number(o, "row"), rows = row_number(o, "rows");

	out->kind = 0;
	while (schema && out->kind < ROW_KINDS &&
	       strcmp(schema, row_schemas[out->kind]) != 0)
		out->kind++;
	if (!schema || out->kind == ROW_KINDS || !sweep ||
	    strlen(sweep) != sizeof(out->sweep) - 1 || !workload ||
	    !(rows >= 1 && rows <= 1e7) || !(row >= 0 && row < rows))
		return false;
	memcpy(out->sweep, sweep, sizeof(out->sweep));
	out->workload[0] = '\0';
	strncat(out->workload, workload, sizeof(out->workload) - 1);
	out->row = (size_t)row;
	out->rows = (size_t)rows;
	return true;
}

bool row_name(const char *line, size_t len, const char *file, unsigned number,
	      struct row_name *out, struct dag_error *e)
{
	struct arena a = {0};
	const struct tree *o = parse(&a, line, len);
	/* Blanks around it, as of \r\n, would end in other bytes. */
	bool ok = o && line[0] == '{' && line[len - 1] == '}' &&
		  read_name(o, out);

	arena_free(&a);
	if (!ok || !row_sealed(line, len))
		return error_set(e, file, number, 0,
				 "no row of dagsim bench (one JSON object with "
				 "\"schema\":\"dagsim.bench/1\" or "
				 "\"dagsim.accept/1\" that ends with its "
				 "\"crc32\")");
	return row_unchanged(line, len) ||
	       error_set(e, file, number, 0,
			 "row %zu was changed: its crc32 is of another text; "
			 "without this line --resume makes the row again",
			 out->row);
}

bool rows_complete(const char *file, char *const *lines, size_t n,
		   enum row_kind *kind, struct dag_error *e)
{
	struct row_name first = {0}, name;

	for (size_t i = 0; i < n; i++) {
		if (!row_name(lines[i], strlen(lines[i]), file, (unsigned)i + 1,
			      &name, e))
			return false;
		if (i == 0)
			first = name;
		*kind = name.kind;
		if (name.row != i || strcmp(name.sweep, first.sweep) != 0 ||
		    name.rows != n || name.kind != first.kind ||
		    name.kind == ROW_ACCEPT_PART)
			return error_set(e, file, (unsigned)i + 1, 0,
					 "not the rows of one whole sweep in "
					 "order; dagsim merge makes such a "
					 "file");
	}
	return n || error_set(e, file, 0, 0, "no rows");
}

bool rows_lines(const char *file, struct arena *a, char ***lines, size_t *n,
		struct dag_error *e)
{
	const char *data;
	size_t len, most = 1;
	char *at;

	if (!file_read(a, file, FILE_MAX, &data, &len, e))
		return false;
	for (size_t i = 0; i < len; i++)
		most += data[i] == '\n';
	*lines = ARENA_NEW(a, char *, most);
	at = arena_strndup(a, data, len);
	for (*n = 0; *at;) {
		size_t line = strcspn(at, "\n");

		(*lines)[(*n)++] = at;
		at += line;
		if (*at)
			*at++ = '\0';
	}
	return true;
}

const char *rows_file_name(struct arena *a, const char *workload)
{
	static const char fit[] = "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
	char *copy = arena_strdup(a, *workload ? workload : "workload");

	for (char *c = copy; *c; c++)
		if (!strchr(fit, *c) || (c == copy && *c == '.'))
			*c = '_';
	return copy;
}

/* --- summing up --- */

struct estimate estimate_of(const double *x, uint32_t n)
{
	struct estimate m = {.mean = 0, .half = NAN};
	double squares = 0;

	for (uint32_t i = 0; i < n; i++)
		if (isfinite(x[i])) {
			m.mean += x[i];
			m.n++;
		}
	m.mean = m.n ? m.mean / m.n : NAN;
	if (m.n < 2)
		return m;
	for (uint32_t i = 0; i < n; i++)
		if (isfinite(x[i]))
			squares += (x[i] - m.mean) * (x[i] - m.mean);
	m.half = gsl_cdf_tdist_Pinv(0.975, m.n - 1) *
		 sqrt(squares / (m.n - 1) / m.n);
	return m;
}

static const double *value_at(const struct rows *r, uint32_t point,
			      uint32_t policy, uint32_t seed)
{
	size_t cell = (size_t)point * r->n_policies + policy;

	assert(point < r->n_points && policy < r->n_policies);
	return r->value[cell * r->n_seeds + seed];
}

struct estimate rows_mean(const struct rows *r, uint32_t point, uint32_t policy,
			  enum rows_value value)
{
	double *x = r->scratch;

	for (uint32_t i = 0; i < r->n_seeds; i++)
		x[i] = value_at(r, point, policy, i)[value];
	return estimate_of(x, r->n_seeds);
}

static double stream_at(const struct rows *r, uint32_t point, uint32_t policy,
			uint32_t seed, uint32_t stream,
			enum rows_stream_value value)
{
	size_t cell = (size_t)point * r->n_policies + policy;

	assert(stream < r->n_streams);
	return r->stream[(cell * r->n_seeds + seed) * r->n_streams + stream]
			[value];
}

struct estimate rows_stream(const struct rows *r, uint32_t point,
			    uint32_t policy, uint32_t stream,
			    enum rows_stream_value value)
{
	double *x = r->scratch;

	for (uint32_t i = 0; i < r->n_seeds; i++)
		x[i] = stream_at(r, point, policy, i, stream, value);
	return estimate_of(x, r->n_seeds);
}

struct estimate rows_stream_difference(const struct rows *r, uint32_t point,
				       uint32_t policy, uint32_t stream,
				       enum rows_stream_value value)
{
	double *x = r->scratch;

	for (uint32_t i = 0; i < r->n_seeds; i++)
		x[i] = stream_at(r, point, policy, i, stream, value) -
		       stream_at(r, point, r->base, i, stream, value);
	return estimate_of(x, r->n_seeds);
}

struct estimate rows_difference(const struct rows *r, uint32_t point,
				uint32_t policy, enum rows_value value)
{
	double *x = r->scratch;

	for (uint32_t i = 0; i < r->n_seeds; i++)
		x[i] = value_at(r, point, policy, i)[value] -
		       value_at(r, point, r->base, i)[value];
	return estimate_of(x, r->n_seeds);
}

bool rows_have_high(const struct rows *r)
{
	return isfinite(r->value[0][ROWS_HIGH_MISS]);
}
