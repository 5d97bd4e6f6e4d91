/* askdag.c - see askdag.h */
#include "tests/support/askdag.h"

#include "policies/lineup.h"

#include <check.h>

static struct arena arena;
static const struct analysis_set *last;

static void preempt_as_needed(struct workload *w, const struct analysis_test *t)
{
	static const unsigned bits[] = {[PREEMPT_FULL] = FOR_CORES_FULL,
					[PREEMPT_LIMITED] = FOR_CORES_LIMITED,
					[PREEMPT_NONE] = FOR_CORES_NONE};

	if (t->executors & bits[w->platform.preemption])
		return;
	w->platform.preemption = t->executors & FOR_CORES_FULL ? PREEMPT_FULL
				 : t->executors & FOR_CORES_LIMITED
					 ? PREEMPT_LIMITED
					 : PREEMPT_NONE;
}

void ask_dag(struct workload *w, const char *test, const char *lineup,
	     struct verdict *v)
{
	static const struct analysis_options options = {.want_margin = true,
							.want_bounds = true};
	static const struct analysis_charge nominal;
	struct dag_error e;
	const struct analysis_test *t = analysis_find(test, &e);
	struct analysis_input in = {.options = &options, .arena = &arena};
	struct policy_traits traits;
	struct analysis_set *s;
	struct lineup l;

	ck_assert_msg(t != NULL, "no test %s", test);
	preempt_as_needed(w, t);
	if (!lineup)
		lineup = t->stands_for;
	ck_assert_ptr_nonnull(lineup);
	ck_assert_msg(lineup_init(&l, lineup, w, &arena, &e), "%s: %s", lineup,
		      e.msg);
	s = set_build(w, &nominal, TIME_DENSE, &arena);
	traits = analysis_bind(s, l.policy, w);
	in.set = last = s;
	in.policy = &traits;
	in.policy_name = lineup;
	analysis_run(t, &in, v);
}

const struct analysis_set *ask_dag_set(void)
{
	return last;
}

void ask_dag_reset(void)
{
	arena_reset(&arena);
	last = NULL;
}
