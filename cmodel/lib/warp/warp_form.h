/* SPDX-License-Identifier: Apache-2.0 */
/* Byte layout of warp traces for reader and writer: format.md, section 20. */
#ifndef LPI_WARP_FORM_H
#define LPI_WARP_FORM_H

#include <linepress/warp.h>
#include <stdbool.h>

#define LPI_WARP_HEADER_BYTES 16u
/* clang-format off */
#define LPI_WARP_MAGIC {0x89, 'L', 'P', 'W', '\r', '\n', 0x1a, '\n'}
/* clang-format on */

/* The first byte of an item. */
enum lpi_warp_item {
    LPI_WARP_FINISH = 0,
    LPI_WARP_BUFFER = 1,
    LPI_WARP_HOST_WRITE = 2,
    LPI_WARP_LAUNCH = 3,
    LPI_WARP_WARP = 4,
    LPI_WARP_END_LAUNCH = 5,
    LPI_WARP_HOST_READ = 6 /* from version 2 on */
};

/* Bits of a buffer's second byte. */
enum { LPI_WARP_CONTENTS = 1, LPI_WARP_CONSTANT = 2 };

/* Bits of a record's first byte, beside its kind. */
enum {
    LPI_WARP_KIND = 7,
    LPI_WARP_FULL = 8,    /* all lanes: no mask */
    LPI_WARP_STRIDE = 16, /* one stride for all lanes instead of a difference for each */
    LPI_WARP_UNUSED = 32, /* no instruction uses the value */
    LPI_WARP_FROM_CONSTANT = 64,
    LPI_WARP_NO_BYTES = 128 /* stored bytes are not in the trace; from version 2 on */
};

/* Differences of addresses are below LP_WARP_ADDRESS_MAX on either side of 0. */
static inline uint64_t lpi_warp_zigzag(int64_t value)
{
    return value < 0 ? 2 * (uint64_t) - (value + 1) + 1 : 2 * (uint64_t)value;
}

static inline int64_t lpi_warp_unzigzag(uint64_t value)
{
    return value & 1 ? -(int64_t)(value / 2) - 1 : (int64_t)(value / 2);
}

/* The mask is not 0. */
static inline unsigned lpi_warp_lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static inline unsigned lpi_warp_highest(uint32_t mask)
{
    return 31u - (unsigned)__builtin_clz(mask);
}

static inline unsigned lpi_warp_lanes(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

static inline int lpi_warp_accesses(enum lp_warp_kind kind)
{
    return kind == LP_WARP_LOAD || kind == LP_WARP_STORE || kind == LP_WARP_ATOMIC;
}

static inline int lpi_warp_returns(enum lp_warp_kind kind)
{
    return kind == LP_WARP_LOAD || kind == LP_WARP_ATOMIC;
}

static inline int lpi_warp_stores(enum lp_warp_kind kind)
{
    return kind == LP_WARP_STORE || kind == LP_WARP_ATOMIC;
}

/* 1 to LP_WARP_NAME_MAX bytes without blanks, slashes and control characters, no dot first. */
static inline bool lpi_warp_name_valid(const char *name, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if ((unsigned char)name[i] <= ' ' || name[i] == 127 || name[i] == '/')
            return false;
    return bytes > 0 && bytes <= LP_WARP_NAME_MAX && name[0] != '.';
}

/* Groups of a launch, and warps of a group; 0: grid or block are not valid. */
static inline uint64_t lpi_warp_groups(const uint32_t grid[3], const uint32_t block[3])
{
    uint64_t groups = 1, items = 1;
    for (unsigned d = 0; d < 3; d++) {
        if (grid[d] == 0 || block[d] == 0)
            return 0;
        uint64_t along = ((uint64_t)grid[d] + block[d] - 1) / block[d];
        items *= block[d];
        if (items > LP_WARP_BLOCK_MAX || groups > UINT32_MAX)
            return 0;
        groups *= along;
    }
    return groups;
}

static inline uint32_t lpi_warp_per_group(const uint32_t block[3])
{
    return (block[0] * block[1] * block[2] + LP_WARP_LANES - 1) / LP_WARP_LANES;
}

#endif
