/* audit_exec.c - what executors do; see audit.h */
#include "base/arena.h"
#include "model/speeds.h"
#include "trace/audit_state.h"

#include <inttypes.h>

dag_time audit_executed(const struct audit_exec *e, dag_time t)
{
	return e->done +
	       (t > e->run_from ? speed_work(e->speed, t - e->run_from) : 0);
}

bool audit_in_region(const struct audit *a, uint32_t exec)
{
	const struct audit_exec *e = &a->execs[exec];
	struct audit_job *j;
	const struct trace_node *v;
	dag_time total, until;

	if (!e->busy || e->count != 1)
		return false;
	j = audit_member_job(a, e->members[0]);
	if (!j)
		return false;
	v = audit_vertex(a, j->task, e->members[0].node);
	total = audit_node_of(j, e->members[0].node)->total;
	return v->regions &&
	       regions_hold(v->regions, total,
			    total - (e->left - audit_executed(e, a->now)),
			    &until);
}

static struct audit_pool *pool(struct audit *a, const struct trace_rec *r)
{
	return audit_pool_of_exec(a, r->exec);
}

static const char *exec_name(const struct audit *a, const struct trace_rec *r)
{
	return a->h->execs[r->exec].name;
}

static void begin_slice(struct audit *a, const struct trace_rec *r,
			uint32_t count)
{
	struct audit_exec *e = &a->execs[r->exec];

	if (e->busy)
		audit_fail(a, AUDIT_EXCLUSIVE, "%s begins on %s, which is busy",
			   NAMED(a, r), exec_name(a, r));
	else
		pool(a, r)->idle--;
	if (r->t >= a->h->horizon)
		audit_fail(a, AUDIT_HORIZON, "%s begins to run after it",
			   NAMED(a, r));
	if (!e->busy)
		audit_check_dispatch(a, r);
	e->busy = true;
	e->count = count;
	e->started = e->finished = 0;
	e->left = r->a;
	e->done = 0;
	e->began = r->t;
	e->told_until = -1;
	e->run_from = r->t > e->over_until ? r->t : e->over_until;
}

static void end_slice(struct audit *a, const struct trace_rec *r)
{
	struct audit_exec *e = &a->execs[r->exec];

	e->busy = false;
	e->end_t = r->t;
	audit_forget_told(a, e);
	pool(a, r)->idle++;
}

static void join(struct audit *a, const struct trace_rec *r, uint32_t slot)
{
	struct audit_exec *e = &a->execs[r->exec];
	uint32_t generation = 0;

	if (slot != JOBMAP_NONE)
		generation = a->jobs[slot].generation;
	array_reserve((void **)&e->members, &e->cap, e->started + (size_t)1,
		      sizeof(*e->members));
	e->members[e->started++] =
		(struct audit_member){slot, generation, r->node};
}

/* Is the core among those that the node is bound to? */
static bool is_allowed(const struct trace_node *node, uint32_t exec)
{
	uint32_t i = 0;

	while (i < node->n_cores && node->cores[i] != exec)
		i++;
	return !node->cores || i < node->n_cores;
}

static void check_resource(struct audit *a, const struct trace_rec *r)
{
	if (!is_allowed(audit_vertex(a, r->task, r->node), r->exec))
		audit_fail(a, AUDIT_EXCLUSIVE, "%s is not bound to %s",
			   NAMED(a, r), exec_name(a, r));
	if (audit_pool_of(a, r->task, r->node) != pool(a, r) ||
	    audit_vertex(a, r->task, r->node)->resource !=
		    a->h->execs[r->exec].resource)
		audit_fail(a, AUDIT_EXCLUSIVE, "%s is not made for %s",
			   NAMED(a, r), exec_name(a, r));
}

/* --- start --- */

static void check_head(struct audit *a, const struct trace_rec *r)
{
	uint32_t model = audit_vertex(a, r->task, r->node)->model;

	if (r->count > a->h->models[model].max_batch)
		audit_fail(a, AUDIT_BATCH, "a batch of %u, but %s takes %u",
			   r->count, a->h->models[model].name,
			   a->h->models[model].max_batch);
	if (r->count > 1 && pool(a, r)->batching == TRACE_BATCH_NONE)
		audit_fail(a, AUDIT_BATCH,
			   "a batch of %u by a policy that does not batch",
			   r->count);
	if (r->a < 1 || r->b < 1)
		audit_fail(a, AUDIT_EXECUTION,
			   "%s is drawn %" PRId64 " ns, factor %" PRId64,
			   NAMED(a, r), r->a, r->b);
}

