/* diff_print.c - a difference in words; see diff.h */
#include "trace/diff.h"
#include "trace/dump.h"

#include <inttypes.h>
#include <string.h>

static const char *const fates[FATES] = {"absent",  "in time", "late",
					 "dropped", "pending", "censored"};

static void differ(FILE *out, const char *what, const char *x, const char *y)
{
	if (strcmp(x, y) != 0)
		fprintf(out, "%s: %s | %s\n", what, x, y);
}

static void differ_time(FILE *out, const char *what, dag_time x, dag_time y)
{
	char a[32], b[32];

	time_format(a, sizeof(a), x);
	time_format(b, sizeof(b), y);
	differ(out, what, a, b);
}

static void print_headers(FILE *out, const struct trace_header *const h[2])
{
	const char *const late[] = {"drop", "run"};

	differ(out, "workload", h[0]->workload, h[1]->workload);
	differ(out, "workload digest", h[0]->digest, h[1]->digest);
	differ(out, "policy", h[0]->policy, h[1]->policy);
	if (h[0]->seed != h[1]->seed)
		fprintf(out, "seed: %" PRIu64 " | %" PRIu64 "\n", h[0]->seed,
			h[1]->seed);
	differ_time(out, "horizon", h[0]->horizon, h[1]->horizon);
	differ(out, "late jobs", late[h[0]->late], late[h[1]->late]);
	if (h[0]->n_tasks != h[1]->n_tasks)
		fprintf(out, "tasks: %u | %u\n", h[0]->n_tasks, h[1]->n_tasks);
}

static void print_lines(FILE *out, char mark, const struct trace_header *h,
			const struct trace_rec *r, size_t n)
{
	char line[DUMP_LINE];

	for (size_t i = 0; i < n; i++) {
		dump_format(line, h, &r[i]);
		fprintf(out, "%c %s\n", mark, line);
	}
}

static void print_first(FILE *out, const struct diff *d, const char *name0,
			const char *name1)
{
	if (d->same) {
		fprintf(out, "the same %" PRIu64 " records\n", d->records[0]);
		return;
	}
	fprintf(out,
		"the first %" PRIu64 " records are the same, of %" PRIu64
		" | %" PRIu64 "\n\n",
		d->at, d->records[0], d->records[1]);
	print_lines(out, ' ', d->h[0], d->before, d->n_before);
	fprintf(out, "--- %s\n", name0);
	print_lines(out, '-', d->h[0], d->after[0], d->n_after[0]);
	if (!d->n_after[0])
		fputs("- (the end)\n", out);
	fprintf(out, "+++ %s\n", name1);
	print_lines(out, '+', d->h[1], d->after[1], d->n_after[1]);
	if (!d->n_after[1])
		fputs("+ (the end)\n", out);
	putc('\n', out);
}

static void print_queue(FILE *out, const char *when,
			const struct trace_header *h,
			const struct diff_queue *q)
{
	char t[32];

	fprintf(out, "%s: ", when);
	if (!q->n)
		fputs("empty", out);
	for (size_t i = 0; i < q->n && i < DIFF_QUEUE; i++) {
		const struct ready_node *r = &q->first[i];
		const struct trace_task *task = &h->tasks[r->task];

		time_format(t, sizeof(t), r->deadline);
		fprintf(out, "%s%s#%" PRIu64, i ? ", " : "", task->name,
			r->instance);
		if (task->n_nodes > 1)
			fprintf(out, ".%s",
				h->nodes[task->first_node + r->node].name);
		fprintf(out, " (due %s)", t);
	}
	if (q->n > DIFF_QUEUE)
		fprintf(out, ", and %zu more", q->n - DIFF_QUEUE);
	putc('\n', out);
}

