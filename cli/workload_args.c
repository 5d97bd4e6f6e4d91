/* workload_args.c - see workload_args.h */
#include "cli/workload_args.h"

#include "cli/guard.h"

#include "model/load.h"
#include "model/latency.h"
#include "model/runtime.h"
#include "platform/preset.h"
#include "policies/lineup.h"

#include <assert.h>
#include <string.h>

#define AT(field) offsetof(struct workload_args, field)

static const char *const unit_names[] = {"ns", "us", "ms", "s", NULL};
static const int64_t unit_ns[] = {1, NS_PER_US, NS_PER_MS, NS_PER_S};

const char *kernel_word(size_t i)
{
	size_t n = 0;

	while (latency_rows[n].name)
		n++;
	return i <= n ? (i < n ? latency_rows[i].name : "none") : NULL;
}

const struct option workload_options[] = {
	{"scale", 0, OPT_RATIO, "F", AT(scale),
	 .help = "multiply every execution time by F, e.g. 1.2"},
	{"utilization", 'u', OPT_RATIO, "U", AT(utilization),
	 .help = "scale execution times so that the nominal utilization, "
		 "without batches, is U"},
	{"profile-quantile", 0, OPT_CHOICE, NULL, AT(quantile), .def = "given",
	 .choices = profile_quantile_names,
	 .help = "which measured latency a JSON profile with statistics "
		 "stands for"},
	{"unit", 0, OPT_CHOICE, NULL, AT(unit), .choices = unit_names,
	 .help = "of times that name none; default: such times are errors, but "
		 "ms in DAG files of RD-Gen"},
	{"dag-period", 0, OPT_SPAN, "TIME", AT(dag_period),
	 .help = "period of DAG files in which no node has one"},
	{"dag-deadline", 0, OPT_SPAN, "TIME", AT(dag_deadline),
	 .help = "deadline of DAG files in which a sink has none"},
	{"cores", 'm', OPT_COUNT, "M", AT(cores), .min = 1, .max = CORES_MAX,
	 .help = "number of cores; default: the workload's, else 1"},
	{"preemption", 0, OPT_CHOICE, NULL, AT(preemption),
	 .choices = preemption_names,
	 .help = "of the cores: anywhere, between nodes only, or never once a "
		 "job has started; default: the workload's, else full"},
	{"overhead", 0, OPT_LIST, "KIND=TIME", AT(overheads),
	 .help = "what the runtime takes of the cores, repeatable: release, "
		 "decision, lock, ipi, wake, switch_yield, switch_full, "
		 "migration, message, per_byte; TIME may be drawn (1us..5us); "
		 "goes before the workload's; 'none': none of those before"},
	{"kernel", 0, OPT_TEXT, "KERNEL", AT(kernel),
	 .help = "the latency of wake-ups, with settings if any: linux612-A-B "
		 "with A none, voluntary, preempt or rt and B idle or load, or "
		 "a file: a histogram (rt.hist:cap=none), or what dagsim noise "
		 "fit writes; 'none': not the workload's",
	 .words = kernel_word, .or_file = true},
	{"strict", 0, OPT_FLAG, NULL, AT(strict),
	 .help = "refuse DAG tasks with several sources or sinks, or without "
		 "a deadline of their own"},
	{0},
};

/* One option and its value, if it was given. */
static int put_words(struct arena *a, char **argv, bool given,
		     const char *option, const char *value)
{
	if (!given)
		return 0;
	argv[0] = arena_strdup(a, option);
	argv[1] = arena_strdup(a, value);
	return 2;
}

int workload_words(const struct workload_args *args, struct arena *a,
		   char **argv)
{
	char period[32], deadline[32];
	char **at = argv;

	time_format(period, sizeof(period), args->dag_period.ns);
	time_format(deadline, sizeof(deadline), args->dag_deadline.ns);
	at += put_words(a, at, args->quantile.given, "--profile-quantile",
			profile_quantile_names[args->quantile.index]);
	at += put_words(a, at, args->unit.given, "--unit",
			unit_names[args->unit.given ? args->unit.index : 0]);
	at += put_words(a, at, args->dag_period.given, "--dag-period", period);
	at += put_words(a, at, args->dag_deadline.given, "--dag-deadline",
			deadline);
	at += put_words(a, at, args->cores.given, "--cores",
			arena_printf(a, "%lld", (long long)args->cores.n));
	at += put_words(
		a, at, args->preemption.given, "--preemption",
		preemption_names[args->preemption.given ? args->preemption.index
							: 0]);
	at += put_words(a, at, args->kernel != NULL, "--kernel",
			args->kernel ? args->kernel : "");
	if (args->strict)
		*at++ = arena_strdup(a, "--strict");
	return (int)(at - argv);
}

