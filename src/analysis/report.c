/* report.c - see report.h */
#include "analysis/report.h"
#include "base/decimal.h"

#include <assert.h>
#include <string.h>

struct text {
	char s[40];
};

static struct text time_text(dag_time t)
{
	struct text x = {""};

	time_format(x.s, sizeof(x.s), t);
	return x;
}

static double ratio_value(struct ratio r)
{
	return r.den ? (double)r.num / (double)r.den : 0;
}

static const char *task_name(const struct analysis_set *s, uint32_t i)
{
	return i < s->n_tasks ? s->tasks[i].name : "-";
}

/* --- the verdict --- */

static void print_ratio(FILE *out, const char *label, struct ratio r)
{
	char buf[DECIMAL_SIZE];

	decimal_format_ratio(buf, r.num, r.den, 6);
	fprintf(out, "  %-14s %s\n", label, buf);
}

static void print_point(FILE *out, const char *label,
			const struct analysis_set *s,
			const struct verdict_point *p)
{
	fprintf(out, "  %-14s %s at t = %s: demand %s", label,
		time_text(p->slack).s, time_text(p->t).s,
		time_text(p->demand).s);
	if (p->blocking)
		fprintf(out, " + blocking %s (%s)", time_text(p->blocking).s,
			task_name(s, p->blocker));
	if (p->riders)
		fprintf(out, " + riders %s", time_text(p->riders).s);
	fputc('\n', out);
}

static void print_bounds(FILE *out, const struct analysis_set *s,
			 const struct verdict *v)
{
	int width = 4;

	for (uint32_t i = 0; i < v->n_bounds; i++) {
		int n = (int)strlen(task_name(s, v->bounds[i].task));

		width = n > width && n < 40 ? n : width;
	}
	if (v->n_bounds)
		fprintf(out, "  %-*s  %14s  %14s\n", width, "task",
			"response up to", "deadline");
	for (uint32_t i = 0; i < v->n_bounds; i++) {
		const struct verdict_bound *b = &v->bounds[i];

		fprintf(out, "  %-*s  %14s  %14s%s", width,
			task_name(s, b->task),
			b->known ? time_text((b->num + b->den - 1) / b->den).s
			: b->diverges ? "unbounded"
				      : "not known",
			time_text(s->tasks[b->task].deadline).s,
			b->known && b->num > s->tasks[b->task].deadline * b->den
				? "  !"
				: "");
		if (b->known && b->den > 1)
			fprintf(out, "  exactly %lld/%lld ns",
				(long long)b->num, (long long)b->den);
		fputc('\n', out);
	}
}

void verdict_print(FILE *out, const struct analysis_set *s,
		   const struct verdict *v)
{
	if (v->test)
		fprintf(out, "%s: ", v->test);
	fprintf(out, "%s", verdict_name(v->kind));
	if (v->policy)
		fprintf(out, " (policy %s)", v->policy);
	fputc('\n', out);
	if (*v->reason)
		fprintf(out, "  %-14s %s\n", "reason", v->reason);
	if (v->kind == VERDICT_NOT_APPLICABLE)
		return;
	print_ratio(out, "utilization", v->utilization);
	print_ratio(out, "charged", v->charged);
	if (v->has_violation)
		print_point(out,
			    v->violation_first ? "violated" : "also violated",
			    s, &v->violation);
	if (v->has_margin &&
	    !(v->has_violation && v->margin.t == v->violation.t))
		print_point(out, v->margin_exact ? "least slack" : "slack seen",
			    s, &v->margin);
	if (v->high != HIGH_NOT_ASKED)
		fprintf(out, "  %-14s %s\n", "high subset",
			v->high == HIGH_ADMITTED ? "admitted" : "refused");
	print_bounds(out, s, v);
	verdict_print_shares(out, s, v);
}

/* --- explanations --- */

