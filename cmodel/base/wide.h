/* SPDX-License-Identifier: Apache-2.0 */
/* Ports of 33 to 64 bits as one number, and wide ports as bytes (base/bytes.h). Not installed. */
#ifndef LPI_WIDE_H
#define LPI_WIDE_H

#include "bytes.h"
#include <stdint.h>

static inline uint64_t lpi_get64(const uint32_t port[2])
{
    return port[0] | (uint64_t)port[1] << 32;
}

static inline void lpi_put64(uint32_t port[2], uint64_t value)
{
    port[0] = (uint32_t)value;
    port[1] = (uint32_t)(value >> 32);
}

#endif
