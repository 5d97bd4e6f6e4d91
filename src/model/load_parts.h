/* load_parts.h - the pieces of the loader (load.h) and what they share
 *
 * A file becomes a tree (load_format.c).  If that is a graph as other tools
 * write it, it is a DAG task (load_rdgen.c), and a folder of them is a task
 * set (load_folder.c).  Else it is read section by section: platform,
 * models (with profiles and noises), streams, tasks, chains, sim, policies,
 * and, when all of that has been checked, runtime.  Each piece owns the table
 * of its section and exports its shape for the schema. A new section is one
 * more piece, one row in load_top.c.  Not for use outside src/model/load*.c.
 */
#ifndef DAGSIM_MODEL_LOAD_PARTS_H
#define DAGSIM_MODEL_LOAD_PARTS_H

#include "model/draw.h"
#include "model/load.h"
#include "model/overhead.h"
#include "model/profile.h"
#include "model/schema.h"

#include <sha2.h>

/* Names in sorted order, to find one among many. */
struct name_index {
	struct named {
		const char *name;
		uint32_t index;
	} * items;
	uint32_t n;
};

enum { EXTRAS_MAX = 64 };

struct load_counts {
	uint32_t tasks, nodes, edges, models;
};

struct timeless_node {
	const char *task, *node;
	const struct timeless_node *next;
};

struct loader {
	struct reader r;      /* of the file that is being read             */
	struct workload *w;   /* what is being built, in w->arena           */
	struct arena scratch; /* trees, records: gone after loading         */
	const struct load_options *opt;
	struct name_index models; /* of the section; not those of nodes     */
	struct load_counts room;  /* of the arrays of w                     */
	bool cores_known, accelerators_known; /* w->platform holds them     */
	const char *extras[EXTRAS_MAX]; /* unknown properties, told once    */
	unsigned n_extras;
	bool own_noise; /* what is read now is no model of the workload    */
	/* Nodes that take no time, and have been taken out (scratch). */
	const struct timeless_node *timeless;
	SHA2_CTX digest;
};

extern const struct shape models_shape, profile_shape, noise_shape,
	streams_shape, tasks_shape, chains_shape, platform_shape, sim_shape,
	policies_shape, overheads_shape, draw_shape, kernel_shape,
	runtime_shape;

/* The platform as options and file say (t may be NULL); what neither says is
 * settled by platform_default once all nodes are known. */
bool load_platform(struct loader *l, const struct tree *t);
void platform_default(struct loader *l, const struct tree *root);

/* load_overheads.c: the overheads of the platform as file (t may be NULL) and
 * options say. */
bool load_overheads(struct loader *l, const struct tree *t);
/* A time that may be drawn: 0..max. */
bool load_drawn_time(struct loader *l, const struct times *t, const char *key,
		     dag_time max, struct draw *d);

bool load_models(struct loader *l, const struct tree *t);
bool load_profile(struct loader *l, const struct tree *t, struct profile *p,
		  enum profile_kind *kind);
bool load_noise(struct loader *l, const struct tree *t, struct model *m);
bool load_streams(struct loader *l, const struct tree *t);
bool load_tasks(struct loader *l, const struct tree *t);
bool load_chains(struct loader *l, const struct tree *t);
bool load_top(struct loader *l, const struct tree *root);
bool load_sim(struct loader *l, const struct tree *t);
bool load_policies(struct loader *l, const struct tree *t);
/* Behind workload_check: it looks at nodes and edges. */
bool load_runtime(struct loader *l, const struct tree *t);

/* load_format.c: the tree of a text in whatever format it is in: by the name
 * of r.file, else by how it begins. */
const struct tree *load_tree(struct loader *l, const char *data, size_t len);

/* load_rdgen.c: is it one graph as networkx writes it, rather than a workload?
 * Its task, named by r.file. */
bool is_node_link(const struct tree *root);
bool load_node_link(struct loader *l, const struct tree *root);

/* load_extras.c: the map without properties that the section does not know
 * and that are no slips of the pen; NULL after an error. */
const struct tree *load_without_extras(struct loader *l,
				       const struct section *s,
				       const struct tree *map);

/* A workload of one such file, or of the folder w->file. */
bool load_dag_file(struct loader *l, const struct tree *root);
bool load_folder(struct loader *l);

/* The name of a file without its folder and without an extension that says
 * its format; *rank, unless NULL, is the place of the extension in the order
 * of preference, or -1. */
const char *file_stem(struct arena *a, const char *path, int *rank);

/* The points or the line of a profile in JSON. */
bool load_profile_json(struct loader *l, const struct tree *path_node,
		       const char *path, int kind, enum profile_quantile q,
		       struct profile *p);
/* Points of a map {batch: time}, sorted. */
bool load_points(struct reader *r, struct arena *a, const struct times *t,
		 const char *key, struct profile *p);

/* Bins of a histogram file: lines `low high count`, adjoining, ascending.
 * Edges are factors where unit_ns is 0, else times, in ns. */
struct histogram {
	double *edges; /* n + 1 */
	uint64_t *counts;
	size_t n;
	bool in_ns; /* whatever was asked for: the file says its unit        */
};
bool load_histogram(struct loader *l, const struct tree *path_node,
		    const char *path, int64_t unit_ns, struct histogram *h);

/* load_kernel.c: the latency of wake-ups as file (t may be NULL) and options
 * say; a map of a latency as an overhead. */
bool load_kernel(struct loader *l, const struct tree *t);
bool load_latency_overhead(struct loader *l, const struct tree *t,
			   struct overhead *o);
/* *is: is it a histogram that a measuring program wrote?  Then its bins. */
bool load_measured(struct loader *l, const struct tree *at, const char *file,
		   const char *data, size_t len, struct histogram *h, bool *is);

/* load_cores.c: a list of cores under the key, of the node or executor (`kind`)
 * of that name.  *cores is ascending, and the arena's. */
bool load_cores(struct loader *l, const struct tree *t, const char *key,
		const char *kind, const char *name, const uint32_t **cores,
		uint32_t *n);

/* A file that a value names: read, and counted in the digest. */
bool load_file(struct loader *l, const struct tree *path_node, const char *path,
	       const char **full, const char **data, size_t *len);

/* Makes room for so many more in the arrays of the workload; they move. */
void load_room(struct loader *l, struct load_counts more);

/* The model of that name, for a stream or node to run; `at` is blamed. */
bool load_model_named(struct loader *l, const struct tree *at, const char *name,
		      uint32_t *model);

/* Sorts index->items; find gives the index of a name, or NONE. */
void index_sort(struct name_index *index);
uint32_t index_find(const struct name_index *index, const char *name);

#endif
