/* Traces through a file and back: any records, damage of any byte. */
#include "base/rng.h"
#include "tests/support/scratch.h"
#include "tests/support/tracekit.h"
#include "trace/codec.h"
#include "trace/trace_file.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tracekit k;
static char path[SCRATCH_PATH];

static void setup(void)
{
	scratch_file(path);
}

static void teardown(void)
{
	unlink(path);
	kit_free(&k);
}

/* A workload with a bit of everything. */
static void make_header(void)
{
	uint32_t cnn, dag;

	kit_init(&k, 1000000);
	k.header.seed = UINT64_MAX;
	k.header.warmup = 17;
	k.header.late = LATE_DROP;
	k.header.policy_flags = TRACE_PREEMPTS | TRACE_ON_CORES | 1u << 20;
	k.header.command = "dagsim simulate 'a b' \"x\" \\ \t -p edf";
	k.groups[0] = "rig";
	k.header.n_groups = 1;
	kit_core(&k, PREEMPT_FULL);
	kit_core(&k, PREEMPT_LIMITED);
	kit_accelerator(&k);
	cnn = kit_model(&k, "cnn", 8);
	kit_stream(&k, "camera", cnn, 100, 80);
	k.tasks[0].group = 0;
	k.tasks[0].jitter = 7;
	kit_stream(&k, "lidar \"\xc3\xa9\"", cnn, 300, INT64_MAX / 4);
	k.tasks[1].sporadic = true;
	k.tasks[1].criticality = HIGH_CRITICALITY;
	k.tasks[1].phase = 5;
	dag = kit_dag(&k, "chain", 3, 1000, 900);
	kit_edge(&k, dag, 0, 1, 0);
	kit_edge(&k, dag, 1, 2, 3);
}

/* A plausible run: everything that has a short form, and more. */
static void make_records(void)
{
	kit_release(&k, 0, 0, 0);
	kit_release(&k, 3, 0, 1)->b = 3;
	k.recs[k.n - 1].a = 80;
	kit_release(&k, 5, 1, 0);
	kit_release(&k, 5, 2, 0);
	for (uint16_t i = 0; i < 3; i++) {
		struct trace_rec *r =
			kit_start(&k, 5, 2, i == 1, i == 2, 0, 90);

		r->count = 3;
		r->index = i;
		r->b = i ? 0 : 0x123456789;
	}
	kit_start(&k, 5, 0, 2, 0, 0, 20);
	kit_add(&k, (struct trace_rec){
			    .kind = TRACE_OVERHEAD, .t = 6, .exec = 1, .a = 2});
	kit_preempt(&k, 10, 0, 2, 0, 0, 15);
	kit_resume(&k, 12, 1, 0, 2, 0, 0, 15);
	kit_preempt(&k, 20, 1, 2, 0, 0, 9);
	kit_resume(&k, 22, 1, 1, 2, 0, 0, 9);
	kit_finish(&k, 31, 1, 2, 0, 0, false);
	kit_ready(&k, 31, 2, 0, 1);
	for (uint16_t i = 0; i < 3; i++) {
		struct trace_rec *r =
			kit_finish(&k, 95, 2, i == 1, i == 2, 0, true);

		r->count = 3;
		r->index = i;
	}
	kit_add(&k, (struct trace_rec){
			    .kind = TRACE_WAIT, .t = 99, .a = DAG_TIME_MAX});
	kit_add(&k, (struct trace_rec){.kind = TRACE_WAIT, .t = 99, .a = 140});
	kit_release(&k, 100, 0, 2)->flags = TRACE_GIVEN_ID;
	k.recs[k.n - 1].b = 77;
	kit_drop(&k, 200, 0, 2);
	kit_open(&k, 2, 0);
}

/* Any record that the reader must accept. */
static struct trace_rec random_record(struct rng *r, const struct trace_rec *p)
{
	static const uint64_t wide[] = {
		0, 1, 127, 128, 300, 1u << 20, UINT64_C(1) << 40, INT64_MAX};
	struct trace_rec x = {.t = p->t};
	uint64_t step = wide[rng_next_below(r, 6)];

