/* save_runtime.c - executors and callbacks as the loader reads them */
#include "model/runtime.h"
#include "model/save.h"
#include "model/save_parts.h"

#include <inttypes.h>

/* "task/node", quoted: it names that node, whatever else has its name. */
static void put_node(FILE *out, const struct workload *w, uint32_t node)
{
	char name[2 * 256 + 2];

	snprintf(name, sizeof(name), "%s/%s",
		 w->tasks[w->nodes[node].task].name, w->nodes[node].name);
	save_text(out, name);
}

static void put_nodes(FILE *out, const struct workload *w,
		      const uint32_t *nodes, uint32_t n)
{
	fputs("callbacks: [", out);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", out);
		put_node(out, w, nodes[i]);
	}
	fputc(']', out);
}

static void put_number(FILE *out, const char *key, int64_t v)
{
	if (v != RUNTIME_UNSAID)
		fprintf(out, ", %s: %" PRId64, key, v);
}

static void put_word(FILE *out, const char *key, const char *const *words,
		     unsigned v, unsigned unsaid)
{
	if (v != unsaid)
		fprintf(out, ", %s: %s", key, words[v]);
}

static void put_span(FILE *out, const char *key, dag_time v)
{
	if (v < 0)
		return;
	fprintf(out, ", %s: ", key);
	save_time(out, v);
}

static void put_groups(FILE *out, const struct workload *w,
		       const struct runtime_executor *x)
{
	for (uint32_t i = 0; i < x->n_groups; i++) {
		const struct runtime_group *g = &x->groups[i];

		fputs(i ? ",\n      {name: " : ",\n     groups: [{name: ", out);
		save_text(out, g->name);
		fputs(g->reentrant ? ", reentrant: true, " : ", ", out);
		put_nodes(out, w, g->nodes, g->n_nodes);
		fputc('}', out);
	}
	fputs(x->n_groups ? "]" : "", out);
}

static void put_reservation(FILE *out, const struct runtime_reservation *r)
{
	if (!r->runtime)
		return;
	put_span(out, "runtime", r->runtime);
	put_span(out, "deadline", r->deadline);
	put_span(out, "period", r->period);
	fputs(r->reclaims ? ", reclaim: true" : "", out);
	fputs(r->yields ? ", yield: true" : "", out);
}

static void put_executor(FILE *out, const struct workload *w,
			 const struct runtime_executor *x)
{
	fputs("  - {name: ", out);
	save_text(out, x->name);
	put_word(out, "kind", executor_kind_names, x->kind, EXECUTOR_KINDS);
	put_word(out, "distribution", distribution_names, x->distribution,
		 DISTRIBUTIONS);
	put_number(out, "threads", x->threads);
	put_number(out, "priority", x->priority);
	put_word(out, "policy", thread_policy_names, x->policy,
		 THREAD_POLICIES);
	put_reservation(out, &x->reservation);
	for (uint32_t i = 0; x->cores && i < x->n_cores; i++)
		fprintf(out, "%s%" PRIu32, i ? ", " : ", cores: [",
			x->cores[i]);
	fputs(x->cores ? "]" : "", out);
	for (uint32_t i = 0; i < x->n_platforms; i++) {
		fputs(i ? ", " : ", platforms: [", out);
		save_text(out, x->platforms[i]);
	}
	fputs(x->n_platforms ? "]" : "", out);
	put_word(out, "timers", timer_rule_names, x->timer, TIMER_RULES);
	put_word(out, "instant", instant_names, x->instant, INSTANT_RULES);
	if (x->timer_thread != RUNTIME_UNSAID)
		fprintf(out, ", timer_thread: %s",
			x->timer_thread ? "true" : "false");
	put_span(out, "poll", x->poll);
	put_span(out, "take", x->take);
	fputs(",\n     ", out);
	put_nodes(out, w, x->nodes, x->n_nodes);
	put_groups(out, w, x);
	fputs("}\n", out);
}

static bool says_of_edges(const struct workload *w, uint32_t node)
{
	const struct runtime *r = w->runtime;
	const struct node *n = &w->nodes[node];

	for (uint32_t i = 0; r->publish && i < n->n_succ; i++)
		if (r->publish[n->first_succ + i].den)
			return true;
	for (uint32_t i = 0; r->registers && i < w->n_edges; i++)
		if (r->registers[i] && w->edges[i].to == node)
			return true;
	return false;
}

