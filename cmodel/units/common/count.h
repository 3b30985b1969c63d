/* SPDX-License-Identifier: Apache-2.0 */
/* The update of a count as in lp_count. Not installed. */
#ifndef LPI_COUNT_H
#define LPI_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* The maximum, or the sum, which saturates at `most`. */
static inline uint32_t lpi_counted(uint32_t run, uint32_t add, uint32_t most, bool largest)
{
    uint64_t sum = (uint64_t)run + add;

    if (largest)
        return add > run ? add : run;
    return sum > most ? most : (uint32_t)sum;
}

#endif
