/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input files: raw and .npy. Conventions as in linepress.h, except that this part allocates memory
 * and calls the operating system; LP_ERR_SYSTEM leaves the reason in errno. A handle belongs to one
 * thread at a time.
 */
#ifndef LINEPRESS_FILE_H
#define LINEPRESS_FILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- .npy (NumPy format versions 1, 2 and 3) ---- */

#define LP_NPY_AXES_MAX 64u
/* Longest header accepted, counted from byte 0 up to the data. */
#define LP_NPY_HEADER_MAX 65536u
/* Bytes at the beginning of the file that lp_npy_header_bytes needs. */
#define LP_NPY_PREFIX_BYTES 12u

struct lp_npy {
    char dtype[32];                  /* as in the header, such as "<f4" */
    size_t item_bytes;               /* bytes of one element */
    unsigned axes;                   /* 0 for a scalar */
    uint64_t shape[LP_NPY_AXES_MAX]; /* outermost first, in elements */
    int fortran_order;               /* 1: the first axis runs fastest in the file */
    uint64_t data_bytes;             /* bytes of array data; below 2^63 */
    size_t header_bytes;             /* offset of the data */
};

/*
 * *header_bytes = offset of the array data, from the file's first LP_NPY_PREFIX_BYTES bytes.
 * LP_ERR_SHORT, LP_ERR_NPY_MAGIC, LP_ERR_NPY_VERSION, LP_ERR_NPY_HEADER (longer than
 * LP_NPY_HEADER_MAX).
 */
int lp_npy_header_bytes(const void *prefix, size_t prefix_bytes, size_t *header_bytes);

/*
 * Reads a whole header (at least header_bytes bytes from the file's beginning). Errors as above,
 * and LP_ERR_NPY_OBJECT, LP_ERR_NPY_DTYPE, LP_ERR_NPY_SHAPE.
 */
int lp_npy_parse(const void *header, size_t bytes, struct lp_npy *npy);

/* ---- input: the bytes of a raw file or of an .npy file's array, in file order ---- */

struct lp_input;

/*
 * Opens `path`; "-" is standard input. Input with the 6 magic bytes of .npy is an .npy file,
 * whatever its name, also from a pipe; a file named .npy must be one; all other input is raw.
 * LP_ERR_SYSTEM (missing, unreadable, a directory: EISDIR), LP_ERR_EMPTY (no bytes, or an array
 * without elements), LP_ERR_SHORT or LP_ERR_LONG (.npy data shorter or longer than given by its
 * shape, if the file's size is known), LP_ERR_NPY_*.
 */
int lp_input_open(const char *path, struct lp_input **input);

/* The same, but the file is always raw. */
int lp_input_open_raw(const char *path, struct lp_input **input);

/*
 * Reads the next bytes: *got = capacity, or less at the end of the data, or 0 after it.
 * LP_ERR_SYSTEM; LP_ERR_SHORT, LP_ERR_LONG: the length of an .npy file's data does not match its
 * shape.
 */
int lp_input_read(struct lp_input *input, void *buffer, size_t capacity, size_t *got);

/* Bytes of data, if known before reading (.npy and regular files), else 0. */
uint64_t lp_input_bytes(const struct lp_input *input);

/* The parsed .npy header; NULL for a raw file. Valid as long as the input. */
const struct lp_npy *lp_input_npy(const struct lp_input *input);

/* The .npy header's own bytes, lp_npy.header_bytes of them; NULL for a raw file. */
const void *lp_input_header(const struct lp_input *input);

/* Closes and frees; NULL is fine. */
void lp_input_close(struct lp_input *input);

/* ---- reading and writing ---- */

/* Reads up to `bytes` bytes; *got = 0 only at the end. Returns LP_OK or an error to pass on. */
typedef int lp_read_fn(void *context, void *buffer, size_t bytes, size_t *got);
/* Writes all bytes. Returns LP_OK or an error to pass on. */
typedef int lp_write_fn(void *context, const void *buffer, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
