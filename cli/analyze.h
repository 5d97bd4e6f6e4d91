/* analyze.h - one `dagsim analyze`: the question, the verdicts, the proof
 *
 * analyze.c       options, order of work, output
 * analyze_policy.c  which policy
 * analyze_ask.c   which tests; asking
 * analyze_assign.c  an order of priorities
 * analyze_table.c many verdicts, one a line
 * analyze_show.c  arrivals that miss, replayed by the simulator
 * analyze_attack.c  looking for them beyond what the analysis knows
 * analyze_chains.c  how long data takes along chains of tasks
 * analyze_admit.c streams that join one at a time
 */
#ifndef DAGSIM_CLI_ANALYZE_H
#define DAGSIM_CLI_ANALYZE_H

#include "analysis/chains.h"
#include "analysis/cores.h"
#include "analysis/margins.h"
#include "analysis/test.h"
#include "analysis/witness.h"
#include "check/attack.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/workload_args.h"
#include "policies/lineup.h"
#include "trace/gantt.h"

enum { ANALYZE_TESTS = 64 };

struct analyze_args {
	struct workload_args workload;
	const char *policy;
	struct opt_choice batching, time;
	struct opt_list tests, chains;
	struct opt_count search, falsify;
	struct ratio safety_factor, noise_quantile;
	const char *trace, *gantt, *admit;
	bool json, explain, quiet, assign, all, experimental;
};

/* One verdict, and with --explain how far it is from the border. */
struct finding {
	const struct analysis_test *test; /* NULL: none covers the policy  */
	struct analysis_input input; /* what the test was asked            */
	struct verdict verdict;
	struct margins *margins; /* NULL where not asked for               */
};

/* The first miss of a replay. */
struct first_miss {
	bool found;
	uint32_t task;
	uint64_t instance;
	dag_time t, deadline;
};

struct analyze {
	struct cli *cli;
	const struct analyze_args *args;
	struct opened opened;
	/* The policy of the cores, or of the only kind of executor; NULL: that
	 * of each test.  Its line-up is set up where it drives the platform. */
	const struct policy_ops *policy;
	const char *policy_name;
	struct lineup lineup;
	bool has_lineup;
	struct policy_traits traits, beside; /* beside: of an accelerator  */
	struct analysis_charge charge;
	struct analysis_options options;
	struct analysis_input input;
	struct analysis_set *set;
	int32_t *assigned; /* priorities, by task; NULL: none asked or found */
	const char *unassigned; /* why none was found                     */
	struct finding found[ANALYZE_TESTS];
	size_t n_found;
	const struct analysis_test *needless[ANALYZE_TESTS]; /* not asked  */
	size_t n_needless;
	struct cores_response *guess; /* --experimental; NULL              */
	const char *no_guess;         /* why there is none                 */
	struct chain_bounds *chains;  /* of the workload, then --chain      */
	size_t n_chains;
	/* The refusal that is shown, if any, and what its replay did. */
	const struct finding *shown;
	struct witness witness;
	struct attack_result attack; /* --falsify; plans 0: not asked for  */
	struct first_miss miss;
	const char *unplaced; /* why the policy cannot be simulated, or NULL */
	struct gantt_options window;
	struct gantt *gantt;
	struct output trace_file;
};

/* analyze_policy.c: false and cli->error; then, once there is a set, what the
 * policy makes of it; and for a test that is asked without a policy the one it
 * stands for. */
bool analyze_choose_policy(struct analyze *a);
void analyze_bind_policy(struct analyze *a);
void analyze_stand_in(struct analyze *a, const struct analysis_test *t,
		      struct analysis_input *in);

/* analyze_assign.c: gives the tasks of the set the priorities that are found;
 * if there are none, those of the workload stay, and the reader is told. */
bool analyze_assign(struct analyze *a);

/* analyze_ask.c: false and cli->error */
bool analyze_prepare(struct analyze *a);
bool analyze_ask_all(struct analyze *a);

/* analyze_table.c: verdicts on several cores, one a line. */
bool analyze_is_table(const struct analyze *a);
void analyze_print_table(const struct analyze *a);
/* analyze_chains.c: after the tests; false and cli->error */
bool analyze_chains(struct analyze *a);

/* analyze_show.c: the policy that a test was asked about, or NULL. */
const char *analyze_policy_of(const struct analyze *a, const struct finding *f);

/* analyze_show.c: looks for arrivals that miss where a sufficient test fails;
 * replays those of a refusal where a trace or a drawing is asked for.  The
 * trace is written, and not yet put in place. */
bool analyze_show(struct analyze *a);

/* analyze_attack.c: attacks the policy on the workload of a replay; what is
 * found becomes the witness and the verdict.  False and cli->error. */
bool analyze_attack(struct analyze *a, struct finding *f,
		    const struct workload *w, const char *policy);
void analyze_print_attack(const struct analyze *a);
void analyze_json_attack(struct json *j, const struct analyze *a);

/* analyze_admit.c: after analyze_prepare, instead of all else. */
enum exit_code analyze_admit(struct analyze *a);

#endif
