/* What other programs would read from an export: every format is read back
 * by code written from its specification, and must give the jobs, busy times,
 * preemptions and misses that the metrics of the same records give. */
#include "platform/deadline.h"
#include "tests/support/make_workload.h"
#include "tests/support/platkit.h"
#include "tests/support/runkit.h"
#include "tests/support/tracekit.h"
#include "model/overhead.h"
#include "trace/export.h"
#include "trace/metrics.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { EXECS = 80 };

/* For loops over a million values: ck_assert tells of each check it makes. */
#define WANT(cond) ((cond) ? (void)0 : ck_abort_msg("not so: %s", #cond))

/* What is counted from a file, up to the horizon where it is about time. */
struct counts {
	uint64_t released, finished, missed, preemptions;
	dag_time busy[EXECS], overhead[EXECS];
};

static dag_time horizon;
static const struct trace_header *header;

static void add_time(dag_time sums[EXECS], uint32_t exec, dag_time from,
		     dag_time to)
{
	WANT(exec < EXECS);
	WANT(from <= to);
	if (to > horizon)
		to = horizon;
	if (to > from)
		sums[exec] += to - from;
}

static void add_busy(struct counts *c, uint32_t exec, dag_time from,
		     dag_time to)
{
	add_time(c->busy, exec, from, to);
}

static uint64_t little(const uint8_t *p, int bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | p[bytes];
	return v;
}

/* --- exporting to memory --- */

static uint8_t *bytes;
static size_t n_bytes;

static void export_recs(const struct trace_header *h,
			const struct trace_rec *recs, size_t n,
			const char *format, const struct export_options *opt)
{
	struct dag_error e;
	FILE *f;
	struct export *x;

	free(bytes);
	bytes = NULL;
	f = open_memstream((char **)&bytes, &n_bytes);
	x = export_new(export_find(format, &e), f, opt);
	ck_assert(export_begin(x, h, &e));
	for (size_t i = 0; i < n; i += 7) /* in pieces */
		export_sink(x)->consume(export_sink(x), recs + i,
					n - i < 7 ? n - i : 7);
	ck_assert(export_end(x, &e));
	ck_assert(export_close(x, &e));
	fclose(f);
	header = h;
	horizon = h->horizon;
}

static const struct export_options all = {.to = DAG_TIME_MAX};

static void counts_of(const struct trace_header *h,
		      const struct trace_rec *recs, size_t n, struct counts *c)
{
	struct metrics *m = metrics_new(h);
	struct arena a = {0};
	struct metrics_run run;

	metrics_sink(m)->consume(metrics_sink(m), recs, n);
	metrics_report(m, &a, &run);
	*c = (struct counts){
		.released = run.overall.released,
		.finished = run.overall.completed,
		.missed = metrics_missed(&run.overall),
		.preemptions = run.preemptions,
	};
	for (uint32_t i = 0; i < run.n_execs; i++) {
		c->busy[i] = run.exec_busy[i];
		c->overhead[i] = run.exec_overhead[i];
	}
	arena_free(&a);
	metrics_free(m);
}

static void same_counts(const struct counts *got, const struct counts *want,
			const char *format)
{
#define SAME(field)                                                            \
	ck_assert_msg(got->field == want->field,                               \
		      "%s: " #field " is %" PRIu64 ", not %" PRIu64, format,   \
		      (uint64_t)got->field, (uint64_t)want->field)
	SAME(released);
	SAME(finished);
	SAME(missed);
	SAME(preemptions);
	for (int i = 0; i < EXECS; i++) {
		SAME(busy[i]);
		SAME(overhead[i]);
	}
#undef SAME
}

/* --- Chrome: a JSON parser that is not ours --- */

static const char *text_of(const cJSON *o, const char *key)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(o, key));
}

/* A number in microseconds as ns. */
static dag_time ns_of(const cJSON *o, const char *key)
{
	double v = cJSON_GetNumberValue(cJSON_GetObjectItem(o, key));

	return (dag_time)(v * 1000.0 + 0.5);
}

static int number_of(const cJSON *o, const char *key)
{
	return cJSON_GetObjectItem(o, key)->valueint;
}

struct span {
	dag_time from, to;
	int tid;
};

static int by_track(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* No slice of a track overlaps the next one. */
static void disjoint(struct span *s, size_t n)
{
	qsort(s, n, sizeof(*s), by_track);
	for (size_t i = 1; i < n; i++)
		WANT(s[i].tid != s[i - 1].tid || s[i - 1].to <= s[i].from);
}

/* No slice in which something happens overlaps overhead of its executor. */
static void besides(struct span *s, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i].from == s[i].to)
			continue;
		s[kept] = s[i];
		s[kept++].tid -= s[i].tid >= 100000 ? 100000 - 1000 : 0;
	}
	disjoint(s, kept);
}

static void read_chrome(struct counts *c)
{
	cJSON *root = cJSON_ParseWithLength((char *)bytes, n_bytes);
	const cJSON *events, *v;
	struct span *spans;
	size_t n = 0, arrows = 0, heads = 0;

	*c = (struct counts){0};
	ck_assert_ptr_nonnull(root);
	events = cJSON_GetObjectItem(root, "traceEvents");
	spans = calloc((size_t)cJSON_GetArraySize(events) + 1, sizeof(*spans));
	cJSON_ArrayForEach(v, events)
	{
		const char *ph = text_of(v, "ph"), *name = text_of(v, "name");
		const cJSON *args = cJSON_GetObjectItem(v, "args"), *jobs;

		arrows += *ph == 's';
		heads += *ph == 'f';
		if (*ph == 'i') {
			c->released += !strcmp(name, "release");
			c->missed += !strcmp(name, "miss");
		}
		if (*ph != 'X')
			continue;
		spans[n] = (struct span){ns_of(v, "ts"),
					 ns_of(v, "ts") + ns_of(v, "dur"),
					 number_of(v, "tid")};
		if (strcmp(text_of(v, "cat"), "slice") != 0) {
			add_time(c->overhead, (uint32_t)spans[n].tid - 100000,
				 spans[n].from, spans[n].to);
			n++;
			continue;
		}
		add_busy(c, (uint32_t)spans[n].tid - 1000, spans[n].from,
			 spans[n].to);
		n++;
		if (cJSON_IsTrue(cJSON_GetObjectItem(args, "preempted")))
			c->preemptions++;
		jobs = cJSON_GetObjectItem(args, "jobs");
		WANT((jobs ? cJSON_GetArraySize(jobs) : 1) ==
		     number_of(args, "batch"));
		if (!strcmp(text_of(args, "ended"), "finish"))
			c->finished += (uint64_t)number_of(args, "batch");
	}
	disjoint(spans, n);
	besides(spans, n);
	if (header->n_edges)
		WANT(heads > 0 && heads <= arrows);
	free(spans);
	cJSON_Delete(root);
}

