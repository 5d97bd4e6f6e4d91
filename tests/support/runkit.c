/* runkit.c - see runkit.h */
#include "tests/support/runkit.h"

#include "policies/lineup.h"
#include "trace/audit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct result res;

struct keeper {
	struct trace_sink sink;
	struct result *to;
};

static void keep(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct result *to = ((struct keeper *)s)->to;

	array_reserve((void **)&to->recs, &to->cap, to->n + n,
		      sizeof(*to->recs));
	memcpy(to->recs + to->n, r, n * sizeof(*r));
	to->n += n;
}

static void describe(struct result *r, const struct lineup *l,
		     const struct sim_config *c)
{
	trace_header_init(&r->header, c->workload, &r->arena);
	sim_describe(&r->header, c, &r->arena);
	r->header.policy = l->name;
}

static struct result *go(const struct workload *w, const char *spec,
			 struct sim_config c, bool audited)
{
	struct keeper k = {{keep, false}, &res};
	struct trace_sink *sinks[3];
	struct metrics *m;
	struct audit *audit;
	struct lineup l;

	arena_free(&res.arena);
	res.n = 0;
	res.ok = lineup_init(&l, spec, w, &res.arena, &res.error);
	ck_assert_msg(res.ok, "%s", res.error.msg);
	c.workload = w;
	c.policy = l.policy;
	c.accelerator = l.accelerator;
	res.ok = sim_place(&c, &res.arena, &res.error);
	if (!res.ok)
		return &res;
	describe(&res, &l, &c);
	m = metrics_new(&res.header);
	audit = audit_new(&res.header, 8);
	sinks[0] = metrics_sink(m);
	sinks[1] = &k.sink;
	sinks[2] = audit_sink(audit);
	res.ok = sim_run(&c, &res.arena, sinks, audited ? 3 : 2, &res.stats,
			 &res.error);
	metrics_report(m, &res.arena, &res.metrics);
	metrics_free(m);
	if (audited && res.ok) {
		audit_finish(audit);
		if (audit_count(audit)) {
			fprintf(stderr, "%s\n", story(&res, 1));
			audit_print(stderr, audit);
			ck_abort_msg("the audit of %s found violations", spec);
		}
	}
	audit_free(audit);
	return &res;
}

struct result *try_run(const struct workload *w, const char *spec,
		       struct sim_config c)
{
	return go(w, spec, c, true);
}

struct result *run_with(const struct workload *w, const char *spec,
			struct sim_config c)
{
	struct result *r = go(w, spec, c, true);

	ck_assert_msg(r->ok, "%s: %s", spec, r->error.msg);
	return r;
}

struct result *run_unaudited(const struct workload *w, const char *spec,
			     struct sim_config c)
{
	struct result *r = go(w, spec, c, false);

	ck_assert_msg(r->ok, "%s: %s", spec, r->error.msg);
	return r;
}

struct result *run(const struct workload *w, const char *spec, dag_time horizon)
{
	return run_with(
		w, spec,
		(struct sim_config){.horizon = horizon, .late = LATE_RUN});
}

const struct trace_rec *rec_of(const struct result *r, enum trace_kind kind,
			       uint32_t task, uint64_t instance, uint32_t node)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->recs[i].kind == kind && r->recs[i].task == task &&
		    r->recs[i].instance == instance && r->recs[i].node == node)
			return &r->recs[i];
	ck_abort_msg("there is no such record: kind %d of %u#%llu.%u", kind,
		     task, (unsigned long long)instance, node);
	return NULL;
}

size_t count_of(const struct result *r, enum trace_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->recs[i].kind == kind;
	return n;
}

const char *story(const struct result *r, dag_time unit)
{
	static const char *const names[TRACE_KINDS] = {
		[TRACE_RELEASE] = "release", [TRACE_READY] = "ready",
		[TRACE_START] = "start",     [TRACE_PREEMPT] = "preempt",
		[TRACE_RESUME] = "resume",   [TRACE_FINISH] = "finish",
		[TRACE_DROP] = "drop",       [TRACE_MISS] = "miss",
		[TRACE_WAIT] = "wait",       [TRACE_OVERHEAD] = "overhead",
		[TRACE_OPEN] = "open",
	};
	static char *text;
	static size_t cap;
	size_t len = 0;

	array_reserve((void **)&text, &cap, 1, 1);
	text[0] = '\0';
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		char name[32] = "";

		if (x->kind == TRACE_OVERHEAD)
			snprintf(name, sizeof(name), "%d+%lld", x->index,
				 (long long)(x->a / unit));
		else
			snprintf(name, sizeof(name), "%u#%llu.%u", x->task,
				 (unsigned long long)x->instance, x->node);
		array_reserve((void **)&text, &cap, len + 96, 1);
		len += (size_t)snprintf(text + len, 96, "%lld %s %s @%u\n",
					(long long)(x->t / unit),
					names[x->kind], name, x->exec);
	}
	return text;
}
