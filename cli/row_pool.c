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

/* Rows that may be made once their part is prepared; where there is nothing to
 * prepare, all rows of a set. */
struct batch {
	uint32_t set;
	size_t part;
	size_t *rows; /* that are missing, ascending                         */
	size_t n_rows, next;
	bool prepare;
	struct batch *after; /* of those whose rows may be made              */
};

struct pool {
	const struct pool_request *q;
	struct batch *batches;
	size_t n_batches, n_rows;
	atomic_size_t made;
	atomic_uint running;
	atomic_bool stop;
	pthread_t caller;
	pthread_mutex_t lock; /* of what follows                             */
	pthread_cond_t prepared;
	size_t next;      /* batch to look at, whether to prepare it        */
	size_t preparing; /* batches being prepared                         */
	struct batch *ready, **last; /* batches with rows to take           */
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

static void make_row(struct pool *p, const struct batch *b, size_t row,
		     void **workers)
{
	const struct pool_set *s = &p->q->sets[b->set];
	struct dag_error e;
	char *line = s->set->maker->make(s->set, row, workers[b->set], &e);

	if (!line) {
		if (e.code)
			fail(p, &e);
		return;
	}
	s->set->lines[row] = line;
	if (journal_append(s->journal, line))
		atomic_fetch_add(&p->made, 1);
	else
		fail(p, NULL); /* journal_sync tells why */
}

/* Under the lock: rows of the batch may be taken. */
static void append_ready(struct pool *p, struct batch *b)
{
	assert(b->next < b->n_rows);
	*p->last = b;
	p->last = &b->after;
}

/* Under the lock: the next row that may be made. */
static struct batch *take_row(struct pool *p, size_t *row)
{
	struct batch *b = p->ready;

