/* accept_row.c - some sets put to the tests, and the line they leave */
#include "cli/accept.h"

#include "base/decimal.h"
#include "base/json.h"
#include "cli/bound_set.h"
#include "cli/row_seal.h"
#include "policies/lineup.h"
#include "sim/sim.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

struct accept_worker {
	const struct accept *sweep;
	struct generator *generator;
	size_t point; /* of the generator                                    */
	struct arena scratch;
	struct trace_header header;
	uint64_t clock_ns; /* what reading the clock takes                   */
	atomic_bool *stop;
};

/* --- one set --- */

static bool tested(struct accept_worker *c, const struct workload *w,
		   const struct analysis_set *set,
		   const struct accept_column *col, enum verdict_kind *kind,
		   struct dag_error *e)
{
	static const struct analysis_options plain = {.max_work = ACCEPT_WORK};
	struct bound_set bound = {
		.set = set, .name = col->policy, .traits = col->traits};
	struct analysis_input in;
	struct verdict v;

	if (col->bound &&
	    !bound_set_init(&bound, set, col->policy, w, &c->scratch, e))
		return false;
	in = bound_set_input(&bound, &plain, &c->scratch);
	if (!col->policy)
		in.policy = NULL;
	analysis_run(col->test, &in, &v);
	*kind = v.kind;
	return true;
}

/* A sink that ends a run when something was missed, or nobody wants it. */
struct watch {
	struct trace_sink sink;
	atomic_bool *stop;
};

static void look(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct watch *w = (struct watch *)sink;

	for (size_t i = 0; i < n; i++)
		sink->failed |= recs[i].kind == TRACE_MISS;
	if (w->stop && atomic_load_explicit(w->stop, memory_order_relaxed))
		sink->failed = true;
}

/* Is nothing missed in one run?  *kind tells. */
static bool simulated(struct accept_worker *c, const struct workload *w,
		      const char *policy, enum verdict_kind *kind,
		      struct dag_error *e)
{
	struct sim_config config = {
		.workload = w, .horizon = c->sweep->horizon, .late = LATE_RUN};
	struct watch watch = {{.consume = look}, c->stop};
	struct trace_sink *sink = &watch.sink;
	struct trace_header *h = &c->header;
	struct lineup lineup;
	struct sim_stats stats;

	*kind = VERDICT_NOT_SCHEDULABLE;
	if (!lineup_init(&lineup, policy, w, &c->scratch, e))
		return false;
	config.policy = lineup.policy;
	config.accelerator = lineup.accelerator;
	trace_header_init(h, w, &c->scratch);
	h->policy = lineup.name;
	h->horizon = config.horizon;
	h->late = config.late;
	e->code = EXIT_YES;
	if (!sim_run(&config, &c->scratch, &sink, 1, &stats, e))
		return e->code == EXIT_NO; /* it finds no place for it */
	if (!watch.sink.failed)
		*kind = VERDICT_SCHEDULABLE;
	return true;
}

static uint64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static bool count_set(struct accept_worker *c, uint64_t number,
		      struct accept_counts *counts, struct dag_error *e)
{
	static const struct analysis_charge nominal = {0};
	const struct accept *x = c->sweep;
	const struct workload *w = generator_make(c->generator, number, e);
	const struct analysis_set *set;
	uint64_t before = 0;

	if (!w) {
		const struct dag_error why = *e;
		struct ratio u = accept_utilization(x, c->point);

		return error_set(
			e, why.file[0] ? why.file : NULL, why.line, why.col,
			"set %" PRIu64 " with U = %.10g: %.700s", number,
			(double)u.num / (double)u.den, why.msg);
	}
	arena_reset(&c->scratch);
	set = set_build(w, &nominal, TIME_DENSE, &c->scratch);
	if (x->timing)
		before = clock_now();
	for (uint32_t i = 0; i < x->n_columns; i++) {
		const struct accept_column *col = &x->columns[i];
		enum verdict_kind kind;

		if (!(col->test ? tested(c, w, set, col, &kind, e)
				: simulated(c, w, col->policy, &kind, e)))
			return false;
		counts[i].kind[kind]++;
		if (x->timing) {
			uint64_t now = clock_now();
			uint64_t took = now - before;

			took -= took < c->clock_ns ? took : c->clock_ns;
			counts[i].time_ns += took;
			if (took > counts[i].time_max_ns)
				counts[i].time_max_ns = took;
			before = now;
		}
	}
	return true;
}

/* --- a row --- */

