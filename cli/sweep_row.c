/* sweep_row.c - a run, and the line it leaves; see sweep.h */
#include "cli/bound_set.h"
#include "cli/row_seal.h"
#include "cli/sweep.h"

#include "base/json.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/report.h"

#include <assert.h>
#include <stdlib.h>

struct place {
	const struct sweep_point *point;
	const struct sweep_policy *policy;
	uint64_t seed;
};

static struct place place_of(const struct sweep *s, size_t r)
{
	size_t cell = r / s->n_seeds;

	assert(r < s->set.n_rows);
	return (struct place){.point = &s->points[cell / s->n_policies],
			      .policy = &s->policies[cell % s->n_policies],
			      .seed = s->first_seed + r % s->n_seeds};
}

/* --- the run --- */

/* A sink that looks whether anybody still wants the run. */
struct stop_sink {
	struct trace_sink sink;
	atomic_bool *stop;
};

static void look(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct stop_sink *s = (struct stop_sink *)sink;

	(void)recs, (void)n;
	if (atomic_load_explicit(s->stop, memory_order_relaxed))
		sink->failed = true;
}

static void describe(const struct sweep *s, const struct place *p,
		     dag_time horizon, struct sweep_worker *worker)
{
	struct trace_header *h = &worker->header;

	trace_header_init(h, p->point->workload, &worker->run);
	h->policy = p->policy->name;
	h->seed = p->seed;
	h->horizon = horizon;
	h->late = s->late;
}

static bool run(const struct sweep *s, const struct place *p, dag_time horizon,
		struct sweep_worker *worker, struct dag_error *e)
{
	const struct workload *w = p->point->workload;
	struct stop_sink stop = {{.consume = look}, worker->stop};
	struct trace_sink *sinks[2] = {NULL, &stop.sink};
	struct sim_config config = {.workload = w,
				    .horizon = horizon,
				    .seed = p->seed,
				    .late = s->late,
				    .noise = true,
				    .safety_factor = w->sim.safety_factor};
	struct lineup lineup;
	struct sim_stats stats;

	e->code = EXIT_YES;
	arena_reset(&worker->run);
	if (!lineup_init(&lineup, p->policy->spec, w, &worker->run, e))
		return false;
	config.policy = lineup.policy;
	config.accelerator = lineup.accelerator;
	describe(s, p, horizon, worker);
	if (worker->metrics)
		metrics_reset(worker->metrics, &worker->header);
	else
		worker->metrics = metrics_new(&worker->header);
	sinks[0] = metrics_sink(worker->metrics);
	return sim_run(&config, &worker->run, sinks, worker->stop ? 2 : 1,
		       &stats, e) &&
	       !stop.sink.failed;
}

bool sweep_pilot(const struct sweep *s, size_t r, dag_time horizon,
		 struct sweep_worker *worker, struct dag_error *e)
{
	struct place p = place_of(s, r);

	return run(s, &p, horizon, worker, e);
}

static void *new_worker(atomic_bool *stop)
{
	struct sweep_worker *worker = alloc_checked(calloc(1, sizeof(*worker)));

	worker->stop = stop;
	return worker;
}

static void free_worker(void *worker)
{
	sweep_worker_free(worker);
	free(worker);
}

void sweep_worker_free(struct sweep_worker *worker)
{
	if (worker->metrics)
		metrics_free(worker->metrics);
	arena_free(&worker->run);
	arena_free(&worker->report);
}

/* --- what the tests say --- */

static enum verdict_kind ask(const struct sweep *s,
			     const struct sweep_policy *p,
			     const struct analysis_test *test, uint32_t point,
			     struct arena *scratch)
{
	static const struct analysis_charge nominal = {0};
	static const struct analysis_options plain = {.max_work = SWEEP_WORK};
	const struct workload *w = s->points[point].workload;
	struct analysis_input in;
	struct bound_set bound;
	struct dag_error e = {0};
	struct verdict v;

	arena_reset(scratch);
	/* Should a load be none for the line-up, its run says so. */
	if (!bound_set_init(&bound, set_build(w, &nominal, TIME_DENSE, scratch),
			    p->spec, w, scratch, &e))
		return VERDICT_NOT_APPLICABLE;
	in = bound_set_input(&bound, &plain, scratch);
	analysis_run(test, &in, &v);
	return v.kind;
}

/* Of one policy, all tests at all points, the highest load first.  Where tasks
 * are placed may change with the load; then nothing follows from another. */
static void ask_tests(struct row_set *set, size_t policy, void *thread)
{
	struct sweep *s = (struct sweep *)set;
	struct sweep_worker *worker = thread;
	struct sweep_policy *p = &s->policies[policy];

	for (uint32_t i = 0; i < p->n_tests; i++) {
		enum verdict_kind *said = &p->verdicts[i * s->n_points];
		bool follows = p->tests[i]->monotone &&
			       !(p->traits.flags & POLICY_SPREAD);
		bool admitted = false;

		for (uint32_t k = s->n_points; k-- > 0;) {
			said[k] = admitted ? VERDICT_SCHEDULABLE
					   : ask(s, p, p->tests[i], k,
						 &worker->run);
			admitted |= said[k] == VERDICT_SCHEDULABLE && follows;
		}
	}
}

void sweep_pilot_tests(const struct sweep *s, uint32_t policy, uint32_t point,
		       struct sweep_worker *worker)
{
	const struct sweep_policy *p = &s->policies[policy];

	for (uint32_t i = 0; i < p->n_tests; i++)
		(void)ask(s, p, p->tests[i], point, &worker->run);
}

