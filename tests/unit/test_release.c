/* test_release.c - releases: the law, the order, the ends of time, the file */
#include "model/release.h"
#include "tests/support/goodness.h"
#include "tests/support/make_workload.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ck_assert talks to the parent each time: too slow a million times. */
#define NEED(expr)                                                             \
	do {                                                                   \
		if (!(expr))                                                   \
			ck_abort_msg("%s", #expr);                             \
	} while (0)

static struct arena arena;

/* All releases of a cursor, in its order. */
static size_t drain(struct release_cursor *c, struct release **out)
{
	size_t n = 0, cap = 0;

	*out = NULL;
	while (release_peek(c) < DAG_TIME_MAX) {
		dag_time t = release_peek(c);

		array_reserve((void **)out, &cap, n + 1, sizeof(**out));
		release_next(c, &(*out)[n]);
		NEED((*out)[n].time == t);
		n++;
	}
	return n;
}

static size_t releases(const struct workload *w, uint64_t seed,
		       dag_time horizon, struct release **out)
{
	return drain(release_open(&arena, w, seed, horizon), out);
}

static struct workload *one(dag_time period)
{
	struct workload *w = make_workload();

	make_streams(w, 1, period, 1);
	return w;
}

static size_t count(dag_time period, dag_time horizon)
{
	struct workload *w = one(period);
	struct release *r;
	size_t n;

	make_done(w);
	n = releases(w, 0, horizon, &r);
	ck_assert_uint_eq(n, release_bound(w, 0, horizon));
	for (size_t i = 0; i < n; i++)
		NEED(r[i].time == (dag_time)i * period);
	free(r);
	workload_free(w);
	return n;
}

/* Steps that are no binary fractions: neither a tick too many nor one too
 * few, as sums of doubles give. */
START_TEST(test_exact_counts)
{
	ck_assert_uint_eq(count(290000, MS(29)), 100);
	ck_assert_uint_eq(count(MS(100), 5 * NS_PER_S), 50);
	ck_assert_uint_eq(count(MS(100), 5 * NS_PER_S + 1), 51);
	ck_assert_uint_eq(count(33333333, NS_PER_S), 31);
	ck_assert_uint_eq(count(MS(10), MS(10)), 1);
	ck_assert_uint_eq(count(1, 1000), 1000);
	ck_assert_uint_eq(count(MS(1), 0), 0);
}
END_TEST

static int cmp_release(const void *a, const void *b)
{
	const struct release *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return (x->instance > y->instance) - (x->instance < y->instance);
}

static void same_release(const struct release *x, const struct release *y)
{
	NEED(x->time == y->time);
	NEED(x->nominal == y->nominal);
	NEED(x->deadline == y->deadline);
	NEED(x->instance == y->instance);
	NEED(x->task == y->task);
	NEED(x->tie == y->tie);
}

static void vary(struct task *t, struct rng *r)
{
	t->period = 1 + (dag_time)rng_next_below(r, 400);
	t->deadline = 1 + (dag_time)rng_next_below(r, 900);
	if (rng_next(r) & 1)
		t->phase = (dag_time)rng_next_below(r, 500);
	if (rng_next(r) & 1)
		t->jitter =
			(dag_time)rng_next_below(r, (uint64_t)t->period + 1);
	if (rng_next(r) & 1)
		t->arrival = SPORADIC;
	if (rng_next(r) & 1)
		t->extra_mean = (dag_time)rng_next_below(r, 300);
}

/* One task of w as a workload of its own. */
static size_t alone(const struct workload *w, uint32_t i, uint64_t seed,
		    dag_time horizon, struct release **out)
{
	struct workload single = *w;
	size_t n;

	single.tasks = &w->tasks[i];
	single.n_tasks = 1;
	n = releases(&single, seed, horizon, out);
	for (size_t k = 0; k < n; k++)
		(*out)[k].task = i;
	return n;
}

/* The merge equals the sorted pile of what each task releases alone. */
START_TEST(test_merge_is_sorted_pile)
{
	struct rng r = {(uint64_t)_i + 100};
	uint32_t n_tasks = 1 + (uint32_t)rng_next_below(&r, 40);
	dag_time horizon = 1 + (dag_time)rng_next_below(&r, 5000);
	struct workload *w = make_workload();
	struct release *merged, *pile = NULL, *part;
	size_t n, total = 0, cap = 0;

	make_streams(w, n_tasks, 1, 1);
	for (uint32_t i = 0; i < n_tasks; i++)
		vary(&w->tasks[i], &r);
	make_done(w);
	n = releases(w, 7, horizon, &merged);
	for (uint32_t i = 0; i < n_tasks; i++) {
		size_t k = alone(w, i, 7, horizon, &part);

		ck_assert_uint_le(k, release_bound(w, i, horizon));
		if (k) {
			array_reserve((void **)&pile, &cap, total + k,
				      sizeof(*pile));
			memcpy(pile + total, part, k * sizeof(*pile));
		}
		total += k;
		free(part);
	}
	ck_assert_uint_eq(n, total);
	if (n)
		qsort(pile, n, sizeof(*pile), cmp_release);
	for (size_t i = 0; i < n; i++)
		same_release(&merged[i], &pile[i]);
	free(pile);
	free(merged);
	workload_free(w);
}
END_TEST

/* The law, spelled out for tasks without sporadic gaps. */
START_TEST(test_law)
{
	struct rng r = {(uint64_t)_i + 900};
	struct workload *w = one(1);
	struct task *t = &w->tasks[0];
	dag_time horizon = 100000, nominal;
	struct release *got;
	size_t n;
	uint64_t base, k = 0;

	vary(t, &r);
	t->arrival = PERIODIC;
	make_done(w);
	base = rng_base(99, RNG_JITTER, rng_name_key("s0"), 0);
	n = releases(w, 99, horizon, &got);
	for (nominal = t->phase; nominal < horizon; nominal += t->period) {
		uint64_t j =
			rng_below(rng_draw(base, k), (uint64_t)t->jitter + 1);

		if (nominal + (dag_time)j >= horizon)
			break;
		NEED(k < n);
		NEED(got[k].time == nominal + (dag_time)j);
		NEED(got[k].nominal == nominal);
		NEED(got[k].deadline == nominal + t->deadline);
		NEED(got[k].instance == k);
		NEED(got[k].tie == release_tie(0, k));
		k++;
	}
	ck_assert_uint_eq(k, n);
	free(got);
	workload_free(w);
}
END_TEST

START_TEST(test_jitter_is_uniform)
{
	enum { J = 9 };
	struct workload *w = one(100);
	uint64_t seen[J + 1] = {0};
	double p[J + 1];
	struct release *r;
	size_t n;

	w->tasks[0].jitter = J;
	make_done(w);
	n = releases(w, 3, 100 * 100000, &r);
	ck_assert_uint_eq(n, 100000);
	for (size_t i = 0; i < n; i++)
		seen[r[i].time - r[i].nominal]++;
	for (int i = 0; i <= J; i++)
		p[i] = 1.0 / (J + 1);
	ck_assert_double_gt(goodness_chi2(seen, p, J + 1), 1e-4);
	free(r);
	workload_free(w);
}
END_TEST

static double exponential(const void *mean, double x)
{
	return gsl_cdf_exponential_P(x, *(const double *)mean);
}

START_TEST(test_gap_is_exponential)
{
	const double mean = 3e6;
	struct workload *w = one(MS(2));
	struct release *r;
	uint64_t base = rng_base(5, RNG_GAP, rng_name_key("s0"), 0);
	size_t n;
	double *gap, sum = 0;

	w->tasks[0].arrival = SPORADIC;
	w->tasks[0].extra_mean = (dag_time)mean;
	make_done(w);
	n = releases(w, 5, 1000 * NS_PER_S, &r);
	ck_assert_uint_gt(n, 190000);
	gap = calloc(n, sizeof(*gap));
	for (size_t i = 1; i < n; i++) {
		NEED(r[i].time - r[i - 1].time >= MS(2));
		gap[i - 1] = (double)(r[i].time - r[i - 1].time - MS(2));
		/* Draw i - 1 of its own stream, up to interpolation. */
		NEED(fabs(gap[i - 1] / mean +
			  log(ldexp((double)rng_draw(base, i - 1), -64))) <
		     1e-5);
		sum += gap[i - 1];
	}
	n--;
	ck_assert_double_eq_tol(sum / (double)n / mean, 1, 0.01);
	ck_assert_double_gt(goodness_ks(gap, n, exponential, &mean), 1e-4);
	free(gap);
	free(r);
	workload_free(w);
}
END_TEST

/* A task that joins, even in front, leaves the others' draws alone. */
START_TEST(test_draws_belong_to_the_task)
{
	struct workload *w = make_workload(), *v = make_workload();
	struct release *a, *b;
	size_t n, m, k = 0;

	make_streams(w, 2, MS(10), 1);
	make_stream(v, "newcomer", make_model(v, "m", 1, 1, 0), MS(3));
	make_streams(v, 2, MS(10), 1);
	for (uint32_t i = 0; i < 2; i++) {
		w->tasks[i].jitter = v->tasks[i + 1].jitter = MS(5);
		w->tasks[i].arrival = v->tasks[i + 1].arrival = SPORADIC;
		w->tasks[i].extra_mean = v->tasks[i + 1].extra_mean = MS(2);
	}
	v->tasks[0].jitter = MS(1);
	make_done(w);
	make_done(v);
	n = releases(w, 1, NS_PER_S, &a);
	m = releases(v, 1, NS_PER_S, &b);
	for (size_t i = 0; i < m; i++) {
		if (b[i].task == 0)
			continue;
		ck_assert_uint_lt(k, n);
		ck_assert_uint_eq(b[i].task, a[k].task + 1);
		ck_assert_int_eq(b[i].time, a[k].time);
		k++;
	}
	ck_assert_uint_eq(k, n);
	ck_assert_int_ne(a[0].time - a[0].nominal, a[1].time - a[1].nominal);
	free(b);
	m = releases(w, 2, NS_PER_S, &b);
	ck_assert_int_ne(a[0].time, b[0].time); /* the seed matters */
	free(a);
	free(b);
	workload_free(w);
	workload_free(v);
}
END_TEST

/* --- The ends of time --- */

START_TEST(test_end_of_time)
{
	struct workload *w = make_workload();
	struct release *r;
	size_t n;

	make_streams(w, 5, 1, 1);
	make_done(w); /* what follows is more than a workload may say */
	for (uint32_t i = 0; i < 5; i++)
		w->tasks[i].period = w->tasks[i].deadline = INT64_MAX;
	w->tasks[1].phase = INT64_MAX - 1; /* the last instant */
	w->tasks[2].phase = INT64_MAX;     /* never            */
	w->tasks[3].period = INT64_MAX / 2;
	w->tasks[3].jitter = INT64_MAX / 2;
	w->tasks[4].period = w->tasks[4].jitter = INT64_MAX;
	w->tasks[4].arrival = SPORADIC;
	w->tasks[4].extra_mean = INT64_MAX;
	n = releases(w, 0, DAG_TIME_MAX, &r);
	ck_assert_uint_ge(n, 4);
	ck_assert_uint_le(n, 6);
	ck_assert_uint_eq(r[0].task, 0);
	ck_assert_int_eq(r[0].deadline, INT64_MAX);
	ck_assert_uint_eq(r[n - 1].task, 1);
	ck_assert_int_eq(r[n - 1].time, INT64_MAX - 1);
	ck_assert_int_eq(r[n - 1].deadline, INT64_MAX);
	for (size_t i = 1; i < n; i++)
		ck_assert_int_ge(r[i].time, r[i - 1].time);
	free(r);
	workload_free(w);
}
END_TEST

/* 1024 tasks leave 54 bits of a key for the time, 208 days: periods from ns
 * to decades, so that times wait aside and the base moves. */
START_TEST(test_times_no_key_can_tell)
{
	const dag_time year = NS_PER_S * 86400 * 365;
	struct workload *w = make_workload();
	struct release *r, *part;
	size_t n, total = 0;

	make_streams(w, 1024, year, 1);
	for (uint32_t i = 0; i < 1024; i++) {
		w->tasks[i].period =
			i % 3 ? year / (1 + i % 50) + i : year * (1 + i % 40);
		w->tasks[i].phase = i % 2 ? year * (i % 7) : i;
	}
	make_done(w);
	n = releases(w, 0, 10 * year, &r);
	for (size_t i = 1; i < n; i++)
		NEED(cmp_release(&r[i - 1], &r[i]) < 0);
	for (uint32_t i = 0; i < 1024; i++) {
		size_t k = alone(w, i, 0, 10 * year, &part);

		ck_assert_uint_eq(k, release_bound(w, i, 10 * year));
		total += k;
		free(part);
	}
	ck_assert_uint_eq(n, total);
	free(r);
	workload_free(w);
}
END_TEST

START_TEST(test_nothing_to_release)
{
	struct workload *w = make_workload();
	struct release *r;

	make_streams(w, 1, MS(1), 1);
	make_done(w);
	w->n_tasks = 0;
	ck_assert_uint_eq(releases(w, 0, NS_PER_S, &r), 0);
	workload_free(w);
	w = one(MS(1));
	w->tasks[0].phase = NS_PER_S;
	make_done(w);
	ck_assert_uint_eq(releases(w, 0, NS_PER_S, &r), 0);
	ck_assert_uint_eq(release_bound(w, 0, NS_PER_S), 0);
	ck_assert_uint_eq(releases(w, 0, NS_PER_S + 1, &r), 1);
	free(r);
	workload_free(w);
}
END_TEST

/* --- The file --- */

static char path[SCRATCH_PATH];

static void write_text(const char *text, size_t len)
{
	int fd = scratch_open(path);

	ck_assert_int_eq(write(fd, text, len), (ssize_t)len);
	close(fd);
}

static struct workload *cameras(void)
{
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 1, 1, 0);

	make_stream(w, "camera", m, MS(10));
	make_stream(w, "planner", m, MS(10));
	make_stream(w, "left, rear", m, MS(10));
	make_done(w);
	return w;
}

