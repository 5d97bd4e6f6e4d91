/* workload_args.c - see workload_args.h */
#include "cli/workload_args.h"

#include "model/load.h"
#include "policies/policy.h"

#include <assert.h>
#include <string.h>

#define AT(field) offsetof(struct workload_args, field)

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
	{NULL},
};

static void tell_warnings(const struct workload *w)
{
	for (uint32_t i = 0; i < w->n_warnings; i++)
		fprintf(stderr, "warning: %s\n", w->warnings[i]);
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

bool workload_check_settings(struct cli *cli, const struct workload *w)
{
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

bool workload_open(struct cli *cli, const char *path,
		   const struct workload_args *args, bool quiet,
		   struct opened *out)
{
	struct load_options opt = {0};

	assert(args->quantile.index >= 0);
	*out = (struct opened){0};
	opt.profile_quantile = (enum profile_quantile)args->quantile.index;
	out->loaded = workload_load(path, &opt, &cli->error);
	if (!out->loaded)
		return false;
	if (!quiet)
		tell_warnings(out->loaded);
	if (workload_check_settings(cli, out->loaded) &&
	    open_scaled(cli, args, out))
		return true;
	workload_close(out);
	return false;
}

void workload_close(struct opened *o)
{
	if (o->scaled)
		workload_free(o->scaled);
	if (o->loaded)
		workload_free(o->loaded);
	*o = (struct opened){0};
}
