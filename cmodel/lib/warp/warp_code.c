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

static enum lpi_warp_fault count(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    enum lpi_warp_fault fault = lpi_warp_number(at, end, value);
    if (fault == LPI_WARP_GOOD && *value > LP_WARP_INSTRUCTIONS_MAX)
        return LPI_WARP_FAR;
    return fault;
}

/* A difference of addresses. */
static enum lpi_warp_fault difference(const uint8_t **at, const uint8_t *end, int64_t *value)
{
    uint64_t coded;
    enum lpi_warp_fault fault = lpi_warp_number(at, end, &coded);
    if (fault != LPI_WARP_GOOD)
        return fault;
    *value = lpi_warp_unzigzag(coded);
    return coded < 2 * LP_WARP_ADDRESS_MAX ? LPI_WARP_GOOD : LPI_WARP_SPACE;
}

static int in_space(uint64_t address, unsigned width)
{
    return address <= LP_WARP_ADDRESS_MAX - width;
}

/* The sums stay far below 2^63, and what is below 0 wraps above all addresses. */
static enum lpi_warp_fault take_addresses(const uint8_t **at, const uint8_t *end, int strided,
                                          struct lp_warp_record *r)
{
    unsigned first = lpi_warp_lowest(r->mask);
    uint64_t address;
    int64_t step = 0;
    enum lpi_warp_fault fault = lpi_warp_number(at, end, &address);
    if (fault == LPI_WARP_GOOD && address > LP_WARP_ADDRESS_MAX)
        fault = LPI_WARP_SPACE;
    if (fault == LPI_WARP_GOOD && strided)
        fault = difference(at, end, &step);
    for (unsigned lane = first; lane < LP_WARP_LANES && fault == LPI_WARP_GOOD; lane++) {
        if (!(r->mask >> lane & 1))
            continue;
        if (strided)
            r->address[lane] = address + (uint64_t)(step * (int64_t)(lane - first));
        else if (lane == first)
            r->address[lane] = address;
        else if ((fault = difference(at, end, &step)) == LPI_WARP_GOOD)
            r->address[lane] = address += (uint64_t)step;
        if (fault == LPI_WARP_GOOD && !in_space(r->address[lane], r->width))
            fault = LPI_WARP_SPACE;
    }
    return fault;
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

/* Whether the head has only bits that mean something for its kind. */
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
    return kind <= LP_WARP_BARRIER && (bits & ~may) == 0;
}

enum lpi_warp_fault lpi_warp_record(const uint8_t **at, const uint8_t *end,
                                    struct lp_warp_record *r)
{
    memset(r, 0, sizeof *r);
    if (*at == end)
        return LPI_WARP_CUT;
    unsigned head = *(*at)++;
    if (!head_valid(head))
        return LPI_WARP_HEAD;
    r->kind = (enum lp_warp_kind)(head & LPI_WARP_KIND);
    r->constant = (head & LPI_WARP_FROM_CONSTANT) != 0;
    enum lpi_warp_fault fault = count(at, end, &r->gap);
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
    if (fault == LPI_WARP_GOOD && lpi_warp_stores(r->kind))
        fault = take_bytes(at, end, r);
    return fault;
}
