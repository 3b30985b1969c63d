/* SPDX-License-Identifier: Apache-2.0 */
/* Applies any codec to data, window by window. Sizes are in bytes unless they say bits. */
#ifndef LPI_CODER_H
#define LPI_CODER_H

#include "../../base/codec.h"

/*
 * Whether a window size is valid: a line, or one of the DMA windows of cDMA, section VII, up to
 * LPI_WINDOW_MAX bytes.
 */
bool lpi_window_valid(size_t window);

/* A codec with its settings. Bytes are compressed window by window. */
struct lpi_coder {
    const struct lpi_codec *codec;
    enum lp_elem elem;
    size_t window;
    void *state;
    uint8_t *scratch;     /* one window, for a short last one */
    uint8_t *scratch_out; /* bound(window) */
};

/* LP_ERR_ARG: the codec does not support the width or the window; LP_ERR_SYSTEM. */
int lpi_coder_open(struct lpi_coder *coder, const struct lpi_codec *codec, enum lp_elem elem,
                   size_t window);
void lpi_coder_close(struct lpi_coder *coder);

/* Like lp_zvc_bound, lp_zvc_compress and lp_zvc_decompress, for any codec. */
size_t lpi_coder_bound(const struct lpi_coder *coder, size_t bytes);
int lpi_coder_compress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                       uint8_t *dst, size_t capacity, size_t *dst_bytes);
int lpi_coder_decompress(const struct lpi_coder *coder, const uint8_t *src, size_t src_bytes,
                         uint8_t *dst, size_t dst_bytes);

/*
 * *bits = the compressed size of one window of at most `window` bytes. A short last line counts as
 * if padded with zeros.
 */
int lpi_coder_bits(const struct lpi_coder *coder, const uint8_t *src, size_t bytes, size_t *bits);

#endif
