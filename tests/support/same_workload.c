/* same_workload.c - see same_workload.h */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/same_workload.h"
#include "model/overhead.h"
#include "model/regions.h"

#include "model/load.h"
#include "model/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1200];

#define DIFFER(...) (snprintf(text, sizeof(text), __VA_ARGS__), text)
#define SAME(of, i, field)                                                     \
	do {                                                                   \
		if (x->field != y->field)                                      \
			return DIFFER(of " %u: " #field " differs",            \
				      (unsigned)(i));                          \
	} while (0)
#define SAME_TEXT(of, i, field)                                                \
	do {                                                                   \
		if (strcmp(x->field, y->field) != 0)                           \
			return DIFFER(of " %u: " #field " '%s' or '%s'",       \
				      (unsigned)(i), x->field, y->field);      \
	} while (0)

static bool same_noise(const struct noise *a, const struct noise *b)
{
	if (a->kind != b->kind || a->a != b->a || a->b != b->b ||
	    a->tail_below != b->tail_below ||
	    (a->tail_below && a->tail_factor != b->tail_factor) ||
	    !a->table != !b->table)
		return false;
	for (uint64_t i = 0; a->table && i < 100; i++)
		if (noise_quantile(a->table, rng_mix(i)) !=
		    noise_quantile(b->table, rng_mix(i)))
			return false;
	return true;
}

static const char *models(const struct workload *a, const struct workload *b)
{
	for (uint32_t i = 0; i < a->n_models; i++) {
		const struct model *x = &a->models[i], *y = &b->models[i];

		SAME_TEXT("model", i, name);
		SAME("model", i, resource);
		SAME("model", i, max_batch);
		SAME("model", i, bcet);
		SAME("model", i, wcet);
		SAME("model", i, n_preferred);
		for (uint32_t k = 0; k < x->max_batch; k++)
			SAME("model", i, latency[k]);
		for (uint32_t k = 0; k < x->n_preferred; k++)
			SAME("model", i, preferred[k]);
		if (!same_noise(&x->noise, &y->noise))
			return DIFFER("model %u: noise differs", i);
	}
	return NULL;
}

static const char *tasks(const struct workload *a, const struct workload *b)
{
	for (uint32_t i = 0; i < a->n_tasks; i++) {
		const struct task *x = &a->tasks[i], *y = &b->tasks[i];

		SAME_TEXT("task", i, name);
		SAME("task", i, key);
		SAME("task", i, first_node);
		SAME("task", i, n_nodes);
		SAME("task", i, period);
		SAME("task", i, deadline);
		SAME("task", i, phase);
		SAME("task", i, jitter);
		SAME("task", i, arrival);
		SAME("task", i, extra_mean);
		SAME("task", i, criticality);
		SAME("task", i, has_priority);
		SAME("task", i, priority);
		SAME("task", i, group);
		SAME("task", i, name_rank);
	}
	return NULL;
}

static bool same_draw(const struct draw *x, const struct draw *y)
{
	char a[DRAW_TEXT], b[DRAW_TEXT];

	if (!x || !y)
		return x == y;
	draw_format(x, a, sizeof(a));
	draw_format(y, b, sizeof(b));
	return !strcmp(a, b) && x->kind == y->kind;
}

static bool same_overheads(const struct overheads *x, const struct overheads *y)
{
	if (!x || !y)
		return x == y;
	for (int i = 0; i < OVERHEAD_GIVEN; i++) {
		const struct overhead *a = &x->of[i], *b = &y->of[i];

		if (!same_draw(&a->base, &b->base) || a->least != b->least ||
		    a->most != b->most ||
		    overhead_draw(a, 77) != overhead_draw(b, 77))
			return false;
	}
	return x->per_byte == y->per_byte;
}

static bool same_regions(const struct regions *x, const struct regions *y)
{
	if (!x || !y)
		return x == y;
	for (uint32_t i = 0; i < x->n && x->n == y->n; i++)
		if (x->item[i].from != y->item[i].from ||
		    x->item[i].to != y->item[i].to)
			return false;
	return x->n == y->n && x->base == y->base;
}