/* --- Perfetto: a reader of protobuf --- */

struct proto {
	uint32_t number, type;
	uint64_t v;
	const uint8_t *p; /* type 2: v bytes here                             */
};

static uint64_t varint(const uint8_t **p, const uint8_t *end)
{
	uint64_t v = 0;

	for (int shift = 0;; shift += 7) {
		WANT(*p < end && shift < 64);
		v |= (uint64_t)(**p & 0x7f) << shift;
		if (!(*(*p)++ & 0x80))
			return v;
	}
}

static bool next_field(const uint8_t **p, const uint8_t *end, struct proto *f)
{
	if (*p == end)
		return false;
	f->v = varint(p, end);
	f->number = (uint32_t)(f->v >> 3);
	f->type = f->v & 7;
	if (f->type == 1) {
		WANT(end - *p >= 8);
		f->v = little(*p, 8);
		*p += 8;
		return true;
	}
	f->v = varint(p, end);
	f->p = *p;
	if (f->type == 2) {
		WANT(f->v <= (uint64_t)(end - *p));
		*p += f->v;
	}
	return true;
}

/* The string of the debug annotation of that name, "" if there is none. */
static void annotation(const uint8_t *p, const uint8_t *end, const char *key,
		       char *out, size_t cap)
{
	struct proto f, g;

	out[0] = '\0';
	while (next_field(&p, end, &f)) {
		const uint8_t *q = f.p;
		bool match = false;

		if (f.number != 4)
			continue;
		while (next_field(&q, f.p + f.v, &g)) {
			if (g.number == 10)
				match = g.v == strlen(key) &&
					!memcmp(g.p, key, g.v);
			else if (g.number == 6 && match)
				snprintf(out, cap, "%.*s", (int)g.v,
					 (const char *)g.p);
			else if (g.number == 4 && match)
				snprintf(out, cap, "%" PRIu64, g.v);
		}
	}
}

struct track_event {
	uint64_t type, track;
	char name[64];
};

static void read_event(const struct proto *f, struct track_event *ev)
{
	const uint8_t *p = f->p;
	struct proto g;

	*ev = (struct track_event){0};
	while (next_field(&p, f->p + f->v, &g)) {
		if (g.number == 9)
			ev->type = g.v;
		else if (g.number == 11)
			ev->track = g.v;
		else if (g.number == 23)
			snprintf(ev->name, sizeof(ev->name), "%.*s", (int)g.v,
				 (const char *)g.p);
	}
}

static void take_event(struct counts *c, const struct proto *f, dag_time t,
		       dag_time *since, uint64_t *batch)
{
	struct track_event ev;
	uint32_t exec, kind;
	char how[32];

	read_event(f, &ev);
	exec = (uint32_t)ev.track;
	kind = (uint32_t)(ev.track >> 32 & 255);
	if (ev.type == 3) {
		c->released += !strcmp(ev.name, "release");
		c->missed += !strcmp(ev.name, "miss");
	}
	if ((kind != 1 && kind != 2) || ev.type > 2)
		return;
	WANT(exec < EXECS);
	if (kind == 2) { /* overhead, beside what runs */
		if (ev.type == 2)
			add_time(c->overhead, exec, since[EXECS + exec], t);
		since[EXECS + exec] = t;
		return;
	}
	if (ev.type == 1) {
		WANT(since[exec] == -1);
		since[exec] = t;
		annotation(f->p, f->p + f->v, "batch", how, sizeof(how));
		batch[exec] = strtoull(how, NULL, 10);
		return;
	}
	WANT(since[exec] >= 0);
	add_busy(c, exec, since[exec], t);
	since[exec] = -1;
	annotation(f->p, f->p + f->v, "ended", how, sizeof(how));
	c->preemptions += !strcmp(how, "preempt");
	if (!strcmp(how, "finish"))
		c->finished += batch[exec];
}

static void read_perfetto(struct counts *c)
{
	const uint8_t *p = bytes, *end = bytes + n_bytes;
	dag_time since[2 * EXECS], t, last = 0;
	uint64_t batch[EXECS] = {0};
	struct proto packet, f;

	*c = (struct counts){0};
	memset(since, 0xff, sizeof(since));
	while (next_field(&p, end, &packet)) {
		const uint8_t *q = packet.p;

		WANT(packet.number == 1);
		t = 0;
		while (next_field(&q, packet.p + packet.v, &f)) {
			if (f.number == 8)
				t = (dag_time)f.v;
			if (f.number != 11)
				continue;
			WANT(t >= last);
			last = t;
			take_event(c, &f, t, since, batch);
		}
	}
}

/* --- LITMUS: 24 bytes a record, as sched_trace.h has them --- */

struct st_job {
	uint16_t pid;
	uint32_t job;
	dag_time deadline;
	bool done, late;
};

/* The job's newest release; NULL: none. */
static struct st_job *st_find(struct st_job *jobs, size_t n, uint16_t pid,
			      uint32_t job)
{
	while (n-- > 0)
		if (jobs[n].pid == pid && jobs[n].job == job)
			return &jobs[n];
	return NULL;
}

static void read_litmus(struct counts *c)
{
	dag_time since[EXECS];
	bool settled[EXECS] = {false}; /* COMPLETION or BLOCK seen          */
	struct st_job *jobs = calloc(n_bytes / 24 + 1, sizeof(*jobs)), *j;
	size_t n = 0;

	*c = (struct counts){0};
	memset(since, 0xff, sizeof(since));
	WANT(n_bytes % 24 == 0);
	for (const uint8_t *p = bytes; p < bytes + n_bytes; p += 24) {
		unsigned cpu = p[1];
		uint16_t pid = (uint16_t)little(p + 2, 2);
		uint32_t job = (uint32_t)little(p + 4, 4);
		dag_time a = (dag_time)little(p + 8, 8);
		dag_time b = (dag_time)little(p + 16, 8);

		switch (p[0]) {
		case 3:
			c->released++;
			jobs[n++] = (struct st_job){pid, job, b, false, false};
			break;
		case 5:
			WANT(since[cpu] == -1);
			since[cpu] = a;
			settled[cpu] = false;
			break;
		case 6:
			add_busy(c, cpu, since[cpu], a);
			since[cpu] = -1;
			c->preemptions += !settled[cpu];
			break;
		case 7:
			j = st_find(jobs, n, pid, job);
			WANT(j && !j->done);
			j->done = true;
			j->late = a > j->deadline;
			c->finished++;
			settled[cpu] = true;
			break;
		case 8:
			settled[cpu] = true;
			break;
		default:
			break;
		}
	}
	for (size_t i = 0; i < n; i++)
		c->missed += jobs[i].done ? jobs[i].late
					  : jobs[i].deadline <= horizon;
	free(jobs);
}

