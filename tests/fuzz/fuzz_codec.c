/* fuzz_codec.c - encoded records without the checksums that guard a file
 *
 * What the decoder lets through must be in range and in time order, and must
 * encode to bytes that decode to itself.
 */
#include "model/load.h"
#include "trace/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char workload[] =
	"models:\n"
	"  m: {profile: {a: 1ms, c: 1ms}, max_batch: 4, batchable: true}\n"
	"streams:\n"
	"  - {name: a, model: m, period: 10ms}\n"
	"  - {name: b, model: m, period: 20ms, jitter: 1ms}\n";

static void check(const struct trace_header *h, const struct trace_rec *rec,
		  dag_time before)
{
	assert(rec->t >= before);
	assert(rec->task < h->n_tasks && rec->exec < h->n_execs);
	assert(rec->node < h->tasks[rec->task].n_nodes);
	assert(rec->kind > 0 && rec->kind < TRACE_KINDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct workload *w = workload_load_memory("w.yaml", workload,
						  strlen(workload), NULL, NULL);
	uint8_t *in = calloc(1, size + CODEC_RECORD_MAX);
	struct codec *decoder, *encoder, *again;
	struct trace_header h = {0};
	struct arena a = {0};
	const uint8_t *p = in;
	dag_time before = 0;
	struct trace_rec rec, same;

	assert(w && in);
	memcpy(in, data, size);
	trace_header_init(&h, w, &a);
	decoder = codec_new(&h);
	encoder = codec_new(&h);
	again = codec_new(&h);
	while (p < in + size) {
		uint8_t out[2 * CODEC_RECORD_MAX] = {0}, *end;
		const char *why = NULL;
		size_t one = 1;

		p = codec_decode(decoder, p, in + size, &rec, &why);
		if (!p) {
			assert(why);
			break;
		}
		check(&h, &rec, before);
		before = rec.t;
		end = codec_encode(encoder, &rec, &one, out, out);
		assert(one == 1);
		assert(end <= out + CODEC_RECORD_MAX);
		assert(codec_decode(again, out, end, &same, &why) == end);
		assert(memcmp(&rec, &same, sizeof(rec)) == 0);
	}
	codec_free(decoder);
	codec_free(encoder);
	codec_free(again);
	free(in);
	arena_free(&a);
	workload_free(w);
	return 0;
}
