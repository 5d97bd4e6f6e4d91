/* version.c - see version.h */
#include "cli/version.h"

#include <cjson/cJSON.h>
#include <gsl/gsl_version.h>
#include <stdint.h>
#include <yaml.h>

#ifndef DAGSIM_FLAGS
#define DAGSIM_FLAGS ""
#endif
#ifndef DAGSIM_LIBMD_VERSION
#define DAGSIM_LIBMD_VERSION "unknown"
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void put_string(FILE *out, const char *key, const char *s, bool last)
{
	fprintf(out, "\"%s\":\"", key);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', out);
		fputc(*s, out);
	}
	fprintf(out, last ? "\"" : "\",");
}

void version_print(FILE *out, bool json)
{
	if (!json) {
		fprintf(out, "dagsim %s\n", DAGSIM_VERSION);
		return;
	}
	fputs("{\"schema\":\"dagsim.version/1\",", out);
	put_string(out, "version", DAGSIM_VERSION, false);
	put_string(out, "compiler", COMPILER, false);
	put_string(out, "flags", DAGSIM_FLAGS, false);
	fputs("\"libraries\":{", out);
	put_string(out, "libyaml", yaml_get_version_string(), false);
	put_string(out, "cjson", cJSON_Version(), false);
	put_string(out, "gsl", gsl_version, false);
	put_string(out, "libmd", DAGSIM_LIBMD_VERSION, true);
	fputs("}}\n", out);
}
