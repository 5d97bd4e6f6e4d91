/* chains.c - see chains.h */
#include "analysis/chains.h"

#include "analysis/common.h"

#include <assert.h>

struct question {
	const struct chain *c;
	const struct analysis_set *s;
	const struct verdict *v;
	bool fixed; /* priorities decide                                  */
	struct arena *arena;
};

static const struct analysis_task *link_of(const struct question *q, uint32_t i)
{
	assert(i < q->c->n && q->c->task[i] < q->s->n_tasks);
	return &q->s->tasks[q->c->task[i]];
}

/* --- from response times --- */

static dag_time response(const struct question *q, uint32_t i)
{
	const struct verdict_bound *b = &q->v->bounds[q->c->task[i]];

	assert(b->known && b->den > 0);
	return b->num / b->den + (b->num % b->den != 0);
}

/* Does a job of link i + 1 that comes while one of link i is pending start
 * behind it? */
static bool starts_behind(const struct question *q, uint32_t i)
{
	const struct analysis_task *a = link_of(q, i), *b = link_of(q, i + 1);
	bool same = q->s->executor == EXECUTOR_CORE ||
		    q->s->executor == EXECUTOR_ACCELERATOR ||
		    (q->s->executor == EXECUTOR_CORES && a->core != NONE &&
		     a->core == b->core);

	return q->fixed && same && a->priority < b->priority && !a->jitter;
}

static const char *why_not(const struct question *q)
{
	if (!q->v)
		return "no test that proves the deadlines gives response times";
	for (uint32_t i = 0; i < q->c->n; i++) {
		const struct analysis_task *t = link_of(q, i);

		if (t->sporadic)
			return arena_printf(q->arena,
					    "'%s' is sporadic: the time to its"
					    " next job has no bound",
					    t->name);
		if (!q->v->bounds[q->c->task[i]].known)
			return arena_printf(q->arena,
					    "the response of '%s' is not known",
					    t->name);
		if (response(q, i) > t->period)
			return arena_printf(
				q->arena,
				"jobs of '%s' may overlap: response"
				" up to %s, period %s",
				t->name, common_time(q->arena, response(q, i)),
				common_time(q->arena, t->period));
	}
	return NULL;
}

/* INT64_MAX stands for more than that. */
static dag_time narrow(int128 x)
{
	return x > DAG_TIME_MAX ? DAG_TIME_MAX : (dag_time)x;
}

static void from_responses(const struct question *q, struct chain_bounds *b)
{
	uint32_t n = q->c->n;
	int128 davare = 0, reaction, age;

	b->reason = why_not(q);
	if (b->reason)
		return;
	reaction = (int128)link_of(q, 0)->period + response(q, n - 1);
	age = response(q, n - 1);
	for (uint32_t i = 0; i < n; i++) {
		dag_time r = response(q, i), wait = r, step;

		davare += (int128)link_of(q, i)->period + r;
		if (i + 1 == n)
			break;
		if (starts_behind(q, i))
			wait = 0;
		step = link_of(q, i + 1)->period + wait;
		reaction += step > r ? step : r;
		age += (int128)link_of(q, i)->period + wait;
	}
	b->davare = narrow(davare);
	b->reaction = narrow(reaction);
	b->data_age = narrow(age);
}

/* --- logical execution times --- */

