/* profile.c - see profile.h */
#include "model/profile.h"
#include "model/workload.h"

#include <assert.h>

/* whole + part / den, 0 <= part < den, from 10^-15 ns to ns, half to even. */
static dag_time round_fine(int128 whole, int128 part, int128 den)
{
	int128 ns = whole / FINE_PER_NS, rest = whole % FINE_PER_NS;
	const int128 half = FINE_PER_NS / 2;

	assert(den > 0);
	assert(whole >= 0 && part >= 0 && part < den);
	if (rest > half || (rest == half && (part > 0 || (ns & 1))))
		ns++;
	return ns > INT64_MAX ? -1 : (dag_time)ns;
}

/* One point: flat, then proportional. */
static dag_time single_point(const struct profile_point *p, uint32_t b)
{
	int128 v;

	assert(p->time > 0 && b >= 1);
	assert(p->batch >= 1);
	if (b <= p->batch)
		return round_fine(p->time, 0, 1);
	v = p->time * b;
	return round_fine(v / p->batch, v % p->batch, p->batch);
}

/* On the piece from point i - 1 to point i, or beyond its end. */
static dag_time on_piece(const struct profile *p, size_t i, uint32_t b)
{
	const struct profile_point *lo = &p->points[i - 1], *hi = &p->points[i];
	int128 rise = hi->time - lo->time, run = hi->batch - lo->batch, v;

	assert(i < p->n_points);
	assert(i >= 1 && run > 0 && b > lo->batch);
	if (rise < 0)
		rise = 0;
	rise *= b - lo->batch;
	v = lo->time + rise / run;
	if (v < p->points[0].time)
		return round_fine(p->points[0].time, 0, 1);
	return round_fine(v, rise % run, run);
}

dag_time profile_latency(const struct profile *p, uint32_t b)
{
	size_t i = 0;

	REQUIRE(b >= 1 && b <= BATCH_MAX);
	if (!p->points)
		return round_fine(p->a + p->c * b, 0, 1);
	assert(p->n_points >= 1);
	if (p->n_points == 1)
		return single_point(p->points, b);
	while (i < p->n_points && p->points[i].batch < b)
		i++;
	if (i < p->n_points && (i == 0 || p->points[i].batch == b))
		return round_fine(p->points[i].time, 0, 1);
	return on_piece(p, i < p->n_points ? i : p->n_points - 1, b);
}
