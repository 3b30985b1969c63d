/* SPDX-License-Identifier: Apache-2.0 */
/* Events a second of the virtual clock: each case of the paper's table 2 with each policy. */
#include "../../../cmodel/systems/huvm/clock/presets.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct huvm_clock make_clock(const struct huvm_case *c, unsigned policy, uint8_t *home)
{
    struct huvm_clock clock = {.policy = {.gpus = HUVM_CASE_GPUS,
                                          .home = home,
                                          .chunk_granules = 1,
                                          .threshold = HUVM_THRESHOLD,
                                          .prefetch = HUVM_PREFETCH_CHUNKS,
                                          .stride = HUVM_STRIDE_CHUNKS,
                                          .base_pages = 512,
                                          .on = huvm_policies[policy].on},
                               .apps = HUVM_CASE_GPUS,
                               .chunk_bytes = HUVM_CHUNK_BYTES,
                               .pcie = {HUVM_PCIE_RATE, HUVM_PCIE_NS},
                               .nvlink = {HUVM_NVLINK_RATE, HUVM_NVLINK_NS},
                               .memory_rate = HUVM_MEMORY_RATE,
                               .l2_rate = HUVM_L2_RATE,
                               .served = HUVM_SERVED_NS,
                               .page = HUVM_PAGE_NS};
    for (unsigned i = 0; i < HUVM_CASE_GPUS; i++) {
        const struct huvm_case_gpu *g = &c->gpu[i];
        uint32_t chunks = (uint32_t)(g->use * HUVM_GPU_CHUNKS + 0.5);
        clock.policy.gpu[i] = (struct huvm_gpu_config){HUVM_GPU_CHUNKS, g->use < 1};
        clock.task[i] = (struct huvm_task){.first = clock.policy.chunks,
                                           .chunks = chunks,
                                           .pattern = g->pattern,
                                           .passes = 3,
                                           .width = HUVM_IN_FLIGHT,
                                           .burst = HUVM_BURST,
                                           .compute = HUVM_COMPUTE_NS,
                                           .app = g->app,
                                           .repeats = g->use < 1,
                                           .loaded = g->use < 1};
        memset(home + clock.policy.chunks, (int)i, chunks);
        clock.policy.chunks += chunks;
    }
    return clock;
}

int main(void)
{
    static uint8_t home[2 * HUVM_CASE_GPUS * HUVM_GPU_CHUNKS];
    static struct huvm_result result;
    for (unsigned i = 0; i < HUVM_CASES; i++)
        for (unsigned k = 0; k < HUVM_POLICIES; k++) {
            struct huvm_clock run = make_clock(&huvm_cases[i], k, home);
            clock_t begun = clock();
            if (huvm_clock_run(&run, UINT64_MAX, &result) != HUVM_ENDED)
                return 1;
            double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
            printf("%s %-13s %8llu events, %5.2f million a second\n", huvm_cases[i].name,
                   huvm_policies[k].name, (unsigned long long)result.events,
                   (double)result.events / seconds / 1e6);
        }
    return 0;
}
