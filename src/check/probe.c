/* probe.c - see probe.h */
#include "check/probe.h"

#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0xC3, NO_ANSWER = 0x5A, KEYS_ENOUGH = 3 };

static struct probe *probe_of(const struct policy *p)
{
	return (struct probe *)p->ops;
}

/* The policy as it would be without a probe. */
static struct policy inside(const struct policy *p)
{
	struct policy q = *p;

	q.ops = probe_of(p)->inner;
	q.state = q.ops->state_size ? (uint8_t *)p->state + GUARD : NULL;
	return q;
}

/* --- the state and what stands around it --- */

static void probe_reset(struct policy *p)
{
	struct policy q = inside(p);
	uint8_t *bytes = p->state;

	memset(bytes, GUARD_BYTE, GUARD);
	memset(bytes + GUARD, 0, q.ops->state_size);
	memset(bytes + GUARD + q.ops->state_size, GUARD_BYTE, GUARD);
	if (q.ops->reset)
		q.ops->reset(&q);
}

static bool guards_hold(const struct policy *p, uint32_t size)
{
	const uint8_t *bytes = p->state;

	for (uint32_t i = 0; i < GUARD; i++)
		if (bytes[i] != GUARD_BYTE ||
		    bytes[GUARD + size + i] != GUARD_BYTE)
			return false;
	return true;
}

/* Everything of a policy but its state. */
static bool same_settings(const struct policy *a, const struct policy *b)
{
	return a->ops == b->ops && a->state == b->state &&
	       a->order == b->order && a->first_node == b->first_node &&
	       a->node_key == b->node_key && a->node_rank == b->node_rank &&
	       !memcmp(a->param, b->param, sizeof(a->param));
}

/* --- keys --- */

static int64_t probe_key(const struct policy *p, const struct job *j)
{
	struct policy q = inside(p);

	return q.ops->key(&q, j);
}

static void probe_rank_running(const struct policy *p, const struct job *j,
			       const struct exec_state *x, struct rank *out)
{
	struct policy q = inside(p);

	q.ops->rank_running(&q, j, x, out);
}

/* The key of the head is a function, of the work left only if declared. */
static bool check_key(const struct scene *s)
{
	const struct policy_ops *ops = s->policy->ops;
	struct job j = s->dev->jobs[s->list[0]];
	int64_t key = ops->key(s->policy, &j), less;

	if (ops->key(s->policy, &j) != key)
		return situation_finding(s, CHECK_PURITY,
					 "key() gives two keys for one job");
	if (j.work_left < 2)
		return true;
	j.work_left /= 2;
	less = ops->key(s->policy, &j);
	s->probe->keys_seen++;
	s->probe->keys_changed += less != key;
	if (less == key || ops->traits.flags & POLICY_KEY_CHANGES)
		return true;
	return situation_finding(
		s, CHECK_KEYS,
		"the key of a job depends on the work that is left of it, "
		"which POLICY_KEY_CHANGES would declare");
}

void probe_finish(struct probe *pr)
{
	bool declared = pr->inner->traits.flags & POLICY_KEY_CHANGES;

	if (declared && pr->keys_seen >= KEYS_ENOUGH && !pr->keys_changed)
		finding_set(pr->finding, CHECK_KEYS,
			    "POLICY_KEY_CHANGES is declared, but the key of a "
			    "job stays what it was when half of its work is "
			    "done");
}

/* --- the same question again --- */

static bool same_answer(const struct decision *a, const struct decision *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == WAIT)
		return a->wait_until == b->wait_until;
	return a->exec == b->exec && a->n_jobs == b->n_jobs &&
	       !memcmp(a->jobs, b->jobs, a->n_jobs * sizeof(*a->jobs));
}

/* A second answer, from the state before the first. */
static void ask_again(const struct scene *s, struct policy *q,
		      const struct ready_queue *ready,
		      const struct device_state *dev)
{
	struct probe *pr = s->probe;
	uint32_t size = q->ops->state_size;

	if (size)
		memcpy(q->state, pr->saved, size);
	pr->second.kind = (enum decision_kind)NO_ANSWER;
	q->ops->choose(q, ready, s->now, dev, &pr->second);
}

/* What malloc has given out, where the library tells. */
static size_t memory_held(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
	return mallinfo2().uordblks;
#else
	return 0;
#endif
}

static bool check_pure(const struct scene *s, struct policy *q)
{
	struct probe *pr = s->probe;
	uint32_t size = q->ops->state_size;
	size_t held = memory_held();
	bool same;

	ask_again(s, q, s->ready, s->dev);
	if (memory_held() > held)
		return situation_finding(s, CHECK_STATE,
					 "the policy allocates memory while it "
					 "answers");
	if (!same_answer(s->out, &pr->second))
		return situation_finding(
			s, CHECK_PURITY,
			"asked the same once more, with the same state, the "
			"policy answers otherwise: it keeps something outside "
			"of its state");
	same = !size || !memcmp(q->state, pr->after, size);
	return same || situation_finding(s, CHECK_PURITY,
					 "asked the same once more, the policy "
					 "answers the same but leaves another "
					 "state");
}

