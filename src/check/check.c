/* check.c - see check.h */
#include "check/check.h"

#include "check/end.h"
#include "check/shrink.h"
#include "model/load.h"
#include "model/save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT_MAX = 1 << 16, HANG_QUESTIONS = 40, SHORTER_TRIED = 2000 };

/* What the children leave. */
struct shared {
	volatile uint64_t beats;
	volatile uint64_t current; /* number of the case under way        */
	volatile bool loaded;      /* else the policy is being loaded     */
	char name[64], summary[160];
	struct gen_options cases; /* that suit the policy                 */
	struct check_counts counts;
	struct check_finding found;
	char text[TEXT_MAX]; /* the workload of the finding, as a file    */
	enum tie_rule tie;   /* and what else belongs to it               */
	struct sim_rules rules;
	uint8_t best[GEN_BYTES]; /* the smallest case so far              */
	size_t best_n;
	uint64_t questions;
	bool broken; /* the policy cannot be set up: error                */
	struct dag_error error;
	dag_time elapsed, used;
};

struct check {
	struct check_request request;
	struct check_report report;
	struct shared *shared;
	struct workload *small;   /* owned                                  */
	uint8_t bytes[GEN_BYTES]; /* of the case that is asked about      */
	size_t n;
	dag_time duration; /* of the candidate; 0: as generated           */
	struct dag_error *error;
};

static dag_time clock_now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* --- in a child --- */

static bool load(struct check *c, struct check_subject *out)
{
	struct shared *s = c->shared;
	const struct policy_ops *ops = c->request.ops;

	if (!ops)
		ops = policy_find(c->request.policy, &s->error);
	if (!ops || !policy_ops_check(ops, &s->error)) {
		s->broken = true;
		return false;
	}
	*out = (struct check_subject){ops, c->request.settings};
	snprintf(s->name, sizeof(s->name), "%s", ops->name);
	snprintf(s->summary, sizeof(s->summary), "%s", ops->summary);
	s->cases = runner_cases(out);
	s->loaded = true;
	return true;
}

static void save_text_of(struct shared *s, const struct workload *w)
{
	FILE *f = fmemopen(s->text, sizeof(s->text) - 1, "w");

	if (!f)
		return;
	workload_save(f, w, NULL);
	fclose(f);
}

static bool run_case(struct check *c, struct check_runner *r,
		     const struct check_case *x)
{
	struct shared *s = c->shared;

	if (runner_run(r, x, &s->counts, &s->found, &s->error))
		return true;
	if (s->found.property)
		save_text_of(s, runner_failing(r));
	s->broken = !s->found.property;
	return false;
}

/* Some numbers make no case for the policy: others are taken instead, unless
 * it is this very number that was asked for. */
static bool more_cases(const struct shared *s, const struct check_request *q,
		       uint64_t k)
{
	uint64_t tried = k - q->first;

	if (q->cases == 1)
		return !tried;
	return s->counts.cases < q->cases && tried / 4 < q->cases;
}

/* All cases, until one finds something. */
static void run_cases(void *ctx)
{
	struct check *c = ctx;
	struct shared *s = c->shared;
	const struct check_request *q = &c->request;
	struct check_subject subject;
	struct check_runner *r;
	struct gen *g;
	dag_time start, used;

	if (!load(c, &subject))
		return;
	r = runner_new(&subject, &q->options);
	g = gen_new(&s->cases);
	start = clock_now(CLOCK_MONOTONIC);
	used = clock_now(CLOCK_PROCESS_CPUTIME_ID);
	for (uint64_t k = q->first; more_cases(s, q, k); k++) {
		uint8_t bytes[GEN_BYTES];
		size_t n = gen_bytes(q->seed, k, bytes);
		struct check_case x;

		s->current = k;
		s->beats++;
		if (gen_make(g, bytes, n, &x) && !run_case(c, r, &x))
			break;
		s->elapsed = clock_now(CLOCK_MONOTONIC) - start;
		s->used = clock_now(CLOCK_PROCESS_CPUTIME_ID) - used;
	}
	gen_free(g);
	runner_free(r);
}

/* Leaves the case behind before it is run: the policy may not come back. */
static void run_told(struct check *c, struct check_runner *r,
		     const struct check_case *x)
{
	save_text_of(c->shared, x->workload);
	c->shared->tie = x->tie;
	c->shared->rules = x->rules;
	run_case(c, r, x);
}

static bool suits(struct shared *s, const struct policy_ops *ops,
		  const struct workload *w)
{
	return runner_drives(ops, &w->platform) ||
	       error_set(&s->error, w->file, 0, 0,
			 "policy '%s' does not drive the platform of this "
			 "workload",
			 ops->name);
}

