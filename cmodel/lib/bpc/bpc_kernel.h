/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of a code path of BPC. Kernels take whole lines and may read and write whole
 * vectors: LPI_BPC_ROOM bytes from the beginning of a stream on, however long it is. bpc.c checks
 * bounds, handles the last few lines of a buffer, and reports errors. Lengths are in bits.
 */
#ifndef LPI_BPC_KERNEL_H
#define LPI_BPC_KERNEL_H

#include <linepress/linepress.h>

#include "../../base/inline.h"

/*
 * A damaged stream of any announced length may be walked for 1089 bits, the longest length, and a
 * vector and a word are read from its last byte on.
 */
#define LPI_BPC_ROOM 208u

/* First byte of a record: the bytes of the stream that follows, or one of these. */
#define LPI_BPC_RECORD_ZERO 0u
#define LPI_BPC_RECORD_RAW 255u

/* Only a line of zeros has a stream of so few bits: base 0 and a run of all planes. */
#define LPI_BPC_ZERO_BITS 10u

struct lpi_bpc_kernel {
    /*
     * Encodes a line and returns the stream's length. Zeros fill the rest of its last byte.
     * * From LP_BPC_RAW_BITS on only the length is valid, and `stream` may hold anything.
     */
    size_t (*encode)(const uint8_t *line, uint8_t *stream);
    /* The uncapped lengths of `lines` lines' streams. */
    void (*sizes)(const uint8_t *src, size_t lines, uint16_t *bits);
    /* Writes up to `lines` records to *dst, moves *dst past them, returns how many it did. */
    size_t (*compress)(const uint8_t *src, size_t lines, uint8_t **dst, const uint8_t *dst_end);
    /* Decodes a stream and returns its length, or 0 if it is malformed. */
    size_t (*decode)(const uint8_t *stream, uint8_t *line);
    /* Decodes up to `lines` records from *src, moves *src past them, returns how many it did. It
     * stops before a record that is in any way wrong. */
    size_t (*decompress)(const uint8_t **src, const uint8_t *src_end, uint8_t *dst, size_t lines);
};

extern const struct lpi_bpc_kernel lpi_bpc_portable;
#ifdef __x86_64__
extern const struct lpi_bpc_kernel lpi_bpc_avx2, lpi_bpc_avx512;
/* 1 if the CPU has the extensions that the kernel needs beyond those of its path. */
int lpi_bpc_avx2_usable(void);
int lpi_bpc_avx512_usable(void);
#endif

#endif