/* --- VCD --- */

struct vcd_var {
	char scope[64], name[64];
	uint64_t value;
	dag_time since;
	dag_time *sums; /* of the time that it is not 0, by executor */
};

/* Identifiers of up to three printable characters, as numbers. */
enum { VCD_IDS = 95 * 95 * 95 };

static struct vcd_var *vcd_var(struct vcd_var *vars, const char *id)
{
	size_t at = 0;

	WANT(*id && strlen(id) <= 3);
	for (; *id; id++)
		at = at * 95 + (size_t)(*id - ' ');
	return &vars[at];
}

static void vcd_change(struct vcd_var *vars, const char *id, uint64_t value,
		       dag_time t)
{
	struct vcd_var *v = vcd_var(vars, id);

	WANT(v->name[0]);
	for (uint32_t k = 0; v->sums && v->value && k < header->n_execs; k++)
		if (!strcmp(v->scope, header->execs[k].name))
			add_time(v->sums, k, v->since, t);
	v->value = value;
	v->since = t;
}

static uint64_t vcd_value(struct vcd_var *const *of_run, size_t n,
			  const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(of_run[i]->name, name))
			return of_run[i]->value;
	ck_abort_msg("no variable %s", name);
	return 0;
}

static void read_vcd(struct counts *c)
{
	struct vcd_var *vars = calloc(VCD_IDS, sizeof(*vars));
	char scope[8][64] = {""}, id[8], name[64], *line, *save = NULL;
	struct vcd_var *of_run[8];
	size_t depth = 0, n = 0;
	dag_time t = -1;

	*c = (struct counts){0};
	for (line = strtok_r((char *)bytes, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (sscanf(line, "$scope module %63s $end", name) == 1) {
			strcpy(scope[++depth], name);
		} else if (!strncmp(line, "$upscope", 8)) {
			depth--;
		} else if (sscanf(line, "$var %*s %*d %7s %63s $end", id,
				  name) == 2) {
			struct vcd_var *v = vcd_var(vars, id);

			WANT(!v->name[0]);
			strcpy(v->name, name);
			strcpy(v->scope, scope[depth]);
			v->sums = !strcmp(name, "busy")       ? c->busy
				  : !strcmp(name, "overhead") ? c->overhead
							      : NULL;
			if (!strcmp(scope[depth], "run") && n < 8)
				of_run[n++] = v;
		} else if (*line == '#') {
			WANT(strtoll(line + 1, NULL, 10) > t);
			t = strtoll(line + 1, NULL, 10);
		} else if (*line == '0' || *line == '1') {
			vcd_change(vars, line + 1, *line == '1', t);
		} else if (*line == 'b') {
			const char *at = strchr(line, ' ');

			vcd_change(vars, at + 1, strtoull(line + 1, NULL, 2),
				   t);
		} else if (*line == 's') {
			const char *at = strchr(line, ' ');

			WANT(at == strrchr(line, ' '));
			vcd_change(vars, at + 1,
				   line[1] != '-' || line[2] != ' ', t);
		}
	}
	WANT(depth == 0);
	c->released = vcd_value(of_run, n, "released");
	c->finished = vcd_value(of_run, n, "finished");
	c->missed = vcd_value(of_run, n, "missed");
	c->preemptions = vcd_value(of_run, n, "preemptions");
	free(vars);
}

/* --- CSV, with quotes --- */

/* Splits one record in place; returns what follows it. */
static char *csv_record(char *p, char *fields[16])
{
	for (int i = 0; i < 16; i++) {
		char *to = p;

		fields[i] = p;
		if (*p == '"') {
			for (p++; *p != '"' || p[1] == '"'; p++) {
				p += *p == '"';
				*to++ = *p;
			}
			p++;
		} else {
			while (*p != ',' && *p != '\n')
				*to++ = *p++;
		}
		if (*p++ == '\n') {
			*to = '\0';
			return p;
		}
		*to = '\0';
	}
	ck_abort_msg("too many fields");
	return NULL;
}

static void add_csv(dag_time sums[EXECS], char *fields[16])
{
	for (uint32_t k = 0; k < header->n_execs; k++)
		if (!strcmp(fields[4], header->execs[k].name))
			add_time(sums, k, strtoll(fields[2], NULL, 10),
				 strtoll(fields[3], NULL, 10));
}

static void read_csv(struct counts *c)
{
	char *fields[16], *p = (char *)bytes;

	*c = (struct counts){0};
	p = csv_record(p, fields);
	ck_assert_str_eq(fields[12], "deadline_ns");
	ck_assert_str_eq(fields[13], "thread");
	while (*p) {
		p = csv_record(p, fields);
		c->released += !strcmp(fields[1], "release");
		c->missed += !strcmp(fields[1], "miss");
		if (!strcmp(fields[1], "overhead"))
			add_csv(c->overhead, fields);
		if (strcmp(fields[1], "slice") != 0)
			continue;
		c->finished += !strcmp(fields[10], "finish");
		if (strcmp(fields[9], "0") != 0)
			continue;
		c->preemptions += !strcmp(fields[10], "preempt");
		add_csv(c->busy, fields);
	}
}

/* --- ftrace: the pages of each CPU --- */

struct dat {
	struct counts *c;
	uint32_t cpu, running;
	dag_time since;
};

static void dat_event(struct dat *d, const uint8_t *p, dag_time t)
{
	uint32_t prev, next;

	switch (little(p, 2)) {
	case 316:
		prev = (uint32_t)little(p + 24, 4);
		next = (uint32_t)little(p + 56, 4);
		WANT(prev == d->running);
		if (prev)
			add_busy(d->c, d->cpu, d->since, t);
		d->c->preemptions += prev && little(p + 32, 8) == 0;
		d->running = next;
		d->since = t;
		break;
	case 2001:
		d->c->released++;
		break;
	case 2002:
		d->c->finished++;
		break;
	case 2003:
		d->c->missed++;
		break;
	case 2006:
		WANT(d->running == 0); /* the job has been switched away */
		add_time(d->c->overhead, d->cpu, t,
			 t + (dag_time)little(p + 16, 8));
		break;
	default:
		break;
	}
}

static void dat_page(struct dat *d, const uint8_t *page)
{
	dag_time t = (dag_time)little(page, 8);
	size_t n = little(page + 8, 8);

	WANT(n <= 4080);
	for (size_t at = 16; at < 16 + n;) {
		uint32_t head = (uint32_t)little(page + at, 4);

		t += head >> 5;
		if ((head & 31) == 30) {
			t += (dag_time)little(page + at + 4, 4) << 27;
			at += 8;
			continue;
		}
		WANT((head & 31) <= 28);
		dat_event(d, page + at + 4, t);
		at += 4 + (head & 31) * 4;
	}
}

static const uint8_t *skip_texts(const uint8_t *p, int n)
{
	while (n-- > 0)
		p += 8 + little(p, 8);
	return p;
}

static void read_ftrace(struct counts *c)
{
	const uint8_t *p = bytes + 12 + 2;
	uint32_t n;

	*c = (struct counts){0};
	ck_assert_mem_eq(bytes, "\x17\x08\x44tracing6", 12);
	WANT(little(p, 4) == 4096);
	p += 4;
	for (int i = 0; i < 2; i++)
		p = skip_texts(p + strlen((const char *)p) + 1, 1);
	p += 4; /* ftrace's own events: none */
	WANT(little(p - 4, 4) == 0);
	n = (uint32_t)little(p, 4);
	for (p += 4; n > 0; n--) {
		p += strlen((const char *)p) + 1;
		p = skip_texts(p + 4, (int)little(p, 4));
	}
	p = skip_texts(p + 8, 1); /* kallsyms, printk: none; names */
	n = (uint32_t)little(p, 4);
	WANT(n == header->n_execs);
	p += 4;
	ck_assert_str_eq((const char *)p, "options  ");
	ck_assert_str_eq((const char *)p + 12, "flyrecord");
	p += 22;
	for (uint32_t i = 0; i < n; i++, p += 16) {
		uint64_t at = little(p, 8), len = little(p + 8, 8);
		struct dat d = {.c = c, .cpu = i};

		WANT(at % 4096 == 0 && len % 4096 == 0 && at + len <= n_bytes);
		for (uint64_t k = 0; k < len; k += 4096)
			dat_page(&d, bytes + at + k);
	}
}

/* --- all of them --- */

static const struct {
	const char *name;
	void (*read)(struct counts *c);
} readers[] = {
	{"chrome", read_chrome}, {"perfetto", read_perfetto},
	{"ftrace", read_ftrace}, {"litmus", read_litmus},
	{"vcd", read_vcd},       {"csv", read_csv},
};
enum { READERS = sizeof(readers) / sizeof(*readers) };

/* dag: nodes that finish are not jobs that do, so those are not compared
 * where a format tells only nodes. */
static void check_all(const struct trace_header *h,
		      const struct trace_rec *recs, size_t n)
{
	struct counts want, got;
	bool dag = h->n_nodes > h->n_tasks;

	counts_of(h, recs, n, &want);
	for (int i = 0; i < READERS; i++) {
		bool nodes = i == 0 || i == 1 || i == 5;

		export_recs(h, recs, n, readers[i].name, &all);
		readers[i].read(&got);
		if (dag && nodes)
			got.finished = want.finished;
		if (!strcmp(readers[i].name, "litmus")) /* has none */
			memcpy(got.overhead, want.overhead,
			       sizeof(got.overhead));
		same_counts(&got, &want, readers[i].name);
	}
}

static struct tracekit k;

static void teardown(void)
{
	free(bytes);
	bytes = NULL;
	kit_free(&k);
}

static const char *const awkward[] = {"plain",
				      "with blanks",
				      "a\"quote",
				      "b'#3,x",
				      "\\back\\slash\\",
				      "<script>alert(1)</script>",
				      "caf\u00e9\u2192\u8eca",
				      "$end",
				      "new\nline"};
enum { AWKWARD = sizeof(awkward) / sizeof(*awkward) };

START_TEST(test_awkward_names)
{
	uint32_t core, model;

	kit_init(&k, 1000);
	core = kit_core(&k, PREEMPT_FULL);
	model = kit_model(&k, "m", 1);
	k.header.workload = "</script><script>\"$end#";
	k.header.command = "say \"hi\" $end \\ \n";
	for (uint32_t i = 0; i < AWKWARD; i++) {
		uint32_t task = kit_stream(&k, awkward[i], model, 100, 90);
		dag_time t = 10 * (dag_time)i;

		kit_release(&k, t, task, 0);
		kit_start(&k, t, core, task, 0, 0, 10);
		kit_finish(&k, t + 10, core, task, 0, 0, true);
	}
	check_all(&k.header, k.recs, k.n);
}
END_TEST

/* Names come back from JSON and CSV as they were. */
START_TEST(test_names_survive)
{
	uint32_t core, model;
	const cJSON *v;
	cJSON *root;
	char *fields[16], *p;

	kit_init(&k, 1000);
	core = kit_core(&k, PREEMPT_FULL);
	model = kit_model(&k, "m", 1);
	for (uint32_t i = 0; i < AWKWARD; i++) {
		kit_stream(&k, awkward[i], model, 100, 90);
		kit_release(&k, 10 * i, i, 0);
		kit_start(&k, 10 * i, core, i, 0, 0, 10);
		kit_finish(&k, 10 * i + 10, core, i, 0, 0, true);
	}
	export_recs(&k.header, k.recs, k.n, "chrome", &all);
	root = cJSON_ParseWithLength((char *)bytes, n_bytes);
	cJSON_ArrayForEach(
		v, cJSON_GetObjectItem(
			   root, "traceEvents")) if (*text_of(v, "ph") == 'X')
		ck_assert_str_eq(text_of(v, "name"),
				 awkward[ns_of(v, "ts") / 10]);
	cJSON_Delete(root);
	export_recs(&k.header, k.recs, k.n, "csv", &all);
	for (p = csv_record((char *)bytes, fields); *p;) {
		p = csv_record(p, fields);
		ck_assert_str_eq(fields[5], awkward[atoi(fields[2]) / 10]);
	}
}
END_TEST

/* Touching and empty slices, preemption, migration, a resumption in place. */
START_TEST(test_slices)
{
	uint32_t a, b, c0, c1, m;

	kit_init(&k, 100);
	c0 = kit_core(&k, PREEMPT_FULL);
	c1 = kit_core(&k, PREEMPT_FULL);
	m = kit_model(&k, "m", 1);
	a = kit_stream(&k, "a", m, 50, 40);
	b = kit_stream(&k, "b", m, 50, 20);
	kit_release(&k, 0, a, 0);
	kit_start(&k, 0, c0, a, 0, 0, 20);
	kit_release(&k, 5, b, 0);
	kit_preempt(&k, 5, c0, a, 0, 0, 15);
	kit_start(&k, 5, c0, b, 0, 0, 5);
	kit_resume(&k, 7, c1, c0, a, 0, 0, 15);
	kit_preempt(&k, 7, c1, a, 0, 0, 15); /* empty */
	kit_resume(&k, 7, c1, c1, a, 0, 0, 15);
	kit_finish(&k, 10, c0, b, 0, 0, true);
	kit_finish(&k, 22, c1, a, 0, 0, true);
	kit_release(&k, 40, a, 1);
	kit_release(&k, 50, b, 1);
	kit_start(&k, 50, c1, b, 1, 0, 30);
	kit_finish(&k, 80, c1, b, 1, 0, true); /* late */
	kit_drop(&k, 90, a, 1);
	kit_release(&k, 95, b, 2);
	kit_start(&k, 95, c0, b, 2, 0, 30);
	kit_finish(&k, 125, c0, b, 2, 0, true); /* behind the horizon */
	check_all(&k.header, k.recs, k.n);
}
END_TEST

static void batch_of_eight(void)
{
	uint32_t acc, m;

	kit_init(&k, 1000);
	acc = kit_accelerator(&k);
	m = kit_model(&k, "vla", 8);
	for (uint32_t i = 0; i < 8; i++) {
		kit_stream(&k, "s", m, 100, 60 + i * 10);
		kit_release(&k, 5, i, 3);
	}
	for (uint32_t i = 0; i < 8; i++) {
		struct trace_rec *r = kit_start(&k, 10, acc, i, 3, 0, 80);

		r->count = 8;
		r->index = (uint16_t)i;
	}
	for (uint32_t i = 0; i < 8; i++) {
		struct trace_rec *r = kit_finish(&k, 90, acc, i, 3, 0, true);

		while (r->kind != TRACE_FINISH)
			r--;
		r->count = 8;
		r->index = (uint16_t)i;
	}
}

START_TEST(test_batch)
{
	batch_of_eight();
	check_all(&k.header, k.recs, k.n);
	export_recs(&k.header, k.recs, k.n, "chrome", &all);
	ck_assert_ptr_nonnull(strstr((char *)bytes, "\"name\":\"s+7\""));
}
END_TEST

/* A window cuts what goes over its borders, and tells nothing outside. */
START_TEST(test_window)
{
	static const struct export_options cut = {.from = 20, .to = 60};
	struct counts c;

	batch_of_eight();
	for (int i = 0; i < READERS; i++) {
		export_recs(&k.header, k.recs, k.n, readers[i].name, &cut);
		readers[i].read(&c);
		ck_assert_msg(c.busy[0] == 40, "%s: %d", readers[i].name,
			      (int)c.busy[0]);
		ck_assert_uint_eq(c.preemptions, 0);
		ck_assert_uint_eq(c.finished, 0);
		/* .st tells the jobs that are alive when it begins */
		ck_assert_uint_eq(c.released,
				  strcmp(readers[i].name, "litmus") ? 0 : 8);
	}
}
END_TEST

/* Windows that tile the run add up to it. */
START_TEST(test_windows_tile)
{
	struct workload *w = make_workload();
	struct counts whole, part, sum;
	struct result *r;

	make_streams(w, 3, MS(7), MS(2));
	make_done(w);
	r = run(w, "edf", MS(100));
	counts_of(&r->header, r->recs, r->n, &whole);
	for (int i = 0; i < READERS; i++) {
		sum = (struct counts){0};
		for (dag_time t = 0; t < MS(100); t += MS(9)) {
			export_recs(&r->header, r->recs, r->n, readers[i].name,
				    &(struct export_options){.from = t,
							     .to = t + MS(9)});
			readers[i].read(&part);
			sum.busy[0] += part.busy[0];
			sum.released += part.released;
		}
		ck_assert_int_eq(sum.busy[0], whole.busy[0]);
		if (strcmp(readers[i].name, "litmus") != 0)
			ck_assert_uint_eq(sum.released, whole.released);
	}
	workload_free(w);
}
END_TEST

/* A node that was ready and will never run leaves its queue. */
START_TEST(test_lost)
{
	double waits[8];
	uint32_t task;
	size_t n = 0;
	const cJSON *v;
	cJSON *root;

	kit_init(&k, 100);
	k.header.late_ready = true;
	kit_core(&k, PREEMPT_FULL);
	task = kit_dag(&k, "d", 2, 50, 40);
	kit_edge(&k, task, 0, 1, 0);
	kit_release(&k, 0, task, 0);
	kit_ready(&k, 0, task, 0, 0);
	kit_release(&k, 50, task, 1);
	kit_ready(&k, 50, task, 1, 0);
	kit_add(&k, (struct trace_rec){.kind = TRACE_LOST,
				       .t = 50,
				       .task = task,
				       .index = TRACE_OVERWRITTEN,
				       .a = 1});
	kit_add(&k, (struct trace_rec){.kind = TRACE_LOST,
				       .t = 60,
				       .task = task,
				       .node = 1,
				       .index = TRACE_UNMATCHED});
	kit_start(&k, 70, 0, task, 1, 0, 5);
	kit_finish(&k, 75, 0, task, 1, 0, false);
	kit_ready(&k, 75, task, 1, 1);
	kit_start(&k, 75, 0, task, 1, 1, 5);
	kit_finish(&k, 80, 0, task, 1, 1, true);
	kit_open(&k, task, 0);
	check_all(&k.header, k.recs, k.n);
	export_recs(&k.header, k.recs, k.n, "chrome", &all);
	root = cJSON_ParseWithLength((char *)bytes, n_bytes);
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(root, "traceEvents"))
	{
		const cJSON *args = cJSON_GetObjectItem(v, "args");

		if (*text_of(v, "ph") == 'C' && n < 8)
			waits[n++] = cJSON_GetNumberValue(
				cJSON_GetObjectItem(args, "waiting"));
	}
	cJSON_Delete(root);
	ck_assert_uint_eq(n, 3); /* one from 0 on, none from 70 on */
	ck_assert(waits[1] == 1 && waits[2] == 0);
}
END_TEST

