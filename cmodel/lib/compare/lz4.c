/* SPDX-License-Identifier: Apache-2.0 */
/* LZ4 blocks through liblz4, acceleration 1. */
#include "compare.h"
#include <lz4.h>
#include <stdlib.h>

static int open_state(size_t window, void **state)
{
    (void)window;
    *state = malloc((size_t)LZ4_sizeofState());
    return *state != NULL ? LP_OK : LP_ERR_SYSTEM;
}

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return (size_t)LZ4_compressBound((int)bytes);
}

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)elem;
    int room = capacity < LPI_WINDOW_MAX * 2 ? (int)capacity : (int)LPI_WINDOW_MAX * 2;
    int n = LZ4_compress_fast_extState(state, (const char *)src, (char *)dst, (int)bytes, room, 1);
    if (n <= 0)
        return LP_ERR_SPACE;
    *dst_bytes = (size_t)n;
    return LP_OK;
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    if (src_bytes > LPI_WINDOW_MAX * 2)
        return LP_ERR_LONG;
    int n = LZ4_decompress_safe((const char *)src, (char *)dst, (int)src_bytes, (int)dst_bytes);
    return n == (int)dst_bytes ? LP_OK : LP_ERR_CORRUPT;
}

const struct lpi_codec lpi_codec_lz4 = {
    LPI_CODEC_IS(lz4), .elems = LP_ELEM_32, .elem = LP_ELEM_32, .open = open_state,
    .close = free,     .bound = bound,      .encode = encode,   .decode = decode,
};
