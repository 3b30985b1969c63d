/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_image.h"

#include "../../../base/log2.h"
#include "../../../lib/buddy/stored.h"
#include "../engine/gpu_class.h"
#include <linepress/gbbr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE LP_LINE_BYTES
#define METADATA (UINT64_C(1) << 40) /* base of the metadata in a slice's device memory */
#define NO_SLOT UINT32_MAX

const char *const lpi_gpu_modes[LPI_GPU_MODES] = {"uncompressed", "bandwidth", "buddy"};
const char *const lpi_gpu_stores[LPI_GPU_STORES_COUNT] = {"bytes", "keep", "next", "worst"};

/* A class: known, touched, sectors in buddy and in device memory. */
#define KNOWN 0x80u
#define TOUCHED 0x40u
#define CLASS(dev, spill) (uint8_t)(KNOWN | (spill) << 3 | (dev))
#define DEVICE(class) ((class) & 7u)
#define SPILL(class) ((class) >> 3 & 7u)

struct place {
    uint32_t frame, slot;
};

/* The page that has a slot. */
struct tenant {
    struct buffer *buffer; /* NULL: none */
    uint32_t page;
};

struct buffer {
    char name[LP_TARGETS_NAME_MAX + 1];
    uint64_t address, bytes;
    uint8_t *data, *classes;
    const struct lpi_set_bytes *next; /* NULL: the later point does not have it */
    struct place *pages;
    bool compressed;
    unsigned target, codec;
};

struct lpi_gpu_image {
    struct lpi_gpu_image_ask ask;
    struct lp_gbbr_geometry map;   /* of slices */
    struct lp_gbbr_geometry share; /* of a page's part in a slice */
    struct lp_gbbr_regs regs;
    unsigned page_log2;
    struct lp_buddy_config codecs;
    struct buffer **buffers; /* by address */
    size_t count, room;
    struct buffer *last;    /* found */
    struct tenant *tenants; /* by slot */
    uint32_t frames, slots, tenant_room;
    uint64_t random, touched;
    bool has_next;
};

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

static uint64_t draw(struct lpi_gpu_image *image)
{
    return mixed(image->random += UINT64_C(0x9e3779b97f4a7c15));
}

struct lpi_gpu_image *lpi_gpu_image_open(const struct lpi_gpu_config *config,
                                         const struct lpi_gpu_image_ask *ask)
{
    struct lpi_gpu_image *image = calloc(1, sizeof *image);
    if (image == NULL)
        return NULL;
    image->ask = *ask;
    image->page_log2 = lpi_log2(config->page_bytes);
    image->map.slices_log2 = lpi_log2(config->slices);
    image->map.share_log2 = image->page_log2 - image->map.slices_log2;
    image->map.fold = UINT64_MAX;
    image->share.share_log2 = image->map.share_log2;
    image->regs = (struct lp_gbbr_regs){
        .mdbase = METADATA, .slots = NO_SLOT, .frames = (uint64_t)UINT32_MAX + 17};
    lp_buddy_defaults(&image->codecs, 1);
    if (ask->targets != NULL)
        lp_targets_config(ask->targets, &image->codecs);
    image->random = ask->seed * 2 + 1;
    return image;
}

static void free_buffer(struct buffer *buffer)
{
    if (buffer == NULL)
        return;
    free(buffer->data);
    free(buffer->classes);
    free(buffer->pages);
    free(buffer);
}

void lpi_gpu_image_close(struct lpi_gpu_image *image)
{
    if (image == NULL)
        return;
    for (size_t i = 0; i < image->count; i++)
        free_buffer(image->buffers[i]);
    free(image->buffers);
    free(image->tenants);
    free(image);
}

/* ---- buffers ---- */

static void set_target(const struct lpi_gpu_image *image, struct buffer *buffer)
{
    const struct lp_targets_row *row = NULL;
    unsigned target = LP_BUDDY_UNCOMPRESSED;
    if (image->ask.targets != NULL)
        row = lp_targets_find(image->ask.targets, buffer->name);
    if (image->ask.mode == LPI_GPU_BANDWIDTH)
        target = LP_TARGET_1;
    else if (image->ask.mode == LPI_GPU_BUDDY && row != NULL)
        target = row->target;
    else if (image->ask.mode == LPI_GPU_BUDDY && image->ask.targets == NULL)
        target = LP_TARGET_2;
    buffer->compressed = target != LP_BUDDY_UNCOMPRESSED;
    buffer->target = buffer->compressed ? target : LP_TARGET_1;
    buffer->codec = image->codecs.codec[buffer->target];
}

