/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the AVX2 and AVX-512 paths of ZVC share. The includer defines TARGET, the attribute under
 * which its functions are compiled.
 */
#ifndef LPI_ZVC_X86_H
#define LPI_ZVC_X86_H

#include "zvc_kernel.h"
#include <immintrin.h>

/* All bits set if the condition holds, else none; never by a branch. */
TARGET LPI_INLINE size_t all_ones(int condition)
{
    size_t mask = (size_t)0 - (size_t)condition;
    __asm__("" : "+r"(mask));
    return mask;
}

/*
 * After this many lines in a row without a zero, more are expected: then a branch predicts the
 * length of a record, which is not counted. With fewer, data that is only nearly dense loses more
 * by wrong predictions than it gains.
 */
#define DENSE_RUN 8

#endif
