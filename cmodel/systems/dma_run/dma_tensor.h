/* SPDX-License-Identifier: Apache-2.0 */
/* The data of a transfer: a file's bytes, in the requested order of axes. */
#ifndef LPI_SYSTEMS_DMA_TENSOR_H
#define LPI_SYSTEMS_DMA_TENSOR_H

#include "../../base/fault.h"
#include "dma_ask.h"

struct dma_tensor {
    const char *file;
    uint8_t *data; /* `padded` bytes, zero after the first `bytes` */
    uint64_t bytes, padded;
};

/*
 * Reads the file, or a part of it if not NULL, which is then named by `file`. Returns 0, or the code that it sets in *fault, which must be 0 on entry; then
 * there is nothing to close.
 */
struct lpi_part;
int dma_tensor_open(const struct dma_ask *ask, const char *file, const struct lpi_part *part,
                    struct dma_tensor *tensor, struct lpi_fault *fault);
void dma_tensor_close(struct dma_tensor *tensor);

#endif
