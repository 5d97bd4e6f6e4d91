/* scenario.c - see scenario.h */
#include "check/scenario.h"

#include "base/file.h"
#include "check/scenario_names.h"
#include "model/load.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/audit.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20, EVENTS_SHOWN = 16 };

/* One thing that happens, as text that can be compared. */
struct event {
	dag_time t;
	const char *what;  /* "run a#0 b#0"                                */
	const char *where; /* executor, or NULL                           */
	unsigned line;
};

struct events {
	struct event *items;
	size_t n, cap;
};

struct scenario {
	const char *path;
	struct arena arena;
	struct dag_error *e;
	const char *policy;
	enum tie_rule tie;
	struct workload *workload;
	struct events expected, happened;
	bool open_end; /* "..." */
	bool has_tie;
	unsigned last; /* line */
	struct trace_header header;
};

static void add(struct events *list, struct event e)
{
	array_reserve((void **)&list->items, &list->cap, list->n + 1,
		      sizeof(e));
	list->items[list->n++] = e;
}

/* --- reading --- */

/* The next word of a line, or NULL. */
static char *word(char **at)
{
	char *start = *at + strspn(*at, " \t\r"), *end;

	if (!*start)
		return NULL;
	end = start + strcspn(start, " \t\r");
	*at = end + (*end != '\0');
	*end = '\0';
	return start;
}

static void strip_comment(char *line)
{
	for (char *c = line; (c = strchr(c, '#')); c++)
		if (c == line || c[-1] == ' ' || c[-1] == '\t') {
			*c = '\0';
			return;
		}
}

static bool bad(struct scenario *s, unsigned line, const char *what,
		const char *got)
{
	return error_set(s->e, s->path, line, 0, "%s, not '%.80s'", what, got);
}

static bool read_tie(struct scenario *s, const char *value, unsigned number)
{
	char hint[160] = "";

	for (int i = 0; i < TIE_RULES; i++)
		if (!strcmp(tie_rule_names[i], value)) {
			s->tie = (enum tie_rule)i;
			return true;
		}
	suggest(hint, sizeof(hint), value, tie_rule_names, TIE_RULES);
	return error_set(s->e, s->path, number, 0,
			 "expected a tie rule, not '%.40s'%s", value, hint);
}

static bool read_setting(struct scenario *s, char *line, unsigned number)
{
	char *key = word(&line), *value = key ? word(&line) : NULL;

	if (!key)
		return true;
	if (!value || word(&line))
		return bad(s, number,
			   "before 'workload' stand 'policy LINE-UP' and 'tie "
			   "RULE'",
			   key);
	if (!strcmp(key, "policy") && !s->policy) {
		s->policy = value;
		return true;
	}
	if (!strcmp(key, "tie") && !s->has_tie) {
		s->has_tie = true;
		return read_tie(s, value, number);
	}
	if (!strcmp(key, "policy") || !strcmp(key, "tie"))
		return error_set(s->e, s->path, number, 0,
				 "a second '%s' before 'workload'", key);
	return bad(s, number,
		   "expected 'policy LINE-UP', 'tie RULE' or 'workload'", key);
}

static bool is_verb(const char *text)
{
	return !strcmp(text, "run") || !strcmp(text, "stop") ||
	       !strcmp(text, "drop") || !strcmp(text, "miss");
}

/* "run JOB... on EXECUTOR" from the words of the line. */
static bool read_what(struct scenario *s, char *line, struct event *e)
{
	char *verb = word(&line), *job;
	const char *what = verb;
	unsigned jobs = 0;

	if (!verb || !is_verb(verb))
		return bad(s, e->line,
			   "expected run, stop, drop or miss after the time",
			   verb ? verb : "");
	while ((job = word(&line)) && strcmp(job, "on") != 0) {
		if (!strchr(job, '#'))
			return bad(s, e->line, "a job is TASK#INSTANCE", job);
		what = arena_printf(&s->arena, "%s %s", what, job);
		jobs++;
	}
	if (job) {
		e->where = word(&line);
		if (!e->where || word(&line))
			return bad(s, e->line,
				   "expected one executor behind 'on'",
				   e->where ? e->where : "");
	}
	e->what = what;
	return jobs || bad(s, e->line, "expected a job behind the verb", verb);
}

static bool read_expected(struct scenario *s, char *line, unsigned number)
{
	struct event e = {.line = number};
	char *time;

	strip_comment(line);
	time = word(&line);
	if (!time)
		return true;
	if (s->open_end)
		return bad(s, number, "nothing follows '...'", time);
	if (!strcmp(time, "...")) {
		s->open_end = true;
		return true;
	}
	if (time_parse(time, strlen(time), 0, true, &e.t) != TIME_OK &&
	    strcmp(time, "0") != 0)
		return bad(s, number, "expected a time, such as 5ms, or '...'",
			   time);
	if (s->expected.n && e.t < s->expected.items[s->expected.n - 1].t)
		return bad(s, number,
			   "expected a time that is not before that of the "
			   "line above",
			   time);
	if (!read_what(s, line, &e))
		return false;
	add(&s->expected, e);
	return true;
}

