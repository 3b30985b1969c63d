/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times GRP-16's kernels in a GPU's memory beside a copy of the same groups, in one run:
 *
 *     bench_grp KIB RUNS [FILE]
 *
 * Groups are the first KIB of FILE, repeated if it is shorter, or made weights: bfloat16 whose
 * exponents are those of normally distributed numbers. Entries are packed. Prints one JSON object:
 * seconds of each run by CUDA's events, and the bytes that each kernel reads and writes. A wrong
 * state, entry or group ends it with status 1; bad use with 2.
 */
#include "../../../adapters/cuda/grp.h"
#include "../../../cmodel/base/rng.h"
#include "../../../cmodel/lib/swap/swap_cuda.h"
#include <cuda_runtime_api.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_MOST 1000

static struct lpi_cuda *cuda;
static struct lp_grp grp;
static struct lpi_grp_cuda call;
static cudaStream_t stream;
static size_t bytes;
static void *copied;

static void fail(const char *what)
{
    fprintf(stderr, "bench_grp: %s%s%s\n", what, *lpi_cuda_trouble() != '\0' ? ": " : "",
            lpi_cuda_trouble());
    exit(1);
}

static void must(int error, const char *what)
{
    if (error != 0)
        fail(what);
}

static void *device_memory(size_t size)
{
    void *memory;
    must(lpi_cuda_alloc(size, &memory), "no device memory");
    return memory;
}

static void *host_memory(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        fail("no memory");
    return memory;
}

/* ---- groups ---- */

static void make_weights(uint8_t *groups)
{
    struct lp_rng rng = {1};
    for (size_t i = 0; i < bytes; i += 2) {
        double u = ((double)(lp_random(&rng) >> 11) + 1) * 0x1p-53, v = (double)lp_random(&rng);
        float weight = (float)(0.02 * sqrt(-2 * log(u)) * cos(v * (6.283185307179586 / 0x1p64)));
        uint32_t word;
        memcpy(&word, &weight, sizeof word);
        groups[i] = (uint8_t)(word >> 16), groups[i + 1] = (uint8_t)(word >> 24);
    }
}

static void read_weights(const char *path, uint8_t *groups)
{
    FILE *file = fopen(path, "rb");
    size_t have = file != NULL ? fread(groups, 1, bytes, file) : 0;
    if (have == 0 || ferror(file))
        fail("the file has no bytes that can be read");
    fclose(file);
    for (size_t i = have; i < bytes; i++)
        groups[i] = groups[i - have];
}

/* ---- what is timed ---- */

static int copy_groups(void)
{
    return (int)cudaMemcpyAsync(copied, call.groups, bytes, cudaMemcpyDeviceToDevice, stream);
}

static int find_states(void)
{
    return lpi_grp_cuda_states(&grp, &call, stream);
}

static int encode(void)
{
    return lpi_grp_cuda_encode(&grp, &call, stream);
}

static int decode(void)
{
    struct lpi_grp_cuda back = call;
    back.groups = copied;
    return lpi_grp_cuda_decode(&grp, &back, stream);
}

