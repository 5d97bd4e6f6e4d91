/* run.c - see run.h */
#include "check/run.h"

#include "check/attack.h"
#include "check/edge.h"
#include "check/probe.h"
#include "trace/audit.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct check_runner {
	struct check_subject subject;
	struct check_options options;
	struct arena arena; /* of one run                                 */
	const struct workload *failing;
};

/* The policies of a case, the one that is checked first in line. */
struct cast {
	struct policy subject, other;
	struct sim_config config;
};

static bool drives(const struct policy_ops *ops, uint32_t flag)
{
	return ops->traits.flags & flag;
}

struct gen_options runner_cases(const struct check_subject *s)
{
	uint32_t flags = s->ops->traits.flags;
	struct gen_options o = {.binds = flags & POLICY_BINDS,
				.wakes = flags & POLICY_SEES_WAKES};

	if (flags & POLICY_ON_ACCELERATOR)
		o.platforms |= GEN_ACCELERATOR | GEN_BOTH;
	if (flags & POLICY_ON_CORES)
		o.platforms |= GEN_CORES | GEN_BOTH;
	return o;
}

bool runner_drives(const struct policy_ops *ops, const struct platform *p)
{
	return (p->n_cores && drives(ops, POLICY_ON_CORES)) ||
	       ((p->n_accelerators || !p->n_cores) &&
		drives(ops, POLICY_ON_ACCELERATOR));
}

struct check_runner *runner_new(const struct check_subject *s,
				const struct check_options *o)
{
	struct check_runner *r = alloc_checked(calloc(1, sizeof(*r)));

	REQUIRE(s->ops && s->settings);
	r->subject = *s;
	r->options = *o;
	return r;
}

void runner_free(struct check_runner *r)
{
	if (!r)
		return;
	arena_free(&r->arena);
	free(r);
}

/* --- setting up --- */

/* The other kind of executors gets the policy that a line-up would give. */
static bool set_up(struct check_runner *r, const struct check_case *c,
		   struct cast *x, struct dag_error *e)
{
	const struct workload *w = c->workload;
	const struct policy_ops *ops = r->subject.ops;
	bool both = w->platform.n_cores && w->platform.n_accelerators;
	bool on_cores = w->platform.n_cores && drives(ops, POLICY_ON_CORES);
	const struct policy_ops *other =
		policy_find(on_cores ? "edf_batch" : "gedf", NULL);

	if (!policy_init_with(&x->subject, ops, r->subject.settings, w,
			      &r->arena, e) ||
	    (both && !policy_init(&x->other, other, w, &r->arena, e)))
		return false;
	x->config = (struct sim_config){
		.workload = w,
		.policy = both && !on_cores ? &x->other : &x->subject,
		.accelerator = !both      ? NULL
			       : on_cores ? &x->other
					  : &x->subject,
		.horizon = w->sim.duration,
		.seed = w->sim.seed,
		.late = w->sim.late,
		.noise = true,
		.tie = c->tie,
		.rules = c->rules,
		.safety_factor = w->sim.safety_factor,
	};
	return true;
}

/* --- traces as numbers --- */

struct hash_sink {
	struct trace_sink sink;
	volatile uint64_t *beats; /* or NULL */
	uint64_t hash, records, misses;
};

static void hash(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct hash_sink *s = (struct hash_sink *)sink;

	if (s->beats)
		++*s->beats;
	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *x = &recs[i];
		uint64_t what = (uint64_t)x->kind << 56 ^
				(uint64_t)x->flags << 48 ^
				(uint64_t)x->exec << 32 ^
				(uint64_t)x->count << 16 ^ x->index;
		uint64_t who = (uint64_t)x->task << 40 ^
			       (uint64_t)x->node << 32 ^ x->instance;

		s->hash = rng_mix(s->hash ^ what) + (uint64_t)x->t;
		s->hash = rng_mix(s->hash ^ who) + (uint64_t)x->a;
		s->hash = rng_mix(s->hash) ^ (uint64_t)x->b;
		s->misses += x->kind == TRACE_MISS;
	}
	s->records += n;
}

static struct hash_sink hash_for(const struct check_runner *r)
{
	return (struct hash_sink){.sink = {.consume = hash},
				  .beats = r->options.watch.beats};
}

/* --- the watched run --- */

static void tell_audit(const struct audit *a, struct check_finding *f)
{
	size_t n;
	const struct audit_violation *v = audit_kept(a, &n);

	if (!audit_count(a))
		return;
	assert(n > 0);
	if (!finding_set(f, CHECK_AUDIT, "%s: %s", audit_rule_name(v->rule),
			 v->text))
		f->t = v->t;
}

static bool run_watched(struct check_runner *r, struct cast *x,
			struct hash_sink *h, struct check_counts *counts,
			struct check_finding *f)
{
	struct trace_header header;
	struct dag_error e = {0};
	struct probe probe;
	struct audit *audit;
	struct trace_sink *sinks[2] = {&h->sink};
	bool ok;

