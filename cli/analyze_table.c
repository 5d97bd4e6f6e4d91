/* analyze_table.c - many verdicts on one question, one a line */
#include "cli/analyze.h"

#include "analysis/report.h"

#include <string.h>

bool analyze_is_table(const struct analyze *a)
{
	return a->set->executor == EXECUTOR_CORES && !a->args->explain &&
	       a->n_found > 1;
}

/* The proof whose bounds are shown: the last with any, as the strongest. */
static const struct finding *best(const struct analyze *a)
{
	const struct finding *found = NULL;

	for (size_t i = 0; i < a->n_found; i++) {
		const struct verdict *v = &a->found[i].verdict;

		if (v->kind == VERDICT_SCHEDULABLE &&
		    (v->n_bounds || v->n_shares || !found))
			found = &a->found[i];
	}
	return found;
}

void analyze_print_table(const struct analyze *a)
{
	const struct finding *proof = best(a);
	int width = 4;

	for (size_t i = 0; i < a->n_found; i++) {
		int n = (int)strlen(a->found[i].verdict.test);

		width = n > width ? n : width;
	}
	printf("\n%-*s  %-15s  why\n", width, "test", "verdict");
	for (size_t i = 0; i < a->n_found; i++) {
		const struct verdict *v = &a->found[i].verdict;
		const char *why = v->reason;

		printf("%-*s  %s", width, v->test, verdict_name(v->kind));
		if (*why)
			printf("%*s  %s",
			       15 - (int)strlen(verdict_name(v->kind)), "",
			       why);
		putchar('\n');
	}
	if (!proof)
		return;
	putchar('\n');
	verdict_print(stdout, a->set, &proof->verdict);
	/* each test divides cores in a way of its own */
	for (size_t i = 0; i < a->n_found; i++) {
		const struct verdict *v = &a->found[i].verdict;

		if (&a->found[i] == proof || !v->n_shares ||
		    v->kind != VERDICT_SCHEDULABLE)
			continue;
		putchar('\n');
		verdict_print(stdout, a->set, v);
	}
}
