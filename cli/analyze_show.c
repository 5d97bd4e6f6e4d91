/* analyze_show.c - arrivals that miss, replayed by the simulator
 *
 * The analysis says which arrivals prove its refusal, the simulator runs
 * them under the very policy; this file brings the two together, as neither
 * knows the other.
 */
#include "cli/analyze.h"

#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/trace_file.h"

#include <assert.h>
#include <string.h>

enum { SEARCH_DEFAULT = 100, SEARCH_TASKS = 20000 };

/* What a replay needs, set up once. */
struct replay {
	struct analyze *a;
	const struct workload *w; /* with execution times as charged       */
	const char *policy;
	struct arena scratch; /* of one run                                */
	struct dag_error *error;
	bool broken; /* a run failed: *error says why                      */
};

/* --- a run --- */

struct miss_sink {
	struct trace_sink sink;
	struct first_miss *miss;
};

static void see_miss(struct trace_sink *sink, const struct trace_rec *recs,
		     size_t n)
{
	struct first_miss *miss = ((struct miss_sink *)sink)->miss;

	for (size_t i = 0; i < n && !miss->found; i++)
		if (recs[i].kind == TRACE_MISS)
			*miss = (struct first_miss){.found = true,
						    .task = recs[i].task,
						    .instance =
							    recs[i].instance,
						    .t = recs[i].t,
						    .deadline = recs[i].b};
}

/* Fills *c and the policies of a line-up; late jobs run, so that a miss is
 * seen to its end. */
static bool set_up(struct replay *r, const struct witness *w,
		   struct sim_config *c, struct lineup *l)
{
	arena_reset(&r->scratch);
	if (!lineup_init(l, r->policy, r->w, &r->scratch, r->error))
		return false;
	*c = (struct sim_config){
		.workload = r->w,
		.policy = l->policy,
		.accelerator = l->accelerator,
		.horizon = w->horizon,
		.late = LATE_RUN,
		.safety_factor = r->w->sim.safety_factor,
		.replay = &w->releases,
		.times = r->a->attack.times,
	};
	return sim_place(c, &r->scratch, r->error);
}

/* Does a job miss?  A search goes on after a run that fails, and its caller
 * learns of it by r->broken. */
static bool misses(void *ctx, const struct witness *w)
{
	struct replay *r = ctx;
	struct first_miss miss = {0};
	struct miss_sink see = {{.consume = see_miss}, &miss};
	struct trace_sink *sinks[] = {&see.sink};
	struct sim_config c;
	struct sim_stats stats;
	struct lineup l;

	if (r->broken || !set_up(r, w, &c, &l) ||
	    !sim_run(&c, &r->scratch, sinks, 1, &stats, r->error)) {
		r->broken = true;
		return false;
	}
	return miss.found;
}

/* --- the workload of a replay --- */

/* Priorities that were assigned are those of the replay too. */
static const struct workload *with_priorities(const struct analyze *a,
					      const struct workload *w)
{
	struct arena *arena = &a->cli->arena;
	struct workload *copy;

	if (!a->assigned)
		return w;
	copy = ARENA_NEW(arena, struct workload, 1);
	*copy = *w;
	copy->tasks = ARENA_NEW(arena, struct task, w->n_tasks);
	memcpy(copy->tasks, w->tasks, w->n_tasks * sizeof(*w->tasks));
	for (uint32_t i = 0; i < a->set->n_tasks; i++) {
		struct task *t = &copy->tasks[a->set->tasks[i].index];

		t->priority = a->assigned[i];
		t->has_priority = true;
	}
	return copy;
}

static const struct workload *replay_workload(const struct analyze *a,
					      bool halves)
{
	return with_priorities(a, witness_workload(a->opened.workload, a->set,
						   &a->charge, halves,
						   &a->cli->arena));
}

/* The policy that a test was asked about: the one given, else the one it
 * stands for, or one with its order and rule; NULL where there is none. */
const char *analyze_policy_of(const struct analyze *a, const struct finding *f)
{
	const struct analysis_test *t = f->test;
	uint32_t where = a->opened.workload->platform.n_cores
				 ? POLICY_ON_CORES
				 : POLICY_ON_ACCELERATOR;

	if (a->policy || f->input.policy_name)
		return f->input.policy_name;
	if (t->scheduler)
		return NULL;
	for (size_t i = 0; policy_table[i]; i++) {
		const struct policy_traits *p = &policy_table[i]->traits;

		if (p->order == t->order && p->batch == t->batch &&
		    (p->flags & where))
			return policy_table[i]->name;
	}
	return NULL;
}

/* --- which refusal, and showing it --- */

/* The refusal by the strongest test that applies, if none proves: the first
 * one, or on several cores, where cheap ones come first, the last. */
