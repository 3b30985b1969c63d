/* SPDX-License-Identifier: Apache-2.0 */
#include "programs.h"
#include <string.h>

struct graph_arrays graph_load(struct memory *m, const struct graph *g)
{
    struct graph_arrays a = {.vertices = g->vertices, .edges = g->edges};
    a.begin = memory_array(m, ((size_t)g->vertices + 1) * 4);
    a.targets = memory_array(m, (size_t)g->edges * 4);
    memcpy(m->bytes + m->array[a.begin].at, g->begin, ((size_t)g->vertices + 1) * 4);
    memcpy(m->bytes + m->array[a.targets].at, g->targets, (size_t)g->edges * 4);
    return a;
}

/* Calls the body for each neighbour `u` of `v`. */
#define FOR_NEIGHBOURS(m, a, v, u)                                                                 \
    for (uint32_t i_ = USE(m, uint32_t, (a)->begin, v),                                            \
                  end_ = USE(m, uint32_t, (a)->begin, (v) + 1), u;                                 \
         i_ < end_ && (u = USE(m, uint32_t, (a)->targets, i_), 1); i_++)

/* Pull: each vertex sums what its neighbours give. */
unsigned run_pagerank(struct memory *m, const struct graph *g)
{
    enum { ROUNDS = 10 };
    const float damping = 0.85f;
    struct graph_arrays a = graph_load(m, g);
    unsigned rank = memory_array(m, (size_t)a.vertices * 4);
    unsigned share = memory_array(m, (size_t)a.vertices * 4);
    for (uint32_t v = 0; v < a.vertices; v++)
        USE(m, float, rank, v) = 1.0f / (float)a.vertices;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (uint32_t v = 0; v < a.vertices; v++) {
            uint32_t degree = USE(m, uint32_t, a.begin, v + 1) - USE(m, uint32_t, a.begin, v);
            USE(m, float, share, v) = degree > 0 ? USE(m, float, rank, v) / (float)degree : 0;
        }
        for (uint32_t v = 0; v < a.vertices; v++) {
            float sum = 0;
            FOR_NEIGHBOURS(m, &a, v, u)
                sum += USE(m, float, share, u);
            USE(m, float, rank, v) = (1 - damping) / (float)a.vertices + damping * sum;
        }
    }
    return rank;
}

unsigned run_bfs(struct memory *m, const struct graph *g)
{
    struct graph_arrays a = graph_load(m, g);
    unsigned hops = memory_array(m, (size_t)a.vertices * 4);
    unsigned queue = memory_array(m, (size_t)a.vertices * 4);
    uint32_t head = 0, tail = 1;
    for (uint32_t v = 0; v < a.vertices; v++)
        USE(m, uint32_t, hops, v) = UINT32_MAX;
    USE(m, uint32_t, hops, 0) = 0;
    USE(m, uint32_t, queue, 0) = 0;
    while (head < tail) {
        uint32_t v = USE(m, uint32_t, queue, head++);
        uint32_t next = USE(m, uint32_t, hops, v) + 1;
        FOR_NEIGHBOURS(m, &a, v, u) {
            if (USE(m, uint32_t, hops, u) != UINT32_MAX)
                continue;
            USE(m, uint32_t, hops, u) = next;
            USE(m, uint32_t, queue, tail++) = u;
        }
    }
    return hops;
}

/* Labels spread until none gets smaller. */
unsigned run_wcc(struct memory *m, const struct graph *g)
{
    struct graph_arrays a = graph_load(m, g);
    unsigned label = memory_array(m, (size_t)a.vertices * 4);
    int changed = 1;
    for (uint32_t v = 0; v < a.vertices; v++)
        USE(m, uint32_t, label, v) = v;
    while (changed) {
        changed = 0;
        for (uint32_t v = 0; v < a.vertices; v++) {
            uint32_t least = USE(m, uint32_t, label, v);
            FOR_NEIGHBOURS(m, &a, v, u)
                if (USE(m, uint32_t, label, u) < least) {
                    least = USE(m, uint32_t, label, u);
                    changed = 1;
                }
            USE(m, uint32_t, label, v) = least;
        }
    }
    return label;
}

struct louvain {
    struct graph_arrays graph;
    unsigned community, degrees, weight; /* degree of a vertex; its sum in a community; edges into
                                          * the community */
};

static uint32_t degree_of(struct memory *m, const struct louvain *l, uint32_t v)
{
    return USE(m, uint32_t, l->graph.begin, v + 1) - USE(m, uint32_t, l->graph.begin, v);
}

/* The community of a neighbour where the vertex adds most to the modularity; its own if none. */
static uint32_t best_community(struct memory *m, const struct louvain *l, uint32_t v,
                               uint32_t degree)
{
    uint32_t own = USE(m, uint32_t, l->community, v), best = own;
    FOR_NEIGHBOURS(m, &l->graph, v, u)
        if (u != v)
            USE(m, uint32_t, l->weight, USE(m, uint32_t, l->community, u))++;
    double scale = (double)degree / l->graph.edges;
    double most = USE(m, uint32_t, l->weight, own) -
                  scale * (USE(m, uint32_t, l->degrees, own) - degree);
    FOR_NEIGHBOURS(m, &l->graph, v, u) {
        uint32_t c = USE(m, uint32_t, l->community, u);
        double gain = USE(m, uint32_t, l->weight, c) - scale * USE(m, uint32_t, l->degrees, c);
        if (c != own && gain > most) {
            most = gain;
            best = c;
        }
    }
    FOR_NEIGHBOURS(m, &l->graph, v, u)
        USE(m, uint32_t, l->weight, USE(m, uint32_t, l->community, u)) = 0;
    return best;
}

/* The first level: vertices move until a round moves fewer than one in a hundred. */
unsigned run_louvain(struct memory *m, const struct graph *g)
{
    struct louvain l = {.graph = graph_load(m, g)};
    uint32_t vertices = g->vertices, moved = vertices;
    l.community = memory_array(m, (size_t)vertices * 4);
    l.degrees = memory_array(m, (size_t)vertices * 4);
    l.weight = memory_array(m, (size_t)vertices * 4);
    for (uint32_t v = 0; v < vertices; v++) {
        USE(m, uint32_t, l.community, v) = v;
        USE(m, uint32_t, l.degrees, v) = degree_of(m, &l, v);
    }
    while (moved > vertices / 100) {
        moved = 0;
        for (uint32_t v = 0; v < vertices; v++) {
            uint32_t degree = degree_of(m, &l, v), own = USE(m, uint32_t, l.community, v);
            uint32_t best = best_community(m, &l, v, degree);
            if (best == own)
                continue;
            USE(m, uint32_t, l.degrees, own) -= degree;
            USE(m, uint32_t, l.degrees, best) += degree;
            USE(m, uint32_t, l.community, v) = best;
            moved++;
        }
    }
    return l.community;
}

unsigned run_vectoradd(struct memory *m, uint32_t count)
{
    unsigned a = memory_array(m, (size_t)count * 4), b = memory_array(m, (size_t)count * 4);
    unsigned sum = memory_array(m, (size_t)count * 4);
    for (uint32_t i = 0; i < count; i++) {
        ((float *)(m->bytes + m->array[a].at))[i] = (float)i;
        ((float *)(m->bytes + m->array[b].at))[i] = 2 * (float)i;
    }
    for (uint32_t i = 0; i < count; i++)
        USE(m, float, sum, i) = USE(m, float, a, i) + USE(m, float, b, i);
    return sum;
}
