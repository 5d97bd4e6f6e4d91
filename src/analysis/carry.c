/* carry.c - see carry.h; the profile is in carry_profile.c */
#include "analysis/carry.h"

#include <assert.h>

void carry_init(struct carry *c, const struct analysis_task *t, uint32_t m)
{
	assert(t->dag && m > 0);
	*c = (struct carry){.m = m,
			    .work = t->dag->work,
			    .span = (int64_t)m * t->period,
			    .period = t->period,
			    .deadline = t->deadline,
			    .dag = t->dag};
}

void carry_use_chains(struct carry *c)
{
	c->cover[0] = dag_greedy(c->dag);
	c->cover[1] = dag_fewest(c->dag);
}

int64_t carry_melani(const struct carry *c, int64_t t, int64_t r)
{
	int64_t x = t + r - c->work, part;
	int128 sum;

	assert(t >= 0 && x >= 0);
	part = x % c->span;
	sum = (int128)(x / c->span) * c->work +
	      (part < c->work ? part : c->work);
	return sum < t ? (int64_t)sum : t;
}

/* k f(x / k), for m x, times m. */
static int64_t of_parts(const struct carry *c, int64_t x, int64_t k)
{
	int64_t least = k * c->m * c->work;

	if ((int128)c->m * x < least)
		least = c->m * x;
	for (int i = 0; i < 2; i++) {
		int64_t sum = dag_chains_most(c->cover[i], k * c->m, x);

		least = sum < least ? sum : least;
	}
	return least;
}

int64_t carry_job(const struct carry *c, int64_t x)
{
	return of_parts(c, x, 1);
}

int128 carry_chains(const struct carry *c, int64_t t, int64_t r)
{
	int64_t gap = c->span - r, whole = t / c->span;
	int128 melani = (int128)c->m * carry_melani(c, t, r), best = 0;

	assert(c->cover[0] && c->cover[1]);
	for (int64_t b = whole ? whole - 1 : 0; b <= whole; b++) {
		int64_t y = t - b * c->span;
		int128 sum = (int128)b * c->m * c->work;
		int64_t cut = of_parts(c, y, 1);

		if (y > gap) {
			/* half of it, rounded up, to each of two jobs */
			int64_t two = 2 * of_parts(c, (y - gap + 1) / 2, 1);

			cut = two > cut ? two : cut;
		}
		best = sum + cut > best ? sum + cut : best;
	}
	return best < melani ? best : melani;
}

/* Jobs due within the window that may lie in it whole, and m times what is
 * left of the window of the one before them. */
static int64_t due_within(const struct carry *c, dag_time deadline, int64_t r,
			  int64_t *left)
{
	dag_time room = deadline - c->deadline;
	int64_t n = room >= 0 ? room / c->period + 1 : 0;

	/* room < n T, so the product stays within m D_k + m T */
	*left = c->m * (room - n * c->period) + r;
	if (*left < 0)
		*left = 0;
	return n;
}

int64_t carry_edf(const struct carry *c, dag_time deadline, int64_t r)
{
	int64_t left, n = due_within(c, deadline, r, &left);
	int128 sum = (int128)n * c->work + (left < c->work ? left : c->work);

	return sum < INT64_MAX ? (int64_t)sum : INT64_MAX;
}

int128 carry_edf_chains(const struct carry *c, dag_time deadline, int64_t r)
{
	int64_t left, n = due_within(c, deadline, r, &left);

	return (int128)n * c->m * c->work + of_parts(c, left, 1);
}
