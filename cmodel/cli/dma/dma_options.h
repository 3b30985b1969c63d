/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `linepress dma`. */
#ifndef LPI_CLI_DMA_OPTIONS_H
#define LPI_CLI_DMA_OPTIONS_H

#include "../../systems/dma_run/dma_sweep.h"

struct dma_options {
    struct dma_ask ask;
    const char *codec_name;
    const char *engine_option; /* the last one given that is about an engine; NULL: none */
    int out; /* whether the way out is reported, as ask.in is of the way back */
    enum dma_sweep sweep;
    int json;
    char **files;
    int file_count;
};

/* Does not return if the options are wrong. */
void dma_parse(int argc, char **argv, struct dma_options *options);

/* "perf" or "bw:48". */
const char *dma_policy_text(double policy, char *text, size_t size);

#endif
