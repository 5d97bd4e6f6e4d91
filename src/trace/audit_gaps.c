/* audit_gaps.c - what a trace does not let the auditor judge; see audit.h */
#include "trace/audit_platform.h"

static bool has_order(const struct audit *a)
{
	for (uint32_t i = 0; i < a->n_pools; i++)
		if (a->pools[i].execs && !a->pools[i].ordered)
			return false;
	return true;
}

static bool nodes_unordered(const struct audit *a)
{
	return !a->platform && !has_order(a);
}

static bool threads_unordered(const struct audit *a)
{
	return a->platform && !audit_threads_ordered(a->h->platform);
}

static bool ties_untold(const struct audit *a)
{
	uint32_t flags = a->platform ? a->h->platform->flags : 0;

	return a->platform && !threads_unordered(a) &&
	       (!(flags & TRACE_FIFO_TIES) || flags & TRACE_ROTATES);
}

static bool ready_late(const struct audit *a)
{
	return a->h->late_ready && !a->h->latency.bounded;
}

static bool reclaims(const struct audit *a)
{
	for (uint32_t i = 0; a->platform && i < a->h->platform->n_threads; i++)
		if (a->h->platform->threads[i].reclaims)
			return true;
	return false;
}

static bool joins(const struct audit *a, enum join_rule rule)
{
	for (uint32_t i = 0; a->platform && i < a->h->n_nodes; i++)
		if (a->h->platform->callbacks[i].join == rule)
			return true;
	return false;
}

static bool approximates(const struct audit *a)
{
	return joins(a, JOIN_APPROXIMATE);
}

static bool reads_latest(const struct audit *a)
{
	return joins(a, JOIN_LATEST);
}

static bool is_loose(const struct audit *a)
{
	for (uint32_t i = 0; a->platform && i < a->h->platform->n_executors;
	     i++)
		if (a->platform->executors[i].loose)
			return true;
	return false;
}

static bool wakes_some(const struct audit *a)
{
	const struct trace_platform *p = a->h->platform;

	if (!p || (p->wakes.bounded && !p->wakes.most))
		return false;
	for (uint32_t i = 0; p->wakes.bounded && i < p->n_executors; i++)
		if (p->executors[i].n_threads >
		    1u + p->executors[i].timer_thread)
			return true;
	return !p->wakes.bounded;
}

static bool releases_given(const struct audit *a)
{
	return a->given;
}

static const struct {
	bool (*applies)(const struct audit *a);
	const char *text;
} gaps[] = {
	{nodes_unordered, "which node goes first: the policy declares no order "
			  "that the trace tells"},
	{threads_unordered, "which thread goes first: the policy declares no "
			    "order that the trace tells"},
	{ties_untold, "which of threads with equal keys goes first"},
	{ready_late, "how late nodes become ready: the header gives no bound"},
	{reclaims,
	 "how soon threads that reclaim use up their budgets, but that "
	 "they do"},
	{approximates, "which messages approximate joins put together"},
	{reads_latest, "which messages are the last that a timer reads"},
	{is_loose, "what executors see and take, and when their threads wake, "
		   "that join messages whose arrival no record tells"},
	{wakes_some,
	 "when threads wake that share an executor, or that wake late "
	 "without a bound"},
	{releases_given, "whether releases follow the law of their tasks: they "
			 "were read from a file"},
};

const char *audit_gap(const struct audit *a, unsigned number)
{
	for (unsigned i = 0; i < sizeof(gaps) / sizeof(*gaps); i++)
		if (gaps[i].applies(a) && !number--)
			return gaps[i].text;
	return NULL;
}
