/* new_policy.h - the files that `dagsim new-policy` writes
 *
 * Lines; @NAME@ is the policy's name, @PROGRAM@ the path of this program,
 * @CFLAGS@ what the compiler must be told to find the headers.
 */
#ifndef DAGSIM_CLI_NEW_POLICY_H
#define DAGSIM_CLI_NEW_POLICY_H

struct new_policy_words {
	const char *name, *program, *cflags;
};

extern const char *const new_policy_source[];
extern const char *const new_policy_makefile[];
extern const char *const new_policy_scenario[];

#endif