/* Does a member fit the head, and the record of the member before? */
static void check_rider(struct audit *a, const struct trace_rec *r,
			const struct audit_job *j)
{
	const struct audit_exec *e = &a->execs[r->exec];
	const struct trace_rec *p = &a->last;
	const struct audit_job *head;
	uint32_t group;

	if (p->kind != TRACE_START || p->exec != r->exec || p->t != r->t ||
	    p->count != r->count || p->index + 1 != r->index || p->a != r->a ||
	    r->b) {
		audit_fail(a, AUDIT_BATCH,
			   "%s does not continue the batch before it",
			   NAMED(a, r));
		return;
	}
	head = audit_member_job(a, e->members[0]);
	if (!head || !j)
		return;
	group = a->h->tasks[j->task].group;
	if (audit_vertex(a, r->task, r->node)->model !=
	    audit_vertex(a, head->task, e->members[0].node)->model)
		audit_fail(a, AUDIT_BATCH, "%s is of another model",
			   NAMED(a, r));
	if (pool(a, r)->batching == TRACE_BATCH_SAME_DEADLINE &&
	    (j->release != head->release || j->deadline != head->deadline ||
	     group == NONE || group != a->h->tasks[head->task].group))
		audit_fail(a, AUDIT_BATCH,
			   "%s is not of the head's release and group",
			   NAMED(a, r));
}

static void check_startable(struct audit *a, const struct trace_rec *r,
			    uint32_t slot)
{
	struct audit_job *j = &a->jobs[slot];
	const struct audit_node *n = audit_node_of(j, r->node);

	if (n->state == NODE_BLOCKED)
		audit_fail(a, AUDIT_PRECEDENCE, "%s starts before it is ready",
			   NAMED(a, r));
	else if (n->state == NODE_RUNNING)
		audit_fail(a, AUDIT_EXCLUSIVE, "%s starts while it runs",
			   NAMED(a, r));
	else if (n->state == NODE_DONE)
		audit_fail(a, AUDIT_LIFE, "%s starts, but has finished",
			   NAMED(a, r));
	else if (n->preempted)
		audit_fail(a, AUDIT_EXECUTION,
			   "%s starts anew instead of going on", NAMED(a, r));
	if (a->h->late == LATE_DROP && !j->started && r->t >= j->deadline)
		audit_fail(a, AUDIT_DROP,
			   "%s starts past its deadline, not dropped",
			   NAMED(a, r));
}

/* From ready to running. */
static void set_running(struct audit *a, const struct trace_rec *r,
			uint32_t slot)
{
	struct audit_job *j = &a->jobs[slot];
	struct audit_node *n = audit_node_of(j, r->node);
	bool was_started = j->started;

	if (n->state == NODE_READY)
		audit_ready_take(a, slot, r->node);
	if (n->state != NODE_RUNNING)
		j->running++;
	n->state = NODE_RUNNING;
	n->preempted = false;
	if (!r->index) {
		audit_check_choice(a, slot, r->node, was_started);
		if (a->h->late == LATE_DROP)
			audit_check_expired(a, pool(a, r));
	}
	if (!was_started)
		audit_claim(a, slot);
}

void audit_on_start(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);

	check_resource(a, r);
	if (!r->index) {
		begin_slice(a, r, r->count);
		check_head(a, r);
	} else {
		check_rider(a, r, slot == JOBMAP_NONE ? NULL : &a->jobs[slot]);
	}
	join(a, r, slot);
	if (slot == JOBMAP_NONE) {
		audit_fail(a, AUDIT_LIFE,
			   "%s starts, but was not released or has ended",
			   NAMED(a, r));
		return;
	}
	check_startable(a, r, slot);
	audit_node_of(&a->jobs[slot], r->node)->total = r->a;
	set_running(a, r, slot);
}

void audit_check_batch_complete(struct audit *a, const struct trace_rec *r)
{
	const struct trace_rec *p = &a->last;

	if (p->kind != TRACE_START || p->index + 1 >= p->count ||
	    (r->kind == TRACE_START && r->index))
		return;
	audit_fail(a, AUDIT_BATCH, "a batch of %u has only %u members",
		   p->count, p->index + 1u);
}

/* --- finish --- */

/* Has it done its work now, and not before?  A core that is fast may do more
 * in its last ns. */
static bool is_done(const struct audit_exec *e, dag_time t)
{
	return audit_executed(e, t) >= e->left &&
	       (t > e->run_from ? audit_executed(e, t - 1) < e->left
				: e->done == e->left);
}

/* Is the record the next end that the batch of its executor owes? */
static void check_end(struct audit *a, const struct trace_rec *r, uint32_t slot)
{
	struct audit_exec *e = &a->execs[r->exec];

	if (!e->busy) {
		audit_fail(a, AUDIT_EXCLUSIVE,
			   "%s finishes on %s, which runs nothing", NAMED(a, r),
			   exec_name(a, r));
		return;
	}
	if (r->index != e->finished || r->count != e->count ||
	    e->finished >= e->started || e->members[e->finished].slot != slot ||
	    e->members[e->finished].node != r->node)
		audit_fail(a, AUDIT_BATCH, "%s is not what finishes next on %s",
			   NAMED(a, r), exec_name(a, r));
	if (!e->finished && !is_done(e, r->t))
		audit_fail(a, AUDIT_EXECUTION,
			   "%s ran %" PRId64 " ns of %" PRId64, NAMED(a, r),
			   audit_executed(e, r->t), e->left);
	if (e->finished && r->t != e->finish_t)
		audit_fail(a, AUDIT_BATCH, "%s does not finish with its batch",
			   NAMED(a, r));
	e->finish_t = r->t;
	if (++e->finished >= e->count)
		end_slice(a, r);
}

