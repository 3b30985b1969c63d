/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linepress core: errors, lines, zero-value compression (ZVC), bit-plane compression (BPC),
 * exponent base-delta (EBD), filtered ZVC (XZVC), and the best of them for each line.
 *
 * Shape    A line is LP_LINE_BYTES bytes, byte 0 at the lowest address. A buffer is cut into lines
 *          from byte 0; a short last line counts as if zeros followed, and the caller keeps its
 *          true length.
 * Units    Every size and length is in bytes and is a size_t, unless a name says bits, lines,
 *          sectors or elements.
 * Errors   Functions that can fail return an int: LP_OK (0) or a negative enum lp_error. Sizes come
 *          back through pointers, never mixed with errors; on an error they are not written. After
 *          an error the contents of an output buffer are unspecified, but no byte outside it is
 *          ever written.
 * Memory   The core allocates nothing, prints nothing and keeps no state except the choice of code
 *          path (lp_cpu). Every function may be called from any number of threads. Pointers need
 *          no alignment. Input and output must not overlap.
 * Source   Rhu et al., "Compressing DMA Engine", HPCA 2018 (cDMA); Choukse et al., "Buddy
 *          Compression", ISCA 2020 (Buddy); Kim et al., "Bit-Plane Compression", ISCA 2016.
 *          docs/reference/format.md defines the bytes.
 *
 * Example: a buffer to a packed stream and back.
 *
 *     unsigned char data[1000] = {[500] = 7}, back[1000], stream[2000];
 *     size_t bytes;
 *     if (lp_zvc_bound(LP_ELEM_32, sizeof data) > sizeof stream)
 *         return 1;
 *     if (lp_zvc_compress(LP_ELEM_32, data, sizeof data, stream, sizeof stream, &bytes) != LP_OK)
 *         return 1;
 *     int error = lp_zvc_decompress(LP_ELEM_32, stream, bytes, back, sizeof back);
 *     if (error != LP_OK) {
 *         fprintf(stderr, "%s\n", lp_strerror(error));
 *         return 1;
 *     }
 *     if (bytes != 8 * 4 + 4 || memcmp(data, back, sizeof data) != 0)
 *         return 1;
 */
#ifndef LINEPRESS_LINEPRESS_H
#define LINEPRESS_LINEPRESS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library (semantic). The file format has a separate version: see frame.h. */
#define LP_VERSION_MAJOR 0
#define LP_VERSION_MINOR 2
#define LP_VERSION_PATCH 0
#define LP_VERSION_STRING "0.2.0"

/* The version of the library that is linked, which may differ from LP_VERSION_STRING. */
const char *lp_version(void);

/* ---- errors ---- */

enum lp_error {
    LP_OK = 0,
    LP_ERR_ARG = -1,              /* an argument is outside its range */
    LP_ERR_SPACE = -2,            /* the output buffer is too small */
    LP_ERR_SHORT = -3,            /* the data ends early */
    LP_ERR_LONG = -4,             /* data follow the expected end */
    LP_ERR_CORRUPT = -5,          /* the data is inconsistent */
    LP_ERR_SYSTEM = -6,           /* the operating system refused: errno says why */
    LP_ERR_EMPTY = -7,            /* no data to compress */
    LP_ERR_NPY_MAGIC = -8,        /* named .npy, but without its magic bytes */
    LP_ERR_NPY_VERSION = -9,      /* .npy format version other than 1, 2, 3 */
    LP_ERR_NPY_HEADER = -10,      /* .npy header malformed */
    LP_ERR_NPY_OBJECT = -11,      /* .npy array of Python objects */
    LP_ERR_NPY_DTYPE = -12,       /* .npy element type not supported (structured) */
    LP_ERR_NPY_SHAPE = -13,       /* .npy shape has too many axes or overflows 63 bits of bytes */
    LP_ERR_FRAME_MAGIC = -14,     /* not a framed Linepress file */
    LP_ERR_FRAME_VERSION = -15,   /* framed file of an unknown version */
    LP_ERR_FRAME_CRC = -16,       /* a checksum of the framed file does not match */
    LP_ERR_CODEC = -17,           /* unknown codec */
    LP_ERR_DEVICE_FULL = -18,     /* no room in device memory */
    LP_ERR_BUDDY_FULL = -19,      /* no room in the buddy carve-out */
    LP_ERR_ADDRESS = -20,         /* no allocation, or no line of one, at that address */
    LP_ERR_TRACE_MAGIC = -21,     /* begins like a binary trace, but has other magic bytes */
    LP_ERR_TRACE_VERSION = -22,   /* binary trace of an unknown version */
    LP_ERR_TRACE_CRC = -23,       /* a trace's checksum does not match */
    LP_ERR_TRACE_RECORD = -24,    /* a trace's access is malformed */
    LP_ERR_TRACE_COUNT = -25,     /* a trace has too many accesses */
    LP_ERR_ENGINE = -26,          /* this build has no such engine */
    LP_ERR_MEMORY = -27,          /* a memory of an engine reported an error */
    LP_ERR_ABORTED = -28,         /* a transfer was aborted */
    LP_ERR_TIMEOUT = -29,         /* a card did not answer in time; it was reset */
    LP_ERR_CARD = -30,            /* no usable card: lp_card_open gives the reason */
    LP_ERR_TARGETS = -31,         /* not a target file, or an inconsistent one */
    LP_ERR_TARGETS_VERSION = -32, /* target file of an unknown version */
    LP_ERR_NAME = -33,            /* no allocation of that name */
    LP_ERR_HOST_FULL = -34        /* no room for tensors that are swapped out */
};

