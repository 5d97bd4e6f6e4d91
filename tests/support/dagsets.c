/* dagsets.c - see dagsets.h */
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 64 };

static struct workload *on_cores(uint32_t cores)
{
	struct workload *w = make_workload();

	w->platform =
		(struct platform){.n_cores = cores, .preemption = PREEMPT_FULL};
	return w;
}

static void name_of(char *buf, size_t cap, char letter, unsigned i)
{
	snprintf(buf, cap, "%c%u", letter, i);
}

static void add_nodes(struct workload *w, unsigned n, const dag_time *cost,
		      uint32_t *node)
{
	char name[16];

	for (unsigned i = 0; i < n; i++) {
		name_of(name, sizeof(name), 'n', i);
		node[i] = make_node(w, name, cost[i]);
	}
}

static struct task *add_task(struct workload *w, dag_time period,
			     dag_time deadline)
{
	char name[16];

	name_of(name, sizeof(name), 't', w->n_tasks);
	return make_task(w, name, period, deadline);
}

/* --- fixed ones --- */

struct fixed {
	uint32_t cores;
	struct {
		dag_time period, deadline;
		unsigned n;
		dag_time cost[8];
		unsigned n_edges;
		unsigned edge[12][2];
	} task[3];
};

static const struct fixed fixtures[] = {
	[FX1] = {2,
		 {{20,
		   12,
		   4,
		   {2, 4, 3, 1},
		   4,
		   {{0, 1}, {0, 2}, {1, 3}, {2, 3}}},
		  {30, 25, 3, {3, 5, 2}, 2, {{0, 1}, {0, 2}}}}},
	[FX2] = {4,
		 {{20,
		   20,
		   5,
		   {2, 6, 6, 6, 2},
		   6,
		   {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}}},
		  {40,
		   40,
		   4,
		   {4, 8, 8, 4},
		   4,
		   {{0, 1}, {0, 2}, {1, 3}, {2, 3}}},
		  {60, 60, 2, {3, 3}, 1, {{0, 1}}}}},
	[FX3] = {10,
		 {{10,
		   10,
		   8,
		   {1, 5, 5, 5, 5, 5, 5, 1},
		   12,
		   {{0, 1},
		    {0, 2},
		    {0, 3},
		    {0, 4},
		    {0, 5},
		    {0, 6},
		    {1, 7},
		    {2, 7},
		    {3, 7},
		    {4, 7},
		    {5, 7},
		    {6, 7}}},
		  {12, 12, 3, {9, 9, 9}, 0, {{0}}},
		  {40,
		   40,
		   5,
		   {2, 10, 4, 4, 2},
		   5,
		   {{0, 1}, {0, 2}, {2, 3}, {1, 4}, {3, 4}}}}},
};

struct workload *dagset_fixture(int which)
{
	const struct fixed *f = &fixtures[which];
	struct workload *w = on_cores(f->cores);
	uint32_t node[8];

	for (unsigned i = 0; i < 3 && f->task[i].n; i++) {
		add_task(w, f->task[i].period, f->task[i].deadline);
		add_nodes(w, f->task[i].n, f->task[i].cost, node);
		for (unsigned k = 0; k < f->task[i].n_edges; k++)
			make_edge(w, node[f->task[i].edge[k][0]],
				  node[f->task[i].edge[k][1]], 0);
	}
	make_done(w);
	return w;
}

/* --- from the file --- */

cJSON *dagset_oracle(void)
{
	FILE *f = fopen("tests/oracle/data/dag_oracle.json", "r");
	size_t size = 1 << 20, n;
	char *text = malloc(size);
	cJSON *root;

	ck_assert_ptr_nonnull(f);
	n = fread(text, 1, size - 1, f);
	ck_assert_uint_lt(n, size - 1);
	text[n] = '\0';
	fclose(f);
	root = cJSON_Parse(text);
	ck_assert_ptr_nonnull(root);
	free(text);
	return root;
}

int64_t json_at(const cJSON *array, int i)
{
	const cJSON *v = cJSON_GetArrayItem(array, i);

	ck_assert_msg(v != NULL, "no item %d", i);
	return (int64_t)v->valuedouble;
}

int64_t json_get(const cJSON *object, const char *key)
{
	const cJSON *v = cJSON_GetObjectItem(object, key);

	ck_assert_msg(v != NULL, "no key %s", key);
	return (int64_t)v->valuedouble;
}

struct workload *dagset_from_json(const cJSON *set)
{
	struct workload *w = on_cores((uint32_t)json_get(set, "m"));
	const cJSON *t, *e;

