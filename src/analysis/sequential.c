/* sequential.c - global EDF for tasks that never use two cores at once
 *
 * For one-node tasks, and chains: W = L = C.  D <= T; delta = C / D.
 *
 *   edf_gfb    sum of delta <= m - (m - 1) delta_max
 *   edf_baker  for each k, lambda = delta_k:
 *                  sum of min(1, beta_i) <= m (1 - lambda) + lambda,
 *                  beta_i = U_i (1 + (T_i - D_i) / D_k)
 *                           + (U_i > lambda: (C_i - lambda T_i) / D_k)
 *   edf_bcl    for each k, x = D_k - C_k, N = floor((D_k - D_i) / T_i) + 1:
 *                  sum over i != k of min(w_i, x) < m x,
 *                  w_i = N C_i + min(C_i, (D_k - N T_i)^+);
 *              or equal, and some 0 < w_i <= x
 *   edf_bar    see sequential_bar.c
 *
 * None proves all that another does.  Comparisons are exact (base/load.h).
 * Cost: O(n), O(n^2), O(n^2).
 */
#include "analysis/sequential.h"
#include "analysis/tests.h"

#include <assert.h>

const char *sequential_refuse(const struct analysis_input *in)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++) {
		const struct dag *d = in->set->tasks[i].dag;

		if (d->work != d->length)
			return arena_printf(in->arena,
					    "'%s' has nodes side by side; the"
					    " test is for tasks that use one"
					    " core at a time",
					    common_task(in, i));
	}
	return cores_refuse_jitter(in);
}

static void refuse(const struct analysis_input *in, uint32_t k,
		   struct verdict *v)
{
	v->kind = VERDICT_NOT_PROVEN;
	v->failing = k;
	v->reason = arena_printf(
		in->arena,
		"'%s': its condition does not hold: the"
		" others may delay it for %s or more",
		common_task(in, k),
		common_time(in->arena, in->set->tasks[k].deadline -
					       in->set->tasks[k].cost));
}

/* --- Goossens, Funk, Baruah --- */

static void run_gfb(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	const struct analysis_task *top = &s->tasks[0];
	struct load load;

	load_init(&load);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		load_add(&load, t->cost, t->deadline, 1);
		if ((int128)t->cost * top->deadline >
		    (int128)top->cost * t->deadline)
			top = t;
	}
	load_add(&load, (s->cores - 1) * top->cost, top->deadline, 1);
	cores_charge(in, v);
	v->work = s->n_tasks;
	v->kind = VERDICT_SCHEDULABLE;
	if (top->cost <= top->deadline &&
	    cores_load_within(&load, s->cores, 1, false))
		return;
	v->kind = VERDICT_NOT_PROVEN;
	v->reason = arena_printf(in->arena,
				 "the densities and %u times that of '%s' add"
				 " up to more than %u",
				 s->cores - 1, top->name, s->cores);
}

/* --- Baker --- */

/* Adds min(1, beta_i) D_k to *whole + *part. */
static void add_beta(const struct analysis_task *i,
		     const struct analysis_task *k, int128 *whole,
		     struct load *part)
{
	/* C_i (D_k + T_i - D_i) / T_i */
	int128 first =
		(int128)i->cost * (k->deadline + i->period - i->deadline);
	int128 sum = first / i->period;
	int64_t rest = (int64_t)(first % i->period), more = 0;

	if ((int128)i->cost * k->deadline > (int128)k->cost * i->period) {
		/* C_i - C_k T_i / D_k */
		int128 second = (int128)k->cost * i->period;

		sum += i->cost - second / k->deadline;
		if (second % k->deadline) {
			more = (int64_t)(k->deadline - second % k->deadline);
			sum--;
		}
	}
	if (sum >= k->deadline ||
	    (sum == k->deadline - 1 &&
	     (int128)rest * k->deadline + (int128)more * i->period >=
		     (int128)i->period * k->deadline)) {
		*whole += k->deadline;
		return;
	}
	*whole += sum;
	load_add(part, rest, i->period, 1);
	load_add(part, more, k->deadline, 1);
}

static void run_baker(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;

	cores_charge(in, v);
	v->kind = VERDICT_SCHEDULABLE;
	for (uint32_t k = 0; k < s->n_tasks; k++) {
		const struct analysis_task *t = &s->tasks[k];
		int128 whole = 0, most;
		struct load part;

		load_init(&part);
		most = (int128)s->cores * (t->deadline - t->cost) + t->cost;
		for (uint32_t i = 0; i < s->n_tasks && whole <= most; i++)
			add_beta(&s->tasks[i], t, &whole, &part);
		v->work += s->n_tasks;
		if (t->cost <= t->deadline && whole <= most &&
		    cores_load_within(&part, most - whole, 1, false))
			continue;
		refuse(in, k, v);
		return;
	}
}

/* --- Bertogna, Cirinei, Lipari --- */

static int128 bcl_work(const struct analysis_task *i,
		       const struct analysis_task *k)
{
	dag_time room = k->deadline - i->deadline, left;
	int64_t n = room >= 0 ? room / i->period + 1 : 0;

	/* (n - 1) T <= D_k, so n T fits */
	left = k->deadline - n * i->period;
	if (left < 0)
		left = 0;
	return (int128)n * i->cost + (left < i->cost ? left : i->cost);
}

static bool bcl_fits(const struct analysis_set *s, uint32_t k)
{
	const struct analysis_task *t = &s->tasks[k];
	dag_time x = t->deadline - t->cost;
	int128 sum = 0;
	bool small = false;

	if (x < 0)
		return false;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		int128 w = i == k ? 0 : bcl_work(&s->tasks[i], t);

		small |= w > 0 && w <= x;
		sum += w < x ? w : x;
	}
	return sum < (int128)s->cores * x ||
	       (sum == (int128)s->cores * x && small);
}

static void run_bcl(const struct analysis_input *in, struct verdict *v)
{
	cores_charge(in, v);
	v->kind = VERDICT_SCHEDULABLE;
	for (uint32_t k = 0; k < in->set->n_tasks; k++) {
		v->work += in->set->n_tasks;
		if (bcl_fits(in->set, k))
			continue;
		refuse(in, k, v);
		return;
	}
}

/* --- the rows --- */

const char *const sequential_assumes[] = {
	("m equal cores, preemptible anywhere at no cost; no core idles while a"
	 " job is ready"),
	"earliest absolute deadline first, equal ones in any order",
	"jobs of a task are released at least T apart, without jitter; D <= T",
	"a job uses one core at a time: one node, or a chain", NULL};

const struct analysis_test edf_gfb_test = {
	.name = "edf_gfb",
	.summary = "global EDF, sequential tasks, densities",
	.source = "Goossens, Funk, Baruah, Real-Time Systems 25, 2003; with"
		  " densities: Bertogna, Cirinei, Lipari, ECRTS 2005",
	.assumptions = sequential_assumes,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = sequential_refuse,
	.run = run_gfb,
};

const struct analysis_test edf_baker_test = {
	.name = "edf_baker",
	.summary = "global EDF, sequential tasks, load of an interval",
	.source = "Baker, RTSS 2003, theorem 12 with lambda = C / D",
	.assumptions = sequential_assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = sequential_refuse,
	.run = run_baker,
};

const struct analysis_test edf_bcl_test = {
	.name = "edf_bcl",
	.summary = "global EDF, sequential tasks, work within a deadline",
	.source = "Bertogna, Cirinei, Lipari, ECRTS 2005, theorem 7",
	.assumptions = sequential_assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = sequential_refuse,
	.run = run_bcl,
};
