/* SPDX-License-Identifier: Apache-2.0 */
/* What liblinepress_dma_rtl.so exports: a table and no code. The sets are made by units.py. */
#include <linepress/linepress.h>

#include "cdma/cdma_core_ports.h"
#include "dma/engine_rtl.h"

extern const struct lpi_dma_rtl lpi_dma_rtl;
/* The number of sets is known when the object is linked. */
const struct lpi_dma_rtl lpi_dma_rtl = {
    LP_VERSION_STRING,
    sizeof(struct lp_cdma_core_in),
    sizeof(struct lp_cdma_core_out),
    lpi_dma_rtl_sets,
    &lpi_dma_rtl_nsets,
};
