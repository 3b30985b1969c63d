/* SPDX-License-Identifier: Apache-2.0 */
#include "xzvc.h"

#include "../../base/line_stream.h"
#include "../../base/null.h"
#include "zvc.h"

#define ELEM LP_ELEM_16
/*
 * Number of lines that are filtered before they are encoded, few enough for the first-level cache.
 */
#define BATCH ((size_t)64)

size_t lp_xzvc_bound(size_t bytes)
{
    return lp_zvc_bound(ELEM, bytes);
}

/* Filters up to BATCH lines; a short last line is padded with zeros. */
static size_t filter_batch(const uint8_t *src, size_t bytes, uint8_t *filtered)
{
    size_t lines = bytes / LP_LINE_BYTES < BATCH ? bytes / LP_LINE_BYTES : BATCH;
    for (size_t i = 0; i < lines; i++)
        lpi_xzvc_filter(src + i * LP_LINE_BYTES, filtered + i * LP_LINE_BYTES);
    size_t rest = bytes - lines * LP_LINE_BYTES;
    if (lines < BATCH && rest != 0) {
        uint8_t last[LP_LINE_BYTES] = {0};
        memcpy(last, src + lines * LP_LINE_BYTES, rest);
        lpi_xzvc_filter(last, filtered + lines++ * LP_LINE_BYTES);
    }
    return lines;
}

int lp_xzvc_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                     size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0) || (dst == NULL && capacity != 0))
        return LP_ERR_ARG;
    uint8_t filtered[BATCH * LP_LINE_BYTES], *out = dst;
    size_t used = 0, n;
    for (size_t line = 0, lines; line < lp_lines(src_bytes); line += lines, used += n) {
        size_t at = line * LP_LINE_BYTES;
        lines = filter_batch((const uint8_t *)src + at, src_bytes - at, filtered);
        int error = used == capacity ? LP_ERR_SPACE
                                     : lp_zvc_compress(ELEM, filtered, lines * LP_LINE_BYTES,
                                                       out + used, capacity - used, &n);
        if (error != LP_OK)
            return error;
    }
    *dst_bytes = used;
    return LP_OK;
}

int lp_xzvc_size(const void *src, size_t src_bytes, size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0))
        return LP_ERR_ARG;
    uint8_t filtered[BATCH * LP_LINE_BYTES];
    size_t sum = 0, n = 0;
    for (size_t line = 0, lines; line < lp_lines(src_bytes); line += lines, sum += n) {
        size_t at = line * LP_LINE_BYTES;
        lines = filter_batch((const uint8_t *)src + at, src_bytes - at, filtered);
        (void)lp_zvc_size(ELEM, filtered, lines * LP_LINE_BYTES, &n);
    }
    *dst_bytes = sum;
    return LP_OK;
}

static int decode_lines(const void *codec, const uint8_t **src, const uint8_t *src_end,
                        uint8_t *dst, size_t lines)
{
    (void)codec;
    int error = LP_OK;
    for (size_t some; lines != 0 && error == LP_OK; lines -= some) {
        some = lines < BATCH ? lines : BATCH;
        error = lpi_zvc_next(ELEM, src, src_end, dst, some);
        for (size_t i = 0; i < some && error == LP_OK; i++, dst += LP_LINE_BYTES)
            lpi_xzvc_restore(dst);
    }
    return error;
}

int lp_xzvc_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    return lpi_decode_stream(decode_lines, NULL, src, src_bytes, dst, dst_bytes);
}

int lp_xzvc_encode_line(const void *line, void *record, size_t capacity, size_t *record_bytes)
{
    if (line == NULL)
        return LP_ERR_ARG;
    return lp_xzvc_compress(line, LP_LINE_BYTES, record, capacity, record_bytes);
}

int lp_xzvc_decode_line(const void *record, size_t record_bytes, void *line)
{
    if (line == NULL)
        return LP_ERR_ARG;
    return lp_xzvc_decompress(record, record_bytes, line, LP_LINE_BYTES);
}

int lp_xzvc_encode_entry(const void *line, void *entry, unsigned *sectors)
{
    if (LPI_ANY_NULL(line, entry, sectors))
        return LP_ERR_ARG;
    uint8_t filtered[LP_LINE_BYTES];
    lpi_xzvc_filter(line, filtered);
    int error = lp_zvc_encode_entry(ELEM, filtered, entry, sectors);
    /* A raw line is stored as it is. */
    if (error == LP_OK && *sectors == LP_LINE_SECTORS)
        memcpy(entry, line, LP_LINE_BYTES);
    return error;
}

int lp_xzvc_decode_entry(const void *entry, unsigned sectors, void *line)
{
    int error = lp_zvc_decode_entry(ELEM, entry, sectors, line);
    if (error == LP_OK && sectors != LP_LINE_SECTORS)
        lpi_xzvc_restore(line);
    return error;
}