/* Verdicts of other policies do not stand in a row. */
static size_t part_of(const struct row_set *set, size_t r)
{
	const struct sweep *s = (const struct sweep *)set;

	assert(r < set->n_rows);
	return r / s->n_seeds % s->n_policies;
}

/* --- the line --- */

static void text(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

static void count(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void real(struct json *j, const char *key, double v)
{
	json_key(j, key);
	json_double(j, v);
}

static void quantile_ns(struct json *j, const char *key, struct quantile q)
{
	json_key(j, key);
	if (q.known)
		json_decimal(j, q.hundredths, 2);
	else
		json_null(j);
}

static void put_identity(struct json *j, const struct sweep *s, size_t r,
			 const struct place *p)
{
	text(j, "schema", "dagsim.bench/1");
	text(j, "version", DAGSIM_VERSION);
	text(j, "sweep", s->set.hash);
	count(j, "row", r);
	count(j, "rows", s->set.n_rows);
	text(j, "workload", s->loaded->name);
	text(j, "workload_digest", s->loaded->digest);
	text(j, "command", s->command);
	text(j, "baseline", s->baseline->name);
	json_key(j, "target_util"),
		json_decimal(j, p->point->target, s->decimals);
	count(j, "scale_num", (uint64_t)p->point->factor.num);
	count(j, "scale_den", (uint64_t)p->point->factor.den);
	text(j, "policy", p->policy->name);
	count(j, "seed", p->seed);
	count(j, "duration_ns", (uint64_t)s->horizon);
	text(j, "late_policy", sweep_late_names[s->late]);
}

static void put_overall(struct json *j, const struct metrics_run *m)
{
	const struct metrics_row *all = &m->overall;

	count(j, "released", all->released);
	count(j, "completed", all->completed);
	count(j, "missed", metrics_missed(all));
	count(j, "dropped", all->dropped);
	count(j, "censored", all->censored);
	real(j, "miss_rate", report_miss_rate(all));
	quantile_ns(j, "p5_ns", all->p5);
	quantile_ns(j, "p25_ns", all->p25);
	quantile_ns(j, "p50_ns", all->p50);
	quantile_ns(j, "p75_ns", all->p75);
	quantile_ns(j, "p95_ns", all->p95);
	quantile_ns(j, "p99_ns", all->p99);
	json_key(j, "max_response_ns");
	if (all->completed)
		json_int(j, all->max_response);
	else
		json_null(j);
	real(j, "utilization", report_utilization(m));
	count(j, "dispatches", m->dispatches);
	real(j, "mean_batch", report_dispatch_batch(m));
}

static void put_high(struct json *j, const struct metrics_run *m)
{
	struct metrics_row high = {.name = "high"};

	for (uint32_t i = 0; i < m->n_tasks; i++)
		if (m->tasks[i].criticality == HIGH_CRITICALITY)
			metrics_add_counts(&high, &m->tasks[i]);
	count(j, "high_released", high.released);
	count(j, "high_missed", metrics_missed(&high));
	real(j, "high_miss_rate", report_miss_rate(&high));
	real(j, "high_mean_batch", report_mean_batch(&high));
}

/* Keys as pandas.json_normalize would make them from nested objects. */
static void put_streams(struct json *j, const struct metrics_run *m,
			struct arena *a)
{
	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *t = &m->tasks[i];

		count(j, arena_printf(a, "streams.%s.released", t->name),
		      t->released);
		count(j, arena_printf(a, "streams.%s.missed", t->name),
		      metrics_missed(t));
		real(j, arena_printf(a, "streams.%s.miss_rate", t->name),
		     report_miss_rate(t));
		quantile_ns(j, arena_printf(a, "streams.%s.p99_ns", t->name),
			    t->p99);
		real(j, arena_printf(a, "streams.%s.mean_batch", t->name),
		     report_mean_batch(t));
	}
}

static void put_verdicts(struct json *j, const struct sweep *s,
			 const struct place *p, struct arena *a)
{
	const struct sweep_policy *policy = p->policy;
	size_t point = (size_t)(p->point - s->points);

	for (uint32_t i = 0; i < policy->n_tests; i++)
		text(j, arena_printf(a, "verdict.%s", policy->tests[i]->name),
		     verdict_name(policy->verdicts[i * s->n_points + point]));
}

static char *make_row(struct row_set *set, size_t r, void *thread,
		      struct dag_error *e)
{
	const struct sweep *s = (const struct sweep *)set;
	struct sweep_worker *worker = thread;
	struct place p = place_of(s, r);
	struct json_text line = {0};
	struct metrics_run m;
	struct json j;
	bool placed;

	placed = run(s, &p, s->horizon, worker, e);
	if (!placed && e->code != EXIT_NO)
		return NULL;
	arena_reset(&worker->report);
	metrics_report(worker->metrics, &worker->report, &m);
	json_to_text(&j, &line, 0);
	json_object(&j);
	put_identity(&j, s, r, &p);
	if (!placed) /* nothing ran: counts are 0 and rates null */
		json_key(&j, "placed"), json_bool(&j, false);
	put_overall(&j, &m);
	put_high(&j, &m);
	put_verdicts(&j, s, &p, &worker->report);
	put_streams(&j, &m, &worker->report);
	row_seal(&j, &line);
	json_end(&j);
	json_finish(&j);
	/* It stays until the end: without the room it was written in. */
	return alloc_checked(realloc(line.s, line.n + 1));
}

const struct row_maker sweep_maker = {
	.kind = ROW_SWEEP,
	.prepare = ask_tests,
	.part = part_of,
	.make = make_row,
	.worker_new = new_worker,
	.worker_free = free_worker,
};
