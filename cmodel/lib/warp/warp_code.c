/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_code.h"
#include "../../base/bytes.h"

#include <stdbool.h>
#include <string.h>

enum lpi_warp_fault lpi_warp_number(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (*at == end)
            return LPI_WARP_CUT;
        unsigned byte = *(*at)++;
        if (shift == 63 && byte > 1)
            return LPI_WARP_NUMBER;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return byte == 0 && shift > 0 ? LPI_WARP_NUMBER : LPI_WARP_GOOD;
    }
}

/* Removes bit 7 of each byte. */
static inline uint64_t join_sevens(uint64_t x)
{
    x = (x & UINT64_C(0x007f007f007f007f)) | (x & UINT64_C(0x7f007f007f007f00)) >> 1;
    x = (x & UINT64_C(0x00003fff00003fff)) | (x & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (x & UINT64_C(0x0fffffff)) | (x & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* The same without a loop for up to eight bytes; most numbers of a record have one. */
static inline enum lpi_warp_fault number(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    if (*at != end && **at < 128) {
        *value = *(*at)++;
        return LPI_WARP_GOOD;
    }
    uint64_t eight = end - *at >= 8 ? lpi_get_le64(*at) : UINT64_MAX;
    uint64_t last = ~eight & UINT64_C(0x8080808080808080);
    if (last == 0)
        return lpi_warp_number(at, end, value);
    unsigned top = (unsigned)__builtin_ctzll(last); /* bit 7 of the number's last byte */
    *value = join_sevens(eight & UINT64_MAX >> (63 - top));
    *at += top / 8 + 1;
    return eight >> (top - 7) & 127 ? LPI_WARP_GOOD : LPI_WARP_NUMBER;
}

static inline enum lpi_warp_fault count(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    enum lpi_warp_fault fault = number(at, end, value);
    if (fault == LPI_WARP_GOOD && *value > LP_WARP_INSTRUCTIONS_MAX)
        return LPI_WARP_FAR;
    return fault;
}

static inline int in_space(uint64_t address, unsigned width)
{
    return address <= LP_WARP_ADDRESS_MAX - width;
}

/* A difference of addresses. */
static inline enum lpi_warp_fault difference(const uint8_t **at, const uint8_t *end, int64_t *value)
{
    uint64_t coded;
    enum lpi_warp_fault fault = number(at, end, &coded);
    if (fault != LPI_WARP_GOOD)
        return fault;
    *value = lpi_warp_unzigzag(coded);
    return coded < 2 * LP_WARP_ADDRESS_MAX ? LPI_WARP_GOOD : LPI_WARP_SPACE;
}

/*
 * The product is far below 2^63, and a negative sum wraps to a value above all addresses. All lanes
 * are between the lowest and the highest of the mask.
 */
static enum lpi_warp_fault take_stride(const uint8_t **at, const uint8_t *end, uint64_t first,
                                       struct lp_warp_record *r)
{
    int64_t step;
    unsigned lowest = lpi_warp_lowest(r->mask), highest = lpi_warp_highest(r->mask);
    enum lpi_warp_fault fault = difference(at, end, &step);
    if (fault != LPI_WARP_GOOD)
        return fault;
    uint64_t lane_0 = first - (uint64_t)(step * (int64_t)lowest);
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        r->address[lane] = r->mask >> lane & 1 ? lane_0 + (uint64_t)step * lane : 0;
    return in_space(r->address[highest], r->width) ? LPI_WARP_GOOD : LPI_WARP_SPACE;
}

static enum lpi_warp_fault take_differences(const uint8_t **at, const uint8_t *end, uint64_t first,
                                            struct lp_warp_record *r)
{
    const uint8_t *next = *at;
    uint64_t address = first;
    memset(r->address, 0, sizeof r->address);
    r->address[lpi_warp_lowest(r->mask)] = first;
    for (uint32_t rest = r->mask & (r->mask - 1); rest != 0; rest &= rest - 1) {
        int64_t step;
        enum lpi_warp_fault fault = difference(&next, end, &step);
        if (fault != LPI_WARP_GOOD)
            return fault;
        address += (uint64_t)step;
        if (!in_space(address, r->width))
            return LPI_WARP_SPACE;
        r->address[lpi_warp_lowest(rest)] = address;
    }
    *at = next;
    return LPI_WARP_GOOD;
}

static enum lpi_warp_fault take_addresses(const uint8_t **at, const uint8_t *end, int strided,
                                          struct lp_warp_record *r)
{
    uint64_t first;
    enum lpi_warp_fault fault = number(at, end, &first);
    if (fault == LPI_WARP_GOOD && !in_space(first, r->width))
        fault = LPI_WARP_SPACE;
    if (fault != LPI_WARP_GOOD)
        return fault;
    return strided ? take_stride(at, end, first, r) : take_differences(at, end, first, r);
}

static enum lpi_warp_fault take_mask(const uint8_t **at, const uint8_t *end, int full,
                                     struct lp_warp_record *r)
{
    r->mask = UINT32_MAX;
    if (full)
        return LPI_WARP_GOOD;
    if (end - *at < 4)
        return LPI_WARP_CUT;
    r->mask = lpi_get_le32(*at);
    *at += 4;
    return r->mask == 0 || r->mask == UINT32_MAX ? LPI_WARP_NO_LANE : LPI_WARP_GOOD;
}

static enum lpi_warp_fault take_width(const uint8_t **at, const uint8_t *end,
                                      struct lp_warp_record *r)
{
    if (*at == end)
        return LPI_WARP_CUT;
    r->width = *(*at)++;
    return r->width == 0 || r->width > LP_WARP_WIDTH_MAX ? LPI_WARP_WIDTH : LPI_WARP_GOOD;
}

static enum lpi_warp_fault take_bytes(const uint8_t **at, const uint8_t *end,
                                      struct lp_warp_record *r)
{
    size_t bytes = (size_t)r->width * lpi_warp_lanes(r->mask);
    if ((size_t)(end - *at) < bytes)
        return LPI_WARP_CUT;
    r->bytes = *at;
    *at += bytes;
    return LPI_WARP_GOOD;
}

/* Whether the head has only bits that its kind defines. */
static bool head_valid(unsigned head)
{
    enum lp_warp_kind kind = (enum lp_warp_kind)(head & LPI_WARP_KIND);
    unsigned bits = head & ~(unsigned)LPI_WARP_KIND, may = 0;
    if (lpi_warp_accesses(kind))
        may |= LPI_WARP_FULL | LPI_WARP_STRIDE;
    if (lpi_warp_returns(kind))
        may |= LPI_WARP_UNUSED;
    if (kind == LP_WARP_LOAD)
        may |= LPI_WARP_FROM_CONSTANT;
    if (lpi_warp_stores(kind))
        may |= LPI_WARP_NO_BYTES;
    return kind <= LP_WARP_BARRIER && (bits & ~may) == 0;
}

enum lpi_warp_fault lpi_warp_record(const uint8_t **at, const uint8_t *end,
                                    struct lp_warp_record *r)
{
    if (*at == end)
        return LPI_WARP_CUT;
    unsigned head = *(*at)++;
    if (!head_valid(head))
        return LPI_WARP_HEAD;
    r->kind = (enum lp_warp_kind)(head & LPI_WARP_KIND);
    r->use = 0;
    r->mask = 0;
    r->width = 0;
    r->constant = (head & LPI_WARP_FROM_CONSTANT) != 0;
    r->bytes = NULL;
    enum lpi_warp_fault fault = count(at, end, &r->gap);
    if (!lpi_warp_accesses(r->kind))
        memset(r->address, 0, sizeof r->address);
    if (fault != LPI_WARP_GOOD || !lpi_warp_accesses(r->kind))
        return fault;
    fault = take_mask(at, end, (head & LPI_WARP_FULL) != 0, r);
    if (fault == LPI_WARP_GOOD)
        fault = take_width(at, end, r);
    if (fault == LPI_WARP_GOOD)
        fault = take_addresses(at, end, (head & LPI_WARP_STRIDE) != 0, r);
    if (fault == LPI_WARP_GOOD && lpi_warp_returns(r->kind) && !(head & LPI_WARP_UNUSED)) {
        fault = count(at, end, &r->use);
        if (fault == LPI_WARP_GOOD && r->use == 0)
            fault = LPI_WARP_TOO_EARLY;
    }
    if (fault == LPI_WARP_GOOD && lpi_warp_stores(r->kind) && !(head & LPI_WARP_NO_BYTES))
        fault = take_bytes(at, end, r);
    return fault;
}
