/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of a framed file, compressed and decompressed by its codec. Not installed. */
#ifndef LPI_FRAME_CODEC_H
#define LPI_FRAME_CODEC_H

#include "../codec/coder.h"
#include "frame_format.h"
#include "pipeline.h"

/* A block in progress: its data, and its stored bytes with head and checksum. */
struct lpi_slot {
    struct lpi_coder coder;
    uint8_t *raw, *block;
    size_t raw_bytes, stored_bytes, block_room;
    uint32_t crc; /* of the data */
};

/* State shared by compression and decompression. */
struct lpi_blocks {
    const struct lp_frame_run *run; /* NULL: one thread, no progress */
    struct lp_frame_totals totals;
    struct lpi_slot **slots;
    size_t slot_count;
    unsigned threads;
};

/*
 * Opens the slots with the frame's codec and room for `block_room` stored bytes. LP_ERR_CODEC: its
 * codec is unknown; LP_ERR_CORRUPT: the codec does not support its element width or window;
 * LP_ERR_SYSTEM: no memory.
 */
int lpi_blocks_open(struct lpi_blocks *blocks, const struct lp_frame_info *info,
                    const struct lp_frame_run *run, int writes);
void lpi_blocks_close(struct lpi_blocks *blocks);

/* Runs the steps over all blocks. fill and drain get `context`; all three get a slot. */
int lpi_blocks_run(const struct lpi_blocks *blocks, void *context, const struct lpi_steps *steps);

/* Counts a block that has been drained. */
int lpi_blocks_count(struct lpi_blocks *blocks, const struct lpi_slot *slot);

#endif
