/* round_robin.c - one job of each stream in turn, streams in order of name
 *
 * State: the name rank of the stream served last.  The next stream is the
 * first behind it that has a ready job, cyclically; of that stream the
 * earliest release goes.
 */
#include "policies/common.h"

struct cursor {
	uint32_t next; /* rank behind the one served last */
};

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	struct cursor *c = p->state;
	uint32_t turn;

	(void)now;
	if (!ready_count(ready) || dev->idle == NONE) {
		decide_wait(out);
		return;
	}
	turn = ready_bucket_from(ready, c->next);
	if (turn == NONE)
		turn = ready_bucket_from(ready, 0);
	c->next = turn + 1;
	decide_one(out, dev->idle, ready_bucket_head(ready, turn));
}

const struct policy_ops round_robin_ops = {
	.name = "round_robin",
	.summary = "one job of each stream in turn, in order of stream names",
	.source = "edgesched, github.com/daniel-debrun/edgesched",
	.traits = {ORDER_OTHER, BATCH_NONE, VIEW_BY_TASK,
		   POLICY_WORK_CONSERVING | POLICY_ON_ACCELERATOR},
	.state_size = sizeof(struct cursor),
	.max_passes = 1,
	.key = policy_key_release,
	.choose = choose,
};