/* --- threads and executors --- */

/* One line a poll with what it sees, a loss, or what a thread does. */
struct story {
	char text[1 << 16];
	size_t n;
};

__attribute__((format(printf, 2, 3))) static void say(struct story *s,
						      const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	s->n += (size_t)vsnprintf(s->text + s->n, sizeof(s->text) - s->n, fmt,
				  ap);
	va_end(ap);
	WANT(s->n < sizeof(s->text));
}

static void say_node(struct story *s, const struct trace_header *h,
		     const struct trace_rec *r)
{
	const struct trace_task *t = &h->tasks[r->task];

	say(s, " %s", t->name);
	if (t->n_nodes > 1)
		say(s, ".%s", h->nodes[t->first_node + r->node].name);
	say(s, "#%" PRIu64, r->instance);
}

static void story_of_records(struct story *s, const struct trace_header *h,
			     const struct trace_rec *recs, size_t n,
			     const struct export_options *o)
{
	static const char *const does[] = {"wakes", "blocks", "throttled",
					   "replenished"};
	static const char *const how[] = {"overwritten", "skipped",
					  "unmatched"};
	bool open = false;

	s->n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *r = &recs[i];
		const char *thread =
			r->kind == TRACE_POLL || r->kind == TRACE_THREAD
				? h->platform->threads[r->instance].name
				: "";

		if (r->t < o->from || r->t >= o->to)
			continue;
		if (r->kind == TRACE_SEEN)
			say_node(s, h, r);
		else if (open)
			say(s, "\n");
		open = r->kind == TRACE_SEEN || r->kind == TRACE_POLL;
		if (r->kind == TRACE_POLL)
			say(s, "%" PRId64 " %s poll", r->t, thread);
		if (r->kind == TRACE_THREAD)
			say(s, "%" PRId64 " %s %s %" PRId64 "\n", r->t, thread,
			    does[r->index], r->a);
		if (r->kind != TRACE_LOST)
			continue;
		say(s, "%" PRId64 " lost", r->t);
		say_node(s, h, r);
		say(s, " %s\n", how[r->index]);
	}
	if (open)
		say(s, "\n");
}

