/* analyze_attack.c - a verdict for what no test decides, by attack
 *
 * A sufficient test that fails proves nothing.  The attacker (check/attack.h)
 * may find arrivals and execution times that miss under the very policy; then
 * the workload is not schedulable, and they are the witness.
 */
#include "cli/analyze.h"

#include "policies/plugin.h"

#include <inttypes.h>
#include <string.h>

static bool cast(struct analyze *a, const struct workload *w,
		 const char *policy, struct attack_request *q)
{
	struct arena *arena = &a->cli->arena;
	struct lineup *l = ARENA_NEW(arena, struct lineup, 1);

	if (!lineup_init(l, policy, w, arena, &a->cli->error))
		return false;
	q->by_clock = policy_loaded(l->policy->ops->name) != NULL;
	q->config = (struct sim_config){
		.workload = w,
		.policy = l->policy,
		.accelerator = l->accelerator,
		.safety_factor = w->sim.safety_factor,
	};
	return sim_place(&q->config, arena, &a->cli->error);
}

bool analyze_attack(struct analyze *a, struct finding *f,
		    const struct workload *w, const char *policy)
{
	struct attack_request q = {.seed = 1,
				   .plans = (uint64_t)a->args->falsify.n,
				   .explore = true};

	if (!cast(a, w, policy, &q))
		return false;
	attack_run(&q, &a->cli->arena, &a->attack, &a->cli->error);
	if (a->attack.broken)
		return false;
	if (!a->attack.found)
		return true;
	a->witness = (struct witness){.releases = a->attack.releases,
				      .horizon = a->attack.horizon};
	a->shown = f;
	f->verdict.kind = VERDICT_NOT_SCHEDULABLE;
	f->verdict.reason = "the test does not decide; an attack has found "
			    "arrivals that miss";
	return true;
}

void analyze_print_attack(const struct analyze *a)
{
	const struct attack_result *r = &a->attack;

	if (!r->plans)
		return;
	if (r->found)
		printf("\nattacked: a miss in case %" PRIu64 "%s\n", r->plans,
		       r->shorter ? ", with some execution times below C(b)"
				  : "");
	else
		printf("\nattacked: no miss in %" PRIu64 " cases, which "
		       "proves nothing\n",
		       r->plans);
}

void analyze_json_attack(struct json *j, const struct analyze *a)
{
	const struct attack_result *r = &a->attack;

	if (!r->plans)
		return;
	json_key(j, "attack"), json_object(j);
	json_key(j, "found"), json_bool(j, r->found);
	json_key(j, "cases"), json_uint(j, r->plans);
	json_key(j, "shorter_times"), json_bool(j, r->shorter);
	json_key(j, "states"), json_uint(j, r->explored.states);
	json_key(j, "all_states"), json_bool(j, r->explored.complete);
	json_end(j);
}
