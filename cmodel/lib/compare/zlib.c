/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw DEFLATE streams through zlib, level 6, without zlib's header and Adler-32 (six bytes per
 * line).
 */
#define ZLIB_CONST
#include "compare.h"
#include <stdlib.h>
#include <zlib.h>

struct state {
    z_stream deflate, inflate;
};

static void close_state(void *opaque)
{
    struct state *state = opaque;
    deflateEnd(&state->deflate);
    inflateEnd(&state->inflate);
    free(state);
}

static int open_state(size_t window, void **opaque)
{
    /* Keeps zlib's tables as small as the window allows, since they are cleared for each window. */
    int window_bits = window <= LP_LINE_BYTES ? 9 : window <= 4096 ? 12 : 15;
    int memory = window <= LP_LINE_BYTES ? 2 : window <= 4096 ? 6 : 8;
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return LP_ERR_SYSTEM;
    if (deflateInit2(&state->deflate, 6, Z_DEFLATED, -window_bits, memory, Z_DEFAULT_STRATEGY) !=
            Z_OK ||
        inflateInit2(&state->inflate, -window_bits) != Z_OK) {
        close_state(state);
        return LP_ERR_SYSTEM;
    }
    *opaque = state;
    return LP_OK;
}

/* zlib documents compressBound for its default memory level; smaller ones end blocks sooner. */
static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return bytes + bytes / 8 + 64;
}

static int encode(void *opaque, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)elem;
    z_stream *z = &((struct state *)opaque)->deflate;
    if (deflateReset(z) != Z_OK)
        return LP_ERR_CORRUPT;
    z->next_in = src;
    z->avail_in = (uInt)bytes;
    z->next_out = dst;
    z->avail_out = capacity < LPI_WINDOW_MAX * 2 ? (uInt)capacity : (uInt)LPI_WINDOW_MAX * 2;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        return LP_ERR_SPACE;
    *dst_bytes = z->total_out;
    return LP_OK;
}

static int decode(void *opaque, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)elem;
    z_stream *z = &((struct state *)opaque)->inflate;
    if (src_bytes > LPI_WINDOW_MAX * 2)
        return LP_ERR_LONG;
    if (inflateReset(z) != Z_OK)
        return LP_ERR_CORRUPT;
    z->next_in = src;
    z->avail_in = (uInt)src_bytes;
    z->next_out = dst;
    z->avail_out = (uInt)dst_bytes;
    if (inflate(z, Z_FINISH) != Z_STREAM_END || z->avail_out != 0)
        return LP_ERR_CORRUPT;
    return z->avail_in == 0 ? LP_OK : LP_ERR_LONG;
}

const struct lpi_codec lpi_codec_zlib = {
    LPI_CODEC_IS(zlib),   .elems = LP_ELEM_32, .elem = LP_ELEM_32, .open = open_state,
    .close = close_state, .bound = bound,      .encode = encode,   .decode = decode,
};
