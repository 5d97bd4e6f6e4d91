/* table.c - the tests, in the order of preference; and who may use which */
#include "analysis/common.h"
#include "analysis/tests.h"
#include "analysis/unplaced.h"

#include <assert.h>
#include <string.h>

const struct analysis_test *const analysis_table[] = {
	&np_edf_test,
	&np_edf_same_deadline_test,
	&np_edf_cross_deadline_tight_test,
	&np_edf_cross_deadline_test,
	&np_fp_rta_test,
	&np_fifo_test,
	&edf_qpa_test,
	&fp_rta_test,

	/* one DAG on several cores */
	&multipath_opt_test,
	&multipath_greedy_test,
	&graham_test,

	/* several cores, cheap ones first: global EDF */
	&edf_li13_cab_test,
	&edf_li14_cab_test,
	&edf_bonifaci13_poly_test,
	&edf_gfb_test,
	&edf_baker_test,
	&edf_bcl_test,
	&edf_melani15_test,
	&edf_chain_rta_test,
	&edf_baruah14_test,
	&edf_bar_test,

	/* global fixed priorities */
	&fp_li14_cab_test,
	&fp_bonifaci13_poly_test,
	&fp_melani15_test,
	&fp_chain_rta_test,
	&fp_he19_cpf_test,
	&fp_fonseca17_test,

	/* global, preempted between nodes */
	&lpfp_boundary_rta_test,
	&lpedf_boundary_rta_test,

	/* federated and partitioned; what the policy does stands first, as its
	 * division of the cores is told */
	&fed_multipath_opt_test,
	&fed_multipath_test,
	&fed_graham_test,
	&partitioned_edf_test,
	&partitioned_fp_test,

	/* schedulers that no policy here is */
	&semifed_x1_test,
	&reservation_split_test,
	&reservation_rmin_test,
	&reservation_requal_test,

	/* cores and an accelerator */
	&typed_rta_test,

	NULL,
};

const struct analysis_test *analysis_find(const char *name, struct dag_error *e)
{
	const char *names[64];
	char hint[256] = "";
	size_t n = 0;

	for (; analysis_table[n]; n++) {
		assert(n < sizeof(names) / sizeof(*names));
		if (!strcmp(analysis_table[n]->name, name))
			return analysis_table[n];
		names[n] = analysis_table[n]->name;
	}
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown test '%s'%s", name, hint);
	return NULL;
}

const char *verdict_name(enum verdict_kind k)
{
	static const char *const names[] = {
		[VERDICT_SCHEDULABLE] = "schedulable",
		[VERDICT_NOT_SCHEDULABLE] = "not_schedulable",
		[VERDICT_NOT_PROVEN] = "not_proven",
		[VERDICT_NOT_APPLICABLE] = "not_applicable",
	};

	return names[k];
}

enum exit_code verdict_exit(enum verdict_kind k)
{
	return k == VERDICT_SCHEDULABLE       ? EXIT_YES
	       : k == VERDICT_NOT_SCHEDULABLE ? EXIT_NO
					      : EXIT_UNDECIDED;
}

/* --- who may use which --- */

static unsigned cores_bit(const struct analysis_set *s)
{
	return s->preemption == PREEMPT_FULL      ? FOR_CORES_FULL
	       : s->preemption == PREEMPT_LIMITED ? FOR_CORES_LIMITED
						  : FOR_CORES_NONE;
}

static unsigned executor_bit(const struct analysis_set *s)
{
	if (s->executor == EXECUTOR_ACCELERATOR)
		return FOR_ACCELERATOR;
	if (s->executor == EXECUTOR_OTHER)
		return 0;
	if (s->executor == EXECUTOR_TYPED)
		return FOR_TYPED;
	if (s->executor == EXECUTOR_CORES)
		return cores_bit(s);
	return s->preemption == PREEMPT_FULL      ? FOR_CORE_FULL
	       : s->preemption == PREEMPT_LIMITED ? FOR_CORE_LIMITED
						  : FOR_CORE_NONE;
}

static const char *order_text(enum policy_order order)
{
	static const char *const texts[] = {
		[ORDER_EDF] = "by earliest absolute deadline",
		[ORDER_FIFO] = "by release",
		[ORDER_FIXED] = "by fixed priority",
		[ORDER_OTHER] = "in an order of its own",
	};

	return texts[order];
}

static const char *batch_text(enum batch_rule batch)
{
	static const char *const texts[] = {
		[BATCH_NONE] = "never batches",
		[BATCH_SAME_DEADLINE] = "batches one release of a group",
		[BATCH_CROSS_DEADLINE] = "batches across deadlines",
		[BATCH_TIMEOUT] = "waits to fill batches",
	};

	return texts[batch];
}

