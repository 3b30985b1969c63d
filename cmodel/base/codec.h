/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A codec as one row: its records for the command line and the framed file, and, if the hardware
 * has it, its memory entries; its units are in codec_units.h. Sizes are in bytes unless they say
 * bits; errors are enum lp_error. Not installed.
 */
#ifndef LPI_CODEC_H
#define LPI_CODEC_H

#include <linepress/linepress.h>

#include "codecs.h"

/* The largest window that data may be cut into. */
#define LPI_WINDOW_MAX ((size_t)65536)

struct lpi_codec {
    /* From the table of codecs (LPI_CODEC_IS). */
    const char *name;
    uint8_t id;        /* in framed files */
    unsigned elems;    /* supported element widths, as a sum of enum lp_elem */
    enum lp_elem elem; /* the default among them */
    /* Records delimit themselves: windows follow each other without a length before each. */
    int packed;
    /* It has a code path for each enum lp_cpu. */
    int paths;
    /* State that is kept between windows; both NULL if there is none. */
    int (*open)(size_t window, void **state);
    void (*close)(void *state);
    /* Largest number of bytes that encode writes for `bytes` bytes. */
    size_t (*bound)(enum lp_elem elem, size_t bytes);
    /* One window of whole lines; if packed, any number of bytes. */
    int (*encode)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes);
    /* The inverse: exactly src_bytes in and dst_bytes out, anything else is an error. */
    int (*decode)(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes);
    /* Size in bits of one window without encoding; NULL: 8 times the result of encode. */
    int (*bits)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *bits);

    /*
     * A codec of groups of lines: bytes of a group, and the sectors of each group of `bytes` bytes,
     * with what the codec learns from all of them. 0 and NULL: each line is stored by itself.
     */
    size_t group;
    int (*group_sectors)(const uint8_t *src, size_t bytes, uint8_t *sectors);

    /* The rest is set if the hardware has the codec, and 0 if it is only compared. */

    /* A line's memory entry and back, as lp_zvc_encode_entry and lp_zvc_decode_entry. */
    void (*encode_entry)(enum lp_elem elem, const void *line, void *entry, unsigned *sectors);
    int (*decode_entry)(enum lp_elem elem, const void *entry, unsigned sectors, void *line);
    /* Bits of the line's record, exact up to 768: longer records are not stored. */
    size_t (*line_bits)(enum lp_elem elem, const void *line);
};

/* The row of each codec, in its own folder. */
#define LPI_CODEC_EXTERN_(n, N, number) extern const struct lpi_codec lpi_codec_##n;
LPI_FRAME_CODECS(LPI_CODEC_EXTERN_)
#undef LPI_CODEC_EXTERN_

#endif
