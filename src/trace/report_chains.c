/* report_chains.c - what data took along chains of tasks; see report.h */
#include "trace/report.h"

#include "base/decimal.h"

struct text {
	char s[48];
};

static struct text span_text(const struct chain_span *s, dag_time t)
{
	struct text x = {"-"};

	if (s->n)
		time_format_ms(x.s, sizeof(x.s), t, 3);
	return x;
}

static struct text mean_text(const struct chain_span *s)
{
	struct text x = {"-"};

	if (s->n)
		decimal_format_ratio(x.s, s->sum, (int128)s->n * NS_PER_MS, 3);
	return x;
}

static void table_span(FILE *out, const struct chain_span *s)
{
	fprintf(out, "  %9llu  %9s  %9s  %9s", (unsigned long long)s->n,
		span_text(s, s->least).s, mean_text(s).s,
		span_text(s, s->most).s);
}

void report_chains_table(FILE *out, const struct report_run *run)
{
	if (!run->n_chains)
		return;
	fprintf(out, "  %9s  %9s  %9s  %9s  %9s  %9s  %9s  %9s\n", "reactions",
		"least ms", "mean", "most", "ages", "least ms", "mean", "most");
	for (size_t i = 0; i < run->n_chains; i++) {
		const struct chain_times *c = &run->chains[i];

		table_span(out, &c->reaction);
		table_span(out, &c->data_age);
		fprintf(out, "  %s\n", c->chain->text);
	}
}

static void json_span(struct json *j, const char *key,
		      const struct chain_span *s)
{
	json_key(j, key), json_object(j);
	json_key(j, "count"), json_uint(j, s->n);
	json_key(j, "min_ns");
	if (s->n)
		json_int(j, s->least);
	else
		json_null(j);
	json_key(j, "mean_ns");
	if (s->n)
		json_double(j, (double)s->sum / (double)s->n);
	else
		json_null(j);
	json_key(j, "max_ns");
	if (s->n)
		json_int(j, s->most);
	else
		json_null(j);
	json_end(j);
}

void report_chains_json(struct json *j, const struct report_run *run)
{
	json_key(j, "chains"), json_array(j);
	for (size_t i = 0; i < run->n_chains; i++) {
		const struct chain_times *c = &run->chains[i];

		json_object(j);
		json_key(j, "chain"), json_array(j);
		for (uint32_t k = 0; k < c->chain->n; k++)
			json_string(j,
				    run->header->tasks[c->chain->task[k]].name);
		json_end(j);
		json_span(j, "reaction", &c->reaction);
		json_span(j, "data_age", &c->data_age);
		json_end(j);
	}
	json_end(j);
}
