/* sweep.c - setting up a sweep; see sweep.h */
#include "cli/sweep.h"
#include "cli/command.h"
#include "cli/rows.h"

#include "base/decimal.h"
#include "policies/lineup.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const char *const sweep_late_names[] = {"drop", "run", NULL};

/* --- policies --- */

/* Mistakes are told before anything runs. */
static bool add_policy(struct sweep *s, const char *spec, struct arena *scratch,
		       struct dag_error *e)
{
	struct sweep_policy *p = &s->policies[s->n_policies];
	struct lineup l;

	if (!lineup_init(&l, spec, s->loaded, scratch, e))
		return false;
	for (uint32_t i = 0; i < s->n_policies; i++)
		if (!strcmp(s->policies[i].name, l.name))
			return error_set(e, NULL, 0, 0,
					 "policy '%.200s' is listed twice",
					 l.name);
	p->spec = arena_strdup(&s->arena, spec);
	p->name = arena_strdup(&s->arena, l.name);
	p->traits = policy_promises(l.policy); /* settings may say otherwise */
	s->n_policies++;
	return true;
}

static bool choose_policies(struct sweep *s, const struct sweep_request *r,
			    struct dag_error *e)
{
	bool all = r->n_policies == 0 ||
		   (r->n_policies == 1 && !strcmp(r->policies[0], "all"));
	struct arena scratch = {0};
	const char **names = r->policies;
	size_t n = r->n_policies;
	bool ok = true;

	if (all) {
		names = lineup_all(s->loaded, &s->arena);
		for (n = 0; names[n]; n++)
			continue;
	}
	s->policies = ARENA_NEW(&s->arena, struct sweep_policy, n);
	for (size_t i = 0; ok && i < n; i++)
		ok = add_policy(s, names[i], &scratch, e);
	arena_free(&scratch);
	return ok;
}

static bool choose_baseline(struct sweep *s, const char *name,
			    struct dag_error *e)
{
	const char **names = ARENA_NEW(&s->arena, const char *, s->n_policies);
	const char *wanted = name ? name : "edf";
	char hint[256] = "";

	s->baseline = &s->policies[0];
	for (uint32_t i = 0; i < s->n_policies; i++) {
		names[i] = s->policies[i].name;
		if (!strcmp(names[i], wanted) ||
		    (name && !strcmp(s->policies[i].spec, name))) {
			s->baseline = &s->policies[i];
			return true;
		}
	}
	if (!name)
		return true;
	suggest(hint, sizeof(hint), name, names, s->n_policies);
	return error_set(e, NULL, 0, 0,
			 "the baseline '%s' is not among the policies%s", name,
			 hint);
}

/* --- points --- */

/* r in units of 10^-decimals. */
static int64_t in_units(struct ratio r, unsigned decimals)
{
	int128 one = 1;

	while (decimals--)
		one *= 10;
	return (int64_t)(r.num * one / r.den);
}

static unsigned decimals_of(struct ratio r)
{
	unsigned n = 0;

	for (int64_t den = r.den; den > 1; den /= 10) {
		assert(den % 10 == 0);
		n++;
	}
	return n;
}

static bool lay_grid(struct sweep *s, const struct sweep_request *r,
		     struct dag_error *e)
{
	const struct ratio parts[] = {r->util_min, r->util_max, r->util_step};
	struct ratio limit = {1000, 1};
	int64_t low, high, step, n;

	for (size_t i = 0; i < 3; i++) {
		unsigned d = decimals_of(parts[i]);

		s->decimals = d > s->decimals ? d : s->decimals;
		if (d > 9 || ratio_cmp(parts[i], limit) > 0)
			return error_set(e, NULL, 0, 0,
					 "utilizations of a sweep have at most "
					 "9 decimals and are at most 1000");
	}
	low = in_units(r->util_min, s->decimals);
	high = in_units(r->util_max, s->decimals);
	step = in_units(r->util_step, s->decimals);
	if (low > high)
		return error_set(e, NULL, 0, 0,
				 "--util-min is above --util-max");
	n = (high - low) / step + 1;
	if ((int128)n * s->n_policies * s->n_seeds > ROWS_MAX)
		return error_set(e, NULL, 0, 0,
				 "the sweep has more than %d rows",
				 (int)ROWS_MAX);
	s->n_points = (uint32_t)n;
	s->points = ARENA_NEW(&s->arena, struct sweep_point, s->n_points);
	for (uint32_t i = 0; i < s->n_points; i++)
		s->points[i].target = low + i * step;
	s->set.n_rows = (size_t)n * s->n_policies * s->n_seeds;
	return true;
}

static bool set_point(struct sweep *s, struct sweep_point *p,
		      struct dag_error *e)
{
	struct ratio target = {p->target, 1};

