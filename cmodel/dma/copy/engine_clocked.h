/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the clocked engines: an instance of lp_cdma_core in a rig (rig.h). Not installed.
 */
#ifndef LPI_DMA_ENGINE_CLOCKED_H
#define LPI_DMA_ENGINE_CLOCKED_H

#include "../../units/common/instance.h"
#include "engine.h"
#include "rig.h"

/* The functions of a struct lpi_dma_engine; open also takes the instance's open. */
int lpi_dma_clocked_open(lp_open_fn *open, const struct lpi_dma_machine *machine, void **state);
void lpi_dma_clocked_close(void *state);
void lpi_dma_clocked_write(void *state, unsigned offset, uint32_t value);
uint32_t lpi_dma_clocked_read(void *state, unsigned offset);
int lpi_dma_clocked_run(void *state, uint64_t cycles);
uint64_t lpi_dma_clocked_span(void *state, enum lp_dma_direction direction);

#endif
