/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `linepress dma`. */
#ifndef LPI_CLI_DMA_OPTIONS_H
#define LPI_CLI_DMA_OPTIONS_H

#include "../../base/codec.h"
#include <linepress/dma.h>

enum dma_layout { DMA_AS_STORED, DMA_NCHW, DMA_NHWC, DMA_CHWN };
enum dma_sweep {
    DMA_NO_SWEEP,
    DMA_SWEEP_BUFFER,
    DMA_SWEEP_LINK,
    DMA_SWEEP_LATENCY,
    DMA_SWEEP_POLICY,
    DMA_SWEEP_CHANNELS
};

struct dma_options {
    const char *engine, *codec_name;
    enum lp_dma_codec codec;
    const struct lpi_codec *compared; /* instead of the engine's; NULL: none */
    const char *engine_option;        /* the last one given that is about an engine; NULL: none */
    int out, in;                      /* directions to report */
    struct lp_dma_config config;
    double policy; /* GB/s at device memory; 0: performance-optimal */
    uint64_t room; /* 0: what always suffices */
    enum dma_layout layout;
    enum dma_sweep sweep;
    int raw, json;
    char **files;
    int file_count;
};

/* Does not return if the options are wrong. */
void dma_parse(int argc, char **argv, struct dma_options *options);

/* "perf" or "bw:48". */
const char *dma_policy_text(double policy, char *text, size_t size);

#endif
