/* Nanoseconds a record of the sinks, on a synthetic run of n streams: three
 * records a job (release, start, finish), with noise and jitter.
 *   build/tests/bench/bench_trace [jobs] */
#include "base/rng.h"
#include "trace/audit.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CHUNK = 1020 };

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static struct trace_header *make_header(struct arena *a, uint32_t n,
					uint64_t jobs)
{
	struct trace_header *h = ARENA_NEW(a, struct trace_header, 1);
	struct trace_task *tasks = ARENA_NEW(a, struct trace_task, n);
	struct trace_node *nodes = ARENA_NEW(a, struct trace_node, n);
	static const struct trace_model model = {"m", 8};
	static const struct trace_exec exec = {.name = "accelerator",
					       .resource = ON_ACCELERATOR,
					       .preemption = PREEMPT_NONE,
					       .device = NONE};

	for (uint32_t i = 0; i < n; i++) {
		tasks[i] = (struct trace_task){
			.name = arena_printf(a, "stream%u", i),
			.period = 10000000,
			.deadline = 10000000,
			.jitter = 100000,
			.group = NONE,
			.first_node = i,
			.n_nodes = 1,
		};
		nodes[i].name = tasks[i].name;
		nodes[i].device = NONE;
	}
	*h = (struct trace_header){
		.program_version = "0",
		.source = "simulate",
		.workload = "bench",
		.digest = "",
		.command = "",
		.policy = "edf",
		.horizon = 10000000 * (dag_time)(jobs / n + 1),
		.tasks = tasks,
		.nodes = nodes,
		.models = &model,
		.execs = &exec,
		.n_tasks = n,
		.n_nodes = n,
		.n_models = 1,
		.n_execs = 1,
	};
	return h;
}

/* CHUNK records of consecutive jobs, from where *t stands. */
static void fill(struct trace_rec *recs, uint32_t n, dag_time *t, uint64_t *job)
{
	struct trace_rec *r = recs;

	for (int i = 0; i < CHUNK / 3; i++, ++*job) {
		uint64_t bits = rng_mix(*job);
		dag_time c = 700000 + (dag_time)(bits % 100000);
		dag_time release = *t - (dag_time)(bits >> 50);
		dag_time jitter = (dag_time)(bits >> 40 & 65535);
		dag_time deadline = release + 10000000 - jitter;
		struct trace_rec base = {.task = (uint32_t)(*job % n),
					 .instance = *job / n,
					 .t = *t};

		*r = base;
		r->kind = TRACE_RELEASE;
		r->t = release;
		r->a = deadline;
		r->b = jitter;
		r++;
		*r = base;
		r->kind = TRACE_START;
		r->a = c;
		r->b = (int64_t)(NOISE_ONE + bits % 100000000);
		r->count = 1;
		r++;
		*t += c + 20000;
		*r = base;
		r->kind = TRACE_FINISH;
		r->t = *t - 20000;
		r->a = release;
		r->b = deadline;
		r->count = 1;
		r->flags = TRACE_JOB_DONE;
		r++;
	}
}

static double run(struct trace_sink *s, uint32_t n, uint64_t jobs)
{
	static struct trace_rec recs[CHUNK];
	dag_time t = 1 << 20;
	uint64_t job = 0, count = 0;
	double spent = 0;

	while (job < jobs) {
		double start;

		fill(recs, n, &t, &job);
		start = now_ns();
		s->consume(s, recs, CHUNK);
		spent += now_ns() - start;
		count += CHUNK;
	}
	return spent / (double)count;
}

static double time_writer(const char *path, bool digest,
			  const struct trace_header *h, uint64_t jobs,
			  double *bytes)
{
	FILE *f = path ? fopen(path, "wb") : NULL;
	struct trace_writer *w = trace_writer_new(f, path);
	struct dag_error e;
	double ns;

	trace_writer_begin(w, h, digest);
	ns = run(trace_writer_sink(w), h->n_tasks, jobs);
	trace_writer_end(w, NULL);
	if (!trace_writer_close(w, &e))
		puts(e.msg);
	if (f) {
		*bytes = (double)ftell(f) / (3.0 * (double)jobs);
		fclose(f);
	}
	return ns;
}

static double time_audit(const struct trace_header *h, uint64_t jobs)
{
	struct audit *a = audit_new(h, 0);
	double ns = run(audit_sink(a), h->n_tasks, jobs);

	audit_free(a);
	return ns;
}

static double time_reader(const char *path, uint64_t jobs)
{
	struct dag_error e;
	struct trace_reader *r = trace_reader_open(path, false, &e);
	const struct trace_header *h;
	double start = now_ns();

	if (trace_reader_section(r, &h, &e) != TRACE_READ_OK ||
	    !trace_reader_feed(r, NULL, 0, &e))
		puts(e.msg);
	trace_reader_close(r);
	return (now_ns() - start) / (3.0 * (double)jobs);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {10, 100, 1000, 10000};
	uint64_t jobs = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
	const char *folder = getenv("TMPDIR");
	char path[4096];

	snprintf(path, sizeof(path), "%s/dagsim-XXXXXX",
		 folder && *folder ? folder : "/tmp");
	if (mkstemp(path) < 0) {
		perror(path);
		return 1;
	}
	puts("ns a record:  metrics cold  warm  encode   write  (bytes)  read  "
	     "digest");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct arena a = {0};
		struct trace_header *h = make_header(&a, sizes[i], jobs);
		struct metrics *m = metrics_new(h);
		double bytes = 0;

		printf("%5u streams %14.2f", sizes[i],
		       run(metrics_sink(m), sizes[i], jobs));
		metrics_reset(m, h);
		printf(" %5.2f", run(metrics_sink(m), sizes[i], jobs));
		metrics_free(m);
		printf(" %7.2f",
		       time_writer("/dev/null", false, h, jobs, &bytes));
		printf(" %7.2f", time_writer(path, false, h, jobs, &bytes));
		printf(" %7.2f", bytes);
		printf(" %6.2f", time_reader(path, jobs));
		printf(" %7.2f", time_writer(NULL, true, h, jobs, NULL));
		printf(" %6.2f\n", time_audit(h, jobs));
		arena_free(&a);
	}
	remove(path);
	return 0;
}
