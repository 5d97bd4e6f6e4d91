/* version.c - see version.h */
#include "cli/version.h"

#include "base/json.h"

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

void version_print(FILE *out, bool json)
{
	struct json j;

	if (!json) {
		fprintf(out, "dagsim %s\n", DAGSIM_VERSION);
		return;
	}
	json_to_file(&j, out, 0);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.version/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "compiler"), json_string(&j, COMPILER);
	json_key(&j, "flags"), json_string(&j, DAGSIM_FLAGS);
	json_key(&j, "libraries"), json_object(&j);
	json_key(&j, "libyaml"), json_string(&j, yaml_get_version_string());
	json_key(&j, "gsl"), json_string(&j, gsl_version);
	json_key(&j, "libmd"), json_string(&j, DAGSIM_LIBMD_VERSION);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}
