/* SPDX-License-Identifier: Apache-2.0 */
/* Shape of a group and its entry, for the models of this folder (format.md, section 23). */
#ifndef LPI_GRP_SHAPE_H
#define LPI_GRP_SHAPE_H

enum {
    WORDS = 8,  /* of a sector */
    LANES = 16, /* elements of a sector */
    SECTORS = 16,
    ELEMENTS = LANES * SECTORS,
    PAYLOADS = 8,    /* sectors of payload */
    TABLE_WORDS = 3, /* words of a table with exponents */
    EXPONENTS = 11,  /* of a table; as a number, the escape */
    MOST_ESCAPES = 4,
    SECTOR_BITS = 256,
    MOST_BITS = 2 * SECTOR_BITS, /* of B, P and escapes */
    RAW = 4                      /* state */
};

#endif
