/* suite.c - runs of a suite; see suite.h */
#include "cli/suite.h"
#include "cli/suite_kernel.h"

#include "base/decimal.h"
#include "cli/sweep.h"
#include "cli/sweep_files.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

static const struct suite_variant rtos_platforms[] = {
	{.platform = "gedf", .name = "kernel, global EDF"},
	{.platform = "ros2-isolated+deadline",
	 .name = "ROS 2, Q = C",
	 .more_cores = 1},
	{.platform = "ros2-isolated+deadline",
	 .name = "ROS 2, Q = C, 20 us a callback",
	 .more_cores = 1,
	 .take = 20 * NS_PER_US},
	{.platform = "ros2-isolated+deadline",
	 .name = "ROS 2, Q = 1.05 C, 20 us a callback",
	 .more_cores = 1,
	 .take = 20 * NS_PER_US,
	 .margin = {105, 100}},
	{.platform = "yasmin", .name = "YASMIN, mended"},
	{0},
};

static const struct suite {
	const char *name, *folder, *pattern; /* of numbers 1, 2, ...         */
	unsigned n_files;
	const char *policy; /* NULL: platforms                               */
	const char *about;
	const char *note; /* what a reader of the table should know, or NULL */
	const struct suite_variant *platforms;
	enum suite_response response;
	dag_time duration; /* 0: the workload's                              */
} suites[] = {
	{.name = "awkernel",
	 .folder = "workloads/awkernel",
	 .pattern = "set%02u.yaml",
	 .n_files = 18,
	 .policy = "gedf",
	 .about = "three DAGs on three cores, global EDF"},
	{.name = SUITE_PLATFORMS,
	 .folder = "workloads/awkernel",
	 .pattern = "set%02u.yaml",
	 .n_files = 18,
	 .about = "three DAGs on three cores, on three platforms",
	 .note = "YASMIN's tick and costs were fitted to published medians (11 "
		 "to 81 % above the kernel's up to U = 2.5, 1.8 times those at "
		 "U = 3), so its rows show that the model can give them, no "
		 "more. Nothing else was fitted. What was given, fitted and "
		 "predicted: docs/rtos-comparison.md.",
	 .platforms = rtos_platforms,
	 .response = SUITE_FROM_START,
	 .duration = 20 * NS_PER_S},
	{0},
};

struct session {
	struct cli *cli;
	const struct bench_args *args;
	const struct suite *suite;
	const char **files;
	size_t n_files;
	struct suite_results r;
	size_t cap_loads;
	struct json_text rows;
	struct arena scratch; /* of a run                                    */
	SHA2_CTX sha;
};

/* --- what is asked --- */

const char *suite_name(size_t i)
{
	enum { N = sizeof(suites) / sizeof(*suites) - 1 };

	return i < N ? suites[i].name : i == N ? SUITE_KERNEL : NULL;
}

static const struct suite *find_suite(const char *name, struct dag_error *e)
{
	const char *names[sizeof(suites) / sizeof(*suites)];
	char hint[256] = "";
	size_t n = 0;

	for (; suite_name(n); n++) {
		if (suites[n].name && !strcmp(suites[n].name, name))
			return &suites[n];
		names[n] = suite_name(n);
	}
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown suite '%.64s'%s", name, hint);
	return NULL;
}

static void list_files(struct session *s)
{
	const struct operands *o = &s->cli->operands;
	struct arena *a = &s->cli->arena;
	const char *folder;

	s->files = o->items;
	s->n_files = o->n;
	if (o->n)
		return;
	folder = suite_find(a, s->suite->folder);
	s->n_files = s->suite->n_files;
	s->files = ARENA_NEW(a, const char *, s->n_files);
	for (unsigned i = 0; i < s->suite->n_files; i++) {
		char file[64];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(file, sizeof(file), s->suite->pattern, i + 1);
#pragma GCC diagnostic pop
		s->files[i] = arena_printf(a, "%s/%s", folder, file);
	}
}

