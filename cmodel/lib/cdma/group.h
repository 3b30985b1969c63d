/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of groups (docs/reference/format.md, section 11). Not installed. */
#ifndef LPI_CDMA_GROUP_H
#define LPI_CDMA_GROUP_H

#include <linepress/cdma.h>
#include <stdbool.h>

/* The DMA profile of records. */
#define LPI_CDMA_RECORD_MOST 96u /* bytes without kind and length; the decoders take no more */
#define LPI_CDMA_BPC_RAW 255u

/*
 * lp_dma_expand for codecs with records, where more bytes may follow the last record. *used = the
 * bytes of the good lines' records, also on error. Arguments are not checked.
 */
int lpi_cdma_expand_some(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *used,
                         size_t *bad_sector);

/* The codec's records have a kind byte. */
static inline bool lpi_cdma_has_kinds(enum lp_dma_codec codec)
{
    return codec == LP_DMA_XZVC || codec == LP_DMA_EBD || codec == LP_DMA_AUTO;
}

/* The codecs of those records, as lp_auto_compress takes them. */
static inline unsigned lpi_cdma_kinds(enum lp_dma_codec codec)
{
    return codec == LP_DMA_XZVC  ? 1u << LP_AUTO_XZVC
           : codec == LP_DMA_EBD ? 1u << LP_AUTO_EBD
                                 : LP_AUTO_ALL;
}

/* The largest stored size of a group. */
size_t lpi_cdma_group_bound(enum lp_dma_codec codec, unsigned elem);

#endif
