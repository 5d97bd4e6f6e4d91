/* platform_args.c - see platform_args.h */
#include "cli/platform_args.h"

#include "analysis/test.h"
#include "model/runtime.h"
#include "platform/about.h"

#include <assert.h>
#include <stdio.h>

#define AT(field) offsetof(struct platform_args, field)

static const char *const on_off[] = {"off", "on", NULL};
static const char *const successors[] = {"scheduler", "worker", NULL};

const struct option platform_options[] = {
	{"platform", 0, OPT_TEXT, "PLATFORM", AT(platform),
	 .help = "what runs the workload: a kernel or middleware that knows "
		 "DAGs (gedf, awkernel, yasmin, yasmin-published), or "
		 "executors "
		 "on threads (threads, ros2-...); see dagsim platforms"},
	{"map", 0, OPT_CHOICE, NULL, AT(map), .choices = thread_map_names,
	 .def = "preset",
	 .help = "SCHED_DEADLINE for the threads: a reservation of its own for "
		 "each (approach3), or the servers of a test of reservations; "
		 "default: as the platform says"},
	{"margin", 0, OPT_RATIO, "F", AT(margin),
	 .help = "runtimes of reservations are F times the WCET; default: 1"},
	{"reclaim", 0, OPT_FLAG, NULL, AT(reclaim),
	 .help = "threads reclaim what others leave (SCHED_FLAG_RECLAIM)"},
	{"admission", 0, OPT_CHOICE, NULL, AT(admission), .choices = on_off,
	 .def = "on",
	 .help = "refuse reservations of more than 0.95 of the cores"},
	{"executor-per", 0, OPT_CHOICE, NULL, AT(per),
	 .choices = executor_per_names,
	 .help = "nodes that no executor of the file names share one each "
		 "task, "
		 "have one each, or share one; default: as the platform says"},
	{"queue", 0, OPT_COUNT, "N", AT(queue), .min = 0, .max = 1000000,
	 .help = "messages kept for a callback that says nothing of it; 0: "
		 "all; default: as the platform says"},
	{"take", 0, OPT_TIME, "TIME", AT(take), .def = "0",
	 .help = "what a callback costs its executor beside its own time"},
	{"successors", 0, OPT_CHOICE, NULL, AT(successors),
	 .choices = successors,
	 .help = "yasmin: nodes that follow others are released by the "
		 "scheduler thread at its next tick, or at once by the worker; "
		 "default: scheduler"},
	{0},
};

/* --- which were given --- */

enum { DETAILS = 7 };

static size_t given_details(const struct platform_args *args,
			    const char *names[DETAILS])
{
	const struct {
		const char *name;
		bool given;
	} all[DETAILS] = {
		{"map", args->map.given && args->map.index != MAP_PRESET},
		{"margin", args->margin.den != 0},
		{"reclaim", args->reclaim},
		{"executor-per", args->per.given},
		{"queue", args->queue.given},
		{"take", args->take.given},
		{"successors", args->successors.given},
	};
	size_t n = 0;

	for (int i = 0; i < DETAILS; i++)
		if (all[i].given)
			names[n++] = all[i].name;
	return n;
}

const char *platform_args_detail(const struct platform_args *args)
{
	const char *names[DETAILS];

	if (args->map.given || args->admission.given)
		return args->map.given ? "map" : "admission";
	return given_details(args, names) ? names[0] : NULL;
}

/* --- which act ---
 *
 * --admission is left out: where nothing is reserved, nothing is refused, on
 * or off. */

/* The servers of a test of reservations are as that says. */
static bool check_map(const struct platform_args *args, struct dag_error *e)
{
	const char *option = args->margin.den  ? "margin"
			     : args->per.given ? "executor-per"
					       : NULL;

	if (args->map.index < MAP_RMIN || !option)
		return true;
	return error_set(e, NULL, 0, 0,
			 "--%s does not go with --map %s, which says what "
			 "executor each DAG has, and its servers",
			 option, thread_map_names[args->map.index]);
}

static bool refuse(const char *option, const struct platform_about *on,
		   size_t n, struct dag_error *e)
{
	if (n > 1)
		return error_set(e, NULL, 0, 0,
				 "--%s acts on none of these platforms; what "
				 "does: dagsim platforms NAME",
				 option);
	if (platform_takes(on, option, RESERVED_BY_MAP))
		return error_set(e, NULL, 0, 0,
				 "--%s needs --map on platform %s, whose "
				 "threads have no reservations",
				 option, on->name);
	return error_set(e, NULL, 0, 0,
			 "--%s does not act on platform %s; what does: dagsim "
			 "platforms %s",
			 option, on->name, on->name);
}