static const char *const preemption_texts[] = {
	[PREEMPT_FULL] = "full preemption",
	[PREEMPT_LIMITED] = "limited preemption",
	[PREEMPT_NONE] = "no preemption",
};

static bool add_variant(struct session *s, struct suite_variant v)
{
	if (s->r.n_variants == SUITE_VARIANTS)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "more than %d variants", SUITE_VARIANTS);
	s->r.variants[s->r.n_variants++] = v;
	return true;
}

/* The suite's platforms, or those asked for, each as the suite has it. */
static bool list_platforms(struct session *s)
{
	const struct suite_variant *own = s->suite->platforms, *x;
	struct name_list list =
		bench_policies(&s->cli->arena, &s->args->platforms);
	bool ok = true;

	for (x = own; list.n == 0 && x->platform; x++)
		ok = ok && add_variant(s, *x);
	for (size_t i = 0; ok && i < list.n; i++) {
		const char *name = list.names[i];
		bool known = false;

		for (x = own; ok && x->platform; x++)
			if (!strcmp(x->platform, name)) {
				known = true;
				ok = add_variant(s, *x);
			}
		if (!known)
			ok = ok && add_variant(s, (struct suite_variant){
							  .platform = name,
							  .name = name});
	}
	return ok;
}

/* The policy with each way of preemption that is wanted. */
static bool list_preemptions(struct session *s, const char *policy)
{
	const struct opt_choice *only = &s->args->workload.preemption;
	struct arena *a = &s->cli->arena;

	for (int k = 0; k <= PREEMPT_NONE; k++) {
		struct suite_variant v = {.policy = policy,
					  .preemption = (enum preemption)k};

		if (only->given && only->index != k)
			continue;
		v.name = arena_printf(a, "%s, %s", policy, preemption_texts[k]);
		if (!add_variant(s, v))
			return false;
	}
	return true;
}

static bool list_variants(struct session *s)
{
	struct name_list list =
		bench_policies(&s->cli->arena, &s->args->policies);
	const char *standard[] = {s->suite->policy};

	if (list.n == 0)
		list = (struct name_list){standard, 1};
	for (size_t i = 0; i < list.n; i++)
		if (!list_preemptions(s, list.names[i]))
			return false;
	return workload_load_policies(s->cli, list.names, list.n);
}

static const char *joined(struct arena *a, const struct name_list *list)
{
	const char *names = "";

	for (size_t i = 0; i < list->n; i++)
		names = arena_printf(a, "%s%s%s", names, i ? "," : "",
				     list->names[i]);
	return names;
}

/* Each once; several variants of one stand behind each other. */
static struct name_list own_platforms(const struct suite *suite,
				      const char **names)
{
	size_t n = 0;

	for (const struct suite_variant *v = suite->platforms; v->platform; v++)
		if (!n || strcmp(names[n - 1], v->platform) != 0)
			names[n++] = v->platform;
	return (struct name_list){names, n};
}

/* The list of policies, or of platforms. */
static int name_variants(struct session *s, char **argv)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	bool on = s->suite->platforms != NULL;
	struct name_list list =
		bench_policies(a, on ? &q->platforms : &q->policies);
	const char *names[SUITE_VARIANTS] = {s->suite->policy};

	if (!list.n && on) {
		list = own_platforms(s->suite, names);
	} else if (!list.n) {
		list = (struct name_list){names, 1};
	}
	argv[0] = arena_strdup(a, on ? "--platforms" : "--policies");
	argv[1] = arena_strdup(a, joined(a, &list));
	return 2;
}

int suite_words(struct cli *cli, const struct bench_args *q, char **argv)
{
	struct arena *a = &cli->arena;
	char duration[32];
	int n = 0;

	if (q->duration.given) {
		time_format(duration, sizeof(duration), q->duration.ns);
		argv[n++] = arena_strdup(a, "--duration");
		argv[n++] = arena_strdup(a, duration);
	}
	if (q->late.given) {
		argv[n++] = arena_strdup(a, "--late");
		argv[n++] = arena_strdup(a, sweep_late_names[q->late.index]);
	}
	n += workload_words(&q->workload, a, argv + n);
	for (size_t i = 0; i < cli->operands.n; i++)
		argv[n++] = arena_strdup(a, cli->operands.items[i]);
	return n;
}

