/* federated.c - federated scheduling: heavy tasks alone, light ones shared
 *
 * federation.h divides the cores, for the policy `federated` too.  A heavy
 * task (W > D) alone on its cores ends within the bound by which their number
 * was found, as only precedence and full cores hold it up (core_counts.h).
 * Light tasks run in sequence under EDF, where approximate demand leaves room
 * for them; their responses are those of one core.
 *
 * Three tests, by the bound: the heaviest chains never need more cores than
 * greedy ones, those never more than Graham's formula; with fewer cores for
 * heavy tasks the first fit of light ones succeeds whenever it did with more.
 * So what a later test accepts the first accepts.
 *
 * D is min(D, T) - J here.  Any node order, and for heavy tasks any kind of
 * preemption, as their cores are never idle while a node is ready.
 */
#include "analysis/shares.h"
#include "analysis/tests.h"

#include <assert.h>

/* The responses of light tasks, core by core. */
static void bound_light(const struct analysis_input *in,
			const struct federation *f, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	bool *keep = ARENA_NEW(in->arena, bool, s->n_tasks);
	uint32_t *list = ARENA_NEW(in->arena, uint32_t, s->n_tasks);
	struct response_limit limit = {0, common_work(in)};

	for (uint32_t core = f->own; core < s->cores; core++) {
		struct analysis_set *c;
		struct response *r;

		for (uint32_t i = 0; i < s->n_tasks; i++)
			keep[i] = f->share[i].n && f->share[i].first == core;
		c = shares_core(s, keep, list, in->arena);
		r = ARENA_NEW(in->arena, struct response, c->n_tasks);
		if (c->n_tasks)
			response_edf(c, true, &limit, in->arena, r);
		for (uint32_t k = 0; k < c->n_tasks; k++) {
			struct verdict_bound *b = &v->bounds[list[k]];

			b->known = r[k].status == RESPONSE_KNOWN;
			b->diverges = r[k].status == RESPONSE_DIVERGES;
			b->num = r[k].worst;
		}
	}
	v->work += limit.used;
}

/* With no time to spare there is a core for each chain, and nothing waits. */
static struct ratio bound_heavy(const struct analysis_input *in, uint32_t i,
				enum dag_bound kind, uint32_t cores)
{
	const struct analysis_task *t = &in->set->tasks[i];
	struct chain_sums sums;

	if (t->dag->length == shares_deadline(t))
		return (struct ratio){t->dag->length, 1};
	chain_sums(&sums, &t->dag->g, kind, cores, in->arena);
	return chain_bound(&sums, cores);
}

static void bound_all(const struct analysis_input *in, enum dag_bound kind,
		      const struct federation *f, struct verdict *v)
{
	const struct analysis_set *s = in->set;

	v->n_bounds = s->n_tasks;
	v->bounds = ARENA_NEW(in->arena, struct verdict_bound, s->n_tasks);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct verdict_bound *b = &v->bounds[i];
		struct ratio r;

		*b = (struct verdict_bound){.task = i, .den = 1};
		if (!f->share[i].own)
			continue;
		r = bound_heavy(in, i, kind, f->share[i].n);
		b->known = true;
		b->num = r.num + s->tasks[i].jitter * r.den;
		b->den = r.den;
	}
	if (in->options->want_bounds)
		bound_light(in, f, v);
}

static void tell_shares(const struct analysis_input *in,
			const struct federation *f, struct verdict *v)
{
	shares_init(in, v);
	for (uint32_t i = 0; i < v->n_shares; i++) {
		const struct fed_share *x = &f->share[i];

		if (x->own) {
			v->shares[i].first_core = x->first;
			v->shares[i].n_cores = x->n;
		} else if (x->n) {
			shares_add(in, v, i,
				   &(struct verdict_part){.kind = PART_TASK,
							  .core = x->first});
		}
	}
}

static void tell_failure(const struct analysis_input *in,
			 const struct fed_task *tasks,
			 const struct federation *f, struct verdict *v)
{
	uint32_t i = f->culprit, left = in->set->cores - f->own;
	const char *what;

	assert(f->outcome != FED_PLACED && f->outcome != FED_TOO_LONG);
	if (f->outcome == FED_TOO_MANY && tasks[i].cores == NONE)
		what = "needs more cores than there can be";
	else if (f->outcome == FED_TOO_MANY)
		what = arena_printf(
			in->arena, "needs %u core%s of its own, %u of %u left",
			tasks[i].cores, tasks[i].cores == 1 ? "" : "s", left,
			in->set->cores);
	else
		what = arena_printf(in->arena,
				    "none of the %u core%s left has room for"
				    " it beside others",
				    left, left == 1 ? "" : "s");
	shares_refuse(in, v, i, what);
}

