/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc.h"

#include "../../base/line_stream.h"
#include "../../base/null.h"
#include "zvc_kernel.h"
#include <stdbool.h>
#include <string.h>

#define ENTRY_MAX (3 * LP_SECTOR_BYTES)

static const struct lpi_zvc_kernel *const paths[LP_CPU_COUNT] = {
    [LP_CPU_PORTABLE] = lpi_zvc_portable,
#ifdef __x86_64__
    [LP_CPU_AVX2] = lpi_zvc_avx2,
    [LP_CPU_AVX512] = lpi_zvc_avx512,
#endif
};

static bool elem_valid(enum lp_elem elem)
{
    return elem == LP_ELEM_8 || elem == LP_ELEM_16 || elem == LP_ELEM_32;
}

static const struct lpi_zvc_kernel *kernel_of(enum lp_elem elem)
{
    return &paths[lp_cpu()][elem / 16u];
}

static size_t mask_bytes(enum lp_elem elem)
{
    return LP_ZVC_RECORD_MAX(elem) - LP_LINE_BYTES;
}

size_t lp_zvc_bound(enum lp_elem elem, size_t bytes)
{
    if (!elem_valid(elem) || lp_lines(bytes) > SIZE_MAX / LP_ZVC_RECORD_MAX(elem))
        return 0;
    return lp_lines(bytes) * LP_ZVC_RECORD_MAX(elem);
}

/* Decodes one record that ends at or before src_end, reading nothing after it. */
static int decode_exact(enum lp_elem elem, const uint8_t **src, const uint8_t *src_end,
                        uint8_t *line)
{
    size_t have = (size_t)(src_end - *src), need = mask_bytes(elem);
    if (have < need)
        return LP_ERR_SHORT;
    for (size_t i = 0; i < mask_bytes(elem); i++)
        need += (size_t)__builtin_popcount((*src)[i]) * (elem / 8u);
    if (have < need)
        return LP_ERR_SHORT;
    uint8_t record[LP_ZVC_RECORD_MAX(8) + LPI_ZVC_SLACK] = {0};
    const uint8_t *at = record;
    memcpy(record, *src, need);
    kernel_of(elem)->decode(&at, record + sizeof record, line, 1);
    *src += need;
    return LP_OK;
}

int lp_zvc_encode_line(enum lp_elem elem, const void *line, void *record, size_t capacity,
                       size_t *record_bytes)
{
    if (line == NULL)
        return LP_ERR_ARG;
    return lp_zvc_compress(elem, line, LP_LINE_BYTES, record, capacity, record_bytes);
}

int lp_zvc_decode_line(enum lp_elem elem, const void *record, size_t record_bytes, void *line)
{
    if (line == NULL)
        return LP_ERR_ARG;
    return lp_zvc_decompress(elem, record, record_bytes, line, LP_LINE_BYTES);
}

_Static_assert(LP_ZVC_RECORD_MAX(8) + LPI_ZVC_SLACK <= LPI_LINE_ROOM, "raise LPI_LINE_ROOM");

int lp_zvc_compress(enum lp_elem elem, const void *src, size_t src_bytes, void *dst,
                    size_t capacity, size_t *dst_bytes)
{
    if (!elem_valid(elem))
        return LP_ERR_ARG;
    return lpi_encode_stream(kernel_of(elem)->encode, src, src_bytes, dst, capacity, dst_bytes);
}

int lpi_zvc_next(enum lp_elem elem, const uint8_t **src, const uint8_t *src_end, uint8_t *dst,
                 size_t lines)
{
    size_t done = kernel_of(elem)->decode(src, src_end, dst, lines);
    int error = LP_OK;
    for (; done < lines && error == LP_OK; done++)
        error = decode_exact(elem, src, src_end, dst + done * LP_LINE_BYTES);
    return error;
}

static int decode_lines(const void *codec, const uint8_t **src, const uint8_t *src_end,
                        uint8_t *dst, size_t lines)
{
    return lpi_zvc_next(*(const enum lp_elem *)codec, src, src_end, dst, lines);
}

int lp_zvc_decompress(enum lp_elem elem, const void *src, size_t src_bytes, void *dst,
                      size_t dst_bytes)
{
    if (!elem_valid(elem))
        return LP_ERR_ARG;
    return lpi_decode_stream(decode_lines, &elem, src, src_bytes, dst, dst_bytes);
}

int lp_zvc_size(enum lp_elem elem, const void *src, size_t src_bytes, size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0))
        return LP_ERR_ARG;
    if (!elem_valid(elem))
        return LP_ERR_ARG;
    const struct lpi_zvc_kernel *kernel = kernel_of(elem);
    size_t whole = src_bytes / LP_LINE_BYTES, rest = src_bytes % LP_LINE_BYTES;
    size_t nonzero = kernel->nonzero(src, whole);
    if (rest != 0) {
        uint8_t last[LP_LINE_BYTES] = {0};
        memcpy(last, (const uint8_t *)src + whole * LP_LINE_BYTES, rest);
        nonzero += kernel->nonzero(last, 1);
    }
    *dst_bytes = lp_lines(src_bytes) * mask_bytes(elem) + nonzero * (elem / 8u);
    return LP_OK;
}

int lp_zvc_encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors)
{
    if (LPI_ANY_NULL(line, entry, sectors))
        return LP_ERR_ARG;
    if (!elem_valid(elem))
        return LP_ERR_ARG;
    uint8_t record[LP_ZVC_RECORD_MAX(8)];
    size_t bytes;
    int error = lp_zvc_encode_line(elem, line, record, sizeof record, &bytes);
    if (error != LP_OK)
        return error;
    if (lp_line_is_zero(line)) {
        *sectors = 0;
    } else if (bytes > ENTRY_MAX) {
        *sectors = LP_LINE_SECTORS;
        memcpy(entry, line, LP_LINE_BYTES);
    } else {
        *sectors = (unsigned)((bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
        memset(record + bytes, 0, sizeof record - bytes);
        memcpy(entry, record, *sectors * LP_SECTOR_BYTES);
    }
    return LP_OK;
}

int lp_zvc_decode_entry(enum lp_elem elem, const void *entry, unsigned sectors, void *line)
{
    if (line == NULL || (entry == NULL && sectors != 0))
        return LP_ERR_ARG;
    if (!elem_valid(elem) || sectors > LP_LINE_SECTORS)
        return LP_ERR_ARG;
    if (sectors == 0) {
        memset(line, 0, LP_LINE_BYTES);
        return LP_OK;
    }
    if (sectors == LP_LINE_SECTORS) {
        memcpy(line, entry, LP_LINE_BYTES);
        return LP_OK;
    }
    const uint8_t *at = entry, *end = at + sectors * LP_SECTOR_BYTES;
    int error = decode_exact(elem, &at, end, line);
    if (error != LP_OK)
        return error;
    if (end - at >= (ptrdiff_t)LP_SECTOR_BYTES)
        return LP_ERR_LONG;
    for (; at < end; at++)
        if (*at != 0)
            return LP_ERR_CORRUPT;
    return LP_OK;
}
