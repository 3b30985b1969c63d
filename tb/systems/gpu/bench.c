/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speeds of the whole-GPU model, and the operating points of Buddy Compression's AlexNet on a made
 * trace: warps that read whole lines at random.
 *     bench speed | points
 */
#include "../../lib/unit.h"

#include "calibrate.h"
#include "trace.h"
#include <time.h>

enum { LINES = 1 << 14, WARPS = 8, LOADS = 64, SEEDS = 5, LINKS = 5 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Loads of whole lines, at random, `use` instructions before their value is used. */
static void write_random(struct gpu_trace *t, unsigned groups, unsigned use)
{
    uint64_t random = 88172645463325252u;
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, (uint64_t)LINES * 128, NULL);
    gpu_trace_launch(t, groups, WARPS);
    for (unsigned g = 0; g < groups; g++)
        for (unsigned w = 0; w < WARPS; w++) {
            gpu_trace_warp(t, g, w);
            for (unsigned i = 0; i < LOADS; i++)
                gpu_trace_access(t, LP_WARP_LOAD,
                                 GPU_BASE + calibrate_random(&random) % LINES * 128, 4, 1, use,
                                 NULL);
            gpu_trace_end_warp(t, use);
        }
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

/* ---- speed ---- */

static void flow_speed(void)
{
    enum { COUNT = 200000 };
    static uint8_t data[8192 * LP_LINE_BYTES];
    struct calibrate_case c = {LP_TARGET_2,     64,         4, 100, 150, 8, 4096, 0,
                               LP_TRACE_RANDOM, LP_PAGE_ZVC};
    struct calibrate_job job = {.of = &c, .data = data, .lines = 8192};
    struct calibrate_result flow, cycle;
    calibrate_fill(data, 8192, 1);
    assert_int_equal(calibrate_open(&job, COUNT, 1), 0);
    assert_int_equal(calibrate_run(&job, &lpi_gpu_flow, &flow), 0);
    double begin = cpu_seconds();
    assert_int_equal(calibrate_cycle(&job, &cycle), 0);
    double end = cpu_seconds(), requests = (double)job.trace.count;
    printf("flow:  %.2f M line requests a processor second\n", requests / flow.seconds * 1e-6);
    printf("cycle: %.3f M, so the flow engine is %.0f times as fast\n",
           requests / (end - begin) * 1e-6, (end - begin) / flow.seconds);
    calibrate_close(&job);
}

static void gpu_speed(void)
{
    struct gpu_trace t;
    write_random(&t, 200, 8);
    for (unsigned tier = 0; tier < LPI_GPU_TIERS; tier++) {
        struct lpi_gpu_ask ask = gpu_ask("p100/8");
        ask.tier = (enum lpi_gpu_tier)tier;
        double begin = cpu_seconds();
        struct lpi_gpu_result r = gpu_run(&ask, &t);
        double seconds = cpu_seconds() - begin;
        printf("gpu, %s: %.2f M warp memory instructions a processor second, all of them misses\n",
               lpi_gpu_tiers[tier], (double)r.sm.memory_instructions / seconds * 1e-6);
        lpi_gpu_result_free(&r);
    }
    remove(t.path);
}

/* ---- operating points ---- */

/* The mean over seeds. */
static double cycles_of(struct lpi_gpu_ask *ask, const struct gpu_trace *t, double link)
{
    double sum = 0;
    ask->config.link_gbs = link / ask->config.scale;
    for (ask->image.seed = 1; ask->image.seed <= SEEDS; ask->image.seed++)
        sum += (double)gpu_cycles(ask, t);
    return sum / SEEDS;
}

static void points(enum lpi_gpu_tier tier)
{
    static const double links[LINKS] = {25, 50, 100, 150, 200};
    static const unsigned runs[] = {1, 4, 16, 64, 256};
    struct gpu_trace t;
    write_random(&t, 112, 8);
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    ask.tier = tier;
    double base = cycles_of(&ask, &t, 150);
    ask.image.mode = LPI_GPU_BUDDY;
    ask.image.spill = (struct lpi_gpu_spill){.share = 1e-12, .run = 1, .sectors = 2};
    double none = cycles_of(&ask, &t, 150);
    printf("%s: no spill %+.1f %% of uncompressed\n", lpi_gpu_tiers[tier], 100 * (base / none - 1));
    for (unsigned r = 0; r < 5; r++) {
        printf("  runs of %3u:", runs[r]);
        ask.image.spill = (struct lpi_gpu_spill){.share = 0.054, .run = runs[r], .sectors = 2};
        for (unsigned l = 0; l < LINKS; l++)
            printf("  %+6.1f %%", 100 * (none / cycles_of(&ask, &t, links[l]) - 1));
        printf("   of no spill, at 25, 50, 100, 150, 200 GB/s\n");
    }
    remove(t.path);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "points") == 0) {
        points(LPI_GPU_FIXED);
        points(LPI_GPU_DRAM);
    } else {
        flow_speed();
        gpu_speed();
    }
    return 0;
}
