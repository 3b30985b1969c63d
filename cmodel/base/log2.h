/* SPDX-License-Identifier: Apache-2.0 */
/* Not installed. */
#ifndef LPI_LOG2_H
#define LPI_LOG2_H

#include <stdint.h>

/* Rounded down; of a value that is not 0. */
static inline unsigned lpi_log2(uint64_t value)
{
    return 63u - (unsigned)__builtin_clzll(value);
}

#endif
