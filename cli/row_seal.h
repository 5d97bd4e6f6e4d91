/* row_seal.h - rows that tell when they were changed
 *
 * The last member of a row is "crc32": the CRC-32 of zlib, gzip and PNG over
 * all bytes of the line before the comma that leads it, as eight hexadecimal
 * digits.  So a row whose digits were changed on a disk or by hand is found
 * when shards are merged, work is gone on with or a sweep is drawn, where the
 * shape of the row tells nothing.
 */
#ifndef DAGSIM_CLI_ROW_SEAL_H
#define DAGSIM_CLI_ROW_SEAL_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "123456789" has 0xcbf43926. */
uint32_t crc32_of(const char *bytes, size_t n);

/* Adds the last member of the object that `j` has written so far as the only
 * line of `line`. */
void row_seal(struct json *j, const struct json_text *line);

/* Does the line, without its newline, end as row_seal ends it, and did nobody
 * change it since? */
bool row_sealed(const char *line, size_t len);
bool row_unchanged(const char *line, size_t len);

#endif
