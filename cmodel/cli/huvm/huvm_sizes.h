/* SPDX-License-Identifier: Apache-2.0 */
/* How long chunks are when they are compressed, from real bytes. */
#ifndef LPI_CLI_HUVM_SIZES_H
#define LPI_CLI_HUVM_SIZES_H

#include "huvm_options.h"
#include "huvm_state.h"

/* Compresses what the chunks hold, reads it back and compares. Failures end the program. */
void huvm_sizes_open(const struct huvm_options *options, const struct huvm_scenario *scenario,
                     struct huvm_sizes *sizes);
void huvm_sizes_close(struct huvm_sizes *sizes);

/* Ends the program if chunks are too small to be compressed, and should be. */
void huvm_check_chunk(enum huvm_compress compress, uint64_t chunk_bytes);

/* Granules of 64 KiB, or a 32nd of a chunk, in one chunk of a GPU's own. */
unsigned huvm_chunk_granules(const struct huvm_options *options);

#endif
