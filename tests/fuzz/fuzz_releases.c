/* fuzz_releases.c - the reader of releases files */
#include "memfile.h"
#include "model/load.h"
#include "model/release.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char workload[] = "models: {m: {profile: {a: 1ms}}}\n"
			       "streams:\n"
			       "  - {name: a, model: m, period: 10ms}\n"
			       "  - {name: b, model: m, period: 20ms}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct workload *w = workload_load_memory("w.yaml", workload,
						  strlen(workload), NULL, NULL);
	struct release_list list = {0};
	struct dag_error e = {0};
	struct arena a = {0};
	struct memfile m;

	assert(w);
	memfile_open(&m, data, size);
	if (release_read(m.path, w, &a, &list, &e)) {
		for (size_t i = 0; i < list.n; i++) {
			assert(list.items[i].task < w->n_tasks);
			assert(!i ||
			       list.items[i - 1].time <= list.items[i].time);
		}
	} else {
		assert(e.code == EXIT_USAGE && e.msg[0]);
	}
	memfile_close(&m);
	arena_free(&a);
	workload_free(w);
	return 0;
}
