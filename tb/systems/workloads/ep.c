/* SPDX-License-Identifier: Apache-2.0 */
/* Embarrassingly parallel random numbers with their tables in memory: see ep.cl. */
#include "host.h"

#include <math.h>
#include <stdlib.h>

enum { RINGS = 10 };
#define FACTOR UINT64_C(1220703125) /* 5^13 */
#define SEED UINT64_C(271828183)
#define MASK ((UINT64_C(1) << 46) - 1)

static struct host_option options[] = {
    {"items", "work-items", 4096, 1, 1 << 24, NULL},
    {"pairs", "pairs of each in a batch", 64, 1, 1 << 20, NULL},
    {"batches", "batches", 8, 1, 1000000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* One stream of numbers for all, in the order of batches, work-items, numbers. */
static void reference(uint64_t *x, double *counts, double *sums, int pairs, int items)
{
    for (int item = 0; item < items; item++)
        for (int i = 0; i < pairs; i++) {
            double at[2];
            for (int d = 0; d < 2; d++) {
                *x = *x * FACTOR & MASK;
                at[d] = 2 * ((double)*x * 0x1p-46) - 1;
            }
            double t = at[0] * at[0] + at[1] * at[1], scale = sqrt(-2 * log(t) / t);
            if (t > 1)
                continue;
            counts[(int)fmax(fabs(at[0] * scale), fabs(at[1] * scale)) * items + item] += 1;
            sums[item] += at[0] * scale;
            sums[items + item] += at[1] * scale;
        }
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Pairs of normally distributed numbers, counted in rings.", options);
    int items = (int)host_option("items"), pairs = (int)host_option("pairs");
    size_t all = (size_t)items, table = 2 * (size_t)pairs * all;
    double *counts = host_alloc(RINGS * all, 8), *sums = host_alloc(2 * all, 8);
    double *got = host_alloc(RINGS * all, 8), *got_sums = host_alloc(2 * all, 8);
    cl_mem numbers = host_buffer(NULL, table * 8), rings = host_buffer(NULL, RINGS * all * 8);
    cl_mem totals = host_buffer(NULL, 2 * all * 8);
    struct host_range range = {{all}, {128}};
    uint64_t x = SEED;
    for (int batch = 0; batch < host_option("batches"); batch++) {
        host_run("fill", range, "buuii", numbers, x, FACTOR, pairs, items);
        host_run("tally", range, "bbbii", numbers, rings, totals, pairs, items);
        reference(&x, counts, sums, pairs, items);
    }
    host_read(rings, got, RINGS * all * 8);
    host_read(totals, got_sums, 2 * all * 8);
    host_check_doubles("counts", got, counts, RINGS * all, 0);
    host_check_doubles("sums", got_sums, sums, 2 * all, 1e-10);
    return host_finish();
}
