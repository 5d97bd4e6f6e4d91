/* load_runtime.h - the pieces of the `runtime` section; private to
 * load_runtime.c, load_executors.c, load_callbacks.c, load_claims.c */
#ifndef DAGSIM_MODEL_LOAD_RUNTIME_H
#define DAGSIM_MODEL_LOAD_RUNTIME_H

#include "model/load_parts.h"
#include "model/runtime.h"

/* Nodes that a name stands for: n from first on; n 0: of several tasks. */
struct runtime_nodes {
	uint32_t first, n;
};

struct runtime_loader {
	struct loader *l;
	struct runtime *out;
	struct name_index names; /* of tasks, nodes, task/node                */
	struct runtime_nodes *of; /* by index in names                        */
	/* By node: the last executor that names it, and the one that does so
	 * without naming platforms; or NONE. */
	uint32_t *executor, *everywhere;
};

/* load_executors.c */
extern const struct shape executors_shape;
bool load_executors(struct runtime_loader *x, const struct tree *t);

/* load_callback_names.c */
void runtime_name_nodes(struct runtime_loader *x);
/* The nodes that a scalar names. */
bool runtime_find_nodes(struct runtime_loader *x, const struct tree *t,
			struct runtime_nodes *out);

/* load_callbacks.c */
extern const struct shape callbacks_shape;
bool load_callbacks(struct runtime_loader *x, const struct tree *t);

/* load_claims.c */
bool runtime_load_platforms(struct runtime_loader *x, const struct tree *t,
			    struct runtime_executor *out);
/* The nodes of the executor are in no other one that is on a platform of it. */
bool runtime_claim_nodes(struct runtime_loader *x, const struct tree *t,
			 uint32_t executor, const struct runtime_executor *out);

/* load_crossings.c: what of other tasks the node joins */
bool runtime_load_inputs(struct runtime_loader *x, const struct tree *t,
			 uint32_t node);

#endif
