/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functional model of the compressing DMA engine (rtl/cdma): groups and their stored form, the
 * channel of a group, descriptors, and the effect of a descriptor on two memories. No cycles.
 *
 * Shape    A group is 512 bytes of device memory at a multiple of 512, four lines; the last group
 *          of a transfer may have fewer than 16 sectors. A stream is the stored forms of groups in
 *          order, without padding (docs/reference/format.md, section 11).
 * Units    Bytes, or sectors of 32 bytes if a name says so.
 * Errors   LP_OK or a negative enum lp_error.
 * Memory   Nothing is allocated; every function may be called from any number of threads. Input and
 *          output must not overlap.
 * Source   Rhu et al., "Compressing DMA Engine", HPCA 2018, section V; groups, index and BPC's
 *          profile are Linepress's own.
 *
 * Example: a group to its stored form and back.
 *
 *     unsigned char raw[LP_DMA_GROUP] = {[100] = 7}, stored[LP_DMA_GROUP_BOUND];
 *     unsigned char back[LP_DMA_GROUP];
 *     size_t bytes, bad;
 *     if (lp_dma_shrink(LP_DMA_ZVC, LP_ELEM_32, raw, 16, stored, &bytes) != LP_OK)
 *         return 1;
 *     if (lp_dma_expand(LP_DMA_ZVC, LP_ELEM_32, stored, bytes, 16, back, &bad) != LP_OK)
 *         return 1;
 *     if (bytes != 4 * 4 + 4 || memcmp(raw, back, sizeof raw) != 0)
 *         return 1;
 */
#ifndef LINEPRESS_CDMA_H
#define LINEPRESS_CDMA_H

#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LP_DMA_GROUP 512u       /* bytes of a group */
#define LP_DMA_LINES 4u         /* lines of a group */
#define LP_DMA_SECTORS 16u      /* sectors of a group */
#define LP_DMA_GROUP_BOUND 576u /* upper bound of a group's stored form: ZVC, 8-bit elements */
#define LP_DMA_CHANNELS 8u      /* maximum */

/*
 * How the groups of a transfer are stored: bits 7..4 of a descriptor's flags. From LP_DMA_XZVC to
 * LP_DMA_AUTO, the best codec of each line, records have a kind byte (docs/reference/format.md,
 * section 15).
 */
enum lp_dma_codec {
    LP_DMA_ZVC = 0,
    LP_DMA_BPC = 1,
    LP_DMA_XZVC = 2,
    LP_DMA_EBD = 3,
    LP_DMA_AUTO = 4,
    LP_DMA_RAW = 15
};

/* Result of a descriptor. */
enum lp_dma_status {
    LP_DMA_GOOD = 0,
    LP_DMA_EMPTY = 1, /* no raw bytes, or no room or no compressed bytes */
    LP_DMA_MISALIGNED = 2,
    LP_DMA_OUTSIDE = 3,        /* outside the windows */
    LP_DMA_OVERLAP = 4,        /* ranges overlap: data, index, rings */
    LP_DMA_NO_CODEC = 5,       /* the codec is not built */
    LP_DMA_ROOM = 6,           /* the stream is longer than the room at the host */
    LP_DMA_DEVICE_ERROR = 7,   /* device memory reported an error */
    LP_DMA_HOST_ERROR = 8,     /* host memory or the link reported an error */
    LP_DMA_CORRUPT = 9,        /* a group's stored form is malformed */
    LP_DMA_CONTRADICTION = 10, /* the index contradicts the stream */
    LP_DMA_ABORTED = 11,
    LP_DMA_RESERVED = 12 /* reserved bits of the descriptor are set */
};

/* "good", "misaligned", ...: a line of English for a status, never NULL. Static storage. */
const char *lp_dma_status_text(unsigned status);

/* ---- groups ---- */

/*
 * The channel, 0 .. channels - 1, of the group with this number (address / 512). A power of two:
 * the xor of all fields of log2(channels) bits of the number, as in lp_gbbr_slice for frame 0;
 * otherwise the number mod channels. 0 if there are no channels.
 */
unsigned lp_dma_channel(uint64_t group, unsigned channels);

/*
 * Number of 32-bit words that are zero among the 32 * sectors bytes of `raw`, independent of the
 * codec and the width of its elements.
 */
unsigned lp_dma_zeros(const void *raw, size_t sectors);

/*
 * Writes the stored form of a group of `sectors` sectors, 1..16, to `stored`, which has room for
 * LP_DMA_GROUP_BOUND bytes; *bytes = its length. A last line with fewer than four sectors counts as
 * if zeros followed. elem_bits is an enum lp_elem and used by ZVC only. LP_ERR_ARG; LP_ERR_CODEC:
 * not an enum lp_dma_codec.
 */
int lp_dma_shrink(enum lp_dma_codec codec, unsigned elem_bits, const void *raw, size_t sectors,
                  void *stored, size_t *bytes);

/*
 * The inverse: `sectors` sectors from exactly `bytes` bytes. More than 16 sectors are a stream of
 * many groups. LP_ERR_ARG, LP_ERR_CODEC; LP_ERR_SHORT: the bytes end within or before a record;
 * LP_ERR_LONG: bytes remain; LP_ERR_CORRUPT: a record is malformed or not allowed in DMA streams
 * (of more than 96 bytes, not raw, except ZVC's), or bytes after the last sector are not zero. With the last
 * three *bad_sector = the first sector of the line in which the error was found, which is the last
 * line if bytes remain; the sectors before it are right, those from it on are unspecified.
 */
