/* SPDX-License-Identifier: Apache-2.0 */
/* Device to host: groups are read, stored forms packed into beats, entries into index sectors. */
#include "run.h"
#include <string.h>

#define ENTRIES 16u /* of a sector of the index */

/* Data not yet written: the bytes of a partial beat, the entries of a partial index sector. */
struct out {
    struct lpi_cdma_run *run;
    uint8_t beat[LP_SECTOR_BYTES], entries[LP_SECTOR_BYTES];
    size_t held;
    int index_error;
};

static void write_beat(struct out *out, uint64_t beat)
{
    const struct lp_dma_memory *memory = out->run->memory;
    memset(out->beat + out->held, 0, sizeof out->beat - out->held);
    if (memory->write_host(memory->context, out->run->descriptor->host + beat * LP_SECTOR_BYTES,
                           out->beat, LP_SECTOR_BYTES) != 0)
        lpi_cdma_run_note(out->run, LP_DMA_HOST_ERROR, 0);
    out->held = 0;
}

/*
 * A beat is written when the next one begins, so a failed descriptor's last beat is never written.
 */
static void append(struct out *out, const uint8_t *stored, size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        if (out->held == LP_SECTOR_BYTES)
            write_beat(out, out->run->bytes / LP_SECTOR_BYTES - 1);
        size_t room = LP_SECTOR_BYTES - out->held, some = bytes - at < room ? bytes - at : room;
        memcpy(out->beat + out->held, stored + at, some);
        out->held += some;
        out->run->bytes += some;
        at += some;
    }
}

static void write_entries(struct out *out, uint64_t group)
{
    const struct lpi_cdma_run *run = out->run;
    const struct lp_dma_memory *memory = run->memory;
    if (memory->write_device(memory->context,
                             run->descriptor->index + group / ENTRIES * LP_SECTOR_BYTES,
                             out->entries, sizeof out->entries) != 0)
        out->index_error = 1;
}

/* An index sector is written with its sixteenth entry, or with the last entry of the descriptor. */
static void append_entry(struct out *out, uint64_t group, size_t bytes)
{
    size_t slot = group % ENTRIES;
    if (!(out->run->descriptor->flags & LP_DMA_FLAG_INDEX))
        return;
    if (slot == 0)
        memset(out->entries, 0, sizeof out->entries);
    out->entries[2 * slot] = (uint8_t)bytes;
    out->entries[2 * slot + 1] = (uint8_t)(bytes >> 8);
    if (slot == ENTRIES - 1 || group + 1 == out->run->groups)
        write_entries(out, group);
}

/* A group that does not fit has no entry, and neither do the groups after it. */
static void end_entries(struct out *out, uint64_t group)
{
    if ((out->run->descriptor->flags & LP_DMA_FLAG_INDEX) && group % ENTRIES != 0)
        write_entries(out, group);
}

/* Reads a group; sectors for which device memory reports an error become zeros. */
static void read_group(struct lpi_cdma_run *run, uint64_t group, uint8_t *raw, size_t sectors)
{
    if (run->memory->read_device(run->memory->context,
                                 run->descriptor->device + group * LP_DMA_GROUP, raw,
                                 sectors * LP_SECTOR_BYTES) == 0)
        return;
    memset(raw, 0, sectors * LP_SECTOR_BYTES);
    lpi_cdma_run_note(run, LP_DMA_DEVICE_ERROR, group);
}

void lpi_cdma_run_out(struct lpi_cdma_run *run)
{
    struct out out = {.run = run};
    for (uint64_t group = 0; group < run->groups; group++) {
        uint8_t raw[LP_DMA_GROUP], stored[LP_DMA_GROUP_BOUND];
        size_t bytes = 0, sectors = lpi_cdma_run_sectors(run, group);
        read_group(run, group, raw, sectors);
        (void)lp_dma_shrink(run->codec, run->setup->elem, raw, sectors, stored, &bytes);
        if (bytes > run->descriptor->size - run->bytes) {
            lpi_cdma_run_note(run, LP_DMA_ROOM, group);
            append(&out, stored, (size_t)(run->descriptor->size - run->bytes));
            end_entries(&out, group);
            break;
        }
        append(&out, stored, bytes);
        append_entry(&out, group, bytes);
        run->zeros += lp_dma_zeros(raw, sectors);
    }
    if (out.held != 0 && !(run->met & (1u << LP_DMA_ROOM | 1u << LP_DMA_DEVICE_ERROR)))
        write_beat(&out, (run->bytes - 1) / LP_SECTOR_BYTES);
    /* An index error names no group, unless a data error did. */
    if (out.index_error)
        lpi_cdma_run_note(run, LP_DMA_DEVICE_ERROR, 0);
}