	*row = b->rows[b->next++];
	if (b->next == b->n_rows) {
		p->ready = b->after;
		if (!p->ready)
			p->last = &p->ready;
	}
	return b;
}

static void prepare(struct pool *p, struct batch *b, void **workers)
{
	struct row_set *s = p->q->sets[b->set].set;

	s->maker->prepare(s, b->part, workers[b->set]);
	pthread_mutex_lock(&p->lock);
	p->preparing--;
	append_ready(p, b);
	pthread_cond_broadcast(&p->prepared);
	pthread_mutex_unlock(&p->lock);
}

/* Under the lock: the next batch to prepare, or NULL. */
static struct batch *take_batch(struct pool *p)
{
	while (p->next < p->n_batches) {
		struct batch *b = &p->batches[p->next++];

		if (b->n_rows && b->prepare) {
			p->preparing++;
			return b;
		}
	}
	return NULL;
}

/* Something to do: a part to prepare, or else a row to make; false where
 * nothing is left. */
static bool take(struct pool *p, struct batch **to_prepare, struct batch **of,
		 size_t *row)
{
	*of = NULL;
	pthread_mutex_lock(&p->lock);
	*to_prepare = take_batch(p);
	while (!*to_prepare && !p->ready && p->preparing)
		pthread_cond_wait(&p->prepared, &p->lock);
	if (!*to_prepare && p->ready)
		*of = take_row(p, row);
	pthread_mutex_unlock(&p->lock);
	return *to_prepare || *of;
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
	struct batch *to_prepare, *of;
	size_t row;

	while (!atomic_load(&p->stop) && take(p, &to_prepare, &of, &row)) {
		if (to_prepare)
			prepare(p, to_prepare, workers);
		else
			make_row(p, of, row, workers);
	}
	dismiss(p, workers);
	if (atomic_fetch_sub(&p->running, 1) == 1)
		pthread_kill(p->caller, SIGUSR1);
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

static bool check_all(const struct pool *p, struct dag_error *e)
{
	for (size_t i = 0; i < p->q->n_sets; i++)
		if (!journal_check(p->q->sets[i].journal, e))
			return false;
	return true;
}

static bool sync_all(const struct pool *p, struct dag_error *e)
{
	for (size_t i = 0; i < p->q->n_sets; i++)
		if (!journal_sync(p->q->sets[i].journal, e))
			return false;
	return true;
}

/* Returns the signal that ended it, or 0.  SIGUSR1 comes from the last
 * thread; all of the set are blocked, so none is lost.  Others, such as the
 * ticks of a guard, may interrupt the wait at any time. */
static int attend(struct pool *p, const sigset_t *set)
{
	struct timespec wake = {0, WAKE_NS};
	double start = now_s(), synced = start;
	int ended = 0;

	while (atomic_load(&p->running)) {
		struct dag_error e;
		int sig = sigtimedwait(set, NULL, &wake);

		if (sig == SIGINT || sig == SIGTERM) {
			ended = sig;
			atomic_store(&p->stop, true);
		}
		tell(p, start);
		if (sig >= 0 || now_s() - synced < 1e-9 * WAKE_NS)
			continue;
		synced = now_s();
		if (!sync_all(p, &e))
			fail(p, &e);
	}
	if (p->q->progress)
		fputs("\r\033[K", stderr);
	return ended;
}

static size_t part_of(const struct row_set *s, size_t row)
{
	return s->maker->prepare ? s->maker->part(s, row) : 0;
}

/* The missing rows of a set, divided by the part that they need. */
static void list_batches(struct pool *p, uint32_t set, struct batch *b,
			 size_t n)
{
	const struct row_set *s = p->q->sets[set].set;
	size_t from = p->q->shard, step = p->q->n_shards;

	for (size_t r = from; r < s->n_rows; r += step)
		if (!s->lines[r])
			b[part_of(s, r)].n_rows++;
	for (size_t i = 0; i < n; i++) {
		b[i].set = set;
		b[i].part = i;
		b[i].prepare = s->maker->prepare != NULL;
		b[i].rows = alloc_checked(
			calloc(b[i].n_rows + 1, sizeof(*b[i].rows)));
		p->n_rows += b[i].n_rows;
	}
	for (size_t r = from; r < s->n_rows; r += step)
		if (!s->lines[r]) {
			struct batch *of = &b[part_of(s, r)];

			of->rows[of->next++] = r;
		}
	for (size_t i = 0; i < n; i++)
		b[i].next = 0;
}

/* What no row needs is not prepared. */
static void list_rows(struct pool *p)
{
	const struct pool_request *q = p->q;
	size_t most = 1, n = 0;

	for (size_t i = 0; i < q->n_sets; i++)
		most += q->sets[i].set->n_parts + 1;
	p->batches = alloc_checked(calloc(most, sizeof(*p->batches)));
	for (uint32_t i = 0; i < q->n_sets; i++) {
		size_t parts = q->sets[i].set->maker->prepare
				       ? q->sets[i].set->n_parts
				       : 1;

		list_batches(p, i, p->batches + n, parts);
		n += parts;
	}
	p->n_batches = n;
	p->last = &p->ready;
	for (size_t i = 0; i < n; i++)
		if (p->batches[i].n_rows && !p->batches[i].prepare)
			append_ready(p, &p->batches[i]);
}

static void free_rows(struct pool *p)
{
	for (size_t i = 0; i < p->n_batches; i++)
		free(p->batches[i].rows);
	free(p->batches);
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
		pthread_kill(p->caller, SIGUSR1);
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
	sigaddset(&set, SIGUSR1);
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
	while (sigtimedwait(&set, NULL, &none) == SIGUSR1)
		;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	*made = atomic_load(&p.made);
	*left = p.n_rows - *made;
	/* Where all rows are there, their files follow at once. */
	if (*left ? !sync_all(&p, e) : !check_all(&p, e))
		p.failed = true;
	free_rows(&p);
	free(threads);
	pthread_cond_destroy(&p.prepared);
	pthread_mutex_destroy(&p.lock);
	return sig == SIGINT    ? POOL_INTERRUPTED
	       : sig == SIGTERM ? POOL_TERMINATED
	       : p.failed       ? POOL_FAILED
				: POOL_DONE;
}