static struct mirror *mirror_of(const struct scene *s, const struct policy *p)
{
	struct probe *pr = s->probe;
	uint32_t i = s->dev->first_exec;
	struct policy *copy;

	assert(i < pr->n_execs);
	if (pr->mirrors[i])
		return pr->mirrors[i];
	copy = ARENA_NEW(pr->arena, struct policy, 1);
	*copy = *p;
	pr->mirrors[i] = mirror_new(copy, s->ready, s->dev);
	return pr->mirrors[i];
}

static bool check_identity(const struct scene *s, const struct policy *p,
			   struct policy *q)
{
	struct probe *pr = s->probe;
	struct mirror *m;
	bool same;

	if (pr->config->tie == TIE_ID || s->n > PROBE_LIST)
		return true;
	m = mirror_of(s, p);
	if (!mirror_show(m, s->dev, s->ready, s->list, s->n))
		return true;
	ask_again(s, q, mirror_queue(m), mirror_device(m));
	same = s->out->kind == pr->second.kind;
	if (same && s->out->kind == DISPATCH && pr->second.n_jobs <= BATCH_MAX)
		for (uint32_t i = 0; i < pr->second.n_jobs; i++)
			pr->second.jobs[i] =
				mirror_original(m, pr->second.jobs[i]);
	same = same && same_answer(s->out, &pr->second);
	return same ||
	       situation_finding(s, CHECK_IDENTITY,
				 "with other job ids, and rubbish in the "
				 "places of the table that hold none of these "
				 "jobs, the policy answers otherwise");
}

/* --- a decision --- */

static uint32_t list_ready(const struct ready_queue *ready, job_id *list)
{
	uint32_t n = 0, count = ready_count(ready);

	if (count > PROBE_LIST)
		return 0;
	for (job_id j = 0; n < count; j++) {
		uint32_t i = n;

		if (!ready_contains(ready, j))
			continue;
		for (; i && ready_before(ready, j, list[i - 1]); i--)
			list[i] = list[i - 1];
		list[i] = j;
		n++;
	}
	return n;
}

static bool check_all(const struct scene *s, const struct policy *p,
		      struct policy *q, const struct policy *before)
{
	uint32_t size = q->ops->state_size;

	if (!same_settings(q, before) || (size && !guards_hold(p, size)))
		return situation_finding(s, CHECK_STATE,
					 "the policy writes outside of the %u "
					 "bytes of its state",
					 size);
	if (!promises_protocol(s))
		return false;
	if (!s->n)
		return true;
	return check_pure(s, q) && check_identity(s, p, q) && check_key(s) &&
	       promises_traits(s) && promises_fairness(s);
}

/* Somebody counts, and may want to know what is asked now. */
static void beat(const struct probe *pr, const struct scene *s)
{
	const struct check_watch *w = pr->watch;

	if (!w || !w->beats)
		return;
	if (++*w->beats == w->tell_at)
		situation_tell(s, w->told);
}

static void probe_choose(struct policy *p, const struct ready_queue *ready,
			 dag_time now, const struct device_state *dev,
			 struct decision *out)
{
	struct probe *pr = probe_of(p);
	struct policy q = inside(p), before = q;
	uint32_t size = q.ops->state_size;
	job_id list[PROBE_LIST];
	struct scene s = {pr, &q, ready, now, dev, out, list, 0};

	out->kind = (enum decision_kind)NO_ANSWER;
	if (pr->finding->property)
		return;
	pr->decisions++;
	s.n = list_ready(ready, list);
	beat(pr, &s);
	if (size)
		memcpy(pr->saved, q.state, size);
	q.ops->choose(&q, ready, now, dev, out);
	if (size)
		memcpy(pr->after, q.state, size);
	if (!check_all(&s, p, &q, &before))
		out->kind = (enum decision_kind)NO_ANSWER;
	if (size)
		memcpy((uint8_t *)p->state + GUARD, pr->after, size);
}

void probe_wrap(struct probe *pr, struct policy *p, const struct sim_config *c,
		struct check_finding *f, struct arena *a)
{
	const struct workload *w = c->workload;
	uint32_t size = p->ops->state_size;

	*pr = (struct probe){.ops = *p->ops,
			     .inner = p->ops,
			     .config = c,
			     .finding = f,
			     .arena = a,
			     .n_execs = w->platform.n_cores + 1};
	pr->mirrors = ARENA_NEW(a, struct mirror *, pr->n_execs);
	pr->fairness = ARENA_NEW(a, struct fairness *, pr->n_execs);
	pr->ops.choose = probe_choose;
	pr->ops.key = probe_key;
	if (p->ops->rank_running)
		pr->ops.rank_running = probe_rank_running;
	if (size) {
		pr->saved = arena_alloc(a, size);
		pr->after = arena_alloc(a, size);
		pr->ops.state_size = size + 2 * GUARD;
		pr->ops.reset = probe_reset;
		p->state = arena_alloc(a, pr->ops.state_size);
	}
	p->ops = &pr->ops;
	if (size)
		probe_reset(p);
}

void probe_free(struct probe *pr)
{
	for (uint32_t i = 0; i < pr->n_execs; i++)
		mirror_free(pr->mirrors[i]);
}
