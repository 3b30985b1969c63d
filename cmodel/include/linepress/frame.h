/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The framed file (format.md, section 7): codec ids, a writer and a reader by block, and both
 * for a whole frame with several threads. Conventions as in file.h.
 *
 * Example: `in` and `out` are the contexts of read_bytes, an lp_read_fn, and write_bytes, an
 * lp_write_fn.
 *
 *     struct lp_frame_info info = {.codec = LP_CODEC_BPC, .elem = 32, .window = LP_LINE_BYTES};
 *     struct lp_frame_run run = {.threads = 4};
 *     struct lp_frame_writer *writer;
 *     if (lp_frame_write_open(&info, NULL, write_bytes, out, &writer) != LP_OK)
 *         return 1;
 *     if (lp_frame_compress(writer, read_bytes, in, &run, NULL) != LP_OK)
 *         return 1;
 *     lp_frame_writer_free(writer);
 */
#ifndef LINEPRESS_FRAME_H
#define LINEPRESS_FRAME_H

#include "file.h"
#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version written without and with an index; both are read. */
#define LP_FRAME_VERSION 1
#define LP_FRAME_VERSION_INDEX 2
/* Maximum bytes of data in one block, and of its stored form. */
#define LP_FRAME_BLOCK_MAX (1u << 20)
#define LP_FRAME_STORED_MAX (2u << 20)
#define LP_FRAME_PROLOGUE_MAX LP_NPY_HEADER_MAX

/* Codec ids of framed files. */
enum lp_codec {
    LP_CODEC_ZVC = 1,
    LP_CODEC_RLE = 2,
    LP_CODEC_CSR = 3,
    LP_CODEC_LZ4 = 4,
    LP_CODEC_ZLIB = 5,
    LP_CODEC_BPC = 6,
    LP_CODEC_EBD = 7,
    LP_CODEC_XZVC = 8,
    LP_CODEC_AUTO = 9, /* the best for each line; elem is that of ZVC */
    LP_CODEC_BDI = 10,
    LP_CODEC_FPC = 11,
    LP_CODEC_BDI_FPC = 12,
    LP_CODEC_CPACK = 13,
    LP_CODEC_FIBONACCI = 14,
    LP_CODEC_MPC = 15,
    LP_CODEC_MPC64 = 16,
    LP_CODEC_GRP16 = 17 /* groups of four lines */
};

/* "zvc", "bpc" and so on; NULL: no codec has that id. Static storage. */
const char *lp_codec_name(int codec);

/* *codec = the codec of that name. LP_ERR_CODEC: there is none. */
int lp_codec_named(const char *name, enum lp_codec *codec);

/*
 * A frame's header. The prologue is bytes before the data that are kept unchanged (an .npy header).
 */
struct lp_frame_info {
    uint8_t codec;           /* enum lp_codec */
    uint8_t elem;            /* bits of an element: 8, 16, 32 */
    uint32_t window;         /* bytes that the codec processes together */
    uint32_t prologue_bytes; /* at most LP_FRAME_PROLOGUE_MAX */
    uint8_t index;           /* 1: an index of the blocks follows the trailer */
    uint8_t reserved[7];     /* 0 */
};

struct lp_frame_writer;
struct lp_frame_reader;

/* Progress of a frame: whole blocks, their data, and the bytes stored for them. */
struct lp_frame_totals {
    uint64_t blocks, raw_bytes, stored_bytes;
    uint8_t in_trailer;  /* 1: an error was found after the last block */
    uint8_t in_block;    /* 1: an error was found in a block that was read completely */
    uint8_t reserved[6]; /* 0 */
};

/*
 * Called after each block, in the caller's thread; a result other than LP_OK ends the run with it.
 */
typedef int lp_progress_fn(void *context, const struct lp_frame_totals *totals);

#define LP_FRAME_THREADS_MAX 1024u

/* How lp_frame_compress and lp_frame_decompress run. */
struct lp_frame_run {
    unsigned threads;         /* number of threads for codecs; 0: one per core */
    lp_progress_fn *progress; /* NULL: none */
    void *context;            /* for progress */
    uint64_t reserved[4];     /* 0 */
};

