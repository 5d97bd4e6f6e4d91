/* trace_file.h - traces as files, and as digests
 *
 * A file is one section a run, one behind the other: a line of JSON (the
 * header), the records in blocks of a few bytes a record (codec.h), and a
 * trailer with their count and digest.  Header, blocks and trailer carry
 * 64-bit checksums, so a damaged or cut file is refused, with the byte where
 * it was noticed; dagsim-trace(5) has every byte.
 *
 * The digest of a run is the SHA-256 of the encoded records of its section,
 * without header and framing: it says what happened, and does not depend on
 * versions, command lines or names.
 *
 * Writing.  A writer passes its bytes to a stream that its caller opened and
 * will close; it can do without a stream, and then only digests, and without
 * a digest, since hashing costs more than all the rest (about 4 ns a byte,
 * where encoding and checksum take about 1).  A stream that fails (full disk,
 * closed pipe) sets `failed` of the sink, so that the run stops, and
 * trace_writer_close tells.
 *
 * Reading.  Sections and records stream by; memory is the headers, one block
 * and the codec's state.  What the reader hands out is safe to index and
 * calculate with (codec_decode says what was checked), whatever the bytes
 * were; whether it makes sense is for the auditor.
 */
#ifndef DAGSIM_TRACE_TRACE_FILE_H
#define DAGSIM_TRACE_TRACE_FILE_H

#include "base/error.h"
#include "trace/trace.h"

#include <stdio.h>

/* Sections of runs on platforms are of version 2, all others of version 1. */
enum {
	TRACE_VERSION = 1,
	TRACE_PLATFORM = 2,
	TRACE_DIGEST_SIZE = 65 /* hex and NUL */
};

/* --- writing --- */

struct trace_writer;

/* out: NULL to digest only.  name: of the file, for messages; kept. */
struct trace_writer *trace_writer_new(FILE *out, const char *name);
/* Starts the section of a run; h must last until its end. */
void trace_writer_begin(struct trace_writer *w, const struct trace_header *h,
			bool digest);
struct trace_sink *trace_writer_sink(struct trace_writer *w);
/* Ends it.  hex (may be NULL): its digest, or "" where none was asked for. */
void trace_writer_end(struct trace_writer *w, char hex[TRACE_DIGEST_SIZE]);
/* Writes what is left and frees the writer.  False, EXIT_SYSTEM and *e where
 * any byte did not go out. */
bool trace_writer_close(struct trace_writer *w, struct dag_error *e);

/* --- reading --- */

struct trace_reader;

enum trace_read { TRACE_READ_ERROR, TRACE_READ_OK, TRACE_READ_END };

/* "-": standard input.  NULL and *e where there is no such file.  digest: hash
 * the records, for files without a digest, and verify it in those with one. */
struct trace_reader *trace_reader_open(const char *path, bool digest,
				       struct dag_error *e);
/* Goes on to the next section, past the rest of this one.  *h lives until
 * the reader is closed.  A file without any section is an error. */
enum trace_read trace_reader_section(struct trace_reader *r,
				     const struct trace_header **h,
				     struct dag_error *e);
/* The next records of the section, at least one; valid until the next call.
 * TRACE_READ_END behind the last, when the trailer has been verified. */
enum trace_read trace_reader_next(struct trace_reader *r,
				  const struct trace_rec **recs, size_t *n,
				  struct dag_error *e);
/* Feeds the rest of the section to the sinks; stops early, with true, when
 * all of them have failed. */
bool trace_reader_feed(struct trace_reader *r, struct trace_sink *const *sinks,
		       size_t n_sinks, struct dag_error *e);
/* After TRACE_READ_END: the digest of the section; "" where the file has none
 * and none was asked for. */
const char *trace_reader_digest(const struct trace_reader *r);
void trace_reader_close(struct trace_reader *r);

#endif
