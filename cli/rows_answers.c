/* rows_answers.c - what tests said, policies of one mind taken together
 *
 * What a test says may depend on the policy that it is asked for, by the order
 * of its tasks or where it places them. */
#include "cli/rows.h"

#include <assert.h>
#include <string.h>

static const char *said(const struct rows *r, uint32_t point, uint32_t policy,
			uint32_t test)
{
	size_t cell = (size_t)point * r->n_policies + policy;

	assert(point < r->n_points && test < r->n_tests);
	return r->verdicts[cell * r->n_tests + test];
}

static bool was_asked(const struct rows *r, uint32_t policy, uint32_t test)
{
	for (uint32_t p = 0; p < r->n_points; p++)
		if (said(r, p, policy, test))
			return true;
	return false;
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool agree(const struct rows *r, uint32_t a, uint32_t b, uint32_t test)
{
	for (uint32_t p = 0; p < r->n_points; p++)
		if (!same(said(r, p, a, test), said(r, p, b, test)))
			return false;
	return true;
}

/* The answer of an earlier policy that says the same, or a new one. */
static void add_policy(struct rows *r, uint32_t from, uint32_t policy,
		       uint32_t test)
{
	for (uint32_t i = from; i < r->n_answers; i++)
		if (agree(r, r->answers[i].policy, policy, test)) {
			r->answers[i].n_policies++;
			return;
		}
	r->answers[r->n_answers++] =
		(struct rows_answer){.test = test,
				     .policy = policy,
				     .n_policies = 1,
				     .name = r->tests[test]};
}

static void name_answer(const struct rows *r, struct rows_answer *w,
			struct arena *a)
{
	w->name = arena_printf(a, "%s for %s", w->name, r->policies[w->policy]);
	if (w->n_policies > 1)
		w->name = arena_printf(a, "%s and %u more", w->name,
				       w->n_policies - 1);
}

void rows_group_answers(struct rows *r, struct arena *a)
{
	r->n_answers = 0;
	r->answers = ARENA_NEW(a, struct rows_answer,
			       (size_t)r->n_tests * r->n_policies);
	for (uint32_t t = 0; t < r->n_tests; t++) {
		uint32_t from = r->n_answers;

		for (uint32_t i = 0; i < r->n_policies; i++)
			if (was_asked(r, i, t))
				add_policy(r, from, i, t);
		for (uint32_t i = from;
		     r->n_answers > from + 1 && i < r->n_answers; i++)
			name_answer(r, &r->answers[i], a);
	}
}

const char *rows_verdict(const struct rows *r, uint32_t point, uint32_t answer)
{
	const struct rows_answer *w = &r->answers[answer];

	assert(answer < r->n_answers);
	return said(r, point, w->policy, w->test);
}
