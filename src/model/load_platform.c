/* load_platform.c - the `platform` of a file: what there is to run on
 *
 * Options go before the file, the file before what the nodes need: one
 * accelerator where a node or nothing at all wants it, one core, with a
 * warning, where nodes want cores and nobody says how many.
 */
#include "model/load_parts.h"
#include "model/speeds.h"

#include <assert.h>

struct platform_record {
	int64_t cores, accelerators;
	int preemption;
	const struct tree *overheads, *speeds, *kernel;
};
enum {
	AT_CORES,
	AT_ACCELERATORS,
	AT_PREEMPTION,
	AT_OVERHEADS,
	AT_SPEEDS,
	AT_KERNEL
};

static const struct shape speeds_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"items\": {\"$ref\": "
		"\"#/$defs/positive\"}}",
};

static const struct field platform_fields[] = {
	[AT_CORES] = {.key = "cores",
		      .type = FIELD_INT,
		      .offset = offsetof(struct platform_record, cores),
		      .max = CORES_MAX,
		      .standard = "1 where a node runs on one",
		      .help = "number of identical cores"},
	[AT_ACCELERATORS] = {.key = "accelerators",
			     .type = FIELD_INT,
			     .offset = offsetof(struct platform_record,
						accelerators),
			     .max = 1,
			     .standard = "1 where a node runs on one",
			     .help = "number of accelerators"},
	[AT_PREEMPTION] = {.key = "preemption",
			   .type = FIELD_CHOICE,
			   .offset =
				   offsetof(struct platform_record, preemption),
			   .choices = preemption_names,
			   .standard = "full",
			   .help = "of the cores: anywhere, between nodes "
				   "only, or never once a job has started"},
	[AT_SPEEDS] = {.key = "speeds",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct platform_record, speeds),
		       .flags = FIELD_NULLABLE,
		       .shape = &speeds_shape,
		       .standard = "all 1",
		       .help = "of the cores, one for each: 0.5 takes twice as "
			       "long"},
	[AT_OVERHEADS] = {.key = "overheads",
			  .type = FIELD_TREE,
			  .offset = offsetof(struct platform_record, overheads),
			  .flags = FIELD_NULLABLE,
			  .shape = &overheads_shape,
			  .standard = "none",
			  .help = "times that the runtime takes of the cores"},
	[AT_KERNEL] = {.key = "kernel",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct platform_record, kernel),
		       .flags = FIELD_NULLABLE,
		       .shape = &kernel_shape,
		       .standard = "none",
		       .help = "how long after what wakes it a thread is "
			       "awake: a name or a map"},
};
static const struct section platform_section =
	SECTION_OF("the platform section", platform_fields);
const struct shape platform_shape = {.kind = SHAPE_SECTION,
				     .section = &platform_section};

static bool load_speeds(struct loader *l, const struct tree *t)
{
	struct platform *p = &l->w->platform;
	struct ratio *speeds;
	bool differ = false;

	assert(t && !p->speeds);
	if (!want_kind(&l->r, t, TREE_LIST, "'speeds'"))
		return false;
	if (t->n != p->n_cores)
		return reader_error(&l->r, t,
				    "there are %u speeds for %u cores", t->n,
				    p->n_cores);
	speeds = ARENA_NEW(&l->w->arena, struct ratio, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		struct ratio *v = &speeds[i];

		if (!read_ratio(&l->r, t->items[i], "speeds", FIELD_POSITIVE,
				v))
			return false;
		if ((int128)v->num > (int128)v->den * SPEED_RANGE ||
		    (int128)v->num * SPEED_RANGE < v->den)
			return reader_error(&l->r, t->items[i],
					    "a speed is out of range (valid: "
					    "1/%d to %d)",
					    SPEED_RANGE, SPEED_RANGE);
		differ |= v->num != v->den;
	}
	p->speeds = differ ? speeds : NULL;
	return true;
}

bool load_platform(struct loader *l, const struct tree *t)
{
	struct platform_record rec = {.preemption = PREEMPT_FULL};
	const struct tree *at[FIELDS_MAX] = {NULL};
	struct platform *p = &l->w->platform;

	assert(l->opt->n_cores <= CORES_MAX);
	assert(!l->w->n_nodes);
	if (t && !fields_read(&l->r, t, &platform_section, &rec, at))
		return false;
	l->cores_known = at[AT_CORES] || l->opt->n_cores;
	l->accelerators_known = at[AT_ACCELERATORS];
	if (at[AT_CORES] && !rec.cores && at[AT_ACCELERATORS] &&
	    !rec.accelerators)
		return reader_error(&l->r, t,
				    "a platform of no cores and no "
				    "accelerators runs nothing");
	p->n_cores = l->opt->n_cores ? l->opt->n_cores : (uint32_t)rec.cores;
	p->n_accelerators = (uint32_t)rec.accelerators;
	p->preemption = l->opt->has_preemption
				? l->opt->preemption
				: (enum preemption)rec.preemption;
	assert(p->n_cores <= CORES_MAX);
	return load_overheads(l, at[AT_OVERHEADS]) &&
	       load_kernel(l, at[AT_KERNEL]) &&
	       (!rec.speeds || load_speeds(l, rec.speeds));
}

/* What no node uses is left out: a policy need not drive it. */
static void drop_unused(struct loader *l, const struct tree *root, uint32_t *n,
			bool known, const char *what)
{
	assert(n && what);
	assert(root);
	if (known && *n)
		reader_warn(&l->r, root,
			    "no node runs on %s, so the platform counts as "
			    "having none",
			    what);
	*n = 0;
}

/* They are times of cores. */
static void drop_overheads(struct loader *l, const struct tree *root)
{
	if (!l->w->platform.overheads)
		return;
	reader_warn(&l->r, root,
		    "no node runs on a core, so the overheads have no effect");
	l->w->platform.overheads = NULL;
}

void platform_default(struct loader *l, const struct tree *root)
{
	struct workload *w = l->w;
	struct platform *p = &w->platform;
	bool used[2] = {false, false};

	assert(root);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		used[w->models[w->nodes[i].model].resource] = true;
	if (!used[ON_CORE]) {
		drop_overheads(l, root);
		drop_unused(l, root, &p->n_cores, l->cores_known, "a core");
		p->preemption = PREEMPT_NONE;
		used[ON_ACCELERATOR] = true; /* nothing at all runs there   */
	} else if (!l->cores_known) {
		p->n_cores = 1;
		reader_warn(&l->r, root,
			    "the number of cores is not given, so there is "
			    "one (platform: {cores: 4}, or --cores 4)");
	}
	if (!used[ON_ACCELERATOR])
		drop_unused(l, root, &p->n_accelerators, l->accelerators_known,
			    "an accelerator");
	else if (!l->accelerators_known)
		p->n_accelerators = 1;
	assert(p->n_cores || p->n_accelerators || !w->n_nodes);
}
