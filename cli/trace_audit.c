/* trace_audit.c - `dagsim trace audit` and `diff`: is it right, is it equal */
#include "cli/trace.h"

#include "base/json.h"
#include "trace/audit.h"
#include "trace/diff.h"

#include <inttypes.h>
#include <stdlib.h>

enum { KEEP = 20 };

/* --- audit --- */

static void json_audit(struct json *j, const struct trace_header *h,
		       const struct audit *a)
{
	const struct audit_violation *v;
	size_t n;

	v = audit_kept(a, &n);
	json_object(j);
	json_key(j, "policy"), json_string(j, h->policy);
	json_key(j, "workload"), json_string(j, h->workload);
	json_key(j, "workload_digest"), json_string(j, h->digest);
	json_key(j, "seed"), json_uint(j, h->seed);
	json_key(j, "command"), json_string(j, h->command);
	json_key(j, "records"), json_uint(j, audit_records(a));
	json_key(j, "violations"), json_uint(j, audit_count(a));
	json_key(j, "first"), json_array(j);
	for (size_t i = 0; i < n; i++) {
		json_object(j);
		json_key(j, "rule");
		json_string(j, audit_rule_name(v[i].rule));
		json_key(j, "record"), json_uint(j, v[i].record);
		json_key(j, "t_ns"), json_int(j, v[i].t);
		json_key(j, "text"), json_string(j, v[i].text);
		json_end(j);
	}
	json_end(j);
	json_key(j, "not_audited"), json_array(j);
	for (unsigned i = 0; audit_gap(a, i); i++)
		json_string(j, audit_gap(a, i));
	json_end(j);
	json_end(j);
}

/* One section; adds its violations to *found. */
static bool audit_run(struct cli *cli, struct trace_reader *r,
		      const struct trace_header *h, struct json *j,
		      uint64_t *found)
{
	struct audit *a = audit_new(h, KEEP);
	struct trace_sink *sink = audit_sink(a);
	bool ok = trace_reader_feed(r, &sink, 1, &cli->error);

	if (ok) {
		audit_finish(a);
		*found += audit_count(a);
		if (j) {
			json_audit(j, h, a);
		} else {
			printf("%s on %s, seed %" PRIu64 "\n", h->policy,
			       h->workload, h->seed);
			audit_print(stdout, a);
		}
	}
	audit_free(a);
	return ok;
}

static bool audit_file(struct cli *cli, struct trace_reader *r, struct json *j,
		       uint64_t *found)
{
	const struct trace_header *h = NULL;
	enum trace_read got;

	while ((got = trace_next_wanted(cli, r, &h)) == TRACE_READ_OK)
		if (!audit_run(cli, r, h, j, found))
			return false;
	return got == TRACE_READ_END;
}

enum exit_code trace_audit(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	struct trace_reader *r;
	struct json j = {0}, *form = args->print.json ? &j : NULL;
	uint64_t found = 0;
	bool ok;

	r = trace_reader_open(cli->operands.items[1], false, &cli->error);
	if (!r)
		return cli_fail(cli);
	if (form) {
		json_to_file(&j, stdout, 2);
		json_object(&j);
		json_key(&j, "schema"), json_string(&j, "dagsim.audit/1");
		json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
		json_key(&j, "runs"), json_array(&j);
	}
	ok = audit_file(cli, r, form, &found);
	if (ok && form) {
		json_end(&j);
		json_end(&j);
		json_finish(&j);
	}
	trace_reader_close(r);
	if (!ok)
		return cli_fail(cli);
	return found ? EXIT_NO : EXIT_YES;
}

/* --- diff --- */

struct pair {
	struct trace_reader *r[2];
	const struct trace_header *h[2];
	uint64_t differing, compared;
	int more; /* which file has a run that the other has not; 0: none     */
};

/* The next wanted section of either file; both must end together. */
static enum trace_read next_pair(struct cli *cli, struct pair *p)
{
	enum trace_read got[2];

	for (int i = 0; i < 2; i++) {
		got[i] = trace_next_wanted(cli, p->r[i], &p->h[i]);
		if (got[i] == TRACE_READ_ERROR)
			return TRACE_READ_ERROR;
	}
	if (got[0] == got[1])
		return got[0];
	p->more = got[0] == TRACE_READ_OK ? 1 : 2;
	p->differing++;
	return TRACE_READ_END;
}

static bool diff_files(struct cli *cli, struct pair *p, struct json *j)
{
	enum trace_read got;

	while ((got = next_pair(cli, p)) == TRACE_READ_OK) {
		struct diff d;
		bool ok = diff_sections(p->r[0], p->h[0], p->r[1], p->h[1],
					j ? SIZE_MAX : DIFF_JOBS, &d,
					&cli->error);

		p->differing += !d.same;
		if (ok && j) {
			diff_json(j, &d);
		} else if (ok) {
			if (p->compared)
				putchar('\n');
			diff_print(stdout, &d, cli->operands.items[1],
				   cli->operands.items[2]);
		}
		p->compared++;
		diff_free(&d);
		if (!ok)
			return false;
	}
	if (p->more && !j)
		printf("%s has more runs than %s\n",
		       cli->operands.items[p->more],
		       cli->operands.items[3 - p->more]);
	return got == TRACE_READ_END;
}

/* As JSON the files are read to their ends before anything goes out. */
static bool diff_as_json(struct cli *cli, struct pair *p)
{
	struct json_text text = {0};
	struct json j;
	bool ok;

	json_to_text(&j, &text, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.diff/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "command"), json_string(&j, cli->reproduce);
	json_key(&j, "files"), json_array(&j);
	json_string(&j, cli->operands.items[1]);
	json_string(&j, cli->operands.items[2]);
	json_end(&j);
	json_key(&j, "runs"), json_array(&j);
	ok = diff_files(cli, p, &j);
	if (ok) {
		json_end(&j);
		json_key(&j, "more_runs_in");
		if (p->more)
			json_string(&j, cli->operands.items[p->more]);
		else
			json_null(&j);
		json_key(&j, "differ"), json_bool(&j, p->differing > 0);
		json_end(&j);
		json_finish(&j);
		fputs(text.s, stdout);
	}
	free(text.s);
	return ok;
}

enum exit_code trace_diff(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	struct pair p = {0};
	bool ok = true;

	for (int i = 0; i < 2 && ok; i++) {
		p.r[i] = trace_reader_open(cli->operands.items[i + 1], false,
					   &cli->error);
		ok = p.r[i] != NULL;
	}
	if (ok)
		ok = args->print.json ? diff_as_json(cli, &p)
				      : diff_files(cli, &p, NULL);
	for (int i = 0; i < 2; i++)
		if (p.r[i])
			trace_reader_close(p.r[i]);
	if (!ok)
		return cli_fail(cli);
	return p.differing ? EXIT_NO : EXIT_YES;
}