/* Does this word stand alone on the line, which may end the text or not? */
static bool is_line(const char *line, const char *text)
{
	size_t len = strlen(text);
	const char *rest = line + len;

	if (strncmp(line, text, len) != 0)
		return false;
	rest += strspn(rest, " \t\r");
	return !*rest || *rest == '\n';
}

/* The lines of the workload keep their numbers: empty ones stand before. */
static bool read_workload(struct scenario *s, unsigned first, const char *text,
			  size_t len)
{
	char *padded = arena_alloc(&s->arena, first + len + 1);

	memset(padded, '\n', first);
	memcpy(padded + first, text, len);
	s->workload =
		workload_load_memory(s->path, padded, first + len, NULL, s->e);
	if (!s->workload || s->workload->n_tasks)
		return s->workload != NULL;
	return error_set(s->e, s->path, first, 0,
			 "there is nothing to run: no streams and no tasks");
}

enum part { SETTINGS, WORKLOAD, EXPECTED };

struct reading {
	enum part part;
	unsigned number, first; /* of the line; above the workload        */
	char *yaml;             /* where the workload begins              */
};

/* `next` is what follows the line, which is cut off from it but within the
 * workload. */
static bool read_line(struct scenario *s, struct reading *r, char *line,
		      char *next)
{
	if (r->part == WORKLOAD) {
		if (!is_line(line, "expect"))
			return true;
		r->part = EXPECTED;
		return read_workload(s, r->first, r->yaml,
				     (size_t)(line - r->yaml));
	}
	if (r->part == EXPECTED)
		return read_expected(s, line, r->number);
	if (is_line(line, "workload")) {
		r->part = WORKLOAD;
		r->first = r->number;
		r->yaml = next;
		return true;
	}
	strip_comment(line);
	return read_setting(s, line, r->number);
}

static bool read_all(struct scenario *s)
{
	struct reading r = {.number = 1};
	const char *data;
	char *line, *next;
	size_t len;

	if (!file_read(&s->arena, s->path, FILE_MAX, &data, &len, s->e))
		return false;
	for (line = arena_strndup(&s->arena, data, len); *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next && r.part != WORKLOAD)
			*next++ = '\0';
		else if (*next)
			next++;
		if (!read_line(s, &r, line, next))
			return false;
		r.number++;
	}
	s->last = r.number - 1;
	if (r.part == EXPECTED)
		return true;
	return error_set(s->e, s->path, r.number - 1, 0,
			 r.part == SETTINGS ? "there is no line 'workload'"
					    : "there is no line 'expect'");
}

/* --- what happened --- */

struct story_sink {
	struct trace_sink sink;
	struct scenario *s;
};

static const char *job_name(struct scenario *s, const struct trace_rec *x)
{
	const struct trace_task *t = &s->header.tasks[x->task];

	if (t->n_nodes == 1 || x->kind == TRACE_DROP || x->kind == TRACE_MISS)
		return arena_printf(&s->arena, "%s#%" PRIu64, t->name,
				    x->instance);
	return arena_printf(&s->arena, "%s#%" PRIu64 ".%s", t->name,
			    x->instance,
			    s->header.nodes[t->first_node + x->node].name);
}

static void tell(struct story_sink *k, const struct trace_rec *x,
		 const char *verb, bool on)
{
	struct scenario *s = k->s;
	struct event e = {.t = x->t};

	e.what = arena_printf(&s->arena, "%s %s", verb, job_name(s, x));
	e.where = on ? s->header.execs[x->exec].name : NULL;
	add(&s->happened, e);
}

static void listen(struct trace_sink *sink, const struct trace_rec *recs,
		   size_t n)
{
	struct story_sink *k = (struct story_sink *)sink;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *x = &recs[i];
		struct events *list = &k->s->happened;

		if (x->kind == TRACE_START && x->index > 0) {
			struct event *last = &list->items[list->n - 1];

			last->what =
				arena_printf(&k->s->arena, "%s %s", last->what,
					     job_name(k->s, x));
		} else if (x->kind == TRACE_START || x->kind == TRACE_RESUME) {
			tell(k, x, "run", true);
		} else if (x->kind == TRACE_PREEMPT) {
			tell(k, x, "stop", true);
		} else if (x->kind == TRACE_DROP) {
			tell(k, x, "drop", false);
		} else if (x->kind == TRACE_MISS &&
			   !(x->flags & TRACE_DROPPED)) {
			tell(k, x, "miss", false);
		}
	}
}

static bool names_exist(struct scenario *s)
{
	for (size_t i = 0; i < s->expected.n; i++) {
		const struct event *x = &s->expected.items[i];
		struct dag_error why = {0};

		if (!scenario_names_exist(&s->header, x->what, x->where, &why))
			return error_set(s->e, s->path, x->line, 0, "%.600s",
					 why.msg);
	}
	return true;
}

