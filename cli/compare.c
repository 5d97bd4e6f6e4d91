/* compare.c - `dagsim compare`: one workload on several platforms */
#include "cli/compare.h"

#include "cli/output.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#define AT(field) offsetof(struct compare_args, field)
#define STEM      "compare"

static const char *const on_off[] = {"off", "on", NULL};
static const char *const late_names[] = {"drop", "run", NULL};

static const struct option run_options[] = {
	{"platform", 0, OPT_LIST, "PLATFORM", AT(platforms),
	 .help = "a platform as simulate has them, repeatable, two at least; "
		 "the others are compared with the first; with settings of "
		 "its own as in yasmin:tick=1ms (those of Platform, and "
		 "policy, kernel, tick); see dagsim platforms"},
	{"duration", 'd', OPT_SPAN, "TIME", AT(duration),
	 .help = "virtual time to simulate, e.g. 30, 1.5s, 200ms; a plain "
		 "number is in seconds; default: the workload's, else 30s"},
	{"warmup", 0, OPT_TIME, "TIME", AT(warmup), .def = "0",
	 .help = "leave out jobs released before TIME"},
	{"seed", 's', OPT_SEED, "N", AT(seed),
	 .help = "seed of arrivals and execution times; default: the "
		 "workload's, else 0"},
	{"noise", 0, OPT_CHOICE, NULL, AT(noise), .def = "on",
	 .choices = on_off,
	 .help = "vary execution times as the workload says, or take the "
		 "nominal ones"},
	{"releases", 0, OPT_TEXT, "FILE", AT(releases),
	 .help = "replay the releases of a CSV file, as simulate does"},
	{"late", 0, OPT_CHOICE, NULL, AT(late), .choices = late_names,
	 .help = "platforms that know DAGs: a job that has not started at its "
		 "deadline is dropped, or run anyway, as executors do; "
		 "default: run"},
	{"tick", 0, OPT_SPAN, "TIME", AT(tick),
	 .help = "yasmin: releases are seen at multiples of TIME only; "
		 "default: the platform's"},
	{0},
};

static const struct option output_options[] = {
	{"figure-dir", 0, OPT_TEXT, "DIR", AT(figure_dir),
	 .help = "draw box plots there, compare.png and compare.svg, with data "
		 "and script beside them"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.compare/1"},
	{"csv", 0, OPT_FLAG, NULL, AT(csv),
	 .help = "print one CSV row a platform and task"},
	{"fail-on-miss", 0, OPT_FLAG, NULL, AT(fail_on_miss),
	 .help = "exit 1 when a deadline was missed on any platform"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet), .help = "no warnings"},
	{0},
};

static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Run", run_options, 0},
	{"Platform", PLATFORM_DETAIL_OPTIONS, AT(platform)},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

static const struct example examples[] = {
	{"dagsim compare w.yaml --platform gedf --platform yasmin -d 10",
	 "two runtimes: responses side by side, and where the time went"},
	{"dagsim compare w.yaml --platform ros2-ste --platform ros2-events",
	 "two executors of ROS 2"},
	{"dagsim compare w.yaml --platform gedf --platform threads "
	 "--figure-dir f",
	 "box plots, too"},
	{"dagsim compare w.yaml --platform yasmin "
	 "--platform yasmin:successors=worker",
	 "one platform, set up in two ways"},
	{"dagsim compare w.yaml --platform gedf "
	 "--platform gedf:kernel=linux612-rt-load",
	 "with and without the wake-up latencies of a kernel"},
	{"dagsim compare w.yaml --platform ros2-mte --platform picas --json",
	 "numbers for a program"},
	{NULL, NULL},
};

struct session {
	struct cli *cli;
	const struct compare_args *args;
	struct opened opened;
	struct comparison c;
	struct compare_spec *specs;
	struct launch_options options; /* but for what is a platform's own */
	struct release_list releases;
};

/* --- what is asked for --- */

static bool check_args(struct cli *cli, const struct compare_args *args)
{
	const struct opt_list *p = &args->platforms;

	if (args->json && args->csv)
		return error_set(&cli->error, NULL, 0, 0,
				 "--json and --csv exclude each other; give "
				 "one");
	if (p->n < 2)
		return error_set(&cli->error, NULL, 0, 0,
				 "a comparison needs two platforms: give "
				 "--platform twice or more");
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(p->items[i], p->items[k]))
				return error_set(&cli->error, NULL, 0, 0,
						 "platform '%.64s' is given "
						 "twice",
						 p->items[i]);
	return true;
}

