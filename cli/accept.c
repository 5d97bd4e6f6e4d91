/* accept.c - acceptance sweeps: plan, files, words; see accept.h */
#include "cli/accept.h"

#include "base/decimal.h"
#include "base/json.h"
#include "cli/accept_count.h"
#include "cli/accept_files.h"
#include "cli/output.h"
#include "cli/sweep_files.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 100000 };

/* --- the plan --- */

static bool lay_points(struct cli *cli, const struct accept_request *q,
		       struct accept_plan *p)
{
	int64_t den = q->util_min.den, low, high, step;
	struct ratio *list;

	den = q->util_max.den > den ? q->util_max.den : den;
	den = q->util_step.den > den ? q->util_step.den : den;
	if (den > INT64_C(1000000000) ||
	    q->util_max.num / q->util_max.den > 1000)
		return error_set(&cli->error, NULL, 0, 0,
				 "utilizations of a sweep have at most 9 "
				 "decimals and are at most 1000");
	low = q->util_min.num * (den / q->util_min.den);
	high = q->util_max.num * (den / q->util_max.den);
	step = q->util_step.num * (den / q->util_step.den);
	if (low > high)
		return error_set(&cli->error, NULL, 0, 0,
				 "--util-min is above --util-max");
	if ((high - low) / step >= POINTS_MAX)
		return error_set(&cli->error, NULL, 0, 0,
				 "the sweep has more than %d utilizations",
				 POINTS_MAX);
	p->n_points = (uint32_t)((high - low) / step) + 1;
	list = ARENA_NEW(&cli->arena, struct ratio, p->n_points);
	for (uint32_t i = 0; i < p->n_points; i++)
		list[i] = (struct ratio){low + i * step, den};
	p->utilization = list;
	return true;
}

static bool add_column(struct accept_plan *p, const struct analysis_test *test,
		       const struct policy_ops *ops)
{
	for (uint32_t i = 0; i < p->n_columns; i++)
		if (p->columns[i].test == test &&
		    (test || p->columns[i].policy == ops))
			return true;
	if (p->n_columns == ACCEPT_COLUMNS)
		return false;
	p->columns[p->n_columns++] = (struct accept_column){test, ops};
	return true;
}

static bool fits(const struct policy_ops *ops, const struct workload *w)
{
	uint32_t need = w->platform.n_cores ? POLICY_ON_CORES : 0;

	if (w->platform.n_accelerators)
		need |= POLICY_ON_ACCELERATOR;
	return (ops->traits.flags & need) == need;
}

static bool add_policy(struct accept_plan *p, const struct policy_ops *ops,
		       const struct analysis_set *set)
{
	const struct analysis_test *t;

	for (unsigned i = 0; (t = analysis_for(&ops->traits, set, i)); i++)
		if (!add_column(p, t, ops))
			return false;
	return !p->horizon || add_column(p, NULL, ops);
}

/* Columns from what one set is: tests first, as their policies come. */
static bool lay_columns(struct cli *cli, const struct accept_request *q,
			const struct workload *w, struct accept_plan *p)
{
	static const struct analysis_charge nominal = {0};
	struct dag_error *e = &cli->error;
	const struct analysis_set *set =
		set_build(w, &nominal, TIME_DENSE, &cli->arena);
	bool room = true;

	for (size_t i = 0; !q->n_policies && policy_table[i]; i++)
		if (fits(policy_table[i], w))
			room &= add_policy(p, policy_table[i], set);
	for (size_t i = 0; i < q->n_policies; i++) {
		const struct policy_ops *ops = policy_find(q->policies[i], e);

		if (!ops)
			return false;
		if (!fits(ops, w))
			return error_set(e, q->spec, 0, 0,
					 "policy '%s' does not drive the "
					 "platform of these sets",
					 ops->name);
		room &= add_policy(p, ops, set);
	}
	if (p->n_columns && room)
		return true;
	return error_set(e, q->spec, 0, 0,
			 room ? "no test is for these policies on these sets; "
				"--duration would simulate them"
			      : "too many tests and policies at once");
}

static bool make_plan(struct cli *cli, const struct accept_request *q,
		      struct accept_plan *p)
{
	struct dag_error *e = &cli->error;
	struct generate_spec first;
	struct generator *g;
	const struct workload *w;
	bool ok;

	*p = (struct accept_plan){.threads = q->threads,
				  .first = q->has_only ? q->only : 1,
				  .n_sets = q->has_only ? 1 : q->n_sets,
				  .horizon = q->horizon};
	generate_spec_init(&p->spec, GENERATE_STREAMS);
	if (!generate_spec_load(q->spec, &cli->arena, &p->spec, e) ||
	    !lay_points(cli, q, p))
		return false;
	if (p->spec.given >> KEY_utilization & 1)
		return error_set(e, q->spec, 0, 0,
				 "'utilization' is what the sweep varies; give "
				 "--util-min, --util-max and --util-step "
				 "instead");
	first = p->spec;
	first.utilization = p->utilization[0];
	g = generator_new(&first, e);
	w = g ? generator_make(g, p->first, e) : NULL;
	ok = w && lay_columns(cli, q, w, p);
	generator_free(g);
	return ok;
}

