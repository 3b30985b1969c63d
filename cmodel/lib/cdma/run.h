/* SPDX-License-Identifier: Apache-2.0 */
/* A descriptor that is being executed. Not installed. */
#ifndef LPI_CDMA_RUN_H
#define LPI_CDMA_RUN_H

#include <linepress/cdma.h>

struct lpi_cdma_run {
    const struct lp_dma_setup *setup;
    const struct lp_dma_descriptor *descriptor;
    const struct lp_dma_memory *memory;
    enum lp_dma_codec codec;
    uint64_t sectors, groups;
    uint64_t bytes, zeros;
    /* A bit for each status that was met, and the first group with each status. */
    unsigned met;
    uint32_t bad[LP_DMA_RESERVED + 1];
};

/* Records a group's status; groups come in order. */
void lpi_cdma_run_note(struct lpi_cdma_run *run, enum lp_dma_status status, uint64_t group);

/* Number of sectors of a group of this descriptor. */
size_t lpi_cdma_run_sectors(const struct lpi_cdma_run *run, uint64_t group);

/* The two directions. */
void lpi_cdma_run_out(struct lpi_cdma_run *run);
void lpi_cdma_run_in(struct lpi_cdma_run *run);

#endif
