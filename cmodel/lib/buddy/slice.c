/* SPDX-License-Identifier: Apache-2.0 */
#include "slice.h"
#include "../gbbr/gbbr_state.h"
#include "stored.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WAYS 8u /* limit of the unit lp_mdcache */

/* Addresses and sizes of a slice's memories. */
static uint64_t frame_bytes(const struct lpi_slice *slice)
{
    return (uint64_t)1 << (slice->geometry->share_log2 - 4);
}

static uint64_t slot_metadata_bytes(const struct lpi_slice *slice)
{
    return lp_gbbr_lines(slice->geometry) / 2;
}

/* The device memory as the metadata cache sees it; it never fails. */
static int read_sector(void *device, uint64_t address, void *sector)
{
    lpi_store_read(device, address, sector, LP_SECTOR_BYTES);
    return LP_OK;
}

/* Cannot fail: lpi_slice_write reserved the room before the sector changed. */
static int write_sector(void *device, uint64_t address, const void *sector)
{
    lpi_store_write(device, address, sector, LP_SECTOR_BYTES);
    return LP_OK;
}

int lpi_slice_open(struct lpi_slice *slice, const struct lp_gbbr_geometry *geometry,
                   const struct lp_gbbr_regs *regs, unsigned sets, unsigned ways)
{
    slice->geometry = geometry;
    slice->regs = regs;
    size_t cache_bytes = lp_mdcache_bytes(sets, ways);
    if (cache_bytes == 0 || (ways & (ways - 1)) != 0 || ways > MOST_WAYS)
        return LP_ERR_ARG;
    slice->cache_storage = malloc(cache_bytes);
    if (slice->cache_storage == NULL)
        return LP_ERR_SYSTEM;
    const struct lp_mdcache_memory memory = {&slice->device, read_sector, write_sector};
    return lp_mdcache_init(slice->cache_storage, cache_bytes, sets, ways, &memory, &slice->cache);
}

void lpi_slice_close(struct lpi_slice *slice)
{
    free(slice->cache_storage);
    lpi_store_close(&slice->carve_out);
    lpi_store_close(&slice->device);
}

/* The addresses of the line's parts; a page of this handle never faults. */
static struct lp_gbbr_line locate(const struct lpi_slice *slice, const struct lp_buddy_place *place)
{
    struct lp_gbbr_line line = {0};
    (void)lp_gbbr_translate(slice->geometry, slice->regs, &place->page, place->index, &line);
    return line;
}

/* The carve-out address of the line's spilled sectors. */
static uint64_t spill_of(const struct lpi_slice *slice, const struct lp_gbbr_line *line)
{
    return line->spill_addr - slice->regs->gbbr;
}

static void count(struct lp_buddy_traffic *traffic, const struct lp_gbbr_split *split)
{
    traffic->lines++;
    traffic->device_sectors += split->eight ? 1 : split->dev_sectors;
    traffic->buddy_sectors += split->spill_sectors;
    traffic->buddy_lines += split->spill_sectors > 0;
}

/* Bytes of the entry in device memory. */
static size_t device_part(const struct lp_gbbr_split *split)
{
    return split->eight ? LP_EIGHT_BYTES : split->dev_sectors * LP_SECTOR_BYTES;
}

int lpi_slice_read(struct lpi_slice *slice, const struct lp_buddy_place *place, void *line,
                   struct lp_buddy_traffic *traffic)
{
    struct lp_gbbr_line at = locate(slice, place);
    struct lp_gbbr_split split = {.dev_sectors = LP_LINE_SECTORS};
    uint8_t entry[LP_LINE_BYTES];
    unsigned state = LP_STATE_RAW;
    if (at.meta) {
        int error = lp_mdcache_read(slice->cache, at.meta_addr, &state);
        if (error != LP_OK)
            return error;
        if (lpi_gbbr_split(lpi_page_mixed(place->page.codec), state, place->page.target, &split) !=
            LP_ANSWER_OK)
            return LP_ERR_CORRUPT;
    }
    size_t here = device_part(&split);
    lpi_store_read(&slice->device, at.dev_addr, entry, here);
    if (split.spill_sectors > 0)
        lpi_store_read(&slice->carve_out, spill_of(slice, &at), entry + here,
                       split.spill_sectors * LP_SECTOR_BYTES);
    count(traffic, &split);
    return lpi_load_line((enum lp_page_codec)place->page.codec, state, entry, line);
}

