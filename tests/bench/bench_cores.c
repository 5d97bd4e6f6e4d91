/* bench_cores.c - what a job on m cores costs, beside a plain loop
 *
 *   build/tests/bench/bench_cores                 the sets below
 *   build/tests/bench/bench_cores FILE.csv M ...  given sets
 *
 * A set has n tasks of one node, implicit deadlines and U = 0.9 m, periods
 * log-uniform in 1 to 100 ms on a grid of 0.1 ms; a file has the columns
 * name,period_us,wcet_us,deadline_us.  dagsim runs preemptive global EDF with
 * metrics.  The yardstick is the loop one would write for the purpose: two
 * binary heaps, and a scan of the cores wherever a core is looked for; it
 * counts misses, preemptions, migrations, and the largest response of each
 * task, but has no policy, percentiles, trace or checks.  Both run in the same
 * process in turn, so the ratio holds on a busy machine.  What is asked of
 * dagsim: half of its jobs per second up to 4 cores, where a scan is free, and
 * more than it on 16 and 64.  Behind that: DAG nodes per second, and memory as
 * the horizon grows.
 */
#include "base/rng.h"
#include "sim/sim.h"
#include "trace/metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 5, PLAIN_CORES = 64 };

struct set {
	size_t n;
	dag_time *period, *cost, *deadline;
	double rate; /* jobs per second of virtual time */
};

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- the plain loop --- */

struct plain_job {
	dag_time deadline, release, left, since;
	size_t task, last; /* last: the core it ran on, or NO_CORE            */
};
#define NO_CORE SIZE_MAX

struct plain_release {
	dag_time t;
	size_t task;
};

struct plain {
	struct plain_release *releases;
	struct plain_job **ready, **running, **spare;
	size_t n_ready, cap_ready, n_spare, cap_spare, n_cores;
	dag_time finish[PLAIN_CORES];
	uint64_t jobs, done, missed, preemptions, migrations;
	dag_time *worst; /* by task                                           */
	double sum;      /* of responses                                      */
};

static int plain_before(const struct plain_job *a, const struct plain_job *b)
{
	if (a->deadline != b->deadline)
		return a->deadline < b->deadline;
	if (a->task != b->task)
		return a->task < b->task;
	return a->release < b->release;
}

static void plain_push(struct plain *p, struct plain_job *j)
{
	size_t i = p->n_ready++;

	array_reserve((void **)&p->ready, &p->cap_ready, p->n_ready,
		      sizeof(*p->ready));
	for (; i && plain_before(j, p->ready[(i - 1) / 2]); i = (i - 1) / 2)
		p->ready[i] = p->ready[(i - 1) / 2];
	p->ready[i] = j;
}

static struct plain_job *plain_pop(struct plain *p)
{
	struct plain_job *top = p->ready[0], *x = p->ready[--p->n_ready];
	size_t i = 0, c;

	while ((c = 2 * i + 1) < p->n_ready) {
		if (c + 1 < p->n_ready &&
		    plain_before(p->ready[c + 1], p->ready[c]))
			c++;
		if (!plain_before(p->ready[c], x))
			break;
		p->ready[i] = p->ready[c];
		i = c;
	}
	p->ready[i] = x;
	return top;
}

static int plain_sooner(struct plain_release a, struct plain_release b)
{
	return a.t < b.t || (a.t == b.t && a.task < b.task);
}

static void plain_release(struct plain *p, const struct set *s, dag_time now)
{
	while (p->releases[0].t == now) {
		size_t task = p->releases[0].task, i = 0, c;
		struct plain_release next = {now + s->period[task], task};
		struct plain_job *j = p->n_spare ? p->spare[--p->n_spare]
						 : malloc(sizeof(*j));

		*j = (struct plain_job){now + s->deadline[task],
					now,
					s->cost[task],
					0,
					task,
					NO_CORE};
		plain_push(p, j);
		p->jobs++;
		while ((c = 2 * i + 1) < s->n) {
			if (c + 1 < s->n &&
			    plain_sooner(p->releases[c + 1], p->releases[c]))
				c++;
			if (!plain_sooner(p->releases[c], next))
				break;
			p->releases[i] = p->releases[c];
			i = c;
		}
		p->releases[i] = next;
	}
}

static void plain_finish(struct plain *p, size_t core, dag_time now)
{
	struct plain_job *j = p->running[core];
	dag_time response = now - j->release;

	p->done++;
	p->missed += now > j->deadline;
	p->sum += (double)response;
	if (response > p->worst[j->task])
		p->worst[j->task] = response;
	p->running[core] = NULL;
	array_reserve((void **)&p->spare, &p->cap_spare, p->n_spare + 1,
		      sizeof(*p->spare));
	p->spare[p->n_spare++] = j;
}

