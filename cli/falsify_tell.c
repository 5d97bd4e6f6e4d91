/* falsify_tell.c - the witness of a miss, in words and on file */
#include "cli/falsify.h"

#include "base/json.h"
#include "trace/dump.h"
#include "trace/trace_file.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- the replay --- */

/* Writes the records up to the first miss as lines. */
struct story_sink {
	struct trace_sink sink;
	struct falsify *f;
	const struct trace_header *h;
	FILE *out;
};

static void listen(struct trace_sink *sink, const struct trace_rec *recs,
		   size_t n)
{
	struct story_sink *s = (struct story_sink *)sink;
	struct falsify_miss *miss = &s->f->miss;

	for (size_t i = 0; i < n && !miss->found; i++) {
		char line[DUMP_LINE];

		dump_format(line, s->h, &recs[i]);
		fprintf(s->out, "%s\n", line);
		if (recs[i].kind == TRACE_MISS)
			*miss = (struct falsify_miss){true, recs[i].task,
						      recs[i].instance,
						      recs[i].t, recs[i].b};
	}
}

static struct trace_header *describe(struct falsify *f,
				     const struct sim_config *c)
{
	struct arena *a = &f->cli->arena;
	struct trace_header *h = ARENA_NEW(a, struct trace_header, 1);

	trace_header_init(h, c->workload, a);
	sim_describe(h, c, a);
	h->program_version = DAGSIM_VERSION;
	h->source = "falsify";
	h->command = f->cli->reproduce;
	h->policy = f->lineup.name;
	return h;
}

/* The sinks that were asked for, behind the story. */
static bool open_sinks(struct falsify *f, const struct trace_header *h,
		       struct trace_writer **writer, struct trace_sink **sinks,
		       size_t *n)
{
	const struct falsify_args *args = f->args;

	if (args->trace) {
		if (!output_open(&f->trace_file, args->trace, &f->cli->arena,
				 &f->cli->error))
			return false;
		*writer = trace_writer_new(f->trace_file.file, args->trace);
		trace_writer_begin(*writer, h, false);
		sinks[(*n)++] = trace_writer_sink(*writer);
	}
	if (args->gantt) {
		f->gantt = gantt_new(h, &f->window);
		sinks[(*n)++] = gantt_sink(f->gantt);
	}
	return true;
}

static bool replay(struct falsify *f)
{
	struct dag_error *e = &f->cli->error;
	struct sim_config c = f->config;
	struct story_sink story = {.sink = {.consume = listen}, .f = f};
	struct trace_sink *sinks[3] = {&story.sink};
	struct trace_writer *writer = NULL;
	size_t n = 1;
	bool ok;

	c.replay = &f->result.releases;
	c.times = falsify_listen(f);
	c.horizon = f->result.horizon;
	c.late = LATE_RUN;
	story.h = describe(f, &c);
	story.out = open_memstream(&f->story, &f->story_len);
	if (!story.out)
		return error_system(e, NULL, "memory");
	ok = open_sinks(f, story.h, &writer, sinks, &n) &&
	     sim_run(&c, &f->scratch, sinks, n, NULL, e);
	fclose(story.out);
	if (!writer)
		return ok;
	trace_writer_end(writer, NULL);
	return trace_writer_close(writer, ok ? e : NULL) && ok;
}

/* --- words --- */

/* What was seen in full, if anything. */
static void print_explored(const struct falsify *f)
{
	const struct attack_explored *x = &f->explored;
	char grid[32], until[32];

	if (!x->states)
		return;
	time_format(grid, sizeof(grid), x->grid);
	time_format(until, sizeof(until), x->until);
	if (!x->complete) {
		printf("explored: %" PRIu64 " states that arrivals on a grid "
		       "of %s can lead to, not all of them\n",
		       x->states, grid);
		return;
	}
	printf("explored: all %" PRIu64 " states that arrivals on a grid of "
	       "%s%s can lead to,\nwith execution times %s, ",
	       x->states, grid, x->ticks ? ", and 1ns later," : "",
	       f->args->times.index ? "C(b)" : "least or C(b)");
	if (x->until)
		printf("until %s: exhaustive within that\n", until);
	else
		printf("however long it goes on: exhaustive within that\n");
}

/* What a run draws and the search does not vary: part i, or NULL. */
static const char *not_searched(const struct workload *w, int i)
{
	bool delays = false;

	if (i == 0)
		return w->platform.latency ? "latency of wake-ups" : "";
	if (i == 1)
		return w->platform.overheads ? "overheads" : "";
	for (uint32_t k = 0; k < w->n_edges; k++)
		delays |= w->edges[k].drawn != NULL;
	return i > 2 ? NULL : delays ? "delays of edges" : "";
}

static void print_not_searched(const struct workload *w)
{
	const char *part, *before = "not searched, but drawn (seed 0): ";

	for (int i = 0; (part = not_searched(w, i)) != NULL; i++) {
		if (!*part)
			continue;
		printf("%s%s", before, part);
		before = ", ";
	}
	if (*before == ',')
		putchar('\n');
}

