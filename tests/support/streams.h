/* streams.h - workloads made by hand, and sets read from the oracle files
 *
 * A builder for workloads of streams on one accelerator, or of one-node
 * tasks on one core.  Times are ns.  Everything lives in the builder's
 * arena, sets and verdicts included.
 */
#ifndef DAGSIM_TESTS_STREAMS_H
#define DAGSIM_TESTS_STREAMS_H

#include "analysis/test.h"
#include "model/workload.h"

#include <cjson/cJSON.h>

enum { STREAMS_MAX = 128 };

struct streams {
	struct arena arena;
	struct workload w;
	struct model models[STREAMS_MAX];
	struct task tasks[STREAMS_MAX];
	struct node nodes[STREAMS_MAX];
	const char *groups[STREAMS_MAX];
	struct analysis_charge charge;
	enum analysis_time time;
};

void streams_init(struct streams *s);
void streams_free(struct streams *s);
void streams_clear(struct streams *s); /* keeps memory, charge and time */

/* A model with C(1..n) given; returns its index. */
uint32_t streams_model(struct streams *s, uint32_t n, const dag_time *cost);
uint32_t streams_model1(struct streams *s, dag_time cost);
/* A stream on a model; the task may be edited. */
struct task *streams_add(struct streams *s, uint32_t model, dag_time period,
			 dag_time deadline, dag_time jitter);
/* One core instead of the accelerator. */
void streams_on_core(struct streams *s, enum preemption preemption);

struct analysis_set *streams_set(struct streams *s);
/* Runs the named test with all that can be asked, for no given policy. */
void streams_run(struct streams *s, const char *test, struct verdict *v);

/* Fills the builder from {"models": {name: {max_batch, batchable,
 * points_us}}, "streams": [...]}, the format of the oracle files. */
void streams_from_json(struct streams *s, const cJSON *set);

/* Calls fn for each line of a JSON-lines file; returns their number. */
unsigned oracle_lines(const char *path,
		      void (*fn)(const cJSON *line, void *ctx), void *ctx);
cJSON *oracle_file(const char *path);
/* Members; fail the test where they are not there. */
double oracle_number(const cJSON *o, const char *key);
const char *oracle_text(const cJSON *o, const char *key);
bool oracle_bool(const cJSON *o, const char *key);

/* How many cases to try: DAGSIM_CASES, else SOAK, else the default. */
uint64_t case_count(uint64_t def);

#endif
