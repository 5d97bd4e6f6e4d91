/* print.c - see print.h */
#include "cli/print.h"

#define AT(field) offsetof(struct print_args, field)

const struct option print_options[] = {
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.simulate/1"},
	{"csv", 0, OPT_FLAG, NULL, AT(csv),
	 .help = "print one CSV row a policy and task"},
	{"prometheus", 0, OPT_FLAG, NULL, AT(prometheus),
	 .help = "print Prometheus text exposition"},
	{0},
};

bool print_check(struct cli *cli, const struct print_args *args)
{
	if (args->json + args->csv + args->prometheus <= 1)
		return true;
	return error_set(&cli->error, NULL, 0, 0,
			 "--json, --csv and --prometheus exclude each other; "
			 "give one");
}

/* Who made these numbers, from what, and how to make them again. */
static void put_origin(const struct trace_header *h, const char *mark)
{
	printf("%sdagsim %s: %s, workload sha256 %s\n%sreproduce: %s\n", mark,
	       h->program_version, h->workload, h->digest, mark, h->command);
}

void print_runs(const struct print_args *args, const struct report_run *runs,
		size_t n)
{
	if (args->json) {
		report_json(stdout, runs, n);
	} else if (args->csv) {
		report_csv(stdout, runs, n);
	} else if (args->prometheus) {
		put_origin(runs[0].header, "# ");
		report_prometheus(stdout, runs, n);
	} else {
		put_origin(runs[0].header, "");
		putchar('\n');
		report_table(stdout, runs, n);
	}
}
