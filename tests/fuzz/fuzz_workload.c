/* fuzz_workload.c - any bytes as a workload file
 *
 * What stands behind the first NUL byte is the content of every file that
 * the workload names.  Whatever comes in, the loader answers with a workload
 * that holds its invariants or with one line of error that has a place.
 */
#include "model/load.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct rest {
	const char *data;
	size_t len;
};

static bool read_rest(void *ctx, struct arena *a, const char *path,
		      const char **data, size_t *len, struct dag_error *e)
{
	const struct rest *r = ctx;

	(void)a;
	if (!r->data)
		return error_set(e, path, 0, 0, "cannot open");
	*data = r->data;
	*len = r->len;
	return true;
}

#define MUST(x) ((x) ? (void)0 : abort())

static void check_error(const struct dag_error *e)
{
	char line[1200];

	MUST(e->code == EXIT_USAGE && e->file[0] && e->msg[0]);
	MUST(error_format(e, line, sizeof(line)) < sizeof(line));
	MUST(!strpbrk(line, "\n\r\t\x1b"));
}

static void check_models(const struct workload *w)
{
	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct model *m = &w->models[i];

		MUST(m->max_batch >= 1 && m->max_batch <= BATCH_MAX);
		for (uint32_t b = 0; b < m->max_batch; b++)
			MUST(m->latency[b] > 0);
		for (uint32_t k = 0; k < m->n_preferred; k++)
			MUST(m->preferred[k] >= 1 &&
			     m->preferred[k] <= m->max_batch);
		MUST(noise_max(&m->noise) > 0);
		noise_draw(&m->noise, i, i + 1, 2);
	}
}

static void check_nodes(const struct workload *w)
{
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *n = &w->nodes[i];
		const struct model *m = &w->models[n->model];

		MUST(n->task < w->n_tasks && n->model < w->n_models);
		MUST(m->resource == ON_CORE ? w->platform.n_cores > 0
					    : w->platform.n_accelerators == 1);
		MUST(!n->cores ||
		     n->cores[n->n_cores - 1] < w->platform.n_cores);
	}
	for (uint32_t i = 0; i < w->n_edges; i++) {
		const struct edge *x = &w->edges[i];

		MUST(x->from < w->n_nodes && x->to < w->n_nodes);
		MUST(w->nodes[x->from].task == w->nodes[x->to].task);
		MUST(x->from != x->to && x->delay >= 0);
	}
}

static void check_workload(struct workload *w)
{
	struct ratio u = workload_utilization(w), f;
	struct dag_error e;
	struct workload *s;

	MUST(u.num >= 0 && u.den > 0);
	MUST(strlen(w->digest) == 64);
	check_models(w);
	check_nodes(w);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		MUST(t->period > 0 && t->deadline > 0 && t->phase >= 0);
		MUST(t->jitter >= 0 && t->jitter <= t->period);
		MUST(t->group == NONE || t->group < w->n_groups);
	}
	/* What was accepted once is accepted again. */
	MUST(workload_check(w, &e));
	if (!workload_factor_for(w, (struct ratio){9, 10}, &f, &e))
		return;
	s = workload_scale(w, f, &e);
	if (s)
		check_models(s);
	workload_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
	size_t len = nul ? (size_t)(nul - data) : size;
	struct rest rest = {NULL, 0};
	struct load_options opt = {.read = read_rest, .ctx = &rest};
	struct dag_error e = {0};
	struct workload *w;

	if (nul) {
		rest.data = (const char *)nul + 1;
		rest.len = size - len - 1;
	}
	if (size)
		opt.profile_quantile =
			(enum profile_quantile)(data[size - 1] % 6);
	w = workload_load_memory("fuzz.yaml", (const char *)data, len, &opt,
				 &e);
	if (w)
		check_workload(w);
	else
		check_error(&e);
	workload_free(w);
	return 0;
}
