/* noise_fit.c - a law as the block that workloads and --kernel take; see
 * noise.h
 *
 * Knots of the quantile function up to where the tail begins: that of the law
 * itself, if it has one; else as far as a hundred values lie behind, so that
 * what was measured well is kept.  A fit by moments is held to it that the
 * greatest that was measured is reached once in as many values.
 */
#include "cli/noise.h"

#include <assert.h>
#include <inttypes.h>

/* Where knots are put, up to where the tail begins. */
static const double knots[] = {
	0,     0.0001, 0.001, 0.01,   0.02,   0.05,   0.1,     0.15,
	0.2,   0.25,   0.3,   0.35,   0.4,    0.45,   0.5,     0.55,
	0.6,   0.65,   0.7,   0.75,   0.8,    0.85,   0.9,     0.93,
	0.95,  0.97,   0.98,  0.985,  0.989,  0.99,   0.993,   0.995,
	0.997, 0.998,  0.999, 0.9995, 0.9998, 0.9999, 0.99995, 0.99999};
enum { N_KNOTS = sizeof(knots) / sizeof(*knots), FIRST_TAIL = 29 };

struct fitted {
	struct gpd tail; /* sigma 0: none                                    */
	double end;      /* the probability where it begins                  */
	const char *how;
};

static struct fitted as_law(const struct noise_input *x)
{
	return (struct fitted){x->tail, 1 - x->share, x->tail_text};
}

static struct fitted by_moments(const struct noise_input *x)
{
	const struct law *law = x->law;
	struct fitted f = {.how = law_tail_texts[LAW_TAIL_MOMENTS]};
	double n = (double)law->samples, u, most;
	int k = FIRST_TAIL;

	while (k + 1 < N_KNOTS && n * (1 - knots[k + 1]) >= 100)
		k++;
	f.end = knots[k];
	n *= 1 - f.end;
	if (!law_fit_tail(law, f.end, &f.tail, &u))
		return (struct fitted){.how = "none", .end = knots[FIRST_TAIL]};
	assert(f.tail.sigma > 0);
	most = law->observed - u;
	if (x->source->options.cap != LAW_CAP_VALUE && n > 1 && most > 0 &&
	    gpd_excess(f.tail, 1 / n) < most) {
		f.tail = gpd_of_mean_and_most(f.tail.sigma / (1 - f.tail.xi),
					      most, n);
		f.how = law_tail_texts[LAW_TAIL_MEAN_MAX];
	}
	return f;
}

/* A Pareto tail of the law begins where it was fitted; that of an overflow is
 * a part of one that begins lower. */
static struct fitted fit_tail(const struct noise_input *x)
{
	const struct law *law = x->law;

	if (law->gpd.sigma > 0 &&
	    (x->share >= 0.01 || law->tail == LAW_TAIL_GIVEN))
		return as_law(x);
	return by_moments(x);
}

static void put_knots(FILE *out, const struct noise_input *x, double end)
{
	double last = -1;
	int on_line = 0;

	fputs("  quantiles_us: {", out);
	for (int i = 0; i < N_KNOTS && knots[i] <= end; i++) {
		double v = law_quantile(x->law, knots[i]) / 1e3;

		v = v > last ? v : last; /* rounding must not descend */
		fprintf(out, "%s%g: %.3f", on_line ? ", " : "", knots[i], v);
		last = v;
		if (++on_line == 6 && i + 1 < N_KNOTS && knots[i + 1] <= end) {
			fputs(",\n    ", out);
			on_line = 0;
		}
	}
}

/* Where no tail goes on the law ends as it was measured. */
static void put_end(FILE *out, const struct noise_input *x)
{
	static const double last[] = {0.995, 0.999, 0.9995, 0.9999, 0.99999, 1};

	for (size_t i = 0; i < sizeof(last) / sizeof(*last); i++)
		fprintf(out, ", %g: %.3f", last[i],
			law_quantile(x->law, last[i]) / 1e3);
	fputs("}\n", out);
}

void noise_fit(FILE *out, const struct cli *cli, const struct noise_input *x)
{
	const struct latency_options *o = &x->source->options;
	struct fitted f = fit_tail(x);

	fprintf(out,
		"# %s (%s), %" PRIu64 " values, mean %.3f us; dagsim %s\n"
		"# %s\n# --kernel FILE and 'kernel: FILE' take this, and a "
		"platform the block itself\n# tail: %s\n",
		x->name, x->about, x->law->samples, law_mean(x->law) / 1e3,
		DAGSIM_VERSION, cli->reproduce, f.how);
	fputs("kernel:\n", out);
	put_knots(out, x, f.end + 1e-9);
	if (f.tail.sigma > 0) {
		fprintf(out, "}\n  xi: %.6f\n  sigma_us: %.3f\n", f.tail.xi,
			f.tail.sigma / 1e3);
		if (x->law->observed > 0)
			fprintf(out, "  max_us: %.3f\n",
				x->law->observed / 1e3);
	} else {
		put_end(out, x);
	}
	if (x->law->samples)
		fprintf(out, "  samples: %" PRIu64 "\n", x->law->samples);
	if (o->cap == LAW_CAP_NONE)
		fputs("  cap: none\n", out);
	if (o->cap == LAW_CAP_VALUE)
		fprintf(out, "  cap: %.0fns\n", o->most);
}