/* The given case, or that of c->bytes. */
static void run_one(void *ctx)
{
	struct check *c = ctx;
	struct check_subject subject;
	struct check_runner *r;
	struct gen *g;
	struct check_case x;

	if (!load(c, &subject))
		return;
	r = runner_new(&subject, &c->request.options);
	g = gen_new(&c->shared->cases);
	c->shared->beats++;
	if (c->request.given &&
	    !suits(c->shared, subject.ops, c->request.given->workload)) {
		c->shared->broken = true;
	} else if (c->request.given) {
		run_told(c, r, c->request.given);
	} else if (gen_make(g, c->bytes, c->n, &x)) {
		if (c->duration)
			gen_set_duration(g, c->duration);
		run_told(c, r, &x);
	}
	gen_free(g);
	runner_free(r);
}

/* --- shrinking in a child: quick, and good as long as it lives --- */

struct inside {
	struct check *c;
	struct check_runner *runner;
	struct gen *gen;
};

static bool shows_it_here(void *ctx, const uint8_t *bytes, size_t n)
{
	struct inside *in = ctx;
	struct shared *s = in->c->shared;
	struct check_finding f;
	struct check_counts unused = {0};
	struct dag_error e;
	struct check_case x;

	s->beats++;
	s->questions++;
	if (!gen_make(in->gen, bytes, n, &x) ||
	    runner_run(in->runner, &x, &unused, &f, &e) ||
	    f.property != in->c->report.found.property)
		return false;
	memcpy(s->best, bytes, n);
	s->best_n = n;
	return true;
}

/* Steps down may end in a hollow: other random cases, with a record less, may
 * lie lower.  Is there one? */
static bool find_shorter(struct inside *in, uint64_t round)
{
	struct check *c = in->c;
	size_t n = c->shared->best_n;

	for (uint64_t k = 0; k < SHORTER_TRIED && n > 2 * GEN_RECORD; k++) {
		uint8_t bytes[GEN_BYTES];
		size_t len = gen_bytes(~c->request.seed + round, k, bytes);

		if (len < n - GEN_RECORD)
			continue;
		len = n - GEN_RECORD;
		if (!shows_it_here(in, bytes, len))
			continue;
		memcpy(c->bytes, bytes, len);
		c->n = len;
		return true;
	}
	return false;
}

static void shrink_here(void *ctx)
{
	struct check *c = ctx;
	struct inside in = {.c = c};
	struct shrinker s = {.interesting = shows_it_here,
			     .ctx = &in,
			     .record = GEN_RECORD,
			     .left = CHECK_QUESTIONS};
	struct check_subject subject;
	bool more;

	if (!load(c, &subject))
		return;
	in.runner = runner_new(&subject, &c->request.options);
	in.gen = gen_new(&c->shared->cases);
	more = shows_it_here(&in, c->bytes, c->n);
	for (uint64_t round = 0; more; round++) {
		shrink(&s, c->bytes, &c->n);
		more = find_shorter(&in, round);
	}
	gen_free(in.gen);
	runner_free(in.runner);
}

/* --- in the parent --- */

static dag_time small_limit(const struct check *c)
{
	return c->request.limit / 16 > 50 * NS_PER_MS ? c->request.limit / 16
						      : 50 * NS_PER_MS;
}

static bool ask_child(struct check *c, void (*fn)(void *ctx), dag_time limit,
		      dag_time total, struct check_finding *f)
{
	struct shared *s = c->shared;
	struct isolated end;

	memset(s, 0, sizeof(*s));
	if (!isolate_run(fn, c, &s->beats, limit, total, &end, c->error))
		return false;
	*f = s->found;
	if (f->property == CHECK_HOLDS || end.end != ISOLATED_DONE) {
		f->property = CHECK_HOLDS; /* what was told before stays */
		isolated_finding(&end, s->loaded, c->request.limit, f);
	}
	return true;
}

static bool ends_process(enum check_property p)
{
	return p == CHECK_CRASH || p == CHECK_HANG;
}

/* Asks once more, if the policy did not come back, to learn what it had been
 * asked: that is told before the beat at which all ended. */
static bool ask_for_situation(struct check *c, void (*fn)(void *ctx),
			      struct check_finding *f)
{
	struct check_watch *w = &c->request.options.watch;
	struct check_finding again;
	bool ok;

	if (!ends_process(f->property) || !c->shared->beats)
		return true;
	w->tell_at = c->shared->beats;
	ok = ask_child(c, fn,
		       f->property == CHECK_HANG ? small_limit(c)
						 : c->request.limit,
		       0, &again);
	w->tell_at = 0;
	if (!ok || again.property != f->property)
		return ok;
	again.property = CHECK_HOLDS;
	memcpy(again.text, f->text, sizeof(again.text));
	again.property = f->property;
	*f = again;
	return true;
}

/* Does the candidate show the same property?  In a child of its own. */
static bool shows_it(void *ctx, const uint8_t *bytes, size_t n)
{
	struct check *c = ctx;
	struct check_finding f;

	c->report.questions++;
	memcpy(c->bytes, bytes, n);
	c->n = n;
	if (!ask_child(c, run_one, small_limit(c), 0, &f))
		return false;
	return f.property == c->report.found.property;
}

