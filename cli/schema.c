/* schema.c - `dagsim schema`: the JSON Schema of workloads */
#include "cli/command.h"
#include "model/load.h"

static enum exit_code run_schema(struct cli *cli)
{
	(void)cli;
	workload_schema_print(stdout);
	return EXIT_YES;
}

static const struct example examples[] = {
	{"dagsim schema > workload.schema.json",
	 "for editors: complete and check workloads while typing"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{NULL, NULL, 0}};

const struct command command_schema = {
	.name = "schema",
	.summary = "print the JSON Schema of workloads",
	.operands = "",
	.about = "The schema is made from the tables that the loader reads by.",
	.examples = examples,
	.groups = groups,
	.run = run_schema,
};
