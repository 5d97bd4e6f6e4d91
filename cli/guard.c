/* guard.c - see guard.h */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "cli/guard.h"

#include "cli/output.h"
#include "policies/plugin.h"
#include "policies/plugin_watch.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
	STACK_BYTES = 64 << 10,
	TICK_US = 100000,
	SLEEPING = 3,
	ASKERS = 256, /* threads that are watched                         */
};

/* The time since when nothing was heard: what was used of a processor, and the
 * ticks.  A process that is stopped, or gets no processor, has neither. */
struct silence {
	uint64_t heard; /* the count at the last tick that saw a new one   */
	dag_time ran;
	unsigned ticks;
};

/* A thread that asks policies from plugins. */
struct asker {
	_Alignas(64) atomic_ulong calls; /* odd: within one               */
	clockid_t clock;
	struct silence silence;
};

/* Handlers see nothing else. */
static struct {
	char plugins[1024]; /* as given, one after another                */
	int code;
	bool stands, done, told;
	volatile sig_atomic_t with_case;
	volatile uint64_t number, beats;
	uint64_t seed;
	dag_time limit;      /* of a call                                  */
	dag_time case_limit; /* of a case; 0: none                         */
	struct silence of_case;
	struct asker askers[ASKERS];
	atomic_uint n_askers;
} guard = {.code = EXIT_USAGE, .limit = 2 * NS_PER_S};

static _Thread_local struct asker *self;
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

static void enter(void)
{
	if (!self) {
		unsigned i = atomic_fetch_add(&guard.n_askers, 1);

		if (i >= ASKERS)
			return;
		self = &guard.askers[i];
		if (pthread_getcpuclockid(pthread_self(), &self->clock))
			self->clock = CLOCK_PROCESS_CPUTIME_ID;
	}
	atomic_store_explicit(
		&self->calls,
		atomic_load_explicit(&self->calls, memory_order_relaxed) + 1,
		memory_order_release);
}

/* A thread that is not watched has no `self`. */
static void leave(void)
{
	if (self)
		atomic_store_explicit(
			&self->calls,
			atomic_load_explicit(&self->calls,
					     memory_order_relaxed) +
				1,
			memory_order_release);
}

static const struct plugin_watch watch = {enter, leave};

static dag_time clock_of(clockid_t id)
{
	struct timespec t;

	return clock_gettime(id, &t) ? 0 : t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* Has `count` stood still for too long?  It has used a processor all the time,
 * or slept for a multiple of it. */
static bool silent(struct silence *s, uint64_t count, clockid_t clock,
		   dag_time limit)
{
	dag_time ran = clock_of(clock);

	if (s->heard != count || !s->ticks) {
		*s = (struct silence){count, ran, 1};
		return false;
	}
	s->ticks++;
	return ran - s->ran > limit ||
	       (dag_time)s->ticks * TICK_US * NS_PER_US > SLEEPING * limit;
}

static void end_of_patience(dag_time limit)
{
	char what[80], text[32];

	time_format(text, sizeof(text), limit);
	snprintf(what, sizeof(what), "does not answer within %s", text);
	say(what);
	output_remove();
	_exit(guard.code);
}

static void on_tick(int sig)
{
	unsigned n = atomic_load(&guard.n_askers);

	(void)sig;
	if (guard.done)
		return;
	if (guard.case_limit &&
	    silent(&guard.of_case, guard.beats, CLOCK_PROCESS_CPUTIME_ID,
		   guard.case_limit))
		end_of_patience(guard.case_limit);
	for (unsigned i = 0; i < n && i < ASKERS; i++) {
		struct asker *a = &guard.askers[i];
		uint64_t calls = atomic_load(&a->calls);

		if (calls % 2 == 0)
			a->silence.ticks = 0;
		else if (silent(&a->silence, calls, a->clock, guard.limit))
			end_of_patience(guard.limit);
	}
}

/* --- standing --- */

static void start_ticks(void)
{
	struct sigaction act = {.sa_handler = on_tick,
				.sa_flags = SA_ONSTACK | SA_RESTART};
	struct itimerval every = {{0, TICK_US}, {0, TICK_US}};

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
	plugin_watch_set(&watch);
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
	guard.limit = guard.case_limit = limit;
	guard.of_case.ticks = 0;
}

void guard_done(void)
{
	guard.done = true;
}