static bool configure(struct session *s)
{
	const struct compare_args *args = s->args;
	const struct sim_defaults *def = &s->c.workload->sim;
	struct dag_error *e = &s->cli->error;
	struct launch_options *o = &s->options;

	o->horizon = args->duration.given ? args->duration.ns : def->duration;
	o->seed = args->seed.given ? args->seed.value : def->seed;
	o->noise = args->noise.index == 1;
	o->late = args->late.given ? (enum late_policy)args->late.index
				   : LATE_RUN;
	o->safety_factor = def->safety_factor;
	if (o->horizon > SPAN_MAX)
		return error_set(e, NULL, 0, 0,
				 "the duration is longer than 2^62 ns (146 "
				 "years)");
	for (size_t i = 0; i < args->platforms.n; i++)
		if (s->specs[i].tick > SPAN_MAX)
			return error_set(e, NULL, 0, 0,
					 "the tick is longer than 2^62 ns (146 "
					 "years)");
	if (args->warmup.ns >= o->horizon)
		return error_set(
			e, NULL, 0, 0,
			"the warm-up is not shorter than the duration");
	if (!args->releases)
		return true;
	o->replay = &s->releases;
	return release_read(args->releases, s->c.workload, &s->cli->arena,
			    &s->releases, e);
}

/* --- runs --- */

static void describe(const struct session *s, struct compare_run *r,
		     const struct launch *l)
{
	struct arena *a = &s->cli->arena;

	trace_header_init(&r->header, l->workload, a);
	launch_describe(l, &r->header, a);
	r->policy = r->header.policy = arena_strdup(a, l->policy);
	r->header.program_version = DAGSIM_VERSION;
	r->header.source = "simulate";
	r->header.command = s->cli->reproduce;
	r->header.warmup = s->args->warmup.ns;
}

static void keep(struct compare_run *r, const struct where_time *w,
		 const struct metrics *m, struct arena *a)
{
	uint32_t n = r->header.n_tasks;
	const struct where_job *jobs = where_time_jobs(w, &r->n_jobs);

	r->jobs = ARENA_NEW(a, struct where_job, r->n_jobs + 1);
	if (r->n_jobs)
		memcpy(r->jobs, jobs, r->n_jobs * sizeof(*jobs));
	r->rows = ARENA_NEW(a, struct compare_row, n + 1);
	r->where = ARENA_NEW(a, struct where_sum, n + 1);
	where_time_sum(w, r->where, &r->where[n]);
	metrics_report(m, a, &r->metrics);
}

/* The workload, under the platform's own kernel if it has one. */
static bool open_for(struct session *s, struct compare_run *r,
		     const struct workload **w)
{
	struct workload_args args = s->args->workload;
	const char *file = s->cli->operands.items[0];

	*w = s->c.workload;
	if (!r->spec->kernel)
		return true;
	if (!strcmp(file, "-"))
		return error_set(&s->cli->error, NULL, 0, 0,
				 "a kernel of its own needs the workload on "
				 "file; standard input is read once");
	args.kernel = r->spec->kernel;
	if (!workload_open(s->cli, file, &args, true, &r->opened))
		return false;
	*w = r->opened.workload;
	return true;
}

static bool measure(struct session *s, struct compare_run *r,
		    const struct launch *l, struct arena *scratch)
{
	struct trace_sink *sinks[2];
	struct where_time *where;
	struct metrics *m;
	bool ok;

	describe(s, r, l);
	where = where_time_new(&r->header);
	where_time_keep(where);
	m = metrics_new(&r->header);
	sinks[0] = where_time_sink(where);
	sinks[1] = metrics_sink(m);
	ok = launch_run(l, scratch, sinks, 2, &s->cli->error);
	if (ok)
		keep(r, where, m, &s->cli->arena);
	where_time_free(where);
	metrics_free(m);
	return ok;
}

static bool run_on(struct session *s, struct compare_run *r,
		   struct arena *scratch)
{
	const struct compare_spec *spec = r->spec;
	struct launch_options o = s->options;
	const struct workload *w;
	struct launch l;

	o.policy = spec->policy;
	if (!open_for(s, r, &w) ||
	    !platform_launch_options(s->cli, &spec->args, w, spec->tick, &o) ||
	    !launch_prepare(&l, spec->platform, w, &o, scratch, &s->cli->error))
		return false;
	platform_tell_notes(&l, s->args->quiet);
	return measure(s, r, &l, scratch);
}

