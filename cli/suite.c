/* suite.c - runs of a suite; see suite.h */
#include "cli/suite.h"

#include "base/decimal.h"
#include "base/json.h"
#include "cli/sweep.h"
#include "cli/sweep_files.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/metrics.h"
#include "trace/report.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct suite {
	const char *name, *folder, *pattern; /* of numbers 1, 2, ...         */
	unsigned n_files;
	const char *policy, *about;
} suites[] = {
	{"awkernel", "workloads/awkernel", "set%02u.yaml", 18, "gedf",
	 "three DAGs on three cores, global EDF"},
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

static const struct suite *find_suite(const char *name, struct dag_error *e)
{
	const char *names[sizeof(suites) / sizeof(*suites)];
	char hint[256] = "";
	size_t n = 0;

	for (; suites[n].name; n++) {
		if (!strcmp(suites[n].name, name))
			return &suites[n];
		names[n] = suites[n].name;
	}
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown suite '%.64s'%s", name, hint);
	return NULL;
}

/* The folder of the suite: here, or beside the program where it was built or
 * installed. */
static const char *find_folder(struct session *s)
{
	static const char *const places[] = {"..", "../share/dagsim"};
	const char *folder = s->suite->folder;
	struct arena *a = &s->cli->arena;
	char exe[4096];
	ssize_t n;

	if (access(folder, R_OK) == 0)
		return folder;
	n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	exe[n > 0 ? n : 0] = '\0';
	if (strrchr(exe, '/'))
		*strrchr(exe, '/') = '\0';
	for (size_t i = 0; n > 0 && i < 2; i++) {
		const char *path =
			arena_printf(a, "%s/%s/%s", exe, places[i], folder);

		if (access(path, R_OK) == 0)
			return path;
	}
	return folder; /* the error names it */
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
	folder = find_folder(s);
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

static bool list_variants(struct session *s)
{
	const struct opt_choice *only = &s->args->workload.preemption;
	struct arena *a = &s->cli->arena;
	struct name_list list = bench_policies(a, &s->args->policies);
	const char *standard[] = {s->suite->policy};

	if (list.n == 0)
		list = (struct name_list){standard, 1};
	for (size_t i = 0; i < list.n; i++)
		for (int k = 0; preemption_names[k]; k++) {
			if (only->given && only->index != k)
				continue;
			if (s->r.n_variants == SUITE_VARIANTS)
				return error_set(&s->cli->error, NULL, 0, 0,
						 "more than %d policies and "
						 "ways of preemption",
						 SUITE_VARIANTS);
			s->r.variants[s->r.n_variants++] =
				(struct suite_variant){
					list.names[i],
					arena_printf(a, "%s, %s", list.names[i],
						     preemption_texts[k]),
					(enum preemption)k};
		}
	return workload_load_policies(s->cli, list.names, list.n);
}

static void name_command(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	char **argv =
		ARENA_NEW(a, char *, 16 + WORKLOAD_WORDS + s->cli->operands.n);
	struct name_list list = bench_policies(a, &q->policies);
	const char *names = list.n ? "" : s->suite->policy;
	char duration[32];
	int n = 0;

	for (size_t i = 0; i < list.n; i++)
		names = arena_printf(a, "%s%s%s", names, i ? "," : "",
				     list.names[i]);
	const char *const words[] = {
		"dagsim",     "bench",
		"--suite",    s->suite->name,
		"--policies", names,
		"--seed",     arena_printf(a, "%" PRIu64, s->r.first_seed),
		"--seeds",    arena_printf(a, "%u", s->r.n_seeds)};

	for (; n < 10; n++)
		argv[n] = arena_strdup(a, words[n]);
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
	for (size_t i = 0; i < s->cli->operands.n; i++)
		argv[n++] = arena_strdup(a, s->cli->operands.items[i]);
	s->r.command = cli_quote(a, n, argv);
}

/* --- a run --- */

/* A sink that keeps response times. */
struct responses {
	struct trace_sink sink;
	struct suite_cell *cell;
};

static void take(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct suite_cell *c = ((struct responses *)sink)->cell;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *r = &recs[i];

		if (r->kind != TRACE_FINISH || !(r->flags & TRACE_JOB_DONE))
			continue;
		array_reserve((void **)&c->response, &c->cap, c->n + 1,
			      sizeof(*c->response));
		c->response[c->n++] = r->t - r->a;
	}
}

static void text(struct json *j, const char *key, const char *v)
{
	json_key(j, key);
	json_string(j, v);
}

static void count(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void put_tasks(struct json *j, const struct metrics_run *m,
		      struct arena *a)
{
	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *t = &m->tasks[i];

		count(j, arena_printf(a, "streams.%s.released", t->name),
		      t->released);
		count(j, arena_printf(a, "streams.%s.missed", t->name),
		      metrics_missed(t));
		json_key(j, arena_printf(a, "streams.%s.max_response_ns",
					 t->name));
		if (t->completed)
			json_int(j, t->max_response);
		else
			json_null(j);
	}
}

static void put_row(struct session *s, const struct trace_header *h,
		    const struct suite_load *load,
		    const struct suite_variant *v, const struct metrics_run *m)
{
	struct json j;

	json_to_text(&j, &s->rows, 0);
	json_object(&j);
	text(&j, "schema", "dagsim.suite/1");
	text(&j, "version", DAGSIM_VERSION);
	text(&j, "suite", s->suite->name);
	text(&j, "workload", h->workload);
	text(&j, "workload_digest", h->digest);
	text(&j, "command", s->r.command);
	json_key(&j, "nominal_util"),
		json_double(&j, (double)load->utilization.num /
					(double)load->utilization.den);
	text(&j, "policy", v->policy);
	text(&j, "preemption", preemption_names[v->preemption]);
	count(&j, "seed", h->seed);
	count(&j, "duration_ns", (uint64_t)h->horizon);
	count(&j, "released", m->overall.released);
	count(&j, "completed", m->overall.completed);
	count(&j, "missed", metrics_missed(&m->overall));
	count(&j, "preemptions", m->preemptions);
	count(&j, "migrations", m->migrations);
	json_key(&j, "utilization"), json_double(&j, report_utilization(m));
	put_tasks(&j, m, &s->scratch);
	json_end(&j);
	json_finish(&j);
}

static bool run(struct session *s, const struct workload *w, uint64_t seed,
		struct suite_load *load, uint32_t variant)
{
	const struct suite_variant *v = &s->r.variants[variant];
	const struct bench_args *q = s->args;
	struct suite_cell *cell = &load->cells[variant];
	struct responses responses = {{.consume = take}, cell};
	struct trace_sink *sinks[2] = {&responses.sink};
	struct sim_config c = {
		.workload = w,
		.horizon = q->duration.given ? q->duration.ns : w->sim.duration,
		.seed = seed,
		.late = q->late.given ? (enum late_policy)q->late.index
				      : w->sim.late,
		.noise = true,
		.safety_factor = w->sim.safety_factor,
	};
	struct dag_error *e = &s->cli->error;
	struct trace_header h;
	struct metrics_run m;
	struct lineup lineup;
	struct sim_stats stats;
	struct metrics *metrics;
	bool ok;

	arena_reset(&s->scratch);
	if (!lineup_init(&lineup, v->policy, w, &s->scratch, e))
		return false;
	c.policy = lineup.policy;
	c.accelerator = lineup.accelerator;
	if (!sim_place(&c, &s->scratch, e))
		return false;
	trace_header_init(&h, w, &s->scratch);
	sim_describe(&h, &c, &s->scratch);
	metrics = metrics_new(&h);
	sinks[1] = metrics_sink(metrics);
	ok = sim_run(&c, &s->scratch, sinks, 2, &stats, e);
	if (ok) {
		metrics_report(metrics, &s->scratch, &m);
		cell->released += m.overall.released;
		cell->decided += metrics_decided(&m.overall);
		cell->missed += metrics_missed(&m.overall);
		cell->preemptions += m.preemptions;
		cell->migrations += m.migrations;
		put_row(s, &h, load, v, &m);
	}
	metrics_free(metrics);
	return ok;
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

static bool run_file(struct session *s, const char *file)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < s->r.n_variants; i++) {
		struct workload_args args = s->args->workload;
		struct suite_load *load;
		struct opened opened;

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
		for (uint32_t k = 0; ok && k < s->r.n_seeds; k++)
			ok = run(s, opened.workload, s->r.first_seed + k, load,
				 i);
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
static bool check(const struct bench_args *q, struct dag_error *e)
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

static bool do_suite(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;
	struct figures figures = bench_figures(q, a);

	s->suite = find_suite(q->suite, e);
	if (!s->suite || !check(q, e) || !list_variants(s))
		return false;
	list_files(s);
	s->r.name = s->suite->name;
	s->r.about = s->suite->about;
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
