/* accept_plan.c - what an acceptance sweep is made of; see accept.h */
#include "cli/accept.h"

#include "base/decimal.h"
#include "cli/bound_set.h"
#include "cli/rows.h"
#include "policies/lineup.h"

#include <assert.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/* --- points --- */

static bool lay_points(struct cli *cli, const struct bench_args *q,
		       struct accept *x)
{
	int64_t den = q->util_min.den, low, high, step;
	struct ratio *list;

	den = q->util_max.den > den ? q->util_max.den : den;
	den = q->util_step.den > den ? q->util_step.den : den;
	if (den > INT64_C(1000000000) ||
	    q->util_max.num / q->util_max.den > 1000 ||
	    q->util_min.num / q->util_min.den > 1000 ||
	    q->util_step.num / q->util_step.den > 1000)
		return error_set(&cli->error, NULL, 0, 0,
				 "utilizations of a sweep have at most 9 "
				 "decimals and are at most 1000");
	low = q->util_min.num * (den / q->util_min.den);
	high = q->util_max.num * (den / q->util_max.den);
	step = q->util_step.num * (den / q->util_step.den);
	if (low > high)
		return error_set(&cli->error, NULL, 0, 0,
				 "--util-min is above --util-max");
	if ((high - low) / step >= ACCEPT_POINTS)
		return error_set(&cli->error, NULL, 0, 0,
				 "the sweep has more than %d utilizations",
				 ACCEPT_POINTS);
	x->n_points = (uint32_t)((high - low) / step) + 1;
	list = ARENA_NEW(&cli->arena, struct ratio, x->n_points);
	for (uint32_t i = 0; i < x->n_points; i++)
		list[i] = (struct ratio){low + i * step, den};
	x->utilization = list;
	return true;
}

struct ratio accept_utilization(const struct accept *x, size_t point)
{
	const struct generate_spec *spec = &x->specs[point / x->n_points];
	struct ratio u = x->utilization[point % x->n_points];

	if (x->per_core && spec->kind != GENERATE_STREAMS)
		u.num *= generate_cores(spec);
	return u;
}

/* "KEY=A,B,C"; where there is a semicolon, "KEY=A;B;C". */
static bool split_values(struct cli *cli, const char *text, struct accept *x)
{
	struct arena *a = &cli->arena;
	const char *at = strchr(text, '=');
	char comma = at && strchr(at, ';') ? ';' : ',';
	const char stop[2] = {comma, '\0'};

	if (!at || at == text)
		return error_set(&cli->error, NULL, 0, 0,
				 "--vary is KEY=VALUE,VALUE,..., e.g. "
				 "streams=2,4,8, not '%.100s'",
				 text);
	x->vary = arena_strndup(a, text, (size_t)(at - text));
	x->values = ARENA_NEW(a, const char *, strlen(at));
	for (x->n_values = 0; *at; x->n_values++) {
		size_t len, end;

		at += 1 + strspn(at + 1, " ");
		end = strcspn(at, stop);
		for (len = end; len && at[len - 1] == ' ';)
			len--;
		x->values[x->n_values] = arena_strndup(a, at, len);
		at += end;
	}
	return true;
}

static bool set_value(struct cli *cli, struct accept *x, uint32_t i)
{
	struct dag_error *e = &cli->error;
	char msg[sizeof(e->msg)];

	for (uint32_t k = 0; k < i; k++)
		if (!strcmp(x->values[k], x->values[i]))
			return error_set(e, NULL, 0, 0,
					 "--vary gives '%.100s' the value "
					 "'%.100s' twice",
					 x->vary, x->values[i]);
	if (generate_spec_set(&x->specs[i], &cli->arena, x->vary, x->values[i],
			      e))
		return true;
	memcpy(msg, e->msg, sizeof(msg));
	return error_set(e, NULL, 0, 0, "--vary: %s", msg);
}

static bool lay_values(struct cli *cli, const struct bench_args *q,
		       const struct generate_spec *spec, struct accept *x)
{
	x->n_values = 1;
	if (q->vary && !split_values(cli, q->vary, x))
		return false;
	if (x->vary && !strcmp(x->vary, "utilization"))
		return error_set(&cli->error, NULL, 0, 0,
				 "--vary: 'utilization' is varied anyway, by "
				 "--util-min, --util-max and --util-step");
	x->specs = ARENA_NEW(&cli->arena, struct generate_spec, x->n_values);
	for (uint32_t i = 0; i < x->n_values; i++) {
		x->specs[i] = *spec;
		if (x->vary && !set_value(cli, x, i))
			return false;
	}
	return true;
}

/* --- columns --- */

static bool add_column(struct accept *x, const struct accept_column *column)
{
	for (uint32_t i = 0; i < x->n_columns; i++)
		if (!strcmp(x->columns[i].name, column->name))
			return true;
	if (x->n_columns == ACCEPT_COLUMNS)
		return false;
	x->columns[x->n_columns++] = *column;
	return true;
}

/* A test asked for one policy says what it says for another, unless the sets
 * depend on the policy. */
