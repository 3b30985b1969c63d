/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "../memory/extents.h"
#include "pages.h"
#include "slice.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 16u /* frames of a page */
#define BASE_BYTES 4096u

struct lp_buddy {
    struct lp_gbbr_geometry geometry;
    struct lp_gbbr_regs regs;
    struct lpi_extents frames, slots;
    struct lpi_pages pages;
    uint64_t next_page; /* virtual; only increases, so no address is used twice */
    struct lpi_slice *slices;
    uint8_t codec[LP_TARGETS]; /* of pages with that target */
    struct lp_buddy_counts counts;
};

void lp_buddy_defaults(struct lp_buddy_config *config, uint64_t device_bytes)
{
    *config = (struct lp_buddy_config){.page_log2 = 16,
                                       .slices_log2 = 3,
                                       .fold = UINT64_MAX,
                                       .device_bytes = device_bytes,
                                       .carve_out_bytes = 3 * device_bytes,
                                       .cache_sets = 8,
                                       .cache_ways = 4};
    memset(config->codec, LP_PAGE_BPC, sizeof config->codec);
}

static unsigned slice_count(const struct lp_buddy *buddy)
{
    return 1u << buddy->geometry.slices_log2;
}

static uint64_t page_bytes(const struct lp_buddy *buddy)
{
    return (uint64_t)1 << (buddy->geometry.share_log2 + buddy->geometry.slices_log2);
}

/* ---- opening and closing ---- */

static bool config_valid(const struct lp_buddy_config *config)
{
    for (unsigned target = 0; target < LP_TARGETS; target++)
        if (config->codec[target] >= LP_PAGE_CODECS)
            return false;
    for (size_t i = 0; i < sizeof config->reserved / sizeof config->reserved[0]; i++)
        if (config->reserved[i] != 0)
            return false;
    return (config->page_log2 == 16 || config->page_log2 == 21) && config->slices_log2 <= 5 &&
           config->gbbr % BASE_BYTES == 0;
}

static void set_sizes(struct lp_buddy *buddy, const struct lp_buddy_config *config)
{
    struct lp_gbbr_regs *regs = &buddy->regs;
    buddy->geometry.share_log2 = config->page_log2 - config->slices_log2;
    buddy->geometry.slices_log2 = config->slices_log2;
    buddy->geometry.fold = config->fold;
    regs->frames = config->device_bytes / (page_bytes(buddy) / PARTS);
    regs->slots = config->carve_out_bytes / (page_bytes(buddy) / 4 * 3);
    regs->gbbr = config->gbbr;
    uint64_t frames_end = regs->frames << (buddy->geometry.share_log2 - 4);
    regs->mdbase = (frames_end + BASE_BYTES - 1) / BASE_BYTES * BASE_BYTES;
}

static int open_tables(struct lp_buddy *buddy)
{
    size_t frames = (size_t)buddy->regs.frames, slots = (size_t)buddy->regs.slots;
    uint64_t *frame_bits = calloc(lpi_extents_words(frames), sizeof *frame_bits);
    uint64_t *slot_bits = calloc(lpi_extents_words(slots), sizeof *slot_bits);
    buddy->frames.used = frame_bits;
    buddy->slots.used = slot_bits;
    buddy->pages.places = lpi_pages_places(frames);
    buddy->pages.table = calloc(buddy->pages.places, sizeof *buddy->pages.table);
    if (frame_bits == NULL || slot_bits == NULL || buddy->pages.table == NULL)
        return LP_ERR_SYSTEM;
    lpi_extents_init(&buddy->frames, frame_bits, frames);
    lpi_extents_init(&buddy->slots, slot_bits, slots);
    return LP_OK;
}

