/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor through the compressing DMA engine: what may be asked for. */
#ifndef LPI_SYSTEMS_DMA_ASK_H
#define LPI_SYSTEMS_DMA_ASK_H

#include "../../base/codec.h"
#include <linepress/dma.h>

/* Axes, outermost first, of what is an array N, C, H, W. */
enum dma_layout { DMA_AS_STORED, DMA_NCHW, DMA_NHWC, DMA_CHWN };

struct dma_ask {
    const char *engine; /* "model", "cycle", "rtl" */
    enum lp_dma_codec codec;
    const struct lpi_codec *compared; /* instead of the engine's; NULL: none */
    int in; /* it also comes back */
    struct lp_dma_config config;
    double policy; /* GB/s at device memory; 0: performance-optimal */
    uint64_t room; /* bytes at the host; 0: what always suffices */
    enum dma_layout layout;
    int raw; /* files are raw bytes even if they are .npy files */
};

#endif
