/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the AVX2 and AVX-512 paths of ZVC. The includer defines TARGET, the attribute under
 * which its functions are compiled.
 */
#ifndef LPI_ZVC_X86_H
#define LPI_ZVC_X86_H

#include "zvc_kernel.h"
#include <immintrin.h>

/* All bits set if the condition holds, else none; compiles without a branch. */
TARGET LPI_INLINE size_t all_ones(int condition)
{
    size_t mask = (size_t)0 - (size_t)condition;
    __asm__("" : "+r"(mask));
    return mask;
}

/*
 * After this many lines in a row without a zero, more are expected: a branch then predicts a
 * record's length instead of counting it. With a smaller number, nearly dense data loses more by
 * mispredictions than it gains.
 */
#define DENSE_RUN 8

#endif
