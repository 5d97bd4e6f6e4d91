/* load_top.c - the top level of a workload file in dagsim's own format */
#include "model/load_parts.h"

#include <assert.h>

enum { FORMAT_VERSION = 1 };

struct top_record {
	int64_t version;
	const char *name, *device;
	const struct tree *platform, *models, *streams, *tasks, *chains;
	const struct tree *sim, *policies, *runtime;
};
enum {
	AT_VERSION,
	AT_NAME,
	AT_DEVICE,
	AT_PLATFORM,
	AT_MODELS,
	AT_STREAMS,
	AT_TASKS,
	AT_CHAINS,
	AT_SIM,
	AT_POLICIES,
	AT_RUNTIME
};

static const struct field top_fields[] = {
	[AT_VERSION] = {.key = "dagsim",
			.type = FIELD_INT,
			.offset = offsetof(struct top_record, version),
			.min = 1,
			.max = FORMAT_VERSION,
			.standard = "1",
			.help = "version of the format"},
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct top_record, name),
		     .flags = FIELD_NULLABLE,
		     .standard = "workload",
		     .help = "name of the workload"},
	[AT_DEVICE] = {.key = "device",
		       .type = FIELD_TEXT,
		       .offset = offsetof(struct top_record, device),
		       .flags = FIELD_NULLABLE,
		       .standard = "unspecified",
		       .help = "what the times were measured on"},
	[AT_PLATFORM] = {.key = "platform",
			 .type = FIELD_TREE,
			 .offset = offsetof(struct top_record, platform),
			 .flags = FIELD_NULLABLE,
			 .shape = &platform_shape,
			 .standard = "what the nodes need",
			 .help = "what there is to run on"},
	[AT_MODELS] = {.key = "models",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct top_record, models),
		       .shape = &models_shape,
		       .help = "what runs on an accelerator, by name"},
	[AT_STREAMS] = {.key = "streams",
			.type = FIELD_TREE,
			.offset = offsetof(struct top_record, streams),
			.shape = &streams_shape,
			.help = "what is released: jobs of one model each"},
	[AT_TASKS] = {.key = "tasks",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct top_record, tasks),
		      .shape = &tasks_shape,
		      .help = "what is released: DAGs of nodes"},
	[AT_CHAINS] = {.key = "chains",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct top_record, chains),
		       .flags = FIELD_NULLABLE,
		       .shape = &chains_shape,
		       .standard = "none",
		       .help = "tasks that hand data on, one to the next"},
	[AT_SIM] = {.key = "sim",
		    .type = FIELD_TREE,
		    .offset = offsetof(struct top_record, sim),
		    .shape = &sim_shape,
		    .help = "defaults of a run; options override them"},
	[AT_POLICIES] = {.key = "policies",
			 .type = FIELD_TREE,
			 .offset = offsetof(struct top_record, policies),
			 .flags = FIELD_NULLABLE,
			 .shape = &policies_shape,
			 .help = "parameters of policies, by policy"},
	[AT_RUNTIME] = {.key = "runtime",
			.type = FIELD_TREE,
			.offset = offsetof(struct top_record, runtime),
			.flags = FIELD_NULLABLE,
			.shape = &runtime_shape,
			.standard = "what the platform of a run says",
			.help = "executors and callbacks, for runs on a "
				"platform"},
};
static const struct section top_section = SECTION_OF("a workload", top_fields);
static const struct shape top_shape = {.kind = SHAPE_SECTION,
				       .section = &top_section,
				       .text = "{\"anyOf\": [{\"required\": "
					       "[\"tasks\"]}, {\"required\": "
					       "[\"models\", "
					       "\"streams\"]}]}"};

void workload_schema_print(FILE *out)
{
	assert(out);
	assert(top_shape.section);
	assert(out);
	schema_print(out, &top_shape, "dagsim workload, format version 1");
}

/* Neither less than something to release, nor streams of no model. */
static bool check_sections(struct loader *l, const struct tree *root,
			   const struct tree *const *at)
{
	assert(root->kind == TREE_MAP);
	assert(at);
	if (!at[AT_MODELS] && !at[AT_TASKS])
		return reader_error(&l->r, root,
				    "a workload needs 'models' with 'streams', "
				    "or 'tasks'");
	if (!at[AT_STREAMS] && !at[AT_TASKS])
		return reader_error(&l->r, root,
				    "a workload needs 'streams' or 'tasks'");
	return true;
}

static bool load_sections(struct loader *l, const struct tree *root,
			  const struct top_record *rec,
			  const struct tree *const *at)
{
	assert(rec->name && rec->device);
	assert(!l->w->n_tasks);
	if (!load_platform(l, rec->platform) ||
	    (at[AT_MODELS] && !load_models(l, rec->models)) ||
	    (at[AT_STREAMS] && !load_streams(l, rec->streams)) ||
	    (at[AT_TASKS] && !load_tasks(l, rec->tasks)) ||
	    (at[AT_CHAINS] && !load_chains(l, rec->chains)))
		return false;
	platform_default(l, root);
	return load_sim(l, at[AT_SIM]) &&
	       (!at[AT_POLICIES] || load_policies(l, rec->policies));
}

bool load_top(struct loader *l, const struct tree *root)
{
	struct workload *w = l->w;
	struct top_record rec = {.name = "workload", .device = "unspecified"};
	const struct tree *at[FIELDS_MAX];

	assert(l->r.file == w->file);
	assert(!w->models && !w->tasks);
	if (tree_is_null(root))
		return reader_error(&l->r, root,
				    "there is nothing in it; a workload needs "
				    "'models' and 'streams', or 'tasks'");
	if (!fields_read(&l->r, root, &top_section, &rec, at) ||
	    !check_sections(l, root, at) || !load_sections(l, root, &rec, at))
		return false;
	w->name = rec.name;
	w->device = rec.device;
	return workload_check(w, l->r.e) &&
	       (!at[AT_RUNTIME] || load_runtime(l, rec.runtime));
}
