/* noise.c - `dagsim noise`: latencies described, fitted, drawn; see noise.h */
#include "cli/noise.h"

#include "base/file.h"
#include "cli/gnuplot.h"
#include "cli/output.h"
#include "cli/plot.h"
#include "cli/sweep_figure.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct noise_args, field)

static const struct option options[] = {
	{"format", 'f', OPT_CHOICE, NULL, AT(format),
	 .choices = hist_format_names,
	 .help = "of files; default: auto, by how they look"},
	{"unit", 0, OPT_TEXT, "UNIT", AT(unit),
	 .help = "us (default), ns, ms or s: of numbers in files that do not "
		 "say it"},
	{"column", 'c', OPT_TEXT, "NAME", AT(column),
	 .help = "a thread or CPU of a file, or all of a kind (Thr, IRQ, "
		 "Usr); default: all, of timerlat those of threads"},
	{"per-cpu", 0, OPT_FLAG, NULL, AT(per_cpu),
	 .help = "each column apart, instead of their sum"},
	{"tail", 0, OPT_CHOICE, NULL, AT(tail), .choices = law_choice_names,
	 .help = "of a file: what was measured (data, default), or continued "
		 "above the 99 % point (gpd); of a name: gpd (default), or "
		 "the heaviest with this mean and greatest value (heavy)"},
	{"cap", 0, OPT_TEXT, "CAP", AT(cap),
	 .help = "where it ends: max, the greatest that was measured "
		 "(default), none, or a time"},
	{"base", 0, OPT_TEXT, "BASE", AT(base),
	 .help = "what of each value is no latency: a time, or min; default: "
		 "min of names, 0 of files"},
	{0},
};
static const struct option output_options[] = {
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "describe: print one JSON object, dagsim.noise/1"},
	{"term", 't', OPT_CHOICE, NULL, AT(term), .def = "dumb",
	 .choices = plot_terminals,
	 .help = "plot: as text for a terminal, as a picture, or the script "
		 "for gnuplot with its data"},
	{"output", 'o', OPT_TEXT, "FILE", AT(output),
	 .help = "where it goes; default: standard output; of a picture FILE."
		 "gp and .dat lie beside"},
	{0},
};
static const struct option_group groups[] = {
	{"Source", options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

/* --- inputs --- */

struct session {
	struct cli *cli;
	const struct noise_args *args;
	struct reader r;
	struct noise_input *inputs;
	size_t n, cap;
};

static bool from_disk(void *ctx, const struct tree *at, const char *path,
		      const char **full, const char **data, size_t *len)
{
	struct session *s = ctx;

	(void)at;
	*full = path;
	return file_read(&s->cli->arena, path, HIST_TEXT, data, len,
			 &s->cli->error);
}

/* Words behind the operand: the options as settings. */
static const char *with_options(struct session *s, const char *operand)
{
	const struct noise_args *q = s->args;
	const struct {
		const char *key, *value;
	} words[] = {
		{"format",
		 q->format.given ? hist_format_names[q->format.index] : NULL},
		{"unit", q->unit},
		{"column", q->column},
		{"cpus", q->per_cpu ? "each" : NULL},
		{"tail",
		 q->tail.given ? law_choice_names[q->tail.index] : NULL},
		{"cap", q->cap},
		{"base", q->base},
	};
	const char *sep = strchr(operand, '=') ? "," : ":";

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!words[i].value)
			continue;
		operand = arena_printf(&s->cli->arena, "%s%s%s=%s", operand,
				       sep, words[i].key, words[i].value);
		sep = ",";
	}
	return operand;
}

static void find_tail(struct noise_input *x)
{
	const struct law *law = x->law;

	x->tail_text = law_tail_texts[law->tail];
	if (law->gpd.sigma > 0) {
		x->tail = law->gpd;
		x->threshold = law->threshold;
		x->share = law->tail_share;
		return;
	}
	if (!law_fit_tail(law, 0.99, &x->tail, &x->threshold)) {
		x->tail = (struct gpd){0};
		return;
	}
	x->share = law_exceedance(law, x->threshold);
	x->tail_text = "fitted above the 99 % point by "
		       "probability-weighted moments";
}

static const char *about(struct session *s, const struct latency_source *src)
{
	if (src->row)
		return src->row->about;
	if (src->is_fit)
		return "a fit of dagsim noise";
	assert(src->hist);
	return arena_printf(&s->cli->arena, "%s%s%s", src->hist->what,
			    src->hist->note ? "; " : "",
			    src->hist->note ? src->hist->note : "");
}

