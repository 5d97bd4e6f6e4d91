/* save.c - see save.h */
#include "model/save.h"
#include "model/paths.h"
#include "base/decimal.h"
#include "model/draw.h"
#include "model/latency.h"
#include "model/load.h"
#include "model/overhead.h"
#include "model/save_parts.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- Scalars --- */

/* Words that YAML 1.1 or 1.2 reads as something else than text. */
static bool is_word(const char *s)
{
	static const char *const taken[] = {
		"null", "true", "false", "yes", "no", "on", "off", "y", "n"};

	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++)
		if (!strcasecmp(s, taken[i]))
			return false;
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_-./", *s))
			return false;
	return true;
}

/* Names hold no control characters (fields.h). */
void save_text(FILE *out, const char *text)
{
	if (is_word(text)) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

void save_time(FILE *out, dag_time t)
{
	char text[32];

	time_format(text, sizeof(text), t);
	fputs(text, out);
}

/* The fewest digits that give the same double. */
void save_real(FILE *out, double v)
{
	char text[32];
	int digits = 1;

	do
		snprintf(text, sizeof(text), "%.*g", digits, v);
	while (strtod(text, NULL) != v && ++digits <= 17);
	fputs(text, out);
}

/* --- Models --- */

static const struct {
	const char *kind, *a, *b;
} laws[] = {
	[NOISE_NONE] = {"none", NULL, NULL},
	[NOISE_LOGNORMAL] = {"lognormal", "mu", "sigma"},
	[NOISE_GAMMA] = {"gamma", "shape", "scale"},
	[NOISE_WEIBULL] = {"weibull", "shape", "scale"},
	[NOISE_PARETO] = {"pareto", "shape", "scale"},
	[NOISE_NORMAL] = {"normal", "mean", "sd"},
	[NOISE_UNIFORM] = {"uniform", "low", "high"},
};

/* ", noise: {...}" where there is any. */
void save_noise(FILE *out, const struct noise *n)
{
	assert(n->kind <= NOISE_UNIFORM);
	if (n->kind == NOISE_NONE && !n->tail_below)
		return;
	fprintf(out, ", noise: {kind: %s", laws[n->kind].kind);
	if (laws[n->kind].a) {
		fprintf(out, ", %s: ", laws[n->kind].a);
		save_real(out, n->a);
		fprintf(out, ", %s: ", laws[n->kind].b);
		save_real(out, n->b);
	}
	if (n->tail_below) {
		fputs(", tail_prob: ", out);
		save_real(out, n->tail_prob);
		fputs(", tail_scale: ", out);
		save_real(out, n->tail_scale);
	}
	fputs("}", out);
}

/* Is it a line a + c * b with c >= 0, to the nanosecond? */
static bool is_line(const struct model *m, dag_time *a, dag_time *c)
{
	*c = m->max_batch > 1 ? m->latency[1] - m->latency[0] : 0;
	*a = m->latency[0] - *c;
	for (uint32_t b = 1; b < m->max_batch; b++)
		if (m->latency[b] - m->latency[b - 1] != *c)
			return false;
	return *a >= 0 && *c >= 0;
}

static void put_profile(FILE *out, const struct model *m)
{
	dag_time a, c;

	if (m->profile == PROFILE_LINEAR && is_line(m, &a, &c)) {
		fputs("profile: {type: linear, a: ", out);
		save_time(out, a);
		fputs(", c: ", out);
		save_time(out, c);
	} else {
		fputs("profile: {type: table, points: {", out);
		for (uint32_t b = 1; b <= m->max_batch; b++) {
			fprintf(out, "%s%" PRIu32 ": ", b > 1 ? ", " : "", b);
			save_time(out, m->latency[b - 1]);
		}
		fputs("}", out);
	}
	fputs("}", out);
}

static void put_bounds(FILE *out, const struct model *m)
{
	if (m->bcet) {
		fputs(", bcet: ", out);
		save_time(out, m->bcet);
	}
	if (m->wcet && m->resource == ON_ACCELERATOR) {
		fputs(", wcet: ", out);
		save_time(out, m->wcet);
	}
}

static void put_models(FILE *out, const struct workload *w)
{
	bool any = false;

	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct model *m = &w->models[i];

		if (m->resource != ON_ACCELERATOR)
			continue;
		fputs(any ? "  " : "models:\n  ", out);
		any = true;
		save_text(out, m->name);
		fputs(": {", out);
		put_profile(out, m);
		if (m->max_batch > 1)
			fprintf(out,
				", max_batch: %" PRIu32 ", batchable: true",
				m->max_batch);
		put_bounds(out, m);
		save_noise(out, &m->noise);
		fputs("}\n", out);
	}
}

/* --- Tasks --- */

