/* SPDX-License-Identifier: Apache-2.0 */
/* Undirected graphs as compressed sparse rows. */
#ifndef TB_HUVM_GRAPH_H
#define TB_HUVM_GRAPH_H

#include <stddef.h>
#include <stdint.h>

struct graph {
    uint32_t vertices;
    uint32_t edges;    /* each in both directions */
    uint32_t *begin;   /* vertices + 1: start of the neighbours of each */
    uint32_t *targets; /* edges */
};

/* Graph500's R-MAT: 2^scale vertices, 16 edges each, then used in both directions; quadrants 0.57,
   0.19, 0.19, 0.05. */
void graph_rmat(struct graph *g, unsigned scale, uint64_t seed);

/* From two lists of the same number of 32-bit cells, such as a mesh's faces: owner and neighbour.
   Exits with status 2 and a line if a file cannot be read or used. */
void graph_mesh(struct graph *g, const char *owner, const char *neighbour);

/* From a list of Debian packages (apt-cache dumpavail, Packages, /var/lib/dpkg/status), plain or in
   gzip: packages in their order, edges to all packages in Depends and Pre-Depends that the list
   has, including alternatives. Errors as above. */
void graph_debian(struct graph *g, const char *path);

/* The graph's edges, each in both directions, from `count` that have one; vertices are set. */
void graph_build(struct graph *g, const uint32_t *from, const uint32_t *to, size_t count);

void graph_close(struct graph *g);

#endif