#define HEAD "id,stream,release_ns,deadline_ns\n"

static const struct {
	const char *text;
	size_t n;
} good[] = {
	{HEAD "4,camera,0,10\n7,planner,0,20\n5,camera,30,30\n", 3},
	{HEAD "4,camera,0,10\n7,planner,0,20\n5,camera,30,30", 3},
	{"id,stream,release_ns,deadline_ns\r\n4,camera,0,10\r\n"
	 "7,planner,0,20\r\n5,camera,30,30\r\n",
	 3},
	{"\xef\xbb\xbf" HEAD "4,camera,0,10\n\n7,planner,0,20\n"
	 "5,\"camera\",30,\"30\"\n\n",
	 3},
	/* Ties out of order are put in order. */
	{HEAD "7,planner,0,20\n4,camera,0,10\n5,camera,30,30\n", 3},
	{HEAD, 0},
	{"id,stream,release_ns,deadline_ns", 0},
};

START_TEST(test_file_good)
{
	struct workload *w = cameras();
	struct release_list list;
	struct dag_error e;
	struct release *r;

	write_text(good[_i].text, strlen(good[_i].text));
	ck_assert_msg(release_read(path, w, &arena, &list, &e), "%s", e.msg);
	unlink(path);
	ck_assert_uint_eq(list.n, good[_i].n);
	ck_assert_uint_eq(drain(release_replay(&arena, &list, 31), &r), list.n);
	if (list.n) {
		struct release want[] = {{0, 0, 10, 0, 4, 0},
					 {0, 0, 20, 0, 7, 1},
					 {30, 30, 30, 1, 5, 0}};

		for (int i = 0; i < 3; i++)
			same_release(&r[i], &want[i]);
		free(r);
		/* The horizon is open. */
		ck_assert_uint_eq(drain(release_replay(&arena, &list, 30), &r),
				  2);
	}
	free(r);
	workload_free(w);
}
END_TEST