static int open_slices(struct lp_buddy *buddy, const struct lp_buddy_config *config)
{
    buddy->slices = calloc(slice_count(buddy), sizeof *buddy->slices);
    if (buddy->slices == NULL)
        return LP_ERR_SYSTEM;
    for (unsigned s = 0; s < slice_count(buddy); s++) {
        int error = lpi_slice_open(&buddy->slices[s], &buddy->geometry, &buddy->regs,
                                   config->cache_sets, config->cache_ways);
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

int lp_buddy_open(const struct lp_buddy_config *config, struct lp_buddy **opened)
{
    if (LPI_ANY_NULL(config, opened))
        return LP_ERR_ARG;
    struct lp_buddy *buddy = calloc(1, sizeof *buddy);
    if (buddy == NULL)
        return LP_ERR_SYSTEM;
    int error = config_valid(config) ? LP_OK : LP_ERR_ARG;
    if (error == LP_OK) {
        set_sizes(buddy, config);
        memcpy(buddy->codec, config->codec, sizeof buddy->codec);
        buddy->next_page = 1;
        if (buddy->regs.frames == 0 || buddy->regs.frames > UINT32_MAX ||
            buddy->regs.slots > UINT32_MAX)
            error = LP_ERR_ARG;
        else if (buddy->regs.frames > SIZE_MAX / 4)
            error = LP_ERR_SYSTEM; /* more pages than a size_t can count */
    }
    if (error == LP_OK)
        error = open_tables(buddy);
    if (error == LP_OK)
        error = open_slices(buddy, config);
    if (error != LP_OK)
        lp_buddy_close(buddy);
    else
        *opened = buddy;
    return error;
}

void lp_buddy_close(struct lp_buddy *buddy)
{
    if (buddy == NULL)
        return;
    for (unsigned s = 0; buddy->slices != NULL && s < slice_count(buddy); s++)
        lpi_slice_close(&buddy->slices[s]);
    free(buddy->slices);
    free(buddy->pages.table);
    free(buddy->slots.used);
    free(buddy->frames.used);
    free(buddy);
}

/* ---- allocation ---- */

static struct lp_gbbr_page empty_page(const struct lp_buddy *buddy, unsigned target)
{
    if (target == LP_BUDDY_UNCOMPRESSED)
        return (struct lp_gbbr_page){.compressed = 0};
    return (struct lp_gbbr_page){
        .compressed = 1, .target = (uint8_t)target, .codec = buddy->codec[target]};
}

static unsigned slots_of(const struct lp_gbbr_page *page)
{
    return page->compressed ? lp_gbbr_slots(page->target) : 0;
}

/* Allocates one page in both memories; on error, allocates nothing. */
static int take_page(struct lp_buddy *buddy, struct lp_gbbr_page *page)
{
    unsigned frames = lp_gbbr_frames(page->target), slots = slots_of(page);
    size_t frame, slot = 0;
    if (!lpi_extents_take(&buddy->frames, frames, &frame))
        return LP_ERR_DEVICE_FULL;
    if (slots > 0 && !lpi_extents_take(&buddy->slots, slots, &slot)) {
        lpi_extents_give(&buddy->frames, frames, frame);
        return LP_ERR_BUDDY_FULL;
    }
    page->frame = (uint32_t)frame;
    page->slot = (uint32_t)slot;
    return LP_OK;
}

/* Unmaps `pages` pages from virtual page `first` on and frees their places. */
static void release(struct lp_buddy *buddy, uint64_t first, uint64_t pages)
{
    for (uint64_t number = first; number < first + pages; number++) {
        struct lp_gbbr_page page = lpi_pages_find(&buddy->pages, number)->attributes;
        lpi_extents_give(&buddy->frames, lp_gbbr_frames(page.target), page.frame);
        if (page.compressed)
            lpi_extents_give(&buddy->slots, slots_of(&page), page.slot);
        lpi_pages_remove(&buddy->pages, number);
    }
}

/*
 * Whether there would be enough room if it were contiguous, so that a request that cannot succeed
 * fails early.
 */
static int room_error(const struct lp_buddy *buddy, const struct lp_gbbr_page *page, uint64_t pages)
{
    if (pages > buddy->frames.free / lp_gbbr_frames(page->target))
        return LP_ERR_DEVICE_FULL;
    if (pages * slots_of(page) > buddy->slots.free)
        return LP_ERR_BUDDY_FULL;
    return LP_OK;
}

int lp_buddy_malloc(struct lp_buddy *buddy, uint64_t bytes, unsigned target, uint64_t *address)
{
    if (LPI_ANY_NULL(buddy, address))
        return LP_ERR_ARG;
    if (bytes == 0 || (target >= LP_TARGETS && target != LP_BUDDY_UNCOMPRESSED))
        return LP_ERR_ARG;
    struct lp_gbbr_page empty = empty_page(buddy, target);
    uint64_t pages = (bytes - 1) / page_bytes(buddy) + 1, first = buddy->next_page;
    uint64_t last_bytes = bytes - (pages - 1) * page_bytes(buddy);
    int error = room_error(buddy, &empty, pages);
    for (uint64_t n = 0; n < pages && error == LP_OK; n++) {
        struct lp_gbbr_page attributes = empty;
        error = take_page(buddy, &attributes);
        if (error != LP_OK) {
            release(buddy, first, n);
            break;
        }
        struct lpi_page *page = lpi_pages_add(&buddy->pages, first + n);
        page->attributes = attributes;
        page->pages = n == 0 ? (uint32_t)pages : 0;
        page->lines = (uint32_t)lp_lines((size_t)(n + 1 < pages ? page_bytes(buddy) : last_bytes));
    }
    if (error != LP_OK)
        return error;
    /* A page between two allocations stays unmapped. */
    buddy->next_page += pages + 1;
    *address = first * page_bytes(buddy);
    return LP_OK;
}

int lp_buddy_free(struct lp_buddy *buddy, uint64_t address)
{
    if (buddy == NULL)
        return LP_ERR_ARG;
    uint64_t first = address / page_bytes(buddy);
    const struct lpi_page *page = lpi_pages_find(&buddy->pages, first);
    if (page == NULL || page->pages == 0 || address % page_bytes(buddy) != 0)
        return LP_ERR_ADDRESS;
    uint64_t pages = page->pages;
    for (unsigned s = 0; s < slice_count(buddy); s++) {
        lpi_slice_forget(&buddy->slices[s]);
        for (uint64_t n = 0; n < pages; n++)
            lpi_slice_wipe(&buddy->slices[s],
                           &lpi_pages_find(&buddy->pages, first + n)->attributes);
    }
    release(buddy, first, pages);
    return LP_OK;
}

/* ---- lines ---- */

int lp_buddy_find(const struct lp_buddy *buddy, uint64_t address, struct lp_buddy_place *place)
{
    if (LPI_ANY_NULL(buddy, place))
        return LP_ERR_ARG;
    const struct lpi_page *page = lpi_pages_find(&buddy->pages, address / page_bytes(buddy));
    uint64_t index = address % page_bytes(buddy) / LP_LINE_BYTES;
    if (page == NULL || address % LP_LINE_BYTES != 0 || index >= page->lines)
        return LP_ERR_ADDRESS;
    place->page = page->attributes;
    lp_gbbr_slice(&buddy->geometry, place->page.frame, (uint32_t)index, &place->slice,
                  &place->index);
    return LP_OK;
}

int lp_buddy_read(struct lp_buddy *buddy, uint64_t address, void *line)
{
    if (line == NULL)
        return LP_ERR_ARG;
    struct lp_buddy_place place;
    int error = lp_buddy_find(buddy, address, &place);
    if (error != LP_OK)
        return error;
    return lpi_slice_read(&buddy->slices[place.slice], &place, line, &buddy->counts.read);
}

int lp_buddy_write(struct lp_buddy *buddy, uint64_t address, const void *line)
{
    if (line == NULL)
        return LP_ERR_ARG;
    struct lp_buddy_place place;
    int error = lp_buddy_find(buddy, address, &place);
    if (error != LP_OK)
        return error;
    return lpi_slice_write(&buddy->slices[place.slice], &place, line, &buddy->counts);
}

int lp_buddy_poison(struct lp_buddy *buddy, uint64_t address)
{
    struct lp_buddy_place place;
    int error = lp_buddy_find(buddy, address, &place);
    if (error != LP_OK || !place.page.compressed)
        return error != LP_OK ? error : LP_ERR_ADDRESS;
    return lpi_slice_poison(&buddy->slices[place.slice], &place);
}

/* ---- what is there ---- */

const struct lp_gbbr_geometry *lp_buddy_geometry(const struct lp_buddy *buddy)
{
    return &buddy->geometry;
}

const struct lp_gbbr_regs *lp_buddy_regs(const struct lp_buddy *buddy)
{
    return &buddy->regs;
}

void lp_buddy_room(const struct lp_buddy *buddy, struct lp_buddy_room *room)
{
    *room = (struct lp_buddy_room){
        .frames = buddy->frames.free, .slots = buddy->slots.free, .pages = buddy->pages.count};
}

void lp_buddy_counts(const struct lp_buddy *buddy, struct lp_buddy_counts *counts)
{
    *counts = buddy->counts;
    for (unsigned s = 0; s < slice_count(buddy); s++)
        lpi_slice_count(&buddy->slices[s], counts);
}