	if (rng_next(r) & 1)
		x.t += (dag_time)rng_next_below(r, step + 1);
	x.kind = (uint8_t)(1 + rng_next_below(r, TRACE_THREAD - 1));
	x.task = (uint32_t)rng_next_below(r, k.header.n_tasks);
	x.node = (uint32_t)rng_next_below(r, k.tasks[x.task].n_nodes);
	x.exec = (uint16_t)rng_next_below(r, k.header.n_execs);
	x.instance = wide[rng_next_below(r, 8)] - rng_next_below(r, 2);
	x.a = (dag_time)rng_next_below(r, (uint64_t)x.t + 1);
	x.b = (dag_time)rng_next_below(r, wide[rng_next_below(r, 8)] + 1);
	x.flags = (uint8_t)(1u << rng_next_below(r, 8));
	if (x.kind == TRACE_RELEASE && !(x.flags & TRACE_GIVEN_ID))
		x.b = (dag_time)rng_next_below(r, (uint64_t)x.t + 1);
	x.count = (uint16_t)(1 + rng_next_below(r, 4));
	x.index = (uint16_t)rng_next_below(r, x.count);
	return x;
}

static void random_records(uint64_t seed, int n)
{
	struct rng r = {seed};
	struct trace_rec last = {0};

	make_header();
	make_records();
	if (seed % 2)
		k.n = 0;
	last = k.n ? k.recs[k.n - 1] : last;
	for (int i = 0; i < n; i++)
		kit_add(&k, last = random_record(&r, &last));
}

static void write_file(const char *mode, int sections, bool digest,
		       char hex[TRACE_DIGEST_SIZE], size_t piece)
{
	FILE *f = fopen(path, mode);
	struct trace_writer *w = trace_writer_new(f, path);
	struct dag_error e;

	for (int i = 0; i < sections; i++) {
		trace_writer_begin(w, &k.header, digest);
		kit_feed(&k, trace_writer_sink(w), piece);
		trace_writer_end(w, hex);
	}
	ck_assert_msg(trace_writer_close(w, &e), "%s", e.msg);
	ck_assert_int_eq(fclose(f), 0);
}

static bool same_record(const struct trace_rec *x, const struct trace_rec *y)
{
	return x->t == y->t && x->instance == y->instance && x->a == y->a &&
	       x->b == y->b && x->task == y->task && x->node == y->node &&
	       x->exec == y->exec && x->kind == y->kind &&
	       x->flags == y->flags && x->count == y->count &&
	       x->index == y->index;
}

/* Reads the whole file.  True if it is fine and holds `sections` times the
 * kit's records; never anything else but an error with a place. */
static bool read_file(int sections, struct dag_error *e)
{
	struct trace_reader *r = trace_reader_open(path, false, e);
	const struct trace_header *h;
	const struct trace_rec *recs;
	enum trace_read got;
	int seen = 0;

	ck_assert_ptr_nonnull(r);
	while ((got = trace_reader_section(r, &h, e)) == TRACE_READ_OK) {
		size_t n, at = 0;

		while ((got = trace_reader_next(r, &recs, &n, e)) ==
		       TRACE_READ_OK) {
			ck_assert_uint_ge(n, 1);
			for (size_t i = 0; i < n; i++, at++)
				ck_assert(at < k.n &&
					  same_record(&recs[i], &k.recs[at]));
		}
		if (got != TRACE_READ_END)
			break;
		ck_assert_uint_eq(at, k.n);
		seen++;
	}
	trace_reader_close(r);
	if (got == TRACE_READ_END) {
		ck_assert_int_eq(seen, sections);
		return true;
	}
	ck_assert_int_eq(e->code, EXIT_USAGE);
	ck_assert_str_eq(e->file, path);
	ck_assert_msg(!strncmp(e->msg, "byte ", 5), "%s", e->msg);
	return false;
}

