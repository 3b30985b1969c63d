/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The framed file (format.md, section 7): codecs by their ids, writer and reader block by
 * block, and both for a whole frame with several threads. Conventions as in file.h.
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

/* What is written, and what is written if the frame has an index; both are read. */
#define LP_FRAME_VERSION 1
#define LP_FRAME_VERSION_INDEX 2
/* The most bytes of data in one block, and the most that its stored form may take. */
#define LP_FRAME_BLOCK_MAX (1u << 20)
#define LP_FRAME_STORED_MAX (2u << 20)
#define LP_FRAME_PROLOGUE_MAX LP_NPY_HEADER_MAX

/* Codecs by the ids that framed files have. ZVC and BPC are those of the hardware. */
enum lp_codec {
    LP_CODEC_ZVC = 1,
    LP_CODEC_RLE = 2,
    LP_CODEC_CSR = 3,
    LP_CODEC_LZ4 = 4,
    LP_CODEC_ZLIB = 5,
    LP_CODEC_BPC = 6,
    LP_CODEC_EBD = 7,
    LP_CODEC_XZVC = 8,
    LP_CODEC_AUTO = 9, /* the best in each line; elem is that of ZVC */
    LP_CODEC_BDI = 10,
    LP_CODEC_FPC = 11,
    LP_CODEC_BDI_FPC = 12,
    LP_CODEC_CPACK = 13,
    LP_CODEC_FIBONACCI = 14,
    LP_CODEC_MPC = 15,
    LP_CODEC_MPC64 = 16
};

/* "zvc", "bpc" and so on; NULL: no codec has that id. Static storage. */
const char *lp_codec_name(int codec);

/* *codec = the codec of that name. LP_ERR_CODEC: there is none. */
int lp_codec_named(const char *name, enum lp_codec *codec);

/*
 * What a frame's header says. The prologue is bytes that come before the data and are kept as they
 * are (an .npy header).
 */
struct lp_frame_info {
    uint8_t codec;           /* enum lp_codec */
    uint8_t elem;            /* bits of an element: 8, 16, 32 */
    uint32_t window;         /* bytes that the codec sees at once */
    uint32_t prologue_bytes; /* at most LP_FRAME_PROLOGUE_MAX */
    uint8_t index;           /* 1: an index of the blocks follows the trailer */
    uint8_t reserved[7];     /* 0 */
};

struct lp_frame_writer;
struct lp_frame_reader;

/* How far a frame has come: whole blocks, their data, and the bytes that codecs made of them. */
struct lp_frame_totals {
    uint64_t blocks, raw_bytes, stored_bytes;
    /*
     * After an error, 1 if it is in what follows the blocks; if it is in a block that is all there.
     */
    uint8_t in_trailer, in_block;
    uint8_t reserved[6]; /* 0 */
};

/* Called after each block, in the caller's thread; anything but LP_OK ends the run with it. */
typedef int lp_progress_fn(void *context, const struct lp_frame_totals *totals);

#define LP_FRAME_THREADS_MAX 1024u

/* How lp_frame_compress and lp_frame_decompress run. */
struct lp_frame_run {
    unsigned threads; /* codecs run in that many; 0: as many as there are cores */
    lp_progress_fn *progress; /* NULL: none */
    void *context;            /* for progress */
    uint64_t reserved[4];     /* 0 */
};

/* Writes the header and the prologue. LP_ERR_ARG, LP_ERR_SYSTEM, errors of `write`. */
int lp_frame_write_open(const struct lp_frame_info *info, const void *prologue, lp_write_fn *write,
                        void *context, struct lp_frame_writer **writer);

/*
 * Writes one block: `raw` is its data (1 to LP_FRAME_BLOCK_MAX bytes; needed for the whole-file
 * checksum), `stored` what the codec made of it (at most LP_FRAME_STORED_MAX bytes). LP_ERR_ARG,
 * errors of `write`.
 */
int lp_frame_write_block(struct lp_frame_writer *writer, const void *raw, size_t raw_bytes,
                         const void *stored, size_t stored_bytes);

/*
 * Writes the trailer, and the index if there is to be one. Call once, before freeing; a file
 * without it is truncated.
 */
int lp_frame_write_end(struct lp_frame_writer *writer);

/*
 * Reads all data from `read`, compresses it block by block with the codec that the writer was
 * opened with, and writes blocks and trailer. The bytes do not depend on the number of threads;
 * `read` and the writer's function are called from the caller's thread alone. run and totals may be
 * NULL; *totals = how far it came, also after an error. Takes at most 4 MiB per thread and 16 MiB.
 * LP_ERR_ARG: too many threads; LP_ERR_CODEC, LP_ERR_CORRUPT: no such codec, or not with this
 * element width and window; LP_ERR_SYSTEM; errors of both functions.
 */
int lp_frame_compress(struct lp_frame_writer *writer, lp_read_fn *read, void *context,
                      const struct lp_frame_run *run, struct lp_frame_totals *totals);

/* Frees; NULL is fine. */
void lp_frame_writer_free(struct lp_frame_writer *writer);

/*
 * Reads the header and the prologue of a frame of either version. LP_ERR_FRAME_MAGIC,
 * LP_ERR_FRAME_VERSION, LP_ERR_FRAME_CRC, LP_ERR_SHORT, LP_ERR_CORRUPT, LP_ERR_SYSTEM (no memory),
 * errors of `read`.
 */
int lp_frame_read_open(lp_read_fn *read, void *context, struct lp_frame_reader **reader);

/* The header, and the prologue's bytes. Live as long as the reader. */
const struct lp_frame_info *lp_frame_read_info(const struct lp_frame_reader *reader);
const void *lp_frame_read_prologue(const struct lp_frame_reader *reader);

/*
 * Reads the next block and checks its checksum: *stored (valid until the next call), *stored_bytes,
 * and *raw_bytes = bytes of data in it. At the end *raw_bytes is 0: the trailer was there and
 * right, and nothing follows it. After an error *raw_bytes tells too: 0, it is in what follows the
 * blocks. LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT, LP_ERR_FRAME_CRC,
 * LP_ERR_SYSTEM (no memory), errors of `read`.
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
 * everything. What has been written before an error is right. Otherwise like lp_frame_compress,
 * with the errors of lp_frame_read_block and those of a codec.
 */
int lp_frame_decompress(struct lp_frame_reader *reader, lp_write_fn *write, void *context,
                        const struct lp_frame_run *run, struct lp_frame_totals *totals);

/*
 * Passes over the next block, whose checksum is compared; *raw_bytes and *stored_bytes as by
 * lp_frame_read_block, with the same errors. At the end the length of the data is compared, but not
 * its checksum, since nobody has seen the data.
 */
int lp_frame_skip_block(struct lp_frame_reader *reader, size_t *stored_bytes, size_t *raw_bytes);

/* Frees; NULL is fine. */
void lp_frame_reader_free(struct lp_frame_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
