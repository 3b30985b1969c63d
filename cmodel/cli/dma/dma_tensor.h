/* SPDX-License-Identifier: Apache-2.0 */
/* What `linepress dma` moves: a file's bytes, in the order of axes that is asked for. */
#ifndef LPI_CLI_DMA_TENSOR_H
#define LPI_CLI_DMA_TENSOR_H

#include "dma_options.h"

struct dma_tensor {
    const char *file;
    uint8_t *data;   /* `padded` bytes, zero behind the first `bytes` */
    uint64_t bytes, padded;
};

/* Does not return if the file cannot be read, or has no such layout. */
void dma_tensor_open(const struct dma_options *options, const char *file,
                     struct dma_tensor *tensor);
void dma_tensor_close(struct dma_tensor *tensor);

#endif
