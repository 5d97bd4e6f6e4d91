/* plugin_watch.c - see plugin_watch.h */
#include "policies/plugin_watch.h"

#include "policies/common.h"

#include <assert.h>

/* Plugins belong to the process, and so does who watches them. */
static const struct plugin_watch *watch;
static const struct watched_ops *all;

void plugin_watch_set(const struct plugin_watch *w)
{
	assert(w->enter && w->leave);
	watch = w;
}

void plugin_watch_enter(void)
{
	if (watch)
		watch->enter();
}

void plugin_watch_leave(void)
{
	if (watch)
		watch->leave();
}

/* Who copies ops to put something between keeps their name. */
static const struct policy_ops *own_ops(const struct policy *p)
{
	const struct watched_ops *x = all;

	while (x && x->ops.name != p->ops->name)
		x = x->next;
	assert(x);
	return x->own;
}

static bool prepare(struct policy *p, const struct workload *w, struct arena *a,
		    struct dag_error *e)
{
	bool ok;

	watch->enter();
	ok = own_ops(p)->prepare(p, w, a, e);
	watch->leave();
	return ok;
}

static bool place(const struct policy *p, const struct workload *w,
		  uint32_t first, struct arena *a, struct placement *out,
		  struct dag_error *e)
{
	bool ok;

	watch->enter();
	ok = own_ops(p)->place(p, w, first, a, out, e);
	watch->leave();
	return ok;
}

static void rank_running(const struct policy *p, const struct job *j,
			 const struct exec_state *x, struct rank *out)
{
	watch->enter();
	own_ops(p)->rank_running(p, j, x, out);
	watch->leave();
}

static void reset(struct policy *p)
{
	watch->enter();
	own_ops(p)->reset(p);
	watch->leave();
}

static int64_t key(const struct policy *p, const struct job *j)
{
	int64_t k;

	watch->enter();
	k = own_ops(p)->key(p, j);
	watch->leave();
	return k;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	watch->enter();
	own_ops(p)->choose(p, ready, now, dev, out);
	watch->leave();
}

static bool is_ours(int64_t (*f)(const struct policy *p, const struct job *j))
{
	return f == policy_key_deadline || f == policy_key_release ||
	       f == policy_key_node_deadline || f == policy_key_node;
}

const struct policy_ops *plugin_watched(const struct policy_ops *own,
					struct watched_ops *room)
{
	assert(own->key && own->choose);
	if (!watch)
		return own;
	*room = (struct watched_ops){*own, own, all};
	all = room;
	if (own->prepare)
		room->ops.prepare = prepare;
	if (own->place)
		room->ops.place = place;
	if (own->rank_running)
		room->ops.rank_running = rank_running;
	if (own->reset)
		room->ops.reset = reset;
	if (!is_ours(own->key))
		room->ops.key = key;
	if (own->choose != policy_choose_head &&
	    own->choose != policy_choose_global)
		room->ops.choose = choose;
	return &room->ops;
}
