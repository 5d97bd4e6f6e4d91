/* platkit.c - see platkit.h */
#include "tests/support/platkit.h"

#include "policies/lineup.h"
#include "trace/audit.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct platform_result res;

struct keeper {
	struct trace_sink sink;
	struct platform_result *to;
};

static void keep(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct platform_result *to = ((struct keeper *)s)->to;

	array_reserve((void **)&to->recs, &to->cap, to->n + n,
		      sizeof(*to->recs));
	memcpy(to->recs + to->n, r, n * sizeof(*r));
	to->n += n;
}

static bool prepare(const struct workload *w, const char *preset,
		    const struct platkit_options *o, struct platform_config *c)
{
	const struct preset *p = preset_find(preset, &res.error);
	struct lineup l;

	if (!p)
		return false;
	res.mapping = mapping_make(w, p, &o->mapping, &res.arena, &res.error);
	if (!res.mapping)
		return false;
	if (o->change)
		o->change(res.mapping, o->ctx);
	if (!lineup_init(&l, o->policy ? o->policy : p->policy,
			 res.mapping->threads, &res.arena, &res.error))
		return false;
	c->mapping = res.mapping;
	c->policy = l.policy;
	return platform_place(c, &res.arena, &res.error);
}

static bool go(struct platform_config *c)
{
	struct keeper k = {{keep, false}, &res};
	struct trace_sink *sinks[3];
	struct metrics *m;
	struct audit *audit;
	bool ok;

	trace_header_init(&res.header, res.workload, &res.arena);
	platform_describe(&res.header, c, &res.arena);
	m = metrics_new(&res.header);
	audit = audit_new(&res.header, 8);
	sinks[0] = metrics_sink(m);
	sinks[1] = &k.sink;
	sinks[2] = audit_sink(audit);
	ok = platform_run(c, &res.arena, sinks, 3, &res.stats, &res.error);
	metrics_report(m, &res.arena, &res.metrics);
	metrics_free(m);
	audit_finish(audit);
	if (ok && audit_count(audit)) {
		fprintf(stderr, "%s\n", executor_story(&res, 1));
		audit_print(stderr, audit);
		ck_abort_msg("the audit found violations");
	}
	audit_free(audit);
	return ok;
}

struct platform_result *on_platform(const struct workload *w,
				    const char *preset,
				    const struct platkit_options *o,
				    dag_time horizon)
{
	static const struct platkit_options standard = {
		.mapping = {.per = PER_PRESET}};
	struct platform_config c;

	if (!o)
		o = &standard;
	c = o->config;
	c.horizon = horizon;
	arena_free(&res.arena);
	res.n = 0;
	res.workload = w;
	res.ok = prepare(w, preset, o, &c) && go(&c);
	ck_assert_msg(res.ok || o->may_fail, "%s: %s", preset, res.error.msg);
	return &res;
}

/* --- words --- */

static char *text;
static size_t len, cap;

__attribute__((format(printf, 1, 2))) static void say(const char *fmt, ...)
{
	va_list args;

	array_reserve((void **)&text, &cap, len + 128, 1);
	va_start(args, fmt);
	len += (size_t)vsnprintf(text + len, 128, fmt, args);
	va_end(args);
}

static const char *name_of(const struct platform_result *r,
			   const struct trace_rec *x)
{
	const struct task *t = &r->workload->tasks[x->task];

	return r->workload->nodes[t->first_node + x->node].name;
}

/* When the node of a job became ready: its READY, or the job's release. */
static dag_time ready_at(const struct platform_result *r, size_t i)
{
	const struct trace_rec *x = &r->recs[i];

	while (i--) {
		const struct trace_rec *y = &r->recs[i];

		if (y->task != x->task || y->instance != x->instance)
			continue;
		if (y->kind == TRACE_RELEASE ||
		    (y->kind == TRACE_READY && y->node == x->node))
			return y->t;
	}
	return -1;
}

static void say_start(const struct platform_result *r, size_t i, dag_time unit)
{
	say("%s%lld:%s(%lld)", len ? " " : "", (long long)(r->recs[i].t / unit),
	    name_of(r, &r->recs[i]), (long long)(ready_at(r, i) / unit));
}

static void restart(void)
{
	len = 0;
	array_reserve((void **)&text, &cap, 1, 1);
	text[0] = '\0';
}

const char *starts(const struct platform_result *r, dag_time unit)
{
	restart();
	for (size_t i = 0; i < r->n; i++)
		if (r->recs[i].kind == TRACE_START)
			say_start(r, i, unit);
	return text;
}

static void say_poll(const struct platform_result *r, size_t i)
{
	int64_t n = r->recs[i].a;

	say("%spoll{", len ? " " : "");
	for (int64_t k = 1; k <= n; k++)
		say("%s%s", k > 1 ? "," : "",
		    name_of(r, &r->recs[i + (size_t)k]));
	say("}");
}

const char *executor_story(const struct platform_result *r, dag_time unit)
{
	restart();
	for (size_t i = 0; i < r->n; i++) {
		switch (r->recs[i].kind) {
		case TRACE_START:
			say_start(r, i, unit);
			break;
		case TRACE_POLL:
			say_poll(r, i);
			break;
		case TRACE_LOST:
			say("%slost %s(%lld)", len ? " " : "",
			    name_of(r, &r->recs[i]),
			    (long long)(ready_at(r, i) / unit));
			break;
		default:
			break;
		}
	}
	return text;
}

size_t platform_count(const struct platform_result *r, enum trace_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->recs[i].kind == kind;
	return n;
}
