/* load_timing.c - see load_timing.h */
#include "model/load_timing.h"

#include <assert.h>

const char *const timing_arrivals[] = {"periodic", "sporadic", NULL};
/* The index modulo 2 is the criticality. */
const char *const timing_criticalities[] = {"low", "high", "0", "1", NULL};

static bool set_period(struct loader *l, const struct timed *who,
		       struct timing *t)
{
	const struct tree *const *at = who->at;
	int64_t period;

	assert(who->name && who->map);
	assert(t->period >= 0);
	if (!at[AT_PERIOD] && !at[AT_RATE])
		return reader_error(&l->r, who->map,
				    "%s '%s' needs a period (period: 20ms or "
				    "period_ms: 20) or a rate_hz",
				    who->what, who->name);
	if (!at[AT_RATE])
		return true;
	if (at[AT_PERIOD])
		return reader_error(&l->r, at[AT_RATE],
				    "%s '%s' has both a rate_hz and a period "
				    "(line %u); leave one out",
				    who->what, who->name, at[AT_PERIOD]->line);
	period = div_half_even((int128)NS_PER_S * t->rate_hz.den,
			       t->rate_hz.num);
	if (period <= 0)
		return reader_error(&l->r, at[AT_RATE],
				    "rate_hz %s is out of range: its period "
				    "is not in 1 ns .. 292 years",
				    at[AT_RATE]->text);
	t->period = period;
	return true;
}

bool timing_settle(struct loader *l, const struct timed *who, struct timing *t)
{
	const struct tree *const *at = who->at;

	if (!set_period(l, who, t))
		return false;
	assert(t->period > 0 && t->jitter >= 0 && t->phase >= 0);
	if (!at[AT_DEADLINE])
		t->deadline = t->period;
	if (t->deadline > SPAN_MAX)
		return reader_error(&l->r,
				    at[AT_DEADLINE] ? at[AT_DEADLINE]
				    : at[AT_RATE]   ? at[AT_RATE]
						    : at[AT_PERIOD],
				    "%s '%s': the deadline is above 2^62 ns "
				    "(146 years)%s",
				    who->what, who->name,
				    at[AT_DEADLINE] ? "" : ", as the period");
	if (t->jitter > t->period)
		return reader_error(&l->r, at[AT_JITTER],
				    "%s '%s': the jitter is larger than the "
				    "period",
				    who->what, who->name);
	if (t->extra && t->arrival == PERIODIC)
		reader_warn(&l->r, at[AT_EXTRA],
			    "%s '%s' is periodic, so its sporadic_mean_extra "
			    "has no effect",
			    who->what, who->name);
	return true;
}

struct task timing_task(const struct timed *who, const struct timing *t)
{
	assert(t->period > 0 && t->deadline > 0);
	assert(t->jitter <= t->period);
	return (struct task){
		.name = who->name,
		.period = t->period,
		.deadline = t->deadline,
		.phase = t->phase,
		.jitter = t->jitter,
		.arrival = (enum arrival)t->arrival,
		.extra_mean = t->arrival == SPORADIC ? t->extra : 0,
		.criticality = (enum criticality)(t->criticality % 2),
		.has_priority = who->at[AT_PRIORITY] != NULL,
		.priority = (int32_t)t->priority,
		.group = NONE,
		.line = who->map->line,
	};
}