/* Answer of a memory controller's slice to a request (3 bits), errors of an access. */
enum lp_answer {
    LP_ANSWER_OK = 0,
    LP_ANSWER_TARGET = 1,  /* reserved target, or an uncompressed page with a target */
    LP_ANSWER_SLOT = 2,    /* slot past the carve-out */
    LP_ANSWER_FRAME = 3,   /* frame past device memory */
    LP_ANSWER_STATE = 4,   /* metadata state that is reserved or illegal on such a page */
    LP_ANSWER_CORRUPT = 5, /* the line's stored bytes are not a valid entry */
    LP_ANSWER_MEMORY = 6   /* a memory reported an error */
};

/*
 * One line of English for an enum lp_error or an enum lp_answer, without a full stop; never NULL.
 * Static storage.
 */
const char *lp_strerror(int error);

/* ---- lines and sectors (Buddy, section III) ---- */

#define LP_LINE_BYTES 128u
#define LP_SECTOR_BYTES 32u
#define LP_LINE_SECTORS 4u

/* Number of lines that `bytes` bytes take: bytes / 128, rounded up. */
size_t lp_lines(size_t bytes);

/* 1 if all 128 bytes of the line are zero, else 0. */
int lp_line_is_zero(const void *line);

/* ---- code path ---- */

/*
 * The code paths; each needs more of the CPU than the one before. AVX-512 means F, BW and VBMI2.
 * All paths give the same bytes. The first use selects the highest path of this CPU; the
 * environment variable LINEPRESS_CPU=portable|avx2|avx512, read at that time, can lower it.
 */
enum lp_cpu { LP_CPU_PORTABLE, LP_CPU_AVX2, LP_CPU_AVX512 };
#define LP_CPU_COUNT 3

/* The path in use. */
enum lp_cpu lp_cpu(void);

/* Uses `path` from now on, in all threads. LP_ERR_ARG: this CPU or build does not have it. */
int lp_cpu_use(enum lp_cpu path);

/* "portable", "avx2", "avx512"; "?" for anything else. */
const char *lp_cpu_name(enum lp_cpu path);

/* ---- ZVC (cDMA, section V-A; 8- and 16-bit elements are Linepress's own extension) ---- */

/* Element widths in bits; the paper has 32. Other values are LP_ERR_ARG. */
enum lp_elem { LP_ELEM_8 = 8, LP_ELEM_16 = 16, LP_ELEM_32 = 32 };

/*
 * A record is one encoded line: a mask of 1024/elem bits, bit i = element i is non-zero, stored
 * little-endian, then the non-zero elements in order.
 */
#define LP_ZVC_RECORD_MAX(elem) (1024u / (elem) / 8u + LP_LINE_BYTES)

/*
 * Upper bound of the bytes that lp_zvc_compress writes for `bytes` bytes of input: lines times
 * LP_ZVC_RECORD_MAX. 0 if elem is not an enum lp_elem or the product overflows.
 */