START_TEST(test_file_quoted_name)
{
	const char *text = HEAD "0,\"left, rear\",1,2\n";
	struct workload *w = cameras();
	struct release_list list;

	write_text(text, strlen(text));
	ck_assert(release_read(path, w, &arena, &list, NULL));
	unlink(path);
	ck_assert_uint_eq(list.items[0].task, 2);
	workload_free(w);
}
END_TEST

static const struct {
	const char *text;
	unsigned line, col;
	const char *says;
} bad[] = {
	{"", 1, 1, "empty file"},
	{"\n", 1, 1, "expected the header"},
	{"id,stream,release,deadline\n", 1, 1,
	 "found 'id,stream,release,deadline'"},
	{"0,camera,0,10\n", 1, 1, "found '0,camera,0,10'"},
	{HEAD "0,camra,0,10\n", 2, 3,
	 "unknown stream 'camra'; did you mean 'camera'?"},
	{HEAD "0,zzz,0,10\n", 2, 3,
	 "unknown stream 'zzz'; valid: camera, planner"},
	{HEAD "0,,0,10\n", 2, 3, "stream is missing"},
	{HEAD ",camera,0,10\n", 2, 1, "id is missing"},
	{HEAD "0,camera,,10\n", 2, 10, "release_ns is missing"},
	{HEAD "0,camera,0,\n", 2, 12, "deadline_ns is missing"},
	{HEAD "0,camera,0\n", 2, 11, "deadline_ns is missing"},
	{HEAD "0\n", 2, 2, "stream is missing"},
	{HEAD " \n", 2, 2, "stream is missing"},
	{HEAD "0,camera,0,10,\n", 2, 15, "more than 4 fields"},
	{HEAD "-1,camera,0,10\n", 2, 1, "id '-1' is negative"},
	{HEAD "0,camera,-5,10\n", 2, 10, "release_ns '-5' is negative"},
	{HEAD "0,camera,0,-10\n", 2, 12, "deadline_ns '-10' is negative"},
	{HEAD "0,camera,1.5,10\n", 2, 10, "'1.5' is no whole number"},
	{HEAD "0,camera,1e3,10\n", 2, 10, "'1e3' is no whole number"},
	{HEAD "0,camera, 1,10\n", 2, 10, "' 1' is no whole number"},
	{HEAD "0,camera,0x1,10\n", 2, 10, "'0x1' is no whole number"},
	{HEAD "0,camera,nan,10\n", 2, 10, "'nan' is no whole number"},
	{HEAD "0,camera,-,10\n", 2, 10, "'-' is no whole number"},
	{HEAD "0,camera,9223372036854775808,10\n", 2, 10, "out of range"},
	{HEAD "0,camera,0,99999999999999999999\n", 2, 12, "out of range"},
	{HEAD "0,camera,50,60\n1,planner,49,60\n", 3, 11,
	 "release_ns 49 is before that of the job above (50)"},
	{HEAD "3,camera,0,10\n1,camera,1,10\n3,planner,2,10\n", 4, 1,
	 "id 3 is already that of line 2"},
	/* The first repetition in the file is told, not that of least id. */
	{HEAD "9,camera,0,9\n1,camera,0,9\n9,camera,1,9\n1,camera,2,9\n", 4, 1,
	 "id 9 is already that of line 2"},
	{HEAD "0,\"camera,0,10\n", 2, 3, "quotes that do not match"},
	{HEAD "0,\"cam\"era,0,10\n", 2, 3, "quotes that do not match"},
	{HEAD "0,cam\"era,0,10\n", 2, 3, "unknown stream 'cam\"era'"},
	{HEAD "0,camera,0,10\n\r\n1,camera,0\r\n", 4, 11,
	 "deadline_ns is missing"},
	{HEAD "0,\x1b[31m,0,10\n", 2, 3, "unknown stream '\\x1b[31m'"},
};

