/* where_tell.c - where time went, as a table; see compare.h */
#include "cli/compare.h"

#include <string.h>

enum { NAME_MIN = 4 };

static void put_row(FILE *out, int width, const char *name,
		    const struct where_sum *s)
{
	double response = (double)s->response;

	fprintf(out, "%-*s %8llu", width, name, (unsigned long long)s->n);
	if (!s->n) {
		fputs("        -\n", out);
		return;
	}
	fprintf(out, " %12.6f", response / (double)s->n / 1e6);
	for (int i = 0; i < WHERE_PARTS; i++)
		fprintf(out, " %8.2f%%",
			s->response ? 100 * (double)s->parts[i] / response : 0);
	putc('\n', out);
}

void where_table(FILE *out, const char *title, const struct trace_header *h,
		 const struct where_sum *tasks, const struct where_sum *all)
{
	int width = NAME_MIN;

	for (uint32_t i = 0; i < h->n_tasks; i++)
		if ((int)strlen(h->tasks[i].name) > width)
			width = (int)strlen(h->tasks[i].name);
	fprintf(out, "%s: where the time of responses went\n", title);
	fprintf(out, "%-*s %8s %12s", width, "task", "jobs", "mean ms");
	for (int i = 0; i < WHERE_PARTS; i++)
		fprintf(out, " %9s", where_part_names[i]);
	putc('\n', out);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		put_row(out, width, h->tasks[i].name, &tasks[i]);
	put_row(out, width, "ALL", all);
}
