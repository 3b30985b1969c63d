/* SPDX-License-Identifier: Apache-2.0 */
#include "coder.h"
#include "../../base/bytes.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH_BYTES 4

bool lpi_window_valid(size_t window)
{
    return window == LP_LINE_BYTES || window == 4096 || window == LPI_WINDOW_MAX;
}

int lpi_coder_open(struct lpi_coder *coder, const struct lpi_codec *codec, enum lp_elem elem,
                   size_t window)
{
    int one_width = elem == LP_ELEM_8 || elem == LP_ELEM_16 || elem == LP_ELEM_32;
    if (!one_width || !(codec->elems & elem) || !lpi_window_valid(window))
        return LP_ERR_ARG;
    *coder = (struct lpi_coder){.codec = codec, .elem = elem, .window = window};
    coder->scratch = malloc(window);
    coder->scratch_out = malloc(codec->bound(elem, window));
    int error = coder->scratch == NULL || coder->scratch_out == NULL ? LP_ERR_SYSTEM : LP_OK;
    if (error == LP_OK && codec->open != NULL)
        error = codec->open(window, &coder->state);
    if (error != LP_OK)
        lpi_coder_close(coder);
    return error;
}

void lpi_coder_close(struct lpi_coder *coder)
{
    if (coder->state != NULL)
        coder->codec->close(coder->state);
    free(coder->scratch);
    free(coder->scratch_out);
    *coder = (struct lpi_coder){0};
}

static size_t padded(size_t bytes)
{
    return lp_lines(bytes) * LP_LINE_BYTES;
}

/* The bytes as whole lines: in place, or a copy padded with zeros. */
static const uint8_t *whole_lines(const struct lpi_coder *coder, const uint8_t *src, size_t bytes)
{
    if (bytes % LP_LINE_BYTES == 0)
        return src;
    memcpy(coder->scratch, src, bytes);
    memset(coder->scratch + bytes, 0, padded(bytes) - bytes);
    return coder->scratch;
}

size_t lpi_coder_bound(const struct lpi_coder *coder, size_t bytes)
{
    const struct lpi_codec *codec = coder->codec;
    if (codec->packed)
        return codec->bound(coder->elem, bytes);
    size_t windows = bytes / coder->window + (bytes % coder->window != 0);
    return windows * (LENGTH_BYTES + codec->bound(coder->elem, coder->window));
}

/* Writes a window as its encoded length, 32 bits little-endian, and the encoded bytes. */
static int compress_window(const struct lpi_coder *coder, const uint8_t *src, size_t bytes,
                           uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    size_t n;
    if (capacity < LENGTH_BYTES)
        return LP_ERR_SPACE;
    int error = coder->codec->encode(coder->state, coder->elem, whole_lines(coder, src, bytes),
                                     padded(bytes), dst + LENGTH_BYTES, capacity - LENGTH_BYTES,
                                     &n);
    if (error != LP_OK)
        return error;
    lpi_put_le(dst, n, LENGTH_BYTES);
    *dst_bytes = LENGTH_BYTES + n;
    return LP_OK;
}

int lpi_coder_compress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                       uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    if (coder->codec->packed)
        return coder->codec->encode(coder->state, coder->elem, src, src_bytes, dst, capacity,
                                    dst_bytes);
    size_t out = 0;
    for (size_t at = 0, n; at < src_bytes; at += coder->window, out += n) {
        size_t bytes = src_bytes - at < coder->window ? src_bytes - at : coder->window;
        int error = compress_window(coder, src + at, bytes, dst + out, capacity - out, &n);
        if (error != LP_OK)
            return error;
    }
    *dst_bytes = out;
    return LP_OK;
}

/* Decodes `bytes` bytes of data, of which only the last window's lines may be short. */
static int decompress_window(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                             uint8_t *dst, size_t bytes)
{
    uint8_t *lines = bytes % LP_LINE_BYTES == 0 ? dst : coder->scratch;
    int error = coder->codec->decode(coder->state, coder->elem, src, src_bytes, lines,
                                     padded(bytes));
    if (error != LP_OK || lines == dst)
        return error;
    for (size_t i = bytes; i < padded(bytes); i++)
        if (lines[i] != 0)
            return LP_ERR_CORRUPT;
    memcpy(dst, lines, bytes);
    return LP_OK;
}

int lpi_coder_decompress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                         uint8_t *dst, size_t dst_bytes)
{
    if (coder->codec->packed)
        return coder->codec->decode(coder->state, coder->elem, src, src_bytes, dst, dst_bytes);
    size_t in = 0;
    for (size_t at = 0, n = 0; at < dst_bytes; at += coder->window, in += n) {
        size_t bytes = dst_bytes - at < coder->window ? dst_bytes - at : coder->window;
        if (src_bytes - in < LENGTH_BYTES)
            return LP_ERR_SHORT;
        n = (size_t)lpi_get_le(src + in, LENGTH_BYTES);
        in += LENGTH_BYTES;
        if (n > src_bytes - in)
            return LP_ERR_SHORT;
        int error = decompress_window(coder, src + in, n, dst + at, bytes);
        if (error != LP_OK)
            return error;
    }
    return in == src_bytes ? LP_OK : LP_ERR_LONG;
}

int lpi_coder_bits(const struct lpi_coder *coder, const uint8_t *src, size_t bytes, size_t *bits)
{
    const struct lpi_codec *codec = coder->codec;
    const uint8_t *lines = whole_lines(coder, src, bytes);
    if (codec->bits != NULL)
        return codec->bits(coder->state, coder->elem, lines, padded(bytes), bits);
    size_t n;
    int error = codec->encode(coder->state, coder->elem, lines, padded(bytes), coder->scratch_out,
                              codec->bound(coder->elem, coder->window), &n);
    if (error == LP_OK)
        *bits = 8 * n;
    return error;
}