static unsigned reserved_by(const struct workload *w,
			    const struct platform_args *args)
{
	unsigned by = args->map.index == MAP_PRESET ? 0 : RESERVED_BY_MAP;

	for (uint32_t i = 0; w->runtime && i < w->runtime->n_executors; i++)
		if (w->runtime->executors[i].policy == THREAD_DEADLINE)
			by |= RESERVED_BY_WORKLOAD;
	return by;
}

static bool act(const char *const *options, const struct platform_about *on,
		size_t n, unsigned reserved, struct dag_error *e)
{
	for (; *options; options++) {
		bool acts = false;

		for (size_t i = 0; i < n; i++)
			acts |= platform_takes(&on[i], *options, reserved);
		if (!acts)
			return refuse(*options, on, n, e);
	}
	return true;
}

bool platform_check_options(struct cli *cli, const struct workload *w,
			    const struct platform_args *args,
			    const char *const *platforms, size_t n,
			    const char *const *more)
{
	struct platform_about *on =
		ARENA_NEW(&cli->arena, struct platform_about, n);
	const char *given[DETAILS + 1];
	unsigned reserved = reserved_by(w, args);

	given[given_details(args, given)] = NULL;
	if (!check_map(args, &cli->error))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!platform_about(platforms[i], &cli->arena, &on[i],
				    &cli->error))
			return false;
	return act(given, on, n, reserved, &cli->error) &&
	       act(more, on, n, reserved, &cli->error);
}

/* --- reservations of a test --- */

static const char *const test_of[] = {
	[MAP_RMIN] = "reservation_rmin",
	[MAP_RSPLIT] = "reservation_split",
	[MAP_REQUAL] = "reservation_requal",
};

static bool ask_test(const struct workload *w, const char *name,
		     struct arena *a, struct verdict *v, struct dag_error *e)
{
	static const struct analysis_options options;
	const struct analysis_charge charge = {.safety_factor = {1, 1}};
	struct analysis_input in = {.set = set_build(w, &charge, TIME_DENSE, a),
				    .options = &options,
				    .arena = a};
	const struct analysis_test *t = analysis_find(name, e);

	assert(t);
	analysis_run(t, &in, v);
	if (v->kind == VERDICT_SCHEDULABLE)
		return true;
	error_set(e, w->file, 0, 0, "%s gives no reservations: %s", name,
		  v->reason);
	e->code = EXIT_NO;
	return false;
}

static struct reserved reserved_of(const struct verdict_share *s,
				   struct arena *a)
{
	uint32_t *cores = ARENA_NEW(a, uint32_t, s->n_parts);
	const struct verdict_part *first = s->parts;

	for (uint32_t i = 0; i < s->n_parts; i++) {
		assert(s->parts[i].kind == PART_SERVER);
		cores[i] = s->parts[i].core;
	}
	return (struct reserved){first->runtime, first->deadline, first->period,
				 cores, s->n_parts};
}

static bool reserve(struct cli *cli, const struct workload *w,
		    enum thread_map map, struct launch_options *o)
{
	struct arena *a = &cli->arena;
	struct reserved *r = ARENA_NEW(a, struct reserved, w->n_tasks);
	struct verdict v;

	if (!ask_test(w, test_of[map], a, &v, &cli->error))
		return false;
	for (uint32_t i = 0; i < v.n_shares; i++)
		r[v.shares[i].task] = reserved_of(&v.shares[i], a);
	o->reserved = r;
	return true;
}

/* --- all of it --- */

bool platform_launch_options(struct cli *cli, const struct platform_args *args,
			     const struct workload *w, dag_time tick,
			     struct launch_options *o)
{
	o->map = (enum thread_map)args->map.index;
	o->mapping.per = args->per.given ? (enum executor_per)args->per.index
					 : PER_PRESET;
	o->mapping.has_queue = args->queue.given;
	o->mapping.queue = (uint32_t)args->queue.n;
	o->deadline.margin = args->margin;
	o->deadline.reclaim = args->reclaim;
	if (args->admission.index == 0)
		o->deadline.limit = (struct ratio){0, 1};
	o->take = args->take.ns;
	o->tick = tick;
	o->workers_release = args->successors.index == 1;
	return o->map < MAP_RMIN || reserve(cli, w, o->map, o);
}

void platform_tell_notes(const struct launch *l, bool quiet)
{
	for (uint32_t i = 0; i < l->notes.n && !quiet; i++)
		fprintf(stderr, "%s: warning: %s\n", l->workload->file,
			l->notes.items[i]);
}