static void print_text(const struct falsify *f)
{
	const struct workload *w = f->opened.workload;
	char t[32], deadline[32];

	printf("dagsim %s: falsify %s under %s, seed %" PRIu64
	       "\nworkload sha256 %s\nreproduce: %s\n\n",
	       DAGSIM_VERSION, w->name, f->lineup.name, f->args->seed.value,
	       w->digest, f->cli->reproduce);
	if (!f->result.found) {
		printf("none found in %" PRIu64 " cases%s\n", f->plans,
		       f->result.exhausted
			       ? ", among them all starts on the common grid"
			       : "");
		print_explored(f);
		print_not_searched(w);
		return;
	}
	time_format(t, sizeof(t), f->miss.t);
	time_format(deadline, sizeof(deadline), f->miss.deadline);
	printf("MISS in case %" PRIu64 ": %s#%" PRIu64
	       " is due at %s, and not done before %s\n",
	       f->plans, w->tasks[f->miss.task].name, f->miss.instance,
	       deadline, t);
	printf("ties: %s; execution times: %s\n", tie_rule_names[f->config.tie],
	       f->result.shorter ? "some below C(b)" : "C(b) always");
	print_not_searched(w);
	if (f->left_out != NONE)
		printf("node %s of %s takes no time: it is left out\n",
		       w->nodes[f->left_out].name,
		       w->tasks[w->nodes[f->left_out].task].name);
	if (f->replay)
		printf("replay: %s\n", f->replay);
	putchar('\n');
	fputs(f->story, stdout);
	if (f->gantt) {
		putchar('\n');
		gantt_print(stdout, f->gantt);
	}
}

static void json_miss(struct json *j, const struct falsify *f)
{
	const struct workload *w = f->opened.workload;

	json_key(j, "miss");
	if (!f->result.found) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key(j, "task"), json_string(j, w->tasks[f->miss.task].name);
	json_key(j, "instance"), json_uint(j, f->miss.instance);
	json_key(j, "deadline_ns"), json_int(j, f->miss.deadline);
	json_key(j, "t_ns"), json_int(j, f->miss.t);
	json_key(j, "tie"), json_string(j, tie_rule_names[f->config.tie]);
	json_key(j, "shorter_times"), json_bool(j, f->result.shorter);
	json_key(j, "left_out");
	json_string(j, f->left_out == NONE ? NULL : w->nodes[f->left_out].name);
	json_key(j, "replay"), json_string(j, f->replay);
	json_key(j, "releases"), json_array(j);
	for (size_t i = 0; i < f->result.releases.n; i++) {
		const struct release *x = &f->result.releases.items[i];

		json_object(j);
		json_key(j, "task"), json_string(j, w->tasks[x->task].name);
		json_key(j, "instance"), json_uint(j, x->instance);
		json_key(j, "release_ns"), json_int(j, x->time);
		json_key(j, "deadline_ns"), json_int(j, x->deadline);
		json_end(j);
	}
	json_end(j);
	json_end(j);
}

static void json_explored(struct json *j, const struct attack_explored *x)
{
	json_key(j, "explored"), json_object(j);
	json_key(j, "complete"), json_bool(j, x->complete);
	json_key(j, "states"), json_uint(j, x->states);
	json_key(j, "grid_ns"), json_int(j, x->grid);
	json_key(j, "ticks"), json_bool(j, x->ticks);
	json_key(j, "until_ns");
	if (x->until)
		json_int(j, x->until);
	else
		json_null(j);
	json_end(j);
}

static void json_not_searched(struct json *j, const struct workload *w)
{
	const char *part;

	json_key(j, "not_searched"), json_array(j);
	for (int i = 0; (part = not_searched(w, i)) != NULL; i++)
		if (*part)
			json_string(j, part);
	json_end(j);
}

static void print_json(const struct falsify *f)
{
	const struct workload *w = f->opened.workload;
	struct json j;

	json_to_file(&j, stdout, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.falsify/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "command"), json_string(&j, f->cli->reproduce);
	json_key(&j, "workload"), json_string(&j, w->name);
	json_key(&j, "workload_digest"), json_string(&j, w->digest);
	json_key(&j, "policy"), json_string(&j, f->lineup.name);
	json_key(&j, "seed"), json_uint(&j, f->args->seed.value);
	json_key(&j, "cases"), json_uint(&j, f->plans);
	json_key(&j, "grid_exhausted"), json_bool(&j, f->result.exhausted);
	json_key(&j, "max_lateness_ns"), json_int(&j, f->result.lateness);
	json_explored(&j, &f->explored);
	json_not_searched(&j, w);
	json_miss(&j, f);
	json_end(&j);
	json_finish(&j);
}

/* Standard output first: it cannot be undone. */
bool falsify_tell(struct falsify *f)
{
	struct dag_error *e = &f->cli->error;

	if (f->result.found && (!replay(f) || !falsify_write(f)))
		return false;
	assert(!f->result.found || f->miss.found);
	if (f->args->json)
		print_json(f);
	else
		print_text(f);
	if (!f->result.found &&
	    (f->args->trace || f->args->releases || f->args->save) &&
	    !f->args->quiet)
		fputs("no file is written: there is no miss to show\n", stderr);
	return output_stdout(e) &&
	       (!f->trace_file.file || output_commit(&f->trace_file, e)) &&
	       (!f->releases_file.file ||
		output_commit(&f->releases_file, e)) &&
	       (!f->save_file.file || output_commit(&f->save_file, e));
}