/* Makes bytes[0..*n) as small as they still show it. */
static void make_small(struct check *c, uint8_t *bytes, size_t *n)
{
	struct check_finding f;
	struct shrinker s = {.interesting = shows_it,
			     .ctx = c,
			     .record = GEN_RECORD,
			     .left = CHECK_QUESTIONS};

	/* A hang costs its limit at every question. */
	if (c->report.found.property == CHECK_HANG)
		s.left = HANG_QUESTIONS;
	if (ends_process(c->report.found.property)) {
		shrink(&s, bytes, n);
		return;
	}
	memcpy(c->bytes, bytes, *n);
	c->n = *n;
	if (!ask_child(c, shrink_here, c->request.limit, 0, &f))
		return;
	c->report.questions += c->shared->questions;
	if (!c->shared->best_n)
		return;
	*n = c->shared->best_n;
	memcpy(bytes, c->shared->best, *n);
}

/* The horizon just behind the decision, if that is enough. */
static bool shorten(struct check *c, struct check_finding *f)
{
	struct check_finding other;

	c->duration = f->t + NS_PER_MS;
	if (ask_child(c, run_one, small_limit(c), 0, &other) &&
	    other.property == f->property) {
		if (!ends_process(f->property))
			*f = other;
		return true;
	}
	c->duration = 0;
	return false;
}

/* Runs the case of c->bytes once more, for the reader: its last words are in
 * shared memory.  Does it still show the property? */
static bool run_last(struct check *c, const uint8_t *bytes, size_t n)
{
	struct check_report *r = &c->report;
	struct check_finding f;

	memcpy(c->bytes, bytes, n);
	c->n = n;
	c->duration = 0;
	if (!ask_child(c, run_one, c->request.limit, 0, &f) ||
	    f.property != r->found.property)
		return false;
	if (!ask_for_situation(c, run_one, &f))
		return false;
	if (f.t > 0 && !shorten(c, &f) &&
	    !ask_child(c, run_one, small_limit(c), 0,
		       &(struct check_finding){0}))
		return false;
	r->found = f;
	return true;
}

/* What is in shared memory, as a workload. */
static void read_small(struct check *c)
{
	const struct shared *s = c->shared;
	struct dag_error e;

	c->small = workload_load_memory("case.yaml", s->text, strlen(s->text),
					NULL, &e);
	c->report.small = (struct check_case){c->small, s->tie, s->rules};
}

static void show_small(struct check *c)
{
	struct check_report *r = &c->report;
	uint8_t bytes[GEN_BYTES], small[GEN_BYTES];
	size_t n = gen_bytes(c->request.seed, r->number, bytes), less = n;

	r->alone = shows_it(c, bytes, n);
	memcpy(small, bytes, n);
	if (r->alone)
		make_small(c, small, &less);
	if (!r->alone || !run_last(c, small, less))
		run_last(c, bytes, n);
	read_small(c);
}

static bool run_all(struct check *c)
{
	const struct check_request *q = &c->request;
	struct check_report *r = &c->report;
	struct shared *s = c->shared;

	if (!ask_child(c, q->given ? run_one : run_cases, q->limit, q->total,
		       &r->found))
		return false;
	if (s->broken) {
		*c->error = s->error;
		return false;
	}
	r->counts = s->counts;
	r->elapsed = s->elapsed;
	r->used = s->used;
	r->number = s->current;
	r->loading = !s->loaded;
	memcpy(r->name, s->name, sizeof(r->name));
	memcpy(r->summary, s->summary, sizeof(r->summary));
	r->alone = q->given != NULL;
	if (q->given)
		r->small = *q->given;
	if (r->found.property && !r->loading && !q->given)
		show_small(c);
	else if (q->given && !r->loading)
		return ask_for_situation(c, run_one, &r->found);
	return true;
}

struct check *check_run(const struct check_request *r, struct dag_error *e)
{
	struct check *c = alloc_checked(calloc(1, sizeof(*c)));

	REQUIRE(r->policy || r->ops);
	c->request = *r;
	c->error = e;
	if (!c->request.settings)
		c->request.settings = "";
	if (!c->request.limit)
		c->request.limit = CHECK_CASE_LIMIT;
	if (!c->request.options.plans)
		c->request.options.plans = CHECK_PLANS;
	c->shared = isolate_shared(sizeof(*c->shared), e);
	if (c->shared)
		c->request.options.watch = (struct check_watch){
			&c->shared->beats, 0, &c->shared->found};
	if (c->shared && run_all(c))
		return c;
	check_free(c);
	return NULL;
}

const struct check_report *check_report(const struct check *c)
{
	return &c->report;
}

void check_free(struct check *c)
{
	if (!c)
		return;
	isolate_unshare(c->shared, sizeof(*c->shared));
	workload_free(c->small);
	free(c);
}