static const char *why_no_let(const struct question *q)
{
	for (uint32_t i = 0; i < q->c->n; i++) {
		const struct analysis_task *t = link_of(q, i);

		if (t->sporadic)
			return arena_printf(q->arena, "'%s' is sporadic",
					    t->name);
		if (t->deadline > t->period)
			return arena_printf(q->arena,
					    "jobs of '%s' may overlap: its"
					    " deadline is above its period",
					    t->name);
	}
	return NULL;
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* The least common multiple of the periods; 0 where it is beyond 2^61. */
static dag_time hyperperiod(const struct question *q)
{
	int64_t h = 1;

	for (uint32_t i = 0; i < q->c->n; i++) {
		int64_t t = link_of(q, i)->period;
		int128 more = (int128)h * (t / gcd(h, t));

		if (more > (int128)1 << 61)
			return 0;
		h = (int64_t)more;
	}
	return h;
}

/* The first nominal time of t that is not before x. */
static dag_time next_release(const struct analysis_task *t, dag_time x)
{
	dag_time k;

	if (x <= t->phase)
		return t->phase;
	k = (x - t->phase) / t->period;
	k += (x - t->phase) % t->period != 0;
	return t->phase + k * t->period;
}

/* What happens just after the reading at z shows in the next job's data. */
static dag_time let_reaction(const struct question *q, dag_time z)
{
	const struct analysis_task *t = link_of(q, 0);
	dag_time written = z + t->period + t->deadline;

	for (uint32_t i = 1; i < q->c->n; i++) {
		t = link_of(q, i);
		written = next_release(t, written) + t->deadline;
	}
	return written - z;
}

static void from_let(const struct question *q, struct chain_bounds *b)
{
	const struct analysis_task *first = link_of(q, 0);
	dag_time h = hyperperiod(q), begun = 0, z;
	int128 sum = 0;

	b->let_reason = b->exact_reason = why_no_let(q);
	if (b->let_reason)
		return;
	for (uint32_t i = 0; i < q->c->n; i++) {
		const struct analysis_task *t = link_of(q, i);

		sum += (int128)t->period + t->deadline;
		begun = t->phase > begun ? t->phase : begun;
	}
	b->let = narrow(sum);
	if (!h || begun > (INT64_C(1) << 61) || sum > (INT64_C(1) << 60) ||
	    (int128)(h / first->period) * q->c->n > CHAIN_LET_STEPS) {
		b->exact_reason = "the hyperperiod is too long";
		return;
	}
	z = next_release(first, begun);
	for (dag_time end = z + h; z < end; z += first->period) {
		dag_time x = let_reaction(q, z);

		b->let_exact = x > b->let_exact ? x : b->let_exact;
	}
	assert(b->let_exact <= b->let);
}

void chain_bounds(struct chain_bounds *b, const struct chain *c,
		  const struct analysis_set *s, const struct verdict *v,
		  const struct policy_traits *p, struct arena *a)
{
	struct question q = {c, s, v, p && p->order == ORDER_FIXED, a};

	assert(c->n > 0);
	assert(!v || v->n_bounds == s->n_tasks);
	*b = (struct chain_bounds){.chain = c, .verdict = v};
	from_responses(&q, b);
	from_let(&q, b);
}

static bool keeps(const struct chain_bounds *b, dag_time limit, dag_time bound)
{
	return !limit || (!b->reason && bound <= limit);
}

bool chain_keeps(const struct chain_bounds *b)
{
	return keeps(b, b->chain->max_reaction, b->reaction) &&
	       keeps(b, b->chain->max_data_age, b->data_age);
}

/* --- for people and programs --- */

static void print_limit(FILE *out, const char *what, dag_time limit,
			const struct chain_bounds *b, dag_time bound)
{
	char allowed[32];

	if (!limit)
		return;
	time_format(allowed, sizeof(allowed), limit);
	fprintf(out, "    %s: allowed %s, %s\n", what, allowed,
		keeps(b, limit, bound) ? "kept" : "not proven");
}

static const char *cell(char *buf, size_t cap, const char *reason, dag_time t)
{
	if (reason)
		return "-";
	time_format(buf, cap, t);
	return buf;
}

void chain_bounds_print(FILE *out, const struct chain_bounds *b, size_t n)
{
	fprintf(out, "chains, at most%s%s\n",
		n && b->verdict ? "; responses by " : "",
		n && b->verdict ? b->verdict->test : "");
	fprintf(out, "  %12s %12s %12s %12s %12s  %s\n", "Davare", "reaction",
		"data age", "LET", "LET exact", "chain");
	for (size_t i = 0; i < n; i++) {
		const struct chain_bounds *x = &b[i];
		char t[5][32], label[1024];

		fprintf(out, "  %12s %12s %12s %12s %12s  %s\n",
			cell(t[0], sizeof(t[0]), x->reason, x->davare),
			cell(t[1], sizeof(t[1]), x->reason, x->reaction),
			cell(t[2], sizeof(t[2]), x->reason, x->data_age),
			cell(t[3], sizeof(t[3]), x->let_reason, x->let),
			cell(t[4], sizeof(t[4]), x->exact_reason, x->let_exact),
			chain_label(x->chain, label, sizeof(label)));
		print_limit(out, "reaction time", x->chain->max_reaction, x,
			    x->reaction);
		print_limit(out, "data age", x->chain->max_data_age, x,
			    x->data_age);
		if (x->reason)
			fprintf(out, "    %s\n", x->reason);
		if (x->exact_reason && x->exact_reason != x->reason)
			fprintf(out, "    LET: %s\n", x->exact_reason);
	}
}

static void json_time(struct json *j, const char *key, const char *reason,
		      dag_time t)
{
	json_key(j, key);
	if (reason)
		json_null(j);
	else
		json_int(j, t);
}

static void json_limit(struct json *j, const char *key, dag_time limit)
{
	if (limit)
		json_key(j, key), json_int(j, limit);
}

void chain_bounds_json(struct json *j, const struct analysis_set *s,
		       const struct chain_bounds *b, size_t n)
{
	json_key(j, "chains"), json_array(j);
	for (size_t i = 0; i < n; i++) {
		const struct chain_bounds *x = &b[i];

		json_object(j);
		if (x->chain->name)
			json_key(j, "name"), json_string(j, x->chain->name);
		json_key(j, "chain"), json_array(j);
		for (uint32_t k = 0; k < x->chain->n; k++)
			json_string(j, s->tasks[x->chain->task[k]].name);
		json_end(j);
		json_key(j, "test");
		json_string(j, x->verdict ? x->verdict->test : NULL);
		json_time(j, "davare_ns", x->reason, x->davare);
		json_time(j, "reaction_ns", x->reason, x->reaction);
		json_time(j, "data_age_ns", x->reason, x->data_age);
		json_time(j, "let_bound_ns", x->let_reason, x->let);
		json_time(j, "let_exact_ns", x->exact_reason, x->let_exact);
		json_key(j, "reason");
		json_string(j, x->reason ? x->reason : "");
		json_limit(j, "max_reaction_ns", x->chain->max_reaction);
		json_limit(j, "max_data_age_ns", x->chain->max_data_age);
		if (x->chain->max_reaction || x->chain->max_data_age) {
			json_key(j, "kept");
			json_string(j,
				    chain_keeps(x) ? "proved" : "not_proven");
		}
		json_end(j);
	}
	json_end(j);
}