static void check_header(const struct trace_header *h)
{
	const struct trace_header *w = &k.header;

	ck_assert_str_eq(h->command, w->command);
	ck_assert_str_eq(h->policy, w->policy);
	ck_assert_str_eq(h->workload, w->workload);
	ck_assert_str_eq(h->source, w->source);
	ck_assert_uint_eq(h->seed, w->seed);
	ck_assert_int_eq(h->horizon, w->horizon);
	ck_assert_int_eq(h->warmup, w->warmup);
	ck_assert_uint_eq(h->late, w->late);
	ck_assert_uint_eq(h->policy_flags, w->policy_flags);
	ck_assert_uint_eq(h->policy_order, w->policy_order);
	ck_assert_uint_eq(h->batch_rule, w->batch_rule);
	ck_assert_uint_eq(h->n_tasks, w->n_tasks);
	ck_assert_uint_eq(h->n_nodes, w->n_nodes);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct trace_task *x = &h->tasks[i], *y = &w->tasks[i];

		ck_assert_str_eq(x->name, y->name);
		ck_assert_int_eq(x->period, y->period);
		ck_assert_int_eq(x->deadline, y->deadline);
		ck_assert_int_eq(x->phase, y->phase);
		ck_assert_int_eq(x->jitter, y->jitter);
		ck_assert_uint_eq(x->sporadic, y->sporadic);
		ck_assert_uint_eq(x->criticality, y->criticality);
		ck_assert_uint_eq(x->group, y->group);
		ck_assert_uint_eq(x->first_node, y->first_node);
		ck_assert_uint_eq(x->n_nodes, y->n_nodes);
	}
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		ck_assert_str_eq(h->nodes[i].name, w->nodes[i].name);
		ck_assert_uint_eq(h->nodes[i].model, w->nodes[i].model);
		ck_assert_uint_eq(h->nodes[i].resource, w->nodes[i].resource);
	}
	ck_assert_uint_eq(h->n_models, w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++)
		ck_assert_uint_eq(h->models[i].max_batch,
				  w->models[i].max_batch);
	ck_assert_uint_eq(h->n_edges, w->n_edges);
	for (uint32_t i = 0; i < w->n_edges; i++) {
		ck_assert_uint_eq(h->edges[i].from, w->edges[i].from);
		ck_assert_uint_eq(h->edges[i].to, w->edges[i].to);
		ck_assert_int_eq(h->edges[i].delay, w->edges[i].delay);
	}
	ck_assert_uint_eq(h->n_execs, w->n_execs);
	for (uint32_t i = 0; i < w->n_execs; i++) {
		ck_assert_str_eq(h->execs[i].name, w->execs[i].name);
		ck_assert_uint_eq(h->execs[i].resource, w->execs[i].resource);
		ck_assert_uint_eq(h->execs[i].preemption,
				  w->execs[i].preemption);
	}
	ck_assert_uint_eq(h->n_groups, 1);
	ck_assert_str_eq(h->groups[0], "rig");
}

START_TEST(test_header_and_digest)
{
	struct dag_error e;
	const struct trace_header *h;
	struct trace_reader *r;
	char with[TRACE_DIGEST_SIZE], without[TRACE_DIGEST_SIZE];

	make_header();
	make_records();
	write_file("wb", 1, true, with, 0);
	for (int again = 0; again < 3; again++) {
		r = trace_reader_open(path, again < 2, &e);
		ck_assert_int_eq(trace_reader_section(r, &h, &e),
				 TRACE_READ_OK);
		check_header(h);
		ck_assert_msg(trace_reader_feed(r, NULL, 0, &e), "%s", e.msg);
		/* hashed while reading, or taken from the trailer */
		ck_assert_str_eq(trace_reader_digest(r), again < 2 ? with : "");
		trace_reader_close(r);
		if (again == 0) {
			write_file("wb", 1, false, without, 1);
			ck_assert_str_eq(without, "");
		}
	}
}
END_TEST

/* The digest says what happened, not how the run was described. */
START_TEST(test_digest_is_of_the_records)
{
	char a[TRACE_DIGEST_SIZE], b[TRACE_DIGEST_SIZE];
	struct trace_writer *w;
	struct dag_error e;

	make_header();
	make_records();
	write_file("wb", 1, true, a, 5);
	k.header.command = "another";
	k.header.program_version = "9.9";
	w = trace_writer_new(NULL, NULL);
	trace_writer_begin(w, &k.header, true);
	kit_feed(&k, trace_writer_sink(w), 1);
	trace_writer_end(w, b);
	ck_assert_str_eq(a, b);
	k.recs[3].a++;
	trace_writer_begin(w, &k.header, true);
	kit_feed(&k, trace_writer_sink(w), 1);
	trace_writer_end(w, b);
	ck_assert_str_ne(a, b);
	ck_assert(trace_writer_close(w, &e));
}
END_TEST

