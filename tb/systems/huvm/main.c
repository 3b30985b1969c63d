/* SPDX-License-Identifier: Apache-2.0 */
/*
 * huvm-programs PROGRAM GRAPH CHUNK PREFIX: runs a program and writes PREFIX.lph, the chunks that it
 * used; PREFIX.mem, its memory at the end; PREFIX.out, its result. GRAPH is rmat:SCALE:SEED,
 * mesh:OWNER:NEIGHBOUR with the names of two files, or debian:FILE with a list of packages; of
 * vectoradd, the number of elements; of training, a profile's name. Prints one JSON object. Exit
 * status 2: bad use, or a file that cannot be read or written.
 */
#define _POSIX_C_SOURCE 200809L
#include "../../../cmodel/systems/huvm/policy/trace.h"
#include "../../../cmodel/base/clock.h"
#include "programs.h"
#include "training.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned (*run)(struct memory *m, const struct graph *g);
} programs[] = {
    {"pagerank", run_pagerank}, {"bfs", run_bfs}, {"wcc", run_wcc}, {"louvain", run_louvain}};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "huvm-programs: %s: %s\n", what, why);
    exit(2);
}

static unsigned long number(const char *text, unsigned long most)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || value > most)
        fail(text, "is no number that is taken here");
    return value;
}

static void open_graph(char *words, struct graph *g)
{
    char *kind = strtok(words, ":"), *first = strtok(NULL, ":"), *second = strtok(NULL, ":");
    bool debian = kind != NULL && strcmp(kind, "debian") == 0;
    if (kind == NULL || first == NULL || (second == NULL) != debian)
        fail("GRAPH", "is rmat:SCALE:SEED, mesh:OWNER:NEIGHBOUR or debian:FILE");
    if (debian)
        graph_debian(g, first);
    else if (strcmp(kind, "rmat") == 0)
        graph_rmat(g, (unsigned)number(first, 24), number(second, UINT32_MAX));
    else if (strcmp(kind, "mesh") == 0)
        graph_mesh(g, first, second);
    else
        fail(kind, "is not rmat, mesh or debian");
}

static void save(const char *prefix, const char *suffix, const void *bytes, size_t count)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s%s", prefix, suffix);
    FILE *file = n > 0 && (size_t)n < sizeof path ? fopen(path, "wb") : NULL;
    if (file == NULL)
        fail(prefix, "cannot be written");
    size_t done = fwrite(bytes, 1, count, file);
    if (fclose(file) != 0 || done != count)
        fail(path, "cannot be written");
}

static void save_all(const struct memory *m, unsigned result, const char *prefix)
{
    uint8_t *trace = malloc(huvm_trace_bytes(m->use_count));
    if (trace == NULL)
        fail(prefix, "no memory for the trace");
    huvm_trace_write(m->uses, m->use_count, trace);
    save(prefix, ".lph", trace, huvm_trace_bytes(m->use_count));
    save(prefix, ".mem", m->bytes, m->used);
    save(prefix, ".out", m->bytes + m->array[result].at, m->array[result].bytes);
    free(trace);
}

static unsigned train(const char *profile, size_t chunk, struct memory *m, double *ms)
{
    struct training t;
    training_read(&t, profile);
    memory_open(m, chunk, training_bytes(&t, chunk));
    double begun = 1e3 * lpi_now();
    unsigned result = run_training(m, &t);
    *ms = 1e3 * lpi_now() - begun;
    training_close(&t);
    return result;
}

/* Opens memory and runs, which takes *ms; returns the array with the result. */
static unsigned run(char **argv, size_t chunk, struct memory *m, struct graph *g, double *ms)
{
    unsigned found = 0, result;
    bool adds = strcmp(argv[1], "vectoradd") == 0;
    uint32_t count = adds ? (uint32_t)number(argv[2], 1u << 28) : 0;
    if (strcmp(argv[1], "training") == 0)
        return train(argv[2], chunk, m, ms);
    while (!adds && found < PROGRAMS && strcmp(argv[1], programs[found].name) != 0)
        found++;
    if (found == PROGRAMS)
        fail(argv[1], "is not pagerank, bfs, wcc, louvain, vectoradd or training");
    if (!adds)
        open_graph(argv[2], g);
    memory_open(m, chunk,
                adds ? 12 * (size_t)count : 16 * (size_t)g->vertices + 4 * (size_t)g->edges + 64);
    double begun = 1e3 * lpi_now();
    result = adds ? run_vectoradd(m, count) : programs[found].run(m, g);
    *ms = 1e3 * lpi_now() - begun;
    return result;
}

int main(int argc, char **argv)
{
    struct memory m;
    struct graph g = {0};
    double ms;
    if (argc != 5)
        fail("usage", "huvm-programs PROGRAM GRAPH CHUNK PREFIX");
    size_t chunk = number(argv[3], 1ul << 30);
    if (chunk < 4096 || (chunk & (chunk - 1)) != 0)
        fail(argv[3], "is no power of two from 4096");
    unsigned result = run(argv, chunk, &m, &g, &ms);
    save_all(&m, result, argv[4]);
    printf("{\"program\": \"%s\", \"vertices\": %u, \"edges\": %u, \"chunks\": %zu, "
           "\"uses\": %zu, \"ms\": %.3f}\n",
           argv[1], g.vertices, g.edges, m.used / m.chunk, m.use_count, ms);
    graph_close(&g);
    memory_close(&m);
    return 0;
}
