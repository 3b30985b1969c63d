/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of compressed chunks, measured on real data. */
#ifndef LPI_HUVM_SIZES_H
#define LPI_HUVM_SIZES_H

#include "scenario.h"

/*
 * One entry for each chunk of a scenario, all GPUs consecutively, numbered as in huvm_virtual_run.
 */
struct huvm_sizes {
    struct huvm_stored *stored; /* NULL: no compression */
    uint64_t mismatches;
};

/*
 * Compresses the contents of the chunks, expands them and compares. Returns 0 or the fault's code.
 */
int huvm_sizes_open(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                    struct huvm_sizes *sizes, struct lpi_fault *fault);
void huvm_sizes_close(struct huvm_sizes *sizes);

/* Sets a fault if compression is requested and chunks are too small for it. */
int huvm_check_chunk(enum huvm_compress compress, uint64_t chunk_bytes, struct lpi_fault *fault);

/* Granules, of 64 KiB or a 32nd of a chunk, of a raw chunk. */
unsigned huvm_chunk_granules(const struct huvm_settings *settings);

#endif
