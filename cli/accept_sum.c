/* accept_sum.c - see accept_sum.h */
#include "cli/accept_sum.h"

#include "base/json.h"
#include "cli/row_seal.h"
#include "cli/rows.h"
#include "trace/metrics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool damaged(struct dag_error *e, size_t row, const char *what)
{
	return error_set(e, NULL, 0, 0, "row %zu of the sweep is damaged: %s",
			 row, what);
}

static const char *kept(struct arena *a, const char *s)
{
	return arena_strdup(a, s ? s : "");
}

/* --- what all rows have in common --- */

static void read_head(struct accept_table *t, const struct tree *row,
		      struct arena *a)
{
	const char *vary = row_text(row, "vary");
	const char *per_core = row_digits(row, "per_core");

	t->stem = kept(a, row_text(row, "workload"));
	t->file_name = rows_file_name(a, t->stem);
	t->command = kept(a, row_text(row, "command"));
	t->version = kept(a, row_text(row, "version"));
	t->digest = kept(a, row_text(row, "workload_digest"));
	t->sweep = kept(a, row_text(row, "sweep"));
	t->seed = kept(a, row_digits(row, "seed"));
	t->vary = vary ? arena_strdup(a, vary) : NULL;
	t->per_core = per_core && !strcmp(per_core, "true");
}

static uint32_t find(const char *const *list, uint32_t n, const char *s)
{
	uint32_t i = 0;

	while (i < n && strcmp(list[i], s) != 0)
		i++;
	return i;
}

/* Values and utilizations in the order in which they appear. */
static bool read_axes(struct accept_table *t, const struct tree *const *rows,
		      size_t n, struct arena *a, struct dag_error *e)
{
	t->values = ARENA_NEW(a, const char *, n);
	t->targets = ARENA_NEW(a, const char *, n);
	for (size_t i = 0; i < n; i++) {
		const char *value = row_text(rows[i], "value");
		const char *target = row_digits(rows[i], "target_util");

		if (!target || (t->vary && !value))
			return damaged(e, i, "no target_util or value");
		value = value ? value : "";
		if (t->n_values == 0 ||
		    strcmp(t->values[t->n_values - 1], value) != 0)
			t->values[t->n_values++] = arena_strdup(a, value);
		if (t->n_values == 1 &&
		    (t->n_points == 0 ||
		     strcmp(t->targets[t->n_points - 1], target) != 0))
			t->targets[t->n_points++] = arena_strdup(a, target);
	}
	t->utilization = ARENA_NEW(a, double, t->n_points);
	for (uint32_t i = 0; i < t->n_points; i++)
		t->utilization[i] = strtod(t->targets[i], NULL);
	return true;
}

/* As many decimals for each as the longest needs. */
static void align_targets(struct accept_table *t, struct arena *a)
{
	size_t decimals = 0;

	for (uint32_t i = 0; i < t->n_points; i++) {
		const char *point = strchr(t->targets[i], '.');

		if (point && strlen(point + 1) > decimals)
			decimals = strlen(point + 1);
	}
	for (uint32_t i = 0; i < t->n_points; i++) {
		char *text =
			arena_printf(a, "%s%s000000000", t->targets[i],
				     strchr(t->targets[i], '.') ? "" : ".");

		strchr(text, '.')[decimals ? decimals + 1 : 0] = '\0';
		t->targets[i] = text;
	}
}

/* The place of a row, or NULL where the axes have none. */
static struct accept_cell *place(struct accept_table *t, const struct tree *row)
{
	const char *value = row_text(row, "value");
	const char *target = row_digits(row, "target_util");
	double u = target ? strtod(target, NULL) : -1;
	uint32_t v = find(t->values, t->n_values, value ? value : ""), p = 0;

	while (p < t->n_points &&
	       (t->utilization[p] < u || t->utilization[p] > u))
		p++;
	if (v == t->n_values || p == t->n_points)
		return NULL;
	return &t->cells[((size_t)v * t->n_points + p) * t->n_columns];
}

static const struct tree **parse_all(char *const *lines, size_t n,
				     struct arena *trees, struct dag_error *e)
{
	const struct tree **rows = ARENA_NEW(trees, const struct tree *, n);