static void check_flags(struct audit *a, const struct trace_rec *r,
			const struct audit_job *j)
{
	bool done = !j->left, late = done && r->t > j->deadline;

	if (r->a != j->release || r->b != j->deadline)
		audit_fail(a, AUDIT_LIFE,
			   "%s was released at %" PRId64 " with deadline "
			   "%" PRId64 ", not as told here",
			   NAMED(a, r), j->release, j->deadline);
	if (!(r->flags & TRACE_JOB_DONE) == done)
		audit_fail(a, AUDIT_LIFE, "%s: the job is %s here", NAMED(a, r),
			   done ? "done" : "not done");
	if (!(r->flags & TRACE_LATE) == late)
		audit_fail(a, AUDIT_MISS, "%s is %s here", NAMED(a, r),
			   late ? "late" : "not late");
	if (late)
		audit_expect_miss(a, j, TRACE_LATE);
}

void audit_on_finish(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);
	struct audit_job *j;
	struct audit_node *n;

	check_end(a, r, slot);
	if (slot == JOBMAP_NONE) {
		audit_fail(a, AUDIT_LIFE,
			   "%s finishes, but was not released or has ended",
			   NAMED(a, r));
		return;
	}
	j = &a->jobs[slot];
	n = audit_node_of(j, r->node);
	if (n->state != NODE_RUNNING) {
		audit_fail(a, AUDIT_EXECUTION, "%s finishes, but does not run",
			   NAMED(a, r));
		return;
	}
	n->state = NODE_DONE;
	j->running--;
	j->left--;
	check_flags(a, r, j);
	if (!j->left || (j->open && !j->running))
		audit_end_job(a, slot);
	else if (!j->open)
		audit_send_at_end(a, slot, r->node);
}

/* --- preemption --- */

void audit_on_preempt(struct audit *a, const struct trace_rec *r)
{
	struct audit_exec *e = &a->execs[r->exec];
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);
	struct audit_node *n;

	if (a->h->execs[r->exec].preemption != PREEMPT_FULL ||
	    !(pool(a, r)->flags & TRACE_PREEMPTS))
		audit_fail(a, AUDIT_PREEMPTION, "%s is preempted on %s",
			   NAMED(a, r), exec_name(a, r));
	if (audit_in_region(a, r->exec))
		audit_fail(a, AUDIT_PREEMPTION,
			   "%s is preempted in a non-preemptive region",
			   NAMED(a, r));
	if (r->t >= a->h->horizon)
		audit_fail(a, AUDIT_HORIZON, "%s is preempted after it",
			   NAMED(a, r));
	if (!e->busy || e->count != 1 || slot == JOBMAP_NONE ||
	    e->members[0].slot != slot || e->members[0].node != r->node) {
		audit_fail(a, AUDIT_EXCLUSIVE,
			   "%s is preempted, but %s does not run it alone",
			   NAMED(a, r), exec_name(a, r));
		return;
	}
	if (r->a != e->left - audit_executed(e, r->t) || r->a < 1)
		audit_fail(a, AUDIT_PREEMPTION,
			   "%s has %" PRId64 " ns left, not %" PRId64,
			   NAMED(a, r), e->left - audit_executed(e, r->t),
			   r->a);
	n = audit_node_of(&a->jobs[slot], r->node);
	n->preempted = true;
	n->left = r->a;
	n->told_until = e->told_until;
	n->last_exec = r->exec;
	a->jobs[slot].running--;
	audit_doubt_points(a, r->exec);
	end_slice(a, r);
	e->preempt_t = r->t;
	audit_ready_add(a, slot, r->node);
}

static void check_resume(struct audit *a, const struct trace_rec *r,
			 const struct audit_node *n)
{
	if (!n->preempted || n->state != NODE_READY)
		audit_fail(a, AUDIT_PREEMPTION,
			   "%s resumes, but was not preempted", NAMED(a, r));
	else if (r->a != n->left || r->b != n->last_exec)
		audit_fail(a, AUDIT_PREEMPTION,
			   "%s goes on with %" PRId64 " ns from executor "
			   "%" PRId64 ", not %" PRId64 " ns from %u",
			   NAMED(a, r), r->a, r->b, n->left, n->last_exec);
}

void audit_on_resume(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);
	const struct audit_node *n;

	check_resource(a, r);
	begin_slice(a, r, 1);
	join(a, r, slot);
	if (slot == JOBMAP_NONE) {
		audit_fail(a, AUDIT_LIFE,
			   "%s resumes, but was not released or has ended",
			   NAMED(a, r));
		return;
	}
	n = audit_node_of(&a->jobs[slot], r->node);
	check_resume(a, r, n);
	a->execs[r->exec].told_until = n->told_until;
	if (n->state == NODE_READY)
		set_running(a, r, slot);
}
