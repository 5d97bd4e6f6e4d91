/* speeds.h - work and time on cores that are not equally fast
 *
 * Work is in ns on a core of speed 1.  A core of speed s does s of it in a ns:
 * what it has to do takes the least whole time that is enough, and of what it
 * has done the fraction of the ns under way is not counted.  So work is never
 * done before it could be, and preempting often gains nothing.
 */
#ifndef DAGSIM_MODEL_SPEEDS_H
#define DAGSIM_MODEL_SPEEDS_H

#include "base/int128.h"
#include "base/time.h"

/* Of the speed of a core: 1 / SPEED_RANGE to SPEED_RANGE. */
enum { SPEED_RANGE = 1000 };

/* Time for work >= 0; at most DAG_TIME_MAX / 4. */
static inline dag_time speed_time(struct ratio speed, dag_time work)
{
	uint128 num = (uint64_t)speed.num, den = (uint64_t)speed.den;
	uint128 t = ((uint128)(uint64_t)work * den + num - 1) / num;

	return t < DAG_TIME_MAX / 4 ? (dag_time)t : DAG_TIME_MAX / 4;
}

/* Work done in a time >= 0. */
static inline dag_time speed_work(struct ratio speed, dag_time time)
{
	uint128 num = (uint64_t)speed.num, den = (uint64_t)speed.den;
	uint128 w = (uint128)(uint64_t)time * num / den;

	return w < DAG_TIME_MAX / 4 ? (dag_time)w : DAG_TIME_MAX / 4;
}

#endif
