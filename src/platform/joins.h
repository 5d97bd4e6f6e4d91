/* joins.h - joins of message_filters: callbacks that wait for sets of messages
 *
 * Each input is a subscription of its own that feeds the join; the callback
 * runs in the place of the input whose message completed a set.
 *
 *   exact        messages of one job make a set.  A full set fires, and with
 *                it all older partial ones are dropped; of more than
 *                queue_size partial ones the oldest are.
 *   approximate  each input has a queue of messages by stamp, of queue_size;
 *                the adaptive algorithm: the set whose first message is as
 *                late as possible against its width, with the penalty on age,
 *                among those that hold the pivot; each message is used once.
 *                The stamp of a message is the start of the callback that its
 *                job began with, the earliest of several.  A set belongs to
 *                the oldest job in it.
 *   fusion       each input has a cache of one message, the newest.  Once all
 *                are full the set fires, and they are empty; it belongs to the
 *                oldest job in it.
 *
 * Of approximate joins and fusions inputs may be messages of jobs of other
 * tasks; a set is then that of the oldest job of the callback's own task in it.
 *
 * What a message that comes closer to the one before than the lower bound of
 * its input does to the proofs of an approximate join is as there: a better set
 * may be missed.
 *
 * Source: github.com/ros2/message_filters, sync_policies/exact_time.h and
 * approximate_time.h; github.com/ros-realtime/reference-system, fusion.hpp.
 */
#ifndef DAGSIM_PLATFORM_JOINS_H
#define DAGSIM_PLATFORM_JOINS_H

#include "platform/state.h"

/* The join of a node, where it has one. */
struct join *join_new(const struct mapping *m, uint32_t node, struct arena *a);
void join_free(struct join *j);

/* A message of that activation comes on an input, y, with a hold.  Sets that
 * fire are queued: a hold each. */
void join_feed(struct engine *e, const struct entity *y, uint32_t act);
/* Takes the activation of the first set that has fired; false: there is none.
 */
bool join_fired(struct join *j, uint32_t *act);

#endif