	cJSON_ArrayForEach(t, cJSON_GetObjectItem(set, "tasks"))
	{
		const cJSON *c = cJSON_GetObjectItem(t, "C");
		dag_time cost[NODES];
		uint32_t node[NODES];
		int n = cJSON_GetArraySize(c);

		ck_assert_int_le(n, NODES);
		for (int i = 0; i < n; i++)
			cost[i] = json_at(c, i);
		add_task(w, json_get(t, "T"), json_get(t, "D"));
		add_nodes(w, (unsigned)n, cost, node);
		cJSON_ArrayForEach(e, cJSON_GetObjectItem(t, "edges"))
			make_edge(w, node[json_at(e, 0)], node[json_at(e, 1)],
				  0);
	}
	make_done(w);
	return w;
}

/* --- random ones --- */

static unsigned below(struct rng *r, unsigned n)
{
	return (unsigned)rng_next_below(r, n);
}

static unsigned layered(unsigned n, struct rng *r, unsigned *from, unsigned *to)
{
	unsigned layers = 1 + below(r, n), k = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (i * layers / n + 1 == j * layers / n &&
			    below(r, 2)) {
				from[k] = i;
				to[k++] = j;
			}
	return k;
}

static unsigned gnp(unsigned n, struct rng *r, unsigned *from, unsigned *to)
{
	unsigned percent = 5 + below(r, 60), k = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (below(r, 100) < percent) {
				from[k] = i;
				to[k++] = j;
			}
	return k;
}

/* Blocks in a row: a fork, its branches, the join, which is the next fork. */
static unsigned fork_join(unsigned n, struct rng *r, unsigned *from,
			  unsigned *to)
{
	unsigned head = 0, k = 0;

	while (head + 1 < n) {
		unsigned left = n - head - 1;
		unsigned width = 1 + below(r, left);
		unsigned join = head + width + 1;

		for (unsigned b = head + 1; b <= head + width; b++) {
			from[k] = head;
			to[k++] = b;
			if (join < n) {
				from[k] = b;
				to[k++] = join;
			}
		}
		head = join;
	}
	return k;
}

/* Some chains side by side, with a few edges across. */
static unsigned chains(unsigned n, struct rng *r, unsigned *from, unsigned *to)
{
	unsigned width = 1 + below(r, n), k = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (j == i + width || below(r, 100) < 3) {
				from[k] = i;
				to[k++] = j;
			}
	return k;
}

unsigned dagset_shape(enum dag_shape shape, unsigned n, struct rng *r,
		      unsigned *from, unsigned *to)
{
	switch (shape) {
	case SHAPE_FORK_JOIN:
		return fork_join(n, r, from, to);
	case SHAPE_GNP:
		return gnp(n, r, from, to);
	case SHAPE_LAYERED:
		return layered(n, r, from, to);
	default:
		return chains(n, r, from, to);
	}
}

/* Nodes get their numbers in any order, so that none may be relied on. */
static dag_time draw_dag(struct workload *w, const struct dagset_spec *spec,
			 struct rng *r)
{
	unsigned n = 1 + below(r, spec->nodes);
	unsigned from[NODES * NODES / 2], to[NODES * NODES / 2];
	unsigned place[NODES], k;
	uint32_t node[NODES];
	dag_time cost[NODES], work = 0;

	ck_assert_uint_le(n, NODES);
	for (unsigned i = 0; i < n; i++) {
		unsigned j = below(r, i + 1);

		place[i] = place[j];
		place[j] = i;
		cost[i] = 1 + (dag_time)rng_next_below(r, (uint64_t)spec->cost);
		work += cost[i];
	}
	add_nodes(w, n, cost, node);
	k = dagset_shape((enum dag_shape)below(r, SHAPES), n, r, from, to);
	for (unsigned i = 0; i < k; i++)
		make_edge(w, node[place[from[i]]], node[place[to[i]]], 0);
	return work;
}

struct workload *dagset_draw(const struct dagset_spec *spec, struct rng *r)
{
	struct workload *w = on_cores(spec->cores);
	unsigned n = 1 + below(r, spec->tasks);

	for (unsigned i = 0; i < n; i++) {
		struct task *t = add_task(w, 1, 1);
		dag_time work = draw_dag(w, spec, r);
		double share =
			spec->load / n * (double)(50 + below(r, 100)) / 100;

		t = &w->tasks[i];
		t->period = (dag_time)((double)work / share) + 1;
		t->deadline = t->period;
		if (spec->constrained && below(r, 2))
			t->deadline -= (dag_time)rng_next_below(
				r, (uint64_t)t->period * 2 / 3 + 1);
	}
	make_done(w);
	return w;
}
