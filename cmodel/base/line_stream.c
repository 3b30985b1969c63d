/* SPDX-License-Identifier: Apache-2.0 */
#include "line_stream.h"

#include <string.h>

/* Encodes one line where a kernel may not write past the record. */
static int encode_exact(lpi_encode_lines_fn *encode, const uint8_t *line, uint8_t **dst,
                        const uint8_t *dst_end)
{
    uint8_t record[LPI_LINE_ROOM], *end = record;
    encode(line, 1, &end, record + sizeof record);
    size_t bytes = (size_t)(end - record);
    if (bytes > (size_t)(dst_end - *dst))
        return LP_ERR_SPACE;
    memcpy(*dst, record, bytes);
    *dst += bytes;
    return LP_OK;
}

int lpi_encode_stream(lpi_encode_lines_fn *encode, const void *src, size_t src_bytes, void *dst,
                      size_t capacity, size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0) || (dst == NULL && capacity != 0))
        return LP_ERR_ARG;
    if (src_bytes == 0) {
        *dst_bytes = 0;
        return LP_OK;
    }
    if (capacity == 0)
        return LP_ERR_SPACE;
    const uint8_t *line = src;
    uint8_t *out = dst;
    const uint8_t *end = out + capacity;
    size_t whole = src_bytes / LP_LINE_BYTES, rest = src_bytes % LP_LINE_BYTES;
    size_t done = encode(line, whole, &out, end);
    int error = LP_OK;
    for (; done < whole && error == LP_OK; done++)
        error = encode_exact(encode, line + done * LP_LINE_BYTES, &out, end);
    if (rest != 0 && error == LP_OK) {
        uint8_t last[LP_LINE_BYTES] = {0};
        memcpy(last, line + whole * LP_LINE_BYTES, rest);
        error = encode_exact(encode, last, &out, end);
    }
    if (error == LP_OK)
        *dst_bytes = (size_t)(out - (uint8_t *)dst);
    return error;
}

/* The last line, of which only `bytes` bytes are data. */
static int decode_short_line(lpi_decode_lines_fn *decode, const void *codec, const uint8_t **src,
                             const uint8_t *src_end, uint8_t *dst, size_t bytes)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    uint8_t line[LP_LINE_BYTES];
    int error = decode(codec, src, src_end, line, 1);
    if (error != LP_OK)
        return error;
    if (memcmp(line + bytes, zeros, LP_LINE_BYTES - bytes) != 0)
        return LP_ERR_CORRUPT;
    memcpy(dst, line, bytes);
    return LP_OK;
}

int lpi_decode_stream(lpi_decode_lines_fn *decode, const void *codec, const void *src,
                      size_t src_bytes, void *dst, size_t dst_bytes)
{
    if ((src == NULL && src_bytes != 0) || (dst == NULL && dst_bytes != 0))
        return LP_ERR_ARG;
    if (src_bytes == 0 || dst_bytes == 0)
        return dst_bytes != 0 ? LP_ERR_SHORT : src_bytes != 0 ? LP_ERR_LONG : LP_OK;
    const uint8_t *in = src, *end = in + src_bytes;
    uint8_t *line = dst;
    size_t whole = dst_bytes / LP_LINE_BYTES, rest = dst_bytes % LP_LINE_BYTES;
    int error = decode(codec, &in, end, line, whole);
    if (rest != 0 && error == LP_OK)
        error = decode_short_line(decode, codec, &in, end, line + whole * LP_LINE_BYTES, rest);
    return error != LP_OK ? error : in == end ? LP_OK : LP_ERR_LONG;
}
