/* SPDX-License-Identifier: Apache-2.0 */
/* The engine "rtl": Verilated lp_cdma_core in a shared object (rtl_object.h). Not installed. */
#ifndef LPI_DMA_ENGINE_RTL_H
#define LPI_DMA_ENGINE_RTL_H

#include <stddef.h>

#include "../../units/common/instance.h"
#include "engine.h"

/* An lp_open_fn: lp_cdma_core from the shared object. LP_ERR_ENGINE: it is missing. */
int lpi_dma_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

/* Writes why this engine cannot be opened with this config, one line, or "" if it can. */
void lpi_dma_rtl_trouble(const struct lp_dma_config *config, char *text, size_t size);

#endif
