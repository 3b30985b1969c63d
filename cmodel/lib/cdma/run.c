/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"
#include "../../base/null.h"
#include "built.h"

void lpi_cdma_run_note(struct lpi_cdma_run *run, enum lp_dma_status status, uint64_t group)
{
    if (run->met >> status & 1)
        return;
    run->met |= 1u << status;
    run->bad[status] = (uint32_t)group;
}

size_t lpi_cdma_run_sectors(const struct lpi_cdma_run *run, uint64_t group)
{
    uint64_t left = run->sectors - group * LP_DMA_SECTORS;
    return left < LP_DMA_SECTORS ? (size_t)left : LP_DMA_SECTORS;
}

/* If several statuses were met, reports the first in this list. */
static void finish(struct lpi_cdma_run *run, struct lp_dma_completion *completion)
{
    static const enum lp_dma_status order[] = {LP_DMA_ABORTED,      LP_DMA_HOST_ERROR,
                                               LP_DMA_DEVICE_ERROR, LP_DMA_CONTRADICTION,
                                               LP_DMA_ROOM,         LP_DMA_CORRUPT};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (run->met >> order[i] & 1) {
            completion->status = (uint8_t)order[i];
            completion->bad = order[i] == LP_DMA_HOST_ERROR ? 0 : run->bad[order[i]];
            return;
        }
    completion->bytes = run->bytes;
    completion->zeros = run->zeros;
}

int lp_dma_run(const struct lp_dma_setup *setup, enum lp_dma_direction direction,
               const struct lp_dma_descriptor *d, const struct lp_dma_memory *memory,
               struct lp_dma_completion *completion)
{
    if (LPI_ANY_NULL(setup, d, memory, completion) || !lpi_cdma_is_built(setup->codecs) ||
        (setup->elem != LP_ELEM_8 && setup->elem != LP_ELEM_16 && setup->elem != LP_ELEM_32))
        return LP_ERR_ARG;
    *completion = (struct lp_dma_completion){.id = d->id};
    completion->status = (uint8_t)lp_dma_check(setup, direction, d);
    if (completion->status != LP_DMA_GOOD)
        return LP_OK;
    struct lpi_cdma_run run = {
        .setup = setup,
        .descriptor = d,
        .memory = memory,
        .codec = (enum lp_dma_codec)(d->flags >> LP_DMA_FLAG_CODEC_SHIFT & 0xf),
        .sectors = d->raw_bytes / LP_SECTOR_BYTES,
        .groups = (d->raw_bytes + LP_DMA_GROUP - 1) / LP_DMA_GROUP,
    };
    (direction == LP_DMA_OUT ? lpi_cdma_run_out : lpi_cdma_run_in)(&run);
    finish(&run, completion);
    return LP_OK;
}