START_TEST(test_sections)
{
	struct dag_error e;

	make_header();
	make_records();
	write_file("wb", 3, false, NULL, 0);
	ck_assert(read_file(3, &e));
	/* Files may be put one behind the other. */
	write_file("ab", 1, true, NULL, 0);
	ck_assert(read_file(4, &e));
	k.n = 0; /* a run in which nothing happened */
	write_file("wb", 2, true, NULL, 0);
	ck_assert(read_file(2, &e));
}
END_TEST

START_TEST(test_skips_to_the_next_section)
{
	struct dag_error e;
	const struct trace_header *h;
	struct trace_reader *r;

	random_records(4, 5000);
	write_file("wb", 2, false, NULL, 0);
	r = trace_reader_open(path, false, &e);
	ck_assert_int_eq(trace_reader_section(r, &h, &e), TRACE_READ_OK);
	ck_assert_int_eq(trace_reader_section(r, &h, &e), TRACE_READ_OK);
	ck_assert_int_eq(trace_reader_section(r, &h, &e), TRACE_READ_END);
	trace_reader_close(r);
}
END_TEST

START_TEST(test_any_records)
{
	struct dag_error e;

	random_records((uint64_t)_i, 3000);
	write_file("wb", 1, true, NULL, (size_t)_i);
	ck_assert_msg(read_file(1, &e), "%s", e.msg);
}
END_TEST

static uint8_t *encode(struct codec *c, const struct trace_rec *r, uint8_t *p)
{
	size_t one = 1;

	return codec_encode(c, r, &one, p, p);
}

START_TEST(test_plausible_records_are_small)
{
	struct codec *c;
	uint8_t buf[CODEC_RECORD_MAX];
	size_t bytes = 0;

	make_header();
	make_records();
	c = codec_new(&k.header);
	for (size_t i = 0; i < k.n; i++) {
		size_t n = (size_t)(encode(c, &k.recs[i], buf) - buf);

		ck_assert_msg(n <= 12, "record %zu has %zu bytes", i, n);
		bytes += n;
	}
	codec_free(c);
	ck_assert_uint_le(bytes, 5 * k.n);
}
END_TEST

/* Version 1, byte by byte as dagsim-trace(5) has it.  A change here is a new
 * version of the format. */
START_TEST(test_bytes)
{
	static const char *const want[] = {
		"0101",                   /* release camera#0 */
		"3107010d",               /* release camera#1, jitter 3 */
		"110503",                 /* release lidar#0 */
		"0105",                   /* release chain#0 */
		"c3050103b530f1ac682407", /* start camera#0, 1 of 3 */
		"2303",                   /* start lidar#0, 2 of 3 */
		"2301",                   /* start camera#1, 3 of 3 */
		"0301050129",             /* start chain#0.n0 */
		"1a03030501",             /* overhead of 2 */
		"140901",                 /* preempt, as foretold */
		"55050305011f01",         /* resume on core1, from core0 */
		"34110309",               /* preempt, 2 more are left */
		"150503050113",           /* resume where it was */
		"860335",                 /* finish at the end foretold */
		"020503",                 /* ready chain#0.n1 */
		"a605bf",                 /* finish camera#0: done, late */
		"08",                     /* its miss */
		"2605b5",                 /* finish lidar#0: done */
		"6605b90b",               /* finish camera#1: late, jitter */
		"08",                     /* its miss */
		"3909",                   /* wait for the next event */
		"0953",                   /* wait until 140 */
		"1c03019b",               /* release camera#2 with id 77 */
		"17c901c9",               /* drop camera#2 */
		"08",                     /* its miss */
		"1bc40b7a05dc117a",       /* open chain#0 */
		"08",                     /* its miss */
	};
	struct codec *c;

	make_header();
	make_records();
	ck_assert_uint_eq(k.n, sizeof(want) / sizeof(*want));
	c = codec_new(&k.header);
	for (size_t i = 0; i < k.n; i++) {
		char hex[2 * CODEC_RECORD_MAX + 1] = "";
		uint8_t buf[CODEC_RECORD_MAX];
		const uint8_t *end = encode(c, &k.recs[i], buf);

		for (const uint8_t *p = buf; p < end; p++)
			snprintf(hex + 2 * (p - buf), 3, "%02x", *p);
		ck_assert_str_eq(hex, want[i]);
	}
	codec_free(c);
}
END_TEST

