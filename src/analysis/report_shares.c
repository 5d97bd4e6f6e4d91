/* report_shares.c - how a test divides cores among tasks; see report.h */
#include "analysis/report.h"

#include <inttypes.h>
#include <string.h>

struct text {
	char s[64];
};

static struct text own_cores(const struct verdict_share *x)
{
	struct text t = {"-"};

	if (x->n_cores == 1)
		snprintf(t.s, sizeof(t.s), "%" PRIu32, x->first_core);
	else if (x->n_cores)
		snprintf(t.s, sizeof(t.s), "%" PRIu32 "-%" PRIu32,
			 x->first_core, x->first_core + x->n_cores - 1);
	return t;
}

/* What the parts of a task on shared cores are; all servers are alike. */
static void print_parts(FILE *out, const struct verdict_share *x)
{
	const struct verdict_part *p = x->parts;
	char runtime[32], deadline[32], period[32];

	if (!x->n_parts) {
		fputs("-", out);
		return;
	}
	if (p->kind == PART_CONTAINER)
		fprintf(out, "container of %" PRId64 "/%" PRId64 " on ",
			p->load.num, p->load.den);
	if (p->kind == PART_SERVER) {
		time_format(runtime, sizeof(runtime), p->runtime);
		time_format(deadline, sizeof(deadline), p->deadline);
		time_format(period, sizeof(period), p->period);
		fprintf(out,
			"%" PRIu32 " x runtime %s deadline %s period %s on ",
			x->n_parts, runtime, deadline, period);
	}
	for (uint32_t k = 0; k < x->n_parts; k++)
		fprintf(out, "%s%" PRIu32, k ? ", " : "core ", p[k].core);
}

static int name_width(const struct analysis_set *s)
{
	int width = 4;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		int n = (int)strlen(s->tasks[i].name);

		width = n > width && n < 40 ? n : width;
	}
	return width;
}

static bool placed(const struct verdict_share *x)
{
	return x->n_cores || x->n_parts;
}

void verdict_print_shares(FILE *out, const struct analysis_set *s,
			  const struct verdict *v)
{
	int width = v->n_shares ? name_width(s) : 0;

	if (v->n_shares)
		fprintf(out, "  %-*s  %9s  %s\n", width, "task", "own cores",
			"beside others");
	for (uint32_t i = 0; i < v->n_shares; i++) {
		const struct verdict_share *x = &v->shares[i];

		fprintf(out, "  %-*s  %9s  ", width, s->tasks[x->task].name,
			placed(x) ? own_cores(x).s : "none");
		print_parts(out, x);
		fputc('\n', out);
	}
}

static void json_part(struct json *j, const struct verdict_part *p)
{
	static const char *const kinds[] = {
		[PART_TASK] = "task",
		[PART_CONTAINER] = "container",
		[PART_SERVER] = "server",
	};

	json_object(j);
	json_key(j, "kind"), json_string(j, kinds[p->kind]);
	json_key(j, "core"), json_uint(j, p->core);
	if (p->kind == PART_SERVER) {
		json_key(j, "runtime_ns"), json_int(j, p->runtime);
		json_key(j, "deadline_ns"), json_int(j, p->deadline);
		json_key(j, "period_ns"), json_int(j, p->period);
	} else if (p->load.den) {
		json_key(j, "load_num"), json_int(j, p->load.num);
		json_key(j, "load_den"), json_int(j, p->load.den);
	}
	json_end(j);
}

void verdict_json_shares(struct json *j, const struct analysis_set *s,
			 const struct verdict *v)
{
	json_key(j, "allocation");
	if (!v->n_shares) {
		json_null(j);
		return;
	}
	json_array(j);
	for (uint32_t i = 0; i < v->n_shares; i++) {
		const struct verdict_share *x = &v->shares[i];

		json_object(j);
		json_key(j, "task"), json_string(j, s->tasks[x->task].name);
		json_key(j, "own_cores"), json_uint(j, x->n_cores);
		json_key(j, "first_core");
		if (x->n_cores)
			json_uint(j, x->first_core);
		else
			json_null(j);
		json_key(j, "parts"), json_array(j);
		for (uint32_t k = 0; k < x->n_parts; k++)
			json_part(j, &x->parts[k]);
		json_end(j);
		json_end(j);
	}
	json_end(j);
}
