/* SPDX-License-Identifier: Apache-2.0 */
/* Inside groups (docs/reference/format.md, section 11). Not installed. */
#ifndef LPI_CDMA_GROUP_H
#define LPI_CDMA_GROUP_H

#include <linepress/cdma.h>

/* The DMA profile of BPC records. */
#define LPI_CDMA_BPC_MOST 96u /* bytes of a stream; the decoder's port takes no more */
#define LPI_CDMA_BPC_RAW 255u

/*
 * lp_dma_expand for codecs with records, with bytes that may go on behind the last one: *used =
 * those that the lines took, also of the good lines if one is not. Nothing is checked.
 */
int lpi_cdma_expand_some(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *used,
                         size_t *bad_sector);

/* The most bytes of a group that is stored so. */
size_t lpi_cdma_group_bound(enum lp_dma_codec codec, unsigned elem);

#endif
