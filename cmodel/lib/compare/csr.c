/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compressed sparse row of 32-bit words (CSWAP, CLUSTER 2021, section IV; the paper leaves the byte
 * layout open, format.md defines it). A line is a row of 32 columns. A window holds the count of
 * non-zero words of each row, a byte each; then the columns of those words, a byte each; then the
 * words.
 */
#include "compare.h"
#include <string.h>

#define WORD 4u
#define COLUMNS (LP_LINE_BYTES / WORD)

static size_t bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return bytes / LP_LINE_BYTES + bytes / WORD * (1 + WORD);
}

static bool is_nonzero(const uint8_t *word)
{
    static const uint8_t zero[WORD];
    return memcmp(word, zero, WORD) != 0;
}

static size_t count_nonzero(const uint8_t *src, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i += WORD)
        count += (size_t)is_nonzero(src + i);
    return count;
}

static int encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes)
{
    (void)state, (void)elem;
    size_t rows = bytes / LP_LINE_BYTES, nonzero = count_nonzero(src, bytes);
    size_t total = rows + nonzero * (1 + WORD);
    if (capacity < total)
        return LP_ERR_SPACE;
    uint8_t *counts = dst, *columns = dst + rows, *words = columns + nonzero;
    memset(counts, 0, rows);
    for (size_t i = 0; i < rows * COLUMNS; i++) {
        if (!is_nonzero(src + WORD * i))
            continue;
        counts[i / COLUMNS]++;
        *columns++ = (uint8_t)(i % COLUMNS);
        memcpy(words, src + WORD * i, WORD);
        words += WORD;
    }
    *dst_bytes = total;
    return LP_OK;
}

static int decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    size_t rows = dst_bytes / LP_LINE_BYTES, nonzero = 0;
    if (src_bytes < rows)
        return LP_ERR_SHORT;
    for (size_t r = 0; r < rows; r++)
        nonzero += src[r];
    size_t total = rows + nonzero * (1 + WORD);
    if (src_bytes != total)
        return src_bytes < total ? LP_ERR_SHORT : LP_ERR_LONG;
    const uint8_t *columns = src + rows, *words = columns + nonzero;
    memset(dst, 0, dst_bytes);
    for (size_t r = 0; r < rows; r++)
        for (unsigned i = 0, least = 0; i < src[r]; i++, columns++, words += WORD) {
            if (*columns < least || *columns >= COLUMNS)
                return LP_ERR_CORRUPT;
            least = *columns + 1u;
            memcpy(dst + r * LP_LINE_BYTES + *columns * WORD, words, WORD);
        }
    return LP_OK;
}

const struct lpi_codec lpi_codec_csr = {
    LPI_CODEC_IS(csr), .elems = LP_ELEM_32, .elem = LP_ELEM_32,
    .bound = bound,    .encode = encode,    .decode = decode,
};
