/* noise_tell.c - latencies as text and JSON; see noise.h */
#include "cli/noise.h"

#include "base/json.h"

#include <inttypes.h>
#include <math.h>

/* Quantiles that are told. */
static const struct quantile {
	const char *name;
	double p;
} quantiles[] = {
	{"p25", 0.25},      {"p50", 0.5},         {"p75", 0.75},
	{"p90", 0.9},       {"p99", 0.99},        {"p99.9", 0.999},
	{"p99.99", 0.9999}, {"p99.999", 0.99999},
};
enum { N_QUANTILES = sizeof(quantiles) / sizeof(*quantiles) };

void noise_list(FILE *out)
{
	fprintf(out, "%-23s  %-29s %6s %6s %6s %8s\n", "NAME", "KERNEL",
		"least", "median", "mean", "greatest");
	for (const struct latency_row *r = latency_rows; r->name; r++)
		fprintf(out, "%-23s  %-29s %6.1f %6.1f %6.1f %8.1f\n", r->name,
			r->about, r->summary.min / 1e3, r->summary.median / 1e3,
			r->summary.mean / 1e3, r->summary.max / 1e3);
	fputs("Round trips of the study, in us. A wake-up is delayed by what "
	      "they are above the\nleast, unless 'base' says otherwise.\n",
	      out);
}

static void tell_tail(FILE *out, const struct noise_input *x)
{
	if (!(x->tail.sigma > 0)) {
		fprintf(out, "  tail index    - (%s)\n", x->tail_text);
		return;
	}
	fprintf(out,
		"  tail index    %.3f, scale %.3f us, above %.3f us "
		"(probability %.3g)\n                %s\n",
		x->tail.xi, x->tail.sigma / 1e3, x->threshold / 1e3, x->share,
		x->tail_text);
	if (x->tail.xi >= 0.5)
		fputs("                at 0.5 and above the variance is "
		      "infinite\n",
		      out);
}

/* What a histogram says of itself, beside the law that is made of it. */
static void tell_file(FILE *out, const struct noise_input *x)
{
	const struct hist *h = x->source->hist;
	const struct hist_told *t = &x->told;

	if (t->has_min || t->has_avg || t->has_max)
		fputs("  in the file   ", out);
	if (t->has_min)
		fprintf(out, "least %.3f us", t->min / 1e3);
	if (t->has_avg)
		fprintf(out, "%smean %.3f us", t->has_min ? ", " : "",
			t->avg / 1e3);
	if (t->has_max)
		fprintf(out, "%sgreatest %.3f us",
			t->has_min || t->has_avg ? ", " : "", t->max / 1e3);
	if (t->has_min || t->has_avg || t->has_max)
		putc('\n', out);
	if (t->over)
		fprintf(out,
			"  overflow      %" PRIu64 " from %.3f us on\n"
			"                %s\n",
			t->over, x->overflow_ns / 1e3,
			law_tail_texts[x->law->tail]);
	else
		fputs("  overflow      none\n", out);
	if (h->duration_s > 0)
		fprintf(out, "  rate          %.3f a second and CPU\n",
			(double)x->law->samples / h->duration_s);
}

static void describe(FILE *out, const struct noise_input *x)
{
	const struct law *law = x->law;

	fprintf(out, "%s: %s\n", x->name, x->about);
	fprintf(out, "  values        %" PRIu64 "\n", law->samples);
	fprintf(out, "  least         %.3f us\n", law_least(law) / 1e3);
	fprintf(out, "  mean          %.3f us\n", law_mean(law) / 1e3);
	for (int i = 0; i < N_QUANTILES; i++)
		fprintf(out, "  %-13s %.3f us\n", quantiles[i].name,
			law_quantile(law, quantiles[i].p) / 1e3);
	fprintf(out, "  greatest      %.3f us\n", law_most(law) / 1e3);
	if (x->source->hist)
		tell_file(out, x);
	tell_tail(out, x);
}

void noise_describe(FILE *out, const struct noise_input *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			putc('\n', out);
		describe(out, &in[i]);
	}
}

/* --- JSON --- */

static void ns(struct json *j, const char *key, double v)
{
	/* To a thousandth of a ns: what is behind is the law's grain. */
	json_key(j, key);
	json_double(j, floor(v * 1e3 + 0.5) / 1e3);
}

static void put_tail(struct json *j, const struct noise_input *x)
{
	json_key(j, "tail");
	json_object(j);
	json_key(j, "method"), json_string(j, x->tail_text);
	json_key(j, "index");
	if (x->tail.sigma > 0)
		json_double(j, x->tail.xi);
	else
		json_null(j);
	if (x->tail.sigma > 0) {
		ns(j, "scale_ns", x->tail.sigma);
		ns(j, "threshold_ns", x->threshold);
		json_key(j, "probability"), json_double(j, x->share);
	}
	json_end(j);
}

/* As the file says it; null where it does not. */
static void put_told(struct json *j, const struct hist_told *t)
{
	const struct {
		const char *key;
		bool is_there;
		double ns;
	} rows[] = {{"min_ns", t->has_min, t->min},
		    {"mean_ns", t->has_avg, t->avg},
		    {"max_ns", t->has_max, t->max}};

	json_key(j, "in_file");
	json_object(j);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (rows[i].is_there) {
			ns(j, rows[i].key, rows[i].ns);
			continue;
		}
		json_key(j, rows[i].key);
		json_null(j);
	}
	json_end(j);
}

static void put_input(struct json *j, const struct noise_input *x,
		      struct arena *a)
{
	const struct hist *h = x->source->hist;

	json_object(j);
	json_key(j, "name"), json_string(j, x->name);
	json_key(j, "about"), json_string(j, x->about);
	json_key(j, "format"), json_string(j, h ? hist_format_names[h->format]
					      : x->source->is_fit ? "fit"
								  : "summary");
	json_key(j, "values"), json_uint(j, x->law->samples);
	ns(j, "min_ns", law_least(x->law));
	ns(j, "mean_ns", law_mean(x->law));
	for (int i = 0; i < N_QUANTILES; i++)
		ns(j, arena_printf(a, "%s_ns", quantiles[i].name),
		   law_quantile(x->law, quantiles[i].p));
	ns(j, "max_ns", law_most(x->law));
	json_key(j, "overflow");
	if (h)
		json_uint(j, x->told.over);
	else
		json_null(j);
	if (h)
		put_told(j, &x->told);
	if (h && x->told.over) {
		ns(j, "overflow_above_ns", x->overflow_ns);
		json_key(j, "overflow_method");
		json_string(j, law_tail_texts[x->law->tail]);
	}
	if (h && h->duration_s > 0) {
		json_key(j, "rate_hz");
		json_double(j, (double)x->law->samples / h->duration_s);
	}
	put_tail(j, x);
	json_end(j);
}

void noise_json(FILE *out, const struct cli *cli, const struct noise_input *in,
		size_t n)
{
	struct arena scratch = {0};
	struct json j;

	json_to_file(&j, out, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.noise/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "command"), json_string(&j, cli->reproduce);
	json_key(&j, "inputs"), json_array(&j);
	for (size_t i = 0; i < n; i++)
		put_input(&j, &in[i], &scratch);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
	arena_free(&scratch);
}
