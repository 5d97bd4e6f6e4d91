/* sweep.c - setting up a sweep; see sweep.h */
#include "cli/sweep.h"
#include "cli/command.h"
#include "cli/rows.h"

#include "base/decimal.h"

#include <assert.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

const char *const sweep_late_names[] = {"drop", "run", NULL};

/* --- policies --- */

static bool fits(const struct policy_ops *ops, const struct workload *w)
{
	uint32_t need = 0;

	if (w->platform.n_cores)
		need |= POLICY_ON_CORES;
	if (w->platform.n_accelerators)
		need |= POLICY_ON_ACCELERATOR;
	return (ops->traits.flags & need) == need;
}

static bool add_policy(struct sweep *s, const char *name, struct dag_error *e)
{
	const struct policy_ops *ops = policy_find(name, e);

	if (!ops)
		return false;
	if (!fits(ops, s->loaded))
		return error_set(e, s->loaded->file, 0, 0,
				 "policy '%s' does not drive this platform (%u "
				 "cores, %u accelerators); see dagsim policies",
				 name, s->loaded->platform.n_cores,
				 s->loaded->platform.n_accelerators);
	for (uint32_t i = 0; i < s->n_policies; i++)
		if (s->policies[i] == ops)
			return error_set(e, NULL, 0, 0,
					 "policy '%s' is listed twice", name);
	s->policies[s->n_policies++] = ops;
	return true;
}

static bool choose_policies(struct sweep *s, const struct sweep_request *r,
			    struct dag_error *e)
{
	bool all = r->n_policies == 0 ||
		   (r->n_policies == 1 && !strcmp(r->policies[0], "all"));
	size_t table = 0;

	while (policy_table[table])
		table++;
	s->policies = ARENA_NEW(&s->arena, const struct policy_ops *,
				all ? table : r->n_policies);
	for (size_t i = 0; all && i < table; i++)
		if (fits(policy_table[i], s->loaded))
			s->policies[s->n_policies++] = policy_table[i];
	for (size_t i = 0; !all && i < r->n_policies; i++)
		if (!add_policy(s, r->policies[i], e))
			return false;
	if (s->n_policies)
		return true;
	return error_set(e, s->loaded->file, 0, 0,
			 "no policy drives this platform");
}

static bool choose_baseline(struct sweep *s, const char *name,
			    struct dag_error *e)
{
	const char **names = ARENA_NEW(&s->arena, const char *, s->n_policies);
	const char *wanted = name ? name : "edf";
	char hint[256] = "";

	s->baseline = s->policies[0];
	for (uint32_t i = 0; i < s->n_policies; i++) {
		names[i] = s->policies[i]->name;
		if (!strcmp(names[i], wanted)) {
			s->baseline = s->policies[i];
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
	if ((int128)n * s->n_policies * s->n_seeds > SWEEP_ROWS_MAX)
		return error_set(e, NULL, 0, 0,
				 "the sweep has more than %d rows",
				 (int)SWEEP_ROWS_MAX);
	s->n_points = (uint32_t)n;
	s->points = ARENA_NEW(&s->arena, struct sweep_point, s->n_points);
	for (uint32_t i = 0; i < s->n_points; i++)
		s->points[i].target = low + i * step;
	s->n_rows = (size_t)n * s->n_policies * s->n_seeds;
	return true;
}

static void ask_tests(struct sweep *s, struct sweep_point *p, uint32_t policy,
		      const struct analysis_set *set, struct arena *scratch)
{
	static const struct analysis_options plain = {.max_work = SWEEP_WORK};
	const struct policy_ops *ops = s->policies[policy];
	struct sweep_cell *cell = &p->cells[policy];
	struct analysis_input in = {.set = set,
				    .policy = &ops->traits,
				    .policy_name = ops->name,
				    .options = &plain,
				    .arena = scratch};
	const struct analysis_test *t;
	uint32_t n = 0;

	while (analysis_for(&ops->traits, set, n))
		n++;
	cell->verdicts = arena_array(&s->arena, n, sizeof(*cell->verdicts));
	for (; (t = analysis_for(&ops->traits, set, cell->n_verdicts));
	     cell->n_verdicts++) {
		struct verdict v;

		analysis_run(t, &in, &v);
		cell->verdicts[cell->n_verdicts].test = t->name;
		cell->verdicts[cell->n_verdicts].kind = v.kind;
	}
}

static bool set_point(struct sweep *s, struct sweep_point *p,
		      struct arena *scratch, struct dag_error *e)
{
	static const struct analysis_charge nominal = {0};
	struct ratio target = {p->target, 1};

	for (unsigned i = 0; i < s->decimals; i++)
		target.den *= 10;
	if (!workload_factor_for(s->loaded, target, &p->factor, e))
		return false;
	p->workload = workload_scale(s->loaded, p->factor, e);
	if (!p->workload)
		return false;
	p->cells = ARENA_NEW(&s->arena, struct sweep_cell, s->n_policies);
	for (uint32_t i = 0; i < s->n_policies; i++) {
		struct analysis_set *set;

		arena_reset(scratch);
		set = set_build(p->workload, &nominal, TIME_DENSE, scratch);
		ask_tests(s, p, i, set, scratch);
	}
	return true;
}

static bool set_points(struct sweep *s, struct dag_error *e)
{
	struct arena scratch = {0};
	bool ok = true;

	for (uint32_t i = 0; ok && i < s->n_points; i++)
		ok = set_point(s, &s->points[i], &scratch, e);
	arena_free(&scratch);
	return ok;
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
	const char *policies = s->policies[0]->name;
	char *argv[24];
	int n = 0;

	for (uint32_t i = 1; i < s->n_policies; i++)
		policies = arena_printf(a, "%s,%s", policies,
					s->policies[i]->name);
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

	for (; n < (int)(sizeof(words) / sizeof(*words)); n++)
		argv[n] = arena_strdup(a, words[n]);
	s->command = cli_quote(a, n, argv);
}

/* Over what decides the numbers; where the file lies does not. */
static void hash_sweep(struct sweep *s)
{
	const char *text = strstr(s->command, " --policies ");
	char hex[SHA256_DIGEST_STRING_LENGTH];
	SHA2_CTX sha;

	assert(text);
	text = arena_printf(&s->arena, "dagsim.bench/1 %s %s %s%s",
			    DAGSIM_VERSION, s->loaded->name, s->loaded->digest,
			    text);
	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)text, strlen(text));
	SHA256End(&sha, hex);
	memcpy(s->hash, hex, sizeof(s->hash) - 1);
	s->hash[sizeof(s->hash) - 1] = '\0';
}

bool sweep_init(struct sweep *s, struct workload *w,
		const struct sweep_request *r, struct dag_error *e)
{
	REQUIRE(s && w && r->n_seeds && r->horizon > 0);
	*s = (struct sweep){.loaded = w,
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
	s->lines = alloc_checked(calloc(s->n_rows, sizeof(*s->lines)));
	return true;
}

void sweep_free(struct sweep *s)
{
	for (size_t i = 0; s->lines && i < s->n_rows; i++)
		free(s->lines[i]);
	free(s->lines);
	for (uint32_t i = 0; i < s->n_points; i++)
		if (s->points[i].workload)
			workload_free(s->points[i].workload);
	if (s->loaded)
		workload_free(s->loaded);
	arena_free(&s->arena);
	*s = (struct sweep){0};
}
