/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_codec.h"

#include "../compare/compare.h"

#include <stdlib.h>

static void close_slot(struct lpi_slot *slot)
{
    if (slot == NULL)
        return;
    lpi_coder_close(&slot->coder);
    free(slot->raw);
    free(slot->block);
    free(slot);
}

static int open_slot(const struct lp_frame_info *info, int writes, struct lpi_slot **opened)
{
    const struct lpi_codec *codec = lpi_codec_by_id(info->codec);
    if (codec == NULL)
        return LP_ERR_CODEC;
    struct lpi_slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL)
        return LP_ERR_SYSTEM;
    int error = lpi_coder_open(&slot->coder, codec, (enum lp_elem)info->elem, info->window);
    if (error == LP_OK && writes) {
        size_t bound = lpi_coder_bound(&slot->coder, LP_FRAME_BLOCK_MAX);
        slot->block_room = bound < LP_FRAME_STORED_MAX ? bound : LP_FRAME_STORED_MAX;
        slot->block = malloc(BLOCK_HEAD_BYTES + slot->block_room + CRC_BYTES);
    }
    slot->raw = malloc(LP_FRAME_BLOCK_MAX);
    if (error == LP_OK && (slot->raw == NULL || (writes && slot->block == NULL)))
        error = LP_ERR_SYSTEM;
    if (error == LP_OK)
        *opened = slot;
    else
        close_slot(slot);
    return error == LP_ERR_ARG ? LP_ERR_CORRUPT : error;
}

static bool unreserved(const struct lp_frame_run *run)
{
    for (size_t i = 0; i < sizeof run->reserved / sizeof run->reserved[0]; i++)
        if (run->reserved[i] != 0)
            return false;
    return true;
}

int lpi_blocks_open(struct lpi_blocks *blocks, const struct lp_frame_info *info,
                    const struct lp_frame_run *run, int writes)
{
    unsigned threads = run == NULL ? 1 : lpi_threads(run->threads);
    if (threads > LP_FRAME_THREADS_MAX || (run != NULL && !unreserved(run)))
        return LP_ERR_ARG;
    size_t count = lpi_slots(threads);
    *blocks = (struct lpi_blocks){.run = run, .threads = threads};
    blocks->slots = calloc(count, sizeof *blocks->slots);
    if (blocks->slots == NULL)
        return LP_ERR_SYSTEM;
    int error = LP_OK;
    while (error == LP_OK && blocks->slot_count < count)
        error = open_slot(info, writes, &blocks->slots[blocks->slot_count++]);
    if (error != LP_OK)
        lpi_blocks_close(blocks);
    return error;
}

void lpi_blocks_close(struct lpi_blocks *blocks)
{
    for (size_t i = 0; i < blocks->slot_count; i++)
        close_slot(blocks->slots[i]);
    free(blocks->slots);
}

int lpi_blocks_run(const struct lpi_blocks *blocks, void *context, const struct lpi_steps *steps)
{
    struct lpi_pipeline pipeline = {.context = context,
                                    .slots = (void **)blocks->slots,
                                    .slot_count = blocks->slot_count,
                                    .threads = blocks->threads,
                                    .steps = steps};
    return lpi_pipeline_run(&pipeline);
}

int lpi_blocks_count(struct lpi_blocks *blocks, const struct lpi_slot *slot)
{
    blocks->totals.blocks++;
    blocks->totals.raw_bytes += slot->raw_bytes;
    blocks->totals.stored_bytes += slot->stored_bytes;
    if (blocks->run == NULL || blocks->run->progress == NULL)
        return LP_OK;
    return blocks->run->progress(blocks->run->context, &blocks->totals);
}
