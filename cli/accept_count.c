/* accept_count.c - see accept_count.h */
#include "cli/accept_count.h"

#include "sim/sim.h"
#include "trace/metrics.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum { SETS_AT_ONCE = 25 };

struct count {
	const struct accept_plan *plan;
	atomic_uint_least64_t *accepted;
	atomic_size_t next;
	atomic_bool stop;
	pthread_mutex_t lock; /* of the error                                */
	struct dag_error *error;
};

struct counter {
	struct count *all;
	struct generator *generator;
	size_t point; /* of the generator                                    */
	struct arena scratch;
	struct metrics *metrics;
	struct trace_header header;
};

static bool tested(struct counter *c, const struct analysis_set *set,
		   const struct accept_column *col)
{
	static const struct analysis_options plain = {.max_work = ACCEPT_WORK};
	struct analysis_input in = {.set = set,
				    .policy = &col->policy->traits,
				    .policy_name = col->policy->name,
				    .options = &plain,
				    .arena = &c->scratch};
	struct verdict v;

	analysis_run(col->test, &in, &v);
	return v.kind == VERDICT_SCHEDULABLE;
}

/* Is nothing missed in one run?  *clean tells. */
static bool simulated(struct counter *c, const struct workload *w,
		      const struct policy_ops *ops, bool *clean,
		      struct dag_error *e)
{
	struct sim_config config = {.workload = w,
				    .horizon = c->all->plan->horizon,
				    .late = LATE_RUN};
	struct trace_header *h = &c->header;
	struct trace_sink *sinks[1];
	struct metrics_run m;
	struct policy policy;
	struct sim_stats stats;

	if (!policy_init(&policy, ops, w, &c->scratch, e))
		return false;
	config.policy = &policy;
	trace_header_init(h, w, &c->scratch);
	h->policy = ops->name;
	h->horizon = config.horizon;
	h->late = config.late;
	if (c->metrics)
		metrics_reset(c->metrics, h);
	else
		c->metrics = metrics_new(h);
	sinks[0] = metrics_sink(c->metrics);
	if (!sim_run(&config, &c->scratch, sinks, 1, &stats, e)) {
		*clean = false; /* EXIT_NO: the policy finds no place for it */
		return e->code == EXIT_NO;
	}
	metrics_report(c->metrics, &c->scratch, &m);
	*clean = metrics_missed(&m.overall) == 0;
	return true;
}

static bool count_set(struct counter *c, size_t point, uint64_t number,
		      struct dag_error *e)
{
	static const struct analysis_charge nominal = {0};
	const struct accept_plan *p = c->all->plan;
	atomic_uint_least64_t *row = c->all->accepted + point * p->n_columns;
	const struct workload *w = generator_make(c->generator, number, e);
	const struct analysis_set *set;

	if (!w)
		return false;
	arena_reset(&c->scratch);
	set = set_build(w, &nominal, TIME_DENSE, &c->scratch);
	for (uint32_t i = 0; i < p->n_columns; i++) {
		const struct accept_column *col = &p->columns[i];
		bool ok = false;

		if (col->test)
			ok = tested(c, set, col);
		else if (!simulated(c, w, col->policy, &ok, e))
			return false;
		if (ok)
			atomic_fetch_add_explicit(&row[i], 1,
						  memory_order_relaxed);
	}
	return true;
}

/* A generator of this point's utilization. */
static bool turn_to(struct counter *c, size_t point, struct dag_error *e)
{
	struct generate_spec spec = c->all->plan->spec;

	if (c->generator && c->point == point)
		return true;
	generator_free(c->generator);
	spec.utilization = c->all->plan->utilization[point];
	c->generator = generator_new(&spec, e);
	c->point = point;
	return c->generator != NULL;
}

static bool count_part(struct counter *c, size_t part, size_t parts,
		       struct dag_error *e)
{
	const struct accept_plan *p = c->all->plan;
	uint64_t from = part % parts * SETS_AT_ONCE, to = from + SETS_AT_ONCE;

	if (!turn_to(c, part / parts, e))
		return false;
	for (uint64_t i = from; i < to && i < p->n_sets; i++)
		if (!count_set(c, c->point, p->first + i, e))
			return false;
	return true;
}

static void *count_thread(void *arg)
{
	struct count *all = arg;
	const struct accept_plan *p = all->plan;
	size_t parts = (size_t)((p->n_sets + SETS_AT_ONCE - 1) / SETS_AT_ONCE);
	struct counter c = {.all = all};
	struct dag_error e;

	while (!atomic_load(&all->stop)) {
		size_t part = atomic_fetch_add(&all->next, 1);

		if (part >= parts * p->n_points)
			break;
		if (count_part(&c, part, parts, &e))
			continue;
		pthread_mutex_lock(&all->lock);
		if (!atomic_exchange(&all->stop, true))
			*all->error = e;
		pthread_mutex_unlock(&all->lock);
	}
	generator_free(c.generator);
	if (c.metrics)
		metrics_free(c.metrics);
	arena_free(&c.scratch);
	return NULL;
}

bool accept_count(const struct accept_plan *p, atomic_uint_least64_t *accepted,
		  struct dag_error *e)
{
	struct count all = {.plan = p, .accepted = accepted, .error = e};
	pthread_t *threads =
		alloc_checked(calloc(p->threads, sizeof(*threads)));
	uint32_t n = 0;

	assert(p->threads >= 1 && p->n_columns <= ACCEPT_COLUMNS);
	pthread_mutex_init(&all.lock, NULL);
	while (n + 1 < p->threads &&
	       !pthread_create(&threads[n], NULL, count_thread, &all))
		n++;
	count_thread(&all);
	while (n--)
		pthread_join(threads[n], NULL);
	pthread_mutex_destroy(&all.lock);
	free(threads);
	return !atomic_load(&all.stop);
}
