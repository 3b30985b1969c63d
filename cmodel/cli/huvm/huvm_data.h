/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_HUVM_DATA_H
#define LPI_CLI_HUVM_DATA_H

#include <stddef.h>
#include <stdint.h>

/* A file's bytes: whole chunks of it, or if it is shorter than one, it and again it. */
struct huvm_data {
    uint8_t *bytes;
    size_t count;
    uint32_t chunks;
};

/* Failures end the program. `bytes` is the caller's. */
void huvm_data_read(const char *path, uint64_t chunk_bytes, struct huvm_data *data);

/* The chunk of that number, below data->chunks. */
void huvm_data_chunk(const struct huvm_data *data, uint32_t number, uint64_t chunk_bytes,
                     uint8_t *chunk);

#endif
