/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "../codec/auto.h"
#include "group.h"
#include <linepress/cdma.h>
#include <string.h>

/* The remaining bytes of the group. */
struct rest {
    const uint8_t *at;
    size_t bytes;
};

/*
 * Decodes the first line of the remaining bytes; *used = the bytes it took. `set`: the width of
 * ZVC's elements, or for records with kinds the codecs in use.
 */
typedef int expand_line_fn(unsigned set, const struct rest *from, uint8_t *line, size_t *used);

static int zvc_line(unsigned elem, const struct rest *from, uint8_t *line, size_t *used)
{
    size_t length = 1024 / elem / 8;

    if (length > from->bytes)
        return LP_ERR_SHORT;
    for (size_t i = 0; i < 1024 / elem; i++)
        *used += (from->at[i / 8] >> i % 8 & 1) * (elem / 8);
    *used += length;
    if (*used > from->bytes)
        return LP_ERR_SHORT;
    return lp_zvc_decode_line((enum lp_elem)elem, from->at, *used, line);
}

static int bpc_line(unsigned elem, const struct rest *from, uint8_t *line, size_t *used)
{
    (void)elem;
    if (from->bytes == 0)
        return LP_ERR_SHORT;
    int is_raw = from->at[0] == LPI_CDMA_BPC_RAW;
    if (!is_raw && from->at[0] > LPI_CDMA_RECORD_MOST)
        return LP_ERR_CORRUPT;
    *used = 1 + (is_raw ? LP_LINE_BYTES : from->at[0]);
    if (*used > from->bytes)
        return LP_ERR_SHORT;
    return lp_bpc_decompress(from->at, *used, line, LP_LINE_BYTES);
}

/* A record that section 15 allows may be too long for the engine. */
static int kind_line(unsigned codecs, const struct rest *from, uint8_t *line, size_t *used)
{
    const uint8_t *at = from->at;
    int error = lpi_auto_next(LP_ELEM_16, codecs, &at, from->at + from->bytes, line);

    if (error != LP_OK)
        return error;
    *used = (size_t)(at - from->at);
    size_t head = from->at[0] == LPI_KIND_BPC ? 2 : 1;
    return from->at[0] == LPI_KIND_RAW || *used - head <= LPI_CDMA_RECORD_MOST ? LP_OK
                                                                               : LP_ERR_CORRUPT;
}

/* Only the number of bytes can be wrong. */
static int expand_raw(const struct rest *from, size_t sectors, uint8_t *raw, size_t *sector)
{
    size_t whole = from->bytes / LP_SECTOR_BYTES, more = from->bytes % LP_SECTOR_BYTES;

    memcpy(raw, from->at, (whole < sectors ? whole : sectors) * LP_SECTOR_BYTES);
    if (whole == sectors && more == 0)
        return LP_OK;
    *sector = (whole < sectors ? whole : sectors - 1) / LP_LINE_SECTORS * LP_LINE_SECTORS;
    return whole < sectors ? LP_ERR_SHORT : LP_ERR_LONG;
}

static int zeros_behind(const uint8_t *line, size_t bytes)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    return memcmp(line + bytes, zeros, LP_LINE_BYTES - bytes) == 0;
}

/* *sector = the first sector of the current line; *rest = the bytes after the good lines. */
static int expand_lines(expand_line_fn *expand_line, unsigned set, struct rest *rest,
                        size_t sectors, uint8_t *raw, size_t *sector)
{
    for (*sector = 0;; *sector += LP_LINE_SECTORS) {
        uint8_t line[LP_LINE_BYTES];
        size_t left = sectors - *sector, used = 0;
        size_t some = (left < LP_LINE_SECTORS ? left : LP_LINE_SECTORS) * LP_SECTOR_BYTES;
        int error = expand_line(set, rest, line, &used);
        if (error != LP_OK)
            return error;
        memcpy(raw + *sector * LP_SECTOR_BYTES, line, some);
        if (!zeros_behind(line, some))
            return LP_ERR_CORRUPT;
        rest->at += used;
        rest->bytes -= used;
        if (left <= LP_LINE_SECTORS)
            return LP_OK;
    }
}

int lpi_cdma_expand_some(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *used,
                         size_t *bad_sector)
{
    struct rest rest = {stored, bytes};
    bool kinds = lpi_cdma_has_kinds(codec);
    expand_line_fn *line = kinds ? kind_line : codec == LP_DMA_ZVC ? zvc_line : bpc_line;
    int error = expand_lines(line, kinds ? lpi_cdma_kinds(codec) : elem, &rest, sectors, raw,
                             bad_sector);
    *used = bytes - rest.bytes;
    return error;
}

static int expand_all(enum lp_dma_codec codec, unsigned elem, const struct rest *from,
                      size_t sectors, uint8_t *raw, size_t *bad_sector)
{
    size_t used;
    int error = lpi_cdma_expand_some(codec, elem, from->at, from->bytes, sectors, raw, &used,
                                     bad_sector);
    return error != LP_OK ? error : used == from->bytes ? LP_OK : LP_ERR_LONG;
}

/* Expands the whole group at once if it is good; else line by line, to find the bad line. */
static int expand_zvc(unsigned elem, const struct rest *from, size_t sectors, uint8_t *raw,
                      size_t *sector)
{
    int error = lp_zvc_decompress((enum lp_elem)elem, from->at, from->bytes, raw,
                                  sectors * LP_SECTOR_BYTES);
    return error == LP_OK || error == LP_ERR_ARG
               ? error
               : expand_all(LP_DMA_ZVC, elem, from, sectors, raw, sector);
}

int lp_dma_expand(enum lp_dma_codec codec, unsigned elem_bits, const void *stored, size_t bytes,
                  size_t sectors, void *raw, size_t *bad_sector)
{
    const struct rest from = {stored, bytes};

    if (LPI_ANY_NULL(stored, raw, bad_sector) || sectors < 1 ||
        sectors > SIZE_MAX / LP_SECTOR_BYTES)
        return LP_ERR_ARG;
    switch (codec) {
    case LP_DMA_ZVC: return expand_zvc(elem_bits, &from, sectors, raw, bad_sector);
    case LP_DMA_BPC:
    case LP_DMA_XZVC:
    case LP_DMA_EBD:
    case LP_DMA_AUTO: return expand_all(codec, elem_bits, &from, sectors, raw, bad_sector);
    case LP_DMA_RAW: return expand_raw(&from, sectors, raw, bad_sector);
    }
    return LP_ERR_CODEC;
}
