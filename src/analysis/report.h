/* report.h - verdicts for people and programs
 *
 * Text: a block a verdict; times in their shortest exact form.  Explanations
 * are sentences: which term binds, how far the border is, what would have to
 * change, what the verdict does not cover.  JSON: one object a verdict, the
 * members of the command-line contract first (test, policy, verdict, reason,
 * utilization, charged_utilization, witness, bounds, source), then what else
 * is known.  A witness is null where no instant is violated or known, or where
 * utilization above 1 decides: `overload` then has the first instant at which
 * that is felt.  Names
 * are those of the workload; keys carry their units.
 *
 * Nothing fails here: the stream or the writer remembers its errors.
 */
#ifndef DAGSIM_ANALYSIS_REPORT_H
#define DAGSIM_ANALYSIS_REPORT_H

#include "analysis/margins.h"
#include "analysis/test.h"
#include "base/json.h"

#include <stdio.h>

/* The verdict: kind, reason, utilization, violated instant, least slack. */
void verdict_print(FILE *out, const struct analysis_set *s,
		   const struct verdict *v);

/* Why, how far, what would help, what is not covered; m may be NULL. */
void verdict_explain(FILE *out, const struct analysis_set *s,
		     const struct verdict *v, const struct margins *m);

/* One JSON object; m may be NULL. */
void verdict_json(struct json *j, const struct analysis_set *s,
		  const struct verdict *v, const struct margins *m);

/* The division of the cores, where the test makes one: a line a task; and the
 * member "allocation", null where it makes none.  verdict_print and
 * verdict_json call them. */
void verdict_print_shares(FILE *out, const struct analysis_set *s,
			  const struct verdict *v);
void verdict_json_shares(struct json *j, const struct analysis_set *s,
			 const struct verdict *v);

/* A test: one line, or all that is known of it. */
void test_print_line(FILE *out, const struct analysis_test *t);
void test_print(FILE *out, const struct analysis_test *t);
void test_json(struct json *j, const struct analysis_test *t);

#endif