/* With the line that was reached by then. */
static void say_violation(const struct scenario *s, const struct audit *audit,
			  struct scenario_result *out)
{
	size_t n, i = 0;
	const struct audit_violation *v = audit_kept(audit, &n);
	char t[32];

	assert(n > 0);
	while (i < s->expected.n && s->expected.items[i].t < v->t)
		i++;
	out->passed = false;
	out->line = i < s->expected.n ? s->expected.items[i].line : s->last;
	time_format(t, sizeof(t), v->t);
	snprintf(out->text, sizeof(out->text),
		 "the trace does not pass the audit: %s, at %s: %s\n",
		 audit_rule_name(v->rule), t, v->text);
}

static bool simulate(struct scenario *s, struct scenario_result *out)
{
	struct story_sink story = {{listen, false}, s};
	struct lineup l;
	struct audit *audit;
	struct trace_sink *sinks[2] = {&story.sink};
	struct sim_config c = {
		.workload = s->workload,
		.horizon = s->workload->sim.duration,
		.seed = s->workload->sim.seed,
		.late = s->workload->sim.late,
		.noise = true,
		.tie = s->tie,
		.safety_factor = s->workload->sim.safety_factor,
	};
	bool ok;

	if (!lineup_init(&l, s->policy, s->workload, &s->arena, s->e))
		return false;
	snprintf(out->policy, sizeof(out->policy), "%s", l.name);
	c.policy = l.policy;
	c.accelerator = l.accelerator;
	if (!sim_place(&c, &s->arena, s->e))
		return false;
	trace_header_init(&s->header, s->workload, &s->arena);
	sim_describe(&s->header, &c, &s->arena);
	if (!names_exist(s))
		return false;
	audit = audit_new(&s->header, 1);
	sinks[1] = audit_sink(audit);
	ok = sim_run(&c, &s->arena, sinks, 2, NULL, s->e);
	audit_finish(audit);
	if (ok && audit_count(audit))
		say_violation(s, audit, out);
	audit_free(audit);
	return ok;
}

/* --- comparing --- */

static bool same(const struct event *want, const struct event *got)
{
	return want->t == got->t && !strcmp(want->what, got->what) &&
	       (!want->where ||
		(got->where && !strcmp(want->where, got->where)));
}

__attribute__((format(printf, 2, 3))) static void
say(struct scenario_result *out, const char *fmt, ...)
{
	size_t used = strlen(out->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->text + used, sizeof(out->text) - used, fmt, ap);
	va_end(ap);
}

static void say_event(struct scenario_result *out, const char *before,
		      const struct event *e)
{
	char t[32];

	time_format(t, sizeof(t), e->t);
	say(out, "%s%s %s%s%s\n", before, t, e->what, e->where ? " on " : "",
	    e->where ? e->where : "");
}

/* What is to be told so that the reader can mend the scenario, if it is that
 * which is wrong: the lines as they would have to be. */
static void say_difference(const struct scenario *s, size_t i,
			   struct scenario_result *out)
{
	const struct events *want = &s->expected, *got = &s->happened;

	out->passed = false;
	out->line = i < want->n ? want->items[i].line : s->last;
	if (i < want->n)
		say_event(out, "expected: ", &want->items[i]);
	else
		say(out, "expected: nothing more\n");
	if (i >= got->n) {
		say(out, "happened: nothing more\n");
		return;
	}
	say_event(out, "happened: ", &got->items[i]);
	say(out, "from there on:\n");
	for (size_t k = i; k < got->n && k < i + EVENTS_SHOWN; k++)
		say_event(out, "  ", &got->items[k]);
	if (got->n > i + EVENTS_SHOWN)
		say(out, "  ...\n");
}

static void compare(const struct scenario *s, struct scenario_result *out)
{
	const struct events *want = &s->expected, *got = &s->happened;
	size_t i = 0;

	while (i < want->n && i < got->n &&
	       same(&want->items[i], &got->items[i]))
		i++;
	out->lines = (unsigned)i;
	if (i < want->n || (i < got->n && !s->open_end))
		say_difference(s, i, out);
}

bool scenario_run(const char *path, const char *policy,
		  struct scenario_result *out, struct dag_error *e)
{
	struct scenario s = {.path = path, .e = e};
	bool ok;

	*out = (struct scenario_result){.passed = true};
	ok = read_all(&s);
	if (ok && policy)
		s.policy = policy;
	if (ok && !s.policy)
		ok = error_set(e, path, 1, 0,
			       "the scenario names no policy, and none is "
			       "given");
	ok = ok && simulate(&s, out);
	if (ok && out->passed)
		compare(&s, out);
	workload_free(s.workload);
	arena_free(&s.arena);
	free(s.expected.items);
	free(s.happened.items);
	return ok;
}
