/* codec.h - one record as a few bytes
 *
 * Most of a record follows from the records before it: a release is the next
 * instance of its task with the task's deadline, a finish is of the batch
 * that its executor runs, at the time that the start foretold.  The codec
 * keeps what is needed to foretell (the next instance of each task, the
 * batch of each executor) and writes only what differs; a record that fits
 * no short form is written in full.  So every sequence of records with times
 * in order can be encoded, and decodes to itself.  dagsim-trace(5) is the
 * specification, byte by byte.
 *
 * Encoder and decoder are the same object: both pass each record through
 * the same state.  About 7 bytes and 5 ns a record.  Memory: 8 bytes a task,
 * 16 bytes a member of the largest batch that each executor ran.
 */
#ifndef DAGSIM_TRACE_CODEC_H
#define DAGSIM_TRACE_CODEC_H

#include "trace/trace.h"

/* No encoded record is longer.  The decoder may read as many bytes from its
 * start, so a buffer needs this much behind its end. */
enum { CODEC_RECORD_MAX = 96 };

struct codec;

struct codec *codec_new(const struct trace_header *h);
void codec_free(struct codec *c);

/* Writes records at p until all *n are written or one has ended beyond
 * limit; returns the end and sets *n to how many.  Requires that times are in
 * order, also with the record before, and indices that the header has. */
uint8_t *codec_encode(struct codec *c, const struct trace_rec *recs, size_t *n,
		      uint8_t *p, const uint8_t *limit);

/* Reads one record at p < end; returns the byte behind it, or NULL and *why
 * where the bytes are no record, or one that the header does not allow: what
 * it returns has indices in range, a known kind, times that are not negative
 * and in order, no finish before its release. */
const uint8_t *codec_decode(struct codec *c, const uint8_t *p,
			    const uint8_t *end, struct trace_rec *rec,
			    const char **why);

#endif