	for (size_t i = 0; i < n; i++) {
		rows[i] = row_parse(trees, lines[i]);
		if (!rows[i]) {
			damaged(e, i, "it is no JSON object");
			return NULL;
		}
	}
	if (n == 0)
		error_set(e, NULL, 0, 0, "no rows");
	return n ? rows : NULL;
}

static void take_cells(struct accept_table *t, struct arena *a)
{
	t->cells = ARENA_NEW(a, struct accept_cell,
			     (size_t)t->n_values * t->n_points * t->n_columns);
}

/* --- from the work --- */

static void add_row(struct accept_table *t, const struct tree *row,
		    struct accept_cell *cells, struct arena *scratch)
{
	for (uint32_t i = 0; i < t->n_columns; i++) {
		struct accept_cell *c = &cells[i];
		const char *name = t->names[i];
		uint64_t most;

#define GET(key) row_count(row, arena_printf(scratch, key ".%s", name))
		c->sets += row_count(row, "sets");
		c->accepted += GET("accepted");
		c->refused += GET("refused");
		c->not_proven += GET("not_proven");
		c->not_applicable += GET("not_applicable");
		c->time_ns += GET("time_ns");
		most = GET("time_max_ns");
		c->time_max_ns = most > c->time_max_ns ? most : c->time_max_ns;
#undef GET
	}
}

bool accept_sum(struct accept_table *t, char *const *lines, size_t n,
		struct arena *a, struct dag_error *e)
{
	struct arena trees = {0};
	const struct tree **rows = parse_all(lines, n, &trees, e);
	bool ok = rows != NULL;
	uint32_t timed = 0;

	*t = (struct accept_table){0};
	if (ok) {
		read_head(t, rows[0], a);
		t->names = row_names(a, rows[0], "accepted.", "", NULL,
				     &t->n_columns);
		row_names(&trees, rows[0], "time_ns.", "", NULL, &timed);
		t->timed = timed > 0;
		ok = read_axes(t, rows, n, a, e);
	}
	if (ok)
		take_cells(t, a);
	for (size_t i = 0; ok && i < n; i++) {
		struct accept_cell *cells = place(t, rows[i]);

		ok = cells || damaged(e, i, "another point belongs here");
		if (ok)
			add_row(t, rows[i], cells, &trees);
	}
	if (ok)
		align_targets(t, a);
	arena_free(&trees);
	return ok;
}

/* --- lines --- */

