/* SPDX-License-Identifier: Apache-2.0 */
/* Contents of chunks, from a file. */
#ifndef LPI_HUVM_DATA_H
#define LPI_HUVM_DATA_H

#include "../../base/fault.h"
#include <stddef.h>
#include <stdint.h>

/* A file's bytes in whole chunks; a file shorter than a chunk is repeated to fill one. */
struct huvm_data {
    uint8_t *bytes;
    size_t count;
    uint32_t chunks;
};

/* The caller frees `bytes`. Returns 0 or the fault's code. */
int huvm_data_read(const char *path, uint64_t chunk_bytes, struct huvm_data *data,
                   struct lpi_fault *fault);

/* Copies the chunk of that number, below data->chunks. */
void huvm_data_chunk(const struct huvm_data *data, uint32_t number, uint64_t chunk_bytes,
                     uint8_t *chunk);

#endif
