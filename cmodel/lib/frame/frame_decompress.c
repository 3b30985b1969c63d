/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_codec.h"

struct job {
    struct lpi_blocks blocks;
    struct lp_frame_reader *reader;
    lp_write_fn *write;
    void *context;
    uint64_t fetched; /* blocks */
    int in_trailer;
};

static int fill(void *context, void *place, int *more)
{
    struct job *job = context;
    struct lpi_slot *slot = place;
    slot->raw_bytes = 1;
    int error = lpi_frame_fetch(job->reader, &slot->block, &slot->block_room, &slot->raw_bytes,
                                &slot->stored_bytes);
    *more = error == LP_OK && slot->raw_bytes != 0;
    job->in_trailer = slot->raw_bytes == 0;
    job->fetched += (uint64_t)*more;
    return error;
}

static int work(void *place)
{
    struct lpi_slot *slot = place;
    int error = lpi_frame_check_block(slot->block, slot->stored_bytes);
    if (error == LP_OK)
        error = lpi_coder_decompress(&slot->coder, slot->block + BLOCK_HEAD_BYTES,
                                     slot->stored_bytes, slot->raw, slot->raw_bytes);
    if (error == LP_OK)
        slot->crc = lpi_crc(0, slot->raw, slot->raw_bytes);
    return error;
}

static int drain(void *context, void *place)
{
    struct job *job = context;
    struct lpi_slot *slot = place;
    lpi_frame_count(job->reader, slot->crc, slot->raw_bytes);
    int error = job->write(job->context, slot->raw, slot->raw_bytes);
    return error == LP_OK ? lpi_blocks_count(&job->blocks, slot) : error;
}

static const struct lpi_steps steps = {fill, work, drain};

int lp_frame_decompress(struct lp_frame_reader *reader, lp_write_fn *write, void *context,
                        const struct lp_frame_run *run, struct lp_frame_totals *totals)
{
    if (reader == NULL || write == NULL)
        return LP_ERR_ARG;
    struct job job = {.reader = reader, .write = write, .context = context};
    const struct lp_frame_info *info = lp_frame_read_info(reader);
    int error = lpi_blocks_open(&job.blocks, info, run, 0);
    if (error != LP_OK)
        return error;
    if (info->prologue_bytes != 0)
        error = write(context, lp_frame_read_prologue(reader), info->prologue_bytes);
    if (error == LP_OK)
        error = lpi_blocks_run(&job.blocks, &job, &steps);
    if (error == LP_OK)
        error = lpi_frame_check_end(reader);
    job.blocks.totals.in_block = error != LP_OK && job.fetched != job.blocks.totals.blocks;
    job.blocks.totals.in_trailer = error != LP_OK && job.in_trailer && !job.blocks.totals.in_block;
    if (totals != NULL)
        *totals = job.blocks.totals;
    lpi_blocks_close(&job.blocks);
    return error;
}
