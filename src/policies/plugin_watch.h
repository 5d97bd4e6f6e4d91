/* plugin_watch.h - who wants to know when a plugin is being asked
 *
 * A policy from a shared object may never answer, and only whoever runs the
 * process can end that.  With a watch set, the ops of plugins that are loaded
 * from then on call the plugin's through it: `enter` before each call and
 * `leave` behind it, on the thread that asks.  Without one nothing stands
 * between.
 *
 * Functions that the plugin takes from the program stay what they are, as the
 * simulator knows some of them.  Cost: two calls a call.  Set it before plugins
 * are loaded; what a policy decides is not touched.
 */
#ifndef DAGSIM_POLICIES_PLUGIN_WATCH_H
#define DAGSIM_POLICIES_PLUGIN_WATCH_H

#include "policies/policy.h"

struct plugin_watch {
	void (*enter)(void);
	void (*leave)(void);
};

/* Lasts as long as the process. */
void plugin_watch_set(const struct plugin_watch *w);

/* Around what the plugin does while it is loaded. */
void plugin_watch_enter(void);
void plugin_watch_leave(void);

/* The ops through which `own` is called, in *room if there is a watch. */
struct watched_ops {
	struct policy_ops ops;
	const struct policy_ops *own;
	const struct watched_ops *next;
};
const struct policy_ops *plugin_watched(const struct policy_ops *own,
					struct watched_ops *room);

#endif
