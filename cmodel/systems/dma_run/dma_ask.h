/* SPDX-License-Identifier: Apache-2.0 */
/* Options of a run of a tensor through the compressing DMA engine. */
#ifndef LPI_SYSTEMS_DMA_ASK_H
#define LPI_SYSTEMS_DMA_ASK_H

#include "../../base/codec.h"
#include <linepress/dma.h>

/* Axes, outermost first, of an array with dimensions N, C, H, W. */
enum dma_layout { DMA_AS_STORED, DMA_NCHW, DMA_NHWC, DMA_CHWN };

struct dma_ask {
    const char *engine; /* "model", "cycle", "rtl" */
    enum lp_dma_codec codec;
    const struct lpi_codec *compared; /* in place of the engine's codec; NULL: none */
    int in;                           /* the tensor is also copied back */
    struct lp_dma_config config;
    double policy; /* GB/s at device memory; 0: performance-optimal */
    uint64_t room; /* bytes of the host buffer; 0: always enough */
    enum dma_layout layout;
    int raw; /* read files as raw bytes even if they are .npy files */
};

#endif
