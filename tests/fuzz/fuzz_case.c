/* fuzz_case.c - any bytes as a case of check-policy
 *
 * The first byte chooses a policy and what may vary, the rest is the case.
 * Every case is a workload that holds its invariants, written and read back
 * it is the same, and every policy of the table keeps all properties on it.
 */
#include "check/run.h"
#include "model/load.h"
#include "model/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(x) ((x) ? (void)0 : abort())

static char *saved(const struct workload *w)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	MUST(f && workload_save(f, w, NULL));
	fclose(f);
	return text;
}

static void check_reads_back(const struct workload *w)
{
	char *text = saved(w), *again;
	struct dag_error e = {0};
	struct workload *back =
		workload_load_memory("case.yaml", text, strlen(text), NULL, &e);

	if (!back)
		fprintf(stderr, "%s\n%s\n", e.msg, text);
	MUST(back && back->n_tasks == w->n_tasks &&
	     back->platform.n_cores == w->platform.n_cores);
	again = saved(back);
	MUST(!strcmp(text, again));
	workload_free(back);
	free(again);
	free(text);
}

static void check_policy(const struct policy_ops *ops, const uint8_t *data,
			 size_t size)
{
	const struct check_subject subject = {ops, ""};
	const struct check_options options = {.plans = 20};
	const struct gen_options cases = runner_cases(&subject);
	struct check_runner *r = runner_new(&subject, &options);
	struct gen *g = gen_new(&cases);
	struct check_counts counts = {0};
	static struct check_finding f;
	struct dag_error e = {0};
	struct check_case x;

	if (gen_make(g, data, size, &x)) {
		check_reads_back(x.workload);
		if (!runner_run(r, &x, &counts, &f, &e)) {
			fprintf(stderr, "%s: %s: %s\n%s%s\n", ops->name,
				check_property_names[f.property], f.text,
				f.situation, e.msg);
			abort();
		}
	}
	gen_free(g);
	runner_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t n = 0;

	if (!size)
		return 0;
	while (policy_table[n])
		n++;
	check_policy(policy_table[data[0] % n], data + 1, size - 1);
	return 0;
}
