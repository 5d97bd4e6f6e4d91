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

static void table_limit(FILE *out, const char *what, dag_time limit,
			const struct chain_span *s)
{
	char allowed[32], most[32];

	if (!limit)
		return;
	time_format(allowed, sizeof(allowed), limit);
	time_format(most, sizeof(most), s->most);
	if (!s->n)
		fprintf(out, "    %s: allowed %s; none was measured\n", what,
			allowed);
	else
		fprintf(out, "    %s: allowed %s, %s; most %s\n", what, allowed,
			s->most > limit ? "exceeded" : "kept", most);
}

void report_chains_table(FILE *out, const struct report_run *run)
{
	char label[1024];

	if (!run->n_chains)
		return;
	fprintf(out, "  %9s  %9s  %9s  %9s  %9s  %9s  %9s  %9s\n", "reactions",
		"least ms", "mean", "most", "ages", "least ms", "mean", "most");
	for (size_t i = 0; i < run->n_chains; i++) {
		const struct chain_times *c = &run->chains[i];

		table_span(out, &c->reaction);
		table_span(out, &c->data_age);
		fprintf(out, "  %s\n",
			chain_label(c->chain, label, sizeof(label)));
		table_limit(out, "reaction time", c->chain->max_reaction,
			    &c->reaction);
		table_limit(out, "data age", c->chain->max_data_age,
			    &c->data_age);
	}
}

static void json_span(struct json *j, const char *key,
		      const struct chain_span *s, dag_time limit)
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
	if (limit) {
		json_key(j, "allowed_ns"), json_int(j, limit);
		json_key(j, "kept");
		if (s->n)
			json_bool(j, s->most <= limit);
		else
			json_null(j);
	}
	json_end(j);
}

void report_chains_json(struct json *j, const struct report_run *run)
{
	json_key(j, "chains"), json_array(j);
	for (size_t i = 0; i < run->n_chains; i++) {
		const struct chain_times *c = &run->chains[i];

		json_object(j);
		if (c->chain->name)
			json_key(j, "name"), json_string(j, c->chain->name);
		json_key(j, "chain"), json_array(j);
		for (uint32_t k = 0; k < c->chain->n; k++)
			json_string(j,
				    run->header->tasks[c->chain->task[k]].name);
		json_end(j);
		json_span(j, "reaction", &c->reaction, c->chain->max_reaction);
		json_span(j, "data_age", &c->data_age, c->chain->max_data_age);
		json_end(j);
	}
	json_end(j);
}
