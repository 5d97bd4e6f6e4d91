/* limited.c - nodes that run unpreempted, on m cores, by response times
 *
 * Model.  As in rta.h, but a node once started runs to its end: a job can only
 * be driven off between nodes, and a node that becomes ready may find cores
 * taken by jobs that should go behind it.
 *
 * Boundary.  When a node of the critical chain becomes ready, its predecessor
 * has just freed a core, and no node that should go behind starts before it.
 * So at most m - 1 such nodes are in its way, at the job's release at most m;
 * with Delta^x the sum of the x largest nodes (at most x of a task) that may
 * block, and a path p of |p| nodes,
 *     m R <= max over p of (m len(p) + W - len(p) + Delta^m +
 *                           (|p| - 1) Delta^(m-1)) + interference.
 * Serial.  From the first instant after the release at which a core gets free,
 * at the latest delta after it, the m-th largest blocking node, some core
 * always serves the job or what goes before it, so
 *     R <= delta + W + interference.
 * The smaller of both.  At the release nodes of tasks that go behind can be in
 * the way: lower priorities, or deadlines that are longer; later, under EDF,
 * those of all other tasks.
 *
 * A bound per job of one other term, Delta^(m-1) once for each release of what
 * goes before, has been published; it is exceeded, as a fork lets blocking
 * nodes in without any release.
 *
 * A task may block with one job at a time: so bounds hold as long as no job is
 * later than its period, that is up to a first miss.
 *
 * Source: own derivation; interference as in rta.h.
 */
#include "analysis/rta.h"
#include "analysis/tests.h"

#include <assert.h>
#include <stdlib.h>

/* The m largest nodes of all tasks that may block, long ones first. */
struct blockers {
	dag_time *length;
	uint32_t n, m;
};

static void add_node(struct blockers *b, dag_time c)
{
	uint32_t at = b->n;

	if (b->n == b->m && c <= b->length[b->n - 1])
		return;
	if (b->n < b->m)
		b->n++;
	else
		at--;
	for (; at > 0 && b->length[at - 1] < c; at--)
		b->length[at] = b->length[at - 1];
	b->length[at] = c;
}

static void add_task(struct blockers *b, const struct dag *d)
{
	for (uint32_t v = 0; v < d->g.n; v++)
		add_node(b, d->g.cost[v]);
}

static dag_time sum_largest(const struct blockers *b, uint32_t n)
{
	dag_time sum = 0;

	for (uint32_t i = 0; i < n && i < b->n; i++)
		sum += b->length[i];
	return sum;
}

/* May task i be in the way when a job of k is released?  Later? */
static bool blocks_release(const struct analysis_set *s, bool edf, uint32_t i,
			   uint32_t k)
{
	if (edf)
		return s->tasks[i].deadline > s->tasks[k].deadline;
	return s->tasks[i].priority > s->tasks[k].priority;
}

static bool blocks_later(const struct analysis_set *s, bool edf, uint32_t i,
			 uint32_t k)
{
	return edf ? i != k : blocks_release(s, edf, i, k);
}

/* m len(p) + (|p| - 1) later - len(p), the largest over all paths, + W +
 * Delta^m. */
static int64_t boundary(const struct dag *d, int64_t m, dag_time first,
			dag_time later, int64_t *best)
{
	int64_t most = later;

	for (uint32_t i = 0; i < d->g.n; i++) {
		uint32_t v = d->g.topo[i];

		best[v] = 0;
		for (uint32_t k = d->g.pred_at[v]; k < d->g.pred_at[v + 1]; k++)
			if (best[d->g.pred[k]] > best[v])
				best[v] = best[d->g.pred[k]];
		best[v] += (m - 1) * d->g.cost[v] + later;
		most = best[v] > most ? best[v] : most;
	}
	return most - later + d->work + first;
}

static void block(const struct analysis_input *in, bool edf, uint32_t k,
		  int64_t *self, dag_time *serial)
{
	const struct analysis_set *s = in->set;
	const struct dag *d = s->tasks[k].dag;
	uint32_t m = s->cores;
	struct blockers at = {ARENA_NEW(in->arena, dag_time, m), 0, m};
	struct blockers later = {ARENA_NEW(in->arena, dag_time, m), 0, m};

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		if (blocks_release(s, edf, i, k))
			add_task(&at, s->tasks[i].dag);
		if (blocks_later(s, edf, i, k))
			add_task(&later, s->tasks[i].dag);
	}
	*self = boundary(d, m, sum_largest(&at, m), sum_largest(&later, m - 1),
			 ARENA_NEW(in->arena, int64_t, d->g.n));
	*serial = d->work + (at.n == m ? at.length[m - 1] : 0);
}

static void run(const struct analysis_input *in, bool edf, struct verdict *v)
{
	uint32_t n = in->set->n_tasks;
	int64_t *self = ARENA_NEW(in->arena, int64_t, n);
	dag_time *serial = ARENA_NEW(in->arena, dag_time, n);

	for (uint32_t k = 0; k < n; k++)
		block(in, edf, k, &self[k], &serial[k]);
	rta_run(in,
		&(struct rta){.carry = RTA_CHAINS,
			      .edf = edf,
			      .self = self,
			      .serial = serial},
		v);
}

static void run_fp(const struct analysis_input *in, struct verdict *v)
{
	run(in, false, v);
}

static void run_edf(const struct analysis_input *in, struct verdict *v)
{
	run(in, true, v);
}

static const char *const fp_assumes[] = {
	"m equal cores, preemptible between nodes at no cost; no core idles"
	" while a node is ready",
	"nodes of jobs of the smallest priority number run; tasks of equal"
	" priority may go before each other; those of one job in any order",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D <= T after it",
	NULL};

static const char *const edf_assumes[] = {
	"m equal cores, preemptible between nodes at no cost; no core idles"
	" while a node is ready",
	"nodes of the jobs of the earliest absolute deadlines run, equal ones"
	" in any order, those of one job too",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D <= T after it",
	NULL};

const struct analysis_test lpfp_boundary_rta_test = {
	.name = "lpfp_boundary_rta",
	.summary = "global fixed priorities, preempted between nodes, blocking"
		   " at each of them",
	.source = "derived in analysis/limited.c; interference of Melani et"
		  " al., ECRTS 2015, on chains",
	.assumptions = fp_assumes,
	.executors = FOR_CORES_LIMITED,
	.order = ORDER_FIXED,
	.gives_bounds = true,
	.stands_for = "gfp:priority=dm",
	.run = run_fp,
};

const struct analysis_test lpedf_boundary_rta_test = {
	.name = "lpedf_boundary_rta",
	.summary = "global EDF, preempted between nodes, blocking at each of"
		   " them",
	.source = "derived in analysis/limited.c; interference of Melani et"
		  " al., ECRTS 2015, on chains",
	.assumptions = edf_assumes,
	.executors = FOR_CORES_LIMITED,
	.order = ORDER_EDF,
	.gives_bounds = true,
	.stands_for = "gedf",
	.run = run_edf,
};
