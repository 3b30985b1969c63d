/* SPDX-License-Identifier: Apache-2.0 */
/* fmax and fmin without the mathematics library. Not installed. */
#ifndef LPI_SWAP_MOST_H
#define LPI_SWAP_MOST_H

#include "../../base/inline.h"

LPI_INLINE double lpi_most(double a, double b)
{
    return a > b ? a : b;
}

LPI_INLINE double lpi_least(double a, double b)
{
    return a < b ? a : b;
}

#endif