static void story_of_chrome(struct story *s)
{
	cJSON *root = cJSON_ParseWithLength((char *)bytes, n_bytes);
	const cJSON *v, *x;

	s->n = 0;
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(root, "traceEvents"))
	{
		const cJSON *args = cJSON_GetObjectItem(v, "args");
		const char *name = text_of(v, "name");

		if (*text_of(v, "ph") != 'i')
			continue;
		if (!strcmp(name, "lost"))
			say(s, "%" PRId64 " lost %s#%d %s\n", ns_of(v, "ts"),
			    text_of(args, "node"), number_of(args, "job"),
			    text_of(args, "how"));
		if (strcmp(text_of(v, "cat"), "thread") != 0)
			continue;
		WANT(number_of(v, "tid") >= 200000);
		say(s, "%" PRId64 " %s %s", ns_of(v, "ts"),
		    text_of(args, "thread"), name);
		cJSON_ArrayForEach(x, cJSON_GetObjectItem(args, "window"))
			say(s, " %s", cJSON_GetStringValue(x));
		if (strcmp(name, "poll") != 0) {
			x = cJSON_GetObjectItem(args, "until_ns");
			if (!x)
				x = cJSON_GetObjectItem(args, "deadline_ns");
			say(s, " %.0f", x ? cJSON_GetNumberValue(x) : 0.0);
		}
		say(s, "\n");
	}
	cJSON_Delete(root);
}

