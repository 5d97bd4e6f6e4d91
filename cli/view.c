/* view.c - see view.h */
#include "cli/view.h"

#include "trace/trace_header.h"

#include <stdlib.h>
#include <string.h>

bool is_trace_file(const char *path)
{
	char head[sizeof(TRACE_MAGIC)] = "";
	FILE *f = strcmp(path, "-") ? fopen(path, "rb") : NULL;
	size_t n;

	if (!f)
		return false;
	n = fread(head, 1, strlen(TRACE_MAGIC), f);
	fclose(f);
	return n >= 16 && trace_is_magic(head, n);
}

/* --- a file --- */

static bool feed_file(const struct source *s, uint32_t i,
		      struct trace_sink *const *sinks, size_t n,
		      struct dag_error *e)
{
	struct trace_reader *r = trace_reader_open(s->path, false, e);
	const struct trace_header *h;
	bool ok = r != NULL;

	for (uint32_t k = 0; ok && k <= s->sections[i]; k++)
		ok = trace_reader_section(r, &h, e) == TRACE_READ_OK;
	ok = ok && trace_reader_feed(r, sinks, n, e);
	trace_reader_close(r);
	return ok;
}

static bool asked_for(const struct opt_list *policies, const char *policy)
{
	for (size_t i = 0; i < policies->n; i++)
		if (!strcmp(policies->items[i], policy))
			return true;
	return policies->n == 0;
}

bool source_of_trace(struct cli *cli, const char *path,
		     const struct opt_list *policies, struct source *out)
{
	const struct trace_header *h;
	uint32_t *sections = NULL, k = 0;
	size_t cap = 0, cap_headers = 0;
	enum trace_read got;

	*out = (struct source){.feed = feed_file, .path = path};
	if (!strcmp(path, "-"))
		return error_set(&cli->error, NULL, 0, 0,
				 "a trace is read twice here, which standard "
				 "input cannot be; give a file");
	out->reader = trace_reader_open(path, false, &cli->error);
	if (!out->reader)
		return false;
	while ((got = trace_reader_section(out->reader, &h, &cli->error)) ==
	       TRACE_READ_OK) {
		if (asked_for(policies, h->policy)) {
			array_reserve((void **)&sections, &cap,
				      out->n + (size_t)1, sizeof(*sections));
			array_reserve((void **)&out->headers, &cap_headers,
				      out->n + (size_t)1,
				      sizeof(const struct trace_header *));
			sections[out->n] = k;
			out->headers[out->n++] = h;
		}
		k++;
	}
	out->sections = sections;
	if (got == TRACE_READ_END && out->n)
		return true;
	if (got == TRACE_READ_END)
		error_set(&cli->error, path, 0, 0,
			  "no run of such a policy is in the trace");
	source_close(out);
	return false;
}

void source_close(struct source *s)
{
	if (s->path) {
		free((void *)s->sections);
		free(s->headers);
	}
	trace_reader_close(s->reader);
	*s = (struct source){0};
}

/* --- a run --- */

bool view_survey(struct view *v, struct cli *cli, const struct source *s,
		 uint32_t i, bool responses)
{
	const struct trace_header *h = s->headers[i];
	struct metrics *m = metrics_new(h);
	struct trace_sink *sinks[2];
	bool ok;

	*v = (struct view){.h = h};
	survey_init(&v->survey, h, responses, 0,
		    h->horizon > 0 ? h->horizon : 1);
	sinks[0] = &v->survey.sink;
	sinks[1] = metrics_sink(m);
	ok = s->feed(s, i, sinks, 2, &cli->error);
	if (ok) {
		survey_finish(&v->survey);
		metrics_report(m, &cli->arena, &v->metrics);
	}
	metrics_free(m);
	return ok;
}

bool view_chart(struct view *v, struct cli *cli, const struct source *s,
		uint32_t i, const bool *wanted, dag_time from, dag_time to,
		struct chart_limits most)
{
	struct trace_sink *sink = &v->chart.sink;

	most.first = NONE;
	if (!to) {
		survey_window(&v->survey, &from, &to);
		if (v->survey.miss.kind)
			most.first = v->survey.miss.task;
	}
	if (v->charted)
		chart_free(&v->chart);
	chart_init(&v->chart, s->headers[i], wanted, from, to, &most);
	v->charted = true;
	if (!s->feed(s, i, &sink, 1, &cli->error))
		return false;
	chart_finish(&v->chart);
	return true;
}

void view_free(struct view *v)
{
	survey_free(&v->survey);
	if (v->charted)
		chart_free(&v->chart);
	*v = (struct view){0};
}
