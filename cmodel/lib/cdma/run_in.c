/* SPDX-License-Identifier: Apache-2.0 */
/* Host to device: the stream is cut into groups, by sizes or by its own records. */
#include "group.h"
#include "run.h"
#include <stdbool.h>
#include <string.h>

#define ENTRIES 16u /* of a sector of the index */

/* Bytes of the stream that were read and not yet used: `held` bytes, starting at `at`. */
struct in {
    struct lpi_cdma_run *run;
    uint64_t beat, beats;
    uint8_t bytes[2 * LP_DMA_GROUP_BOUND], entries[LP_SECTOR_BYTES];
    size_t at, held;
};

static uint64_t stream_bytes(const struct in *in)
{
    return in->run->descriptor->size;
}

/* Reads beats until `bytes` bytes are held or the stream ends. 0: host memory reported an error. */
static int take(struct in *in, size_t bytes)
{
    const struct lp_dma_memory *memory = in->run->memory;
    memmove(in->bytes, in->bytes + in->at, in->held);
    in->at = 0;
    for (; in->held < bytes && in->beat < in->beats; in->beat++) {
        uint64_t offset = in->beat * LP_SECTOR_BYTES, left = stream_bytes(in) - offset;
        if (memory->read_host(memory->context, in->run->descriptor->host + offset,
                              in->bytes + in->held, LP_SECTOR_BYTES) != 0) {
            lpi_cdma_run_note(in->run, LP_DMA_HOST_ERROR, 0);
            return 0;
        }
        in->held += left < LP_SECTOR_BYTES ? (size_t)left : LP_SECTOR_BYTES;
    }
    return 1;
}

static void use(struct in *in, size_t bytes)
{
    in->at += bytes;
    in->held -= bytes;
    in->run->bytes += bytes;
}

static void write_group(struct lpi_cdma_run *run, uint64_t group, const uint8_t *raw,
                        size_t sectors)
{
    if (run->memory->write_device(run->memory->context,
                                  run->descriptor->device + group * LP_DMA_GROUP, raw,
                                  sectors * LP_SECTOR_BYTES) != 0)
        lpi_cdma_run_note(run, LP_DMA_DEVICE_ERROR, group);
    run->zeros += lp_dma_zeros(raw, sectors);
}

/* Clears the sectors after the last good one. */
static void clear_from(uint8_t *raw, size_t sector, size_t sectors)
{
    memset(raw + sector * LP_SECTOR_BYTES, 0, (sectors - sector) * LP_SECTOR_BYTES);
}

/*
 * *bytes = the group's size from the index, or the raw size without an index. 0: device memory
 * reported an error.
 */
static int group_size(struct in *in, uint64_t group, size_t *bytes)
{
    struct lpi_cdma_run *run = in->run;
    size_t slot = group % ENTRIES;
    *bytes = lpi_cdma_run_sectors(run, group) * LP_SECTOR_BYTES;
    if (!(run->descriptor->flags & LP_DMA_FLAG_INDEX))
        return 1;
    if (slot == 0 &&
        run->memory->read_device(run->memory->context,
                                 run->descriptor->index + group / ENTRIES * LP_SECTOR_BYTES,
                                 in->entries, sizeof in->entries) != 0) {
        /* An index error names no group, even if channels met errors in groups before it. */
        lpi_cdma_run_note(run, LP_DMA_DEVICE_ERROR, 0);
        run->bad[LP_DMA_DEVICE_ERROR] = 0;
        return 0;
    }
    *bytes = (size_t)in->entries[2 * slot] | (size_t)in->entries[2 * slot + 1] << 8;
    return 1;
}

/* Whether this size is valid for a group and fits in the rest of the stream. */
static bool fits(const struct in *in, uint64_t group, size_t bytes)
{
    const struct lpi_cdma_run *run = in->run;
    uint64_t left = stream_bytes(in) - run->bytes;
    if (run->codec == LP_DMA_RAW ? bytes != lpi_cdma_run_sectors(run, group) * LP_SECTOR_BYTES
                                 : bytes > lpi_cdma_group_bound(run->codec, run->setup->elem))
        return false;
    return bytes != 0 && (group + 1 == run->groups ? bytes == left : bytes <= left);
}

/* A bad group does not stop the others; an index error or a host error does. */
static void cut_by_sizes(struct in *in)
{
    struct lpi_cdma_run *run = in->run;
    for (uint64_t group = 0; group < run->groups; group++) {
        uint8_t raw[LP_DMA_GROUP];
        size_t bytes, bad, sectors = lpi_cdma_run_sectors(run, group);
        if (!group_size(in, group, &bytes))
            return;
        if (!fits(in, group, bytes)) {
            lpi_cdma_run_note(run, LP_DMA_CONTRADICTION, group);
            return;
        }
        if (!take(in, bytes))
            return;
        if (lp_dma_expand(run->codec, run->setup->elem, in->bytes + in->at, bytes, sectors, raw,
                          &bad) != LP_OK) {
            lpi_cdma_run_note(run, LP_DMA_CORRUPT, group);
            clear_from(raw, bad, sectors);
        }
        use(in, bytes);
        write_group(run, group, raw, sectors);
    }
}

/* After a bad record the rest of the stream cannot be decoded; it is still read to its end. */
static void cut_by_records(struct in *in)
{
    struct lpi_cdma_run *run = in->run;
    int good = 1;
    for (uint64_t group = 0; group < run->groups; group++) {
        uint8_t raw[LP_DMA_GROUP];
        size_t used, bad = 0, sectors = lpi_cdma_run_sectors(run, group);
        if (good && !take(in, LP_DMA_GROUP_BOUND))
            return;
        if (good && lpi_cdma_expand_some(run->codec, run->setup->elem, in->bytes, in->held, sectors,
                                         raw, &used, &bad) == LP_OK)
            use(in, used);
        else
            good = 0;
        if (!good) {
            lpi_cdma_run_note(run, LP_DMA_CORRUPT, group);
            clear_from(raw, bad, sectors);
        }
        write_group(run, group, raw, sectors);
    }
    if (run->bytes != stream_bytes(in))
        lpi_cdma_run_note(run, LP_DMA_CORRUPT, run->groups - 1);
    do
        in->held = in->at = 0;
    while (in->beat < in->beats && take(in, sizeof in->bytes));
}

void lpi_cdma_run_in(struct lpi_cdma_run *run)
{
    struct in in = {
        .run = run,
        .beats = (run->descriptor->size + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES,
    };
    if ((run->descriptor->flags & LP_DMA_FLAG_INDEX) || run->codec == LP_DMA_RAW)
        cut_by_sizes(&in);
    else
        cut_by_records(&in);
}