/* All annotations of the event that say so: strings, and numbers. */
static void say_notes(struct story *s, const struct proto *event,
		      const char *key)
{
	const uint8_t *p = event->p;
	struct proto f, g;

	while (next_field(&p, event->p + event->v, &f)) {
		const uint8_t *q = f.p;
		bool match = false;

		while (f.number == 4 && next_field(&q, f.p + f.v, &g)) {
			if (g.number == 10)
				match = g.v == strlen(key) &&
					!memcmp(g.p, key, g.v);
			else if (match && g.number == 6)
				say(s, " %.*s", (int)g.v, (const char *)g.p);
			else if (match)
				say(s, " %" PRIu64, g.v);
		}
	}
}

static void tell_track_event(struct story *s, const struct proto *f, dag_time t)
{
	struct track_event ev;
	size_t before;

	read_event(f, &ev);
	if (ev.type != 3)
		return;
	if (!strcmp(ev.name, "lost")) {
		say(s, "%" PRId64 " lost", t);
		say_notes(s, f, "what");
		say_notes(s, f, "how");
		say(s, "\n");
	}
	if ((ev.track >> 32 & 255) != 5)
		return;
	say(s, "%" PRId64, t);
	say_notes(s, f, "thread");
	say(s, " %s", ev.name);
	say_notes(s, f, "sees");
	before = s->n;
	say_notes(s, f, "until_ns");
	say_notes(s, f, "deadline_ns");
	if (before == s->n && strcmp(ev.name, "poll") != 0)
		say(s, " 0");
	say(s, "\n");
}

static void story_of_perfetto(struct story *s)
{
	const uint8_t *p = bytes;
	struct proto packet, f;

	s->n = 0;
	while (next_field(&p, bytes + n_bytes, &packet)) {
		const uint8_t *q = packet.p;
		dag_time t = 0;

		while (next_field(&q, packet.p + packet.v, &f)) {
			if (f.number == 8)
				t = (dag_time)f.v;
			if (f.number == 11)
				tell_track_event(s, &f, t);
		}
	}
}

static void say_csv_node(struct story *s, char **fields)
{
	bool several = strcmp(fields[5], fields[6]) != 0;

	say(s, " %s%s%s#%s", fields[5], several ? "." : "",
	    several ? fields[6] : "", fields[7]);
}

static void story_of_csv(struct story *s)
{
	char *fields[16], *p = (char *)bytes;
	long left = 0;

	s->n = 0;
	p = csv_record(p, fields);
	while (*p) {
		p = csv_record(p, fields);
		if (!strcmp(fields[1], "thread")) {
			bool to = strcmp(fields[2], fields[3]) != 0;
			const char *a = to ? fields[3] : fields[12];

			say(s, "%s %s %s %s\n", fields[2], fields[13],
			    fields[10], *a ? a : "0");
		}
		if (!strcmp(fields[1], "lost")) {
			say(s, "%s lost", fields[2]);
			say_csv_node(s, fields);
			say(s, " %s\n", fields[10]);
		}
		if (!strcmp(fields[1], "poll")) {
			say(s, "%s %s poll", fields[2], fields[13]);
			left = strtol(fields[8], NULL, 10);
		}
		if (!strcmp(fields[1], "seen")) {
			say_csv_node(s, fields);
			left--;
		}
		if (left == 0 &&
		    (!strcmp(fields[1], "seen") || !strcmp(fields[1], "poll")))
			say(s, "\n");
	}
}

static void same_stories(const struct trace_header *h,
			 const struct trace_rec *recs, size_t n,
			 const struct export_options *o)
{
	static const struct {
		const char *format;
		void (*read)(struct story *s);
	} tellers[] = {{"chrome", story_of_chrome},
		       {"perfetto", story_of_perfetto},
		       {"csv", story_of_csv}};
	static struct story want, got;

	story_of_records(&want, h, recs, n, o);
	ck_assert_uint_gt(want.n, 50);
	for (size_t i = 0; i < sizeof(tellers) / sizeof(*tellers); i++) {
		export_recs(h, recs, n, tellers[i].format, o);
		tellers[i].read(&got);
		ck_assert_msg(!strcmp(want.text, got.text), "%s:\n%s\nnot\n%s",
			      tellers[i].format, got.text, want.text);
	}
}