/* The first run warms up and is not counted. */
static void time_runs(const char *name, int (*work)(void), size_t moved, int runs)
{
    cudaEvent_t begin, end;
    float ms;
    must((int)cudaEventCreate(&begin) | (int)cudaEventCreate(&end), "no event");
    printf("\"%s\":{\"bytes\":%zu,\"seconds\":[", name, moved);
    for (int i = 0; i <= runs; i++) {
        must((int)cudaEventRecord(begin, stream) | work() | (int)cudaEventRecord(end, stream),
             "a kernel did not start");
        must((int)cudaEventSynchronize(end) | (int)cudaEventElapsedTime(&ms, begin, end),
             "a kernel failed");
        if (i > 0)
            printf("%s%.9g", i > 1 ? "," : "", (double)ms / 1e3);
    }
    printf("]}");
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

/* ---- */

/* Places of packed entries from the states; returns their bytes. */
static size_t place_entries(uint32_t *places)
{
    uint8_t *states = host_memory(call.count);
    must(lpi_cuda_to_host(cuda, states, call.states, call.count), "no states");
    places[0] = 0;
    for (size_t i = 0; i < call.count; i++) {
        unsigned sectors;
        must(lp_grp_state_sectors(states[i], &sectors), "a wrong state");
        places[i + 1] = places[i] + sectors;
    }
    free(states);
    call.sectors = places[call.count];
    return (size_t)call.sectors * LP_SECTOR_BYTES;
}

/* Entries are compared with those of liblinepress, and the groups with the original ones. */
static void check(const uint8_t *groups, const uint32_t *places, size_t stored)
{
    uint8_t *entries = host_memory(stored + 1), *back = host_memory(bytes);
    size_t bad;
    must(lpi_grp_cuda_wait(&call, stream, &bad), "a group failed");
    must(lpi_cuda_to_host(cuda, entries, call.entries, stored), "no entries");
    must(lpi_cuda_to_host(cuda, back, copied, bytes), "no groups");
    must(memcmp(back, groups, bytes), "other groups came back");
    for (size_t i = 0; i < call.count; i++) {
        uint8_t entry[LP_GRP_BYTES];
        unsigned state;
        must(lp_grp_encode_entry(&grp, groups + i * LP_GRP_BYTES, entry, &state), "no entry");
        must(memcmp(entry, entries + (size_t)places[i] * LP_SECTOR_BYTES,
                    (size_t)(places[i + 1] - places[i]) * LP_SECTOR_BYTES),
             "an entry differs");
    }
    free(entries);
    free(back);
}

static void bench(const uint8_t *groups, int runs)
{
    uint32_t *places = host_memory((call.count + 1) * sizeof *places);
    size_t bad;
    must(find_states() | lpi_grp_cuda_wait(&call, stream, &bad), "no states");
    size_t stored = place_entries(places);
    void *device_places = device_memory((call.count + 1) * sizeof *places);
    must(lpi_cuda_to_device(cuda, device_places, places, (call.count + 1) * sizeof *places),
         "no places");
    call.places = device_places;
    call.entries = device_memory(stored + LP_SECTOR_BYTES); /* none may be stored */
    printf("{\"device\":\"%s\",\"groups\":%zu,\"entries_bytes\":%zu,", lpi_cuda_name(cuda),
           call.count, stored);
    time_runs("copy", copy_groups, 2 * bytes, runs);
    printf(",");
    time_runs("states", find_states, bytes, runs);
    printf(",");
    time_runs("encode", encode, bytes + stored, runs);
    printf(",");
    time_runs("decode", decode, bytes + stored, runs);
    printf("}\n");
    check(groups, places, stored);
    lpi_cuda_free(device_places);
    free(places);
}

int main(int argc, char **argv)
{
    long kib = argc > 2 ? strtol(argv[1], NULL, 10) : 0,
         runs = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    uint8_t table[LP_GRP_TABLE_BYTES];
    if (argc < 3 || argc > 4 || kib < 1 || kib > 1 << 25 || runs < 1 || runs > RUNS_MOST) {
        fprintf(stderr, "use: bench_grp KIB RUNS [FILE], up to 2^25 KiB and %d runs\n", RUNS_MOST);
        return 2;
    }
    bytes = (size_t)kib << 10;
    uint8_t *groups = host_memory(bytes);
    if (argc > 3)
        read_weights(argv[3], groups);
    else
        make_weights(groups);
    must(lpi_cuda_open(&cuda), "no device");
    must((int)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "no stream");
    must(lp_grp_choose(groups, bytes < 1 << 20 ? bytes : 1 << 20, table), "no table");
    must(lp_grp_load(table, &grp), "no table");
    call.count = bytes / LP_GRP_BYTES;
    call.groups = device_memory(bytes);
    call.states = device_memory(call.count);
    call.trouble = device_memory(sizeof *call.trouble);
    copied = device_memory(bytes);
    must(lpi_cuda_to_device(cuda, call.groups, groups, bytes), "the groups were not sent");
    bench(groups, (int)runs);
    lpi_cuda_free(call.groups);
    lpi_cuda_free(call.entries);
    lpi_cuda_free(call.states);
    lpi_cuda_free(call.trouble);
    lpi_cuda_free(copied);
    cudaStreamDestroy(stream);
    lpi_cuda_close(cuda);
    free(groups);
    return 0;
}