START_TEST(test_file_bad)
{
	struct workload *w = cameras();
	struct release_list list;
	struct dag_error e = {0};

	write_text(bad[_i].text, strlen(bad[_i].text));
	ck_assert_msg(!release_read(path, w, &arena, &list, &e), "accepted %s",
		      bad[_i].text);
	unlink(path);
	ck_assert_msg(strstr(e.msg, bad[_i].says), "'%s' says '%s'",
		      bad[_i].text, e.msg);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_str_eq(e.file, path);
	ck_assert_uint_eq(e.line, bad[_i].line);
	ck_assert_uint_eq(e.col, bad[_i].col);
	ck_assert_uint_eq(list.n, 0);
	workload_free(w);
}
END_TEST

START_TEST(test_file_not_a_file)
{
	static const char nul[] = HEAD "0,cam\0era,0,10\n";
	struct workload *w = cameras();
	struct release_list list;
	struct dag_error e;

	ck_assert(!release_read("no/such/file.csv", w, &arena, &list, &e));
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_str_eq(e.file, "no/such/file.csv");
	ck_assert(!release_read(".", w, &arena, &list, &e));
	ck_assert_int_eq(e.code, EXIT_USAGE);
	write_text(nul, sizeof(nul) - 1);
	ck_assert(!release_read(path, w, &arena, &list, &e));
	unlink(path);
	ck_assert_uint_eq(e.line, 2);
	ck_assert_ptr_nonnull(strstr(e.msg, "NUL"));
	workload_free(w);
}
END_TEST