static const char *executor_text(const struct analysis_set *s)
{
	switch (executor_bit(s)) {
	case FOR_ACCELERATOR:
		return "one non-preemptive accelerator";
	case FOR_CORE_FULL:
		return "one fully preemptible core";
	case FOR_CORE_LIMITED:
		return "one core, preemptible between nodes";
	case FOR_CORE_NONE:
		return "one core without preemption";
	case FOR_CORES_FULL:
		return "several fully preemptible cores";
	case FOR_CORES_LIMITED:
		return "several cores, preemptible between nodes";
	case FOR_CORES_NONE:
		return "several cores without preemption";
	case FOR_TYPED:
		return "cores and an accelerator";
	default:
		return s->other;
	}
}

/* Can this policy drive this executor at all, as the analyses assume? */
static const char *policy_misfit(const struct policy_traits *p,
				 const struct analysis_set *s)
{
	unsigned bit = executor_bit(s);

	if (bit == FOR_ACCELERATOR && !(p->flags & POLICY_ON_ACCELERATOR))
		return "it does not drive an accelerator";
	if (bit != FOR_ACCELERATOR && !(p->flags & POLICY_ON_CORES))
		return "it does not drive cores";
	if (!(p->flags & POLICY_WORK_CONSERVING))
		return "it may wait while a job is ready";
	if (bit & (FOR_CORE_FULL | FOR_CORES_FULL) &&
	    !(p->flags & POLICY_PREEMPTS))
		return "it does not preempt on a preemptible core";
	return NULL;
}

static bool several(const struct analysis_set *s)
{
	return s->executor == EXECUTOR_CORES || s->executor == EXECUTOR_TYPED;
}

static bool fits(const struct analysis_test *t, const struct policy_traits *p,
		 const struct analysis_set *s)
{
	return !t->scheduler && (!t->single || s->n_tasks == 1) &&
	       (t->executors & executor_bit(s)) &&
	       (t->any_order || t->order == p->order) && t->batch == p->batch &&
	       !policy_misfit(p, s) &&
	       (!several(s) || (t->spread == (p->flags & POLICY_SPREAD) &&
				t->needs == (p->flags & t->needs)));
}

const struct analysis_test *analysis_for(const struct policy_traits *p,
					 const struct analysis_set *s,
					 unsigned i)
{
	for (size_t k = 0; analysis_table[k]; k++)
		if (fits(analysis_table[k], p, s) && i-- == 0)
			return analysis_table[k];
	return NULL;
}

/* --- the portfolio --- */

static bool is_dominated(const struct analysis_test *t, const char *by)
{
	for (size_t i = 0; t->dominated_by && t->dominated_by[i]; i++)
		if (!strcmp(t->dominated_by[i], by))
			return true;
	return false;
}

bool analysis_needless(const struct analysis_test *t,
		       const struct verdict *so_far, size_t n, bool want_bounds)
{
	bool proved = false, bounds = false;

	for (size_t i = 0; i < n; i++) {
		const struct verdict *v = &so_far[i];

		if (v->kind == VERDICT_SCHEDULABLE) {
			proved = true;
			bounds |= v->n_bounds > 0;
		} else if (v->kind == VERDICT_NOT_PROVEN && !v->gave_up &&
			   is_dominated(t, v->test)) {
			return true;
		}
	}
	return proved && (bounds || !want_bounds || !t->gives_bounds);
}

const char *analysis_why_none(const struct policy_traits *p,
			      const struct analysis_set *s)
{
	if (s->executor == EXECUTOR_OTHER)
		return s->other;
	if (p->batch == BATCH_TIMEOUT)
		return "no test covers it: it waits to fill batches, whatever"
		       " the deadlines";
	if (p->order == ORDER_OTHER)
		return "no test covers it: its order depends neither on"
		       " deadlines, priorities nor releases alone";
	if (policy_misfit(p, s))
		return policy_misfit(p, s);
	return "no test covers this policy on this executor";
}

static const char *spread_text(uint32_t flags)
{
	return flags & POLICY_PARTITIONED ? "each on one core"
	       : flags & POLICY_CLUSTERED ? "within clusters of cores"
	       : flags & POLICY_FEDERATED
		       ? "on cores of their own where they are heavy"
		       : "on any core";
}

static const char *policy_refusal(const struct analysis_test *t,
				  const struct analysis_input *in)
{
	const char *name = in->policy_name ? in->policy_name : "the policy";
	const char *misfit = policy_misfit(in->policy, in->set);

	if (t->scheduler)
		return arena_printf(in->arena, "%s is for %s, which %s is not",
				    t->name, t->scheduler, name);
	if (!t->any_order && t->order != in->policy->order)
		return arena_printf(in->arena,
				    "%s is for policies that order jobs %s;"
				    " %s orders them %s",
				    t->name, order_text(t->order), name,
				    order_text(in->policy->order));
	if (t->batch != in->policy->batch)
		return arena_printf(in->arena,
				    "%s is for a policy that %s; %s %s",
				    t->name, batch_text(t->batch), name,
				    batch_text(in->policy->batch));
	if (several(in->set) &&
	    t->spread != (in->policy->flags & POLICY_SPREAD))
		return arena_printf(in->arena,
				    "%s is for policies that run jobs %s; %s"
				    " runs them %s",
				    t->name, spread_text(t->spread), name,
				    spread_text(in->policy->flags));
	if (several(in->set) && t->needs & ~in->policy->flags)
		return arena_printf(in->arena,
				    "%s needs the nodes of a job to run in the"
				    " order of the longest way behind them; %s"
				    " does so with node_order=longest_tail",
				    t->name, name);
	return misfit ? arena_printf(in->arena, "%s: %s", name, misfit) : NULL;
}

