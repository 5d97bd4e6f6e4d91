/* report.c - `dagsim report`: a page that can be handed on; see report.h */
#include "cli/report.h"

#include "base/file.h"
#include "cli/output.h"
#include "cli/window.h"

#include <string.h>

#define AT(field) offsetof(struct report_args, field)

static const char *const on_off[] = {"off", "on", NULL};
static const struct option options[] = {
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies),
	 .help = "policy to run, or run of the trace to show, repeatable; "
		 "default: all"},
	{"duration", 'd', OPT_SPAN, "TIME", AT(duration),
	 .help = "virtual time to simulate; default: the workload's, else "
		 "30s"},
	{"seed", 's', OPT_SEED, "N", AT(seed),
	 .help = "seed of arrivals and execution times; default: the "
		 "workload's, else 0"},
	{"noise", 0, OPT_CHOICE, NULL, AT(noise), .def = "on",
	 .choices = on_off,
	 .help = "vary execution times as the workload says, or take the "
		 "nominal ones"},
	{"window", 'w', OPT_TEXT, "FROM..TO", AT(window),
	 .help = "draw this stretch of each run too"},
	{"output", 'o', OPT_TEXT, "FILE", AT(output), .def = "report.html",
	 .help = "where the page goes; -: standard output"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet), .help = "no warnings"},
	{0},
};
static const struct option_group groups[] = {
	{"Options", options, 0},
	{"Workload", workload_options, AT(workload)},
	{NULL, NULL, 0},
};

struct report {
	struct cli *cli;
	const struct report_args *args;
	const char *path;
	struct gantt_options window;
	FILE *out;
};

/* --- runs --- */

static bool draw_windows(struct report *r, const struct source *s, uint32_t i,
			 struct view *v)
{
	static const struct chart_limits most = {.items = REPORT_BOXES,
						 .tasks = REPORT_ROWS};
	const char *caption = v->survey.miss.kind
				      ? "Around the first missed deadline."
				      : "The beginning; no deadline is missed.";

	if (!view_chart(v, r->cli, s, i, NULL, 0, 0, most))
		return false;
	fputs("<h3>Who ran when</h3>\n", r->out);
	report_gantt(r->out, v, caption, 2 * i);
	if (!r->window.window)
		return true;
	if (!view_chart(v, r->cli, s, i, NULL, r->window.from, r->window.to,
			most))
		return false;
	report_gantt(r->out, v, "The window that was asked for.", 2 * i + 1);
	return true;
}

static bool tell_run(struct report *r, const struct source *s, uint32_t i)
{
	const char *policy = s->headers[i]->policy;
	struct view v;
	bool ok = view_survey(&v, r->cli, s, i, true);

	if (ok) {
		fprintf(r->out, "<section id=\"run%u\">\n<h2>", i);
		html_text(r->out, policy);
		fputs("</h2>\n", r->out);
		if (!s->path)
			report_verdicts(r->out, r->cli, r->args, policy);
		report_run(r->out, &v, i);
		ok = draw_windows(r, s, i, &v);
	}
	if (ok) {
		report_responses(r->out, &v);
		section_end(r->out);
	}
	if (ok && i + 1 == s->n)
		report_dags(r->out, &v);
	view_free(&v);
	return ok;
}

static void list_runs(struct report *r, const struct source *s)
{
	if (s->n < 2)
		return;
	fputs("<nav aria-label=\"Runs\"><ul>", r->out);
	for (uint32_t i = 0; i < s->n; i++) {
		fprintf(r->out, "<li><a href=\"#run%u\">", i);
		html_text(r->out, s->headers[i]->policy);
		fputs("</a></li>", r->out);
	}
	fputs("</ul></nav>\n", r->out);
}