size_t lp_zvc_bound(enum lp_elem elem, size_t bytes);

/*
 * Encodes one line of 128 bytes into `record`, which has room for `capacity` bytes;
 * LP_ZVC_RECORD_MAX(elem) always suffices. *record_bytes = the record's length.
 * LP_ERR_ARG, LP_ERR_SPACE.
 */
int lp_zvc_encode_line(enum lp_elem elem, const void *line, void *record, size_t capacity,
                       size_t *record_bytes);

/*
 * Decodes one record of exactly `record_bytes` bytes into a line of 128 bytes. LP_ERR_ARG;
 * LP_ERR_SHORT: the mask, or its elements, do not fit in record_bytes; LP_ERR_LONG: bytes remain. A
 * zero element whose mask bit is set is well-formed and decodes as zero.
 */
int lp_zvc_decode_line(enum lp_elem elem, const void *record, size_t record_bytes, void *line);

/*
 * Compresses src_bytes bytes to a packed stream: one record per line, no padding between records.
 * capacity >= lp_zvc_bound(elem, src_bytes) always suffices; less suffices if the data compress.
 * *dst_bytes = the stream's length. Empty input gives an empty stream. LP_ERR_ARG, LP_ERR_SPACE.
 */
int lp_zvc_compress(enum lp_elem elem, const void *src, size_t src_bytes, void *dst,
                    size_t capacity, size_t *dst_bytes);

/*
 * Decompresses a packed stream of exactly src_bytes bytes that holds dst_bytes bytes of data, the
 * same number as passed to lp_zvc_compress. LP_ERR_ARG; LP_ERR_SHORT: the stream ends within or
 * before a record; LP_ERR_LONG: bytes follow the last record; LP_ERR_CORRUPT: a short last line has
 * non-zero bytes after its end.
 */
int lp_zvc_decompress(enum lp_elem elem, const void *src, size_t src_bytes, void *dst,
                      size_t dst_bytes);

/* *dst_bytes = the length that lp_zvc_compress would give for this input. LP_ERR_ARG. */
int lp_zvc_size(enum lp_elem elem, const void *src, size_t src_bytes, size_t *dst_bytes);

/*
 * Encodes the memory entry of one line (Buddy, section III-A; cDMA's engine at a memory
 * controller). *sectors = 0: the line is all zero and nothing is written; 1, 2 or 3: the record,
 * padded with zeros to that many sectors of 32 bytes; 4: the record is longer than 96 bytes, and
 * the line itself is stored. `entry` has room for 128 bytes; only 32 * *sectors of them are
 * written. LP_ERR_ARG.
 */
int lp_zvc_encode_entry(enum lp_elem elem, const void *line, void *entry, unsigned *sectors);

/*
 * Decodes an entry of `sectors` sectors (0..4) into a line of 128 bytes; `entry` is not read when
 * sectors is 0. LP_ERR_ARG: elem, or sectors above 4; LP_ERR_SHORT: the record needs more sectors;
 * LP_ERR_LONG: the record needs fewer; LP_ERR_CORRUPT: the padding is not zero.
 */
int lp_zvc_decode_entry(enum lp_elem elem, const void *entry, unsigned sectors, void *line);

/*
 * ---- BPC (Kim et al., ISCA 2016; Buddy, section II-C) ----
 *
 * For BPC, path avx2 also needs BMI1 and BMI2, and avx512 also CD, DQ, VL, VBMI and GFNI; a CPU
 * without them gets the code of the next lower path.
 */

/* A stream of this many bits or more is not stored: the line is stored raw instead. */
#define LP_BPC_RAW_BITS 1024u

/* Bits of the line's stream, 10 to 1023, or LP_BPC_RAW_BITS for a line that is stored raw. */
size_t lp_bpc_size_bits(const void *line);

/* bits[i] = lp_bpc_size_bits of line i, for `lines` consecutive lines. */
void lp_bpc_sizes(const void *src, size_t lines, uint16_t *bits);

/*
 * Encodes one line of 128 bytes into `stream`, which has room for `capacity` bytes; 128 always
 * suffice. *bits = lp_bpc_size_bits(line): that many bits are written, the first in bit 7 of byte
 * 0, and zeros after them up to the end of their last byte; a raw line is copied. LP_ERR_SPACE.
 */
