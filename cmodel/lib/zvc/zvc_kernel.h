/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of a code path of ZVC, for one element width. Kernels take whole lines and may read
 * and write whole vectors, so they stop while the stream's buffer still has room for LPI_ZVC_SLACK
 * bytes; zvc.c handles the last few lines, with exact bounds and all checks.
 */
#ifndef LPI_ZVC_KERNEL_H
#define LPI_ZVC_KERNEL_H

#include <linepress/linepress.h>

#include "../../base/inline.h"

/* The longest record, and a vector that starts right after it. */
#define LPI_ZVC_SLACK (LP_ZVC_RECORD_MAX(8) + 64u)

struct lpi_zvc_kernel {
    /* Encodes up to `lines` lines to *dst, moves *dst past them, returns how many it did. */
    size_t (*encode)(const uint8_t *src, size_t lines, uint8_t **dst, const uint8_t *dst_end);
    /* Decodes up to `lines` records from *src, moves *src past them, returns how many it did. */
    size_t (*decode)(const uint8_t **src, const uint8_t *src_end, uint8_t *dst, size_t lines);
    /* Non-zero elements in `lines` lines. */
    size_t (*nonzero)(const uint8_t *src, size_t lines);
};

/* Kernels for 8, 16 and 32 bits, in this order. */
extern const struct lpi_zvc_kernel lpi_zvc_portable[3];
#ifdef __x86_64__
extern const struct lpi_zvc_kernel lpi_zvc_avx2[3];
extern const struct lpi_zvc_kernel lpi_zvc_avx512[3];
#endif

#endif
