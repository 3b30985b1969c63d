/* SPDX-License-Identifier: Apache-2.0 */
/* What chunks hold, from a file. */
#ifndef LPI_HUVM_DATA_H
#define LPI_HUVM_DATA_H

#include "../../base/fault.h"
#include <stddef.h>
#include <stdint.h>

/* A file's bytes: whole chunks of it, or if it is shorter than one, it and again it. */
struct huvm_data {
    uint8_t *bytes;
    size_t count;
    uint32_t chunks;
};

/* `bytes` is the caller's. 0, or the fault's code. */
int huvm_data_read(const char *path, uint64_t chunk_bytes, struct huvm_data *data,
                   struct lpi_fault *fault);

/* The chunk of that number, below data->chunks. */
void huvm_data_chunk(const struct huvm_data *data, uint32_t number, uint64_t chunk_bytes,
                     uint8_t *chunk);

#endif
