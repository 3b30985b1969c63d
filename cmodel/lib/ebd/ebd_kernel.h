/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of a code path of EBD. Kernels may read and write whole vectors: LPI_EBD_ROOM bytes
 * from the beginning of a record on, however long it is. ebd.c checks bounds and reports errors.
 * Lengths are in bytes.
 */
#ifndef LPI_EBD_KERNEL_H
#define LPI_EBD_KERNEL_H

#include <linepress/linepress.h>

#include "../../base/inline.h"

/* A vector that starts at the furthest payload: 58 + 64 bytes in reading, 96 + 64 in writing. */
#define LPI_EBD_ROOM 160u

struct lpi_ebd_kernel {
    /* Encodes a line; returns the record's length, or LP_LINE_BYTES if it has none; then `record`
     * may hold anything. */
    size_t (*encode)(const uint8_t *line, uint8_t *record);
    /* The lengths of `lines` lines' records. */
    void (*sizes)(const uint8_t *src, size_t lines, uint8_t *bytes);
    /* Decodes the record at `record`, of the mask form or of one of the others; returns the length
     * that its fields announce, or 0 if anything but that is wrong with it. */
    size_t (*decode)(const uint8_t *record, int masked, uint8_t *line);
};

extern const struct lpi_ebd_kernel lpi_ebd_portable;
#ifdef __x86_64__
extern const struct lpi_ebd_kernel lpi_ebd_avx2, lpi_ebd_avx512;
/* The kernels need a little more of the CPU than their path promises; 1 if it has that. */
int lpi_ebd_avx2_usable(void);
int lpi_ebd_avx512_usable(void);
#endif

#endif
