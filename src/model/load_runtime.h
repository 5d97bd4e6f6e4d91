/* load_runtime.h - the pieces of the `runtime` section; private to
 * load_runtime.c and load_callbacks.c */
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
	uint32_t *executor;       /* by node, or NONE                         */
};

/* load_callbacks.c */
extern const struct shape callbacks_shape;
void runtime_name_nodes(struct runtime_loader *x);
/* The nodes that a scalar names. */
bool runtime_find_nodes(struct runtime_loader *x, const struct tree *t,
			struct runtime_nodes *out);
bool load_callbacks(struct runtime_loader *x, const struct tree *t);

#endif
