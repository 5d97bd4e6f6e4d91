/* report_source.c - runs of a workload; see report.h */
#include "cli/report.h"

#include "policies/lineup.h"
#include "sim/sim.h"

#include <string.h>

struct simulated {
	struct cli *cli;
	struct opened opened;
	const char **policies;
	struct sim_config config; /* but for the policies                     */
	struct arena scratch;     /* of one run                               */
};

static struct simulated *simulated(const struct source *s)
{
	return s->ctx;
}

/* The policies of a run, in the scratch memory, and where nodes may run. */
static bool set_up(struct simulated *s, const char *policy,
		   struct sim_config *c, struct lineup *l, struct dag_error *e)
{
	arena_reset(&s->scratch);
	*c = s->config;
	if (!lineup_init(l, policy, s->opened.workload, &s->scratch, e))
		return false;
	c->policy = l->policy;
	c->accelerator = l->accelerator;
	return sim_place(c, &s->scratch, e);
}

static bool feed(const struct source *source, uint32_t i,
		 struct trace_sink *const *sinks, size_t n, struct dag_error *e)
{
	struct simulated *s = simulated(source);
	struct sim_stats stats;
	struct sim_config c;
	struct lineup l;

	return set_up(s, s->policies[i], &c, &l, e) &&
	       sim_run(&c, &s->scratch, sinks, n, &stats, e);
}

static const struct trace_header *describe(struct simulated *s,
					   const struct sim_config *c,
					   const struct lineup *l)
{
	struct arena *a = &s->cli->arena;
	struct trace_header *h = ARENA_NEW(a, struct trace_header, 1);

	trace_header_init(h, s->opened.workload, a);
	sim_describe(h, c, a);
	h->program_version = DAGSIM_VERSION;
	h->source = "simulate";
	h->command = s->cli->reproduce;
	h->policy = arena_strdup(a, l->name);
	return h;
}

/* Of all policies those that find no place are left out; of named ones none
 * is. */
static bool list_runs(struct simulated *s, const char **names, bool all,
		      struct source *out)
{
	struct dag_error *e = &s->cli->error;
	struct sim_config c;
	struct lineup l;
	uint32_t n = 0;

	while (names[n])
		n++;
	s->policies = ARENA_NEW(&s->cli->arena, const char *, n);
	out->headers =
		ARENA_NEW(&s->cli->arena, const struct trace_header *, n);
	for (uint32_t i = 0; i < n; i++) {
		if (!set_up(s, names[i], &c, &l, e)) {
			if (!all || e->code == EXIT_SYSTEM)
				return false;
			*e = (struct dag_error){0};
			continue;
		}
		s->policies[out->n] = names[i];
		out->headers[out->n++] = describe(s, &c, &l);
	}
	return out->n || error_set(e, s->opened.workload->file, 0, 0,
				   "no policy finds a place for it");
}

bool source_of_workload(struct cli *cli, const struct report_args *args,
			const char *path, struct source *out)
{
	struct simulated *s = ARENA_NEW(&cli->arena, struct simulated, 1);
	const struct sim_defaults *def;
	const struct workload *w;
	const char **names;

	*out = (struct source){.feed = feed, .ctx = s};
	s->cli = cli;
	if (!workload_load_policies(cli, args->policies.items,
				    args->policies.n) ||
	    !workload_open(cli, path, &args->workload, args->quiet, &s->opened))
		return false;
	w = s->opened.workload;
	workload_tell_runtime(w, args->quiet);
	def = &w->sim;
	s->config = (struct sim_config){
		.workload = w,
		.horizon = args->duration.given ? args->duration.ns
						: def->duration,
		.seed = args->seed.given ? args->seed.value : def->seed,
		.late = def->late,
		.noise = args->noise.index == 1,
		.safety_factor = def->safety_factor,
	};
	if (s->config.horizon > SPAN_MAX)
		return error_set(&cli->error, NULL, 0, 0,
				 "the duration is longer than 2^62 ns (146 "
				 "years)");
	if (!args->policies.n)
		return list_runs(s, lineup_all(w, &cli->arena), true, out);
	names = ARENA_NEW(&cli->arena, const char *, args->policies.n + 1);
	memcpy(names, args->policies.items, args->policies.n * sizeof(*names));
	return list_runs(s, names, false, out);
}

void source_close_simulated(struct source *s)
{
	workload_close(&simulated(s)->opened);
	arena_free(&simulated(s)->scratch);
	*s = (struct source){0};
}

const struct workload *source_workload(const struct source *s)
{
	return simulated(s)->opened.workload;
}