static void plain_assign(struct plain *p, size_t core, dag_time now)
{
	struct plain_job *j = plain_pop(p), *old = p->running[core];

	if (old) {
		old->left = p->finish[core] - now;
		p->preemptions++;
		plain_push(p, old);
	}
	p->migrations += j->last != NO_CORE && j->last != core;
	j->since = now;
	j->last = core;
	p->running[core] = j;
	p->finish[core] = now + j->left;
}

static void plain_decide(struct plain *p, dag_time now)
{
	while (p->n_ready) {
		size_t core = NO_CORE, last = 0;

		for (size_t i = 0; i < p->n_cores; i++)
			if (!p->running[i] &&
			    (core == NO_CORE || p->ready[0]->last == i))
				core = i;
		if (core == NO_CORE) {
			for (core = 1; core < p->n_cores; core++)
				if (plain_before(p->running[last],
						 p->running[core]))
					last = core;
			if (!plain_before(p->ready[0], p->running[last]))
				return;
			core = last;
		}
		plain_assign(p, core, now);
	}
}

static void plain_free(struct plain *p)
{
	for (size_t i = 0; i < p->n_ready; i++)
		free(p->ready[i]);
	for (size_t i = 0; i < p->n_spare; i++)
		free(p->spare[i]);
	for (size_t i = 0; i < p->n_cores; i++)
		free(p->running[i]);
	free(p->ready);
	free(p->spare);
	free(p->running);
	free(p->releases);
	free(p->worst);
}

/* CPU seconds of the plain loop; its counts in *out. */
static double plain_run(const struct set *s, size_t cores, dag_time horizon,
			struct plain *out)
{
	struct plain p = {.n_cores = cores};
	double start = cpu_seconds();

	p.releases = calloc(s->n, sizeof(*p.releases));
	p.running = calloc(cores, sizeof(*p.running));
	p.worst = calloc(s->n, sizeof(*p.worst));
	for (size_t i = 0; i < s->n; i++)
		p.releases[i].task = i;
	for (;;) {
		dag_time now = p.releases[0].t;

		for (size_t i = 0; i < cores; i++)
			if (p.running[i] && p.finish[i] < now)
				now = p.finish[i];
		if (now >= horizon)
			break;
		for (size_t i = 0; i < cores; i++)
			if (p.running[i] && p.finish[i] == now)
				plain_finish(&p, i, now);
		plain_release(&p, s, now);
		plain_decide(&p, now);
	}
	start = cpu_seconds() - start;
	*out = p;
	plain_free(&p);
	return start;
}

/* --- dagsim --- */

static struct workload *new_workload(uint32_t n_tasks, uint32_t n_nodes,
				     uint32_t n_edges, uint32_t cores)
{
	struct workload *w = calloc(1, sizeof(*w));
	struct arena *a = &w->arena;

	w->file = w->name = w->device = "bench";
	w->n_models = w->n_nodes = n_nodes;
	w->n_tasks = n_tasks;
	w->n_edges = n_edges;
	w->models = ARENA_NEW(a, struct model, n_nodes);
	w->tasks = ARENA_NEW(a, struct task, n_tasks);
	w->nodes = ARENA_NEW(a, struct node, n_nodes);
	w->edges = ARENA_NEW(a, struct edge, n_edges);
	w->platform.n_cores = cores;
	w->platform.preemption = PREEMPT_FULL;
	w->sim = (struct sim_defaults){NS_PER_S, LATE_RUN, {1, 1}, 0};
	return w;
}

static void put_node(struct workload *w, uint32_t i, uint32_t task,
		     dag_time cost)
{
	dag_time *latency = ARENA_NEW(&w->arena, dag_time, 1);
	char *name = arena_printf(&w->arena, "n%05u", i);

	*latency = cost;
	w->models[i] = (struct model){.name = name,
				      .resource = ON_CORE,
				      .max_batch = 1,
				      .latency = latency};
	w->nodes[i] = (struct node){.name = name, .task = task, .model = i};
}

static void put_task(struct workload *w, uint32_t i, uint32_t first_node,
		     uint32_t n_nodes, dag_time period, dag_time deadline)
{
	w->tasks[i] = (struct task){.name = arena_printf(&w->arena, "t%05u", i),
				    .first_node = first_node,
				    .n_nodes = n_nodes,
				    .period = period,
				    .deadline = deadline,
				    .group = NONE};
}

