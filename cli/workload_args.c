/* workload_args.c - see workload_args.h */
#include "cli/workload_args.h"

#include "model/load.h"

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

struct workload *workload_open(struct cli *cli, const char *path,
			       const struct workload_args *args, bool quiet)
{
	struct load_options opt = {0};
	struct workload *w, *scaled;
	struct ratio factor;

	assert(args->quantile.index >= 0);
	opt.profile_quantile = (enum profile_quantile)args->quantile.index;
	w = workload_load(path, &opt, &cli->error);
	if (!w)
		return NULL;
	if (!quiet)
		tell_warnings(w);
	if (!wanted_factor(cli, w, args, &factor)) {
		workload_free(w);
		return NULL;
	}
	if (!factor.den)
		return w;
	scaled = workload_scale(w, factor, &cli->error);
	workload_free(w);
	return scaled;
}