static void add_input(struct session *s, const struct latency_source *src,
		      uint32_t i)
{
	struct noise_input x = {.source = src, .law = &src->laws[i]};
	const struct hist *h = src->hist;

	x.name = src->n_laws > 1 ? arena_printf(&s->cli->arena, "%s %s",
						src->label, src->columns[i])
				 : src->label;
	x.about = about(s, src);
	if (h) {
		x.told = src->told[i];
		x.overflow_ns = h->low_of_over * h->unit;
	}
	find_tail(&x);
	array_reserve((void **)&s->inputs, &s->cap, s->n + 1,
		      sizeof(*s->inputs));
	s->inputs[s->n++] = x;
}

static bool read_input(struct session *s, const char *operand)
{
	struct latency_files files = {from_disk, s};
	struct arena *a = &s->cli->arena;
	struct latency_source *src = ARENA_NEW(a, struct latency_source, 1);
	const struct tree *t;

	s->r.file = operand; /* for messages */
	t = latency_tree(&s->r, with_options(s, operand));

	if (!t || !latency_read(&s->r, a, t, true, &files, src))
		return false;
	for (uint32_t i = 0; i < src->n_laws; i++)
		add_input(s, src, i);
	return true;
}

static bool read_inputs(struct session *s)
{
	const struct operands *o = &s->cli->operands;

	for (size_t i = 1; i < o->n; i++)
		if (!read_input(s, o->items[i]))
			return false;
	return true;
}

/* --- acts --- */

static bool list(struct session *s)
{
	if (s->cli->operands.n > 1)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "list takes no file");
	noise_list(stdout);
	return true;
}

static bool describe(struct session *s)
{
	if (s->args->json)
		noise_json(stdout, s->cli, s->inputs, s->n);
	else
		noise_describe(stdout, s->inputs, s->n);
	return true;
}

static bool fit(struct session *s)
{
	struct output out;

	if (s->n != 1)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "fit makes one law; give one file, and a "
				 "--column instead of --per-cpu");
	if (!output_open(&out, s->args->output ? s->args->output : "-",
			 &s->cli->arena, &s->cli->error))
		return false;
	noise_fit(out.file, s->cli, s->inputs);
	return output_commit(&out, &s->cli->error);
}

static void script(FILE *out, const void *ctx, const char *form)
{
	const struct session *s = ctx;

	fprintf(out, "$data << end_of_data\n");
	noise_figure_data(out, s->inputs, s->n);
	fprintf(out, "end_of_data\n");
	noise_figure_script(out, s->inputs, s->n, "$data", "noise", form);
}

static bool write_file(struct session *s, const char *path, bool data,
		       const char *stem)
{
	struct output out;
	const char *base = strrchr(stem, '/') ? strrchr(stem, '/') + 1 : stem;
	struct arena *a = &s->cli->arena;

	if (!output_open(&out, path, a, &s->cli->error))
		return false;
	if (data)
		noise_figure_data(out.file, s->inputs, s->n);
	else
		noise_figure_script(out.file, s->inputs, s->n,
				    arena_printf(a, "%s.dat", base), base,
				    NULL);
	return output_commit(&out, &s->cli->error);
}

/* FILE.gp and FILE.dat beside what gnuplot makes of them. */
static bool beside(struct session *s, const char *path)
{
	struct arena *a = &s->cli->arena;
	char *stem = arena_strdup(a, path), *dot = strrchr(stem, '.');

	if (dot && (!strcmp(dot, ".png") || !strcmp(dot, ".svg")))
		*dot = '\0';
	return write_file(s, arena_printf(a, "%s.dat", stem), true, stem) &&
	       write_file(s, arena_printf(a, "%s.gp", stem), false, stem);
}

