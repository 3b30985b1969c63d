/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_codec.h"

struct job {
    struct lpi_blocks blocks;
    struct lp_frame_writer *writer;
    lp_read_fn *read;
    void *context;
    int ended; /* the last read returned less than a block */
};

static int fill(void *context, void *place, int *more)
{
    struct job *job = context;
    struct lpi_slot *slot = place;
    slot->raw_bytes = 0;
    for (size_t got = 1; !job->ended && slot->raw_bytes < LP_FRAME_BLOCK_MAX;) {
        int error = job->read(job->context, slot->raw + slot->raw_bytes,
                              LP_FRAME_BLOCK_MAX - slot->raw_bytes, &got);
        if (error != LP_OK)
            return error;
        slot->raw_bytes += got;
        job->ended = got == 0;
    }
    *more = slot->raw_bytes != 0;
    return LP_OK;
}

static int work(void *place)
{
    struct lpi_slot *slot = place;
    int error = lpi_coder_compress(&slot->coder, slot->raw, slot->raw_bytes,
                                   slot->block + BLOCK_HEAD_BYTES, slot->block_room,
                                   &slot->stored_bytes);
    if (error != LP_OK)
        return error;
    slot->crc = lpi_crc(0, slot->raw, slot->raw_bytes);
    lpi_frame_seal(slot->block, slot->raw_bytes, slot->stored_bytes);
    return LP_OK;
}

static int drain(void *context, void *place)
{
    struct job *job = context;
    struct lpi_slot *slot = place;
    int error = lpi_frame_write_sealed(job->writer, slot->block, slot->crc);
    return error == LP_OK ? lpi_blocks_count(&job->blocks, slot) : error;
}

static const struct lpi_steps steps = {fill, work, drain};

int lp_frame_compress(struct lp_frame_writer *writer, lp_read_fn *read, void *context,
                      const struct lp_frame_run *run, struct lp_frame_totals *totals)
{
    if (writer == NULL || read == NULL)
        return LP_ERR_ARG;
    struct job job = {.writer = writer, .read = read, .context = context};
    int error = lpi_blocks_open(&job.blocks, lpi_frame_write_info(writer), run, 1);
    if (error != LP_OK)
        return error;
    error = lpi_blocks_run(&job.blocks, &job, &steps);
    if (error == LP_OK)
        error = lp_frame_write_end(writer);
    if (totals != NULL)
        *totals = job.blocks.totals;
    lpi_blocks_close(&job.blocks);
    return error;
}