/* Reserves room for everything that a write touches, including the metadata sector. */
static int reserve(struct lpi_slice *slice, const struct lp_gbbr_line *at, size_t device_bytes,
                   size_t spill_bytes)
{
    uint64_t meta = at->meta_addr / 2 / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
    return lpi_store_reserve(&slice->device, at->dev_addr, device_bytes) &&
           (!at->meta || lpi_store_reserve(&slice->device, meta, LP_SECTOR_BYTES)) &&
           (spill_bytes == 0 ||
            lpi_store_reserve(&slice->carve_out, spill_of(slice, at), spill_bytes));
}

/* Counts a line by the codec of its state. */
static void count_codec(struct lp_buddy_counts *counts, unsigned codec, unsigned state)
{
    struct lpi_gbbr_entry entry;
    if (state != LP_STATE_ZERO && state != LP_STATE_RAW &&
        lpi_gbbr_entry(lpi_page_mixed(codec), state, codec, &entry) && entry.codec < LP_AUTO_CODECS)
        counts->chosen[entry.codec]++;
}

int lpi_slice_write(struct lpi_slice *slice, const struct lp_buddy_place *place, const void *line,
                    struct lp_buddy_counts *counts)
{
    unsigned codec = place->page.codec;
    struct lp_gbbr_line at = locate(slice, place);
    struct lp_gbbr_split split = {.dev_sectors = LP_LINE_SECTORS};
    uint8_t entry[LP_LINE_BYTES];
    unsigned state = LP_STATE_RAW;
    if (at.meta) {
        state = lpi_store_line((enum lp_page_codec)codec, place->page.target, line, entry);
        (void)lpi_gbbr_split(lpi_page_mixed(codec), state, place->page.target, &split);
    } else {
        memcpy(entry, line, sizeof entry);
    }
    size_t here = device_part(&split), there = split.spill_sectors * LP_SECTOR_BYTES;
    if (!reserve(slice, &at, here, there))
        return LP_ERR_SYSTEM;
    if (at.meta) {
        (void)lp_mdcache_write(slice->cache, at.meta_addr, state);
        count_codec(counts, codec, state);
    }
    lpi_store_write(&slice->device, at.dev_addr, entry, here);
    if (there > 0)
        lpi_store_write(&slice->carve_out, spill_of(slice, &at), entry + here, there);
    count(&counts->write, &split);
    return LP_OK;
}

int lpi_slice_poison(struct lpi_slice *slice, const struct lp_buddy_place *place)
{
    struct lp_gbbr_line at = locate(slice, place);
    if (!reserve(slice, &at, 0, 0))
        return LP_ERR_SYSTEM;
    return lp_mdcache_write(slice->cache, at.meta_addr, LP_STATE_POISON);
}

void lpi_slice_forget(struct lpi_slice *slice)
{
    (void)lp_mdcache_flush(slice->cache);
    lp_mdcache_invalidate(slice->cache);
}

void lpi_slice_wipe(struct lpi_slice *slice, const struct lp_gbbr_page *page)
{
    if (page->compressed)
        lpi_store_clear(&slice->device,
                        slice->regs->mdbase + page->slot * slot_metadata_bytes(slice),
                        (size_t)slot_metadata_bytes(slice));
    lpi_store_clear(&slice->device, page->frame * frame_bytes(slice),
                    (size_t)(lp_gbbr_frames(page->target) * frame_bytes(slice)));
}

void lpi_slice_count(const struct lpi_slice *slice, struct lp_buddy_counts *counts)
{
    struct lp_mdcache_counters cache;
    lp_mdcache_count(slice->cache, &cache);
    counts->metadata.accesses += cache.accesses;
    counts->metadata.hits += cache.hits;
    counts->metadata.fills += cache.fills;
    counts->metadata.writebacks += cache.writebacks;
}
