/* latency_names.c - the laws that have names, and what is said of any law;
 * see latency.h
 *
 * Source: «Embedded Realtime Linux: An Evaluation», Sequality with the
 * University of Applied Sciences Upper Austria: a microcontroller sends CAN
 * frames and measures until the answer of a Qt application on a Toradex Verdin
 * iMX8MP with Linux 6.12; 100 000 round trips for each preemption model, idle
 * and under load (CPU load 100 %, timers, context switches, files, futexes).
 * Values lie on a grid of 4 us: the resolution of the measurement.
 *
 * A round trip holds the frames' time on the wire and the application, so the
 * latency is what exceeds the row's own least value, unless a base is given.
 */
#include "model/latency.h"

#include <assert.h>
#include <string.h>

/* The columns of the study, in ms. */
#define ROW(min, q1, median, q3, max, mean)                                    \
	{                                                                      \
		1e6 * (min), 1e6 * (q1), 1e6 * (median), 1e6 * (q3),           \
			1e6 * (max), 1e6 * (mean), 100000, 4000                \
	}

const struct latency_row latency_rows[] = {
	{"linux612-none-idle", "PREEMPT_NONE, idle",
	 ROW(0.2649, 0.2848, 0.2849, 0.2889, 0.4809, 0.2865)},
	{"linux612-voluntary-idle", "PREEMPT_VOLUNTARY, idle",
	 ROW(0.2649, 0.2809, 0.2848, 0.2849, 0.5048, 0.2839)},
	{"linux612-preempt-idle", "PREEMPT (desktop), idle",
	 ROW(0.2649, 0.2809, 0.2849, 0.2888, 0.4409, 0.2850)},
	{"linux612-rt-idle", "PREEMPT_RT, idle",
	 ROW(0.2728, 0.2929, 0.2969, 0.3009, 0.4208, 0.2967)},
	{"linux612-none-load", "PREEMPT_NONE, under load",
	 ROW(0.2809, 0.3529, 0.3569, 0.3689, 10.9885, 0.3718)},
	{"linux612-voluntary-load", "PREEMPT_VOLUNTARY, under load",
	 ROW(0.2769, 0.3529, 0.3608, 0.3689, 4.0608, 0.3701)},
	{"linux612-preempt-load", "PREEMPT (desktop), under load",
	 ROW(0.2849, 0.3568, 0.3609, 0.3689, 3.6727, 0.3659)},
	{"linux612-rt-load", "PREEMPT_RT, under load",
	 ROW(0.3049, 0.3649, 0.3729, 0.3889, 0.6449, 0.3805)},
	{0},
};

const struct latency_row *latency_find(const char *name, struct dag_error *e)
{
	const char *names[sizeof(latency_rows) / sizeof(*latency_rows)];
	char hint[512] = "";
	size_t n = 0;

	assert(name);
	for (; latency_rows[n].name; n++) {
		if (!strcmp(latency_rows[n].name, name))
			return &latency_rows[n];
		names[n] = latency_rows[n].name;
	}
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown kernel '%.64s'%s", name, hint);
	return NULL;
}

void latency_finish_law(struct law *law, const struct latency_options *o,
			double least)
{
	double base = o->base < 0 ? least : o->base;

	assert(least >= 0);
	assert(o->cap != LAW_CAP_VALUE || o->most >= 0);
	law_rebase(law, base);
	if (o->cap == LAW_CAP_MAX && law->observed > 0)
		law_cap(law, law->observed);
	if (o->cap == LAW_CAP_VALUE)
		law_cap(law, o->most);
}

bool latency_law_of_row(struct law *law, struct arena *a,
			const struct latency_summary *s,
			const struct latency_options *o, struct dag_error *e)
{
	enum law_choice tail = o->has_tail ? o->tail : LAW_GPD;

	assert(s->samples > 0);
	if (tail == LAW_DATA)
		return error_set(e, NULL, 0, 0,
				 "a summary holds no data of its tail; valid: "
				 "gpd, heavy");
	if (!law_of_summary(law, a, s, tail, e))
		return false;
	latency_finish_law(law, o, s->min);
	return true;
}
