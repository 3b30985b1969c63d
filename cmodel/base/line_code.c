/* SPDX-License-Identifier: Apache-2.0 */
#include "line_code.h"
#include "bytes.h"

size_t lpi_line_code_bound(const struct lpi_line_code *code, size_t bytes)
{
    return (bytes / LP_LINE_BYTES * code->most_bits + 7) / 8;
}

static void put_lines(const struct lpi_line_code *code, const uint8_t *src, size_t bytes,
                      struct lpi_bits_out *out)
{
    uint32_t words[LPI_LINE_WORDS];
    for (size_t at = 0; at < bytes; at += LP_LINE_BYTES) {
        lpi_words_of_bytes(words, src + at, LP_LINE_BYTES);
        code->put(out, words);
    }
}

size_t lpi_line_code_bits(const struct lpi_line_code *code, const uint8_t *src, size_t bytes)
{
    struct lpi_bits_out out = {NULL, 0, 0};
    put_lines(code, src, bytes, &out);
    return out.bits;
}

int lpi_line_code_encode(const struct lpi_line_code *code, const uint8_t *src, size_t bytes,
                         uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    struct lpi_bits_out out = {dst, 8 * capacity, 0};
    put_lines(code, src, bytes, &out);
    size_t used = (out.bits + 7) / 8;
    if (used > capacity)
        return LP_ERR_SPACE;
    *dst_bytes = used;
    return LP_OK;
}

int lpi_line_code_decode(const struct lpi_line_code *code, const uint8_t *src, size_t src_bytes,
                         uint8_t *dst, size_t dst_bytes)
{
    struct lpi_bits_in in = {src, 8 * src_bytes, 0};
    uint32_t words[LPI_LINE_WORDS];
    for (size_t at = 0; at < dst_bytes; at += LP_LINE_BYTES) {
        int error = code->get(&in, words);
        if (in.bits > in.room)
            return LP_ERR_SHORT;
        if (error != LP_OK)
            return error;
        lpi_bytes_of_words(dst + at, words, LP_LINE_BYTES);
    }
    if (in.room - in.bits >= 8)
        return LP_ERR_LONG;
    return lpi_bits_read(&in, (unsigned)(in.room - in.bits)) == 0 ? LP_OK : LP_ERR_CORRUPT;
}
