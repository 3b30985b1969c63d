/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device memory of one slice, in one of two tiers: `fixed` has a latency and a bandwidth, `dram`
 * has pseudo-channels with bank groups, banks, rows, refresh, FR-FCFS and write drain. Not
 * installed.
 *
 * Units    Times in ticks (gpu_config.h). A sector is 32 bytes.
 * Source   fixed: the memory of `linepress buddy` (dma/memory). dram: the commands and constraints
 *          of HBM2 (JESD235); the configuration has the timings.
 */
#ifndef LPI_GPU_DEVICE_H
#define LPI_GPU_DEVICE_H

#include "gpu_memory.h"

struct lpi_gpu_device;

/* NULL: no memory. */
struct lpi_gpu_device *lpi_gpu_device_open(enum lpi_gpu_tier tier, enum lpi_gpu_map map,
                                           const struct lpi_gpu_config *config,
                                           struct lpi_gpu_events *events, lpi_gpu_answer *answer,
                                           void *owner);
void lpi_gpu_device_close(struct lpi_gpu_device *device);

/* Only of `dram`: tells the tap of its sectors, as those of a slice. */
void lpi_gpu_device_tap(struct lpi_gpu_device *device, const struct lpi_gpu_tap *tap,
                        uint32_t slice);

/* Sectors address + 32 * i of the bits i in the mask, from `time` on; not before now. */
void lpi_gpu_device_read(struct lpi_gpu_device *device, uint64_t time, uint64_t address,
                         uint32_t mask, uint32_t tag);
void lpi_gpu_device_write(struct lpi_gpu_device *device, uint64_t time, uint64_t address,
                          uint32_t mask, uint32_t tag);

const struct lpi_gpu_traffic *lpi_gpu_device_traffic(const struct lpi_gpu_device *device);
/* Ticks for which data have moved by `now`; of channels that share the bandwidth, the mean. */
uint64_t lpi_gpu_device_moved(const struct lpi_gpu_device *device, uint64_t now);

#endif
