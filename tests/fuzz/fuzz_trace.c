/* fuzz_trace.c - the reader of traces; what it lets through is fit to count */
#include "memfile.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Counts a section; false where the reader refused the rest. */
static bool count(struct trace_reader *r, const struct trace_header *h,
		  struct dag_error *e)
{
	struct metrics *m = metrics_new(h);
	struct trace_sink *sink = metrics_sink(m);
	struct metrics_run run;
	struct arena a = {0};
	bool ok = trace_reader_feed(r, &sink, 1, e);

	metrics_report(m, &a, &run);
	assert(run.n_tasks == h->n_tasks);
	metrics_free(m);
	arena_free(&a);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct trace_header *h;
	struct dag_error e = {0};
	struct trace_reader *r;
	enum trace_read got;
	struct memfile m;

	memfile_open(&m, data, size);
	r = trace_reader_open(m.path, true, &e);
	assert(r);
	while ((got = trace_reader_section(r, &h, &e)) == TRACE_READ_OK)
		if (!count(r, h, &e))
			break;
	if (got == TRACE_READ_ERROR)
		assert(e.code == EXIT_USAGE && e.msg[0]);
	trace_reader_close(r);
	memfile_close(&m);
	return 0;
}
