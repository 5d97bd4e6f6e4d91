/* trace_read.c - see trace_file.h */
#include "trace/checksum.h"
#include "trace/codec.h"
#include "trace/trace_format.h"
#include "trace/trace_header.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 512, HEADER_MAX = 64 << 20 };

struct trace_reader {
	FILE *f;
	const char *name;
	uint64_t offset; /* bytes taken from f                                */
	struct arena arena;
	const struct trace_header *header;
	struct codec *codec; /* NULL: between sections                        */
	uint64_t records;
	SHA2_CTX sha;
	bool any, more, digest;
	char hex[TRACE_DIGEST_SIZE];
	/* The block being decoded. */
	const uint8_t *at, *end;
	uint32_t left; /* records */
	uint8_t head[TRAILER_BYTES];
	uint8_t block[BLOCK_BYTES + CODEC_RECORD_MAX];
	struct trace_rec recs[CHUNK];
	char magic[sizeof(TRACE_MAGIC)]; /* as this section has it            */
};

/* An error at a byte of the file. */
static bool fail_at(const struct trace_reader *r, uint64_t offset,
		    struct dag_error *e, const char *why)
{
	return error_set(e, r->name, 0, 0, "byte %" PRIu64 ": %s", offset, why);
}

/* Reads n bytes; false and *e where the file ends or fails before. */
static bool take(struct trace_reader *r, void *to, size_t n,
		 struct dag_error *e)
{
	size_t got;

	errno = 0;
	got = fread(to, 1, n, r->f);
	r->offset += got;
	if (got == n)
		return true;
	if (ferror(r->f))
		return error_set(e, r->name, 0, 0, "cannot read: %s",
				 strerror(errno));
	return fail_at(r, r->offset, e, "the file ends in the middle");
}

struct trace_reader *trace_reader_open(const char *path, bool digest,
				       struct dag_error *e)
{
	bool standard = !strcmp(path, "-");
	FILE *f = standard ? stdin : fopen(path, "rb");
	struct trace_reader *r;

	if (!f) {
		error_set(e, path, 0, 0, "cannot read: %s", strerror(errno));
		return NULL;
	}
	r = alloc_checked(calloc(1, sizeof(*r)));
	r->f = f;
	r->digest = digest;
	r->name = standard ? "<stdin>" : arena_strdup(&r->arena, path);
	return r;
}

void trace_reader_close(struct trace_reader *r)
{
	if (!r)
		return;
	codec_free(r->codec);
	arena_free(&r->arena);
	if (r->f != stdin)
		fclose(r->f);
	free(r);
}

/* The rest of the header's line behind its magic. */
static bool take_line(struct trace_reader *r, struct json_text *line,
		      struct dag_error *e)
{
	int c;

	do {
		c = getc(r->f);
		if (c == EOF)
			return take(r, r->head, 1, e); /* says why */
		r->offset++;
		if (line->n == HEADER_MAX)
			return fail_at(r, r->offset, e,
				       "a header without an end");
		array_reserve((void **)&line->s, &line->cap, line->n + 1, 1);
		line->s[line->n++] = (char)c;
	} while (c != '\n');
	return true;
}

/* Errors of the JSON text have a column; make it a byte of the file. */
static bool header_error(const struct trace_reader *r, uint64_t start,
			 struct dag_error *e)
{
	char why[sizeof(e->msg)];

	if (!e)
		return false;
	memcpy(why, e->msg, sizeof(why));
	return error_set(e, r->name, 0, 0, "byte %" PRIu64 ": header: %.700s",
			 start + (e->col ? e->col - 1 : 0), why);
}

static bool take_header(struct trace_reader *r, struct dag_error *e)
{
	uint64_t start = r->offset - strlen(TRACE_MAGIC);
	struct json_text line = {0};
	uint8_t sum[8];
	bool ok;

	array_reserve((void **)&line.s, &line.cap, 4096, 1);
	memcpy(line.s, r->magic, strlen(TRACE_MAGIC));
	line.n = strlen(TRACE_MAGIC);
	ok = take_line(r, &line, e) && take(r, sum, sizeof(sum), e);
	if (ok &&
	    load64(sum) != checksum((uint8_t *)line.s, line.n, SUM_HEADER))
		ok = fail_at(r, start, e, "the header is damaged");
	if (ok) {
		r->header = trace_header_read(&r->arena, r->name, line.s,
					      line.n, e);
		ok = r->header || header_error(r, start, e);
	}
	free(line.s);
	return ok;
}

/* The first bytes of a section: END where the file ends instead. */
static enum trace_read take_magic(struct trace_reader *r, struct dag_error *e)
{
	uint64_t start = r->offset;
	size_t n = strlen(TRACE_MAGIC);
	char *got = r->magic;
	int c = getc(r->f);

	if (c == EOF && !ferror(r->f) && r->any && !r->more)
		return TRACE_READ_END;
	if (c != EOF)
		ungetc(c, r->f);
	if (!take(r, got, n, e)) {
		if (!r->any && !ferror(r->f) &&
		    (r->offset == 0 || !trace_is_magic(got, r->offset)))
			fail_at(r, 0, e,
				r->offset ? "this is not a dagsim trace"
					  : "the file is empty");
		return TRACE_READ_ERROR;
	}
	if (!trace_is_magic(got, n)) {
		fail_at(r, start, e,
			r->any ? "neither a section nor the end"
			       : "this is not a dagsim trace of version "
				 "1 or 2");
		return TRACE_READ_ERROR;
	}
	return TRACE_READ_OK;
}