/* What a launch makes of the workload is told by its header: it stays. */
static bool run_all(struct session *s)
{
	const struct opt_list *p = &s->args->platforms;

	s->c.runs = ARENA_NEW(&s->cli->arena, struct compare_run, p->n);
	for (size_t i = 0; i < p->n; i++) {
		struct compare_run *r = &s->c.runs[i];

		r->spec = &s->specs[i];
		r->platform = r->spec->text;
		s->c.n++;
		if (!run_on(s, r, &s->cli->arena)) {
			compare_blame(r->platform, &s->cli->error);
			return false;
		}
	}
	compare_rows(&s->c, &s->cli->arena);
	return true;
}

/* --- output --- */

static bool write_figure(struct session *s, const char *dir)
{
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;
	struct output data = {0}, script = {0};

	mkdir(dir, 0777); /* where it fails, opening the files tells why */
	if (!output_open(&data, arena_printf(a, "%s/" STEM ".dat", dir), a, e))
		return false;
	if (!output_open(&script, arena_printf(a, "%s/" STEM ".gp", dir), a,
			 e)) {
		output_abort(&data);
		return false;
	}
	compare_figure_data(data.file, &s->c);
	compare_figure_script(script.file, &s->c, STEM ".dat", STEM);
	if (!output_commit(&data, e)) {
		output_abort(&script);
		return false;
	}
	return output_commit(&script, e);
}

static void draw(const struct session *s, const char *dir)
{
	struct figures figures = {.folder = dir,
				  .arena = &s->cli->arena,
				  .untold = s->args->json || s->args->csv};

	if (!figures.untold)
		putchar('\n');
	figures_add(&figures, STEM);
	figures_draw(&figures);
}

static void print(const struct session *s)
{
	if (s->args->json)
		compare_json(stdout, &s->c);
	else if (s->args->csv)
		compare_csv(stdout, &s->c);
	else
		compare_table(stdout, &s->c);
}

static bool anything_finished(const struct comparison *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->runs[i].n_jobs)
			return true;
	return false;
}

static bool read_specs(struct session *s)
{
	const struct opt_list *p = &s->args->platforms;

	s->specs = ARENA_NEW(&s->cli->arena, struct compare_spec, p->n);
	if (!compare_read_specs(s->cli, s->args, s->specs))
		return false;
	for (size_t i = 0; i < p->n; i++)
		if (s->specs[i].policy &&
		    !workload_load_policies(s->cli, &s->specs[i].policy, 1))
			return false;
	return true;
}

static bool do_session(struct session *s)
{
	const char *dir = s->args->figure_dir;
	struct cli *cli = s->cli;

	if (!check_args(cli, s->args) || !read_specs(s) ||
	    !workload_open(cli, cli->operands.items[0], &s->args->workload,
			   s->args->quiet, &s->opened))
		return false;
	s->c.workload = s->opened.workload;
	if (!compare_check_specs(cli, s->c.workload, s->args, s->specs) ||
	    !configure(s) || !run_all(s))
		return false;
	if (dir && !anything_finished(&s->c)) {
		cli_warn("no job finished, so there is no figure");
		dir = NULL;
	}
	if (dir && !write_figure(s, dir))
		return false;
	print(s);
	if (dir)
		draw(s, dir);
	return true;
}

static bool anything_missed(const struct comparison *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (metrics_missed(&c->runs[i].metrics.overall))
			return true;
	return false;
}

static enum exit_code run_compare(struct cli *cli)
{
	struct session s = {.cli = cli, .args = cli->args};
	enum exit_code code = EXIT_YES;

	assert(cli->operands.n == 1);
	if (!do_session(&s))
		code = cli_fail(cli);
	else if (s.args->fail_on_miss && anything_missed(&s.c))
		code = EXIT_NO;
	for (size_t i = 0; i < s.c.n; i++)
		workload_close(&s.c.runs[i].opened);
	workload_close(&s.opened);
	return code;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "run a workload on several platforms, and where time went",
	.operands = "WORKLOAD",
	.about = "WORKLOAD is a file as dagsim-workload(5) describes it, or - "
		 "for standard input. All platforms see the same releases and "
		 "the same execution times, so jobs are compared one by one.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct compare_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_compare,
};
