/* guard.c - see guard.h */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "cli/guard.h"

#include "cli/output.h"
#include "policies/plugin.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { STACK_BYTES = 64 << 10, TICK_US = 100000, SLEEPING = 3 };

/* Handlers see nothing else. */
static struct {
	char plugins[1024]; /* as given, one after another                */
	int code;
	bool stands, done, told;
	volatile sig_atomic_t with_case;
	volatile uint64_t number, beats;
	uint64_t seed;
	dag_time limit;
	uint64_t seen; /* beats, at the last tick that saw a new one      */
	dag_time ran, at;
} guard = {.code = EXIT_USAGE};

static char stack[STACK_BYTES];

/* snprintf is not among what a handler may call, but it takes no lock where
 * only text and numbers are printed. */
static void say(const char *what)
{
	char line[1600], where[80] = "";
	int n;

	if (guard.with_case)
		snprintf(where, sizeof(where),
			 ", in case %" PRIu64 " of seed %" PRIu64, guard.number,
			 guard.seed);
	n = snprintf(line, sizeof(line),
		     "dagsim: a policy from %s %s%s; try dagsim check-policy\n",
		     guard.plugins, what, where);
	if (n > 0)
		(void)!write(STDERR_FILENO, line, strlen(line));
	guard.told = true;
}

static void on_fault(int sig)
{
	char what[120];

	snprintf(what, sizeof(what), "ended on signal %d (%s)", sig,
		 sig == SIGSEGV   ? "Segmentation fault"
		 : sig == SIGBUS  ? "Bus error"
		 : sig == SIGFPE  ? "Floating point exception"
		 : sig == SIGILL  ? "Illegal instruction"
		 : sig == SIGTRAP ? "Trap"
				  : "Aborted");
	say(what);
	output_remove();
	_exit(guard.code);
}

/* --- exit() --- */

static void on_exit_call(void)
{
	if (guard.done || guard.told)
		return;
	say("ended the process");
	output_remove();
	_exit(guard.code);
}

/* --- silence --- */

static dag_time clock_of(clockid_t id)
{
	struct timespec t;

	return clock_gettime(id, &t) ? 0 : t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void on_tick(int sig)
{
	dag_time ran = clock_of(CLOCK_PROCESS_CPUTIME_ID);
	dag_time at = clock_of(CLOCK_MONOTONIC);
	char what[80], limit[32];

	(void)sig;
	if (guard.done)
		return;
	if (guard.seen != guard.beats) {
		guard.seen = guard.beats;
		guard.ran = ran;
		guard.at = at;
		return;
	}
	if (ran - guard.ran <= guard.limit &&
	    at - guard.at <= SLEEPING * guard.limit)
		return;
	time_format(limit, sizeof(limit), guard.limit);
	snprintf(what, sizeof(what), "does not answer within %s", limit);
	say(what);
	output_remove();
	_exit(guard.code);
}

/* --- standing --- */

static void start_ticks(void)
{
	struct sigaction act = {.sa_handler = on_tick,
				.sa_flags = SA_ONSTACK | SA_RESTART};
	struct itimerval every = {{0, TICK_US}, {0, TICK_US}};

	guard.ran = clock_of(CLOCK_PROCESS_CPUTIME_ID);
	guard.at = clock_of(CLOCK_MONOTONIC);
	sigemptyset(&act.sa_mask);
	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
}

static void stand(void)
{
	static const int faults[] = {SIGSEGV, SIGBUS,  SIGFPE,
				     SIGILL,  SIGABRT, SIGTRAP};
	struct sigaction act = {.sa_handler = on_fault,
				.sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};

	sigemptyset(&act.sa_mask);
	sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		sigaction(faults[i], &act, NULL);
	atexit(on_exit_call);
	guard.stands = true;
	if (guard.limit)
		start_ticks();
}

void guard_plugin(const char *spec)
{
	size_t used = strlen(guard.plugins);

	if (!policy_is_path(spec))
		return;
	snprintf(guard.plugins + used, sizeof(guard.plugins) - used, "%s%s",
		 used ? " or " : "", spec);
	if (!guard.stands)
		stand();
}

void guard_code(enum exit_code code)
{
	guard.code = (int)code;
}

void guard_case(uint64_t number, uint64_t seed)
{
	guard.number = number;
	guard.seed = seed;
	guard.beats++;
	guard.with_case = 1;
}

void guard_limit(dag_time limit)
{
	guard.limit = limit;
	if (guard.stands)
		start_ticks();
}

void guard_done(void)
{
	guard.done = true;
}