	for (unsigned i = 0; i < s->decimals; i++)
		target.den *= 10;
	if (!workload_factor_for(s->loaded, target, &p->factor, e))
		return false;
	p->workload = workload_scale(s->loaded, p->factor, e);
	return p->workload != NULL;
}

/* Which tests there are depends on the platform, not on the load. */
static void list_tests(struct sweep *s)
{
	static const struct analysis_charge nominal = {0};
	const struct analysis_set *set;
	struct arena scratch = {0};

	set = set_build(s->loaded, &nominal, TIME_DENSE, &scratch);
	for (uint32_t i = 0; i < s->n_policies; i++) {
		struct sweep_policy *p = &s->policies[i];
		const struct policy_traits *traits = &p->traits;

		while (analysis_for(traits, set, p->n_tests))
			p->n_tests++;
		p->tests = ARENA_NEW(&s->arena, const struct analysis_test *,
				     p->n_tests);
		p->verdicts = ARENA_NEW(&s->arena, enum verdict_kind,
					(size_t)p->n_tests * s->n_points);
		for (uint32_t k = 0; k < p->n_tests; k++)
			p->tests[k] = analysis_for(traits, set, k);
	}
	arena_free(&scratch);
}

static bool set_points(struct sweep *s, struct dag_error *e)
{
	for (uint32_t i = 0; i < s->n_points; i++)
		if (!set_point(s, &s->points[i], e))
			return false;
	list_tests(s);
	return true;
}

/* --- names --- */

static const char *target_text(struct sweep *s, int64_t units)
{
	char buf[DECIMAL_SIZE];

	decimal_format(buf, units, s->decimals, -1);
	return arena_strdup(&s->arena, buf);
}

/* The last target stands for --util-max: it makes the same points. */
static void name_command(struct sweep *s, const struct sweep_request *r)
{
	struct arena *a = &s->arena;
	char duration[32];
	const char *policies = s->policies[0].name;
	char **argv;
	int n;

	for (uint32_t i = 1; i < s->n_policies; i++)
		policies =
			arena_printf(a, "%s,%s", policies, s->policies[i].name);
	time_format(duration, sizeof(duration), s->horizon);
	const char *const words[] = {
		"dagsim",
		"bench",
		s->loaded->file,
		"--policies",
		policies,
		"--util-min",
		target_text(s, s->points[0].target),
		"--util-max",
		target_text(s, s->points[s->n_points - 1].target),
		"--util-step",
		target_text(s, in_units(r->util_step, s->decimals)),
		"--seed",
		arena_printf(a, "%" PRIu64, s->first_seed),
		"--seeds",
		arena_printf(a, "%" PRIu32, s->n_seeds),
		"--duration",
		arena_strdup(a, duration),
		"--late",
		sweep_late_names[s->late],
		"--baseline",
		s->baseline->name,
	};

	n = (int)(sizeof(words) / sizeof(*words));
	argv = ARENA_NEW(a, char *, (size_t)(n + r->n_reading));
	for (int i = 0; i < n; i++)
		argv[i] = arena_strdup(a, words[i]);
	for (int i = 0; i < r->n_reading; i++)
		argv[n++] = r->reading[i];
	s->command = cli_quote(a, n, argv);
}

/* Over what decides the numbers; where the file lies does not. */
static void hash_sweep(struct sweep *s)
{
	const char *text = strstr(s->command, " --policies ");

	assert(text);
	row_set_hash(&s->set,
		     arena_printf(&s->arena, "dagsim.bench/1 %s %s %s%s",
				  DAGSIM_VERSION, s->loaded->name,
				  s->loaded->digest, text));
}

bool sweep_init(struct sweep *s, struct workload *w,
		const struct sweep_request *r, struct dag_error *e)
{
	REQUIRE(s && w && r->n_seeds && r->horizon > 0);
	*s = (struct sweep){.set.maker = &sweep_maker,
			    .loaded = w,
			    .first_seed = r->first_seed,
			    .n_seeds = r->n_seeds,
			    .horizon = r->horizon,
			    .late = r->has_late ? r->late : w->sim.late};
	s->file_name = rows_file_name(&s->arena, w->name);
	if (!choose_policies(s, r, e) || !choose_baseline(s, r->baseline, e) ||
	    !lay_grid(s, r, e) || !set_points(s, e)) {
		sweep_free(s);
		return false;
	}
	name_command(s, r);
	hash_sweep(s);
	s->set.n_parts = s->n_policies;
	row_set_init(&s->set);
	return true;
}

void sweep_free(struct sweep *s)
{
	row_set_free(&s->set);
	for (uint32_t i = 0; i < s->n_points; i++)
		if (s->points[i].workload)
			workload_free(s->points[i].workload);
	if (s->loaded)
		workload_free(s->loaded);
	arena_free(&s->arena);
	*s = (struct sweep){0};
}
