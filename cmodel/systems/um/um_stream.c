/* SPDX-License-Identifier: Apache-2.0 */
#include "um_stream.h"
#include "../gpu/front/gpu_image.h"
#include "../gpu/front/gpu_lanes.h"
#include "um_l2.h"
#include <linepress/warp_stream.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 65536u
#define GROUPS_MAX 1024u

struct reader {
    const char *path;
    struct lpi_um_stream *stream;
    struct lp_warp_stream *trace;
    struct lpi_gpu_image *image;
    struct lpi_um_l2 *l2;
    struct lpi_fault *fault;
    size_t touch_room, buffer_room;
    struct lp_warp_group *groups[GROUPS_MAX]; /* that run at a time */
    unsigned group_count, groups_most;
};

static int fail_memory(struct reader *r)
{
    return lpi_fault_set(r->fault, LPI_BAD, "%s: no memory for its accesses", r->path);
}

static int fail_trace(struct reader *r, int error)
{
    const char *why = lp_warp_stream_why(r->trace);
    if (r->fault->code != 0)
        return r->fault->code;
    return lpi_fault_set(r->fault, LPI_BAD, "%s: %s", r->path,
                         why[0] != '\0' ? why : lp_strerror(error));
}

/* ---- misses ---- */

/* Doubles the list if it is full. */
static void *room_for(struct reader *r, void *list, size_t count, size_t *room, size_t bytes)
{
    if (count < *room)
        return list;
    size_t more = *room > 0 ? 2 * *room : 1024;
    void *longer = realloc(list, more * bytes);
    if (longer == NULL) {
        fail_memory(r);
        return NULL;
    }
    *room = more;
    return longer;
}

static void touch(struct reader *r, uint64_t page)
{
    struct lpi_um_stream *s = r->stream;
    s->requests++;
    if (s->touch_count > 0 && s->touches[s->touch_count - 1].page == page) {
        s->touches[s->touch_count - 1].requests++;
        return;
    }
    struct lpi_um_touch *list = room_for(r, s->touches, s->touch_count, &r->touch_room,
                                         sizeof *list);
    if (list == NULL)
        return;
    s->touches = list;
    s->touches[s->touch_count++] = (struct lpi_um_touch){page, 1};
}

/* The last one that was made there. */
static struct lpi_um_buffer *buffer_at(const struct lpi_um_stream *s, uint64_t address)
{
    for (size_t i = s->buffer_count; i-- > 0;)
        if (address - s->buffers[i].address < s->buffers[i].bytes)
            return &s->buffers[i];
    return NULL;
}

/* Write-backs are no accesses of a page: the driver would write back before it unmaps one. */
static void missed(void *owner, uint64_t line, unsigned mask, int write)
{
    struct reader *r = owner;
    uint64_t address = line * LP_LINE_BYTES;
    unsigned way = write ? LPI_UM_WRITE : LPI_UM_READ, sectors = (unsigned)__builtin_popcount(mask);
    struct lpi_um_buffer *buffer = buffer_at(r->stream, address);
    if (!write)
        touch(r, address / r->stream->page_bytes);
    if (mask == 0 || buffer == NULL || r->fault->code != 0)
        return;
    struct lpi_gpu_line moved = lpi_gpu_image_line(r->image, address, mask, write);
    buffer->lines[way][moved.sectors]++;
    buffer->sectors[way] += sectors;
    r->stream->sectors[way] += sectors;
}

/* ---- launches ---- */

static void store_bytes(struct reader *r, const struct lp_warp_record *record)
{
    const uint8_t *bytes = record->bytes;
    for (uint32_t mask = record->mask; mask != 0 && bytes != NULL; mask &= mask - 1) {
        lpi_gpu_image_store(r->image, record->address[__builtin_ctz(mask)], bytes, record->width);
        bytes += record->width;
    }
}