/* Runtime 1.5 ms of every 2 ms. */
static void serve(struct mapping *m, void *ctx)
{
	struct cbs_params p = {US(1500), MS(2), MS(2), false};
	struct dag_error e;

	ck_assert(deadline_serve(m, &p, NULL, NULL, ctx, &e));
}

/* What threads see and do comes back from the formats that tell it, and counts
 * are those of metrics in all; many threads share a track. */
START_TEST(test_threads)
{
	static const struct export_options cut = {.from = MS(9), .to = MS(13)};
	static const char *const platforms[] = {"ros2-ste", "ros2-ste-dashing",
						"ros2-mte", "threads"};
	struct platkit_options o = {.mapping = {.per = PER_ALL}};
	struct workload *w = make_workload();
	struct platform_result *r;
	uint32_t a, b;

	w->platform.preemption = PREEMPT_FULL;
	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	make_task(w, "lo", MS(10), MS(10));
	a = make_node(w, "T_lo", MS(1));
	b = make_node(w, "S_lo", MS(6));
	make_edge(w, a, b, 0);
	make_task(w, "hi", MS(4), MS(4));
	make_node(w, "hi", MS(1));
	if (_i == 3)
		o.mapping.per = PER_NODE;
	if (_i == 4) {
		o.policy = "gedf";
		o.change = serve;
		o.ctx = &w->arena;
	}
	for (uint32_t i = 0; _i == 3 && i < 70; i++) {
		const char *name = arena_printf(&w->arena, "x%u", i);

		make_task(w, name, MS(100), MS(100));
		make_node(w, name, US(10));
	}
	make_done(w);
	r = on_platform(w, platforms[_i % 4], &o, MS(40));
	check_all(&r->header, r->recs, r->n);
	same_stories(&r->header, r->recs, r->n, &cut);
	same_stories(&r->header, r->recs, r->n, &all);
	export_recs(&r->header, r->recs, r->n, "chrome", &all);
	if (_i == 4)
		ck_assert_ptr_nonnull(strstr((char *)bytes, "throttled"));
	workload_free(w);
}
END_TEST

/* A poll of which less is told than it says ends with what comes next; of
 * threads that nobody knows nothing is told. */
START_TEST(test_polls_cut_short)
{
	static const struct trace_thread threads[] = {{.name = "t"}};
	static const struct trace_platform platform = {.threads = threads,
						       .n_threads = 1};
	static struct story got;
	uint32_t s;

	kit_init(&k, 100);
	kit_core(&k, PREEMPT_FULL);
	s = kit_stream(&k, "s", kit_model(&k, "m", 1), 50, 50);
	k.header.platform = &platform;
	kit_release(&k, 0, s, 0);
	kit_add(&k, (struct trace_rec){.kind = TRACE_SEEN, .task = s});
	for (uint64_t i = 0; i < 2; i++)
		kit_add(&k, (struct trace_rec){.kind = TRACE_POLL,
					       .t = 1,
					       .instance = 1 - i,
					       .a = 3});
	kit_add(&k, (struct trace_rec){.kind = TRACE_SEEN, .t = 1, .task = s});
	kit_add(&k, (struct trace_rec){
			    .kind = TRACE_THREAD, .t = 2, .instance = 7});
	kit_add(&k, (struct trace_rec){.kind = TRACE_POLL, .t = 3, .a = 1});
	export_recs(&k.header, k.recs, k.n, "chrome", &all);
	story_of_chrome(&got);
	ck_assert_str_eq(got.text, "1 t poll s#0\n3 t poll\n");
}
END_TEST

START_TEST(test_overload)
{
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 4, MS(5), MS(1));
	const char *const policies[] = {"edf", "edf_batch", "fifo"};

	for (int i = 0; i < 6; i++)
		make_stream(w, arena_printf(&w->arena, "s%d", i), m,
			    MS(11 + i));
	make_done(w);
	for (int late = 0; late < 2; late++) {
		struct sim_config c = {.horizon = MS(400),
				       .late = late ? LATE_RUN : LATE_DROP};
		struct result *r = run_with(w, policies[_i], c);

		ck_assert_uint_gt(metrics_missed(&r->metrics.overall), 0);
		check_all(&r->header, r->recs, r->n);
	}
	workload_free(w);
}
END_TEST

/* DAGs that preempt each other and migrate, on cores. */
START_TEST(test_dags)
{
	struct workload *w = make_workload();
	const char *const policies[] = {"gedf", "pedf", "federated", "llf"};
	struct result *r;

	w->platform.n_cores = 3;
	for (int i = 0; i < 4; i++) {
		uint32_t a, b, c, d;

		make_task(w, arena_printf(&w->arena, "dag%d", i),
			  MS(20 + 7 * i), MS(15 + 6 * i));
		a = make_node(w, "a", MS(1));
		b = make_node(w, "b", MS(3 + i));
		c = make_node(w, "c", MS(2));
		d = make_node(w, "d", MS(1));
		make_edge(w, a, b, 0);
		make_edge(w, a, c, MS(i & 1));
		make_edge(w, b, d, 0);
		make_edge(w, c, d, 0);
	}
	make_done(w);
	r = run(w, policies[_i], MS(300));
	check_all(&r->header, r->recs, r->n);
	workload_free(w);
}
END_TEST

/* Overhead that comes while a job runs, stands before its start, queues up,
 * and outlives the job that waited for its end. */
static void awkward_overheads(void)
{
	uint32_t a, b, c0, c1, m;

	kit_init(&k, 100);
	c0 = kit_core(&k, PREEMPT_FULL);
	c1 = kit_core(&k, PREEMPT_FULL);
	m = kit_model(&k, "m", 1);
	a = kit_stream(&k, "a", m, 50, 60);
	b = kit_stream(&k, "b", m, 50, 20);
	kit_release(&k, 0, a, 0);
	kit_overhead(&k, 0, c0, OVERHEAD_RELEASE, 3);
	kit_start(&k, 0, c0, a, 0, 0, 20); /* from 5 on */
	kit_overhead(&k, 0, c0, OVERHEAD_YIELD, 2);
	kit_overhead(&k, 8, c0, OVERHEAD_LOCK, 2); /* 8..10 */
	kit_overhead(&k, 8, c0, OVERHEAD_IPI, 4);  /* 10..14 */
	kit_overhead(&k, 12, c0, OVERHEAD_LOCK, 0);
	kit_release(&k, 13, b, 0);
	kit_overhead(&k, 13, c0, OVERHEAD_LOCK, 6);  /* 14..20 */
	kit_preempt(&k, 16, c0, a, 0, 0, 17);        /* within it */
	kit_start(&k, 16, c0, b, 0, 0, 9);           /* 20..29 */
	kit_overhead(&k, 16, c1, OVERHEAD_WAKE, 30); /* 16..46 */
	kit_resume(&k, 16, c1, c0, a, 0, 0, 17);
	kit_preempt(&k, 20, c1, a, 0, 0, 17); /* never came to run */
	kit_finish(&k, 29, c0, b, 0, 0, true);
	kit_overhead(&k, 29, c0, OVERHEAD_SWITCH, 1);
	kit_resume(&k, 29, c0, c1, a, 0, 0, 17); /* 30..47 */
	kit_finish(&k, 47, c0, a, 0, 0, true);
	kit_overhead(&k, 95, c0, OVERHEAD_LOCK, 20); /* over the horizon */
}

