/* row_pool.c - see row_pool.h */
#include "cli/row_pool.h"

#include "base/arena.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAKE_NS = 200 * 1000 * 1000 };

/* A row, or before all rows a part to be prepared, of a set. */
struct row_ref {
	uint32_t set;
	size_t row;
};

struct pool {
	const struct pool_request *q;
	struct row_ref *rows;  /* that are missing                            */
	struct row_ref *parts; /* of what rows need                          */
	size_t n_rows, n_parts;
	atomic_size_t next, next_part, parts_done, made;
	atomic_uint running;
	atomic_bool stop;
	pthread_t caller;
	pthread_mutex_t lock; /* of the error and of `prepared`              */
	pthread_cond_t prepared;
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

static void make_row(struct pool *p, const struct row_ref *ref, void **workers)
{
	const struct pool_set *s = &p->q->sets[ref->set];
	struct dag_error e;
	char *line =
		s->set->maker->make(s->set, ref->row, workers[ref->set], &e);

	if (!line) {
		if (e.code)
			fail(p, &e);
		return;
	}
	s->set->lines[ref->row] = line;
	if (journal_append(s->journal, line))
		atomic_fetch_add(&p->made, 1);
	else
		fail(p, NULL); /* journal_sync tells why */
}

/* Rows may need any part, so all wait for all of them. */
static void prepare_all(struct pool *p, void **workers)
{
	size_t i;

	while ((i = atomic_fetch_add(&p->next_part, 1)) < p->n_parts) {
		struct row_set *s = p->q->sets[p->parts[i].set].set;

		if (!atomic_load(&p->stop))
			s->maker->prepare(s, p->parts[i].row,
					  workers[p->parts[i].set]);
		pthread_mutex_lock(&p->lock);
		if (atomic_fetch_add(&p->parts_done, 1) + 1 == p->n_parts)
			pthread_cond_broadcast(&p->prepared);
		pthread_mutex_unlock(&p->lock);
	}
	pthread_mutex_lock(&p->lock);
	while (atomic_load(&p->parts_done) < p->n_parts)
		pthread_cond_wait(&p->prepared, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

/* Sets of one maker share a worker. */
static void **hire(struct pool *p)
{
	const struct pool_request *q = p->q;
	void **workers = alloc_checked(calloc(q->n_sets, sizeof(*workers)));

	for (size_t i = 0; i < q->n_sets; i++) {
		for (size_t k = 0; k < i && !workers[i]; k++)
			if (q->sets[k].set->maker == q->sets[i].set->maker)
				workers[i] = workers[k];
		if (!workers[i])
			workers[i] =
				q->sets[i].set->maker->worker_new(&p->stop);
	}
	return workers;
}

static void dismiss(const struct pool *p, void **workers)
{
	const struct pool_request *q = p->q;

	for (size_t i = q->n_sets; i-- > 0;) {
		bool shared = false;

		for (size_t k = 0; k < i; k++)
			shared |= workers[k] == workers[i];
		if (!shared)
			q->sets[i].set->maker->worker_free(workers[i]);
	}
	free(workers);
}

static void *work(void *arg)
{
	struct pool *p = arg;
	void **workers = hire(p);

	prepare_all(p, workers);
	while (!atomic_load(&p->stop)) {
		size_t i = atomic_fetch_add(&p->next, 1);

		if (i >= p->n_rows)
			break;
		make_row(p, &p->rows[i], workers);
	}
	dismiss(p, workers);
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
	for (size_t i = 0; i < p->q->n_sets; i++)
		if (!journal_sync(p->q->sets[i].journal, e))
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
	size_t all = 0, parts = 0;

	for (size_t i = 0; i < q->n_sets; i++) {
		all += q->sets[i].set->n_rows;
		parts += q->sets[i].set->n_parts;
	}
	p->rows = alloc_checked(calloc(all, sizeof(*p->rows)));
	p->parts = alloc_checked(calloc(parts + 1, sizeof(*p->parts)));
	for (uint32_t i = 0; i < q->n_sets; i++) {
		const struct row_set *s = q->sets[i].set;
		size_t before = p->n_rows;

		for (size_t r = q->shard; r < s->n_rows; r += q->n_shards)
			if (!s->lines[r])
				p->rows[p->n_rows++] = (struct row_ref){i, r};
		for (size_t k = 0; p->n_rows > before && k < s->n_parts; k++)
			p->parts[p->n_parts++] = (struct row_ref){i, k};
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
	pthread_cond_init(&p.prepared, NULL);
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
	free(p.parts);
	free(threads);
	pthread_cond_destroy(&p.prepared);
	pthread_mutex_destroy(&p.lock);
	return sig == SIGINT    ? POOL_INTERRUPTED
	       : sig == SIGTERM ? POOL_TERMINATED
	       : p.failed       ? POOL_FAILED
				: POOL_DONE;
}