/* --- the whole --- */

/* A ratio whose denominator is a power of ten. */
static void put_decimal(char *buf, struct ratio r)
{
	unsigned digits = 0;

	for (int64_t den = r.den; den > 1; den /= 10)
		digits++;
	decimal_format(buf, r.num, digits, -1);
}

static const char *command_of(struct cli *cli, const struct accept_request *q,
			      const struct accept_plan *p)
{
	struct arena *a = &cli->arena;
	char low[DECIMAL_SIZE], high[DECIMAL_SIZE], step[DECIMAL_SIZE];
	const struct ratio *last = &p->utilization[p->n_points - 1];
	const char *list = "";
	char time[32];
	int n = 0;
	char *argv[20];

	put_decimal(low, q->util_min);
	put_decimal(high, *last);
	put_decimal(step, q->util_step);
	time_format(time, sizeof(time), p->horizon);
	for (size_t i = 0; i < q->n_policies; i++)
		list = arena_printf(a, "%s%s%s", list, i ? "," : "",
				    q->policies[i]);
	const char *const words[] = {
		"dagsim",      "bench",
		"--accept",    q->spec,
		"--sets",      arena_printf(a, "%" PRIu64, q->n_sets),
		"--util-min",  low,
		"--util-max",  high,
		"--util-step", step,
		"--policies",  q->n_policies ? list : "all",
		"--duration",  time};

	for (; n < (p->horizon ? 16 : 14); n++)
		argv[n] = arena_strdup(a, words[n]);
	return cli_quote(a, n, argv);
}

static void print_one(const struct accept_table *t)
{
	for (uint32_t i = 0; i < t->n_points; i++)
		for (uint32_t k = 0; k < t->n_columns; k++)
			printf("U %s  set %" PRIu64 "  %-38s %s\n",
			       t->targets[i], t->first, t->names[k],
			       t->accepted[i * t->n_columns + k]
				       ? "accepted"
				       : "not accepted");
}

static void name_table(struct cli *cli, const struct accept_request *q,
		       const struct accept_plan *p, struct accept_table *t)
{
	struct arena *a = &cli->arena;
	const char *base = strrchr(q->spec, '/');
	unsigned digits = 0;

	base = base ? base + 1 : q->spec;
	t->stem = rows_file_name(a, arena_strndup(a, base, strcspn(base, ".")));
	t->command = command_of(cli, q, p);
	t->first = p->first;
	t->n_sets = p->n_sets;
	t->n_points = p->n_points;
	t->n_columns = p->n_columns;
	for (int64_t den = p->utilization[0].den; den > 1; den /= 10)
		digits++;
	for (uint32_t i = 0; i < p->n_points; i++) {
		char text[DECIMAL_SIZE];
		const struct ratio *u = &p->utilization[i];

		decimal_format_ratio(text, u->num, u->den, (int)digits);
		t->targets[i] = arena_strdup(a, text);
		t->utilization[i] = (double)u->num / (double)u->den;
	}
	for (uint32_t k = 0; k < p->n_columns; k++) {
		const struct accept_column *c = &p->columns[k];

		t->is_test[k] = c->test != NULL;
		t->names[k] = c->test ? c->test->name
				      : arena_printf(a, "simulated %s",
						     c->policy->name);
	}
}

bool accept_run(struct cli *cli, const struct accept_request *q)
{
	struct arena *a = &cli->arena;
	struct accept_plan plan;
	struct accept_table t = {0};
	atomic_uint_least64_t *counts;
	size_t n;

	if (!make_plan(cli, q, &plan))
		return false;
	if (!q->has_only &&
	    (!files_folder(q->out_dir, a, &cli->error) ||
	     (q->figure_dir && !files_folder(q->figure_dir, a, &cli->error))))
		return false;
	n = (size_t)plan.n_points * plan.n_columns;
	counts = ARENA_NEW(a, atomic_uint_least64_t, n);
	if (!accept_count(&plan, counts, &cli->error))
		return false;
	t.accepted = ARENA_NEW(a, uint64_t, n);
	for (size_t i = 0; i < n; i++)
		t.accepted[i] = atomic_load(&counts[i]);
	t.targets = ARENA_NEW(a, const char *, plan.n_points);
	t.utilization = ARENA_NEW(a, double, plan.n_points);
	t.names = ARENA_NEW(a, const char *, plan.n_columns);
	t.is_test = ARENA_NEW(a, bool, plan.n_columns);
	name_table(cli, q, &plan, &t);
	if (!q->has_only)
		return accept_write(cli, &t, q->out_dir, q->figure_dir);
	print_one(&t);
	return true;
}
