/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/codecs.h"
#include "../../base/null.h"
#include "../codec/auto.h"
#include "group.h"
#include <linepress/cdma.h>
#include <string.h>

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LP_DMA_##N == number, "lp_dma_codec has the table's numbers");
LPI_DMA_CODECS(SAME)

unsigned lp_dma_zeros(const void *raw, size_t sectors)
{
    const uint8_t *bytes = raw;
    unsigned zeros = 0;

    for (size_t at = 0; at < sectors * LP_SECTOR_BYTES; at += 4) {
        uint32_t word;
        memcpy(&word, bytes + at, 4);
        zeros += word == 0;
    }
    return zeros;
}

size_t lpi_cdma_group_bound(enum lp_dma_codec codec, unsigned elem)
{
    switch (codec) {
    case LP_DMA_ZVC: return lp_zvc_bound((enum lp_elem)elem, LP_DMA_GROUP);
    case LP_DMA_BPC: return lp_bpc_bound(LP_DMA_GROUP);
    case LP_DMA_XZVC:
    case LP_DMA_EBD:
    case LP_DMA_AUTO: return lp_auto_bound(LP_DMA_GROUP);
    case LP_DMA_RAW: return LP_DMA_GROUP;
    }
    return 0;
}

/* The bound of the whole groups, plus that of the lines of the last one. */
uint64_t lp_dma_bound(enum lp_dma_codec codec, unsigned elem_bits, uint64_t raw_bytes)
{
    uint64_t line = lpi_cdma_group_bound(codec, elem_bits) / LP_DMA_LINES;
    uint64_t lines = raw_bytes / LP_LINE_BYTES + (raw_bytes % LP_LINE_BYTES != 0);

    if (lines > (UINT64_MAX - LP_SECTOR_BYTES) / LP_DMA_GROUP_BOUND)
        return 0;
    return (lines * line + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
}

/* A record as in docs/reference/format.md, section 5, with a stream of at most 96 bytes. */
static size_t bpc_record(unsigned codecs, const uint8_t *line, uint8_t *record)
{
    (void)codecs;
    size_t bytes;

    if (lp_bpc_size_bits(line) > 8 * LPI_CDMA_RECORD_MOST) {
        record[0] = LPI_CDMA_BPC_RAW;
        memcpy(record + 1, line, LP_LINE_BYTES);
        return 1 + LP_LINE_BYTES;
    }
    return lp_bpc_compress(line, LP_LINE_BYTES, record, 1 + LP_LINE_BYTES, &bytes) == LP_OK ? bytes
                                                                                            : 0;
}

/* A record with a kind byte, of the codec that lp_auto_choose selects. */
static size_t kind_record(unsigned codecs, const uint8_t *line, uint8_t *record)
{
    enum lp_auto_codec codec;
    size_t bits, bytes;

    if (lp_auto_choose(LP_ELEM_16, codecs, line, &codec, &bits) != LP_OK)
        return 0;
    if (codec == LP_AUTO_NONE && bits != 0) {
        record[0] = LPI_KIND_RAW;
        memcpy(record + 1, line, LP_LINE_BYTES);
        return 1 + LP_LINE_BYTES;
    }
    codecs = codec == LP_AUTO_NONE ? codecs : 1u << codec;
    return lp_auto_compress(LP_ELEM_16, codecs, line, LP_LINE_BYTES, record, 1 + LP_LINE_BYTES,
                            &bytes) == LP_OK
               ? bytes
               : 0;
}

typedef size_t record_fn(unsigned codecs, const uint8_t *line, uint8_t *record);

static void shrink_records(record_fn *put, unsigned codecs, const uint8_t *raw, size_t raw_bytes,
                           uint8_t *stored, size_t *bytes)
{
    *bytes = 0;
    for (size_t at = 0; at < raw_bytes; at += LP_LINE_BYTES) {
        uint8_t line[LP_LINE_BYTES] = {0};
        size_t rest = raw_bytes - at;
        memcpy(line, raw + at, rest < sizeof line ? rest : sizeof line);
        *bytes += put(codecs, line, stored + *bytes);
    }
}

int lp_dma_shrink(enum lp_dma_codec codec, unsigned elem_bits, const void *raw, size_t sectors,
                  void *stored, size_t *bytes)
{
    size_t raw_bytes = sectors * LP_SECTOR_BYTES;

    if (LPI_ANY_NULL(raw, stored, bytes) || sectors < 1 || sectors > LP_DMA_SECTORS)
        return LP_ERR_ARG;
    switch (codec) {
    case LP_DMA_ZVC:
        return lp_zvc_compress((enum lp_elem)elem_bits, raw, raw_bytes, stored, LP_DMA_GROUP_BOUND,
                               bytes);
    case LP_DMA_BPC: shrink_records(bpc_record, 0, raw, raw_bytes, stored, bytes); return LP_OK;
    case LP_DMA_XZVC:
    case LP_DMA_EBD:
    case LP_DMA_AUTO:
        shrink_records(kind_record, lpi_cdma_kinds(codec), raw, raw_bytes, stored, bytes);
        return LP_OK;
    case LP_DMA_RAW: memcpy(stored, raw, *bytes = raw_bytes); return LP_OK;
    }
    return LP_ERR_CODEC;
}
