/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of codecs. A codec is one row; the command line, the framed file and the benchmark
 * find everything there. Sizes are in bytes unless they say bits; errors are enum lp_error.
 */
#ifndef LPI_CODEC_H
#define LPI_CODEC_H

#include <linepress/linepress.h>

struct lpi_codec {
    const char *name;
    uint8_t id;     /* in framed files; never reused */
    unsigned elems; /* the element widths it knows, as a sum of enum lp_elem */
    /* Records delimit themselves: windows follow each other without a length before each. */
    int packed;
    /* It has a code path for each enum lp_cpu. */
    int paths;
    /* What lasts from window to window; both NULL if nothing does. */
    int (*open)(size_t window, void **state);
    void (*close)(void *state);
    /* Most bytes that encode writes for `bytes` bytes. */
    size_t (*bound)(enum lp_elem elem, size_t bytes);
    /* One window of whole lines; if packed, any number of bytes. */
    int (*encode)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, uint8_t *dst,
                  size_t capacity, size_t *dst_bytes);
    /* The inverse: exactly src_bytes in and dst_bytes out, anything else is an error. */
    int (*decode)(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                  uint8_t *dst, size_t dst_bytes);
    /* Size in bits of one window without encoding; NULL: 8 times what encode gives. */
    int (*bits)(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes, size_t *bits);
};

extern const struct lpi_codec lpi_codec_zvc, lpi_codec_bpc, lpi_codec_rle, lpi_codec_csr,
    lpi_codec_lz4, lpi_codec_zlib;

/* All codecs, in the order in which they are shown. */
extern const struct lpi_codec *const lpi_codecs[];
extern const size_t lpi_codec_count;

/* NULL if there is none. */
const struct lpi_codec *lpi_codec_by_name(const char *name);
const struct lpi_codec *lpi_codec_by_id(uint8_t id);

/* The windows that data may be cut in, in bytes: the line, and the DMA windows of cDMA sec. VII. */
int lpi_window_valid(size_t window);
#define LPI_WINDOW_MAX ((size_t)65536)

/* A codec with its settings, at work. Bytes are compressed window by window. */
struct lpi_coder {
    const struct lpi_codec *codec;
    enum lp_elem elem;
    size_t window;
    void *state;
    uint8_t *scratch;     /* one window, for the last one where it is short */
    uint8_t *scratch_out; /* bound(window) */
};

/* LP_ERR_ARG: this codec does not know the width or the window; LP_ERR_SYSTEM. */
int lpi_coder_open(struct lpi_coder *coder, const struct lpi_codec *codec, enum lp_elem elem,
                   size_t window);
void lpi_coder_close(struct lpi_coder *coder);

/* As lp_zvc_bound, lp_zvc_compress and lp_zvc_decompress, for any codec. */
size_t lpi_coder_bound(const struct lpi_coder *coder, size_t bytes);
int lpi_coder_compress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                       uint8_t *dst, size_t capacity, size_t *dst_bytes);
int lpi_coder_decompress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                         uint8_t *dst, size_t dst_bytes);

/* *bits = size of one window (at most `window` bytes; short ones count as zero-padded lines). */
int lpi_coder_bits(const struct lpi_coder *coder, const uint8_t *src, size_t bytes, size_t *bits);

#endif
