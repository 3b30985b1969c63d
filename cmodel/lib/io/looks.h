/* SPDX-License-Identifier: Apache-2.0 */
/* Containers of arrays that a file's first bytes announce. Not installed. */
#ifndef LPI_LOOKS_H
#define LPI_LOOKS_H

#include <stddef.h>
#include <stdint.h>

/* Of a safetensors file: its header's length in bytes, before the header. */
#define LPI_SAFETENSORS_PREFIX 8u
/* Bytes at the beginning of a file that lpi_looks needs; fewer show fewer containers. */
#define LPI_LOOKS_BYTES 20u

enum lpi_look {
    LPI_LOOK_PLAIN, /* none of the others */
    LPI_LOOK_SAFETENSORS,
    LPI_LOOK_INDEX, /* of the shards of a model */
    LPI_LOOK_GGUF,
    LPI_LOOK_NPZ,
    LPI_LOOK_ZIP,
    LPI_LOOK_CORE, /* ELF */
    LPI_LOOK_HDF5,
    LPI_LOOK_TORCH, /* of torch.save: a zip archive with its name, or the older form */
    LPI_LOOKS
};

/*
 * The kind of a file, from its first bytes and the end of its name. A name that ends in
 * .safetensors, .safetensors.index.json, .gguf or .npz decides alone.
 */
enum lpi_look lpi_looks(const char *name, const uint8_t *head, size_t bytes);

/* "a safetensors file"; NULL for LPI_LOOK_PLAIN and LPI_LOOK_ZIP, which may hold anything. */
const char *lpi_look_name(enum lpi_look look);

#endif