/* Which term is the largest, as a sentence. */
static void explain_binding(FILE *out, const struct analysis_set *s,
			    const struct verdict_point *p)
{
	if (p->blocking > p->demand && p->blocking > p->riders)
		fprintf(out,
			"  Blocking binds: '%s' can start just before and then"
			" runs for %s.\n",
			task_name(s, p->blocker), time_text(p->blocking).s);
	else if (p->riders > p->demand)
		fprintf(out,
			"  Riders bind: jobs that are not due can join batches"
			" for %s.\n",
			time_text(p->riders).s);
	else
		fprintf(out, "  Demand binds: %s of work is due within %s.\n",
			time_text(p->demand).s, time_text(p->t).s);
}

static void explain_point(FILE *out, const struct analysis_set *s,
			  const struct verdict *v)
{
	const struct verdict_point *p =
		v->has_violation ? &v->violation : &v->margin;
	dag_time sum = p->demand + p->blocking + p->riders;
	uint32_t whose = v->has_violation && v->failing != NONE ? v->failing
								: v->tightest;

	if (!v->has_violation && !v->has_margin)
		return;
	if (p->slack < 0)
		fprintf(out, "  Within %s, %s may have to run: %s too much.\n",
			time_text(p->t).s, time_text(sum).s,
			time_text(-p->slack).s);
	else
		fprintf(out,
			"  It is tightest within %s, where %s may have to run:"
			" %s to spare.\n",
			time_text(p->t).s, time_text(sum).s,
			time_text(p->slack).s);
	explain_binding(out, s, p);
	if (whose != NONE)
		fprintf(out, "  That is the worst response of '%s'.\n",
			task_name(s, whose));
}

/* The factor rounded down, so that what is printed passes. */
static void explain_scale(FILE *out, const struct verdict *v,
			  const struct margin *m)
{
	char buf[DECIMAL_SIZE];

	if (!m->found) {
		fprintf(out,
			m->limited ? "  No common factor on the execution times"
				     " was found to make it pass.\n"
				   : "  No common factor on the execution times"
				     " makes it pass.\n");
		return;
	}
	decimal_format(buf, ((int128)m->value * 1000000) >> MARGIN_FACTOR_BITS,
		       6, -1);
	fprintf(out,
		v->kind == VERDICT_SCHEDULABLE
			? "  All execution times may grow by a factor of "
			  "%s%s.\n"
			: "  It passes with all execution times times %s%s.\n",
		buf,
		m->sharp     ? ", no more"
		: m->limited ? " or beyond"
			     : "");
}

/* What was left when there was work enough. */
static void explain_limits(FILE *out, const struct margins *m)
{
	uint32_t all = 1 + 3 * m->n_streams, n = m->scale.limited ? 1 : 0;

	for (uint32_t i = 0; i < m->n_streams; i++) {
		const struct margin_stream *k = &m->streams[i];

		n += (uint32_t)k->cost.limited + (uint32_t)k->period.limited +
		     (uint32_t)k->deadline.limited;
	}
	if (n)
		fprintf(out,
			"  Of %u such numbers %u were not sought to the end,"
			" for too much work: values beyond may pass as well.\n",
			all, n);
}

/* Of a refusal: in what pieces would it pass, all the work left as it is? */
static void explain_chunks(FILE *out, const struct analysis_set *s,
			   const struct margins *m)
{
	bool one = false;

	for (uint32_t i = 0; i < m->n_streams; i++) {
		const struct margin *c = &m->streams[i].chunk;

		if (!c->found)
			continue;
		one = true;
		fprintf(out,
			"  It passes if '%s' runs in chunks of up to %s, with"
			" other work let in between.\n",
			s->tasks[i].name, time_text(c->value).s);
	}
	if (!one && m->chunk.found)
		fprintf(out,
			"  It passes if nothing runs longer than %s at a time"
			" and other work is let in between.\n",
			time_text(m->chunk.value).s);
}