static struct workload *checked(struct workload *w)
{
	struct dag_error e;

	if (workload_check(w, &e))
		return w;
	fprintf(stderr, "%s\n", e.msg);
	exit(1);
}

static struct workload *set_workload(const struct set *s, uint32_t cores)
{
	struct workload *w =
		new_workload((uint32_t)s->n, (uint32_t)s->n, 0, cores);

	for (uint32_t i = 0; i < s->n; i++) {
		put_node(w, i, i, s->cost[i]);
		put_task(w, i, i, 1, s->period[i], s->deadline[i]);
	}
	return checked(w);
}

struct outcome {
	double seconds;
	uint64_t jobs, nodes, missed, preemptions;
	dag_time worst;
};

static struct outcome simulate(const struct workload *w, dag_time horizon)
{
	struct arena a = {0};
	struct dag_error e;
	struct policy p;
	struct trace_header h = {0};
	struct sim_config c = {.workload = w,
			       .policy = &p,
			       .horizon = horizon,
			       .late = LATE_RUN};
	struct metrics_run run;
	struct metrics *m;
	struct trace_sink *sink;
	struct outcome out;
	double start = cpu_seconds();

	if (!policy_init(&p, policy_find("gedf", &e), w, &a, &e))
		exit(1);
	trace_header_init(&h, w, &a);
	h.policy = "gedf";
	h.horizon = horizon;
	m = metrics_new(&h);
	sink = metrics_sink(m);
	if (!sim_run(&c, &a, &sink, 1, NULL, &e)) {
		fprintf(stderr, "%s\n", e.msg);
		exit(1);
	}
	metrics_report(m, &a, &run);
	out = (struct outcome){
		cpu_seconds() - start, run.overall.released,
		run.started,           metrics_missed(&run.overall),
		run.preemptions,       run.overall.max_response};
	metrics_free(m);
	arena_free(&a);
	return out;
}

/* --- sets --- */

static double unit(struct rng *r)
{
	return ((double)(rng_next(r) >> 11) + 0.5) * 0x1p-53;
}

/* Utilizations by UUniFast (Bini, Buttazzo 2005), drawn anew while one is
 * above 1; where that does not come to an end, near-equal ones. */
static void draw_utilizations(struct rng *r, double *u, size_t n, double total)
{
	double most = 2, sum;

	for (int attempt = 0; most > 1 && attempt < 2000; attempt++) {
		sum = total;
		most = 0;
		for (size_t i = 0; i < n; i++) {
			double left = sum;

			if (i + 1 < n)
				left *= 1 -
					pow(unit(r), 1 / (double)(n - i - 1));
			u[i] = left;
			sum -= left;
			most = left > most ? left : most;
		}
	}
	if (most <= 1)
		return;
	sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += u[i] = 0.5 + unit(r);
	for (size_t i = 0; i < n; i++)
		u[i] *= total / sum;
}

static struct set new_set(size_t n)
{
	return (struct set){n, calloc(n, sizeof(dag_time)),
			    calloc(n, sizeof(dag_time)),
			    calloc(n, sizeof(dag_time)), 0};
}

static struct set draw_set(size_t n, uint32_t cores)
{
	struct set s = new_set(n);
	struct rng r = {1000 * n + cores};
	double *u = calloc(n, sizeof(*u));

	draw_utilizations(&r, u, n, 0.9 * cores);
	for (size_t i = 0; i < n; i++) {
		double t = floor(10 * exp(unit(&r) * log(100)) + 0.5);

		s.period[i] = s.deadline[i] = (dag_time)t * 100 * NS_PER_US;
		s.cost[i] = (dag_time)(t * 100 * u[i]) * NS_PER_US;
		if (s.cost[i] < NS_PER_US)
			s.cost[i] = NS_PER_US;
		s.rate += 1e9 / (double)s.period[i];
	}
	free(u);
	return s;
}

static struct set read_set(const char *path)
{
	struct set s = new_set(100000);
	FILE *f = fopen(path, "r");
	char line[256];
	size_t n = 0;

	if (!f) {
		perror(path);
		exit(2);
	}
	while (n < s.n && fgets(line, sizeof(line), f)) {
		long long t, c, d;

		if (sscanf(line, "%*[^,],%lld,%lld,%lld", &t, &c, &d) != 3)
			continue;
		s.period[n] = t * NS_PER_US;
		s.cost[n] = c * NS_PER_US;
		s.deadline[n] = d * NS_PER_US;
		s.rate += 1e9 / (double)s.period[n++];
	}
	fclose(f);
	s.n = n;
	return s;
}