static void put_timing(FILE *out, const struct task *t, const char *sep)
{
	fprintf(out, "%speriod: ", sep);
	save_time(out, t->period);
	fprintf(out, "%sdeadline: ", sep);
	save_time(out, t->deadline);
	if (t->phase) {
		fprintf(out, "%sphase: ", sep);
		save_time(out, t->phase);
	}
	if (t->jitter) {
		fprintf(out, "%sjitter: ", sep);
		save_time(out, t->jitter);
	}
	if (t->arrival == SPORADIC)
		fprintf(out, "%sarrival: sporadic", sep);
	if (t->extra_mean) {
		fprintf(out, "%ssporadic_mean_extra: ", sep);
		save_time(out, t->extra_mean);
	}
	if (t->criticality == HIGH_CRITICALITY)
		fprintf(out, "%scriticality: high", sep);
	if (t->has_priority)
		fprintf(out, "%spriority: %" PRId32, sep, t->priority);
}

/* A stream is a task of one node that has the task's name and runs on the
 * accelerator; streams stand before all other tasks. */
static bool is_stream(const struct workload *w, const struct task *t)
{
	const struct node *n = &w->nodes[t->first_node];

	return t->n_nodes == 1 && !strcmp(n->name, t->name) && !n->priority &&
	       w->models[n->model].resource == ON_ACCELERATOR;
}

static void put_stream(FILE *out, const struct workload *w,
		       const struct task *t)
{
	const struct node *n = &w->nodes[t->first_node];

	fputs("  - {name: ", out);
	save_text(out, t->name);
	fputs(", model: ", out);
	save_text(out, w->models[n->model].name);
	put_timing(out, t, ", ");
	if (t->group != NONE) {
		fputs(", group: ", out);
		save_text(out, w->groups[t->group]);
	}
	fputs("}\n", out);
}

static void put_node(FILE *out, const struct workload *w, const struct node *n)
{
	const struct model *m = &w->models[n->model];

	fputs("      ", out);
	save_text(out, n->name);
	if (m->resource == ON_CORE && !m->bcet && !n->priority && !n->cores &&
	    !n->regions && m->noise.kind == NOISE_NONE &&
	    !m->noise.tail_below) {
		fputs(": ", out);
		save_time(out, m->latency[0]);
		fputc('\n', out);
		return;
	}
	if (m->resource == ON_CORE) {
		fputs(": {wcet: ", out);
		save_time(out, m->latency[0]);
		put_bounds(out, m);
		save_noise(out, &m->noise);
	} else {
		fputs(": {model: ", out);
		save_text(out, m->name);
	}
	if (n->priority)
		fprintf(out, ", priority: %" PRId32, n->priority);
	for (uint32_t i = 0; n->cores && i < n->n_cores; i++)
		fprintf(out, "%s%" PRIu32, i ? ", " : ", affinity: [",
			n->cores[i]);
	fputs(n->cores ? "]" : "", out);
	save_regions(out, n->regions, m->latency[0]);
	fputs("}\n", out);
}

static void put_edge(FILE *out, const struct workload *w, const struct edge *x,
		     const char *from)
{
	bool map = x->delay || x->bytes;

	fputs(map ? "      - {from: " : "      - [", out);
	save_text(out, from);
	fputs(map ? ", to: " : ", ", out);
	save_text(out, w->nodes[x->to].name);
	if (x->delay) {
		fputs(", delay: ", out);
		save_draw(out, x->drawn ? x->drawn
					: &(struct draw){.unit = DRAW_TIME,
							 .low = x->delay,
							 .high = x->delay,
							 .step = 1});
	}
	if (x->bytes)
		fprintf(out, ", bytes: %" PRIu32, x->bytes);
	fputs(map ? "}\n" : "]\n", out);
}

static void put_edges(FILE *out, const struct workload *w, const struct task *t)
{
	bool any = false;

	for (uint32_t k = t->first_node; k < t->first_node + t->n_nodes; k++) {
		const struct node *n = &w->nodes[k];

		for (uint32_t i = 0; i < n->n_succ; i++) {
			const struct edge *x = &w->edges[n->first_succ + i];

			fputs(any ? "" : "    edges:\n", out);
			any = true;
			put_edge(out, w, x, n->name);
		}
	}
}

static void put_task(FILE *out, const struct workload *w, const struct task *t)
{
	fputs("  - name: ", out);
	save_text(out, t->name);
	put_timing(out, t, "\n    ");
	if (paths_in_parts(w, t))
		fputs("\n    connected: false", out);
	fputs("\n    nodes:\n", out);
	for (uint32_t k = 0; k < t->n_nodes; k++)
		put_node(out, w, &w->nodes[t->first_node + k]);
	put_edges(out, w, t);
}

/* --- The rest --- */

static void put_platform(FILE *out, const struct workload *w)
{
	const struct platform *p = &w->platform;

	if (!p->n_cores)
		return; /* one accelerator is what a loader takes */
	fprintf(out, "platform: {cores: %" PRIu32, p->n_cores);
	if (p->n_accelerators)
		fprintf(out, ", accelerators: %" PRIu32, p->n_accelerators);
	fprintf(out, ", preemption: %s", preemption_names[p->preemption]);
	save_speeds(out, p->speeds, p->n_cores);
	if (p->overheads)
		save_overheads(out, p->overheads);
	else if (p->costless)
		fputs(",\n  overheads: {}", out);
	if (p->latency) {
		fputs(",\n  kernel: ", out);
		save_text(out, p->latency->spec);
	}
	fputs("}\n", out);
}

