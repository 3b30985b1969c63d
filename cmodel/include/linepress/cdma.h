/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the compressing DMA engine (rtl/cdma) does to bytes: groups and their stored form, and the
 * channel that a group belongs to. Functional only: no cycles.
 *
 * Shape    A group is 512 bytes of device memory at a multiple of 512, four lines; the last group
 *          of a transfer may have fewer than 16 sectors. A stream is the stored forms of groups in
 *          order, without padding (docs/format.md, section 11).
 * Units    Bytes, or sectors of 32 bytes where a name says so.
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
#define LP_DMA_GROUP_BOUND 576u /* the most bytes of a group's stored form: ZVC, 8-bit elements */
#define LP_DMA_CHANNELS 8u      /* the most channels */

/* How the groups of a transfer are stored: bits 7..4 of a descriptor's flags. */
enum lp_dma_codec { LP_DMA_ZVC = 0, LP_DMA_BPC = 1, LP_DMA_RAW = 15 };

/* What became of a descriptor. */
enum lp_dma_status {
    LP_DMA_GOOD = 0,
    LP_DMA_EMPTY = 1,         /* no raw bytes, or no room or no compressed bytes */
    LP_DMA_MISALIGNED = 2,
    LP_DMA_OUTSIDE = 3,       /* outside the windows */
    LP_DMA_OVERLAP = 4,       /* ranges overlap: data, index, rings */
    LP_DMA_NO_CODEC = 5,      /* the codec is not built */
    LP_DMA_ROOM = 6,          /* the stream is longer than the room at the host */
    LP_DMA_DEVICE_ERROR = 7,  /* device memory reported an error */
    LP_DMA_HOST_ERROR = 8,    /* host memory or the link reported an error */
    LP_DMA_CORRUPT = 9,       /* a group's stored form is not what a codec writes */
    LP_DMA_CONTRADICTION = 10, /* the index contradicts the stream */
    LP_DMA_ABORTED = 11,
    LP_DMA_RESERVED = 12      /* reserved bits of the descriptor are set */
};

/*
 * The channel, 0 .. channels - 1, of the group with this number (address / 512). A power of two:
 * the xor of all fields of log2(channels) bits of the number, as lp_gbbr_slice has it for frame 0;
 * else the number mod channels. 0 if there are no channels.
 */
unsigned lp_dma_channel(uint64_t group, unsigned channels);

/*
 * Number of 32-bit words that are zero among the 32 * sectors bytes of `raw`, whatever the codec
 * and the width of its elements.
 */
unsigned lp_dma_zeros(const void *raw, size_t sectors);

/*
 * Makes the stored form of a group of `sectors` sectors, 1..16, in `stored`, which has room for
 * LP_DMA_GROUP_BOUND bytes; *bytes = its length. A last line with fewer than four sectors counts
 * as if zeros followed. elem_bits is an enum lp_elem and matters for ZVC alone. LP_ERR_ARG;
 * LP_ERR_CODEC: no enum lp_dma_codec.
 */
int lp_dma_shrink(enum lp_dma_codec codec, unsigned elem_bits, const void *raw, size_t sectors,
                  void *stored, size_t *bytes);

/*
 * The inverse: `sectors` sectors from exactly `bytes` bytes. More than 16 sectors are a stream of
 * many groups. LP_ERR_ARG, LP_ERR_CODEC; LP_ERR_SHORT: the bytes end within or before a record;
 * LP_ERR_LONG: bytes are left over; LP_ERR_CORRUPT: a record is malformed, or not what DMA streams
 * may have (BPC announced as 97 to 128), or bytes behind the last sector are not zero. With the
 * last three *bad_sector = the first sector of the line where this was found, which is the last
 * line if bytes are left over; the sectors before it are right, those from it on are unspecified.
 */
int lp_dma_expand(enum lp_dma_codec codec, unsigned elem_bits, const void *stored, size_t bytes,
                  size_t sectors, void *raw, size_t *bad_sector);

#ifdef __cplusplus
}
#endif

#endif