/* False: no memory. */
static bool let_slot(struct lpi_gpu_image *image, struct buffer *buffer, uint32_t page)
{
    uint32_t slots = lp_gbbr_slots(buffer->target), room = image->tenant_room;
    if (image->slots + slots > room) {
        room = room == 0 ? 256 : 2 * room;
        struct tenant *tenants = realloc(image->tenants, room * sizeof *tenants);
        if (tenants == NULL)
            return false;
        memset(tenants + image->tenant_room, 0, (room - image->tenant_room) * sizeof *tenants);
        image->tenants = tenants;
        image->tenant_room = room;
    }
    image->tenants[image->slots] = (struct tenant){buffer, page};
    image->slots += slots;
    return true;
}

static void leave_slots(struct lpi_gpu_image *image, const struct buffer *buffer)
{
    for (uint32_t slot = 0; slot < image->slots; slot++)
        if (image->tenants[slot].buffer == buffer)
            image->tenants[slot].buffer = NULL;
}

/* Pages get frames and slots one after the other, in an order that the seed draws. */
static bool place_pages(struct lpi_gpu_image *image, struct buffer *buffer)
{
    uint64_t page = UINT64_C(1) << image->page_log2;
    uint64_t first = buffer->address / page, count = (buffer->address + buffer->bytes - 1) / page;
    count = count - first + 1;
    uint32_t *order = malloc((size_t)count * sizeof *order);
    buffer->pages = malloc((size_t)count * sizeof *buffer->pages);
    if (order == NULL || buffer->pages == NULL) {
        free(order);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)(draw(image) % (i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    bool placed = true;
    for (uint32_t i = 0; i < count && placed; i++) {
        buffer->pages[order[i]] = (struct place){image->frames, image->slots};
        image->frames += lp_gbbr_frames(buffer->target);
        placed = !buffer->compressed || let_slot(image, buffer, order[i]);
    }
    free(order);
    return placed;
}

static struct buffer *new_buffer(struct lpi_gpu_image *image, const char *name, uint64_t address,
                                 uint64_t bytes)
{
    struct buffer *buffer = calloc(1, sizeof *buffer);
    uint64_t lines = (bytes + LINE - 1) / LINE;
    if (buffer == NULL)
        return NULL;
    snprintf(buffer->name, sizeof buffer->name, "%s", name);
    buffer->address = address;
    buffer->bytes = bytes;
    buffer->data = calloc((size_t)lines, LINE);
    buffer->classes = calloc((size_t)lines, 1);
    set_target(image, buffer);
    if (buffer->data != NULL && buffer->classes != NULL && place_pages(image, buffer))
        return buffer;
    leave_slots(image, buffer);
    free_buffer(buffer);
    return NULL;
}

static const struct lpi_set_bytes *next_of(struct lpi_gpu_image *image, const char *name)
{
    for (size_t i = 0; i < image->ask.next_count; i++)
        if (image->ask.next[i].bytes > 0 && strcmp(image->ask.next[i].name, name) == 0)
            return &image->ask.next[i];
    return NULL;
}

/* Number of buffers that begin at or before the address. */
static size_t begun(const struct lpi_gpu_image *image, uint64_t address)
{
    size_t low = 0, high = image->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (image->buffers[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lpi_gpu_image_add(struct lpi_gpu_image *image, const char *name, uint64_t address,
                       uint64_t bytes)
{
    struct buffer *buffer = new_buffer(image, name, address, bytes);
    if (buffer == NULL)
        return false;
    size_t at = begun(image, address);
    image->last = NULL;
    buffer->next = next_of(image, buffer->name);
    image->has_next |= buffer->next != NULL;
    if (at > 0 && image->buffers[at - 1]->address == address) {
        leave_slots(image, image->buffers[at - 1]);
        free_buffer(image->buffers[at - 1]);
        image->buffers[at - 1] = buffer;
        return true;
    }
    if (image->count == image->room) {
        size_t room = image->room == 0 ? 64 : 2 * image->room;
        struct buffer **buffers = realloc(image->buffers, room * sizeof(struct buffer *));
        if (buffers == NULL) {
            leave_slots(image, buffer);
            free_buffer(buffer);
            return false;
        }
        image->buffers = buffers;
        image->room = room;
    }
    memmove(&image->buffers[at + 1], &image->buffers[at],
            (image->count++ - at) * sizeof(struct buffer *));
    image->buffers[at] = buffer;
    return true;
}

static struct buffer *find(struct lpi_gpu_image *image, uint64_t address)
{
    struct buffer *buffer = image->last;
    if (buffer != NULL && address - buffer->address < buffer->bytes)
        return buffer;
    size_t at = begun(image, address);
    buffer = at > 0 ? image->buffers[at - 1] : NULL;
    if (buffer == NULL || address - buffer->address >= buffer->bytes)
        return NULL;
    return image->last = buffer;
}

bool lpi_gpu_image_has(struct lpi_gpu_image *image, uint64_t first, uint64_t last)
{
    const struct buffer *buffer = find(image, first);
    return buffer != NULL && last - buffer->address < buffer->bytes;
}

/* ---- classes ---- */

static uint8_t class_of_state(unsigned state, unsigned target)
{
    struct lp_gbbr_split split = {0};
    lp_gbbr_split(state, target, &split);
    return CLASS(split.eight ? 1u : split.dev_sectors, (unsigned)split.spill_sectors);
}

static uint8_t drawn_class(const struct lpi_gpu_image *image, const struct buffer *buffer,
                           uint64_t address)
{
    const struct lpi_gpu_spill *spill = &image->ask.spill;
    uint64_t key = mixed(address / LINE / spill->run + (image->ask.seed << 40));
    bool spills = (double)(key >> 11) < spill->share * 0x1p53;
    unsigned sectors = lp_gbbr_device_bytes(buffer->target) / LP_SECTOR_BYTES;
    unsigned most = lp_gbbr_spill_bytes(buffer->target) / LP_SECTOR_BYTES;
    return CLASS(sectors, !spills ? 0 : spill->sectors < most ? spill->sectors : most);
}

/* Of a line with these bytes. */
static uint8_t computed_class(const struct lpi_gpu_image *image, const struct buffer *buffer,
                              uint64_t line, const uint8_t *bytes)
{
    uint8_t entry[LP_LINE_BYTES];
    if (image->ask.spill.share > 0)
        return drawn_class(image, buffer, buffer->address + line * LINE);
    unsigned state = lpi_store_line((enum lp_page_codec)buffer->codec, buffer->target, bytes,
                                    entry);
    struct lp_gbbr_split split = {0};
    if (lpi_page_mixed(buffer->codec) != 0) {
        lp_gbbr_split_mixed(LP_AUTO_ALL, state, buffer->target, &split);
        return CLASS(split.eight ? 1u : split.dev_sectors, (unsigned)split.spill_sectors);
    }
    return class_of_state(state, buffer->target);
}

static uint8_t class_of(struct lpi_gpu_image *image, struct buffer *buffer, uint64_t line)
{
    uint8_t *class = &buffer->classes[line];
    if (!(*class & KNOWN))
        *class = (uint8_t)((*class & TOUCHED) |
                           computed_class(image, buffer, line, buffer->data + line * LINE));
    return *class;
}

static void written(struct lpi_gpu_image *image, struct buffer *buffer, uint64_t line)
{
    uint8_t *class = &buffer->classes[line], touched = *class & TOUCHED;
    switch (image->ask.stores) {
    case LPI_GPU_STORES_BYTES:
        *class = touched;
        class_of(image, buffer, line);
        break;
    case LPI_GPU_STORES_NEXT:
        if (buffer->next != NULL && line * LINE < buffer->next->bytes)
            *class = touched |
                     computed_class(image, buffer, line, buffer->next->data + line * LINE);
        else
            class_of(image, buffer, line);
        break;
    case LPI_GPU_STORES_WORST:
        *class = touched | class_of_state(LP_STATE_RAW, buffer->target);
        break;
    default: class_of(image, buffer, line);
    }
}

/* ---- contents ---- */

void lpi_gpu_image_host(struct lpi_gpu_image *image, uint64_t address, const void *data,
                        uint64_t bytes)
{
    struct buffer *buffer = find(image, address);
    if (buffer == NULL || bytes == 0)
        return;
    uint64_t at = address - buffer->address;
    if (bytes > buffer->bytes - at)
        bytes = buffer->bytes - at;
    memcpy(buffer->data + at, data, (size_t)bytes);
    for (uint64_t line = at / LINE; line <= (at + bytes - 1) / LINE; line++)
        buffer->classes[line] &= TOUCHED;
}

bool lpi_gpu_image_store(struct lpi_gpu_image *image, uint64_t address, const void *data,
                         uint64_t bytes)
{
    struct buffer *buffer = find(image, address);
    if (buffer == NULL || bytes > buffer->bytes - (address - buffer->address))
        return false;
    if (data == NULL)
        return true;
    uint64_t at = address - buffer->address;
    /* The class of the bytes in memory, before they are others in the caches. */
    if (buffer->compressed)
        for (uint64_t line = at / LINE; line <= (at + bytes - 1) / LINE; line++)
            class_of(image, buffer, line);
    memcpy(buffer->data + at, data, (size_t)bytes);
    return true;
}

/* ---- places ---- */

static struct place *page_of(const struct lpi_gpu_image *image, const struct buffer *buffer,
                             uint64_t address)
{
    return &buffer->pages[(address >> image->page_log2) - (buffer->address >> image->page_log2)];
}

static uint32_t index_of(const struct lpi_gpu_image *image, uint64_t address)
{
    return (uint32_t)(address % (UINT64_C(1) << image->page_log2) / LINE);
}

struct lpi_gpu_home lpi_gpu_image_home(struct lpi_gpu_image *image, uint64_t address)
{
    struct buffer *buffer = find(image, address);
    struct lpi_gpu_home home = {0};
    uint32_t local = 0, frame = page_of(image, buffer, address)->frame;
    lp_gbbr_slice(&image->map, frame, index_of(image, address), &home.slice, &local);
    home.local = (address >> image->page_log2 << (image->map.share_log2 - 7)) + local;
    home.compressed = buffer->compressed;
    return home;
}

struct lpi_gpu_line lpi_gpu_image_line(struct lpi_gpu_image *image, uint64_t address, uint32_t mask,
                                       bool write)
{
    struct buffer *buffer = find(image, address);
    const struct place *place = page_of(image, buffer, address);
    struct lp_gbbr_page page = {.compressed = buffer->compressed,
                                .target = (uint8_t)buffer->target,
                                .slot = buffer->compressed ? place->slot : 0,
                                .frame = place->frame};
    struct lpi_gpu_line line = {
        .key = address / LINE, .write = write, .compressed = buffer->compressed};
    line.target = page.target;
    line.codec = buffer->compressed ? (uint8_t)buffer->codec : (uint8_t)LP_PAGE_ZVC;
    struct lp_gbbr_line at = {0};
    uint64_t number = (address - buffer->address) / LINE;
    unsigned slice;
    uint32_t local = 0;
    lp_gbbr_slice(&image->map, page.frame, index_of(image, address), &slice, &local);
    lp_gbbr_translate(&image->share, &image->regs, &page, local, &at);
    image->touched += buffer->classes[number] & TOUCHED ? 0 : LINE;
    buffer->classes[number] |= TOUCHED;
    line.device = at.dev_addr & ~UINT64_C(31);
    line.meta = at.meta_addr;
    line.frame = page.frame;
    line.slot = page.slot;
    line.index = local;
    if (!buffer->compressed) {
        line.mask = (uint8_t)mask;
        line.sectors = (uint8_t)__builtin_popcount(mask);
        return line;
    }
    if (write)
        written(image, buffer, number);
    uint8_t class = class_of(image, buffer, number);
    line.mask = (uint8_t)((1u << DEVICE(class)) - 1);
    line.guess = at.eight ? 1 : (uint8_t)((1u << at.dev_sectors) - 1);
    line.spill = (uint8_t)SPILL(class);
    line.sectors = (uint8_t)(DEVICE(class) + SPILL(class));
    return line;
}

unsigned lpi_gpu_image_state(void *memory, unsigned slice, uint32_t slot, uint32_t index)
{
    struct lpi_gpu_image *image = memory;
    struct buffer *buffer = slot < image->slots ? image->tenants[slot].buffer : NULL;
    if (buffer == NULL || lpi_page_mixed(buffer->codec) != 0)
        return LP_STATE_ZERO;
    uint64_t page = (buffer->address >> image->page_log2) + image->tenants[slot].page;
    uint32_t frame = buffer->pages[image->tenants[slot].page].frame;
    uint64_t address = (page << image->page_log2) +
                       (uint64_t)lp_gbbr_index(&image->map, frame, slice, index) * LINE;
    if (address - buffer->address >= buffer->bytes)
        return LP_STATE_ZERO;
    uint8_t class = class_of(image, buffer, (address - buffer->address) / LINE);
    return lpi_gpu_state_of(buffer->target, DEVICE(class), SPILL(class)) % LPI_GPU_STATES;
}

const char *lpi_gpu_image_unmatched(const struct lpi_gpu_image *image)
{
    size_t rows = image->ask.targets != NULL ? lp_targets_count(image->ask.targets) : 0;
    for (size_t r = 0; r < rows; r++) {
        const char *name = lp_targets_row(image->ask.targets, r)->name;
        size_t i = 0;
        while (i < image->count && strcmp(image->buffers[i]->name, name) != 0)
            i++;
        if (i == image->count)
            return name;
    }
    return NULL;
}

bool lpi_gpu_image_has_next(const struct lpi_gpu_image *image)
{
    return image->has_next;
}

uint64_t lpi_gpu_image_touched(const struct lpi_gpu_image *image)
{
    return image->touched;
}
