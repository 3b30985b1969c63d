/* SPDX-License-Identifier: Apache-2.0 */
/* How long chunks are when they are compressed, from real bytes. */
#ifndef LPI_HUVM_SIZES_H
#define LPI_HUVM_SIZES_H

#include "scenario.h"

/* Of each chunk of a scenario, all GPUs' one after the other, as huvm_virtual_run numbers them. */
struct huvm_sizes {
    struct huvm_stored *stored; /* NULL: nothing is compressed */
    uint64_t mismatches;
};

/* Compresses what the chunks hold, reads it back and compares. 0, or the fault's code. */
int huvm_sizes_open(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                    struct huvm_sizes *sizes, struct lpi_fault *fault);
void huvm_sizes_close(struct huvm_sizes *sizes);

/* A fault if chunks are too small to be compressed, and should be. */
int huvm_check_chunk(enum huvm_compress compress, uint64_t chunk_bytes, struct lpi_fault *fault);

/* Granules of 64 KiB, or a 32nd of a chunk, in one chunk of a GPU's own. */
unsigned huvm_chunk_granules(const struct huvm_settings *settings);

#endif