START_TEST(test_awkward_overheads)
{
	struct counts c;

	awkward_overheads();
	check_all(&k.header, k.recs, k.n);
	counts_of(&k.header, k.recs, k.n, &c);
	ck_assert_int_eq(c.busy[0], 3 + 9 + 17);
	ck_assert_int_eq(c.busy[1], 0);
	ck_assert_int_eq(c.overhead[0], 5 + 12 + 1 + 5);
	ck_assert_uint_eq(c.preemptions, 2);
}
END_TEST

/* Windows of every width at every place: borders fall on, into and between
 * slices and overheads. */
START_TEST(test_overheads_cut)
{
	static dag_time busy[121], over[121]; /* up to that time, of c0 */
	struct counts c;

	awkward_overheads();
	horizon = 120;
	for (int t = 0; t < 120; t++) {
		busy[t + 1] =
			busy[t] + ((t >= 5 && t < 8) || (t >= 20 && t < 29) ||
				   (t >= 30 && t < 47));
		over[t + 1] = over[t] + (t < 5 || (t >= 8 && t < 20) ||
					 t == 29 || (t >= 95 && t < 115));
	}
	k.header.horizon = 120;
	for (dag_time from = 0; from < 120; from += 1 + from % 3)
		for (dag_time to = from + 1; to <= 120; to += 1 + to % 4) {
			export_recs(&k.header, k.recs, k.n, readers[_i].name,
				    &(struct export_options){.from = from,
							     .to = to});
			readers[_i].read(&c);
			WANT(c.busy[0] == busy[to] - busy[from]);
			WANT(c.busy[1] == 0);
			WANT(!strcmp(readers[_i].name, "litmus") ||
			     c.overhead[0] == over[to] - over[from]);
		}
}
END_TEST

/* What a real runtime would cost, on DAGs that preempt and migrate. */
START_TEST(test_overhead_runs)
{
	static const char *const policies[] = {"gedf", "pfp", "llf"};
	struct overheads costs = {0};
	struct workload *w = make_workload();

	for (int i = 0; i < OVERHEAD_GIVEN; i++) {
		struct overhead *o = &costs.of[i];

		o->least = o->most = US(30 + 70 * i);
		o->base = draw_fixed(DRAW_TIME, o->most);
	}
	w->platform.n_cores = 2;
	w->platform.preemption = (enum preemption)(_i / 3);
	w->platform.overheads = &costs;
	for (int i = 0; i < 4; i++) {
		make_task(w, arena_printf(&w->arena, "dag%d", i),
			  MS(20 + 7 * i), MS(15 + 6 * i));
		make_edge(w, make_node(w, "a", MS(1)), make_node(w, "b", MS(4)),
			  0);
	}
	make_done(w);
	for (int late = 0; late < 2; late++) {
		struct sim_config c = {.horizon = MS(300),
				       .late = late ? LATE_RUN : LATE_DROP};
		struct result *r = run_with(w, policies[_i % 3], c);

		ck_assert(r->metrics.overhead > 0);
		check_all(&r->header, r->recs, r->n);
	}
	workload_free(w);
}
END_TEST

START_TEST(test_many)
{
	struct workload *w = make_workload();
	struct result *r;

	w->platform.n_cores = 64;
	for (int i = 0; i < 10000; i++) {
		make_task(w, arena_printf(&w->arena, "t%d", i), MS(100 + i % 7),
			  MS(50 + i % 50));
		make_node(w, "n", US(200 + i % 100));
	}
	make_done(w);
	r = run_unaudited(
		w, "gedf",
		(struct sim_config){.horizon = MS(40), .late = LATE_RUN});
	check_all(&r->header, r->recs, r->n);
	workload_free(w);
}
END_TEST

START_TEST(test_limits)
{
	struct dag_error e;
	struct export *x;
	FILE *null;

	kit_init(&k, 100);
	for (int i = 0; i < 3; i++)
		kit_core(&k, PREEMPT_FULL);
	kit_stream(&k, "a", kit_model(&k, "m", 1), 50, 40);
	k.header.n_execs = 256; /* it stops before it looks at them */
	k.header.execs = calloc(256, sizeof(*k.header.execs));
	null = fopen("/dev/null", "w");
	x = export_new(export_find("litmus", &e), null, &all);
	ck_assert(!export_begin(x, &k.header, &e));
	ck_assert_ptr_nonnull(strstr(e.msg, "holds 255 CPUs"));
	ck_assert(export_close(x, &e));
	free((void *)k.header.execs);
	k.header.execs = k.execs;
	k.header.n_execs = 3;
	kit_release(&k, 0, 0, UINT64_C(1) << 32);
	x = export_new(export_find("litmus", &e), null, &all);
	ck_assert(export_begin(x, &k.header, &e));
	export_sink(x)->consume(export_sink(x), k.recs, k.n);
	ck_assert(export_sink(x)->failed);
	ck_assert(!export_end(x, &e));
	ck_assert_ptr_nonnull(strstr(e.msg, "2^32"));
	export_close(x, &e);
	fclose(null);
	ck_assert_ptr_null(export_find("chrom", &e));
	ck_assert_ptr_nonnull(strstr(e.msg, "'chrome'"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("export");
	TCase *t = tcase_create("export");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, test_awkward_names);
	tcase_add_test(t, test_awkward_overheads);
	tcase_add_test(t, test_lost);
	tcase_add_loop_test(t, test_overheads_cut, 0, READERS);
	tcase_add_loop_test(t, test_overhead_runs, 0, 9);
	tcase_add_test(t, test_names_survive);
	tcase_add_test(t, test_slices);
	tcase_add_test(t, test_batch);
	tcase_add_test(t, test_window);
	tcase_add_test(t, test_windows_tile);
	tcase_add_loop_test(t, test_threads, 0, 5);
	tcase_add_test(t, test_polls_cut_short);
	tcase_add_loop_test(t, test_overload, 0, 3);
	tcase_add_loop_test(t, test_dags, 0, 4);
	tcase_add_test(t, test_many);
	tcase_add_test(t, test_limits);
	tcase_set_timeout(t, 60);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
