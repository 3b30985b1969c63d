/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The codecs that an engine is built with: those with numbers below this one in registers and in
 * the API, and the parameter CODECS of the units. Not installed.
 */
#ifndef LPI_CDMA_BUILT_H
#define LPI_CDMA_BUILT_H

#include <linepress/cdma.h>
#include <stdbool.h>

#define LPI_CDMA_SERIAL 3 /* CODECS with the serial units of BPC */
#define LPI_CDMA_KINDS 15 /* CODECS with records that have a kind byte: lp_mixed_enc's codecs */

/* The number for a value of CODECS: 1, 2, LPI_CDMA_SERIAL, LPI_CDMA_KINDS. */
static inline unsigned lpi_cdma_built(int CODECS)
{
    return CODECS == LPI_CDMA_KINDS    ? LP_DMA_AUTO + 1u
           : CODECS == LPI_CDMA_SERIAL ? LP_DMA_BPC + 1u
                                       : (unsigned)CODECS;
}

/* A value of CODECS for that number, without serial units. */
static inline int lpi_cdma_parameter(unsigned codecs)
{
    return codecs == LP_DMA_AUTO + 1u ? LPI_CDMA_KINDS : (int)codecs;
}

static inline bool lpi_cdma_is_built(unsigned codecs)
{
    return codecs == 1 || codecs == 2 || codecs == LP_DMA_AUTO + 1u;
}

#endif
