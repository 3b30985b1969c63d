/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The codecs, a row each. Every list, name and number of a codec in the sources is made from this
 * table or, if a public header or a unit's ports fix it, checked against it. Not installed.
 *
 * Columns, after the symbol in both cases of letters:
 *
 * Names
 *   name   in reports, JSON, framed files' listings and the API
 *   word   on the command line and in files of targets
 *   old    a word that the command line took first and still takes, or NULL
 *
 * Numbers, NO where the numbering leaves the codec out
 *   frame  in framed files: enum lp_codec
 *   page   of a page of buddy memory: enum lp_page_codec
 *   line   of a record among those of other codecs: enum lp_auto_codec, enum lp_mixed_port
 *   state  the metadata state of a record of one sector; those of two and three follow it
 *   port   at the ports of lp_codec_enc and lp_codec_dec: enum lp_codec_port
 *   dma    in a descriptor of the DMA engine: enum lp_dma_codec
 *   swap   of a tensor cut in parts: enum lp_swap_codec
 *   cuda   among the GPU's kernels: enum lpc_kernel
 *
 * Rows are in the order in which lists show them. A new codec is a new row; an assigned number is
 * never reused.
 */
#ifndef LPI_CODECS_H
#define LPI_CODECS_H

#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define LPI_CODECS(ROW, W)                                                                         \
    ROW(W, zvc,       ZVC,       "zvc",       "zvc",       NULL,    1,  0,  0,  6,  0,  0,  1,  0) \
    ROW(W, bpc,       BPC,       "bpc",       "bpc",       NULL,    6,  1,  1,  1,  1,  1,  5, NO) \
    ROW(W, xzvc,      XZVC,      "xzvc",      "xzvc",      NULL,    8,  2,  2,  9, NO,  2, NO, NO) \
    ROW(W, ebd,       EBD,       "ebd",       "ebd",       NULL,    7,  3,  3, 12, NO,  3, NO, NO) \
    ROW(W, auto,      AUTO,      "auto",      "mixed",     "auto",  9,  4, NO, NO, NO,  4, NO, NO) \
    ROW(W, rle,       RLE,       "rle",       "rle",       NULL,    2, NO, NO, NO, NO, NO,  2,  1) \
    ROW(W, csr,       CSR,       "csr",       "csr",       NULL,    3, NO, NO, NO, NO, NO,  3,  2) \
    ROW(W, lz4,       LZ4,       "lz4",       "lz4",       NULL,    4, NO, NO, NO, NO, NO,  4,  3) \
    ROW(W, zlib,      ZLIB,      "zlib",      "zlib",      NULL,    5, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, bdi,       BDI,       "bdi",       "bdi",       NULL,   10, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, fpc,       FPC,       "fpc",       "fpc",       NULL,   11, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, bdi_fpc,   BDI_FPC,   "bdi+fpc",   "bdi+fpc",   NULL,   12, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, cpack,     CPACK,     "cpack",     "cpack",     NULL,   13, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, fibonacci, FIBONACCI, "fibonacci", "fibonacci", NULL,   14, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, mpc,       MPC,       "mpc",       "mpc",       NULL,   15, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, mpc64,     MPC64,     "mpc64",     "mpc64",     NULL,   16, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, grp16,     GRP16,     "grp16",     "grp16",     NULL,   17, NO, NO, NO, NO, NO, NO, NO) \
    ROW(W, zvc16,     ZVC16,     "zvc16",     "zvc16",     NULL,   NO, NO, NO, NO, NO, NO,  6,  4) \
    ROW(W, ebd16,     EBD16,     "ebd16",     "ebd16",     NULL,   NO, NO, NO, NO, NO, NO,  7,  5) \
    ROW(W, raw,       RAW,       "raw",       "none",      NULL,   NO, NO, NO, NO, NO, 15,  0, NO)
/* clang-format on */

/*
 * The rows that a numbering has: LPI_FRAME_CODECS(ROW) is ROW(symbol, SYMBOL, number) for each of
 * them, and likewise for the others. LP_CODECS, the codecs that the hardware has as separate units,
 * omits the number, which is the index.
 */
#define LPI_FRAME_CODECS(ROW) LPI_CODECS(LPI_FRAME_ROW_, ROW)
#define LPI_PAGE_CODECS(ROW) LPI_CODECS(LPI_PAGE_ROW_, ROW)
#define LPI_LINE_CODECS(ROW) LPI_CODECS(LPI_LINE_ROW_, ROW)
#define LPI_STATE_CODECS(ROW) LPI_CODECS(LPI_STATE_ROW_, ROW)
#define LPI_PORT_CODECS(ROW) LPI_CODECS(LPI_PORT_ROW_, ROW)
#define LPI_DMA_CODECS(ROW) LPI_CODECS(LPI_DMA_ROW_, ROW)
#define LPI_SWAP_CODECS(ROW) LPI_CODECS(LPI_SWAP_ROW_, ROW)
#define LPI_CUDA_CODECS(ROW) LPI_CODECS(LPI_CUDA_ROW_, ROW)
#define LP_CODECS(ROW) LPI_CODECS(LPI_HARDWARE_ROW_, ROW)