/* Writes the header and the prologue. LP_ERR_ARG, LP_ERR_SYSTEM, errors of `write`. */
int lp_frame_write_open(const struct lp_frame_info *info, const void *prologue, lp_write_fn *write,
                        void *context, struct lp_frame_writer **writer);

/*
 * Writes one block: `raw` is its data (1 to LP_FRAME_BLOCK_MAX bytes; needed for the whole-file
 * checksum), `stored` its stored form (at most LP_FRAME_STORED_MAX bytes). LP_ERR_ARG, errors of
 * `write`.
 */
int lp_frame_write_block(struct lp_frame_writer *writer, const void *raw, size_t raw_bytes,
                         const void *stored, size_t stored_bytes);

/*
 * Writes the trailer, and the index if requested. Call once, before freeing; otherwise the file is
 * truncated.
 */
int lp_frame_write_end(struct lp_frame_writer *writer);

/*
 * Reads all data from `read`, compresses it block by block with the writer's codec, and writes
 * blocks and trailer. The bytes do not depend on the number of threads; `read` and the writer's
 * function are called only from the caller's thread. run and totals may be NULL; *totals = the
 * progress, also after an error. Uses at most 4 MiB per thread plus 16 MiB. LP_ERR_ARG: too many
 * threads; LP_ERR_CODEC, LP_ERR_CORRUPT: no such codec, or not with this element width and window;
 * LP_ERR_SYSTEM; errors of both functions.
 */
int lp_frame_compress(struct lp_frame_writer *writer, lp_read_fn *read, void *context,
                      const struct lp_frame_run *run, struct lp_frame_totals *totals);

/* Frees; NULL is fine. */
void lp_frame_writer_free(struct lp_frame_writer *writer);

/*
 * Reads the header and the prologue of a frame of either version. LP_ERR_FRAME_MAGIC,
 * LP_ERR_FRAME_VERSION, LP_ERR_FRAME_CRC, LP_ERR_SHORT, LP_ERR_CORRUPT, LP_ERR_SYSTEM (out of
 * memory), errors of `read`.
 */
int lp_frame_read_open(lp_read_fn *read, void *context, struct lp_frame_reader **reader);

/* The header, and the prologue's bytes. Valid as long as the reader. */
const struct lp_frame_info *lp_frame_read_info(const struct lp_frame_reader *reader);
const void *lp_frame_read_prologue(const struct lp_frame_reader *reader);

/*
 * Reads the next block and checks its checksum: *stored (valid until the next call), *stored_bytes,
 * and *raw_bytes = bytes of data in it. At the end *raw_bytes is 0: the trailer was present and
 * right, and nothing follows it. After an error *raw_bytes is 0 if the error is after the blocks.
 * LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT, LP_ERR_FRAME_CRC, LP_ERR_SYSTEM (no memory), errors of
 * `read`.
 */
int lp_frame_read_block(struct lp_frame_reader *reader, const void **stored, size_t *stored_bytes,
                        size_t *raw_bytes);

/*
 * Adds the decoded bytes of the block just read to the whole-file checksum, which
 * lp_frame_read_block compares at the end. Call it for each block. LP_ERR_ARG: not raw_bytes bytes.
 */
int lp_frame_read_check(struct lp_frame_reader *reader, const void *raw, size_t raw_bytes);

/*
 * Decompresses a frame that has just been opened: writes the prologue and the data, and checks
 * everything. Data written before an error are right. Otherwise like lp_frame_compress, with the
 * errors of lp_frame_read_block and those of a codec.
 */
int lp_frame_decompress(struct lp_frame_reader *reader, lp_write_fn *write, void *context,
                        const struct lp_frame_run *run, struct lp_frame_totals *totals);

/*
 * Skips the next block, whose checksum is checked; *raw_bytes and *stored_bytes as by
 * lp_frame_read_block, with the same errors. At the end the length of the data is checked, but not
 * its checksum, since the data are not decoded.
 */
int lp_frame_skip_block(struct lp_frame_reader *reader, size_t *stored_bytes, size_t *raw_bytes);

/* Frees; NULL is fine. */
void lp_frame_reader_free(struct lp_frame_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