static void name_command(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	char **argv =
		ARENA_NEW(a, char *, 16 + WORKLOAD_WORDS + s->cli->operands.n);
	const char *const words[] = {"dagsim", "bench", "--suite",
				     s->suite->name};
	const char *const seeds[] = {
		"--seed", arena_printf(a, "%" PRIu64, s->r.first_seed),
		"--seeds", arena_printf(a, "%u", s->r.n_seeds)};
	int n = 0;

	for (; n < 4; n++)
		argv[n] = arena_strdup(a, words[n]);
	n += name_variants(s, argv + n);
	for (int i = 0; i < 4; i++)
		argv[n++] = arena_strdup(a, seeds[i]);
	n += suite_words(s->cli, q, argv + n);
	s->r.command = cli_quote(a, n, argv);
}

/* --- all runs --- */

/* The load of that utilization; loads stay in order. */
static struct suite_load *load_of(struct session *s, struct ratio u)
{
	struct suite_results *r = &s->r;
	char buf[DECIMAL_SIZE];
	uint32_t i = 0;

	while (i < r->n_loads && ratio_cmp(r->loads[i].utilization, u) < 0)
		i++;
	if (i < r->n_loads && !ratio_cmp(r->loads[i].utilization, u))
		return &r->loads[i];
	array_reserve((void **)&r->loads, &s->cap_loads, r->n_loads + 1u,
		      sizeof(*r->loads));
	memmove(&r->loads[i + 1], &r->loads[i],
		(r->n_loads - i) * sizeof(*r->loads));
	r->n_loads++;
	decimal_format_ratio(buf, u.num, u.den, 2);
	r->loads[i] = (struct suite_load){
		.text = arena_strdup(&s->cli->arena, buf), .utilization = u};
	return &r->loads[i];
}

/* `first` holds the longest response of each seed under the first variant. */
static void compare(struct suite_cell *c, uint32_t variant, dag_time *first)
{
	c->runs++;
	if (variant == 0)
		*first = c->longest;
	c->longer += (int128)c->longest * 20 > (int128)*first * 21;
}

/* All seeds of a workload under a variant. */
static bool run_seeds(struct session *s, const struct workload *w,
		      struct suite_load *load, uint32_t variant,
		      dag_time *first)
{
	struct suite_job job = {.cli = s->cli,
				.args = s->args,
				.results = &s->r,
				.workload = w,
				.load = load,
				.variant = &s->r.variants[variant],
				.duration = s->suite->duration};
	struct suite_cell *cell = &load->cells[variant];

	for (uint32_t k = 0; k < s->r.n_seeds; k++) {
		job.seed = s->r.first_seed + k;
		if (!suite_job_run(&job, cell, &s->rows, &s->scratch))
			return false;
		compare(cell, variant, &first[k]);
	}
	return true;
}

static bool run_file(struct session *s, const char *file)
{
	dag_time *first = ARENA_NEW(&s->cli->arena, dag_time, s->r.n_seeds);
	bool ok = true;

	for (uint32_t i = 0; ok && i < s->r.n_variants; i++) {
		struct workload_args args = s->args->workload;
		struct suite_load *load;
		struct opened opened;

		if (!s->suite->platforms)
			args.preemption = (struct opt_choice){
				true, (int)s->r.variants[i].preemption};
		if (!workload_open(s->cli, file, &args, s->args->quiet || i > 0,
				   &opened))
			return false;
		load = load_of(s, workload_utilization(opened.workload));
		load->n_sets += i == 0;
		if (i == 0)
			SHA256Update(&s->sha,
				     (const uint8_t *)opened.workload->digest,
				     strlen(opened.workload->digest));
		ok = run_seeds(s, opened.workload, load, i, first);
		workload_close(&opened);
	}
	return ok;
}

