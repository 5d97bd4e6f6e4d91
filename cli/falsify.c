/* falsify.c - `dagsim falsify`: options and the search */
#include "cli/falsify.h"

#include "check/without.h"
#include "cli/guard.h"
#include "cli/window.h"
#include "policies/plugin.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define AT(field) offsetof(struct falsify_args, field)

static const char *const phase_names[] = {"free", "given", NULL};
static const char *const time_names[] = {"any", "worst", NULL};

static const struct option search_options[] = {
	{"policy", 'p', OPT_TEXT, "POLICY", AT(policy),
	 .help = "the policy, with settings if any, of cores and accelerator "
		 "as A+B; default: edf, or gedf on cores"},
	{"cases", 'n', OPT_COUNT, "N", AT(cases), .def = "100000", .min = 1,
	 .max = INT64_C(1) << 40,
	 .help = "run at most N plans of arrivals and execution times"},
	{"seconds", 0, OPT_SPAN, "TIME", AT(seconds),
	 .help = "and search no longer than that"},
	{"seed", 's', OPT_SEED, "N", AT(seed), .def = "1",
	 .help = "of what is tried"},
	{"phases", 0, OPT_CHOICE, NULL, AT(phases), .def = "free",
	 .choices = phase_names,
	 .help = "first releases anywhere, or at the phases of the workload"},
	{"times", 0, OPT_CHOICE, NULL, AT(times), .def = "any",
	 .choices = time_names,
	 .help = "execution times from the least (bcet, else 1 ns) to C(b), or "
		 "C(b) always"},
	{"tie", 0, OPT_CHOICE, NULL, AT(tie), .choices = tie_rule_names,
	 .help = "which of two jobs of equal key goes first; default: release, "
		 "then adversarial and fifo"},
	{"limit", 0, OPT_SPAN, "TIME", AT(limit), .def = "5s",
	 .help = "of one case: a policy from a shared object that takes longer "
		 "does not answer"},
	{"length", 0, OPT_SPAN, "TIME", AT(length),
	 .help = "how long jobs are released; default: three of the longest "
		 "period, or 160 jobs"},
	{0},
};