static void run_federated(const struct analysis_input *in, enum dag_bound kind,
			  struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct fed_task *tasks =
		ARENA_NEW(in->arena, struct fed_task, s->n_tasks);
	struct federation f;

	cores_charge(in, v);
	if (shares_too_long(in, false, v))
		return;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		tasks[i] = shares_task(&s->tasks[i]);
		if (tasks[i].item.work > tasks[i].item.deadline)
			tasks[i].cores =
				dag_cores(&s->tasks[i].dag->g, kind,
					  tasks[i].item.deadline, in->arena);
	}
	federation_divide(&f, tasks, s->n_tasks, 0, s->cores, in->arena);
	tell_shares(in, &f, v);
	if (f.outcome != FED_PLACED) {
		tell_failure(in, tasks, &f, v);
		return;
	}
	v->kind = VERDICT_SCHEDULABLE;
	bound_all(in, kind, &f, v);
}

static void run_graham(const struct analysis_input *in, struct verdict *v)
{
	run_federated(in, BOUND_GRAHAM, v);
}

static void run_multipath(const struct analysis_input *in, struct verdict *v)
{
	run_federated(in, BOUND_MULTIPATH, v);
}

static void run_multipath_opt(const struct analysis_input *in,
			      struct verdict *v)
{
	run_federated(in, BOUND_MULTIPATH_OPT, v);
}

/* Light tasks rely on preemption, and on a policy that divides at least as
 * well as the test does. */
static const char *refuse(const struct analysis_input *in, enum dag_bound kind)
{
	const struct analysis_set *s = in->set;

	if (s->division < (int)kind)
		return arena_printf(in->arena,
				    "the policy divides cores by the bound"
				    " '%s', which may need more cores",
				    dag_bound_names[s->division]);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (s->preemption != PREEMPT_FULL &&
		    s->tasks[i].cost <= shares_deadline(&s->tasks[i]))
			return arena_printf(in->arena,
					    "'%s' is light: it shares a core,"
					    " which must be preemptible",
					    s->tasks[i].name);
	return NULL;
}

static const char *refuse_graham(const struct analysis_input *in)
{
	return refuse(in, BOUND_GRAHAM);
}

static const char *refuse_multipath(const struct analysis_input *in)
{
	return refuse(in, BOUND_MULTIPATH);
}

static const char *refuse_multipath_opt(const struct analysis_input *in)
{
	return refuse(in, BOUND_MULTIPATH_OPT);
}

/* --- the rows --- */

static const char *const assumes[] = {
	"m equal cores; a task with W > D has cores of its own, never idle"
	" while one of its nodes is ready; D stands for min(D, T) - J",
	"any other task runs in sequence on a core that it may share, under"
	" preemptive EDF",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it",
	"nodes take any time up to the charged one; edges take no time", NULL};

static const char *const by_opt[] = {"fed_multipath_opt", NULL};
static const char *const by_both[] = {"fed_multipath_opt", "fed_multipath",
				      NULL};

enum { ANY_CORES = FOR_CORES_FULL | FOR_CORES_LIMITED | FOR_CORES_NONE };

const struct analysis_test fed_multipath_opt_test = {
	.name = "fed_multipath_opt",
	.summary = "federated, cores of heavy tasks by their heaviest chains",
	.source = "Li et al., ECRTS 2014; Baruah, DATE 2015; He et al., RTSS"
		  " 2022 and IEEE TCAD 44(5), 2025",
	.assumptions = assumes,
	.any_deadline = true,
	.executors = ANY_CORES,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.spread = POLICY_FEDERATED,
	.gives_bounds = true,
	.stands_for = "federated",
	.refuses = refuse_multipath_opt,
	.run = run_multipath_opt,
};

const struct analysis_test fed_multipath_test = {
	.name = "fed_multipath",
	.summary = "federated, cores of heavy tasks by greedy chains",
	.source = "Li et al., ECRTS 2014; Baruah, DATE 2015; He, Guan, Lv,"
		  " Jiang, Chang, RTSS 2022",
	.assumptions = assumes,
	.any_deadline = true,
	.executors = ANY_CORES,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.spread = POLICY_FEDERATED,
	.gives_bounds = true,
	.dominated_by = by_opt,
	.stands_for = "federated:bound=multipath",
	.refuses = refuse_multipath,
	.run = run_multipath,
};

const struct analysis_test fed_graham_test = {
	.name = "fed_graham",
	.summary = "federated, cores of heavy tasks by Graham's bound",
	.source = "Li, Chen, Agrawal, Lu, Gill, Saifullah, ECRTS 2014; Baruah,"
		  " DATE 2015",
	.assumptions = assumes,
	.any_deadline = true,
	.executors = ANY_CORES,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.spread = POLICY_FEDERATED,
	.gives_bounds = true,
	.dominated_by = by_both,
	.stands_for = "federated:bound=graham",
	.refuses = refuse_graham,
	.run = run_graham,
};