static bool plot(struct session *s)
{
	const struct noise_args *q = s->args;
	const char *path = q->output ? q->output : "-";
	struct dag_error *e = &s->cli->error;
	const char *form = plot_terminals[q->term.index];
	struct output out;
	bool ok = true;

	if (s->n > figure_colours())
		return error_set(e, NULL, 0, 0,
				 "a picture shows up to %u laws, not %zu",
				 figure_colours(), s->n);
	/* The name of a file says what it is unless --term does. */
	if (!q->term.given && strlen(path) > 4) {
		const char *end = path + strlen(path) - 4;

		form = !strcmp(end, ".png")   ? "png"
		       : !strcmp(end, ".svg") ? "svg"
					      : form;
	}
	if (!output_open(&out, path, &s->cli->arena, e))
		return false;
	if (!strcmp(form, "gp"))
		script(out.file, s, NULL);
	else
		ok = gnuplot_draw(script, s, form, out.file, e);
	if (!ok) {
		output_abort(&out);
		return false;
	}
	return output_commit(&out, e) &&
	       (!strcmp(path, "-") || !strcmp(form, "gp") ||
		!strcmp(form, "dumb") || beside(s, path));
}

static const struct act {
	const char *name;
	bool takes_files;
	bool (*run)(struct session *s);
} acts[] = {
	{"list", false, list},
	{"describe", true, describe},
	{"fit", true, fit},
	{"plot", true, plot},
};
enum { ACTS = sizeof(acts) / sizeof(*acts) };

static const char *act_name(size_t i)
{
	return i < ACTS ? acts[i].name : NULL;
}

static const char *law_name(size_t i)
{
	return latency_rows[i].name;
}

static const struct act *find_act(struct cli *cli)
{
	const char *name = cli->operands.items[0], *names[ACTS];
	char hint[128] = "";

	for (size_t i = 0; i < ACTS; i++) {
		names[i] = acts[i].name;
		if (!strcmp(name, names[i]))
			return &acts[i];
	}
	suggest(hint, sizeof(hint), name, names, ACTS);
	error_set(&cli->error, NULL, 0, 0, "unknown act '%.64s'%s", name, hint);
	return NULL;
}

/* What has no meaning for the act is refused, not ignored. */
static bool check(struct cli *cli, const struct act *act)
{
	const struct noise_args *q = cli->args;
	struct dag_error *e = &cli->error;

	if (act->takes_files && cli->operands.n < 2)
		return error_set(e, NULL, 0, 0,
				 "%s needs a file, or a name of dagsim noise "
				 "list",
				 act->name);
	if (q->json && act->run != describe)
		return error_set(e, NULL, 0, 0,
				 "--json belongs to describe, not to %s",
				 act->name);
	if (q->term.given && act->run != plot)
		return error_set(e, NULL, 0, 0,
				 "--term belongs to plot, not to %s",
				 act->name);
	if (q->output && act->run != plot && act->run != fit)
		return error_set(e, NULL, 0, 0,
				 "--output belongs to plot and fit, not to %s",
				 act->name);
	return true;
}

static enum exit_code run_noise(struct cli *cli)
{
	const struct act *act = find_act(cli);
	struct session s = {.cli = cli,
			    .args = cli->args,
			    .r = {.arena = &cli->arena, .e = &cli->error}};
	bool ok = act && check(cli, act) && read_inputs(&s) && act->run(&s);

	free(s.inputs);
	free(s.r.warnings);
	return ok ? EXIT_YES : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim noise list", "the kernels that have a name"},
	{"dagsim noise describe linux612-rt-load linux612-none-load",
	 "quantiles, greatest, tail index of two kernels"},
	{"dagsim noise describe workloads/latency/cyclictest.hist --per-cpu",
	 "each thread of a histogram of cyclictest"},
	{"dagsim noise fit workloads/latency/timerlat.txt -o fit.yaml",
	 "a block for the platform of a workload, and for --kernel fit.yaml"},
	{"dagsim noise plot linux612-rt-load workloads/latency/cyclictest.hist",
	 "box plots and exceedances, in the terminal"},
	{"dagsim noise plot workloads/latency/oslat.txt -o oslat.png",
	 "the same as a picture"},
	{NULL, NULL},
};

const struct command command_noise = {
	.name = "noise",
	.summary = "latencies of kernels and of measurements: describe, fit, "
		   "plot",
	.operands = "ACT [NAME|FILE...]",
	.about =
		"ACT: list, describe, fit, plot. NAME is a kernel of the list; "
		"FILE a histogram of cyclictest, rtla or oslat, lines 'low "
		"high count', a value a line, or what fit writes; - for "
		"standard input. Each may have settings "
		"(rt.hist:column=Thr,cap=none), those of LATENCY OF WAKE-UPS "
		"in dagsim-workload(5).",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct noise_args),
	.min_operands = 1,
	.max_operands = 33,
	.acts = act_name,
	.words = law_name,
	.run = run_noise,
};