/* Returns whether it had something to say. */
static bool explain_value(FILE *out, unsigned before, const char *what,
			  const struct margin *m, dag_time now)
{
	if (!m->found || m->value == now)
		return false;
	fprintf(out, "%s %s %s%s (now %s)", before ? "," : "", what,
		time_text(m->value).s, m->limited ? " or beyond" : "",
		time_text(now).s);
	return true;
}

static void explain_stream(FILE *out, const struct analysis_set *s,
			   const struct verdict *v, uint32_t i,
			   const struct margin_stream *m)
{
	const struct analysis_task *t = &s->tasks[i];
	bool ok = v->kind == VERDICT_SCHEDULABLE;
	unsigned n = 0;

	if (!ok && !m->cost.found && !m->period.found && !m->deadline.found)
		return;
	fprintf(out, ok ? "  '%s' may have" : "  It passes if '%s' has",
		t->name);
	n += explain_value(out, n,
			   t->dag && t->dag->g.n > 1 ? "nodes that cost up to"
						     : "a cost C(1) of up to",
			   &m->cost, t->cost);
	n += explain_value(out, n, "a period from", &m->period, t->period);
	n += explain_value(out, n, "a deadline from", &m->deadline,
			   t->deadline);
	fputs(n == 0   ? " no other numbers.\n"
	      : n == 1 ? ".\n"
	      : ok     ? ", each alone.\n"
		       : ", any of these.\n",
	      out);
}

void verdict_explain(FILE *out, const struct analysis_set *s,
		     const struct verdict *v, const struct margins *m)
{
	explain_point(out, s, v);
	if (m && v->kind != VERDICT_NOT_APPLICABLE) {
		explain_scale(out, v, &m->scale);
		explain_chunks(out, s, m);
		for (uint32_t i = 0; i < m->n_streams; i++)
			explain_stream(out, s, v, i, &m->streams[i]);
		explain_limits(out, m);
	}
	for (uint32_t i = 0; i < v->n_notes; i++)
		fprintf(out, "  Not covered: %s.\n", v->notes[i]);
	if (v->source)
		fprintf(out, "  Source: %s.\n", v->source);
}

/* --- JSON --- */

static void json_key_int(struct json *j, const char *key, int64_t v)
{
	json_key(j, key);
	json_int(j, v);
}

static void json_key_text(struct json *j, const char *key, const char *v)
{
	json_key(j, key);
	json_string(j, v);
}

static void json_key_bool(struct json *j, const char *key, bool v)
{
	json_key(j, key);
	json_bool(j, v);
}

static void json_point(struct json *j, const struct analysis_set *s,
		       const char *key, bool known,
		       const struct verdict_point *p, const char *flag,
		       bool flag_value)
{
	json_key(j, key);
	if (!known) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_int(j, "t_ns", p->t);
	json_key_int(j, "demand_ns", p->demand);
	json_key_int(j, "blocking_ns", p->blocking);
	json_key_int(j, "riders_ns", p->riders);
	json_key_int(j, "slack_ns", p->slack);
	json_key_text(j, "blocking_task",
		      p->blocker == NONE ? NULL : task_name(s, p->blocker));
	json_key_bool(j, flag, flag_value);
	json_end(j);
}

static void json_bounds(struct json *j, const struct analysis_set *s,
			const struct verdict *v)
{
	json_key(j, "bounds");
	json_array(j);
	for (uint32_t i = 0; i < v->n_bounds; i++) {
		const struct verdict_bound *b = &v->bounds[i];

		json_object(j);
		json_key_text(j, "task", task_name(s, b->task));
		json_key(j, "response_num");
		if (b->known)
			json_int(j, b->num);
		else
			json_null(j);
		json_key_int(j, "response_den", b->den);
		json_key_bool(j, "exact", b->known && b->exact);
		json_end(j);
	}
	json_end(j);
}

static void json_margin(struct json *j, const char *key, const struct margin *m)
{
	json_key(j, key);
	if (m->found)
		json_int(j, m->value);
	else
		json_null(j);
}

