/* semi_federated.c - SF[x + 1]: whole cores, and the rest in a container
 *
 * A heavy task (W > D) needs gamma = (W - L) / (D - L) cores by Graham's
 * bound.  Where federated scheduling rounds gamma up, this gives the task
 * floor(gamma) cores of its own and a container of load gamma - floor(gamma)
 * on a core that it shares: within any time the container is served at least
 * in that proportion, by deadlines of the work that is dispatched into it.
 * Containers, and light tasks with load W / D, are put on the cores left by
 * decreasing load (of equals the first in the file), each on the emptiest,
 * as long as no core gets more than 1.
 *
 * The dispatching of work into containers is the scheduler's; no policy here
 * does it, so the verdict is on a scheduler that has it.
 *
 * D is min(D, T) - J here.  L = D makes gamma infinite: not proven.
 *
 * Source: Jiang, Guan, Long, Yi, RTSS 2017, algorithm SF[x + 1].
 */
#include "analysis/shares.h"
#include "analysis/tests.h"

#include <assert.h>
#include <stdlib.h>

struct piece {
	uint32_t task;
	int64_t num, den; /* its load, at most 1 */
	bool container;
};

static int heaviest_first(const void *pa, const void *pb)
{
	const struct piece *a = pa, *b = pb;
	int128 left = (int128)a->num * b->den, right = (int128)b->num * a->den;

	if (left != right)
		return left > right ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

/* Fills the piece of a task, if it has one, and the cores of its own. */
static bool divide(const struct analysis_task *t, uint32_t task,
		   uint64_t *whole, struct piece *p)
{
	dag_time d = shares_deadline(t), length = t->dag->length;
	dag_time rest = t->cost - length, slack = d - length;

	*whole = 0;
	*p = (struct piece){.task = task, .num = t->cost, .den = d};
	if (t->cost <= d)
		return t->cost > 0;
	assert(slack > 0);
	*whole = (uint64_t)(rest / slack);
	*p = (struct piece){task, rest % slack, slack, true};
	return p->num > 0;
}

static uint32_t emptiest(const struct load *cores, uint32_t n)
{
	uint32_t best = 0;

	for (uint32_t k = 1; k < n; k++)
		if (cores[k].low < cores[best].low)
			best = k;
	return best;
}

static void tell_piece(const struct analysis_input *in, struct verdict *v,
		       const struct piece *p, uint32_t core)
{
	shares_add(in, v, p->task,
		   &(struct verdict_part){
			   .kind = p->container ? PART_CONTAINER : PART_TASK,
			   .core = core,
			   .load = ratio_reduce((struct ratio){p->num, p->den}),
		   });
}

static bool place(const struct analysis_input *in, const struct piece *list,
		  uint32_t n, uint32_t own, struct verdict *v)
{
	uint32_t left = in->set->cores - own;
	struct load *cores = ARENA_NEW(in->arena, struct load, left + 1);

	for (uint32_t k = 0; k < left; k++)
		load_init(&cores[k]);
	for (uint32_t i = 0; i < n; i++) {
		const struct piece *p = &list[i];
		uint32_t k = emptiest(cores, left);

		if (left)
			load_add(&cores[k], p->num, p->den, 1);
		if (!left || !load_within(&cores[k], 1)) {
			shares_refuse(in, v, p->task,
				      p->container ? "no core has room for its"
						     " container"
						   : "no core has room for it");
			return false;
		}
		tell_piece(in, v, p, own + k);
	}
	return true;
}

static void run_x1(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct piece *list = ARENA_NEW(in->arena, struct piece, s->n_tasks);
	uint32_t own = 0, n = 0;

	cores_charge(in, v);
	if (shares_too_long(in, true, v))
		return;
	shares_init(in, v);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		uint64_t whole;

		if (divide(&s->tasks[i], i, &whole, &list[n]))
			n++;
		if (whole > s->cores - own) {
			shares_refuse(in, v, i,
				      "needs more whole cores than are left");
			return;
		}
		v->shares[i].first_core = own;
		v->shares[i].n_cores = (uint32_t)whole;
		own += (uint32_t)whole;
	}
	if (n)
		qsort(list, n, sizeof(*list), heaviest_first);
	if (place(in, list, n, own, v))
		v->kind = VERDICT_SCHEDULABLE;
}

static const char *const assumes[] = {
	"m equal cores, preemptible anywhere at no cost",
	"a task with W > D has floor((W - L) / (D - L)) cores of its own and a"
	" container for the rest of that number; D stands for min(D, T) - J",
	"a scheduler with containers, as in the source; no policy here has "
	"them",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it",
	"nodes take any time up to the charged one; edges take no time",
	NULL};

const struct analysis_test semifed_x1_test = {
	.name = "semifed_x1",
	.summary = "semi-federated SF[x + 1]: whole cores and containers",
	.source = "Jiang, Guan, Long, Yi, RTSS 2017",
	.assumptions = assumes,
	.any_deadline = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.scheduler = "a semi-federated scheduler with containers",
	.run = run_x1,
};