static const char *column_name(struct arena *a, const struct accept *x,
			       const struct accept_column *column,
			       const char *lineup)
{
	const char *name = column->test->name;

	for (uint32_t i = 0; i < x->n_columns; i++) {
		const struct accept_column *other = &x->columns[i];

		if (other->test != column->test)
			continue;
		if (!strcmp(other->policy, column->policy))
			return other->name;
		if (column->bound || other->bound)
			name = arena_printf(a, "%s for %s", name, lineup);
		break;
	}
	return name;
}

/* The tests that are sound for a line-up on such a set, and its simulation. */
static bool add_policy(struct cli *cli, struct accept *x, const char *spec,
		       const struct workload *w, const struct analysis_set *set)
{
	struct arena *a = &cli->arena;
	struct accept_column column = {.policy = arena_strdup(a, spec)};
	struct lineup l;

	if (!lineup_init(&l, spec, w, a, &cli->error))
		return false;
	column.traits = policy_promises(l.policy);
	column.bound = bound_set_matters(&column.traits, set);
	for (unsigned i = 0;
	     (column.test = analysis_for(&column.traits, set, i)); i++) {
		column.name = column_name(a, x, &column, l.name);
		if (!add_column(x, &column))
			goto full;
	}
	column.name = arena_printf(a, "simulated %s", l.name);
	if (!x->horizon || add_column(x, &column))
		return true;
full:
	return error_set(&cli->error, NULL, 0, 0,
			 "more than %d tests and policies at once",
			 ACCEPT_COLUMNS);
}

/* Tests for schedulers that no policy here is, so they are asked of none. */
static bool add_tests(struct cli *cli, const struct bench_args *q,
		      struct accept *x)
{
	struct dag_error *e = &cli->error;

	for (size_t i = 0; i < q->tests.n; i++) {
		struct accept_column column = {
			.test = analysis_find(q->tests.items[i], e)};

		if (!column.test)
			return false;
		if (!column.test->scheduler)
			return error_set(e, NULL, 0, 0,
					 "--test: %s is asked where a policy "
					 "that it is sound for is among "
					 "--policies; only tests for other "
					 "schedulers are named here",
					 column.test->name);
		column.name = column.test->name;
		if (!add_column(x, &column))
			return error_set(e, NULL, 0, 0,
					 "more than %d tests and policies at "
					 "once",
					 ACCEPT_COLUMNS);
	}
	return true;
}

/* Columns from what the first set of a value is: where the platform is what
 * is varied, those of another value may be more. */
static bool add_columns(struct cli *cli, const struct bench_args *q,
			const struct workload *w, struct accept *x)
{
	static const struct analysis_charge nominal = {0};
	struct arena *a = &cli->arena;
	struct name_list list = bench_policies(a, &q->policies);
	const struct analysis_set *set = set_build(w, &nominal, TIME_DENSE, a);

	if (list.n == 0 || (list.n == 1 && !strcmp(list.names[0], "all"))) {
		list.names = lineup_all(w, a);
		for (list.n = 0; list.names[list.n]; list.n++)
			continue;
	}
	for (size_t i = 0; i < list.n; i++)
		if (!add_policy(cli, x, list.names[i], w, set))
			return false;
	return true;
}

/* Adds to the error with which sets. */
static bool cannot_make(struct cli *cli, const struct accept *x, uint32_t i,
			struct ratio u)
{
	const struct dag_error why = cli->error;
	const char *value = "";

	if (x->vary)
		value = arena_printf(&cli->arena, "%s = %s, ", x->vary,
				     x->values[i]);
	return error_set(&cli->error, why.file[0] ? why.file : NULL, why.line,
			 why.col, "with %.200sU = %.10g: %.700s", value,
			 (double)u.num / (double)u.den, why.msg);
}

/* Whether sets can be made is seen at the ends of the loads, before any work
 * is done. */
static bool try_value(struct cli *cli, const struct bench_args *q, uint32_t i,
		      struct accept *x)
{
	struct generate_spec spec = x->specs[i];
	bool ok = true;

	spec.at[KEY_utilization].line = 0; /* options say it */
	for (int end = 0; ok && end < 2; end++) {
		size_t point =
			(size_t)i * x->n_points + (end ? x->n_points - 1 : 0);
		const struct workload *w;
		struct generator *g;

		spec.utilization = accept_utilization(x, point);
		g = generator_new(&spec, &cli->error);
		w = g ? generator_make(g, x->first, &cli->error) : NULL;
		if (!w)
			ok = cannot_make(cli, x, i, spec.utilization);
		else if (!end)
			ok = add_columns(cli, q, w, x);
		generator_free(g);
	}
	return ok;
}

/* --- names --- */

/* A ratio whose denominator is a power of ten. */
static const char *decimal(struct arena *a, struct ratio r)
{
	char buf[DECIMAL_SIZE];
	unsigned digits = 0;

	for (int64_t den = r.den; den > 1; den /= 10)
		digits++;
	decimal_format(buf, r.num, digits, -1);
	return arena_strdup(a, buf);
}