/* Where equals take turns, two jobs of one task do too if they meet, and the
 * earlier one ends later than tests count. */
static const char *deadline_refusal(const struct analysis_test *t,
				    const struct analysis_input *in)
{
	bool turns = in->policy && in->policy->flags & POLICY_ROTATES;
	bool any = t->any_deadline && !turns;

	for (uint32_t i = 0; !any && i < in->set->n_tasks; i++) {
		const struct analysis_task *k = &in->set->tasks[i];

		if (k->deadline > k->period)
			return arena_printf(
				in->arena,
				"'%s': deadline %s is above the"
				" period %s; %s needs D <= T%s",
				k->name, common_time(in->arena, k->deadline),
				common_time(in->arena, k->period), t->name,
				turns ? " where equal priorities take turns"
				      : "");
	}
	return NULL;
}

/* A test for m cores covers one, too. */
static bool covers(const struct analysis_test *t, const struct analysis_set *s)
{
	return t->executors & executor_bit(s) ||
	       (s->executor == EXECUTOR_CORE && t->executors & cores_bit(s));
}

const char *analysis_refusal(const struct analysis_test *t,
			     const struct analysis_input *in)
{
	const char *why = NULL;

	if (!covers(t, in->set))
		return arena_printf(in->arena,
				    "%s is not for this executor:"
				    " %s",
				    t->name, executor_text(in->set));
	if (t->single && in->set->n_tasks > 1)
		return arena_printf(in->arena,
				    "there are %u tasks; %s is for one DAG that"
				    " has the cores for itself",
				    in->set->n_tasks, t->name);
	if (in->policy)
		why = policy_refusal(t, in);
	if (!why)
		why = deadline_refusal(t, in);
	/* Of a set that is too large there are no tasks to look at. */
	if (!why && t->refuses && !in->set->limit)
		why = t->refuses(in);
	return why;
}

/* --- a run --- */

/* A job that is released only when its deadline has come cannot meet it. */
static bool hopeless(const struct analysis_input *in, struct verdict *v)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++) {
		const struct analysis_task *t = &in->set->tasks[i];

		if (t->due > 0)
			continue;
		v->charged = v->utilization;
		v->kind = VERDICT_NOT_SCHEDULABLE;
		v->failing = i;
		v->reason =
			arena_printf(in->arena,
				     "'%s': jitter %s uses up the whole"
				     " deadline %s",
				     t->name, common_time(in->arena, t->jitter),
				     common_time(in->arena, t->deadline));
		return true;
	}
	return false;
}

/* Only a proper part of the tasks is a question of its own. */
static void ask_high(const struct analysis_test *t,
		     const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct analysis_options o = {.max_work = in->options->max_work};
	struct analysis_input sub = *in;
	bool *keep = ARENA_NEW(in->arena, bool, s->n_tasks);
	struct verdict w;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		keep[i] = s->tasks[i].criticality == HIGH_CRITICALITY;
		n += keep[i];
	}
	if (n == 0 || n == s->n_tasks || s->unplaced)
		return;
	sub.set = set_subset(s, keep, in->arena);
	sub.options = &o;
	analysis_run(t, &sub, &w);
	v->high = w.kind == VERDICT_SCHEDULABLE ? HIGH_ADMITTED : HIGH_REFUSED;
}

static void preset(const struct analysis_test *t,
		   const struct analysis_input *in, struct verdict *v)
{
	bool exact;

	*v = (struct verdict){
		.test = t->name,
		.policy = in->policy_name,
		.source = t->source,
		.kind = VERDICT_NOT_APPLICABLE,
		.reason = "",
		.utilization = load_ratio(&in->set->nominal, &exact),
		.failing = NONE,
		.tightest = NONE,
		.notes = in->set->notes,
		.n_notes = in->set->n_notes,
	};
	v->charged = (struct ratio){0, 1};
}

void analysis_run(const struct analysis_test *t,
		  const struct analysis_input *in, struct verdict *v)
{
	const char *why;

	REQUIRE(in->set && in->options && in->arena);
	preset(t, in, v);
	why = analysis_refusal(t, in);
	if (why) {
		v->reason = why;
		return;
	}
	if (in->set->limit) {
		v->charged = v->utilization;
		v->kind = VERDICT_NOT_PROVEN;
		v->reason = in->set->limit;
		return;
	}
	if (in->set->n_tasks == 0) {
		v->kind = VERDICT_SCHEDULABLE;
		v->reason = "there are no tasks, so there was nothing to test";
		return;
	}
	if (!hopeless(in, v)) {
		if (in->set->unplaced)
			unplaced_verdict(t, in, v);
		else
			t->run(in, v);
	}
	if (v->kind != VERDICT_SCHEDULABLE && in->options->want_high)
		ask_high(t, in, v);
}
