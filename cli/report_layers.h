/* report_layers.h - where the nodes of a graph stand in a drawing
 *
 * In layers, after K. Sugiyama, S. Tagawa and M. Toda, Methods for visual
 * understanding of hierarchical system structures, IEEE Trans. SMC 1981: a
 * node's column is its depth; an edge over several columns has a point in each
 * that it passes, so that it goes by the nodes rather than behind them.
 * Sweeps order each column by where its neighbours stand, so that few edges
 * cross, and then move what is in it to the height of its neighbours.  All
 * integer, all ties by number: the same graph looks the same everywhere.
 *
 * Points 0..n_nodes - 1 are the nodes.  Memory lives in the arena.
 */
#ifndef DAGSIM_CLI_REPORT_LAYERS_H
#define DAGSIM_CLI_REPORT_LAYERS_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

enum { LAYERS_LINE = 54, LAYERS_POINT = 16 }; /* height of a node, a point   */

struct layers {
	uint32_t n_nodes, n_edges, n_points, n_layers;
	const uint32_t *from, *to; /* by edge                                */
	const uint32_t *depth;     /* by node                                */
	uint32_t *layer;           /* by point                               */
	int32_t *y;                /* by point: of its middle, from 0        */
	int32_t height;
	uint32_t *passed; /* by edge: its points; they follow each other, one
			   * a column                                        */
};

/* from, to, depth (of an edge it rises) are borrowed.  Of graphs with too many
 * long edges these go straight: passed[i] is NONE. */
void layers_arrange(struct layers *l, struct arena *a);

#endif
