/* SPDX-License-Identifier: Apache-2.0 */
/* The tier `dram` of gpu_device.h. Not installed. */
#ifndef LPI_GPU_DRAM_H
#define LPI_GPU_DRAM_H

#include "gpu_memory.h"

struct lpi_gpu_dram;

/* NULL: no memory. */
struct lpi_gpu_dram *lpi_gpu_dram_open(enum lpi_gpu_map map, const struct lpi_gpu_config *config,
                                       struct lpi_gpu_events *events, lpi_gpu_answer *answer,
                                       void *owner, struct lpi_gpu_traffic *traffic);
void lpi_gpu_dram_close(struct lpi_gpu_dram *dram);

/* As lpi_gpu_device_tap. */
void lpi_gpu_dram_tap(struct lpi_gpu_dram *dram, const struct lpi_gpu_tap *tap, uint32_t slice);

void lpi_gpu_dram_ask(struct lpi_gpu_dram *dram, uint64_t time, uint64_t address, uint32_t mask,
                      bool write, uint32_t tag);

/* As lpi_gpu_device_moved. */
uint64_t lpi_gpu_dram_moved(const struct lpi_gpu_dram *dram, uint64_t now);

#endif
