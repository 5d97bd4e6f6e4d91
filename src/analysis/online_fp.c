/* online_fp.c - joining under fixed priorities; see online.h
 *
 * Kept is the response of every admitted stream.  One that joins changes its
 * own, of course; those of the streams it goes before (equal priorities count
 * as going before each other); and, without preemption, of those that it
 * blocks for longer than anyone did.  All others stay.  When streams leave,
 * the old responses are upper bounds, which is enough: they are within the
 * deadlines, and a stream that has to be looked at is looked at anew.
 */
#include "analysis/online_state.h"

#include <assert.h>

bool online_by_responses(const struct online *o)
{
	return o->test == &np_fp_rta_test || o->test == &fp_rta_test;
}

struct joining {
	struct online *o;
	struct response_limit limit;
	uint32_t *hep; /* scratch                                          */
	uint32_t last; /* the stream that joins                            */
};

static bool is_changed(const struct joining *j, uint32_t i)
{
	const struct analysis_set *s = &j->o->set;
	const struct analysis_task *t = &s->tasks[j->last];

	if (i == j->last || !j->o->has_responses ||
	    t->priority <= s->tasks[i].priority)
		return true;
	return j->o->test == &np_fp_rta_test &&
	       t->chunk - set_tick(s) > j->o->responses[i].blocking;
}

/* In time, behind all that go before it? */
static bool respond(struct joining *j, uint32_t i, struct response *r)
{
	const struct analysis_set *s = &j->o->set;
	uint32_t n = 0;

	for (uint32_t k = 0; k < s->n_tasks; k++)
		if (k != i && s->tasks[k].priority <= s->tasks[i].priority)
			j->hep[n++] = k;
	if (j->o->test == &fp_rta_test)
		response_fp(s, i, j->hep, n, &j->limit, r);
	else
		response_np_fp(s, i, j->hep, n, &j->limit, r);
	return r->status == RESPONSE_KNOWN && r->worst <= s->tasks[i].deadline;
}

bool online_ask_responses(struct online *o, struct online_answer *out)
{
	uint32_t n = o->set.n_tasks;
	struct response *fresh = ARENA_NEW(&o->scratch, struct response, n);
	bool *changed = ARENA_NEW(&o->scratch, bool, n);
	struct joining j = {
		.o = o,
		.limit = {0, o->options.max_work ? o->options.max_work
						 : ANALYSIS_WORK},
		.hep = ARENA_NEW(&o->scratch, uint32_t, n),
		.last = n - 1,
	};

	assert(n > 0);
	for (uint32_t i = n; i-- > 0;) {
		changed[i] = is_changed(&j, i);
		if (changed[i] && !respond(&j, i, &fresh[i]))
			return false;
	}
	array_reserve((void **)&o->responses, &o->responses_cap, n,
		      sizeof(*o->responses));
	for (uint32_t i = 0; i < n; i++)
		if (changed[i])
			o->responses[i] = fresh[i];
	o->has_responses = true;
	out->work += j.limit.used;
	out->admitted = out->by_trail = true;
	return true;
}