static void run_record(struct reader *r, const struct lp_warp_record *record)
{
    struct lpi_gpu_part parts[LPI_GPU_PARTS_MAX];
    r->stream->instructions += record->gap + (record->kind != LP_WARP_END);
    if (record->kind == LP_WARP_END || record->kind == LP_WARP_BARRIER)
        return;
    if (record->kind != LP_WARP_LOAD)
        store_bytes(r, record);
    unsigned count = lpi_gpu_lanes_join(record, parts);
    for (unsigned i = 0; i < count && r->fault->code == 0; i++) {
        uint64_t line = parts[i].address / LP_LINE_BYTES;
        if (record->kind == LP_WARP_LOAD)
            lpi_um_l2_load(r->l2, line, parts[i].mask);
        else
            lpi_um_l2_store(r->l2, line, parts[i].mask,
                            record->kind == LP_WARP_STORE ? parts[i].whole : 0u);
    }
}

/* A record of each warp; returns whether one is left. */
static int step_group(struct reader *r, struct lp_warp_group *group)
{
    int left = 0;
    for (unsigned w = 0; w < lp_warp_group_warps(group) && r->fault->code == 0; w++) {
        struct lp_warp_record record;
        int error = lp_warp_group_next(group, w, &record);
        if (error != LP_OK)
            return fail_trace(r, error), 0;
        run_record(r, &record);
        left |= record.kind != LP_WARP_END;
    }
    return left;
}

static void fill_groups(struct reader *r)
{
    while (r->group_count < r->groups_most && r->fault->code == 0) {
        struct lp_warp_group *group = NULL;
        int error = lp_warp_stream_group(r->trace, 0, &group);
        if (error != LP_OK)
            fail_trace(r, error);
        if (group == NULL)
            return;
        r->groups[r->group_count++] = group;
    }
}

static void run_launch(struct reader *r)
{
    for (fill_groups(r); r->group_count > 0 && r->fault->code == 0; fill_groups(r)) {
        unsigned kept = 0;
        for (unsigned g = 0; g < r->group_count; g++) {
            if (step_group(r, r->groups[g]))
                r->groups[kept++] = r->groups[g];
            else
                lp_warp_group_free(r->groups[g]);
        }
        r->group_count = kept;
    }
    while (r->group_count > 0)
        lp_warp_group_free(r->groups[--r->group_count]);
}

/* ---- items ---- */

static int read_data(struct reader *r, uint64_t address)
{
    static _Thread_local uint8_t bytes[CHUNK];
    for (size_t got = CHUNK; got == CHUNK; address += got) {
        int error = lp_warp_stream_data(r->trace, bytes, sizeof bytes, &got);
        if (error != LP_OK)
            return fail_trace(r, error);
        lpi_gpu_image_host(r->image, address, bytes, got);
    }
    return 0;
}

static int add_buffer(struct reader *r, const struct lp_warp_item *item)
{
    struct lpi_um_stream *s = r->stream;
    struct lpi_um_buffer *list = room_for(r, s->buffers, s->buffer_count, &r->buffer_room,
                                          sizeof *list);
    if (list == NULL)
        return r->fault->code;
    s->buffers = list;
    struct lpi_um_buffer *b = &s->buffers[s->buffer_count++];
    *b = (struct lpi_um_buffer){.address = item->address, .bytes = item->bytes};
    snprintf(b->name, sizeof b->name, "%s", item->name);
    if (!lpi_gpu_image_add(r->image, item->name, item->address, item->bytes))
        return fail_memory(r);
    return item->data > 0 ? read_data(r, item->address) : 0;
}

static int take_item(struct reader *r, const struct lp_warp_item *item)
{
    switch (item->kind) {
    case LP_WARP_ITEM_BUFFER: lpi_um_l2_flush(r->l2); return add_buffer(r, item);
    case LP_WARP_ITEM_HOST_WRITE: return read_data(r, item->address);
    case LP_WARP_ITEM_LAUNCH: run_launch(r); return r->fault->code;
    default: return 0;
    }
}

