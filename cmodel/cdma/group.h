/* SPDX-License-Identifier: Apache-2.0 */
/* The DMA profile of BPC records (docs/format.md, section 11). Not installed. */
#ifndef LPI_DMA_GROUP_H
#define LPI_DMA_GROUP_H

#define LPI_DMA_BPC_MOST 96u /* bytes of a stream; the decoder's port takes no more */
#define LPI_DMA_BPC_RAW 255u

#endif