enum trace_read trace_reader_section(struct trace_reader *r,
				     const struct trace_header **h,
				     struct dag_error *e)
{
	const struct trace_rec *recs;
	enum trace_read got;
	size_t n;

	while (r->codec) {
		got = trace_reader_next(r, &recs, &n, e);
		if (got == TRACE_READ_ERROR)
			return got;
	}
	got = take_magic(r, e);
	if (got != TRACE_READ_OK)
		return got;
	if (!take_header(r, e))
		return TRACE_READ_ERROR;
	r->codec = codec_new(r->header);
	r->records = 0;
	r->left = 0;
	r->at = r->end = r->block;
	r->hex[0] = '\0';
	r->any = true;
	if (r->digest)
		SHA256Init(&r->sha);
	*h = r->header;
	return TRACE_READ_OK;
}

static enum trace_read take_trailer(struct trace_reader *r, struct dag_error *e)
{
	uint64_t start = r->offset - BLOCK_HEAD;
	const uint8_t *t = r->head;
	uint8_t sha[SHA256_DIGEST_LENGTH];

	if (!take(r, r->head + BLOCK_HEAD, TRAILER_BYTES - BLOCK_HEAD, e))
		return TRACE_READ_ERROR;
	if (load64(t + TRAILER_SUM) != checksum(t, TRAILER_SUM, SUM_TRAILER) ||
	    load64(t + TRAILER_RECORDS) != r->records ||
	    load32(t + TRAILER_FLAGS) > (TRAILER_HAS_SHA | TRAILER_MORE)) {
		fail_at(r, start, e, "the trailer is damaged");
		return TRACE_READ_ERROR;
	}
	if (r->digest) {
		SHA256Final(sha, &r->sha);
		if (t[TRAILER_FLAGS] & TRAILER_HAS_SHA &&
		    memcmp(sha, t + TRAILER_SHA, sizeof(sha)) != 0) {
			fail_at(r, start, e, "the digest is another one");
			return TRACE_READ_ERROR;
		}
		memcpy(r->head + TRAILER_SHA, sha, sizeof(sha));
	}
	if (r->digest || t[TRAILER_FLAGS] & TRAILER_HAS_SHA)
		trailer_hex(t, r->hex);
	r->more = t[TRAILER_FLAGS] & TRAILER_MORE;
	codec_free(r->codec);
	r->codec = NULL;
	return TRACE_READ_END;
}

static enum trace_read take_block(struct trace_reader *r, struct dag_error *e)
{
	uint64_t start = r->offset;
	uint32_t n;

	if (!take(r, r->head, BLOCK_HEAD, e))
		return TRACE_READ_ERROR;
	n = load32(r->head);
	if (!n)
		return take_trailer(r, e);
	if (n > BLOCK_BYTES) {
		fail_at(r, start, e, "a block of an impossible size");
		return TRACE_READ_ERROR;
	}
	if (!take(r, r->block, n, e))
		return TRACE_READ_ERROR;
	r->left = load32(r->head + 4);
	if (load64(r->head + 8) != checksum(r->block, n, load64(r->head)) ||
	    !r->left) {
		fail_at(r, start, e, "the block is damaged");
		return TRACE_READ_ERROR;
	}
	if (r->digest)
		SHA256Update(&r->sha, r->block, n);
	memset(r->block + n, 0, CODEC_RECORD_MAX);
	r->at = r->block;
	r->end = r->block + n;
	return TRACE_READ_OK;
}

enum trace_read trace_reader_next(struct trace_reader *r,
				  const struct trace_rec **recs, size_t *n,
				  struct dag_error *e)
{
	size_t k = 0;

	REQUIRE(r->codec);
	if (!r->left) {
		enum trace_read got = take_block(r, e);

		if (got != TRACE_READ_OK)
			return got;
	}
	while (k < CHUNK && r->left) {
		uint64_t here = r->offset - (uint64_t)(r->end - r->at);
		const char *why = "fewer records than the block promises";

		if (r->at < r->end)
			r->at = codec_decode(r->codec, r->at, r->end,
					     &r->recs[k], &why);
		else
			r->at = NULL;
		if (!r->at) {
			fail_at(r, here, e, why);
			return TRACE_READ_ERROR;
		}
		k++;
		r->left--;
	}
	if (!r->left && r->at < r->end) {
		fail_at(r, r->offset - (uint64_t)(r->end - r->at), e,
			"more bytes than the block's records need");
		return TRACE_READ_ERROR;
	}
	r->records += k;
	*recs = r->recs;
	*n = k;
	return TRACE_READ_OK;
}

bool trace_reader_feed(struct trace_reader *r, struct trace_sink *const *sinks,
		       size_t n_sinks, struct dag_error *e)
{
	const struct trace_rec *recs;
	enum trace_read got;
	size_t n;

	while ((got = trace_reader_next(r, &recs, &n, e)) == TRACE_READ_OK) {
		bool alive = n_sinks == 0;

		for (size_t i = 0; i < n_sinks; i++) {
			if (!sinks[i]->failed)
				sinks[i]->consume(sinks[i], recs, n);
			alive = alive || !sinks[i]->failed;
		}
		if (!alive)
			return true;
	}
	return got == TRACE_READ_END;
}

const char *trace_reader_digest(const struct trace_reader *r)
{
	return r->hex;
}
