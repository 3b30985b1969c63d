/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes a record from its bytes: for the check of a trace and for cursors. */
#ifndef LPI_WARP_CODE_H
#define LPI_WARP_CODE_H

#include "warp_form.h"

/* Bytes of the longest record: head, gap, mask, width, addresses, use, stored bytes. */
#define LPI_WARP_RECORD_MAX (1u + 10u + 4u + 1u + 32u * 10u + 10u + 512u)

/* The result of decoding. */
enum lpi_warp_fault {
    LPI_WARP_GOOD,
    LPI_WARP_CUT,     /* the bytes end before the record does */
    LPI_WARP_NUMBER,  /* a number of more than 64 bits, or encoded longer than necessary */
    LPI_WARP_HEAD,    /* an unknown kind, or bits that the kind does not define */
    LPI_WARP_NO_LANE, /* no lane in the mask, or a mask that is not needed */
    LPI_WARP_WIDTH,
    LPI_WARP_SPACE,    /* an address outside the address space */
    LPI_WARP_FAR,      /* a gap or a use too large */
    LPI_WARP_TOO_EARLY /* a value is used by the instruction that loads it */
};

/* A number of groups of seven bits; moves *at. */
enum lpi_warp_fault lpi_warp_number(const uint8_t **at, const uint8_t *end, uint64_t *value);

/* Decodes the record at *at and moves *at past it. Whether its addresses are in buffers is not
 * checked. */
enum lpi_warp_fault lpi_warp_record(const uint8_t **at, const uint8_t *end,
                                    struct lp_warp_record *record);

#endif
