/* trace_dump.c - `dagsim trace dump`: every record, for eyes or programs */
#include "cli/trace.h"

#include "base/json.h"
#include "trace/dump.h"

#include <assert.h>
#include <inttypes.h>

/* How a form begins a run, writes a record, ends a run. */
struct dump_form {
	struct trace_sink sink;
	const struct trace_header *h;
	struct json *json;
	void (*record)(const struct dump_form *d, const struct trace_rec *r);
};

static const char *node_name(const struct trace_header *h,
			     const struct trace_rec *r)
{
	return h->nodes[h->tasks[r->task].first_node + r->node].name;
}

/* --- text --- */

static void text_record(const struct dump_form *d, const struct trace_rec *r)
{
	char line[DUMP_LINE];

	dump_format(line, d->h, r);
	puts(line);
}

/* --- CSV: the record as it is, names for indices --- */

static void csv_record(const struct dump_form *d, const struct trace_rec *r)
{
	report_csv_field(stdout, d->h->policy);
	printf(",%" PRId64 ",%s,", r->t, dump_kind(r->kind));
	report_csv_field(stdout, d->h->tasks[r->task].name);
	putchar(',');
	report_csv_field(stdout, node_name(d->h, r));
	printf(",%" PRIu64 ",%u,%" PRId64 ",%" PRId64 ",%u,%u,%u\n",
	       r->instance, r->exec, r->a, r->b, r->count, r->index, r->flags);
}

/* --- JSON --- */

static void json_record(const struct dump_form *d, const struct trace_rec *r)
{
	dump_json(d->json, d->h, r);
}

static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n)
{
	const struct dump_form *d = (const struct dump_form *)sink;

	for (size_t i = 0; i < n; i++) {
		assert(recs[i].kind > 0 && recs[i].kind < TRACE_KINDS);
		d->record(d, &recs[i]);
	}
	sink->failed = ferror(stdout) != 0;
}

static void begin_run(struct dump_form *d, const struct trace_header *h)
{
	struct json *j = d->json;

	d->h = h;
	if (d->record == text_record)
		dump_header(stdout, h);
	if (!j)
		return;
	json_object(j);
	json_key(j, "policy"), json_string(j, h->policy);
	json_key(j, "workload"), json_string(j, h->workload);
	json_key(j, "workload_digest"), json_string(j, h->digest);
	json_key(j, "seed"), json_uint(j, h->seed);
	json_key(j, "duration_ns"), json_int(j, h->horizon);
	json_key(j, "command"), json_string(j, h->command);
	json_key(j, "records"), json_array(j);
}

static void end_run(const struct dump_form *d)
{
	if (!d->json)
		return;
	json_end(d->json);
	json_end(d->json);
}

static void begin_form(struct dump_form *d, const struct trace_args *args,
		       struct json *j)
{
	d->sink.consume = consume;
	d->record = text_record;
	if (args->print.csv) {
		d->record = csv_record;
		puts("policy,t_ns,kind,task,node,instance,exec,a,b,count,index,"
		     "flags");
	}
	if (!args->print.json)
		return;
	d->record = json_record;
	d->json = j;
	json_to_file(j, stdout, 0);
	json_object(j);
	json_key(j, "schema"), json_string(j, "dagsim.trace/1");
	json_key(j, "version"), json_string(j, DAGSIM_VERSION);
	json_key(j, "runs"), json_array(j);
}

enum exit_code trace_dump(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	const struct trace_header *h = NULL;
	struct trace_reader *r;
	struct dump_form d = {0};
	struct trace_sink *sink = &d.sink;
	enum trace_read got;
	struct json j;

	r = trace_reader_open(cli->operands.items[1], false, &cli->error);
	if (!r)
		return cli_fail(cli);
	begin_form(&d, args, &j);
	while ((got = trace_next_wanted(cli, r, &h)) == TRACE_READ_OK) {
		begin_run(&d, h);
		if (!trace_reader_feed(r, &sink, 1, &cli->error)) {
			got = TRACE_READ_ERROR;
			break;
		}
		end_run(&d);
		if (sink->failed)
			break;
	}
	if (d.json && got == TRACE_READ_END) {
		json_end(&j);
		json_end(&j);
		json_finish(&j);
	}
	trace_reader_close(r);
	return got == TRACE_READ_ERROR ? cli_fail(cli) : EXIT_YES;
}