static const char *nodes(const struct workload *a, const struct workload *b)
{
	for (uint32_t i = 0; i < a->n_nodes; i++) {
		const struct node *x = &a->nodes[i], *y = &b->nodes[i];

		SAME_TEXT("node", i, name);
		SAME("node", i, task);
		SAME("node", i, model);
		SAME("node", i, priority);
		SAME("node", i, n_cores);
		SAME("node", i, n_pred);
		SAME("node", i, first_succ);
		SAME("node", i, n_succ);
		for (uint32_t k = 0; k < x->n_cores; k++)
			SAME("node", i, cores[k]);
		if (!same_regions(x->regions, y->regions))
			return DIFFER("node %u: non-preemptive parts", i);
	}
	for (uint32_t i = 0; i < a->n_edges; i++) {
		const struct edge *x = &a->edges[i], *y = &b->edges[i];

		SAME("edge", i, from);
		SAME("edge", i, to);
		SAME("edge", i, delay);
		SAME("edge", i, bytes);
		if (!same_draw(x->drawn, y->drawn))
			return DIFFER("edge %u: how its delay is drawn", i);
	}
	return NULL;
}

static const char *rest(const struct workload *x, const struct workload *y)
{
	SAME_TEXT("workload", 0, name);
	SAME_TEXT("workload", 0, device);
	SAME("workload", 0, platform.n_cores);
	SAME("workload", 0, platform.n_accelerators);
	SAME("workload", 0, platform.preemption);
	SAME("workload", 0, platform.costless);
	if (!x->platform.speeds != !y->platform.speeds)
		return DIFFER("speeds or none");
	for (uint32_t i = 0; x->platform.speeds && i < x->platform.n_cores;
	     i++) {
		SAME("core", i, platform.speeds[i].num);
		SAME("core", i, platform.speeds[i].den);
	}
	if (!same_overheads(x->platform.overheads, y->platform.overheads))
		return DIFFER("overheads");
	SAME("workload", 0, sim.duration);
	SAME("workload", 0, sim.late);
	SAME("workload", 0, sim.seed);
	SAME("workload", 0, sim.safety_factor.num);
	SAME("workload", 0, sim.safety_factor.den);
	for (uint32_t i = 0; i < x->n_groups; i++)
		SAME_TEXT("group", i, groups[i]);
	SAME("workload", 0, n_chains);
	for (uint32_t i = 0; i < x->n_chains; i++) {
		SAME_TEXT("chain", i, chains[i].name);
		SAME_TEXT("chain", i, chains[i].text);
		SAME("chain", i, chains[i].max_reaction);
		SAME("chain", i, chains[i].max_data_age);
		for (uint32_t k = 0; k < x->chains[i].n; k++)
			SAME("chain", i, chains[i].task[k]);
	}
	for (uint32_t i = 0; i < x->n_settings; i++) {
		SAME_TEXT("setting", i, settings[i].policy);
		if (!x->settings[i].key != !y->settings[i].key)
			return DIFFER("setting %u: a key or none", i);
		if (!x->settings[i].key)
			continue;
		SAME_TEXT("setting", i, settings[i].key);
		SAME("setting", i, settings[i].value);
		SAME("setting", i, settings[i].is_time);
	}
	return NULL;
}

const char *workload_difference(const struct workload *a,
				const struct workload *b)
{
	const struct workload *x = a, *y = b;
	const char *why;

	SAME("workload", 0, n_models);
	SAME("workload", 0, n_tasks);
	SAME("workload", 0, n_nodes);
	SAME("workload", 0, n_edges);
	SAME("workload", 0, n_groups);
	SAME("workload", 0, n_settings);
	why = models(a, b);
	if (!why)
		why = tasks(a, b);
	if (!why)
		why = nodes(a, b);
	return why ? why : rest(a, b);
}

const char *workload_round_trip(const struct workload *w)
{
	struct dag_error e = {0};
	struct workload *back;
	const char *why;
	char *data = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&data, &len);

	if (!f)
		return "no memory stream";
	if (!workload_save(f, w, &e)) {
		fclose(f);
		free(data);
		return DIFFER("not written: %s", e.msg);
	}
	fclose(f);
	back = workload_load_memory("back.yaml", data, len, NULL, &e);
	if (!back) {
		DIFFER("line %u: %s", e.line, e.msg);
		free(data);
		return text;
	}
	why = workload_difference(w, back);
	if (!why && back->n_warnings > w->n_warnings)
		why = DIFFER("%s", back->warnings[0]);
	workload_free(back);
	free(data);
	return why;
}