int lp_bpc_encode_line(const void *line, void *stream, size_t capacity, size_t *bits);

/*
 * Decodes a stream of exactly `bits` bits, or a raw line if bits is LP_BPC_RAW_BITS. Only the bytes
 * that hold these bits are read. LP_ERR_ARG: bits above LP_BPC_RAW_BITS; LP_ERR_SHORT: the stream
 * ends early; LP_ERR_LONG: bits remain; LP_ERR_CORRUPT: a run past plane 0, or a position outside
 * its plane. Streams of encoders that treat words as unsigned, or test for single and adjacent ones
 * first, are well-formed.
 */
int lp_bpc_decode_line(const void *stream, size_t bits, void *line);

/* Upper bound of the bytes that lp_bpc_compress writes: 129 per line. 0 if the product overflows. */
size_t lp_bpc_bound(size_t bytes);

/*
 * Compresses src_bytes bytes to records of whole bytes, one per line (format.md, "BPC
 * records"). Otherwise like lp_zvc_compress. LP_ERR_SPACE.
 */
int lp_bpc_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                    size_t *dst_bytes);

/* The inverse, like lp_zvc_decompress. LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT. */
int lp_bpc_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes);

/*
 * Encodes the memory entry of one line, like lp_zvc_encode_entry with the line's stream instead of
 * the record; a line whose stream has more than 768 bits is stored raw. LP_OK.
 */
int lp_bpc_encode_entry(const void *line, void *entry, unsigned *sectors);

/* Like lp_zvc_decode_entry. LP_ERR_ARG, LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT. */
int lp_bpc_decode_entry(const void *entry, unsigned sectors, void *line);

/*
 * ---- EBD-16: exponent base-delta, for bfloat16 (docs/reference/format.md, section 13) ----
 *
 * A line is 64 elements of 16 bits: sign, 8 bits of exponent, 7 of mantissa. Path avx2 also needs
 * BMI1 and BMI2, and avx512 also VL and VBMI; a CPU without them gets the code of the next lower
 * path.
 */

/* The longest record. A line without one is stored raw, which counts as LP_LINE_BYTES. */
#define LP_EBD_RECORD_MAX 96u

/* Bytes of the line's record, 15 to LP_EBD_RECORD_MAX, or LP_LINE_BYTES if it has none. */
size_t lp_ebd_size(const void *line);

/* bytes[i] = lp_ebd_size of line i, for `lines` consecutive lines. */
void lp_ebd_sizes(const void *src, size_t lines, uint8_t *bytes);

/*
 * Encodes one line of 128 bytes into `record`, which has room for `capacity` bytes; 128 always
 * suffice. *record_bytes = lp_ebd_size(line); a line without a record is copied. LP_ERR_ARG,
 * LP_ERR_SPACE.
 */
int lp_ebd_encode_line(const void *line, void *record, size_t capacity, size_t *record_bytes);

/*
 * Decodes a record of exactly record_bytes bytes, or a raw line if they are LP_LINE_BYTES. Records
 * of up to 32 bytes have the mask form. Any base is well-formed, not only the encoder's choice.
 * LP_ERR_ARG: a length from 97 to 127 or above 128; LP_ERR_SHORT: the record needs more bytes;
 * LP_ERR_LONG: fewer; LP_ERR_CORRUPT: more than 16 elements in a mask, a length that is impossible
 * for its form, a non-zero reserved bit, or an exponent outside 0..255.
 */
int lp_ebd_decode_line(const void *record, size_t record_bytes, void *line);

/*
 * Encodes the memory entry of one line, like lp_zvc_encode_entry; a line without a record is stored
 * raw. LP_ERR_ARG.
 */
int lp_ebd_encode_entry(const void *line, void *entry, unsigned *sectors);

/* Like lp_zvc_decode_entry. LP_ERR_ARG, LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT. */
int lp_ebd_decode_entry(const void *entry, unsigned sectors, void *line);

/*
 * ---- XZVC-16: ZVC with 16-bit elements after each 64-bit word was xored with the preceding one
 * (docs/reference/format.md, section 14) ----
 *
 * These are like lp_zvc_... with LP_ELEM_16; a raw entry holds the unfiltered line.
 */