static void put_publish(FILE *out, const struct workload *w, uint32_t node)
{
	const struct node *n = &w->nodes[node];
	bool any = false;

	for (uint32_t i = 0; w->runtime->publish && i < n->n_succ; i++) {
		struct ratio part = w->runtime->publish[n->first_succ + i];

		if (!part.den)
			continue;
		fputs(any ? ", " : ", publish: {", out);
		save_text(out, w->nodes[w->edges[n->first_succ + i].to].name);
		fputs(": ", out);
		save_factor(out, part);
		any = true;
	}
	fputs(any ? "}" : "", out);
}

static void put_bounds(FILE *out, const struct workload *w, uint32_t node)
{
	const dag_time *bounds = w->runtime->lower_bounds;
	bool any = false;

	for (uint32_t i = 0; bounds && i < w->n_edges; i++) {
		if (!bounds[i] || w->edges[i].to != node)
			continue;
		fputs(any ? ", " : ", inter_message_lower_bound: {", out);
		save_text(out, w->nodes[w->edges[i].from].name);
		fputs(": ", out);
		save_time(out, bounds[i]);
		any = true;
	}
	fputs(any ? "}" : "", out);
}

static void put_latest(FILE *out, const struct workload *w, uint32_t node)
{
	bool any = false;

	for (uint32_t i = 0; w->runtime->registers && i < w->n_edges; i++) {
		if (!w->runtime->registers[i] || w->edges[i].to != node)
			continue;
		fputs(any ? ", " : ", latest: [", out);
		save_text(out, w->nodes[w->edges[i].from].name);
		any = true;
	}
	fputs(any ? "]" : "", out);
}

static void put_inputs(FILE *out, const struct workload *w, uint32_t node)
{
	const struct runtime *r = w->runtime;
	bool any = false;

	for (uint32_t i = 0; i < r->n_crossings; i++) {
		if (r->crossings[i].to != node)
			continue;
		fputs(any ? ", " : ", inputs: [", out);
		put_node(out, w, r->crossings[i].from);
		any = true;
	}
	fputs(any ? "]" : "", out);
}

/* A map whose first key is one that changes nothing may be needed: where
 * nothing is said there is no map. */
static void put_callback(FILE *out, const struct workload *w, uint32_t node)
{
	const struct runtime_callback *c = &w->runtime->callbacks[node];

	if (!c->line && !says_of_edges(w, node))
		return;
	fputs("    ", out);
	put_node(out, w, node);
	fprintf(out, ": {join: %s",
		join_rule_names[c->join == JOIN_RULES ? JOIN_AND : c->join]);
	put_word(out, "type", callback_type_names, c->type, CALLBACK_TYPES);
	put_word(out, "timer", timer_rule_names, c->timer, TIMER_RULES);
	put_number(out, "order", c->order);
	put_number(out, "priority", c->priority);
	put_number(out, "queue", c->queue);
	put_number(out, "queue_size", c->queue_size);
	put_span(out, "max_interval", c->max_interval);
	if (c->age_penalty.den) {
		fputs(", age_penalty: ", out);
		save_factor(out, c->age_penalty);
	}
	put_bounds(out, w, node);
	put_publish(out, w, node);
	put_latest(out, w, node);
	put_inputs(out, w, node);
	fputs("}\n", out);
}

static void put_turn(FILE *out, const char *key, dag_time v)
{
	if (!v)
		return;
	fprintf(out, "  %s: ", key);
	save_time(out, v);
	fputc('\n', out);
}

void save_runtime(FILE *out, const struct workload *w)
{
	const struct runtime *r = w->runtime;

	if (!r || (!r->n_executors && !r->callbacks && !r->rr_quantum &&
		   !r->other_slice))
		return;
	fputs("runtime:\n", out);
	put_turn(out, "rr_quantum", r->rr_quantum);
	put_turn(out, "other_slice", r->other_slice);
	if (r->n_executors)
		fputs("  executors:\n", out);
	for (uint32_t i = 0; i < r->n_executors; i++)
		put_executor(out, w, &r->executors[i]);
	if (r->callbacks)
		fputs("  callbacks:\n", out);
	for (uint32_t i = 0; r->callbacks && i < w->n_nodes; i++)
		put_callback(out, w, i);
}