static const struct option output_options[] = {
	{"trace", 't', OPT_TEXT, "FILE", AT(trace),
	 .help = "write the trace of the miss"},
	{"releases", 0, OPT_TEXT, "FILE", AT(releases),
	 .help = "write arrivals and execution times, for dagsim simulate "
		 "--releases"},
	{"save", 0, OPT_TEXT, "FILE", AT(save),
	 .help = "write the workload as it was searched: scaled, and without "
		 "nodes that take no time"},
	{"gantt", 'g', OPT_MAYBE, "FROM..TO", AT(gantt),
	 .help = "draw the miss"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.falsify/1"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet), .help = "no warnings"},
	{0},
};

static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Search", search_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

/* --- the search --- */

static dag_time clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* Asked before each case. */
struct pace {
	dag_time end; /* 0: none */
	const struct falsify *f;
};

static bool is_late(void *ctx)
{
	struct pace *p = ctx;

	guard_case(p->f->plans + p->f->result.plans + 1,
		   p->f->args->seed.value);
	return p->end && clock_now() >= p->end;
}

/* Of all tie rules that were tried together. */
static void note_explored(struct falsify *f, const struct attack_explored *x)
{
	bool first = !f->searches++;

	f->explored.complete = x->complete && (first || f->explored.complete);
	f->explored.states += x->states;
	f->explored.ticks = x->ticks;
	f->explored.grid = x->grid;
	f->explored.until = x->until;
}

/* One tie rule, for a share of what may be spent. */
static bool search(struct falsify *f, enum tie_rule tie, uint64_t plans,
		   dag_time end)
{
	const struct falsify_args *args = f->args;
	struct pace pace = {end, f};
	struct attack_request q = {
		.seed = args->seed.value,
		.plans = plans,
		.length = args->length.ns,
		.phases = (enum attack_phases)args->phases.index,
		.worst_times = args->times.index == 1,
		.explore = true,
		.by_clock = f->foreign,
		.stop = is_late,
		.ctx = &pace,
	};

	f->config.tie = tie;
	q.config = f->config;
	attack_run(&q, &f->cli->arena, &f->result, &f->cli->error);
	f->plans += f->result.plans;
	note_explored(f, &f->result.explored);
	return !f->result.broken;
}

/* --- setting up --- */

static bool check_args(struct falsify *f)
{
	const struct falsify_args *args = f->args;
	const char *outputs[] = {args->trace, args->releases, args->save};
	struct dag_error *e = &f->cli->error;

	if (args->json && args->gantt)
		return error_set(e, NULL, 0, 0,
				 "--gantt draws below the text; leave out "
				 "--json");
	for (int i = 0; i < 3; i++) {
		const char *path = outputs[i], *other = outputs[(i + 1) % 3];

		if (path && !strcmp(path, "-"))
			return error_set(e, NULL, 0, 0,
					 "--trace, --releases and --save go to "
					 "files; the report stands on standard "
					 "output");
		if (path && other && output_same(path, other))
			return error_set(e, path, 0, 0,
					 "two of --trace, --releases and "
					 "--save are the same file; nothing "
					 "was written");
		if (path && output_same(path, f->cli->operands.items[0]))
			return error_set(e, path, 0, 0,
					 "this is the workload itself; nothing "
					 "was written");
	}
	return !args->gantt || gantt_window(f->cli, args->gantt, &f->window);
}

static bool cast(struct falsify *f, const struct workload *w)
{
	const char *spec = f->args->policy;
	struct arena *a = &f->cli->arena;

	if (!spec)
		spec = w->platform.n_cores ? "gedf" : "edf";
	f->lineup_given = spec;
	if (!lineup_init(&f->lineup, spec, w, a, &f->cli->error))
		return false;
	f->config = (struct sim_config){
		.workload = w,
		.policy = f->lineup.policy,
		.accelerator = f->lineup.accelerator,
		.safety_factor = w->sim.safety_factor,
	};
	f->foreign = policy_loaded(f->lineup.policy->ops->name) ||
		     (f->lineup.accelerator &&
		      policy_loaded(f->lineup.accelerator->ops->name));
	return sim_place(&f->config, a, &f->cli->error);
}

static bool set_up(struct falsify *f)
{
	struct cli *cli = f->cli;
	const char *spec = f->args->policy;

	guard_code(EXIT_NO);
	guard_limit(f->args->limit.ns);
	if (!workload_load_policies(cli, &spec, spec != NULL) ||
	    !workload_open(cli, cli->operands.items[0], &f->args->workload,
			   f->args->quiet, &f->opened))
		return false;
	workload_tell_runtime(f->opened.workload, f->args->quiet);
	return cast(f, f->opened.workload);
}

/* --- in which order --- */

/* What is left of a budget is shared among what is still to be tried. */
struct budget {
	uint64_t plans; /* that may have been run in the end              */
	dag_time end;   /* 0: none                                        */
};

static bool is_spent(const struct falsify *f, const struct budget *b)
{
	return f->plans >= b->plans || (b->end && clock_now() >= b->end);
}

static bool search_part(struct falsify *f, enum tie_rule tie,
			const struct budget *b, unsigned parts)
{
	uint64_t left = b->plans > f->plans ? b->plans - f->plans : 0;
	dag_time now = clock_now();

	if (!left || is_spent(f, b))
		return true;
	return search(f, tie, parts == 1 ? left : left / parts + 1,
		      b->end ? now + (b->end - now) / parts : 0);
}

/* The default rule first, those that a policy's order leaves open after it. */
static bool search_ties(struct falsify *f, const struct budget *b)
{
	static const enum tie_rule open[] = {TIE_RELEASE, TIE_ADVERSARIAL,
					     TIE_FIFO};
	const struct opt_choice *tie = &f->args->tie;

	if (tie->given)
		return search_part(f, (enum tie_rule)tie->index, b, 1);
	for (unsigned i = 0; i < 3 && !f->result.found; i++)
		if (!search_part(f, open[i], b, i == 2 ? 1 : 2))
			return false;
	return true;
}

enum { LEFT_OUT_MAX = 64 };

static uint32_t count_free(const struct workload *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->n_nodes; i++)
		n += without_allows(w, i);
	return n;
}

