/* version.h - what this program is and what it was built from */
#ifndef DAGSIM_CLI_VERSION_H
#define DAGSIM_CLI_VERSION_H

#include <stdbool.h>
#include <stdio.h>

/* "dagsim 0.1.0", or one JSON object with compiler, flags and libraries. */
void version_print(FILE *out, bool json);

#endif
