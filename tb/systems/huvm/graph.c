/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"
#include "../../../cmodel/base/rng.h"
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDGE_FACTOR = 16 };

static void *need(void *pointer)
{
    if (pointer != NULL)
        return pointer;
    fputs("huvm-programs: no memory\n", stderr);
    exit(2);
}

/* Sorts edges by their first vertex, by counting. */
void graph_build(struct graph *g, const uint32_t *from, const uint32_t *to, size_t count)
{
    g->edges = (uint32_t)(2 * count);
    g->begin = need(calloc((size_t)g->vertices + 2, sizeof *g->begin));
    g->targets = need(malloc(2 * count * sizeof *g->targets));
    for (size_t i = 0; i < count; i++) {
        g->begin[from[i] + 2]++;
        g->begin[to[i] + 2]++;
    }
    for (uint32_t v = 2; v <= g->vertices + 1; v++)
        g->begin[v] += g->begin[v - 1];
    /* The counter of v + 1 becomes the end of v, which is the start of v + 1. */
    for (size_t i = 0; i < count; i++) {
        g->targets[g->begin[from[i] + 1]++] = to[i];
        g->targets[g->begin[to[i] + 1]++] = from[i];
    }
}

static uint32_t draw_edge(struct lp_rng *rng, unsigned scale, uint32_t *to)
{
    uint32_t from = 0;
    *to = 0;
    for (unsigned bit = 0; bit < scale; bit++) {
        uint32_t part = lp_below(rng, 100);
        from = from << 1 | (part >= 76);
        *to = *to << 1 | ((part >= 57 && part < 76) || part >= 95);
    }
    return from;
}

void graph_rmat(struct graph *g, unsigned scale, uint64_t seed)
{
    struct lp_rng rng = {seed};
    g->vertices = UINT32_C(1) << scale;
    size_t count = (size_t)EDGE_FACTOR << scale;
    uint32_t *from = need(malloc(count * sizeof *from)), *to = need(malloc(count * sizeof *to));
    for (size_t i = 0; i < count; i++)
        from[i] = draw_edge(&rng, scale, &to[i]);
    graph_build(g, from, to, count);
    free(from);
    free(to);
}

static uint32_t *read_list(const char *path, size_t *count)
{
    struct lp_input *input;
    size_t room = 1 << 26, used = 0, n = 0;
    uint8_t *bytes = need(malloc(room));
    int error = lp_input_open(path, &input);
    while (error == LP_OK && used < room &&
           (error = lp_input_read(input, bytes + used, room - used, &n)) == LP_OK && n > 0)
        used += n;
    if (error != LP_OK || used == 0 || used % 4 != 0) {
        fprintf(stderr, "huvm-programs: %s: no list of 32-bit numbers\n", path);
        exit(2);
    }
    lp_input_close(input);
    *count = used / 4;
    return (uint32_t *)bytes;
}

void graph_mesh(struct graph *g, const char *owner, const char *neighbour)
{
    size_t owners, neighbours;
    uint32_t *from = read_list(owner, &owners), *to = read_list(neighbour, &neighbours);
    /* Faces at the border have one cell, and are last. */
    size_t count = owners < neighbours ? owners : neighbours;
    g->vertices = 0;
    for (size_t i = 0; i < count; i++) {
        if (from[i] >= 1u << 28 || to[i] >= 1u << 28) {
            fprintf(stderr, "huvm-programs: %s: cells are not numbered\n", owner);
            exit(2);
        }
        uint32_t most = from[i] > to[i] ? from[i] : to[i];
        g->vertices = most >= g->vertices ? most + 1 : g->vertices;
    }
    graph_build(g, from, to, count);
    free(from);
    free(to);
}

void graph_close(struct graph *g)
{
    free(g->begin);
    free(g->targets);
}