START_TEST(test_file_standard_input)
{
	const char *text = HEAD "0,planner,1,2\n";
	struct workload *w = cameras();
	struct release_list list;

	write_text(text, strlen(text));
	ck_assert_ptr_nonnull(freopen(path, "r", stdin));
	unlink(path);
	ck_assert(release_read("-", w, &arena, &list, NULL));
	ck_assert_uint_eq(list.n, 1);
	ck_assert_uint_eq(list.items[0].task, 1);
	workload_free(w);
}
END_TEST

/* Of many streams only a near one is named. */
START_TEST(test_file_many_streams)
{
	const char *text = HEAD "0,elsewhere,1,2\n";
	struct workload *w = make_workload();
	struct release_list list;
	struct dag_error e;

	make_streams(w, 500, MS(1), 1);
	make_done(w);
	write_text(text, strlen(text));
	ck_assert(!release_read(path, w, &arena, &list, &e));
	unlink(path);
	ck_assert_str_eq(e.msg, "unknown stream 'elsewhere'");
	workload_free(w);
}
END_TEST

static void teardown(void)
{
	arena_free(&arena);
}

int main(void)
{
	Suite *s = suite_create("release");
	TCase *law = tcase_create("law"), *file = tcase_create("file");
	SRunner *sr;
	int failed;

	tcase_add_checked_fixture(law, NULL, teardown);
	tcase_add_test(law, test_exact_counts);
	tcase_add_loop_test(law, test_merge_is_sorted_pile, 0, 60);
	tcase_add_loop_test(law, test_law, 0, 20);
	tcase_add_test(law, test_jitter_is_uniform);
	tcase_add_test(law, test_gap_is_exponential);
	tcase_add_test(law, test_draws_belong_to_the_task);
	tcase_add_test(law, test_end_of_time);
	tcase_add_test(law, test_times_no_key_can_tell);
	tcase_add_test(law, test_nothing_to_release);
	suite_add_tcase(s, law);
	tcase_add_checked_fixture(file, NULL, teardown);
	tcase_add_loop_test(file, test_file_good, 0,
			    sizeof(good) / sizeof(*good));
	tcase_add_loop_test(file, test_file_bad, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(file, test_file_quoted_name);
	tcase_add_test(file, test_file_not_a_file);
	tcase_add_test(file, test_file_standard_input);
	tcase_add_test(file, test_file_many_streams);
	suite_add_tcase(s, file);
	sr = srunner_create(s);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
