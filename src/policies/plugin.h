/* plugin.h - a policy of one's own, in a shared object
 *
 * A policy outside this tree is one C file that fills in a struct policy_ops
 * (policy.h) and ends with
 *
 *     DAGSIM_POLICY(my_ops);
 *
 * compiled with `cc -shared -fPIC` against the installed headers.  Wherever a
 * command takes the name of a policy it then takes the path of the object:
 *
 *     dagsim check-policy ./mine.so
 *     dagsim simulate w.yaml -p ./mine.so:gain=2ms -p edf
 *
 * A name is a path if it holds a slash or ends with ".so".  `dagsim
 * new-policy mine` writes such a file with all that belongs to it.
 *
 * The macro exports one symbol that says which version of the interface the
 * object was compiled against, and how large the structs are that cross the
 * border, so that an object that is out of date is refused, not run.  The
 * functions that a policy calls (ready_head, ready_next, ...) are found in
 * the program that loads it.
 *
 * Ownership: a loaded object stays until the process ends.  The names of
 * those loaded are known to policy_find from then on, so that a workload's
 * `policies` section may set their parameters.  Load before threads start.
 * Errors: a file that is no such object, or whose ops contradict themselves,
 * gives one sentence that names the file.
 */
#ifndef DAGSIM_POLICIES_PLUGIN_H
#define DAGSIM_POLICIES_PLUGIN_H

#include "policies/policy.h"
#include "policies/ready_queue.h"

/* Raised with every change that old objects would misread, whatever the
 * sizes say: the meaning of a field, the order of an enum. */
#define POLICY_ABI 1

/* The structs that both sides look into, in this order. */
enum { PLUGIN_STRUCTS = 12 };
#define PLUGIN_SIZES                                                           \
	{                                                                      \
		sizeof(struct policy_ops), sizeof(struct policy),              \
			sizeof(struct job), sizeof(struct batch_model),        \
			sizeof(struct exec_state),                             \
			sizeof(struct device_state), sizeof(struct decision),  \
			sizeof(struct ready_front), sizeof(struct workload),   \
			sizeof(struct task), sizeof(struct node),              \
			sizeof(struct model)                                   \
	}

struct policy_plugin {
	uint32_t abi, n_sizes;
	uint32_t sizes[PLUGIN_STRUCTS];
	const struct policy_ops *ops;
};

/* The one exported symbol of an object, by the name "dagsim_policy". */
#define DAGSIM_POLICY(its_ops)                                                 \
	extern const struct policy_plugin dagsim_policy;                       \
	const struct policy_plugin dagsim_policy = {                           \
		POLICY_ABI, PLUGIN_STRUCTS, PLUGIN_SIZES, &(its_ops)}

/* Does the name of a policy mean a file? */
bool policy_is_path(const char *name);

/* Where the name ends of a policy that may have settings or a second policy
 * behind it: at a colon, a plus, or the end of the text. */
char *policy_name_end(char *text);

/* Loads the object, or finds it among those loaded before.  NULL and *e. */
const struct policy_ops *policy_load(const char *path, struct dag_error *e);

/* The loaded policy of that name, or NULL. */
const struct policy_ops *policy_loaded(const char *name);

#endif
