/* isolate.c - see isolate.h */
#define _GNU_SOURCE /* memfd_create */
#include "check/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MEMORY_MORE (1ul << 30)
enum { GOOD_END = 86 }; /* exit code of a child whose function returned */

void *isolate_shared(size_t bytes, struct dag_error *e)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p != MAP_FAILED)
		return p;
	error_system(e, NULL, "cannot share memory");
	return NULL;
}

void isolate_unshare(void *shared, size_t bytes)
{
	if (shared)
		munmap(shared, bytes);
}

static dag_time clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* What the process has, and so much more: a policy that takes memory without
 * end is not to take the machine's. */
static void limit_memory(void)
{
	struct rlimit most;
	unsigned long pages;
	FILE *f = fopen("/proc/self/statm", "re");
	bool known = f && fscanf(f, "%lu", &pages) == 1;

	if (f)
		fclose(f);
	if (!known || getrlimit(RLIMIT_AS, &most))
		return;
	pages += MEMORY_MORE / (unsigned long)sysconf(_SC_PAGESIZE);
	most.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
	if (most.rlim_max == RLIM_INFINITY || most.rlim_cur < most.rlim_max)
		setrlimit(RLIMIT_AS, &most);
}

/* Signals act as they do by default, the child ends with its parent, what it
 * starts ends with it, and no core is left in the folder of the caller. */
static _Noreturn void be_child(void (*fn)(void *ctx), void *ctx, int said)
{
	static const int defaults[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT,
				       SIGPIPE};
	struct rlimit none = {0, 0};
	int null = open("/dev/null", O_WRONLY);

	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++)
		signal(defaults[i], SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	limit_memory();
	setrlimit(RLIMIT_CORE, &none);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
	if (said >= 0)
		dup2(said, STDERR_FILENO);
	fn(ctx);
	_exit(GOOD_END);
}

/* Sleeps short at first: most children are done at once. */
static void pause_between(unsigned *rounds)
{
	long ns = *rounds < 20 ? 100000 : *rounds < 100 ? 1000000 : 5000000;
	struct timespec t = {0, ns};

	++*rounds;
	nanosleep(&t, NULL);
}

static enum isolated_end kill_child(pid_t child, enum isolated_end why)
{
	int status;

	kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return why;
}

static void read_status(int status, struct isolated *out)
{
	if (WIFSIGNALED(status)) {
		out->end = ISOLATED_SIGNAL;
		out->value = WTERMSIG(status);
	} else {
		out->value = WEXITSTATUS(status);
		out->end =
			out->value == GOOD_END ? ISOLATED_DONE : ISOLATED_EXIT;
	}
}

#define LOOK_COUNTS (20 * NS_PER_MS)

/* How long the child has been silent.  A busy machine gives a process little
 * time: what counts is the time that the child ran without a beat, or slept
 * of its own will, not the time that it stood in the queue for a processor. */
struct silence {
	clockid_t clock; /* the processor time of the child            */
	bool clocked;
	dag_time ran;       /* of the child, at its last beat             */
	dag_time slept, at; /* since its last beat; when last looked at   */
};

static dag_time clock_read(clockid_t id)
{
	struct timespec t;

	return clock_gettime(id, &t) ? 0 : t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* The letter behind the name in /proc/PID/stat, or 'S' where there is none. */
static char state_of(pid_t child)
{
	char path[40], text[128];
	const char *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)child);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 'S';
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return 'S';
	text[n] = '\0';
	end = strrchr(text, ')');
	return end && end[1] == ' ' ? end[2] : 'S';
}

static void silence_begin(struct silence *s, pid_t child)
{
	s->clocked = !clock_getcpuclockid(child, &s->clock);
	s->ran = 0;
	s->slept = 0;
	s->at = clock_now();
}

static void silence_break(struct silence *s)
{
	s->ran = s->clocked ? clock_read(s->clock) : 0;
	s->slept = 0;
}

static bool silence_exceeds(struct silence *s, pid_t child, dag_time limit)
{
	dag_time now = clock_now(), since = now - s->at;

	/* One look tells of the moment, not of the long time before it that
	 * the watch itself may have waited for a processor. */
	if (since > LOOK_COUNTS)
		since = LOOK_COUNTS;
	if (!s->clocked || state_of(child) != 'R')
		s->slept += since;
	s->at = now;
	return s->slept > limit ||
	       (s->clocked && clock_read(s->clock) - s->ran > limit);
}

static void watch(pid_t child, const volatile uint64_t *beats, dag_time limit,
		  dag_time total, struct isolated *out)
{
	dag_time start = clock_now();
	uint64_t seen = *beats;
	struct silence silence;
	unsigned rounds = 0;
	int status;

	silence_begin(&silence, child);
	for (;;) {
		pid_t got = waitpid(child, &status, WNOHANG);

		if (got == child) {
			read_status(status, out);
			return;
		}
		if (got < 0 && errno != EINTR) {
			out->end = ISOLATED_EXIT;
			return;
		}
		if (*beats != seen) {
			seen = *beats;
			silence_break(&silence);
		}
		if (silence_exceeds(&silence, child, limit)) {
			out->end = kill_child(child, ISOLATED_HANG);
			return;
		}
		if (total && clock_now() - start > total) {
			out->end = kill_child(child, ISOLATED_STOP);
			return;
		}
		pause_between(&rounds);
	}
}

/* The last line that the child wrote, without what cannot be printed. */
static void read_last_line(int said, struct isolated *out)
{
	char text[sizeof(out->said)];
	off_t size = lseek(said, 0, SEEK_END);
	off_t from = size > (off_t)sizeof(text) - 1
			     ? size - (off_t)sizeof(text) + 1
			     : 0;
	ssize_t n = pread(said, text, sizeof(text) - 1, from);
	char *line;

	if (n <= 0)
		return;
	while (n > 0 && text[n - 1] == '\n')
		n--;
	text[n] = '\0';
	line = strrchr(text, '\n');
	snprintf(out->said, sizeof(out->said), "%s", line ? line + 1 : text);
	for (char *c = out->said; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
}

bool isolate_run(void (*fn)(void *ctx), void *ctx,
		 const volatile uint64_t *beats, dag_time limit, dag_time total,
		 struct isolated *out, struct dag_error *e)
{
	int said = memfd_create("stderr", MFD_CLOEXEC);
	pid_t child;

	*out = (struct isolated){.end = ISOLATED_DONE};
	fflush(NULL);
	child = fork();
	if (child == 0)
		be_child(fn, ctx, said);
	if (child > 0) {
		watch(child, beats, limit, total, out);
		kill(-child, SIGKILL); /* whoever it has left behind */
	}
	if (child > 0 && said >= 0)
		read_last_line(said, out);
	if (said >= 0)
		close(said);
	return child > 0 || error_system(e, NULL, "cannot start a process");
}
