/* SPDX-License-Identifier: Apache-2.0 */
/* The codecs that run on a GPU. */
#ifndef TB_CUDA_CODECS_H
#define TB_CUDA_CODECS_H

#include "../../../cmodel/lib/swap/swap_parts.h"

/* The next one after `codec`, of which LP_SWAP_RAW is before all; LP_SWAP_CODECS: none. */
static inline int next_codec(int codec)
{
    while (++codec < LP_SWAP_CODECS && lpi_swap_kernel(codec) < 0)
        ;
    return codec;
}

/* One of them, or LP_SWAP_RAW. */
static inline int some_codec(uint64_t random)
{
    int codec = (int)(random % LP_SWAP_CODECS);
    return lpi_swap_kernel(codec) < 0 ? LP_SWAP_RAW : codec;
}

#endif
