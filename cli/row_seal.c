/* row_seal.c - see row_seal.h */
#include "cli/row_seal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char lead[] = ",\"crc32\":\"";
enum { LEAD = sizeof(lead) - 1, DIGITS = 8, SEAL = LEAD + DIGITS + 2 };

/* Four bits at a time: remainders of the polynomial 0xedb88320. */
uint32_t crc32_of(const char *bytes, size_t n)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
		0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
		0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= (unsigned char)bytes[i];
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}

static void digits_of(char out[DIGITS + 1], const char *line, size_t len)
{
	snprintf(out, DIGITS + 1, "%08" PRIx32, crc32_of(line, len));
}

void row_seal(struct json *j, const struct json_text *line)
{
	char digits[DIGITS + 1];

	assert(line->n > 1 && line->s[0] == '{');
	digits_of(digits, line->s, line->n);
	json_key(j, "crc32");
	json_string(j, digits);
}

bool row_sealed(const char *line, size_t len)
{
	return len > SEAL && !memcmp(line + len - SEAL, lead, LEAD) &&
	       !memcmp(line + len - 2, "\"}", 2);
}

bool row_unchanged(const char *line, size_t len)
{
	char digits[DIGITS + 1];

	if (!row_sealed(line, len))
		return false;
	digits_of(digits, line, len - SEAL);
	return !memcmp(line + len - SEAL + LEAD, digits, DIGITS);
}
