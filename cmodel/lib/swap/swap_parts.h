/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor cut into parts, each compressed to a stream of its own. Not installed. */
#ifndef LPI_SWAP_PARTS_H
#define LPI_SWAP_PARTS_H

#include "../../base/codec.h"
#include "swap_threads.h"

#define LPI_PARTS_COUNT_BYTES 4u
#define LPI_PARTS_SIZE_BYTES 8u

struct lpi_parts {
    struct lp_swap_setting setting;
    const struct lpi_codec *codec; /* NULL: raw */
    enum lp_elem elem;             /* the codec's */
    size_t bytes;
    size_t count;
    size_t room; /* the most bytes of a part's stream */
};

/* A codec's number among the GPU's kernels; -1: it does not run there. */
int lpi_swap_kernel(int codec);

/* Whether its kernels write to pinned memory, and read there: ZVC of either element. */
int lpi_swap_is_direct(int codec);

/* LP_ERR_ARG: the setting is outside its range. */
int lpi_parts_cut(struct lpi_parts *parts, const struct lp_swap_setting *setting, size_t bytes);

/* Bytes of the stream before the first part. */
size_t lpi_parts_head(size_t count);

/* Writes the head; sizes[i] = the bytes of part i. */
void lpi_parts_write_head(const struct lpi_parts *parts, const size_t *sizes, uint8_t *head);

/*
 * Reads how a tensor of `bytes` bytes is cut from the first bytes of its stream: lpi_parts_head(0)
 * bytes, or src_bytes if fewer. LP_ERR_SHORT also if the stream is shorter than its head.
 */
int lpi_parts_read_cut(struct lpi_parts *parts, int codec, const uint8_t *head, size_t src_bytes,
                       size_t bytes);

/* For each part, sizes[i] and its offset in the stream, from[i]. LP_ERR_SHORT, LP_ERR_LONG. */
int lpi_parts_read_sizes(const struct lpi_parts *parts, const uint8_t *head, size_t src_bytes,
                         size_t *sizes, size_t *from);

/* The offset of part `number` in the tensor, and its bytes. */
void lpi_part_place(const struct lpi_parts *parts, size_t number, size_t *at, size_t *bytes);

/* Compresses `bytes` bytes, a part of the tensor, to dst, which has parts->room bytes. */
int lpi_part_compress(const struct lpi_parts *parts, const uint8_t *part, size_t bytes,
                      uint8_t *dst, size_t *dst_bytes);

/* The inverse; writes only this part of the tensor. */
int lpi_part_expand(const struct lpi_parts *parts, size_t number, const uint8_t *src,
                    size_t src_bytes, uint8_t *tensor);

#endif
