/* report_verdict.c - what the tests say; see report.h */
#include "cli/report.h"

#include "analysis/report.h"
#include "cli/analyze.h"

#include <stdlib.h>

static const char *tone(enum verdict_kind kind)
{
	return kind == VERDICT_SCHEDULABLE       ? "good"
	       : kind == VERDICT_NOT_SCHEDULABLE ? "bad"
	       : kind == VERDICT_NOT_PROVEN      ? "warn"
						 : "mute";
}

static const char *words(enum verdict_kind kind)
{
	return kind == VERDICT_SCHEDULABLE
		       ? "schedulable: every deadline is proved to be met"
	       : kind == VERDICT_NOT_SCHEDULABLE
		       ? "not schedulable: some arrivals miss"
	       : kind == VERDICT_NOT_PROVEN ? "not proven"
					    : "does not apply";
}

/* The whole of it, as `dagsim analyze --explain` prints it. */
static void print_all(FILE *out, const struct analyze *a,
		      const struct finding *f)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	if (!to)
		return;
	verdict_print(to, a->set, &f->verdict);
	verdict_explain(to, a->set, &f->verdict, f->margins);
	fclose(to);
	fputs("<pre>", out);
	html_text(out, text);
	fputs("</pre>", out);
	free(text);
}

static void title(FILE *out, const struct verdict *v)
{
	fprintf(out, "<strong class=\"%s\">", tone(v->kind));
	html_text(out, v->test);
	fputs(": ", out);
	html_text(out, words(v->kind));
	fputs("</strong>", out);
}

/* The first is told in full, further ones unfold. */
static void card(FILE *out, const struct analyze *a, const struct finding *f,
		 bool first)
{
	const struct verdict *v = &f->verdict;

	fprintf(out, "<div class=\"verdict %s\">", tone(v->kind));
	title(out, v);
	if (v->reason[0]) {
		fputs("<p>", out);
		html_text(out, v->reason);
		fputs(".</p>", out);
	}
	if (v->has_margin) {
		char slack[32];

		time_format(slack, sizeof(slack), v->margin.slack);
		fprintf(out, "<p>Least slack: %s.</p>", slack);
	}
	if (!first)
		fputs("<details><summary>All of it</summary>", out);
	print_all(out, a, f);
	fputs(first ? "</div>\n" : "</details></div>\n", out);
}

/* Tests that do not apply; or, in one line, why there is none at all. */
static void others(FILE *out, const struct analyze *a, bool told)
{
	uint32_t n = 0;

	for (size_t i = 0; i < a->n_found; i++)
		n += a->found[i].verdict.kind == VERDICT_NOT_APPLICABLE;
	if (!n)
		return;
	if (n == 1 && !told) {
		fputs("<p class=\"mute\">No verdict: ", out);
		html_text(out, a->found[0].verdict.reason);
		fputs(".</p>\n", out);
		return;
	}
	fprintf(out, "<details><summary>%u test%s %s not apply</summary>\n<ul>",
		n, n == 1 ? "" : "s", n == 1 ? "does" : "do");
	for (size_t i = 0; i < a->n_found; i++) {
		const struct verdict *v = &a->found[i].verdict;

		if (v->kind != VERDICT_NOT_APPLICABLE)
			continue;
		fputs("<li><strong>", out);
		html_text(out, v->test ? v->test : "none");
		fputs("</strong>: ", out);
		html_text(out, v->reason);
		fputs("</li>\n", out);
	}
	fputs("</ul></details>\n", out);
}

static void ask(FILE *out, struct analyze *a)
{
	bool first = true;

	if (!analyze_prepare(a) || !analyze_ask_all(a)) {
		fputs("<p class=\"mute\">No verdict: ", out);
		html_text(out, a->cli->error.msg);
		fputs("</p>\n", out);
		return;
	}
	for (size_t i = 0; i < a->n_found; i++) {
		if (a->found[i].verdict.kind == VERDICT_NOT_APPLICABLE)
			continue;
		card(out, a, &a->found[i], first);
		first = false;
	}
	others(out, a, !first);
}

/* Asked as `dagsim analyze -e` would be.  What it cannot be asked about is
 * told on the page, and is no failure of the report. */
void report_verdicts(FILE *out, struct cli *cli, const struct report_args *args,
		     const char *policy)
{
	struct analyze_args *ask_args =
		ARENA_NEW(&cli->arena, struct analyze_args, 1);
	struct analyze *a = ARENA_NEW(&cli->arena, struct analyze, 1);
	struct dag_error before = cli->error;

	ask_args->workload = args->workload;
	ask_args->policy = policy;
	ask_args->batching.index = -1;
	ask_args->explain = true;
	ask_args->quiet = true;
	a->cli = cli;
	a->args = ask_args;
	ask(out, a);
	if (a->opened.workload)
		workload_close(&a->opened);
	cli->error = before;
}