static void free_set(struct set *s)
{
	free(s->period);
	free(s->cost);
	free(s->deadline);
}

/* --- what is printed --- */

static void best_of(double *best, double value)
{
	if (*best == 0 || value < *best)
		*best = value;
}

static void compare(const struct set *s, uint32_t cores, uint64_t jobs)
{
	struct workload *w = set_workload(s, cores);
	dag_time horizon = (dag_time)((double)jobs / s->rate * 1e9);
	double mine = 0, plain = 0;
	struct outcome o;
	struct plain p;

	for (int round = 0; round < ROUNDS; round++) {
		o = simulate(w, horizon);
		best_of(&mine, o.seconds);
		best_of(&plain, plain_run(s, cores, horizon, &p));
	}
	printf("gedf %5zu tasks %2u cores  %6.2f M jobs/s  plain loop %6.2f M "
	       "jobs/s  ratio %.2f (asked: %.1f; %llu preemptions, %llu)\n",
	       s->n, cores, (double)o.jobs / mine * 1e-6,
	       (double)p.jobs / plain * 1e-6, plain / mine, cores > 4 ? 1 : 0.5,
	       (unsigned long long)o.preemptions,
	       (unsigned long long)p.preemptions);
	if (o.jobs != p.jobs || (o.missed == 0) != (p.missed == 0))
		printf("the two disagree: %llu and %llu jobs, %llu and %llu "
		       "missed\n",
		       (unsigned long long)o.jobs, (unsigned long long)p.jobs,
		       (unsigned long long)o.missed,
		       (unsigned long long)p.missed);
	workload_free(w);
}

/* 10 DAGs of 20 nodes: 4 layers of 5, each node behind two of the layer
 * before; U = 0.9 m. */
static struct workload *dag_workload(uint32_t cores)
{
	enum { DAGS = 10, WIDTH = 5, LAYERS = 4, NODES = WIDTH * LAYERS };
	struct workload *w = new_workload(
		DAGS, DAGS * NODES, DAGS * (LAYERS - 1) * WIDTH * 2, cores);
	uint32_t edge = 0;

	for (uint32_t d = 0; d < DAGS; d++) {
		dag_time period = (10 + 7 * d) * NS_PER_MS;
		dag_time cost = period * 9 * cores / (10 * DAGS * NODES);

		put_task(w, d, d * NODES, NODES, period, period);
		for (uint32_t i = 0; i < NODES; i++) {
			uint32_t node = d * NODES + i;

			put_node(w, node, d, cost - (dag_time)i * 997);
			for (uint32_t k = 0; i >= WIDTH && k < 2; k++)
				w->edges[edge++] =
					(struct edge){node - WIDTH - i % WIDTH +
							      (i + k) % WIDTH,
						      node, 0, NULL, 0};
		}
	}
	return checked(w);
}

static void dags(uint32_t cores)
{
	struct workload *w = dag_workload(cores);
	struct outcome o;
	double best = 0;

	for (int round = 0; round < ROUNDS; round++) {
		o = simulate(w, 500 * NS_PER_S);
		best_of(&best, o.seconds);
	}
	printf("gedf 10 DAGs of 20 nodes, %u cores  %.2f M nodes/s  (%llu "
	       "preemptions)\n",
	       cores, (double)o.nodes / best * 1e-6,
	       (unsigned long long)o.preemptions);
	workload_free(w);
}

static long peak_kib(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

static void memory(void)
{
	struct workload *w = dag_workload(4);
	long before;

	simulate(w, 60 * NS_PER_S);
	before = peak_kib();
	simulate(w, 1200 * NS_PER_S);
	printf("peak memory after 60 s of virtual time %ld KiB, after 1200 s "
	       "%ld KiB\n",
	       before, peak_kib());
	workload_free(w);
}

int main(int argc, char **argv)
{
	static const struct {
		size_t n;
		uint32_t cores;
	} sets[] = {
		{10, 1}, {10, 4}, {100, 4}, {1000, 4}, {1000, 16}, {1000, 64},
	};
	const uint64_t jobs = 1000000;

	if (argc == 1) {
		memory();
		dags(4);
	}
	for (size_t i = 0; argc == 1 && i < sizeof(sets) / sizeof(*sets); i++) {
		struct set s = draw_set(sets[i].n, sets[i].cores);

		compare(&s, sets[i].cores, jobs);
		free_set(&s);
	}
	for (int i = 1; i + 1 < argc; i += 2) {
		struct set s = read_set(argv[i]);

		compare(&s, (uint32_t)strtoul(argv[i + 1], NULL, 10), jobs);
		free_set(&s);
	}
	return 0;
}
