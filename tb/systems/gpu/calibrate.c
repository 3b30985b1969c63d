/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the flow engine with the cycle model of lp_buddy_slice over all settings of a grid:
 * saturated, one slice, fixed memory.
 *     calibrate LINES READS [STEP [FIRST LAST]]
 * STEP: every STEPth setting. FIRST, LAST: of the list of 540, from 0, for a piece of a campaign.
 */
#include "calibrate.h"

#include <linepress/targets.h>
#include <math.h>

static const unsigned targets[] = {LP_TARGET_1, LP_TARGET_1_33, LP_TARGET_2, LP_TARGET_4,
                                   LP_TARGET_16};
static const unsigned links[] = {50, 100, 150, 200}, entries[] = {16, 32, 64};
static const unsigned lanes[] = {1, 2, 4}, latencies[] = {40, 100, 200};

#define SETTINGS 540u

int main(int argc, char **argv)
{
    uint64_t lines = argc > 1 ? strtoull(argv[1], NULL, 0) : 8192;
    uint64_t reads = argc > 2 ? strtoull(argv[2], NULL, 0) : 8192;
    unsigned step = argc > 3 ? (unsigned)atoi(argv[3]) : 1, count = 0;
    unsigned first = argc > 4 ? (unsigned)atoi(argv[4]) : 0;
    unsigned last = argc > 5 ? (unsigned)atoi(argv[5]) : SETTINGS - 1;
    uint8_t *data = malloc(lines * LP_LINE_BYTES);
    double sum = 0, worst = 0;
    calibrate_fill(data, lines, 7);
    for (unsigned i = 0; i < SETTINGS; i++) {
        struct calibrate_case c = {.target = targets[i % 5],
                                   .link = links[i / 5 % 4],
                                   .entries = entries[i / 20 % 3],
                                   .lanes = lanes[i / 60 % 3],
                                   .latency = latencies[i / 180 % 3],
                                   .misses = 4,
                                   .cache = 4096,
                                   .codec = (enum lp_page_codec)(i / 3 % 2),
                                   .order = (enum lp_trace_order)(i % 3)};
        struct calibrate_job job = {.of = &c, .data = data, .lines = lines};
        struct calibrate_result cycle, flow;
        if (i % step != 0 || i < first || i > last)
            continue;
        if (calibrate_open(&job, reads, i + 1) != 0 || calibrate_cycle(&job, &cycle) != 0 ||
            calibrate_run(&job, &lpi_gpu_flow, &flow) != 0)
            return 1;
        double error = (double)flow.cycles / (double)cycle.cycles - 1;
        sum += fabs(error);
        worst = fabs(error) > fabs(worst) ? error : worst;
        count++;
        printf("%s order %d link %u entries %u lanes %u latency %u: %llu %llu %+.2f %% sectors "
               "%lld %lld hits %+.3f %%\n",
               lp_target_name(c.target), (int)c.order, c.link, c.entries, c.lanes, c.latency,
               (unsigned long long)cycle.cycles, (unsigned long long)flow.cycles, 100 * error,
               (long long)(flow.device_sectors - cycle.device_sectors),
               (long long)(flow.buddy_sectors - cycle.buddy_sectors),
               100.0 * ((double)flow.hits / (double)flow.accesses -
                        (double)cycle.hits / (double)cycle.accesses));
        fflush(stdout);
        calibrate_close(&job);
    }
    printf("mean %.2f %%, worst %+.2f %%, %u settings\n", count ? 100 * sum / count : 0,
           100 * worst, count);
    free(data);
    return 0;
}
