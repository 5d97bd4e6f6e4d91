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
	{"nodes", 0, OPT_FLAG, NULL, AT(nodes),
	 .help = "tell of each node too: below the table, or as the rows of "
		 "--csv"},
	{"response", 0, OPT_CHOICE, NULL, AT(response),
	 .choices = metrics_response_names,
	 .help = "where response times begin and end: at the release and the "
		 "last finish; at the release without jitter; when the sources "
		 "of the job before ended; at the first start; that, and the "
		 "start of the last sink; default: release, or as the trace "
		 "says"},
	{0},
};

bool print_check(struct cli *cli, const struct print_args *args)
{
	if (args->nodes && args->prometheus)
		return error_set(&cli->error, NULL, 0, 0,
				 "--nodes goes with the table, --csv and "
				 "--json, which tells of nodes anyway");
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
		if (args->nodes)
			report_nodes_csv(stdout, runs, n);
		else
			report_csv(stdout, runs, n);
	} else if (args->prometheus) {
		put_origin(runs[0].header, "# ");
		report_prometheus(stdout, runs, n);
	} else {
		put_origin(runs[0].header, "");
		putchar('\n');
		report_table(stdout, runs, n);
		for (size_t i = 0; i < n && args->nodes; i++) {
			printf("\n%s, ", runs[i].header->policy);
			report_nodes_table(stdout, &runs[i]);
		}
	}
}
