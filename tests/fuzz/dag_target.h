/* dag_target.h - any bytes as a DAG file of one format
 *
 * What comes in is a task that holds its invariants, or one line of error
 * that has a place.  What was accepted, written again as node_link_data, is
 * the same task; several tasks, where timers have several rates, share the
 * nodes among them.
 */
#ifndef DAGSIM_TESTS_DAG_TARGET_H
#define DAGSIM_TESTS_DAG_TARGET_H

#include "base/json.h"
#include "model/load.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(x) ((x) ? (void)0 : abort())

static inline void dag_check_error(const struct dag_error *e, const char *name)
{
	char line[1200];

	MUST(e->code == EXIT_USAGE && !strcmp(e->file, name) && e->msg[0]);
	MUST(e->line >= 1 && e->col >= 1);
	MUST(error_format(e, line, sizeof(line)) < sizeof(line));
	MUST(!strpbrk(line, "\n\r\t\x1b"));
}

static inline void dag_write_node(struct json *j, const struct workload *w,
				  uint32_t k)
{
	const struct task *t = &w->tasks[0];
	const struct node *n = &w->nodes[k];

	json_object(j);
	json_key(j, "id"), json_string(j, n->name);
	json_key(j, "execution_time");
	json_int(j, w->models[n->model].latency[0]);
	if (!n->n_pred) {
		json_key(j, "period"), json_int(j, t->period);
		json_key(j, "offset"), json_int(j, t->phase);
	}
	if (!n->n_succ)
		json_key(j, "end_to_end_deadline"), json_int(j, t->deadline);
	json_end(j);
}

static inline void dag_write(struct json *j, const struct workload *w)
{
	json_object(j);
	json_key(j, "nodes"), json_array(j);
	for (uint32_t k = 0; k < w->n_nodes; k++)
		dag_write_node(j, w, k);
	json_end(j);
	json_key(j, "links"), json_array(j);
	for (uint32_t i = 0; i < w->n_edges; i++) {
		const struct edge *x = &w->edges[i];

		json_object(j);
		json_key(j, "source"), json_string(j, w->nodes[x->from].name);
		json_key(j, "target"), json_string(j, w->nodes[x->to].name);
		json_key(j, "communication_time"), json_int(j, x->delay);
		json_end(j);
	}
	json_end(j);
	json_end(j);
	json_finish(j);
}

static inline void dag_check_same(const struct workload *a,
				  const struct workload *b)
{
	const struct task *s = &a->tasks[0], *t = &b->tasks[0];

	MUST(s->period == t->period && s->deadline == t->deadline);
	MUST(s->phase == t->phase && a->n_tasks == 1 && b->n_tasks == 1);
	MUST(a->n_nodes == b->n_nodes && a->n_edges == b->n_edges);
	for (uint32_t k = 0; k < a->n_nodes; k++) {
		const struct node *m = &a->nodes[k], *n = &b->nodes[k];

		MUST(!strcmp(m->name, n->name));
		MUST(a->models[m->model].latency[0] ==
		     b->models[n->model].latency[0]);
	}
	for (uint32_t i = 0; i < a->n_edges; i++)
		MUST(a->edges[i].from == b->edges[i].from &&
		     a->edges[i].to == b->edges[i].to &&
		     a->edges[i].delay == b->edges[i].delay);
}

/* Each task has its nodes side by side, and edges stay within. */
static inline void dag_check_parts(const struct workload *w)
{
	uint32_t next = 0;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		MUST(t->first_node == next && t->n_nodes > 0);
		MUST(strstr(t->name, w->nodes[next].name));
		for (; next < t->first_node + t->n_nodes; next++)
			MUST(w->nodes[next].task == i);
	}
	MUST(next == w->n_nodes);
	for (uint32_t i = 0; i < w->n_edges; i++)
		MUST(w->nodes[w->edges[i].from].task ==
		     w->nodes[w->edges[i].to].task);
}

/* `name` says the format by its extension. */
static inline int dag_target(const char *name, const uint8_t *data, size_t size)
{
	struct load_options opt = {.dag_period = NS_PER_S,
				   .dag_deadline = NS_PER_S};
	struct workload *w, *again;
	struct json_text text = {0};
	struct dag_error e = {0};
	struct json j;

	w = workload_load_memory(name, (const char *)data, size, &opt, &e);
	if (!w) {
		dag_check_error(&e, name);
		return 0;
	}
	MUST(workload_check(w, &e));
	if (!w->n_tasks || w->models[0].resource != ON_CORE ||
	    w->tasks[0].line != 1 || !strstr(w->name, "fuzz")) {
		workload_free(w); /* a workload of our own format */
		return 0;
	}
	if (w->n_tasks > 1) {
		dag_check_parts(w);
		workload_free(w);
		return 0;
	}
	json_to_text(&j, &text, 0);
	dag_write(&j, w);
	opt.unit_ns = 1;
	again = workload_load_memory("again.json", text.s, text.n, &opt, &e);
	MUST(again);
	dag_check_same(w, again);
	free(text.s);
	workload_free(again);
	workload_free(w);
	return 0;
}

#endif
