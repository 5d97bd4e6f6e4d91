/* trace_format.h - the framing of a section in bytes (internal)
 *
 * See dagsim-trace(5).  All numbers are little-endian.
 *   header   line of JSON with its newline, then its checksum (8)
 *   block    payload bytes (4), records (4), checksum (8), payload
 *   trailer  zero (4), flags (4), records (8), SHA-256 or zeros (32),
 *            checksum (8)
 */
#ifndef DAGSIM_TRACE_TRACE_FORMAT_H
#define DAGSIM_TRACE_TRACE_FORMAT_H

#include "trace/trace_file.h"

#include <stdint.h>
#include <stdio.h>

enum {
	BLOCK_HEAD = 16,
	BLOCK_BYTES = 32 * 1024, /* most payload of a block                   */
	TRAILER_FLAGS = 4,
	TRAILER_RECORDS = 8,
	TRAILER_SHA = 16,
	TRAILER_SUM = 48,
	TRAILER_BYTES = 56,
	TRAILER_HAS_SHA = 1,
	TRAILER_MORE = 2, /* another section follows                          */
	SUM_HEADER = 1,   /* seeds of checksums; a block's: its first 8 bytes */
	SUM_TRAILER = 2,
};

static inline void trailer_hex(const uint8_t *trailer,
			       char hex[TRACE_DIGEST_SIZE])
{
	for (int i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", trailer[TRAILER_SHA + i]);
}

#endif
