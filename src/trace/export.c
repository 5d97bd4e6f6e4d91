/* export.c - see export.h and export_state.h */
#include "trace/export_state.h"

#include "base/json.h"
#include "model/overhead.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

const struct export_format *const export_table[] = {&export_chrome,
						    &export_perfetto,
						    &export_ftrace,
						    &export_litmus,
						    &export_vcd,
						    &export_csv,
						    NULL};
const char *const export_names[] = {"chrome", "perfetto", "ftrace", "litmus",
				    "vcd",    "csv",      NULL};

const struct export_format *export_find(const char *name, struct dag_error *e)
{
	char hint[256] = "";
	size_t n = 0;

	for (; export_table[n]; n++) {
		assert(!strcmp(export_table[n]->name, export_names[n]));
		if (!strcmp(export_table[n]->name, name))
			return export_table[n];
	}
	suggest(hint, sizeof(hint), name, export_names, n);
	error_set(e, NULL, 0, 0, "unknown format '%.64s'%s", name, hint);
	return NULL;
}

const char *export_summary(const struct export_format *f)
{
	return f->summary;
}

bool export_binary(const struct export_format *f)
{
	return f->binary;
}

bool export_several(const struct export_format *f)
{
	return f->several;
}

/* --- a run --- */

/* What the caller feeds: the timeline, as long as bytes go out. */
static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n)
{
	struct export *x =
		(struct export *)((char *)sink - offsetof(struct export, sink));

	x->timeline.sink.consume(&x->timeline.sink, recs, n);
	sink->failed = x->refused || x->out.failed;
}

struct export *export_new(const struct export_format *f, FILE *out,
			  const struct export_options *opt)
{
	struct export *x = alloc_checked(calloc(1, f->size));

	assert(f->size >= sizeof(*x));
	x->format = f;
	x->opt = *opt;
	if (opt->pid == PID_DEFAULT)
		x->opt.pid = f->pid;
	x->out.file = out;
	x->sink.consume = consume;
	return x;
}

struct trace_sink *export_sink(struct export *x)
{
	return &x->sink;
}

bool export_begin(struct export *x, const struct trace_header *h,
		  struct dag_error *e)
{
	REQUIRE(!x->h);
	REQUIRE(x->run == 0 || x->format->several);
	x->h = h;
	x->task_of = ARENA_NEW(&x->arena, uint32_t, h->n_nodes);
	for (uint32_t i = 0; i < h->n_tasks; i++)
		for (uint32_t k = 0; k < h->tasks[i].n_nodes; k++)
			x->task_of[h->tasks[i].first_node + k] = i;
	timeline_init(&x->timeline, h, &x->format->hooks, x, x->opt.from,
		      x->opt.to);
	if (!x->format->start || x->format->start(x, e))
		return true;
	x->broken = true;
	return false;
}

bool export_end(struct export *x, struct dag_error *e)
{
	REQUIRE(x->h);
	if (!x->refused) {
		timeline_finish(&x->timeline);
		if (x->format->stop)
			x->format->stop(x);
	}
	timeline_free(&x->timeline);
	arena_free(&x->arena);
	x->h = NULL;
	x->run++;
	if (!x->refused)
		return true;
	x->broken = true;
	if (e)
		*e = x->error;
	return false;
}

bool export_close(struct export *x, struct dag_error *e)
{
	bool ok;

	if (x->h) { /* given up on the way */
		x->broken = true;
		timeline_free(&x->timeline);
	}
	if (x->format->finish && !x->broken)
		x->format->finish(x);
	if (x->format->release)
		x->format->release(x);
	out_flush(&x->out);
	ok = !x->out.failed;
	arena_free(&x->arena);
	free(x);
	return ok || error_system(e, "the export", "cannot write");
}

void export_refuse(struct export *x, const char *why)
{
	if (!x->refused)
		error_set(&x->error, NULL, 0, 0, "%s", why);
	x->refused = true;
}

/* --- names --- */

const char *export_node_name(struct export *x, uint32_t node)
{
	const struct trace_task *t = &x->h->tasks[x->task_of[node]];

	if (t->n_nodes == 1)
		return t->name;
	return arena_printf(&x->arena, "%s.%s", t->name,
			    x->h->nodes[node].name);
}

size_t export_cut(const char *s, size_t most)
{
	size_t n = strlen(s);

	if (n <= most)
		return n;
	for (n = most; n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80; n--)
		continue;
	return n;
}

const char *export_json_text(struct export *x, const char *s)
{
	struct json_text text = {0};
	struct json j;
	const char *out;

	json_to_text(&j, &text, 0);
	json_string(&j, s);
	out = arena_strdup(&x->arena, text.s);
	free(text.s);
	return out;
}

const char *export_overhead_name(uint32_t kind)
{
	return kind < OVERHEAD_KINDS       ? overhead_names[kind]
	       : kind == OVERHEAD_EXECUTOR ? "executor"
					   : "overhead";
}

uint32_t export_pids(const struct export *x)
{
	return x->opt.pid == PID_NODE ? x->h->n_nodes : x->h->n_tasks;
}

uint32_t export_pid_of(const struct export *x, uint32_t task, uint32_t node)
{
	return 1 + (x->opt.pid == PID_NODE ? x->h->tasks[task].first_node + node
					   : task);
}

const char *export_pid_name(struct export *x, uint32_t pid)
{
	return x->opt.pid == PID_NODE ? export_node_name(x, pid - 1)
				      : x->h->tasks[pid - 1].name;
}

/* --- bytes --- */

void out_flush(struct outbuf *o)
{
	if (!o->failed && fwrite(o->bytes, 1, o->n, o->file) != o->n)
		o->failed = true;
	o->flushed += o->n;
	o->n = 0;
}

void out_bytes(struct outbuf *o, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	while (n) {
		size_t piece = n < OUT_PIECE ? n : OUT_PIECE;

		memcpy(out_room(o, piece), p, piece);
		o->n += piece;
		p += piece;
		n -= piece;
	}
}

void out_uint(struct outbuf *o, uint64_t v)
{
	char digits[20];
	size_t n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	out_bytes(o, digits + n, sizeof(digits) - n);
}

void out_int(struct outbuf *o, int64_t v)
{
	if (v < 0)
		out_char(o, '-');
	out_uint(o, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void out_us(struct outbuf *o, dag_time t)
{
	uint64_t v = t < 0 ? 0 - (uint64_t)t : (uint64_t)t;
	uint64_t ns = v % 1000;
	char decimals[4] = {'.', (char)('0' + ns / 100),
			    (char)('0' + ns / 10 % 10), (char)('0' + ns % 10)};

	if (t < 0)
		out_char(o, '-');
	out_uint(o, v / 1000);
	out_bytes(o, decimals, sizeof(decimals));
}
