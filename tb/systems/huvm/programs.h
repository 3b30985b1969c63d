/* SPDX-License-Identifier: Apache-2.0 */
/* The programs. Each leaves its result in one array of the memory. */
#ifndef TB_HUVM_PROGRAMS_H
#define TB_HUVM_PROGRAMS_H

#include "graph.h"
#include "memory.h"

/* A graph in a program's memory, as arrays. */
struct graph_arrays {
    uint32_t vertices, edges;
    unsigned begin, targets;
};

struct graph_arrays graph_load(struct memory *m, const struct graph *g);

/* Each returns the array with its result, one 32-bit value a vertex or element. */
unsigned run_pagerank(struct memory *m, const struct graph *g); /* float: 10 rounds, d = 0.85 */
unsigned run_bfs(struct memory *m, const struct graph *g);      /* hops from vertex 0; ~0 */
unsigned run_wcc(struct memory *m, const struct graph *g);      /* least vertex of the part */
unsigned run_louvain(struct memory *m, const struct graph *g);  /* community, first level */
unsigned run_vectoradd(struct memory *m, uint32_t count);       /* float: i + 2 i */

#endif
