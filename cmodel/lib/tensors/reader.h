/* SPDX-License-Identifier: Apache-2.0 */
/* Parts that the readers of tensor files share. Not installed. */
#ifndef LPI_TENSORS_READER_H
#define LPI_TENSORS_READER_H

#include "../../base/fault.h"
#include "list.h"

/* An open file of tensors. Functions that fail set *fault to a line that begins with the path. */
struct lpi_tensor_file {
    const char *path;
    int fd;
    uint64_t bytes;
    struct lpi_fault *fault;
};

/*
 * A kind of file. `list` adds its tensors, in order of their bytes or not, and returns 0 or the
 * fault's code.
 */
struct lpi_tensor_reader {
    enum lpi_look look;
    int (*list)(const struct lpi_tensor_file *file, struct lpi_tensors *tensors);
};
extern const struct lpi_tensor_reader lpi_read_safetensors, lpi_read_index, lpi_read_gguf,
    lpi_read_npz, lpi_read_core, lpi_refuse_hdf5, lpi_refuse_torch;

/* Opens a regular file. */
int lpi_tensor_file_open(const char *path, struct lpi_fault *fault, struct lpi_tensor_file *file);
void lpi_tensor_file_close(struct lpi_tensor_file *file);

/* Reads `count` bytes; a file that ends before them is a fault. */
int lpi_tensor_file_read(const struct lpi_tensor_file *file, uint64_t at, void *to, size_t count);

/* Sets the fault to "PATH: ..." and returns its code. */
int lpi_tensor_wrong(const struct lpi_tensor_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a list that does not fit in memory. */
int lpi_tensor_no_memory(const struct lpi_tensor_file *file);

/* A tensor as a reader finds it; the texts need not outlive the call. */
struct lpi_tensor_found {
    const char *name, *dtype;
    size_t name_bytes;
    enum lp_elem elem;
    bool bfloat16;
    unsigned axes;
    const uint64_t *shape;
    uint64_t bytes, header_bytes;
    struct lpi_part part; /* without a path: in the file itself */
};

/* Checks name, number and place of the tensor, and adds it. */
int lpi_tensors_add(const struct lpi_tensor_file *file, struct lpi_tensors *tensors,
                    const struct lpi_tensor_found *found);

/*
 * Bytes of an array of this shape, of whole blocks of `block` elements along the last axis. false:
 * it has no whole blocks, or 2^63 bytes or more.
 */
bool lpi_tensor_bytes(const uint64_t *shape, unsigned axes, uint64_t block, uint64_t block_bytes,
                      uint64_t *bytes);

#endif