/* What waited when the runs parted, and what was left waiting on each side. */
static void print_queues(FILE *out, const struct diff *d)
{
	char t[32];

	if (d->same)
		return;
	time_format(t, sizeof(t), d->t);
	fprintf(out, "ready queues, where the runs part at %s\n", t);
	print_queue(out, "- before", d->h[0], &d->before_t[0]);
	print_queue(out, "+ before", d->h[1], &d->before_t[1]);
	print_queue(out, "- after", d->h[0], &d->after_t[0]);
	print_queue(out, "+ after", d->h[1], &d->after_t[1]);
	putc('\n', out);
}

static void print_end(FILE *out, const struct diff_job *j, int s)
{
	char t[32];

	if (j->fate[s] == FATE_NONE) {
		fputs("absent", out);
		return;
	}
	time_format(t, sizeof(t), j->end[s]);
	fprintf(out, "%s at %s", fates[j->fate[s]], t);
}

static void print_jobs(FILE *out, const struct diff *d)
{
	uint64_t changed = diff_changed(d);

	for (size_t i = 0; i < d->n_jobs; i++) {
		const struct diff_job *j = &d->jobs[i];
		const struct trace_header *h = d->h[j->task_of_1];

		fprintf(out, "  %s#%" PRIu64 ": ", h->tasks[j->task].name,
			j->instance);
		print_end(out, j, 0);
		fputs(" | ", out);
		print_end(out, j, 1);
		putc('\n', out);
	}
	if (changed > d->n_jobs)
		fprintf(out, "  ... and %" PRIu64 " more\n",
			changed - d->n_jobs);
}

static void print_shift(FILE *out, const char *which, uint64_t n, dag_time most)
{
	char t[32];

	if (!n)
		return;
	time_format(t, sizeof(t), most);
	fprintf(out, "%" PRIu64 " jobs finish %s, by up to %s\n", n, which, t);
}

void diff_print(FILE *out, const struct diff *d, const char *name0,
		const char *name1)
{
	print_headers(out, d->h);
	if (diff_workloads(d))
		fputs("the workloads are not the same: jobs are matched by the "
		      "names of their tasks\n",
		      out);
	print_first(out, d, name0, name1);
	print_queues(out, d);
	if (d->released_apart)
		fprintf(out,
			"%" PRIu64 " jobs have another release or "
			"deadline\n",
			d->released_apart);
	print_shift(out, "earlier", d->earlier, d->most_earlier);
	print_shift(out, "later", d->later, d->most_later);
	fprintf(out, "%" PRIu64 " jobs fare differently\n", diff_changed(d));
	for (int i = 0; i < FATES; i++)
		for (int k = 0; k < FATES; k++)
			if (i != k && d->fates[i][k])
				fprintf(out, "%8" PRIu64 " %s | %s\n",
					d->fates[i][k], fates[i], fates[k]);
	print_jobs(out, d);
}

/* --- as JSON --- */

static void json_side(struct json *j, const struct trace_header *h,
		      uint64_t records)
{
	json_object(j);
	json_key(j, "workload"), json_string(j, h->workload);
	json_key(j, "workload_digest"), json_string(j, h->digest);
	json_key(j, "policy"), json_string(j, h->policy);
	json_key(j, "seed"), json_uint(j, h->seed);
	json_key(j, "duration_ns"), json_int(j, h->horizon);
	json_key(j, "late"), json_string(j, h->late ? "run" : "drop");
	json_key(j, "tasks"), json_uint(j, h->n_tasks);
	json_key(j, "records"), json_uint(j, records);
	json_end(j);
}

static void json_records(struct json *j, const struct trace_header *h,
			 const struct trace_rec *r, size_t n)
{
	json_array(j);
	for (size_t i = 0; i < n; i++)
		dump_json(j, h, &r[i]);
	json_end(j);
}

