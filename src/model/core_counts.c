/* core_counts.c - see core_counts.h */
#include "model/core_counts.h"

#include <assert.h>

const char *const dag_bound_names[] = {"graham", "multipath", "multipath_opt",
				       NULL};

/* From the lengths of chains to sums over the first of them. */
static void add_up(dag_time *len, uint32_t n)
{
	for (uint32_t k = 1; k < n; k++)
		len[k] += len[k - 1];
}

void chain_sums(struct chain_sums *s, const struct graph *g,
		enum dag_bound kind, uint32_t most, struct arena *a)
{
	uint32_t cap = most < g->n ? most : g->n;
	dag_time *sum = ARENA_NEW(a, dag_time, cap ? cap : 1);

	assert(most > 0 && kind < BOUNDS);
	*s = (struct chain_sums){
		.work = graph_volume(g), .length = graph_length(g), .sum = sum};
	if (kind == BOUND_MULTIPATH && cap > 1) {
		s->n_sums = graph_chains_greedy(g, cap, sum);
		add_up(sum, s->n_sums);
	}
	if (kind == BOUND_MULTIPATH_OPT && cap > 1)
		s->n_sums = graph_chains_heaviest(g, cap, sum);
	if (!s->n_sums) {
		sum[0] = s->length;
		s->n_sums = 1;
	}
	assert(sum[0] == s->length && sum[s->n_sums - 1] <= s->work);
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

/* whole + num / den, num and den >= 0 and den > 0. */
static struct ratio mixed(dag_time whole, dag_time num, int64_t den)
{
	int64_t g = gcd(num, den);
	int128 sum;

	whole += num / den;
	num = num % den / g;
	den /= g;
	sum = (int128)whole * den + num;
	if (sum > DAG_TIME_MAX)
		return (struct ratio){whole + (num > 0), 1};
	return (struct ratio){(int64_t)sum, den};
}

struct ratio chain_bound(const struct chain_sums *s, uint32_t cores)
{
	uint32_t n = cores < s->n_sums ? cores : s->n_sums;
	uint32_t best = 0;

	assert(cores > 0 && s->n_sums > 0);
	for (uint32_t j = 1; j < n; j++) {
		int128 mine = (int128)(s->work - s->sum[j]) * (cores - best);
		int128 have = (int128)(s->work - s->sum[best]) * (cores - j);

		if (mine < have)
			best = j;
	}
	return mixed(s->length, s->work - s->sum[best], cores - best);
}

uint32_t chain_cores(const struct chain_sums *s, dag_time deadline)
{
	dag_time slack = deadline - s->length;
	uint32_t least = NONE;

	assert(s->n_sums > 0);
	if (slack < 0)
		return NONE;
	for (uint32_t j = 0; j < s->n_sums && j < CORES_MAX && j < least; j++) {
		dag_time rest = s->work - s->sum[j], more = 1;

		if (rest > 0 && slack == 0)
			continue;
		if (rest > 0)
			more = rest / slack + (rest % slack != 0);
		if (more <= CORES_MAX - j && j + (uint32_t)more < least)
			least = j + (uint32_t)more;
	}
	return least;
}

uint32_t dag_cores(const struct graph *g, enum dag_bound kind,
		   dag_time deadline, struct arena *a)
{
	struct chain_sums s;
	uint32_t n;

	chain_sums(&s, g, BOUND_GRAHAM, 1, a);
	n = chain_cores(&s, deadline);
	if (s.length == deadline && s.work > s.length)
		return graph_width(g);
	if (n == NONE && (s.length > deadline || kind == BOUND_GRAHAM))
		return NONE;
	if (n == 1 || kind == BOUND_GRAHAM)
		return n;
	chain_sums(&s, g, kind, n == NONE ? CORES_MAX : n, a);
	return chain_cores(&s, deadline);
}
