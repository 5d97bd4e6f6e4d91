/* simulate_rules.c - what options say of the runtime; see simulate.h */
#include "cli/simulate.h"

#include <stdio.h>
#include <string.h>

void simulate_set_rules(struct sim_config *c, const struct simulate_args *args)
{
	if (args->preset.given) { /* there is one */
		c->rules = sim_rules_awkernel;
		c->tie = TIE_ID;
	}
	if (args->tie.given)
		c->tie = (enum tie_rule)args->tie.index;
	c->rules.release_core |= args->release_core;
	c->rules.idle_blind |= args->idle_blind;
	c->rules.shared_deadline |= args->shared_deadline;
	c->rules.serial_nodes |= args->serial_nodes;
	c->rules.polled_quantum |= args->polled_quantum;
	c->rules.tick_successors |= args->tick_successors;
	c->rules.lost_posts |= args->lost_posts;
	if (args->tick.given)
		c->rules.tick = args->tick.ns;
}

/* What compare takes behind a colon are options of their own here. */
static bool check_name(const char *platform, struct dag_error *e)
{
	const char *settings = strchr(platform, ':');

	if (!settings)
		return true;
	return error_set(e, NULL, 0, 0,
			 "platform '%.*s' with settings ('%.64s') is for "
			 "dagsim compare; here they are options, as in "
			 "--platform yasmin --tick 1ms",
			 (int)(settings - platform), platform, settings + 1);
}

/* What has no meaning on a platform, or without one, is refused. */
bool simulate_check_platform(struct cli *cli, const struct simulate_args *args,
			     const struct workload *w)
{
	const char *detail = platform_args_detail(&args->platform);
	const char *more[4] = {NULL};
	struct dag_error *e = &cli->error;
	size_t n = 0;

	if (!args->platform.platform)
		return !detail || error_set(e, NULL, 0, 0,
					    "--%s needs --platform", detail);
	if (!check_name(args->platform.platform, e))
		return false;
	if (args->releases_until.given)
		return error_set(e, NULL, 0, 0,
				 "--releases-until does not go with "
				 "--platform");
	if (args->preset.given || args->release_core || args->idle_blind ||
	    args->shared_deadline || args->serial_nodes ||
	    args->polled_quantum || args->tick_successors || args->lost_posts ||
	    args->tie.given)
		return error_set(e, NULL, 0, 0,
				 "a platform brings its rules: --preset, --tie "
				 "and the rules of runtimes but --tick do not "
				 "go with --platform");
	if (args->late.given && args->late.index == LATE_DROP)
		more[n++] = "late";
	if (args->safety_factor.den)
		more[n++] = "safety-factor";
	if (args->tick.given)
		more[n++] = "tick";
	return platform_check_options(cli, w, &args->platform,
				      &args->platform.platform, 1, more);
}

/* Blindness to idle cores is a way of global policies: one that divides the
 * cores only looks at those of the node. */
bool simulate_check_blindness(struct sim_config *c,
			      const struct simulate_args *args,
			      struct dag_error *e)
{
	const char *name = c->policy->ops->name;

	if (!c->rules.idle_blind || !c->policy->ops->place)
		return true;
	if (args->idle_blind)
		return error_set(e, NULL, 0, 0,
				 "--idle-blind is for global policies; %s "
				 "divides the cores",
				 name);
	if (!args->quiet)
		fprintf(stderr,
			"warning: %s divides the cores, so it is not blind to "
			"idle ones, whatever the preset says\n",
			name);
	c->rules.idle_blind = false;
	return true;
}
