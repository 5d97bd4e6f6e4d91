/* audit_ready.c - what could run, and whether the right one did; see audit.h */
#include "base/arena.h"
#include "trace/audit_state.h"

#include <assert.h>
#include <inttypes.h>

void audit_heap_push(struct audit_heap *h, dag_time key,
		     struct audit_member who)
{
	size_t i = h->n++;

	array_reserve((void **)&h->items, &h->cap, h->n, sizeof(*h->items));
	for (; i && key < h->items[(i - 1) / 2].key; i = (i - 1) / 2)
		h->items[i] = h->items[(i - 1) / 2];
	h->items[i] = (struct audit_entry){key, who};
}

void audit_heap_pop(struct audit_heap *h)
{
	struct audit_entry last;
	size_t i = 0, c;

	assert(h->n);
	last = h->items[--h->n];
	while ((c = 2 * i + 1) < h->n) {
		if (c + 1 < h->n && h->items[c + 1].key < h->items[c].key)
			c++;
		if (last.key <= h->items[c].key)
			break;
		h->items[i] = h->items[c];
		i = c;
	}
	h->items[i] = last;
}

/* The key by which the policy says that it orders. */
static dag_time key_of(const struct audit_pool *p, const struct audit_job *j)
{
	return p->order == TRACE_ORDER_EDF ? j->deadline : j->release;
}

static int class_of(const struct audit_pool *p, const struct audit_job *j)
{
	return p->by_claim && j->started;
}

static struct audit_member me(const struct audit *a, uint32_t slot,
			      uint32_t node)
{
	return (struct audit_member){slot, a->jobs[slot].generation, node};
}

void audit_ready_add(struct audit *a, uint32_t slot, uint32_t node)
{
	struct audit_job *j = &a->jobs[slot];
	struct audit_pool *p = audit_pool_of(a, j->task, node);

	audit_node_of(j, node)->state = NODE_READY;
	p->ready++;
	if (p->ordered)
		audit_heap_push(&p->waiting[class_of(p, j)], key_of(p, j),
				me(a, slot, node));
	if (a->h->late == LATE_DROP && !j->started)
		audit_heap_push(&p->expiry, j->deadline, me(a, slot, node));
}

void audit_ready_take(struct audit *a, uint32_t slot, uint32_t node)
{
	struct audit_job *j = &a->jobs[slot];
	struct audit_pool *p = audit_pool_of(a, j->task, node);

	assert(audit_node_of(j, node)->state == NODE_READY && p->ready);
	audit_node_of(j, node)->state = NODE_BLOCKED;
	p->ready--;
}

void audit_claim(struct audit *a, uint32_t slot)
{
	struct audit_job *j = &a->jobs[slot];
	uint32_t n = a->h->tasks[j->task].n_nodes;

	j->started = true;
	for (uint32_t i = 0; i < n; i++) {
		struct audit_pool *p = audit_pool_of(a, j->task, i);

		if (audit_node_of(j, i)->state == NODE_READY && p->ordered &&
		    p->by_claim)
			audit_heap_push(&p->waiting[1], key_of(p, j),
					me(a, slot, i));
	}
}

/* Is the entry still about a ready node (of that class, if class >= 0)? */
static bool holds(const struct audit *a, const struct audit_pool *p,
		  const struct audit_entry *x, int class)
{
	struct audit_job *j = audit_member_job(a, x->who);

	if (!j || audit_node_of(j, x->who.node)->state != NODE_READY)
		return false;
	return class < 0 ? !j->started : class_of(p, j) == class;
}

/* The first entry that holds, or NULL. */
static const struct audit_entry *top(const struct audit *a,
				     const struct audit_pool *p,
				     struct audit_heap *h, int class)
{
	while (h->n && !holds(a, p, h->items, class))
		audit_heap_pop(h);
	return h->n ? h->items : NULL;
}

static const char *name_of(const struct audit *a, char buf[AUDIT_NAME],
			   struct audit_member m)
{
	const struct audit_job *j = &a->jobs[m.slot];

	return audit_name(a, buf, j->task, j->instance, m.node);
}

void audit_check_choice(struct audit *a, uint32_t slot, uint32_t node,
			bool was_started)
{
	struct audit_job *j = &a->jobs[slot];
	struct audit_pool *p = audit_pool_of(a, j->task, node);
	int class = p->by_claim && was_started;
	const struct audit_entry *x;
	char mine[AUDIT_NAME], other[AUDIT_NAME];

	if (!p->ordered)
		return;
	if (p->by_claim && !was_started && (x = top(a, p, &p->waiting[1], 1)))
		audit_fail(a, AUDIT_CHOICE,
			   "%s goes before %s, which has "
			   "started and keeps its claim",
			   name_of(a, mine, me(a, slot, node)),
			   name_of(a, other, x->who));
	x = top(a, p, &p->waiting[class], class);
	if (x && x->key < key_of(p, j))
		audit_fail(a, AUDIT_CHOICE,
			   "%s goes before %s, whose %s is earlier by %" PRId64
			   " ns",
			   name_of(a, mine, me(a, slot, node)),
			   name_of(a, other, x->who),
			   p->order == TRACE_ORDER_EDF ? "deadline" : "release",
			   key_of(p, j) - x->key);
}

void audit_check_expired(struct audit *a, struct audit_pool *p)
{
	const struct audit_entry *x = top(a, p, &p->expiry, -1);
	char name[AUDIT_NAME];

	if (x && x->key <= a->now)
		audit_fail(a, AUDIT_DROP,
			   "%s is past its deadline and not dropped",
			   name_of(a, name, x->who));
}

/* Executors of a pool that do nothing at all. */
static uint32_t count_idle(struct audit *a, const struct audit_pool *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < a->h->n_execs; i++)
		n += audit_pool_of_exec(a, i) == p && !a->execs[i].busy &&
		     a->execs[i].over_until <= a->now;
	return n;
}

/* Preemptive policies: what runs on is not behind what waits. */
static void check_running(struct audit *a, struct audit_pool *p)
{
	const struct audit_entry *x = top(a, p, &p->waiting[0], 0);

	for (uint32_t i = 0; x && i < a->h->n_execs; i++) {
		const struct audit_exec *e = &a->execs[i];
		const struct audit_job *j;
		char mine[AUDIT_NAME], other[AUDIT_NAME];

		if (!e->busy || audit_pool_of_exec(a, i) != p ||
		    a->h->execs[i].preemption != PREEMPT_FULL ||
		    audit_in_region(a, i))
			continue;
		j = audit_member_job(a, e->members[0]);
		if (!j || key_of(p, j) <= x->key)
			continue;
		audit_fail(a, AUDIT_CHOICE,
			   "%s runs on while %s, which goes "
			   "before it, waits",
			   name_of(a, mine, e->members[0]),
			   name_of(a, other, x->who));
		return;
	}
}

void audit_check_interval(struct audit *a, dag_time until)
{
	if (a->now >= a->h->horizon || until <= a->now)
		return;
	for (uint32_t i = 0; i < a->n_pools; i++) {
		struct audit_pool *p = &a->pools[i];
		uint32_t idle;

		if (!p->ready)
			continue;
		idle = p->idle ? count_idle(a, p) : 0;
		if (idle && p->flags & TRACE_WORK_CONSERVING)
			audit_fail(a, AUDIT_IDLE,
				   "%u executors idle and %u nodes ready", idle,
				   p->ready);
		if (p->ordered && p->flags & TRACE_PREEMPTS)
			check_running(a, p);
	}
}
