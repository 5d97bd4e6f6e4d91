/* falsify_file.c - files that replay a miss, and the command that does */
#include "cli/falsify.h"

#include "base/decimal.h"
#include "model/save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- execution times --- */

static dag_time hear(const struct sim_times *times, const struct job *head,
		     uint32_t n, dag_time nominal)
{
	struct falsify *f =
		(struct falsify *)((const char *)times -
				   offsetof(struct falsify, listener));
	const struct sim_times *said = f->result.times;
	dag_time t = said->of(said, head, n, nominal);

	if (t == nominal)
		return t;
	array_reserve((void **)&f->times, &f->cap_times, f->n_times + 1,
		      sizeof(*f->times));
	f->times[f->n_times++] = (struct falsify_time){head->task, head->node,
						       head->instance, t};
	return t;
}

const struct sim_times *falsify_listen(struct falsify *f)
{
	f->listener.of = hear;
	f->n_times = 0;
	return f->result.times ? &f->listener : NULL;
}

static dag_time time_of(const struct falsify *f, const struct release *x,
			uint32_t node)
{
	for (size_t i = 0; i < f->n_times; i++)
		if (f->times[i].task == x->task && f->times[i].node == node &&
		    f->times[i].instance == x->instance)
			return f->times[i].time;
	return 0;
}

/* Nothing where all nodes of the job take C(b). */
static void write_times(FILE *out, const struct falsify *f,
			const struct release *x)
{
	uint32_t n = f->config.workload->tasks[x->task].n_nodes;
	bool any = false;

	for (uint32_t k = 0; k < n; k++)
		any |= time_of(f, x, k) != 0;
	fputc(',', out);
	for (uint32_t k = 0; any && k < n; k++)
		fprintf(out, "%s%" PRId64, k ? " " : "", time_of(f, x, k));
}

/* --- files --- */

/* As RFC 4180 has it. */
static void write_name(FILE *out, const char *name)
{
	if (!strpbrk(name, ",\"\r\n")) {
		fputs(name, out);
		return;
	}
	fputc('"', out);
	for (; *name; name++) {
		if (*name == '"')
			fputc('"', out);
		fputc(*name, out);
	}
	fputc('"', out);
}

static bool write_releases(struct falsify *f)
{
	const struct release_list *list = &f->result.releases;
	struct output *o = &f->releases_file;

	if (!output_open(o, f->args->releases, &f->cli->arena, &f->cli->error))
		return false;
	fprintf(o->file, "id,stream,release_ns,deadline_ns%s\n",
		f->n_times ? ",exec_ns" : "");
	for (size_t i = 0; i < list->n; i++) {
		const struct release *x = &list->items[i];

		fprintf(o->file, "%zu,", i);
		write_name(o->file, f->config.workload->tasks[x->task].name);
		fprintf(o->file, ",%" PRId64 ",%" PRId64, x->time, x->deadline);
		if (f->n_times)
			write_times(o->file, f, x);
		fputc('\n', o->file);
	}
	return output_flush(o, &f->cli->error);
}

static bool write_workload(struct falsify *f)
{
	struct output *o = &f->save_file;

	if (!output_open(o, f->args->save, &f->cli->arena, &f->cli->error))
		return false;
	if (!workload_save(o->file, f->config.workload, &f->cli->error))
		return false;
	return output_flush(o, &f->cli->error);
}

/* --- the command --- */

enum { WORDS = WORKLOAD_WORDS + 24 };

/* A number as it was given: its denominator is a power of ten. */
static char *ratio_word(struct arena *a, const char *option, struct ratio r)
{
	char text[DECIMAL_SIZE];
	unsigned scale = 0;

	for (int64_t d = r.den; d > 1; d /= 10)
		scale++;
	decimal_format(text, r.num, scale, -1);
	return arena_printf(a, "%s=%s", option, text);
}

/* The workload as it was searched: the file that was saved, or what was given,
 * which cannot say that a node was left out. */
static int add_workload(struct falsify *f, char **argv)
{
	const struct workload_args *w = &f->args->workload;
	struct arena *a = &f->cli->arena;
	int n = 0;

	if (f->args->save) {
		argv[n++] = arena_strdup(a, f->args->save);
		return n;
	}
	argv[n++] = arena_strdup(a, f->cli->operands.items[0]);
	if (w->scale.den)
		argv[n++] = ratio_word(a, "--scale", w->scale);
	if (w->utilization.den)
		argv[n++] = ratio_word(a, "--utilization", w->utilization);
	return n + workload_words(w, a, argv + n);
}

static void make_replay(struct falsify *f)
{
	struct arena *a = &f->cli->arena;
	char *argv[WORDS] = {"dagsim", "simulate"};
	int n = 2;

	if (f->left_out != NONE && !f->args->save)
		return;
	n += add_workload(f, argv + n);
	argv[n++] = "-p";
	argv[n++] = arena_strdup(a, f->lineup_given);
	argv[n++] = "--releases";
	argv[n++] = arena_strdup(a, f->args->releases);
	argv[n++] = "--tie";
	argv[n++] = arena_strdup(a, tie_rule_names[f->config.tie]);
	argv[n++] = "--late";
	argv[n++] = "run";
	argv[n++] = "--noise";
	argv[n++] = "off";
	argv[n++] = "-d";
	argv[n++] = arena_printf(a, "%" PRId64 "ns", f->result.horizon);
	assert(n <= WORDS);
	f->replay = cli_quote(a, n, argv);
}

bool falsify_write(struct falsify *f)
{
	if (f->args->releases && !write_releases(f))
		return false;
	if (f->args->save && !write_workload(f))
		return false;
	if (f->args->releases)
		make_replay(f);
	return true;
}