static struct finding *refusal(struct analyze *a)
{
	bool last = a->set->executor == EXECUTOR_CORES;
	struct finding *found = NULL;

	for (size_t i = 0; i < a->n_found; i++) {
		struct finding *f = &a->found[i];

		if (f->verdict.kind == VERDICT_SCHEDULABLE)
			return NULL;
		if (f->verdict.kind != VERDICT_NOT_APPLICABLE &&
		    (last || !found))
			found = f;
	}
	return found;
}

static unsigned tries(const struct analyze *a)
{
	uint32_t fit = SEARCH_TASKS / (a->set->n_tasks + 1) + 1;

	if (a->args->search.given)
		return (unsigned)a->args->search.n;
	return fit < SEARCH_DEFAULT ? fit : SEARCH_DEFAULT;
}

static void describe(const struct replay *r, const struct sim_config *c,
		     struct trace_header *h)
{
	struct arena *arena = &r->a->cli->arena;

	trace_header_init(h, r->w, arena);
	sim_describe(h, c, arena);
	h->program_version = DAGSIM_VERSION;
	h->source = "analyze";
	h->command = r->a->cli->reproduce;
	h->policy = r->policy;
}

/* Runs the arrivals once more, for the reader. */
static bool replay(struct replay *r)
{
	struct analyze *a = r->a;
	struct miss_sink see = {{.consume = see_miss}, &a->miss};
	struct trace_sink *sinks[3] = {&see.sink};
	struct trace_writer *writer = NULL;
	struct trace_header *h =
		ARENA_NEW(&a->cli->arena, struct trace_header, 1);
	struct sim_config c;
	struct sim_stats stats;
	struct lineup l;
	size_t n = 1;
	bool ok;

	if (!set_up(r, &a->witness, &c, &l))
		return false;
	describe(r, &c, h);
	if (a->args->trace) {
		if (!output_open(&a->trace_file, a->args->trace, &a->cli->arena,
				 r->error))
			return false;
		writer = trace_writer_new(a->trace_file.file, a->args->trace);
		trace_writer_begin(writer, h, false);
		sinks[n++] = trace_writer_sink(writer);
	}
	if (a->args->gantt) {
		a->gantt = gantt_new(h, &a->window);
		sinks[n++] = gantt_sink(a->gantt);
	}
	ok = sim_run(&c, &r->scratch, sinks, n, &stats, r->error);
	if (!writer)
		return ok;
	trace_writer_end(writer, NULL);
	return trace_writer_close(writer, ok ? r->error : NULL) && ok;
}

/* Where one core decided the verdict, its tasks are what is to be shown. */
static bool find_witness(struct analyze *a, struct finding *f,
			 const struct witness_simulator *sim)
{
	const struct verdict_of_part *part = f->verdict.part;
	struct analysis_input sub = f->input;
	struct verdict v;

	if (!part)
		return witness_find(f->test, &f->input, sim, &f->verdict,
				    &a->witness);
	sub.set = part->set;
	v = part->verdict;
	if (!witness_find(part->test, &sub, sim, &v, &a->witness))
		return false;
	if (v.kind != f->verdict.kind) {
		f->verdict.kind = v.kind;
		f->verdict.reason = v.reason;
	}
	return true;
}

bool analyze_show(struct analyze *a)
{
	const struct analyze_args *args = a->args;
	struct finding *f = refusal(a);
	struct replay r = {.a = a, .error = &a->cli->error};
	struct witness_simulator sim = {.misses = misses, .ctx = &r};
	bool ok = true, wanted = args->trace || args->gantt;

	if (!f || (!wanted && f->verdict.kind != VERDICT_NOT_PROVEN))
		return true;
	r.policy = analyze_policy_of(a, f);
	if (!r.policy)
		return true;
	r.w = replay_workload(a, false);
	sim.tries = tries(a);
	if (find_witness(a, f, sim.tries ? &sim : NULL)) {
		a->shown = f;
		if (a->witness.halves)
			r.w = replay_workload(a, true);
		ok = replay(&r);
	} else if (args->falsify.n && !r.broken &&
		   f->verdict.kind == VERDICT_NOT_PROVEN) {
		ok = analyze_attack(a, f, r.w, r.policy) &&
		     (!a->attack.found || replay(&r));
	}
	arena_free(&r.scratch);
	if ((ok && !r.broken) || r.error->code != EXIT_NO)
		return ok && !r.broken;
	/* a policy that gives tasks places may find none: that is no mistake,
	 * and the verdict stands */
	a->unplaced = arena_strdup(&a->cli->arena, r.error->msg);
	a->shown = NULL;
	*r.error = (struct dag_error){0};
	return true;
}