static void json_margins(struct json *j, const struct analysis_set *s,
			 const struct margins *m)
{
	json_key(j, "sensitivity");
	json_object(j);
	json_margin(j, "scale_num", &m->scale);
	json_key_int(j, "scale_den", INT64_C(1) << MARGIN_FACTOR_BITS);
	json_key_bool(j, "scale_limited", m->scale.limited);
	json_key_bool(j, "scale_sharp", m->scale.sharp);
	json_margin(j, "largest_chunk_ns", &m->chunk);
	json_key(j, "tasks");
	json_array(j);
	for (uint32_t i = 0; i < m->n_streams; i++) {
		const struct margin_stream *k = &m->streams[i];

		json_object(j);
		json_key_text(j, "task", task_name(s, i));
		json_margin(j, "largest_cost_ns", &k->cost);
		json_margin(j, "largest_chunk_ns", &k->chunk);
		json_margin(j, "smallest_period_ns", &k->period);
		json_margin(j, "smallest_deadline_ns", &k->deadline);
		json_key_bool(j, "limited",
			      k->cost.limited || k->period.limited ||
				      k->deadline.limited);
		json_key_bool(j, "sharp",
			      k->cost.sharp && k->period.sharp &&
				      k->deadline.sharp);
		json_end(j);
	}
	json_end(j);
	json_end(j);
}

static void json_utilization(struct json *j, const struct verdict *v)
{
	bool na = v->kind == VERDICT_NOT_APPLICABLE;

	json_key(j, "utilization");
	json_double(j, ratio_value(v->utilization));
	json_key(j, "charged_utilization");
	if (na)
		json_null(j);
	else
		json_double(j, ratio_value(v->charged));
	json_key(j, "charged_num");
	json_int(j, na ? 0 : v->charged.num);
	json_key(j, "charged_den");
	json_int(j, na ? 1 : v->charged.den);
	json_key_bool(j, "charged_exact", v->charged_exact);
}

static void json_dominated(struct json *j, const struct verdict *v)
{
	const struct analysis_test *t =
		v->test ? analysis_find(v->test, NULL) : NULL;

	json_key(j, "dominated_by");
	json_array(j);
	for (size_t i = 0; t && t->dominated_by && t->dominated_by[i]; i++)
		json_string(j, t->dominated_by[i]);
	json_end(j);
}

void verdict_json(struct json *j, const struct analysis_set *s,
		  const struct verdict *v, const struct margins *m)
{
	json_object(j);
	json_key_text(j, "test", v->test);
	json_key_text(j, "policy", v->policy);
	json_key_text(j, "verdict", verdict_name(v->kind));
	json_key_text(j, "reason", v->reason);
	json_utilization(j, v);
	json_point(j, s, "witness", v->has_violation && !v->overload,
		   &v->violation, "first", v->violation_first);
	json_bounds(j, s, v);
	verdict_json_shares(j, s, v);
	json_key_text(j, "source", v->source);
	json_point(j, s, "overload", v->has_violation && v->overload,
		   &v->violation, "first", v->violation_first);
	json_point(j, s, "margin", v->has_margin, &v->margin, "exact",
		   v->margin_exact);
	json_key_text(j, "failing_task",
		      v->failing == NONE ? NULL : task_name(s, v->failing));
	json_key_text(j, "tightest_task",
		      v->tightest == NONE ? NULL : task_name(s, v->tightest));
	json_key(j, "high_criticality_admitted");
	if (v->high == HIGH_NOT_ASKED)
		json_null(j);
	else
		json_bool(j, v->high == HIGH_ADMITTED);
	json_key(j, "not_covered");
	json_array(j);
	for (uint32_t i = 0; i < v->n_notes; i++)
		json_string(j, v->notes[i]);
	json_end(j);
	json_dominated(j, v);
	json_key(j, "work");
	json_uint(j, v->work);
	if (m)
		json_margins(j, s, m);
	json_end(j);
}