static unsigned char *load(size_t *n)
{
	FILE *f = fopen(path, "rb");
	unsigned char *p = malloc(1 << 20);

	*n = fread(p, 1, 1 << 20, f);
	fclose(f);
	return p;
}

static void store(const unsigned char *p, size_t n)
{
	FILE *f = fopen(path, "wb");

	ck_assert_uint_eq(fwrite(p, 1, n, f), n);
	fclose(f);
}

START_TEST(test_cut_anywhere)
{
	struct dag_error e;
	size_t n;

	make_header();
	make_records();
	write_file("wb", 2, true, NULL, 0);
	free(load(&n));
	for (size_t cut = n; cut-- > 0;) {
		ck_assert_int_eq(truncate(path, (off_t)cut), 0);
		ck_assert_msg(!read_file(2, &e), "cut at %zu of %zu", cut, n);
	}
}
END_TEST

START_TEST(test_any_byte_damaged)
{
	static const unsigned char flips[] = {0x01, 0x80, 0xff, 0x10};
	struct dag_error e;
	unsigned char *p;
	size_t n;
	int fd;

	make_header();
	make_records();
	write_file("wb", 1, true, NULL, 0);
	p = load(&n);
	fd = open(path, O_WRONLY);
	for (size_t i = 0; i < n; i++) {
		unsigned char bad = p[i] ^ flips[_i];

		ck_assert_int_eq(pwrite(fd, &bad, 1, (off_t)i), 1);
		ck_assert_msg(!read_file(1, &e), "byte %zu of %zu", i, n);
		ck_assert_int_eq(pwrite(fd, &p[i], 1, (off_t)i), 1);
	}
	ck_assert(read_file(1, &e));
	close(fd);
	free(p);
}
END_TEST

/* Behind the checksums too: the decoder itself must stand anything. */
START_TEST(test_decoder_stands_anything)
{
	struct rng r = {(uint64_t)_i + 100};
	uint8_t good[8192 + CODEC_RECORD_MAX] = {0}, bad[sizeof(good)];
	uint8_t *end = good;
	struct codec *c;

	random_records(r.state, 40);
	c = codec_new(&k.header);
	for (size_t i = 0; i < k.n; i++)
		end = encode(c, &k.recs[i], end);
	codec_free(c);
	for (int round = 0; round < 300; round++) {
		const uint8_t *p = bad, *stop;
		const char *why = NULL;
		struct trace_rec rec, last = {0};

		memcpy(bad, good, sizeof(bad));
		for (int i = 0; i < 1 + round % 5; i++)
			bad[rng_next_below(&r, (uint64_t)(end - good))] =
				(uint8_t)rng_next(&r);
		stop = bad + (end - good);
		c = codec_new(&k.header);
		while (p < stop) {
			p = codec_decode(c, p, stop, &rec, &why);
			if (!p) {
				ck_assert_ptr_nonnull(why);
				break;
			}
			ck_assert(p <= stop);
			ck_assert_int_ge(rec.t, last.t);
			ck_assert_uint_lt(rec.task, k.header.n_tasks);
			ck_assert_uint_lt(rec.node, k.tasks[rec.task].n_nodes);
			ck_assert_uint_lt(rec.exec, k.header.n_execs);
			ck_assert_int_ge(rec.a, 0);
			last = rec;
		}
		codec_free(c);
	}
}
END_TEST