static int ascending(const void *a, const void *b)
{
	dag_time x = *(const dag_time *)a, y = *(const dag_time *)b;

	return (x > y) - (x < y);
}

static bool run_all(struct session *s)
{
	char hex[SHA256_DIGEST_STRING_LENGTH];

	SHA256Init(&s->sha);
	for (size_t i = 0; i < s->n_files; i++)
		if (!run_file(s, s->files[i]))
			return false;
	SHA256End(&s->sha, hex);
	s->r.digest = arena_strdup(&s->cli->arena, hex);
	s->r.rows = s->rows.s;
	for (uint32_t i = 0; i < s->r.n_loads; i++)
		for (uint32_t k = 0; k < s->r.n_variants; k++) {
			struct suite_cell *c = &s->r.loads[i].cells[k];

			if (c->n)
				qsort(c->response, c->n, sizeof(*c->response),
				      ascending);
		}
	return true;
}

double suite_percentile(const struct suite_cell *c, unsigned percent)
{
	double rank, part;
	size_t at;

	if (!c->n)
		return NAN;
	rank = (double)percent / 100 * (double)(c->n - 1);
	at = (size_t)rank;
	part = rank - (double)at;
	if (at + 1 == c->n)
		return (double)c->response[at];
	return (double)c->response[at] +
	       part * (double)(c->response[at + 1] - c->response[at]);
}

/* What has no meaning here is refused, not ignored. */
bool suite_check(const struct bench_args *q, struct dag_error *e)
{
	if (q->resume || q->shard || q->plan || q->baseline || q->jobs.given)
		return error_set(e, NULL, 0, 0,
				 "--jobs, --resume, --shard, --plan and "
				 "--baseline are not for --suite: its runs are "
				 "few and short");
	if (q->vary || q->per_core || q->timing || q->sets.given ||
	    q->only.given)
		return error_set(e, NULL, 0, 0,
				 "--sets, --only, --vary, --per-core and "
				 "--timing need --accept");
	return true;
}

static bool check_kind(const struct session *s, struct dag_error *e)
{
	if (s->suite->platforms && s->args->policies.n)
		return error_set(e, NULL, 0, 0,
				 "suite %s compares platforms, which bring "
				 "their policies: --platforms, not --policies",
				 s->suite->name);
	if (!s->suite->platforms && s->args->platforms.n)
		return error_set(e, NULL, 0, 0,
				 "suite %s compares policies: --policies, not "
				 "--platforms",
				 s->suite->name);
	return true;
}

static bool do_suite(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;
	struct figures figures = bench_figures(q, a);

	s->suite = find_suite(q->suite, e);
	if (!s->suite || !suite_check(q, e) || !check_kind(s, e) ||
	    !(s->suite->platforms ? list_platforms(s) : list_variants(s)))
		return false;
	list_files(s);
	s->r.name = s->suite->name;
	s->r.about = s->suite->about;
	s->r.note = s->suite->note;
	s->r.response = s->suite->response;
	s->r.compares = s->suite->platforms != NULL;
	s->r.first_seed = q->seed.value;
	s->r.n_seeds = q->seeds.given ? (uint32_t)q->seeds.n : 1;
	name_command(s);
	if (!files_folder(q->out_dir, a, e) ||
	    (q->figure_dir && !files_folder(q->figure_dir, a, e)) ||
	    !run_all(s) || !suite_write(s->cli, &s->r, q->out_dir, &figures))
		return false;
	figures_draw(&figures);
	return true;
}

enum exit_code suite_run(struct cli *cli, const struct bench_args *args)
{
	struct session s = {.cli = cli, .args = args};
	bool ok = do_suite(&s);

	for (uint32_t i = 0; i < s.r.n_loads; i++)
		for (uint32_t k = 0; k < SUITE_VARIANTS; k++)
			free(s.r.loads[i].cells[k].response);
	free(s.r.loads);
	free(s.rows.s);
	arena_free(&s.scratch);
	return ok ? EXIT_YES : cli_fail(cli);
}