size_t lp_xzvc_bound(size_t bytes);
int lp_xzvc_encode_line(const void *line, void *record, size_t capacity, size_t *record_bytes);
int lp_xzvc_decode_line(const void *record, size_t record_bytes, void *line);
int lp_xzvc_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                     size_t *dst_bytes);
int lp_xzvc_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes);
int lp_xzvc_size(const void *src, size_t src_bytes, size_t *dst_bytes);
int lp_xzvc_encode_entry(const void *line, void *entry, unsigned *sectors);
int lp_xzvc_decode_entry(const void *entry, unsigned sectors, void *line);

/*
 * ---- the best codec for each line (docs/reference/format.md, section 15) ----
 *
 * elem is the width of ZVC's elements, LP_ELEM_16 or LP_ELEM_32; XZVC and EBD always have 16 bits,
 * BPC has 32-bit words. `codecs` selects the codecs, as a sum of 1 << enum lp_auto_codec; a decoder
 * refuses records of codecs that are not selected. LP_ERR_ARG: another elem or codecs.
 */
enum lp_auto_codec {
    LP_AUTO_ZVC = 0,
    LP_AUTO_BPC = 1,
    LP_AUTO_XZVC = 2,
    LP_AUTO_EBD = 3,
    LP_AUTO_NONE = 4 /* the line is zero or raw */
};
#define LP_AUTO_CODECS 4
#define LP_AUTO_ALL 15u

/* Metadata states (4 bits) without a codec, and that of BPC in at most 8 bytes (16x pages). */
#define LP_AUTO_STATE_ZERO 0u
#define LP_AUTO_STATE_RAW 4u
#define LP_AUTO_STATE_EIGHT 5u
#define LP_AUTO_STATE_POISON 15u

/*
 * Finds the codec that stores the line in the fewest sectors, ties to ZVC, XZVC, EBD, BPC in this
 * order. *bits = the bits of its record; for LP_AUTO_NONE 0 (the line is zero) or 1024 (raw).
 * LP_ERR_ARG.
 */
int lp_auto_choose(enum lp_elem elem, unsigned codecs, const void *line, enum lp_auto_codec *codec,
                   size_t *bits);

/*
 * Encodes the memory entry of one line with the codec of lp_auto_choose. *state = its metadata
 * state, never 5 or 15; `entry` has room for 128 bytes, of which only the stored sectors are
 * written. LP_ERR_ARG.
 */
int lp_auto_encode_entry(enum lp_elem elem, unsigned codecs, const void *line, void *entry,
                         unsigned *state);

/*
 * Codec and sectors of a metadata state (0..15); 1 sector for state 5, of which only 8 bytes are
 * stored. LP_ERR_ARG.
 */
int lp_auto_state(unsigned state, enum lp_auto_codec *codec, unsigned *sectors);

/*
 * Decodes an entry into a line of 128 bytes; only the sectors given by lp_auto_state are read.
 * LP_ERR_ARG: also a state above 15; LP_ERR_CORRUPT: also poison, or a codec not selected;
 * LP_ERR_SHORT, LP_ERR_LONG.
 */
int lp_auto_decode_entry(enum lp_elem elem, unsigned codecs, const void *entry, unsigned state,
                         void *line);

/* Upper bound of the bytes that lp_auto_compress writes: 129 per line. 0 if the product overflows. */
size_t lp_auto_bound(size_t bytes);

/*
 * Compresses src_bytes bytes to a mixed stream: a kind byte and a record per line, those of the
 * codec with the fewest bytes in the stream, ties as in lp_auto_choose; a raw line if no record is
 * shorter. Otherwise like lp_zvc_compress. LP_ERR_ARG, LP_ERR_SPACE.
 */
int lp_auto_compress(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                     void *dst, size_t capacity, size_t *dst_bytes);

/*
 * The inverse, like lp_zvc_decompress. LP_ERR_ARG, LP_ERR_SHORT, LP_ERR_LONG; LP_ERR_CORRUPT: also
 * an unknown kind, one of a codec not selected, or a record that its codec refuses.
 */
int lp_auto_decompress(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                       void *dst, size_t dst_bytes);

/* *dst_bytes = the length that lp_auto_compress would give for this input. LP_ERR_ARG. */
int lp_auto_size(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                 size_t *dst_bytes);

#ifdef __cplusplus
}
#endif

#endif
