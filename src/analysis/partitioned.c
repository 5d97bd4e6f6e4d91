/* partitioned.c - tasks divided among cores: every core by itself
 *
 * A partitioned policy says before the run on which core each task is; that
 * placement (analysis_place asks the policy itself) is part of the
 * question.  Then each core is a question of its own, asked of the strongest
 * test for one core that is sound for the policy's order and the cores'
 * preemption: the verdict is theirs.  It is exact where they are: a core whose
 * tasks can miss makes the set not schedulable as it is placed, and the part
 * of the verdict that says so is kept, so that its arrivals can be shown.
 *
 * That another fit would place the tasks better is another question: ask with
 * -p pedf:fit=worst.
 */
#include "analysis/shares.h"
#include "analysis/tests.h"

#include <assert.h>

struct parts {
	const struct analysis_input *in;
	struct verdict *v;
	struct policy_traits traits; /* as of a policy on one core        */
	uint32_t *list;              /* of a core: its tasks               */
	bool *keep;
};

static const char *refuse(const struct analysis_input *in)
{
	const struct analysis_set *s = in->set;

	if (s->apart)
		return s->apart;
	for (uint32_t i = 0; i < s->n_tasks && !s->unplaced; i++)
		if (s->cores > 1 && s->tasks[i].core == NONE)
			return "the test needs to know on which core the policy"
			       " places each task";
	return NULL;
}

/* Bounds and margin of a core's verdict, as those of the whole. */
static void merge_numbers(const struct parts *p, const struct verdict *w)
{
	struct verdict *v = p->v;

	for (uint32_t k = 0; k < w->n_bounds; k++) {
		struct verdict_bound *b = &v->bounds[p->list[k]];

		*b = w->bounds[k];
		b->task = p->list[k];
	}
	if (!w->has_margin ||
	    (v->has_margin && w->margin.slack >= v->margin.slack))
		return;
	v->has_margin = true;
	v->margin = w->margin;
	v->margin_exact = w->margin_exact;
	v->tightest = w->tightest == NONE ? NONE : p->list[w->tightest];
	if (v->margin.blocker != NONE)
		v->margin.blocker = p->list[v->margin.blocker];
}

/* How bad a verdict is: the worst core's is that of the whole. */
static int badness(const struct verdict *v)
{
	return v->kind == VERDICT_SCHEDULABLE       ? 0
	       : v->kind == VERDICT_NOT_SCHEDULABLE ? 2
						    : 1;
}

/* The verdict of a core that is worse than all before. */
static void take_failure(const struct parts *p, uint32_t core,
			 const struct analysis_test *t,
			 const struct analysis_set *c, const struct verdict *w)
{
	struct verdict *v = p->v;
	struct verdict_of_part *part =
		ARENA_NEW(p->in->arena, struct verdict_of_part, 1);

	*part = (struct verdict_of_part){t, c, *w};
	v->part = part;
	v->kind = w->kind == VERDICT_NOT_SCHEDULABLE ? VERDICT_NOT_SCHEDULABLE
						     : VERDICT_NOT_PROVEN;
	v->gave_up = w->gave_up;
	v->reason = arena_printf(p->in->arena, "core %u, %s: %s", core, t->name,
				 w->reason);
	v->has_violation = w->has_violation;
	v->violation_first = w->violation_first;
	v->violation = w->violation;
	if (v->violation.blocker != NONE && w->has_violation)
		v->violation.blocker = p->list[w->violation.blocker];
	v->failing = w->failing == NONE ? NONE : p->list[w->failing];
}

static void ask_core(struct parts *p, uint32_t core)
{
	const struct analysis_set *s = p->in->set;
	struct analysis_options o = *p->in->options;
	struct analysis_input sub = *p->in;
	const struct analysis_test *t;
	struct analysis_set *c;
	struct verdict w;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		p->keep[i] = s->cores == 1 || s->tasks[i].core == core;
	c = shares_core(s, p->keep, p->list, p->in->arena);
	if (!c->n_tasks)
		return;
	t = analysis_for(&p->traits, c, 0);
	assert(t != NULL);
	o.want_high = false;
	sub.set = c;
	sub.policy = &p->traits;
	sub.options = &o;
	analysis_run(t, &sub, &w);
	p->v->work += w.work;
	merge_numbers(p, &w);
	if (badness(&w) > badness(p->v))
		take_failure(p, core, t, c, &w);
	for (uint32_t k = 0; k < c->n_tasks; k++)
		shares_add(p->in, p->v, p->list[k],
			   &(struct verdict_part){.kind = PART_TASK,
						  .core = core});
}

static void run(const struct analysis_input *in, enum policy_order order,
		struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct parts p = {
		.in = in,
		.v = v,
		.traits = {order, BATCH_NONE, VIEW_HEAD,
			   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
				   POLICY_ON_CORES},
		.list = ARENA_NEW(in->arena, uint32_t, s->n_tasks),
		.keep = ARENA_NEW(in->arena, bool, s->n_tasks),
	};

	v->kind = VERDICT_SCHEDULABLE;
	cores_charge(in, v);
	shares_init(in, v);
	v->n_bounds = s->n_tasks;
	v->bounds = ARENA_NEW(in->arena, struct verdict_bound, s->n_tasks);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		v->bounds[i] = (struct verdict_bound){.task = i, .den = 1};
	for (uint32_t core = 0; core < s->cores; core++)
		ask_core(&p, core);
}

static void run_edf(const struct analysis_input *in, struct verdict *v)
{
	run(in, ORDER_EDF, v);
}

static void run_fp(const struct analysis_input *in, struct verdict *v)
{
	run(in, ORDER_FIXED, v);
}

static const char *const assumes[] = {
	"every task on one core, as the policy places it",
	"what the test for one core assumes that is asked about each",
	"the nodes of a job run one after another, edges take no time", NULL};

enum { ANY_CORES = FOR_CORES_FULL | FOR_CORES_LIMITED | FOR_CORES_NONE };

const struct analysis_test partitioned_edf_test = {
	.name = "partitioned_edf",
	.summary = "partitioned EDF, the test for one core on each",
	.source = "Dhall, Liu, Operations Research 1978; Lopez, Diaz, Garcia,"
		  " Real-Time Systems 28, 2004; on each core edf_qpa or np_edf",
	.assumptions = assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = ANY_CORES,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.spread = POLICY_PARTITIONED,
	.gives_bounds = true,
	.stands_for = "pedf",
	.refuses = refuse,
	.run = run_edf,
};

const struct analysis_test partitioned_fp_test = {
	.name = "partitioned_fp",
	.summary = "partitioned fixed priorities, the test for one core on"
		   " each",
	.source = "Dhall, Liu, Operations Research 1978; on each core fp_rta"
		  " or np_fp_rta",
	.assumptions = assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_CORES_FULL | FOR_CORES_NONE,
	.order = ORDER_FIXED,
	.batch = BATCH_NONE,
	.spread = POLICY_PARTITIONED,
	.gives_bounds = true,
	.stands_for = "pfp",
	.refuses = refuse,
	.run = run_fp,
};
