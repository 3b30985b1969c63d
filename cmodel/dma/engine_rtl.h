/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine "rtl": Verilated lp_cdma_core, in a shared object of its own that is looked for when
 * the engine is opened, since it takes Verilator to build it. Not installed.
 *
 * Where    The file that LINEPRESS_DMA_RTL names, or else liblinepress_dma_rtl.so in the folder of
 *          this library (or of the program that holds it), in lib beside that folder, or where the
 *          system has its libraries.
 */
#ifndef LPI_DMA_ENGINE_RTL_H
#define LPI_DMA_ENGINE_RTL_H

#include <stddef.h>

#include "../common/instance.h"
#include "engine.h"

/* A parameter set, "NAME=value,..." or "-", as in rtl/units.txt. */
struct lpi_dma_rtl_set {
    const char *text;
    const struct lp_instance_kind *kind;
};

/* What the shared object exports under LPI_DMA_RTL_NAME. It fits a library of the same version
 * whose core has ports of the same size. */
struct lpi_dma_rtl {
    const char *version;
    size_t in_size, out_size;
    const struct lpi_dma_rtl_set *sets;
    const size_t *nsets;
};
#define LPI_DMA_RTL_NAME "lpi_dma_rtl"

/* Inside the shared object. */
extern const struct lpi_dma_rtl_set lpi_dma_rtl_sets[];
extern const size_t lpi_dma_rtl_nsets;

/* An lp_open_fn: lp_cdma_core out of the shared object. LP_ERR_ENGINE: it is not there. */
int lpi_dma_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

/* Writes why this engine cannot be opened with this config, one line, or "" if it can. */
void lpi_dma_rtl_trouble(const struct lp_dma_config *config, char *text, size_t size);

#endif