static bool tell_runs(struct report *r, const struct source *s)
{
	const struct trace_header *h = s->headers[0];
	struct arena *a = &r->cli->arena;

	page_begin(r->out, h->workload,
		   arena_printf(a,
				"%u task%s on %u executor%s, workload "
				"sha256 %s",
				h->n_tasks, h->n_tasks == 1 ? "" : "s",
				h->n_execs, h->n_execs == 1 ? "" : "s",
				h->digest),
		   r->cli->reproduce);
	if (s->path && h->command[0]) {
		fputs("<p>The trace was made by</p>\n<pre>", r->out);
		html_text(r->out, h->command);
		fputs("</pre>\n", r->out);
	}
	list_runs(r, s);
	for (uint32_t i = 0; i < s->n; i++)
		if (!tell_run(r, s, i))
			return false;
	page_end(r->out);
	return true;
}

/* --- what the operand is --- */

static bool tell_folder(struct report *r)
{
	page_begin(r->out, "Results",
		   arena_printf(&r->cli->arena, "Sweeps in %s", r->path),
		   r->cli->reproduce);
	if (!report_results(r->out, r->cli, r->path))
		return false;
	page_end(r->out);
	return true;
}

static bool has_points(struct report *r)
{
	const char *const *names;
	struct dag_error ignored;
	size_t n;

	if (!file_list(&r->cli->arena, r->path, &names, &n, &ignored))
		return false;
	for (size_t i = 0; i < n; i++)
		if (report_is_result(names[i]))
			return true;
	return false;
}

static bool no_run_options(struct report *r, const char *what)
{
	const struct report_args *a = r->args;
	bool given = a->duration.given || a->seed.given || a->noise.given ||
		     a->workload.scale.den || a->workload.utilization.den;

	return !given || error_set(&r->cli->error, NULL, 0, 0,
				   "options of simulation and workload are of "
				   "no use for %s",
				   what);
}

static bool tell(struct report *r)
{
	struct source s;
	bool ok;

	if (file_is_folder(r->path) && has_points(r))
		return no_run_options(r, "results of sweeps") && tell_folder(r);
	if (is_trace_file(r->path)) {
		ok = no_run_options(r, "a trace") &&
		     source_of_trace(r->cli, r->path, &r->args->policies, &s);
		if (!ok)
			return false;
		ok = tell_runs(r, &s);
		source_close(&s);
		return ok;
	}
	ok = source_of_workload(r->cli, r->args, r->path, &s) &&
	     tell_runs(r, &s);
	source_close_simulated(&s);
	return ok;
}

static bool check_args(struct report *r)
{
	struct dag_error *e = &r->cli->error;

	if (!strcmp(r->path, "-"))
		return error_set(e, NULL, 0, 0,
				 "what a report is about is read several "
				 "times, which standard input cannot be; give "
				 "a file");
	if (output_same(r->args->output, r->path))
		return error_set(e, r->args->output, 0, 0,
				 "this is what the report is about");
	return !r->args->window ||
	       gantt_window(r->cli, r->args->window, &r->window);
}

static enum exit_code run_report(struct cli *cli)
{
	struct report r = {
		.cli = cli, .args = cli->args, .path = cli->operands.items[0]};
	struct output out;
	bool ok;

	if (!check_args(&r) ||
	    !output_open(&out, r.args->output, &cli->arena, &cli->error))
		return cli_fail(cli);
	r.out = out.file;
	ok = tell(&r) && output_commit(&out, &cli->error);
	output_abort(&out);
	return ok ? EXIT_YES : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim report workloads/vla_plus_control.yaml -o vla.html",
	 "verdicts and runs under every policy"},
	{"dagsim report run.trace --window 1s..1.1s",
	 "a recorded run, with a window of it"},
	{"dagsim report results -o sweeps.html", "sweeps that bench has made"},
	{NULL, NULL},
};

const struct command command_report = {
	.name = "report",
	.summary = "one HTML page about a workload, a trace or sweeps",
	.operands = "WORKLOAD|TRACE|RESULTS_DIR",
	.about = "The page needs nothing but a browser: no network, no other "
		 "file. It is legible on a phone and in print.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct report_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_report,
};
