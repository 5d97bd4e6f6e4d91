/* trace_write.c - see trace_file.h */
#include "trace/checksum.h"
#include "trace/codec.h"
#include "trace/trace_file.h"
#include "trace/trace_format.h"
#include "trace/trace_header.h"

#include <errno.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

struct trace_writer {
	struct trace_sink sink;
	FILE *out; /* NULL: digest only */
	const char *name;
	int error; /* errno of the first failure */
	bool digest, trailer_due;
	struct codec *codec;
	SHA2_CTX sha;
	uint64_t records;
	uint32_t in_block; /* records */
	size_t n;          /* bytes of payload */
	uint8_t trailer[TRAILER_BYTES];
	uint8_t block[BLOCK_HEAD + BLOCK_BYTES];
};

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n);

struct trace_writer *trace_writer_new(FILE *out, const char *name)
{
	struct trace_writer *w = alloc_checked(calloc(1, sizeof(*w)));

	w->sink.consume = consume;
	w->out = out;
	w->name = name;
	return w;
}

struct trace_sink *trace_writer_sink(struct trace_writer *w)
{
	return &w->sink;
}

static void emit(struct trace_writer *w, const void *p, size_t n)
{
	if (!w->out || w->sink.failed)
		return;
	errno = 0;
	if (fwrite(p, 1, n, w->out) == n)
		return;
	w->error = errno ? errno : EIO;
	w->sink.failed = true;
}

/* The trailer waits, since it says whether another section follows. */
static void emit_trailer(struct trace_writer *w, bool more)
{
	if (!w->trailer_due)
		return;
	w->trailer_due = false;
	w->trailer[TRAILER_FLAGS] |= more ? TRAILER_MORE : 0;
	store64(w->trailer + TRAILER_SUM,
		checksum(w->trailer, TRAILER_SUM, SUM_TRAILER));
	emit(w, w->trailer, sizeof(w->trailer));
}

void trace_writer_begin(struct trace_writer *w, const struct trace_header *h,
			bool digest)
{
	struct json_text text = {0};
	struct json j;
	uint8_t sum[8];

	REQUIRE(!w->codec);
	w->codec = codec_new(h);
	w->digest = digest;
	w->records = w->in_block = 0;
	w->n = 0;
	if (digest)
		SHA256Init(&w->sha);
	if (!w->out)
		return;
	emit_trailer(w, true);
	json_to_text(&j, &text, 0);
	trace_header_write(&j, h);
	json_finish(&j);
	store64(sum, checksum((uint8_t *)text.s, text.n, SUM_HEADER));
	emit(w, text.s, text.n);
	emit(w, sum, sizeof(sum));
	free(text.s);
}

static void flush(struct trace_writer *w)
{
	uint8_t *payload = w->block + BLOCK_HEAD;

	if (!w->n)
		return;
	if (w->digest)
		SHA256Update(&w->sha, payload, w->n);
	if (w->out) {
		store32(w->block, (uint32_t)w->n);
		store32(w->block + 4, w->in_block);
		store64(w->block + 8,
			checksum(payload, w->n, load64(w->block)));
		emit(w, w->block, BLOCK_HEAD + w->n);
	}
	w->records += w->in_block;
	w->in_block = 0;
	w->n = 0;
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n)
{
	struct trace_writer *w = (struct trace_writer *)s;
	uint8_t *payload = w->block + BLOCK_HEAD;
	const uint8_t *full = payload + BLOCK_BYTES - CODEC_RECORD_MAX;

	REQUIRE(w->codec);
	while (n) {
		size_t done = n;
		uint8_t *end = codec_encode(w->codec, recs, &done,
					    payload + w->n, full);

		w->n = (size_t)(end - payload);
		w->in_block += (uint32_t)done;
		recs += done;
		n -= done;
		if (end > full)
			flush(w);
	}
}

void trace_writer_end(struct trace_writer *w, char hex[TRACE_DIGEST_SIZE])
{
	uint8_t *t = w->trailer;

	REQUIRE(w->codec);
	flush(w);
	codec_free(w->codec);
	w->codec = NULL;
	memset(t, 0, TRAILER_BYTES);
	store64(t + TRAILER_RECORDS, w->records);
	if (hex)
		hex[0] = '\0';
	if (w->digest) {
		SHA256Final(t + TRAILER_SHA, &w->sha);
		t[TRAILER_FLAGS] |= TRAILER_HAS_SHA;
		if (hex)
			trailer_hex(t, hex);
	}
	w->trailer_due = true;
}

bool trace_writer_close(struct trace_writer *w, struct dag_error *e)
{
	int error;
	const char *name = w->name;

	if (w->codec) /* a run that broke off */
		trace_writer_end(w, NULL);
	emit_trailer(w, false);
	if (w->out && !w->sink.failed && fflush(w->out)) {
		w->error = errno ? errno : EIO;
		w->sink.failed = true;
	}
	error = w->sink.failed ? w->error : 0;
	free(w);
	errno = error;
	return !error || error_system(e, name, "cannot write");
}