static void put_sim(FILE *out, const struct sim_defaults *s)
{
	if (s->duration == 30 * NS_PER_S && s->late == LATE_DROP && !s->seed &&
	    s->safety_factor.num == s->safety_factor.den)
		return;
	fputs("sim: {duration: ", out);
	save_time(out, s->duration);
	fprintf(out, ", late_policy: %s, safety_factor: ",
		s->late == LATE_RUN ? "run" : "drop");
	save_factor(out, s->safety_factor);
	fprintf(out, ", seed: %" PRIu64 "}\n", s->seed);
}

static void put_preferred(FILE *out, const struct workload *w)
{
	const char *sep = "";

	fputs("    preferred_batch_sizes: {", out);
	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct model *m = &w->models[i];

		if (!m->preferred)
			continue;
		fputs(sep, out);
		save_text(out, m->name);
		for (uint32_t k = 0; k < m->n_preferred; k++)
			fprintf(out, "%s%" PRIu32, k ? ", " : ": [",
				m->preferred[k]);
		fputs(m->n_preferred ? "]" : ": []", out);
		sep = ", ";
	}
	fputs("}\n", out);
}

static void put_settings(FILE *out, const struct workload *w)
{
	bool preferred = false;

	for (uint32_t i = 0; i < w->n_models; i++)
		preferred |= w->models[i].preferred != NULL;
	if (w->n_settings)
		fputs("policies:\n", out);
	for (uint32_t i = 0; i < w->n_settings; i++) {
		const struct policy_setting *s = &w->settings[i];

		if (!s->key) {
			fputs("  ", out);
			save_text(out, s->policy);
			fputs(":\n", out);
			if (preferred && !strcmp(s->policy, "dynamic_batch"))
				put_preferred(out, w);
			continue;
		}
		fputs("    ", out);
		save_text(out, s->key);
		fputs(": ", out);
		if (s->is_time)
			save_time(out, s->value);
		else
			fprintf(out, "%" PRId64, s->value);
		fputc('\n', out);
	}
}

/* --- All of it --- */

static bool can_write(const struct workload *w, struct dag_error *e)
{
	const struct overheads *o = w->platform.overheads;
	const struct latency *k = w->platform.latency;
	bool streams_over = false;

	if (k && (!k->is_named || !w->platform.n_cores))
		return error_set(e, NULL, 0, 0,
				 "kernel '%s': a latency is kept as a table "
				 "only; a plain name on a platform with cores "
				 "can be written",
				 k->spec);
	for (int i = 0; o && i < OVERHEAD_GIVEN; i++)
		if (o->of[i].noise.kind >= NOISE_PMF)
			return error_set(
				e, NULL, 0, 0,
				"overhead '%s': a noise that is a list "
				"of values or bins is kept as a table "
				"only and cannot be written",
				overhead_names[i]);
	for (uint32_t i = 0; i < w->n_models; i++) {
		enum noise_kind kind = w->models[i].noise.kind;

		if (kind == NOISE_PMF || kind == NOISE_EMPIRICAL)
			return error_set(e, NULL, 0, 0,
					 "model '%s': a noise that is a list "
					 "of values or bins is kept as a table "
					 "only and cannot be written",
					 w->models[i].name);
	}
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		bool stream = is_stream(w, &w->tasks[i]);

		if (!stream && w->tasks[i].group != NONE)
			return error_set(e, NULL, 0, 0,
					 "task '%s' is in a group, which only "
					 "streams can be",
					 w->tasks[i].name);
		if (stream && streams_over && w->tasks[i].group != NONE)
			return error_set(e, NULL, 0, 0,
					 "stream '%s' stands behind tasks and "
					 "is in a group",
					 w->tasks[i].name);
		streams_over |= !stream;
	}
	return true;
}

bool workload_save(FILE *out, const struct workload *w, struct dag_error *e)
{
	uint32_t i = 0;

	REQUIRE(out && w);
	if (!can_write(w, e))
		return false;
	fputs("dagsim: 1\nname: ", out);
	save_text(out, w->name);
	if (strcmp(w->device, "unspecified") != 0) {
		fputs("\ndevice: ", out);
		save_text(out, w->device);
	}
	fputc('\n', out);
	put_platform(out, w);
	put_models(out, w);
	if (w->n_tasks && is_stream(w, &w->tasks[0]))
		fputs("streams:\n", out);
	for (; i < w->n_tasks && is_stream(w, &w->tasks[i]); i++)
		put_stream(out, w, &w->tasks[i]);
	if (i < w->n_tasks)
		fputs("tasks:\n", out);
	for (; i < w->n_tasks; i++)
		put_task(out, w, &w->tasks[i]);
	save_chains(out, w);
	put_sim(out, &w->sim);
	put_settings(out, w);
	save_runtime(out, w);
	return true;
}