int lp_dma_expand(enum lp_dma_codec codec, unsigned elem_bits, const void *stored, size_t bytes,
                  size_t sectors, void *raw, size_t *bad_sector);

/*
 * Upper bound of the stream of `raw_bytes` bytes, rounded up to whole sectors: a sufficient room.
 * 0: not an enum lp_dma_codec or enum lp_elem, or the product overflows.
 */
uint64_t lp_dma_bound(enum lp_dma_codec codec, unsigned elem_bits, uint64_t raw_bytes);

/* Bytes of the index for raw_bytes bytes: whole sectors of 16 entries. */
uint64_t lp_dma_index_bytes(uint64_t raw_bytes);

/* ---- descriptors and completions (docs/reference/format.md, section 12) ---- */

#define LP_DMA_DESCRIPTOR_BYTES 64u
#define LP_DMA_COMPLETION_BYTES 32u
#define LP_DMA_RING_LOG2_MAX 12u /* of the descriptors in a ring; larger values are treated as 12 */

/* Bits of a descriptor's flags; bits 7..4 are the codec, the others must be 0. */
#define LP_DMA_FLAG_IRQ 1u   /* the completion raises an interrupt */
#define LP_DMA_FLAG_INDEX 2u /* an index is written, or read */
#define LP_DMA_FLAG_CODEC_SHIFT 4u

/* Out: from device to host memory, compressing. In: back. */
enum lp_dma_direction { LP_DMA_OUT = 0, LP_DMA_IN = 1 };

struct lp_dma_descriptor {
    uint32_t flags, id;
    uint64_t device;    /* address in device memory, a multiple of 512 */
    uint64_t host;      /* address in host memory, a multiple of 32 */
    uint64_t raw_bytes; /* a multiple of 32 */
    uint64_t size;      /* out: room at the host, a multiple of 32; in: compressed bytes */
    uint64_t index;     /* address in device memory, a multiple of 32 */
    uint64_t zero[2];
};

struct lp_dma_completion {
    uint32_t id;
    uint8_t status; /* enum lp_dma_status */
    uint8_t phase;  /* changes with each pass through the ring; the first is 1 */
    uint64_t bytes; /* compressed; 0 unless the status is good */
    uint64_t zeros; /* zero words of 32 bits among the raw bytes; 0 unless the status is good */
    uint32_t bad;   /* first bad group of the descriptor, from 0, with statuses 6, 7, 9, 10 */
    uint32_t cycles;
};

/* To and from LP_DMA_DESCRIPTOR_BYTES and LP_DMA_COMPLETION_BYTES bytes. Pointers are not null. */
void lp_dma_encode_descriptor(const struct lp_dma_descriptor *descriptor, void *bytes);
void lp_dma_decode_descriptor(const void *bytes, struct lp_dma_descriptor *descriptor);
void lp_dma_encode_completion(const struct lp_dma_completion *completion, void *bytes);
void lp_dma_decode_completion(const void *bytes, struct lp_dma_completion *completion);

/* Addresses of one direction's rings in host memory. */
struct lp_dma_ring {
    uint64_t base, done; /* of descriptors, of completions */
    unsigned log2;       /* of the descriptors in it */
};

/* Configuration and registers of an engine. Addresses have 40 bits. */
struct lp_dma_setup {
    unsigned codecs;                     /* 1: ZVC; 2: and BPC; 5: all. Raw is always available. */
    unsigned elem;                       /* enum lp_elem: elements of ZVC */
    uint64_t device_base, host_base;     /* windows: the addresses allowed in descriptors */
    uint32_t device_groups, host_groups; /* their sizes in 512 bytes, 31 bits */
    struct lp_dma_ring rings[2];         /* by enum lp_dma_direction */
    uint64_t reserved[4];                /* 0 */
};

/*
 * The status that the engine gives a descriptor before it touches memory: LP_DMA_GOOD, or the first
 * of 12, 5, 1, 2, 3, 4 that holds. Pointers are not null.
 */
enum lp_dma_status lp_dma_check(const struct lp_dma_setup *setup, enum lp_dma_direction direction,
                                const struct lp_dma_descriptor *descriptor);

/*
 * Two memories. A function moves `bytes` bytes, whole sectors, and returns 0, or another value for
 * a memory error; the data read then count as zeros.
 */
struct lp_dma_memory {
    void *context;
    int (*read_device)(void *context, uint64_t address, void *to, size_t bytes);
    int (*write_device)(void *context, uint64_t address, const void *from, size_t bytes);
    int (*read_host)(void *context, uint64_t address, void *to, size_t bytes);
    int (*write_host)(void *context, uint64_t address, const void *from, size_t bytes);
};

/*
 * Executes a descriptor, which is checked first. Accesses only its ranges: raw bytes, the stream in
 * whole sectors (the last one padded with zeros), the index in whole sectors (likewise). After an
 * error of memory or of the stream it continues as the engine does; *completion has the result,
 * with phase and cycles 0. LP_OK; LP_ERR_ARG: a null pointer, or an invalid setup.
 */
int lp_dma_run(const struct lp_dma_setup *setup, enum lp_dma_direction direction,
               const struct lp_dma_descriptor *descriptor, const struct lp_dma_memory *memory,
               struct lp_dma_completion *completion);

#ifdef __cplusplus
}
#endif

#endif
