/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of groups (docs/reference/format.md, section 11). Not installed. */
#ifndef LPI_CDMA_GROUP_H
#define LPI_CDMA_GROUP_H

#include <linepress/cdma.h>

/* The DMA profile of BPC records. */
#define LPI_CDMA_BPC_MOST 96u /* bytes of a stream; the decoder's port takes no more */
#define LPI_CDMA_BPC_RAW 255u

/*
 * lp_dma_expand for codecs with records, where more bytes may follow the last record. *used = the
 * bytes of the good lines' records, also on error. Arguments are not checked.
 */
int lpi_cdma_expand_some(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *used,
                         size_t *bad_sector);

/* The largest stored size of a group. */
size_t lpi_cdma_group_bound(enum lp_dma_codec codec, unsigned elem);

#endif
