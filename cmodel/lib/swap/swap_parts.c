/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_parts.h"
#include "../../base/bytes.h"
#include "../codec/coder.h"
#include "../compare/compare.h"
#include <stdlib.h>

/* cDMA's window (section VII-A) for codecs whose records do not delimit themselves. */
#define WINDOW ((size_t)4096)

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LP_SWAP_##N == number, "lp_swap_codec has the table's numbers");
LPI_SWAP_CODECS(SAME)
_Static_assert((int)LP_SWAP_CODECS == (int)LPI_SWAP_COUNT, "lp_swap_codec has the table's codecs");

const char *lp_swap_codec_name(int codec)
{
    const struct lpi_codec_row *row = lpi_codec_numbered(LPI_SWAP, codec);
    return row != NULL ? row->name : NULL;
}

int lp_swap_codec_find(const char *name, int *codec)
{
    if (name == NULL || codec == NULL)
        return LP_ERR_ARG;
    const struct lpi_codec_row *row = lpi_codec_named(LPI_SWAP, name);
    if (row == NULL)
        return LP_ERR_CODEC;
    *codec = row->number[LPI_SWAP];
    return LP_OK;
}

unsigned lp_swap_codec_element(int codec)
{
    if (codec == LP_SWAP_ZVC16 || codec == LP_SWAP_EBD16)
        return 2;
    return codec > LP_SWAP_RAW && codec < LP_SWAP_CODECS ? 4 : 0;
}

int lpi_swap_kernel(int codec)
{
    const struct lpi_codec_row *row = lpi_codec_numbered(LPI_SWAP, codec);
    return row != NULL ? row->number[LPI_CUDA] : -1;
}

int lpi_swap_is_direct(int codec)
{
    return codec == LP_SWAP_ZVC || codec == LP_SWAP_ZVC16;
}

static const struct lpi_codec *codec_of(int codec)
{
    switch (codec) {
    case LP_SWAP_RAW: return NULL;
    case LP_SWAP_ZVC16: return &lpi_codec_zvc;
    case LP_SWAP_EBD16: return &lpi_codec_ebd;
    default: return lpi_codec_by_name(lp_swap_codec_name(codec));
    }
}

/* ---- how a tensor is cut ---- */

/* Parts begin at whole lines; their lengths differ by at most a line. */
static size_t line_of(const struct lpi_parts *parts, size_t number)
{
    uint64_t lines = lp_lines(parts->bytes);
    return (size_t)(lines / parts->count * number + lines % parts->count * number / parts->count);
}

void lpi_part_place(const struct lpi_parts *parts, size_t number, size_t *at, size_t *bytes)
{
    size_t end = line_of(parts, number + 1) * LP_LINE_BYTES;
    *at = line_of(parts, number) * LP_LINE_BYTES;
    *bytes = (end < parts->bytes ? end : parts->bytes) - *at;
}

int lpi_parts_cut(struct lpi_parts *parts, const struct lp_swap_setting *setting, size_t bytes)
{
    if (setting->codec < 0 || setting->codec >= LP_SWAP_CODECS || setting->grid == 0 ||
        setting->grid > LP_SWAP_GRID_MAX || (setting->block != 64 && setting->block != 128))
        return LP_ERR_ARG;
    const struct lpi_codec *codec = codec_of(setting->codec);
    size_t lines = lp_lines(bytes);
    *parts = (struct lpi_parts){.setting = *setting,
                                .codec = codec,
                                .elem = lp_swap_codec_element(setting->codec) == 2 ? LP_ELEM_16
                                                                                   : LP_ELEM_32,
                                .bytes = bytes};
    parts->count = lines < setting->grid ? (lines > 0 ? lines : 1) : setting->grid;
    if (codec != NULL) {
        struct lpi_coder coder = {.codec = codec, .elem = parts->elem, .window = WINDOW};
        parts->room = lpi_coder_bound(&coder, (lines / parts->count + 1) * LP_LINE_BYTES);
    }
    return LP_OK;
}

/* ---- one part ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

int lpi_part_compress(const struct lpi_parts *parts, const uint8_t *part, size_t bytes,
                      uint8_t *dst, size_t *dst_bytes)
{
    struct lpi_coder coder;
    size_t step = (size_t)parts->setting.block * LP_LINE_BYTES, out = 0;
    int error = lpi_coder_open(&coder, parts->codec, parts->elem, WINDOW);
    if (error != LP_OK)
        return error;
    for (size_t done = 0, n; done < bytes && error == LP_OK; done += step) {
        error = lpi_coder_compress(&coder, part + done, least(step, bytes - done), dst + out,
                                   parts->room - out, &n);
        out += error == LP_OK ? n : 0;
    }
    lpi_coder_close(&coder);
    *dst_bytes = out;
    return error;
}

int lpi_part_expand(const struct lpi_parts *parts, size_t number, const uint8_t *src,
                    size_t src_bytes, uint8_t *tensor)
{
    struct lpi_coder coder;
    size_t at, bytes;
    lpi_part_place(parts, number, &at, &bytes);
    int error = lpi_coder_open(&coder, parts->codec, parts->elem, WINDOW);
    if (error != LP_OK)
        return error;
    error = lpi_coder_decompress(&coder, src, src_bytes, tensor + at, bytes);
    lpi_coder_close(&coder);
    return error;
}

/* ---- what comes before them ---- */

size_t lpi_parts_head(size_t count)
{
    return LPI_PARTS_COUNT_BYTES + LPI_PARTS_SIZE_BYTES * (1 + count);
}

void lpi_parts_write_head(const struct lpi_parts *parts, const size_t *sizes, uint8_t *head)
{
    lpi_put_le(head, parts->count, LPI_PARTS_COUNT_BYTES);
    lpi_put_le(head + LPI_PARTS_COUNT_BYTES, parts->bytes, LPI_PARTS_SIZE_BYTES);
    for (size_t i = 0; i < parts->count; i++)
        lpi_put_le(head + lpi_parts_head(i), sizes[i], LPI_PARTS_SIZE_BYTES);
}

int lpi_parts_read_cut(struct lpi_parts *parts, int codec, const uint8_t *head, size_t src_bytes,
                       size_t bytes)
{
    if (src_bytes < lpi_parts_head(0))
        return LP_ERR_SHORT;
    uint64_t count = lpi_get_le(head, LPI_PARTS_COUNT_BYTES);
    struct lp_swap_setting setting = {codec, (unsigned)count, 64};
    if (lpi_parts_cut(parts, &setting, bytes) != LP_OK || parts->count != count ||
        lpi_get_le(head + LPI_PARTS_COUNT_BYTES, LPI_PARTS_SIZE_BYTES) != bytes)
        return LP_ERR_CORRUPT;
    return src_bytes < lpi_parts_head(parts->count) ? LP_ERR_SHORT : LP_OK;
}

int lpi_parts_read_sizes(const struct lpi_parts *parts, const uint8_t *head, size_t src_bytes,
                         size_t *sizes, size_t *from)
{
    size_t at = lpi_parts_head(parts->count);
    for (size_t i = 0; i < parts->count; i++) {
        uint64_t size = lpi_get_le(head + lpi_parts_head(i), LPI_PARTS_SIZE_BYTES);
        if (size > src_bytes - at)
            return LP_ERR_SHORT;
        from[i] = at;
        sizes[i] = (size_t)size;
        at += (size_t)size;
    }
    return at == src_bytes ? LP_OK : LP_ERR_LONG;
}
