/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the AVX2 and AVX-512 paths of BPC. The includer defines TARGET, the attribute under
 * which its functions are compiled. Bit i of a mask of planes stands for plane 31 - i.
 */
#ifndef LPI_BPC_X86_H
#define LPI_BPC_X86_H

#include "bpc_code.h"
#include <immintrin.h>

#define COUNT(mask) ((unsigned)_mm_popcnt_u32(mask))

/* The stream's length, given which planes are zero and which of the others have 5 or 10 bits. */
TARGET LPI_INLINE unsigned length_of(uint32_t base, uint32_t plane32, uint32_t zero, uint32_t five,
                                     uint32_t ten)
{
    unsigned first = plane32 == 0 ? 0 : plane_code(plane32, plane32).bits;
    five &= ~zero;
    ten &= ~(zero | five);
    return lpi_bpc_base_bits[base_class(base)] + first +
           run_bits((uint64_t)zero << 1 | (plane32 == 0)) + 5 * COUNT(five) + 10 * COUNT(ten) +
           32 * COUNT(~(zero | five | ten));
}

/*
 * `starts`: where runs begin, except one that begins at plane 32. `longer`: runs of several planes.
 */
struct runs {
    uint32_t nonzero, starts, longer;
};

LPI_INLINE struct runs runs_of(uint32_t zero, uint32_t plane32)
{
    uint32_t starts = zero & ~(zero << 1 | (plane32 == 0));
    return (struct runs){~zero, starts, starts & zero >> 1};
}

/* The symbol that begins at plane 32. */
TARGET LPI_INLINE struct lpi_bpc_code first_code(uint32_t plane32, const struct runs *runs)
{
    unsigned planes = runs->nonzero == 0 ? 32 : (unsigned)_tzcnt_u32(runs->nonzero);
    return plane32 == 0 ? run_code(1 + planes) : plane_code(plane32, plane32);
}

#endif