	trace_header_init(&header, x->config.workload, &r->arena);
	sim_describe(&header, &x->config, &r->arena);
	audit = audit_new(&header, 1);
	sinks[1] = audit_sink(audit);
	probe_wrap(&probe, &x->subject, &x->config, f, &r->arena);
	probe.watch = &r->options.watch;
	ok = sim_run(&x->config, &r->arena, sinks, 2, NULL, &e);
	probe_finish(&probe);
	counts->decisions += probe.decisions;
	x->subject.ops = probe.inner;
	if (ok)
		audit_finish(audit);
	if (ok && !f->property)
		tell_audit(audit, f);
	else if (!ok && !f->property)
		finding_set(f, CHECK_PROTOCOL, "%s", e.msg);
	audit_free(audit);
	probe_free(&probe);
	return !f->property;
}

/* --- the runs beside it --- */

/* A run without a probe, everything set up anew. */
static bool run_plain(struct check_runner *r, const struct check_case *c,
		      bool noise, struct hash_sink *h, struct check_finding *f)
{
	struct trace_sink *sinks[1] = {&h->sink};
	struct dag_error e = {0};
	struct cast x;

	if (!set_up(r, c, &x, &e) || !sim_place(&x.config, &r->arena, &e))
		return finding_set(f, CHECK_DETERMINISM,
				   "set up a second time, the policy fails: %s",
				   e.msg);
	x.config.noise = noise;
	if (!sim_run(&x.config, &r->arena, sinks, 1, NULL, &e))
		return finding_set(f, CHECK_DETERMINISM, "in another run: %s",
				   e.msg);
	return true;
}

static bool run_again(struct check_runner *r, const struct check_case *c,
		      const struct hash_sink *first, struct check_finding *f)
{
	struct hash_sink h = hash_for(r);

	if (!run_plain(r, c, true, &h, f))
		return false;
	return h.hash == first->hash ||
	       finding_set(f, CHECK_DETERMINISM,
			   "run a second time, the case leaves another trace "
			   "(%" PRIu64 " and %" PRIu64 " records)",
			   first->records, h.records);
}

static bool only_shorter(const struct workload *w)
{
	bool any = false;

	for (uint32_t i = 0; i < w->n_models; i++) {
		const struct noise *n = &w->models[i].noise;

		if (n->kind == NOISE_NONE)
			continue;
		if (n->kind != NOISE_UNIFORM || n->b > 1)
			return false;
		any = true;
	}
	return any;
}

static bool look_for_anomaly(struct check_runner *r, const struct check_case *c,
			     const struct hash_sink *first,
			     struct check_counts *counts,
			     struct check_finding *f)
{
	struct hash_sink h = hash_for(r);

	if (!first->misses || !only_shorter(c->workload))
		return true;
	if (!run_plain(r, c, false, &h, f))
		return false;
	if (h.misses)
		return true;
	if (!counts->anomalies++)
		counts->first_anomaly = counts->cases;
	return true;
}

/* --- admission --- */

static const struct analysis_test *test_number(const struct check_runner *r,
					       const struct analysis_input *in,
					       unsigned i)
{
	return r->options.tests ? r->options.tests[i]
				: analysis_for(in->policy, in->set, i);
}

/* The question that a test is asked, for the policies of a case. */
struct question {
	struct check_runner *runner;
	const struct analysis_test *test; /* only this one; or NULL       */
};

/* What a test needs to know of the policies: their promises, the priorities
 * that they give, and where they let tasks run. */
struct asked {
	struct analysis_input in;
	struct policy_traits traits, beside;
};

static bool ask_about(const struct question *q, const struct workload *w,
		      struct asked *out)
{
	static const struct analysis_charge nominal = {0};
	static const struct analysis_options plain = {.max_work = 20000};
	struct check_runner *r = q->runner;
	struct check_case c = {.workload = w};
	struct analysis_set *s;
	struct dag_error e;
	struct cast x;

	if (!set_up(r, &c, &x, &e))
		return false;
	s = set_build(w, &nominal, TIME_DENSE, &r->arena);
	out->traits = analysis_bind(s, x.config.policy, w);
	analysis_place(s, x.config.policy, w, &r->arena);
	out->in = (struct analysis_input){.set = s,
					  .policy = &out->traits,
					  .policy_name =
						  x.config.policy->ops->name,
					  .options = &plain,
					  .arena = &r->arena};
	if (!x.config.accelerator)
		return true;
	out->beside = policy_promises(x.config.accelerator);
	out->in.accelerator = &out->beside;
	return true;
}

/* The first test that admits the workload, or NULL. */
static const struct analysis_test *who_admits(const struct question *q,
					      const struct workload *w)
{
	const struct analysis_test *t;
	struct asked x;
	struct verdict v;

	if (!ask_about(q, w, &x))
		return NULL;
	for (unsigned i = 0; (t = test_number(q->runner, &x.in, i)); i++) {
		if (q->test && q->test != t)
			continue;
		analysis_run(t, &x.in, &v);
		if (v.kind == VERDICT_SCHEDULABLE)
			return t;
	}
	return NULL;
}

