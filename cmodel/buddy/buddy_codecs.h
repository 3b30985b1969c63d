/* SPDX-License-Identifier: Apache-2.0 */
/* What register LP_BUDDY_REG_CODEC holds: a codec's number for each target. Not installed. */
#ifndef LPI_BUDDY_CODECS_H
#define LPI_BUDDY_CODECS_H

#include <linepress/gbbr.h>

#include "../codec/codec_ports.h"

/* Codec of the pages with this target; 0 for a reserved one. */
static inline unsigned lpi_codecs_get(uint32_t codecs, unsigned target)
{
    return target < LP_TARGETS ? codecs >> target * LP_CODEC_W & ((1u << LP_CODEC_W) - 1) : 0;
}

/* The register with this codec for that target, which had 0. */
static inline uint32_t lpi_codecs_put(uint32_t codecs, unsigned target, unsigned codec)
{
    return codecs | codec << target * LP_CODEC_W;
}

#endif
