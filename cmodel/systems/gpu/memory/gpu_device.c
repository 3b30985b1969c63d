/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_device.h"

#include "gpu_dram.h"
#include <stdlib.h>

#define FINE LPI_GPU_FINE

const char *const lpi_gpu_tiers[LPI_GPU_TIERS] = {"fixed", "dram"};
const char *const lpi_gpu_maps[LPI_GPU_MAPS] = {"row", "sector"};

struct lpi_gpu_device {
    lpi_gpu_answer *answer;
    void *owner;
    uint64_t cycle, latency; /* ticks */
    uint64_t sector, busy;   /* of the bandwidth, in 2^-FINE ticks */
    struct lpi_gpu_traffic traffic;
    struct lpi_gpu_dram *dram; /* NULL: fixed */
};

struct lpi_gpu_device *lpi_gpu_device_open(enum lpi_gpu_tier tier, enum lpi_gpu_map map,
                                           const struct lpi_gpu_config *config,
                                           struct lpi_gpu_events *events, lpi_gpu_answer *answer,
                                           void *owner)
{
    struct lpi_gpu_clock clock = lpi_gpu_clock(config);
    struct lpi_gpu_device *device = calloc(1, sizeof *device);
    if (device == NULL)
        return NULL;
    device->answer = answer;
    device->owner = owner;
    device->cycle = clock.memory;
    device->latency = config->device_latency * clock.memory;
    device->sector = lpi_gpu_sector_time(config->device_gbs / config->slices, &clock);
    if (tier == LPI_GPU_DRAM) {
        device->dram = lpi_gpu_dram_open(map, config, events, answer, owner, &device->traffic);
        if (device->dram == NULL) {
            free(device);
            return NULL;
        }
    }
    return device;
}

void lpi_gpu_device_close(struct lpi_gpu_device *device)
{
    if (device == NULL)
        return;
    lpi_gpu_dram_close(device->dram);
    free(device);
}

void lpi_gpu_device_tap(struct lpi_gpu_device *device, const struct lpi_gpu_tap *tap,
                        uint32_t slice)
{
    if (device->dram != NULL)
        lpi_gpu_dram_tap(device->dram, tap, slice);
}

const struct lpi_gpu_traffic *lpi_gpu_device_traffic(const struct lpi_gpu_device *device)
{
    return &device->traffic;
}

uint64_t lpi_gpu_device_moved(const struct lpi_gpu_device *device, uint64_t now)
{
    if (device->dram != NULL)
        return lpi_gpu_dram_moved(device->dram, now);
    uint64_t ends = device->busy >> FINE, ahead = ends > now ? ends - now : 0;
    return device->traffic.busy > ahead ? device->traffic.busy - ahead : 0;
}

/* The cycle in which `sectors` sectors have moved that began at `start`, as dma/memory has it. */
static uint64_t moved_by(const struct lpi_gpu_device *device, uint64_t start, uint32_t sectors)
{
    uint64_t end = (start + sectors * device->sector - 1) >> FINE;
    return end - end % device->cycle + device->latency;
}

/*
 * A read's sectors move from `time` on. A write's came one after the other, the last at `time`.
 */
static void move(struct lpi_gpu_device *device, uint64_t time, uint32_t sectors, bool write,
                 uint32_t tag)
{
    uint64_t now = time << FINE, before = (sectors - 1) * device->sector;
    if (write)
        now -= before < now ? before : now;
    uint64_t start = device->busy > now ? device->busy : now;
    device->busy = start + sectors * device->sector;
    device->traffic.busy += sectors * device->sector >> FINE;
    uint64_t last = moved_by(device, start, sectors);
    device->answer(device->owner, tag, write ? last : moved_by(device, start, 1), last);
}

void lpi_gpu_device_read(struct lpi_gpu_device *device, uint64_t time, uint64_t address,
                         uint32_t mask, uint32_t tag)
{
    uint32_t sectors = (uint32_t)__builtin_popcount(mask);
    device->traffic.read_sectors += sectors;
    if (device->dram != NULL)
        lpi_gpu_dram_ask(device->dram, time, address, mask, false, tag);
    else
        move(device, time, sectors, false, tag);
}

void lpi_gpu_device_write(struct lpi_gpu_device *device, uint64_t time, uint64_t address,
                          uint32_t mask, uint32_t tag)
{
    uint32_t sectors = (uint32_t)__builtin_popcount(mask);
    device->traffic.write_sectors += sectors;
    if (device->dram != NULL)
        lpi_gpu_dram_ask(device->dram, time, address, mask, true, tag);
    else
        move(device, time, sectors, true, tag);
}
