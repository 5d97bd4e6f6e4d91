/* sweep_pool.c - see sweep_pool.h */
#include "cli/sweep_pool.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAKE_NS = 200 * 1000 * 1000 };

struct row_ref {
	uint32_t sweep;
	size_t row;
};

struct pool {
	const struct pool_request *q;
	struct row_ref *rows; /* that are missing                            */
	size_t n_rows;
	atomic_size_t next, made;
	atomic_uint running;
	atomic_bool stop;
	pthread_t caller;
	pthread_mutex_t lock; /* of the error                                */
	bool failed;
	struct dag_error *error;
};

/* --- a thread --- */

static void fail(struct pool *p, const struct dag_error *e)
{
	pthread_mutex_lock(&p->lock);
	if (!p->failed && e)
		*p->error = *e;
	p->failed = true;
	pthread_mutex_unlock(&p->lock);
	atomic_store(&p->stop, true);
}

static void make_row(struct pool *p, const struct row_ref *ref,
		     struct sweep_worker *worker)
{
	const struct pool_sweep *s = &p->q->sweeps[ref->sweep];
	struct dag_error e;
	char *line = sweep_row(s->sweep, ref->row, worker, &e);

	if (!line) {
		if (e.code)
			fail(p, &e);
		return;
	}
	s->sweep->lines[ref->row] = line;
	if (journal_append(s->journal, line))
		atomic_fetch_add(&p->made, 1);
	else
		fail(p, NULL); /* journal_sync tells why */
}

static void *work(void *arg)
{
	struct pool *p = arg;
	struct sweep_worker worker = {.stop = &p->stop};

	while (!atomic_load(&p->stop)) {
		size_t i = atomic_fetch_add(&p->next, 1);

		if (i >= p->n_rows)
			break;
		make_row(p, &p->rows[i], &worker);
	}
	sweep_worker_free(&worker);
	if (atomic_fetch_sub(&p->running, 1) == 1)
		pthread_kill(p->caller, SIGALRM);
	return NULL;
}

/* --- the caller --- */

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void tell(const struct pool *p, double start)
{
	size_t made = atomic_load(&p->made);
	double rate = (double)made / (now_s() - start);

	if (!p->q->progress || made == 0)
		return;
	fprintf(stderr, "\r%zu of %zu rows  %.0f/s  %.0f s left\033[K", made,
		p->n_rows, rate, (double)(p->n_rows - made) / rate);
}

static bool sync_all(const struct pool *p, struct dag_error *e)
{
	for (size_t i = 0; i < p->q->n_sweeps; i++)
		if (!journal_sync(p->q->sweeps[i].journal, e))
			return false;
	return true;
}

/* Returns the signal that ended it, or 0.  SIGALRM comes from the last
 * thread; all of the set are blocked, so none is lost. */
static int attend(struct pool *p, const sigset_t *set)
{
	struct timespec wake = {0, WAKE_NS};
	double start = now_s();
	int ended = 0;

	while (atomic_load(&p->running)) {
		struct dag_error e;
		int sig = sigtimedwait(set, NULL, &wake);

		if (sig == SIGINT || sig == SIGTERM) {
			ended = sig;
			atomic_store(&p->stop, true);
		}
		tell(p, start);
		if (sig < 0 && !sync_all(p, &e))
			fail(p, &e);
	}
	if (p->q->progress)
		fputs("\r\033[K", stderr);
	return ended;
}

static void list_rows(struct pool *p)
{
	const struct pool_request *q = p->q;
	size_t all = 0;

	for (size_t i = 0; i < q->n_sweeps; i++)
		all += q->sweeps[i].sweep->n_rows;
	p->rows = alloc_checked(calloc(all, sizeof(*p->rows)));
	for (uint32_t i = 0; i < q->n_sweeps; i++) {
		const struct sweep *s = q->sweeps[i].sweep;

		for (size_t r = q->shard; r < s->n_rows; r += q->n_shards)
			if (!s->lines[r])
				p->rows[p->n_rows++] = (struct row_ref){i, r};
	}
}

/* As many threads as the system grants, at least one. */
static uint32_t start_threads(struct pool *p, pthread_t *threads)
{
	uint32_t want = p->q->threads, n = 0;

	if (want > p->n_rows)
		want = (uint32_t)p->n_rows;
	atomic_store(&p->running, want);
	while (n < want && !pthread_create(&threads[n], NULL, work, p))
		n++;
	if (n < want && atomic_fetch_sub(&p->running, want - n) == want - n)
		pthread_kill(p->caller, SIGALRM);
	return n;
}

enum pool_status pool_run(const struct pool_request *q, size_t *made,
			  size_t *left, struct dag_error *e)
{
	struct pool p = {.q = q, .error = e, .caller = pthread_self()};
	struct timespec none = {0, 0};
	pthread_t *threads;
	sigset_t set, old;
	uint32_t n;
	int sig;

	assert(q->threads >= 1 && q->shard < q->n_shards);
	threads = alloc_checked(calloc(q->threads, sizeof(*threads)));
	pthread_mutex_init(&p.lock, NULL);
	list_rows(&p);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &set, &old);
	n = start_threads(&p, threads);
	if (n == 0 && p.n_rows) {
		errno = EAGAIN;
		p.failed = !error_system(e, NULL, "cannot start a thread");
	}
	sig = attend(&p, &set);
	for (uint32_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	sigdelset(&set, SIGINT);
	sigdelset(&set, SIGTERM);
	while (sigtimedwait(&set, NULL, &none) == SIGALRM)
		;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	*made = atomic_load(&p.made);
	*left = p.n_rows - *made;
	if (!sync_all(&p, e))
		p.failed = true;
	free(p.rows);
	free(threads);
	pthread_mutex_destroy(&p.lock);
	return sig == SIGINT    ? POOL_INTERRUPTED
	       : sig == SIGTERM ? POOL_TERMINATED
	       : p.failed       ? POOL_FAILED
				: POOL_DONE;
}