static void refuse(const char *bytes, size_t n, const char *why)
{
	struct dag_error e = {0};

	store((const unsigned char *)bytes, n);
	ck_assert(!read_file(1, &e));
	ck_assert_msg(strstr(e.msg, why), "'%s' lacks '%s'", e.msg, why);
}

START_TEST(test_foreign_files)
{
	kit_init(&k, 1);
	refuse("", 0, "empty");
	refuse("PK\003\004 something else that is long enough......", 40,
	       "not a dagsim trace");
	refuse("{}", 2, "not a dagsim trace");
	refuse("{\"format\":\"dagsim-trace\",\"version\":3,\"x\":1}\n", 43,
	       "not a dagsim trace of version 1 or 2");
	refuse("{\"format\":\"dagsim-trace\",\"version\":1,", 37,
	       "byte 37: the file ends");
}
END_TEST

START_TEST(test_no_such_file)
{
	struct dag_error e;
	struct trace_reader *r;
	const struct trace_header *h;

	kit_init(&k, 1);
	ck_assert_ptr_null(trace_reader_open("no/such/file", false, &e));
	ck_assert_int_eq(e.code, EXIT_USAGE);
	r = trace_reader_open("/", false, &e); /* a directory */
	if (r)
		ck_assert_int_eq(trace_reader_section(r, &h, &e),
				 TRACE_READ_ERROR);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	trace_reader_close(r);
}
END_TEST

START_TEST(test_full_disk)
{
	FILE *f = fopen("/dev/full", "wb");
	struct trace_writer *w;
	struct dag_error e;

	random_records(2, 20000);
	if (!f)
		return;
	w = trace_writer_new(f, "out.trace");
	trace_writer_begin(w, &k.header, true);
	kit_feed(&k, trace_writer_sink(w), 100);
	trace_writer_end(w, NULL);
	ck_assert(trace_writer_sink(w)->failed);
	ck_assert(!trace_writer_close(w, &e));
	ck_assert_int_eq(e.code, EXIT_SYSTEM);
	ck_assert_str_eq(e.file, "out.trace");
	fclose(f);
	/* So little that only the last flush fails. */
	f = fopen("/dev/full", "wb");
	k.n = 3;
	w = trace_writer_new(f, "out.trace");
	trace_writer_begin(w, &k.header, true);
	kit_feed(&k, trace_writer_sink(w), 0);
	trace_writer_end(w, NULL);
	ck_assert(!trace_writer_close(w, &e));
	ck_assert_int_eq(e.code, EXIT_SYSTEM);
	fclose(f);
}
END_TEST

/* A run whose digest is told apart in a file and told wrong is refused. */
START_TEST(test_wrong_digest)
{
	struct dag_error e;
	const struct trace_header *h;
	struct trace_reader *r;
	unsigned char *p;
	size_t n;

	make_header();
	make_records();
	write_file("wb", 1, true, NULL, 0);
	p = load(&n);
	p[n - 20] ^= 1; /* in the digest: the checksum tells */
	store(p, n);
	free(p);
	r = trace_reader_open(path, true, &e);
	ck_assert_int_eq(trace_reader_section(r, &h, &e), TRACE_READ_OK);
	ck_assert(!trace_reader_feed(r, NULL, 0, &e));
	trace_reader_close(r);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("trace file");
	TCase *tc = tcase_create("trace file");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, test_header_and_digest);
	tcase_add_test(tc, test_digest_is_of_the_records);
	tcase_add_test(tc, test_sections);
	tcase_add_test(tc, test_skips_to_the_next_section);
	tcase_add_loop_test(tc, test_any_records, 0, 12);
	tcase_add_test(tc, test_plausible_records_are_small);
	tcase_add_test(tc, test_bytes);
	tcase_add_test(tc, test_cut_anywhere);
	tcase_add_loop_test(tc, test_any_byte_damaged, 0, 4);
	tcase_add_loop_test(tc, test_decoder_stands_anything, 0, 6);
	tcase_add_test(tc, test_foreign_files);
	tcase_add_test(tc, test_no_such_file);
	tcase_add_test(tc, test_full_disk);
	tcase_add_test(tc, test_wrong_digest);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