static bool still_admits(void *ctx, const struct workload *w)
{
	return who_admits(ctx, w) != NULL;
}

static bool is_plain(const struct check_case *c)
{
	const struct sim_rules *x = &c->rules;

	return !(x->release_core || x->idle_blind || x->shared_deadline ||
		 x->serial_nodes || x->polled_quantum);
}

static void tell_attack(const struct workload *w, const char *test,
			const struct attack_result *a, struct check_finding *f)
{
	char late[32], at[32];

	time_format(late, sizeof(late), a->lateness);
	finding_set(f, CHECK_ADMISSION,
		    "test %s admits the workload, and a job of it is late by "
		    "%s",
		    test, late);
	finding_add(f, "  arrivals that miss%s:\n",
		    a->shorter ? " (with some execution times below C(b))"
			       : "");
	for (size_t i = 0; i < a->releases.n && i < 24; i++) {
		const struct release *x = &a->releases.items[i];
		char due[32];

		time_format(at, sizeof(at), x->time);
		time_format(due, sizeof(due), x->deadline);
		finding_add(f, "    %s#%" PRIu64 " at %s, due at %s\n",
			    w->tasks[x->task].name, x->instance, at, due);
	}
	if (a->releases.n > 24)
		finding_add(f, "    and %zu more\n", a->releases.n - 24);
}

/* A policy that breaks its promises on the way to the miss is told by that. */
static bool replay_watched(struct check_runner *r, struct cast *x,
			   const struct attack_result *a,
			   struct check_counts *counts, struct check_finding *f)
{
	struct hash_sink h = hash_for(r);

	x->config.replay = &a->releases;
	x->config.horizon = a->horizon;
	x->config.times = a->times;
	x->config.noise = false;
	x->config.late = LATE_RUN;
	return run_watched(r, x, &h, counts, f);
}

/* Never stops an attack, but shows that it goes on. */
static bool beat(void *ctx)
{
	const struct check_runner *r = ctx;

	if (r->options.watch.beats)
		++*r->options.watch.beats;
	return false;
}

/* Attacks an admitted workload under the policy. */
static bool attack(struct check_runner *r, const struct check_case *c,
		   const struct question *asked, struct check_counts *counts,
		   struct check_finding *f)
{
	struct attack_request q = {.seed = c->workload->sim.seed,
				   .plans = r->options.plans,
				   .stop = beat,
				   .ctx = r};
	struct attack_result result;
	struct dag_error e = {0};
	struct cast x;

	if (!set_up(r, c, &x, &e) || !sim_place(&x.config, &r->arena, &e))
		return true;
	q.config = x.config;
	attack_run(&q, &r->arena, &result, &e);
	counts->attacks += result.plans;
	if (result.broken)
		return finding_set(f, CHECK_PROTOCOL, "%s", e.msg);
	if (!result.found)
		return true;
	r->failing = c->workload;
	if (!replay_watched(r, &x, &result, counts, f))
		return false;
	tell_attack(c->workload, asked->test->name, &result, f);
	return false;
}

/* As it is, and as hard as the test lets it be. */
static bool check_admission(struct check_runner *r, const struct check_case *c,
			    struct check_counts *counts,
			    struct check_finding *f)
{
	struct check_case hard = *c;
	struct question q = {.runner = r};

	/* no test knows the rules of runtimes, or charges overheads */
	if (!is_plain(c) || c->workload->platform.overheads ||
	    c->workload->platform.latency)
		return true;
	q.test = who_admits(&q, c->workload);
	if (!q.test)
		return true;
	counts->admitted++;
	if (!attack(r, c, &q, counts, f))
		return false;
	hard.workload = edge_of(c->workload, NS_PER_MS, c->workload->sim.seed,
				still_admits, &q, &r->arena);
	return attack(r, &hard, &q, counts, f);
}

static bool started_nothing(struct check_finding *f)
{
	return (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) ||
	       finding_set(f, CHECK_STATE, "the policy has started a process");
}

bool runner_run(struct check_runner *r, const struct check_case *c,
		struct check_counts *counts, struct check_finding *f,
		struct dag_error *e)
{
	struct hash_sink h = hash_for(r);
	struct cast x;

	arena_reset(&r->arena);
	r->failing = c->workload;
	f->property = CHECK_HOLDS;
	f->text[0] = f->situation[0] = '\0';
	f->t = 0;
	f->decision = 0;
	counts->cases++;
	if (!set_up(r, c, &x, e))
		return false;
	if (!sim_place(&x.config, &r->arena, e)) {
		counts->unplaced++;
		return true;
	}
	if (!run_watched(r, &x, &h, counts, f))
		return false;
	counts->records += h.records;
	return run_again(r, c, &h, f) &&
	       look_for_anomaly(r, c, &h, counts, f) &&
	       check_admission(r, c, counts, f) && started_nothing(f);
}

const struct workload *runner_failing(const struct check_runner *r)
{
	return r->failing;
}
