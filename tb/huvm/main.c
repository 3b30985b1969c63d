/* SPDX-License-Identifier: Apache-2.0 */
/*
 * huvm-programs PROGRAM GRAPH CHUNK PREFIX [LOCAL SPARE POLICY]: runs a program and writes
 * PREFIX.lph, the chunks that it used; PREFIX.mem, its memory at the end; PREFIX.out, its result.
 * GRAPH is rmat:SCALE:SEED, mesh:OWNER:NEIGHBOUR with the names of two files, or debian:FILE with a
 * list of packages; of vectoradd, the number of elements; of training, a profile's name. With LOCAL
 * only so many chunks are resident, a neighbour has SPARE, and the policy is one of `linepress
 * huvm`; links run at a hundredth of the paper's rates. Prints one JSON object. Exit status 2: bad
 * use, or a file that cannot be read or written.
 */
#define _POSIX_C_SOURCE 200809L
#include "../../cmodel/huvm/presets.h"
#include "../../cmodel/huvm/trace.h"
#include "programs.h"
#include "training.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    unsigned (*run)(struct memory *m, const struct graph *g);
} programs[] = {{"pagerank", run_pagerank},
                {"bfs", run_bfs},
                {"wcc", run_wcc},
                {"louvain", run_louvain}};
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

static const struct memory_limit *read_limit(int argc, char **argv, struct memory_limit *limit)
{
    if (argc == 5)
        return NULL;
    limit->local = (uint32_t)number(argv[5], 1u << 26);
    limit->spare = (uint32_t)number(argv[6], 1u << 26);
    for (limit->policy = 0; limit->policy < HUVM_POLICIES; limit->policy++)
        if (strcmp(argv[7], huvm_policies[limit->policy].name) == 0)
            return limit;
    fail(argv[7], "is no policy");
    return NULL;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000.0 * (double)t.tv_sec + (double)t.tv_nsec / 1e6;
}

static unsigned train(const char *profile, const struct memory_limit *limit, size_t chunk,
                      struct memory *m)
{
    struct training t;
    training_read(&t, profile);
    memory_open(m, chunk, training_bytes(&t, chunk), limit);
    unsigned result = run_training(m, &t);
    training_close(&t);
    return result;
}

/* Opens memory and runs; the array with the result. */
static unsigned run(char **argv, const struct memory_limit *limit, size_t chunk, struct memory *m,
                    struct graph *g)
{
    unsigned found = 0;
    if (strcmp(argv[1], "vectoradd") == 0) {
        uint32_t count = (uint32_t)number(argv[2], 1u << 28);
        memory_open(m, chunk, 12 * (size_t)count, limit);
        return run_vectoradd(m, count);
    }
    if (strcmp(argv[1], "training") == 0)
        return train(argv[2], limit, chunk, m);
    while (found < PROGRAMS && strcmp(argv[1], programs[found].name) != 0)
        found++;
    if (found == PROGRAMS)
        fail(argv[1], "is not pagerank, bfs, wcc, louvain, vectoradd or training");
    open_graph(argv[2], g);
    memory_open(m, chunk, 16 * (size_t)g->vertices + 4 * (size_t)g->edges + 64, limit);
    return programs[found].run(m, g);
}

static void print(const char *program, const struct memory *m, const struct graph *g,
                  const struct huvm_counts *counts, double ms)
{
    printf("{\"program\": \"%s\", \"vertices\": %u, \"edges\": %u, \"chunks\": %zu, "
           "\"uses\": %zu", program, g->vertices, g->edges, m->used / m->chunk, m->use_count);
    if (counts != NULL)
        printf(", \"ms\": %.3f, \"faults\": %llu, \"evict_neighbour\": %llu, "
               "\"evict_host\": %llu", ms, (unsigned long long)counts->faults,
               (unsigned long long)counts->evict_neighbour,
               (unsigned long long)counts->evict_host);
    printf("}\n");
}

int main(int argc, char **argv)
{
    struct memory m;
    struct graph g = {0};
    struct memory_limit limit;
    struct huvm_counts counts;
    if (argc != 5 && argc != 8)
        fail("usage", "huvm-programs PROGRAM GRAPH CHUNK PREFIX [LOCAL SPARE POLICY]");
    size_t chunk = number(argv[3], 1ul << 30);
    if (chunk < 4096 || (chunk & (chunk - 1)) != 0)
        fail(argv[3], "is no power of two from 4096");
    const struct memory_limit *limited = read_limit(argc, argv, &limit);
    double begun = now_ms();
    unsigned result = run(argv, limited, chunk, &m, &g);
    double ms = now_ms() - begun;
    if (limited != NULL)
        memory_free_limit(&m, &counts);
    save_all(&m, result, argv[4]);
    print(argv[1], &m, &g, limited != NULL ? &counts : NULL, ms);
    graph_close(&g);
    memory_close(&m);
    return 0;
}