static void json_queue(struct json *j, const struct trace_header *h,
		       const struct diff_queue *q)
{
	json_object(j);
	json_key(j, "length"), json_uint(j, q->n);
	json_key(j, "first"), json_array(j);
	for (size_t i = 0; i < q->n && i < DIFF_QUEUE; i++) {
		const struct ready_node *r = &q->first[i];
		const struct trace_task *task = &h->tasks[r->task];

		json_object(j);
		json_key(j, "task"), json_string(j, task->name);
		json_key(j, "job"), json_uint(j, r->instance);
		json_key(j, "node");
		json_string(j, h->nodes[task->first_node + r->node].name);
		json_key(j, "deadline_ns"), json_int(j, r->deadline);
		json_end(j);
	}
	json_end(j);
	json_end(j);
}

/* Where the runs part; null: they do not. */
static void json_parting(struct json *j, const struct diff *d)
{
	if (d->same) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key(j, "record"), json_uint(j, d->at);
	json_key(j, "t_ns"), json_int(j, d->t);
	json_key(j, "before");
	json_records(j, d->h[0], d->before, d->n_before);
	json_key(j, "after"), json_array(j);
	for (int s = 0; s < 2; s++)
		json_records(j, d->h[s], d->after[s], d->n_after[s]);
	json_end(j);
	json_key(j, "ready_before"), json_array(j);
	for (int s = 0; s < 2; s++)
		json_queue(j, d->h[s], &d->before_t[s]);
	json_end(j);
	json_key(j, "ready_after"), json_array(j);
	for (int s = 0; s < 2; s++)
		json_queue(j, d->h[s], &d->after_t[s]);
	json_end(j);
	json_end(j);
}

static void json_fates(struct json *j, const struct diff *d)
{
	json_array(j);
	for (int i = 0; i < FATES; i++)
		for (int k = 0; k < FATES; k++) {
			if (!d->fates[i][k])
				continue;
			json_object(j);
			json_key(j, "fates"), json_array(j);
			json_string(j, fates[i]), json_string(j, fates[k]);
			json_end(j);
			json_key(j, "jobs"), json_uint(j, d->fates[i][k]);
			json_end(j);
		}
	json_end(j);
}

static void json_jobs(struct json *j, const struct diff *d)
{
	json_array(j);
	for (size_t i = 0; i < d->n_jobs; i++) {
		const struct diff_job *x = &d->jobs[i];

		json_object(j);
		json_key(j, "task");
		json_string(j, d->h[x->task_of_1]->tasks[x->task].name);
		json_key(j, "job"), json_uint(j, x->instance);
		json_key(j, "sides"), json_array(j);
		for (int s = 0; s < 2; s++) {
			json_object(j);
			json_key(j, "fate"), json_string(j, fates[x->fate[s]]);
			if (x->fate[s] != FATE_NONE) {
				json_key(j, "release_ns");
				json_int(j, x->release[s]);
				json_key(j, "end_ns"), json_int(j, x->end[s]);
			}
			json_end(j);
		}
		json_end(j);
		json_end(j);
	}
	json_end(j);
}

void diff_json(struct json *j, const struct diff *d)
{
	json_object(j);
	json_key(j, "same"), json_bool(j, d->same);
	json_key(j, "same_workload"), json_bool(j, !diff_workloads(d));
	json_key(j, "sides"), json_array(j);
	for (int s = 0; s < 2; s++)
		json_side(j, d->h[s], d->records[s]);
	json_end(j);
	json_key(j, "parting"), json_parting(j, d);
	json_key(j, "released_apart"), json_uint(j, d->released_apart);
	json_key(j, "earlier"), json_uint(j, d->earlier);
	json_key(j, "most_earlier_ns"), json_int(j, d->most_earlier);
	json_key(j, "later"), json_uint(j, d->later);
	json_key(j, "most_later_ns"), json_int(j, d->most_later);
	json_key(j, "changed"), json_uint(j, diff_changed(d));
	json_key(j, "fates"), json_fates(j, d);
	json_key(j, "jobs"), json_jobs(j, d);
	json_end(j);
}
