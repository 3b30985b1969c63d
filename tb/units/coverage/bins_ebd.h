/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the bins of both EBD units: a parsed record and its contents. */
#ifndef LP_BINS_EBD_H
#define LP_BINS_EBD_H

#include "bins.h"
#include "lib/ebd/ebd_form.h"

enum {
    LP_EBD_MASK_STORED, /* groups of a record's parts */
    LP_EBD_MASK_ESCAPES,
    LP_EBD_MASK_BYTES,
    LP_EBD_CODE_ESCAPES,
    LP_EBD_FULL_ESCAPES,
    LP_EBD_BYTES,
    LP_EBD_CODES_MASK,
    LP_EBD_CODES_CODE,
    LP_EBD_CODES_FULL,
    LP_EBD_ESCAPES,
    LP_EBD_BASE,
    LP_EBD_MASK_FROM,
    LP_EBD_CODE_FROM,
    LP_EBD_FULL_FROM,
    LP_EBD_FULL_SECTOR,
    LP_EBD_RECORD_GROUPS
};

#define LP_EBD_LENGTHS "63", "64", "65", "66", "94", "95", "96", "33"

/* An encoder meets all `lengths` but the last: a line that does not fit a mask takes at least 43
 * bytes. */
#define LP_EBD_RECORD_BINS(lengths)                                                                \
    [LP_EBD_MASK_STORED] = {.what = "elements of a mask", .first = 0, .count = 17},                \
    [LP_EBD_MASK_ESCAPES] = {.what = "escapes of a mask", .first = 0, .count = 12},                \
    [LP_EBD_MASK_BYTES] = {.what = "bytes of a mask record", .first = 15, .count = 18},            \
    [LP_EBD_CODE_ESCAPES] = {.what = "escapes in the code form / 2", .first = 0, .count = 24},     \
    [LP_EBD_FULL_ESCAPES] = {.what = "escapes in the full form", .first = 0, .count = 14},         \
    [LP_EBD_BYTES] = {.what = "bytes of a longer record",                                          \
                      .first = 0,                                                                  \
                      .count = (lengths),                                                          \
                      .labels = {LP_EBD_LENGTHS}},                                                 \
    [LP_EBD_CODES_MASK] = {.what = "code in a mask record", .first = 0, .count = 8},               \
    [LP_EBD_CODES_CODE] = {.what = "code in the code form", .first = 0, .count = 8},               \
    [LP_EBD_CODES_FULL] = {.what = "code in the full form", .first = 0, .count = 8},               \
    [LP_EBD_ESCAPES] = {.what = "escape", .first = 0, .count = 16},                                \
    [LP_EBD_BASE] = {.what = "base",                                                               \
                     .first = 0,                                                                   \
                     .count = 5,                                                                   \
                     .labels = {"0", "1", "254", "255", "other"}},                                 \
    [LP_EBD_MASK_FROM] = {.what = "payload of a mask from byte", .first = 15, .count = 7},         \
    [LP_EBD_CODE_FROM] = {.what = "payload in the code form from byte", .first = 26, .count = 24}, \
    [LP_EBD_FULL_FROM] = {.what = "payload in the full form from byte", .first = 26, .count = 7},  \
    [LP_EBD_FULL_SECTOR] = {                                                                       \
        .what = "sector of 16 elements, payload from lane", .first = 0, .count = 16}

/* A parsed record; the last two positions are in bytes. */
struct lp_ebd_reading {
    const uint8_t *bytes;
    enum lpi_ebd_form form;
    unsigned stored, escapes, payload, end;
    unsigned count[4]; /* elements of each sector */
    bool below, above; /* an exponent is outside 0..255 */
};

/* `width` bits from bit `at` on. */
unsigned lp_ebd_field(const uint8_t *bytes, unsigned at, unsigned width);

/* `bytes` holds the longest possible record, with zeros after the data. */
struct lp_ebd_reading lp_ebd_bins_read(const uint8_t *bytes, bool masked);

/* Counts the parts of a good record. */
void lp_ebd_bins_count(struct lp_bins groups[LP_EBD_RECORD_GROUPS],
                       const struct lp_ebd_reading *record);

#endif
