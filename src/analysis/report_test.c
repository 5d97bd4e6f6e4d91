/* report_test.c - the tests themselves, for `dagsim tests`; see report.h */
#include "analysis/report.h"

#include <string.h>

static const struct {
	unsigned bit;
	const char *text;
} executors[] = {
	{FOR_ACCELERATOR, "one non-preemptive accelerator"},
	{FOR_CORE_FULL, "one core, fully preemptible"},
	{FOR_CORE_LIMITED, "one core, preemptible between nodes"},
	{FOR_CORE_NONE, "one core without preemption"},
	{FOR_CORES_FULL, "several cores, fully preemptible"},
	{FOR_CORES_LIMITED, "several cores, preemptible between nodes"},
	{FOR_CORES_NONE, "several cores without preemption"},
	{FOR_TYPED, "several cores and an accelerator"},
};
enum { EXECUTORS = sizeof(executors) / sizeof(*executors) };

/* The policy as a test may need it: with its nodes in order. */
static struct policy_traits as_needed(const struct analysis_test *t,
				      const struct policy_ops *p)
{
	struct policy_traits traits = p->traits;

	if (policy_param_index(p, "node_order") >= 0)
		traits.flags |= t->needs & POLICY_TAIL_FIRST;
	return traits;
}

/* Is it among the tests that a set on this executor finds for the policy? */
static bool sound_on(const struct analysis_test *t, const struct policy_ops *p,
		     enum analysis_executor executor,
		     enum preemption preemption)
{
	struct analysis_set s = {.executor = executor,
				 .preemption = preemption,
				 .n_tasks = t->single};
	struct policy_traits traits = as_needed(t, p);
	const struct analysis_test *x;

	for (unsigned i = 0; (x = analysis_for(&traits, &s, i)); i++)
		if (x == t)
			return true;
	return false;
}

static bool sound_for(const struct analysis_test *t, const struct policy_ops *p)
{
	static const enum preemption any[] = {PREEMPT_FULL, PREEMPT_LIMITED,
					      PREEMPT_NONE};

	for (unsigned i = 0; i < sizeof(any) / sizeof(*any); i++)
		if (sound_on(t, p, EXECUTOR_CORE, any[i]) ||
		    sound_on(t, p, EXECUTOR_CORES, any[i]) ||
		    sound_on(t, p, EXECUTOR_TYPED, any[i]))
			return true;
	return sound_on(t, p, EXECUTOR_ACCELERATOR, PREEMPT_NONE);
}

static bool dominates(const struct analysis_test *t,
		      const struct analysis_test *less)
{
	for (size_t i = 0; less->dominated_by && less->dominated_by[i]; i++)
		if (!strcmp(less->dominated_by[i], t->name))
			return true;
	return false;
}

void test_print_line(FILE *out, const struct analysis_test *t)
{
	fprintf(out, "%-28s %s", t->name, t->summary);
	for (size_t i = 0; t->dominated_by && t->dominated_by[i]; i++)
		fprintf(out, "%s%s", i ? ", " : " (dominated by ",
			t->dominated_by[i]);
	fputs(t->dominated_by && *t->dominated_by ? ")\n" : "\n", out);
}

void test_print(FILE *out, const struct analysis_test *t)
{
	const char *sep = "";

	fprintf(out, "%s\n  %s\n", t->name, t->summary);
	fprintf(out, "  source      %s\n", t->source);
	fprintf(out, "  answer      %s\n",
		t->exact ? "exact: yes is proved, no comes with arrivals that"
			   " miss"
			 : "sufficient: yes is proved, no is not");
	fprintf(out, "  policies    ");
	for (size_t i = 0; policy_table[i]; i++) {
		if (!sound_for(t, policy_table[i]))
			continue;
		fprintf(out, "%s%s", sep, policy_table[i]->name);
		sep = ", ";
	}
	fprintf(out, "%s\n",
		*sep           ? ""
		: t->scheduler ? t->scheduler
			       : "none of the built-in ones");
	for (unsigned i = 0; i < EXECUTORS; i++)
		if (t->executors & executors[i].bit)
			fprintf(out, "  executor    %s\n", executors[i].text);
	for (size_t i = 0; t->assumptions[i]; i++)
		fprintf(out, "  assumes     %s\n", t->assumptions[i]);
	for (size_t i = 0; t->dominated_by && t->dominated_by[i]; i++)
		fprintf(out, "  dominated   by %s\n", t->dominated_by[i]);
	for (size_t i = 0; analysis_table[i]; i++)
		if (dominates(t, analysis_table[i]))
			fprintf(out, "  dominates   %s\n",
				analysis_table[i]->name);
}

void test_json(struct json *j, const struct analysis_test *t)
{
	json_object(j);
	json_key(j, "name");
	json_string(j, t->name);
	json_key(j, "summary");
	json_string(j, t->summary);
	json_key(j, "source");
	json_string(j, t->source);
	json_key(j, "exact");
	json_bool(j, t->exact);
	json_key(j, "any_deadline");
	json_bool(j, t->any_deadline);
	json_key(j, "policies");
	json_array(j);
	for (size_t i = 0; policy_table[i]; i++)
		if (sound_for(t, policy_table[i]))
			json_string(j, policy_table[i]->name);
	json_end(j);
	json_key(j, "executors");
	json_array(j);
	for (unsigned i = 0; i < EXECUTORS; i++)
		if (t->executors & executors[i].bit)
			json_string(j, executors[i].text);
	json_end(j);
	json_key(j, "gives_bounds");
	json_bool(j, t->gives_bounds);
	json_key(j, "dominated_by");
	json_array(j);
	for (size_t i = 0; t->dominated_by && t->dominated_by[i]; i++)
		json_string(j, t->dominated_by[i]);
	json_end(j);
	json_key(j, "assumptions");
	json_array(j);
	for (size_t i = 0; t->assumptions[i]; i++)
		json_string(j, t->assumptions[i]);
	json_end(j);
	json_end(j);
}