static void name_command(struct cli *cli, const struct bench_args *q,
			 struct accept *x)
{
	struct arena *a = &cli->arena;
	struct name_list list = bench_policies(a, &q->policies);
	const char *names = list.n ? "" : "all";
	char time[32];
	char **argv = ARENA_NEW(a, char *, 24 + 2 * q->tests.n);
	int n = 0;

	time_format(time, sizeof(time), x->horizon);
	for (size_t i = 0; i < list.n; i++)
		names = arena_printf(a, "%s%s%s", names, i ? "," : "",
				     list.names[i]);
	const char *const words[] = {
		"dagsim",      "bench",
		"--accept",    q->accept,
		"--sets",      arena_printf(a, "%" PRId64, q->sets.n),
		"--util-min",  decimal(a, q->util_min),
		"--util-max",  decimal(a, x->utilization[x->n_points - 1]),
		"--util-step", decimal(a, q->util_step),
		"--policies",  names};

	for (; n < 14; n++)
		argv[n] = arena_strdup(a, words[n]);
	for (size_t i = 0; i < q->tests.n; i++) {
		argv[n++] = arena_strdup(a, "--test");
		argv[n++] = arena_strdup(a, q->tests.items[i]);
	}
	if (x->horizon) {
		argv[n++] = arena_strdup(a, "--duration");
		argv[n++] = arena_strdup(a, time);
	}
	if (q->vary) {
		argv[n++] = arena_strdup(a, "--vary");
		argv[n++] = arena_strdup(a, q->vary);
	}
	if (x->per_core)
		argv[n++] = arena_strdup(a, "--per-core");
	if (x->timing)
		argv[n++] = arena_strdup(a, "--timing");
	x->command = cli_quote(a, n, argv);
}

/* What a spec says, key by key: where the file lies and how it is written
 * decides nothing. */
static const char *spec_text(struct arena *a, const struct accept *x)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	const char *kept;

	alloc_checked(out);
	for (uint32_t i = 0; i < x->n_values; i++)
		generate_spec_print(out, &x->specs[i], "");
	fclose(out);
	kept = arena_strdup(a, text);
	free(text);
	return kept;
}

static void name_sweep(struct cli *cli, const struct bench_args *q,
		       struct accept *x)
{
	struct arena *a = &cli->arena;
	const char *base = strrchr(q->accept, '/'), *text = spec_text(a, x);
	char hex[SHA256_DIGEST_STRING_LENGTH];
	SHA2_CTX sha;

	base = base ? base + 1 : q->accept;
	x->stem = rows_file_name(
		a, !strcmp(q->accept, "-")
			   ? "stdin"
			   : arena_strndup(a, base, strcspn(base, ".")));
	name_command(cli, q, x);
	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)text, strlen(text));
	SHA256End(&sha, hex);
	x->digest = arena_strdup(a, hex);
	for (uint32_t i = 0; i < x->n_columns; i++)
		text = arena_printf(a, "%s %s", i ? text : hex,
				    x->columns[i].name);
	row_set_hash(&x->set,
		     arena_printf(a, "dagsim.accept/1 %s %s%s %s",
				  DAGSIM_VERSION, x->stem,
				  strstr(x->command, " --sets "), text));
}

bool accept_plan(struct cli *cli, const struct bench_args *q, struct accept *x)
{
	struct dag_error *e = &cli->error;
	struct name_list list = bench_policies(&cli->arena, &q->policies);
	struct generate_spec spec;
	uint64_t points;

	*x = (struct accept){.set.maker = &accept_maker,
			     .first = q->only.given ? (uint64_t)q->only.n : 1,
			     .n_sets = q->only.given ? 1 : (uint64_t)q->sets.n,
			     .per_core = q->per_core,
			     .timing = q->timing,
			     .horizon = q->duration.given ? q->duration.ns : 0};
	generate_spec_init(&spec, GENERATE_STREAMS);
	if (!workload_load_policies(cli, list.names, list.n) ||
	    !generate_spec_load(q->accept, &cli->arena, &spec, e) ||
	    !lay_points(cli, q, x) || !lay_values(cli, q, &spec, x))
		return false;
	if (spec.given >> KEY_utilization & 1)
		return error_set(e, GENERATE_AT(&spec, KEY_utilization),
				 "'utilization' is what the sweep varies; give "
				 "--util-min, --util-max and --util-step "
				 "instead");
	for (uint32_t i = 0; i < x->n_values; i++)
		if (!try_value(cli, q, i, x))
			return false;
	if (!add_tests(cli, q, x))
		return false;
	if (!x->n_columns)
		return error_set(e, q->accept, 0, 0,
				 "no test is for these policies on these sets; "
				 "--duration would simulate them");
	points = (uint64_t)x->n_values * x->n_points;
	for (x->block = ACCEPT_SETS;; x->block *= 2) {
		x->n_blocks = (uint32_t)((x->n_sets + x->block - 1) / x->block);
		if (x->n_blocks == 1 || points * x->n_blocks <= ACCEPT_ROWS)
			break;
	}
	x->set.n_rows = (size_t)points * x->n_blocks;
	name_sweep(cli, q, x);
	return true;
}
