/* mapping_parts.h - the pieces of mapping_make; private to mapping*.c */
#ifndef DAGSIM_PLATFORM_MAPPING_PARTS_H
#define DAGSIM_PLATFORM_MAPPING_PARTS_H

#include "platform/mapping.h"

/* An executor as it is collected: its callbacks in order. */
struct draft {
	const char *name;
	const struct runtime_executor *said; /* or NULL                       */
	const uint32_t *nodes;
	uint32_t n_nodes;
};

struct mapper {
	const struct workload *w;
	const struct runtime *runtime; /* or NULL                             */
	const struct preset *preset;
	const struct mapping_options *options;
	struct mapping *m;
	struct draft *drafts; /* by executor                                  */
	uint32_t cap_drafts;
	struct runtime_callback unsaid;
	struct arena *a;
	struct dag_error *e;
};

/* What the file says of a node. */
const struct runtime_callback *mapper_said(const struct mapper *x,
					   uint32_t node);
/* "task/node", or "task" where it has one node. */
const char *mapper_name(const struct mapper *x, uint32_t node);

/* Edges of the workload, and behind them its crossings between tasks. */
uint32_t mapper_n_edges(const struct mapper *x);

/* mapping_check.c: can a platform run it at all? */
bool mapping_check(const struct workload *w, struct dag_error *e);
/* mapping_callbacks.c: callbacks, entities, steps; executors are drafted. */
bool mapping_callbacks(struct mapper *x);
/* mapping_threads.c: threads, and the workload that policies see. */
bool mapping_threads(struct mapper *x);

#endif
