/* ops_check.c - are the ops of a policy complete and consistent?
 *
 * What can be seen without asking the policy anything; what only shows when
 * it decides is what `dagsim check-policy` looks for.
 */
#include "policies/policy.h"

#include <string.h>

enum { STATE_MAX = 1 << 20 };

static const uint32_t all_flags =
	POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_KEY_CHANGES |
	POLICY_CRITICAL_FIRST | POLICY_ON_CORES | POLICY_ON_ACCELERATOR |
	POLICY_FIFO_TIES | POLICY_SEES_WAKES | POLICY_BINDS |
	POLICY_PARTITIONED | POLICY_CLUSTERED | POLICY_FEDERATED |
	POLICY_TAIL_FIRST | POLICY_ROTATES;

static bool bad_ops(struct dag_error *e, const struct policy_ops *ops,
		    const char *what)
{
	return error_set(e, NULL, 0, 0, "policy '%.64s' %s",
			 ops->name && ops->name[0] ? ops->name : "(no name)",
			 what);
}

/* Can it stand in "gedf+edf_batch:lookahead=4,x=1"? */
static bool is_word(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-";

	return name && name[0] && strspn(name, allowed) == strlen(name);
}

static const char *enum_fault(const struct policy_traits *t)
{
	if ((unsigned)t->order > ORDER_OTHER)
		return "declares an order that does not exist";
	if ((unsigned)t->batch > BATCH_TIMEOUT)
		return "declares a batch rule that does not exist";
	if ((unsigned)t->view > VIEW_BY_TASK)
		return "declares a view of the queue that does not exist";
	if (t->flags & ~all_flags)
		return "declares a flag that does not exist";
	return NULL;
}

static int bits(uint32_t x)
{
	return __builtin_popcount(x);
}

static bool has(const struct policy_ops *ops, uint32_t flag)
{
	return ops->traits.flags & flag;
}

/* Promises that exclude each other. */
static const char *trait_fault(const struct policy_ops *ops)
{
	const uint32_t spread =
		POLICY_PARTITIONED | POLICY_CLUSTERED | POLICY_FEDERATED;
	enum batch_rule batch = ops->traits.batch;

	if (!has(ops, POLICY_ON_CORES | POLICY_ON_ACCELERATOR))
		return "drives neither cores nor an accelerator";
	if (batch == BATCH_TIMEOUT && has(ops, POLICY_WORK_CONSERVING))
		return "waits to fill batches, so it cannot be work conserving";
	if (batch != BATCH_NONE && !has(ops, POLICY_ON_ACCELERATOR))
		return "has a batch rule, but does not drive an accelerator";
	if (has(ops, POLICY_PREEMPTS) && !has(ops, POLICY_ON_CORES))
		return "preempts, but drives no cores, and an accelerator is "
		       "never preempted";
	if (has(ops, POLICY_KEY_CHANGES) && has(ops, POLICY_PREEMPTS) &&
	    !ops->rank_running)
		return "has keys that change as jobs run and preempts, but no "
		       "rank_running to say where a running job stands";
	if (has(ops, POLICY_ROTATES) &&
	    (!has(ops, POLICY_PREEMPTS) || !has(ops, POLICY_FIFO_TIES)))
		return "rotates equals, which needs preempts and fifo_ties";
	if (bits(ops->traits.flags & spread) > 1)
		return "declares more than one of partitioned, clustered and "
		       "federated";
	if (has(ops, spread) && !ops->place)
		return "is partitioned, clustered or federated, but has no "
		       "place function";
	return NULL;
}

static const char *param_fault(const struct policy_ops *ops, int i)
{
	const struct policy_param *k = &ops->params[i];

	if (i == POLICY_PARAMS)
		return "has too many parameters";
	if (!is_word(k->name))
		return "has a parameter whose name is not made of letters, "
		       "digits, _ and -";
	for (int other = 0; other < i; other++)
		if (!strcmp(ops->params[other].name, k->name))
			return "has two parameters of one name";
	if (!k->help || k->min > k->max || k->def < k->min || k->def > k->max)
		return "has a parameter without help or a bad default";
	for (int64_t c = 0; k->choices && c <= k->max; c++)
		if (c < k->min || !k->choices[c])
			return "has a parameter with fewer choices than it "
			       "says";
	return NULL;
}

bool policy_ops_check(const struct policy_ops *ops, struct dag_error *e)
{
	const char *fault;

	if (!is_word(ops->name))
		return bad_ops(e, ops,
			       "has no name made of letters, digits, _ and -");
	if (!ops->summary || !ops->summary[0])
		return bad_ops(e, ops, "has no summary");
	if (!ops->key || !ops->choose)
		return bad_ops(e, ops, "has no key or no choose function");
	if (ops->state_size > STATE_MAX)
		return bad_ops(e, ops, "has more than a megabyte of state");
	fault = enum_fault(&ops->traits);
	if (!fault)
		fault = trait_fault(ops);
	for (int i = 0; !fault && ops->params && ops->params[i].name; i++)
		fault = param_fault(ops, i);
	return !fault || bad_ops(e, ops, fault);
}