/* A generator of this point's value and utilization. */
static bool turn_to(struct accept_worker *c, const struct accept *x,
		    size_t point, struct dag_error *e)
{
	struct generate_spec spec = x->specs[point / x->n_points];

	if (c->generator && c->sweep == x && c->point == point)
		return true;
	generator_free(c->generator);
	spec.utilization = accept_utilization(x, point);
	c->generator = generator_new(&spec, e);
	c->sweep = x;
	c->point = point;
	return c->generator != NULL;
}

bool accept_count(const struct accept *x, size_t point, uint64_t from,
		  uint64_t to, struct accept_worker *c,
		  struct accept_counts *counts, struct dag_error *e)
{
	if (!turn_to(c, x, point, e))
		return false;
	for (uint64_t i = from; i < to; i++) {
		e->code = EXIT_YES;
		if ((c->stop && atomic_load(c->stop)) ||
		    !count_set(c, i, counts, e))
			return false;
	}
	/* A run that was given up looks like one that missed. */
	e->code = EXIT_YES;
	return !c->stop || !atomic_load(c->stop);
}

static void text(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

static void number(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void put_column(struct json *j, const struct accept *x, const char *name,
		       const struct accept_counts *n, struct arena *a)
{
	static const char *const keys[] = {
		[VERDICT_SCHEDULABLE] = "accepted",
		[VERDICT_NOT_SCHEDULABLE] = "refused",
		[VERDICT_NOT_PROVEN] = "not_proven",
		[VERDICT_NOT_APPLICABLE] = "not_applicable",
	};

	for (int k = 0; k < 4; k++)
		number(j, arena_printf(a, "%s.%s", keys[k], name), n->kind[k]);
	if (!x->timing)
		return;
	number(j, arena_printf(a, "time_ns.%s", name), n->time_ns);
	number(j, arena_printf(a, "time_max_ns.%s", name), n->time_max_ns);
}

static void put_identity(struct json *j, const struct accept *x, size_t r)
{
	size_t point = r / x->n_blocks;
	const struct ratio u = x->utilization[point % x->n_points];
	unsigned digits = 0;

	for (int64_t den = u.den; den > 1; den /= 10)
		digits++;
	text(j, "schema", "dagsim.accept.part/1");
	text(j, "version", DAGSIM_VERSION);
	text(j, "sweep", x->set.hash);
	number(j, "row", r);
	number(j, "rows", x->set.n_rows);
	text(j, "workload", x->stem);
	text(j, "workload_digest", x->digest);
	json_key(j, "seed"), json_int(j, x->specs[0].seed);
	text(j, "command", x->command);
	text(j, "vary", x->vary);
	text(j, "value", x->vary ? x->values[point / x->n_points] : NULL);
	json_key(j, "per_core"), json_bool(j, x->per_core);
	json_key(j, "target_util"), json_decimal(j, u.num, digits);
}

static char *make_row(struct row_set *set, size_t r, void *worker,
		      struct dag_error *e)
{
	const struct accept *x = (const struct accept *)set;
	struct accept_worker *c = worker;
	struct accept_counts counts[ACCEPT_COLUMNS] = {0};
	uint64_t from = x->first + r % x->n_blocks * x->block;
	uint64_t to = from + x->block;
	struct json_text line = {0};
	struct json j;

	if (to > x->first + x->n_sets)
		to = x->first + x->n_sets;
	if (!accept_count(x, r / x->n_blocks, from, to, c, counts, e))
		return NULL;
	arena_reset(&c->scratch);
	json_to_text(&j, &line, 0);
	json_object(&j);
	put_identity(&j, x, r);
	number(&j, "first_set", from);
	number(&j, "sets", to - from);
	for (uint32_t i = 0; i < x->n_columns; i++)
		put_column(&j, x, x->columns[i].name, &counts[i], &c->scratch);
	row_seal(&j, &line);
	json_end(&j);
	json_finish(&j);
	return line.s;
}

static void *new_worker(atomic_bool *stop)
{
	struct accept_worker *c = alloc_checked(calloc(1, sizeof(*c)));

	c->stop = stop;
	c->clock_ns = UINT64_MAX;
	for (int i = 0; i < 20; i++) {
		uint64_t before = clock_now(), took = clock_now() - before;

		c->clock_ns = took < c->clock_ns ? took : c->clock_ns;
	}
	return c;
}

static void free_worker(void *worker)
{
	struct accept_worker *c = worker;

	generator_free(c->generator);
	arena_free(&c->scratch);
	free(c);
}

const struct row_maker accept_maker = {
	.kind = ROW_ACCEPT_PART,
	.make = make_row,
	.worker_new = new_worker,
	.worker_free = free_worker,
};
