/* federation.c - see federation.h */
#include "model/federation.h"

#include "model/workload.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- one core --- */

void edf_core_init(struct edf_core *c)
{
	*c = (struct edf_core){0};
	load_init(&c->load);
}

/* load_add takes up to 2^60 at once. */
static void add_share(struct load *l, int64_t num, dag_time period)
{
	const int64_t most = (int64_t)1 << LOAD_BITS;

	for (; num > most; num -= most)
		load_add(l, most, period, 1);
	load_add(l, num, period, 1);
}

bool edf_core_has_room(const struct edf_core *c, const struct edf_item *x)
{
	struct load sum = c->load, parts;
	int128 left = x->deadline - x->work;

	assert(x->work >= 0 && x->deadline > 0 && x->period > 0);
	add_share(&sum, x->work, x->period);
	if (!load_within(&sum, 1))
		return false;
	load_init(&parts);
	for (uint32_t i = 0; i < c->n; i++) {
		const struct edf_item *y = c->items[i];
		int128 grown = (int128)y->work * (x->deadline - y->deadline);

		assert(y->deadline <= x->deadline);
		left -= y->work + grown / y->period;
		add_share(&parts, (int64_t)(grown % y->period), y->period);
	}
	if (left < 0)
		return false;
	return left >= c->n || load_within(&parts, (int64_t)left);
}

void edf_core_add(struct edf_core *c, const struct edf_item *x, struct arena *a)
{
	if (c->n == c->cap) {
		const struct edf_item **more =
			ARENA_NEW(a, const struct edf_item *, 2 * c->cap + 4);

		if (c->n)
			memcpy(more, c->items,
			       c->n * sizeof(const struct edf_item *));
		c->items = more;
		c->cap = 2 * c->cap + 4;
	}
	c->items[c->n++] = x;
	add_share(&c->load, x->work, x->period);
	assert(c->n <= c->cap);
}

uint32_t edf_first_fit(struct edf_core *cores, uint32_t n,
		       const struct edf_item *x, struct arena *a)
{
	for (uint32_t k = 0; k < n; k++)
		if (edf_core_has_room(&cores[k], x)) {
			edf_core_add(&cores[k], x, a);
			return k;
		}
	return NONE;
}

/* --- all of them --- */

struct ranked {
	dag_time deadline;
	uint32_t index;
};

static int earlier(const void *pa, const void *pb)
{
	const struct ranked *a = pa, *b = pb;

	if (a->deadline != b->deadline)
		return a->deadline < b->deadline ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

const uint32_t *fed_by_deadline(const struct fed_task *tasks, uint32_t n_tasks,
				struct arena *a)
{
	struct arena scratch = {0};
	struct ranked *list = ARENA_NEW(&scratch, struct ranked, n_tasks);
	uint32_t *order = ARENA_NEW(a, uint32_t, n_tasks);

	for (uint32_t i = 0; i < n_tasks; i++)
		list[i] = (struct ranked){tasks[i].item.deadline, i};
	if (n_tasks)
		qsort(list, n_tasks, sizeof(*list), earlier);
	for (uint32_t i = 0; i < n_tasks; i++)
		order[i] = list[i].index;
	arena_free(&scratch);
	return order;
}

static bool fail(struct federation *f, enum fed_outcome outcome, uint32_t task)
{
	f->outcome = outcome;
	f->culprit = task;
	return false;
}

static bool give_own(struct federation *f, const struct fed_task *tasks,
		     uint32_t n_tasks, uint32_t first, uint32_t n_cores)
{
	for (uint32_t i = 0; i < n_tasks; i++) {
		const struct fed_task *t = &tasks[i];

		if (t->length > t->item.deadline)
			return fail(f, FED_TOO_LONG, i);
		if (!t->cores)
			continue;
		if (t->cores > n_cores - f->own)
			return fail(f, FED_TOO_MANY, i);
		f->share[i] =
			(struct fed_share){first + f->own, t->cores, true};
		f->own += t->cores;
		assert(f->own <= n_cores);
	}
	return true;
}

static bool share_rest(struct federation *f, const struct fed_task *tasks,
		       uint32_t n_tasks, uint32_t first, uint32_t n_cores,
		       struct arena *a)
{
	struct edf_core *cores = ARENA_NEW(a, struct edf_core, n_cores + 1);
	const uint32_t *order = fed_by_deadline(tasks, n_tasks, a);

	for (uint32_t k = 0; k < n_cores; k++)
		edf_core_init(&cores[k]);
	for (uint32_t i = 0; i < n_tasks; i++) {
		const struct fed_task *t = &tasks[order[i]];
		uint32_t k;

		if (t->cores || !t->item.work)
			continue;
		k = edf_first_fit(cores, n_cores, &t->item, a);
		if (k == NONE)
			return fail(f, FED_NO_ROOM, order[i]);
		f->share[order[i]] = (struct fed_share){first + k, 1, false};
	}
	return true;
}

void federation_divide(struct federation *f, const struct fed_task *tasks,
		       uint32_t n_tasks, uint32_t first, uint32_t n_cores,
		       struct arena *a)
{
	*f = (struct federation){
		.culprit = NONE,
		.share = ARENA_NEW(a, struct fed_share, n_tasks),
	};
	if (give_own(f, tasks, n_tasks, first, n_cores) &&
	    share_rest(f, tasks, n_tasks, first + f->own, n_cores - f->own, a))
		f->outcome = FED_PLACED;
	assert(f->outcome == FED_PLACED || f->culprit < n_tasks);
}
