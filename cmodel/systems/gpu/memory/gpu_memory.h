/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types that device memory and link have in common. Not installed.
 *
 * Units    Times in ticks (gpu_config.h). A sector is 32 bytes.
 */
#ifndef LPI_GPU_MEMORY_H
#define LPI_GPU_MEMORY_H

#include "../config/gpu_config.h"
#include "../event/gpu_events.h"
#include <math.h>

enum lpi_gpu_tier { LPI_GPU_FIXED, LPI_GPU_DRAM, LPI_GPU_TIERS };
extern const char *const lpi_gpu_tiers[LPI_GPU_TIERS];

/* The place of a line's sectors: one row, or spread over channels and bank groups. */
enum lpi_gpu_map { LPI_GPU_MAP_ROW, LPI_GPU_MAP_SECTOR, LPI_GPU_MAPS };
extern const char *const lpi_gpu_maps[LPI_GPU_MAPS];

/*
 * When a request's first and last sector are there, or its acknowledgement. May be called before
 * these times, as soon as they are known.
 */
typedef void lpi_gpu_answer(void *owner, uint32_t tag, uint64_t first, uint64_t last);

struct lpi_gpu_traffic {
    uint64_t read_sectors, write_sectors;
    uint64_t busy;                  /* ticks of data, summed over channels */
    uint64_t row_hits, activations; /* dram: sectors whose row was open, and rows opened */
};

/* A sector that arrives at its channel's queue. */
struct lpi_gpu_sector {
    uint64_t cycle, row;                          /* memory cycles; of the bank */
    uint32_t slice, channel, group, bank, column; /* bank in its group; column of 32 bytes */
    bool write;
};

/* Is told of each, in the order of time. */
struct lpi_gpu_tap {
    void (*take)(void *context, const struct lpi_gpu_sector *sector);
    void *context;
};

/* Bandwidth is counted in ticks / 2^LPI_GPU_FINE. */
#define LPI_GPU_FINE 20u

/* Time that a sector takes at a bandwidth, in ticks / 2^LPI_GPU_FINE. */
static inline uint64_t lpi_gpu_sector_time(double gigabytes, const struct lpi_gpu_clock *clock)
{
    return (uint64_t)llround(ldexp(32e-3 * (double)clock->mhz / gigabytes, LPI_GPU_FINE));
}

#endif