static void text(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

static void number(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void real(struct json *j, const char *key, double v)
{
	json_key(j, key);
	json_double(j, v);
}

static void put_head(struct json *j, const struct accept_table *t, size_t row,
		     size_t rows)
{
	text(j, "schema", "dagsim.accept/1");
	text(j, "version", t->version);
	text(j, "sweep", t->sweep);
	number(j, "row", row);
	number(j, "rows", rows);
	text(j, "workload", t->stem);
	text(j, "workload_digest", t->digest);
	number(j, "seed", strtoull(t->seed, NULL, 10));
	text(j, "command", t->command);
	text(j, "vary", t->vary);
}

static void put_cell(struct json *j, const struct accept_table *t,
		     const struct accept_cell *c)
{
	double low, high;

	metrics_wilson(c->accepted, c->sets, &low, &high);
	number(j, "sets", c->sets);
	number(j, "accepted", c->accepted);
	number(j, "refused", c->refused);
	number(j, "not_proven", c->not_proven);
	number(j, "not_applicable", c->not_applicable);
	real(j, "accepted_part", accept_part(c));
	real(j, "accepted_low", low);
	real(j, "accepted_high", high);
	if (!t->timed)
		return;
	number(j, "time_ns", c->time_ns);
	number(j, "time_max_ns", c->time_max_ns);
}

char **accept_lines(const struct accept_table *t, struct arena *a, size_t *n)
{
	size_t rows = (size_t)t->n_values * t->n_points * t->n_columns;
	char **lines = ARENA_NEW(a, char *, rows);

	for (size_t i = 0; i < rows; i++) {
		size_t point = i / t->n_columns;
		uint32_t column = (uint32_t)(i % t->n_columns);
		struct json_text line = {0};
		struct json j;

		json_to_text(&j, &line, 0);
		json_object(&j);
		put_head(&j, t, i, rows);
		text(&j, "value",
		     t->vary ? t->values[point / t->n_points] : NULL);
		json_key(&j, "per_core"), json_bool(&j, t->per_core);
		real(&j, "target_util", t->utilization[point % t->n_points]);
		text(&j, "name", t->names[column]);
		json_key(&j, "guarantee"),
			json_bool(&j, accept_is_test(t, column));
		put_cell(&j, t, &t->cells[i]);
		row_seal(&j, &line);
		json_end(&j);
		json_finish(&j);
		lines[i] = arena_strdup(a, line.s);
		free(line.s);
	}
	*n = rows;
	return lines;
}

static void read_cell(struct accept_cell *c, const struct tree *row)
{
	*c = (struct accept_cell){
		.sets = row_count(row, "sets"),
		.accepted = row_count(row, "accepted"),
		.refused = row_count(row, "refused"),
		.not_proven = row_count(row, "not_proven"),
		.not_applicable = row_count(row, "not_applicable"),
		.time_ns = row_count(row, "time_ns"),
		.time_max_ns = row_count(row, "time_max_ns"),
	};
}

static bool read_cells(struct accept_table *t, const struct tree *const *rows,
		       size_t n, struct dag_error *e)
{
	if (n != (size_t)t->n_values * t->n_points * t->n_columns)
		return damaged(e, n - 1, "the axes do not fit the rows");
	for (size_t i = 0; i < n; i++) {
		const struct accept_cell *cells = place(t, rows[i]);
		const char *name = row_text(rows[i], "name");

		if (cells != &t->cells[i / t->n_columns * t->n_columns] ||
		    !name || strcmp(name, t->names[i % t->n_columns]) != 0)
			return damaged(e, i, "another point belongs here");
		read_cell(&t->cells[i], rows[i]);
		if (t->cells[i].accepted > t->cells[i].sets)
			return damaged(e, i, "more sets accepted than made");
	}
	return true;
}

bool accept_read(struct accept_table *t, char *const *lines, size_t n,
		 struct arena *a, struct dag_error *e)
{
	struct arena trees = {0};
	const struct tree **rows = parse_all(lines, n, &trees, e);
	bool ok = rows != NULL;

	*t = (struct accept_table){0};
	if (ok) {
		read_head(t, rows[0], a);
		t->timed = row_digits(rows[0], "time_ns") != NULL;
		t->names = ARENA_NEW(a, const char *, n);
		ok = read_axes(t, rows, n, a, e);
	}
	for (size_t i = 0; ok && i < n; i++) {
		const char *name = row_text(rows[i], "name");

		if (!name || find(t->names, t->n_columns, name) < t->n_columns)
			break;
		t->names[t->n_columns++] = arena_strdup(a, name);
	}
	if (ok) {
		take_cells(t, a);
		ok = read_cells(t, rows, n, e);
	}
	if (ok)
		align_targets(t, a);
	arena_free(&trees);
	return ok;
}

/* --- numbers --- */

const struct accept_cell *accept_at(const struct accept_table *t,
				    uint32_t value, uint32_t point,
				    uint32_t column)
{
	size_t at = (size_t)value * t->n_points + point;

	assert(value < t->n_values && point < t->n_points);
	assert(column < t->n_columns);
	return &t->cells[at * t->n_columns + column];
}

double accept_part(const struct accept_cell *c)
{
	if (c->not_applicable == c->sets)
		return NAN;
	return (double)c->accepted / (double)c->sets;
}

double accept_weighted(const struct accept_table *t, uint32_t value,
		       uint32_t column)
{
	double sum = 0, all = 0;

	for (uint32_t i = 0; i < t->n_points; i++) {
		sum += t->utilization[i] *
		       accept_part(accept_at(t, value, i, column));
		all += t->utilization[i];
	}
	return sum / all;
}

bool accept_is_test(const struct accept_table *t, uint32_t column)
{
	return strncmp(t->names[column], "simulated ", 10) != 0;
}
