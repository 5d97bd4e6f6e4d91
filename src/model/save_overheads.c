/* save_overheads.c - overheads, speeds, draws and regions as the loader reads
 * them */
#include "base/decimal.h"
#include "model/save_parts.h"

void save_draw(FILE *out, const struct draw *d)
{
	char text[DRAW_TEXT];

	draw_format(d, text, sizeof(text));
	fprintf(out, d->kind == DRAW_LIST ? "[%s]" : "%s", text);
}

static void put_overhead(FILE *out, const struct overhead *o)
{
	if (!o->noise.table && !o->noise.tail_below) {
		save_draw(out, &o->base);
		return;
	}
	fputs("{time: ", out);
	save_time(out, o->base.low);
	fputs(", min: ", out);
	save_time(out, o->least);
	fputs(", max: ", out);
	save_time(out, o->most);
	save_noise(out, &o->noise);
	fputc('}', out);
}

void save_overheads(FILE *out, const struct overheads *o)
{
	char text[DECIMAL_SIZE];

	decimal_format(text, o->per_byte, 15, -1);
	fprintf(out, ",\n  overheads: {per_byte: %sns", text);
	for (int i = 0; i < OVERHEAD_GIVEN; i++) {
		if (overhead_is_free(&o->of[i]))
			continue;
		fprintf(out, ", %s: ", overhead_names[i]);
		put_overhead(out, &o->of[i]);
	}
	fputc('}', out);
}

/* Factors are read from decimals, so their den is a power of ten. */
void save_factor(FILE *out, struct ratio f)
{
	char text[DECIMAL_SIZE];
	unsigned scale = 0;
	int64_t den = 1;

	for (; den < f.den && scale < DECIMAL_MAX_SCALE; den *= 10)
		scale++;
	if (den != f.den) {
		save_real(out, (double)f.num / (double)f.den);
		return;
	}
	decimal_format(text, f.num, scale, -1);
	fputs(text, out);
}

void save_speeds(FILE *out, const struct ratio *speeds, uint32_t n)
{
	for (uint32_t i = 0; speeds && i < n; i++) {
		fputs(i ? ", " : ", speeds: [", out);
		save_factor(out, speeds[i]);
	}
	if (speeds)
		fputc(']', out);
}

/* Regions are written for the wcet, whatever they were read for: a workload
 * may have been scaled since. */
void save_regions(FILE *out, const struct regions *r, dag_time wcet)
{
	bool first = true;

	for (uint32_t i = 0; r && i < r->n; i++) {
		dag_time from = regions_bound(r, r->item[i].from, wcet);
		dag_time to = regions_bound(r, r->item[i].to, wcet);

		if (from == to)
			continue;
		fputs(first ? ", non_preemptive: [[" : ", [", out);
		save_time(out, from);
		fputs(", ", out);
		save_time(out, to);
		fputc(']', out);
		first = false;
	}
	if (!first)
		fputc(']', out);
}