static void tell_warnings(const struct workload *w)
{
	for (uint32_t i = 0; i < w->n_warnings; i++)
		cli_warn(w->warnings[i]);
}

static bool wanted_factor(struct cli *cli, const struct workload *w,
			  const struct workload_args *args,
			  struct ratio *factor)
{
	*factor = args->scale;
	if (!args->utilization.den)
		return true;
	if (args->scale.den)
		return error_set(&cli->error, NULL, 0, 0,
				 "--scale and --utilization exclude each "
				 "other; give one");
	return workload_factor_for(w, args->utilization, factor, &cli->error);
}

/* Of an executor: whichever platform, if any, the command is about. */
static bool check_platforms(struct cli *cli, const struct workload *w)
{
	const struct runtime *r = w->runtime;
	struct dag_error e;

	for (uint32_t i = 0; r && i < r->n_executors; i++) {
		const struct runtime_executor *x = &r->executors[i];

		for (uint32_t k = 0; k < x->n_platforms; k++)
			if (!preset_find(x->platforms[k], &e))
				return error_set(&cli->error, w->file, x->line,
						 x->col, "executor '%s': %s",
						 x->name, e.msg);
	}
	return true;
}

bool workload_check_settings(struct cli *cli, const struct workload *w)
{
	if (!check_platforms(cli, w))
		return false;
	for (uint32_t i = 0; i < w->n_settings; i++) {
		const struct policy_setting *s = &w->settings[i];
		const struct policy_ops *ops;
		struct policy p;
		struct dag_error e;

		ops = policy_find(s->policy, &e);
		if (!ops)
			return error_set(&cli->error, w->file, s->line, s->col,
					 "%s", e.msg);
		if (!policy_init(&p, ops, w, &cli->arena, &cli->error))
			return false;
	}
	return true;
}

bool workload_load_policies(struct cli *cli, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		guard_plugin(names[i]);
		if (!lineup_load(names[i], &cli->error))
			return false;
	}
	return true;
}

static bool open_scaled(struct cli *cli, const struct workload_args *args,
			struct opened *out)
{
	struct ratio factor;

	if (!wanted_factor(cli, out->loaded, args, &factor))
		return false;
	out->workload = out->loaded;
	if (!factor.den)
		return true;
	out->scaled = workload_scale(out->loaded, factor, &cli->error);
	out->workload = out->scaled;
	return out->scaled != NULL;
}

static struct load_options load_options_of(const struct workload_args *args)
{
	struct load_options opt = {.strict = args->strict,
				   .n_cores = (uint32_t)args->cores.n,
				   .dag_period = args->dag_period.ns,
				   .dag_deadline = args->dag_deadline.ns,
				   .overheads = args->overheads.items,
				   .n_overheads = args->overheads.n,
				   .kernel = args->kernel};

	assert(args->quantile.index >= 0);
	opt.profile_quantile = (enum profile_quantile)args->quantile.index;
	if (args->unit.given)
		opt.unit_ns = unit_ns[args->unit.index];
	opt.has_preemption = args->preemption.given;
	if (opt.has_preemption)
		opt.preemption = (enum preemption)args->preemption.index;
	return opt;
}

/* A library may hold an empty workload; a command has nothing to do with it.*/
static bool has_tasks(struct cli *cli, const struct workload *w)
{
	if (w->n_tasks)
		return true;
	return error_set(&cli->error, w->file, 1, 1,
			 "there is nothing to run: no streams and no tasks");
}

bool workload_open(struct cli *cli, const char *path,
		   const struct workload_args *args, bool quiet,
		   struct opened *out)
{
	struct load_options opt = load_options_of(args);

	*out = (struct opened){0};
	out->loaded = workload_load(path, &opt, &cli->error);
	if (!out->loaded)
		return false;
	if (!quiet)
		tell_warnings(out->loaded);
	if (has_tasks(cli, out->loaded) &&
	    workload_check_settings(cli, out->loaded) &&
	    open_scaled(cli, args, out))
		return true;
	workload_close(out);
	return false;
}

void workload_tell_runtime(const struct workload *w, bool quiet)
{
	char text[512];

	if (!w->runtime || quiet)
		return;
	snprintf(text, sizeof(text),
		 "%.256s: the runtime section is left aside; it is for "
		 "--platform of simulate and compare (dagsim platforms)",
		 w->file);
	cli_warn(text);
}

void workload_close(struct opened *o)
{
	if (o->scaled)
		workload_free(o->scaled);
	if (o->loaded)
		workload_free(o->loaded);
	*o = (struct opened){0};
}