#define LPI_FRAME_ROW_(ROW, n, N, a, b, c, frame, e, f, g, h, i, j, k)                             \
    LPI_IF_(LPI_NUMBER_##frame, ROW(n, N, frame))
#define LPI_PAGE_ROW_(ROW, n, N, a, b, c, d, page, f, g, h, i, j, k)                               \
    LPI_IF_(LPI_NUMBER_##page, ROW(n, N, page))
#define LPI_LINE_ROW_(ROW, n, N, a, b, c, d, e, line, g, h, i, j, k)                               \
    LPI_IF_(LPI_NUMBER_##line, ROW(n, N, line))
#define LPI_STATE_ROW_(ROW, n, N, a, b, c, d, e, f, state, h, i, j, k)                             \
    LPI_IF_(LPI_NUMBER_##state, ROW(n, N, state))
#define LPI_PORT_ROW_(ROW, n, N, a, b, c, d, e, f, g, port, i, j, k)                               \
    LPI_IF_(LPI_NUMBER_##port, ROW(n, N, port))
#define LPI_DMA_ROW_(ROW, n, N, a, b, c, d, e, f, g, h, dma, j, k)                                 \
    LPI_IF_(LPI_NUMBER_##dma, ROW(n, N, dma))
#define LPI_SWAP_ROW_(ROW, n, N, a, b, c, d, e, f, g, h, i, swap, k)                               \
    LPI_IF_(LPI_NUMBER_##swap, ROW(n, N, swap))
#define LPI_CUDA_ROW_(ROW, n, N, a, b, c, d, e, f, g, h, i, j, cuda)                               \
    LPI_IF_(LPI_NUMBER_##cuda, ROW(n, N, cuda))
#define LPI_HARDWARE_ROW_(ROW, n, N, a, b, c, d, e, f, g, port, i, j, k)                           \
    LPI_IF_(LPI_NUMBER_##port, ROW(n, N))

/* The rest if the first is LPI_NUMBER_ and a number, and nothing if it is LPI_NUMBER_NO. */
#define LPI_NUMBER_NO ~, LPI_NOTHING_
#define LPI_IF_(number, ...) LPI_SECOND_(number, LPI_ALL_, ~)(__VA_ARGS__)
#define LPI_SECOND_(...) LPI_SECOND_OF_(__VA_ARGS__)
#define LPI_SECOND_OF_(first, second, ...) second
#define LPI_NOTHING_(...)
#define LPI_ALL_(...) __VA_ARGS__

/* Number of codecs in a numbering. */
#define LPI_COUNT_(n, N, number) +1
enum {
    LPI_PAGE_COUNT = 0 LPI_PAGE_CODECS(LPI_COUNT_),
    LPI_LINE_COUNT = 0 LPI_LINE_CODECS(LPI_COUNT_),
    LPI_PORT_COUNT = 0 LPI_PORT_CODECS(LPI_COUNT_),
    LPI_DMA_COUNT = 0 LPI_DMA_CODECS(LPI_COUNT_),
    LPI_SWAP_COUNT = 0 LPI_SWAP_CODECS(LPI_COUNT_)
};

/* ---- the table at run time ---- */

enum lpi_numbering {
    LPI_FRAME,
    LPI_PAGE,
    LPI_PORT,
    LPI_DMA,
    LPI_SWAP,
    LPI_PARTS, /* LPI_SWAP without the row `raw` */
    LPI_CUDA,
    LPI_NUMBERINGS
};

struct lpi_codec_row {
    const char *name, *word, *old;
    int number[LPI_NUMBERINGS]; /* -1: it has none */
};

/* The codec with that number; NULL: there is none. */
const struct lpi_codec_row *lpi_codec_numbered(enum lpi_numbering of, int number);

/* The codec of that name in the numbering; NULL: there is none. */
const struct lpi_codec_row *lpi_codec_named(enum lpi_numbering of, const char *name);

/* The one with that word, or with that old word if `old`. */
const struct lpi_codec_row *lpi_codec_worded(enum lpi_numbering of, const char *word, bool old);

/*
 * Writes "zvc, bpc, ...", the words of the codecs that both numberings have, truncated to the
 * buffer. Returns `text`.
 */
const char *lpi_codec_words(enum lpi_numbering of, enum lpi_numbering also, char *text,
                            size_t size);

/* For the row of a codec in its own file: its name and its number in framed files. */
#define LPI_CODEC_ID_ROW_(n, N, number) LPI_CODEC_ID_##n = number,
enum lpi_codec_id { LPI_FRAME_CODECS(LPI_CODEC_ID_ROW_) LPI_CODEC_ID_END };
#define LPI_CODEC_NAME_ROW_(n, N, number) extern const char lpi_codec_name_##n[];
LPI_FRAME_CODECS(LPI_CODEC_NAME_ROW_)
#define LPI_CODEC_IS(n) .name = lpi_codec_name_##n, .id = LPI_CODEC_ID_##n

/* ---- choices among codecs ---- */

/*
 * The choice by line is the row `auto`, whose bytes are those of a codec. The other choices of
 * commands, each with its name in reports, its word, and its old word.
 */
struct lpi_choice {
    const char *name, *word, *old;
};
extern const struct lpi_choice lpi_by_target, lpi_by_type, lpi_by_group;

#endif