static void read_items(struct reader *r)
{
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    while (r->fault->code == 0 && item.kind != LP_WARP_ITEM_END) {
        int error = lp_warp_stream_next(r->trace, &item);
        if (error != LP_OK)
            fail_trace(r, error);
        else
            take_item(r, &item);
    }
    if (r->fault->code == 0)
        lpi_um_l2_flush(r->l2);
}

/* ---- pages ---- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void list_pages(struct reader *r)
{
    struct lpi_um_stream *s = r->stream;
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < s->buffer_count; i++)
        count += (size_t)(s->buffers[i].bytes / s->page_bytes + 2);
    s->pages = lpi_fault_alloc(r->fault, count * sizeof *s->pages);
    if (s->pages == NULL)
        return;
    count = 0;
    for (size_t i = 0; i < s->buffer_count; i++) {
        const struct lpi_um_buffer *b = &s->buffers[i];
        for (uint64_t p = b->address / s->page_bytes;
             b->bytes > 0 && p <= (b->address + b->bytes - 1) / s->page_bytes; p++)
            s->pages[count++] = p;
    }
    qsort(s->pages, count, sizeof *s->pages, compare);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || s->pages[kept - 1] != s->pages[i])
            s->pages[kept++] = s->pages[i];
    s->page_count = kept;
}

/* Page numbers become indices. */
static void number_touches(struct reader *r)
{
    struct lpi_um_stream *s = r->stream;
    for (size_t i = 0; i < s->touch_count; i++) {
        const uint64_t *page = bsearch(&s->touches[i].page, s->pages, s->page_count,
                                       sizeof *s->pages, compare);
        if (page == NULL) {
            lpi_fault_set(r->fault, LPI_BAD, "%s: an access is in no buffer", r->path);
            return;
        }
        s->touches[i].page = (uint64_t)(page - s->pages);
    }
}

static void open_all(struct reader *r, const struct lpi_gpu_config *config)
{
    struct lpi_gpu_image_ask ask = {.mode = LPI_GPU_BANDWIDTH, .stores = LPI_GPU_STORES_BYTES};
    r->image = lpi_gpu_image_open(config, &ask);
    r->l2 = lpi_um_l2_open(config->l2_bytes, config->l2_ways, missed, r);
    if (r->image == NULL || r->l2 == NULL) {
        fail_memory(r);
        return;
    }
    int error = lp_warp_stream_open_file(r->path, &r->trace);
    if (error == LP_ERR_SYSTEM)
        lpi_fault_system(r->fault, r->path);
    else if (error != LP_OK)
        lpi_fault_file(r->fault, r->path, error);
}

int lpi_um_stream_read(const char *path, const struct lpi_gpu_config *config, uint64_t page_bytes,
                       uint64_t block_pages, struct lpi_um_stream *stream, struct lpi_fault *fault)
{
    *stream = (struct lpi_um_stream){.page_bytes = page_bytes, .block_pages = block_pages};
    struct reader r = {.path = path,
                       .stream = stream,
                       .fault = fault,
                       .groups_most = config->sms < GROUPS_MAX ? config->sms : GROUPS_MAX};
    open_all(&r, config);
    if (fault->code == 0)
        read_items(&r);
    if (fault->code == 0)
        list_pages(&r);
    if (fault->code == 0)
        number_touches(&r);
    if (fault->code == 0 && stream->touch_count == 0)
        lpi_fault_set(fault, LPI_BAD, "%s: no access reaches memory", path);
    lp_warp_stream_close(r.trace);
    lpi_um_l2_close(r.l2);
    lpi_gpu_image_close(r.image);
    if (fault->code != 0)
        lpi_um_stream_close(stream);
    return fault->code;
}

void lpi_um_stream_close(struct lpi_um_stream *stream)
{
    free(stream->touches);
    free(stream->pages);
    free(stream->buffers);
    *stream = (struct lpi_um_stream){.touch_count = 0};
}