/* Nodes that take no time, one at a time. */
static bool search_without(struct falsify *f, const struct budget *b)
{
	const struct workload *w = f->opened.workload;
	uint32_t left = count_free(w);

	if (left > LEFT_OUT_MAX)
		return true;
	for (uint32_t i = 0; i < w->n_nodes && !f->result.found; i++) {
		struct budget part = {f->plans, 0};
		dag_time now = clock_now();

		if (!without_allows(w, i))
			continue;
		if (is_spent(f, b))
			return true;
		part.plans += (b->plans - f->plans) / left;
		part.end = b->end ? now + (b->end - now) / left : 0;
		left--;
		if (!cast(f, without_node(w, i, &f->cli->arena)) ||
		    !search_ties(f, &part))
			return false;
		if (f->result.found)
			f->left_out = i;
	}
	return true;
}

static bool search_all(struct falsify *f)
{
	const struct falsify_args *args = f->args;
	const struct workload *w = f->opened.workload;
	bool shorter = args->times.index == 0 && count_free(w) > 0;
	dag_time now = clock_now(), total = args->seconds.ns;
	struct budget all = {(uint64_t)args->cases.n, total ? now + total : 0};
	struct budget whole = all;
	struct attack_explored whole_explored;

	f->left_out = NONE;
	if (shorter) {
		whole.plans = all.plans - all.plans / 4;
		whole.end = total ? now + total - total / 4 : 0;
	}
	if (!search_ties(f, &whole))
		return false;
	if (f->result.found || !shorter)
		return true;
	whole_explored = f->explored;
	if (!search_without(f, &all))
		return false;
	f->explored = whole_explored;
	return true;
}

static enum exit_code run_falsify(struct cli *cli)
{
	struct falsify *f = ARENA_NEW(&cli->arena, struct falsify, 1);
	enum exit_code code = EXIT_UNDECIDED;

	f->cli = cli;
	f->args = cli->args;
	assert(cli->operands.n == 1);
	if (!check_args(f) || !set_up(f) || !search_all(f) || !falsify_tell(f))
		code = cli_fail(cli);
	else if (f->result.found)
		code = EXIT_NO;
	if (f->gantt)
		gantt_free(f->gantt);
	output_abort(&f->trace_file);
	output_abort(&f->releases_file);
	output_abort(&f->save_file);
	free(f->story);
	free(f->times);
	arena_free(&f->scratch);
	workload_close(&f->opened);
	return code;
}

static const struct example examples[] = {
	{"dagsim falsify w.yaml -p edf_batch",
	 "is there any arrival pattern that misses?"},
	{"dagsim falsify w.yaml -p gfp --seconds 60 --gantt --trace miss.trace",
	 "for a minute; draw what is found, and keep it"},
	{"dagsim falsify w.yaml -p edf --releases r.csv",
	 "arrivals for dagsim simulate --releases"},
	{NULL, NULL},
};

const struct command command_falsify = {
	.name = "falsify",
	.summary = "search arrivals and execution times for a deadline miss",
	.operands = "WORKLOAD",
	.about = "Tries what the workload allows: first releases anywhere, "
		 "jitter, gaps, execution times up to C(b). Exit 1: a miss was "
		 "found; 3: none, which proves nothing.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct falsify_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_falsify,
};
